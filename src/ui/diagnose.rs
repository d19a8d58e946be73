//! "What does my broker say?": a line of a log, pasted, and shown.

use super::browser;
use super::button::{Button, act};
use super::markup::*;
use super::prose::note;
use super::store::Store;
use crate::diagnose::{Unread, diagnose};
use crate::scenario::paragraphs;
use crate::session::Action;

/// What stands in the form.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// What was pasted.
    pasted: String,
    /// What came of it: the step that shows it, and what is said and assumed.
    answer: Option<Result<(usize, Vec<String>), Unread>>,
}

/// The panel.
pub(super) fn view(store: &Store) -> Html {
    let Asked { pasted, answer } = store.view().asked.clone();
    let oninput = {
        let store = store.clone();
        Callback::from(move |input: InputEvent| {
            let pasted = browser::area_value(&input);
            store.change_view(|view| {
                view.asked = Asked {
                    pasted,
                    answer: None,
                };
            });
        })
    };
    let show = {
        let store = store.clone();
        Callback::from(move |()| show(&store))
    };
    let (id, help, told) = (
        store.id("diagnose"),
        store.id("diagnose-help"),
        store.id("diagnose-told"),
    );
    let unread = matches!(answer, Some(Err(_)));
    html! {
        <section class="fs-panel fs-text-box" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" id={id.clone()}>{ "What does my broker say?" }</h2>
            <p class="fs-quiet" id={help.clone()}>
                { note("What does my broker say?") }
                { " " }
                <code>{ "records=5 epoch=2" }</code>
                { " or " }
                <code>{ "rules kafka-2.4" }</code>
                { "." }
            </p>
            <textarea
                class="fs-text-box__area"
                aria-labelledby={id}
                aria-describedby={format!("{} {}", help, told)}
                aria-invalid={unread.then_some("true")}
                placeholder="OutOfOrderSequenceException: ..."
                spellcheck="false"
                rows="4"
                value={pasted}
                {oninput}
            />
            <div id={told} aria-live="polite">{ answer_of(answer) }</div>
            <div class="fs-buttons">{ Button::small("Show it").view(store, show) }</div>
        </section>
    }
}

/// Opens the story of what was pasted, at the step that shows it.
fn show(store: &Store) {
    let read = diagnose(&store.view().asked.pasted);
    let answer = read.map(|read| {
        act(store, Action::Load(read.text));
        act(store, Action::Seek(read.step));
        (read.step, paragraphs(&read.opened.scenario.about))
    });
    store.change_view(|view| view.asked.answer = Some(answer));
}

fn answer_of(answer: Option<Result<(usize, Vec<String>), Unread>>) -> Html {
    match answer {
        None => Html::default(),
        Some(Ok((step, about))) => html! {
            <p class="fs-text-box__good">
                { "Shown above, at step " }
                { step }
                { ". Undo brings the old run back." }
            </p>
            { for about.into_iter().map(|said| html! { <p class="fs-quiet">{ said }</p> }) }
        },
        Some(Err(unread)) => html! {
            <p class="fs-text-box__error">{ "Not shown: " }{ unread.why.clone() }{ "." }</p>
            <p class="fs-quiet">{ "Lines such as these can be read:" }</p>
            <ul class="fs-examples">{ for unread.examples().map(|line| html! {
                <li><code>{ line }</code></li>
            }) }</ul>
        },
    }
}
