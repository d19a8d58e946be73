//! What must hold of every step and of every world.

use crate::accounts;
use crate::reading::{Kind, Told, is_true, kind, read, told};
use crate::requests;
use five_slots::kafka::{
    Acks, Decision, Offset, Partition, PartitionId, Policy, ProducerId, ProducerState, RuleSet,
    Slot, Window,
};
use five_slots::sim::{
    Cargo, Event, Fact, Message, MessageKind, MessageName, Setup, Standing, WIRE_MAX, World,
};
use std::collections::BTreeSet;

/// Who makes batches. Somebody who makes them by hand can give them a producer's own numbers, and
/// then the broker takes them for that producer's: no protocol can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hands {
    /// Only the producers of the world, each with an identity of its own.
    Off,
    /// Also somebody who may forge: everything that `choices` offers, or two producers that were
    /// set up as one.
    Forge,
    /// Also records that people named, and batches without idempotence. They may repeat anything.
    Anything,
}

/// One step.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) before: &'a World,
    pub(crate) event: &'a Event,
    pub(crate) after: &'a World,
    pub(crate) facts: &'a [Fact],
}

/// What must hold of every step.
pub(crate) fn obeys(step: Step<'_>, hands: Hands) -> Result<(), String> {
    logs_only_grow(step)?;
    match step.event {
        Event::Batch { partition, .. } => {
            let refused = !judged(step, *partition)?.reason.accepts();
            law(
                step.facts.len() == 1 + breaches(step),
                "one decision, and no more",
            )?;
            law(
                step.after.wire() == step.before.wire(),
                "no network between",
            )?;
            law(same_actors(step), "a batch by hand is nobody's")?;
            let named = step.after.fresh_pid() == step.before.fresh_pid();
            let there = step.before.partitions().contains_key(partition);
            if refused && named && there {
                // Nothing at all: also not in what cannot be seen from here.
                law(step.after == step.before, "a refused batch changes nothing")?;
            }
        }
        Event::Deliver(name) => delivered(step, *name, hands)?,
        Event::Drop(name) => {
            law(same_but_wire(step), "a loss changes the wire alone")?;
            law(moved(step, Some(*name), None), "it takes one message away")?;
        }
        Event::Duplicate(_) => {
            law(same_but_wire(step), "a copy changes the wire alone")?;
            let (before, after) = (step.before.wire(), step.after.wire());
            law(after.starts_with(before), "a copy comes last")?;
            law(after.len() == before.len() + 1, "one copy")?;
        }
        Event::Send { .. } | Event::Retry(_) | Event::Expire(_) => {
            law(moved(step, None, None), "only requests set out")?;
            law(same_logs(step), "sending is not appending")?;
        }
        Event::Restart { .. } => {
            law(
                step.after.wire() == step.before.wire(),
                "the network does not know",
            )?;
            law(same_logs(step), "nor do the logs")?;
        }
        _ => return Err("here nothing happens to brokers".to_owned()),
    }
    requests::set_out(step)?;
    accounts::follow(step)?;
    standings_follow(step)
}

pub(crate) fn law(holds: bool, name: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("not true: {name}"))
    }
}

fn breaches(step: Step<'_>) -> usize {
    let breaches = step.facts.iter();
    breaches
        .filter(|fact| matches!(fact, Fact::Breach(_)))
        .count()
}

/// What stands in a log stays there, and at most one batch is added at a time.
fn logs_only_grow(step: Step<'_>) -> Result<(), String> {
    let mut added = 0;
    for (id, before) in step.before.partitions() {
        let after = &step.after.partitions()[id];
        let mut kept = after.log().clone();
        kept.truncate(before.log().len());
        law(kept == *before.log(), "a log keeps what it holds")?;
        added += after.log().len() - before.log().len();
    }
    for (id, after) in step.after.partitions() {
        if !step.before.partitions().contains_key(id) {
            added += after.log().len();
        }
    }
    law(added <= 1, "one batch a step")
}

