//! Why an event cannot happen now, in words that say what can.

use super::name::{BatchName, MessageName, ProducerName};
use super::network::WIRE_MAX;
use crate::kafka::{End, QUEUE_MAX, RECORDS_MAX, Refusal};
use std::fmt;

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
    /// [`WIRE_MAX`] messages are on the wire.
    WireFull,
    /// The network has copied this message 25 times.
    NoMoreCopies(MessageName),
    /// A send of no records, or of more than [`RECORDS_MAX`].
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
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(ToString::to_string).collect();
    words.join(", ")
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnTheWire { message, there } if there.is_empty() => {
                write!(f, "{message} is not on the wire: nothing is")
            }
            Self::NotOnTheWire { message, there } => {
                write!(f, "{message} is not on the wire; there: {}", list(there))
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
                    can => write!(f, "; possible: expire {}", list(can)),
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
        can => write!(f, "; possible: retry {}", list(can)),
    }
}
