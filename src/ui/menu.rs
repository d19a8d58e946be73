//! A native menu.

use super::browser;
use super::markup::*;

/// One line of a menu.
pub(super) struct Choice {
    /// What it is called inside.
    pub value: String,
    /// What is read.
    pub text: String,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// The heading under which it stands with its neighbours; empty for none.
    pub group: &'static str,
}

impl Choice {
    /// A line that is read as it is called.
    pub(super) fn plain(value: impl ToString, chosen: bool) -> Self {
        Self {
            value: value.to_string(),
            text: value.to_string(),
            chosen,
            group: "",
        }
    }
}

/// A menu with an accessible name; `choose` is told the value that was chosen. What is chosen is
/// for the next drawing to say: the choice may be refused.
pub(super) fn menu(name: String, choices: Vec<Choice>, choose: Callback<String>) -> Html {
    let chosen = choices.iter().position(|choice| choice.chosen);
    let onchange = Callback::from(move |change: Event| {
        choose.emit(browser::choice(&change, chosen));
    });
    html! {
        <select class="fs-field" aria-label={name} {onchange}>
            { for choices.chunk_by(|one, next| one.group == next.group).map(grouped) }
        </select>
    }
}

/// Neighbours of one group, under its heading.
fn grouped(choices: &[Choice]) -> Html {
    let group = choices.first().map_or("", |choice| choice.group);
    let options = choices.iter().map(|choice| {
        html! {
            // One that the reader has chosen once heeds no attribute: it is made anew.
            <option
                key={format!("{} {}", choice.value, choice.chosen)}
                value={choice.value.clone()}
                selected={choice.chosen}
            >
                { choice.text.clone() }
            </option>
        }
    });
    if group.is_empty() {
        return html! { <>{ for options }</> };
    }
    html! { <optgroup key={group} label={group}>{ for options }</optgroup> }
}
