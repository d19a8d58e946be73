//! State as text: everything that the picture shows, as tables. Always there, always in step.

use super::store::Store;
use crate::kafka::{Header, Partition, PartitionId, ProducerId, ProducerState};
use crate::sim::{Actor, Cargo, Message, MessageKind, World};
use yew::prelude::*;

/// Longer tables are cut, with a word on what is left out.
const ROWS_MAX: usize = 60;

/// The section.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let world = session.timeline().world();
    let (actors, partitions) = (session.producers(), session.partitions());
    let id = store.id("state");
    html! {
        <section class="fs-panel fs-state" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "State as text" }</h2>
            { producers(&actors) }
            { wire(world) }
            { for partitions.iter().map(|(id, partition)| html! {
                <div key={id.to_string()} class="fs-state__partition">
                    { log(world, *id, partition) }
                    { windows(*id, partition) }
                </div>
            }) }
        </section>
    }
}

/// A table with its caption; `left_out` counts the rows that are not shown.
fn table(caption: String, heads: &[&'static str], rows: Vec<Vec<String>>, left_out: usize) -> Html {
    let empty = rows.is_empty();
    html! {
        <table class="fs-table" key={caption.clone()}>
            <caption>
                { caption }
            </caption>
            <thead>
                <tr>
                    { for heads.iter().map(|head| html! {
                        <th scope="col" key={*head}>{ *head }</th>
                    }) }
                </tr>
            </thead>
            <tbody>
                if left_out > 0 {
                    <tr>
                        <td colspan={heads.len().to_string()}>
                            { format!("{left_out} earlier rows are left out") }
                        </td>
                    </tr>
                }
                if empty {
                    <tr><td colspan={heads.len().to_string()}>{ "none" }</td></tr>
                }
                { for rows.into_iter().map(|row| html! {
                    <tr>{ for row.into_iter().map(|cell| html! { <td>{ cell }</td> }) }</tr>
                }) }
            </tbody>
        </table>
    }
}

fn producers(actors: &[Actor]) -> Html {
    let rows = actors.iter().map(producer).collect();
    let heads = [
        "producer",
        "pid, epoch",
        "next seq",
        "open batches",
        "standing",
    ];
    table("Producers".to_owned(), &heads, rows, 0)
}

fn producer(actor: &Actor) -> Vec<String> {
    let name = match actor.zombie_of {
        Some(of) => format!("{} (old life of {of})", actor.name),
        None => actor.name.to_string(),
    };
    let Some(life) = &actor.life else {
        let none = || "none yet".to_owned();
        return vec![
            name,
            none(),
            none(),
            "none".to_owned(),
            "has not sent".to_owned(),
        ];
    };
    let next = life
        .counters()
        .iter()
        .map(|(partition, next)| format!("{next} on {partition}"));
    let open = life.open().iter().map(|open| {
        let heard = open.answer.map_or("no answer", |reply| reply.word());
        let (first, last) = (open.header.first, open.header.last());
        format!(
            "{} seq {first}..{last} on {}, {heard}",
            open.name, open.partition
        )
    });
    vec![
        name,
        format!("{}, {}", life.identity().pid, life.identity().epoch),
        or_none(next.collect()),
        or_none(open.collect()),
        if life.is_fenced() {
            "fenced"
        } else {
            "may write"
        }
        .to_owned(),
    ]
}

fn or_none(words: Vec<String>) -> String {
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join("; ")
    }
}

fn wire(world: &World) -> Html {
    let messages = world.wire();
    let left_out = messages.len().saturating_sub(ROWS_MAX);
    let rows = messages
        .iter()
        .skip(left_out)
        .map(|message| self::message(message));
    let heads = ["message", "goes", "batch", "carries"];
    table("On the wire".to_owned(), &heads, rows.collect(), left_out)
}

/// A batch by its numbers.
fn batch(header: &Header) -> String {
    let Header {
        pid, epoch, first, ..
    } = header;
    format!("pid {pid}, epoch {epoch}, seq {first}..{}", header.last())
}

fn message(message: &Message) -> Vec<String> {
    let header = &message.header;
    let (direction, carries) = match &message.kind {
        MessageKind::Request(cargo) => ("to the broker", cargo.records.to_string()),
        MessageKind::Reply(reply) => ("to the producer", reply.to_string()),
    };
    vec![
        message.name.to_string(),
        direction.to_owned(),
        format!("{} on {}", batch(header), message.partition),
        carries,
    ]
}

fn log(world: &World, id: PartitionId, partition: &Partition<Cargo>) -> Html {
    let batches = partition.log();
    let left_out = batches.len().saturating_sub(ROWS_MAX);
    let rows = (left_out..batches.len())
        .filter_map(|place| batches.get(place))
        .map(|batch| {
            let last = batch.base.0 + i64::from(batch.header.records) - 1;
            let copy = world.watcher().copy_at(id, batch.base);
            vec![
                format!("{}..{last}", batch.base),
                self::batch(&batch.header),
                batch.records.records.to_string(),
                copy.map_or_else(|| "no".to_owned(), ToString::to_string),
            ]
        });
    let heads = ["offsets", "batch", "records", "copy"];
    let rows: Vec<Vec<String>> = rows.collect();
    html! {
        <>
            { table(format!("Log of {id}"), &heads, rows, left_out) }
            <p class="fs-state__end">
                { format!("The log of {id} ends at {}.", partition.log_end()) }
            </p>
        </>
    }
}

fn windows(id: PartitionId, partition: &Partition<Cargo>) -> Html {
    let states: Vec<(ProducerId, &ProducerState)> = partition.states().collect();
    let left_out = states.len().saturating_sub(ROWS_MAX);
    html! {
        <>
            if left_out > 0 {
                <p>{ format!("The windows of {left_out} earlier producers are left out.") }</p>
            }
            { for states.iter().skip(left_out).map(|(pid, state)| window(id, *pid, state)) }
        </>
    }
}

fn window(id: PartitionId, pid: ProducerId, state: &ProducerState) -> Html {
    let slots = state.window.slots().iter().enumerate();
    let rows = slots.map(|(place, slot)| {
        vec![
            (place + 1).to_string(),
            slot.first.to_string(),
            slot.last.to_string(),
            slot.base.to_string(),
            state.epoch.to_string(),
        ]
    });
    let heads = ["slot", "first seq", "last seq", "base offset", "epoch"];
    table(
        format!("Window of producer {pid} on {id}"),
        &heads,
        rows.collect(),
        0,
    )
}
