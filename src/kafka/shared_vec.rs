//! A growing list whose copies share what they have in common.
//!
//! Every step of a recording keeps its whole world. That is only affordable if a copy costs
//! nothing and a change costs the same in a long run as in a short one; a `Vec` behind an `Rc`
//! would be copied whole at each change. This is a wide tree instead: a copy is two pointers, and
//! a change copies one path of it. It is here, and not from a library, because the protocol uses
//! `std` alone.

mod tree;

use std::fmt;
use std::rc::Rc;
use tree::{MASK, Tree, own};

/// A list with cheap copies. See the module's text.
#[derive(Clone)]
pub struct SharedVec<T> {
    /// All elements but the last few, in full leaves.
    tree: Tree<T>,
    /// The last few: one at least, unless there are none, and a leaf's worth at most. They stand
    /// apart so that adding an element need not go through the tree.
    tail: Rc<Vec<T>>,
    len: usize,
}

impl<T> SharedVec<T> {
    /// An empty list.
    pub fn new() -> Self {
        Self {
            tree: Tree::new(),
            tail: Rc::new(Vec::new()),
            len: 0,
        }
    }

    /// How many elements there are.
    #[inline]
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
        let in_tree = in_tree(self.len);
        if index < in_tree {
            self.tree.leaf(index).get(index & MASK)
        } else {
            self.tail.get(index - in_tree)
        }
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.tail.last()
    }

    /// The elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len).map(|index| self.get(index).expect("an index below the length"))
    }
}

/// How many elements of a list so long are in the tree; the others are in the tail.
#[inline]
fn in_tree(len: usize) -> usize {
    len.saturating_sub(1) & !MASK
}

impl<T: Clone> SharedVec<T> {
    /// Adds an element at the end.
    #[inline]
    pub fn push(&mut self, element: T) {
        if self.len > 0 && self.len & MASK == 0 {
            self.plant_tail();
        }
        self.tail_mut().push(element);
        self.len += 1;
    }

    /// Moves a full tail into the tree.
    #[cold]
    fn plant_tail(&mut self) {
        let index = in_tree(self.len);
        // The tail keeps its memory for the elements to come.
        let leaf = self.tail_mut().drain(..).collect();
        self.tree.plant(index, leaf);
    }

    /// The element at `index`, to be changed in this copy only.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let in_tree = in_tree(self.len);
        if index < in_tree {
            self.tree.leaf_mut(index).get_mut(index & MASK)
        } else {
            self.tail_mut().get_mut(index - in_tree)
        }
    }

    #[inline]
    fn tail_mut(&mut self) -> &mut Vec<T> {
        own(&mut self.tail, |tail| copy_tail(tail))
    }

    /// Keeps the first `len` elements of this copy.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let in_tree_now = in_tree(len);
        if in_tree_now < in_tree(self.len) {
            // The tail begins where the last element's leaf does.
            self.tail = Rc::new(self.tree.leaf(in_tree_now).to_vec());
            self.tree.truncate(in_tree_now);
        }
        self.tail_mut().truncate(len - in_tree_now);
        self.len = len;
    }
}

/// Whoever changes a tail is about to add to it, most often once.
#[cold]
fn copy_tail<T: Clone>(elements: &[T]) -> Rc<Vec<T>> {
    let mut copy = Vec::with_capacity(elements.len() + 1);
    copy.extend_from_slice(elements);
    Rc::new(copy)
}

impl<T: Eq> Eq for SharedVec<T> {}

impl<T: PartialEq> PartialEq for SharedVec<T> {
    fn eq(&self, other: &Self) -> bool {
        let same_tail = || Rc::ptr_eq(&self.tail, &other.tail) || self.tail == other.tail;
        self.len == other.len && same_tail() && self.tree == other.tree
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
    use super::tree::WIDTH;
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
        assert!(list.iter().copied().eq(0..MANY));
    }
}
