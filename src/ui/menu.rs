//! A native menu.

use super::browser;
use yew::prelude::*;

/// One line of a menu.
pub(super) struct Choice {
    /// What it is called inside.
    pub value: String,
    /// What is read.
    pub text: String,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

impl Choice {
    /// A line that is read as it is called.
    pub(super) fn plain(value: impl ToString, chosen: bool) -> Self {
        Self {
            value: value.to_string(),
            text: value.to_string(),
            chosen,
        }
    }
}

/// A menu with an accessible name; `choose` is told the value that was chosen.
pub(super) fn menu(name: String, choices: Vec<Choice>, choose: Callback<String>) -> Html {
    let onchange = Callback::from(move |change: Event| choose.emit(browser::select_value(&change)));
    html! {
        <select class="fs-field" aria-label={name} {onchange}>
            { for choices.into_iter().map(|choice| html! {
                <option key={choice.value.clone()} value={choice.value} selected={choice.chosen}>
                    { choice.text }
                </option>
            }) }
        </select>
    }
}
