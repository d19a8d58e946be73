//! How each story of the whole client ends, typed by hand from what its words say: what stands in
//! the logs, what the application was told, what the producer counted, and which promise broke.
//! Nothing rewrites these.

use crate::stories;
use five_slots::compare::Comparison;
use five_slots::kafka::Partition;
use five_slots::scenario::{Opened, parse_variant};
use five_slots::sim::{Actor, Cargo, Fact, ProducerName, Standing, World};

pub(crate) fn producer_a(world: &World) -> &Actor {
    let name = ProducerName::new('A').expect("a letter");
    world.actor(name).expect("A is there")
}

/// What stands in a log: the labels.
pub(crate) fn log(world: &World, partition: usize) -> String {
    let (_, log) = world.partitions().iter().nth(partition).expect("a log");
    labels(log)
}

/// What stands in one copy of a log: the labels.
pub(crate) fn labels(log: &Partition<Cargo>) -> String {
    let batches = log.log().iter();
    let labels = batches.flat_map(|batch| {
        let records = &batch.records.records;
        (0..records.count()).map(|index| records.label(index))
    });
    let labels: Vec<String> = labels.collect();
    labels.join(" ").replace("umbrella ", "u")
}

/// What A's application was told of each send.
pub(crate) fn told(world: &World) -> String {
    let actor = producer_a(world);
    let told = actor.ledger.iter().map(|entry| entry.told.word());
    told.collect::<Vec<&str>>().join(" · ")
}

/// What A counted: sent, retried, failed, acknowledged, answered as duplicate.
pub(crate) fn counted(world: &World) -> [u64; 5] {
    let counters = producer_a(world).counters;
    counters.each().map(|(.., count)| count)
}

/// The promises that are broken, or kept only because they do not cover what happened.
pub(crate) fn broken(world: &World) -> Vec<(&'static str, bool)> {
    let each = world.invariants().each().into_iter();
    let broken = each.filter_map(|(promise, standing)| match standing {
        Standing::Kept => None,
        Standing::Outside(_) => Some((promise, false)),
        Standing::Broken(_) => Some((promise, true)),
    });
    broken.collect()
}

pub(crate) const ONCE: &str = "each record at most once";
pub(crate) const ORDER: &str = "order kept";

pub(crate) fn story(id: &str) -> Opened {
    let mut stories = stories().into_iter();
    let found = stories.find(|(known, ..)| *known == id);
    found.expect("it is in the menu").2
}

pub(crate) fn end(opened: &Opened) -> &World {
    opened.timeline.world_at(opened.timeline.len())
}

/// The second lane of a story that has one.
pub(crate) fn beside(opened: &Opened) -> Comparison {
    let variant = opened.scenario.compare.clone().expect("a second lane");
    Comparison::new(variant, &opened.timeline).expect("a setup")
}

/// Which step, from 1, this event is.
pub(crate) fn step_of(opened: &Opened, event: &str) -> usize {
    let mut steps = opened.timeline.steps().iter();
    let place = steps.position(|step| step.entry.event.to_string() == event);
    1 + place.expect(event)
}

#[test]
fn what_happens_without_idempotence() {
    let opened = story("two-umbrellas");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u1");
    assert_eq!(broken(world), [(ONCE, true)]);
    assert_eq!(told(world), "acknowledged");

    let opened = story("reordered");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u2 u1");
    assert_eq!(broken(world), [(ORDER, true)]);
    assert_eq!(told(world), "acknowledged · acknowledged");
    let beside = beside(&opened);
    assert_eq!(beside.differ_at(), Some(step_of(&opened, "deliver A2.1")));
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(log(other, 0), "u1");
    assert!(broken(other).is_empty());
    let next = other.next().expect("something is outstanding");
    assert_eq!(next.to_string(), "retry A2");
}

#[test]
fn five_in_flight() {
    let opened = story("five-in-flight");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2 u3 u4 u5");
    assert_eq!(counted(world), [10, 5, 0, 5, 0]);

    let opened = story("two-fives");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2 u3 u4 u5");
    assert_eq!(told(world), ["failed"; 5].join(" · "));
    let beside = beside(&opened);
    let retried = step_of(&opened, "deliver A1.2");
    let judged = beside.step(retried).and_then(|other| other.judged());
    assert_eq!(judged.expect("a judged batch").1.reply.word(), "DUPLICATE");

    let opened = story("sixth-waits");
    let (asked, answered) = ("A send p-0 \"umbrella 6\"", "deliver A1.1.reply");
    let world = opened.timeline.world_at(step_of(&opened, asked));
    let told_before = "unknown, no answer yet · ".repeat(5) + "not sent yet";
    assert_eq!(told(world), told_before);
    let world = opened.timeline.world_at(step_of(&opened, answered) - 1);
    assert!(told(world).ends_with(" · not sent yet"));
    assert!(told(end(&opened)).ends_with(" · unknown, no answer yet"));
}

