//! What happened so far: each event with its facts. Press one to see its step.

use super::button::act;
use super::icon::Mark;
use super::markup::*;
use super::store::Store;
use crate::compare::Comparison;
use crate::session::Action;
use crate::timeline::Step;

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
                    let step = timeline.steps().get(index)?;
                    Some(line(store, step, index + 1, cursor, session.comparison()))
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

fn line(
    store: &Store,
    step: &Step,
    number: usize,
    cursor: usize,
    comparison: Option<&Comparison>,
) -> Html {
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
                { for comparison.into_iter().flat_map(|second| differences(second, number)) }
            </ul>
        </li>
    }
}

/// What the second lane has instead, where the lanes differ.
fn differences(comparison: &Comparison, number: usize) -> Vec<Html> {
    let other = comparison.step(number).filter(|other| other.differs);
    let told = other.map_or(Vec::new(), |other| match &other.happened {
        Ok(facts) if facts.is_empty() => vec!["nothing happens".to_owned()],
        Ok(facts) => facts.iter().map(ToString::to_string).collect(),
        Err(why) => vec![format!("impossible: {why}")],
    });
    let name = comparison.variant();
    told.iter()
        .map(|told| {
            html! {
                <li class="fs-fact__other">
                    { Mark::Differs.icon() }
                    { format!("{name}: {told}") }
                </li>
            }
        })
        .collect()
}
