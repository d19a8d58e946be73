//! How the promises stand after small stories: one story for each way in which one can be broken,
//! and for what looks like a breach and is none.

use five_slots::kafka::{Offset, PartitionId};
use five_slots::scenario::Opened;
use five_slots::sim::{BrokerName, Fact, Standing, World};

/// Plays a story. `once`, `order` and `stored` say how the promises stand afterwards: `kept`,
/// `outside: ...` for what idempotence does not speak of, `broken: ...`.
fn check(story: &str, once: &str, order: &str, stored: &str) -> World {
    let opened = Opened::whole(story).unwrap_or_else(|error| panic!("{error}:\n{story}"));
    let world = opened.timeline.world_at(opened.timeline.len());
    let standings = world.invariants().each().map(|(_, standing)| say(standing));
    assert_eq!(standings, [once, order, stored], "\n{story}");

    // Every breach that stands was a fact when it happened.
    let steps = opened.timeline.steps().iter();
    let facts: Vec<&Fact> = steps.flat_map(|step| &step.facts).collect();
    for (_, standing) in world.invariants().each() {
        if let Standing::Outside(breach) | Standing::Broken(breach) = standing {
            assert!(facts.contains(&&Fact::Breach(breach.clone())), "{breach}");
        }
    }
    world.clone()
}

fn say(standing: &Standing) -> String {
    match standing {
        Standing::Kept => "kept".to_owned(),
        Standing::Outside(breach) => format!("outside: {breach}"),
        Standing::Broken(breach) => format!("broken: {breach}"),
    }
}

// --- Each record at most once ---

