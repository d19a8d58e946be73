//! The shortest recordings that show what brokers can lose, and what follows from it. Found by a
//! search in breadth, like those of producers and the network.

use crate::setups::Start;
use crate::shortest::{Tried, Wrong, search, twice};
use expect_test::{Expect, expect};
use five_slots::kafka::{Lenient, Reason};
use five_slots::sim::{Breach, BrokerEvent, Event, Fact, Payload, ReplicaEvent, Standing, World};

/// What was acknowledged is not on the new leader.
fn lost(_: &World, facts: &[Fact]) -> bool {
    let mut facts = facts.iter();
    facts.any(|fact| {
        matches!(
            fact,
            Fact::Breach(Breach::NotStored {
                by_election: true,
                ..
            })
        )
    })
}

/// What was acknowledged is gone, and a batch after it is judged so.
fn judged_after_loss(world: &World, facts: &[Fact], reason: Reason) -> bool {
    let mut judged = facts.iter().filter_map(Fact::judged);
    let lost = matches!(world.invariants().stored, Standing::Broken(_));
    lost && judged.any(|(_, decision)| decision.reason == reason)
}

/// It is accepted as if what was before it were there.
fn gap_after_loss(world: &World, facts: &[Fact]) -> bool {
    let reason = Reason::NoStateAccepted(Lenient::AnySequence);
    judged_after_loss(world, facts, reason)
}

/// It is refused.
fn refused_after_loss(world: &World, facts: &[Fact]) -> bool {
    judged_after_loss(world, facts, Reason::NoStateNotZero)
}

/// What one application, one network and the brokers can do. Two batches are enough for all that
/// is looked for here; what is left out (see the searches of producers) makes nothing shorter.
fn tried(world: &World, brokers: fn(&Event) -> bool) -> Vec<Event> {
    let sends = world.actors().map(|actor| actor.sends).sum::<u32>();
    let mut choices = world.choices();
    choices.retain(|event| match event {
        Event::Send { payload, .. } => *payload == Payload::Count(1) && sends < 2,
        Event::Deliver(_) | Event::Retry(_) => true,
        _ => brokers(event),
    });
    choices
}

/// Brokers crash and come back, lag and are elected. A stop is a crash that remembers more.
fn failing(world: &World) -> Vec<Event> {
    tried(world, |event| match event {
        Event::Broker { does, .. } => matches!(
            does,
            BrokerEvent::Crash | BrokerEvent::Start | BrokerEvent::Pause
        ),
        Event::Replica { does, .. } => *does != ReplicaEvent::Move,
        _ => false,
    })
}

/// One broker goes down, cleanly or not, comes back, and writes files in between.
fn restarting(world: &World) -> Vec<Event> {
    tried(world, |event| {
        matches!(event, Event::Broker { .. } | Event::Roll(_))
    })
}

/// The same, and no request overtakes another: under the rules of Kafka 2.5 that alone would do, on
/// a new partition.
fn restarting_in_order(world: &World) -> Vec<Event> {
    let mut requests = world.wire().iter().map(|message| message.name);
    let oldest = requests.find(|name| !name.is_reply());
    let mut tried = restarting(world);
    tried.retain(|event| match event {
        Event::Deliver(name) => name.is_reply() || Some(*name) == oldest,
        _ => true,
    });
    tried
}

#[track_caller]
fn finds(text: &'static str, wrong: Wrong, tried: Tried, expected: Expect) {
    let start = Start { name: text, text };
    let found = search(start, wrong, tried, 10);
    println!("{found}");
    expected.assert_eq(&found);
}

