//! What happened, in sentences: typed here as a teacher would say it, for one batch and for more,
//! and for each setting that makes a difference.

use five_slots::scenario::Opened;
use five_slots::words;

/// What is said of the last event of a text.
fn said(text: &str) -> String {
    let opened = Opened::whole(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    words::tell(opened.timeline.steps().last().expect("a step"))
}

#[test]
fn a_send_tells_the_numbers_that_it_took() {
    let send = "A send p-0 \"umbrella 1\"\n";
    assert_eq!(
        said(send),
        "The broker names A producer 31, epoch 0. A sends A1 (umbrella 1) to p-0: sequence 0."
    );
    // An epoch that is not the first is told.
    assert_eq!(
        said(&format!("producer A pid=100 epoch=3 next=p-0:7\n{send}")),
        "A sends A1 (umbrella 1) to p-0: epoch 3, sequence 7."
    );
    assert_eq!(
        said(&format!("idempotence off\n{send}")),
        "A sends A1 (umbrella 1) to p-0: without a sequence."
    );
    assert_eq!(
        said(&format!("acks 0\n{send}")),
        "A sends A1 (umbrella 1) to p-0: without a sequence. With acks=0 nobody answers: A is \
         done with A1, and will never know."
    );
    let sixth = "A send p-0 1\n".repeat(6);
    assert_eq!(
        said(&sixth),
        "A6 waits in the queue, without a number: A1 is not answered yet, and only 5 may be in \
         flight from there."
    );
}

#[test]
fn a_retry_is_the_same_batch_and_a_new_number_is_not() {
    let send = "A send p-0 2\n";
    assert_eq!(
        said(&format!("{send}retry A1\n")),
        "A1 is sent again, as A1.2: the same batch, the same sequences 0 to 1."
    );
    assert_eq!(
        said(&format!("idempotence off\n{send}retry A1\n")),
        "A1 is sent again, as A1.2: the same batch, still without a sequence."
    );
    assert_eq!(
        said(&format!("policy bump\n{send}{send}expire A1\n")),
        "The delivery timeout of A1 is over. The application is told that it failed; the log may \
         have it all the same. A begins its numbers anew, from 0 under epoch 1. A2 has a new \
         number and is sent again, as A2.2: epoch 1, sequences 0 to 1."
    );
}

#[test]
fn who_is_told_nothing_gets_no_answer() {
    let sent = "A send p-0 1\ndeliver A1.1\n";
    assert_eq!(
        said(sent),
        "Broker b1 answers OK, base 0. Nothing is known of producer 31 and the batch starts at 0: \
         appended, log end 1."
    );
    assert_eq!(
        said(&format!("acks 0\n{sent}")),
        "Broker b1 decides OK, base 0, and with acks=0 tells nobody. Without a producer id \
         nothing is checked and nothing remembered: appended, log end 1."
    );
}

#[test]
fn what_fails_with_a_batch_is_one_or_more() {
    let sends = |count| "A send p-0 1\n".repeat(count);
    assert_eq!(
        said(&format!("{}expire A1\n", sends(2))),
        "The delivery timeout of A1 is over. The application is told that it failed; the log may \
         have it all the same. A2 was in flight with A1 and fails too, written or not. A begins \
         its numbers anew, from 0 under epoch 1."
    );
    assert_eq!(
        said(&format!("policy stop\n{}expire A1\n", sends(3))),
        "The delivery timeout of A1 is over. The application is told that it failed; the log may \
         have it all the same. A2 and A3 were in flight with A1 and fail too, written or not. A \
         stops, and stays dead until it is made anew: restart it."
    );
    assert_eq!(
        said(&format!("{}expire A6\n", sends(6))),
        "A6 was never sent and has no number, so it fails without leaving a gap."
    );
    assert_eq!(
        said(&format!("{}retry A1\n", "retries 0\nA send p-0 1\n")),
        "A1 has no retry left. The application is told that it failed; the log may have it all \
         the same."
    );
}

/// What was refused may still be in the log, behind the window: the producer only believes that
/// something is missing, and the words must not say more.
#[test]
fn a_gap_is_what_a_producer_takes_it_for() {
    let refused = "window 1\nA send p-0 1\nA send p-0 1\ndeliver A1.1\ndeliver A2.1\nretry A1\n\
                   deliver A1.2\ndeliver A1.2.reply\n";
    assert_eq!(
        said(refused),
        "Nothing was before A1, so this looks like a real gap, with something missing in the log. \
         The application is told that it failed. A2 was in flight with A1 and fails too, written \
         or not. A begins its numbers anew, from 0 under epoch 1."
    );
    assert_eq!(
        said(&format!("policy bump\n{refused}")),
        "A1 was refused, so A takes it that the log does not have it. A begins its numbers anew, \
         from 0 under epoch 1. A1 has a new number and is sent again, as A1.3: epoch 1, sequence \
         0. A2 has a new number and is sent again, as A2.2: epoch 1, sequence 1."
    );
}

#[test]
fn what_dies_with_a_life_is_one_or_more() {
    let restart = |count| format!("{}A restart\n", "A send p-0 1\n".repeat(count));
    assert_eq!(
        said(&restart(1)),
        "A1 dies with the old life: nobody knows whether the log has it. A starts again, as \
         producer 32 with epoch 0."
    );
    assert_eq!(
        said(&restart(7)),
        "A1, A2, A3, A4 and A5 die with the old life: nobody knows whether the log has them. A6 \
         and A7 were never sent, and are lost. A starts again, as producer 32 with epoch 0."
    );
    let off = "idempotence off\nA send p-0 1\n";
    assert_eq!(
        said(&format!("{off}A restart leaving Z\n")),
        "The old life does not know that it was replaced, and goes on as Z. A starts again, \
         without a producer id, so nothing is remembered of it."
    );
}

// --- Brokers ---

/// A batch on its way to b5, which b3 follows.
const SENT: &str = "brokers b5 b3\nA send p-0 1\n";

#[test]
fn an_answer_that_is_kept_back_is_told_when_it_goes_out() {
    let waits = format!("{SENT}pause b3\ndeliver A1.1\n");
    assert_eq!(
        said(&waits),
        "Broker b5 decides OK, base 0, and keeps its answer back. Nothing is known of producer 31 \
         and the batch starts at 0: appended, log end 1. A1.1 waits for b3."
    );
    assert_eq!(
        said(&format!("{waits}resume b3\n")),
        "b3 copies again. b3 copies p-0 up to 1. A1.1.reply is sent: OK base=0."
    );
    assert_eq!(
        said(&format!("{waits}retry A1\ndeliver A1.2\n")),
        "Broker b5 decides DUPLICATE, base 0, and keeps its answer back. Exactly (0, 0) is \
         remembered: nothing is appended, and the answer is where the first copy stands. A1.2 \
         waits for b3."
    );
    assert_eq!(
        said(&format!("min-in-sync 2\n{waits}shrink p-0 b3\n")),
        "b3 is no longer in sync on p-0. A1.1.reply is sent: NOT_ENOUGH_REPLICAS_AFTER_APPEND, \
         although the batch is in the log."
    );
    // At once, it is told with the decision, and with nothing else.
    assert_eq!(
        said(&format!("{SENT}deliver A1.1\n")),
        "Broker b5 answers OK, base 0. Nothing is known of producer 31 and the batch starts at 0: \
         appended, log end 1. b3 copies p-0 up to 1."
    );
}

#[test]
fn who_does_not_judge_says_why() {
    assert_eq!(
        said(&format!("{SENT}elect p-0 b3\ndeliver A1.1\n")),
        "A1.1.reply is sent: NOT_LEADER, so the producer has to ask another broker."
    );
    assert_eq!(
        said(&format!("{SENT}crash b5\ndeliver A1.1\n")),
        "A1.1 reaches nobody, because b5 is down. No answer will come."
    );
    assert_eq!(
        said(&format!("acks 0\n{SENT}elect p-0 b3\ndeliver A1.1\n")),
        "A1.1 is ignored: b5 does not lead."
    );
    assert_eq!(
        said(&format!("min-in-sync 2\n{SENT}crash b3\ndeliver A1.1\n")),
        "Too few brokers are in sync, 1 where 2 are needed: the leader refuses before it looks at \
         the batch, and appends nothing. A1.1.reply is sent: NOT_ENOUGH_REPLICAS."
    );
}

#[test]
fn an_election_tells_what_it_costs() {
    let lags = "brokers b5 b3\ngiven p-0 log-end=0\npause b3\nshrink p-0 b3\nA send p-0 1\n\
                deliver A1.1\ndeliver A1.1.reply\ncrash b5\n";
    assert_eq!(
        said(&format!("{lags}elect p-0 b3\n")),
        "b3 leads p-0, in an unclean election: it was not in sync, and what it had not copied is \
         gone. A1 was acknowledged at 0, and the new leader does not have it: it is lost."
    );
    let late = lags.replace("deliver A1.1.reply\n", "");
    assert_eq!(
        said(&format!("{late}elect p-0 b3\ndeliver A1.1.reply\n")),
        "A hears that A1 stands at 0, and is done with it. A1 was acknowledged at 0, and the new \
         leader does not have it: it is lost."
    );
}
