//! A growing list whose copies share what they have in common.
//!
//! Every step of a recording keeps its whole world. That is only affordable if a copy costs
//! nothing and a change costs the same in a long run as in a short one; a `Vec` behind an `Rc`
//! would be copied whole at each change. This is a wide tree instead: a copy is one pointer, and
//! a change copies one path of it. It is here, and not from a library, because the protocol uses
//! `std` alone.

use std::fmt;
use std::rc::Rc;

/// How many children a node has. Wide enough that 100,000 elements are four levels.
const WIDTH: usize = 1 << BITS;
const BITS: usize = 5;

/// A list with cheap copies. See the module's text.
#[derive(Clone)]
pub struct SharedVec<T> {
    root: Rc<Node<T>>,
    /// Levels above the leaves.
    height: usize,
    len: usize,
}

#[derive(Clone)]
enum Node<T> {
    Branch(Vec<Rc<Self>>),
    Leaf(Vec<T>),
}

impl<T> SharedVec<T> {
    /// An empty list.
    pub fn new() -> Self {
        Self {
            root: Rc::new(Node::Leaf(Vec::new())),
            height: 0,
            len: 0,
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        let mut node = &*self.root;
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Branch(children) => {
                    node = &children[(index >> shift) % WIDTH];
                    shift -= BITS;
                }
                Node::Leaf(elements) => return elements.get(index % WIDTH),
            }
        }
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len.wrapping_sub(1))
    }

    /// The elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len).map(|index| self.get(index).expect("an index below the length"))
    }
}

impl<T: Clone> SharedVec<T> {
    /// Adds an element at the end.
    pub fn push(&mut self, element: T) {
        if self.len == WIDTH << (self.height * BITS) {
            let full = Rc::clone(&self.root);
            self.root = Rc::new(Node::Branch(vec![full]));
            self.height += 1;
        }
        let index = self.len;
        let mut node = Rc::make_mut(&mut self.root);
        for level in (0..self.height).rev() {
            let Node::Branch(children) = node else {
                unreachable!("above the leaves there are branches");
            };
            let child = (index >> ((level + 1) * BITS)) % WIDTH;
            if child == children.len() {
                children.push(Rc::new(Node::empty(level)));
            }
            node = Rc::make_mut(&mut children[child]);
        }
        let Node::Leaf(elements) = node else {
            unreachable!("at height 0 there are leaves");
        };
        if elements.capacity() == 0 && self.height > 0 {
            elements.reserve_exact(WIDTH);
        }
        elements.push(element);
        self.len += 1;
    }

    /// The element at `index`, to be changed in this copy only.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let mut node = Rc::make_mut(&mut self.root);
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Branch(children) => {
                    node = Rc::make_mut(&mut children[(index >> shift) % WIDTH]);
                    shift -= BITS;
                }
                Node::Leaf(elements) => return elements.get_mut(index % WIDTH),
            }
        }
    }

    /// Keeps the first `len` elements of this copy.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.len = len;
        if len == 0 {
            *self = Self::new();
            return;
        }
        Node::truncate(&mut self.root, self.height, len);
        // The tree's height follows from the length alone, so that equal lists have equal trees.
        while self.height > 0 && len <= WIDTH << ((self.height - 1) * BITS) {
            let Node::Branch(children) = &*self.root else {
                unreachable!("above the leaves there are branches");
            };
            self.root = Rc::clone(&children[0]);
            self.height -= 1;
        }
    }
}

impl<T> Node<T> {
    fn empty(height: usize) -> Self {
        if height == 0 {
            Self::Leaf(Vec::new())
        } else {
            Self::Branch(Vec::new())
        }
    }
}

impl<T: Clone> Node<T> {
    /// Keeps the first `len` elements, at least one, of this subtree.
    fn truncate(node: &mut Rc<Self>, height: usize, len: usize) {
        match Rc::make_mut(node) {
            Self::Leaf(elements) => elements.truncate(len),
            Self::Branch(children) => {
                let per_child = WIDTH << ((height - 1) * BITS);
                let last = (len - 1) / per_child;
                children.truncate(last + 1);
                Self::truncate(&mut children[last], height - 1, len - last * per_child);
            }
        }
    }
}

impl<T: PartialEq> Node<T> {
    /// Shared parts are equal without a look.
    fn same(a: &Rc<Self>, b: &Rc<Self>) -> bool {
        Rc::ptr_eq(a, b)
            || match (&**a, &**b) {
                (Self::Leaf(a), Self::Leaf(b)) => a == b,
                (Self::Branch(a), Self::Branch(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Self::same(a, b))
                }
                _ => false,
            }
    }
}

impl<T: PartialEq> PartialEq for SharedVec<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && Node::same(&self.root, &other.root)
    }
}

impl<T> Default for SharedVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SharedVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Clone> FromIterator<T> for SharedVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut list = Self::new();
        for element in elements {
            list.push(element);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beyond the second level of the tree.
    const MANY: usize = WIDTH * WIDTH + 70;

    #[test]
    fn it_is_a_list() {
        let list: SharedVec<usize> = (0..MANY).collect();
        assert!(list.iter().copied().eq(0..MANY));
        assert_eq!(list.get(MANY), None);
        assert_eq!(list.last(), Some(&(MANY - 1)));
        assert_eq!(SharedVec::<u8>::new().last(), None);
    }

    #[test]
    fn a_copy_keeps_what_it_had() {
        let mut list = SharedVec::new();
        let mut copies = Vec::new();
        for n in 0..MANY {
            copies.push(list.clone());
            list.push(n);
            if n % 7 == 0 {
                *list.get_mut(n / 2).unwrap() += 1;
            }
        }
        for (n, copy) in copies.iter().enumerate() {
            assert_eq!(copy.len(), n);
        }
        assert_eq!(copies[10].iter().copied().sum::<usize>(), 45 + 2);
    }

    #[test]
    fn cut_anywhere_it_equals_a_list_that_never_was_longer() {
        let list: SharedVec<usize> = (0..MANY).collect();
        for len in 0..=MANY {
            let mut cut = list.clone();
            cut.truncate(len);
            let fresh: SharedVec<usize> = (0..len).collect();
            assert!(cut == fresh, "cut at {len}");
            cut.push(7);
            assert_eq!(cut.last(), Some(&7));
        }
        assert_eq!(list.len(), MANY);
    }
}
