//! The settings: the names of the real properties, what each is for, and what happens when they
//! disagree.

use super::broker_settings::of_brokers;
use super::browser;
use super::button::{act, action_button};
use super::markup::*;
use super::menu::{Choice, menu};
use super::prose::note;
use super::store::Store;
use crate::kafka::{Acks, IN_FLIGHT_MAX, Policy, RETRIES_MAX, SLOTS_MAX, Settings};
use crate::session::Action;
use crate::sim::{Change, Setup};

/// The panel.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let setup = session.timeline().setup();
    let refused = store.view().refused;
    let set = {
        let store = store.clone();
        Callback::from(move |change: Change| act(&store, Action::Set(change)))
    };
    let ours = of_ours(setup, &set);
    let brokers = of_brokers(setup, &set);
    let id = store.id("settings");
    // The rules are no setting of anybody.
    let are_default = setup.changes().len() == 1;
    let why_not = are_default.then_some("every setting has its default");
    html! {
        <section class="fs-panel fs-settings" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "Settings" }</h2>
            { standing(&setup.settings) }
            if let Some(conflict) = refused {
                // The story band reads it out.
                <p class="fs-trouble">{ format!("Refused: {conflict}.") }</p>
            }
            <ul>{ for of_clients(&setup.settings, &set)
                .into_iter()
                .chain(ours)
                .chain(brokers)
                .map(row) }</ul>
            <div class="fs-buttons fs-buttons--apart">
                { action_button(store, "Back to the defaults", Action::Defaults, why_not, "") }
            </div>
        </section>
    }
}

/// Whether idempotence is on, and why not. What a client would not say is said here.
fn standing(settings: &Settings) -> Html {
    let (class, words) = match (settings.idempotence, settings.switched_off_by()) {
        (_, Some(conflict)) => (
            Some("fs-settings__off"),
            format!(
                "Idempotence is off now: {conflict}. It was on by default only, and a real client \
                 switches it off without a word."
            ),
        ),
        (Some(false), None) => (
            None,
            "Idempotence is off, by hand: no producer id, no sequence, nothing is checked."
                .to_owned(),
        ),
        (Some(true), None) => (
            None,
            "Idempotence is on, by hand: a setting that it cannot live with is refused.".to_owned(),
        ),
        (None, None) => (None, "Idempotence is on, by default.".to_owned()),
    };
    html! { <p class={classes!("fs-settings__standing", class)} aria-live="polite">{ words }</p> }
}

/// One setting.
pub(super) struct Row {
    /// Its name.
    pub name: &'static str,
    /// KafkaJS's spelling; `None` where no client has such a setting.
    pub other: Option<String>,
    /// What it is when nobody sets it.
    pub default: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    pub control: Html,
}

/// Those that Kafka's clients have.
fn of_clients(settings: &Settings, set: &Callback<Change>) -> [Row; 4] {
    let acks = match settings.acks {
        Acks::All => "-1",
        acks => acks.name(),
    };
    [
        Row {
            name: "enable.idempotence",
            other: Some(format!("idempotent: {}", settings.is_idempotent())),
            default: "on",
            purpose: note("enable.idempotence"),
            control: idempotence(settings, set),
        },
        Row {
            name: "acks",
            other: Some(format!("acks: {acks}")),
            default: "all",
            purpose: note("acks"),
            control: acks_menu(settings.acks, set),
        },
        Row {
            name: "retries",
            other: Some("retry.retries".to_owned()),
            default: "2147483647",
            purpose: note("retries"),
            control: number(
                "retries",
                settings.retries,
                0..=RETRIES_MAX,
                set,
                Change::Retries,
            ),
        },
        Row {
            name: IN_FLIGHT,
            other: Some("maxInFlightRequests".to_owned()),
            default: "5",
            purpose: note(IN_FLIGHT),
            control: number(
                IN_FLIGHT,
                settings.max_in_flight,
                1..=IN_FLIGHT_MAX,
                set,
                Change::MaxInFlight,
            ),
        },
    ]
}

