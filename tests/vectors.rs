//! Cases from the tests of real projects and from public reports, each with its source in
//! `data/kafka_cases.json`. Here they run against what the lesson's rules answer: at the broker
//! alone, and those that a client leads to, from what its application and the network do.

use five_slots::kafka::{
    Epoch, Header, Offset, Partition, PartitionId, ProducerId, ProducerState, Reply, Sequence,
    Slot, Window,
};
use five_slots::scenario::Opened;
use five_slots::sim::Fact;
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

/// Cases as a whole world plays them: who sends, what the network loses, and what the producer then
/// does by itself. Each has setup lines and events, and a fact that must be among what comes out.
/// What was there before is the case's own.
const PLAYED: [(&str, &str, &str); 14] = [
    // P06: a message times out in the client, which goes on with the next number.
    (
        "K35",
        "policy ignore
         producer A pid=1
         A send p-0 1
         deliver A1.1
         deliver A1.1.reply
         A send p-0 1
         drop A2.1
         expire A2
         A send p-0 1
         deliver A3.1
         deliver A3.1.reply
         A send p-0 1
         deliver A4.1
         deliver A4.1.reply",
        "A4 failed: OUT_OF_ORDER with nothing before it",
    ),
    // The same client rule, with the numbers of another project's test.
    (
        "R05",
        "policy ignore
         producer A pid=1
         A send p-0 5
         deliver A1.1
         deliver A1.1.reply
         A send p-0 1
         drop A2.1
         expire A2
         A send p-0 5
         deliver A3.1
         deliver A3.1.reply",
        "A3 failed: OUT_OF_ORDER with nothing before it",
    ),
    // P18: a batch on another partition fails, and the whole producer begins anew.
    (
        "K33",
        "policy bump-all
         given p-1 pid=57024 epoch=0 window=[76..76@100]
         producer A pid=57024 next=p-0:77,p-1:77
         A send p-0 \"77\"
         deliver A1.1
         drop A1.1.reply
         A send p-1 1
         A send p-1 3
         drop A2.1
         deliver A3.1
         deliver A3.1.reply
         expire A2
         deliver A1.2
         deliver A1.2.reply",
        "\"77\" stands at 15167 and again at 15168: a retry was appended",
    ),
    // P61: two instances of one application send the same.
    (
        "K40",
        "producer A pid=1
         producer B pid=2
         A send p-0 \"x\"
         deliver A1.1
         deliver A1.1.reply
         B send p-0 \"x\"
         deliver B1.1
         deliver B1.1.reply",
        "\"x\" stands at 0 and again at 1: sent again, not retried",
    ),
    // P01: the second batch overtakes the first on a new partition. These rules refuse it.
    (
        "K25",
        "producer A pid=1
         A send p-0 17
         A send p-0 5
         drop A1.1
         deliver A2.1
         deliver A2.1.reply
         retry A1
         deliver A1.2
         drop A1.2.reply
         retry A1
         deliver A1.3
         deliver A1.3.reply",
        "A2 stays open after OUT_OF_ORDER",
    ),
    // P29 and P27: two clients number wrongly, which none of ours does. Their batches by hand.
    (
        "K29",
        "batch p-0 pid=74 epoch=0 seq=158 records=1",
        "OUT_OF_ORDER (expected 157, got 158: a gap ahead), log end 157, window [156..156]",
    ),
    (
        "K31",
        "batch p-0 pid=1 epoch=0 seq=0 records=1 labels=\"first\"
         batch p-0 pid=1 epoch=0 seq=0 records=1 labels=\"second\"
         batch p-0 pid=1 epoch=0 seq=0 records=1 labels=\"third\"",
        "DUPLICATE base=0 (same range remembered), log end 1, window [0..0]",
    ),
    // A retry while the first copy is still on its way.
    (
        "R06",
        "producer A pid=1
         A send p-0 5
         retry A1
         deliver A1.1
         deliver A1.2
         deliver A1.2.reply",
        "A1 acknowledged, base 0",
    ),
    // The network keeps copies of the last five of ten batches.
    (
        "R03",
        "producer A pid=1
         A send p-0 5
         deliver A1.1
         deliver A1.1.reply
         A send p-0 5
         deliver A2.1
         deliver A2.1.reply
         A send p-0 5
         deliver A3.1
         deliver A3.1.reply
         A send p-0 5
         deliver A4.1
         deliver A4.1.reply
         A send p-0 5
         deliver A5.1
         deliver A5.1.reply
         A send p-0 5
         A send p-0 5
         A send p-0 5
         A send p-0 5
         A send p-0 5
         duplicate A6.1
         duplicate A7.1
         duplicate A8.1
         duplicate A9.1
         duplicate A10.1
         deliver A6.1
         deliver A7.1
         deliver A8.1
         deliver A9.1
         deliver A10.1
         deliver A6.1b
         deliver A7.1b
         deliver A8.1b
         deliver A9.1b
         deliver A10.1b",
        "A10.1b.reply sent: DUPLICATE base=45",
    ),
    (
        "K15",
        "producer A pid=1
         A send p-0 6
         A send p-0 5
         deliver A1.1
         deliver A2.1",
        "A2.1.reply sent: OK base=6",
    ),
    // At the wrap, and over it.
    (
        "K04",
        "producer A pid=1 epoch=15 next=p-0:0
         A send p-0 1
         deliver A1.1",
        "A1.1.reply sent: OK base=736",
    ),
    (
        "R10",
        "producer A pid=1 epoch=15 next=p-0:2147483637
         A send p-0 21
         deliver A1.1",
        "A1.1 sent: pid 1, epoch 15, seq 2147483637..9",
    ),
    // A zombie's two batches come after its successor's first.
    (
        "R11",
        "producer A pid=1 transactional-id=orders
         A send p-0 1
         A send p-0 1
         A restart leaving Z
         A send p-0 1
         deliver A3.1
         deliver A2.1
         deliver A1.1
         deliver A1.1.reply",
        "Z is fenced, this life is over: A1, A2 failed",
    ),
    // Without idempotence.
    (
        "R01",
        "idempotence off
         A send p-0 5
         deliver A1.1
         drop A1.1.reply
         retry A1
         deliver A1.2",
        "\"a1\" stands at 0 and again at 5: a retry was appended",
    ),
];

