//! What crosses to JavaScript: plain objects, built field by field. The model's own types are not
//! serialisable; the shapes here are the boundary's, and `types.d.ts` documents them.

use crate::kafka::{self, Outcome};
use crate::session::Session;
use crate::sim::{Actor, BatchName, Broker, Cargo, Event, Life, Standing, World};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// The session at its cursor.
pub(super) fn state(session: &Session) -> JsValue {
    let timeline = session.timeline();
    let world = timeline.world();
    let step = timeline.step();
    let judged = step.and_then(|step| step.judged());
    let facts = step.map_or(&[][..], |step| &step.facts);
    let story = session.story();
    object(&[
        ("title", text(&story.title)),
        ("scenario", or_null(story.id, text)),
        ("step", count(timeline.cursor())),
        ("steps", count(timeline.len())),
        ("left", session.has_left_story().into()),
        ("caption", or_null(session.caption(), text)),
        ("sentence", text(&session.sentence())),
        ("event", or_null(step, |step| event(&step.entry.event))),
        ("facts", array(facts, |fact| shown(fact))),
        (
            "decision",
            or_null(judged, |(id, judged)| decision(id, judged)),
        ),
        ("producers", array(world.actors(), producer)),
        ("wire", array(world.wire(), |message| shown(&message.name))),
        (
            "partitions",
            array(world.partitions(), |known| partition(world, known)),
        ),
        ("brokers", array(world.brokers(), broker)),
        ("promises", array(world.invariants().each(), promise)),
    ])
}

fn event(event: &Event) -> JsValue {
    let kind = match event {
        Event::Batch { .. } => "batch",
        Event::Send { .. } => "send",
        Event::Deliver(_) => "deliver",
        Event::Drop(_) => "drop",
        Event::Duplicate(_) => "duplicate",
        Event::Retry(_) => "retry",
        Event::Expire(_) => "expire",
        Event::Restart { .. } => "restart",
        Event::Broker { does, .. } => does.word(),
        Event::Replica { does, .. } => does.word(),
        Event::Roll(_) => "roll",
        Event::Delete(_) => "delete",
        Event::Forget { .. } => "forget",
    };
    object(&[("kind", text(kind)), ("text", shown(event))])
}

fn decision(partition: kafka::PartitionId, decision: &kafka::Decision) -> JsValue {
    let batch = &decision.batch;
    let rule = decision.reason.rule();
    object(&[
        ("partition", shown(&partition)),
        ("pid", whole(batch.pid.0)),
        ("epoch", batch.epoch.0.into()),
        ("firstSequence", batch.first.0.into()),
        ("lastSequence", batch.last().0.into()),
        ("records", batch.records.into()),
        ("reply", text(decision.reply.word())),
        (
            "baseOffset",
            or_null(decision.reply.base(), |base| whole(base.0)),
        ),
        ("rule", or_null(rule, |rule| rule.number().into())),
        ("reason", text(&crate::words::tell_reason(decision))),
        ("checks", array(&decision.asked(), check)),
        ("logEndOffset", whole(decision.log_end.0)),
        ("written", or_null(decision.written.as_ref(), slot)),
        ("fellOut", or_null(decision.fell_out.as_ref(), slot)),
        ("cleared", decision.cleared.into()),
    ])
}

fn check(asked: &kafka::Asked) -> JsValue {
    let outcome = match asked.outcome {
        Outcome::GoesOn => "goes on",
        Outcome::Decides => "decides",
        Outcome::NotReached => "not reached",
    };
    let comparison = |comparison: &kafka::Comparison| {
        let statement = text(&comparison.statement);
        object(&[("statement", statement), ("holds", comparison.holds.into())])
    };
    object(&[
        ("rule", asked.rule.number().into()),
        ("name", text(asked.rule.name())),
        ("outcome", text(outcome)),
        ("comparisons", array(&asked.comparisons, comparison)),
    ])
}

/// First sequence, last sequence, base offset.
fn slot(slot: &kafka::Slot) -> JsValue {
    Array::of3(
        &slot.first.0.into(),
        &slot.last.0.into(),
        &whole(slot.base.0),
    )
    .into()
}

