//! "What does my broker say?": each line becomes a scenario in which the broker says just that.

#[path = "diagnose/cases.rs"]
mod cases;

use cases::{CASES, Case};
use five_slots::diagnose::{Diagnosis, FORMS, Unread, diagnose};
use five_slots::scenario::{Opened, open};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// What the broker says at the step that is shown.
fn says(diagnosis: &Diagnosis) -> Vec<String> {
    let mut facts = diagnosis.opened.facts();
    facts.swap_remove(diagnosis.step - 1)
}

fn event(diagnosis: &Diagnosis) -> String {
    let steps = diagnosis.opened.timeline.steps();
    steps
        .get(diagnosis.step - 1)
        .expect("it is there")
        .entry
        .event
        .to_string()
}

fn read(line: &str) -> Diagnosis {
    diagnose(line).unwrap_or_else(|unread| panic!("{line}: {}", unread.why))
}

fn refused(line: &str) -> Unread {
    match diagnose(line) {
        Err(unread) => unread,
        Ok(diagnosis) => panic!("{line} is read:\n{}", diagnosis.text),
    }
}

#[test]
fn each_line_is_said_with_its_numbers() {
    for Case {
        line,
        rules,
        event: expected,
        fact,
        told,
        assumed,
    } in CASES
    {
        let diagnosis = read(line);
        let Diagnosis { text, opened, .. } = &diagnosis;
        assert_eq!(event(&diagnosis), *expected, "{line}\n{text}");
        let facts = says(&diagnosis);
        assert!(facts.iter().any(|said| said == fact), "{line}\n{facts:#?}");
        assert_eq!(opened.timeline.setup().rules.name(), *rules, "{line}");
        let about = &opened.scenario.about;
        let begins = |head: &str| about.lines().rev().find_map(|line| line.strip_prefix(head));
        assert_eq!(
            begins("The line says: ").unwrap_or_default(),
            *told,
            "{line}"
        );
        assert_eq!(begins("Assumed: ").unwrap_or_default(), *assumed, "{line}");
    }
}

#[test]
fn each_is_a_whole_story() {
    let examples = FORMS.iter().flat_map(|form| form.examples.lines());
    for line in CASES.iter().map(|case| case.line).chain(examples) {
        let diagnosis = read(line);
        let opened = Opened::whole(&diagnosis.text).expect("it was opened");
        let scenario = &opened.scenario;
        assert!(
            !scenario.title.is_empty() && !scenario.closing.is_empty(),
            "{line}"
        );
        let refusal = &opened
            .timeline
            .steps()
            .get(diagnosis.step - 1)
            .expect("it is there")
            .entry;
        assert!(refusal.caption.is_some(), "{line}");
        // No place was left unfilled, and no line is longer than those of the other stories.
        assert!(!diagnosis.text.contains(['{', '}']), "{}", diagnosis.text);
        let printed = scenario.print(&opened.facts());
        let again = Opened::whole(&printed).expect("what was printed can be read");
        assert_eq!(again.scenario.print(&again.facts()), printed);
        assert!(again.mismatch.is_none());
    }
}

#[test]
fn every_form_has_a_case_and_is_found_by_its_examples() {
    // An epoch that no batch can have: the line is recognised, and there is no such story.
    let form_of = |line: &str| refused(&format!("{line}\nepoch=99999")).form;
    for form in FORMS {
        assert!(
            CASES.iter().any(|case| form_of(case.line) == Some(form)),
            "{form:?}"
        );
        for line in form.examples.lines() {
            assert_eq!(form_of(line), Some(form), "{line}");
        }
    }
}

#[test]
fn the_gap_closes_when_what_is_missing_comes() {
    let diagnosis = read(CASES[0].line);
    let facts: Vec<String> = diagnosis.opened.facts().concat();
    let replies: Vec<&str> = facts
        .iter()
        .filter_map(|fact| fact.split(' ').next())
        .collect();
    assert_eq!(replies, ["OUT_OF_ORDER", "OK", "OK"]);
}

#[test]
fn with_retries_nothing_is_lost() {
    let diagnosis =
        read("Got error produce response, retrying. Error: OUT_OF_ORDER_SEQUENCE_NUMBER");
    let facts: Vec<String> = diagnosis.opened.facts().concat();
    for settled in ["A1 acknowledged", "A2 acknowledged"] {
        assert!(
            facts.iter().any(|fact| fact.starts_with(settled)),
            "{facts:#?}"
        );
    }
    assert!(
        !facts.iter().any(|fact| fact.contains("failed")),
        "{facts:#?}"
    );
}

