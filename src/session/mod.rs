//! What a viewer has before them: a story, its timeline, and the changes that can be undone.

mod action;
mod show;

pub use action::{Action, Trouble};

use crate::kafka::{Offset, PartitionId};
use crate::scenario::{self, Listed, Opened, Scenario};
use crate::sim::{Event, ProducerName, ProducerSetup, Setup};
use crate::timeline::{Pushed, Timeline};
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
}

/// Everything that a change can change. Copies are cheap.
#[derive(Clone, Debug)]
struct Moment {
    story: Rc<Story>,
    timeline: Timeline,
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
        let opened = scenario::open(listed.text);
        Self::view(Some(listed.id), opened.scenario, opened.timeline)
    }

    /// Views a scenario that was read, with the cursor where its timeline has it. One that says
    /// what a built-in one says is that one: a reload of its page comes back to it.
    pub fn of(scenario: Scenario, timeline: Timeline) -> Self {
        let listed = scenario::CATALOGUE.iter().find(|listed| {
            // The titles are compared first, so that at most one text is read.
            listed.title() == scenario.title && scenario::open(listed.text).scenario == scenario
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
        Self {
            now: Moment { story, timeline },
            undo: Vec::new(),
            redo: Vec::new(),
            revision: 0,
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

    /// Does what the viewer wants, or says why not.
    pub fn update(&mut self, action: Action) -> Result<(), Trouble> {
        let cursor = self.timeline().cursor();
        match action {
            Action::Next if self.has_more() => self.now.timeline.seek(cursor + 1),
            Action::Next => {
                let next = self.timeline().world().next();
                let nothing = "nothing is outstanding: send something, or go back";
                self.push(next.ok_or(Trouble::NoFurther(nothing))?)?;
            }
            Action::Back if cursor == 0 => return Err(Trouble::NoFurther("this is the start")),
            Action::Back => self.now.timeline.seek(cursor - 1),
            Action::First => self.now.timeline.seek(0),
            Action::Last => self.now.timeline.seek(self.timeline().len()),
            Action::Seek(step) => self.now.timeline.seek(step),
            Action::Do(event) => self.push(event)?,
            Action::Open(listed) => {
                let opened = Self::of_listed(listed);
                self.change(opened.now);
            }
            Action::Load(text) => self.load(&text)?,
            Action::AddProducer(id) => self.add_producer(id)?,
            Action::AddPartition => self.add_partition()?,
            Action::Reset => {
                let mut reset = self.now.clone();
                reset.timeline.reset();
                self.change(reset);
            }
            Action::GoToBranch(branch) => {
                self.now.timeline.go_to_branch(branch);
                self.revision += 1;
            }
            Action::Undo => {
                let before = self
                    .undo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to undo"))?;
                self.redo.push(std::mem::replace(&mut self.now, before));
                self.revision += 1;
            }
            Action::Redo => {
                let after = self
                    .redo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to redo"))?;
                self.undo.push(std::mem::replace(&mut self.now, after));
                self.revision += 1;
            }
        }
        Ok(())
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

    fn push(&mut self, event: Event) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        match next.timeline.push(event).map_err(Trouble::Push)? {
            // Only the cursor moved along what was there.
            Pushed::Followed => self.now = next,
            _ => self.change(next),
        }
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), Trouble> {
        let opened = Opened::whole(text).map_err(Trouble::Text)?;
        let mut loaded = Self::of(opened.scenario, opened.timeline);
        // Someone who edits what is on the screen stays where they are.
        loaded.now.timeline.seek(self.timeline().cursor());
        self.change(loaded.now);
        Ok(())
    }

    fn add_producer(&mut self, transactional_id: Option<Rc<str>>) -> Result<(), Trouble> {
        let mut setup = self.timeline().setup().clone();
        let taken = |name| {
            let anywhere = self.timeline().world_at(usize::MAX).actor(name).is_some();
            anywhere || setup.producers.contains_key(&name)
        };
        let free = ProducerName::all().find(|name| !taken(*name));
        let name = free.ok_or(Trouble::NoneLeft("all 26 producers, A to Z, are there"))?;
        let producer = ProducerSetup {
            transactional_id,
            ..ProducerSetup::default()
        };
        setup.producers.insert(name, producer);
        self.set_up(setup)
    }

    fn add_partition(&mut self) -> Result<(), Trouble> {
        let mut setup = self.timeline().setup().clone();
        let known = self.timeline().world_at(usize::MAX).known_partitions();
        let free = PartitionId::all().find(|id| !known.contains(id));
        let id = free.ok_or(Trouble::NoneLeft(
            "all 16 partitions, p-0 to p-15, are there",
        ))?;
        setup.given.or_default(id).log_end = Some(Offset::ZERO);
        if let Some(first) = known.first() {
            // The first partition is there by default only as long as no other is.
            setup
                .given
                .or_default(*first)
                .log_end
                .get_or_insert(Offset::ZERO);
        }
        self.set_up(setup)
    }

    /// Replays everything under another setup.
    fn set_up(&mut self, setup: Setup) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        next.timeline = self.now.timeline.under(setup).map_err(Trouble::Push)?;
        self.change(next);
        Ok(())
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
