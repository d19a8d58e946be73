//! Events: what somebody decides.

use super::name::{BatchName, BrokerName, MessageName, ProducerName};
use super::records::Labels;
use crate::kafka::{Header, PartitionId, ProducerId};
use std::fmt;

/// Something that somebody decides: the application, the network, the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The reader hands the leader a batch made by hand. It answers at once, with no network
    /// between.
    Batch {
        /// Where it goes.
        partition: PartitionId,
        /// All its numbers.
        header: Header,
        /// Labels for its records, one each; without, they are named by their numbers.
        labels: Option<Labels>,
    },
    /// The application of a producer sends records; they become one batch.
    Send {
        /// Whose application.
        producer: ProducerName,
        /// Where to.
        partition: PartitionId,
        /// What it sends.
        payload: Payload,
    },
    /// The network delivers a message.
    Deliver(MessageName),
    /// The network loses a message.
    Drop(MessageName),
    /// The network makes a copy of a message.
    Duplicate(MessageName),
    /// A producer sends a batch again: it heard nothing, or an error that may be retried.
    Retry(BatchName),
    /// A producer gives a batch up: its delivery timeout ran out.
    Expire(BatchName),
    /// A producer dies and starts again.
    Restart {
        /// Which one.
        producer: ProducerName,
        /// The name of its old life, if that goes on: a zombie.
        leaving: Option<ProducerName>,
    },
    /// Something happens to a broker.
    Broker {
        /// What.
        does: BrokerEvent,
        /// To which one.
        broker: BrokerName,
    },
    /// Something happens to one broker's copy of a partition.
    Replica {
        /// What.
        does: ReplicaEvent,
        /// Of which partition.
        partition: PartitionId,
        /// On which broker.
        broker: BrokerName,
    },
    /// A partition begins a new segment.
    Roll(PartitionId),
    /// Retention empties a log.
    Delete(PartitionId),
    /// A producer was idle for too long: its state on a partition goes away.
    Forget {
        /// On which partition.
        partition: PartitionId,
        /// Which producer.
        pid: ProducerId,
    },
}

/// What can happen to a broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokerEvent {
    /// A clean stop: it writes a snapshot of everything.
    Stop,
    /// It loses its memory, but never its log or its files.
    Crash,
    /// It starts and recovers.
    Start,
    /// It stops copying what it follows.
    Pause,
    /// It copies again.
    Resume,
    /// It writes a snapshot of everything.
    Snapshot,
}

/// What can happen to one copy of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicaEvent {
    /// It becomes the leader's: unclean, if it is not in sync.
    Elect,
    /// It leaves the in-sync set.
    Shrink,
    /// It is made anew, from the leader's log.
    Move,
}

impl BrokerEvent {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Stop,
        Self::Crash,
        Self::Start,
        Self::Pause,
        Self::Resume,
        Self::Snapshot,
    ];

    /// The word that its line begins with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Crash => "crash",
            Self::Start => "start",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Snapshot => "snapshot",
        }
    }
}

impl ReplicaEvent {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Elect, Self::Shrink, Self::Move];

    /// The word that its line begins with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Elect => "elect",
            Self::Shrink => "shrink",
            Self::Move => "move",
        }
    }
}

/// What an application sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// So many records, with labels that are counted: `a1`, `a2`, ...
    Count(u32),
    /// One record a label.
    Labelled(Labels),
}

impl Payload {
    /// How many records they are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Count(count) => *count,
            Self::Labelled(labels) => labels.len() as u32,
        }
    }
}

/// Labels in quotes, with this between them.
fn write_labels(f: &mut fmt::Formatter<'_>, labels: &Labels, between: &str) -> fmt::Result {
    for (index, label) in labels.iter().enumerate() {
        let between = if index == 0 { "" } else { between };
        write!(f, "{between}\"{label}\"")?;
    }
    Ok(())
}

impl fmt::Display for Event {
    /// The event as a line of text: the form that scenario files, links and exports share.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Batch {
                partition,
                header,
                labels,
            } => {
                let Header {
                    pid,
                    epoch,
                    first,
                    records,
                } = header;
                write!(
                    f,
                    "batch {partition} pid={pid} epoch={epoch} seq={first} records={records}"
                )?;
                match labels {
                    Some(labels) => {
                        f.write_str(" labels=")?;
                        write_labels(f, labels, ",")
                    }
                    None => Ok(()),
                }
            }
            Self::Send {
                producer,
                partition,
                payload,
            } => {
                write!(f, "{producer} send {partition} ")?;
                match payload {
                    Payload::Count(count) => write!(f, "{count}"),
                    Payload::Labelled(labels) => write_labels(f, labels, " "),
                }
            }
            Self::Deliver(message) => write!(f, "deliver {message}"),
            Self::Drop(message) => write!(f, "drop {message}"),
            Self::Duplicate(message) => write!(f, "duplicate {message}"),
            Self::Retry(batch) => write!(f, "retry {batch}"),
            Self::Expire(batch) => write!(f, "expire {batch}"),
            Self::Restart {
                producer,
                leaving: None,
            } => write!(f, "{producer} restart"),
            Self::Restart {
                producer,
                leaving: Some(zombie),
            } => {
                write!(f, "{producer} restart leaving {zombie}")
            }
            Self::Broker { does, broker } => write!(f, "{} {broker}", does.word()),
            Self::Replica {
                does,
                partition,
                broker,
            } => write!(f, "{} {partition} {broker}", does.word()),
            Self::Roll(partition) => write!(f, "roll {partition}"),
            Self::Delete(partition) => write!(f, "delete {partition}"),
            Self::Forget { partition, pid } => write!(f, "forget {partition} pid={pid}"),
        }
    }
}
