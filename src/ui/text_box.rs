//! The recording as text: to read, to edit, to keep.

use super::browser;
use super::button::Button;
use super::markup::*;
use super::store::Store;
use crate::scenario::{self, Opened};
use crate::session::Action;
use std::rc::Rc;

/// Beyond this many bytes a text is judged when it is applied, not at every key.
const CHECKED_AT_ONCE: usize = 60_000;

/// The text of a longer run is printed when somebody asks for it, not after every event.
const PRINTED_AT_ONCE: usize = 500;

/// What the reader has done to the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Edited {
    /// What they have written; `None` while the text is the run's.
    draft: Option<String>,
    /// What is wrong with it, found when it was written and not at every drawing.
    fault: Option<Rc<Fault>>,
    /// Which text of a long run they have asked for, by its revision.
    asked: Option<u64>,
}

/// What is wrong with a draft.
#[derive(Debug)]
enum Fault {
    /// It cannot be read or replayed; with the place of the error.
    Error(String, scenario::Place),
    /// It states a fact that does not come out.
    Untrue(String),
}

/// The box.
pub(super) fn view(store: &Store) -> Html {
    let Edited {
        draft,
        fault,
        asked,
    } = store.view().edited.clone();
    let session = store.session();
    let is_short = session.timeline().len() <= PRINTED_AT_ONCE;
    let printed = is_short || draft.is_some() || asked == Some(session.revision());
    let text = match &draft {
        Some(draft) => draft.clone(),
        None if printed => store.printed(),
        None => String::new(),
    };
    let oninput = {
        let store = store.clone();
        Callback::from(move |input: InputEvent| edit(&store, Some(browser::area_value(&input))))
    };
    let id = store.id("text");
    let broken = matches!(fault.as_deref(), Some(Fault::Error(..)));
    html! {
        <section class="fs-panel fs-text-box" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" id={id.clone()}>{ "Recording as text" }</h2>
            <p class="fs-quiet" id={store.id("text-help")}>
                { "Captions begin with #, events stand alone on a line, facts are indented and \
                   written by the program." }
            </p>
            <textarea
                id={store.id("text-area")}
                class="fs-text-box__area"
                aria-labelledby={id}
                aria-describedby={format!("{} {}", store.id("text-help"), store.id("text-fault"))}
                aria-invalid={broken.then_some("true")}
                placeholder={(!printed).then_some("This run is long: press Show the text.")}
                spellcheck="false"
                rows="14"
                value={text}
                {oninput}
            />
            <div id={store.id("text-fault")} aria-live="polite">
                { fault_line(store, fault.as_deref(), draft.is_some()) }
            </div>
            <div class="fs-buttons">
                if !printed {
                    { show_button(store, session.revision()) }
                }
                { buttons(store, draft, broken) }
            </div>
        </section>
    }
}

fn edit(store: &Store, draft: Option<String>) {
    let short = draft.as_deref();
    let short = short.filter(|draft| draft.len() <= CHECKED_AT_ONCE);
    let fault = short.and_then(find_fault).map(Rc::new);
    store.change_view(|view| {
        view.edited.draft = draft;
        view.edited.fault = fault;
    });
}

fn show_button(store: &Store, revision: u64) -> Html {
    let asked = store.clone();
    let ask = Callback::from(move |()| {
        asked.change_view(|view| view.edited.asked = Some(revision));
    });
    button("Show the text", None).view(store, ask)
}

fn buttons(store: &Store, draft: Option<String>, broken: bool) -> Html {
    let not_edited = draft
        .is_none()
        .then_some("the text is the run on screen: edit it first");
    let is_broken = broken.then_some("the text has an error: put that right first");
    let draft = Rc::new(draft);
    let press = |does: fn(&Store, Option<&str>)| {
        let (store, draft) = (store.clone(), Rc::clone(&draft));
        Callback::from(move |()| does(&store, draft.as_deref()))
    };
    let apply = press(|store, draft| {
        let text = draft.unwrap_or_default().to_owned();
        if store.act(Action::Load(text)).is_ok() {
            edit(store, None);
        }
    });
    let write_facts = press(|store, draft| {
        if let Some(Ok(opened)) = draft.map(Opened::whole) {
            edit(store, Some(opened.scenario.print(&opened.facts())));
        }
    });
    let discard = press(|store, _| edit(store, None));
    let download = press(|store, draft| {
        let text = draft.map_or_else(|| store.session().text(), str::to_owned);
        browser::download("five-slots.txt", &text);
    });
    html! {
        <>
            { button("Apply text", not_edited.or(is_broken)).view(store, apply) }
            { button("Write facts", not_edited.or(is_broken)).view(store, write_facts) }
            { button("Discard edits", not_edited).view(store, discard) }
            if store.options().links == super::options::Links::On {
                { button("Download", None).view(store, download) }
            }
        </>
    }
}

fn button(word: &str, why_not: Option<&str>) -> Button {
    Button {
        word: word.to_owned(),
        why_not: why_not.map(str::to_owned),
        ..Button::default()
    }
}

fn find_fault(text: &str) -> Option<Fault> {
    let opened = scenario::open(text);
    if let Some(error) = opened.error {
        return Some(Fault::Error(error.to_string(), error.place));
    }
    let mismatch = opened.mismatch?;
    let none = || "nothing".to_owned();
    Some(Fault::Untrue(format!(
        "line {}: under `{}` the text states `{}`, but what happens is `{}`. Write facts puts it \
         right.",
        mismatch.line,
        mismatch.event,
        mismatch.stated.unwrap_or_else(none),
        mismatch.happened.unwrap_or_else(none),
    )))
}

fn fault_line(store: &Store, fault: Option<&Fault>, edited: bool) -> Html {
    match fault {
        None if edited => {
            html! { <p class="fs-text-box__good">{ "This text can be applied." }</p> }
        }
        None => Html::default(),
        Some(Fault::Untrue(why)) => html! { <p class="fs-text-box__untrue">{ why.clone() }</p> },
        Some(Fault::Error(why, place)) => {
            let (area, line) = (store.id("text-area"), place.line);
            let go = Callback::from(move |()| browser::select_line(&area, line));
            html! {
                <p class="fs-text-box__error">
                    { why.clone() }
                    { " " }
                    { Button::small("Show the line").view(store, go) }
                </p>
            }
        }
    }
}
