//! The right column: the broker, with the log and the windows of each partition, and under it the
//! same broker under a second setup, if the two are compared.

use super::button::Button;
use super::icon::reply_chip;
use super::lane::{self, Lane};
use super::markup::*;
use super::store::Store;
use super::{copies, log, promises, slots};
use crate::kafka::{Decision, Header, Partition, PartitionId, ProducerId, ProducerState};
use crate::session::Action;
use crate::sim::{Cargo, World};

/// More windows than these are counted, not drawn. All of them stand in State as text.
const WINDOWS_SHOWN: usize = 4;

/// The column.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let partitions = session.partitions();
    html! {
        <div class="fs-lanes">
            { for Lane::all(&session).map(|lane| panel(store, lane, &partitions)) }
        </div>
    }
}

/// One lane. Both show the partitions of the run, so that log stands under log.
fn panel(store: &Store, lane: Lane<'_>, partitions: &[(PartitionId, Partition<Cargo>)]) -> Html {
    let session = store.session();
    let title = title(lane.world());
    let (key, title) = if lane.is_second() {
        ("second", format!("{title} with {}", lane.name()))
    } else {
        ("broker", title)
    };
    let id = store.id(key);
    html! {
        <section class="fs-panel fs-broker" aria-labelledby={id.clone()} {key}>
            <div class="fs-broker__head">
                <h2 class="fs-panel__title" {id}>{ title }</h2>
                if !lane.is_second() && store.has_lab() {
                    { lane::turn_button(store, &session) }
                }
            </div>
            if lane.is_second() {
                { lane::here(lane) }
            } else if partitions.is_empty() {
                <p class="fs-quiet">{ "Its log is empty, and it knows of no producer." }</p>
            }
            { for partitions.iter().map(|(id, partition)| {
                if !lane.is_second() {
                    return view_partition(store, lane, *id, partition);
                }
                let other = lane.world().partitions().get(id).cloned();
                view_partition(store, lane, *id, &other.unwrap_or_default())
            }) }
            if lane.is_second() {
                { promises::in_lane(lane) }
            } else if store.has_lab() && session.comparison().is_none() {
                <div class="fs-buttons fs-buttons--apart">
                    { Button::small("Add partition").act(store, Action::AddPartition) }
                </div>
            }
        </section>
    }
}

fn view_partition(
    store: &Store,
    lane: Lane<'_>,
    id: PartitionId,
    partition: &Partition<Cargo>,
) -> Html {
    let here = lane.judged().filter(|(judged, _)| *judged == id);
    let decision = here.map(|(_, decision)| decision);
    let states: Vec<(ProducerId, &ProducerState)> = partition.states().collect();
    let judged_pid = decision.map(|decision| decision.batch.pid);
    // The newest ones, and in any case the one that this step is about.
    let first = states.len().saturating_sub(WINDOWS_SHOWN);
    let shown = states.iter().enumerate();
    let shown = shown.filter(|(place, (pid, _))| *place >= first || Some(*pid) == judged_pid);
    html! {
        <article key={id.to_string()} class="fs-partition">
            if !lane.is_compared() {
                <h3 class="fs-partition__name">
                    { id.to_string() }
                    <span class="fs-quiet">{ copies::standing(lane.world(), id) }</span>
                </h3>
            } else if lane.world().brokers().len() > 1 {
                <p class="fs-quiet">{ copies::standing(lane.world(), id) }</p>
            }
            { for decision.filter(|_| !lane.is_second()).map(arrival) }
            { log::view(store, lane, id, partition, decision) }
            { for shown.map(|(_, (pid, state))| {
                let decision = decision.filter(|decision| decision.batch.pid == *pid);
                slots::view(store, lane, id, *pid, state, decision)
            }) }
            if first > 0 {
                <p class="fs-quiet">
                    { format!("The windows of {first} more producers are in State as text.") }
                </p>
            }
            if states.is_empty() {
                { slots::none(lane) }
            }
            { copies::view(lane, id) }
        </article>
    }
}

fn title(world: &World) -> String {
    let names = world.brokers().iter().map(|broker| broker.name.to_string());
    let names: Vec<String> = names.collect();
    let several = if names.len() > 1 { "s" } else { "" };
    format!("Broker{several} {}", names.join(", "))
}

/// The batch that was judged at this step, before the log: it gets through, or it does not.
fn arrival(decision: &Decision) -> Html {
    let appended = decision.reason.accepts();
    let fate = if appended {
        format!("appended at {}", decision.log_end_before)
    } else {
        "not appended".to_owned()
    };
    html! {
        <p
            key={format!("{decision}")}
            class={classes!("fs-arrival", (!appended).then_some("fs-arrival--stopped"))}
        >
            <span class="fs-arrival__batch">
                { numbers(&decision.batch) }
            </span>
            { reply_chip(decision.reply) }
            <span class="fs-arrival__fate">{ fate }</span>
        </p>
    }
}

/// A batch by its numbers.
pub(super) fn numbers(batch: &Header) -> String {
    let Header {
        pid, epoch, first, ..
    } = batch;
    if *pid == ProducerId::NONE {
        "without numbers".to_owned()
    } else {
        format!("pid {pid}, epoch {epoch}, seq {first}..{}", batch.last())
    }
}
