//! What there is to show of a session: its cast, its words, its text.

use super::Session;
use crate::kafka::{Partition, PartitionId};
use crate::scenario::{Scenario, TEXT_MAX, fact_lines};
use crate::sim::{Actor, Cargo};
use crate::words;

impl Session {
    /// The producers that take part: those at the cursor, and those that the branch on screen
    /// mentions later, as they are before their first mention.
    pub fn producers(&self) -> Vec<Actor> {
        let now = self.timeline().world();
        let end = self.timeline().world_at(usize::MAX);
        // A zombie is nobody before it is left behind.
        let to_come = |actor: &&Actor| now.actor(actor.name).is_none() && actor.zombie_of.is_none();
        let mut actors: Vec<Actor> = now.actors().cloned().collect();
        let later = end.actors().filter(to_come);
        actors.extend(later.map(|actor| Actor::new(actor.name)));
        actors.sort_by_key(|actor| actor.name);
        actors
    }

    /// The partitions that take part, likewise.
    pub fn partitions(&self) -> Vec<(PartitionId, Partition<Cargo>)> {
        let now = self.timeline().world().partitions();
        let end = self.timeline().world_at(usize::MAX).partitions();
        let mut ids: Vec<PartitionId> = now.keys().chain(end.keys()).copied().collect();
        ids.sort();
        ids.dedup();
        let log = |id: PartitionId| now.get(&id).cloned().unwrap_or_default();
        ids.into_iter().map(|id| (id, log(id))).collect()
    }

    /// The scenario that the branch on screen is: what a link and an export carry.
    pub fn scenario(&self) -> Scenario {
        let story = self.story();
        Scenario {
            title: story.title.clone(),
            about: story.about.clone(),
            recording: self.timeline().recording(),
            compare: self
                .comparison()
                .map(|comparison| comparison.variant().clone()),
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
        let text = scenario.print(&fact_lines(self.timeline()));
        if text.len() <= TEXT_MAX {
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
}
