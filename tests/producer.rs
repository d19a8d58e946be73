//! What a producer does, as tables written by hand. Nothing rewrites them.
//!
//! A row of events reads: under these setup lines (`-`: the defaults), after these events, this
//! event comes to that. Events are those of the texts, for producer A, with a few shorter words:
//! `send p-1 3` sends three records to p-1, `send*5` one record to p-0 five times, `write A1.1`
//! lets the request reach the broker, `hear A1.1` the answer reach the producer, `answer A1.1`
//! both, `lose` loses a message. A verdict reads: `A1.1 31/0 0..2` is sent with pid 31, epoch 0 and
//! these sequences, `A1.1 bare` without a number; `A6 waits: 5 from A1` because five may be in
//! flight, counted from A1. `MAX` is the largest sequence, 2147483647. What a row asserts beyond
//! its verdict is in `producer/play.rs`; how an answer is judged, in `producer/heard.rs`.
//!
//! The source stands above each block: sections of `kafka.md` with the tests of Kafka that they
//! name (ST is `SenderTest`, TMT `TransactionManagerTest`), reports P.., and the lesson's texts.

#[path = "producer/heard.rs"]
mod heard;
#[path = "producer/play.rs"]
mod play;

use five_slots::kafka::{Acks, RETRIES_MAX, Settings};
use five_slots::sim::{Setup, SetupError, World};
use play::check;

#[test]
fn which_settings_switch_idempotence_on() {
    // 3.1, "Settings": ProducerConfig.postProcessAndValidateIdempotenceConfigs; P66 (KAFKA-13598,
    // KAFKA-13673): a conflict set by hand is an exception, with a mere default it is off. The
    // requirements: the lesson's third text, "What it requires". More than five in flight as up to
    // 3.x.
    let rows = settings(
        "
        idempotence | acks | retries | in flight | verdict
        -           | all  |     MAX |         5 | on
        on          | all  |     MAX |         5 | on
        off         | all  |     MAX |         5 | off
        -           | all  |       1 |         1 | on
        on          | all  |       1 |         1 | on
        # One conflict, with the default: off without a word.
        -           | 0    |     MAX |         5 | off: idempotence needs acks=all, and acks is 0
        -           | 1    |     MAX |         5 | off: idempotence needs acks=all, and acks is 1
        -           | all  |       0 |         5 | off: idempotence needs retries > 0, and retries is 0
        -           | all  |     MAX |         6 | off: idempotence needs max.in.flight.requests.per.connection at most 5, and it is 6
        -           | all  |     MAX |       100 | off: idempotence needs max.in.flight.requests.per.connection at most 5, and it is 100
        # The same, set by hand: refused.
        on          | 0    |     MAX |         5 | refused: idempotence needs acks=all, and acks is 0
        on          | 1    |     MAX |         5 | refused: idempotence needs acks=all, and acks is 1
        on          | all  |       0 |         5 | refused: idempotence needs retries > 0, and retries is 0
        on          | all  |     MAX |         6 | refused: idempotence needs max.in.flight.requests.per.connection at most 5, and it is 6
        # Off by hand conflicts with nothing.
        off         | 0    |       0 |       100 | off
        off         | 1    |     MAX |         5 | off
        off         | all  |       0 |         5 | off
        # Of several conflicts the first in the order of the text is named.
        -           | 1    |       0 |         6 | off: idempotence needs acks=all, and acks is 1
        on          | all  |       0 |         6 | refused: idempotence needs retries > 0, and retries is 0
        ",
    );
    assert_eq!(rows, 19);
}

fn settings(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[idempotence, acks, retries, in_flight, verdict] = &columns[..] else {
            panic!("five columns expected in: {line}");
        };
        let settings = Settings {
            idempotence: (idempotence != "-").then_some(idempotence == "on"),
            acks: Acks::ALL
                .into_iter()
                .find(|known| known.name() == acks)
                .expect(line),
            retries: retries.parse().unwrap_or(RETRIES_MAX),
            max_in_flight: in_flight.parse().expect(line),
            ..Settings::default()
        };
        let said = match (settings.refused(), settings.switched_off_by()) {
            (Some(conflict), None) => format!("refused: {conflict}"),
            (None, Some(conflict)) => format!("off: {conflict}"),
            (None, None) if settings.is_idempotent() => "on".to_owned(),
            (None, None) => "off".to_owned(),
            (Some(_), Some(_)) => panic!("refused and switched off: {line}"),
        };
        assert_eq!(said, verdict, "of: {line}");
        let setup = Setup {
            settings,
            ..Setup::default()
        };
        match (World::new(&setup), settings.refused()) {
            (Ok(world), None) => assert_eq!(*world.settings(), settings, "{line}"),
            (Err(SetupError::Conflict(why)), Some(conflict)) => assert_eq!(why, conflict, "{line}"),
            (world, _) => panic!("{:?}: {line}", world.err()),
        }
        rows += 1;
    }
    rows
}

