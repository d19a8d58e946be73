//! Facts as the indented lines of a scenario file say them.

use super::Fact;
use crate::kafka::{Decision, End, Identity, ProducerId, ProducerState, Wait};
use crate::sim::cluster::words;
use crate::sim::name::{BatchName, ProducerName};
use crate::sim::network::{Message, MessageKind};
use std::fmt;

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
            } => write_goes_on(f, *zombie, *identity, batches),
            Self::Sent(message) => write_sent(f, message),
            Self::Judged {
                decision, after, ..
            } => write_judged(f, decision, after.as_ref()),
            Self::Lost(message) => write!(f, "{message} lost"),
            Self::Copied { message, copy } => write!(f, "{copy} is a copy of {message}"),
            Self::Acknowledged { batch, base } => write!(f, "{batch} acknowledged, base {base}"),
            Self::Failed { batches, why } => write!(f, "{} failed: {why}", words(batches, ", ")),
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
                    batches => write!(f, ": {} failed", words(batches, ", ")),
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
            Self::BeginsAgain {
                producer,
                partition,
            } => write!(
                f,
                "{producer} begins {partition} at 0 again, in the same epoch"
            ),
            Self::Breach(breach) => breach.fmt(f),
            _ => self.write_of_brokers(f),
        }
    }
}

impl Fact {
    /// What happened to brokers and copies.
    fn write_of_brokers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { message, broker } => {
                write!(f, "{message} reaches nobody: {broker} is down")
            }
            Self::Ignored { message, broker } => {
                write!(f, "{message} is ignored: {broker} does not lead")
            }
            Self::TurnedAway {
                request,
                in_sync,
                needed,
            } => {
                match request {
                    Some(request) => write!(f, "{request} is turned away")?,
                    None => f.write_str("NOT_ENOUGH_REPLICAS")?,
                }
                write!(f, ": in sync {in_sync}, needed {needed}")
            }
            Self::Waits { request, behind } => {
                write!(f, "{request} waits for {}", words(behind, ", "))
            }
            Self::NoAnswer(requests) => write!(f, "no answer to {}", words(requests, ", ")),
            Self::Replicated {
                partition,
                broker,
                to,
            } => write!(f, "{broker} copies {partition} up to {to}"),
            Self::Cut {
                partition,
                broker,
                from,
                to,
            } => write!(f, "{broker} cuts {partition} back from {from} to {to}"),
            Self::HighWatermark { partition, offset } => {
                write!(f, "high watermark of {partition}: {offset}")
            }
            Self::Joined { partition, broker } => write!(f, "{broker} is in sync on {partition}"),
            Self::Left { partition, broker } => {
                write!(f, "{broker} is no longer in sync on {partition}")
            }
            Self::Lags {
                broker,
                pauses: true,
            } => write!(f, "{broker} stops copying"),
            Self::Lags { broker, .. } => write!(f, "{broker} copies again"),
            Self::WentDown {
                broker,
                clean: true,
            } => write!(f, "{broker} stops"),
            Self::WentDown { broker, .. } => write!(f, "{broker} crashes, its memory is gone"),
            Self::LeaderGone { partition } => write!(f, "{partition} has no leader"),
            Self::Elected {
                partition,
                broker,
                clean,
            } => {
                write!(f, "{broker} leads {partition}")?;
                match clean {
                    true => Ok(()),
                    false => f.write_str(", unclean: it was not in sync"),
                }
            }
            _ => self.write_of_memory(f),
        }
    }

    /// What happened to what brokers remember.
    fn write_of_memory(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Snapshot {
                partition,
                broker,
                offset,
            } => write!(f, "{broker} writes a snapshot of {partition} at {offset}"),
            Self::Recovered {
                partition,
                broker,
                recovered,
            } => {
                write!(f, "{broker} recovers {partition}: ")?;
                match recovered.snapshot {
                    Some(offset) => write!(f, "snapshot at {offset}")?,
                    None => f.write_str("no snapshot")?,
                }
                write!(f, ", log {}..{}", recovered.from, recovered.to)
            }
            Self::Moved { partition, broker } => {
                write!(f, "{broker} begins an empty copy of {partition}")
            }
            Self::Rolled { partition, at } => {
                write!(f, "a new segment of {partition} begins at {at}")
            }
            Self::Deleted {
                partition,
                to,
                dropped,
            } => {
                write!(f, "{partition} is empty up to {to}")?;
                match dropped {
                    0 => Ok(()),
                    dropped => write!(f, ", producers forgotten: {dropped}"),
                }
            }
            Self::Expired { partition, pid } => {
                write!(f, "producer {pid} is forgotten on {partition}")
            }
            _ => Ok(()),
        }
    }
}

fn write_goes_on(
    f: &mut fmt::Formatter<'_>,
    zombie: ProducerName,
    identity: Identity,
    batches: &[BatchName],
) -> fmt::Result {
    match identity.pid {
        ProducerId::NONE => write!(f, "{zombie} goes on"),
        pid => write!(f, "{zombie} goes on: pid {pid}, epoch {}", identity.epoch),
    }?;
    match batches {
        [] => Ok(()),
        batches => write!(f, ", open {}", words(batches, ", ")),
    }
}

fn write_forgotten(
    f: &mut fmt::Formatter<'_>,
    batches: &[BatchName],
    unsent: &[BatchName],
) -> fmt::Result {
    if !batches.is_empty() {
        write!(f, "forgotten with the old life: {}", words(batches, ", "))?;
    }
    if !unsent.is_empty() {
        let semicolon = if batches.is_empty() { "" } else { "; " };
        write!(f, "{semicolon}never sent: {}", words(unsent, ", "))?;
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
            write!(f, "{name} sent")?;
            if let Some(broker) = message.broker {
                write!(f, " to {broker}")?;
            }
            if header.pid == ProducerId::NONE {
                return f.write_str(", without a number");
            }
            write!(
                f,
                ": pid {}, epoch {}, seq {}..{}",
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
