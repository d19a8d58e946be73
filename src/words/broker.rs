//! What a broker decided, and what went wrong with a promise, in a person's words.

use crate::kafka::{Decision, Lenient, Reason, Reply};
use crate::sim::{Breach, BrokerName, CopiedBy};

/// The broker's answer, and why; or what it decided, and what it does in place of an answer.
pub(super) fn tell_judged(
    broker: BrokerName,
    decision: &Decision,
    silence: Option<&str>,
) -> String {
    let reply = match decision.reply {
        Reply::Ok { base } | Reply::Duplicate { base } => {
            format!("{}, base {base}", decision.reply.word())
        }
        _ => decision.reply.word().to_owned(),
    };
    let reason = tell_reason(decision);
    match silence {
        None => format!("Broker {broker} answers {reply}. {reason}"),
        Some(silence) => format!("Broker {broker} decides {reply}, and {silence}. {reason}"),
    }
}

/// Why the broker decided so, and what follows.
pub fn tell_reason(decision: &Decision) -> String {
    let batch = &decision.batch;
    let (pid, s, epoch) = (batch.pid, batch.first, batch.epoch);
    let end = decision.log_end;
    let known = decision.remembered;
    let known_epoch = known.map_or(epoch, |known| known.epoch);
    match decision.reason {
        Reason::Invalid(invalid) => {
            format!("No producer may send such a batch ({invalid}), so no check is asked.")
        }
        Reason::NotIdempotent => format!(
            "Without a producer id nothing is checked and nothing remembered: appended, log end \
             {end}."
        ),
        Reason::NoState => format!(
            "Nothing is known of producer {pid} and the batch starts at 0: appended, log end {end}."
        ),
        Reason::NoStateUnknown => format!(
            "The broker has no state of producer {pid}, and the batch starts at {s}, not at 0. \
             Nothing changes."
        ),
        Reason::NoStateAccepted(why) => {
            let because = match why {
                Lenient::Emptied => {
                    "but the log is empty, and no messages also means no duplicates. It is \
                     accepted with a warning"
                }
                Lenient::AnySequence => {
                    "and this Kafka accepts any first number, without a word: what is missing, \
                     or there already, it cannot know"
                }
                Lenient::HeldRecords => {
                    "but the log has held records, so its state may have gone away. It is accepted"
                }
            };
            format!("Nothing is known of producer {pid}, {because}: appended, log end {end}.")
        }
        Reason::NoStateNotZero => format!(
            "Nothing is known of producer {pid}, so its batch must start at 0, not at {s}. Nothing \
             changes."
        ),
        Reason::OlderEpoch => format!(
            "Epoch {epoch} is older than {known_epoch}: a life that was replaced must never write \
             again. Nothing changes."
        ),
        Reason::NewerEpoch => format!(
            "Epoch {epoch} is newer than {known_epoch} and starts at 0: the window is cleared, the \
             batch appended, log end {end}."
        ),
        Reason::NewerEpochNotZero => format!(
            "Epoch {epoch} is newer than {known_epoch}, so the batch must start at 0, not at {s}. \
             Nothing changes, and {known_epoch} stays the remembered epoch."
        ),
        Reason::Remembered { .. } => format!(
            "Exactly ({s}, {}) is remembered: nothing is appended, and the answer is where the \
             first copy stands.",
            batch.last()
        ),
        Reason::Next => {
            let newest = known.map_or(s, |known| known.newest.last);
            format!("{s} is the one after {newest}: appended, log end {end}.")
        }
        Reason::NotNext(way) => format!(
            "It is not remembered, and not the next: expected {}, got {s}, {}. Nothing changes.",
            decision.expected(),
            way.kind()
        ),
    }
}

/// What went wrong with a promise, and why that is possible.
pub fn tell_breach(breach: &Breach) -> String {
    match breach {
        Breach::Copy {
            label,
            first,
            again,
            by,
            ..
        } => {
            let twice = format!("\"{label}\" now stands in the log twice, at {first} and {again}:");
            match by {
                CopiedBy::Retry => format!("{twice} the same batch was appended again."),
                CopiedBy::Application => {
                    format!("{twice} to the broker it is a new record with a new number.")
                }
            }
        }
        Breach::Order {
            batch,
            behind,
            same_life,
            ..
        } => {
            let behind = format!("{batch} stands behind {behind}, which was sent after it");
            match same_life {
                true => format!("{behind}."),
                false => format!("{behind}, by another life: idempotence covers one life only."),
            }
        }
        Breach::NotStored {
            batch,
            base,
            by_election: true,
            ..
        } => format!(
            "{batch} was acknowledged at {base}, and the new leader does not have it: it is lost."
        ),
        Breach::NotStored { batch, base, .. } => format!(
            "{batch} is acknowledged, yet other records stand at {base}: two batches had the same \
             producer id, epoch and sequence, and the broker knows a batch by nothing else."
        ),
    }
}
