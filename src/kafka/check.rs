//! The ordered checks: what a broker asks of a batch before it touches the log.
//!
//! [`judge`] is the whole rule, in the lesson's order. Everything below it only explains what it
//! found: a [`Decision`] keeps the numbers that were compared, so that the page, the command-line
//! tool and the JavaScript API can all show the same reasons.

use super::batch::{Header, Invalid};
use super::number::{Epoch, Offset, ProducerId, Sequence};
use super::window::{ProducerState, Slot, Window};
use std::cmp::Ordering;
use std::fmt;

/// Judges a batch against what the partition remembers of its producer. Nothing is changed.
///
/// Source: the lesson, "The checks, in order"; real brokers answer the same (`kafka.md` 1.2, rows
/// A and D to N), but for row B, no state and a first sequence other than 0.
#[inline]
pub fn judge(batch: &Header, state: Option<&ProducerState>) -> Reason {
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
            Reason::NoStateNotZero
        };
    };
    match batch.epoch.cmp(&state.epoch) {
        Ordering::Less => Reason::OlderEpoch,
        Ordering::Greater if starts_at_zero => Reason::NewerEpoch,
        Ordering::Greater => Reason::NewerEpochNotZero,
        Ordering::Equal => judge_same_epoch(batch, &state.window),
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

/// The broker's answer to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Appended; the first record stands at `base`. On the wire: no error.
    Ok {
        /// The offset of the first record.
        base: Offset,
    },
    /// Appended before; nothing was appended now. On the wire: no error, and the old offset.
    Duplicate {
        /// The offset that the first copy got.
        base: Offset,
    },
    /// Refused, OUT_OF_ORDER_SEQUENCE_NUMBER (45).
    OutOfOrder,
    /// Refused, INVALID_PRODUCER_EPOCH (47).
    Fenced,
    /// Refused, INVALID_RECORD (87).
    InvalidRecord,
}

/// What the broker decided about one batch, with everything needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The batch that was judged.
    pub batch: Header,
    /// What was remembered of its producer when the checks were asked.
    pub remembered: Option<Remembered>,
    /// Which check decided, and which way.
    pub reason: Reason,
    /// The answer.
    pub reply: Reply,
    /// The log end offset before.
    pub log_end_before: Offset,
    /// The log end offset after; the same, if nothing was appended.
    pub log_end: Offset,
    /// The slot that was written, if one was.
    pub written: Option<Slot>,
    /// The slot that fell out of the window to make room.
    pub fell_out: Option<Slot>,
    /// How many slots a newer epoch cleared: 0 to 5.
    pub cleared: u8,
}

/// The part of a producer's state that the checks compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The remembered epoch.
    pub epoch: Epoch,
    /// The newest remembered batch.
    pub newest: Slot,
    /// How many batches are remembered: 1 to 5.
    pub slots: u8,
}

/// One check as it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which check.
    pub rule: Rule,
    /// How it came out.
    pub outcome: Outcome,
    /// What was compared, in order. Empty if the check was never reached.
    pub comparisons: Vec<Comparison>,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The next check was asked.
    GoesOn,
    /// This check decided.
    Decides,
    /// An earlier check decided, or none was asked.
    NotReached,
}

/// One comparison of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What was compared, as a statement: `epoch 0 < 1`.
    pub statement: String,
    /// Whether the statement holds.
    pub holds: bool,
}

