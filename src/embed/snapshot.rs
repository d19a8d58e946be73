//! What crosses to JavaScript: plain objects. The model's own types are not serialisable; these
//! are the boundary's, and `types.d.ts` documents them.

use crate::kafka::{self, Outcome};
use crate::session::Session;
use crate::sim::{self, Actor, Cargo, Life, Standing};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A whole number, as text where JavaScript's numbers are too small.
#[derive(Serialize)]
#[serde(untagged)]
enum Whole {
    Number(f64),
    Text(String),
}

impl From<i64> for Whole {
    fn from(number: i64) -> Self {
        /// The largest n up to which JavaScript tells n and n + 1 apart.
        const SAFE: u64 = (1 << 53) - 1;
        if number.unsigned_abs() <= SAFE {
            Self::Number(number as f64)
        } else {
            Self::Text(number.to_string())
        }
    }
}

#[derive(Serialize)]
struct State {
    title: String,
    scenario: Option<&'static str>,
    step: usize,
    steps: usize,
    left: bool,
    caption: Option<String>,
    sentence: String,
    event: Option<Event>,
    facts: Vec<String>,
    decision: Option<Decision>,
    producers: Vec<Producer>,
    wire: Vec<String>,
    partitions: Vec<Partition>,
    promises: Vec<Promise>,
}

#[derive(Serialize)]
struct Event {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Decision {
    partition: String,
    pid: Whole,
    epoch: i16,
    first_sequence: i32,
    last_sequence: i32,
    records: u32,
    reply: &'static str,
    base_offset: Option<Whole>,
    rule: Option<u8>,
    reason: String,
    checks: Vec<Check>,
    log_end_offset: Whole,
    written: Option<Slot>,
    fell_out: Option<Slot>,
    cleared: u8,
}

#[derive(Serialize)]
struct Check {
    rule: u8,
    name: &'static str,
    outcome: &'static str,
    comparisons: Vec<Comparison>,
}

#[derive(Serialize)]
struct Comparison {
    statement: String,
    holds: bool,
}

/// First sequence, last sequence, base offset.
type Slot = (i32, i32, Whole);

#[derive(Serialize)]
struct Producer {
    name: String,
    pid: Option<Whole>,
    epoch: Option<i16>,
    fenced: bool,
    open: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Partition {
    name: String,
    log_end_offset: Whole,
    windows: Vec<Window>,
}

#[derive(Serialize)]
struct Window {
    pid: Whole,
    epoch: i16,
    slots: Vec<Slot>,
}

#[derive(Serialize)]
struct Promise {
    name: &'static str,
    standing: &'static str,
}

/// The session at its cursor.
pub(super) fn state(session: &Session) -> JsValue {
    let timeline = session.timeline();
    let world = timeline.world();
    let step = timeline.step();
    let state = State {
        title: session.story().title.clone(),
        scenario: session.story().id,
        step: timeline.cursor(),
        steps: timeline.len(),
        left: session.has_left_story(),
        caption: session.caption().map(str::to_owned),
        sentence: session.sentence(),
        event: step.map(|step| event(&step.entry.event)),
        facts: step.map_or_else(Vec::new, |step| {
            step.facts.iter().map(ToString::to_string).collect()
        }),
        decision: step
            .and_then(|step| step.judged())
            .map(|(id, decision)| self::decision(id, decision)),
        producers: world.actors().map(producer).collect(),
        wire: world
            .wire()
            .iter()
            .map(|message| message.name.to_string())
            .collect(),
        partitions: world
            .partitions()
            .iter()
            .map(|(id, log)| partition(*id, log))
            .collect(),
        promises: world
            .invariants()
            .each()
            .map(|(name, standing)| promise(name, standing))
            .into(),
    };
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    // These types hold nothing that JavaScript cannot.
    state.serialize(&serializer).unwrap_or(JsValue::NULL)
}

fn event(event: &sim::Event) -> Event {
    let kind = match event {
        sim::Event::Batch { .. } => "batch",
        sim::Event::Send { .. } => "send",
        sim::Event::Deliver(_) => "deliver",
        sim::Event::Drop(_) => "drop",
        sim::Event::Duplicate(_) => "duplicate",
        sim::Event::Retry(_) => "retry",
        sim::Event::Restart { .. } => "restart",
    };
    Event {
        kind,
        text: event.to_string(),
    }
}

fn slot(slot: &kafka::Slot) -> Slot {
    (slot.first.0, slot.last.0, slot.base.0.into())
}

fn decision(partition: kafka::PartitionId, decision: &kafka::Decision) -> Decision {
    let batch = &decision.batch;
    Decision {
        partition: partition.to_string(),
        pid: batch.pid.0.into(),
        epoch: batch.epoch.0,
        first_sequence: batch.first.0,
        last_sequence: batch.last().0,
        records: batch.records,
        reply: decision.reply.word(),
        base_offset: decision.reply.base().map(|base| base.0.into()),
        rule: decision.reason.rule().map(kafka::Rule::number),
        reason: crate::words::tell_reason(decision),
        checks: decision.asked().iter().map(check).collect(),
        log_end_offset: decision.log_end.0.into(),
        written: decision.written.as_ref().map(slot),
        fell_out: decision.fell_out.as_ref().map(slot),
        cleared: decision.cleared,
    }
}

fn check(asked: &kafka::Asked) -> Check {
    let comparisons = asked.comparisons.iter().map(|comparison| Comparison {
        statement: comparison.statement.clone(),
        holds: comparison.holds,
    });
    Check {
        rule: asked.rule.number(),
        name: asked.rule.name(),
        outcome: match asked.outcome {
            Outcome::GoesOn => "goes on",
            Outcome::Decides => "decides",
            Outcome::NotReached => "not reached",
        },
        comparisons: comparisons.collect(),
    }
}

fn producer(actor: &Actor) -> Producer {
    let life = actor.life.as_ref();
    let identity = life.map(Life::identity);
    let open = life.map_or(&[][..], Life::open).iter();
    Producer {
        name: actor.name.to_string(),
        pid: identity.map(|identity| identity.pid.0.into()),
        epoch: identity.map(|identity| identity.epoch.0),
        fenced: life.is_some_and(Life::is_fenced),
        open: open.map(|open| open.name.to_string()).collect(),
    }
}

fn partition(id: kafka::PartitionId, partition: &kafka::Partition<Cargo>) -> Partition {
    let windows = partition.states().map(|(pid, state)| Window {
        pid: pid.0.into(),
        epoch: state.epoch.0,
        slots: state.window.slots().iter().map(slot).collect(),
    });
    Partition {
        name: id.to_string(),
        log_end_offset: partition.log_end().0.into(),
        windows: windows.collect(),
    }
}

fn promise(name: &'static str, standing: &Standing) -> Promise {
    let standing = match standing {
        Standing::Kept => "kept",
        Standing::Outside(_) => "outside",
        Standing::Broken(_) => "broken",
    };
    Promise { name, standing }
}
