//! What a learner may rely on, watched at every event: each record at most once, order kept,
//! everything acknowledged is stored.
//!
//! The watcher sees more than any broker could: it knows the records by their labels.

use super::name::{BatchName, ProducerName};
use super::records::{Cargo, Origin, Records};
use crate::kafka::{
    Epoch, Identity, Logged, Offset, Partition, PartitionId, ProducerId, SharedMap,
};
use std::collections::BTreeMap;
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
        /// Where it stood first.
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

/// Everything the watcher remembers. Copies are cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watcher {
    /// How the promises stand.
    pub invariants: Invariants,
    /// The batches that brought a copy, by partition and base offset.
    copies: SharedMap<(PartitionId, Offset), Breach>,
    partitions: BTreeMap<PartitionId, Seen>,
}

/// What the watcher remembers of one log, so that most appends need no look into it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    /// The highest number of each counted series.
    highest: SharedMap<Series, u64>,
    /// The labels that people wrote.
    labels: SharedMap<Rc<str>, ()>,
    /// Whether one of those looks like a label that this program makes.
    lookalike: bool,
}

/// Something that is counted upwards as a log grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Series {
    /// A producer's batches.
    Batches(ProducerName),
    /// The batches of one life.
    Life(ProducerName, Identity),
    /// A producer's counted records.
    Records(ProducerName),
    /// Sequences of batches made by hand.
    ByHand(ProducerId, Epoch),
}

impl Watcher {
    /// The breach that the batch at this base offset brought, if it holds a copy.
    pub fn copy_at(&self, partition: PartitionId, base: Offset) -> Option<&Breach> {
        self.copies.get(&(partition, base))
    }

    /// Looks at a batch that is about to be appended to `log`, at its end.
    pub fn appended(
        &mut self,
        partition: PartitionId,
        log: &Partition<Cargo>,
        batch: &Logged<Cargo>,
    ) -> Vec<Breach> {
        let seen = self.partitions.entry(partition).or_default();
        let copy = seen.copy(partition, log, batch);
        let order = match copy {
            // Only first copies are asked for their order.
            Some(_) => None,
            None => seen.order(partition, batch),
        };
        seen.note(batch);
        if let Some(breach) = &copy {
            self.copies.insert((partition, batch.base), breach.clone());
        }
        let breaches: Vec<Breach> = copy.into_iter().chain(order).collect();
        for breach in &breaches {
            self.invariants.take(breach);
        }
        breaches
    }

    /// Looks at a batch whose producer has just been told that it stands at `base`.
    pub fn acknowledged(
        &mut self,
        partition: PartitionId,
        log: &Partition<Cargo>,
        batch: BatchName,
        base: Offset,
    ) -> Option<Breach> {
        let there = log.batch_at(base);
        let stored = match there {
            Some(logged) => logged.base == base && logged.records.origin == Origin::Sent(batch),
            // What stood in the log before step 1 has no labels, so nothing can be said against it.
            None => base < log.log_end(),
        };
        let breach = (!stored).then_some(Breach::NotStored {
            partition,
            batch,
            base,
        })?;
        self.invariants.take(&breach);
        Some(breach)
    }
}

impl Seen {
    fn highest(&self, series: Series) -> Option<u64> {
        self.highest.get(&series).copied()
    }

    /// The first record of the batch that stands in the log already.
    fn copy(
        &self,
        partition: PartitionId,
        log: &Partition<Cargo>,
        batch: &Logged<Cargo>,
    ) -> Option<Breach> {
        if !self.may_repeat(batch) {
            return None;
        }
        log.log().iter().find_map(|earlier| {
            let (there, here) = earlier.records.records.common(&batch.records.records)?;
            let same_batch =
                earlier.records.origin == batch.records.origin && earlier.header == batch.header;
            Some(Breach::Copy {
                partition,
                label: batch.records.records.label(here).into(),
                first: Offset(earlier.base.0 + i64::from(there)),
                again: Offset(batch.base.0 + i64::from(here)),
                by: if same_batch {
                    CopiedBy::Retry
                } else {
                    CopiedBy::Application
                },
            })
        })
    }

    /// Whether the log may hold a record of this batch. Mostly it cannot, since numbers count
    /// upwards; then nobody need look through it.
    fn may_repeat(&self, batch: &Logged<Cargo>) -> bool {
        match &batch.records.records {
            Records::Labelled(labels) => labels
                .iter()
                .any(|label| looks_made(label) || self.labels.find(label).is_some()),
            Records::Counted {
                producer, first, ..
            } => self.lookalike || self.highest(Series::Records(*producer)) >= Some(*first),
            Records::ByHand(header) => {
                let series = Series::ByHand(header.pid, header.epoch);
                self.lookalike || self.highest(series) >= Some(header.first.0 as u64)
            }
        }
    }

    /// Whether the batch stands behind one that was sent after it.
    fn order(&self, partition: PartitionId, batch: &Logged<Cargo>) -> Option<Breach> {
        let Origin::Sent(name) = batch.records.origin else {
            return None;
        };
        let life = self.highest(Series::Life(name.producer, identity(batch)));
        let any = self.highest(Series::Batches(name.producer));
        let number = u64::from(name.number);
        let same_life = life > Some(number);
        let behind = if same_life {
            life
        } else {
            any.filter(|any| *any > number)
        }?;
        Some(Breach::Order {
            partition,
            batch: name,
            behind: BatchName {
                number: behind as u32,
                ..name
            },
            same_life,
        })
    }

    fn note(&mut self, batch: &Logged<Cargo>) {
        if let Origin::Sent(name) = batch.records.origin {
            let number = u64::from(name.number);
            self.raise(Series::Batches(name.producer), number);
            self.raise(Series::Life(name.producer, identity(batch)), number);
        }
        match &batch.records.records {
            Records::Labelled(labels) => {
                for label in labels.iter() {
                    self.lookalike |= looks_made(label);
                    self.labels.insert(Rc::clone(label), ());
                }
            }
            Records::Counted {
                producer,
                first,
                count,
            } => {
                self.raise(Series::Records(*producer), first + u64::from(*count) - 1);
            }
            Records::ByHand(header) => {
                // Over the wrap the highest one is the maximum.
                let wraps = header.last().0 < header.first.0;
                let highest = if wraps { i32::MAX } else { header.last().0 };
                self.raise(Series::ByHand(header.pid, header.epoch), highest as u64);
            }
        }
    }

    fn raise(&mut self, series: Series, number: u64) {
        if self.highest(series) < Some(number) {
            self.highest.insert(series, number);
        }
    }
}

fn identity(batch: &Logged<Cargo>) -> Identity {
    Identity {
        pid: batch.header.pid,
        epoch: batch.header.epoch,
    }
}

/// Whether a label could be one that this program makes: `a1`, `31.0.7`.
fn looks_made(label: &str) -> bool {
    let counts = |text: &str| text.ends_with(|last: char| last.is_ascii_digit());
    counts(label)
        && (label.starts_with(|first: char| first.is_ascii_lowercase()) || label.contains('.'))
        && !label.contains(' ')
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

    fn take(&mut self, breach: &Breach) {
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
            Self::NotStored { batch, base, .. } => {
                write!(
                    f,
                    "{batch} was acknowledged, but its records do not stand at {base}"
                )
            }
        }
    }
}
