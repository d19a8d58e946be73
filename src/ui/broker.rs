//! The right column: the broker, with the log and the windows of each partition.

use super::button::act;
use super::icon::{Mark, reply_chip};
use super::store::Store;
use crate::kafka::{
    Decision, Logged, Offset, Partition, PartitionId, ProducerId, ProducerState, Reason, SLOTS,
    Slot,
};
use crate::session::Action;
use crate::sim::{Breach, Cargo, CopiedBy, World};
use crate::words::BROKER;
use yew::prelude::*;

/// More batches, records of a batch and windows than these are counted, not drawn. All of them
/// stand in State as text.
const BATCHES_SHOWN: usize = 8;
const RECORDS_SHOWN: u32 = 4;
const WINDOWS_SHOWN: usize = 4;

/// The column.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let timeline = session.timeline();
    let world = timeline.world();
    let judged = timeline.step().and_then(|step| step.judged());
    let (_, partitions) = session.cast();
    let id = store.id("broker");
    html! {
        <section class="panel broker" aria-labelledby={id.clone()}>
            <h2 class="panel__title" {id}>{ format!("Broker {BROKER}") }</h2>
            if partitions.is_empty() {
                <p class="quiet">{ "Its log is empty, and it knows of no producer." }</p>
            }
            { for partitions.iter().map(|(id, partition)| {
                let decision = judged.filter(|(judged, _)| judged == id).map(|(_, decision)| decision);
                view_partition(store, world, *id, partition, decision)
            }) }
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
        <article key={id.to_string()} class="partition">
            <h3 class="partition__name">
                { id.to_string() }
                <span class="quiet">{ "this broker leads it" }</span>
            </h3>
            if let Some(decision) = decision {
                { arrival(decision) }
            }
            { log(store, world, id, partition, decision) }
            { for shown.map(|(_, (pid, state))| {
                let decision = decision.filter(|decision| decision.batch.pid == *pid);
                window(store, id, *pid, state, decision)
            }) }
            if first > 0 {
                <p class="quiet">{ format!("The windows of {first} more producers are in State as text.") }</p>
            }
            if states.is_empty() {
                { no_window() }
            }
        </article>
    }
}

/// The batch that was judged at this step, before the log: it gets through, or it does not.
fn arrival(decision: &Decision) -> Html {
    let appended = decision.reason.accepts();
    let batch = &decision.batch;
    let fate = if appended {
        format!("appended at {}", decision.log_end_before)
    } else {
        "not appended".to_owned()
    };
    html! {
        <p key={format!("{decision}")} class={classes!("arrival", (!appended).then_some("arrival--stopped"))}>
            <span class="arrival__batch">
                { format!("pid {} epoch {} seq {}..{}", batch.pid, batch.epoch, batch.first, batch.last()) }
            </span>
            { reply_chip(decision.reply) }
            <span class="arrival__fate">{ fate }</span>
        </p>
    }
}

fn log(
    store: &Store,
    world: &World,
    id: PartitionId,
    partition: &Partition<Cargo>,
    decision: Option<&Decision>,
) -> Html {
    let batches = partition.log();
    let first = batches.len().saturating_sub(BATCHES_SHOWN);
    let shown = (first..batches.len()).filter_map(|place| batches.get(place));
    let start = batches
        .get(first)
        .map_or(partition.log_end(), |batch| batch.base);
    let appended = decision.filter(|decision| decision.reason.accepts());
    let fresh = appended.map(|decision| decision.log_end_before);
    html! {
        <div class="log">
            <span class="log__name">{ "log" }</span>
            <div class="log__batches">
                if start > Offset::ZERO {
                    <span class="log__earlier">{ format!("0..{} before", start.0 - 1) }</span>
                }
                { for shown.map(|batch| {
                    let copy = world.watcher().copy_at(id, batch.base);
                    logged(store, id, batch, copy, fresh == Some(batch.base))
                }) }
                <span key={format!("end{}", partition.log_end())} class={classes!("log__end", fresh.is_some().then_some("is-new"))}>
                    <span class="log__end-name">{ "log end" }</span>
                    <strong>{ partition.log_end().to_string() }</strong>
                </span>
            </div>
        </div>
    }
}

