//! A decision that explains itself: it keeps the numbers that were compared, so that the page, the
//! command-line tool and the JavaScript API can all show the same reasons.

use super::batch::Header;
use super::check::{Lenient, Reason, Rule};
use super::number::{Epoch, Offset, Sequence};
use super::reply::Reply;
use super::window::Slot;
use std::fmt;

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
            let mut compared = vec![known, self.starts_at_zero()];
            if let Reason::NoStateAccepted(why) = self.reason {
                compared.push(Comparison {
                    statement: why.words().to_owned(),
                    holds: true,
                });
            }
            return compared;
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
            (Reason::NoStateNotZero | Reason::NoStateUnknown, _) => {
                write!(f, "no state, but s = {s}")?;
            }
            (Reason::NoStateAccepted(why), _) => write!(f, "no state, s = {s}: {}", why.words())?,
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

impl Lenient {
    /// Why the number does not matter.
    pub fn words(self) -> &'static str {
        match self {
            Self::Emptied => "the log is empty, accepted with a warning",
            Self::AnySequence => "any number is accepted",
            Self::HeldRecords => "accepted, the log has held records",
        }
    }
}
