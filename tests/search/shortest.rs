//! The shortest recordings that break what a setting gives up. They are found by a search in
//! breadth, so that no shorter ones exist; and they stand here, so that it must find them.

use crate::setups::Start;
use crate::walk;
use expect_test::{Expect, expect};
use five_slots::kafka::Cause;
use five_slots::scenario::{Scenario, fact_lines};
use five_slots::sim::{Breach, CopiedBy, Event, Fact, Payload, Why, World};
use five_slots::timeline::Timeline;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What can go wrong.
type Wrong = fn(&World, &[Fact]) -> bool;

fn twice(_: &World, facts: &[Fact]) -> bool {
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

/// Which events are tried: everything that one application and one network can do. Whatever else
/// there is (batches by hand, several records, losses, which are the same as waiting) makes no
/// recording shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Network {
    /// It may overtake, and that is all.
    Plain,
    /// It may copy, too.
    Copying,
    /// It may overtake, and nobody gives a batch up while it could be sent again.
    Patient,
}

fn tried(world: &World, network: Network) -> Vec<Event> {
    let mut choices = world.choices();
    choices.retain(|event| match event {
        Event::Send { payload, .. } => *payload == Payload::Count(1),
        Event::Deliver(_) | Event::Retry(_) => true,
        Event::Expire(_) => network != Network::Patient,
        Event::Duplicate(_) => network == Network::Copying,
        Event::Drop(_) | Event::Restart { .. } | Event::Batch { .. } => false,
    });
    choices
}

/// The events of the shortest recording in which this goes wrong, of at most so many.
fn shortest(start: &World, wrong: Wrong, network: Network, most: usize) -> Option<Vec<Event>> {
    let mut visited: HashSet<u64> = HashSet::new();
    let mut rim: Vec<(World, Vec<Event>)> = vec![(start.clone(), Vec::new())];
    for _ in 0..most {
        let mut next = Vec::new();
        for (world, events) in &rim {
            for event in tried(world, network) {
                let (after, facts) = world.apply(&event).expect("a choice is possible");
                let mut events = events.clone();
                events.push(event);
                if wrong(&after, &facts) {
                    return Some(events);
                }
                if visited.insert(fingerprint(&after)) {
                    next.push((after, events));
                }
            }
        }
        rim = next;
    }
    None
}

/// All that the future of a world depends on.
fn fingerprint(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    for message in world.wire() {
        message.name.hash(&mut hasher);
        message.header.hash(&mut hasher);
        format!("{:?}", message.kind).hash(&mut hasher);
    }
    for actor in world.actors() {
        let table = actor.ledger.iter();
        let table: Vec<_> = table
            .map(|entry| (entry.told as u8, entry.copies))
            .collect();
        table.hash(&mut hasher);
        format!("{:?}", actor.life).hash(&mut hasher);
    }
    for (id, partition) in world.partitions() {
        id.hash(&mut hasher);
        for batch in partition.log().iter() {
            batch.header.hash(&mut hasher);
            batch.records.origin.batch().hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn search(start: Start, wrong: Wrong, network: Network, most: usize) -> String {
    let Some(events) = shortest(&start.world(), wrong, network, most) else {
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
fn finds(text: &'static str, wrong: Wrong, network: Network, expected: Expect) {
    let start = Start { name: text, text };
    let found = search(start, wrong, network, 8);
    println!("{found}");
    expected.assert_eq(&found);
}

#[test]
fn without_idempotence_a_retry_is_written_twice() {
    finds(
        "idempotence off\n",
        twice,
        Network::Plain,
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
        Network::Plain,
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
        Network::Plain,
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
        Network::Plain,
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
        Network::Plain,
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
        Network::Patient,
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
        let found = search(start, wrong, Network::Copying, 6);
        assert_eq!(found, "nothing within 6 events\n");
    }
}
