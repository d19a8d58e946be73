//! The story band: the words of the step, the buttons that move, and the scrubber.

use super::button::{Button, act, action_button};
use super::markup::*;
use super::menu::{Choice, menu};
use super::store::{Speed, Store};
use super::{chaos, lane, scrubber};
use crate::scenario::{CATALOGUE, Listed, paragraphs};
use crate::session::{Action, Session};

/// The band.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let id = store.id("story");
    let compares = session.comparison().map(|_| "fs-story--compares");
    html! {
        <section class={classes!("fs-panel", "fs-story", compares)} aria-labelledby={id.clone()}>
            <h2 class="fs-story__title" {id}>{ title(&session) }</h2>
            { words(&session) }
            if store.may_step() {
                { controls(store, &session) }
            }
            { invitation(store, &session) }
            { chaos::strip(store) }
            { trouble(store) }
            if session.has_left_story() || session.timeline().branches() > 1 {
                { branches(store, &session) }
            }
        </section>
    }
}

fn title(session: &Session) -> String {
    let title = &session.story().title;
    if title.is_empty() {
        "A run of your own".to_owned()
    } else {
        title.clone()
    }
}

/// What the author says, and what happened.
fn words(session: &Session) -> Html {
    let caption = session.caption().unwrap_or_default();
    let closing = session.closing().unwrap_or_default();
    let at_start = session.timeline().cursor() == 0;
    html! {
        <div class="fs-words">
            { for paragraphs(caption).into_iter().enumerate().map(|(n, text)| html! {
                <p key={n} class="fs-caption">{ text }</p>
            }) }
            if !at_start {
                <p class="fs-sentence">{ session.sentence() }</p>
            }
            if !closing.is_empty() {
                <div class="fs-closings">
                    { for paragraphs(closing).into_iter().enumerate().map(|(n, text)| html! {
                        <p key={n} class="fs-closing">{ text }</p>
                    }) }
                </div>
            }
        </div>
    }
}

fn controls(store: &Store, session: &Session) -> Html {
    let at_start = session.timeline().cursor() == 0;
    let nothing_more = !session.has_more() && session.timeline().world().next().is_none();
    let no_next = nothing_more.then_some("nothing is outstanding: send something, or go back");
    let no_back = at_start.then_some("this is the start");
    html! {
        <div class="fs-controls">
            <div role="group" aria-label="Steps" class="fs-controls__steps">
                { action_button(store, "Back", Action::Back, no_back, "fs-button--back") }
                { action_button(store, "Next", Action::Next, no_next, "fs-button--next") }
            </div>
            if store.has_lab() {
                { play(store, session) }
            }
            { scrubber::view(store, session) }
            if store.has_lab() {
                { changes(store, session) }
            }
        </div>
    }
}

fn changes(store: &Store, session: &Session) -> Html {
    let no_undo = (!session.can_undo()).then_some("there is nothing to undo");
    let no_redo = (!session.can_redo()).then_some("there is nothing to redo");
    html! {
        <div role="group" aria-label="Changes" class="fs-controls__changes">
            { action_button(store, "Undo", Action::Undo, no_undo, "fs-button--small") }
            { action_button(store, "Redo", Action::Redo, no_redo, "fs-button--small") }
            { action_button(store, "Reset", Action::Reset, None, "fs-button--small") }
        </div>
    }
}

/// At the end of a built-in story: the lab is open, and another story follows.
fn invitation(store: &Store, session: &Session) -> Html {
    let at_end = !session.has_more() && !session.has_left_story();
    let place = CATALOGUE
        .iter()
        .position(|listed| session.story().id == Some(listed.id));
    let Some(place) = place.filter(|_| at_end && store.has_lab()) else {
        return Html::default();
    };
    let next = (!store.options().embed)
        .then(|| CATALOGUE.get(place + 1))
        .flatten()
        .filter(|next| !next.text().is_empty());
    html! {
        <div class="fs-invitation">
            <p>
                <strong>{ "Your turn. " }</strong>
                { "Send, drop, retry or restart above: a run of your own begins here." }
            </p>
            { lane::invitation(store, session) }
            if let Some(next) = next {
                { next_story(store, next) }
            }
        </div>
    }
}

