//! Texts whose words can be read and that still describe no world, or an event that cannot happen;
//! and the bounds of all texts.

use crate::errors::{check, check_all};
use five_slots::scenario::{TEXT_MAX, open};
use five_slots::timeline::EVENTS_MAX;

#[test]
fn setup_lines_that_contradict() {
    check_all(
        r#"
rules lesson
rules lesson
=> line 2, column 1: found `rules`, expected no second line of rules
window 3
window 3
=> line 2, column 1: found `window`, expected no second line of window
idempotence off
acks 1
idempotence on
=> line 3, column 1: found `idempotence`, expected no second line of idempotence
policy stop
A restart
policy stop
=> line 3, column 1: found `policy`, expected an event: setup lines come before the first event
# Title
acks 1
idempotence on
A send p-0 1
=> line 3, column 1: idempotence needs acks=all, and acks is 1; without the line `idempotence on` it would be switched off
idempotence on
acks 0
=> line 1, column 1: idempotence needs acks=all, and acks is 0; without the line `idempotence on` it would be switched off
idempotence on
retries 0
=> line 1, column 1: idempotence needs retries > 0, and retries is 0; without the line `idempotence on` it would be switched off
max-in-flight 6
idempotence on
=> line 2, column 1: idempotence needs max.in.flight.requests.per.connection at most 5, and it is 6; without the line `idempotence on` it would be switched off
rules lesson
compare idempotence on, acks 1
A send p-0 1
=> line 2, column 1: idempotence needs acks=all, and acks is 1; without the line `idempotence on` it would be switched off
idempotence on
compare retries 0
=> line 2, column 1: idempotence needs retries > 0, and retries is 0; without the line `idempotence on` it would be switched off
given p-0 pid=31 epoch=0 window=[0..0@0,1..1@1]
compare window 1
=> line 2, column 1: more is remembered of producer 31 on p-0 than the window has slots: 1
given p-0 log-end=1 log-end=2
=> line 1, column 21: found `log-end`, expected no second log-end
given p-0 log-end=1
given p-0 log-end=2
=> line 2, column 19: found `2`, expected no second log end of p-0
given p-0 pid=31 epoch=0 window=[0..0@0]
given p-0 pid=31 epoch=1 window=[0..0@1]
=> line 2, column 15: found `31`, expected no second window of producer 31 on p-0
# Title
given p-0 log-end=2
given p-0 pid=31 epoch=0 window=[0..2@0]
A send p-0 1
=> line 3, column 1: the remembered batch 0..2@0 reaches beyond the log end 2 of p-0
given p-1 pid=31 epoch=0 window=[0..2@9223372036854775807]
=> line 1, column 1: the remembered batch 0..2@9223372036854775807 reaches beyond the largest offset
producer A pid=31 next=p-0:7,p-0:8
=> line 1, column 30: found `p-0:8`, expected no second next sequence of p-0
producer A
producer A pid=31
=> line 2, column 10: found `A`, expected no second line of producer A
producer A epoch=3
=> line 1, column 1: epoch and next of producer A need a pid
producer A next=p-0:7
=> line 1, column 1: epoch and next of producer A need a pid
batch p-0 pid=31 epoch=0 epoch=0 seq=0 records=1
=> line 1, column 26: found `epoch`, expected no second epoch
"#,
    );
}

