//! Cases from the tests of real projects and from public reports, each with its source in
//! `data/kafka_cases.json`. Here they run against what the lesson's rules answer.

use five_slots::kafka::{
    Epoch, Header, Offset, Partition, ProducerId, ProducerState, Reply, Sequence, Slot, Window,
};
use serde_json::Value;
use std::collections::BTreeMap;

const CASES: &str = include_str!("data/kafka_cases.json");

/// What happens in the cases that do not run here, because it takes more than one leader that
/// judges batches: followers, transactions, retention, a clock, restarts. A case waits for the
/// part of the world that can do it.
const LATER: [(&str, &[&str]); 6] = [
    ("replicate", &["K08", "K09", "K23"]),
    ("marker", &["K11", "K12", "K13", "K14"]),
    ("expire", &["K16", "K27", "R07", "R08"]),
    ("reload_snapshot", &["K18"]),
    ("truncate", &["K20", "K37"]),
    ("delete_records", &["K24", "K27"]),
];

#[test]
fn the_lesson_answers_each_case_as_written() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let cases = list(&cases["cases"]);
    let (mut ran, mut produced, mut not_received) = (0, 0, 0);
    let mut later = BTreeMap::new();
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let steps = list(&case["steps"]);
        let beyond = steps.iter().map(op).filter(|op| !is_judged_here(op));
        let beyond: Vec<&str> = beyond.collect();
        for &op in &beyond {
            let ids: &mut Vec<&str> = later.entry(op).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        if beyond.is_empty() {
            ran += 1;
            let here = run(case, steps);
            produced += here;
            not_received += steps.len() - here;
        }
    }
    assert_eq!((cases.len(), ran), (41, 26));
    assert_eq!((produced, not_received), (85, 2));
    let expected: BTreeMap<&str, Vec<&str>> =
        LATER.iter().map(|(op, ids)| (*op, ids.to_vec())).collect();
    assert_eq!(later, expected);
}

fn is_judged_here(op: &&str) -> bool {
    matches!(*op, "produce" | "not_received")
}

/// Runs a case and returns how many of its steps were batches. A request that was not received
/// changes nothing, and that is all there is to it.
fn run(case: &Value, steps: &[Value]) -> usize {
    let mut partition = initial(&case["initial"]);
    let mut produced = 0;
    for (index, step) in steps.iter().enumerate() {
        if op(step) == "not_received" {
            continue;
        }
        produced += 1;
        let before = partition.clone();
        let decision = partition.append(header(step), ());
        let lesson = &step["lesson"];
        let answer = (
            word(decision.reply),
            decision.reply.base().map(|base| base.0),
        );
        let expected = (
            lesson["result"].as_str().unwrap(),
            lesson["base_offset"].as_i64(),
        );
        let place = format!("{} step {index}: {}", case["id"], decision);
        assert_eq!(answer, expected, "{place}");
        if answer.0 != "ok" {
            assert_eq!(partition, before, "{place}");
        }
        // `differs` is the file's own word on whether the real system answered otherwise.
        let real = &step["real"];
        let same =
            (real["result"].as_str(), real["base_offset"].as_i64()) == (Some(answer.0), answer.1);
        assert_eq!(!same, step["differs"].as_bool().unwrap(), "{place}");
    }
    produced
}

fn initial(initial: &Value) -> Partition {
    let mut partition = Partition::new(Offset(initial["log_end"].as_i64().unwrap_or(0)));
    for state in initial["state"].as_array().into_iter().flatten() {
        let slots: Vec<Slot> = list(&state["window"])
            .iter()
            .map(|slot| Slot {
                first: Sequence(int(&slot["first"])),
                last: Sequence(int(&slot["last"])),
                base: Offset(int(&slot["base_offset"])),
            })
            .collect();
        let known = ProducerState {
            epoch: Epoch(int(&state["epoch"])),
            window: Window::of(&slots).unwrap(),
        };
        partition.remember(ProducerId(int(&state["pid"])), known);
    }
    partition
}

fn header(step: &Value) -> Header {
    Header {
        pid: ProducerId(int(&step["pid"])),
        epoch: Epoch(int(&step["epoch"])),
        first: Sequence(int(&step["base_seq"])),
        records: int(&step["count"]),
    }
}

/// The file's word for an answer.
fn word(reply: Reply) -> &'static str {
    match reply {
        Reply::Ok { .. } => "ok",
        Reply::Duplicate { .. } => "duplicate",
        Reply::OutOfOrder => "out_of_order",
        Reply::Fenced => "fenced",
        Reply::InvalidRecord => "invalid_record",
    }
}

fn op(step: &Value) -> &str {
    step["op"].as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn int<T: TryFrom<i64>>(value: &Value) -> T {
    let number = value.as_i64().and_then(|number| number.try_into().ok());
    number.unwrap_or_else(|| panic!("not a number that fits: {value}"))
}