#[test]
fn an_unclean_election_loses_what_was_acknowledged() {
    finds(
        "brokers b1 b2\n",
        lost,
        failing,
        expect![[r#"
        rules lesson
        brokers b1 b2

        A send p-0 1
          InitProducerId: pid 31, epoch 0
          A1.1 sent to b1: pid 31, epoch 0, seq 0..0
        crash b2
          b2 crashes, its memory is gone
        deliver A1.1
          OK base=0 (no state, s = 0), log end 1, window [0..0]
          high watermark of p-0: 1
          A1.1.reply sent: OK base=0
        deliver A1.1.reply
          A1 acknowledged, base 0
        crash b1
          b1 crashes, its memory is gone
          p-0 has no leader
        start b2
          b2 recovers p-0: no snapshot, log 0..0
        elect p-0 b2
          b2 leads p-0, unclean: it was not in sync
          A1 was acknowledged at 0, and the new leader does not have it
    "#]],
    );
}

/// A leader that knows nothing of the producer cannot know that something is missing.
#[test]
fn after_an_unclean_election_a_gap_is_accepted_without_a_word() {
    finds(
        "rules kafka-2.5\nbrokers b1 b2\n",
        gap_after_loss,
        failing,
        expect![[r#"
            rules kafka-2.5
            brokers b1 b2

            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent to b1: pid 31, epoch 0, seq 0..0
            crash b2
              b2 crashes, its memory is gone
            deliver A1.1
              OK base=0 (no state, s = 0), log end 1, window [0..0]
              high watermark of p-0: 1
              A1.1.reply sent: OK base=0
            deliver A1.1.reply
              A1 acknowledged, base 0
            crash b1
              b1 crashes, its memory is gone
              p-0 has no leader
            start b2
              b2 recovers p-0: no snapshot, log 0..0
            elect p-0 b2
              b2 leads p-0, unclean: it was not in sync
              A1 was acknowledged at 0, and the new leader does not have it
            A send p-0 1
              A2.1 sent to b2: pid 31, epoch 0, seq 1..1
            deliver A2.1
              OK base=0 (no state, s = 1: any number is accepted), log end 1, window [1..1]
              high watermark of p-0: 1
              A2.1.reply sent: OK base=0
        "#]],
    );
}

/// The lesson's rules refuse it, and with it everything that the producer sends in this life.
#[test]
fn after_an_unclean_election_the_lessons_rules_refuse_a_gap() {
    finds(
        "brokers b1 b2\n",
        refused_after_loss,
        failing,
        expect![[r#"
            rules lesson
            brokers b1 b2

            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent to b1: pid 31, epoch 0, seq 0..0
            crash b2
              b2 crashes, its memory is gone
            deliver A1.1
              OK base=0 (no state, s = 0), log end 1, window [0..0]
              high watermark of p-0: 1
              A1.1.reply sent: OK base=0
            deliver A1.1.reply
              A1 acknowledged, base 0
            crash b1
              b1 crashes, its memory is gone
              p-0 has no leader
            start b2
              b2 recovers p-0: no snapshot, log 0..0
            elect p-0 b2
              b2 leads p-0, unclean: it was not in sync
              A1 was acknowledged at 0, and the new leader does not have it
            A send p-0 1
              A2.1 sent to b2: pid 31, epoch 0, seq 1..1
            deliver A2.1
              OUT_OF_ORDER (no state, but s = 1), log end 0, window empty
              A2.1.reply sent: OUT_OF_ORDER
        "#]],
    );
}

#[test]
fn with_acks_1_a_clean_election_loses_what_was_acknowledged() {
    finds(
        "brokers b1 b2\nacks 1\n",
        lost,
        failing,
        expect![[r#"
        rules lesson
        acks 1
        brokers b1 b2

        A send p-0 1
          A1.1 sent to b1, without a number
        pause b2
          b2 stops copying
        deliver A1.1
          OK base=0 (not idempotent, nothing is checked), log end 1, window empty
          A1.1.reply sent: OK base=0
        deliver A1.1.reply
          A1 acknowledged, base 0
        elect p-0 b2
          b2 leads p-0
          A1 was acknowledged at 0, and the new leader does not have it
          b1 cuts p-0 back from 1 to 0
    "#]],
    );
}

/// The file keeps the newest batch. A retry of the one before it is refused, and the policy takes
/// that for a gap.
#[test]
fn a_snapshot_of_the_newest_batch_with_bump_writes_twice() {
    finds(
        "rules kafka-2.5\npolicy bump\n",
        twice,
        restarting_in_order,
        expect![[r#"
            rules kafka-2.5
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
              OK base=1 (1 = 0 + 1), log end 2, window [0..0] [1..1]
              A2.1.reply sent: OK base=1
            retry A1
              A1.2 sent: pid 31, epoch 0, seq 0..0
            stop b1
              b1 stops
              b1 writes a snapshot of p-0 at 2
              p-0 has no leader
            start b1
              b1 recovers p-0: snapshot at 2, log 2..2
              b1 leads p-0
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

/// Where a new partition begins at 0 there is no shorter way, even if requests overtake each other.
#[test]
fn under_kafka_4_5_nothing_shorter_writes_twice() {
    let (name, text) = ("kafka-4.5", "rules kafka-4.5\npolicy bump\n");
    let found = search(Start { name, text }, twice, restarting, 9);
    assert_eq!(found, "nothing within 9 events\n");
    let found = search(Start { name, text }, twice, restarting, 10);
    assert!(
        found.contains("stop b1") && found.contains("policy bump"),
        "{found}"
    );
}

/// With the whole window in the file it is a DUPLICATE.
#[test]
fn a_snapshot_of_the_whole_window_writes_nothing_twice() {
    let (name, text) = ("lesson, bump", "policy bump\n");
    let found = search(Start { name, text }, twice, restarting, 7);
    assert_eq!(found, "nothing within 7 events\n");
}