#[test]
fn how_batches_are_numbered() {
    let rows = check(
        "
        setup | before | then | verdict
        # The lesson's first text: numbers count records per producer and partition, from 0; a batch
        # of three with base 10 covers 10, 11, 12, so the next must have 13.
        - | - | send 3 | A is 31/0; A1.1 31/0 0..2
        - | send 3 | send 2 | A2.1 31/0 3..4
        - | send 3 | send p-1 1 | A2.1 31/0 0..0
        - | send 3; send p-1 1 | send 1 | A3.1 31/0 3..3
        producer A pid=31 next=p-0:10 | - | send 3 | A1.1 31/0 10..12
        producer A pid=31 next=p-0:10 | send 3 | send | A2.1 31/0 13..13
        # After 2147483647 comes 0 (TMT.testSequenceNumberOverflow: MAX + 100 is 99).
        producer A pid=31 next=p-0:MAX | - | send | A1.1 31/0 2147483647..2147483647
        producer A pid=31 next=p-0:MAX | send | send | A2.1 31/0 0..0
        producer A pid=31 next=p-0:MAX | - | send 100 | A1.1 31/0 2147483647..98
        producer A pid=31 next=p-0:MAX | send 100 | send | A2.1 31/0 99..99
        # 3.1, numbering: a retry keeps its number, whatever came after it.
        - | send 3 | retry A1 | A1.2 31/0 0..2
        - | send 3; send 2; lose A1.1; retry A1; lose A1.2 | retry A1 | A1.3 31/0 0..2
        producer A pid=31 next=p-0:MAX | send 100; send | retry A1 | A1.2 31/0 2147483647..98
        # 3.1, numbering: the number is given when a batch leaves, not when the application sends.
        max-in-flight 1 | send | send 2 | A2 waits: 1 from A1
        max-in-flight 1 | send; send 2; write A1.1 | hear A1.1 | A1 acked at 0; A2.1 31/0 1..2
        max-in-flight 1 | send; send 2; send 3; expire A2; write A1.1 | hear A1.1 | A1 acked at 0; A3.1 31/0 1..3
        # 1.8: without a transactional id each life has a new pid, with one the next epoch.
        - | send; answer A1.1 | restart | A is 32/0
        producer A transactional-id=t | send; answer A1.1 | restart | A is 31/1
        producer A transactional-id=t | send; answer A1.1; restart | send | A2.1 31/1 0..0
        - | send; restart | send 2 | A2.1 32/0 0..1
        ",
    );
    assert_eq!(rows, 20);
}

#[test]
fn when_a_batch_may_leave_and_why_it_waits() {
    let rows = check(
        "
        setup | before | then | verdict
        # 3.1, in flight: at most max.in.flight, which is five; the lesson's second text, 2.3: it is
        # the size of the broker's window.
        - | send*4 | send | A5.1 31/0 4..4
        - | send*5 | send | A6 waits: 5 from A1
        - | send*6 | send | A7 waits: 5 from A1
        max-in-flight 1 | send | send | A2 waits: 1 from A1
        # 3.1: a request carries one batch of a partition, so another partition's do not count here.
        - | send*5 | send p-1 | A6.1 31/0 0..0
        - | send*6 | send p-1 | A7.1 31/0 0..0
        # What made room lets go what waits.
        - | send*7; write A1.1 | hear A1.1 | A1 acked at 0; A6.1 31/0 5..5
        - | send*6; write A1.1 | lose A1.1.reply | A1.1.reply lost
        max-in-flight 2 | send*4; answer A1.1; write A2.1 | hear A2.1 | A2 acked at 1; A4.1 31/0 3..3
        # Ours: answers may overtake each other, so what counts is how far back the lowest open
        # batch lies. Otherwise a sixth could push it out of the broker's window.
        - | send*5; write A1.1; answer A2.1; answer A3.1 | send | A6 waits: 5 from A1
        - | send*6; write A1.1; answer A2.1; answer A3.1 | hear A1.1 | A1 acked at 0; A6.1 31/0 5..5
        - | send*9; write A1.1; answer A2.1; answer A3.1 | hear A1.1 | A1 acked at 0; A6.1 31/0 5..5; A7.1 31/0 6..6; A8.1 31/0 7..7
        # RecordAccumulator.shouldStopDrainBatchesForPartition: the lowest goes again first and
        # alone, until it is answered.
        - | send*2; lose A1.1; retry A1 | send | A3 waits: A1 first and alone
        - | send*3; lose A1.1; retry A1 | retry A2 | cannot: A1 first
        - | send*2; lose A1.1; retry A1; send; write A1.2 | hear A1.2 | A1 acked at 0; A3.1 31/0 2..2
        # A batch that was refused is to be sent again, and goes before what was never sent.
        - | send*2; lose A1.1; answer A2.1 | send | A3 waits: A2 first and alone
        - | send*2; lose A1.1; answer A2.1; retry A1; send; write A1.2 | hear A1.2 | A1 acked at 0
        - | send*2; lose A1.1; answer A2.1; retry A1; send; answer A1.2; retry A2; write A2.2 | hear A2.2 | A2 acked at 1; A3.1 31/0 2..2
        # ST.testIdempotenceWithMultipleInflightsRetriedInOrder: the first of three fails, the two
        # behind it are refused; then each goes again in its order.
        - | send*3; lose A1.1; answer A2.1; write A3.1 | hear A3.1 | A3 open after OUT_OF_ORDER
        - | send*3; lose A1.1; answer A2.1; answer A3.1 | retry A2 | cannot: A1 first
        - | send*3; lose A1.1; answer A2.1; answer A3.1; retry A1; answer A1.2 | retry A3 | cannot: A2 first
        - | send*3; lose A1.1; answer A2.1; answer A3.1; retry A1; answer A1.2 | retry A2 | A2.2 31/0 1..1
        - | send*3; lose A1.1; answer A2.1; answer A3.1; retry A1; answer A1.2; retry A2; answer A2.2; retry A3 | write A3.2 | OK base=2
        # ST.testCorrectHandlingOfOutOfOrderResponses: the second's refusal is heard first.
        - | send*2; write A2.1; lose A1.1 | hear A2.1 | A2 open after OUT_OF_ORDER
        - | send*2; answer A2.1; lose A1.1 | retry A2 | cannot: A1 first
        - | send*2; answer A2.1; lose A1.1; retry A1; answer A1.2; retry A2; write A2.2 | hear A2.2 | A2 acked at 1
        # Only what is open can be sent again.
        - | send*6 | retry A6 | cannot: never sent
        - | send; answer A1.1 | retry A1 | cannot: not open
        - | - | retry A1 | cannot: not open
        ",
    );
    assert_eq!(rows, 29);
}

