//! What happened so far: each event with its facts. Press one to see its step.

use super::button::act;
use super::icon::Mark;
use super::store::Store;
use crate::session::Action;
use crate::timeline::Step;
use yew::prelude::*;

/// In a long run, only the steps around the cursor are listed.
const AROUND: usize = 20;

/// The list.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let timeline = session.timeline();
    let (cursor, steps) = (timeline.cursor(), timeline.len());
    let first = cursor.saturating_sub(AROUND);
    let end = (cursor + AROUND).min(steps);
    let id = store.id("facts");
    html! {
        <section class="fs-panel fs-facts" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "Events and facts" }</h2>
            if steps == 0 {
                <p class="fs-quiet">{ "Nothing has been decided yet." }</p>
            }
            if first > 0 {
                <p class="fs-quiet">{ format!("Steps 1 to {first} are not listed here.") }</p>
            }
            <ol class="fs-facts__list" start={(first + 1).to_string()}>
                { for (first..end).filter_map(|index| {
                    timeline.steps().get(index).map(|step| line(store, step, index + 1, cursor))
                }) }
            </ol>
            if end < steps {
                <p class="fs-quiet">
                    { format!("Steps {} to {steps} are not listed here.", end + 1) }
                </p>
            }
        </section>
    }
}

fn line(store: &Store, step: &Step, number: usize, cursor: usize) -> Html {
    let onclick = {
        let store = store.clone();
        move |_: MouseEvent| act(&store, Action::Seek(number))
    };
    let current = number == cursor;
    let to_come = (number > cursor).then_some("fs-fact--to-come");
    let class = classes!("fs-fact", current.then_some("fs-fact--now"), to_come);
    html! {
        <li key={number} {class}>
            <button
                type="button"
                class="fs-fact__event"
                aria-current={current.then_some("step")}
                {onclick}
            >
                <span class="fs-fact__number">{ number }</span>
                { Mark::of_step(step).icon() }
                <span>{ step.entry.event.to_string() }</span>
            </button>
            <ul class="fs-fact__facts">
                { for step.facts.iter().enumerate().map(|(n, fact)| html! {
                    <li key={n}>{ fact.to_string() }</li>
                }) }
            </ul>
        </li>
    }
}
