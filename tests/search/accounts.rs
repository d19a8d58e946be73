//! What must hold of the table that an application sees and of its counters. Both are counted
//! anew here, from the facts and from the logs.

use crate::laws::{Hands, Step, law};
use five_slots::kafka::{Acks, Reply};
use five_slots::sim::{
    Actor, BatchName, Entry, Event, Fact, MessageKind, Metrics, Told, WIRE_MAX, World,
};
use std::collections::BTreeMap;

/// The counters of all producers together.
fn total(world: &World) -> Metrics {
    let mut total = Metrics::default();
    for actor in world.actors() {
        let counters = &actor.counters;
        total.sent += counters.sent;
        total.retried += counters.retried;
        total.failed += counters.failed;
        total.acknowledged += counters.acknowledged;
        total.duplicates += counters.duplicates;
    }
    total
}

fn entry(world: &World, batch: BatchName) -> Option<&Entry> {
    let place = batch.number.checked_sub(1)?;
    world.actor(batch.producer)?.ledger.get(place as usize)
}

/// The counters grow by what the facts of a step say, and what an application was told for good
/// stays so.
pub(crate) fn follow(step: Step<'_>) -> Result<(), String> {
    let records = |batch: &BatchName| {
        let entry = entry(step.after, *batch);
        entry.map_or(0, |entry| u64::from(entry.records.count()))
    };
    let mut expected = total(step.before);
    for fact in step.facts {
        match fact {
            Fact::Sent(message) if !message.name.is_reply() => {
                expected.sent += u64::from(message.header.records);
                if message.name.attempt > 1 {
                    expected.retried += u64::from(message.header.records);
                }
            }
            Fact::Failed { batches, .. } | Fact::LifeEnded { batches, .. } => {
                expected.failed += batches.iter().map(records).sum::<u64>();
            }
            Fact::Acknowledged { batch, .. } => {
                expected.acknowledged += records(batch);
                if is_duplicate(step) {
                    expected.duplicates += records(batch);
                }
            }
            _ => {}
        }
    }
    let counted = total(step.after);
    if counted != expected {
        return Err(format!("the facts add up to {expected:?}, not {counted:?}"));
    }
    for before in step.before.actors() {
        let after = step.after.actor(before.name).ok_or("a producer is gone")?;
        for (before, after) in before.ledger.iter().zip(after.ledger.iter()) {
            let same = (before.partition, &before.records) == (after.partition, &after.records);
            law(same, "what was sent is what was sent")?;
            law(
                may_become(before.told, after.told),
                "a last word is the last",
            )?;
            let more = after.copies.checked_sub(before.copies);
            law(more.is_some_and(|more| more <= 1), "one copy a step")?;
        }
    }
    Ok(())
}

/// Whether the answer that arrives in this step is DUPLICATE.
fn is_duplicate(step: Step<'_>) -> bool {
    let Event::Deliver(name) = step.event else {
        return false;
    };
    let mut wire = step.before.wire().iter();
    wire.any(|message| {
        let reply = matches!(message.kind, MessageKind::Reply(Reply::Duplicate { .. }));
        message.name == *name && reply
    })
}

fn may_become(before: Told, after: Told) -> bool {
    before == after
        || match before {
            Told::Queued => after != Told::Acknowledged,
            Told::Open => matches!(after, Told::Acknowledged | Told::Failed | Told::Forgotten),
            _ => false,
        }
}

/// What a request does at the broker its producer cannot see: its table is the same but for the
/// copies, which it cannot see either, and all else is the same altogether.
pub(crate) fn nothing_was_heard(step: Step<'_>) -> Result<(), String> {
    if step.before.wire().len() >= WIRE_MAX {
        // There is room again, so that something else may set out.
        return Ok(());
    }
    let seen = |actor: &Actor| {
        let mut actor = actor.clone();
        for place in 0..actor.ledger.len() {
            actor.ledger.get_mut(place).expect("it is there").copies = 0;
        }
        actor
    };
    let same = step
        .before
        .actors()
        .map(seen)
        .eq(step.after.actors().map(seen));
    law(same, "the producer has heard nothing yet")
}

/// The table says what is in the logs, and who waits.
pub(crate) fn hold(world: &World, hands: Hands) -> Result<(), String> {
    let mut copies: BTreeMap<BatchName, u32> = BTreeMap::new();
    for (id, partition) in world.partitions() {
        for batch in partition.log().iter() {
            let Some(name) = batch.records.origin.batch() else {
                continue;
            };
            *copies.entry(name).or_default() += 1;
            let entry = entry(world, name).ok_or("a batch that nobody sent is in the log")?;
            let same = (entry.partition, &entry.records) == (*id, &batch.records.records);
            law(same, "what stands in the log is what was sent")?;
        }
    }
    let lives = || world.actors().filter_map(|actor| actor.life.as_ref());
    let open: Vec<BatchName> = lives()
        .flat_map(|life| life.open())
        .map(|b| b.name)
        .collect();
    let queued: Vec<BatchName> = lives()
        .flat_map(|life| life.queue())
        .map(|b| b.name)
        .collect();
    for actor in world.actors() {
        law(
            actor.ledger.len() == actor.sends as usize,
            "each send has its line",
        )?;
        for (place, entry) in actor.ledger.iter().enumerate() {
            let name = BatchName {
                producer: actor.name,
                number: place as u32 + 1,
            };
            let stand = copies.get(&name).copied().unwrap_or(0);
            law(entry.copies == stand, "copies are counted as they stand")?;
            let is_open = open.contains(&name);
            law((entry.told == Told::Open) == is_open, "open batches wait")?;
            let is_queued = queued.contains(&name);
            law(
                (entry.told == Told::Queued) == is_queued,
                "queued batches wait",
            )?;
            if entry.told == Told::Acknowledged && hands == Hands::Off {
                law(entry.copies > 0, "what is acknowledged is stored")?;
            }
            let silent = world.settings().acks == Acks::None;
            law(entry.told != Told::Unanswered || silent, "answers come")?;
        }
    }
    if world.settings().acks == Acks::None {
        law(open.is_empty(), "with acks=0 nothing is open")?;
    }
    law(sums(world), "the counters of all producers add up")
}

/// Sent for the first time and never, acknowledged and failed: all is told of by the table.
fn sums(world: &World) -> bool {
    let entries = || world.actors().flat_map(|actor| actor.ledger.iter());
    let records = |told: fn(Told) -> bool| -> u64 {
        let entries = entries().filter(|entry| told(entry.told));
        entries.map(|entry| u64::from(entry.records.count())).sum()
    };
    let counted = total(world);
    let first = counted.sent - counted.retried;
    let sent = |told| matches!(told, Told::Open | Told::Acknowledged | Told::Unanswered);
    let maybe = |told| !matches!(told, Told::Queued);
    counted.acknowledged == records(|told| told == Told::Acknowledged)
        && counted.duplicates <= counted.acknowledged
        && counted.failed <= records(|told| told == Told::Failed)
        && (records(sent)..=records(maybe)).contains(&first)
}
