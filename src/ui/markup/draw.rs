//! Reads the text that `html!` makes of its markup, and builds the nodes.
//!
//! The text is a row of parts, each a control character and what follows up to the next one.

use super::fill::{Fill, Hole};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::vec;
use yew::virtual_dom::{
    AttrValue, AttributeOrProperty, Attributes, Key, Listener, ListenerKind, VList, VNode, VTag,
    VText,
};
use yew::{Callback, Html};

/// Begins an element, by its name; without one, a list of nodes.
const OPEN: u8 = 1;
/// Ends it.
const CLOSE: u8 = 2;
/// The name of an attribute. A value or a place follows.
const NAME: u8 = 3;
/// The value of an attribute.
const VALUE: u8 = 4;
/// A text between elements.
const TEXT: u8 = 5;
/// A place that is filled when the page is drawn.
const PLACE: u8 = 6;

/// A text with places, and what they are filled with, in order.
pub(in crate::ui) struct Holes {
    text: &'static str,
    pub(super) filled: Vec<Hole>,
}

/// What `{ for ... }` shows: each of these.
pub(in crate::ui) struct Each<I>(pub(in crate::ui) I);

impl<I: IntoIterator<Item = Html>> Fill for Each<I> {
    fn fill(self, holes: &mut Holes) {
        let mut nodes = Vec::new();
        for node in self.0 {
            nodes.push(node);
        }
        nodes.fill(holes);
    }
}

impl Holes {
    pub(in crate::ui) fn new(text: &'static str) -> Self {
        let filled = Vec::new();
        Self { text, filled }
    }

    /// The nodes; one that stands alone is itself.
    pub(in crate::ui) fn done(self) -> Html {
        self.nodes().alone()
    }

    /// The nodes as a list, also of one.
    pub(in crate::ui) fn list(self) -> Html {
        self.nodes().list()
    }

    fn nodes(self) -> Nodes {
        let mut reader = Reader {
            rest: self.text,
            holes: self.filled.into_iter(),
        };
        reader.nodes()
    }
}

/// Nodes beside each other.
#[derive(Default)]
struct Nodes {
    nodes: Vec<VNode>,
    /// Whether there may be more or fewer the next time. Then one alone stays a list, so that yew
    /// finds it again among the others.
    varies: bool,
}

impl Nodes {
    fn alone(mut self) -> VNode {
        match self.nodes.pop() {
            Some(node) if self.nodes.is_empty() && !self.varies => node,
            Some(node) => {
                self.nodes.push(node);
                self.list()
            }
            None => self.list(),
        }
    }

    fn list(self) -> VNode {
        VList::from(self.nodes).into()
    }
}

struct Reader {
    rest: &'static str,
    holes: vec::IntoIter<Hole>,
}

impl Reader {
    /// The next part: what it is, and its text.
    fn part(&mut self) -> (u8, &'static str) {
        let Some(kind) = self.rest.bytes().next() else {
            return (CLOSE, "");
        };
        let rest = &self.rest[1..];
        let end = rest.bytes().position(|byte| byte <= PLACE);
        let (text, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        (kind, text)
    }

    fn hole(&mut self) -> Hole {
        self.holes.next().unwrap_or(Hole::Nothing)
    }

    /// All nodes to the end of the element that they stand in.
    fn nodes(&mut self) -> Nodes {
        let mut all = Nodes::default();
        loop {
            let node = match self.part() {
                (CLOSE, _) => return all,
                (OPEN, "") => self.nodes().list(),
                (OPEN, name) => self.element(name),
                (PLACE, _) => match self.hole() {
                    Hole::Node(node) => node,
                    Hole::Text(text) => VText::new(text).into(),
                    Hole::Nodes(nodes) => {
                        all.varies = true;
                        all.nodes.extend(nodes);
                        continue;
                    }
                    Hole::Nothing | Hole::Listener(_) => continue,
                },
                (TEXT, text) => VText::new(AttrValue::Static(text)).into(),
                _ => continue,
            };
            all.nodes.push(node);
        }
    }

    fn element(&mut self, name: &'static str) -> VNode {
        let mut tag = VTag::new(name);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        while self.rest.as_bytes().first() == Some(&NAME) {
            let (_, attribute) = self.part();
            let hole = match self.part() {
                (VALUE, value) => Hole::Text(AttrValue::Static(value)),
                _ => self.hole(),
            };
            let value = match hole {
                Hole::Text(value) => Some(value),
                Hole::Listener(callback) => {
                    tag.add_listener(Rc::new(On {
                        name: attribute,
                        callback,
                    }));
                    continue;
                }
                _ => None,
            };
            match (attribute, name) {
                ("key", _) => tag.key = value.as_deref().map(Key::from),
                // Properties: what somebody has written stands in no attribute.
                ("value", "input" | "textarea") => tag.set_value(value),
                _ => {
                    names.push(attribute);
                    values.push(value.map(AttributeOrProperty::Attribute));
                }
            }
        }
        if !names.is_empty() {
            tag.attributes = Attributes::Dynamic {
                keys: kept(name, names),
                values: values.into(),
            };
        }
        let children = self.nodes();
        if let Some(place) = tag.children_mut() {
            *place = children.alone();
        }
        tag.into()
    }
}

thread_local! {
    /// The names of each element's attributes, by where the element stands in memory.
    static NAMES: RefCell<Vec<(usize, &'static [&'static str])>> = const {
        RefCell::new(Vec::new())
    };
}

/// The same names, always in the same place: by that yew knows that only values may have changed.
fn kept(element: &'static str, names: Vec<&'static str>) -> &'static [&'static str] {
    let key = element.as_ptr() as usize;
    NAMES.with_borrow_mut(|known| {
        let place = known.binary_search_by_key(&key, |(key, _)| *key);
        let place = place.unwrap_or_else(|place| {
            known.insert(place, (key, names.leak()));
            place
        });
        known[place].1
    })
}

/// A listener to what its attribute is called after.
struct On {
    name: &'static str,
    callback: Callback<web_sys::Event>,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        let event = self.name.trim_start_matches("on");
        ListenerKind::other(Cow::Borrowed(event))
    }

    fn handle(&self, event: web_sys::Event) {
        self.callback.emit(event);
    }

    fn passive(&self) -> bool {
        false
    }
}

const _: () = assert!(is_nested("<a<b>b>a<c>c"));
const _: () = assert!(!is_nested("<a<b>a>b") && !is_nested("<a") && !is_nested(">a"));
const _: () = assert!(!is_nested("<a>aa") && !is_nested("<aa>a"));

/// Whether tags end in the order in which they begin: `<a` begins one, `>a` ends it.
pub(in crate::ui) const fn is_nested(tags: &str) -> bool {
    let tags = tags.as_bytes();
    let mut open = [0; 64];
    let (mut depth, mut at) = (0, 0);
    while at < tags.len() {
        if tags[at] == b'<' {
            open[depth] = at;
            depth += 1;
            at += 1;
        } else if tags[at] == b'>' {
            if depth == 0 {
                return false;
            }
            depth -= 1;
            let (mut old, mut new) = (open[depth] + 1, at + 1);
            while new < tags.len() && tags[new] != b'<' && tags[new] != b'>' {
                if tags[old] != tags[new] {
                    return false;
                }
                old += 1;
                new += 1;
            }
            if tags[old] != b'<' && tags[old] != b'>' {
                return false;
            }
            at = new;
        } else {
            at += 1;
        }
    }
    depth == 0
}
