//! What brokers remember, where, and what comes of it, as tables written by hand. Nothing rewrites
//! them.
//!
//! A row reads as in `producer.rs`: under these setup lines, after these events, this event comes to
//! that. Two brokers are there unless a row names others, and b5 leads; p-0 exists. Besides the words there, `elect b3`, `shrink b3` and `move b3` are about
//! p-0, as are `roll`, `delete` and `forget 31`; `other 0` is a batch of producer 7, made by hand,
//! the first of its life 0. A verdict reads: `b3 at 2` has copied up to there, `hw 2` the high
//! watermark, `b3 in` and `b3 out` of the in-sync set, `b5 file at 2` writes a snapshot, `b5 back:
//! file 2, log 2..3` recovers from both, `A1.1.reply: OK base=0` the answer goes out only now.
//!
//! The source stands above each block: sections of `kafka.md`, reports P.., cases K.., the lesson.

#[path = "producer/play.rs"]
mod play;

use five_slots::kafka::{Layer, PartitionId, ProducerId};
use five_slots::sim::BrokerName;

/// The rows of a table, with two brokers where a row names none.
fn cluster(table: &str) -> usize {
    let lines = table.lines().map(|line| {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("setup") {
            return line.to_owned();
        }
        let brokers = (!line.contains("brokers ")).then_some("brokers b5 b3; ");
        let given = (!line.contains("given ")).then_some("given p-0 log-end=0; ");
        [brokers.unwrap_or(""), given.unwrap_or(""), line].concat()
    });
    let lines: Vec<String> = lines.collect();
    play::check(&lines.join("\n"))
}

#[test]
fn an_answer_waits_for_every_in_sync_replica() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # A request goes to the leader, and a follower that runs has copied at once.
        - | - | send | A is 31/0; A1.1 to b5 31/0 0..0
        - | send | write A1.1 | OK base=0; b3 at 1; hw 1; A1.1.reply: OK base=0
        brokers b5 b3 b1 | send | write A1.1 | OK base=0; b3 at 1; b1 at 1; hw 1; A1.1.reply: OK base=0
        brokers b5 | send | write A1.1 | OK base=0
        # acks=all waits for whoever is in sync and lags; nobody else counts.
        - | pause b3; send | write A1.1 | OK base=0; A1.1 waits for b3
        - | pause b3; send; write A1.1 | resume b3 | b3 copies; b3 at 1; hw 1; A1.1.reply: OK base=0
        - | pause b3; send; write A1.1 | shrink b3 | b3 out; hw 1; A1.1.reply: OK base=0
        - | pause b3; send; write A1.1 | crash b3 | b3 crashes; hw 1; A1.1.reply: OK base=0
        - | send; pause b3; shrink b3 | write A1.1 | OK base=0; hw 1; A1.1.reply: OK base=0
        brokers b5 b3 b1 | pause b1; send | write A1.1 | OK base=0; b3 at 1; A1.1 waits for b1
        brokers b5 b3 b1 | pause b1; pause b3; send | write A1.1 | OK base=0; A1.1 waits for b3 b1
        brokers b5 b3 b1 | pause b1; pause b3; send; write A1.1 | resume b3 | b3 copies; b3 at 1
        - | pause b3; send*2; write A1.1; write A2.1 | resume b3 | b3 copies; b3 at 2; hw 2; A1.1.reply: OK base=0; A2.1.reply: OK base=1
        # 1.3: a DUPLICATE waits as well: duplicate does not mean safe.
        - | pause b3; send; write A1.1; retry A1 | write A1.2 | DUPLICATE base=0; A1.2 waits for b3
        - | pause b3; send; write A1.1; retry A1; write A1.2 | resume b3 | b3 copies; b3 at 1; hw 1; A1.1.reply: OK base=0; A1.2.reply: DUPLICATE base=0
        # But only for the first copy: one that is everywhere needs nobody.
        - | send; write A1.1; lose A1.1.reply; pause b3; send; write A2.1; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        # A refusal does not wait.
        producer A pid=31 next=p-0:5 | pause b3; send | write A1.1 | OUT_OF_ORDER; A1.1.reply: OUT_OF_ORDER
        # acks=1 is answered at once, and acks=0 not at all.
        acks 1 | pause b3; send | write A1.1 | OK base=0; A1.1.reply: OK base=0
        acks 1 | send | write A1.1 | OK base=0; A1.1.reply: OK base=0; b3 at 1; hw 1
        acks 0 | pause b3; send | write A1.1 | OK base=0
        # A batch made by hand waits for nobody: it is not a request.
        - | pause b3 | other 0 | OK base=0
        ",
    );
    assert_eq!(rows, 21);
}

