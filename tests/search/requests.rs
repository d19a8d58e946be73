//! What must hold of the requests that producers send, and of those that they keep back.

use crate::laws::{Hands, Step, law};
use five_slots::kafka::{Header, Identity, Open, PartitionId, Sequence};
use five_slots::sim::{
    Actor, BatchName, Event, Fact, Life, Message, MessageKind, ProducerName, Records, WIRE_MAX,
    World,
};
use std::collections::BTreeMap;

/// Whose life has a batch open.
fn open(world: &World, batch: BatchName) -> Option<(&Actor, &Open<BatchName, Records>)> {
    world.actors().find_map(|actor| {
        let open = actor.life.as_ref()?.open().iter();
        let mut open = open.filter(|open| open.name == batch);
        open.next().map(|open| (actor, open))
    })
}

/// The identity that a producer takes in this step.
fn bumped(step: Step<'_>, of: ProducerName) -> Option<Identity> {
    step.facts.iter().find_map(|fact| match fact {
        Fact::Bumped { producer, identity } if *producer == of => Some(*identity),
        _ => None,
    })
}

/// What may set out in a step: a batch for the first time, with the next number of its partition;
/// or again, as the very same batch, unless its producer has begun its numbers anew in this step.
pub(crate) fn set_out(step: Step<'_>) -> Result<(), String> {
    let mut next: BTreeMap<(ProducerName, PartitionId), Sequence> = BTreeMap::new();
    let mut again = Vec::new();
    for fact in step.facts {
        let Fact::Sent(message) = fact else { continue };
        let MessageKind::Request(_) = message.kind else {
            continue;
        };
        let batch = message.name.batch;
        if message.name.attempt == 1 {
            first(step, message, &mut next)?;
            continue;
        }
        let (actor, open) = open(step.before, batch).ok_or("nobody has it open")?;
        law(
            message.name.attempt == open.attempts + 1,
            "attempts are counted",
        )?;
        match bumped(step, actor.name) {
            None => law(message.header == open.header, "a retry is the same batch")?,
            Some(identity) => {
                let named = (message.header.pid, message.header.epoch);
                law(
                    named == (identity.pid, identity.epoch),
                    "a new number is a new epoch's",
                )?;
                let same = message.header.records == open.header.records;
                law(same, "only its number is new")?;
                let expected = next.entry((actor.name, message.partition));
                let expected = expected.or_insert(Sequence::ZERO);
                law(message.header.first == *expected, "new numbers begin at 0")?;
                *expected = message.header.last().next();
            }
        }
        again.push(batch);
    }
    asked_for(step, &again)
}

fn first(
    step: Step<'_>,
    message: &Message,
    next: &mut BTreeMap<(ProducerName, PartitionId), Sequence>,
) -> Result<(), String> {
    let header = &message.header;
    if !step.after.settings().is_idempotent() {
        let bare = (header.pid, header.first) == (Identity::NONE.pid, Sequence::ZERO);
        return law(bare, "without idempotence a batch has no number");
    }
    // Who kept it until now, perhaps as an old life that goes on; else who was told to send it.
    let batch = message.name.batch;
    let keeper = step.before.actors().find(|actor| {
        let mut queue = actor.life.iter().flat_map(|life| life.queue());
        queue.any(|queued| queued.name == batch)
    });
    let sender = keeper.map_or(batch.producer, |actor| actor.name);
    let life = |world: &World| world.actor(sender).and_then(|actor| actor.life.clone());
    let identity = life(step.after).ok_or("nobody sent it")?.identity();
    let named = (header.pid, header.epoch) == (identity.pid, identity.epoch);
    law(named, "a number is of who sends")?;
    let before = life(step.before);
    let counters = before.as_ref().map_or(&[][..], Life::counters);
    let mut counters = counters.iter();
    let counter = counters.find(|counter| {
        let identity = counter.identity;
        counter.partition == message.partition
            && (identity.pid, identity.epoch) == (header.pid, header.epoch)
    });
    let start = counter.map_or(Sequence::ZERO, |counter| counter.next);
    let expected = next.entry((sender, message.partition)).or_insert(start);
    law(header.first == *expected, "numbers have no gaps")?;
    *expected = header.last().next();
    Ok(())
}

/// A batch is sent again because somebody asked for it, or because it has a new number.
fn asked_for(step: Step<'_>, again: &[BatchName]) -> Result<(), String> {
    let anew = step
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::Bumped { .. }));
    let retried = match step.event {
        Event::Retry(batch) => Some(*batch),
        _ => None,
    };
    if let Some(batch) = retried {
        let (_, known) = open(step.before, batch).ok_or("a retry of nothing")?;
        if known.retried() >= step.before.settings().retries {
            law(open(step.after, batch).is_none(), "no retry is left")?;
        } else {
            law(again == [batch], "it alone is sent again")?;
        }
    }
    let asked = again.iter().all(|batch| anew || retried == Some(*batch));
    law(asked, "nobody asked for a retry")?;
    if let Event::Expire(batch) = step.event {
        let waits = step.after.waiting().any(|waiting| waiting == *batch);
        law(!waits, "what has expired is given up")?;
    }
    Ok(())
}

/// Not too many are in flight, none waits without a reason, and what is open the broker can still
/// recognise.
pub(crate) fn hold(world: &World, hands: Hands) -> Result<(), String> {
    let settings = world.settings();
    for actor in world.actors() {
        let Some(life) = &actor.life else { continue };
        for (id, partition) in world.partitions() {
            let open: Vec<_> = life.open_on(*id).collect();
            let few = open.len() <= settings.max_in_flight as usize;
            law(few, "no more in flight than the setting allows")?;
            let room = open.is_empty()
                || !settings.is_idempotent() && open.len() < settings.max_in_flight as usize;
            let queued = life.queue().iter().any(|queued| queued.partition == *id);
            let kept = queued && room && world.wire().len() < WIRE_MAX;
            law(!kept, "what can go does not wait")?;
            let enough = world.window() >= settings.max_in_flight as usize;
            if !settings.is_idempotent() || !enough || hands != Hands::Off {
                continue;
            }
            for open in open {
                let written = |logged: &&_| is_of(logged, open.name, &open.header);
                if partition.log().iter().rev().any(|logged| written(&logged)) {
                    let state = partition.state(open.header.pid);
                    let state = state.ok_or("who wrote is remembered")?;
                    let slots = state.window.slots();
                    let known = slots.iter().any(|slot| slot.first == open.header.first);
                    let newer = state.epoch > open.header.epoch;
                    law(known || newer, "a written batch that is open has its slot")?;
                }
            }
        }
    }
    Ok(())
}

fn is_of(
    logged: &five_slots::kafka::Logged<five_slots::sim::Cargo>,
    name: BatchName,
    header: &Header,
) -> bool {
    logged.records.origin.batch() == Some(name) && logged.header == *header
}
