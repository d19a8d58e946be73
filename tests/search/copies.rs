//! What must hold of every step and of every world of a cluster: of its leaders, of the copies that
//! its brokers have, of the high watermark, and of what is answered.

use crate::accounts;
use crate::laws::{Hands, Step, law};
use crate::reading::{Kind, kind, read};
use five_slots::kafka::{Acks, Header, Logged, Offset, Partition, PartitionId, Reply};
use five_slots::sim::{
    BatchName, BrokerName, Cargo, Event, Fact, Message, MessageKind, Replicas, Setup, Told, World,
};

// --- Steps ---

/// What must hold of every step, whatever happens to brokers.
pub(crate) fn obeys(step: Step<'_>, setup: &Setup) -> Result<(), String> {
    for id in step.after.partitions().keys() {
        elections(step, *id)?;
        high_watermark(step, *id)?;
    }
    for fact in step.facts {
        match fact {
            Fact::Judged {
                partition, broker, ..
            } => {
                // One that was not there before has come with this event.
                let leads = |replicas: &Replicas| replicas.led && replicas.leader == *broker;
                let replicas = step.before.replicas(*partition);
                law(replicas.is_none_or(leads), "only a leader judges")?;
                law(step.before.is_up(*broker), "only who runs judges")?;
            }
            Fact::Sent(message) => answered(step, message, setup)?,
            _ => {}
        }
    }
    asked(step)
}

fn elections(step: Step<'_>, id: PartitionId) -> Result<(), String> {
    let elected: Vec<(BrokerName, bool)> = step.facts.iter().filter_map(elected_on(id)).collect();
    law(elected.len() <= 1, "one leader at a time")?;
    let after = step.after.replicas(id).ok_or("nobody has it")?;
    let Some(before) = step.before.replicas(id) else {
        return law(
            after.leader_epoch == 0,
            "a new partition has had one leader",
        );
    };
    let epoch = before.leader_epoch + elected.len() as u32;
    law(after.leader_epoch == epoch, "leaders are counted")?;
    let Some((broker, clean)) = elected.first().copied() else {
        let same = after.leader == before.leader && (before.led || !after.led);
        return law(same, "who leads was elected");
    };
    law(after.leader == broker && after.led, "who was elected leads")?;
    law(clean == before.is_in_sync(broker), "clean is in sync")?;
    let mut running = before
        .in_sync
        .iter()
        .filter(|name| step.after.is_up(**name));
    law(
        clean || running.next().is_none(),
        "unclean only where nobody in sync runs",
    )
}

fn elected_on(id: PartitionId) -> impl Fn(&Fact) -> Option<(BrokerName, bool)> {
    move |fact| match fact {
        Fact::Elected {
            partition,
            broker,
            clean,
        } if *partition == id => Some((*broker, *clean)),
        _ => None,
    }
}

/// It falls with an unclean election, and with nothing else.
fn high_watermark(step: Step<'_>, id: PartitionId) -> Result<(), String> {
    let Some(before) = step.before.replicas(id) else {
        return Ok(());
    };
    let after = step.after.replicas(id).ok_or("nobody has it")?;
    let mut elected = step.facts.iter().filter_map(elected_on(id));
    let unclean = elected.any(|(_, clean)| !clean);
    let falls = after.high_watermark < before.high_watermark;
    law(!falls || unclean, "a high watermark does not fall")
}

/// An answer tells the truth, and with `acks=all` every in-sync broker can bear witness.
fn answered(step: Step<'_>, message: &Message, setup: &Setup) -> Result<(), String> {
    let MessageKind::Reply(reply) = message.kind else {
        return Ok(());
    };
    let replicas = step.after.replicas(message.partition);
    let replicas = replicas.ok_or("an answer about nothing")?;
    let all = step.after.settings().acks == Acks::All;
    match reply {
        Reply::Ok { base } | Reply::Duplicate { base } => {
            let end = base.0 + i64::from(message.header.records);
            let there = end <= replicas.high_watermark.0;
            law(!all || there, "an answer waits for the high watermark")?;
            let leader = copy(step.after, message.partition, replicas.leader)?;
            let own = |batch: &Logged<Cargo>| {
                let name = batch.records.origin.batch();
                (batch.base, batch.header, name) == (base, message.header, Some(message.name.batch))
            };
            let stands = leader.batch_at(base).is_some_and(own);
            let deleted = base < leader.log_start();
            law(stands || deleted, "what is answered stands there")
        }
        Reply::NotEnoughReplicas | Reply::NotEnoughAfterAppend => {
            let few = replicas.in_sync.len() < setup.min_in_sync as usize;
            law(all && few, "enough are in sync")
        }
        _ => Ok(()),
    }
}