#[test]
fn what_stands_around_the_line_does_not_matter() {
    let plain = read(CASES[0].line);
    let around = [
        format!(
            "[2024-05-25 13:14:17,891] ERROR [ReplicaManager broker=1] {}",
            CASES[0].line
        ),
        format!(
            "2024-05-25T13:14:17.891Z kafka-broker | INFO started\n\n\
             org.apache.kafka.common.errors.OutOfOrderSequenceException: {}\n\
             \tat org.apache.kafka.Log.append(Log.java:1)\n\tat java.lang.Thread.run(Thread.java:9)",
            CASES[0].line
        ),
        format!("{{\"level\":\"ERROR\",\"message\":\"{}\"}}", CASES[0].line),
        CASES[0].line.replace("in partition ", "in partition\n   "),
        format!("    {}\n    at x\n", CASES[0].line),
    ];
    for line in around {
        assert_eq!(read(&line).text, plain.text, "{line}");
    }
}

#[test]
fn the_line_before_names_the_partition() {
    let diagnosis = read(
        "ERROR [ReplicaManager broker=0] Error processing append operation on partition t-4 (x)\n\
         Out of order sequence number for producerId 74: 158 (incoming seq. number), \
         156 (current end sequence number)",
    );
    assert_eq!(
        event(&diagnosis),
        "batch p-4 pid=74 epoch=0 seq=158 records=1"
    );
}

#[test]
fn the_first_line_that_can_be_read_counts() {
    let diagnosis = read("hello\nUNKNOWN_PRODUCER_ID\nOUT_OF_ORDER_SEQUENCE_NUMBER");
    assert!(says(&diagnosis)[0].starts_with("UNKNOWN_PRODUCER_ID"));
}

#[test]
fn what_was_meant_to_be_added_and_is_not_is_named() {
    let line = "Out of order sequence number for producer 1234 at offset 77 in partition orders-3: \
                10 (incoming seq. number), 7 (current end sequence number)";
    for slip in ["record=5", "records=five", "epoch=1 sec=7"] {
        let why = refused(&format!("{line}\n{slip}\n")).why;
        assert!(why.starts_with(&format!("{slip} adds nothing")), "{why}");
        assert!(why.contains("records="), "{why}");
    }
    // What only looks a little like it belongs to the log.
    read(&format!("{line}\nacks=-1 batch.size=16384\n"));
}

#[test]
fn what_the_line_does_not_say_can_be_added() {
    let line = CASES[0].line;
    let diagnosis = read(&format!("{line}\nrecords=5 epoch=3\nrules kafka-1.1\n"));
    assert_eq!(
        event(&diagnosis),
        "batch p-3 pid=1234 epoch=3 seq=10 records=5"
    );
    assert_eq!(diagnosis.opened.timeline.setup().rules.name(), "kafka-1.1");
    let about = &diagnosis.opened.scenario.about;
    assert!(about.contains("Added: epoch=3, records=5."), "{about}");
    assert!(!about.contains("Assumed"), "{about}");
}

#[test]
fn what_cannot_be_shown_is_said() {
    let gap = |seq: &str, newest: &str| {
        format!(
            "Out of order sequence number for producer 1 at offset 5 in partition t-0: {seq} \
             (incoming seq. number), {newest} (current end sequence number)"
        )
    };
    for (line, why) in [
        (String::new(), "no line here is one that can be read"),
        ("all is well".into(), "no line here is one that can be read"),
        (gap("8", "7"), "the broker says OK base=5 (8 = 7 + 1)"),
        (
            gap("0", "2147483647"),
            "the broker says OK base=5 (0 = 2147483647 + 1, with the wrap)",
        ),
        (
            gap("2147483648", "7"),
            "found `2147483648`, expected a sequence",
        ),
        (gap("-3", "7"), "the broker says INVALID_RECORD"),
        (
            gap("99999999999999999999", "7"),
            "found `-9223372036854775808`, expected a sequence",
        ),
        (
            gap("9", "7").replace("producer 1", "producer 9223372036854775808"),
            "found `-9223372036854775808`, expected a producer id",
        ),
        (
            "Epoch of producer 1 at offset 5 in t-0 is 2, which is smaller than the last seen \
             epoch 2"
                .into(),
            "the broker says OUT_OF_ORDER",
        ),
        (
            "UNKNOWN_PRODUCER_ID\nepoch=32768".into(),
            "found `32768`, expected an epoch",
        ),
        (
            "UNKNOWN_PRODUCER_ID\nrules kafka-2.5".into(),
            "the broker says OK",
        ),
        (
            "UNKNOWN_PRODUCER_ID\nrules kafka-2".into(),
            "found `kafka-2`, expected a rule set",
        ),
    ] {
        let unread = refused(&line);
        assert!(unread.why.contains(why), "{line}: {}", unread.why);
    }
    let all = FORMS.iter().map(|form| form.examples.lines().count());
    assert_eq!(refused("").examples().count(), all.sum::<usize>());
    assert_eq!(refused(&gap("8", "7")).examples().count(), 4);
}