#[test]
fn a_follower_takes_over() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # 1.5: followers have the same five batches, so a clean failover keeps the full window. The
        # lesson: how will broker 3 know which sequences were already produced?
        - | send | crash b5 | b5 crashes; no leader
        - | send; crash b5 | elect b3 | b3 leads
        - | send; write A1.1; lose A1.1.reply; crash b5; elect b3 | retry A1 | A1.2 to b3 31/0 0..0
        - | send; write A1.1; lose A1.1.reply; crash b5; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        - | send; write A1.1; lose A1.1.reply; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        - | send; write A1.1; lose A1.1.reply; stop b5; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        rules kafka-2.5 | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; crash b5; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        rules kafka-0.11 | send*5; write A1.1; write A2.1; write A3.1; write A4.1; write A5.1; crash b5; elect b3; retry A1 | write A1.2 | OUT_OF_ORDER; A1.2.reply: OUT_OF_ORDER
        - | send; answer A1.1; crash b5; elect b3; send | write A2.1 | OK base=1; hw 2; A2.1.reply: OK base=1
        # And back again, after b5 has copied what it missed.
        - | send; answer A1.1; crash b5; elect b3; send; write A2.1; start b5; elect b5; retry A2 | write A2.2 | DUPLICATE base=1; A2.2.reply: DUPLICATE base=1
        # Who waits for an answer when the leader goes, gets none.
        - | pause b3; send; write A1.1 | crash b5 | b5 crashes; no leader; no answer to A1.1
        - | pause b3; send; write A1.1 | stop b5 | b5 stops; b5 file at 1; no leader; no answer to A1.1
        # Who waits when another is elected is told; the old leader cuts off what was only its own.
        - | pause b3; send; write A1.1 | elect b3 | b3 leads; A1.1.reply: NOT_LEADER; b5 cut 1 to 0
        - | pause b3; send; write A1.1; elect b3; hear A1.1; retry A1 | write A1.2 | OK base=0; b5 at 1; hw 1; A1.2.reply: OK base=0
        # A follower that lags may have other batches than the leader, from before: these do not
        # count. So b5 is waited for here, and what is acknowledged is on both.
        - | pause b3; send; write A1.1; pause b5; elect b3 | other 0 | OK base=0
        - | pause b3; send; write A1.1; pause b5; elect b3; hear A1.1; other 0; retry A1 | write A1.2 | OK base=1; A1.2 waits for b5
        - | pause b3; send; write A1.1; pause b5; elect b3; hear A1.1; other 0; retry A1; write A1.2 | resume b5 | b5 copies; b5 cut 1 to 0; b5 at 2; hw 2; A1.2.reply: OK base=1
        - | pause b3; send; write A1.1; pause b5; elect b3; hear A1.1; other 0; retry A1; write A1.2 | elect b5 | b5 leads; A1.2.reply: NOT_LEADER
        # The old leader comes back with a batch that nobody else had: it cuts, copies, is in sync.
        - | pause b3; send; write A1.1; crash b5; resume b3; elect b3; other 0 | start b5 | b5 back: no file, log 0..1; b5 file at 1; b5 cut 1 to 0; b5 at 1; b5 in
        - | pause b3; send; write A1.1; stop b5; resume b3; elect b3; other 0 | start b5 | b5 back: file 1, log 1..1; b5 cut 1 to 0; b5 at 1; b5 in
        - | pause b3; send; write A1.1; crash b5; resume b3; elect b3; other 0; start b5; elect b5; retry A1 | write A1.2 | OK base=1; b3 at 2; hw 2; A1.2.reply: OK base=1
        # As far as it has the same it keeps it.
        - | send*2; write A1.1; pause b3; write A2.1; crash b5; elect b3; other 0 | start b5 | b5 back: no file, log 0..2; b5 file at 2; b5 cut 2 to 1; b5 at 2; b5 in
        # With nothing to cut it only copies.
        - | send*2; write A1.1; crash b5; elect b3; retry A1; write A1.2; retry A1 | start b5 | b5 back: no file, log 0..1; b5 file at 1; b5 in
        - | other 0; crash b3; other 1 | start b3 | b3 back: no file, log 0..1; b3 file at 1; b3 at 2; b3 in
        # One that lagged copies again when it comes back.
        - | pause b3; other 0; crash b3 | start b3 | b3 back: no file, log 0..0; b3 at 1; b3 in
        # The last one in sync leads again by itself.
        - | pause b3; shrink b3; send; write A1.1; crash b5 | start b5 | b5 back: no file, log 0..1; b5 file at 1; b5 leads
        brokers b1 | send; write A1.1; crash b1 | start b1 | b1 back: no file, log 0..1; b1 file at 1; b1 leads
        ",
    );
    assert_eq!(rows, 27);
}