/// What becomes of a request: one answer now or later, or none.
fn asked(step: Step<'_>) -> Result<(), String> {
    let Event::Deliver(name) = step.event else {
        return Ok(());
    };
    let mut wire = step.before.wire().iter();
    let message = wire.find(|message| message.name == *name);
    let message = message.ok_or("what was not on the wire arrived")?;
    if name.is_reply() {
        return law(same_copies(step), "an answer changes no copy");
    }
    let answers = step.facts.iter().filter(|fact| match fact {
        Fact::Sent(sent) => sent.name == name.answer(),
        _ => false,
    });
    let waits = |world: &World| {
        let replicas = world.replicas(message.partition);
        let waiting = replicas.map_or(&[][..], |replicas| &replicas.waiting);
        let same = waiting.iter().filter(|wait| wait.request.name == *name);
        same.count()
    };
    let reached = !step
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::Unreachable { .. } | Fact::Ignored { .. }));
    let expected = usize::from(reached && step.after.settings().acks != Acks::None);
    law(
        answers.count() + waits(step.after) - waits(step.before) == expected,
        "a request that arrives is answered once",
    )
}

fn same_copies(step: Step<'_>) -> bool {
    let mut ids = step.after.partitions().keys();
    ids.all(|id| {
        let copies = |world: &World| -> Vec<Option<Partition<Cargo>>> {
            let brokers = world.brokers().iter();
            brokers
                .map(|broker| world.copy(*id, broker.name).cloned())
                .collect()
        };
        copies(step.before) == copies(step.after)
    })
}

/// What was answered to each request, by the numbers it had. The same request is never answered
/// in two ways, unless what was answered got lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(Vec<(BatchName, Header, Offset)>);

impl Answers {
    pub(crate) fn follow(&mut self, facts: &[Fact]) -> Result<(), String> {
        for fact in facts {
            let Fact::Sent(message) = fact else { continue };
            let MessageKind::Reply(reply) = message.kind else {
                continue;
            };
            let Some(base) = reply.base() else { continue };
            let (batch, header) = (message.name.batch, message.header);
            let mut known = self.0.iter();
            match known.find(|known| (known.0, known.1) == (batch, header)) {
                Some(known) => law(known.2 == base, "two answers to one request")?,
                None => self.0.push((batch, header, base)),
            }
        }
        Ok(())
    }
}

// --- Worlds ---

/// What must hold of every world, whatever happened to brokers.
pub(crate) fn hold(world: &World) -> Result<(), String> {
    for id in world.partitions().keys() {
        let replicas = world.replicas(*id).ok_or("nobody has it")?;
        in_sync(world, replicas)?;
        let leader = copy(world, *id, replicas.leader)?;
        for broker in world.brokers() {
            let own = copy(world, *id, broker.name)?;
            in_one_piece(own)?;
            agree(own, leader)?;
            let follows = replicas.led && broker.up && !broker.paused;
            if follows {
                law(is_level(own, leader), "who follows has what the leader has")?;
                law(replicas.is_in_sync(broker.name), "and is in sync")?;
            }
        }
        high_watermark_holds(world, *id, replicas)?;
        let none = replicas.waiting.is_empty();
        law(none || replicas.led, "answers wait at a leader")?;
        let mut waiting = replicas.waiting.iter();
        let later = waiting.all(|wait| wait.until > replicas.high_watermark);
        law(later, "what can be answered does not wait")?;
    }
    Ok(())
}

fn copy(world: &World, id: PartitionId, broker: BrokerName) -> Result<&Partition<Cargo>, String> {
    let copy = world.copy(id, broker);
    copy.ok_or_else(|| format!("{broker} has no copy of {id}"))
}

fn in_sync(world: &World, replicas: &Replicas) -> Result<(), String> {
    let up = |name: &BrokerName| world.is_up(*name);
    law(!replicas.in_sync.is_empty(), "somebody is in sync")?;
    let mut names = replicas.in_sync.clone();
    names.sort();
    names.dedup();
    law(
        names.len() == replicas.in_sync.len(),
        "each is in sync once",
    )?;
    let last = names.len() == 1;
    law(last || names.iter().all(up), "who is down is in sync last")?;
    if replicas.led {
        law(up(&replicas.leader), "who leads runs")?;
        law(replicas.is_in_sync(replicas.leader), "who leads is in sync")?;
    }
    Ok(())
}