/// Those that no client has.
fn of_ours(setup: &Setup, set: &Callback<Change>) -> [Row; 2] {
    let (settings, window) = (&setup.settings, setup.window());
    [
        Row {
            name: SLOTS_NAME,
            other: None,
            default: "5",
            purpose: note(SLOTS_NAME),
            control: number(
                SLOTS_NAME,
                window as u32,
                1..=SLOTS_MAX as u32,
                set,
                |slots| Change::Window(slots as usize),
            ),
        },
        Row {
            name: POLICY,
            other: None,
            default: "reject",
            purpose: tells(settings.policy),
            control: policy(settings.policy, set),
        },
    ]
}

const IN_FLIGHT: &str = "max.in.flight.requests.per.connection";
const SLOTS_NAME: &str = "slots the broker remembers";
const POLICY: &str = "after a fatal error";

fn row(row: Row) -> Html {
    html! {
        <li key={row.name} class="fs-setting">
            <p class="fs-setting__name">
                // It is cut where a reader would cut it.
                { for row.name.split_inclusive('.').map(|part| html! { <>{ part }<wbr /></> }) }
            </p>
            <p class="fs-quiet">
                if let Some(other) = row.other {
                    { "KafkaJS " }<code>{ other }</code>
                } else {
                    { "no setting of any client" }
                }
            </p>
            <div class="fs-setting__control">
                { row.control }
                <span class="fs-quiet">{ format!("default {}", row.default) }</span>
            </div>
            <p class="fs-setting__purpose">{ row.purpose }</p>
        </li>
    }
}

fn idempotence(settings: &Settings, set: &Callback<Change>) -> Html {
    let names = ["default", "true, by hand", "false, by hand"];
    let now = match settings.idempotence {
        None => 0,
        Some(true) => 1,
        Some(false) => 2,
    };
    // Once it is set by hand, only the button below makes it the default again.
    let offered = if now == 0 { &names[..] } else { &names[1..] };
    select("enable.idempotence", offered, names[now], set, |name| {
        Change::Idempotence(name == "true, by hand")
    })
}

fn acks_menu(now: Acks, set: &Callback<Change>) -> Html {
    let names = Acks::ALL.map(Acks::name);
    select("acks", &names, now.name(), set, |name| {
        let chosen = Acks::ALL.into_iter().find(|acks| acks.name() == name);
        Change::Acks(chosen.unwrap_or_default())
    })
}

fn policy(now: Policy, set: &Callback<Change>) -> Html {
    let names = Policy::ALL.map(Policy::name);
    select(POLICY, &names, now.name(), set, |name| {
        let chosen = Policy::ALL.into_iter().find(|policy| policy.name() == name);
        Change::Policy(chosen.unwrap_or_default())
    })
}

/// One of some names.
fn select(
    name: &'static str,
    names: &[&'static str],
    now: &'static str,
    set: &Callback<Change>,
    change: fn(&str) -> Change,
) -> Html {
    let choices = names.iter().map(|name| Choice::plain(name, *name == now));
    let set = set.clone();
    let choose = Callback::from(move |name: String| set.emit(change(&name)));
    menu(name.to_owned(), choices.collect(), choose)
}

/// What a producer does under a policy, and who does it so.
pub(super) fn tells(policy: Policy) -> &'static str {
    note(&format!("policy {}", policy.name()))
}

/// A number, set when the field is left or Enter pressed; at most and at least what the range
/// allows.
pub(super) fn number(
    name: &'static str,
    now: u32,
    range: std::ops::RangeInclusive<u32>,
    set: &Callback<Change>,
    change: fn(u32) -> Change,
) -> Html {
    let (min, max) = range.into_inner();
    let set = set.clone();
    let onchange = Callback::from(move |event: Event| {
        let number = browser::number(&event, now, min, max);
        if number != now {
            set.emit(change(number));
        }
    });
    html! {
        <input
            type="number"
            class="fs-field"
            aria-label={name}
            value={now.to_string()}
            min={min.to_string()}
            max={max.to_string()}
            {onchange}
        />
    }
}
