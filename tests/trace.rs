//! The command-line tool as it is used: arguments and standard input in; output, complaints and
//! exit code out.

use expect_test::{Expect, expect};
use five_slots::scenario::CATALOGUE;
use serde_json::Value;
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
            ! standard input: line 2, column 1: found `delivr`, expected an event: batch, A send, A restart, deliver, drop, duplicate, retry. Did you mean `deliver`?
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
        for address in [
            link.trim().to_owned(),
            format!("https://example.org/{}", link.trim()),
        ] {
            assert_eq!(shown(&["link", &address], b""), listed.text, "{path}");
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
