//! Bad texts, and what is said of each: where, what was found, what would be right.

use five_slots::scenario::open;

/// A text and the whole message that it gets.
pub(crate) fn check(text: &str, message: &str) {
    let error = open(text).error;
    let said = error.map(|error| error.to_string());
    assert_eq!(said.as_deref(), Some(message), "of\n{text}");
}

/// Texts one after another, each followed by `=> ` and its message.
pub(crate) fn check_all(table: &str) {
    let mut text = String::new();
    for line in table.trim_start_matches('\n').lines() {
        match line.strip_prefix("=> ") {
            Some(message) => {
                check(text.trim_end_matches('\n'), message);
                text.clear();
            }
            None => text += &format!("{line}\n"),
        }
    }
    assert!(text.is_empty(), "no message for\n{text}");
}

#[test]
fn a_line_that_begins_with_no_known_word() {
    check_all(
        r#"
sned p-0 1
=> line 1, column 1: found `sned`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `send`?
rulse lesson
=> line 1, column 1: found `rulse`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `rules`?
rules lesson
A send p-0 1
givne p-0
=> line 3, column 1: found `givne`, expected an event: batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget
42
=> line 1, column 1: found `42`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget
a send p-0 1
=> line 1, column 1: found `a`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `A`?
éléphant A1.1 with a very long line that goes on and on and on and on and on and on
=> line 1, column 1: found `éléphant`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget
deliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliver
=> line 1, column 1: found `deliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeli…`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget
"#,
    );
}

#[test]
fn rules_and_version() {
    check_all(
        r#"
rules
=> line 1, column 6: found nothing, expected a rule set
rules lessn
=> line 1, column 7: found `lessn`, expected a rule set: lesson, kafka-0.11, kafka-1.0, kafka-1.1, kafka-2.0.1, kafka-2.4, kafka-2.5, kafka-4.5. Did you mean `lesson`?
rules lesson 2
=> line 1, column 14: found `2`, expected the end of the line
A send p-0 1
rules lesson
=> line 2, column 1: found `rules`, expected an event: setup lines come before the first event
five-slots
=> line 1, column 11: found nothing, expected a version
five-slots 2
=> line 1, column 12: found `2`, expected version 1 of the text form; a newer page reads newer texts
five-slots 1 2
=> line 1, column 14: found `2`, expected the end of the line
# Title
five-slots 1
=> line 2, column 1: found `five-slots`, expected the version on the first line only
"#,
    );
}

