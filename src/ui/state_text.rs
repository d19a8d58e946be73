//! State as text: everything that the picture shows, as tables. Always there, always in step.

use super::batches::waits;
use super::broker::numbers;
use super::copies::{extent, role, standing};
use super::lane::Lane;
use super::markup::*;
use super::producers::{ended, numbering};
use super::store::Store;
use crate::kafka::{Partition, PartitionId, ProducerId, ProducerState};
use crate::sim::{Actor, Cargo, Message, MessageKind, World};

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
            { for partitions.iter().map(|(id, _)| brokers(world, *id)) }
            { for partitions.iter().map(|(id, _)| html! {
                <div key={id.to_string()} class="fs-state__partition">
                    { for Lane::all(&session).map(|lane| self::partition(lane, *id)) }
                </div>
            }) }
        </section>
    }
}

/// A row of a table.
pub(super) struct Row {
    /// How it looks.
    pub class: Classes,
    /// What stands in it.
    pub cells: Vec<Html>,
}

fn table(caption: String, heads: &[&'static str], rows: Vec<Vec<String>>, left_out: usize) -> Html {
    let rows = rows.into_iter().map(|cells| Row {
        class: Classes::new(),
        cells: cells.into_iter().map(Html::from).collect(),
    });
    table_of(caption, heads, rows.collect(), left_out)
}

/// A table with its caption; `left_out` counts the rows that are not shown.
pub(super) fn table_of(
    caption: String,
    heads: &[&'static str],
    rows: Vec<Row>,
    left_out: usize,
) -> Html {
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
                    <tr class={row.class}>
                        { for row.cells.into_iter().map(|cell| html! { <td>{ cell }</td> }) }
                    </tr>
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
        "queue",
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
        let cells = ["none yet", "none yet", "none", "none", "has not sent"];
        let cells = cells.into_iter().map(str::to_owned);
        return std::iter::once(name).chain(cells).collect();
    };
    let numbered = life.identity().pid != ProducerId::NONE;
    let next = life.counters().iter().filter(|_| numbered).map(|counter| {
        let (next, still) = numbering(life, counter);
        let still = still.map_or_else(String::new, |still| format!(" ({still})"));
        format!("{next} on {}{still}", counter.partition)
    });
    let open = life.open().iter().map(|open| {
        let heard = open.answer.map_or("no answer", |reply| reply.word());
        let (first, last) = (open.header.first, open.header.last());
        let seq = match open.header.pid {
            ProducerId::NONE => String::new(),
            _ => format!(" seq {first}..{last}"),
        };
        format!("{}{seq} on {}, {heard}", open.name, open.partition)
    });
    let queue = life.queue().iter();
    let queue = queue.map(|queued| format!("{} {}", queued.name, waits(life, queued)));
    vec![
        name,
        if numbered {
            format!("{}, {}", life.identity().pid, life.identity().epoch)
        } else {
            "none".to_owned()
        },
        or_none(next),
        or_none(open),
        or_none(queue),
        life.end().map_or("may write", ended).to_owned(),
    ]
}

/// A list in one cell.
fn or_none(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
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

fn message(message: &Message) -> Vec<String> {
    let header = &message.header;
    let (direction, carries) = match &message.kind {
        MessageKind::Request(cargo) => ("broker", cargo.records.to_string()),
        MessageKind::Reply(reply) => ("producer", reply.to_string()),
    };
    let to = match message.broker.filter(|_| !message.name.is_reply()) {
        Some(broker) => format!("to {broker}"),
        None => format!("to the {direction}"),
    };
    vec![
        message.name.to_string(),
        to,
        format!("{} on {}", numbers(header), message.partition),
        carries,
    ]
}

/// A partition's tables in one lane; the second begins with what the step came to there.
fn partition(lane: Lane<'_>, id: PartitionId) -> Html {
    let partition = lane.world().partitions().get(&id).cloned();
    let partition = partition.unwrap_or_default();
    html! {
        <>
            if let Some((_, told)) = lane.tell() {
                <p>{ format!("With {}: {told}", lane.name()) }</p>
            }
            { log(lane, id, &partition, &lane.suffix()) }
            { windows(id, &partition, &lane.suffix()) }
            if let Some(replicas) = lane.world().replicas(id) {
                { for replicas.others.iter().map(|(broker, copy)| {
                    let suffix = format!("{}, broker {broker}", lane.suffix());
                    html! {
                        <>
                            { log(lane, id, copy, &suffix) }
                            { windows(id, copy, &suffix) }
                        </>
                    }
                }) }
            }
        </>
    }
}

/// Who has what of a partition.
fn brokers(world: &World, id: PartitionId) -> Html {
    let Some(replicas) = world.replicas(id) else {
        return Html::default();
    };
    let rows = world.brokers().iter().filter_map(|broker| {
        let copy = world.copy(id, broker.name)?;
        let file = copy.snapshot().map(|file| {
            let states = copy.in_snapshot();
            let states = states.iter();
            let states = states.map(|(pid, state)| format!("{pid}: {}", state.window));
            format!("at {}: {}", file.offset(), or_none(states))
        });
        let memory = copy
            .states()
            .map(|(pid, state)| format!("{pid}: {}", state.window));
        Some(vec![
            format!("{}: {}", broker.name, role(world, broker, replicas)),
            or_none(memory),
            file.unwrap_or_else(|| "none".to_owned()),
            extent(copy),
        ])
    });
    let heads = ["broker", "memory", "snapshot file", "log"];
    html! {
        <>
            { table(format!("Brokers of {id}"), &heads, rows.collect(), 0) }
            <p class="fs-state__end">{ format!("{id}: {}.", standing(world, id)) }</p>
        </>
    }
}

fn log(lane: Lane<'_>, id: PartitionId, partition: &Partition<Cargo>, suffix: &str) -> Html {
    let batches = partition.log();
    let left_out = batches.len().saturating_sub(ROWS_MAX);
    let rows = (left_out..batches.len())
        .filter_map(|place| batches.get(place))
        .map(|batch| {
            let last = batch.base.0 + i64::from(batch.header.records) - 1;
            let copy = lane.world().watcher().copy_at(id, batch.base);
            vec![
                format!("{}..{last}", batch.base),
                numbers(&batch.header),
                batch.records.records.to_string(),
                copy.map_or_else(|| "no".to_owned(), ToString::to_string),
            ]
        });
    let heads = ["offsets", "batch", "records", "copy"];
    let rows: Vec<Vec<String>> = rows.collect();
    html! {
        <>
            { table(format!("Log of {id}{suffix}"), &heads, rows, left_out) }
            <p class="fs-state__end">
                { format!("The log of {id}{suffix} ends at {}.", partition.log_end()) }
            </p>
        </>
    }
}

fn windows(id: PartitionId, partition: &Partition<Cargo>, suffix: &str) -> Html {
    let states: Vec<(ProducerId, &ProducerState)> = partition.states().collect();
    let left_out = states.len().saturating_sub(ROWS_MAX);
    html! {
        <>
            if left_out > 0 {
                <p>{ format!("The windows of {left_out} earlier producers are left out.") }</p>
            }
            { for states.iter().skip(left_out).map(|(pid, state)| {
                window(format!("Window of producer {pid} on {id}{suffix}"), state)
            }) }
        </>
    }
}

fn window(caption: String, state: &ProducerState) -> Html {
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
    table(caption, &heads, rows.collect(), 0)
}
