//! The header of the full page: the menu of stories, the palette, help.

use super::button::act;
use super::markup::*;
use super::menu::{Choice, menu};
use super::options::Theme;
use super::store::Store;
use super::{browser, lane};
use crate::kafka::RuleSet;
use crate::scenario::Listed;
use crate::session::Action;
use crate::sim::Change;

/// The header.
pub(super) fn view(store: &Store) -> Html {
    html! {
        <header class="fs-top">
            <h1 class="fs-top__name">
                <svg class="fs-top__logo" viewBox="0 0 34 10" aria-hidden="true" focusable="false">
                    { for (0..5).map(|n| html! {
                        <rect
                            key={n}
                            x={(n * 7).to_string()}
                            y="1"
                            width="5.5"
                            height="8"
                            rx="1.2"
                        />
                    }) }
                </svg>
                { "Five Slots" }
            </h1>
            if store.has_lab() {
                { stories(store) }
            }
            { rules(store) }
            if store.has_lab() {
                { lane::compare_menu(store) }
            }
            <div class="fs-top__right">
                { theme(store) }
                { motion(store) }
                { help(store) }
            </div>
        </header>
    }
}

/// Which rules the broker follows.
fn rules(store: &Store) -> Html {
    let current = store.session().timeline().setup().rules;
    if !store.has_lab() {
        return html! {
            <p class="fs-top__rules fs-quiet">
                { "rules: " }<strong>{ current.name() }</strong>
            </p>
        };
    }
    let choose = {
        let store = store.clone();
        Callback::from(move |name: String| {
            let rules = RuleSet::from_name(&name).unwrap_or_default();
            act(&store, Action::Set(Change::Rules(rules)));
        })
    };
    let choices = RuleSet::ALL.map(|rules| Choice::plain(rules.name(), rules == current));
    html! {
        <div class="fs-labelled fs-labelled--inline">
            <span aria-hidden="true">{ "Rules" }</span>
            { menu("Rules".to_owned(), choices.into(), choose) }
        </div>
    }
}

fn stories(store: &Store) -> Html {
    let current = store.session().story().id;
    let choose = {
        let store = store.clone();
        Callback::from(move |id: String| {
            if let Some(listed) = Listed::find(&id) {
                act(&store, Action::Open(listed));
            }
        })
    };
    let own = current.is_none().then(|| Choice {
        value: String::new(),
        text: "a run of your own".to_owned(),
        chosen: true,
        group: "",
    });
    let listed = Listed::all().map(|listed| Choice {
        value: listed.id.to_owned(),
        text: listed.title().to_owned(),
        chosen: current == Some(listed.id),
        group: listed.section,
    });
    let choices = own.into_iter().chain(listed).collect();
    html! {
        <div class="fs-top__menu">
            <span aria-hidden="true">{ "Scenario" }</span>
            { menu("Scenario".to_owned(), choices, choose) }
        </div>
    }
}

fn theme(store: &Store) -> Html {
    let current = store.view().theme;
    let choose = {
        let store = store.clone();
        Callback::from(move |name: String| {
            let theme = Theme::ALL.into_iter().find(|theme| theme.name() == name);
            store.change_view(|view| view.theme = theme.unwrap_or_default());
        })
    };
    let choices = Theme::ALL.map(|theme| Choice::plain(theme.name(), theme == current));
    html! {
        <div class="fs-labelled fs-labelled--inline">
            <span aria-hidden="true">{ "Theme" }</span>
            { menu("Theme".to_owned(), choices.into(), choose) }
        </div>
    }
}

/// The switch that overrides the reader's system both ways.
pub(super) fn motion(store: &Store) -> Html {
    let on = moves(store);
    let onclick = {
        let store = store.clone();
        move |_: MouseEvent| store.change_view(|view| view.motion = Some(!on))
    };
    html! {
        <button
            type="button"
            class="fs-switch"
            role="switch"
            aria-checked={on.to_string()}
            {onclick}
        >
            <span class="fs-switch__box" aria-hidden="true" />
            { "Motion" }
        </button>
    }
}

/// Whether things move: as the reader chose, else as their system has it.
pub(super) fn moves(store: &Store) -> bool {
    let chosen = store.view().motion;
    chosen.unwrap_or_else(|| !browser::prefers_reduced_motion())
}

/// The button behind which the help page is.
pub(super) fn help(store: &Store) -> Html {
    let open = store.view().help;
    let onclick = {
        let store = store.clone();
        move |_: MouseEvent| store.change_view(|view| view.help = !view.help)
    };
    html! {
        <button
            type="button"
            class="fs-button fs-button--help"
            aria-label="? Help"
            aria-expanded={open.to_string()}
            {onclick}
        >
            { "?" }
        </button>
    }
}
