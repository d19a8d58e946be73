//! Cases from the tests of real projects and from public reports, each with its source in
//! `data/kafka_cases.json`. Here they run against what the lesson's rules and each generation of
//! Kafka answer: at the broker alone, and those that a client leads to, from what its application
//! and the network do.

use five_slots::kafka::{
    Epoch, Header, Logged, Offset, Partition, PartitionId, ProducerId, ProducerState, Reply,
    RuleSet, Sequence, Slot, Window,
};
use five_slots::scenario::Opened;
use five_slots::sim::Fact;
use serde_json::Value;

const CASES: &str = include_str!("data/kafka_cases.json");

/// The generations of the file, oldest first, and the rule set that each is here.
const GENERATIONS: [(&str, RuleSet); 7] = [
    ("0.11", RuleSet::Kafka0_11),
    ("1.0", RuleSet::Kafka1_0),
    ("1.1-2.0.0", RuleSet::Kafka1_1),
    ("2.0.1-2.3", RuleSet::Kafka2_0_1),
    ("2.4", RuleSet::Kafka2_4),
    ("2.5-4.4", RuleSet::Kafka2_5),
    ("4.5", RuleSet::Kafka4_5),
];

/// Cases that no partition here can play, because transactions are left out: markers, and the
/// entry that is kept while a transaction is verified.
const MARKERS: [&str; 4] = ["K11", "K12", "K13", "K14"];
const VERIFICATION: [&str; 1] = ["K39"];

/// Cases of other vendors' brokers, which are no rule set here. Their lesson column is.
const OTHER_BROKERS: [&str; 14] = [
    "R01", "R03", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R14", "F02", "F04", "F05",
    "F06",
];

/// What the cases of one broker came to.
#[derive(Default, Debug, PartialEq)]
struct Ran {
    cases: u32,
    /// Batches that a leader judged.
    produced: u32,
    /// What was copied, expired, deleted, cut back and read again.
    other: u32,
    /// Requests that were not received. That changes nothing, and that is all there is to it.
    not_received: u32,
    /// Answers of this generation that are not those of the one that the case is from.
    own: u32,
}

#[test]
fn the_lesson_answers_each_case_as_written() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let cases = list(&cases["cases"]);
    let (mut ran, mut later) = (Ran::default(), Vec::new());
    for case in cases {
        if list(&case["steps"]).iter().any(|step| op(step) == "marker") {
            later.push(case["id"].as_str().unwrap());
            continue;
        }
        let mut differing = Vec::new();
        run(case, RuleSet::Lesson, &mut ran, |index, step, given| {
            // `differs` is the file's own word on whether the real system answered otherwise.
            let differs = given != told(&step["real"]);
            let said = step["differs"].as_bool().unwrap_or(false);
            assert_eq!(differs, said, "{step}");
            if differs {
                differing.push(Value::from(index));
            }
            let lesson = &step["lesson"];
            told(if lesson.is_null() {
                &step["real"]
            } else {
                lesson
            })
        });
        if case["id"] == "K27" {
            // Both accept its last batch; but the lesson does so with a warning, and that is what
            // the file means here.
            assert_eq!(differing, [] as [Value; 0]);
            differing.push(3.into());
        }
        assert_eq!(differing, list(&case["differing_steps"]), "{}", case["id"]);
        assert_eq!(!differing.is_empty(), case["differs"], "{}", case["id"]);
    }
    let expected = Ran {
        cases: 37,
        produced: 118,
        other: 13,
        not_received: 2,
        own: 0,
    };
    assert_eq!((cases.len(), ran), (41, expected));
    assert_eq!(later, MARKERS);
}

