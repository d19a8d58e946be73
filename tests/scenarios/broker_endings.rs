//! How each story ends in which a broker fails, typed by hand from what its words say: what stands
//! in each copy, what is remembered and where it came from, who leads, what was told, and which
//! promise broke. Nothing rewrites these.

use crate::endings::{ONCE, beside, broken, end, labels, log, step_of, story, told};
use five_slots::kafka::{Layer, PartitionId, ProducerId};
use five_slots::scenario::Opened;
use five_slots::sim::{BrokerName, Fact, MessageKind, World};
use five_slots::words;

const STORED: &str = "everything acknowledged is stored";

/// What A was told of a batch that is still open.
const OPEN: &str = "unknown, no answer yet";

fn broker(name: &str) -> BrokerName {
    BrokerName::parse(name).expect("a broker")
}

fn p0() -> PartitionId {
    PartitionId::new(0).expect("a partition")
}

/// Who leads p-0, and who is in sync.
fn leads(world: &World) -> (String, String) {
    let replicas = world.replicas(p0()).expect("p-0 is there");
    assert!(replicas.led, "p-0 has a leader");
    let in_sync = replicas.in_sync.iter().map(ToString::to_string);
    let mut in_sync: Vec<String> = in_sync.collect();
    in_sync.sort();
    (replicas.leader.to_string(), in_sync.join(" "))
}

/// What stands in a broker's own copy of p-0.
fn on(world: &World, name: &str) -> String {
    labels(world.copy(p0(), broker(name)).expect("a copy"))
}

/// What a broker remembers of a producer on p-0: each range, and the layer that it comes from.
fn remembered(world: &World, name: &str, pid: i64) -> String {
    let copy = world.copy(p0(), broker(name)).expect("a copy");
    let Some(state) = copy.state(ProducerId(pid)) else {
        return "nothing".into();
    };
    let slots = state.window.slots().iter().map(|slot| {
        let layer = match copy.layer(slot) {
            Layer::Memory => "",
            Layer::Snapshot => " file",
            Layer::Log => " log",
        };
        format!("[{}..{}]{layer}", slot.first, slot.last)
    });
    slots.collect::<Vec<String>>().join(" ")
}

/// What the brokers answered, judged or not, in the order in which the answers went out.
fn answers(opened: &Opened) -> Vec<&'static str> {
    let steps = opened.timeline.steps().iter();
    replies(steps.flat_map(|step| &step.facts))
}

/// The same in the second lane.
fn answers_beside(opened: &Opened) -> Vec<&'static str> {
    let beside = beside(opened);
    let steps = (1..=opened.timeline.len()).filter_map(|step| beside.step(step));
    let steps: Vec<_> = steps.collect();
    replies(steps.iter().flat_map(|step| step.facts()))
}

fn replies<'a>(facts: impl Iterator<Item = &'a Fact>) -> Vec<&'static str> {
    let sent = facts.filter_map(|fact| match fact {
        Fact::Sent(message) => match message.kind {
            MessageKind::Reply(reply) => Some(reply.word()),
            MessageKind::Request(_) => None,
        },
        _ => None,
    });
    sent.collect()
}

#[test]
fn the_follower_knows_what_the_leader_knew() {
    let opened = story("failover");
    let world = end(&opened);
    assert_eq!(answers(&opened), ["OK", "DUPLICATE"]);
    assert_eq!(leads(world), ("b3".into(), "b3 b5".into()));
    assert_eq!(
        (on(world, "b3"), on(world, "b5")),
        ("u1 u2".into(), "u1 u2".into())
    );
    // b3 copied it; b5 read it again from its log.
    assert_eq!(remembered(world, "b3", 31), "[0..1]");
    assert_eq!(remembered(world, "b5", 31), "[0..1] log");
    assert_eq!(told(world), "acknowledged");
    assert!(broken(world).is_empty());
}

#[test]
fn an_old_leader_cuts_its_log_where_it_differs() {
    let opened = story("old-leader");
    let before = opened.timeline.world_at(step_of(&opened, "start b5") - 1);
    assert_eq!(
        (on(before, "b5"), on(before, "b3")),
        ("u1 u2".into(), "u1 tent 1 u2".into())
    );
    let world = end(&opened);
    assert_eq!(on(world, "b5"), "u1 tent 1 u2");
    assert_eq!(leads(world), ("b3".into(), "b3 b5".into()));
    assert_eq!(remembered(world, "b5", 31), "[0..0] log [1..1]");
    assert_eq!(remembered(world, "b5", 32), "[0..0]");
    assert_eq!(told(world), "acknowledged · acknowledged");
    assert!(broken(world).is_empty());
}

