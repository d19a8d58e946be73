//! What a viewer has before them: a story, its timeline, and the changes that can be undone.

mod action;
mod show;
mod update;

pub use action::{Action, Trouble};

use crate::compare::Comparison;
use crate::scenario::{self, Listed, Scenario};
use crate::sim::Variant;
use crate::timeline::{PushError, Timeline};
use std::rc::Rc;

/// A story's words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// Its id, if it is a built-in scenario.
    pub id: Option<&'static str>,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The words after its last event.
    pub closing: String,
}

/// A story being viewed.
#[derive(Clone, Debug)]
pub struct Session {
    now: Moment,
    undo: Vec<Moment>,
    redo: Vec<Moment>,
    revision: u64,
    /// What the last action did besides, in a sentence.
    notice: Option<String>,
    /// Whether the next event of chaos joins the last change.
    joins: bool,
}

/// Everything that a change can change. Copies are cheap.
#[derive(Clone, Debug)]
struct Moment {
    story: Rc<Story>,
    timeline: Timeline,
    compare: Option<Comparison>,
}

/// How many changes can be taken back.
const UNDO_MAX: usize = 1_000;

impl Session {
    /// Views the default story, at its start.
    pub fn new() -> Self {
        Self::of_listed(&scenario::CATALOGUE[0])
    }

    /// Views a built-in scenario, at its start.
    pub fn of_listed(listed: &'static Listed) -> Self {
        let opened = scenario::open(listed.text());
        Self::view(Some(listed.id), opened.scenario, opened.timeline)
    }

    /// Views a scenario that was read, with the cursor where its timeline has it. One that says
    /// what a built-in one says is that one: a reload of its page comes back to it.
    pub fn of(scenario: Scenario, timeline: Timeline) -> Self {
        let listed = Listed::all().find(|listed| {
            // The titles are compared first, so that at most one text is read.
            listed.title() == scenario.title
                && same(scenario::open(listed.text()).scenario, &scenario)
        });
        Self::view(listed.map(|listed| listed.id), scenario, timeline)
    }

    fn view(id: Option<&'static str>, scenario: Scenario, timeline: Timeline) -> Self {
        let story = Rc::new(Story {
            id,
            title: scenario.title,
            about: scenario.about,
            closing: scenario.closing,
        });
        // A second setup that describes no world was refused with the text that named it.
        let compare = scenario.compare;
        let compare = compare.and_then(|variant| Comparison::new(variant, &timeline).ok());
        Self {
            now: Moment {
                story,
                timeline,
                compare,
            },
            undo: Vec::new(),
            redo: Vec::new(),
            revision: 0,
            notice: None,
            joins: false,
        }
    }

    /// The story's words.
    pub fn story(&self) -> &Story {
        &self.now.story
    }

    /// The steps, and where the cursor stands.
    pub fn timeline(&self) -> &Timeline {
        &self.now.timeline
    }

    /// The same events under a second setup, if they are being compared.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.now.compare.as_ref()
    }

    /// What the last action did besides what was asked, in a sentence.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// A number that differs whenever the text of the branch on screen may: it stays the same while
    /// only the cursor moves.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is a change to do again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Whether the branch on screen has steps beyond the cursor.
    pub fn has_more(&self) -> bool {
        self.timeline().cursor() < self.timeline().len()
    }

    /// Whether the viewer has left the story.
    pub fn has_left_story(&self) -> bool {
        self.timeline().current() != 0
    }

    /// Views what another session has before it; that can be undone.
    pub fn adopt(&mut self, other: Self) {
        self.change(other.now);
    }

    /// Remembers what was, so that it can come back.
    fn change(&mut self, next: Moment) {
        if self.undo.len() == UNDO_MAX {
            self.undo.remove(0);
        }
        self.undo.push(std::mem::replace(&mut self.now, next));
        self.redo.clear();
        self.revision += 1;
    }
}

fn compared(variant: Option<Variant>, timeline: &Timeline) -> Result<Option<Comparison>, Trouble> {
    let compared = variant.map(|variant| Comparison::new(variant, timeline));
    let compared = compared.transpose();
    compared.map_err(|error| Trouble::Push(PushError::Setup(error)))
}

/// Whether a text says what a built-in one says; which setup it is compared with does not matter.
fn same(listed: Scenario, read: &Scenario) -> bool {
    let compare = read.compare.clone();
    Scenario { compare, ..listed } == *read
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
