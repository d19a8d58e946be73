//! The shortest recordings that break what a setting gives up. They are found by a search in
//! breadth, so that no shorter ones exist; and they stand here, so that it must find them.

use crate::Visited;
use crate::setups::Start;
use crate::walk;
use expect_test::{Expect, expect};
use five_slots::kafka::Cause;
use five_slots::scenario::{Scenario, fact_lines};
use five_slots::sim::{Breach, CopiedBy, Event, Fact, Payload, Why, World};
use five_slots::timeline::Timeline;

/// What can go wrong.
pub(crate) type Wrong = fn(&World, &[Fact]) -> bool;

/// Which events are tried in a world.
pub(crate) type Tried = fn(&World) -> Vec<Event>;

pub(crate) fn twice(_: &World, facts: &[Fact]) -> bool {
    facts.iter().any(|fact| {
        let Fact::Breach(Breach::Copy { by, .. }) = fact else {
            return false;
        };
        *by == CopiedBy::Retry
    })
}

fn reordered(_: &World, facts: &[Fact]) -> bool {
    facts.iter().any(|fact| {
        let Fact::Breach(Breach::Order { same_life, .. }) = fact else {
            return false;
        };
        *same_life
    })
}

fn failed_though_written(world: &World, facts: &[Fact]) -> bool {
    facts.iter().any(|fact| {
        let Fact::Failed { batches, why } = fact else {
            return false;
        };
        let written = batches.iter().any(|batch| {
            let actor = world.actor(batch.producer).expect("it has sent");
            let entry = actor.ledger.get(batch.number as usize - 1);
            entry.is_some_and(|entry| entry.copies > 0)
        });
        *why == Why::GivenUp(Cause::Gap) && written
    })
}

/// Everything that one application and one network can do. Whatever else there is (batches by hand,
/// several records, losses, which are the same as waiting) makes no recording shorter, and brokers
/// run on here.
fn tried(world: &World, more: fn(&Event) -> bool) -> Vec<Event> {
    let mut choices = world.choices();
    choices.retain(|event| match event {
        Event::Send { payload, .. } => *payload == Payload::Count(1),
        Event::Deliver(_) | Event::Retry(_) => true,
        _ => more(event),
    });
    choices
}

/// The network may overtake, and that is all.
fn plain(world: &World) -> Vec<Event> {
    tried(world, |event| matches!(event, Event::Expire(_)))
}

/// It may copy, too.
fn copying(world: &World) -> Vec<Event> {
    tried(world, |event| {
        matches!(event, Event::Expire(_) | Event::Duplicate(_))
    })
}

/// It may overtake, and nobody gives a batch up while it could be sent again.
fn patient(world: &World) -> Vec<Event> {
    tried(world, |_| false)
}

/// The events of the shortest recording in which this goes wrong, of at most so many.
fn shortest(start: &World, wrong: Wrong, tried: Tried, most: usize) -> Option<Vec<Event>> {
    let mut visited = Visited::default();
    let mut rim: Vec<(World, Vec<Event>)> = vec![(start.clone(), Vec::new())];
    for _ in 0..most {
        let mut next = Vec::new();
        for (world, events) in &rim {
            for event in tried(world) {
                let (after, facts) = world.apply(&event).expect("a choice is possible");
                let mut events = events.clone();
                events.push(event);
                if wrong(&after, &facts) {
                    return Some(events);
                }
                if visited.insert(&after) {
                    next.push((after, events));
                }
            }
        }
        rim = next;
    }
    None
}

pub(crate) fn search(start: Start, wrong: Wrong, tried: Tried, most: usize) -> String {
    let Some(events) = shortest(&start.world(), wrong, tried, most) else {
        return format!("nothing within {most} events\n");
    };
    let recording = walk::recording(&start.setup(), &events);
    let (timeline, stopped) = Timeline::replay(&recording).expect("the setup is a world");
    assert_eq!(stopped, None);
    let scenario = Scenario {
        recording,
        ..Scenario::default()
    };
    scenario.print(&fact_lines(&timeline))
}

#[track_caller]
fn finds(text: &'static str, wrong: Wrong, tried: Tried, expected: Expect) {
    let start = Start { name: text, text };
    let found = search(start, wrong, tried, 8);
    println!("{found}");
    expected.assert_eq(&found);
}

