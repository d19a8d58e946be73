//! The tree below a [`SharedVec`](super::SharedVec).

use std::array;
use std::mem;
use std::rc::Rc;

/// How many elements a leaf has, and how many children a branch. Wide enough that 100,000 elements
/// are four levels.
pub(super) const WIDTH: usize = 1 << BITS;
/// What is left of an index when the levels above a leaf are taken away.
pub(super) const MASK: usize = WIDTH - 1;
const BITS: usize = 5;

/// A node with all that is below it. Each level down is one step through memory, not two, so that
/// a search is a short walk.
pub(super) enum Node<T> {
    Empty,
    Branch(Rc<[Self; WIDTH]>),
    Leaf(Rc<[T]>),
}

/// How many elements a tree of this height has room for. A leaf alone has height 0.
pub(super) fn room(height: usize) -> usize {
    WIDTH << (height * BITS)
}

impl<T> Node<T> {
    /// The leaf that holds the element at `index`; without elements, if there is none.
    #[inline]
    pub(super) fn leaf(&self, height: usize, index: usize) -> &[T] {
        let mut node = self;
        let mut shift = height * BITS;
        loop {
            match node {
                Self::Branch(children) => {
                    node = &children[(index >> shift) & MASK];
                    shift -= BITS;
                }
                Self::Leaf(elements) => return elements,
                Self::Empty => return &[],
            }
        }
    }

    /// Puts a branch above this tree, with room for more beside it.
    pub(super) fn grow(&mut self) {
        let mut children = array::from_fn(|_| Self::Empty);
        mem::swap(&mut children[0], self);
        *self = Self::Branch(Rc::new(children));
    }

    /// Takes away the branch above the first child, which holds all that there is.
    pub(super) fn shrink(&mut self) {
        if let Self::Branch(children) = self {
            *self = children[0].clone();
        }
    }

    /// Puts a leaf where the element at `index` belongs.
    pub(super) fn plant(&mut self, height: usize, index: usize, leaf: Rc<[T]>) {
        let mut node = self;
        for level in (1..=height).rev() {
            node = &mut node.children_mut()[(index >> (level * BITS)) & MASK];
        }
        *node = Self::Leaf(leaf);
    }

    /// Keeps the first `len` elements, whole leaves, of this tree.
    pub(super) fn truncate(&mut self, height: usize, len: usize) {
        if len == 0 {
            *self = Self::Empty;
        } else if height > 0 {
            let last = (len - 1) / room(height - 1);
            let children = self.children_mut();
            for child in &mut children[last + 1..] {
                *child = Self::Empty;
            }
            children[last].truncate(height - 1, len - last * room(height - 1));
        }
    }

    /// The children, to be changed in this copy only. Where nothing is, a branch grows.
    fn children_mut(&mut self) -> &mut [Self; WIDTH] {
        if matches!(self, Self::Empty) {
            *self = Self::Branch(Rc::new(array::from_fn(|_| Self::Empty)));
        }
        match self {
            Self::Branch(children) => own(children, copy_branch),
            Self::Empty | Self::Leaf(_) => unreachable!("above the leaves there are branches"),
        }
    }
}

impl<T: Clone> Node<T> {
    /// The leaf that holds the element at `index`, to be changed in this copy only.
    #[inline]
    pub(super) fn leaf_mut(&mut self, height: usize, index: usize) -> &mut [T] {
        let mut node = self;
        let mut shift = height * BITS;
        loop {
            match node {
                Self::Branch(children) => {
                    node = &mut own(children, copy_branch)[(index >> shift) & MASK];
                    shift -= BITS;
                }
                Self::Leaf(elements) => return own(elements, copy_leaf),
                Self::Empty => return &mut [],
            }
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
fn copy_branch<T>(children: &[Node<T>; WIDTH]) -> Rc<[Node<T>; WIDTH]> {
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
