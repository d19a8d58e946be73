//! Which batches may leave a producer's queue, and why the others wait.

use super::number::PartitionId;
use super::producer::{Open, Producer};

/// Why the next batch of a partition stays in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait<N> {
    /// It would be one too many in flight, counted from the lowest open batch.
    InFlight {
        /// The lowest open batch of the partition.
        lowest: N,
        /// How many may be in flight.
        max: u32,
    },
    /// An earlier batch is sent again, first and alone.
    Retry {
        /// The batch that is to be answered first.
        batch: N,
    },
    /// The producer has a new epoch; batches of the old one are still in flight here.
    OldEpoch {
        /// One of these.
        batch: N,
    },
}

impl<N: Copy + Eq, P> Producer<N, P> {
    /// Why the next batch of a partition would have to wait; `None` if it may go.
    ///
    /// Kafka's `RecordAccumulator.shouldStopDrainBatchesForPartition`: the lowest batch is sent
    /// again first and alone. Here answers may overtake each other, so what counts is how far back
    /// the lowest open batch lies: as long as it is open, only so many are numbered after it that
    /// the broker's window still holds it. A batch that was sent because it is numbered anew is not
    /// retried, and holds nothing back.
    pub fn wait(&self, partition: PartitionId) -> Option<Wait<N>> {
        let max = self.settings.max_in_flight;
        let mut open = self.open_on(partition);
        let lowest = open.next()?;
        let batch = lowest.name;
        if !self.settings.is_idempotent() {
            let lowest = batch;
            return (1 + open.count() as u32 >= max).then_some(Wait::InFlight { lowest, max });
        }
        if (lowest.header.pid, lowest.header.epoch) != (self.identity.pid, self.identity.epoch) {
            return Some(Wait::OldEpoch { batch });
        }
        let counter = self
            .counters
            .iter()
            .find(|counter| counter.partition == partition);
        if counter.is_some_and(|counter| counter.batches - lowest.place >= max) {
            let lowest = batch;
            return Some(Wait::InFlight { lowest, max });
        }
        let again = |open: &&Open<N, P>| open.retried() > 0 || open.answer.is_some();
        let retried = self.open_on(partition).find(again)?;
        Some(Wait::Retry {
            batch: retried.name,
        })
    }

    /// Whether a queued batch may go.
    pub fn can_release(&self) -> bool {
        let mut queue = self.queue.iter();
        queue.any(|queued| self.wait(queued.partition).is_none())
    }
}