#[test]
fn every_generation_of_kafka_answers_its_cases_as_written() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let cases = list(&cases["cases"]);
    let (mut others, mut left_out) = (Vec::new(), Vec::new());
    let mut ran = GENERATIONS.map(|_| Ran::default());
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let family = &case["real_family"];
        if !GENERATIONS.iter().any(|(name, _)| family == name) {
            others.push(id);
            continue;
        }
        if MARKERS.contains(&id) || VERIFICATION.contains(&id) {
            left_out.push(id);
            continue;
        }
        for ((generation, rules), ran) in GENERATIONS.iter().zip(&mut ran) {
            let own = &case["other_kafka_versions"][generation];
            assert!(own.is_null() || family != generation, "{id}");
            let mut found = 0;
            run(case, *rules, ran, |index, step, _| {
                let own = &own[index.to_string()];
                if own.is_null() {
                    return told(&step["real"]);
                }
                found += 1;
                told(own)
            });
            let named = own.as_object().map_or(0, |steps| steps.len());
            assert_eq!(found, named as u32, "{id} under {generation}");
            ran.own += found;
        }
        let named = case["other_kafka_versions"].as_object().expect(id);
        for generation in named.keys() {
            assert!(GENERATIONS.iter().any(|(name, _)| name == generation));
        }
    }
    let each = |own| Ran {
        cases: 22,
        produced: 71,
        other: 11,
        not_received: 2,
        own,
    };
    assert_eq!(ran, [13, 13, 12, 12, 10, 0, 8].map(each));
    assert_eq!(others, OTHER_BROKERS);
    assert_eq!(left_out, [&MARKERS[..], &VERIFICATION[..]].concat());
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

/// What a step came to: the file's word for it, and the base offset if it has one.
type Outcome<'a> = (&'a str, Option<i64>);

/// Plays a case on one partition under these rules. `expected` says what each step must come to,
/// by its place, the step itself and what it came to.
fn run<'a>(
    case: &'a Value,
    rules: RuleSet,
    ran: &mut Ran,
    mut expected: impl FnMut(usize, &'a Value, Outcome<'a>) -> Outcome<'a>,
) {
    let mut partition = initial(&case["initial"], rules);
    ran.cases += 1;
    for (index, step) in list(&case["steps"]).iter().enumerate() {
        let before = partition.clone();
        let outcome = play(&mut partition, step, ran);
        let place = format!("{} step {index} under {}", case["id"], rules.name());
        assert_eq!(outcome, expected(index, step, outcome), "{place}");
        if outcome.0 != "ok" {
            assert_eq!(partition, before, "{place}");
        }
    }
}

/// Plays one step.
fn play(partition: &mut Partition, step: &Value, ran: &mut Ran) -> Outcome<'static> {
    match op(step) {
        "not_received" => {
            ran.not_received += 1;
            return ("ok", None);
        }
        "produce" => {
            ran.produced += 1;
            let reply = partition.append(header(step), ()).reply;
            return (word(reply), reply.base().map(|base| base.0));
        }
        _ => ran.other += 1,
    }
    match op(step) {
        "replicate" => {
            let base = partition.log_end();
            partition.replicate(Logged {
                base,
                header: header(step),
                leader_epoch: 0,
                records: (),
            });
            return ("ok", Some(base.0));
        }
        "expire" => {
            let pid = ProducerId(int(&step["pid"]));
            partition.forget(pid);
            assert_eq!(partition.state(pid), None);
        }
        "delete_records" => partition.delete_before(partition.log_end()),
        "reload_snapshot" => {
            assert!(partition.take_snapshot());
            partition.lose_memory();
            partition.recover();
        }
        "truncate" => {
            let to = Offset(int(&step["to"]));
            partition.truncate(to);
            assert_eq!(partition.log_end(), to);
        }
        other => panic!("an unknown step: {other}"),
    }
    ("ok", None)
}

/// What the file says that a step came to. Where there is nothing to say, it was done.
fn told(outcome: &Value) -> Outcome<'_> {
    let result = outcome["result"].as_str().unwrap_or("ok");
    (result, outcome["base_offset"].as_i64())
}

fn initial(initial: &Value, rules: RuleSet) -> Partition {
    let policies = rules.policies();
    let log_end = Offset(initial["log_end"].as_i64().unwrap_or(0));
    let mut partition = Partition::under(policies, usize::from(policies.slots), log_end);
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
        Reply::UnknownProducerId { .. } => "unknown_producer_id",
        Reply::DuplicateError => "duplicate_sequence_number",
        other => panic!("only a cluster says {other}"),
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