#[test]
fn what_a_client_does_leads_to_the_steps_of_the_case() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let mut steps = 0;
    for (id, text, told) in PLAYED {
        let mut cases = list(&cases["cases"]).iter();
        let case = cases.find(|case| case["id"] == id).expect(id);
        let given = given(&case["initial"]);
        let text = format!("{given}{text}");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let opened =
            Opened::whole(&lines.join("\n")).unwrap_or_else(|error| panic!("{id}: {error}"));
        let steps_played = opened.timeline.steps().iter();
        let facts: Vec<&Fact> = steps_played.flat_map(|step| &step.facts).collect();
        let judged = facts.iter().filter_map(|fact| match fact {
            Fact::Judged {
                partition,
                decision,
                ..
            } if *partition == PartitionId::new(0).unwrap() => Some(decision),
            _ => None,
        });
        let judged: Vec<(Header, &str, Option<i64>)> = judged
            .map(|decision| {
                let base = decision.reply.base().map(|base| base.0);
                (decision.batch, word(decision.reply), base)
            })
            .collect();
        let produced = list(&case["steps"])
            .iter()
            .filter(|step| op(step) == "produce");
        let expected: Vec<(Header, &str, Option<i64>)> = produced
            .map(|step| {
                let lesson = &step["lesson"];
                let result = lesson["result"].as_str().unwrap();
                (header(step), result, lesson["base_offset"].as_i64())
            })
            .collect();
        assert_eq!(judged, expected, "{id}");
        let facts: Vec<String> = facts.iter().map(ToString::to_string).collect();
        assert!(facts.iter().any(|fact| fact == told), "{id}: {facts:#?}");
        steps += judged.len();
    }
    assert_eq!(steps, 42);
}

/// The state that a case begins with, as setup lines.
fn given(initial: &Value) -> String {
    let mut lines = String::new();
    if let Some(log_end) = initial["log_end"].as_i64() {
        lines += &format!("given p-0 log-end={log_end}\n");
    }
    for state in initial["state"].as_array().into_iter().flatten() {
        let slots = list(&state["window"]).iter().map(|slot| {
            format!(
                "{}..{}@{}",
                slot["first"], slot["last"], slot["base_offset"]
            )
        });
        let slots: Vec<String> = slots.collect();
        let (pid, epoch) = (&state["pid"], &state["epoch"]);
        let slots = slots.join(",");
        lines += &format!("given p-0 pid={pid} epoch={epoch} window=[{slots}]\n");
    }
    lines
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