#[test]
fn an_answer_waits_for_every_in_sync_broker() {
    let opened = story("slow-follower");
    // The second lane answers at once, and twice with OK.
    assert_eq!(answers(&opened), ["OK", "DUPLICATE"]);
    assert_eq!(answers_beside(&opened), ["OK", "OK"]);
    let judged = opened.timeline.steps().get(2).expect("a step");
    let told_so = words::tell(judged);
    assert!(
        told_so.starts_with("Broker b5 decides OK, base 0, and keeps its answer back. "),
        "{told_so}"
    );
    let shrinks = step_of(&opened, "shrink p-0 b3");
    assert_eq!(told(opened.timeline.world_at(shrinks - 1)), OPEN);
    let went_out = opened.timeline.steps().get(shrinks - 1).expect("a step");
    assert_eq!(replies(went_out.facts.iter()), ["OK", "DUPLICATE"]);
    let world = end(&opened);
    assert_eq!(
        (on(world, "b5"), on(world, "b3")),
        ("u1".into(), "u1".into())
    );
    assert_eq!(leads(world), ("b5".into(), "b3 b5".into()));
    assert!(broken(world).is_empty());
    let beside = beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(log(other, 0), "u1 u1");
    assert_eq!(broken(other), [(ONCE, true)]);
}

#[test]
fn with_acks_1_a_clean_election_can_lose() {
    let opened = story("acks-1");
    assert_eq!(answers(&opened), ["OK"]);
    assert!(answers_beside(&opened).is_empty());
    let world = end(&opened);
    assert_eq!(
        (on(world, "b5"), on(world, "b3")),
        (String::new(), String::new())
    );
    assert_eq!(told(world), "acknowledged");
    assert_eq!(broken(world), [(STORED, true)]);
    let beside = beside(&opened);
    let mut other = beside.world_at(opened.timeline.len()).clone();
    assert_eq!(told(&other), OPEN);
    while let Some(event) = other.next() {
        other = other.apply(&event).expect("it is a choice").0;
    }
    assert_eq!(
        (on(&other, "b3"), told(&other)),
        ("u1".into(), "acknowledged".into())
    );
    assert!(broken(&other).is_empty());
}

#[test]
fn too_few_in_sync_before_the_append_and_after_it() {
    let opened = story("too-few");
    let expected = ["OK", "NOT_ENOUGH_REPLICAS", "OUT_OF_ORDER", "OK", "OK"];
    assert_eq!(answers(&opened), expected);
    let world = end(&opened);
    assert_eq!(
        (on(world, "b5"), on(world, "b3")),
        ("u1 u2 u3".into(), "u1 u2 u3".into())
    );
    assert_eq!(told(world), ["acknowledged"; 3].join(" · "));
    assert!(broken(world).is_empty());

    let opened = story("too-few-after");
    assert_eq!(
        answers(&opened),
        ["NOT_ENOUGH_REPLICAS_AFTER_APPEND", "DUPLICATE"]
    );
    let refused = opened
        .timeline
        .world_at(step_of(&opened, "deliver A1.1.reply"));
    assert_eq!((log(refused, 0), told(refused)), ("u1".into(), OPEN.into()));
    let world = end(&opened);
    assert_eq!(
        (on(world, "b5"), on(world, "b3")),
        ("u1".into(), "u1".into())
    );
    assert_eq!(told(world), "acknowledged");
    assert!(broken(world).is_empty());
}

#[test]
fn nobody_leads() {
    let opened = story("no-leader");
    assert_eq!(answers(&opened), ["NOT_LEADER", "OK", "OK"]);
    let facts = opened.facts().concat();
    let lost = facts
        .iter()
        .filter(|fact| fact.ends_with(" reaches nobody: b3 is down"));
    assert_eq!(lost.count(), 2);
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2");
    assert_eq!(leads(world), ("b5".into(), "b5".into()));
    assert_eq!(told(world), "acknowledged · acknowledged");
    assert!(broken(world).is_empty());
}

