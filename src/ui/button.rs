//! Buttons that stay where they are and say why they cannot be pressed now.

use super::browser;
use super::markup::*;
use super::store::{Store, View};
use crate::session::Action;
use crate::sim::Event;

/// A button. `name` is its accessible name, where that is more than the visible `word` that it
/// begins with; `why_not` says why it cannot be pressed now, and then pressing it shows just that.
#[derive(Default)]
pub(super) struct Button {
    /// What is read on it.
    pub word: String,
    /// Its accessible name, if that is another.
    pub name: Option<String>,
    /// Why it cannot be pressed now.
    pub why_not: Option<String>,
    /// How it looks.
    pub class: &'static str,
}

impl Button {
    /// A button that is small, and called by its word.
    pub(super) fn small(word: impl Into<String>) -> Self {
        Self {
            word: word.into(),
            class: "fs-button--small",
            ..Self::default()
        }
    }

    /// The button; `press` is what it does.
    pub(super) fn view(self, store: &Store, press: Callback<()>) -> Html {
        self.view_with_enter(store, press).0
    }

    /// The button, and what lets Enter in a field beside it do the same. A form would bring that
    /// with it, but a sandboxed frame may submit none.
    pub(super) fn view_with_enter(
        self,
        store: &Store,
        press: Callback<()>,
    ) -> (Html, Callback<KeyboardEvent>) {
        let store = store.clone();
        let why_not = self.why_not.clone();
        let press = Callback::from(move |()| match &why_not {
            None => press.emit(()),
            Some(why) => {
                let why = why.clone();
                store.change_view(|view| view.trouble = Some(why));
            }
        });
        (self.pressing(press.clone()), browser::on_enter(press))
    }

    fn pressing(self, press: Callback<()>) -> Html {
        let disabled = self.why_not.is_some();
        let onclick = Callback::from(move |_: MouseEvent| press.emit(()));
        html! {
            <button
                type="button"
                class={classes!("fs-button", self.class)}
                aria-label={self.name}
                aria-disabled={disabled.then_some("true")}
                title={self.why_not}
                {onclick}
            >
                { self.word }
            </button>
        }
    }

    /// The button; pressing it acts on the session.
    pub(super) fn act(self, store: &Store, action: Action) -> Html {
        let acting = store.clone();
        self.view(
            store,
            Callback::from(move |()| act(&acting, action.clone())),
        )
    }

    /// The button; pressing it changes what is shown beside the session.
    pub(super) fn change_view(self, store: &Store, change: fn(&mut View)) -> Html {
        let changing = store.clone();
        self.view(
            store,
            Callback::from(move |()| changing.change_view(change)),
        )
    }
}

/// A small button that decides an event, and says why where it cannot happen.
pub(super) fn event_button(store: &Store, word: &str, name: String, event: Event) -> Html {
    let why_not = store.session().timeline().world().why_not(&event);
    let button = Button {
        name: Some(name),
        why_not: why_not.map(|why| why.to_string()),
        ..Button::small(word)
    };
    button.act(store, Action::Do(event))
}

/// A button that acts on the session and is called by its word.
pub(super) fn action_button(
    store: &Store,
    word: &str,
    action: Action,
    why_not: Option<&str>,
    class: &'static str,
) -> Html {
    let button = Button {
        word: word.to_owned(),
        name: None,
        why_not: why_not.map(str::to_owned),
        class,
    };
    button.act(store, action)
}

/// Something in the picture that leads to the step which wrote it. Its name is what is read on it
/// and where that stands. Without such a step, or where the reader may not step, it is no button.
pub(super) fn step_button(
    store: &Store,
    stands: String,
    class: Classes,
    step: Option<usize>,
    content: Html,
) -> Html {
    let step = step.filter(|_| store.may_step());
    let Some(step) = step else {
        return html! { <span {class}>{ content }</span> };
    };
    let store = store.clone();
    let onclick = move |_: MouseEvent| act(&store, Action::Seek(step));
    html! {
        <button type="button" {class} title="show the step that wrote it" {onclick}>
            { content }
            <span class="fs-sr-only">{ format!("{stands}: show the step that wrote it") }</span>
        </button>
    }
}

/// Acts, and leaves it to the page to show why an action came to nothing.
pub(super) fn act(store: &Store, action: Action) {
    let _ = store.act(action);
}
