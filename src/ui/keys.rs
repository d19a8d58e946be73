//! Keys. A key that the focused control uses itself is left to it, and Tab is nobody's.

use super::browser;
use super::button::act;
use super::options::Keys;
use super::store::Store;
use crate::session::Action;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::TargetCast;

/// On the full page, keys also work while nothing has the focus. They do from the moment of
/// mounting, before anything is drawn, so that no key is lost on somebody quick.
pub fn listen_on_page(store: &Store) {
    if store.options().embed {
        return;
    }
    let pressed = store.clone();
    store.keep(browser::listen_on_document("keydown", move |event| {
        if browser::focused().is_none() {
            press(&pressed, event.unchecked_ref());
        }
    }));
}

/// Does what a key stands for, if it stands for something here.
pub(super) fn press(store: &Store, event: &KeyboardEvent) {
    let plain = !event.ctrl_key() && !event.meta_key();
    if store.options().keys == Keys::Off || !plain || event.default_prevented() {
        return;
    }
    if event.key() == "Escape" && store.view().chaos.left > 0 {
        store.change_view(|view| view.chaos.stop());
        event.prevent_default();
        return;
    }
    let target = event.target_dyn_into::<Element>();
    if target.as_ref().is_some_and(browser::uses_keys) {
        return;
    }
    let on_range = target.as_ref().is_some_and(browser::is_range);
    if do_key(store, event, on_range) {
        event.prevent_default();
        event.stop_propagation();
    }
}

/// Whether the key was used.
fn do_key(store: &Store, event: &KeyboardEvent, on_range: bool) -> bool {
    let full_page = !store.options().embed;
    let key = event.key();
    if event.alt_key() {
        let resets = full_page && store.has_lab() && key.eq_ignore_ascii_case("r");
        if resets {
            act(store, Action::Reset);
        }
        return resets;
    }
    let steps = store.may_step();
    let action = match key.as_str() {
        "." if steps => Action::Next,
        "," if steps => Action::Back,
        "ArrowRight" if full_page && steps && !on_range => Action::Next,
        "ArrowLeft" if full_page && steps && !on_range => Action::Back,
        "Home" if full_page && steps && !on_range => Action::First,
        "End" if full_page && steps && !on_range => Action::Last,
        _ => return do_view_key(store, &key),
    };
    act(store, action);
    true
}

fn do_view_key(store: &Store, key: &str) -> bool {
    match key {
        "k" | "K" if store.has_lab() => {
            let more = store.session().has_more();
            store.change_view(|view| view.playing = !view.playing && more);
        }
        "?" => store.change_view(|view| view.help = !view.help),
        "Escape" if store.view().help => store.change_view(|view| view.help = false),
        "Escape" if store.view().opened.is_some() => {
            store.change_view(|view| view.opened = None);
        }
        _ => return false,
    }
    true
}