#[test]
fn what_each_answer_comes_to() {
    // 3.1, "What each answer does": Sender.completeBatch, canRetry, TM.canRetry. A column of
    // questions reads: + holds, - does not, . was not reached; the last one that was reached
    // decides. Before a row, `OK 1` is heard about the last attempt at batch 1.
    let rows = heard::check(
        "
        settings | before | answer | verdict | asked | open
        # Success, and DUPLICATE is success (ST.testCorrectHandlingOfDuplicateSequenceError; the
        # lesson's second text, 2.3: no exception, no alarm).
        - | send | 1.1 OK base=7 | acked at 7 | ++.... | -
        - | send | 1.1 DUPLICATE base=7 | acked at 7, duplicate | ++.... | -
        - | send*3 | 2.1 OK base=7 | acked at 7 | ++.... | 1 3
        # An acknowledgement counts whichever attempt it is about: the ack that came late.
        - | send; retry 1 | 1.1 OK base=0 | acked at 0 | ++.... | -
        - | send; retry 1 | 1.2 DUPLICATE base=0 | acked at 0, duplicate | ++.... | -
        - | send*2; OUT_OF_ORDER 2 | 2.1 OK base=1 | acked at 1 | ++.... | 1
        # OUT_OF_ORDER behind an open batch: it only waits, and is sent again as it is.
        - | send*2 | 2.1 OUT_OF_ORDER | waits behind 1 | +--+-+ | 1 2
        - | send*3 | 3.1 OUT_OF_ORDER | waits behind 1 | +--+-+ | 1 2 3
        - | send*2; retry 1 | 2.1 OUT_OF_ORDER | waits behind 1 | +--+-+ | 1 2
        # Also if that one has been acknowledged since this attempt was sent.
        - | send*2; OK 1 | 2.1 OUT_OF_ORDER | waits, was behind another | +--+-+ | 2
        - | send*3; OK 1; OK 2 | 3.1 OUT_OF_ORDER | waits, was behind another | +--+-+ | 3
        # OUT_OF_ORDER with nothing before it: a real gap (TM.canRetry: the next expected one).
        - | send | 1.1 OUT_OF_ORDER | gap | +--+-- | -
        - | send*3 | 1.1 OUT_OF_ORDER | gap | +--+-- | -
        - | send*2; OK 1; retry 2 | 2.2 OUT_OF_ORDER | gap | +--+-- | -
        - | send; OK 1; send | 2.1 OUT_OF_ORDER | gap | +--+-- | -
        # A batch on another partition is not before it.
        - | send; send p-1 | 2.1 OUT_OF_ORDER | gap | +--+-- | 1
        # Whose fault it was is seen by the attempt that is answered: the second one was alone.
        - | send*2; OK 1; retry 2 | 2.1 OUT_OF_ORDER | waits, was behind another | +--+-+ | 2
        # What a gap leaves open is the policy's.
        policy bump | send*3 | 1.1 OUT_OF_ORDER | gap | +--+-- | 1 2 3
        policy ignore | send*3 | 1.1 OUT_OF_ORDER | gap | +--+-- | 2 3
        policy stop | send*3; send p-1 | 1.1 OUT_OF_ORDER | gap | +--+-- | -
        # No retry left: it is given up, behind another or not.
        retries 1 | send; retry 1 | 1.2 OUT_OF_ORDER | used up | +---.. | -
        retries 1 | send*2; OUT_OF_ORDER 2; OK 1; retry 2 | 2.2 OUT_OF_ORDER | used up | +---.. | -
        retries 2 | send; retry 1; retry 1 | 1.3 OUT_OF_ORDER | used up | +---.. | -
        retries 2 | send; retry 1 | 1.2 OUT_OF_ORDER | gap | +--+-- | -
        retries 1 | send*2 | 2.1 OUT_OF_ORDER | waits behind 1 | +--+-+ | 1 2
        # But the last retry gets its chance: a late answer to an earlier attempt does not use it up.
        retries 1 | send*2; OK 1; retry 2 | 2.1 OUT_OF_ORDER | waits, was behind another | +--+-+ | 2
        retries 1 | send*2; OK 1; retry 2; OUT_OF_ORDER 2 | 2.1 OUT_OF_ORDER | nobody waits | -..... | -
        # Success does not ask for retries.
        retries 1 | send; retry 1 | 1.2 OK base=0 | acked at 0 | ++.... | -
        # FENCED ends this life with all that it has (the lesson's first text: it must never write
        # again); in Java the batch fails, and a transactional producer with it.
        - | send | 1.1 FENCED | life ends | +-+... | -
        - | send*3; send p-1 | 2.1 FENCED | life ends | +-+... | -
        policy bump | send*3 | 2.1 FENCED | life ends | +-+... | -
        # Any other error that cannot be retried: the batch fails, alone.
        - | send*3 | 2.1 INVALID_RECORD | invalid | +-+... | 1 3
        # Late: it is settled, was given up, or its life is over.
        - | send; retry 1; OK 1 | 1.1 OK base=0 | nobody waits | -..... | -
        - | send*2; OK 1 | 1.1 OUT_OF_ORDER | nobody waits | -..... | 2
        - | send; expire 1 | 1.1 OK base=0 | nobody waits | -..... | -
        policy ignore | send*2; expire 1 | 1.1 OK base=0 | nobody waits | -..... | 2
        policy stop | send*2; expire 1 | 2.1 OK base=0 | nobody waits | -..... | -
        - | send*2; FENCED 1 | 2.1 OK base=0 | nobody waits | -..... | -
        # About an old number: the batch has a new one since (renumbered by bump and bump-all).
        policy bump | send*2; expire 1 | 2.1 OK base=1 | old number | -..... | 2
        policy bump | send*2; expire 1 | 2.1 OUT_OF_ORDER | old number | -..... | 2
        policy bump | send*2; expire 1 | 2.1 FENCED | old number | -..... | 2
        policy bump | send*2; expire 1; retry 2 | 2.2 OK base=1 | acked at 1 | ++.... | -
        policy bump | send; send p-1; expire 1 | 2.1 OK base=0 | acked at 0 | ++.... | -
        policy bump-all | send; send p-1; expire 1 | 2.1 OK base=0 | old number | -..... | 2
        # Just renumbered, it is behind nothing that was sent before it under the old number.
        policy bump | send*2; expire 1; retry 2 | 2.2 OUT_OF_ORDER | gap | +--+-- | 2
        # Retriable errors: NOT_LEADER and too few replicas pass by themselves. Whatever was before
        # the batch, it is sent again as it is, as long as a retry is left.
        - | send | 1.1 NOT_LEADER | passes | +--++. | 1
        - | send*2 | 2.1 NOT_LEADER | passes | +--++. | 1 2
        - | send | 1.1 NOT_ENOUGH_REPLICAS | passes | +--++. | 1
        - | send | 1.1 NOT_ENOUGH_REPLICAS_AFTER_APPEND | passes | +--++. | 1
        policy stop | send | 1.1 NOT_LEADER | passes | +--++. | 1
        retries 1 | send; retry 1 | 1.2 NOT_LEADER | used up | +---.. | -
        retries 1 | send; retry 1 | 1.1 NOT_LEADER | passes | +--++. | 1
        - | send; OK 1 | 1.1 NOT_LEADER | nobody waits | -..... | -
        policy bump | send*2; expire 1 | 2.1 NOT_LEADER | old number | -..... | 2
        # DUPLICATE_SEQUENCE_NUMBER, 46, is success too; nobody says where it stands, so -1
        # (ST.testCorrectHandlingOfDuplicateSequenceError).
        - | send | 1.1 DUPLICATE_SEQUENCE_NUMBER | acked at -1, duplicate | ++.... | -
        retries 1 | send; retry 1 | 1.2 DUPLICATE_SEQUENCE_NUMBER | acked at -1, duplicate | ++.... | -
        # UNKNOWN_PRODUCER_ID, 59, behind an open batch only waits, as OUT_OF_ORDER does.
        - | send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | waits behind 1 | +--+-+ | 1 2
        - | send*2; OK 1 | 2.1 UNKNOWN_PRODUCER_ID start=0 | waits, was behind another | +--+-+ | 2
        # Alone, the broker has lost its state; what follows is the policy's (3.1 and 3.6).
        - | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | -
        policy bump | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | 2 3
        policy bump-all | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=9 | unknown | +--+-- | 2 3
        policy ignore | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | 3
        policy stop | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | -
        retries 1 | send; OK 1; send; retry 2 | 2.2 UNKNOWN_PRODUCER_ID start=9 | used up | +---.. | -
        # The client before 2.5: if everything acknowledged was deleted, nothing can be missing, and
        # the partition begins at 0 in the same epoch; a record left means that something is lost.
        policy new-pid | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=1 | begins again | +--+-+ | 2 3
        policy new-pid | send; OK 1; send*2 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | -
        policy new-pid | send; OK 1; send; send p-1 | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | -
        # What 46 acknowledged has no offset, and so says nothing of what was deleted.
        policy new-pid | send; DUPLICATE_SEQUENCE_NUMBER 1; send | 2.1 UNKNOWN_PRODUCER_ID start=0 | unknown | +--+-- | -
        ",
    );
    assert_eq!(rows, 68);
}