/// The partition before the step. One that is mentioned for the first time is empty.
fn partition_before(step: Step<'_>, id: PartitionId) -> Partition<Cargo> {
    let before = step.before.partitions().get(&id);
    // All that is searched with these laws is under the lesson's rules.
    let rules = RuleSet::Lesson.policies();
    let empty = || Partition::under(rules, step.before.window(), Offset::ZERO);
    before.cloned().unwrap_or_else(empty)
}

fn same_logs(step: Step<'_>) -> bool {
    let mut partitions = step.after.partitions().iter();
    partitions.all(|(id, after)| *after == partition_before(step, *id))
        && step.after.watcher() == step.before.watcher()
}

fn same_actors(step: Step<'_>) -> bool {
    step.after.actors().eq(step.before.actors())
}

/// Unless there was no room on the wire: then what waited for it may go now.
fn same_but_wire(step: Step<'_>) -> bool {
    let same = same_actors(step) && step.after.fresh_pid() == step.before.fresh_pid();
    same_logs(step) && (same || step.before.wire().len() >= WIRE_MAX)
}

/// Whether one message left the wire, and this one came instead. Requests that a producer sends
/// because of what happened come last; whether they may is for [`requests`] to say.
fn moved(step: Step<'_>, gone: Option<MessageName>, came: Option<MessageName>) -> bool {
    let names = |world: &World| -> Vec<MessageName> {
        world.wire().iter().map(|message| message.name).collect()
    };
    let mut expected = names(step.before);
    if let Some(gone) = gone {
        let Some(place) = expected.iter().position(|name| *name == gone) else {
            return false;
        };
        expected.remove(place);
    }
    expected.extend(came);
    let after = names(step.after);
    let requests = after.get(expected.len()..).unwrap_or_default();
    let original = |name: &MessageName| !name.is_reply() && name.copy == 0;
    after.starts_with(&expected) && requests.iter().all(original)
}

/// The decision of this step, which changed what it says and nothing else.
fn judged<'a>(step: Step<'a>, id: PartitionId) -> Result<&'a Decision, String> {
    let mut decisions = step.facts.iter().filter_map(|fact| match fact {
        Fact::Judged { decision, .. } => Some(&**decision),
        _ => None,
    });
    let decision = decisions.next().ok_or("a batch was not judged")?;
    law(decisions.next().is_none(), "a batch is judged once")?;
    let before = partition_before(step, id);
    if !decision.reason.accepts() {
        // This is the lesson's promise: a refused batch changes nothing at all.
        law(same_logs(step), "a refused batch changes nothing")?;
        return Ok(decision);
    }
    let after = &step.after.partitions()[&id];
    let logged = after
        .log()
        .last()
        .ok_or("an accepted batch is in the log")?;
    law(logged.header == decision.batch, "it stands there as it was")?;
    law(logged.base == before.log_end(), "it stands at the log end")?;
    let end = before.log_end().0 + i64::from(decision.batch.records);
    law(after.log_end() == Offset(end), "the log ends behind it")?;
    law(
        after.log().len() == before.log().len() + 1,
        "it stands there once",
    )?;
    for (pid, state) in before.states() {
        let same = after.state(pid) == Some(state);
        law(same || pid == decision.batch.pid, "others are left alone")?;
    }
    for (other, partition) in step.after.partitions() {
        let same = *partition == partition_before(step, *other);
        law(same || *other == id, "other partitions are left alone")?;
    }
    Ok(decision)
}

