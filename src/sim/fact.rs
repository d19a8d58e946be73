//! Facts: what therefore happened.

use super::invariant::Breach;
use super::name::{BatchName, MessageName, ProducerName};
use super::network::{Message, MessageKind};
use super::why::Why;
use crate::kafka::{
    Decision, End, Identity, Offset, PartitionId, ProducerId, ProducerState, Reply, Wait,
};
use std::fmt;
use std::rc::Rc;

/// Something that happened because of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A life of a producer began: the broker gave it a producer id and an epoch.
    Initialised {
        /// Which producer.
        producer: ProducerName,
        /// What it was given.
        identity: Identity,
    },
    /// A producer's old life ended, and these batches with it. Nobody knows whether they are in
    /// the log.
    Forgotten {
        /// Which producer.
        producer: ProducerName,
        /// The batches that were open.
        batches: Vec<BatchName>,
        /// The batches that waited in its queue: these are lost for certain.
        unsent: Vec<BatchName>,
    },
    /// A producer without a producer id starts again.
    Restarted(ProducerName),
    /// A batch has to wait in its producer's queue. It has no number yet.
    Queued {
        /// Which batch.
        batch: BatchName,
        /// Why.
        why: Wait<BatchName>,
    },
    /// With `acks=0` a batch that was sent is done with: nobody answers.
    Unanswered(BatchName),
    /// An old life goes on under another name.
    GoesOn {
        /// The zombie's name.
        zombie: ProducerName,
        /// Who it still believes to be.
        identity: Identity,
        /// The open batches that it keeps.
        batches: Vec<BatchName>,
    },
    /// A message was put on the wire.
    Sent(Rc<Message>),
    /// The leader judged a batch.
    Judged {
        /// On which partition.
        partition: PartitionId,
        /// What it decided, and why.
        decision: Box<Decision>,
        /// What is remembered of the batch's producer now.
        after: Option<ProducerState>,
    },
    /// A message was lost.
    Lost(MessageName),
    /// The network made a copy.
    Copied {
        /// Of this message.
        message: MessageName,
        /// Named so.
        copy: MessageName,
    },
    /// The application is told that its batch was written.
    Acknowledged {
        /// Which batch.
        batch: BatchName,
        /// Where it stands.
        base: Offset,
    },
    /// The application is told that its batches failed.
    Failed {
        /// Which batches.
        batches: Vec<BatchName>,
        /// Why.
        why: Why,
    },
    /// A batch that was refused does not fail: its producer takes it that the log does not have it.
    Kept(BatchName),
    /// A producer begins its numbering anew, under a new epoch or pid.
    Bumped {
        /// Which producer.
        producer: ProducerName,
        /// Who it is from now on.
        identity: Identity,
    },
    /// The producer keeps its batch, and may send it again.
    StaysOpen {
        /// Which batch.
        batch: BatchName,
        /// What the broker said.
        reply: Reply,
    },
    /// A life of a producer ended: it may never write again.
    LifeEnded {
        /// Which producer.
        producer: ProducerName,
        /// How.
        end: End,
        /// The batches that fail with it.
        batches: Vec<BatchName>,
    },
    /// A reply arrived that nobody waits for.
    NobodyWaits(MessageName),
    /// A reply arrived to a batch that has another number by now.
    OldNumber(MessageName),
    /// A promise was broken, or something outside the promise went wrong.
    Breach(Breach),
}

/// Batches in words: `A1, A2`.
fn list(batches: &[BatchName]) -> String {
    let names: Vec<String> = batches.iter().map(ToString::to_string).collect();
    names.join(", ")
}

impl Fact {
    /// The decision about a batch, if it is one, and on which partition.
    pub fn judged(&self) -> Option<(PartitionId, &Decision)> {
        match self {
            Self::Judged {
                partition,
                decision,
                ..
            } => Some((*partition, decision)),
            _ => None,
        }
    }
}