#[test]
fn who_does_not_lead_says_so() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # 3.1, retriable: NOT_LEADER, timeout, disconnect.
        - | send; elect b3 | write A1.1 | A1.1.reply: NOT_LEADER
        - | send; elect b3; write A1.1 | hear A1.1 | A1 open after NOT_LEADER
        - | send; elect b3; answer A1.1 | retry A1 | A1.2 to b3 31/0 0..0
        - | send; elect b3; answer A1.1; retry A1 | write A1.2 | OK base=0; b5 at 1; hw 1; A1.2.reply: OK base=0
        - | send; crash b5; elect b3; start b5 | write A1.1 | A1.1.reply: NOT_LEADER
        # It runs again, but nobody leads.
        - | send; crash b5; start b5 | write A1.1 | A1.1.reply: NOT_LEADER
        # A broker that is down says nothing.
        - | send; crash b5 | write A1.1 | A1.1 reaches nobody
        - | send; crash b5; elect b3 | write A1.1 | A1.1 reaches nobody
        - | send; crash b5 | retry A1 | A1.2 to b5 31/0 0..0
        - | send; crash b5; retry A1; elect b3 | write A1.2 | A1.2 reaches nobody
        brokers b1 | send; crash b1 | write A1.1 | A1.1 reaches nobody
        # With acks=0 not even that.
        acks 0 | send; elect b3 | write A1.1 | A1.1 ignored
        acks 1 | - | send | A1.1 to b5 bare
        # P01, P03: the first batch meets no leader, the second overtakes it on a new partition.
        rules kafka-2.5 | send 17; elect b3; send 5; write A1.1 | write A2.1 | OK base=0; b5 at 5; hw 5; A2.1.reply: OK base=0
        rules kafka-2.5 | send 17; elect b3; send 5; answer A1.1; write A2.1; retry A1 | write A1.2 | OUT_OF_ORDER; A1.2.reply: OUT_OF_ORDER
        rules kafka-4.5 | send 17; elect b3; send 5; write A1.1 | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        rules kafka-4.5 | send 17; elect b3; send 5; answer A1.1; answer A2.1; retry A1 | write A1.2 | OK base=0; b5 at 17; hw 17; A1.2.reply: OK base=0
        - | send 17; elect b3; send 5; write A1.1 | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        ",
    );
    assert_eq!(rows, 18);
}