fn delivered(step: Step<'_>, name: MessageName, hands: Hands) -> Result<(), String> {
    let mut wire = step.before.wire().iter();
    let message = wire.find(|message| message.name == name);
    let message = message.ok_or("what was not on the wire arrived")?;
    match message.kind {
        MessageKind::Request(_) => {
            let decision = judged(step, message.partition)?;
            let answer = name.answer();
            if step.before.settings().acks == Acks::None {
                law(moved(step, Some(name), None), "nobody asked for an answer")?;
            } else {
                law(moved(step, Some(name), Some(answer)), "an answer sets out")?;
                let says = MessageKind::Reply(decision.reply);
                let mut wire = step.after.wire().iter();
                let there = wire.any(|sent| sent.name == answer && sent.kind == says);
                law(there, "the answer says what was decided")?;
            }
            accounts::nothing_was_heard(step)
        }
        MessageKind::Reply(reply) => {
            law(moved(step, Some(name), None), "an answer is not answered")?;
            let mut partitions = step.after.partitions().iter();
            let same = partitions.all(|(id, after)| *after == partition_before(step, *id));
            law(same, "an answer changes no log")?;
            match reply.base() {
                Some(base) => acknowledged(step, message, base, hands),
                None => Ok(()),
            }
        }
    }
}

/// Everything acknowledged is stored, by the producer's own hand if nobody else uses its numbers.
fn acknowledged(step: Step<'_>, reply: &Message, base: Offset, hands: Hands) -> Result<(), String> {
    let batch = reply.name.batch;
    let waits = |world: &World| {
        let lives = world.actors().filter_map(|actor| actor.life.as_ref());
        let mut open = lives.flat_map(|life| life.open());
        open.any(|open| open.name == batch && open.header == reply.header)
    };
    law(!waits(step.after), "an acknowledged batch is settled")?;
    let told = told(step.after, reply, base);
    law(told != Told::ALie, "what is acknowledged stands there")?;
    let is_own = told == Told::TheTruth || hands != Hands::Off;
    law(is_own, "what is acknowledged is the producer's own")?;
    let stored = |world: &World| kind(&world.invariants().stored);
    let expected = if waits(step.before) && told != Told::TheTruth {
        Kind::Broken
    } else {
        stored(step.before)
    };
    law(stored(step.after) == expected, "the watcher saw it")
}

/// A standing gets worse by a breach that happened now, or stays what it was.
fn standings_follow(step: Step<'_>) -> Result<(), String> {
    let (before, after) = (step.before.invariants(), step.after.invariants());
    for ((name, before), (_, after)) in before.each().into_iter().zip(after.each()) {
        let breach = match after {
            _ if before == after => continue,
            Standing::Kept => return Err(format!("{name}: forgotten")),
            Standing::Outside(breach) | Standing::Broken(breach) => breach,
        };
        law(kind(after) > kind(before), "a standing only gets worse")?;
        let told = step.facts.iter();
        let mut told = told.filter(|fact| matches!(fact, Fact::Breach(seen) if seen == breach));
        law(told.next().is_some(), "the breach is a fact of this step")?;
        law(
            is_true(step.after, breach),
            "the breach can be seen in the log",
        )?;
    }
    Ok(())
}

/// What must hold of every world.
pub(crate) fn holds(world: &World, setup: &Setup, hands: Hands) -> Result<(), String> {
    let reading = read(world);
    let invariants = world.invariants();
    let agree = |name: &str, read: Kind, watched: &Standing| {
        let both = read == kind(watched);
        let text = || format!("{name}: the logs say {read:?}, the watcher {watched:?}");
        if both { Ok(()) } else { Err(text()) }
    };
    agree("each record at most once", reading.once, &invariants.once)?;
    agree("order kept", reading.order, &invariants.order)?;
    let promised = Promises::of(world);
    if promised.once && hands != Hands::Anything {
        law(reading.once < Kind::Broken, "each record at most once")?;
    }
    // Whoever takes a producer's number makes it give another one to its batch.
    if promised.order && (promised.once || hands == Hands::Off) {
        law(reading.order < Kind::Broken, "order kept within one life")?;
    }
    if hands == Hands::Off {
        let stored = kind(&invariants.stored) == Kind::Kept;
        law(stored, "what is acknowledged is stored")?;
    }
    accounts::hold(world, hands)?;
    requests::hold(world, hands)?;
    windows_follow(world, setup)
}

