//! Copy link: the whole run and the cursor, in one address.

use super::browser;
use super::button::Button;
use super::markup::*;
use super::options::Links;
use super::store::Store;
use crate::link;

/// The address of the run on screen.
pub(super) fn address(store: &Store) -> String {
    let fragment = fragment(store);
    let home = store
        .options()
        .home
        .clone()
        .unwrap_or_else(browser::page_address);
    format!("{home}{fragment}")
}

/// Its fragment.
pub(super) fn fragment(store: &Store) -> String {
    let session = store.session();
    link::write(&session.scenario(), session.timeline().cursor())
}

/// Copies the link, and shows it in any case: not every page may write to the clipboard.
pub(super) fn copy(store: &Store) {
    let address = address(store);
    let shown = store.clone();
    browser::copy(&address.clone(), move |copied| {
        shown.change_view(|view| view.link = Some((address.clone(), copied)));
    });
}

/// The button, and the link once it was asked for.
pub(super) fn view(store: &Store) -> Html {
    if store.options().links == Links::Off || !store.has_lab() {
        return Html::default();
    }
    let button = Button {
        word: "Copy link".to_owned(),
        ..Button::default()
    };
    let copying = store.clone();
    let press = Callback::from(move |()| copy(&copying));
    html! {
        <div class="fs-share">
            { button.view(store, press) }
            <div aria-live="polite" class="fs-share__status">{ told(store) }</div>
        </div>
    }
}

fn told(store: &Store) -> Html {
    let Some((address, copied)) = store.view().link.clone() else {
        return Html::default();
    };
    let length = address.chars().count();
    let long = length > link::COMFORTABLE;
    html! {
        <>
            <span>{ if copied { "Link copied." } else { "Copy it from here:" } }</span>
            <input
                class="fs-field fs-share__link"
                aria-label="Link"
                readonly=true
                value={address}
            />
            if long {
                <span>
                    { format!(
                        "It has {length} characters, and some programs cut long links: \
                         Download keeps the text."
                    ) }
                </span>
            }
        </>
    }
}
