//! The command-line tool as it is used: arguments and standard input in; output, complaints and
//! exit code out.

use expect_test::{Expect, expect};
use five_slots::scenario::CATALOGUE;
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs the tool with this on its standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_trace"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = tool.stdin.take().expect("it was piped");
    let input = input.to_vec();
    // On a thread of its own, since the tool may answer before it has read everything, or read
    // nothing at all; then writing fails, which is no concern of ours.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = tool.wait_with_output().expect("the tool ends");
    writer.join().expect("writing does not panic");
    output
}

/// What a run shows: its output, then complaints and exit code, if it does not end well.
fn shown(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let mut shown = String::from_utf8(output.stdout).expect("UTF-8");
    let complaints = String::from_utf8(output.stderr).expect("UTF-8");
    shown.extend(complaints.lines().map(|line| format!("! {line}\n")));
    match output.status.code() {
        Some(0) => {}
        code => shown += &format!("exit {}\n", code.expect("it was not killed")),
    }
    shown
}

fn check(arguments: &[&str], input: &str, expected: Expect) {
    expected.assert_eq(&shown(arguments, input.as_bytes()));
}

const TRACE: &str = "\
batch p-0 pid=31 epoch=0 seq=0 records=3
batch p-0 pid=31 epoch=0 seq=3 records=2
batch p-0 pid=31 epoch=0 seq=3 records=2
batch p-0 pid=31 epoch=0 seq=7 records=1
batch p-0 pid=31 epoch=1 seq=7 records=1
batch p-0 pid=31 epoch=1 seq=0 records=1
batch p-0 pid=31 epoch=0 seq=5 records=1
";

