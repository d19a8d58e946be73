//! The same events under two setups, side by side, and the first step at which they differ.
//!
//! The first lane is a timeline; the second follows it. An event that is impossible in the second
//! lane (its message does not exist there) is noted as such, changes nothing there, and the
//! comparison goes on.

use crate::kafka::{Acks, Conflict, Decision, Offset, PartitionId, RETRIES_MAX, SLOTS, SharedVec};
use crate::sim::{Change, Fact, Impossible, Setup, SetupError, Variant, World};
use crate::timeline::{Branch, Step, Timeline, step_that_wrote};
use std::rc::Rc;

/// A timeline's branch on screen, followed under another setup. Copies are cheap.
#[derive(Clone, Debug)]
pub struct Comparison {
    variant: Variant,
    setup: Rc<Setup>,
    start: Rc<World>,
    /// The first lane, as far as it was followed.
    first: Branch,
    second: SharedVec<Rc<Other>>,
    /// The first step at which the lanes differ, from 1.
    differ_at: Option<usize>,
}

/// What one event came to in the second lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// What happened, or why the event is impossible there.
    pub happened: Result<Vec<Fact>, Impossible>,
    /// The second world after it.
    pub world: Rc<World>,
    /// Whether the lanes differ at this step.
    pub differs: bool,
}

impl Other {
    /// The facts; none if the event was impossible.
    pub fn facts(&self) -> &[Fact] {
        self.happened.as_deref().unwrap_or_default()
    }

    /// The decision of this step, if a batch was judged, and on which partition.
    pub fn judged(&self) -> Option<(PartitionId, &Decision)> {
        self.facts().iter().find_map(Fact::judged)
    }
}

impl Comparison {
    /// Follows a timeline under its setup as the variant departs from it.
    pub fn new(variant: Variant, timeline: &Timeline) -> Result<Self, SetupError> {
        let setup = variant.of(timeline.setup());
        let mut comparison = Self {
            variant,
            start: Rc::new(World::new(&setup)?),
            setup: Rc::new(setup),
            first: Branch::new(),
            second: SharedVec::new(),
            differ_at: None,
        };
        comparison.follow(timeline);
        Ok(comparison)
    }

    /// How the second setup departs from the first.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The second setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The first step of the branch on screen at which the lanes differ, from 1.
    pub fn differ_at(&self) -> Option<usize> {
        self.differ_at
    }

    /// The second lane's step, from 1.
    pub fn step(&self, step: usize) -> Option<&Rc<Other>> {
        self.second.get(step.checked_sub(1)?)
    }

    /// The second world after this many steps, at most all of them.
    pub fn world_at(&self, steps: usize) -> &World {
        let last = self.step(steps.min(self.second.len()));
        last.map_or(&self.start, |other| &other.world)
    }

    /// Which step, from 1, appended the second lane's batch at this base offset; `None` if it stood
    /// there before step 1 or never did.
    pub fn step_that_wrote(&self, partition: PartitionId, base: Offset) -> Option<usize> {
        let steps = self.second.len();
        step_that_wrote(partition, base, steps, &|step| self.world_at(step))
    }

    /// Goes on to wherever the timeline's branch on screen has gone; its setup is the same as
    /// before. What both branches begin with is not played again.
    pub fn follow(&mut self, timeline: &Timeline) {
        let steps = timeline.steps();
        let kept = shared(&self.first, steps);
        self.second.truncate(kept);
        self.differ_at = self.differ_at.filter(|step| *step <= kept);
        for place in kept..steps.len() {
            let step = steps.get(place).expect("it is within the branch");
            let other = self.play(step);
            if other.differs && self.differ_at.is_none() {
                self.differ_at = Some(place + 1);
            }
            self.second.push(Rc::new(other));
        }
        self.first = steps.clone();
    }

    fn play(&self, step: &Step) -> Other {
        let before = match self.second.last() {
            Some(other) => &other.world,
            None => &self.start,
        };
        match before.apply(&step.entry.event) {
            Ok((world, facts)) => Other {
                differs: !alike(&step.facts, &facts),
                happened: Ok(facts),
                world: Rc::new(world),
            },
            Err(why) => Other {
                differs: true,
                happened: Err(why),
                world: Rc::clone(before),
            },
        }
    }
}

/// The variant that turns idempotence around: off where it is on; else on, with whatever stands in
/// its way set as idempotence needs it.
pub fn turned(setup: &Setup) -> Variant {
    if setup.settings.is_idempotent() {
        return Variant::idempotence_off();
    }
    let mut variant = Variant::default();
    variant.add(Change::Idempotence(true));
    while let Some(conflict) = variant.of(setup).settings.conflict() {
        variant.add(match conflict {
            Conflict::Acks(_) => Change::Acks(Acks::All),
            Conflict::NoRetries => Change::Retries(RETRIES_MAX),
            Conflict::InFlight(_) => Change::MaxInFlight(SLOTS as u32),
        });
    }
    variant
}

/// How many steps two branches begin with in common. A step belongs to one past only, so halving
/// finds it.
fn shared(here: &Branch, there: &Branch) -> usize {
    let same = |place: usize| match (here.get(place), there.get(place)) {
        (Some(here), Some(there)) => Rc::ptr_eq(here, there),
        _ => false,
    };
    let (mut low, mut high) = (0, here.len().min(there.len()));
    while low < high {
        let middle = low.midpoint(high);
        if same(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Whether two lists of facts tell of the same answers. Which numbers a batch carried does not
/// matter; what was sent, answered and told to an application does.
fn alike(here: &[Fact], there: &[Fact]) -> bool {
    let mut there = there.iter().filter(|fact| tells(fact));
    let mut here = here.iter().filter(|fact| tells(fact));
    loop {
        match (here.next(), there.next()) {
            (None, None) => return true,
            (Some(here), Some(there)) if same_answer(here, there) => {}
            _ => return false,
        }
    }
}

fn tells(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Sent(_)
            | Fact::Judged { .. }
            | Fact::Acknowledged { .. }
            | Fact::Failed { .. }
            | Fact::LifeEnded { .. }
    )
}

fn same_answer(here: &Fact, there: &Fact) -> bool {
    match (here, there) {
        (Fact::Sent(here), Fact::Sent(there)) => here.name == there.name,
        (
            Fact::Judged { decision: here, .. },
            Fact::Judged {
                decision: there, ..
            },
        ) => (here.reply, here.log_end) == (there.reply, there.log_end),
        // All that these hold is in their words.
        _ => here.to_string() == there.to_string(),
    }
}

#[cfg(test)]
mod tests;