#[test]
fn a_partition_that_the_page_has_not_is_another_and_it_is_said() {
    let line = CASES[0].line.replace("orders-3", "orders-37");
    let diagnosis = read(&line);
    assert!(event(&diagnosis).starts_with("batch p-0 "));
    let about = &diagnosis.opened.scenario.about;
    assert!(
        about.contains("partition orders-37, here p-0 (there are p-0 to p-15)"),
        "{about}"
    );
}

/// A case, cut up: letters and numbers changed, words dropped, doubled or taken from another.
fn mutated() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        any::<i64>(),
        -2_i64..20,
        Just(i64::from(i32::MAX)),
        Just(i64::from(i32::MAX) - 1),
        Just(32_767),
    ];
    let change = (0..5_u8, any::<prop::sample::Index>(), number, any::<char>());
    let pick = || prop::sample::select(CASES).prop_map(|case| case.line.to_owned());
    (pick(), pick(), prop::collection::vec(change, 0..6)).prop_map(|(mut line, other, changes)| {
        for (kind, place, number, letter) in changes {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let at = place.index(words.len());
            match kind {
                0 => words[at] = number.to_string(),
                1 => {
                    words[at] =
                        words[at].replace(|old: char| old.is_ascii_digit(), &letter.to_string())
                }
                2 => drop(words.remove(at)),
                3 => words.insert(at, other.split(' ').nth(at).unwrap_or("\n").to_owned()),
                _ => {
                    let digits = |old: char| old.is_ascii_digit();
                    let plain = words[at].trim_matches(digits).to_owned();
                    words[at] = format!("{number}{plain}{number}");
                }
            }
            line = words.join(" ");
            if line.is_empty() {
                return line;
            }
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_line_is_refused_or_opens(line in mutated(), more in "(records=[0-9]{1,7}|rules kafka-2.4|newest=-?[0-9]{1,10}|)") {
        let line = format!("{line}\n{more}");
        match diagnose(&line) {
            Ok(diagnosis) => {
                let opened = open(&diagnosis.text);
                prop_assert!(opened.error.is_none(), "{line}\n{:?}", opened.error);
                prop_assert!(diagnosis.step <= opened.timeline.len());
                let said = opened.facts().swap_remove(diagnosis.step - 1);
                let errors = ["OUT_OF_ORDER", "FENCED", "UNKNOWN_PRODUCER_ID", "DUPLICATE_SEQUENCE_NUMBER", "NOT_"];
                prop_assert!(said.iter().any(|fact| errors.iter().any(|error| fact.contains(error))), "{line}\n{said:?}");
            }
            Err(unread) => prop_assert!(!unread.why.is_empty(), "{line}"),
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "(\\PC|\n| |=|[0-9]|OUT_OF_ORDER_SEQUENCE|partition |\\(incoming seq. number\\)|current isr |set\\(|is ){0,60}") {
        let _ = diagnose(&text);
    }
}

#[test]
fn the_tool_prints_the_scenario_with_its_facts() {
    let trace = |input: &str| {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_trace"))
            .args(["diagnose", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool runs");
        let mut stdin = tool.stdin.take().expect("it listens");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        tool.wait_with_output().expect("it ends")
    };
    let good = trace(CASES[0].line);
    assert_eq!(good.status.code(), Some(0));
    let text = String::from_utf8(good.stdout).expect("UTF-8");
    assert!(text.contains(CASES[0].fact), "{text}");
    let opened = Opened::whole(&text).expect("it can be read");
    assert_eq!(opened.scenario.print(&opened.facts()), text);

    let bad = trace("all is well");
    assert_eq!(bad.status.code(), Some(2));
    assert!(bad.stdout.is_empty());
    let complaint = String::from_utf8(bad.stderr).expect("UTF-8");
    assert!(complaint.starts_with("standard input: no line here is one that can be read"));
    assert!(complaint.contains("NOT_LEADER_OR_FOLLOWER"), "{complaint}");
}
