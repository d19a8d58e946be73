//! The strip of promises: each record at most once, order kept, everything acknowledged is stored.

use super::lane::Lane;
use super::markup::*;
use super::store::Store;
use crate::sim::{Setup, Standing};
use crate::words;

/// The strip, with a line for each lane.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let compares = session.comparison().is_some();
    html! {
        <section class="fs-promises" aria-label="What a learner may rely on">
            { for Lane::all(&session).map(|lane| {
                let id = store.id(if lane.is_second() { "promises-2" } else { "promises" });
                let name = if lane.is_second() {
                    format!("with {}", lane.name())
                } else {
                    "this run".to_owned()
                };
                html! {
                    <>
                        if compares {
                            <h3 class="fs-promises__lane" id={id.clone()}>{ name }</h3>
                        }
                        <ul class="fs-promises__list" aria-labelledby={compares.then_some(id)}>
                            { for each(lane, true) }
                        </ul>
                    </>
                }
            }) }
        </section>
    }
}

/// Those that do not hold in a lane, for the lane itself.
pub(super) fn in_lane(lane: Lane<'_>) -> Html {
    let broken = each(lane, false);
    html! {
        if broken.is_empty() {
            <p class="fs-quiet">{ "All three promises hold in this lane." }</p>
        } else {
            <ul class="fs-promises__list">{ for broken }</ul>
        }
    }
}

fn each(lane: Lane<'_>, kept_too: bool) -> Vec<Html> {
    let promises = lane.world().invariants().each().into_iter();
    let shown = promises.filter(|(_, standing)| kept_too || **standing != Standing::Kept);
    shown
        .map(|(name, standing)| promise(name, standing, lane.setup(), kept_too))
        .collect()
}

/// One promise, with what became of it, if this is not seen right above, and why.
fn promise(name: &'static str, standing: &Standing, setup: &Setup, tells: bool) -> Html {
    let (class, word, why) = match standing {
        Standing::Kept => ("fs-promise--kept", "holds", None),
        Standing::Outside(breach) => ("fs-promise--outside", "outside the promise", Some(breach)),
        Standing::Broken(breach) => ("fs-promise--broken", "broken", Some(breach)),
    };
    let shape = match standing {
        Standing::Kept => "M-6 0L-2 4.5L6 -4.5",
        Standing::Outside(_) => "M0 -6.5L7 5.5H-7z",
        Standing::Broken(_) => "M-5 -5L5 5M5 -5L-5 5",
    };
    html! {
        <li key={name} class={classes!("fs-promise", class)}>
            <svg class="fs-icon" viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">
                <path d={shape} />
            </svg>
            <span class="fs-promise__name">{ name }</span>
            <strong class="fs-promise__word">{ word }</strong>
            if let Some(breach) = why {
                <span class="fs-promise__why">
                    { breach.why_allowed(setup).unwrap_or_default() }
                    if tells {
                        { " " }
                        { words::tell_breach(breach) }
                    }
                </span>
            }
        </li>
    }
}
