//! What Apache Kafka's own classes answered to 400 random sequences (`data/oracle.jsonl`, from
//! 4.0). By the lesson's rules each batch is judged alone, from the state that the file's earlier
//! steps left behind, so that one difference does not hide the next. By those of Kafka 2.5 to 4.4,
//! which the classes are of, each sequence is played whole on one partition.

use five_slots::kafka::{
    Decision, Epoch, Header, Logged, Offset, Partition, ProducerId, ProducerState, Reason, Reply,
    RuleSet, SLOTS, Sequence, Slot, Window,
};
use serde_json::Value;
use std::collections::BTreeMap;

const SEQUENCES: &str = include_str!("data/oracle.jsonl");

/// What a Kafka broker holds between two steps, as the file tells it.
#[derive(Default)]
struct Broker {
    log_end: i64,
    states: BTreeMap<i64, ProducerState>,
}

/// What was met, so that neither the file nor this test can shrink unnoticed.
#[derive(Default)]
struct Met {
    steps: BTreeMap<String, u32>,
    duplicates_of_slot: [u32; 5],
    duplicates_over_the_wrap: u32,
    /// Kafka accepts any sequence of a producer that it does not know; the lesson wants 0.
    unknown_not_zero: u32,
}

#[test]
fn kafka_and_the_lesson_agree_on_every_batch_but_the_first_of_an_unknown_producer() {
    let mut met = Met::default();
    for sequence in SEQUENCES.lines() {
        let sequence: Value = serde_json::from_str(sequence).unwrap();
        let mut broker = Broker::default();
        for (index, step) in list(&sequence["steps"]).iter().enumerate() {
            let place = format!("{} step {index}: {step}", sequence["id"]);
            if step["op"] == "produce" {
                broker.judge(step, &mut met, &place);
            }
            met.count(step);
            broker.follow(step);
        }
    }
    assert_eq!(SEQUENCES.lines().count(), 400);
    let expected = [
        ("delete_records", 218),
        ("duplicate", 1_519),
        ("expire", 249),
        ("fenced", 226),
        ("ok", 4_607),
        ("out_of_order", 2_278),
        ("replicate", 711),
        ("snapshot_reload", 276),
    ];
    assert_eq!(expected.iter().map(|(_, count)| count).sum::<u32>(), 10_084);
    let expected = expected.map(|(name, count)| (name.to_owned(), count));
    assert_eq!(met.steps, BTreeMap::from(expected));
    assert_eq!(met.unknown_not_zero, 511);
    assert_eq!(met.duplicates_over_the_wrap, 63);
    assert_eq!(met.duplicates_of_slot, [807, 375, 157, 119, 61]);
}

/// What was compared while the sequences were played whole.
#[derive(Default, Debug, PartialEq)]
struct Compared {
    sequences: u32,
    steps: u32,
    /// Answers of the leader, with base offset.
    answers: u32,
    /// Windows with their epoch: after a batch of its producer, after the rest of all.
    windows: u32,
    slots: u32,
    /// Steps after which nobody is remembered any more.
    nobody: u32,
}

#[test]
fn kafka_2_5_plays_every_sequence_whole() {
    let mut compared = Compared::default();
    for sequence in SEQUENCES.lines() {
        let sequence: Value = serde_json::from_str(sequence).unwrap();
        let mut partition = Partition::under(RuleSet::Kafka2_5.policies(), SLOTS, Offset::ZERO);
        compared.sequences += 1;
        for (index, step) in list(&sequence["steps"]).iter().enumerate() {
            let place = format!("{} step {index}: {step}", sequence["id"]);
            play(&mut partition, step, &mut compared, &place);
            compare(&partition, step, &mut compared, &place);
            compared.steps += 1;
        }
    }
    let expected = Compared {
        sequences: 400,
        steps: 10_084,
        answers: 8_630,
        windows: 10_355,
        slots: 28_548,
        nobody: 121,
    };
    assert_eq!(compared, expected);
}

/// One step, as its op says.
fn play(partition: &mut Partition, step: &Value, compared: &mut Compared, place: &str) {
    match step["op"].as_str().unwrap() {
        "produce" => {
            let decision = partition.append(header(step), ());
            assert_eq!(word(decision.reply), step["result"], "{place}");
            let base = decision.reply.base().map(|base| base.0);
            assert_eq!(base, step["base_offset"].as_i64(), "{place}");
            compared.answers += 1;
        }
        "replicate" => {
            let base = partition.log_end();
            assert_eq!(Some(base.0), step["base_offset"].as_i64(), "{place}");
            partition.replicate(Logged {
                base,
                header: header(step),
                leader_epoch: 0,
                records: (),
            });
        }
        "expire" => {
            partition.forget(ProducerId(int(&step["pid"])));
        }
        "snapshot_reload" => {
            partition.take_snapshot();
            partition.lose_memory();
            assert_eq!(partition.states().len(), 0, "{place}");
            partition.recover();
        }
        "delete_records" => partition.delete_before(partition.log_end()),
        other => panic!("an unknown step: {other}"),
    }
}

