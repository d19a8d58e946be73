//! What happened at a step, in a person's words: one or two sentences, with the reason.
//!
//! The sentences are made from facts alone, so they can tell nothing that is not so. They are the
//! status line that assistive technology reads, and the line under the picture where a story has
//! no caption.

mod broker;
mod cluster;

pub use broker::{tell_breach, tell_reason};

use crate::kafka::{Cause, End, Epoch, Header, Identity, Offset, ProducerId, Reply, Wait};
use crate::sim::{BatchName, Event, Fact, Message, MessageKind, MessageName, ProducerName, Why};
use crate::timeline::Step;
use broker::tell_judged;
use cluster::{tell_answer, tell_of_brokers};

/// What happened at a step.
pub fn tell(step: &Step) -> String {
    tell_facts(&step.entry.event, &step.facts)
}

/// What came of an event.
pub fn tell_facts(event: &Event, facts: &[Fact]) -> String {
    let sentences = facts.iter().filter_map(|fact| match fact {
        Fact::Judged {
            decision, broker, ..
        } => Some(tell_judged(*broker, decision, silence(event, facts))),
        Fact::Sent(message) if message.name.is_reply() => tell_answer(message, facts),
        _ => tell_fact(event, fact),
    });
    sentences.collect::<Vec<String>>().join(" ")
}

/// What the broker does in place of an answer: with `acks=0` nothing is sent back, and with
/// `acks=all` it waits for the followers first.
fn silence(event: &Event, facts: &[Fact]) -> Option<&'static str> {
    let reply = |fact: &Fact| matches!(fact, Fact::Sent(message) if message.name.is_reply());
    if !matches!(event, Event::Deliver(_)) || facts.iter().any(reply) {
        return None;
    }
    let waits = |fact: &Fact| matches!(fact, Fact::Waits { .. });
    match facts.iter().any(waits) {
        true => Some("keeps its answer back"),
        false => Some("with acks=0 tells nobody"),
    }
}

fn tell_fact(event: &Event, fact: &Fact) -> Option<String> {
    let told = match fact {
        Fact::Initialised { producer, identity } => tell_initialised(event, *producer, *identity),
        Fact::Forgotten {
            batches, unsent, ..
        } => tell_forgotten(batches, unsent),
        Fact::Restarted(producer) => {
            format!(
                "{producer} starts again, without a producer id, so nothing is remembered of it."
            )
        }
        Fact::Queued { batch, why } => tell_queued(*batch, why),
        Fact::Unanswered(batch) => format!(
            "With acks=0 nobody answers: {} is done with {batch}, and will never know.",
            batch.producer
        ),
        Fact::GoesOn {
            zombie, identity, ..
        } => {
            let epoch = match identity.pid {
                ProducerId::NONE => String::new(),
                _ => format!(", with epoch {}", identity.epoch),
            };
            format!(
                "The old life does not know that it was replaced, and goes on as {zombie}{epoch}."
            )
        }
        Fact::Sent(message) => return tell_sent(event, message),
        Fact::Judged {
            decision, broker, ..
        } => tell_judged(*broker, decision, None),
        Fact::Lost(name) => tell_lost(*name),
        Fact::Copied { message, copy } => {
            format!("The network makes a copy of {message}: {copy}.")
        }
        Fact::Acknowledged { batch, base } => tell_acknowledged(*batch, *base),
        Fact::Failed { batches, why } => tell_failed(batches, *why),
        Fact::Kept(batch) => format!(
            "{batch} was refused, so {} takes it that the log does not have it.",
            batch.producer
        ),
        Fact::Bumped { producer, identity } => format!(
            "{producer} begins its numbers anew, from 0 under epoch {}.",
            identity.epoch
        ),
        Fact::StaysOpen { batch, reply } => tell_stays_open(*batch, *reply),
        Fact::LifeEnded {
            producer,
            end,
            batches,
        } => tell_end(*producer, *end, batches),
        Fact::NobodyWaits(name) => {
            format!("{name} arrives, but nobody waits for it any more: nothing changes.")
        }
        Fact::OldNumber(name) => format!(
            "{name} arrives, but {} has another number by now: nothing changes.",
            name.batch
        ),
        Fact::Breach(breach) => tell_breach(breach),
        _ => return tell_of_brokers(fact),
    };
    Some(told)
}

fn tell_acknowledged(batch: BatchName, base: Offset) -> String {
    let producer = batch.producer;
    match base {
        Offset::UNKNOWN => format!(
            "{producer} hears that the log has {batch} already, and is done with it; where it \
             stands is not said."
        ),
        _ => format!("{producer} hears that {batch} stands at {base}, and is done with it."),
    }
}

fn tell_stays_open(batch: BatchName, reply: Reply) -> String {
    let why = match reply.passes() {
        true => "this may pass, and then it is sent again",
        false => "it may only be behind a batch that is still to come",
    };
    let word = reply.word();
    format!("The answer is {word}. {batch} stays open: {why}.")
}