/// A log has no holes, and under each leader it only grows.
fn in_one_piece(copy: &Partition<Cargo>) -> Result<(), String> {
    let mut end = None;
    let mut epoch = 0;
    for batch in copy.log().iter() {
        law(end.is_none_or(|end| batch.base == end), "no hole in a log")?;
        law(
            batch.leader_epoch >= epoch,
            "leaders come one after another",
        )?;
        (end, epoch) = (Some(batch.end()), batch.leader_epoch);
    }
    law(
        end.is_none_or(|end| end == copy.log_end()),
        "a log ends with its last batch",
    )
}

/// Two copies that have the same batch from the same leader are the same up to there.
fn agree(one: &Partition<Cargo>, other: &Partition<Cargo>) -> Result<(), String> {
    let from = one.log_start().max(other.log_start());
    let batches = |copy: &Partition<Cargo>| -> Vec<_> {
        let log = copy.log().iter().filter(|batch| batch.base >= from);
        log.cloned().collect()
    };
    let (one, other) = (batches(one), batches(other));
    let same = |(one, other): &(&_, &_)| one == other;
    let common = one.iter().zip(&other).take_while(same).count();
    let named = |log: &[Logged<Cargo>]| -> Vec<(Offset, u32)> {
        let rest = log[common..].iter();
        rest.map(|batch| (batch.base, batch.leader_epoch)).collect()
    };
    let (one, other) = (named(&one), named(&other));
    let parted = one.iter().all(|batch| !other.contains(batch));
    law(parted, "one leader writes one batch at an offset")
}

/// A leader that was elected since may still have what the others have deleted.
fn is_level(copy: &Partition<Cargo>, leader: &Partition<Cargo>) -> bool {
    let from = copy.log_start();
    let held = leader.log().iter().filter(|batch| batch.base >= from);
    copy.log().iter().eq(held) && copy.log_end() == leader.log_end() && from >= leader.log_start()
}

/// How far a copy has what the leader has. Batches of two leaders at one offset are not the same.
fn reaches(copy: &Partition<Cargo>, leader: &Partition<Cargo>) -> Offset {
    let from = copy.log_start().max(leader.log_start());
    let one = copy.log().iter().filter(|batch| batch.base >= from);
    let other = leader.log().iter().filter(|batch| batch.base >= from);
    let parted = one.zip(other).find(|(one, other)| one != other);
    match parted {
        Some((batch, _)) => batch.base,
        None => copy.log_end().min(leader.log_end()),
    }
}

/// No in-sync broker is behind it, and below it all of them have the same.
fn high_watermark_holds(world: &World, id: PartitionId, replicas: &Replicas) -> Result<(), String> {
    let leader = copy(world, id, replicas.leader)?;
    let mut slowest = Offset(i64::MAX);
    for name in &replicas.in_sync {
        let own = copy(world, id, *name)?;
        slowest = slowest.min(reaches(own, leader));
        let below = |copy: &Partition<Cargo>| -> Vec<_> {
            let from = own.log_start().max(leader.log_start());
            let log = copy.log().iter();
            let log = log.filter(|batch| batch.base >= from);
            log.filter(|batch| batch.base < replicas.high_watermark)
                .cloned()
                .collect()
        };
        law(
            below(own) == below(leader),
            "all in sync have what is below it",
        )?;
    }
    law(
        replicas.high_watermark <= slowest,
        "nobody in sync is behind it",
    )?;
    let there = replicas.high_watermark == slowest;
    law(!replicas.led || there, "it is where the slowest one is")
}

/// What must hold where only who is in sync is elected, `acks=all` is asked for, files keep whole
/// windows, and nothing is deleted or forgotten.
pub(crate) fn keep(world: &World) -> Result<(), String> {
    for (name, standing) in world.invariants().each() {
        let broken = kind(standing) == Kind::Broken;
        law(!broken, name)?;
    }
    let reading = read(world);
    law(reading.once < Kind::Broken, "each record at most once")?;
    law(reading.order < Kind::Broken, "order kept within one life")?;
    for actor in world.actors() {
        for (place, entry) in actor.ledger.iter().enumerate() {
            if entry.told != Told::Acknowledged {
                continue;
            }
            let name = BatchName {
                producer: actor.name,
                number: place as u32 + 1,
            };
            let replicas = world.replicas(entry.partition).ok_or("it is gone")?;
            for broker in &replicas.in_sync {
                let log = copy(world, entry.partition, *broker)?.log().iter();
                let own = log.filter(|batch| batch.records.origin.batch() == Some(name));
                law(own.count() == 1, "what is acknowledged is on each in sync")?;
            }
        }
    }
    accounts::hold(world, Hands::Off)
}