#[test]
fn what_follows_when_a_batch_that_was_sent_expires() {
    let rows = check(
        "
        setup | before | then | verdict
        # reject: the lesson's second text, KIP-360: this batch and all in flight are rejected; on
        # the partition (3.5, failAllRecords), which goes on under the next epoch.
        - | send*3; send p-1 | expire A1 | A1 failed: expired; A2 A3 failed: with A1; A becomes 31/1
        - | send*3; send p-1 | expire A2 | A2 failed: expired; A1 A3 failed: with A2; A becomes 31/1
        - | send*3; send p-1 | expire A4 | A4 failed: expired; A becomes 31/1
        # bump: 3.1, any other error; TM.requestEpochBumpForPartition, TxnPartitionEntry
        # .startSequencesAtBeginning: the others are renumbered from 0 and sent again.
        policy bump | send*3; send p-1 | expire A1 | A1 failed: expired; A becomes 31/1; A2.2 31/1 0..0; A3.2 31/1 1..1
        policy bump | send*3; send p-1 | expire A2 | A2 failed: expired; A becomes 31/1; A1.2 31/1 0..0; A3.2 31/1 1..1
        policy bump | send*3; send p-1 | expire A4 | A4 failed: expired; A becomes 31/1
        policy bump | send; send 3; send 2 | expire A1 | A1 failed: expired; A becomes 31/1; A2.2 31/1 0..2; A3.2 31/1 3..4
        # TMT.testBumpEpochAndResetSequenceNumbersAfterUnknownProducerId: b2 to b5 become 0 to 3
        # under epoch 2.
        policy bump; producer A pid=31 epoch=1 | send*5 | expire A1 | A1 failed: expired; A becomes 31/2; A2.2 31/2 0..0; A3.2 31/2 1..1; A4.2 31/2 2..2; A5.2 31/2 3..3
        # bump-all: 3.2, a drain and a bump of all partitions.
        policy bump-all | send*3; send p-1 | expire A1 | A1 failed: expired; A becomes 31/1; A2.2 31/1 0..0; A3.2 31/1 1..1; A4.2 31/1 0..0
        policy bump-all | send*2; send p-1 | expire A3 | A3 failed: expired; A becomes 31/1; A1.2 31/1 0..0; A2.2 31/1 1..1
        # stop: 3.2 and 3.3, the producer is dead, and with it all that it has, queued or in flight.
        policy stop | send*3; send p-1 | expire A1 | A1 failed: expired; A2 A3 A4 failed: with A1; A stopped
        policy stop; max-in-flight 1 | send*2 | expire A1 | A1 failed: expired; A2 failed: with A1; A stopped
        # ignore: the lesson's second text, 2.4: the producer will continue normally.
        policy ignore | send*3; send p-1 | expire A1 | A1 failed: expired
        policy ignore | send*3; send p-1 | expire A2 | A2 failed: expired
        # 3.1, delivery timeout: one that was never sent has no number, so it just fails, under
        # every policy (ST.testExpiryOfUnsentBatchesShouldNotCauseUnresolvedSequences).
        max-in-flight 1 | send*3 | expire A2 | A2 failed: never sent
        policy bump; max-in-flight 1 | send*3 | expire A3 | A3 failed: never sent
        policy bump-all; max-in-flight 1 | send*3 | expire A2 | A2 failed: never sent
        policy stop; max-in-flight 1 | send*3 | expire A2 | A2 failed: never sent
        policy ignore; max-in-flight 1 | send*3 | expire A2 | A2 failed: never sent
        max-in-flight 1 | send*3; expire A2; write A1.1 | hear A1.1 | A1 acked at 0; A3.1 31/0 1..1
        policy ignore; max-in-flight 1 | send*3; expire A2; answer A1.1 | write A3.1 | OK base=1
        # Nothing that is settled can expire.
        - | send; answer A1.1 | expire A1 | cannot: not open
        - | send*2; expire A1 | expire A2 | cannot: not open
        policy stop | send*2; expire A1 | expire A2 | cannot: not open
        ",
    );
    assert_eq!(rows, 24);
}

