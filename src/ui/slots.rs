//! A producer's window: its slots, oldest first; five, unless the setup says otherwise.

use super::button::step_button;
use super::icon::Mark;
use super::lane::Lane;
use super::markup::*;
use super::store::Store;
use crate::kafka::{Decision, PartitionId, ProducerId, ProducerState, Reason, SLOTS, Slot};

/// The window, with what this step did to it marked.
pub(super) fn view(
    store: &Store,
    lane: Lane<'_>,
    id: PartitionId,
    pid: ProducerId,
    state: &ProducerState,
    decision: Option<&Decision>,
) -> Html {
    let slots = state.window.slots();
    let size = lane.world().window();
    let fell_out = decision.and_then(|decision| decision.fell_out);
    let cleared = decision.map_or(0, |decision| decision.cleared);
    html! {
        <div key={pid.to_string()} class="fs-window">
            <span class="fs-window__name">
                { "window of producer " }<strong>{ pid.to_string() }</strong>
                { ", epoch " }<strong>{ state.epoch.to_string() }</strong>
                if cleared > 0 {
                    <span class="fs-tag fs-is-new">
                        { format!("cleared: {cleared} of the older epoch") }
                    </span>
                }
            </span>
            <ol class={row(size)}>
                if let Some(slot) = fell_out {
                    <li key={format!("gone{}", slot.base)} class="fs-slot fs-slot--gone">
                        <span class="fs-slot__range">{ range(slot) }</span>
                        <span class="fs-slot__note">{ "falls out" }</span>
                    </li>
                }
                { for (0..size).map(|place| match slots.get(place) {
                    Some(slot) => filled(store, lane, id, place, *slot, decision),
                    None => free(place),
                }) }
            </ol>
        </div>
    }
}

/// The slots of a producer that is still to come. Without numbers there is nothing to remember.
pub(super) fn none(lane: Lane<'_>) -> Html {
    if !lane.world().settings().is_idempotent() {
        return html! {
            <p class="fs-window__name">
                { "no window: what producers send has no numbers, so nothing is remembered" }
            </p>
        };
    }
    let size = lane.world().window();
    html! {
        <div class="fs-window">
            <span class="fs-window__name">{ "no producer is known here: no window yet" }</span>
            <ol class={row(size)}>
                { for (0..size).map(free) }
            </ol>
        </div>
    }
}

/// Many slots take more than one line.
fn row(size: usize) -> Classes {
    classes!("fs-slots", (size > SLOTS + 1).then_some("fs-slots--many"))
}

fn free(place: usize) -> Html {
    html! {
        <li key={format!("free{place}")} class="fs-slot fs-slot--free">
            <span class="fs-sr-only">{ "free slot" }</span>
        </li>
    }
}

fn range(slot: Slot) -> String {
    format!("{}..{}", slot.first, slot.last)
}

/// One remembered batch: press it to see the step that wrote it.
fn filled(
    store: &Store,
    lane: Lane<'_>,
    id: PartitionId,
    place: usize,
    slot: Slot,
    decision: Option<&Decision>,
) -> Html {
    let written = decision.and_then(|decision| decision.written) == Some(slot);
    let asked = decision.map(|decision| decision.reason);
    let matched = matches!(asked, Some(Reason::Remembered { slot }) if usize::from(slot) == place);
    let stands = format!("in slot {}{}", place + 1, lane.suffix());
    let content = html! {
        <>
            <span class="fs-slot__range">{ range(slot) }</span>
            <span class="fs-slot__base">{ format!("at {}", slot.base) }</span>
        </>
    };
    let written = written.then_some("fs-is-new");
    let class = classes!("fs-slot", written, matched.then_some("fs-slot--match"));
    let writer = lane.writer(id, slot.base);
    html! {
        <li
            key={format!("{}@{}", range(slot), slot.base)}
            {class}
        >
            { step_button(store, stands, classes!("fs-slot__button"), writer, content) }
            if matched {
                <span class="fs-slot__note">{ Mark::Duplicate.icon() }{ "this one" }</span>
            }
        </li>
    }
}
