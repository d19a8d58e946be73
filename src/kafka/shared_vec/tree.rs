//! The tree below a [`SharedVec`](super::SharedVec).

use std::array;
use std::rc::Rc;

/// How many elements a leaf has, and how many children a branch. Wide enough that 100,000 elements
/// are four levels.
pub(super) const WIDTH: usize = 1 << BITS;
/// What is left of an index when the levels above a leaf are taken away.
pub(super) const MASK: usize = WIDTH - 1;
const BITS: usize = 5;

/// All that is below a branch. Each level down is one step through memory, not two, so that a
/// search is a short walk.
pub(super) type Children<T> = [Node<T>; WIDTH];

/// What a branch has in one of its places.
pub(super) enum Node<T> {
    Empty,
    Branch(Rc<Children<T>>),
    Leaf(Rc<[T]>),
}

/// A tree of full leaves. Small without any, because every list has a tree, and most lists are too
/// short to need it.
#[derive(Clone)]
pub(super) struct Tree<T> {
    root: Option<Rc<Children<T>>>,
    /// How many levels of branches there are.
    height: usize,
}

impl<T> Tree<T> {
    /// A tree without leaves.
    pub(super) fn new() -> Self {
        Self {
            root: None,
            height: 0,
        }
    }

    /// The leaf that holds the element at `index`; without elements, if there is none.
    #[inline]
    pub(super) fn leaf(&self, index: usize) -> &[T] {
        let Some(mut children) = self.root.as_deref() else {
            return &[];
        };
        let mut shift = self.height * BITS;
        loop {
            match &children[(index >> shift) & MASK] {
                Node::Branch(below) => children = below,
                Node::Leaf(elements) => return elements,
                Node::Empty => return &[],
            }
            shift -= BITS;
        }
    }

    /// Puts a leaf where the element at `index` belongs: beside the last one.
    pub(super) fn plant(&mut self, index: usize, leaf: Rc<[T]>) {
        if self.height == 0 || index == room(self.height) {
            let mut children = empty();
            if let Some(root) = self.root.take() {
                children[0] = Node::Branch(root);
            }
            self.root = Some(Rc::new(children));
            self.height += 1;
        }
        let Some(root) = &mut self.root else {
            unreachable!("a branch was put there");
        };
        let mut children = own(root, copy_branch);
        for level in (2..=self.height).rev() {
            children = children[(index >> (level * BITS)) & MASK].children_mut();
        }
        children[(index >> BITS) & MASK] = Node::Leaf(leaf);
    }

    /// Keeps the first `len` elements, whole leaves. The height follows from the length alone, so
    /// that equal lists have equal trees.
    pub(super) fn truncate(&mut self, len: usize) {
        if len == 0 {
            *self = Self::new();
        }
        let Some(root) = &mut self.root else { return };
        cut(root, self.height, len);
        while self.height > 1 && len <= room(self.height - 1) {
            let Node::Branch(first) = &root[0] else {
                unreachable!("above the lowest level there are branches");
            };
            *root = Rc::clone(first);
            self.height -= 1;
        }
    }
}

impl<T: Clone> Tree<T> {
    /// The leaf that holds the element at `index`, to be changed in this copy only.
    #[inline]
    pub(super) fn leaf_mut(&mut self, index: usize) -> &mut [T] {
        let Some(root) = &mut self.root else {
            return &mut [];
        };
        let mut children = own(root, copy_branch);
        let mut shift = self.height * BITS;
        loop {
            match &mut children[(index >> shift) & MASK] {
                Node::Branch(below) => children = own(below, copy_branch),
                Node::Leaf(elements) => return own(elements, copy_leaf),
                Node::Empty => return &mut [],
            }
            shift -= BITS;
        }
    }
}

/// How many elements there is room for below so many levels of branches.
fn room(height: usize) -> usize {
    WIDTH << (height * BITS)
}

/// A branch without anything.
fn empty<T>() -> Children<T> {
    array::from_fn(|_| Node::Empty)
}

/// Keeps the first `len` elements, at least one, of all that is below a branch.
fn cut<T>(children: &mut Rc<Children<T>>, height: usize, len: usize) {
    let children = own(children, copy_branch);
    let last = (len - 1) / room(height - 1);
    for child in &mut children[last + 1..] {
        *child = Node::Empty;
    }
    if let Node::Branch(below) = &mut children[last] {
        cut(below, height - 1, len - last * room(height - 1));
    }
}

impl<T> Node<T> {
    /// The children, to be changed in this copy only. Where nothing is, a branch grows.
    fn children_mut(&mut self) -> &mut Children<T> {
        if !matches!(self, Self::Branch(_)) {
            *self = Self::Branch(Rc::new(empty()));
        }
        match self {
            Self::Branch(children) => own(children, copy_branch),
            Self::Empty | Self::Leaf(_) => unreachable!("it is a branch now"),
        }
    }
}

/// Does what [`Rc::make_mut`] does. What is rarely done, the copy, stands apart, so that what is
/// done at every change is short.
#[inline]
pub(super) fn own<T: ?Sized>(shared: &mut Rc<T>, copy: fn(&T) -> Rc<T>) -> &mut T {
    if Rc::get_mut(shared).is_none() {
        *shared = copy(shared);
    }
    Rc::get_mut(shared).expect("nobody else has a copy that was just made")
}

#[cold]
fn copy_branch<T>(children: &Children<T>) -> Rc<Children<T>> {
    Rc::new(children.clone())
}

#[cold]
fn copy_leaf<T: Clone>(elements: &[T]) -> Rc<[T]> {
    Rc::from(elements)
}

/// A copy shares all that is below, whatever the elements are.
impl<T> Clone for Node<T> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Branch(children) => Self::Branch(Rc::clone(children)),
            Self::Leaf(elements) => Self::Leaf(Rc::clone(elements)),
        }
    }
}

/// Shared parts are equal without a look.
impl<T: PartialEq> PartialEq for Node<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Empty, Self::Empty) => true,
            (Self::Branch(a), Self::Branch(b)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Leaf(a), Self::Leaf(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}
