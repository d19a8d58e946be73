//! A recording replayed into steps, with a cursor and branches.
//!
//! A step keeps its whole world, so the cursor moves anywhere at no cost; worlds share what did
//! not change, so a long run is no slower to grow than a short one.

mod recording;
mod under;

pub use recording::{EVENTS_MAX, Entry, PushError, Recording, ReplayError, Step};
pub use under::Under;

use crate::kafka::{Offset, PartitionId, SharedVec};
use crate::sim::{Event, Setup, SetupError, World};
use std::rc::Rc;

/// Steps from the start of a recording to one of its ends.
pub type Branch = SharedVec<Rc<Step>>;

/// A recording with a cursor, and the branches that were left.
///
/// Branch 0 is the story as it was opened and never changes. Acting anywhere else than along a
/// branch starts a new one; the branch that was left stays.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    setup: Rc<Setup>,
    start: Rc<World>,
    branches: SharedVec<Branch>,
    current: usize,
    cursor: usize,
}

/// What became of an event that was pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// It is what the branch holds next anyway: only the cursor moved.
    Followed,
    /// It was added at the end of the branch.
    Extended,
    /// It started a new branch at the cursor.
    Branched,
}

impl Timeline {
    /// A timeline without events.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let start = Rc::new(World::new(&setup)?);
        Ok(Self {
            setup: Rc::new(setup.settled()),
            start,
            branches: std::iter::once(Branch::new()).collect(),
            current: 0,
            cursor: 0,
        })
    }

    /// Replays a recording up to the first event that cannot happen, and says which one that is.
    /// The cursor stands at the start.
    pub fn replay(recording: &Recording) -> Result<(Self, Option<ReplayError>), SetupError> {
        let mut timeline = Self::new(recording.setup.clone())?;
        let mut steps = Branch::new();
        let mut stopped = None;
        for (index, entry) in recording.entries.iter().enumerate() {
            let before = steps.last().map_or(&*timeline.start, |step| &step.world);
            match next_step(before, steps.len(), entry.clone()) {
                Ok(step) => steps.push(Rc::new(step)),
                Err(error) => {
                    stopped = Some(ReplayError { index, error });
                    break;
                }
            }
        }
        timeline.branches = std::iter::once(steps).collect();
        Ok((timeline, stopped))
    }

    /// What held before step 1.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The steps of the branch on screen, also those beyond the cursor.
    pub fn steps(&self) -> &Branch {
        self.branch(self.current)
    }

    /// How many steps the branch on screen has.
    pub fn len(&self) -> usize {
        self.steps().len()
    }

    /// Whether the branch on screen has no steps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many steps have happened: 0 to [`len`](Self::len).
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The step that has just happened; `None` at the start.
    pub fn step(&self) -> Option<&Rc<Step>> {
        self.steps().get(self.cursor.checked_sub(1)?)
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        self.step().map_or(&self.start, |step| &step.world)
    }

    /// The world before the step at the cursor; `None` at the start.
    pub fn world_before(&self) -> Option<&World> {
        let before = self.cursor.checked_sub(1)?;
        Some(self.world_at(before))
    }

    /// The world after this many steps of the branch on screen, at most all of them.
    pub fn world_at(&self, steps: usize) -> &World {
        let last = steps.min(self.len()).checked_sub(1);
        let step = last.and_then(|last| self.steps().get(last));
        step.map_or(&self.start, |step| &step.world)
    }

    /// Which step of the branch on screen, from 1, appended the batch at this base offset; `None`
    /// if it stood there before step 1 or never did.
    pub fn step_that_wrote(&self, partition: PartitionId, base: Offset) -> Option<usize> {
        step_that_wrote(partition, base, self.len(), &|step| self.world_at(step))
    }

    /// Moves the cursor, at most to the end.
    pub fn seek(&mut self, step: usize) {
        self.cursor = step.min(self.len());
    }

    /// Pushes an event at the cursor and moves the cursor behind it.
    pub fn push(&mut self, event: Event) -> Result<Pushed, PushError> {
        let next = self.steps().get(self.cursor);
        if next.is_some_and(|step| step.entry.event == event) {
            self.cursor += 1;
            return Ok(Pushed::Followed);
        }
        let entry = Entry {
            event,
            caption: None,
        };
        let step = Rc::new(next_step(self.world(), self.cursor, entry)?);
        let extends = self.current != 0 && self.cursor == self.len();
        if !extends {
            let mut steps = self.steps().clone();
            steps.truncate(self.cursor);
            self.branches.push(steps);
            self.current = self.branches.len() - 1;
        }
        let current = self.branches.get_mut(self.current);
        current.expect("the branch on screen").push(step);
        self.cursor += 1;
        Ok(if extends {
            Pushed::Extended
        } else {
            Pushed::Branched
        })
    }

    /// How many branches there are: the story and those that were started since.
    pub fn branches(&self) -> usize {
        self.branches.len()
    }

    /// Which branch is on screen; 0 is the story.
    pub fn current(&self) -> usize {
        self.current
    }

    /// The steps of a branch.
    pub fn branch(&self, branch: usize) -> &Branch {
        self.branches
            .get(branch)
            .expect("a branch of this timeline")
    }

    /// How many steps the branch on screen has in common with another.
    pub fn shared_with(&self, branch: usize) -> usize {
        let (here, there) = (self.steps(), self.branch(branch));
        let pairs = here.iter().zip(there.iter());
        pairs
            .take_while(|(here, there)| Rc::ptr_eq(here, there))
            .count()
    }

    /// Goes over to another branch, to where it parts from the one on screen or to the cursor,
    /// whichever comes first. A branch that does not exist is left alone.
    pub fn go_to_branch(&mut self, branch: usize) {
        if branch < self.branches.len() {
            let shared = self.shared_with(branch);
            self.current = branch;
            self.cursor = self.cursor.min(shared);
        }
    }

    /// Goes to the start of the story as it was opened.
    pub fn reset(&mut self) {
        self.current = 0;
        self.cursor = 0;
    }

    /// The recording that the branch on screen replays.
    pub fn recording(&self) -> Recording {
        Recording {
            setup: self.setup().clone(),
            entries: self.steps().iter().map(|step| step.entry.clone()).collect(),
        }
    }
}