#[test]
fn without_idempotence_a_retry_is_written_twice() {
    finds(
        "idempotence off\n",
        twice,
        plain,
        expect![[r#"
        rules lesson
        idempotence off

        A send p-0 1
          A1.1 sent, without a number
        deliver A1.1
          OK base=0 (not idempotent, nothing is checked), log end 1, window empty
          A1.1.reply sent: OK base=0
        retry A1
          A1.2 sent, without a number
        deliver A1.2
          OK base=1 (not idempotent, nothing is checked), log end 2, window empty
          "a1" stands at 0 and again at 1: a retry was appended
          A1.2.reply sent: OK base=1
    "#]],
    );
}

#[test]
fn without_idempotence_two_in_flight_are_reordered() {
    finds(
        "idempotence off\n",
        reordered,
        plain,
        expect![[r#"
        rules lesson
        idempotence off

        A send p-0 1
          A1.1 sent, without a number
        A send p-0 1
          A2.1 sent, without a number
        deliver A2.1
          OK base=0 (not idempotent, nothing is checked), log end 1, window empty
          A2.1.reply sent: OK base=0
        deliver A1.1
          OK base=1 (not idempotent, nothing is checked), log end 2, window empty
          A1 stands behind A2, which was sent after it
          A1.1.reply sent: OK base=1
    "#]],
    );
}

#[test]
fn with_bump_what_was_in_flight_is_written_twice() {
    finds(
        "policy bump\n",
        twice,
        plain,
        expect![[r#"
        rules lesson
        policy bump

        A send p-0 1
          InitProducerId: pid 31, epoch 0
          A1.1 sent: pid 31, epoch 0, seq 0..0
        A send p-0 1
          A2.1 sent: pid 31, epoch 0, seq 1..1
        deliver A1.1
          OK base=0 (no state, s = 0), log end 1, window [0..0]
          A1.1.reply sent: OK base=0
        expire A2
          A2 failed: expired
          A begins its numbers anew: pid 31, epoch 1
          A1.2 sent: pid 31, epoch 1, seq 0..0
        deliver A1.2
          OK base=1 (restart: newer epoch, s = 0), log end 2, window [0..0], 1 slot cleared
          "a1" stands at 0 and again at 1: a retry was appended
          A1.2.reply sent: OK base=1
    "#]],
    );
}

#[test]
fn with_bump_all_what_was_in_flight_is_written_twice() {
    finds(
        "policy bump-all\n",
        twice,
        plain,
        expect![[r#"
        rules lesson
        policy bump-all

        A send p-0 1
          InitProducerId: pid 31, epoch 0
          A1.1 sent: pid 31, epoch 0, seq 0..0
        A send p-0 1
          A2.1 sent: pid 31, epoch 0, seq 1..1
        deliver A1.1
          OK base=0 (no state, s = 0), log end 1, window [0..0]
          A1.1.reply sent: OK base=0
        expire A2
          A2 failed: expired
          A begins its numbers anew: pid 31, epoch 1
          A1.2 sent: pid 31, epoch 1, seq 0..0
        deliver A1.2
          OK base=1 (restart: newer epoch, s = 0), log end 2, window [0..0], 1 slot cleared
          "a1" stands at 0 and again at 1: a retry was appended
          A1.2.reply sent: OK base=1
    "#]],
    );
}

#[test]
fn a_window_that_is_too_small_makes_a_written_batch_fail() {
    finds(
        "window 1\nmax-in-flight 2\n",
        failed_though_written,
        plain,
        expect![[r#"
        rules lesson
        window 1
        max-in-flight 2

        A send p-0 1
          InitProducerId: pid 31, epoch 0
          A1.1 sent: pid 31, epoch 0, seq 0..0
        A send p-0 1
          A2.1 sent: pid 31, epoch 0, seq 1..1
        deliver A1.1
          OK base=0 (no state, s = 0), log end 1, window [0..0]
          A1.1.reply sent: OK base=0
        deliver A2.1
          OK base=1 (1 = 0 + 1), log end 2, window [1..1], [0..0] fell out
          A2.1.reply sent: OK base=1
        retry A1
          A1.2 sent: pid 31, epoch 0, seq 0..0
        deliver A1.2
          OUT_OF_ORDER (expected 2, got 0: behind the window), log end 2, window [1..1]
          A1.2.reply sent: OUT_OF_ORDER
        deliver A1.2.reply
          A1 failed: OUT_OF_ORDER with nothing before it
          A2 failed: in flight with A1
          A begins its numbers anew: pid 31, epoch 1
    "#]],
    );
}

#[test]
fn a_window_that_is_too_small_with_bump_writes_twice() {
    finds(
        "window 1\nmax-in-flight 2\npolicy bump\n",
        twice,
        patient,
        expect![[r#"
        rules lesson
        window 1
        max-in-flight 2
        policy bump

        A send p-0 1
          InitProducerId: pid 31, epoch 0
          A1.1 sent: pid 31, epoch 0, seq 0..0
        A send p-0 1
          A2.1 sent: pid 31, epoch 0, seq 1..1
        deliver A1.1
          OK base=0 (no state, s = 0), log end 1, window [0..0]
          A1.1.reply sent: OK base=0
        deliver A2.1
          OK base=1 (1 = 0 + 1), log end 2, window [1..1], [0..0] fell out
          A2.1.reply sent: OK base=1
        retry A1
          A1.2 sent: pid 31, epoch 0, seq 0..0
        deliver A1.2
          OUT_OF_ORDER (expected 2, got 0: behind the window), log end 2, window [1..1]
          A1.2.reply sent: OUT_OF_ORDER
        deliver A1.2.reply
          A1 was refused, and is numbered anew
          A begins its numbers anew: pid 31, epoch 1
          A1.3 sent: pid 31, epoch 1, seq 0..0
          A2.2 sent: pid 31, epoch 1, seq 1..1
        deliver A1.3
          OK base=2 (restart: newer epoch, s = 0), log end 3, window [0..0], 1 slot cleared
          "a1" stands at 0 and again at 2: a retry was appended
          A1.3.reply sent: OK base=2
    "#]],
    );
}

/// The same searches, where nothing is to be found.
#[test]
fn with_idempotence_and_reject_nothing_is_found() {
    let (name, text) = ("reject", "max-in-flight 3\n");
    let start = Start { name, text };
    for wrong in [twice as Wrong, reordered, failed_though_written] {
        let found = search(start, wrong, copying, 6);
        assert_eq!(found, "nothing within 6 events\n");
    }
}
