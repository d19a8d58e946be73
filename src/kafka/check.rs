//! The ordered checks: what a broker asks of a batch before it touches the log.
//!
//! [`judge`] is the whole rule, in the lesson's order. Below it stand the words for what it finds
//! and what is answered.

use super::batch::{Header, Invalid};
use super::number::{ProducerId, Sequence};
use super::rules::Unknown;
use super::window::{ProducerState, Slot, Window};
use std::cmp::Ordering;

/// Judges a batch against what the partition remembers of its producer. Nothing is changed.
///
/// Source: the lesson, "The checks, in order". Kafka's `ProducerAppendInfo` and
/// `ProducerStateEntry.findDuplicateBatch` give the same answers, but for one: what a producer
/// without state is told has changed from version to version, and is the policy `unknown`.
#[inline]
pub fn judge(
    batch: &Header,
    state: Option<&ProducerState>,
    unknown: Unknown,
    log: History,
) -> Reason {
    if let Some(invalid) = batch.invalid() {
        return Reason::Invalid(invalid);
    }
    if batch.pid == ProducerId::NONE {
        return Reason::NotIdempotent;
    }
    let starts_at_zero = batch.first == Sequence::ZERO;

    let Some(state) = state else {
        return if starts_at_zero {
            Reason::NoState
        } else {
            judge_unknown(unknown, log)
        };
    };
    match batch.epoch.cmp(&state.epoch) {
        Ordering::Less => Reason::OlderEpoch,
        Ordering::Greater if starts_at_zero => Reason::NewerEpoch,
        Ordering::Greater => Reason::NewerEpochNotZero,
        Ordering::Equal => judge_same_epoch(batch, &state.window),
    }
}

/// Check 1 for a batch that does not start at 0.
fn judge_unknown(unknown: Unknown, log: History) -> Reason {
    match unknown {
        Unknown::RefuseUnlessEmptied if log == History::Emptied => {
            Reason::NoStateAccepted(Lenient::Emptied)
        }
        Unknown::RefuseIfNeverWritten if log != History::NeverWritten => {
            Reason::NoStateAccepted(Lenient::HeldRecords)
        }
        Unknown::Accept => Reason::NoStateAccepted(Lenient::AnySequence),
        Unknown::UnknownProducerId => Reason::NoStateUnknown,
        Unknown::Refuse | Unknown::RefuseUnlessEmptied | Unknown::RefuseIfNeverWritten => {
            Reason::NoStateNotZero
        }
    }
}

#[inline]
fn judge_same_epoch(batch: &Header, window: &Window) -> Reason {
    if let Some(slot) = window.find(batch.first, batch.last()) {
        return Reason::Remembered { slot: slot as u8 };
    }
    if batch.first == window.newest().last.next() {
        return Reason::Next;
    }
    Reason::NotNext(misplaced(batch, window))
}

/// In which way a batch is not the next one.
fn misplaced(batch: &Header, window: &Window) -> Misplaced {
    /// Half of all sequences: what is further ahead than this is behind.
    const HALF: u32 = 1 << 30;
    let overlaps = |slot: &Slot| slot.overlaps(batch.first, batch.records);
    if window.slots().iter().any(overlaps) {
        Misplaced::Overlap
    } else if batch.first.steps_after(window.newest().last) < HALF {
        Misplaced::GapAhead
    } else {
        Misplaced::BehindWindow
    }
}

/// What decided, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No producer may send such a batch; no check was asked.
    Invalid(Invalid),
    /// The producer id is -1; no check was asked.
    NotIdempotent,
    /// Check 1: nothing is known of the producer, and the batch starts at 0.
    NoState,
    /// Check 1: nothing is known of the producer, and the batch does not start at 0.
    NoStateNotZero,
    /// Check 1: the same, and the broker says that it does not know the producer.
    NoStateUnknown,
    /// Check 1: the same, but it is accepted.
    NoStateAccepted(Lenient),
    /// Check 2: an older life than the remembered one.
    OlderEpoch,
    /// Check 3: a newer life that starts at 0.
    NewerEpoch,
    /// Check 3: a newer life that does not start at 0.
    NewerEpochNotZero,
    /// Check 4: exactly this range is remembered.
    Remembered {
        /// Which slot remembers it; 0 is the oldest.
        slot: u8,
    },
    /// Check 4: it starts one after the newest remembered sequence.
    Next,
    /// Check 4: neither remembered nor next.
    NotNext(Misplaced),
}

/// What a log has held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// No record, ever.
    NeverWritten,
    /// Records, and it holds none now.
    Emptied,
    /// Records, and it holds some.
    HoldsRecords,
}

/// Why a batch from a producer without state is accepted although it does not start at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lenient {
    /// The log has held records and holds none now: no messages also means no duplicates. The
    /// broker logs a warning.
    Emptied,
    /// Any first sequence is.
    AnySequence,
    /// The log has held records.
    HeldRecords,
}

/// The three ways not to be the expected number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// It starts further on: batches before it are missing.
    GapAhead,
    /// It shares sequences with a remembered batch, but is not that batch.
    Overlap,
    /// It is older than what is remembered.
    BehindWindow,
}

/// The four checks, numbered as in the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// 1: nothing is known of the producer on this partition.
    NoState = 1,
    /// 2: the batch is from an older life than the remembered one.
    OlderEpoch,
    /// 3: the batch is from a newer life.
    NewerEpoch,
    /// 4: the batch is from the remembered life.
    SameEpoch,
}

impl Reason {
    /// The check that decided, or `None` where none was asked.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Self::Invalid(_) | Self::NotIdempotent => None,
            Self::NoState
            | Self::NoStateNotZero
            | Self::NoStateUnknown
            | Self::NoStateAccepted(_) => Some(Rule::NoState),
            Self::OlderEpoch => Some(Rule::OlderEpoch),
            Self::NewerEpoch | Self::NewerEpochNotZero => Some(Rule::NewerEpoch),
            Self::Remembered { .. } | Self::Next | Self::NotNext(_) => Some(Rule::SameEpoch),
        }
    }

    /// Whether the batch is appended.
    #[inline]
    pub fn accepts(self) -> bool {
        matches!(
            self,
            Self::NotIdempotent
                | Self::NoState
                | Self::NoStateAccepted(_)
                | Self::NewerEpoch
                | Self::Next
        )
    }
}

impl Rule {
    /// All checks, in the order in which they are asked.
    pub const ALL: [Self; 4] = [
        Self::NoState,
        Self::OlderEpoch,
        Self::NewerEpoch,
        Self::SameEpoch,
    ];

    /// Its number in the lesson, 1 to 4.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Its name in the lesson.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoState => "No state",
            Self::OlderEpoch => "Older epoch",
            Self::NewerEpoch => "Newer epoch",
            Self::SameEpoch => "Same epoch",
        }
    }
}

impl Misplaced {
    /// Its kind, in words.
    pub fn kind(self) -> &'static str {
        match self {
            Self::GapAhead => "a gap ahead",
            Self::Overlap => "an overlap with a remembered batch",
            Self::BehindWindow => "behind the window",
        }
    }
}