#[test]
fn unclean_elections_lose_what_was_acknowledged() {
    let opened = story("unclean-gap");
    let elected = step_of(&opened, "elect p-0 b3");
    let before = opened.timeline.world_at(elected - 1);
    let ends = ["b1", "b2", "b3"].map(|name| {
        let copy = before.copy(p0(), broker(name)).expect("a copy");
        copy.log_end().0
    });
    assert_eq!(ends, [10, 5, 2]);
    assert_eq!(answers(&opened), ["OK", "OK", "OK", "OUT_OF_ORDER"]);
    let world = end(&opened);
    for name in ["b1", "b2", "b3"] {
        assert_eq!(on(world, name), "u1 u2", "{name}");
    }
    assert_eq!(leads(world), ("b3".into(), "b1 b2 b3".into()));
    assert_eq!(
        told(world),
        "acknowledged · acknowledged · acknowledged · failed"
    );
    assert_eq!(broken(world), [(STORED, true)]);

    let opened = story("unclean-silent");
    assert_eq!(answers(&opened), ["OK", "OK", "OK"]);
    assert_eq!(answers_beside(&opened), ["OK", "OK", "OUT_OF_ORDER"]);
    let world = end(&opened);
    assert_eq!(log(world, 0), "tent 1 u4");
    assert_eq!(told(world), "acknowledged · acknowledged");
    assert_eq!(broken(world), [(STORED, true)]);
    let beside = beside(&opened);
    assert_eq!(beside.differ_at(), Some(step_of(&opened, "deliver A2.1")));
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(
        (log(other, 0), told(other)),
        ("tent 1".into(), "acknowledged · failed".into())
    );
    assert_eq!(broken(other), [(STORED, true)]);
}

#[test]
fn each_layer_gives_back_its_slots() {
    let opened = story("four-layers");
    let crashed = opened.timeline.world_at(step_of(&opened, "crash b5"));
    assert_eq!(remembered(crashed, "b5", 31), "nothing");
    assert_eq!(remembered(crashed, "b3", 31), "[0..0] [1..1] [2..2] [3..3]");
    let world = end(&opened);
    let back = "[0..0] file [1..1] file [2..2] log [3..3] log";
    assert_eq!(remembered(world, "b5", 31), back);
    assert_eq!(remembered(world, "b3", 31), "[0..0] [1..1] [2..2] [3..3]");
    assert_eq!(leads(world), ("b5".into(), "b3 b5".into()));
    let judged = opened.facts().concat();
    let judged = judged
        .iter()
        .filter(|fact| fact.starts_with("DUPLICATE base="));
    assert_eq!(judged.count(), 3);
    assert_eq!(log(world, 0), "u1 u2 u3 u4");
    assert!(broken(world).is_empty());
}

#[test]
fn a_file_keeps_the_newest_batch_alone() {
    let opened = story("newest-only");
    let started = step_of(&opened, "start b1");
    let world = opened.timeline.world_at(started);
    assert_eq!(remembered(world, "b1", 31), "[2..2] file");
    let beside = beside(&opened);
    let other = beside.world_at(started);
    assert_eq!(
        remembered(other, "b1", 31),
        "[0..0] file [1..1] file [2..2] file"
    );
    assert_eq!(answers(&opened), ["OK", "OK", "OK", "OUT_OF_ORDER"]);
    assert_eq!(answers_beside(&opened), ["OK", "OK", "OK", "DUPLICATE"]);
    let world = end(&opened);
    assert_eq!(
        (log(world, 0), told(world)),
        ("u1 u2 u3".into(), ["failed"; 3].join(" · "))
    );
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(told(other), format!("acknowledged · {OPEN} · {OPEN}"));
    // Whatever follows, the lesson's broker has all three once.
    let mut other = other.clone();
    while let Some(event) = other.next() {
        other = other.apply(&event).expect("it is a choice").0;
    }
    assert_eq!(log(&other, 0), "u1 u2 u3");
    assert_eq!(told(&other), ["acknowledged"; 3].join(" · "));

    let opened = story("shortest");
    assert_eq!(answers(&opened), ["OK", "OK", "OUT_OF_ORDER", "OK"]);
    assert_eq!(answers_beside(&opened), ["OK", "OK", "DUPLICATE"]);
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2 u1");
    assert_eq!(broken(world), [(ONCE, true)]);
    let beside = crate::endings::beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(
        (log(other, 0), told(other)),
        ("u1 u2".into(), format!("acknowledged · {OPEN}"))
    );
    assert!(broken(other).is_empty());
}

