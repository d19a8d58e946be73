//! Why an event cannot happen now, in words that say what can.

use super::name::{BatchName, BrokerName, MessageName, ProducerName};
use crate::kafka::{PartitionId, ProducerId, Refusal};

mod text;

/// Why an event is impossible where it stands. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// There is no such message on the wire.
    NotOnTheWire {
        /// The message that was named.
        message: MessageName,
        /// Some that are there, oldest first.
        there: Vec<MessageName>,
    },
    /// [`WIRE_MAX`](super::WIRE_MAX) messages are on the wire.
    WireFull,
    /// The network has copied this message 25 times.
    NoMoreCopies(MessageName),
    /// A send of no records, or of more than [`RECORDS_MAX`](crate::kafka::RECORDS_MAX).
    Records(u32),
    /// A producer cannot send: its life has ended, or its queue is full.
    CannotSend {
        /// Which producer.
        producer: ProducerName,
        /// Why.
        refusal: Refusal<BatchName>,
    },
    /// A batch cannot be sent again.
    CannotRetry {
        /// Which batch.
        batch: BatchName,
        /// Why.
        refusal: Refusal<BatchName>,
        /// The batches that can.
        can: Vec<BatchName>,
    },
    /// A batch cannot be given up: nobody waits for it.
    CannotExpire {
        /// Which batch.
        batch: BatchName,
        /// The batches that can.
        can: Vec<BatchName>,
    },
    /// The name for the old life is taken.
    NameTaken {
        /// That name.
        name: ProducerName,
        /// The first free one.
        free: Option<ProducerName>,
    },
    /// There is no old life that could go on.
    NothingToLeave(ProducerName),
    /// No producer id above the highest one is left.
    NoProducerIdLeft,
    /// [`WAITING_MAX`](super::cluster::WAITING_MAX) answers wait already.
    TooManyWait(PartitionId),
    /// There is no such broker.
    NoBroker {
        /// The broker that was named.
        broker: BrokerName,
        /// Those that there are.
        there: Vec<BrokerName>,
    },
    /// There is no such partition yet.
    NoPartition(PartitionId),
    /// Nobody leads the partition.
    NoLeader {
        /// Which partition.
        partition: PartitionId,
        /// Who may be elected.
        can: Vec<BrokerName>,
    },
    /// The broker runs already.
    Runs(BrokerName),
    /// The broker is down.
    Down(BrokerName),
    /// There is nobody whom this broker could follow.
    FollowsNobody(BrokerName),
    /// The broker has stopped copying already.
    Paused(BrokerName),
    /// The broker copies already.
    NotPaused(BrokerName),
    /// Its snapshot files have everything.
    NothingNew(BrokerName),
    /// The broker leads the partition.
    Leads {
        /// Which partition.
        partition: PartitionId,
        /// Which broker.
        broker: BrokerName,
    },
    /// Another broker runs that is in sync: nothing needs to be lost.
    InSyncRuns {
        /// The broker that was named.
        broker: BrokerName,
        /// Who may be elected.
        can: Vec<BrokerName>,
    },
    /// The broker is not in sync.
    NotInSync {
        /// On which partition.
        partition: PartitionId,
        /// Which broker.
        broker: BrokerName,
    },
    /// The broker copies all that there is.
    KeepsUp(BrokerName),
    /// The log is empty, or not yet on all in-sync brokers.
    NothingToDelete(PartitionId),
    /// Nothing is remembered of the producer.
    NotRemembered {
        /// On which partition.
        partition: PartitionId,
        /// Which producer.
        pid: ProducerId,
    },
}