#[test]
fn too_few_are_in_sync() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # P11: refused before anything is judged.
        min-in-sync 2 | pause b3; shrink b3; send | write A1.1 | turned away: 1 of 2; A1.1.reply: NOT_ENOUGH_REPLICAS
        min-in-sync 2 | pause b3; shrink b3; send; write A1.1 | hear A1.1 | A1 open after NOT_ENOUGH_REPLICAS
        min-in-sync 2 | crash b3; send | write A1.1 | turned away: 1 of 2; A1.1.reply: NOT_ENOUGH_REPLICAS
        min-in-sync 2 | crash b3 | other 0 | turned away: 1 of 2
        # Even what would be a duplicate, or refused.
        min-in-sync 2 | send; write A1.1; retry A1; crash b3 | write A1.2 | turned away: 1 of 2; A1.2.reply: NOT_ENOUGH_REPLICAS
        min-in-sync 2; producer A pid=31 next=p-0:5 | send; crash b3 | write A1.1 | turned away: 1 of 2; A1.1.reply: NOT_ENOUGH_REPLICAS
        # It was not appended, so the batch behind it finds a gap; then each comes in its order.
        min-in-sync 2 | pause b3; shrink b3; send*2; answer A1.1; resume b3 | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        min-in-sync 2 | pause b3; shrink b3; send*2; answer A1.1; resume b3; answer A2.1; retry A1 | write A1.2 | OK base=0; b3 at 1; hw 1; A1.2.reply: OK base=0
        min-in-sync 2 | pause b3; shrink b3; send*2; answer A1.1; resume b3; answer A2.1; retry A1; answer A1.2; retry A2 | write A2.2 | OK base=1; b3 at 2; hw 2; A2.2.reply: OK base=1
        # Refused after it: the batch is in the log, and its retry a duplicate.
        min-in-sync 2 | pause b3; send; write A1.1 | shrink b3 | b3 out; hw 1; A1.1.reply: NOT_ENOUGH_REPLICAS_AFTER_APPEND
        min-in-sync 2 | pause b3; send; write A1.1 | stop b3 | b3 stops; hw 1; A1.1.reply: NOT_ENOUGH_REPLICAS_AFTER_APPEND
        min-in-sync 2 | pause b3; send; write A1.1; shrink b3 | hear A1.1 | A1 open after NOT_ENOUGH_REPLICAS_AFTER_APPEND
        min-in-sync 2 | pause b3; send; write A1.1; shrink b3; hear A1.1; resume b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        # Enough, or not asked for.
        min-in-sync 2 | pause b3; send | write A1.1 | OK base=0; A1.1 waits for b3
        min-in-sync 2; acks 1 | crash b3; send | write A1.1 | OK base=0; A1.1.reply: OK base=0; hw 1
        brokers b5 b3 b1; min-in-sync 2 | crash b3; send | write A1.1 | OK base=0; b1 at 1; hw 1; A1.1.reply: OK base=0
        ",
    );
    assert_eq!(rows, 16);
}

#[test]
fn an_unclean_election_loses_what_only_the_old_leader_had() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # P46, K37: the new leader knows some records of the producer, so the gap is seen.
        - | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5 | elect b3 | b3 leads, unclean; A2 not stored
        - | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5; elect b3; send | write A3.1 | OUT_OF_ORDER; A3.1.reply: OUT_OF_ORDER
        rules kafka-2.5 | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5; elect b3; send | write A3.1 | OUT_OF_ORDER; A3.1.reply: OUT_OF_ORDER
        rules kafka-2.5; policy bump | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5; elect b3; send; write A3.1 | hear A3.1 | A3 kept; A becomes 31/1; A3.2 to b3 31/1 0..0
        # What nobody was told is no breach, and is sent again.
        - | send; answer A1.1; pause b3; shrink b3; send; write A2.1; lose A2.1.reply; crash b5 | elect b3 | b3 leads, unclean
        - | send; answer A1.1; pause b3; shrink b3; send; write A2.1; lose A2.1.reply; crash b5; elect b3; retry A2 | write A2.2 | OK base=1; hw 2; A2.2.reply: OK base=1
        # An answer that is still on its way tells too much.
        - | pause b3; shrink b3; send; write A1.1; crash b5; elect b3 | hear A1.1 | A1 acked at 0; A1 not stored
        # K38: it knows none, and its log is empty.
        - | pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        rules kafka-2.4 | pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | UNKNOWN_PRODUCER_ID; A2.1.reply: UNKNOWN_PRODUCER_ID
        rules kafka-2.5 | pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OK base=0; hw 1; A2.1.reply: OK base=0
        rules kafka-4.5 | pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        # It knows none, but has somebody else's record.
        - | other 0; pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        rules kafka-2.5 | other 0; pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OK base=1; hw 2; A2.1.reply: OK base=1
        rules kafka-4.5 | other 0; pause b3; shrink b3; send; answer A1.1; crash b5; elect b3; send | write A2.1 | OK base=1; hw 2; A2.1.reply: OK base=1
        # Without idempotence nothing asks.
        acks 1 | send; answer A1.1; pause b3; send; answer A2.1; crash b5 | elect b3 | b3 leads; A2 not stored
        acks 1 | send; answer A1.1; pause b3; send; answer A2.1; crash b5; elect b3; send | write A3.1 | OK base=1; A3.1.reply: OK base=1; hw 2
        # The old leader is only a follower now, whatever it has.
        - | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5; elect b3 | start b5 | b5 back: no file, log 0..2; b5 file at 2; b5 cut 2 to 1; b5 in
        # Where it starts first, nothing is lost.
        - | send; answer A1.1; pause b3; shrink b3; send; answer A2.1; crash b5 | start b5 | b5 back: no file, log 0..2; b5 file at 2; b5 leads
        ",
    );
    assert_eq!(rows, 18);
}

