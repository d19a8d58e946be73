//! A batch made by hand: every number as the reader likes it, handed straight to the leader.

use super::browser;
use super::button::{Button, act};
use super::markup::*;
use super::prose::note;
use super::send_form::read_labels;
use super::store::Store;
use crate::kafka::{Epoch, Header, PartitionId, ProducerId, Sequence};
use crate::session::Action;
use crate::sim::{Event, Labels, World};

/// What the reader has put into the fields; until they write something, the fields follow the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Composed {
    draft: Option<Draft>,
    /// Where the last one went.
    partition: Option<String>,
}

/// What stands in the fields.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    partition: String,
    pid: String,
    epoch: String,
    seq: String,
    records: String,
    labels: String,
}

impl Draft {
    fn of(partition: &str, header: &Header) -> Self {
        Self {
            partition: partition.to_owned(),
            pid: header.pid.to_string(),
            epoch: header.epoch.to_string(),
            seq: header.first.to_string(),
            records: header.records.to_string(),
            labels: String::new(),
        }
    }

    /// The event, or which field is wrong and what would be right.
    fn event(&self) -> Result<Event, String> {
        let partition = read_partition(&self.partition).ok_or("partition: p-0 to p-15")?;
        let header = Header {
            pid: ProducerId(read(&self.pid, "pid: -1, or 0 to 9223372036854775807")?),
            epoch: Epoch(read(&self.epoch, "epoch: 0 to 32767")?),
            first: Sequence(read(&self.seq, "sequence: 0 to 2147483647")?),
            records: read(&self.records, "records: 1 to 1000000")?,
        };
        let labels = self.labels(header.records)?;
        Ok(Event::Batch {
            partition,
            header,
            labels,
        })
    }

    fn labels(&self, records: u32) -> Result<Option<Labels>, String> {
        if self.labels.trim().is_empty() {
            return Ok(None);
        }
        let labels = read_labels(&self.labels)?;
        if labels.len() as u32 != records {
            return Err(format!(
                "labels: {} for {records} records, one each",
                labels.len()
            ));
        }
        Ok(Some(labels))
    }
}

fn read_partition(text: &str) -> Option<PartitionId> {
    let number = text.trim().strip_prefix("p-")?.parse().ok()?;
    PartitionId::new(number)
}

fn read<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| expected.to_owned())
}

/// The next batch of the producer that the last decision was about, else of a fresh one.
fn suggest(world: &World, last: Option<Header>) -> Header {
    let known = last.and_then(|last| {
        let mut partitions = world.partitions().values();
        let state = partitions.find_map(|partition| partition.state(last.pid))?;
        Some(Header {
            pid: last.pid,
            epoch: state.epoch,
            first: state.window.newest().last.next(),
            records: 1,
        })
    });
    known.unwrap_or(Header {
        pid: world.fresh_pid().unwrap_or(World::FIRST_PID),
        epoch: Epoch(0),
        first: Sequence::ZERO,
        records: 1,
    })
}

/// The form.
pub(super) fn view(store: &Store) -> Html {
    let Composed { draft, partition } = store.view().composed.clone();
    let shown = draft.unwrap_or_else(|| {
        let partition = partition.unwrap_or_else(|| "p-0".to_owned());
        let session = store.session();
        let last = session.timeline().step().and_then(|step| step.judged());
        let last = last.map(|(_, decision)| decision.batch);
        Draft::of(&partition, &suggest(session.timeline().world(), last))
    });
    let event = shown.event();
    let why_not = event.as_ref().err().cloned();
    let hand = {
        let (store, partition) = (store.clone(), shown.partition.clone());
        Callback::from(move |()| {
            if let Ok(event) = &event {
                let partition = Some(partition.clone());
                store.change_view(|view| {
                    view.composed = Composed {
                        draft: None,
                        partition,
                    }
                });
                act(&store, Action::Do(event.clone()));
            }
        })
    };
    let button = Button {
        word: "Hand it to the broker".to_owned(),
        why_not: why_not.clone(),
        ..Button::default()
    };
    let (button, onkeydown) = button.view_with_enter(store, hand);
    let fill = {
        let store = store.clone();
        Callback::from(move |next: Draft| {
            store.change_view(|view| view.composed.draft = Some(next));
        })
    };
    let suggestions = suggestions(store, &shown.partition, fill.clone());
    let set = |change: fn(&mut Draft, String)| {
        let (fill, shown) = (fill.clone(), shown.clone());
        Callback::from(move |input: InputEvent| {
            let mut next = shown.clone();
            change(&mut next, browser::value(&input));
            fill.emit(next);
        })
    };
    html! {
        <section class="fs-panel fs-composer" aria-labelledby={store.id("composer")}>
            <h2 class="fs-panel__title" id={store.id("composer")}>{ "A batch by hand" }</h2>
            <p class="fs-quiet">{ note("A batch by hand") }</p>
            { suggestions }
            <div class="fs-composer__form" {onkeydown}>
                { field("partition", &shown.partition, set(|draft, text| draft.partition = text)) }
                { field("pid", &shown.pid, set(|draft, text| draft.pid = text)) }
                { field("epoch", &shown.epoch, set(|draft, text| draft.epoch = text)) }
                { field("seq", &shown.seq, set(|draft, text| draft.seq = text)) }
                { field("records", &shown.records, set(|draft, text| draft.records = text)) }
                { field("labels", &shown.labels, set(|draft, text| draft.labels = text)) }
                { button }
            </div>
            if let Some(why) = why_not {
                <p class="fs-quiet" aria-live="polite">{ format!("Not yet: {why}.") }</p>
            }
        </section>
    }
}

fn field(name: &'static str, value: &str, oninput: Callback<InputEvent>) -> Html {
    let (shown, wide) = match name {
        "labels" => (
            "labels, commas between (optional)",
            Some("fs-labelled--wide"),
        ),
        _ => (name, None),
    };
    html! {
        <label class={classes!("fs-labelled", wide)}>
            <span>{ shown }</span>
            <input
                class="fs-field"
                value={value.to_owned()}
                autocomplete="off"
                spellcheck="false"
                {oninput}
            />
        </label>
    }
}

/// Batches worth trying: those that the world's choices name for what is remembered.
fn suggestions(store: &Store, partition: &str, fill: Callback<Draft>) -> Html {
    let session = store.session();
    let world = session.timeline().world();
    let last = session.timeline().step().and_then(|step| step.judged());
    let pid = last.map(|(_, decision)| decision.batch.pid);
    let choices = read_partition(partition).map(|partition| world.batches_to_try(partition, pid));
    let choices = choices.unwrap_or_default();
    if choices.is_empty() {
        return Html::default();
    }
    html! {
        <div class="fs-buttons" role="group" aria-label="Fill in">
            <span class="fs-quiet">{ "Fill in:" }</span>
            { for choices.into_iter().map(|(name, header)| {
                let (fill, partition) = (fill.clone(), partition.to_owned());
                let press = Callback::from(move |()| fill.emit(Draft::of(&partition, &header)));
                Button::small(name).view(store, press)
            }) }
        </div>
    }
}
