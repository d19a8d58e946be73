//! The strip of promises: each record at most once, order kept, everything acknowledged is stored.

use super::store::Store;
use crate::sim::Standing;
use crate::words;
use yew::prelude::*;

/// The strip.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let promises = session.timeline().world().invariants();
    html! {
        <section class="fs-promises" aria-label="What a learner may rely on">
            <ul class="fs-promises__list">
                { for promises.each().into_iter().map(|(name, standing)| promise(name, standing)) }
            </ul>
        </section>
    }
}

fn promise(name: &'static str, standing: &Standing) -> Html {
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
                <span class="fs-promise__why">{ words::tell_breach(breach) }</span>
            }
        </li>
    }
}