fn next_story(store: &Store, next: &'static Listed) -> Html {
    let button = Button {
        word: format!("Next story: {}", next.title()),
        class: "fs-button--go",
        ..Button::default()
    };
    button.act(store, Action::Open(next))
}

fn play(store: &Store, session: &Session) -> Html {
    let playing = store.view().playing;
    let word = if playing { "Pause" } else { "Play" };
    let why_not =
        (!playing && !session.has_more()).then_some("the story ends here: go back, or press Next");
    let button = Button {
        word: word.to_owned(),
        why_not: why_not.map(str::to_owned),
        class: "fs-button--play",
        ..Button::default()
    };
    let speed = store.view().speed;
    let choose = {
        let store = store.clone();
        move |speed| store.change_view(|view| view.speed = speed)
    };
    html! {
        <div role="group" aria-label="Playing" class="fs-controls__play">
            { button.change_view(store, |view| view.playing = !view.playing) }
            { Speed::menu("Speed of Play", speed, choose) }
        </div>
    }
}

impl Speed {
    /// The menu of speeds.
    pub(super) fn menu(name: &str, current: Self, choose: impl Fn(Self) + 'static) -> Html {
        let choices = Self::ALL.map(|each| Choice::plain(each.name(), each == current));
        let chosen = Callback::from(move |name: String| {
            let speed = Self::ALL.into_iter().find(|speed| speed.name() == name);
            choose(speed.unwrap_or_default());
        });
        menu(name.to_owned(), choices.into(), chosen)
    }
}

/// Why the last action came to nothing. It is there, and empty, from the start, so that it is
/// read out when it changes.
fn trouble(store: &Store) -> Html {
    let trouble = store.view().trouble.clone();
    let trouble = trouble.map(|why| capitalised(&why)).unwrap_or_default();
    html! {
        <p class="fs-trouble" aria-live="polite">{ trouble }</p>
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let point = if sentence.ends_with(['.', '?']) {
        ""
    } else {
        "."
    };
    format!(
        "{}{}{point}",
        first.map(String::from).unwrap_or_default(),
        letters.as_str()
    )
}

/// Where the reader has gone, and the ways back.
fn branches(store: &Store, session: &Session) -> Html {
    let timeline = session.timeline();
    let current = timeline.current();
    let others = (0..timeline.branches())
        .rev()
        .filter(|branch| *branch != current);
    /// The story and the newest ones get a button each, the others a menu.
    const SHOWN: usize = 4;
    let others: Vec<usize> = others.collect();
    let older = others
        .iter()
        .copied()
        .skip(SHOWN)
        .filter(|branch| *branch != 0);
    let older: Vec<usize> = older.collect();
    let shown = others.iter().filter(|branch| !older.contains(branch));
    html! {
        <div class="fs-branches">
            <p class="fs-branches__where">
                if current == 0 {
                    { "You are in the story." }
                } else {
                    { "You have left the story: this run is yours." }
                }
            </p>
            <div class="fs-buttons">
                { for shown.map(|branch| branch_button(store, *branch)) }
                if !older.is_empty() {
                    { older_branches(store, &older) }
                }
            </div>
        </div>
    }
}

fn older_branches(store: &Store, older: &[usize]) -> Html {
    let mut choices = vec![Choice {
        value: String::new(),
        text: "older runs".to_owned(),
        chosen: true,
        group: "",
    }];
    choices.extend(older.iter().map(|branch| Choice {
        value: branch.to_string(),
        text: branch_name(*branch),
        chosen: false,
        group: "",
    }));
    let choose = {
        let store = store.clone();
        Callback::from(move |branch: String| {
            if let Ok(branch) = branch.parse() {
                act(&store, Action::GoToBranch(branch));
            }
        })
    };
    menu("Older runs".to_owned(), choices, choose)
}

fn branch_name(branch: usize) -> String {
    match branch {
        0 => "Back to the story".to_owned(),
        own => format!("Your run {own}"),
    }
}

fn branch_button(store: &Store, branch: usize) -> Html {
    Button::small(branch_name(branch)).act(store, Action::GoToBranch(branch))
}