#[test]
fn batches_alone_are_a_complete_input() {
    check(
        &["replay", "-"],
        TRACE,
        expect![[r#"
        batch p-0 pid=31 epoch=0 seq=0 records=3
          OK base=0 (no state, s = 0), log end 3, window [0..2]
        batch p-0 pid=31 epoch=0 seq=3 records=2
          OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]
        batch p-0 pid=31 epoch=0 seq=3 records=2
          DUPLICATE base=3 (same range remembered), log end 5, window [0..2] [3..4]
        batch p-0 pid=31 epoch=0 seq=7 records=1
          OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [0..2] [3..4]
        batch p-0 pid=31 epoch=1 seq=7 records=1
          OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [0..2] [3..4]
        batch p-0 pid=31 epoch=1 seq=0 records=1
          OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 2 slots cleared
        batch p-0 pid=31 epoch=0 seq=5 records=1
          FENCED (older epoch, 0 < 1), log end 6, window [0..0]
    "#]],
    );
}

#[test]
fn json_is_one_object_a_line() {
    check(
        &["replay", "--json", "-"],
        TRACE,
        expect![[r#"
        {"step":1,"event":"batch p-0 pid=31 epoch=0 seq=0 records=3","facts":["OK base=0 (no state, s = 0), log end 3, window [0..2]"],"partition":"p-0","pid":31,"epoch":0,"reply":"OK","base_offset":0,"log_end_offset":3,"window":[[0,2,0]],"rule":1}
        {"step":2,"event":"batch p-0 pid=31 epoch=0 seq=3 records=2","facts":["OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]"],"partition":"p-0","pid":31,"epoch":0,"reply":"OK","base_offset":3,"log_end_offset":5,"window":[[0,2,0],[3,4,3]],"rule":4}
        {"step":3,"event":"batch p-0 pid=31 epoch=0 seq=3 records=2","facts":["DUPLICATE base=3 (same range remembered), log end 5, window [0..2] [3..4]"],"partition":"p-0","pid":31,"epoch":0,"reply":"DUPLICATE","base_offset":3,"log_end_offset":5,"window":[[0,2,0],[3,4,3]],"rule":4}
        {"step":4,"event":"batch p-0 pid=31 epoch=0 seq=7 records=1","facts":["OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [0..2] [3..4]"],"partition":"p-0","pid":31,"epoch":0,"reply":"OUT_OF_ORDER","base_offset":null,"log_end_offset":5,"window":[[0,2,0],[3,4,3]],"rule":4}
        {"step":5,"event":"batch p-0 pid=31 epoch=1 seq=7 records=1","facts":["OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [0..2] [3..4]"],"partition":"p-0","pid":31,"epoch":1,"reply":"OUT_OF_ORDER","base_offset":null,"log_end_offset":5,"window":[[0,2,0],[3,4,3]],"rule":3}
        {"step":6,"event":"batch p-0 pid=31 epoch=1 seq=0 records=1","facts":["OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 2 slots cleared"],"partition":"p-0","pid":31,"epoch":1,"reply":"OK","base_offset":5,"log_end_offset":6,"window":[[0,0,5]],"rule":3}
        {"step":7,"event":"batch p-0 pid=31 epoch=0 seq=5 records=1","facts":["FENCED (older epoch, 0 < 1), log end 6, window [0..0]"],"partition":"p-0","pid":31,"epoch":0,"reply":"FENCED","base_offset":null,"log_end_offset":6,"window":[[0,0,5]],"rule":2}
    "#]],
    );
    check(
        &["replay", "-", "--json"],
        "given p-1 log-end=7\nA send p-1 \"a \\ b\"\ndeliver A1.1\n\
         batch p-2 pid=-1 epoch=0 seq=0 records=2\nbatch p-2 pid=31 epoch=0 seq=-1 records=1\n\
         batch p-0 pid=9223372036854775807 epoch=0 seq=4 records=1\n",
        expect![[r#"
            {"step":1,"event":"A send p-1 \"a \\ b\"","facts":["InitProducerId: pid 31, epoch 0","A1.1 sent: pid 31, epoch 0, seq 0..0"]}
            {"step":2,"event":"deliver A1.1","facts":["OK base=7 (no state, s = 0), log end 8, window [0..0]","A1.1.reply sent: OK base=7"],"partition":"p-1","pid":31,"epoch":0,"reply":"OK","base_offset":7,"log_end_offset":8,"window":[[0,0,7]],"rule":1}
            {"step":3,"event":"batch p-2 pid=-1 epoch=0 seq=0 records=2","facts":["OK base=0 (not idempotent, nothing is checked), log end 2, window empty"],"partition":"p-2","pid":-1,"epoch":0,"reply":"OK","base_offset":0,"log_end_offset":2,"window":[],"rule":null}
            {"step":4,"event":"batch p-2 pid=31 epoch=0 seq=-1 records=1","facts":["INVALID_RECORD (negative sequence), log end 2, window empty"],"partition":"p-2","pid":31,"epoch":0,"reply":"INVALID_RECORD","base_offset":null,"log_end_offset":2,"window":[],"rule":null}
            {"step":5,"event":"batch p-0 pid=9223372036854775807 epoch=0 seq=4 records=1","facts":["OUT_OF_ORDER (no state, but s = 4), log end 0, window empty"],"partition":"p-0","pid":9223372036854775807,"epoch":0,"reply":"OUT_OF_ORDER","base_offset":null,"log_end_offset":0,"window":[],"rule":1}
        "#]],
    );
}

#[test]
fn other_rule_sets_and_brokers_have_the_same_lines() {
    check(
        &["replay", "-", "--json"],
        "rules kafka-1.0\nbrokers b5 b3\nmin-in-sync 2\ngiven p-1 pid=40 epoch=0 window=[2..2@2]\n\
         batch p-0 pid=31 epoch=0 seq=7 records=1\nbatch p-1 pid=40 epoch=0 seq=1 records=1\n\
         A send p-0 1\npause b3\ndeliver A1.1\ncrash b5\nelect p-0 b3\n\
         batch p-0 pid=31 epoch=0 seq=0 records=1\n",
        expect![[r#"
            {"step":1,"event":"batch p-0 pid=31 epoch=0 seq=7 records=1","facts":["UNKNOWN_PRODUCER_ID (no state, but s = 7), log end 0, window empty"],"partition":"p-0","pid":31,"epoch":0,"reply":"UNKNOWN_PRODUCER_ID","base_offset":null,"log_end_offset":0,"window":[],"rule":1}
            {"step":2,"event":"batch p-1 pid=40 epoch=0 seq=1 records=1","facts":["DUPLICATE_SEQUENCE_NUMBER (expected 3, got 1: behind the window), log end 3, window [2..2]"],"partition":"p-1","pid":40,"epoch":0,"reply":"DUPLICATE_SEQUENCE_NUMBER","base_offset":null,"log_end_offset":3,"window":[[2,2,2]],"rule":4}
            {"step":3,"event":"A send p-0 1","facts":["InitProducerId: pid 41, epoch 0","A1.1 sent to b5: pid 41, epoch 0, seq 0..0"]}
            {"step":4,"event":"pause b3","facts":["b3 stops copying"]}
            {"step":5,"event":"deliver A1.1","facts":["OK base=0 (no state, s = 0), log end 1, window [0..0]","A1.1 waits for b3"],"partition":"p-0","pid":41,"epoch":0,"reply":"OK","base_offset":0,"log_end_offset":1,"window":[[0,0,0]],"rule":1}
            {"step":6,"event":"crash b5","facts":["b5 crashes, its memory is gone","p-0 has no leader","no answer to A1.1","p-1 has no leader"]}
            {"step":7,"event":"elect p-0 b3","facts":["b3 leads p-0"]}
            {"step":8,"event":"batch p-0 pid=31 epoch=0 seq=0 records=1","facts":["NOT_ENOUGH_REPLICAS: in sync 1, needed 2"]}
        "#]],
    );
    check(
        &["replay", "-", "--explain"],
        "rules kafka-2.5\nbatch p-0 pid=31 epoch=0 seq=7 records=1\n",
        expect![[r#"
            batch p-0 pid=31 epoch=0 seq=7 records=1
              OK base=0 (no state, s = 7: any number is accepted), log end 1, window [7..7]
                1 No state     producer 31 is known here: no; s is 0 (here 7): no; any number is accepted: yes; decides
                2 Older epoch  not reached
                3 Newer epoch  not reached
                4 Same epoch   not reached
        "#]],
    );
}

#[test]
fn explain_adds_the_checks() {
    check(
        &["replay", "-", "--explain"],
        &format!("{TRACE}batch p-0 pid=31 epoch=0 seq=-5 records=1\nA send p-0 1\ndeliver A1.1"),
        expect![[r#"
            batch p-0 pid=31 epoch=0 seq=0 records=3
              OK base=0 (no state, s = 0), log end 3, window [0..2]
                1 No state     producer 31 is known here: no; s is 0 (here 0): yes; decides
                2 Older epoch  not reached
                3 Newer epoch  not reached
                4 Same epoch   not reached
            batch p-0 pid=31 epoch=0 seq=3 records=2
              OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 0 < 0: no
                3 Newer epoch  epoch 0 > 0: no
                4 Same epoch   (3, 4) is remembered: no; 3 = 2 + 1: yes; decides
            batch p-0 pid=31 epoch=0 seq=3 records=2
              DUPLICATE base=3 (same range remembered), log end 5, window [0..2] [3..4]
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 0 < 0: no
                3 Newer epoch  epoch 0 > 0: no
                4 Same epoch   (3, 4) is remembered, in slot 2: yes; decides
            batch p-0 pid=31 epoch=0 seq=7 records=1
              OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [0..2] [3..4]
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 0 < 0: no
                3 Newer epoch  epoch 0 > 0: no
                4 Same epoch   (7, 7) is remembered: no; 7 = 4 + 1: no; decides
            batch p-0 pid=31 epoch=1 seq=7 records=1
              OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [0..2] [3..4]
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 1 < 0: no
                3 Newer epoch  epoch 1 > 0: yes; s is 0 (here 7): no; decides
                4 Same epoch   not reached
            batch p-0 pid=31 epoch=1 seq=0 records=1
              OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 2 slots cleared
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 1 < 0: no
                3 Newer epoch  epoch 1 > 0: yes; s is 0 (here 0): yes; decides
                4 Same epoch   not reached
            batch p-0 pid=31 epoch=0 seq=5 records=1
              FENCED (older epoch, 0 < 1), log end 6, window [0..0]
                1 No state     producer 31 is known here: yes
                2 Older epoch  epoch 0 < 1: yes; decides
                3 Newer epoch  not reached
                4 Same epoch   not reached
            batch p-0 pid=31 epoch=0 seq=-5 records=1
              INVALID_RECORD (negative sequence), log end 6, window [0..0]
                1 No state     not reached
                2 Older epoch  not reached
                3 Newer epoch  not reached
                4 Same epoch   not reached
            A send p-0 1
              InitProducerId: pid 32, epoch 0
              A1.1 sent: pid 32, epoch 0, seq 0..0
            deliver A1.1
              OK base=6 (no state, s = 0), log end 7, window [0..0]
                1 No state     producer 32 is known here: no; s is 0 (here 0): yes; decides
                2 Older epoch  not reached
                3 Newer epoch  not reached
                4 Same epoch   not reached
              A1.1.reply sent: OK base=6
        "#]],
    );
}

#[test]
fn explain_adds_the_checks_to_json_too() {
    let first = TRACE.lines().next().unwrap_or_default();
    check(
        &["replay", "-", "--explain", "--json"],
        first,
        expect![[r#"
            {"step":1,"event":"batch p-0 pid=31 epoch=0 seq=0 records=3","facts":["OK base=0 (no state, s = 0), log end 3, window [0..2]"],"partition":"p-0","pid":31,"epoch":0,"reply":"OK","base_offset":0,"log_end_offset":3,"window":[[0,2,0]],"rule":1,"checks":[{"rule":1,"name":"No state","outcome":"decides","comparisons":[{"statement":"producer 31 is known here","holds":false},{"statement":"s is 0 (here 0)","holds":true}]},{"rule":2,"name":"Older epoch","outcome":"not reached","comparisons":[]},{"rule":3,"name":"Newer epoch","outcome":"not reached","comparisons":[]},{"rule":4,"name":"Same epoch","outcome":"not reached","comparisons":[]}]}
        "#]],
    );
}

/// A1 is lost, A2 is refused behind it, A1 comes through at its second attempt, and an old answer
/// comes last.
const BEHIND: &str = "\
A send p-0 1
A send p-0 1
drop A1.1
deliver A2.1
deliver A2.1.reply
retry A1
deliver A1.2
duplicate A1.2.reply
deliver A1.2.reply
deliver A1.2.replyb
";

#[test]
fn explain_adds_what_a_producer_asks_of_an_answer() {
    // The check of each batch is shown as well; here only what follows an answer is looked at.
    let heard = |text: &str| {
        let shown = shown(&["replay", "-", "--explain"], text.as_bytes());
        let mut blocks = Vec::new();
        let mut lines = shown.lines().peekable();
        while let Some(line) = lines.next() {
            if line.starts_with("deliver ") && line.contains(".reply") {
                blocks.push(format!("{line}\n"));
                while let Some(below) = lines.next_if(|below| below.starts_with(' ')) {
                    blocks.push(format!("{below}\n"));
                }
            }
        }
        blocks.concat()
    };
    expect![[r#"
        deliver A2.1.reply
          A2 stays open after OUT_OF_ORDER
            1 Does the batch still wait? Else nothing changes.  A2 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              OUT_OF_ORDER is an acknowledgement: no
            3 FENCED or invalid? Then it can never be.          OUT_OF_ORDER is final: no
            4 A retry left? Else it is given up.                a retry is left (0 of 2147483647 used): yes
            5 Will it pass by itself? Then again as it is.      OUT_OF_ORDER may pass: no
            6 Only behind another? Then it waits, else a gap.   A1 is before it: yes; decides
        deliver A1.2.reply
          A1 acknowledged, base 0
            1 Does the batch still wait? Else nothing changes.  A1 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              OK is an acknowledgement: yes; decides
            3 FENCED or invalid? Then it can never be.          not reached
            4 A retry left? Else it is given up.                not reached
            5 Will it pass by itself? Then again as it is.      not reached
            6 Only behind another? Then it waits, else a gap.   not reached
        deliver A1.2.replyb
          A1.2.replyb changes nothing: nobody waits for it
            1 Does the batch still wait? Else nothing changes.  A1 waits for an answer: no; decides
            2 OK or DUPLICATE? Then it is written.              not reached
            3 FENCED or invalid? Then it can never be.          not reached
            4 A retry left? Else it is given up.                not reached
            5 Will it pass by itself? Then again as it is.      not reached
            6 Only behind another? Then it waits, else a gap.   not reached
    "#]].assert_eq(&heard(BEHIND));
    // A gap, under a policy that has more to say after it; and the end of a life.
    expect![[r#"
        deliver A1.1.reply
          A1 was refused, and is numbered anew
            1 Does the batch still wait? Else nothing changes.  A1 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              OUT_OF_ORDER is an acknowledgement: no
            3 FENCED or invalid? Then it can never be.          OUT_OF_ORDER is final: no
            4 A retry left? Else it is given up.                a retry is left (0 of 1 used): yes
            5 Will it pass by itself? Then again as it is.      OUT_OF_ORDER may pass: no
            6 Only behind another? Then it waits, else a gap.   a batch was before it when it was sent: no; decides
          A begins its numbers anew: pid 31, epoch 1
          A1.2 sent: pid 31, epoch 1, seq 0..0
          A2.2 sent: pid 31, epoch 1, seq 1..1
        deliver B1.1.reply
          B is fenced, this life is over: B1 failed
            1 Does the batch still wait? Else nothing changes.  B1 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              FENCED is an acknowledgement: no
            3 FENCED or invalid? Then it can never be.          FENCED is final: yes; decides
            4 A retry left? Else it is given up.                not reached
            5 Will it pass by itself? Then again as it is.      not reached
            6 Only behind another? Then it waits, else a gap.   not reached
        deliver A2.1.reply
          A2.1.reply changes nothing: A2 has another number by now
            1 Does the batch still wait? Else nothing changes.  A2 waits under epoch 0, sequence 6: no; decides
            2 OK or DUPLICATE? Then it is written.              not reached
            3 FENCED or invalid? Then it can never be.          not reached
            4 A retry left? Else it is given up.                not reached
            5 Will it pass by itself? Then again as it is.      not reached
            6 Only behind another? Then it waits, else a gap.   not reached
    "#]].assert_eq(&heard(
        "policy bump\nretries 1\ngiven p-1 pid=40 epoch=1 window=[0..0@0]\n\
         producer A pid=31 epoch=0 next=p-0:5\nproducer B pid=40 epoch=0 next=p-1:1\n\
         A send p-0 1\nA send p-0 1\ndeliver A1.1\ndeliver A1.1.reply\n\
         B send p-1 1\ndeliver B1.1\ndeliver B1.1.reply\n\
         deliver A2.1\ndeliver A2.1.reply\n",
    ));
    // Another broker leads by now: the fifth question decides.
    expect![[r#"
        deliver A1.1.reply
          A1 stays open after NOT_LEADER
            1 Does the batch still wait? Else nothing changes.  A1 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              NOT_LEADER is an acknowledgement: no
            3 FENCED or invalid? Then it can never be.          NOT_LEADER is final: no
            4 A retry left? Else it is given up.                a retry is left (0 of 1 used): yes
            5 Will it pass by itself? Then again as it is.      NOT_LEADER may pass: yes; decides
            6 Only behind another? Then it waits, else a gap.   not reached
    "#]]
    .assert_eq(&heard(
        "retries 1\nbrokers b5 b3\nA send p-0 1\nelect p-0 b3\ndeliver A1.1\ndeliver A1.1.reply\n",
    ));
    // No retry is left: the fourth question decides.
    expect![[r#"
        deliver A1.2.reply
          A1 failed: retries used up
            1 Does the batch still wait? Else nothing changes.  A1 waits for an answer: yes
            2 OK or DUPLICATE? Then it is written.              OUT_OF_ORDER is an acknowledgement: no
            3 FENCED or invalid? Then it can never be.          OUT_OF_ORDER is final: no
            4 A retry left? Else it is given up.                a retry is left (1 of 1 used): no; decides
            5 Will it pass by itself? Then again as it is.      not reached
            6 Only behind another? Then it waits, else a gap.   not reached
          A begins its numbers anew: pid 31, epoch 1
    "#]].assert_eq(&heard(
        "retries 1\nproducer A pid=31 next=p-0:5\nA send p-0 1\nretry A1\n\
         deliver A1.2\ndeliver A1.2.reply\n",
    ));
}

#[test]
fn json_has_the_questions_too_and_only_where_an_answer_is_heard() {
    let output = run(&["replay", "-", "--explain", "--json"], BEHIND.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let questions = |step: usize| {
        let value: Value = serde_json::from_str(lines[step - 1]).expect("JSON");
        value.get("questions").cloned()
    };
    let asked: Vec<usize> = (1..=lines.len())
        .filter(|step| questions(*step).is_some())
        .collect();
    assert_eq!(asked, [5, 9, 10]);
    expect![[r#"
        {"step":5,"event":"deliver A2.1.reply","facts":["A2 stays open after OUT_OF_ORDER"],"questions":[{"question":1,"text":"Does the batch still wait? Else nothing changes.","outcome":"goes on","comparisons":[{"statement":"A2 waits for an answer","holds":true}]},{"question":2,"text":"OK or DUPLICATE? Then it is written.","outcome":"goes on","comparisons":[{"statement":"OUT_OF_ORDER is an acknowledgement","holds":false}]},{"question":3,"text":"FENCED or invalid? Then it can never be.","outcome":"goes on","comparisons":[{"statement":"OUT_OF_ORDER is final","holds":false}]},{"question":4,"text":"A retry left? Else it is given up.","outcome":"goes on","comparisons":[{"statement":"a retry is left (0 of 2147483647 used)","holds":true}]},{"question":5,"text":"Will it pass by itself? Then again as it is.","outcome":"goes on","comparisons":[{"statement":"OUT_OF_ORDER may pass","holds":false}]},{"question":6,"text":"Only behind another? Then it waits, else a gap.","outcome":"decides","comparisons":[{"statement":"A1 is before it","holds":true}]}]}
    "#]].assert_eq(&format!("{}\n", lines[4]));
    // Without --explain there are none, and the documented fields alone are there.
    let plain = shown(&["replay", "-", "--json"], BEHIND.as_bytes());
    assert!(!plain.contains("questions") && !plain.contains("checks"));
}

#[test]
fn compare_lays_a_second_setup_beside_the_first() {
    check(
        &["compare", "-", "--with", "idempotence off"],
        BEHIND,
        expect![[r#"
            second setup: idempotence off
            A send p-0 1
            < InitProducerId: pid 31, epoch 0
            < A1.1 sent: pid 31, epoch 0, seq 0..0
            > A1.1 sent, without a number
            A send p-0 1
            < A2.1 sent: pid 31, epoch 0, seq 1..1
            > A2.1 sent, without a number
            drop A1.1
              A1.1 lost
            deliver A2.1
            < OUT_OF_ORDER (no state, but s = 1), log end 0, window empty
            < A2.1.reply sent: OUT_OF_ORDER
            > OK base=0 (not idempotent, nothing is checked), log end 1, window empty
            > A2.1.reply sent: OK base=0
            deliver A2.1.reply
            < A2 stays open after OUT_OF_ORDER
            > A2 acknowledged, base 0
            retry A1
            < A1.2 sent: pid 31, epoch 0, seq 0..0
            > A1.2 sent, without a number
            deliver A1.2
            < OK base=0 (no state, s = 0), log end 1, window [0..0]
            < A1.2.reply sent: OK base=0
            > OK base=1 (not idempotent, nothing is checked), log end 2, window empty
            > A1 stands behind A2, which was sent after it
            > A1.2.reply sent: OK base=1
            duplicate A1.2.reply
              A1.2.replyb is a copy of A1.2.reply
            deliver A1.2.reply
            < A1 acknowledged, base 0
            > A1 acknowledged, base 1
            deliver A1.2.replyb
              A1.2.replyb changes nothing: nobody waits for it
            first difference: step 4
        "#]],
    );
    // What differs without an answer that differs is shown, and is no difference.
    check(
        &["compare", "--with=window 1", "-"],
        TRACE,
        expect![[r#"
            second setup: window 1
            batch p-0 pid=31 epoch=0 seq=0 records=3
              OK base=0 (no state, s = 0), log end 3, window [0..2]
            batch p-0 pid=31 epoch=0 seq=3 records=2
            < OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]
            > OK base=3 (3 = 2 + 1), log end 5, window [3..4], [0..2] fell out
            batch p-0 pid=31 epoch=0 seq=3 records=2
            < DUPLICATE base=3 (same range remembered), log end 5, window [0..2] [3..4]
            > DUPLICATE base=3 (same range remembered), log end 5, window [3..4]
            batch p-0 pid=31 epoch=0 seq=7 records=1
            < OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [0..2] [3..4]
            > OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [3..4]
            batch p-0 pid=31 epoch=1 seq=7 records=1
            < OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [0..2] [3..4]
            > OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [3..4]
            batch p-0 pid=31 epoch=1 seq=0 records=1
            < OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 2 slots cleared
            > OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 1 slot cleared
            batch p-0 pid=31 epoch=0 seq=5 records=1
              FENCED (older epoch, 0 < 1), log end 6, window [0..0]
            no difference in 7 steps
        "#]],
    );
    check(
        &["compare", "--with", "max-in-flight 1", "-"],
        "A send p-0 1\n",
        expect![[r#"
            second setup: max-in-flight 1
            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            no difference in 1 step
        "#]],
    );
    check(
        &["compare", "--with", "window 1", "-"],
        "",
        expect![[r#"
            second setup: window 1
            no difference in 0 steps
        "#]],
    );
}

#[test]
fn an_event_that_is_impossible_in_the_second_setup_is_shown_and_the_comparison_goes_on() {
    let lost = "A send p-0 1\nA send p-0 1\ndrop A1.1\nexpire A1\ndeliver A2.1\n\
                deliver A2.1.reply\nA send p-0 1\n";
    check(
        &["compare", "-", "--with", "max-in-flight 1, policy ignore"],
        lost,
        expect![[r#"
            second setup: max-in-flight 1, policy ignore
            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            A send p-0 1
            < A2.1 sent: pid 31, epoch 0, seq 1..1
            > A2 waits: A1 is open, and 1 may be in flight
            drop A1.1
              A1.1 lost
            expire A1
              A1 failed: expired
            < A2 failed: in flight with A1
            < A begins its numbers anew: pid 31, epoch 1
            > A2.1 sent: pid 31, epoch 0, seq 1..1
            deliver A2.1
              OUT_OF_ORDER (no state, but s = 1), log end 0, window empty
              A2.1.reply sent: OUT_OF_ORDER
            deliver A2.1.reply
            < A2.1.reply changes nothing: nobody waits for it
            > A2 failed: OUT_OF_ORDER with nothing before it
            A send p-0 1
            < A3.1 sent: pid 31, epoch 1, seq 0..0
            > A3.1 sent: pid 31, epoch 0, seq 2..2
            first difference: step 2
        "#]],
    );
    check(
        &["compare", "-", "--with", "acks 0", "--json"],
        "A send p-0 1\ndeliver A1.1\ndeliver A1.1.reply\nA send p-0 \"x\"\n",
        expect![[r#"
            {"step":1,"event":"A send p-0 1","facts":["InitProducerId: pid 31, epoch 0","A1.1 sent: pid 31, epoch 0, seq 0..0"],"other_facts":["A1.1 sent, without a number","A1 is done with: acks=0, nobody answers"],"differs":false}
            {"step":2,"event":"deliver A1.1","facts":["OK base=0 (no state, s = 0), log end 1, window [0..0]","A1.1.reply sent: OK base=0"],"other_facts":["OK base=0 (not idempotent, nothing is checked), log end 1, window empty"],"differs":true}
            {"step":3,"event":"deliver A1.1.reply","facts":["A1 acknowledged, base 0"],"impossible":"A1.1.reply is not on the wire: nothing is","differs":true}
            {"step":4,"event":"A send p-0 \"x\"","facts":["A2.1 sent: pid 31, epoch 0, seq 1..1"],"other_facts":["A2.1 sent, without a number","A2 is done with: acks=0, nobody answers"],"differs":false}
        "#]],
    );
}

#[test]
fn the_second_setup_of_a_text_is_compared_with_unless_another_is_named() {
    let text = "compare idempotence off\nA send p-0 1\nretry A1\ndeliver A1.1\n\
                deliver A1.2\n";
    let named = |arguments: &[&str]| {
        let shown = shown(arguments, text.as_bytes());
        let first = shown.lines().next().map(str::to_owned);
        (first, shown.lines().last().map(str::to_owned))
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        named(&["compare", "-"]),
        (
            some("second setup: idempotence off"),
            some("first difference: step 4")
        )
    );
    assert_eq!(
        named(&["compare", "-", "--with", "window 3, rules lesson"]),
        (
            some("second setup: rules lesson, window 3"),
            some("no difference in 4 steps")
        )
    );
}

#[test]
fn a_second_setup_that_cannot_be_is_named_with_its_place() {
    for (words, why) in [
        (
            "idempotnce off",
            "--with: line 1, column 1: found `idempotnce`, expected a setting: rules, window, \
             idempotence, acks, retries, max-in-flight, policy, brokers, min-in-sync. Did \
             you mean `idempotence`?",
        ),
        (
            "idempotence off, window 21",
            "--with: line 1, column 25: found `21`, expected how many slots, 1 to 20",
        ),
        (
            "window 1,window 2",
            "--with: line 1, column 10: found `window`, expected no second window",
        ),
        (
            "window 1 2",
            "--with: line 1, column 10: found `2`, expected the end of the line",
        ),
        (
            "window 1,",
            "--with: line 1, column 10: found nothing, expected a setting, such as idempotence off",
        ),
        (
            "",
            "--with: line 1, column 1: found nothing, expected a setting, such as idempotence off",
        ),
        (
            "acks 2",
            "--with: line 1, column 6: found `2`, expected how many acks: 0, 1, all",
        ),
        (
            "policy bmup",
            "--with: line 1, column 8: found `bmup`, expected a policy: reject, bump, bump-all, \
             stop, ignore, new-pid. Did you mean `bump`?",
        ),
        (
            "acks 1, idempotence on",
            "`idempotence on, acks 1` describes no world: idempotence needs acks=all, and acks is \
             1; without the line `idempotence on` it would be switched off",
        ),
    ] {
        let said = shown(&["compare", "-", "--with", words], TRACE.as_bytes());
        assert_eq!(said, format!("! {why}\nexit 2\n"));
    }
    // In the text, the place is that of the line.
    check(
        &["compare", "-"],
        "# Title\n\ncompare idempotence of\nA send p-0 1\n",
        expect![[r#"
            ! standard input: line 3, column 21: found `of`, expected on or off: on, off. Did you mean `on`?
            exit 2
        "#]],
    );
    check(
        &["compare", "-"],
        "idempotence on\ncompare retries 0\nA send p-0 1\n",
        expect![[r#"
            ! standard input: line 2, column 1: idempotence needs retries > 0, and retries is 0; without the line `idempotence on` it would be switched off
            exit 2
        "#]],
    );
    // What stands before the first event that cannot happen is compared.
    check(
        &["compare", "-", "--with", "window 2"],
        "A send p-0 1\ndrop A2.1\n",
        expect![[r#"
            second setup: window 2
            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            no difference in 1 step
            ! standard input: line 2, column 1: `drop A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
            exit 2
        "#]],
    );
}

#[test]
fn without_idempotence_a_batch_by_hand_is_judged_without_a_check() {
    check(
        &["replay", "-", "--json", "--explain"],
        "idempotence off\nbatch p-0 pid=31 epoch=0 seq=7 records=1\nA send p-0 1\n",
        expect![[r#"
            {"step":1,"event":"batch p-0 pid=31 epoch=0 seq=7 records=1","facts":["OK base=0 (not idempotent, nothing is checked), log end 1, window empty"],"partition":"p-0","pid":-1,"epoch":0,"reply":"OK","base_offset":0,"log_end_offset":1,"window":[],"rule":null,"checks":[{"rule":1,"name":"No state","outcome":"not reached","comparisons":[]},{"rule":2,"name":"Older epoch","outcome":"not reached","comparisons":[]},{"rule":3,"name":"Newer epoch","outcome":"not reached","comparisons":[]},{"rule":4,"name":"Same epoch","outcome":"not reached","comparisons":[]}]}
            {"step":2,"event":"A send p-0 1","facts":["A1.1 sent, without a number"]}
        "#]],
    );
}

#[test]
fn every_story_can_be_compared_line_by_line() {
    for listed in CATALOGUE {
        let path = format!("scenarios/{}.txt", listed.id);
        let arguments = ["compare", "--json", "--with", "idempotence off", &path];
        let output = run(&arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{path}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        for (index, line) in text.lines().enumerate() {
            let value: Value = serde_json::from_str(line).expect(line);
            let fields: Vec<&String> = value.as_object().expect(line).keys().collect();
            let other = match value["impossible"].is_string() {
                true => "impossible",
                false => "other_facts",
            };
            let mut expected = ["step", "event", "facts", other, "differs"];
            expected.sort_unstable();
            assert_eq!(fields, expected, "{line}");
            assert_eq!(value["step"], index + 1, "{line}");
            assert!(value["differs"].is_boolean(), "{line}");
        }
    }
}

#[test]
fn replay_ignores_facts_and_shows_what_comes_before_an_error() {
    check(
        &["replay", "-"],
        "# Title\n\n# Caption\nA send p-0 1\n  none of this\n  is true\ndrop A1.1\n# End.",
        expect![[r#"
            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            drop A1.1
              A1.1 lost
        "#]],
    );
    check(
        &["replay", "-"],
        "A send p-0 1\ndeliver A2.1\n",
        expect![[r#"
            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            ! standard input: line 2, column 1: `deliver A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
            exit 2
        "#]],
    );
    check(
        &["replay", "-", "--json"],
        "A send p-0 1\ndelivr A1.1\n",
        expect![[r#"
            {"step":1,"event":"A send p-0 1","facts":["InitProducerId: pid 31, epoch 0","A1.1 sent: pid 31, epoch 0, seq 0..0"]}
            ! standard input: line 2, column 1: found `delivr`, expected an event: batch, A send, A restart, deliver, drop, duplicate, retry, expire, stop, crash, start, pause, resume, snapshot, elect, shrink, move, roll, delete, forget. Did you mean `deliver`?
            exit 2
        "#]],
    );
    check(&["replay", "-"], "", expect![[""]]);
}

#[test]
fn every_line_of_json_can_be_read_and_says_what_is_asked_of_it() {
    for listed in CATALOGUE {
        let path = format!("scenarios/{}.txt", listed.id);
        let output = run(&["replay", "--json", "--explain", &path], b"");
        assert_eq!(output.status.code(), Some(0), "{path}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        for (index, line) in text.lines().enumerate() {
            let value: Value = serde_json::from_str(line).expect(line);
            assert_eq!(value["step"], index + 1, "{line}");
            assert!(
                value["event"].is_string() && value["facts"].is_array(),
                "{line}"
            );
            let reply = value["reply"].as_str();
            let judged = [
                "partition",
                "pid",
                "epoch",
                "base_offset",
                "log_end_offset",
                "window",
            ];
            for field in judged.iter().chain(&["rule", "checks"]) {
                assert_eq!(
                    value.get(field).is_some(),
                    reply.is_some(),
                    "{field} in {line}"
                );
            }
            let event = value["event"].as_str().unwrap_or_default();
            let heard = event.starts_with("deliver ") && event.contains(".reply");
            assert_eq!(value.get("questions").is_some(), heard, "{line}");
            let acknowledged = matches!(reply, Some("OK" | "DUPLICATE"));
            assert_eq!(value["base_offset"].is_i64(), acknowledged, "{line}");
        }
    }
}

#[test]
fn check_shows_the_first_fact_that_does_not_come_out() {
    check(
        &["check", "scenarios/lost-ack.txt", "scenarios/gap.txt"],
        "",
        expect![[r#"
            scenarios/lost-ack.txt: 6 events, as stated
            scenarios/gap.txt: 14 events, as stated
        "#]],
    );
    let good =
        "A send p-0 1\n  InitProducerId: pid 31, epoch 0\n  A1.1 sent: pid 31, epoch 0, seq 0..0\n";
    check(
        &["check", "-"],
        good,
        expect![[r#"
        standard input: 1 event, as stated
    "#]],
    );
    check(
        &["check", "-"],
        &good.replace("31, epoch 0\n", "32, epoch 0\n"),
        expect![[r#"
            standard input: line 2, under `A send p-0 1`
              stated:   InitProducerId: pid 32, epoch 0
              happened: InitProducerId: pid 31, epoch 0
            exit 1
        "#]],
    );
    check(
        &["check", "-"],
        &good.replace("  A1.1 sent: pid 31, epoch 0, seq 0..0\n", ""),
        expect![[r#"
            standard input: line 1, under `A send p-0 1`
              stated:   nothing
              happened: A1.1 sent: pid 31, epoch 0, seq 0..0
            exit 1
        "#]],
    );
    // It comes first also where something cannot be read further down.
    check(
        &["check", "-"],
        &format!("{good}  and more\ndrop A2.1"),
        expect![[r#"
            standard input: line 4, under `A send p-0 1`
              stated:   and more
              happened: nothing
            exit 1
        "#]],
    );
    check(
        &["check", "-", "scenarios/lost-ack.txt"],
        &format!("{good}drop A2.1"),
        expect![[r#"
            ! standard input: line 4, column 1: `drop A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
            exit 2
        "#]],
    );
}

#[test]
fn a_link_and_back_gives_the_text() {
    for listed in CATALOGUE {
        let path = format!("scenarios/{}.txt", listed.id);
        let output = run(&["link", &path, "--step", "3"], b"");
        let link = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(link.starts_with("#1;step=3;"), "{link}");
        let text = fs::read_to_string(&path).expect(&path);
        for address in [
            link.trim().to_owned(),
            format!("https://example.org/{}", link.trim()),
        ] {
            assert_eq!(shown(&["link", &address], b""), text, "{path}");
        }
    }
}

#[test]
fn links_say_what_is_wrong() {
    check(
        &["link", "-"],
        "A send p-0 2\n",
        expect![[r#"
        #1;rules+lesson;A+send+p-0+2
    "#]],
    );
    check(
        &["link", "-", "--step=1"],
        "A send p-0 2\n",
        expect![[r#"
        #1;step=1;rules+lesson;A+send+p-0+2
    "#]],
    );
    check(
        &["link", "--step", "2", "-"],
        "A send p-0 2\n",
        expect![[r#"
            ! standard input: there is no step 2, only 1
            exit 2
        "#]],
    );
    check(
        &["link", "-"],
        "A send p-0 2\ndrop A2.1\n",
        expect![[r#"
        ! standard input: line 2, column 1: `drop A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
        exit 2
    "#]],
    );
    check(
        &["link", "#1;step=1;rules+lesson;A+send+p-0+1;drop+A2.1"],
        "",
        expect![[r#"
            rules lesson

            A send p-0 1
              InitProducerId: pid 31, epoch 0
              A1.1 sent: pid 31, epoch 0, seq 0..0
            ! The link is good up to step 1, not beyond: line 3, column 1: `drop A2.1` is impossible here: A2.1 is not on the wire; there: A1.1
            exit 2
        "#]],
    );
    let long = TRACE.repeat(20);
    let output = run(&["link", "-"], long.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let note = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        note.starts_with("The link has ") && note.contains("beyond 2000"),
        "{note}"
    );
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    check(
        &["replay", "no/such/file"],
        "",
        expect![[r#"
        ! no/such/file: No such file or directory (os error 2)
        exit 2
    "#]],
    );
    expect![[r#"
        ! standard input: line 2, column 6: a text is written in UTF-8, and this is not
        exit 2
    "#]]
    .assert_eq(&shown(&["replay", "-"], b"# Title\n# caf\xe9\n"));
    expect![[r#"
        ! standard input: line 1, column 1: a text has at most 1048576 bytes
        exit 2
    "#]]
    .assert_eq(&shown(&["check", "-"], &vec![b'\n'; (1 << 20) + 1]));
    expect![[r#"
        ! standard input: line 1, column 1: a text has at most 1048576 bytes
        exit 2
    "#]]
    .assert_eq(&shown(&["replay", "-"], &vec![b'#'; 1 << 25]));
}

#[test]
fn arguments_that_mean_nothing_are_answered_with_the_usage() {
    let cases = [
        (&[][..], "no command"),
        (
            &["rpelay", "-"][..],
            "unknown command rpelay. Did you mean replay?",
        ),
        (&["replay"], "no file"),
        (&["replay", "a", "b"], "more than one file"),
        (
            &["replay", "-", "--jsno"],
            "unknown option --jsno. Did you mean --json?",
        ),
        (&["compare"], "no file"),
        (&["compare", "-", "a"], "more than one file"),
        (&["compare", "--with", "window 1"], "no file"),
        (&["compare", "-", "--explain"], "unknown option --explain"),
        (
            &["compare", "-", "--wiht", "window 1"],
            "unknown option --wiht. Did you mean --with?",
        ),
        // Neither the text nor the arguments name a second setup.
        (
            &["compare", "scenarios/worked-trace.txt"],
            "scenarios/worked-trace.txt has no line `compare`, so --with 'idempotence off' or the \
             like is needed",
        ),
        (&["check"], "no file"),
        (&["check", "-", "--json"], "unknown option --json"),
        (&["link"], "no file"),
        (
            &["link", "-", "--step"],
            "--step needs a number of events, not ``",
        ),
        (
            &["link", "-", "--step", "-1"],
            "--step needs a number of events, not `-1`",
        ),
        (
            &["link", "#1;rules+lesson", "--step", "1"],
            "a link has its own step",
        ),
    ];
    for (arguments, why) in cases {
        let output = run(arguments, b"");
        let complaint = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(complaint.lines().next(), Some(why), "{arguments:?}");
        assert!(complaint.contains("usage: trace replay FILE [--explain] [--json]"));
        assert!(complaint.contains("trace compare FILE [--with 'SETTINGS'] [--json]"));
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{arguments:?}"
        );
    }
    for help in ["help", "--help", "-h"] {
        let output = run(&[help], b"");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
        assert!(output.stdout.starts_with(b"usage: "));
    }
}

#[test]
fn the_largest_recording_is_no_trouble_and_a_reader_may_leave_early() {
    let event = "batch p-0 pid=31 epoch=0 seq=9 records=1\n";
    let text = event.repeat(20_000);
    let whole = run(&["replay", "--explain", "-"], text.as_bytes());
    assert_eq!(whole.status.code(), Some(0));
    assert_eq!(
        whole.stdout.iter().filter(|byte| **byte == b'\n').count(),
        120_000
    );

    let compared = run(&["compare", "--with", "window 1", "-"], text.as_bytes());
    assert_eq!(compared.status.code(), Some(0));
    assert!(
        compared
            .stdout
            .ends_with(b"\nno difference in 20000 steps\n")
    );

    let mut tool = Command::new(env!("CARGO_BIN_EXE_trace"))
        .args(["replay", "--explain", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = tool.stdin.take().expect("it was piped");
    stdin
        .write_all(text.as_bytes())
        .expect("it reads everything");
    drop(stdin);
    let mut some = [0; 100];
    let mut stdout = tool.stdout.take().expect("it was piped");
    stdout.read_exact(&mut some).expect("it writes");
    drop(stdout);
    let output = tool.wait_with_output().expect("the tool ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}