#[test]
fn faults_on_the_way() {
    let opened = story("no-retries");
    let world = end(&opened);
    assert!(!opened.timeline.setup().settings.is_idempotent());
    assert_eq!(
        (log(world, 0), told(world)),
        ("u1".into(), "failed · failed".into())
    );

    for id in ["late-ack", "network-copy"] {
        let opened = story(id);
        let world = end(&opened);
        assert_eq!(log(world, 0), "u1", "{id}");
        let retried = u64::from(id == "late-ack");
        assert_eq!(counted(world), [1 + retried, retried, 0, 1, 0], "{id}");
        let last = opened.timeline.steps().last().expect("steps");
        assert!(matches!(&last.facts[..], [Fact::NobodyWaits(_)]), "{id}");
    }

    let opened = story("all-three");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2 u3 u4 u5");
    assert!(broken(world).is_empty());
    let beside = beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(log(other, 0), "u1 u2 u3 u5 u4 u1");
    assert_eq!(broken(other), [(ONCE, true), (ORDER, true)]);
    let retry = beside.step(step_of(&opened, "retry A5")).expect("a step");
    assert!(retry.happened.is_err(), "off, A5 was acknowledged long ago");
}

#[test]
fn what_is_given_up() {
    let opened = story("timeout-gap");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u4");
    assert_eq!(told(world), "failed · failed · acknowledged");
    let beside = beside(&opened);
    let other = beside.world_at(opened.timeline.len());
    assert_eq!(log(other, 0), "");
    let open = "unknown, no answer yet";
    assert_eq!(told(other), format!("failed · {open} · {open}"));

    let opened = story("bump-twice");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u2 u2");
    assert_eq!(told(world), "failed · acknowledged");
    assert_eq!(broken(world), [(ONCE, true)]);

    let opened = story("framework-replay");
    let world = end(&opened);
    assert_eq!(log(world, 0), "u1 u1");
    assert_eq!(told(world), "failed · acknowledged");
    assert_eq!(broken(world), [(ONCE, false)]);

    let opened = story("bad-day");
    assert_eq!(counted(end(&opened)), [12, 6, 1, 5, 3]);
    assert_eq!(log(end(&opened), 0), "a1 a2 a3 a4 a5");
}

#[test]
fn clients_that_number_wrongly() {
    let opened = story("same-batch");
    let replies: Vec<String> = opened.facts().concat();
    let replies = replies.iter().map(|fact| fact.split(' ').next());
    let replies: Vec<&str> = replies.map(|word| word.expect("a reply")).collect();
    assert_eq!(replies, ["OK", "OUT_OF_ORDER", "DUPLICATE", "OK"]);

    let opened = story("twenty-zeros");
    assert_eq!(opened.timeline.len(), 20);
    assert_eq!(log(end(&opened), 0), "u1");
    let replies = opened.facts().concat();
    let duplicates = replies
        .iter()
        .filter(|fact| fact.starts_with("DUPLICATE base=0 "));
    assert_eq!(duplicates.count(), 19);
}

/// The events of the story, and then whatever lets nothing go wrong until nothing is outstanding.
#[test]
fn a_delivery_timeout_under_each_policy() {
    let mut opened = story("timeout-gap");
    // By the policies: what is in the log at last, what was told, and which event of the story
    // cannot happen.
    for (policy, in_log, told_at_last, impossible) in [
        ("reject", "u4", "failed · failed · acknowledged", None),
        // A2 has another number, and umbrella 4 arrives before it and waits.
        (
            "bump",
            "u3 u4",
            "failed · acknowledged · acknowledged",
            None,
        ),
        (
            "bump-all",
            "u3 u4",
            "failed · acknowledged · acknowledged",
            None,
        ),
        (
            "stop",
            "",
            "failed · failed",
            Some("A send p-0 \"umbrella 4\""),
        ),
        // Everything later is refused.
        ("ignore", "", "failed · failed · failed", None),
    ] {
        let variant = parse_variant(&format!("policy {policy}"));
        opened.scenario.compare = Some(variant.expect("a variant"));
        let comparison = beside(&opened);
        let mut steps = opened.timeline.steps().iter().enumerate();
        let first = steps.find(|(place, _)| {
            let other = comparison.step(place + 1).expect("a step");
            other.happened.is_err()
        });
        let first = first.map(|(_, step)| step.entry.event.to_string());
        assert_eq!(first.as_deref(), impossible, "{policy}");

        let mut world = comparison.world_at(opened.timeline.len()).clone();
        while let Some(event) = world.next() {
            world = world.apply(&event).expect("it is a choice").0;
        }
        assert_eq!(log(&world, 0), in_log, "{policy}");
        assert_eq!(told(&world), told_at_last, "{policy}");
    }
}
