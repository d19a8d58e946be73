//! What the places of a markup can be filled with.

use super::draw::Holes;
use wasm_bindgen::JsCast;
use web_sys::Event;
use yew::virtual_dom::{AttrValue, VNode};
use yew::{Callback, Html};

/// What a place is filled with.
pub(super) enum Hole {
    /// No attribute, no node.
    Nothing,
    /// The value of an attribute, or a text.
    Text(AttrValue),
    Node(VNode),
    Nodes(Vec<VNode>),
    Listener(Callback<Event>),
}

/// What fills a place. None of this is put in place: it is one call for each place on the page.
///
/// `M` tells closures from values, so that both can be had.
pub(in crate::ui) trait Fill<M = ()> {
    /// Fills the next place of these.
    fn fill(self, holes: &mut Holes);
}

impl Fill for Html {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        holes.filled.push(Hole::Node(self));
    }
}

impl Fill for Vec<Html> {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        holes.filled.push(Hole::Nodes(self));
    }
}

impl Fill for &'static str {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        holes.filled.push(Hole::Text(AttrValue::Static(self)));
    }
}

impl Fill for String {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        holes.filled.push(Hole::Text(self.into()));
    }
}

impl Fill for usize {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        self.to_string().fill(holes);
    }
}

impl Fill for i64 {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        self.to_string().fill(holes);
    }
}

impl Fill for i32 {
    fn fill(self, holes: &mut Holes) {
        i64::from(self).fill(holes);
    }
}

impl Fill for u32 {
    fn fill(self, holes: &mut Holes) {
        i64::from(self).fill(holes);
    }
}

impl Fill for u8 {
    fn fill(self, holes: &mut Holes) {
        i64::from(self).fill(holes);
    }
}

impl Fill for bool {
    /// An attribute that is there or not.
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        self.then_some("").fill(holes);
    }
}

impl<M, T: Fill<M>> Fill<M> for Option<T> {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        match self {
            Some(value) => value.fill(holes),
            None => holes.filled.push(Hole::Nothing),
        }
    }
}

impl<E: JsCast + 'static> Fill for Callback<E> {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        (move |event: E| self.emit(event)).fill(holes);
    }
}

impl<E: JsCast + 'static, F: Fn(E) + 'static> Fill<(E,)> for F {
    fn fill(self, holes: &mut Holes) {
        let callback = Callback::from(move |event: Event| self(event.unchecked_into()));
        holes.filled.push(Hole::Listener(callback));
    }
}

/// Class names.
#[derive(Clone, Default)]
pub(in crate::ui) struct Classes(String);

impl Classes {
    /// None yet.
    pub(in crate::ui) fn new() -> Self {
        Self::default()
    }

    /// Adds one, or those of an option; an empty one is none.
    pub(in crate::ui) fn add<T: Named>(&mut self, class: T) {
        class.add_to(self);
    }

    #[inline(never)]
    fn push(&mut self, class: &str) {
        if !self.0.is_empty() && !class.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(class);
    }
}

/// What names classes.
pub(in crate::ui) trait Named {
    /// Adds them.
    fn add_to(self, classes: &mut Classes);
}

impl Named for &str {
    fn add_to(self, classes: &mut Classes) {
        classes.push(self);
    }
}

impl Named for String {
    fn add_to(self, classes: &mut Classes) {
        classes.push(&self);
    }
}

impl<T: Named> Named for Option<T> {
    fn add_to(self, classes: &mut Classes) {
        if let Some(class) = self {
            class.add_to(classes);
        }
    }
}

impl Named for Classes {
    fn add_to(self, classes: &mut Classes) {
        classes.push(&self.0);
    }
}

impl Fill for Classes {
    #[inline(never)]
    fn fill(self, holes: &mut Holes) {
        let names = Some(self.0).filter(|names| !names.is_empty());
        names.fill(holes);
    }
}