#[test]
fn files_are_written_and_read() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # 1.5: at a segment roll, on every broker that runs; at a clean stop; at the end of recovery.
        - | send; write A1.1 | roll | segment at 1; b5 file at 1; b3 file at 1
        - | send; write A1.1; crash b3 | roll | segment at 1; b5 file at 1
        - | send; write A1.1; pause b3; send; write A2.1 | roll | segment at 2; b5 file at 2; b3 file at 1
        - | send; write A1.1; roll | roll | segment at 1
        - | send; write A1.1 | snapshot b3 | b3 file at 1
        - | send; write A1.1 | stop b3 | b3 stops; b3 file at 1
        - | send; write A1.1; roll | stop b3 | b3 stops
        - | send; write A1.1 | crash b3 | b3 crashes
        - | send; write A1.1; stop b3 | start b3 | b3 back: file 1, log 1..1; b3 in
        - | send; write A1.1; crash b3 | start b3 | b3 back: no file, log 0..1; b3 file at 1; b3 in
        - | send; write A1.1; crash b3; start b3; crash b3 | start b3 | b3 back: file 1, log 1..1; b3 in
        - | send*2; write A1.1; roll; write A2.1; crash b5 | start b5 | b5 back: file 1, log 1..2; b5 file at 2
        # What was there before step 1 is in a file.
        brokers b1; given p-0 pid=31 epoch=0 window=[0..2@0,3..4@3] | crash b1 | start b1 | b1 back: file 5, log 5..5; b1 leads
        # K18, K19: the lesson's file keeps the window, Kafka's the newest batch.
        - | send*2; write A1.1; write A2.1; stop b5; elect b3; start b5; elect b5; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        rules kafka-2.5 | send*2; write A1.1; write A2.1; stop b5; elect b3; start b5; elect b5; retry A1 | write A1.2 | OUT_OF_ORDER; A1.2.reply: OUT_OF_ORDER
        rules kafka-1.0 | send*3; answer A1.1; write A2.1; write A3.1; stop b5; elect b3; start b5; elect b5; retry A2 | write A2.2 | DUPLICATE_SEQUENCE_NUMBER; A2.2.reply: DUPLICATE_SEQUENCE_NUMBER
        rules kafka-1.0 | send*3; answer A1.1; write A2.1; write A3.1; stop b5; elect b3; start b5; elect b5; retry A2; write A2.2 | hear A2.2 | A2 acked at -1
        # K20: what is read again from the log is the whole window.
        rules kafka-2.5 | send*2; write A1.1; write A2.1; crash b5; elect b3; start b5; elect b5; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        # The other broker never lost its memory.
        rules kafka-2.5 | send*2; write A1.1; write A2.1; stop b5; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        # With the policy bump, an OUT_OF_ORDER for what the file left out writes it twice.
        rules kafka-2.5; policy bump | send*2; write A1.1; write A2.1; lose A1.1.reply; stop b5; elect b3; start b5; elect b5; retry A1; answer A1.2 | write A1.3 | OK base=2; in the log twice; b3 at 3; hw 3; A1.3.reply: OK base=2
        ",
    );
    assert_eq!(rows, 20);
}

