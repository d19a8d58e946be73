//! What a learner may rely on, and how it can go wrong: each record at most once, order kept,
//! everything acknowledged is stored.

use super::name::BatchName;
use super::setup::Setup;
use crate::kafka::{Acks, Offset, PartitionId, Policy, Unknown};
use std::fmt;
use std::rc::Rc;

/// How the three promises stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Invariants {
    /// Each record at most once.
    pub once: Standing,
    /// The first copies of one producer's records stand in sending order.
    pub order: Standing,
    /// Everything acknowledged is stored.
    pub stored: Standing,
}

/// How one promise stands. It never gets better: the log keeps what it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Standing {
    /// It holds.
    #[default]
    Kept,
    /// Something went wrong that no broker can know of, and that idempotence does not promise.
    Outside(Breach),
    /// It is broken: the first breach.
    Broken(Breach),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Breach {
    /// A record stands in the log twice.
    Copy {
        /// In which log.
        partition: PartitionId,
        /// The record.
        label: Rc<str>,
        /// Where it stood before: the first place, unless batches made by hand overlap.
        first: Offset,
        /// Where it stands again.
        again: Offset,
        /// How it got there.
        by: CopiedBy,
    },
    /// A batch stands behind one that was sent after it.
    Order {
        /// In which log.
        partition: PartitionId,
        /// The batch that came too late.
        batch: BatchName,
        /// The later batch that stands before it.
        behind: BatchName,
        /// Whether one life of the producer sent both.
        same_life: bool,
    },
    /// A batch was acknowledged whose records do not stand where the producer was told.
    NotStored {
        /// In which log.
        partition: PartitionId,
        /// The batch.
        batch: BatchName,
        /// Where the producer was told it stands.
        base: Offset,
        /// Whether a new leader does not have it.
        by_election: bool,
    },
}

/// How a record came into a log twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedBy {
    /// The very same batch was appended again: a broken promise.
    Retry,
    /// The application sent it again, or another producer did: outside the promise.
    Application,
}

impl Invariants {
    /// The promises in words, with how they stand.
    pub fn each(&self) -> [(&'static str, &Standing); 3] {
        [
            ("each record at most once", &self.once),
            ("order kept", &self.order),
            ("everything acknowledged is stored", &self.stored),
        ]
    }

    /// A breach was seen.
    pub(super) fn take(&mut self, breach: &Breach) {
        let standing = match breach {
            Breach::Copy { .. } => &mut self.once,
            Breach::Order { .. } => &mut self.order,
            Breach::NotStored { .. } => &mut self.stored,
        };
        match standing {
            Standing::Broken(_) => {}
            _ if breach.is_broken_promise() => *standing = Standing::Broken(breach.clone()),
            Standing::Kept => *standing = Standing::Outside(breach.clone()),
            Standing::Outside(_) => {}
        }
    }
}

impl Breach {
    /// Whether idempotence promised that this would not happen.
    pub fn is_broken_promise(&self) -> bool {
        match self {
            Self::Copy { by, .. } => *by == CopiedBy::Retry,
            Self::Order { same_life, .. } => *same_life,
            Self::NotStored { .. } => true,
        }
    }

    /// Why this setup allows it; nothing to say of what idempotence does not promise.
    pub fn why_allowed(&self, setup: &Setup) -> Option<&'static str> {
        let settings = &setup.settings;
        let renumbers = matches!(settings.policy, Policy::Bump | Policy::BumpAll);
        let unknown = setup.rules.policies().unknown;
        let lenient = matches!(unknown, Unknown::Accept | Unknown::RefuseIfNeverWritten);
        let why = match self {
            _ if !self.is_broken_promise() => return None,
            Self::NotStored {
                by_election: true, ..
            } if settings.acks != Acks::All => {
                "With acks=1 the leader answers before its followers have the batch: what only it \
                 had is lost with it."
            }
            Self::NotStored {
                by_election: true, ..
            } => {
                "A broker was elected that was not in sync: what it had not copied is lost, also \
                 what was acknowledged."
            }
            Self::NotStored { .. } => {
                "A broker knows a batch by its numbers alone: whoever uses them twice is taken for \
                 a retry."
            }
            Self::Copy { .. } if !settings.is_idempotent() => {
                "Idempotence is off, so batches carry no numbers: the broker cannot tell a retry \
                 from something new, and appends it again."
            }
            Self::Order { .. } if !settings.is_idempotent() => {
                "Idempotence is off, so nothing is numbered: of two batches in flight, whichever \
                 arrives first is appended first."
            }
            Self::Copy { .. } if renumbers => {
                "The policy gave the batch a new number, and a new number makes it a new batch: \
                 the broker cannot know that it has it already."
            }
            Self::Order { .. } if renumbers => {
                "The policy gave the batch a new number, and so a new place behind what was \
                 already written."
            }
            Self::Copy { .. } | Self::Order { .. } if lenient => {
                "These rules take any number from a producer that the broker does not know, so \
                 what it has forgotten, or never heard of, it cannot check."
            }
            Self::Copy { .. } | Self::Order { .. } => {
                "The broker was handed batches that carry no numbers, or new ones, or that it has \
                 forgotten: it can only check what is numbered and remembered."
            }
        };
        Some(why)
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy {
                label,
                first,
                again,
                by,
                ..
            } => {
                write!(f, "\"{label}\" stands at {first} and again at {again}: ")?;
                f.write_str(match by {
                    CopiedBy::Retry => "a retry was appended",
                    CopiedBy::Application => "sent again, not retried",
                })
            }
            Self::Order {
                batch,
                behind,
                same_life,
                ..
            } => {
                write!(f, "{batch} stands behind {behind}, which was sent after it")?;
                match same_life {
                    true => Ok(()),
                    false => f.write_str(", in another life"),
                }
            }
            Self::NotStored {
                batch,
                base,
                by_election: true,
                ..
            } => write!(
                f,
                "{batch} was acknowledged at {base}, and the new leader does not have it"
            ),
            Self::NotStored { batch, base, .. } => {
                write!(
                    f,
                    "{batch} was acknowledged, but its records do not stand at {base}"
                )
            }
        }
    }
}
