//! The right column: the broker, with the log and the windows of each partition.

use super::button::Button;
use super::icon::reply_chip;
use super::store::Store;
use super::{log, slots};
use crate::kafka::{Decision, Header, Partition, PartitionId, ProducerId, ProducerState};
use crate::session::Action;
use crate::sim::{Cargo, World};
use crate::words::BROKER;
use yew::prelude::*;

/// More windows than these are counted, not drawn. All of them stand in State as text.
const WINDOWS_SHOWN: usize = 4;

/// The column.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let timeline = session.timeline();
    let world = timeline.world();
    let judged = timeline.step().and_then(|step| step.judged());
    let partitions = session.partitions();
    let id = store.id("broker");
    html! {
        <section class="fs-panel fs-broker" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ format!("Broker {BROKER}") }</h2>
            if partitions.is_empty() {
                <p class="fs-quiet">{ "Its log is empty, and it knows of no producer." }</p>
            }
            { for partitions.iter().map(|(id, partition)| {
                let here = judged.filter(|(judged, _)| judged == id);
                let decision = here.map(|(_, decision)| decision);
                view_partition(store, world, *id, partition, decision)
            }) }
            if store.has_lab() {
                <div class="fs-buttons fs-buttons--apart">
                    { Button::small("Add partition").act(store, Action::AddPartition) }
                </div>
            }
        </section>
    }
}

fn view_partition(
    store: &Store,
    world: &World,
    id: PartitionId,
    partition: &Partition<Cargo>,
    decision: Option<&Decision>,
) -> Html {
    let states: Vec<(ProducerId, &ProducerState)> = partition.states().collect();
    let judged_pid = decision.map(|decision| decision.batch.pid);
    // The newest ones, and in any case the one that this step is about.
    let first = states.len().saturating_sub(WINDOWS_SHOWN);
    let shown = states.iter().enumerate();
    let shown = shown.filter(|(place, (pid, _))| *place >= first || Some(*pid) == judged_pid);
    html! {
        <article key={id.to_string()} class="fs-partition">
            <h3 class="fs-partition__name">
                { id.to_string() }
                <span class="fs-quiet">{ "this broker leads it" }</span>
            </h3>
            if let Some(decision) = decision {
                { arrival(decision) }
            }
            { log::view(store, world, id, partition, decision) }
            { for shown.map(|(_, (pid, state))| {
                let decision = decision.filter(|decision| decision.batch.pid == *pid);
                slots::view(store, id, *pid, state, decision)
            }) }
            if first > 0 {
                <p class="fs-quiet">
                    { format!("The windows of {first} more producers are in State as text.") }
                </p>
            }
            if states.is_empty() {
                { slots::none() }
            }
        </article>
    }
}

/// The batch that was judged at this step, before the log: it gets through, or it does not.
fn arrival(decision: &Decision) -> Html {
    let appended = decision.reason.accepts();
    let batch = &decision.batch;
    let Header {
        pid, epoch, first, ..
    } = batch;
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
                { format!("pid {pid} epoch {epoch} seq {first}..{}", batch.last()) }
            </span>
            { reply_chip(decision.reply) }
            <span class="fs-arrival__fate">{ fate }</span>
        </p>
    }
}
