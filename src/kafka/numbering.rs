//! How a producer numbers: under which identity, and where each partition stands.

use super::batch::Header;
use super::number::{Epoch, Offset, PartitionId, ProducerId, Sequence};

/// Who a producer is to the broker: the answer to `InitProducerId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Its producer id; [`ProducerId::NONE`] without idempotence.
    pub pid: ProducerId,
    /// Its epoch: which life of it, or how often it has begun its numbering anew.
    pub epoch: Epoch,
}

impl Identity {
    /// Nobody in particular: what a producer is without idempotence.
    pub const NONE: Self = Self {
        pid: ProducerId::NONE,
        epoch: Epoch(0),
    };

    /// The same producer id under the next epoch; `None` at the last epoch.
    pub fn next_epoch(self) -> Option<Self> {
        let epoch = self.epoch.next()?;
        Some(Self { epoch, ..self })
    }
}

/// The numbering of one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Which partition.
    pub partition: PartitionId,
    /// Under which identity it counts. It takes over a new epoch once nothing is in flight here.
    pub identity: Identity,
    /// The sequence that the next batch will start at.
    pub next: Sequence,
    /// The offset of the last record that was acknowledged here, under any identity.
    pub acknowledged: Option<Offset>,
    /// How many batches have been numbered under this identity.
    pub(super) batches: u32,
}

impl Counter {
    /// A numbering that begins at 0.
    pub(super) fn new(partition: PartitionId, identity: Identity) -> Self {
        Self {
            partition,
            identity,
            next: Sequence::ZERO,
            acknowledged: None,
            batches: 0,
        }
    }

    /// Begins at 0 under this identity.
    pub(super) fn begin(&mut self, identity: Identity) {
        let acknowledged = self.acknowledged;
        *self = Self::new(self.partition, identity);
        self.acknowledged = acknowledged;
    }

    /// The header of the next batch, and on.
    pub(super) fn take(&mut self, records: u32) -> Header {
        let header = Header {
            pid: self.identity.pid,
            epoch: self.identity.epoch,
            first: self.next,
            records,
        };
        self.batches += 1;
        if header.pid != ProducerId::NONE {
            self.next = self.next.plus(records);
        }
        header
    }
}