#[test]
fn what_partitions_held() {
    check_all(
        r#"
given
=> line 1, column 6: found nothing, expected a partition, p-0 to p-15
given p-16
=> line 1, column 7: found `p-16`, expected a partition, p-0 to p-15
given p0
=> line 1, column 7: found `p0`, expected a partition, p-0 to p-15. Did you mean `p-0`?
given p-01
=> line 1, column 7: found `p-01`, expected a partition, p-0 to p-15. Did you mean `p-1`?
given P-3 log-end=3
=> line 1, column 7: found `P-3`, expected a partition, p-0 to p-15. Did you mean `p-3`?
given p-0 3
=> line 1, column 11: found `3`, expected key=value with one of: log-end, pid, epoch, window
given p-0 log-end
=> line 1, column 11: found `log-end`, expected log-end=...
given p-0 logend=3
=> line 1, column 11: found `logend`, expected one of: log-end, pid, epoch, window. Did you mean `log-end`?
given p-0 log-end=
=> line 1, column 19: found nothing, expected an offset, 0 to 9223372036854775807
given p-0 log-end=-1
=> line 1, column 19: found `-1`, expected an offset, 0 to 9223372036854775807
given p-0 log-end=9223372036854775808
=> line 1, column 19: found `9223372036854775808`, expected an offset, 0 to 9223372036854775807
given p-0 pid=31
=> line 1, column 17: found nothing, expected epoch=...
given p-0 pid=31 epoch=0
=> line 1, column 25: found nothing, expected window=...
given p-0 epoch=0 window=[0..2@0]
=> line 1, column 34: found nothing, expected pid=...
given p-0 pid=-1 epoch=0 window=[0..2@0]
=> line 1, column 15: found `-1`, expected a producer id, 0 to 9223372036854775807
given p-0 pid=31 epoch=-1 window=[0..2@0]
=> line 1, column 24: found `-1`, expected an epoch, 0 to 32767
given p-0 pid=31 epoch=32768 window=[0..2@0]
=> line 1, column 24: found `32768`, expected an epoch, 0 to 32767
given p-0 pid=31 epoch=0 window=0..2@0
=> line 1, column 33: found `0..2@0`, expected slots in brackets, such as [0..2@0,3..4@3]
given p-0 pid=31 epoch=0 window=[]
=> line 1, column 34: found nothing, expected a slot, first..last@base such as 0..2@0
given p-0 pid=31 epoch=0 window=[0..2@0,]
=> line 1, column 41: found nothing, expected a slot, first..last@base such as 0..2@0
given p-0 pid=31 epoch=0 window=[0..2]
=> line 1, column 34: found `0..2`, expected a slot, first..last@base such as 0..2@0
given p-0 pid=31 epoch=0 window=[0@2..3]
=> line 1, column 34: found `0@2..3`, expected a slot, first..last@base such as 0..2@0
given p-0 pid=31 epoch=0 window=[-1..2@0]
=> line 1, column 34: found `-1`, expected a sequence, 0 to 2147483647
given p-0 pid=31 epoch=0 window=[0..2147483648@0]
=> line 1, column 37: found `2147483648`, expected a sequence, 0 to 2147483647
given p-0 pid=31 epoch=0 window=[0..2@0, 3..3@-4]
=> line 1, column 47: found `-4`, expected an offset, 0 to 9223372036854775807
given p-0 pid=31 epoch=0 window=[0..0@0,1..1@1,2..2@2,3..3@3,4..4@4,5..5@5]
=> line 1, column 1: more is remembered of producer 31 on p-0 than the window has slots: 5
given p-0 pid=31 epoch=0 window=[0..0@0,1..1@1,2..2@2,3..3@3,4..4@4,5..5@5]
window 5
=> line 1, column 1: more is remembered of producer 31 on p-0 than the window has slots: 5
window 1
given p-1 pid=31 epoch=0 window=[0..0@0]
given p-0 pid=31 epoch=0 window=[0..0@0]
given p-0 pid=32 epoch=0 window=[0..0@0,1..1@1]
=> line 4, column 1: more is remembered of producer 32 on p-0 than the window has slots: 1
"#,
    );
    let slots: Vec<String> = (0..21).map(|n| format!("{n}..{n}@{n}")).collect();
    check(
        &format!(
            "window 20\ngiven p-0 pid=31 epoch=0 window=[{}]",
            slots.join(",")
        ),
        "line 2, column 33: found `[0..0@0,1..1@1,2..2@2,3..3@3,4..4@4,5..5@5,6..6@6,7..7@7,8..…`, \
         expected 1 to 20 slots",
    );
    let most = slots[..20].join(",");
    let given = format!("window 20\ngiven p-0 pid=31 epoch=0 window=[{most}]");
    assert_eq!(open(&given).error, None);
}

#[test]
fn settings() {
    check_all(
        r#"
window
=> line 1, column 7: found nothing, expected how many slots, 1 to 20
window 0
=> line 1, column 8: found `0`, expected how many slots, 1 to 20
window 21
=> line 1, column 8: found `21`, expected how many slots, 1 to 20
window five
=> line 1, column 8: found `five`, expected how many slots, 1 to 20
window 5 6
=> line 1, column 10: found `6`, expected the end of the line
idempotence
=> line 1, column 12: found nothing, expected on or off
idempotence offf
=> line 1, column 13: found `offf`, expected on or off: on, off. Did you mean `off`?
idempotence true
=> line 1, column 13: found `true`, expected on or off: on, off
idempotence on now
=> line 1, column 16: found `now`, expected the end of the line
acks
=> line 1, column 5: found nothing, expected 0, 1 or all
acks 2
=> line 1, column 6: found `2`, expected how many acks: 0, 1, all
acks al
=> line 1, column 6: found `al`, expected how many acks: 0, 1, all. Did you mean `all`?
acks -2
=> line 1, column 6: found `-2`, expected how many acks: 0, 1, all
retries
=> line 1, column 8: found nothing, expected how many retries, 0 to 2147483647
retries -1
=> line 1, column 9: found `-1`, expected how many retries, 0 to 2147483647
retries +1
=> line 1, column 9: found `+1`, expected how many retries, 0 to 2147483647
retries 2147483648
=> line 1, column 9: found `2147483648`, expected how many retries, 0 to 2147483647
retries 99999999999999999999
=> line 1, column 9: found `99999999999999999999`, expected how many retries, 0 to 2147483647
max-in-flight
=> line 1, column 14: found nothing, expected how many batches in flight, 1 to 100
max-in-flight 0
=> line 1, column 15: found `0`, expected how many batches in flight, 1 to 100
max-in-flight 101
=> line 1, column 15: found `101`, expected how many batches in flight, 1 to 100
maxinflight 5
=> line 1, column 1: found `maxinflight`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `max-in-flight`?
policy
=> line 1, column 7: found nothing, expected a policy
policy bumpall
=> line 1, column 8: found `bumpall`, expected a policy: reject, bump, bump-all, stop, ignore, new-pid. Did you mean `bump-all`?
policy continue
=> line 1, column 8: found `continue`, expected a policy: reject, bump, bump-all, stop, ignore, new-pid
A send p-0 1
window 1
=> line 2, column 1: found `window`, expected an event: setup lines come before the first event
"#,
    );
    // The most and the least of each.
    for text in [
        "window 1\nacks 0\nretries 0\nmax-in-flight 1\npolicy ignore\nidempotence off",
        "window 20\nacks all\nretries 2147483647\nmax-in-flight 100\npolicy bump-all",
    ] {
        assert_eq!(open(text).error, None, "{text}");
    }
}

