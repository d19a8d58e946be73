//! Why something is impossible, in words that say what can be done.

use super::Impossible;
use crate::kafka::{End, QUEUE_MAX, RECORDS_MAX, Refusal};
use crate::sim::cluster::{WAITING_MAX, words};
use crate::sim::name::BatchName;
use crate::sim::network::WIRE_MAX;
use std::fmt;

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnTheWire { message, there } if there.is_empty() => {
                write!(f, "{message} is not on the wire: nothing is")
            }
            Self::NotOnTheWire { message, there } => {
                write!(
                    f,
                    "{message} is not on the wire; there: {}",
                    words(there, ", ")
                )
            }
            Self::WireFull => write!(
                f,
                "{WIRE_MAX} messages are on the wire: deliver or drop one first"
            ),
            Self::NoMoreCopies(message) => {
                write!(f, "{message} has 25 copies, b to z: no letter is left")
            }
            Self::Records(count) => {
                write!(f, "a batch carries 1 to {RECORDS_MAX} records, not {count}")
            }
            Self::CannotSend {
                producer,
                refusal: Refusal::QueueFull,
            } => write!(
                f,
                "{QUEUE_MAX} batches wait in the queue of {producer}, and no more can: let one in \
                 flight be answered first"
            ),
            Self::CannotSend { producer, refusal } => write!(
                f,
                "this life of {producer} {}: only a restart helps",
                ended(*refusal)
            ),
            Self::CannotRetry {
                batch,
                refusal,
                can,
            } => write_cannot_retry(f, *batch, *refusal, can),
            Self::CannotExpire { batch, can } => {
                write!(f, "{batch} is not waiting for an answer")?;
                match can.as_slice() {
                    [] => f.write_str("; no batch can expire now"),
                    can => write!(f, "; possible: expire {}", words(can, ", ")),
                }
            }
            Self::NameTaken {
                name,
                free: Some(free),
            } => {
                write!(f, "{name} is a producer already; free: {free}")
            }
            Self::NameTaken { name, free: None } => {
                write!(f, "{name} is a producer already, and so are all letters")
            }
            Self::NothingToLeave(producer) => write!(
                f,
                "{producer} has no life yet that could go on: let it send first, or restart it \
                 alone"
            ),
            Self::NoProducerIdLeft => f.write_str("no producer id above the highest one is left"),
            _ => self.write_of_brokers(f),
        }
    }
}

impl Impossible {
    /// Why something cannot happen to a broker.
    fn write_of_brokers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyWait(partition) => write!(
                f,
                "{WAITING_MAX} answers wait on {partition}: resume the followers or take them out \
                 of the in-sync set first"
            ),
            Self::NoBroker { broker, there } => {
                write!(
                    f,
                    "there is no broker {broker}; there: {}",
                    words(there, ", ")
                )
            }
            Self::NoPartition(partition) => {
                write!(f, "there is no {partition} yet: send to it first")
            }
            Self::NoLeader { partition, can } => {
                write!(f, "{partition} has no leader")?;
                match can.as_slice() {
                    [] => f.write_str("; start a broker first"),
                    can => write!(f, "; possible: elect {partition} {}", words(can, ", ")),
                }
            }
            Self::Runs(broker) => write!(f, "{broker} runs already"),
            Self::Down(broker) => write!(f, "{broker} is down: start it first"),
            Self::FollowsNobody(broker) => {
                write!(f, "{broker} is alone: it takes two brokers for one to lag")
            }
            Self::Paused(broker) => write!(f, "{broker} has stopped copying already"),
            Self::NotPaused(broker) => write!(f, "{broker} copies already"),
            Self::NothingNew(broker) => {
                write!(f, "{broker} has nothing new to write into a snapshot")
            }
            Self::Leads { partition, broker } => write!(f, "{broker} leads {partition}"),
            Self::InSyncRuns { broker, can } => {
                write!(f, "{broker} is not in sync, and a broker that is runs")?;
                match can.as_slice() {
                    [] => f.write_str(": the leader"),
                    can => write!(f, "; possible: {}", words(can, ", ")),
                }
            }
            Self::NotInSync { partition, broker } => {
                write!(f, "{broker} is not in sync on {partition}")
            }
            Self::KeepsUp(broker) => {
                write!(f, "{broker} keeps up and stays in sync: pause it first")
            }
            Self::NothingToDelete(partition) => write!(
                f,
                "{partition} has nothing to delete: only what all in-sync brokers have can go"
            ),
            Self::NotRemembered { partition, pid } => {
                write!(f, "nothing is remembered of producer {pid} on {partition}")
            }
            _ => Ok(()),
        }
    }
}

/// How a life that refuses has ended.
fn ended(refusal: Refusal<BatchName>) -> &'static str {
    match refusal {
        Refusal::Ended(End::Stopped) => "has stopped",
        _ => "is fenced",
    }
}

fn write_cannot_retry(
    f: &mut fmt::Formatter<'_>,
    batch: BatchName,
    refusal: Refusal<BatchName>,
    can: &[BatchName],
) -> fmt::Result {
    match refusal {
        Refusal::NotLowest { lowest } => write!(
            f,
            "{batch} is not the lowest open batch: {lowest} goes first"
        )?,
        Refusal::Ended(_) => write!(
            f,
            "{batch} cannot be sent again: the life that sent it {}",
            ended(refusal)
        )?,
        Refusal::NotSent => write!(f, "{batch} waits in the queue and was never sent")?,
        Refusal::NotOpen | Refusal::QueueFull => write!(f, "{batch} is not waiting for an answer")?,
    }
    match can {
        [] => f.write_str("; no batch can be retried now"),
        can => write!(f, "; possible: retry {}", words(can, ", ")),
    }
}
