//! The help page behind `?`: the idea, what it costs, what it does not cover, the words, the keys.
//! What it says stands in `texts/help.txt`.

use super::button::Button;
use super::markup::*;
use super::prose;
use super::store::Store;
use crate::scenario;

/// The page, where it is open.
pub(super) fn view(store: &Store) -> Html {
    if !store.view().help {
        return Html::default();
    }
    let id = store.id("help");
    let close = Button {
        word: "Close".to_owned(),
        name: Some("Close help".to_owned()),
        ..Button::default()
    };
    let text = scenario::provided("help");
    // The first two parts stand beside each other.
    let mut parts = text.split("---\n").map(prose::view);
    html! {
        <section class="fs-panel fs-help" aria-labelledby={id.clone()}>
            <div class="fs-help__head">
                <h2 class="fs-help__title" {id}>{ "Help" }</h2>
                { close.change_view(store, |view| view.help = false) }
            </div>
            if text.is_empty() {
                <p>{ "Its text was not provided: call texts(text) before mount." }</p>
            }
            <div class="fs-help__columns">
                { for parts.by_ref().take(2).map(|part| html! { <div>{ part }</div> }) }
            </div>
            { for parts }
        </section>
    }
}