fn tell_initialised(event: &Event, producer: ProducerName, identity: Identity) -> String {
    let Identity { pid, epoch } = identity;
    match event {
        Event::Restart { .. } => {
            format!("{producer} starts again, as producer {pid} with epoch {epoch}.")
        }
        _ => format!("The broker names {producer} producer {pid}, epoch {epoch}."),
    }
}

fn tell_lost(name: MessageName) -> String {
    match name.is_reply() {
        true => format!(
            "The answer {name} is lost. Nobody on the producer's side can know whether {} was \
             written.",
            name.batch
        ),
        false => format!("The request {name} is lost: the broker never sees it."),
    }
}

fn tell_forgotten(batches: &[BatchName], unsent: &[BatchName]) -> String {
    let mut told = Vec::new();
    if !batches.is_empty() {
        let (die, them) = one_or_more(batches, ["dies", "die"], ["it", "them"]);
        told.push(format!(
            "{} {die} with the old life: nobody knows whether the log has {them}.",
            list(batches)
        ));
    }
    if !unsent.is_empty() {
        let (was, is) = one_or_more(unsent, ["was", "were"], ["is", "are"]);
        told.push(format!("{} {was} never sent, and {is} lost.", list(unsent)));
    }
    told.join(" ")
}

fn tell_queued(batch: BatchName, why: &Wait<BatchName>) -> String {
    match why {
        Wait::InFlight { lowest, max } => format!(
            "{batch} waits in the queue, without a number: {lowest} is not answered yet, and only \
             {max} may be in flight from there."
        ),
        Wait::Retry { batch: first } => format!(
            "{batch} waits in the queue: {first} is sent again first, and alone, so that the order \
             is kept."
        ),
        Wait::OldEpoch { batch: old } => {
            format!("{batch} waits in the queue: {old} is still in flight under the old epoch.")
        }
    }
}

fn tell_failed(batches: &[BatchName], why: Why) -> String {
    let names = list(batches);
    match why {
        Why::Refused(reply) => {
            format!(
                "The application is told that {names} failed: {}.",
                reply.word()
            )
        }
        Why::GivenUp(Cause::Expired) => format!(
            "The delivery timeout of {names} is over. The application is told that it failed; the \
             log may have it all the same."
        ),
        Why::GivenUp(Cause::RetriesUsedUp) => format!(
            "{names} has no retry left. The application is told that it failed; the log may have \
             it all the same."
        ),
        Why::GivenUp(Cause::Gap) => format!(
            "Nothing was before {names}, so this looks like a real gap, with something missing in \
             the log. The application is told that it failed."
        ),
        Why::GivenUp(Cause::Unknown) => format!(
            "The broker has no state of this producer, and {names} does not begin at 0. The \
             application is told that it failed."
        ),
        Why::NeverSent => {
            format!("{names} was never sent and has no number, so it fails without leaving a gap.")
        }
        Why::With(batch) => {
            let (was, fail) = one_or_more(batches, ["was", "were"], ["fails", "fail"]);
            format!("{names} {was} in flight with {batch} and {fail} too, written or not.")
        }
    }
}

fn tell_end(producer: ProducerName, end: End, batches: &[BatchName]) -> String {
    match end {
        End::Fenced => {
            let failed = match batches {
                [] => String::new(),
                batches => format!(" {} failed, and", list(batches)),
            };
            let this = if failed.is_empty() { " This" } else { " this" };
            format!(
                "{producer} is fenced: a newer life has taken its place.{failed}{this} life may \
                 never write again."
            )
        }
        End::Stopped => {
            format!("{producer} stops, and stays dead until it is made anew: restart it.")
        }
    }
}

fn tell_sent(event: &Event, message: &Message) -> Option<String> {
    let MessageKind::Request(cargo) = &message.kind else {
        // That an answer is on its way is said with the answer itself.
        return None;
    };
    let name = message.name;
    let batch = name.batch;
    let numbers = tell_numbers(&message.header);
    Some(match event {
        Event::Retry(of) if *of == batch => {
            let same = match message.header.pid {
                ProducerId::NONE => "still ",
                _ => "the same ",
            };
            format!("{batch} is sent again, as {name}: the same batch, {same}{numbers}.")
        }
        _ if name.attempt > 1 => {
            format!("{batch} has a new number and is sent again, as {name}: {numbers}.")
        }
        _ => format!(
            "{} sends {batch} ({}) to {}: {numbers}.",
            batch.producer, cargo.records, message.partition
        ),
    })
}

/// The sequences of a batch; the epoch is told as well where it is not the first.
fn tell_numbers(header: &Header) -> String {
    let (first, last) = (header.first, header.last());
    let epoch = match header.epoch {
        _ if header.pid == ProducerId::NONE => return "without a sequence".to_owned(),
        Epoch(0) => String::new(),
        epoch => format!("epoch {epoch}, "),
    };
    if first == last {
        format!("{epoch}sequence {first}")
    } else {
        format!("{epoch}sequences {first} to {last}")
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

/// Two words, each for one batch or for more.
fn one_or_more(
    batches: &[BatchName],
    first: [&'static str; 2],
    second: [&'static str; 2],
) -> (&'static str, &'static str) {
    let more = usize::from(batches.len() > 1);
    (first[more], second[more])
}