#[test]
fn what_follows_when_retries_are_used_up() {
    let rows = check(
        "
        setup | before | then | verdict
        # 3.1, retriable errors: retried until no retry is left. `retry` is then the timeout that
        # finds none.
        retries 2 | send; retry A1 | retry A1 | A1.3 31/0 0..0
        retries 2 | send; retry A1; retry A1 | retry A1 | A1 failed: used up; A becomes 31/1
        retries 1 | send*3; send p-1; retry A1 | retry A1 | A1 failed: used up; A2 A3 failed: with A1; A becomes 31/1
        retries 1; policy bump | send*3; send p-1; retry A1 | retry A1 | A1 failed: used up; A becomes 31/1; A2.2 31/1 0..0; A3.2 31/1 1..1
        retries 1; policy bump-all | send*3; send p-1; retry A1 | retry A1 | A1 failed: used up; A becomes 31/1; A2.2 31/1 0..0; A3.2 31/1 1..1; A4.2 31/1 0..0
        retries 1; policy stop | send*3; send p-1; retry A1 | retry A1 | A1 failed: used up; A2 A3 A4 failed: with A1; A stopped
        retries 1; policy ignore | send*3; send p-1; retry A1 | retry A1 | A1 failed: used up
        # An OUT_OF_ORDER that finds none is the same: whether an earlier attempt was written,
        # nobody knows, so the batch is not kept.
        retries 1; policy bump; producer A pid=31 next=p-0:5 | send*2; retry A1; write A1.2 | hear A1.2 | A1 failed: used up; A becomes 31/1; A2.2 31/1 0..0
        # To be sent again under a new number is no retry; what is used after that, is.
        retries 1; policy bump | send*2; expire A1; lose A2.2 | retry A2 | A2.3 31/1 0..0
        retries 1; policy bump | send*2; expire A1; retry A2 | retry A2 | A2 failed: used up; A becomes 31/2
        ",
    );
    assert_eq!(rows, 10);
}