/// One batch in the log: press it to see the step that wrote it.
fn logged(
    store: &Store,
    id: PartitionId,
    batch: &Logged<Cargo>,
    copy: Option<&Breach>,
    fresh: bool,
) -> Html {
    let records = &batch.records.records;
    let count = records.count();
    let shown = count.min(RECORDS_SHOWN);
    let base = batch.base;
    let last = base.0 + i64::from(count) - 1;
    let name = format!("Offsets {base} to {last} of {id}: show the step that wrote them");
    let is_copy = copy.map(|breach| match breach {
        Breach::Copy {
            by: CopiedBy::Retry,
            ..
        } => "batch--copy",
        _ => "batch--again",
    });
    html! {
        <button
            key={base.to_string()}
            type="button"
            class={classes!("batch", fresh.then_some("is-new"), is_copy)}
            aria-label={name.clone()}
            title={name}
            onclick={go_to_writer(store, id, base)}
        >
            { for (0..shown).map(|index| html! {
                <span key={index} class="record">
                    <span class="record__offset">{ (base.0 + i64::from(index)).to_string() }</span>
                    <span class="record__label">{ records.label(index) }</span>
                </span>
            }) }
            if count > shown {
                <span class="record record--more">{ format!("and {} more", count - shown) }</span>
            }
            if let Some(Breach::Copy { first, .. }) = copy {
                <span class="batch__note">{ format!("again, first at {first}") }</span>
            }
        </button>
    }
}

/// Goes to the step that appended the batch at this offset; what stood there before step 1 was
/// written by none.
fn go_to_writer(store: &Store, id: PartitionId, base: Offset) -> Callback<MouseEvent> {
    let store = store.clone();
    Callback::from(move |_| {
        let step = store.session().timeline().step_that_wrote(id, base);
        match step {
            Some(step) => act(&store, Action::Seek(step)),
            None => store.change_view(|view| {
                view.trouble = Some(format!("offset {base} of {id} was there before step 1"));
            }),
        }
    })
}

fn window(
    store: &Store,
    id: PartitionId,
    pid: ProducerId,
    state: &ProducerState,
    decision: Option<&Decision>,
) -> Html {
    let slots = state.window.slots();
    let fell_out = decision.and_then(|decision| decision.fell_out);
    let cleared = decision.map_or(0, |decision| decision.cleared);
    html! {
        <div key={pid.to_string()} class="window">
            <span class="window__name">
                { "window of producer " }<strong>{ pid.to_string() }</strong>
                { ", epoch " }<strong>{ state.epoch.to_string() }</strong>
                if cleared > 0 {
                    <span class="tag is-new">{ format!("cleared: {cleared} of the older epoch") }</span>
                }
            </span>
            <ol class="slots">
                if let Some(slot) = fell_out {
                    <li key={format!("gone{}", slot.base)} class="slot slot--gone">
                        <span class="slot__range">{ range(slot) }</span>
                        <span class="slot__note">{ "falls out" }</span>
                    </li>
                }
                { for (0..SLOTS).map(|place| match slots.get(place) {
                    Some(slot) => filled(store, id, place, *slot, decision),
                    None => free(place),
                }) }
            </ol>
        </div>
    }
}

/// The five slots of a producer that is still to come.
fn no_window() -> Html {
    html! {
        <div class="window">
            <span class="window__name">{ "no producer is known here: no window yet" }</span>
            <ol class="slots">
                { for (0..SLOTS).map(free) }
            </ol>
        </div>
    }
}

fn free(place: usize) -> Html {
    html! {
        <li key={format!("free{place}")} class="slot slot--free">
            <span class="sr-only">{ "free slot" }</span>
        </li>
    }
}

fn range(slot: Slot) -> String {
    format!("{}..{}", slot.first, slot.last)
}

/// One remembered batch: press it to see the step that wrote it.
fn filled(
    store: &Store,
    id: PartitionId,
    place: usize,
    slot: Slot,
    decision: Option<&Decision>,
) -> Html {
    let written = decision.and_then(|decision| decision.written) == Some(slot);
    let asked = decision.map(|decision| decision.reason);
    let matched = matches!(asked, Some(Reason::Remembered { slot }) if usize::from(slot) == place);
    let name = format!(
        "Slot {}: sequences {} to {}, stored at {}: show the step that wrote it",
        place + 1,
        slot.first,
        slot.last,
        slot.base
    );
    html! {
        <li
            key={format!("{}@{}", range(slot), slot.base)}
            class={classes!("slot", written.then_some("is-new"), matched.then_some("slot--match"))}
        >
            <button
                type="button"
                class="slot__button"
                aria-label={name.clone()}
                title={name}
                onclick={go_to_writer(store, id, slot.base)}
            >
                <span class="slot__range">{ range(slot) }</span>
                <span class="slot__base">{ format!("at {}", slot.base) }</span>
            </button>
            if matched {
                <span class="slot__note">{ Mark::Duplicate.icon() }{ "this one" }</span>
            }
        </li>
    }
}
