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
=> line 1, column 1: found `sned`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry. Did you mean `send`?
rulse lesson
=> line 1, column 1: found `rulse`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry. Did you mean `rules`?
rules lesson
A send p-0 1
givne p-0
=> line 3, column 1: found `givne`, expected an event: batch, A send, A restart, deliver, drop, duplicate, retry
42
=> line 1, column 1: found `42`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry
a send p-0 1
=> line 1, column 1: found `a`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry. Did you mean `A`?
éléphant A1.1 with a very long line that goes on and on and on and on and on and on
=> line 1, column 1: found `éléphant`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry
deliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeliver
=> line 1, column 1: found `deliverdeliverdeliverdeliverdeliverdeliverdeliverdeliverdeli…`, expected a setup line or an event: rules, given, producer, batch, A send, A restart, deliver, drop, duplicate, retry
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
=> line 1, column 7: found `lessn`, expected a rule set: lesson. Did you mean `lesson`?
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
=> line 1, column 33: found `[0..0@0,1..1@1,2..2@2,3..3@3,4..4@4,5..5@5]`, expected 1 to 5 slots
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