#[test]
fn state_goes_away() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # 1.6: deletion keeps the state since 2.4, and takes it along before.
        - | send; answer A1.1 | delete | empty up to 1, forgot 0
        rules kafka-2.4 | send; answer A1.1 | delete | empty up to 1, forgot 0
        rules kafka-2.0.1 | send; answer A1.1 | delete | empty up to 1, forgot 1
        rules kafka-0.11 | other 0; send; answer A1.1 | delete | empty up to 2, forgot 2
        # Only what every in-sync replica has is deleted.
        rules kafka-2.0.1 | send*2; write A1.1; pause b3; write A2.1 | delete | empty up to 1, forgot 0
        - | send; answer A1.1; delete; send | write A2.1 | OK base=1; b3 at 2; hw 2; A2.1.reply: OK base=1
        rules kafka-2.0.1 | send; answer A1.1; delete; send | write A2.1 | UNKNOWN_PRODUCER_ID; A2.1.reply: UNKNOWN_PRODUCER_ID
        rules kafka-0.11 | send; answer A1.1; delete; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        # A follower deletes as its leader did.
        - | send; answer A1.1; delete; elect b3; send | write A2.1 | OK base=1; b5 at 2; hw 2; A2.1.reply: OK base=1
        rules kafka-2.0.1 | send; answer A1.1; delete; elect b3; send | write A2.1 | UNKNOWN_PRODUCER_ID; A2.1.reply: UNKNOWN_PRODUCER_ID
        # One that was down begins where the leader's log does.
        - | other 0; crash b3; send; answer A1.1; delete; send; write A2.1 | start b3 | b3 back: no file, log 0..1; b3 file at 1; b3 at 3; b3 in
        - | other 0; crash b3; send; answer A1.1; delete; send; write A2.1; start b3; elect b3; retry A2 | write A2.2 | DUPLICATE base=2; A2.2.reply: DUPLICATE base=2
        # Who has deleted more than a leader that was elected since, is level all the same.
        rules kafka-2.4 | send; answer A1.1; pause b3; delete; crash b5; elect b3 | start b5 | b5 back: no file, log 1..1; b5 in
        # No messages also means no duplicates: the lesson's exception, once memory is gone too.
        brokers b1 | send; answer A1.1; delete; crash b1; start b1; send | write A2.1 | OK base=1
        brokers b1; rules kafka-2.4 | send; answer A1.1; delete; crash b1; start b1; send | write A2.1 | UNKNOWN_PRODUCER_ID
        brokers b1; rules kafka-2.5 | send; answer A1.1; delete; crash b1; start b1; send | write A2.1 | OK base=1
        # A producer that was idle for too long is forgotten on all brokers.
        - | send; answer A1.1 | forget 31 | 31 forgotten
        - | send; answer A1.1; forget 31; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        rules kafka-2.5 | send; answer A1.1; forget 31; send | write A2.1 | OK base=1; b3 at 2; hw 2; A2.1.reply: OK base=1
        - | send; answer A1.1; forget 31; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        - | send; answer A1.1; forget 31; crash b5; elect b3; start b5; elect b5; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        # A late retry is then taken a second time, which no rule can prevent.
        - | send; write A1.1; lose A1.1.reply; forget 31; retry A1 | write A1.2 | OK base=1; in the log twice; b3 at 2; hw 2; A1.2.reply: OK base=1
        # Also by whoever copies its batches only later.
        - | other 0; pause b3; send; write A1.1; forget 31; resume b3; hear A1.1; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        - | send; answer A1.1; forget 31; move b3; elect b3; send | write A2.1 | OUT_OF_ORDER; A2.1.reply: OUT_OF_ORDER
        # Nor does a file, up to 2.3, where the producer's last record is deleted.
        rules kafka-2.0.1 | send; answer A1.1; pause b3; other 0; roll; delete; shrink b3; crash b5; start b5; send | write A2.1 | UNKNOWN_PRODUCER_ID; A2.1.reply: UNKNOWN_PRODUCER_ID
        rules kafka-2.4 | send; answer A1.1; pause b3; other 0; roll; delete; shrink b3; crash b5; start b5; send | write A2.1 | OK base=2; hw 3; A2.1.reply: OK base=2
        # A moved copy knows of producers what the log tells.
        - | send; write A1.1 | move b3 | b3 empty; b3 at 1; b3 in
        - | send; write A1.1; move b3; elect b3; retry A1 | write A1.2 | DUPLICATE base=0; A1.2.reply: DUPLICATE base=0
        given p-0 pid=31 epoch=0 window=[0..0@0]; producer A pid=31 next=p-0:1 | move b3; elect b3; send | write A1.1 | OUT_OF_ORDER; A1.1.reply: OUT_OF_ORDER
        given p-0 log-end=736 | send | move b3 | b3 empty; b3 at 736; b3 in
        given p-0 log-end=736 | send; move b3; write A1.1; elect b3; retry A1 | write A1.2 | DUPLICATE base=736; A1.2.reply: DUPLICATE base=736
        ",
    );
    assert_eq!(rows, 31);
}

