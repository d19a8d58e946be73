//! Who remembers what of a partition: on each broker the memory, the snapshot file and the log.

use super::lane::Lane;
use super::markup::*;
use crate::kafka::{Layer, Offset, Partition, PartitionId, ProducerId, ProducerState};
use crate::sim::{Broker, Cargo, Fact, Replicas, World};

/// More than these are counted, not drawn. All of them stand in State as text.
const SHOWN: usize = 4;

/// Who leads a partition, who is in sync, and how far they are.
pub(super) fn standing(world: &World, id: PartitionId) -> String {
    let replicas = world.replicas(id);
    if world.brokers().len() == 1 {
        return match replicas.is_none_or(|replicas| replicas.led) {
            true => "this broker leads it".to_owned(),
            false => "no leader: this broker is down".to_owned(),
        };
    }
    let Some(replicas) = replicas else {
        // It comes later in the story: then the first one leads.
        let first = world.brokers().first();
        return first.map_or(String::new(), |broker| {
            format!("{} will lead it", broker.name)
        });
    };
    let leader = replicas.leader;
    let leads = match replicas.led {
        true => format!("{leader} leads it"),
        false => format!("no leader; {leader} led it"),
    };
    let in_sync = replicas.in_sync.iter().map(ToString::to_string);
    let in_sync = in_sync.collect::<Vec<String>>().join(", ");
    let waits = match replicas.waiting.last() {
        Some(wait) => format!("; {} waits for the followers", wait.request.name),
        None => String::new(),
    };
    format!(
        "{leads}; in sync {in_sync}; high watermark {}{waits}",
        replicas.high_watermark
    )
}

/// What a broker is for a partition, in a few words.
pub(super) fn role(world: &World, broker: &Broker, replicas: &Replicas) -> &'static str {
    let leads = replicas.leader == broker.name;
    let in_sync = replicas.is_in_sync(broker.name);
    match (broker.up, leads && replicas.led) {
        (false, _) => "down",
        (true, true) => "leader",
        _ if world.brokers().len() == 1 => "waits for an election",
        _ if broker.paused && in_sync => "follower, has stopped copying, in sync still",
        _ if broker.paused => "follower, has stopped copying, not in sync",
        _ if in_sync => "follower, in sync",
        _ => "follower, not in sync",
    }
}

/// The copies, once there is more to see than one broker that was never down.
pub(super) fn view(lane: Lane<'_>, id: PartitionId) -> Html {
    let world = lane.world();
    let Some(replicas) = world.replicas(id) else {
        return Html::default();
    };
    let brokers = world.brokers();
    let touched = |broker: &Broker| {
        let copy = world.copy(id, broker.name);
        !broker.up || copy.is_some_and(|copy| copy.recovered().is_some() || has_file(copy))
    };
    if brokers.len() == 1 && !brokers.iter().any(touched) {
        return Html::default();
    }
    html! {
        <div class="fs-replicas">
            { for brokers.iter().filter_map(|broker| {
                let copy = world.copy(id, broker.name)?;
                Some(card(lane, id, broker, replicas, copy))
            }) }
        </div>
    }
}

/// Whether there is a snapshot file that an event wrote: what was given is in one from the start.
fn has_file(copy: &Partition<Cargo>) -> bool {
    copy.snapshot().is_some() && !copy.log().is_empty()
}