#[test]
fn a_retry_that_idempotence_catches_breaks_nothing() {
    let story = "
A send p-0 3
deliver A1.1
drop A1.1.reply
retry A1
deliver A1.2
deliver A1.2.reply
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn without_idempotence_a_retry_is_appended_again() {
    let story = "
batch p-0 pid=-1 epoch=0 seq=0 records=2
batch p-0 pid=-1 epoch=0 seq=0 records=2
";
    let once = "broken: \"-1.0.0\" stands at 0 and again at 2: a retry was appended";
    let world = check(story, once, "kept", "kept");
    // The second batch is the one that the page marks.
    let mark = |base| world.watcher().copy_at(p(0), Offset(base)).is_some();
    assert_eq!([mark(0), mark(2)], [false, true]);
}

#[test]
fn named_records_are_recognised_in_a_retry_too() {
    let story = "
batch p-0 pid=-1 epoch=0 seq=7 records=1 labels=\"umbrella 1\"
batch p-0 pid=-1 epoch=0 seq=7 records=1 labels=\"umbrella 1\"
";
    let once = "broken: \"umbrella 1\" stands at 0 and again at 1: a retry was appended";
    check(story, once, "kept", "kept");
}

#[test]
fn an_application_may_send_again_after_a_restart() {
    let story = "
A send p-0 \"umbrella 1\"
deliver A1.1
drop A1.1.reply
A restart
A send p-0 \"umbrella 1\"
deliver A2.1
deliver A2.1.reply
";
    let once = "outside: \"umbrella 1\" stands at 0 and again at 1: sent again, not retried";
    check(story, once, "kept", "kept");
}

#[test]
fn two_producers_may_send_the_same() {
    let story = "
A send p-0 \"umbrella 1\"
B send p-0 \"umbrella 1\"
deliver A1.1
deliver B1.1
";
    let once = "outside: \"umbrella 1\" stands at 0 and again at 1: sent again, not retried";
    check(story, once, "kept", "kept");
}

#[test]
fn one_batch_may_hold_the_same_twice() {
    let story = "
A send p-0 \"x\" \"y\" \"x\"
deliver A1.1
";
    let once = "outside: \"x\" stands at 0 and again at 2: sent again, not retried";
    check(story, once, "kept", "kept");
}

#[test]
fn the_same_words_in_two_logs_are_two_records() {
    let story = "
A send p-0 \"umbrella 1\"
A send p-1 \"umbrella 1\"
deliver A1.1
deliver A2.1
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn a_broken_promise_replaces_what_was_outside_and_then_stays() {
    let outside = "
batch p-0 pid=-1 epoch=0 seq=0 records=1 labels=\"x\"
batch p-0 pid=-1 epoch=0 seq=1 records=1 labels=\"x\"
";
    let once = "outside: \"x\" stands at 0 and again at 1: sent again, not retried";
    check(outside, once, "kept", "kept");

    let broken = "batch p-0 pid=-1 epoch=0 seq=1 records=1 labels=\"x\"\n";
    let once = "broken: \"x\" stands at 0 and again at 2: a retry was appended";
    check(&format!("{outside}{broken}"), once, "kept", "kept");
    check(&format!("{outside}{broken}{broken}"), once, "kept", "kept");
}

// --- Labels that look like the program's own ---

#[test]
fn a_written_label_can_be_one_that_was_counted() {
    let counted = "A send p-0 3\ndeliver A1.1\n";
    let written = "B send p-0 \"a2\"\ndeliver B1.1\n";
    let once = "outside: \"a2\" stands at 1 and again at 3: sent again, not retried";
    check(&format!("{counted}{written}"), once, "kept", "kept");
    let once = "outside: \"a2\" stands at 0 and again at 2: sent again, not retried";
    check(&format!("{written}{counted}"), once, "kept", "kept");
}

#[test]
fn a_written_label_can_be_that_of_a_batch_made_by_hand() {
    let by_hand = "batch p-0 pid=31 epoch=0 seq=0 records=8\n";
    let written = "batch p-0 pid=31 epoch=1 seq=0 records=1 labels=\"31.0.7\"\n";
    let once = "outside: \"31.0.7\" stands at 7 and again at 8: sent again, not retried";
    check(&format!("{by_hand}{written}"), once, "kept", "kept");

    let written = "batch p-0 pid=31 epoch=0 seq=0 records=1 labels=\"32.0.7\"\n";
    let by_hand = "batch p-0 pid=32 epoch=0 seq=0 records=8\n";
    let once = "outside: \"32.0.7\" stands at 0 and again at 8: sent again, not retried";
    check(&format!("{written}{by_hand}"), once, "kept", "kept");
}

#[test]
fn other_spellings_are_other_records() {
    let story = "
A send p-0 3
deliver A1.1
batch p-0 pid=31 epoch=0 seq=3 records=1
B send p-0 \"a01\" \"A1\" \"a\" \"a4\" \"31.0.03\" \"31.00.3\" \"+31.0.3\" \"31.0\" \"31.0.4\"
deliver B1.1
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn labels_are_recognised_over_the_wrap() {
    let low = "batch p-0 pid=-1 epoch=0 seq=0 records=1\n";
    let wraps = "batch p-0 pid=-1 epoch=0 seq=2147483646 records=3\n";
    let once = "outside: \"-1.0.0\" stands at 0 and again at 3: sent again, not retried";
    check(&format!("{low}{wraps}"), once, "kept", "kept");
    let once = "outside: \"-1.0.0\" stands at 2 and again at 3: sent again, not retried";
    check(&format!("{wraps}{low}"), once, "kept", "kept");
}

#[test]
fn one_record_of_a_million_is_recognised() {
    let story = "
batch p-0 pid=-1 epoch=0 seq=0 records=1000000
batch p-0 pid=-1 epoch=0 seq=999999 records=1000000
";
    let once = "outside: \"-1.0.999999\" stands at 999999 and again at 1000000: \
                sent again, not retried";
    check(story, once, "kept", "kept");
}

// --- Order kept ---

#[test]
fn an_older_life_can_come_late() {
    let story = "
A send p-0 1
A restart
A send p-0 1
deliver A2.1
deliver A1.1
";
    let order = "outside: A1 stands behind A2, which was sent after it, in another life";
    check(story, "kept", order, "kept");
}

/// Within one life the check for the next sequence keeps the order, so this breach cannot happen
/// here: the batch that came too early is refused.
#[test]
fn within_one_life_nothing_overtakes() {
    let story = "
A send p-0 1
A send p-0 1
deliver A2.1
deliver A1.1
deliver A1.1.reply
deliver A2.1.reply
retry A2
deliver A2.2
";
    let world = check(story, "kept", "kept", "kept");
    let log = world.partitions()[&p(0)].log().iter();
    assert!(log.map(|batch| batch.header.first.0).eq([0, 1]));
}

#[test]
fn partitions_have_no_order_between_them() {
    let story = "
A send p-0 1
A send p-1 1
deliver A2.1
deliver A1.1
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn only_first_copies_are_asked_for_their_order() {
    let late = "
A send p-0 \"x\"
A restart
A send p-0 \"x\"
deliver A2.1
deliver A1.1
";
    let once = "outside: \"x\" stands at 0 and again at 1: sent again, not retried";
    check(late, once, "kept", "kept");
    // One new record among the copies, and it stands in the wrong place.
    let late = late.replacen("\"x\"", "\"x\" \"y\"", 1);
    let order = "outside: A1 stands behind A2, which was sent after it, in another life";
    check(&late, once, order, "kept");
}

// --- Everything acknowledged is stored ---

#[test]
fn two_producers_with_one_identity_lose_records() {
    let story = "
producer A pid=31 epoch=0
producer B pid=31 epoch=0
A send p-0 1
B send p-0 1
deliver A1.1
deliver B1.1
deliver B1.1.reply
";
    let stored = "broken: B1 was acknowledged, but its records do not stand at 0";
    check(story, "kept", "kept", stored);
}

#[test]
fn a_forged_batch_takes_the_place_of_the_true_one() {
    let story = "
producer A pid=31 epoch=0
batch p-0 pid=31 epoch=0 seq=0 records=1
A send p-0 1
deliver A1.1
deliver A1.1.reply
";
    let stored = "broken: A1 was acknowledged, but its records do not stand at 0";
    check(story, "kept", "kept", stored);
}

#[test]
fn an_answer_that_nobody_waits_for_breaks_nothing() {
    let story = "
producer A pid=31 epoch=0
batch p-0 pid=31 epoch=0 seq=0 records=1
A send p-0 1
deliver A1.1
A restart
deliver A1.1.reply
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn nothing_is_said_of_what_was_there_before() {
    let story = "
given p-0 pid=31 epoch=0 window=[0..2@5]
producer A pid=31 epoch=0
A send p-0 3
deliver A1.1
deliver A1.1.reply
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn an_unclean_election_loses_what_was_acknowledged() {
    let lost = "
brokers b5 b3
given p-0 log-end=0
pause b3
shrink p-0 b3
A send p-0 1
deliver A1.1
deliver A1.1.reply
crash b5
elect p-0 b3
";
    let stored = "broken: A1 was acknowledged at 0, and the new leader does not have it";
    check(lost, "kept", "kept", stored);
    // It stays broken, whatever comes back, and whoever leads.
    let back = "resume b3\nstart b5\nA send p-0 1\n";
    check(&format!("{lost}{back}"), "kept", "kept", stored);
}

#[test]
fn an_answer_can_come_after_an_unclean_election() {
    let late = "
brokers b5 b3
given p-0 log-end=0
pause b3
shrink p-0 b3
A send p-0 1
deliver A1.1
crash b5
elect p-0 b3
";
    check(late, "kept", "kept", "kept");
    let stored = "broken: A1 was acknowledged at 0, and the new leader does not have it";
    check(
        &format!("{late}deliver A1.1.reply\n"),
        "kept",
        "kept",
        stored,
    );
    // Also where other records stand by now.
    let others = "batch p-0 pid=7 epoch=0 seq=0 records=3\n";
    check(
        &format!("{late}{others}deliver A1.1.reply\n"),
        "kept",
        "kept",
        stored,
    );
    // The answer to a retry says as much.
    let late = late.replace("crash b5", "retry A1\ndeliver A1.2\ncrash b5");
    check(
        &format!("{late}deliver A1.2.reply\n"),
        "kept",
        "kept",
        stored,
    );
}

#[test]
fn a_clean_election_loses_nothing() {
    let story = "
brokers b5 b3
A send p-0 1
A send p-0 1
deliver A1.1
deliver A1.1.reply
pause b3
deliver A2.1
crash b5
elect p-0 b3
retry A2
deliver A2.2
deliver A2.2.reply
start b5
";
    let world = check(story, "kept", "kept", "kept");
    let b5 = BrokerName::parse("b5").expect("a broker");
    let log = world.copy(p(0), b5).expect("a copy").log().iter();
    assert!(log.map(|batch| batch.header.first.0).eq([0, 1]));
}

#[test]
fn with_acks_1_a_clean_election_is_not_enough() {
    let story = "
acks 1
brokers b5 b3
A send p-0 1
pause b3
deliver A1.1
deliver A1.1.reply
crash b5
elect p-0 b3
";
    let stored = "broken: A1 was acknowledged at 0, and the new leader does not have it";
    check(story, "kept", "kept", stored);
}

#[test]
fn what_retention_deletes_is_not_lost() {
    let story = "
brokers b5 b3
A send p-0 1
deliver A1.1
delete p-0
deliver A1.1.reply
move p-0 b3
elect p-0 b3
";
    check(story, "kept", "kept", "kept");
}

#[test]
fn a_copy_that_only_the_old_leader_had_is_gone_with_it() {
    // Both retries are appended where nothing is checked; b3 has the first.
    let story = "
brokers b5 b3
acks 1
A send p-0 1
deliver A1.1
pause b3
retry A1
deliver A1.2
";
    let once = "broken: \"a1\" stands at 0 and again at 1: a retry was appended";
    let world = check(story, once, "kept", "kept");
    assert!(world.watcher().copy_at(p(0), Offset(1)).is_some());
    let elected = format!("{story}elect p-0 b3\n");
    let world = check(&elected, once, "kept", "kept");
    assert!(world.watcher().copy_at(p(0), Offset(1)).is_none());
}

#[test]
fn the_log_of_the_new_leader_is_looked_at_and_no_other() {
    // Batches made by hand, of different producers: both logs end at 1.
    let story = "
brokers b5 b3
given p-0 log-end=0
pause b3
shrink p-0 b3
batch p-0 pid=31 epoch=0 seq=0 records=1
crash b5
elect p-0 b3
batch p-0 pid=7 epoch=0 seq=0 records=1
crash b3
start b5
elect p-0 b5
";
    let other = "batch p-0 pid=7 epoch=0 seq=0 records=1\n";
    check(&format!("{story}{other}"), "kept", "kept", "kept");
    let same = "batch p-0 pid=8 epoch=0 seq=0 records=1 labels=\"31.0.0\"\n";
    let once = "outside: \"31.0.0\" stands at 0 and again at 1: sent again, not retried";
    check(&format!("{story}{same}"), once, "kept", "kept");
}

#[test]
fn clean_elections_among_brokers_that_lag_lose_nothing() {
    let story = "
brokers b5 b3
A send p-0 1
pause b3
deliver A1.1
pause b5
elect p-0 b3
B send p-0 1
deliver B1.1
resume b5
deliver B1.1.reply
crash b3
elect p-0 b5
";
    let world = check(story, "kept", "kept", "kept");
    let log = world.partitions()[&p(0)].log().iter();
    assert!(log.map(|batch| batch.header.pid.0).eq([32]));
}

/// An old number under the old epoch, on a broker that still has the old state (P38): ten new
/// records are taken for the first ten.
#[test]
fn state_that_comes_back_takes_new_records_for_old_ones() {
    let story = "
rules kafka-2.0.1
policy new-pid
brokers b5 b3
A send p-0 10
deliver A1.1
deliver A1.1.reply
pause b3
delete p-0
A send p-0 10
deliver A2.1
deliver A2.1.reply
crash b5
elect p-0 b3
retry A2
deliver A2.3
deliver A2.3.reply
";
    let stored = "broken: A2 was acknowledged, but its records do not stand at 0";
    check(story, "kept", "kept", stored);
    let bump = story.replace("policy new-pid", "policy bump");
    check(&bump, "kept", "kept", "kept");
}

fn p(number: u8) -> PartitionId {
    PartitionId::new(number).expect("a partition")
}
