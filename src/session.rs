//! What a viewer has before them: a story, its timeline, and the changes that can be undone.

use crate::kafka::{Offset, Partition, PartitionId};
use crate::scenario::{self, Listed, Opened, Scenario, TextError};
use crate::sim::{Actor, Cargo, Event, ProducerName, ProducerSetup, Setup};
use crate::timeline::{PushError, Pushed, Timeline};
use crate::words;
use std::fmt;
use std::rc::Rc;

/// Something a viewer wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// One step on; beyond the end, what lets nothing go wrong.
    Next,
    /// One step back.
    Back,
    /// To the start.
    First,
    /// To the end of the branch on screen.
    Last,
    /// To behind this many events, or as far as there are any.
    Seek(usize),
    /// Decide something at the cursor.
    Do(Event),
    /// Open a built-in scenario.
    Open(&'static Listed),
    /// Replace everything by a text.
    Load(String),
    /// Add the first producer that is not there yet, with a transactional id of this name or none.
    AddProducer(Option<Rc<str>>),
    /// Add the first partition that is not there yet.
    AddPartition,
    /// Go to the start of the story as it was opened.
    Reset,
    /// Go over to another branch.
    GoToBranch(usize),
    /// Take back the last change.
    Undo,
    /// Do the change again that was taken back.
    Redo,
}

/// Why an action came to nothing. Whatever was there is still there.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The text cannot be read, or not be replayed.
    Text(TextError),
    /// The event cannot happen now.
    Push(PushError),
    /// The step or branch on screen is the first or the last one.
    NoFurther(&'static str),
    /// All letters or all numbers are taken.
    NoneLeft(&'static str),
}

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

    /// Views a scenario that was read, with the cursor where its timeline has it.
    pub fn of(scenario: Scenario, timeline: Timeline) -> Self {
        Self::view(None, scenario, timeline)
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

    /// Who and what takes part: the producers and partitions at the cursor, and those that the
    /// branch on screen mentions later, as they are before their first mention.
    pub fn cast(&self) -> (Vec<Actor>, Vec<(PartitionId, Partition<Cargo>)>) {
        let now = self.timeline().world();
        let end = self.timeline().world_at(usize::MAX);
        // A zombie is nobody before it is left behind.
        let to_come = |actor: &&Actor| now.actor(actor.name).is_none() && actor.zombie_of.is_none();
        let mut actors: Vec<Actor> = now.actors().cloned().collect();
        actors.extend(
            end.actors()
                .filter(to_come)
                .map(|actor| Actor::new(actor.name)),
        );
        actors.sort_by_key(|actor| actor.name);
        let ids = now.partitions().keys().chain(end.partitions().keys());
        let mut ids: Vec<PartitionId> = ids.copied().collect();
        ids.sort();
        ids.dedup();
        let log = |id: PartitionId| now.partitions().get(&id).cloned().unwrap_or_default();
        (actors, ids.into_iter().map(|id| (id, log(id))).collect())
    }

    /// The scenario that the branch on screen is: what a link and an export carry.
    pub fn scenario(&self) -> Scenario {
        let story = self.story();
        Scenario {
            title: story.title.clone(),
            about: story.about.clone(),
            recording: self.timeline().recording(),
            // The closing words are about the story's own end.
            closing: if self.has_left_story() {
                String::new()
            } else {
                story.closing.clone()
            },
        }
    }

    /// The text of the branch on screen, with its facts; without them, where with them it would be
    /// too long to be read again.
    pub fn text(&self) -> String {
        let scenario = self.scenario();
        let text = scenario.print(&crate::scenario::fact_lines(self.timeline()));
        if text.len() <= crate::scenario::TEXT_MAX {
            text
        } else {
            scenario.print(&[])
        }
    }

    /// What the author says at the cursor: the about at the start, else the step's caption.
    pub fn caption(&self) -> Option<&str> {
        match self.timeline().step() {
            None => Some(self.story().about.as_str()).filter(|about| !about.is_empty()),
            Some(step) => step.entry.caption.as_deref(),
        }
    }

    /// The author's last words, where the cursor stands at the end of the story.
    pub fn closing(&self) -> Option<&str> {
        let at_end = !self.has_more() && !self.has_left_story() && !self.timeline().is_empty();
        Some(self.story().closing.as_str()).filter(|closing| at_end && !closing.is_empty())
    }

    /// Whether the author asks something at the cursor: then Play waits.
    pub fn asks(&self) -> bool {
        self.caption()
            .is_some_and(|caption| caption.trim_end().ends_with('?'))
    }

    /// What happened at the cursor, in one or two sentences.
    pub fn sentence(&self) -> String {
        match self.timeline().step() {
            Some(step) => words::tell(step),
            None => "Nothing has happened yet.".to_owned(),
        }
    }

    /// The same, as a message that is never the same twice in a row.
    pub fn status(&self) -> String {
        let (cursor, steps) = (self.timeline().cursor(), self.timeline().len());
        format!("Step {cursor} of {steps}. {}", self.sentence())
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
            Action::GoToBranch(branch) => self.now.timeline.go_to_branch(branch),
            Action::Undo => {
                let before = self
                    .undo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to undo"))?;
                self.redo.push(std::mem::replace(&mut self.now, before));
            }
            Action::Redo => {
                let after = self
                    .redo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to redo"))?;
                self.undo.push(std::mem::replace(&mut self.now, after));
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

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Push(error) => error.fmt(f),
            Self::NoFurther(why) | Self::NoneLeft(why) => f.write_str(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_takes_back_changes_and_not_moves() {
        let mut session = Session::new();
        session.update(Action::Next).unwrap();
        assert!(!session.can_undo());
        let send = "A send p-0 1".to_owned();
        let event = scenario::open(&send).scenario.recording.entries[0]
            .event
            .clone();
        session.update(Action::Do(event)).unwrap();
        assert!(session.has_left_story());
        session.update(Action::Undo).unwrap();
        assert!(!session.has_left_story());
        assert_eq!(session.timeline().cursor(), 1);
        session.update(Action::Redo).unwrap();
        assert_eq!(session.timeline().cursor(), 2);
    }

    #[test]
    fn a_text_that_cannot_be_read_leaves_everything_as_it_was() {
        let mut session = Session::new();
        session.update(Action::Last).unwrap();
        let before = session.text();
        assert!(
            session
                .update(Action::Load("deliver A1.1".to_owned()))
                .is_err()
        );
        assert_eq!(session.text(), before);
        assert!(!session.can_undo());
    }

    #[test]
    fn adding_to_the_setup_keeps_the_run_and_its_branches() {
        let mut session = Session::new();
        session.update(Action::Last).unwrap();
        let steps = session.timeline().len();
        session.update(Action::AddPartition).unwrap();
        session.update(Action::AddProducer(None)).unwrap();
        assert_eq!(session.timeline().len(), steps);
        assert_eq!(session.timeline().cursor(), steps);
        assert!(session.text().contains("given p-1 log-end=0\n"));
        assert!(session.text().contains("producer B\n"));
    }

    #[test]
    fn next_beyond_the_end_lets_nothing_go_wrong() {
        let mut session = Session::new();
        session
            .update(Action::Load("A send p-0 1".to_owned()))
            .unwrap();
        session.update(Action::Last).unwrap();
        session.update(Action::Next).unwrap();
        session.update(Action::Next).unwrap();
        assert!(session.status().starts_with("Step 3 of 3. A hears"));
        assert!(session.update(Action::Next).is_err());
    }
}