/// What a setup promises, beside that what is acknowledged is stored: that it always does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promises {
    /// No record twice by a retry.
    pub(crate) once: bool,
    /// The order of sending, within one life.
    pub(crate) order: bool,
}

impl Promises {
    /// Without idempotence nothing. With a policy that gives written batches a new number, not
    /// that each is written once.
    pub(crate) fn of(world: &World) -> Self {
        let settings = world.settings();
        let renumbers = matches!(settings.policy, Policy::Bump | Policy::BumpAll);
        Self {
            once: settings.is_idempotent() && !renumbers,
            order: settings.is_idempotent(),
        }
    }
}

/// A window holds the last batches, five if not said otherwise, of the newest life, as the log has them.
fn windows_follow(world: &World, setup: &Setup) -> Result<(), String> {
    for (id, partition) in world.partitions() {
        let given = setup.given.get(id).map_or(&[][..], |given| &given.states);
        let given = |pid| given.iter().find(|(of, _)| *of == pid);
        let mut known: BTreeSet<ProducerId> = BTreeSet::new();
        for (pid, state) in partition.states() {
            known.insert(pid);
            let expected = state_of(partition, pid, given(pid).map(|(_, state)| state));
            let is_end = expected.as_ref() == Some(state);
            law(is_end, "a window is what the log ends with")?;
        }
        for batch in partition.log().iter() {
            let pid = batch.header.pid;
            let remembered = known.contains(&pid) != (pid == ProducerId::NONE);
            law(remembered, "who wrote is remembered, if it is idempotent")?;
        }
    }
    Ok(())
}

fn state_of(
    partition: &Partition<Cargo>,
    pid: ProducerId,
    given: Option<&ProducerState>,
) -> Option<ProducerState> {
    let own = partition
        .log()
        .iter()
        .filter(|batch| batch.header.pid == pid);
    let own: Vec<_> = own.collect();
    let epoch = own.last().map(|batch| batch.header.epoch);
    let epoch = epoch.or(given.map(|state| state.epoch))?;
    let given = given.filter(|state| state.epoch == epoch);
    let mut slots: Vec<Slot> = given.map_or(Vec::new(), |state| state.window.slots().to_vec());
    for batch in own.iter().filter(|batch| batch.header.epoch == epoch) {
        slots.push(Slot {
            first: batch.header.first,
            last: batch.header.last(),
            base: batch.base,
        });
    }
    let size = partition.window_size();
    let newest = &slots[slots.len().saturating_sub(size)..];
    let window = Window::of_size(size, newest)?;
    Some(ProducerState { epoch, window })
}

/// The choices of a world: no two the same, the next one among them, and kind after kind. Whoever
/// applies them sees that all are possible.
pub(crate) fn choices(world: &World) -> Result<Vec<Event>, String> {
    let choices = world.choices();
    let names: BTreeSet<String> = choices.iter().map(ToString::to_string).collect();
    law(names.len() == choices.len(), "no choice is offered twice")?;
    law(choices.is_sorted_by_key(group), "they have a fixed order")?;
    if let Some(next) = world.next() {
        law(choices.contains(&next), "the next event is a choice")?;
    }
    Ok(choices)
}

/// Sends come first, then what can happen to messages, and so on.
fn group(event: &Event) -> usize {
    match event {
        Event::Send { .. } => 0,
        Event::Deliver(_) | Event::Drop(_) | Event::Duplicate(_) => 1,
        Event::Retry(_) => 2,
        Event::Expire(_) => 3,
        Event::Restart { .. } => 4,
        Event::Broker { .. }
        | Event::Replica { .. }
        | Event::Roll(_)
        | Event::Delete(_)
        | Event::Forget { .. } => 5,
        Event::Batch { .. } => 6,
    }
}

/// Whether an event is about producers and the network. The laws here speak of one broker that
/// always runs and of logs that only grow, so the searches that hold worlds against them leave the
/// brokers alone; what happens to those has a search and laws of its own.
pub(crate) fn leaves_brokers_alone(event: &Event) -> bool {
    group(event) != 5
}