#[test]
fn the_story_of_kip_360() {
    let rows = cluster(
        "
        setup | before | then | verdict
        # The log is empty, so a moved copy knows nobody; then it leads.
        rules kafka-2.4 | send; answer A1.1; delete | move b3 | b3 empty; b3 in
        rules kafka-2.4 | send; answer A1.1; delete; move b3; elect b3; send | write A2.1 | UNKNOWN_PRODUCER_ID; A2.1.reply: UNKNOWN_PRODUCER_ID
        rules kafka-2.5 | send; answer A1.1; delete; move b3; elect b3; send | write A2.1 | OK base=1; b5 at 2; hw 2; A2.1.reply: OK base=1
        # 3.1 and 3.6: all that was acknowledged is deleted, so the client before 2.5 begins at 0.
        rules kafka-2.4; policy new-pid | send; answer A1.1; delete; move b3; elect b3; send*2; write A2.1 | hear A2.1 | A at 0 again; A2.2 to b3 31/0 0..0; A3.2 to b3 31/0 1..1
        rules kafka-2.4; policy new-pid | send; answer A1.1; delete; move b3; elect b3; send; answer A2.1 | write A2.2 | OK base=1; b5 at 2; hw 2; A2.2.reply: OK base=1
        # Later answers to the old numbers mean nothing.
        rules kafka-2.4; policy new-pid | send; answer A1.1; delete; move b3; elect b3; send*2; write A2.1; write A3.1; hear A2.1 | hear A3.1 | old number
        # A record of it is still there: something may be lost, so a new pid, and all in flight fail.
        rules kafka-2.4; policy new-pid | send; answer A1.1; forget 31; send*2; send p-1; write A2.1 | hear A2.1 | A2 failed: unknown; A3 A4 failed: with A2; A becomes 32/0
        rules kafka-2.4; policy new-pid | send; answer A1.1; forget 31; send; answer A2.1 | send | A3.1 to b5 32/0 0..0
        # The client since 2.5, and the others.
        rules kafka-2.4; policy bump | send; answer A1.1; delete; move b3; elect b3; send*2; write A2.1 | hear A2.1 | A2 kept; A becomes 31/1; A2.2 to b3 31/1 0..0; A3.2 to b3 31/1 1..1
        rules kafka-2.4; policy bump-all | send; answer A1.1; delete; move b3; elect b3; send*2; send p-1; write A2.1 | hear A2.1 | A2 kept; A becomes 31/1; A2.2 to b3 31/1 0..0; A3.2 to b3 31/1 1..1; A4.2 to b5 31/1 0..0
        rules kafka-2.4 | send; answer A1.1; delete; move b3; elect b3; send*2; send p-1; write A2.1 | hear A2.1 | A2 failed: unknown; A3 failed: with A2; A becomes 31/1
        rules kafka-2.4; policy stop | send; answer A1.1; delete; move b3; elect b3; send*2; write A2.1 | hear A2.1 | A2 failed: unknown; A3 failed: with A2; A stopped
        rules kafka-2.4; policy ignore | send; answer A1.1; delete; move b3; elect b3; send*2; write A2.1 | hear A2.1 | A2 failed: unknown
        # Behind another batch it only waits.
        rules kafka-2.4 | send; answer A1.1; delete; move b3; elect b3; send*2; write A3.1 | hear A3.1 | A3 open after UNKNOWN_PRODUCER_ID
        # P35: with the records the state went, up to 2.3.
        rules kafka-2.0.1; policy bump | send 12; answer A1.1; delete; send; write A2.1 | hear A2.1 | A2 kept; A becomes 31/1; A2.2 to b5 31/1 0..0
        # P38: the state comes back. The leader has deleted records and state, the client begins at 0
        # in the same epoch, and then the other broker leads, which still has both.
        rules kafka-2.0.1; policy new-pid | send 10; answer A1.1; pause b3; delete; send 3; answer A2.1; crash b5; elect b3; retry A2 | write A2.3 | OUT_OF_ORDER; A2.3.reply: OUT_OF_ORDER
        # With as many records as before it is worse: they are taken for the old ones, and lost.
        rules kafka-2.0.1; policy new-pid | send 10; answer A1.1; pause b3; delete; send 10; answer A2.1; crash b5; elect b3; retry A2; write A2.3 | hear A2.3 | A2 acked at 0; A2 not stored
        # An epoch cannot be mistaken.
        rules kafka-2.0.1; policy bump | send 10; answer A1.1; pause b3; delete; send 10; answer A2.1; crash b5; elect b3; retry A2 | write A2.3 | OK base=10; hw 20; A2.3.reply: OK base=10
        ",
    );
    assert_eq!(rows, 18);
}

