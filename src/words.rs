//! What happened at a step, in a person's words: one or two sentences, with the reason.
//!
//! The sentences are made from facts alone, so they can tell nothing that is not so. They are the
//! status line that assistive technology reads, and the line under the picture where a story has
//! no caption.

use crate::kafka::{Decision, Reason, Reply, Sequence};
use crate::sim::{Breach, CopiedBy, Event, Fact, Message, MessageKind};
use crate::timeline::Step;

/// The name of the one broker there is.
pub const BROKER: &str = "b1";

/// What happened at a step.
pub fn tell(step: &Step) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for fact in &step.facts {
        sentences.extend(tell_fact(&step.entry.event, fact));
    }
    sentences.join(" ")
}

fn tell_fact(event: &Event, fact: &Fact) -> Option<String> {
    let told = match fact {
        Fact::Initialised { producer, identity } => {
            let (pid, epoch) = (identity.pid, identity.epoch);
            match event {
                Event::Restart { .. } => {
                    format!("{producer} starts again, as producer {pid} with epoch {epoch}.")
                }
                _ => format!("The broker names {producer} producer {pid}, epoch {epoch}."),
            }
        }
        Fact::Forgotten { batches, .. } => {
            let (names, them) = (list(batches), it_or_them(batches.len()));
            format!("{names} dies with the old life: nobody knows whether the log has {them}.")
        }
        Fact::GoesOn {
            zombie, identity, ..
        } => format!(
            "The old life does not know that it was replaced, and goes on as {zombie}, with \
             epoch {}.",
            identity.epoch
        ),
        Fact::Sent(message) => return tell_sent(event, message),
        Fact::Judged { decision, .. } => tell_judged(decision),
        Fact::Lost(name) if name.is_reply() => format!(
            "The answer {name} is lost. Nobody on the producer's side can know whether {} was \
             written.",
            name.batch
        ),
        Fact::Lost(name) => format!("The request {name} is lost: the broker never sees it."),
        Fact::Copied { message, copy } => {
            format!("The network makes a copy of {message}: {copy}.")
        }
        Fact::Acknowledged { batch, base } => {
            format!(
                "{} hears that {batch} stands at {base}, and is done with it.",
                batch.producer
            )
        }
        Fact::Failed { batch, reply } => {
            format!(
                "The application is told that {batch} failed: {}.",
                reply.word()
            )
        }
        Fact::StaysOpen { batch, reply } => format!(
            "The answer is {}. {batch} stays open: it may only be behind a batch that is still to \
             come.",
            reply.word()
        ),
        Fact::LifeEnded { producer, batches } => format!(
            "{producer} is fenced: a newer life has taken its place. {} failed, and this life may \
             never write again.",
            list(batches)
        ),
        Fact::NobodyWaits(name) => {
            format!("{name} arrives, but nobody waits for it any more: nothing changes.")
        }
        Fact::Breach(breach) => tell_breach(breach),
    };
    Some(told)
}

fn tell_sent(event: &Event, message: &Message) -> Option<String> {
    let MessageKind::Request(cargo) = &message.kind else {
        // That an answer is on its way is said with the answer itself.
        return None;
    };
    let batch = message.name.batch;
    let (first, last) = (message.header.first, message.header.last());
    Some(match event {
        Event::Retry(_) => format!(
            "{batch} is sent again, as {}: the same batch, the same {}.",
            message.name,
            sequences(first, last)
        ),
        _ => format!(
            "{} sends {batch} ({}) to {}: {}.",
            batch.producer,
            cargo.records,
            message.partition,
            sequences(first, last)
        ),
    })
}

fn sequences(first: Sequence, last: Sequence) -> String {
    if first == last {
        format!("sequence {first}")
    } else {
        format!("sequences {first} to {last}")
    }
}

/// The broker's answer, and why.
pub fn tell_judged(decision: &Decision) -> String {
    let reply = match decision.reply {
        Reply::Ok { base } | Reply::Duplicate { base } => {
            format!("{}, base {base}", decision.reply.word())
        }
        _ => decision.reply.word().to_owned(),
    };
    format!("Broker {BROKER} answers {reply}. {}", tell_reason(decision))
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
        Breach::NotStored { batch, base, .. } => format!(
            "{batch} is acknowledged, yet other records stand at {base}: two batches had the same \
             producer id, epoch and sequence, and the broker knows a batch by nothing else."
        ),
    }
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

fn it_or_them(count: usize) -> &'static str {
    if count == 1 { "it" } else { "them" }
}
