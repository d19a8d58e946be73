//! The built-in scenarios, in the order of the page's menu. Their names are public ids.
//!
//! The texts are part of the program, but for those in the page's module: that carries the default
//! alone and is given the others by [`provide`], since they would be a twentieth of its bytes. In
//! the same way it is given the page's prose.

use std::cell::RefCell;

/// A built-in scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id in links and options.
    pub id: &'static str,
    /// The part of the menu that it stands in. Those of one part follow each other.
    pub section: &'static str,
    /// Its text as it was built in; empty, where it has to be provided.
    built_in: &'static str,
}

/// An id, of a scenario or of another text, and the text.
type Provided = (&'static str, &'static str);

/// What a line that begins a provided text begins with; its id follows.
const HEAD: &str = "== ";

thread_local! {
    /// The texts that were provided, by id.
    static PROVIDED: RefCell<Vec<Provided>> = const { RefCell::new(Vec::new()) };
}

/// Provides texts, one after the other, each below a line `== ID`. A text that is there already
/// stays as it is. They are kept for as long as the program runs.
pub fn provide(texts: &str) {
    let texts: &'static str = Box::leak(texts.into());
    // The line break before the first head may be missing.
    for text in texts.trim_start().trim_start_matches(HEAD).split("\n== ") {
        let (id, text) = text.split_once('\n').unwrap_or((text, ""));
        if provided(id).is_empty() {
            PROVIDED.with_borrow_mut(|provided| provided.push((id, text)));
        }
    }
}

/// The text that was provided under this id; empty if there is none.
pub fn provided(id: &str) -> &'static str {
    PROVIDED.with_borrow(|provided| {
        let found = provided.iter().find(|(known, _)| *known == id);
        found.map_or("", |(_, text)| text)
    })
}

impl Listed {
    /// The built-in scenario of this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|listed| listed.id == id)
    }

    /// The scenarios whose texts are there.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        CATALOGUE.iter().filter(|listed| !listed.text().is_empty())
    }

    /// Its text; empty if it was not provided.
    pub fn text(&self) -> &'static str {
        match self.built_in {
            "" => provided(self.id),
            built_in => built_in,
        }
    }

    /// Its title, the text's first line.
    pub fn title(&self) -> &'static str {
        let first = self.text().lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }
}

#[cfg(not(target_arch = "wasm32"))]
macro_rules! text {
    ($id:literal) => {
        include_str!(concat!("../../scenarios/", $id, ".txt"))
    };
}

#[cfg(target_arch = "wasm32")]
macro_rules! text {
    ("lost-ack") => {
        include_str!("../../scenarios/lost-ack.txt")
    };
    ($id:literal) => {
        ""
    };
}

macro_rules! catalogue {
    ($($section:literal: $($id:tt),* ;)*) => {
        /// The built-in scenarios; the first one is the default.
        pub const CATALOGUE: &[Listed] = &[$($(Listed {
            id: $id,
            section: $section,
            built_in: text!($id),
        }),*),*];
    };
}

catalogue![
    "The window":
        "lost-ack",
        "lost-request",
        "worked-trace",
        "sixth-batch",
        "gap",
        "three-surprises",
        "cut-in-two",
        "per-partition",
        "restart-new-pid",
        "zombie",
        "newer-epoch",
        "wrap",
        "flowchart",
        "send-twice",
        "two-producers",
        "two-partitions";
    "The whole client":
        "two-umbrellas",
        "reordered",
        "five-in-flight",
        "two-fives",
        "sixth-waits",
        "no-retries",
        "same-batch",
        "late-ack",
        "network-copy",
        "timeout-gap",
        "bump-twice",
        "twenty-zeros",
        "framework-replay",
        "bad-day",
        "all-three";
    "When a broker fails":
        "failover",
        "old-leader",
        "slow-follower",
        "acks-1",
        "too-few",
        "too-few-after",
        "no-leader",
        "unclean-gap",
        "unclean-silent",
        "four-layers",
        "newest-only",
        "shortest",
        "no-messages",
        "idle",
        "kip-360",
        "state-returns",
        "overtaken";
];
