//! The recording as text: to read, to edit, to keep.

use super::browser;
use super::button::Button;
use super::store::Store;
use crate::scenario::{self, Opened};
use crate::session::Action;
use yew::events::InputEvent;
use yew::prelude::*;

/// Beyond this many bytes a text is judged when it is applied, not at every key.
const CHECKED_AT_ONCE: usize = 60_000;

/// What the box needs.
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// Where it acts.
    pub store: Store,
    /// The text of the run on screen.
    pub text: AttrValue,
}

/// What is wrong with a draft.
enum Fault {
    /// It cannot be read or replayed; with the place of the error.
    Error(String, scenario::Place),
    /// It states a fact that does not come out.
    Untrue(String),
}

/// The box.
#[component]
pub(super) fn TextBox(props: &Props) -> Html {
    let draft = use_state(|| None::<String>);
    let area = use_node_ref();
    let store = &props.store;
    let text = draft
        .clone()
        .as_ref()
        .map_or_else(|| props.text.to_string(), Clone::clone);
    let fault = draft
        .as_deref()
        .filter(|draft| draft.len() <= CHECKED_AT_ONCE)
        .and_then(find_fault);
    let oninput = {
        let draft = draft.clone();
        Callback::from(move |input: InputEvent| draft.set(Some(browser::area_value(&input))))
    };
    let apply = {
        let (store, draft, text) = (store.clone(), draft.clone(), text.clone());
        Callback::from(move |()| {
            if store.act(Action::Load(text.clone())).is_ok() {
                draft.set(None);
            }
        })
    };
    let write_facts = {
        let (draft, text) = (draft.clone(), text.clone());
        Callback::from(move |()| {
            if let Ok(opened) = Opened::whole(&text) {
                draft.set(Some(opened.scenario.print(&opened.facts())));
            }
        })
    };
    let discard = {
        let draft = draft.clone();
        Callback::from(move |()| draft.set(None))
    };
    let download = {
        let text = text.clone();
        Callback::from(move |()| browser::download("five-slots.txt", &text))
    };
    let id = store.id("text");
    let edited = draft.is_some();
    let broken = matches!(fault, Some(Fault::Error(..)));
    let not_edited = (!edited).then_some("the text is the run on screen: edit it first");
    let is_broken = broken.then_some("the text has an error: put that right first");
    html! {
        <section class="panel text-box" aria-labelledby={id.clone()}>
            <h2 class="panel__title" id={id.clone()}>{ "Recording as text" }</h2>
            <p class="quiet" id={store.id("text-help")}>
                { "Captions begin with #, events stand alone on a line, facts are indented and written by the program." }
            </p>
            <textarea
                ref={area.clone()}
                class="text-box__area"
                aria-labelledby={id}
                aria-describedby={format!("{} {}", store.id("text-help"), store.id("text-fault"))}
                aria-invalid={broken.then_some("true")}
                spellcheck="false"
                rows="14"
                value={text}
                {oninput}
            />
            <div id={store.id("text-fault")} aria-live="polite">{ fault_line(store, fault.as_ref(), edited, &area) }</div>
            <div class="buttons">
                { button("Apply text", not_edited.or(is_broken)).view(store, apply) }
                { button("Write facts", is_broken).view(store, write_facts) }
                { button("Discard edits", not_edited).view(store, discard) }
                if store.options().links == super::options::Links::On {
                    { button("Download", None).view(store, download) }
                }
            </div>
        </section>
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
        "line {}: under `{}` the text states `{}`, but what happens is `{}`. Write facts puts it right.",
        mismatch.line,
        mismatch.event,
        mismatch.stated.unwrap_or_else(none),
        mismatch.happened.unwrap_or_else(none),
    )))
}

fn fault_line(store: &Store, fault: Option<&Fault>, edited: bool, area: &NodeRef) -> Html {
    match fault {
        None if edited => html! { <p class="text-box__good">{ "This text can be applied." }</p> },
        None => Html::default(),
        Some(Fault::Untrue(why)) => html! { <p class="text-box__untrue">{ why.clone() }</p> },
        Some(Fault::Error(why, place)) => {
            let (area, place) = (area.clone(), *place);
            let go = Callback::from(move |()| browser::select_line(&area, place.line));
            html! {
                <p class="text-box__error">
                    { why.clone() }
                    { " " }
                    { Button::small("Show the line").view(store, go) }
                </p>
            }
        }
    }
}