impl Reason {
    /// The check that decided, or `None` where none was asked.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Self::Invalid(_) | Self::NotIdempotent => None,
            Self::NoState | Self::NoStateNotZero => Some(Rule::NoState),
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
            Self::NotIdempotent | Self::NoState | Self::NewerEpoch | Self::Next
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

impl Reply {
    /// The lesson's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok { .. } => "OK",
            Self::Duplicate { .. } => "DUPLICATE",
            Self::OutOfOrder => "OUT_OF_ORDER",
            Self::Fenced => "FENCED",
            Self::InvalidRecord => "INVALID_RECORD",
        }
    }

    /// The name and number on Kafka's wire.
    pub fn kafka_name(self) -> &'static str {
        match self {
            Self::Ok { .. } => "NONE (0)",
            Self::Duplicate { .. } => "NONE (0), with the old offset",
            Self::OutOfOrder => "OUT_OF_ORDER_SEQUENCE_NUMBER (45)",
            Self::Fenced => "INVALID_PRODUCER_EPOCH (47)",
            Self::InvalidRecord => "INVALID_RECORD (87)",
        }
    }

    /// The base offset that it tells the producer, if it is an acknowledgement.
    pub fn base(self) -> Option<Offset> {
        match self {
            Self::Ok { base } | Self::Duplicate { base } => Some(base),
            Self::OutOfOrder | Self::Fenced | Self::InvalidRecord => None,
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

impl Decision {
    /// The sequence that the producer's next batch should have had: one after the newest
    /// remembered, or 0 where nothing is known or a newer life begins.
    pub fn expected(&self) -> Sequence {
        match (self.reason.rule(), self.remembered) {
            (Some(Rule::SameEpoch), Some(remembered)) => remembered.newest.last.next(),
            _ => Sequence::ZERO,
        }
    }

    /// The four checks as they were asked, in order.
    pub fn asked(&self) -> [Asked; 4] {
        Rule::ALL.map(|rule| {
            let outcome = match self.reason.rule() {
                Some(decided) if rule < decided => Outcome::GoesOn,
                Some(decided) if rule == decided => Outcome::Decides,
                _ => Outcome::NotReached,
            };
            let comparisons = match outcome {
                Outcome::NotReached => Vec::new(),
                Outcome::GoesOn | Outcome::Decides => self.comparisons(rule),
            };
            Asked {
                rule,
                outcome,
                comparisons,
            }
        })
    }

    fn comparisons(&self, rule: Rule) -> Vec<Comparison> {
        let batch = &self.batch;
        let known = Comparison {
            statement: format!("producer {} is known here", batch.pid),
            holds: self.remembered.is_some(),
        };
        let Some(remembered) = self.remembered else {
            return vec![known, self.starts_at_zero()];
        };
        match rule {
            Rule::NoState => vec![known],
            Rule::OlderEpoch => vec![Comparison {
                statement: format!("epoch {} < {}", batch.epoch, remembered.epoch),
                holds: batch.epoch < remembered.epoch,
            }],
            Rule::NewerEpoch => {
                let newer = Comparison {
                    statement: format!("epoch {} > {}", batch.epoch, remembered.epoch),
                    holds: batch.epoch > remembered.epoch,
                };
                if newer.holds {
                    vec![newer, self.starts_at_zero()]
                } else {
                    vec![newer]
                }
            }
            Rule::SameEpoch => self.compare_with_window(remembered),
        }
    }

    fn starts_at_zero(&self) -> Comparison {
        Comparison {
            statement: format!("s is 0 (here {})", self.batch.first),
            holds: self.batch.first == Sequence::ZERO,
        }
    }

    fn compare_with_window(&self, remembered: Remembered) -> Vec<Comparison> {
        let (first, last) = (self.batch.first, self.batch.last());
        if let Reason::Remembered { slot } = self.reason {
            return vec![Comparison {
                statement: format!("({first}, {last}) is remembered, in slot {}", slot + 1),
                holds: true,
            }];
        }
        vec![
            Comparison {
                statement: format!("({first}, {last}) is remembered"),
                holds: false,
            },
            Comparison {
                statement: format!("{first} = {} + 1", remembered.newest.last),
                holds: self.reason == Reason::Next,
            },
        ]
    }
}

impl fmt::Display for Reply {
    /// `OK base=3`, `OUT_OF_ORDER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self.base() {
            Some(base) => write!(f, " base={base}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Decision {
    /// Reply and reason in one line, in the lesson's words: `OK base=3 (3 = 2 + 1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = self.batch.first;
        let epoch = self.batch.epoch;
        write!(f, "{} (", self.reply)?;
        match (self.reason, self.remembered) {
            (Reason::Invalid(invalid), _) => write!(f, "{invalid}")?,
            (Reason::NotIdempotent, _) => f.write_str("not idempotent, nothing is checked")?,
            (Reason::NoState, _) => f.write_str("no state, s = 0")?,
            (Reason::NoStateNotZero, _) => write!(f, "no state, but s = {s}")?,
            (Reason::OlderEpoch, Some(known)) => {
                write!(f, "older epoch, {epoch} < {}", known.epoch)?
            }
            (Reason::NewerEpoch, _) => f.write_str("restart: newer epoch, s = 0")?,
            (Reason::NewerEpochNotZero, _) => write!(f, "newer epoch, but s = {s}")?,
            (Reason::Remembered { .. }, _) => f.write_str("same range remembered")?,
            (Reason::Next, Some(known)) => {
                write!(f, "{s} = {} + 1", known.newest.last)?;
                if s == Sequence::ZERO {
                    f.write_str(", with the wrap")?;
                }
            }
            (Reason::NotNext(way), _) => {
                write!(f, "expected {}, got {s}: {}", self.expected(), way.kind())?;
            }
            (Reason::OlderEpoch | Reason::Next, None) => unreachable!("both compare with a state"),
        }
        f.write_str(")")
    }
}