#[test]
fn what_the_same_events_are_compared_with() {
    check_all(
        r#"
compare
=> line 1, column 8: found nothing, expected a setting, such as idempotence off
compare idempotnce off
=> line 1, column 9: found `idempotnce`, expected a setting: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync. Did you mean `idempotence`?
compare given p-0
=> line 1, column 9: found `given`, expected a setting: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync
compare window 21
=> line 1, column 16: found `21`, expected how many slots, 1 to 20
compare idempotence off window 1
=> line 1, column 25: found `window`, expected the end of the line
compare idempotence off, windw 1
=> line 1, column 26: found `windw`, expected a setting: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync. Did you mean `window`?
compare idempotence off,
=> line 1, column 25: found nothing, expected a setting, such as idempotence off
compare window 1,, acks 1
=> line 1, column 18: found nothing, expected a setting, such as idempotence off
compare window 1, window 1
=> line 1, column 19: found `window`, expected no second window
compare window 1
compare window 2
=> line 2, column 1: found `compare`, expected no second line of compare
A send p-0 1
compare window 1
=> line 2, column 1: found `compare`, expected an event: setup lines come before the first event
"#,
    );
}

#[test]
fn producers_from_the_start() {
    check_all(
        r#"
producer
=> line 1, column 9: found nothing, expected a producer, A to Z
producer a
=> line 1, column 10: found `a`, expected a producer, A to Z. Did you mean `A`?
producer AB
=> line 1, column 10: found `AB`, expected a producer, A to Z
producer A pid=x
=> line 1, column 16: found `x`, expected a producer id, 0 to 9223372036854775807
producer A pid=-1
=> line 1, column 16: found `-1`, expected a producer id, 0 to 9223372036854775807
producer A pid=31 epoch=-1
=> line 1, column 25: found `-1`, expected an epoch, 0 to 32767
producer A pid=31 next=p-0
=> line 1, column 24: found `p-0`, expected partition:sequence, such as p-0:7
producer A pid=31 next=p-0:7,p-16:1
=> line 1, column 30: found `p-16`, expected a partition, p-0 to p-15
producer A pid=31 next=p-0:-7
=> line 1, column 28: found `-7`, expected a sequence, 0 to 2147483647
producer A transactional-id=
=> line 1, column 29: found nothing, expected a transactional id: up to 40 letters, digits, dots, dashes or underscores
producer A transactional-id=a/b
=> line 1, column 29: found `a/b`, expected a transactional id: up to 40 letters, digits, dots, dashes or underscores
producer A transaction-id=orders
=> line 1, column 12: found `transaction-id`, expected one of: pid, epoch, next, transactional-id. Did you mean `transactional-id`?
"#,
    );
}

