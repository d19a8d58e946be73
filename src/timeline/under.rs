//! The same events under another setup.

use super::recording::{Entry, ReplayError, Step};
use super::{Branch, Timeline, next_step};
use crate::kafka::SharedVec;
use crate::sim::{Fact, Setup, SetupError, World};
use std::rc::Rc;

/// A timeline that was replayed under another setup, and what that did to the branch on screen.
#[derive(Clone, Debug)]
pub struct Under {
    /// The new timeline.
    pub timeline: Timeline,
    /// The first step, from 1, at which something else happens than before.
    pub differs: Option<usize>,
    /// The first event that cannot happen any more, if there is one: the branch ends before it.
    pub stopped: Option<ReplayError>,
}

impl Timeline {
    /// The same events on every branch under another setup, with the cursor where it is.
    ///
    /// A branch ends before the first event that is impossible under the new setup. Captions tell
    /// what happened: from the first step on at which something else does, there are none.
    pub fn under(&self, setup: Setup) -> Result<Under, SetupError> {
        let start = World::new(&setup)?;
        let mut under = Under {
            timeline: Self {
                setup: Rc::new(setup.settled()),
                start: Rc::new(start),
                branches: SharedVec::new(),
                ..self.clone()
            },
            differs: None,
            stopped: None,
        };
        let story = self.branch(0);
        let (mut differs, story_stopped) = under.replay(story, 0);
        let mut stopped = story_stopped.clone();
        for place in 1..self.branches() {
            // Branches share their beginnings with the story, and go on sharing them.
            let shared = shared_steps(self.branch(place), story);
            let (own_differs, own_stopped) = under.replay(self.branch(place), shared);
            if place == self.current {
                differs = own_differs;
                let in_story = story_stopped
                    .clone()
                    .filter(|stopped| stopped.index < shared);
                stopped = in_story.or(own_stopped);
            }
        }
        (under.differs, under.stopped) = (differs, stopped);
        under.timeline.seek(self.cursor);
        Ok(under)
    }
}

impl Under {
    /// Adds a branch as it is under the new setup. It begins with `shared` steps of the story.
    fn replay(&mut self, old: &Branch, shared: usize) -> (Option<usize>, Option<ReplayError>) {
        let timeline = &mut self.timeline;
        let mut steps = timeline.branches.get(0).cloned().unwrap_or_default();
        steps.truncate(shared);
        let pairs = steps.iter().zip(old.iter());
        let mut differs = first_difference(pairs);
        let mut stopped = None;
        if steps.len() == shared {
            for (index, step) in old.iter().enumerate().skip(shared) {
                let before = steps.last().map_or(&*timeline.start, |step| &step.world);
                let entry = step.entry.clone();
                match next_step(before, index, entry) {
                    Ok(next) => {
                        if differs.is_none() && !same_words(&next.facts, &step.facts) {
                            differs = Some(index + 1);
                        }
                        steps.push(Rc::new(told(next, differs)));
                    }
                    Err(error) => {
                        stopped = Some(ReplayError { index, error });
                        break;
                    }
                }
            }
        }
        timeline.branches.push(steps);
        (differs, stopped)
    }
}

/// Without its caption, where what it tells may not be so any more.
fn told(mut step: Step, differs: Option<usize>) -> Step {
    if differs.is_some() {
        step.entry = Entry {
            caption: None,
            ..step.entry
        };
    }
    step
}

fn first_difference<'a>(
    pairs: impl Iterator<Item = (&'a Rc<Step>, &'a Rc<Step>)>,
) -> Option<usize> {
    let mut pairs = pairs.enumerate();
    let found = pairs.find(|(_, (new, old))| !same_words(&new.facts, &old.facts));
    found.map(|(index, _)| index + 1)
}

/// Whether the same is told of two steps: the facts as a reader sees them.
fn same_words(here: &[Fact], there: &[Fact]) -> bool {
    let mut pairs = here.iter().zip(there);
    here.len() == there.len() && pairs.all(|(here, there)| here.to_string() == there.to_string())
}

/// How many steps two branches begin with in common.
fn shared_steps(here: &Branch, there: &Branch) -> usize {
    let pairs = here.iter().zip(there.iter());
    pairs
        .take_while(|(here, there)| here.entry == there.entry)
        .count()
}