#[test]
fn what_follows_when_there_is_a_real_gap() {
    // Nothing is known of a producer that goes on at 5: the broker's first check refuses it.
    let rows = check(
        "
        setup | before | then | verdict
        # 3.6, OUT_OF_ORDER, really a gap. Java takes what was refused not to be in the log, and
        # numbers it anew (3.1, OOO of the next expected batch: retried under the new epoch from 0).
        producer A pid=31 next=p-0:5 | send*2; send p-1; write A1.1 | hear A1.1 | A1 failed: gap; A2 failed: with A1; A becomes 31/1
        producer A pid=31 next=p-0:5; policy bump | send*2; send p-1; write A1.1 | hear A1.1 | A1 kept; A becomes 31/1; A1.2 31/1 0..0; A2.2 31/1 1..1
        producer A pid=31 next=p-0:5; policy bump-all | send*2; send p-1; write A1.1 | hear A1.1 | A1 kept; A becomes 31/1; A1.2 31/1 0..0; A2.2 31/1 1..1; A3.2 31/1 0..0
        producer A pid=31 next=p-0:5; policy stop | send*2; send p-1; write A1.1 | hear A1.1 | A1 failed: gap; A2 A3 failed: with A1; A stopped
        producer A pid=31 next=p-0:5; policy ignore | send*2; send p-1; write A1.1 | hear A1.1 | A1 failed: gap
        # Kept and numbered anew, it is taken.
        producer A pid=31 next=p-0:5; policy bump | send*2; answer A1.1 | write A1.2 | OK base=0
        producer A pid=31 next=p-0:5; policy bump | send*2; answer A1.1; answer A1.2 | write A2.2 | OK base=1
        # P25: not so where the window forgot it. Four slots for five in flight: the retry of the
        # first comes too late, and bump writes it again.
        - | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; lose A1.1.reply; retry A1 | write A1.2 | DUPLICATE base=0
        window 4 | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; lose A1.1.reply; retry A1 | write A1.2 | OUT_OF_ORDER
        window 4 | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; lose A1.1.reply; retry A1; write A1.2 | hear A1.2 | A1 failed: gap; A2 A3 A4 A5 failed: with A1; A becomes 31/1
        window 4; policy bump | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; lose A1.1.reply; retry A1; answer A1.2 | write A1.3 | OK base=5; in the log twice
        # ignore: everything later is refused, one after another, and nobody learns of it but the
        # application.
        policy ignore | send; lose A1.1; expire A1; send; write A2.1 | hear A2.1 | A2 failed: gap
        policy ignore | send; lose A1.1; expire A1; send; answer A2.1; send | write A3.1 | OUT_OF_ORDER
        policy ignore | send; lose A1.1; expire A1; send; answer A2.1; send; write A3.1 | hear A3.1 | A3 failed: gap
        # Unless the expired batch was written after all.
        policy ignore | send; write A1.1; lose A1.1.reply; expire A1; send | write A2.1 | OK base=1
        # A zombie's late batch is refused, and the zombie told: FENCED, under every policy.
        given p-0 pid=31 epoch=1 window=[0..0@0]; producer A pid=31 epoch=0 | send*2; send p-1; write A1.1 | hear A1.1 | A fenced: A1 A2 A3 failed
        given p-0 pid=31 epoch=1 window=[0..0@0]; producer A pid=31 epoch=0; policy bump | send*2; write A1.1 | hear A1.1 | A fenced: A1 A2 failed
        given p-0 pid=31 epoch=1 window=[0..0@0]; producer A pid=31 epoch=0; policy ignore; max-in-flight 1 | send*2; write A1.1 | hear A1.1 | A fenced: A1 A2 failed
        # A log that is full: the batch can never be taken, and fails alone.
        given p-0 log-end=9223372036854775807 | send*2; write A1.1 | hear A1.1 | A1 failed: INVALID_RECORD
        ",
    );
    assert_eq!(rows, 19);
}