#[test]
fn impossible_events_name_what_is_possible() {
    check_all(
        r#"
A send p-0 0
=> line 1, column 1: `A send p-0 0` is impossible here: a batch carries 1 to 1000000 records, not 0
A send p-0 1000001
=> line 1, column 1: `A send p-0 1000001` is impossible here: a batch carries 1 to 1000000 records, not 1000001
A restart leaving Z
=> line 1, column 1: `A restart leaving Z` is impossible here: A has no life yet that could go on: let it send first, or restart it alone
A send p-0 1
B send p-0 1
A restart leaving B
=> line 3, column 1: `A restart leaving B` is impossible here: B is a producer already; free: Z
deliver A1.1
=> line 1, column 1: `deliver A1.1` is impossible here: A1.1 is not on the wire: nothing is
A send p-0 1
B send p-0 1
drop A1.2
=> line 3, column 1: `drop A1.2` is impossible here: A1.2 is not on the wire; there: A1.1, B1.1
A send p-0 1
duplicate A1.1.reply
=> line 2, column 1: `duplicate A1.1.reply` is impossible here: A1.1.reply is not on the wire; there: A1.1
A send p-0 1
A send p-0 1
A send p-0 1
A send p-0 1
A send p-0 1
A send p-0 1
retry A6
=> line 7, column 1: `retry A6` is impossible here: A6 waits in the queue and was never sent; possible: retry A1
max-in-flight 1
A send p-0 1
A send p-0 1
deliver A2.1
=> line 4, column 1: `deliver A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
expire A1
=> line 1, column 1: `expire A1` is impossible here: A1 is not waiting for an answer; no batch can expire now
max-in-flight 1
A send p-0 1
A send p-0 1
expire A3
=> line 4, column 1: `expire A3` is impossible here: A3 is not waiting for an answer; possible: expire A1, A2
acks 0
A send p-0 1
deliver A1.1
deliver A1.1.reply
=> line 4, column 1: `deliver A1.1.reply` is impossible here: A1.1.reply is not on the wire: nothing is
acks 0
A send p-0 1
retry A1
=> line 3, column 1: `retry A1` is impossible here: A1 is not waiting for an answer; no batch can be retried now
idempotence off
A send p-0 1
A send p-0 1
deliver A1.1
deliver A1.1.reply
retry A1
=> line 6, column 1: `retry A1` is impossible here: A1 is not waiting for an answer; possible: retry A2
policy stop
A send p-0 1
expire A1
A send p-0 1
=> line 4, column 1: `A send p-0 1` is impossible here: this life of A has stopped: only a restart helps
policy stop
A send p-0 1
A send p-1 1
expire A1
retry A2
=> line 5, column 1: `retry A2` is impossible here: A2 cannot be sent again: the life that sent it has stopped; no batch can be retried now
retry A1
=> line 1, column 1: `retry A1` is impossible here: A1 is not waiting for an answer; no batch can be retried now
A send p-0 1
A send p-0 1
retry A2
=> line 3, column 1: `retry A2` is impossible here: A2 is not the lowest open batch: A1 goes first; possible: retry A1
A send p-0 1
deliver A1.1
deliver A1.1.reply
retry A1
=> line 4, column 1: `retry A1` is impossible here: A1 is not waiting for an answer; no batch can be retried now
given p-0 pid=31 epoch=1 window=[0..0@0]
producer A pid=31 epoch=0
A send p-0 1
deliver A1.1
deliver A1.1.reply
retry A1
=> line 6, column 1: `retry A1` is impossible here: A1 cannot be sent again: the life that sent it is fenced; no batch can be retried now
given p-0 pid=31 epoch=1 window=[0..0@0]
producer A pid=31 epoch=0
A send p-0 1
deliver A1.1
deliver A1.1.reply
A send p-0 1
=> line 6, column 1: `A send p-0 1` is impossible here: this life of A is fenced: only a restart helps
producer A pid=9223372036854775807
B send p-0 1
=> line 2, column 1: `B send p-0 1` is impossible here: no producer id above the highest one is left
"#,
    );
}

#[test]
fn impossible_events_of_brokers_name_what_is_possible() {
    check_all(
        r#"
crash b2
=> line 1, column 1: `crash b2` is impossible here: there is no broker b2; there: b1
brokers b5 b3
A send p-0 1
elect p-0 b1
=> line 3, column 1: `elect p-0 b1` is impossible here: there is no broker b1; there: b5, b3
start b1
=> line 1, column 1: `start b1` is impossible here: b1 runs already
crash b1
stop b1
=> line 2, column 1: `stop b1` is impossible here: b1 is down: start it first
stop b1
pause b1
=> line 2, column 1: `pause b1` is impossible here: b1 is down: start it first
stop b1
snapshot b1
=> line 2, column 1: `snapshot b1` is impossible here: b1 is down: start it first
brokers b5 b3
A send p-0 1
crash b3
move p-0 b3
=> line 4, column 1: `move p-0 b3` is impossible here: b3 is down: start it first
pause b1
=> line 1, column 1: `pause b1` is impossible here: b1 is alone: it takes two brokers for one to lag
brokers b5 b3
pause b3
pause b3
=> line 3, column 1: `pause b3` is impossible here: b3 has stopped copying already
brokers b5 b3
resume b3
=> line 2, column 1: `resume b3` is impossible here: b3 copies already
snapshot b1
=> line 1, column 1: `snapshot b1` is impossible here: b1 has nothing new to write into a snapshot
batch p-0 pid=31 epoch=0 seq=0 records=1
snapshot b1
snapshot b1
=> line 3, column 1: `snapshot b1` is impossible here: b1 has nothing new to write into a snapshot
roll p-0
=> line 1, column 1: `roll p-0` is impossible here: there is no p-0 yet: send to it first
delete p-3
=> line 1, column 1: `delete p-3` is impossible here: there is no p-3 yet: send to it first
forget p-0 pid=31
=> line 1, column 1: `forget p-0 pid=31` is impossible here: there is no p-0 yet: send to it first
brokers b5 b3
elect p-0 b3
=> line 2, column 1: `elect p-0 b3` is impossible here: there is no p-0 yet: send to it first
brokers b5 b3
A send p-0 1
elect p-0 b5
=> line 3, column 1: `elect p-0 b5` is impossible here: b5 leads p-0
brokers b5 b3
A send p-0 1
move p-0 b5
=> line 3, column 1: `move p-0 b5` is impossible here: b5 leads p-0
brokers b5 b3
A send p-0 1
pause b5
shrink p-0 b5
=> line 4, column 1: `shrink p-0 b5` is impossible here: b5 leads p-0
brokers b5 b3
A send p-0 1
shrink p-0 b3
=> line 3, column 1: `shrink p-0 b3` is impossible here: b3 keeps up and stays in sync: pause it first
brokers b5 b3
A send p-0 1
pause b3
shrink p-0 b3
shrink p-0 b3
=> line 5, column 1: `shrink p-0 b3` is impossible here: b3 is not in sync on p-0
# The leader runs, so nothing needs to be lost.
brokers b5 b3
A send p-0 1
pause b3
shrink p-0 b3
elect p-0 b3
=> line 6, column 1: `elect p-0 b3` is impossible here: b3 is not in sync, and a broker that is runs: the leader
brokers b5 b3 b1
A send p-0 1
pause b3
shrink p-0 b3
crash b5
elect p-0 b3
=> line 6, column 1: `elect p-0 b3` is impossible here: b3 is not in sync, and a broker that is runs; possible: b1
brokers b5 b3
A send p-0 1
crash b5
roll p-0
=> line 4, column 1: `roll p-0` is impossible here: p-0 has no leader; possible: elect p-0 b3
brokers b5 b3
A send p-0 1
crash b5
batch p-0 pid=31 epoch=0 seq=0 records=1
=> line 4, column 1: `batch p-0 pid=31 epoch=0 seq=0 records=1` is impossible here: p-0 has no leader; possible: elect p-0 b3
brokers b5 b3
A send p-0 1
pause b3
crash b5
shrink p-0 b3
=> line 5, column 1: `shrink p-0 b3` is impossible here: p-0 has no leader; possible: elect p-0 b3
A send p-0 1
stop b1
delete p-0
=> line 3, column 1: `delete p-0` is impossible here: p-0 has no leader; start a broker first
# Not yet there for any partition: nobody can lead one that is new.
stop b1
batch p-0 pid=31 epoch=0 seq=0 records=1
=> line 3, column 1: `batch p-0 pid=31 epoch=0 seq=0 records=1` is impossible here: p-0 has no leader; start a broker first
A send p-0 1
delete p-0
=> line 2, column 1: `delete p-0` is impossible here: p-0 has nothing to delete: only what all in-sync brokers have can go
brokers b5 b3
pause b3
batch p-0 pid=31 epoch=0 seq=0 records=1
delete p-0
=> line 4, column 1: `delete p-0` is impossible here: p-0 has nothing to delete: only what all in-sync brokers have can go
A send p-0 1
forget p-0 pid=31
=> line 2, column 1: `forget p-0 pid=31` is impossible here: nothing is remembered of producer 31 on p-0
"#,
    );
}

#[test]
fn names_that_run_out() {
    let copies = "duplicate A1.1\n".repeat(26);
    let said = "line 27, column 1: `duplicate A1.1` is impossible here: A1.1 has 25 copies, b to z: no letter is left";
    check(&format!("A send p-0 1\n{copies}"), said);

    let mut everybody = String::from("A send p-0 1\n");
    for letter in 'B'..='Z' {
        everybody += &format!("{letter} restart\n");
    }
    let said = "line 27, column 1: `A restart leaving Z` is impossible here: Z is a producer already, and so are all letters";
    check(&format!("{everybody}A restart leaving Z"), said);
}

#[test]
fn a_bound_that_is_passed_is_named() {
    // With five batches of each producer and 25 copies of each batch.
    let mut full = String::new();
    for (letter, batch) in ('A'..='H').flat_map(|letter| (1..=5).map(move |batch| (letter, batch)))
    {
        full += &format!("{letter} send p-0 1\n");
        full += &format!("duplicate {letter}{batch}.1\n").repeat(25);
    }
    check(
        &full,
        "line 1001, column 1: `duplicate H4.1` is impossible here: 1000 messages are on the wire: deliver or drop one first",
    );

    // Answers that wait for a follower are not on the wire any more, so there can be many.
    let mut waiting = String::from("brokers b5 b3\npause b3\n");
    for letter in 'A'..='T' {
        for batch in 1..=5 {
            waiting += &format!("{letter} send p-0 1\ndeliver {letter}{batch}.1\n");
        }
    }
    assert_eq!(open(&waiting).error, None);
    check(
        &format!("{waiting}U send p-0 1\ndeliver U1.1\n"),
        "line 204, column 1: `deliver U1.1` is impossible here: 100 answers wait on p-0: resume the followers or take them out of the in-sync set first",
    );

    // One batch in flight, and as many behind it as a queue holds.
    let queued = "A send p-0 1\n".repeat(101);
    let queued = format!("max-in-flight 1\n{queued}");
    assert_eq!(open(&queued).error, None);
    check(
        &format!("{queued}A send p-1 1\n"),
        "line 103, column 1: `A send p-1 1` is impossible here: 100 batches wait in the queue of A, and no more can: let one in flight be answered first",
    );

    let event = "batch p-0 pid=-1 epoch=0 seq=0 records=1\n";
    let most = event.repeat(EVENTS_MAX);
    assert_eq!(open(&most).error, None);
    check(
        &format!("{most}{event}"),
        "line 20001, column 1: a recording holds at most 20000 events",
    );

    let longest = format!("#{}", " ".repeat(TEXT_MAX - 1));
    assert_eq!(open(&longest).error, None);
    check(
        &format!("{longest} "),
        "line 1, column 1: a text has at most 1048576 bytes, this one has 1048577",
    );

    let longest = format!("A send p-0 \"{}\"", "é".repeat(40));
    assert_eq!(open(&longest).error, None);
}

#[test]
fn long_lines_are_read_in_no_time() {
    let labels = vec!["\"x\""; 200_000].join(",");
    let said = "line 1, column 49: found `\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",\"x\",…`, expected 1 labels, one a record";
    check(
        &format!("batch p-0 pid=31 epoch=0 seq=0 records=1 labels={labels}"),
        said,
    );
    let slots = vec!["0..0@0"; 100_000].join(",");
    let said = "line 1, column 33: found `[0..0@0,0..0@0,0..0@0,0..0@0,0..0@0,0..0@0,0..0@0,0..0@0,0..…`, expected 1 to 20 slots";
    check(&format!("given p-0 pid=31 epoch=0 window=[{slots}]"), said);
}
