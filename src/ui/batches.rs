//! What a producer holds: its batches in flight, and those that wait to be sent.

use super::button::{Button, event_button};
use super::markup::*;
use super::store::Store;
use crate::kafka::{Open, PartitionId, ProducerId, Queued, Wait};
use crate::session::Action;
use crate::sim::{BatchName, Event, Life, Records, World};

/// Longer lists are cut, with a word on what is left out.
const ROWS: usize = 20;

/// Both lists.
pub(super) fn view(store: &Store, world: &World, life: &Life) -> Html {
    let open = life.open();
    html! {
        <>
            { in_flight(life) }
            <ul class="fs-open">
                { for open.iter().take(ROWS).map(|open| open_batch(store, world, life, open)) }
                { more(open.len()) }
            </ul>
            { queue(store, life) }
        </>
    }
}

fn more(rows: usize) -> Html {
    if rows <= ROWS {
        return Html::default();
    }
    html! { <li class="fs-quiet">{ format!("and {} more", rows - ROWS) }</li> }
}

/// How many are in flight, of how many: on each partition that it has numbered batches for.
fn in_flight(life: &Life) -> Html {
    let max = life.settings().max_in_flight as usize;
    let mut partitions: Vec<PartitionId> = life.open().iter().map(|open| open.partition).collect();
    partitions.sort();
    let all = partitions.len();
    partitions.dedup();
    if partitions.len() < 2 {
        return pips("in flight".to_owned(), all, max);
    }
    let rows = partitions.iter().map(|partition| {
        let name = format!("in flight to {partition}");
        pips(name, life.open_on(*partition).count(), max)
    });
    rows.collect()
}

fn pips(name: String, open: usize, max: usize) -> Html {
    html! {
        <p class="fs-in-flight">
            <span class="fs-pair__name">{ name }</span>
            if max <= ROWS {
                <span class="fs-pips" aria-hidden="true">
                    { for (0..max.max(open)).map(|n| html! {
                        <span
                            key={n}
                            class={classes!("fs-pip", (n < open).then_some("fs-pip--on"))}
                        />
                    }) }
                </span>
            }
            <span>{ format!("{open} of {max}") }</span>
        </p>
    }
}

/// What has been heard of an open batch.
fn hears(world: &World, life: &Life, open: &Open<BatchName, Records>) -> String {
    let mut wire = world.wire().iter();
    let heard = match open.answer {
        Some(reply) => format!("heard {}", reply.word()),
        None if wire.any(|message| message.name.batch == open.name) => "no answer yet".to_owned(),
        None => "no answer will come".to_owned(),
    };
    if life.has_used_up(open) {
        format!("{heard}; no retry left, so Retry gives it up")
    } else {
        heard
    }
}

fn open_batch(store: &Store, world: &World, life: &Life, open: &Open<BatchName, Records>) -> Html {
    let name = open.name;
    let partition = open.partition;
    let (first, last) = (open.header.first, open.header.last());
    let what = match open.header.pid {
        ProducerId::NONE => format!("to {partition}"),
        _ => format!("seq {first}..{last} to {partition}"),
    };
    html! {
        <li key={name.to_string()} class="fs-open__batch">
            <strong>{ name.to_string() }</strong>
            <span>{ what }</span>
            <span class="fs-quiet">{ hears(world, life, open) }</span>
            if store.has_lab() {
                <span class="fs-open__buttons">
                    { event_button(store, "Retry", format!("Retry {name}"), Event::Retry(name)) }
                    { expire(store, name) }
                </span>
            }
        </li>
    }
}

/// What waits can always be given up.
fn expire(store: &Store, batch: BatchName) -> Html {
    let button = Button {
        name: Some(format!("Expire {batch}")),
        ..Button::small("Expire")
    };
    let hint = "give it up: the delivery timeout is over";
    html! {
        <span title={hint}>{ button.act(store, Action::Do(Event::Expire(batch))) }</span>
    }
}

/// What was not sent yet. It gets its number when it leaves.
fn queue(store: &Store, life: &Life) -> Html {
    let queue = life.queue();
    if queue.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <p class="fs-in-flight">
                <span class="fs-pair__name">{ "queue" }</span>
                <span>{ format!("{}, no number yet", queue.len()) }</span>
            </p>
            <ul class="fs-open">
                { for queue.iter().take(ROWS).map(|queued| html! {
                    <li key={queued.name.to_string()} class="fs-open__batch fs-open__batch--queued">
                        <strong>{ queued.name.to_string() }</strong>
                        <span>{ format!("to {}", queued.partition) }</span>
                        <span class="fs-quiet">{ waits(life, queued) }</span>
                        if store.has_lab() {
                            <span class="fs-open__buttons">{ expire(store, queued.name) }</span>
                        }
                    </li>
                }) }
                { more(queue.len()) }
            </ul>
        </>
    }
}

/// Why a queued batch waits.
pub(super) fn waits(life: &Life, queued: &Queued<BatchName, Records>) -> String {
    let partition = queued.partition;
    let mut queue = life.queue().iter();
    let first = queue.find(|queued| queued.partition == partition);
    if let Some(first) = first.filter(|first| first.name != queued.name) {
        return format!("waits behind {}", first.name);
    }
    match life.wait(partition) {
        Some(Wait::InFlight { lowest, max }) => {
            format!("waits: {lowest} is not answered, and only {max} may be in flight from there")
        }
        Some(Wait::Retry { batch }) => format!("waits: {batch} is sent again first, and alone"),
        Some(Wait::OldEpoch { batch }) => {
            format!("waits: {batch} is in flight under the old epoch")
        }
        None => "waits: the wire is full".to_owned(),
    }
}