#[test]
fn what_partitions_do_after_their_producer_began_anew() {
    let rows = check(
        "
        setup | before | then | verdict
        # The partition itself goes on from 0 under the next epoch.
        - | send 3; expire A1 | send 2 | A2.1 31/1 0..1
        policy bump | send 3; expire A1 | send 2 | A2.1 31/1 0..1
        # To be sent under a new number is no retry, and holds nothing back; a retry after it does.
        policy bump | send*2; expire A1 | send | A3.1 31/1 1..1
        policy bump | send*2; expire A1; retry A2 | send | A3 waits: A2 first and alone
        policy bump | send*2; expire A1; retry A2; send; write A2.2 | hear A2.2 | A2 acked at 0; A3.1 31/1 1..1
        # What was queued has no number yet, and goes under the new epoch.
        max-in-flight 1 | send*2 | expire A1 | A1 failed: expired; A becomes 31/1; A2.1 31/1 0..0
        policy bump; max-in-flight 2 | send*3 | expire A1 | A1 failed: expired; A becomes 31/1; A2.2 31/1 0..0; A3.1 31/1 1..1
        # TM.maybeUpdateProducerIdAndEpoch: another partition keeps the old epoch until nothing of
        # its is in flight, and then starts at 0; what is in flight there is sent again as it is
        # (TMT.testHealthyPartitionRetriesDuringEpochBump).
        policy bump | send; send p-1; expire A1 | retry A2 | A2.2 31/0 0..0
        - | send; send p-1; expire A1 | retry A2 | A2.2 31/0 0..0
        - | send; send p-1; expire A1 | send p-1 | A3 waits: A2 of the old epoch
        - | send; send p-1; expire A1; send p-1; write A2.1 | hear A2.1 | A2 acked at 0; A3.1 31/1 0..0
        - | send; send p-1; expire A1; send p-1; answer A2.1 | write A3.1 | OK base=1
        # P20 (KAFKA-12152): an idle partition too starts at 0, not where it stood.
        - | send; send p-1 3; answer A2.1; expire A1 | send p-1 | A3.1 31/1 0..0
        - | send; send p-1 3; answer A2.1; expire A1; send p-1 | write A3.1 | OK base=3
        # bump-all: nothing of the old epoch is left anywhere.
        policy bump-all | send; send p-1; expire A1 | retry A2 | A2.3 31/1 0..0
        policy bump-all | send; send p-1 3; answer A2.1; expire A1 | send p-1 | A3.1 31/1 0..0
        # ignore: it goes on with the next number.
        policy ignore | send 3; expire A1 | send | A2.1 31/0 3..3
        # stop: only a new life helps.
        policy stop | send; expire A1 | send | cannot: stopped
        policy stop | send*2; expire A1 | retry A2 | cannot: stopped
        policy stop | send; expire A1; restart | send | A2.1 32/0 0..0
        # An answer about the old number changes nothing.
        policy bump | send*2; write A2.1; expire A1 | hear A2.1 | old number
        policy bump | send*2; write A1.1; write A2.1; expire A1 | hear A2.1 | old number
        # 3.1, why a bump can duplicate: the batch was in the log under its old number (KAFKA-14034).
        policy bump | send*2; write A1.1; write A2.1; expire A1 | write A2.2 | OK base=2; in the log twice
        policy bump-all | send; send p-1; write A2.1; expire A1 | write A2.2 | OK base=1; in the log twice
        # reject: it is in the log too, but the application knows only that it failed.
        - | send*2; write A1.1; write A2.1; expire A1 | send | A3.1 31/1 0..0
        - | send*2; write A1.1; write A2.1; expire A1 | hear A2.1 | nobody waits
        ",
    );
    assert_eq!(rows, 26);
}