#[test]
fn batches_by_hand() {
    check_all(
        r#"
batch
=> line 1, column 6: found nothing, expected a partition, p-0 to p-15
batch p0 pid=31
=> line 1, column 7: found `p0`, expected a partition, p-0 to p-15. Did you mean `p-0`?
batch p-0
=> line 1, column 10: found nothing, expected pid=...
batch p-0 pid=31 epoch=0 seq=0
=> line 1, column 31: found nothing, expected records=...
batch p-0 pid=31 epoch=0 seq=0 records=1 3
=> line 1, column 42: found `3`, expected key=value with one of: pid, epoch, seq, records, labels
batch p-0 pid=31 epohc=0 seq=0 records=1
=> line 1, column 18: found `epohc`, expected one of: pid, epoch, seq, records, labels. Did you mean `epoch`?
batch p-0 pid=9223372036854775808 epoch=0 seq=0 records=1
=> line 1, column 15: found `9223372036854775808`, expected a producer id, -9223372036854775808 to 9223372036854775807
batch p-0 pid=31 epoch=32768 seq=0 records=1
=> line 1, column 24: found `32768`, expected an epoch, -32768 to 32767
batch p-0 pid=31 epoch=0 seq=2147483648 records=1
=> line 1, column 30: found `2147483648`, expected a sequence, -2147483648 to 2147483647
batch p-0 pid=31 epoch=0 seq=0 records=-1
=> line 1, column 40: found `-1`, expected how many records, 0 to 4294967295
batch p-0 pid=31 epoch=0 seq=0 records=4294967296
=> line 1, column 40: found `4294967296`, expected how many records, 0 to 4294967295
batch p-0 pid=31 epoch=0 seq=+1 records=1
=> line 1, column 30: found `+1`, expected a sequence, -2147483648 to 2147483647
batch p-0 pid=31 epoch=0 seq=0 records=2 labels="x"
=> line 1, column 49: found `"x"`, expected 2 labels, one a record
batch p-0 pid=31 epoch=0 seq=0 records=1 labels=x
=> line 1, column 49: found `x`, expected a label in quotes
batch p-0 pid=31 epoch=0 seq=0 records=2 labels="x",
=> line 1, column 53: found nothing, expected a label in quotes
batch p-0 pid=31 epoch=0 seq=0 records=1 labels="x
=> line 1, column 49: found `"x`, expected a label with a closing quote
"#,
    );
}

#[test]
fn what_a_producer_does() {
    check_all(
        r#"
A
=> line 1, column 2: found nothing, expected send or restart
A sned p-0 1
=> line 1, column 3: found `sned`, expected what the producer does: send, restart. Did you mean `send`?
A send
=> line 1, column 7: found nothing, expected a partition, p-0 to p-15
A send p-0
=> line 1, column 11: found nothing, expected how many records, or their labels in quotes
A send p-0 one
=> line 1, column 12: found `one`, expected labels in quotes, or how many records, 0 to 4294967295
A send p-0 -1
=> line 1, column 12: found `-1`, expected labels in quotes, or how many records, 0 to 4294967295
A send p-0 1 2
=> line 1, column 14: found `2`, expected the end of the line
A send p-0 "x" y
=> line 1, column 16: found `y`, expected a label in quotes
A send p-0 "x
=> line 1, column 12: found `"x`, expected a label with a closing quote
A send p-0 "x""y"
=> line 1, column 12: found `"x""y"`, expected a label of visible characters, without quotes inside
A send p-0 " "
=> line 1, column 12: found `" "`, expected a label of visible characters, without quotes inside
A send p-0 "12345678901234567890123456789012345678901"
=> line 1, column 12: a label has at most 40 characters, this one has 41
A restart now
=> line 1, column 11: found `now`, expected nothing more, or leaving and a name for the old life
A restart leave Z
=> line 1, column 11: found `leave`, expected nothing more, or leaving and a name for the old life. Did you mean `leaving`?
A restart leaving
=> line 1, column 18: found nothing, expected a name for the old life, A to Z
A restart leaving z
=> line 1, column 19: found `z`, expected a producer, A to Z. Did you mean `Z`?
A restart leaving Z Y
=> line 1, column 21: found `Y`, expected the end of the line
A send p-0 1
deliver A1.1
# Too late
given p-0
=> line 4, column 1: found `given`, expected an event: setup lines come before the first event
"#,
    );
}

#[test]
fn messages_and_batches() {
    check_all(
        r#"
deliver
=> line 1, column 8: found nothing, expected a message, such as A1.1
deliver A1
=> line 1, column 9: found `A1`, expected a message, such as A1.1 or A1.1.reply
deliver a1.1
=> line 1, column 9: found `a1.1`, expected a message, such as A1.1 or A1.1.reply. Did you mean `A1.1`?
deliver A1.1.rely
=> line 1, column 9: found `A1.1.rely`, expected a message, such as A1.1 or A1.1.reply. Did you mean `A1.1.reply`?
drop A0.1
=> line 1, column 6: found `A0.1`, expected a message, such as A1.1 or A1.1.reply
deliver A1.1 now
=> line 1, column 14: found `now`, expected the end of the line
retry
=> line 1, column 6: found nothing, expected a batch, such as A1
retry A1.1
=> line 1, column 7: found `A1.1`, expected a batch, such as A1. Did you mean `A1`?
expire
=> line 1, column 7: found nothing, expected a batch, such as A1
expire A1.1
=> line 1, column 8: found `A1.1`, expected a batch, such as A1. Did you mean `A1`?
expire a1
=> line 1, column 8: found `a1`, expected a batch, such as A1. Did you mean `A1`?
expire A1 A2
=> line 1, column 11: found `A2`, expected the end of the line
exipre A1
=> line 1, column 1: found `exipre`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `expire`?
"#,
    );
}