#[test]
fn no_messages_also_means_no_duplicates() {
    let opened = story("no-messages");
    let deleted = opened.timeline.world_at(step_of(&opened, "delete p-0"));
    assert_eq!(log(deleted, 0), "");
    assert_eq!(remembered(deleted, "b1", 31), "[0..0]");
    let started = opened.timeline.world_at(step_of(&opened, "start b1"));
    assert_eq!(remembered(started, "b1", 31), "nothing");
    assert_eq!(answers(&opened), ["OK"; 4]);
    let warned = opened.facts().concat();
    let warned = warned
        .iter()
        .filter(|fact| fact.contains("accepted with a warning"));
    assert_eq!(warned.count(), 1);
    let world = end(&opened);
    assert_eq!(remembered(world, "b1", 31), "[2..2] [3..3]");
    assert_eq!(log(world, 0), "u3 u4");
    assert!(broken(world).is_empty());
}

#[test]
fn what_was_forgotten_can_stand_twice() {
    let opened = story("idle");
    let world = end(&opened);
    assert_eq!(
        (log(world, 0), told(world)),
        ("u1 u2 u2".into(), "acknowledged · acknowledged".into())
    );
    assert_eq!(broken(world), [(ONCE, true)]);
    let beside = beside(&opened);
    assert_eq!(beside.differ_at(), Some(step_of(&opened, "deliver A2.2")));
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(
        (log(other, 0), told(other)),
        ("u1 u2".into(), "acknowledged · failed".into())
    );
    assert!(broken(other).is_empty());
}

#[test]
fn before_and_since_kip_360() {
    let opened = story("kip-360");
    let unknown = "UNKNOWN_PRODUCER_ID";
    assert_eq!(answers(&opened), ["OK", unknown, "OK", unknown]);
    assert_eq!(answers_beside(&opened), ["OK"; 3]);
    let world = end(&opened);
    assert_eq!(
        (log(world, 0), told(world)),
        ("u3".into(), "acknowledged · acknowledged · failed".into())
    );
    let life = world
        .actors()
        .next()
        .expect("A")
        .life
        .as_ref()
        .expect("a life");
    assert_eq!(life.identity().pid, ProducerId(32));
    let beside = beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(
        (log(other, 0), told(other)),
        ("u3 u4".into(), ["acknowledged"; 3].join(" · "))
    );
    assert!(broken(world).is_empty() && broken(other).is_empty());
}

#[test]
fn a_number_from_0_needs_a_new_epoch() {
    let opened = story("state-returns");
    let unknown = "UNKNOWN_PRODUCER_ID";
    assert_eq!(answers(&opened), ["OK", unknown, "OUT_OF_ORDER"]);
    assert_eq!(answers_beside(&opened), ["OK", unknown, "OK"]);
    let world = end(&opened);
    assert_eq!(leads(world).0, "b3");
    assert_eq!(told(world), "acknowledged · failed");
    let beside = beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(told(other), "acknowledged · acknowledged");
    assert!(log(other, 0).ends_with(" u11") && !log(world, 0).contains("u11"));
    assert!(broken(world).is_empty() && broken(other).is_empty());
}

#[test]
fn what_comes_first_to_an_empty_log() {
    let opened = story("overtaken");
    assert_eq!(answers(&opened), ["NOT_LEADER", "OK", "OUT_OF_ORDER"]);
    assert_eq!(
        answers_beside(&opened),
        ["NOT_LEADER", "OUT_OF_ORDER", "OK"]
    );
    let world = end(&opened);
    assert_eq!(
        (log(world, 0), told(world)),
        ("a18 a19 a20 a21 a22".into(), "failed · acknowledged".into())
    );
    let beside = beside(&opened);
    let mut other = beside.world_at(opened.timeline.len()).clone();
    assert_eq!(told(&other), format!("acknowledged · {OPEN}"));
    while let Some(event) = other.next() {
        other = other.apply(&event).expect("it is a choice").0;
    }
    let in_order: Vec<String> = (1..=22).map(|number| format!("a{number}")).collect();
    assert_eq!(log(&other, 0), in_order.join(" "));
    assert!(broken(&other).is_empty());
}