#[test]
fn under_whose_name_a_producer_begins_anew() {
    let rows = check(
        "
        setup | before | then | verdict
        # 3.1, TM.bumpIdempotentProducerEpoch: the client adds one by itself; only at 32767 it asks
        # for a new pid.
        producer A pid=31 epoch=7 | send | expire A1 | A1 failed: expired; A becomes 31/8
        producer A pid=31 epoch=32766 | send | expire A1 | A1 failed: expired; A becomes 31/32767
        producer A pid=31 epoch=32767 | send | expire A1 | A1 failed: expired; A becomes 32/0
        producer A pid=31 epoch=32767; policy bump | send*2 | expire A1 | A1 failed: expired; A becomes 32/0; A2.2 32/0 0..0
        producer A pid=31 epoch=32767; policy bump-all | send; send p-1 | expire A1 | A1 failed: expired; A becomes 32/0; A2.2 32/0 0..0
        producer A pid=31 epoch=32767; producer B pid=40 | send | expire A1 | A1 failed: expired; A becomes 41/0
        # 1.8: so does a restart.
        producer A pid=31 epoch=32767 transactional-id=t | - | restart | A is 32/0
        producer A pid=31 epoch=32767 transactional-id=t | send | expire A1 | A1 failed: expired; A becomes 32/0
        producer A pid=31 epoch=32767 transactional-id=t | send; expire A1 | restart | A is 32/1
        # With a transactional id the coordinator counts, bumps and restarts alike.
        producer A transactional-id=t | send | expire A1 | A1 failed: expired; A becomes 31/1
        producer A transactional-id=t | send; expire A1 | restart | A is 31/2
        producer A transactional-id=t | send; expire A1; restart; send | expire A2 | A2 failed: expired; A becomes 31/3
        # 1.8: a life that was replaced asks with an identity that is not current: fenced.
        producer A transactional-id=t | send; restart leaving Z | expire A1 | A1 failed: expired; Z fenced
        producer A transactional-id=t; policy bump | send*2; restart leaving Z | expire A1 | A1 failed: expired; A2 failed: with A1; Z fenced
        # ignore does not begin anew, so it does not learn of it.
        producer A transactional-id=t; policy ignore | send; restart leaving Z | expire A1 | A1 failed: expired
        # Without one nobody was replaced: two producers, each with its own pid.
        - | send; restart leaving Z | expire A1 | A1 failed: expired; Z becomes 31/1
        - | send; restart leaving Z | send | A2.1 32/0 0..0
        # A restart forgets what was open; what was never sent is lost for certain.
        max-in-flight 1 | send*2 | restart | forgets A1 A2; A is 32/0
        - | send; write A1.1; restart | hear A1.1 | nobody waits
        ",
    );
    assert_eq!(rows, 19);
}

#[test]
fn without_idempotence_nothing_is_numbered_and_nothing_kept_in_order() {
    let rows = check(
        "
        setup | before | then | verdict
        # Kafka's classes check no batch with pid -1 (1.2, P).
        idempotence off | - | send 3 | A1.1 bare
        idempotence off | send | restart | forgets A1; A starts again
        retries 0 | - | send | A1.1 bare
        acks 1 | - | send | A1.1 bare
        max-in-flight 6 | - | send | A1.1 bare
        producer A pid=31 next=p-0:5; idempotence off | - | send | A1.1 bare
        # P48: every retry of a written batch is appended again.
        idempotence off | send; write A1.1; lose A1.1.reply; retry A1 | write A1.2 | OK base=1; in the log twice
        # P49: several in flight, no sequences; the later one stands first.
        idempotence off | send*2; lose A1.1; write A2.1; retry A1 | write A1.2 | OK base=1; A1 behind A2
        # Any open batch may be sent again, and the others do not wait for it.
        idempotence off | send*2 | retry A2 | A2.2 bare
        idempotence off | send*2; retry A2 | send | A3.1 bare
        # Those in flight are counted as they are.
        idempotence off; max-in-flight 2 | send*2 | send | A3 waits: 2 from A1
        idempotence off; max-in-flight 2 | send*3; write A2.1 | hear A2.1 | A2 acked at 0; A3.1 bare
        max-in-flight 6 | send*6 | send | A7 waits: 6 from A1
        # There is no numbering to mend, whatever the policy says.
        idempotence off | send*2 | expire A1 | A1 failed: expired
        idempotence off; policy bump | send*2 | expire A1 | A1 failed: expired
        idempotence off; policy stop | send*2 | expire A1 | A1 failed: expired
        idempotence off; policy stop | send*2; expire A1 | send | A3.1 bare
        # retries 0: no duplicate, and a lost record.
        retries 0 | send; lose A1.1 | retry A1 | A1 failed: used up
        retries 0 | send; write A1.1; lose A1.1.reply | retry A1 | A1 failed: used up
        # acks=0: done at sending, and nothing comes back, not even a refusal.
        acks 0 | - | send | A1.1 bare; A1 done, nobody answers
        acks 0; max-in-flight 1 | send | send | A2.1 bare; A2 done, nobody answers
        acks 0 | send | write A1.1 | OK base=0
        acks 0 | send; write A1.1 | hear A1.1 | cannot: not on the wire
        acks 0 | send; lose A1.1 | retry A1 | cannot: not open
        acks 0 | send | expire A1 | cannot: not open
        acks 0 | send*2; lose A1.1 | write A2.1 | OK base=0
        ",
    );
    assert_eq!(rows, 26);
}