fn producer(actor: &Actor) -> JsValue {
    let life = actor.life.as_ref();
    let identity = life.map(Life::identity);
    let numbered = identity.filter(|identity| identity.pid != kafka::ProducerId::NONE);
    let open = life.map_or(&[][..], Life::open);
    let queue = life.map_or(&[][..], Life::queue);
    let counted = actor.counters;
    let counters = object(&[
        ("sent", whole(counted.sent as i64)),
        ("retried", whole(counted.retried as i64)),
        ("failed", whole(counted.failed as i64)),
        ("acknowledged", whole(counted.acknowledged as i64)),
        ("duplicates", whole(counted.duplicates as i64)),
    ]);
    object(&[
        ("name", shown(&actor.name)),
        ("pid", or_null(numbered, |identity| whole(identity.pid.0))),
        (
            "epoch",
            or_null(numbered, |identity| identity.epoch.0.into()),
        ),
        ("fenced", life.is_some_and(Life::is_fenced).into()),
        ("ended", or_null(life.and_then(Life::end), ended)),
        ("open", array(open, |open| shown(&open.name))),
        ("queue", array(queue, |queued| shown(&queued.name))),
        ("counters", counters),
        ("told", told(actor)),
    ])
}

fn ended(end: kafka::End) -> JsValue {
    text(match end {
        kafka::End::Fenced => "fenced",
        kafka::End::Stopped => "stopped",
    })
}

/// What its application was told, newest first.
fn told(actor: &Actor) -> JsValue {
    /// A run may hold thousands of sends, and this is made at every change.
    const NEWEST: usize = 12;
    let name = |place: usize| BatchName {
        producer: actor.name,
        number: place as u32 + 1,
    };
    let places = (0..actor.ledger.len()).rev().take(NEWEST);
    let entries = places.filter_map(|place| Some((place, actor.ledger.get(place)?)));
    array(entries, |(place, entry)| {
        object(&[
            ("batch", shown(&name(place))),
            ("partition", shown(&entry.partition)),
            ("records", entry.records.count().into()),
            ("told", text(entry.told.word())),
            ("copies", entry.copies.into()),
        ])
    })
}

fn broker(broker: &Broker) -> JsValue {
    object(&[
        ("name", shown(&broker.name)),
        ("up", broker.up.into()),
        ("paused", broker.paused.into()),
    ])
}

fn partition(
    world: &World,
    (id, partition): (&kafka::PartitionId, &kafka::Partition<Cargo>),
) -> JsValue {
    let replicas = world.replicas(*id);
    let leader = replicas.filter(|replicas| replicas.led);
    let in_sync = replicas.map_or(&[][..], |replicas| &replicas.in_sync);
    let high_watermark = replicas.map_or(0, |replicas| replicas.high_watermark.0);
    let window = |(pid, state): (kafka::ProducerId, &kafka::ProducerState)| {
        object(&[
            ("pid", whole(pid.0)),
            ("epoch", state.epoch.0.into()),
            ("slots", array(state.window.slots(), slot)),
        ])
    };
    object(&[
        ("name", shown(id)),
        (
            "leader",
            or_null(leader, |replicas| shown(&replicas.leader)),
        ),
        ("inSync", array(in_sync, |name| shown(name))),
        ("highWatermark", whole(high_watermark)),
        ("logStartOffset", whole(partition.log_start().0)),
        ("logEndOffset", whole(partition.log_end().0)),
        ("windows", array(partition.states(), window)),
    ])
}

fn promise((name, standing): (&'static str, &Standing)) -> JsValue {
    let standing = match standing {
        Standing::Kept => "kept",
        Standing::Outside(_) => "outside",
        Standing::Broken(_) => "broken",
    };
    object(&[("name", text(name)), ("standing", text(standing))])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Writing to a fresh object cannot fail.
        let _ = Reflect::set(&object, &text(name), value);
    }
    object.into()
}

fn array<T>(items: impl IntoIterator<Item = T>, value: impl Fn(T) -> JsValue) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&value(item));
    }
    array.into()
}

fn or_null<T>(value: Option<T>, some: impl FnOnce(T) -> JsValue) -> JsValue {
    value.map_or(JsValue::NULL, some)
}

fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

fn shown(value: &dyn ToString) -> JsValue {
    text(&value.to_string())
}

fn count(count: usize) -> JsValue {
    JsValue::from_f64(count as f64)
}

/// A whole number, as text where JavaScript's numbers are too small.
fn whole(number: i64) -> JsValue {
    /// The largest n up to which JavaScript tells n and n + 1 apart.
    const SAFE: u64 = (1 << 53) - 1;
    if number.unsigned_abs() <= SAFE {
        JsValue::from_f64(number as f64)
    } else {
        text(&number.to_string())
    }
}