impl fmt::Display for Fact {
    /// The fact as an indented line of a scenario file says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initialised { identity, .. } => {
                write!(
                    f,
                    "InitProducerId: pid {}, epoch {}",
                    identity.pid, identity.epoch
                )
            }
            Self::Forgotten {
                batches, unsent, ..
            } => write_forgotten(f, batches, unsent),
            Self::Restarted(producer) => write!(f, "{producer} starts again, without a pid"),
            Self::Queued { batch, why } => write_queued(f, *batch, why),
            Self::Unanswered(batch) => write!(f, "{batch} is done with: acks=0, nobody answers"),
            Self::GoesOn {
                zombie,
                identity,
                batches,
            } => {
                match identity.pid {
                    ProducerId::NONE => write!(f, "{zombie} goes on"),
                    pid => write!(f, "{zombie} goes on: pid {pid}, epoch {}", identity.epoch),
                }?;
                match batches.as_slice() {
                    [] => Ok(()),
                    batches => write!(f, ", open {}", list(batches)),
                }
            }
            Self::Sent(message) => write_sent(f, message),
            Self::Judged {
                decision, after, ..
            } => write_judged(f, decision, after.as_ref()),
            Self::Lost(message) => write!(f, "{message} lost"),
            Self::Copied { message, copy } => write!(f, "{copy} is a copy of {message}"),
            Self::Acknowledged { batch, base } => write!(f, "{batch} acknowledged, base {base}"),
            Self::Failed { batches, why } => write!(f, "{} failed: {why}", list(batches)),
            Self::Kept(batch) => write!(f, "{batch} was refused, and is numbered anew"),
            Self::Bumped { producer, identity } => write!(
                f,
                "{producer} begins its numbers anew: pid {}, epoch {}",
                identity.pid, identity.epoch
            ),
            Self::StaysOpen { batch, reply } => write!(f, "{batch} stays open after {reply}"),
            Self::LifeEnded {
                producer,
                end,
                batches,
            } => {
                let how = match end {
                    End::Fenced => "is fenced",
                    End::Stopped => "stops",
                };
                write!(f, "{producer} {how}, this life is over")?;
                match batches.as_slice() {
                    [] => Ok(()),
                    batches => write!(f, ": {} failed", list(batches)),
                }
            }
            Self::NobodyWaits(message) => {
                write!(f, "{message} changes nothing: nobody waits for it")
            }
            Self::OldNumber(message) => write!(
                f,
                "{message} changes nothing: {} has another number by now",
                message.batch
            ),
            Self::Breach(breach) => breach.fmt(f),
        }
    }
}

fn write_forgotten(
    f: &mut fmt::Formatter<'_>,
    batches: &[BatchName],
    unsent: &[BatchName],
) -> fmt::Result {
    if !batches.is_empty() {
        write!(f, "forgotten with the old life: {}", list(batches))?;
    }
    if !unsent.is_empty() {
        let semicolon = if batches.is_empty() { "" } else { "; " };
        write!(f, "{semicolon}never sent: {}", list(unsent))?;
    }
    Ok(())
}

fn write_queued(
    f: &mut fmt::Formatter<'_>,
    batch: BatchName,
    why: &Wait<BatchName>,
) -> fmt::Result {
    match why {
        Wait::InFlight { lowest, max } => {
            write!(
                f,
                "{batch} waits: {lowest} is open, and {max} may be in flight"
            )
        }
        Wait::Retry { batch: first } => {
            write!(f, "{batch} waits: {first} is sent again first, and alone")
        }
        Wait::OldEpoch { batch: old } => {
            write!(f, "{batch} waits: {old} is in flight under the old epoch")
        }
    }
}

fn write_sent(f: &mut fmt::Formatter<'_>, message: &Message) -> fmt::Result {
    let name = message.name;
    match &message.kind {
        MessageKind::Request(_) => {
            let header = &message.header;
            if header.pid == ProducerId::NONE {
                return write!(f, "{name} sent, without a number");
            }
            write!(
                f,
                "{name} sent: pid {}, epoch {}, seq {}..{}",
                header.pid,
                header.epoch,
                header.first,
                header.last()
            )
        }
        MessageKind::Reply(reply) => write!(f, "{name} sent: {reply}"),
    }
}

/// `OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]`, and what left the window.
fn write_judged(
    f: &mut fmt::Formatter<'_>,
    decision: &Decision,
    after: Option<&ProducerState>,
) -> fmt::Result {
    write!(f, "{decision}, log end {}, window ", decision.log_end)?;
    match after {
        Some(state) => write!(f, "{}", state.window)?,
        None => f.write_str("empty")?,
    }
    if let Some(slot) = decision.fell_out {
        write!(f, ", [{}..{}] fell out", slot.first, slot.last)?;
    }
    match decision.cleared {
        0 => Ok(()),
        1 => f.write_str(", 1 slot cleared"),
        cleared => write!(f, ", {cleared} slots cleared"),
    }
}
