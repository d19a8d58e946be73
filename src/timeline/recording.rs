//! Recordings, and the steps that come of replaying them.

use crate::kafka::{Decision, PartitionId};
use crate::sim::{Event, Fact, Impossible, Setup, SetupError, World};
use std::fmt;
use std::rc::Rc;

/// A setup and what was decided under it. Everything on the screen is one of these, replayed up to
/// a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// What held before step 1.
    pub setup: Setup,
    /// The events in order.
    pub entries: Vec<Entry>,
}

/// An event, and what its author says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What was decided.
    pub event: Event,
    /// The author's words; lines are kept as they were written.
    pub caption: Option<Rc<str>>,
}

/// The most events in one recording.
pub const EVENTS_MAX: usize = 20_000;

/// One event, what happened, and the world after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The event and its caption.
    pub entry: Entry,
    /// What happened.
    pub facts: Vec<Fact>,
    /// The world after it.
    pub world: World,
}

impl Step {
    /// The decision of this step, if a batch was judged, and on which partition.
    pub fn judged(&self) -> Option<(PartitionId, &Decision)> {
        self.facts.iter().find_map(Fact::judged)
    }
}

/// Why an event was not pushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushError {
    /// It cannot happen at the cursor.
    Impossible(Impossible),
    /// The branch holds [`EVENTS_MAX`] events.
    Full,
    /// The setup describes no world.
    Setup(SetupError),
}

/// Where a recording cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which entry, from 0.
    pub index: usize,
    /// Why.
    pub error: PushError,
}

impl fmt::Display for PushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(why) => why.fmt(f),
            Self::Setup(why) => why.fmt(f),
            Self::Full => write!(f, "a recording holds at most {EVENTS_MAX} events"),
        }
    }
}