/// Which of so many steps, from 1, appended the batch at this base offset, by the worlds after each
/// of them; `None` if it stood there before step 1 or never did.
///
/// While one broker leads, its log only grows; so the step is found by halving, first the steps
/// under the leader that appended the batch, then the one: 13 looks each in a run of 5,000.
pub(crate) fn step_that_wrote<'a>(
    partition: PartitionId,
    base: Offset,
    steps: usize,
    world_at: &dyn Fn(usize) -> &'a World,
) -> Option<usize> {
    let leader_epoch = |step: usize| {
        let replicas = world_at(step).replicas(partition);
        replicas.map_or(0, |replicas| replicas.leader_epoch)
    };
    let has = |step: usize| {
        let log = world_at(step).partitions().get(&partition);
        log.is_some_and(|log| log.log_end() > base)
    };
    if !has(steps) {
        return None;
    }
    let log = world_at(steps).partitions().get(&partition)?;
    let epoch = match log.batch_at(base) {
        Some(batch) => batch.leader_epoch,
        // It was deleted. Of several leaders nobody can say which one appended it.
        None if leader_epoch(steps) == 0 => 0,
        None => return None,
    };
    let from = first_step(0, steps, &|step| leader_epoch(step) >= epoch);
    let written = first_step(from, steps, &|step| leader_epoch(step) > epoch || has(step));
    (written > 0).then_some(written)
}

/// The first step from `from` on that has a property which all later ones keep; `to` has it.
fn first_step(from: usize, to: usize, has: &dyn Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = low.midpoint(high);
        if has(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

fn next_step(before: &World, steps: usize, entry: Entry) -> Result<Step, PushError> {
    if steps >= EVENTS_MAX {
        return Err(PushError::Full);
    }
    let (world, facts) = before.apply(&entry.event).map_err(PushError::Impossible)?;
    Ok(Step {
        entry,
        facts,
        world,
    })
}

#[cfg(test)]
mod tests;