fn card(
    lane: Lane<'_>,
    id: PartitionId,
    broker: &Broker,
    replicas: &Replicas,
    copy: &Partition<Cargo>,
) -> Html {
    let world = lane.world();
    let memory: Vec<(ProducerId, ProducerState)> = copy
        .states()
        .map(|(pid, state)| (pid, state.clone()))
        .collect();
    let file = copy.snapshot().map(|file| file.offset());
    let layer = if replicas.leader == broker.name {
        "1"
    } else {
        "2"
    };
    let fresh = lane
        .facts()
        .is_some_and(|facts| facts.iter().any(|fact| is_about(fact, id, broker)));
    let name = format!("{id} on {}", broker.name);
    let class = classes!(
        "fs-copy",
        (!broker.up).then_some("fs-copy--down"),
        fresh.then_some("fs-is-new")
    );
    html! {
        <section key={broker.name.to_string()} {class} aria-label={name}>
            <h4 class="fs-copy__name">
                { broker.name.to_string() }
                <span class="fs-quiet">{ role(world, broker, replicas) }</span>
            </h4>
            <dl>
                { row(layer, "memory", match memory.as_slice() {
                    [] if !broker.up => nothing("gone: it is down"),
                    [] => nothing("knows no producer"),
                    known => states(known, &|slot| copy.layer(slot)),
                }) }
                { row("3", "snapshot file", match file {
                    None => nothing("none"),
                    Some(offset) => html! {
                        <>
                            <span class="fs-quiet">{ format!("at {offset}") }</span>
                            { states(&copy.in_snapshot(), &|_| Layer::Memory) }
                        </>
                    },
                }) }
                { row("4", "log", log(copy)) }
            </dl>
        </section>
    }
}

fn row(number: &'static str, name: &'static str, content: Html) -> Html {
    html! {
        <div class="fs-layer">
            <dt><span class="fs-layer__number">{ number }</span>{ name }</dt>
            <dd>{ content }</dd>
        </div>
    }
}

fn nothing(words: &'static str) -> Html {
    html! { <span class="fs-quiet">{ words }</span> }
}

/// Whether something happened to this broker's copy.
fn is_about(fact: &Fact, id: PartitionId, of: &Broker) -> bool {
    match fact {
        Fact::Recovered {
            broker, partition, ..
        }
        | Fact::Snapshot {
            broker, partition, ..
        }
        | Fact::Replicated {
            broker, partition, ..
        }
        | Fact::Cut {
            broker, partition, ..
        }
        | Fact::Elected {
            broker, partition, ..
        }
        | Fact::Moved { broker, partition } => (*broker, *partition) == (of.name, id),
        Fact::WentDown { broker, .. } | Fact::Lags { broker, .. } => *broker == of.name,
        _ => false,
    }
}

/// The slots of each producer, as small as can be read.
fn states(
    states: &[(ProducerId, ProducerState)],
    layer: &dyn Fn(&crate::kafka::Slot) -> Layer,
) -> Html {
    let first = states.len().saturating_sub(SHOWN);
    html! {
        <>
            { for states[first..].iter().map(|(pid, state)| html! {
                <span class="fs-cells">
                    <span class="fs-quiet">{ format!("{pid}:") }</span>
                    { for state.window.slots().iter().map(|slot| {
                        let from = match layer(slot) {
                            Layer::Memory => "",
                            Layer::Snapshot => " from the file",
                            Layer::Log => " from the log",
                        };
                        cell(format!("{}..{}", slot.first, slot.last), from)
                    }) }
                </span>
            }) }
            if first > 0 {
                <span class="fs-quiet">{ format!("and {first} more") }</span>
            }
        </>
    }
}

fn cell(words: String, from: &'static str) -> Html {
    html! {
        <span class={classes!("fs-cell", (!from.is_empty()).then_some("fs-cell--back"))}>
            { words }<small>{ from }</small>
        </span>
    }
}

fn log(copy: &Partition<Cargo>) -> Html {
    let batches = copy.log();
    let first = batches.len().saturating_sub(SHOWN);
    let shown = (first..batches.len()).filter_map(|place| batches.get(place));
    html! {
        <span class="fs-cells">
            <span class="fs-quiet">{ extent(copy) }</span>
            { for shown.map(|batch| cell(batch.records.records.to_string(), "")) }
        </span>
    }
}

/// Where a log ends, and where it starts if that is not at 0.
pub(super) fn extent(copy: &Partition<Cargo>) -> String {
    match copy.log_start() {
        Offset::ZERO => format!("ends at {}", copy.log_end()),
        start => format!("starts at {start}, ends at {}", copy.log_end()),
    }
}