#[test]
fn which_layer_gave_which_slot() {
    let rows = layers(
        "
        setup | events | b5 | b3
        # Memory, while nobody goes down.
        - | send*2; write A1.1; write A2.1 | 0 memory, 1 memory | 0 memory, 1 memory
        - | send*2; write A1.1; pause b3; write A2.1 | 0 memory, 1 memory | 0 memory
        # A broker that is down has none.
        - | send*2; write A1.1; write A2.1; crash b5 | - | 0 memory, 1 memory
        # A crash: the log gives back all.
        - | send*2; write A1.1; write A2.1; crash b5; start b5 | 0 log, 1 log | 0 memory, 1 memory
        # A clean stop: the file does, and as much as it keeps.
        - | send*2; write A1.1; write A2.1; stop b5; start b5 | 0 file, 1 file | 0 memory, 1 memory
        rules kafka-2.5 | send*2; write A1.1; write A2.1; stop b5; start b5 | 1 file | 0 memory, 1 memory
        # A segment in between, and something new after it.
        - | send*4; write A1.1; write A2.1; roll; write A3.1; crash b5; elect b3; start b5; elect b5; write A4.1 | 0 file, 1 file, 2 log, 3 memory | 0 memory, 1 memory, 2 memory, 3 memory
        rules kafka-2.5 | send*3; write A1.1; write A2.1; roll; write A3.1; crash b5; start b5 | 1 file, 2 log | 0 memory, 1 memory, 2 memory
        rules kafka-2.5 | send*2; write A1.1; roll; write A2.1; crash b5; elect b3; start b5; elect b5; send; write A3.1 | 0 file, 1 log, 2 memory | 0 memory, 1 memory, 2 memory
        # A window that is full moves on.
        rules kafka-2.5 | send*5; write A1.1; write A2.1; write A3.1; roll; write A4.1; write A5.1; crash b5; start b5 | 2 file, 3 log, 4 log | 0 memory, 1 memory, 2 memory, 3 memory, 4 memory
        # A moved copy has read nothing itself: it copied.
        - | send*2; write A1.1; write A2.1; move b3 | 0 memory, 1 memory | 0 memory, 1 memory
        # What a follower has left after it cut its log, it read again; the rest it copied.
        - | send*2; write A1.1; pause b3; write A2.1; elect b3; other 0 | 0 log | 0 memory
        - | send*2; write A1.1; pause b3; roll; write A2.1; elect b3; other 0 | 0 file | 0 memory
        ",
    );
    assert_eq!(rows, 13);
}

/// Checks which slots of producer 31 each broker has, by their first sequence, and from where.
fn layers(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[setup, events, b5, b3] = &columns[..] else {
            panic!("four columns expected in: {line}");
        };
        let opened = play::opened(&format!("brokers b5 b3; {setup}"), events, line);
        let world = opened.timeline.world_at(opened.timeline.len());
        for (broker, expected) in [("b5", b5), ("b3", b3)] {
            let name = BrokerName::parse(broker).expect(line);
            let copy = PartitionId::new(0).and_then(|id| world.copy(id, name));
            let copy = copy.expect(line);
            let state = copy.state(ProducerId(31));
            let slots = state.map_or(&[][..], |state| state.window.slots());
            let slots = slots.iter().map(|slot| {
                let layer = match copy.layer(slot) {
                    Layer::Memory => "memory",
                    Layer::Snapshot => "file",
                    Layer::Log => "log",
                };
                format!("{} {layer}", slot.first)
            });
            let slots: Vec<String> = slots.collect();
            assert_eq!(
                slots.join(", "),
                expected.trim_start_matches('-'),
                "{broker}: {line}"
            );
        }
        rows += 1;
    }
    rows
}
