//! What a viewer can do, and why it may come to nothing.

use crate::kafka::Conflict;
use crate::scenario::{Listed, TextError};
use crate::sim::{Change, Event, SetupError, Variant};
use crate::timeline::PushError;
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
    /// The same, by a hand that decides many things in a row: together they are one change.
    Chaos(Event),
    /// Deliver and retry until nothing is outstanding.
    Settle,
    /// Open a built-in scenario.
    Open(&'static Listed),
    /// Replace everything by a text.
    Load(String),
    /// Lay the same events under another setup beside these, or stop comparing.
    Compare(Option<Variant>),
    /// Change one setting, and replay everything under it.
    Set(Change),
    /// Give every setting its default, and replay everything under these.
    Defaults,
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

impl Trouble {
    /// The conflict between settings that it is about, if it is.
    pub fn conflict(&self) -> Option<Conflict> {
        match self {
            Self::Push(PushError::Setup(SetupError::Conflict(conflict))) => Some(*conflict),
            _ => None,
        }
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