/// Compares what the partition has now with what the file says: of one producer after a batch, of
/// all after anything else.
fn compare(partition: &Partition, step: &Value, compared: &mut Compared, place: &str) {
    assert_eq!(
        partition.log_end().0,
        int::<i64>(&step["log_end"]),
        "{place}"
    );
    let mut count = |state: &ProducerState| {
        compared.windows += 1;
        compared.slots += state.window.slots().len() as u32;
    };
    let Some(states) = step["state"].as_array() else {
        let here = partition.state(ProducerId(int(&step["pid"])));
        assert_eq!(here, state(step).as_ref(), "{place}");
        here.into_iter().for_each(count);
        return;
    };
    let log_start: i64 = int(&step["log_start"]);
    assert_eq!(partition.log_start().0, log_start, "{place}");
    let told = states.iter().map(|known| {
        let state = state(known).expect("whoever is listed is remembered");
        count(&state);
        (ProducerId(int(&known["pid"])), state)
    });
    let told: BTreeMap<ProducerId, ProducerState> = told.collect();
    let here = partition.states().map(|(pid, state)| (pid, state.clone()));
    let here: BTreeMap<ProducerId, ProducerState> = here.collect();
    assert_eq!(here, told, "{place}");
    if told.is_empty() {
        compared.nobody += 1;
    }
}

impl Broker {
    /// Judges one batch by the lesson's rules and compares with what Kafka did.
    fn judge(&self, step: &Value, met: &mut Met, place: &str) {
        let batch = header(step);
        let mut partition = Partition::new(Offset(self.log_end));
        for (pid, state) in &self.states {
            partition.remember(ProducerId(*pid), state.clone());
        }
        let before = partition.clone();
        let decision = partition.append(batch, ());
        met.count_duplicate(&decision);
        if decision.reason == Reason::NoStateNotZero {
            met.unknown_not_zero += 1;
            assert_eq!(step["result"], "ok", "{place}");
            assert_eq!(partition, before, "{place}");
            return;
        }
        assert_eq!(word(decision.reply), step["result"], "{place}");
        let base = decision.reply.base().map(|base| base.0);
        assert_eq!(base, step["base_offset"].as_i64(), "{place}");
        assert_eq!(
            partition.log_end().0,
            int::<i64>(&step["log_end"]),
            "{place}"
        );
        let after = partition.state(batch.pid);
        assert_eq!(after, state(step).as_ref(), "{place}");
        // What is known of everybody else is as it was.
        for (pid, state) in partition.states().filter(|(pid, _)| *pid != batch.pid) {
            assert_eq!(Some(state), self.states.get(&pid.0), "{place}");
        }
    }

    /// Takes over what the file says a step left behind: of one producer after a batch, of all
    /// after anything else.
    fn follow(&mut self, step: &Value) {
        if let Some(states) = step["state"].as_array() {
            self.states.clear();
            for known in states {
                self.set(known);
            }
        } else {
            self.set(step);
        }
        self.log_end = int(&step["log_end"]);
    }

    fn set(&mut self, known: &Value) {
        let pid = int(&known["pid"]);
        match state(known) {
            Some(state) => self.states.insert(pid, state),
            None => self.states.remove(&pid),
        };
    }
}

impl Met {
    fn count(&mut self, step: &Value) {
        let op = step["op"].as_str().unwrap();
        let name = match op {
            "produce" => step["result"].as_str().unwrap(),
            _ => op,
        };
        *self.steps.entry(name.to_owned()).or_default() += 1;
    }

    fn count_duplicate(&mut self, decision: &Decision) {
        let Reason::Remembered { slot } = decision.reason else {
            return;
        };
        self.duplicates_of_slot[usize::from(slot)] += 1;
        if decision.batch.last().0 < decision.batch.first.0 {
            self.duplicates_over_the_wrap += 1;
        }
    }
}

/// The state in a step or in a list of states. Without a window there is none.
fn state(known: &Value) -> Option<ProducerState> {
    let slots: Vec<Slot> = list(&known["window"])
        .iter()
        .map(|slot| Slot {
            first: Sequence(int(&slot[0])),
            last: Sequence(int(&slot[1])),
            base: Offset(int(&slot[2])),
        })
        .collect();
    Some(ProducerState {
        window: Window::of(&slots)?,
        epoch: Epoch(int(&known["entry_epoch"])),
    })
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
        other => panic!("Kafka 4.0 says nothing of the kind here: {other}"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn int<T: TryFrom<i64>>(value: &Value) -> T {
    let number = value.as_i64().and_then(|number| number.try_into().ok());
    number.unwrap_or_else(|| panic!("not a number that fits: {value}"))
}
