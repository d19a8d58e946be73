//! The watcher of the promises. It looks at every append and every acknowledgement, and sees more
//! than any broker could: it knows the records by their labels.

use super::invariant::{Breach, CopiedBy, Invariants};
use super::name::{BatchName, ProducerName};
use super::places::Places;
use super::records::{Cargo, Origin, Records};
use super::sorted_map::SortedMap;
use crate::kafka::{Logged, Offset, Partition, PartitionId, SharedMap};

/// Everything the watcher remembers. Copies are cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watcher {
    /// How the promises stand.
    pub invariants: Invariants,
    partitions: SortedMap<PartitionId, Seen>,
}

/// What the watcher remembers of one log, so that no append needs a look into it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    places: Places,
    /// The batches that brought a copy, by base offset.
    copies: SharedMap<Offset, Breach>,
    /// The newest batch that each producer has there.
    newest: SharedMap<ProducerName, u32>,
    /// The same for each life of it.
    newest_of_life: SharedMap<(ProducerName, u32), u32>,
}

impl Watcher {
    /// The breach that the batch at this base offset brought, if it holds a copy.
    pub fn copy_at(&self, partition: PartitionId, base: Offset) -> Option<&Breach> {
        self.partitions.get(&partition)?.copies.get(&base)
    }

    /// Looks at a batch that was just appended.
    pub fn appended(&mut self, partition: PartitionId, batch: &Logged<Cargo>) -> Vec<Breach> {
        let breaches = self.partitions.or_default(partition).take(partition, batch);
        for breach in &breaches {
            self.invariants.take(breach);
        }
        breaches
    }

    /// Looks at a batch whose producer has just been told that it stands at an offset. If it does
    /// not, the flag says whether an election is the cause.
    pub fn acknowledged(
        &mut self,
        partition: PartitionId,
        log: &Partition<Cargo>,
        (batch, base, by_election): (BatchName, Offset, bool),
    ) -> Option<Breach> {
        let there = log.batch_at(base);
        let stored = match there {
            Some(logged) => logged.base == base && logged.records.origin.batch() == Some(batch),
            // What stood in the log before step 1 has no labels, so nothing can be said against it.
            None => base < log.log_end(),
        };
        (!stored).then(|| self.not_stored(partition, batch, base, by_election))
    }

    /// An acknowledged batch is not in the log of the partition's new leader.
    pub(super) fn lost(
        &mut self,
        partition: PartitionId,
        batch: BatchName,
        base: Offset,
    ) -> Breach {
        self.not_stored(partition, batch, base, true)
    }

    fn not_stored(
        &mut self,
        partition: PartitionId,
        batch: BatchName,
        base: Offset,
        by_election: bool,
    ) -> Breach {
        let breach = Breach::NotStored {
            partition,
            batch,
            base,
            by_election,
        };
        self.invariants.take(&breach);
        breach
    }

    /// Looks at a log from its start, because another broker leads now and has other batches. What
    /// was broken before stays so.
    pub(super) fn look_again(&mut self, partition: PartitionId, log: &Partition<Cargo>) {
        let mut seen = Seen::default();
        for batch in log.log().iter() {
            seen.take(partition, batch);
        }
        *self.partitions.or_default(partition) = seen;
    }
}

impl Seen {
    /// Notes a batch of the log, and what is wrong with it.
    fn take(&mut self, partition: PartitionId, batch: &Logged<Cargo>) -> Vec<Breach> {
        let (copy, nothing_new) = self.copy(partition, batch);
        let order = self.order(partition, batch);
        if let Some(breach) = &copy {
            self.copies.insert(batch.base, breach.clone());
        }
        // Only first copies are asked for their order.
        let order = order.filter(|_| !nothing_new);
        copy.into_iter().chain(order).collect()
    }

    /// Notes the records of a batch. Returns the breach if one of them stood in the log already,
    /// and whether all of them did.
    fn copy(&mut self, partition: PartitionId, batch: &Logged<Cargo>) -> (Option<Breach>, bool) {
        let Cargo { origin, records } = &batch.records;
        let very_same = match origin {
            Origin::Sent { batch: name, .. } => self.places.enter_sent(name.producer, name.number),
            Origin::ByHand => {
                // As it was made: without idempotence the log has it without its producer id.
                let made = match records {
                    Records::ByHand(header) => *header,
                    _ => batch.header,
                };
                self.places.enter_by_hand(made, records)
            }
        };
        let entered = self.places.enter(records, batch.base);
        let breach = entered.again.map(|found| Breach::Copy {
            partition,
            label: records.label(found.index).into(),
            first: found.at,
            again: Offset(batch.base.0 + i64::from(found.index)),
            by: if very_same {
                CopiedBy::Retry
            } else {
                CopiedBy::Application
            },
        });
        (breach, entered.nothing_new)
    }

    /// Notes whose batch it is, and whether it stands behind one that was sent after it.
    fn order(&mut self, partition: PartitionId, batch: &Logged<Cargo>) -> Option<Breach> {
        let Origin::Sent { batch: name, life } = batch.records.origin else {
            return None;
        };
        let in_life = passed(&mut self.newest_of_life, (name.producer, life), name);
        let in_any = passed(&mut self.newest, name.producer, name);
        let behind = in_life.or(in_any)?;
        Some(Breach::Order {
            partition,
            batch: name,
            behind,
            same_life: in_life.is_some(),
        })
    }
}

/// Notes a batch under `key`, unless a later one is noted there: that one is returned.
fn passed<K>(newest: &mut SharedMap<K, u32>, key: K, batch: BatchName) -> Option<BatchName>
where
    K: Clone + Eq + std::hash::Hash,
{
    let behind = newest
        .get(&key)
        .copied()
        .filter(|number| *number > batch.number);
    if behind.is_none() {
        newest.insert(key, batch.number);
    }
    behind.map(|number| BatchName { number, ..batch })
}
