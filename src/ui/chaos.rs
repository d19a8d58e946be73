//! The panel of chaos: a hand that decides by dials and dice, as long as the reader lets it. Each
//! of its picks is an ordinary step.

use super::browser;
use super::button::{Button, action_button};
use super::markup::*;
use super::menu::{Choice, menu};
use super::prose::note;
use super::store::{Chaos, Speed, Store};
use crate::session::Action;
use crate::sim::Dials;

/// How many events can be asked for at once.
const COUNTS: [usize; 4] = [20, 100, 500, 2_000];

const SMALL: &str = "fs-button--small";

/// A dial: what it is called, and which number it turns.
type Dial = (&'static str, fn(&mut Dials) -> &mut u32);

const DIALS: [Dial; 4] = [
    ("lose requests", |dials| &mut dials.lose_requests),
    ("lose acknowledgements", |dials| &mut dials.lose_answers),
    ("duplicate messages", |dials| &mut dials.duplicate),
    ("let messages overtake", |dials| &mut dials.overtake),
];

/// How long a pick is shown, in milliseconds, and how many come at once.
pub(super) fn pace(speed: Speed) -> (u32, usize) {
    match speed {
        Speed::Slow => (1_000, 1),
        Speed::Normal => (200, 1),
        Speed::Fast => (40, 50),
    }
}

/// The next picks.
pub(super) fn tick(store: &Store) {
    let Chaos { dials, speed, .. } = store.view().chaos;
    for _ in 0..pace(speed).1 {
        if !store.view().chaos.running {
            return;
        }
        let picked = store.session().timeline().world().pick(&dials, &mut roll);
        match picked {
            Some(event) => drop(store.act(Action::Chaos(event))),
            None => store.change_view(|view| {
                view.chaos.stop();
                view.trouble = Some("chaos ends: nothing can happen any more".to_owned());
            }),
        }
    }
}

/// A number below another, by chance.
fn roll(below: u32) -> u32 {
    (js_sys::Math::random() * f64::from(below)) as u32
}

/// The panel.
pub(super) fn view(store: &Store) -> Html {
    let id = store.id("chaos");
    let chaos = store.view().chaos;
    let settled = store.session().timeline().world().next().is_none();
    let settled = settled.then_some("nothing is outstanding: it has settled");
    html! {
        <section class="fs-panel fs-chaos" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "Chaos" }</h2>
            <p class="fs-quiet">{ note("Chaos") }</p>
            <div class="fs-dials">
                { for DIALS.iter().map(|dial| view_dial(store, chaos.dials, *dial)) }
            </div>
            <div class="fs-buttons">
                { start_button(store, chaos) }
                { stop_button(store, chaos) }
                if chaos.left > 0 {
                    { to_come(chaos) }
                }
                { count_menu(store, chaos) }
                { speed_menu(store, chaos) }
                { action_button(store, "Let it settle", Action::Settle, settled, SMALL) }
            </div>
        </section>
    }
}

/// While it runs, the way to end it is in sight of the picture.
pub(super) fn strip(store: &Store) -> Html {
    let chaos = store.view().chaos;
    if chaos.left == 0 {
        return Html::default();
    }
    html! {
        <p class="fs-branches">
            { to_come(chaos) }
            { stop_button(store, chaos) }
        </p>
    }
}

fn to_come(chaos: Chaos) -> Html {
    html! { <span>{ format!("Chaos: {} events to come", chaos.left) }</span> }
}

fn view_dial(store: &Store, mut dials: Dials, (name, number): Dial) -> Html {
    let percent = number(&mut dials).to_string();
    let store = store.clone();
    let oninput = Callback::from(move |input: InputEvent| {
        if let Ok(percent) = browser::value(&input).parse() {
            store.change_view(|view| *number(&mut view.chaos.dials) = percent);
        }
    });
    html! {
        <label key={name} class="fs-labelled">
            <span>{ name }{ " " }<strong>{ format!("{percent} %") }</strong></span>
            <input
                type="range"
                class="fs-scrubber__range"
                max="100"
                step="5"
                value={percent}
                {oninput}
            />
        </label>
    }
}

fn start_button(store: &Store, chaos: Chaos) -> Html {
    let word = match chaos {
        Chaos { running: true, .. } => "Pause chaos",
        Chaos { left: 0, .. } => "Start chaos",
        _ => "Go on with chaos",
    };
    let pressed = store.clone();
    let press = Callback::from(move |()| {
        if chaos.left == 0 {
            // What chaos decided before stays a change of its own.
            let cursor = pressed.session().timeline().cursor();
            let _ = pressed.act(Action::Seek(cursor));
        }
        pressed.change_view(|view| view.chaos.press());
    });
    Button::small(word).view(store, press)
}

fn stop_button(store: &Store, chaos: Chaos) -> Html {
    let button = Button {
        why_not: (chaos.left == 0).then(|| "chaos is not running: start it first".to_owned()),
        ..Button::small("Stop chaos")
    };
    button.change_view(store, |view| view.chaos.stop())
}

fn count_menu(store: &Store, chaos: Chaos) -> Html {
    let choices = COUNTS.map(|count| Choice {
        value: count.to_string(),
        text: format!("{count} events"),
        chosen: count == chaos.count,
        group: "",
    });
    let store = store.clone();
    let choose = Callback::from(move |count: String| {
        if let Ok(count) = count.parse() {
            store.change_view(|view| view.chaos.count = count);
        }
    });
    menu("Length of chaos".to_owned(), choices.into(), choose)
}

fn speed_menu(store: &Store, chaos: Chaos) -> Html {
    let store = store.clone();
    let choose = move |speed| store.change_view(|view| view.chaos.speed = speed);
    Speed::menu("Speed of chaos", chaos.speed, choose)
}