#[test]
fn brokers_from_the_start() {
    check_all(
        r#"
brokers
=> line 1, column 8: found nothing, expected a broker, such as b1
brokers 5 3
=> line 1, column 9: found `5`, expected a broker, such as b1. Did you mean `b5`?
brokers b5 B3
=> line 1, column 12: found `B3`, expected a broker, such as b1. Did you mean `b3`?
brokers b5, b3
=> line 1, column 9: found `b5,`, expected a broker, such as b1
brokers b5 b05
=> line 1, column 12: found `b05`, expected a broker, such as b1
brokers b10000
=> line 1, column 9: found `b10000`, expected a broker, such as b1
brokers b5 b3 b5
=> line 1, column 15: found `b5`, expected at most 3 brokers, each once
brokers b1 b2 b3 b4
=> line 1, column 18: found `b4`, expected at most 3 brokers, each once
brokers b1
brokers b2
=> line 2, column 1: found `brokers`, expected no second line of brokers
broker b1
=> line 1, column 1: found `broker`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `brokers`?
min-in-sync
=> line 1, column 12: found nothing, expected how many brokers in sync, 1 to 3
min-in-sync 0
=> line 1, column 13: found `0`, expected how many brokers in sync, 1 to 3
min-in-sync 4
=> line 1, column 13: found `4`, expected how many brokers in sync, 1 to 3
min-in-sync two
=> line 1, column 13: found `two`, expected how many brokers in sync, 1 to 3
brokers b5 b3
min-in-sync 3
=> line 2, column 1: 3 brokers cannot be in sync where there are 2: name more in the line `brokers`, or ask for fewer
brokers b5 b3
min-in-sync 2
compare brokers b5
=> line 3, column 1: 2 brokers cannot be in sync where there are 1: name more in the line `brokers`, or ask for fewer
"#,
    );
}

#[test]
fn what_happens_to_brokers() {
    check_all(
        r#"
crash
=> line 1, column 6: found nothing, expected a broker, such as b1
crash 1
=> line 1, column 7: found `1`, expected a broker, such as b1. Did you mean `b1`?
stop b1 b2
=> line 1, column 9: found `b2`, expected the end of the line
strat b1
=> line 1, column 1: found `strat`, expected a setup line or an event: rules, window, idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync, given, producer, compare, batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `start`?
elect
=> line 1, column 6: found nothing, expected a partition, p-0 to p-15
elect b1
=> line 1, column 7: found `b1`, expected a partition, p-0 to p-15
elect p-0
=> line 1, column 10: found nothing, expected a broker, such as b1
move p-0 3
=> line 1, column 10: found `3`, expected a broker, such as b1. Did you mean `b3`?
shrink p0 b3
=> line 1, column 8: found `p0`, expected a partition, p-0 to p-15. Did you mean `p-0`?
roll b1
=> line 1, column 6: found `b1`, expected a partition, p-0 to p-15
delete p-0 b1
=> line 1, column 12: found `b1`, expected the end of the line
forget p-0
=> line 1, column 11: found nothing, expected pid=...
forget p-0 31
=> line 1, column 12: found `31`, expected key=value with one of: pid
forget p-0 pid=-1
=> line 1, column 16: found `-1`, expected a producer id, 0 to 9223372036854775807
forget p-0 pid=31 epoch=0
=> line 1, column 19: found `epoch`, expected one of: pid
"#,
    );
}

#[test]
fn facts_without_an_event() {
    check_all(
        r#"
A send p-0 1
 # a caption
deliver A1.1
=> line 2, column 2: found `# a caption`, expected a fact: captions are not indented
  OK base=0
=> line 1, column 3: found `OK base=0`, expected no indented line here: facts stand directly under their event
A send p-0 1
# Caption
  A1.1 sent
=> line 3, column 3: found `A1.1 sent`, expected no indented line here: facts stand directly under their event
"#,
    );
}
