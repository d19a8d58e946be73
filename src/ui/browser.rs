//! The few things that are asked of the browser. Each may be missing in a frame; then it is as if
//! it had not been asked.

use super::markup::*;
use gloo_events::{EventListener, EventListenerOptions};
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement,
    Window,
};

fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub(super) fn document() -> Option<Document> {
    window()?.document()
}

/// Gives the page around the visualiser a palette; without one it is the system's.
pub(super) fn set_page_theme(name: Option<&str>) {
    let Some(html) = document().and_then(|document| document.document_element()) else {
        return;
    };
    let _ = match name {
        Some(name) => html.set_attribute("data-theme", name),
        None => html.remove_attribute("data-theme"),
    };
}

/// Listens for events of the document, until the listener is dropped.
pub(super) fn listen_on_document(
    name: &'static str,
    heard: impl FnMut(&web_sys::Event) + 'static,
) -> Option<EventListener> {
    document().map(|document| listen(&document, name, heard))
}

/// Listens for events of the window, until the listener is dropped.
pub(super) fn listen_on_window(
    name: &'static str,
    heard: impl FnMut(&web_sys::Event) + 'static,
) -> Option<EventListener> {
    window().map(|window| listen(&window, name, heard))
}

fn listen(
    target: &web_sys::EventTarget,
    name: &'static str,
    heard: impl FnMut(&web_sys::Event) + 'static,
) -> EventListener {
    // Keys are taken from the browser, which a passive listener could not do.
    EventListener::new_with_options(
        target,
        name,
        EventListenerOptions::enable_prevent_default(),
        heard,
    )
}

/// What stands in an input.
pub(super) fn value(event: &InputEvent) -> String {
    let input = event.target_dyn_into::<HtmlInputElement>();
    input.map(|input| input.value()).unwrap_or_default()
}

/// What stands in a text area.
pub(super) fn area_value(event: &InputEvent) -> String {
    let area = event.target_dyn_into::<HtmlTextAreaElement>();
    area.map(|area| area.value()).unwrap_or_default()
}

/// What was chosen in a menu. The menu itself goes back to the place that was `chosen` before.
pub(super) fn choice(event: &Event, chosen: Option<usize>) -> String {
    let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else {
        return String::new();
    };
    let value = select.value();
    if let Some(chosen) = chosen {
        select.set_selected_index(chosen as i32);
    }
    value
}

/// The number in an input that was changed, within bounds; `now` if there is none. The input shows
/// what is returned.
pub(super) fn number(event: &Event, now: u32, min: u32, max: u32) -> u32 {
    let Some(input) = event.target_dyn_into::<HtmlInputElement>() else {
        return now;
    };
    let number = input.value().parse::<u64>();
    let number = number.map_or(now, |number| number.clamp(min.into(), max.into()) as u32);
    input.set_value(&number.to_string());
    number
}

/// What a field does with Enter; Enter that ends the writing of a foreign letter is not meant.
pub(super) fn on_enter(press: Callback<()>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        let in_field = event.target_dyn_into::<HtmlInputElement>().is_some();
        if in_field && event.key() == "Enter" && !event.is_composing() {
            event.prevent_default();
            press.emit(());
        }
    })
}

/// The address of this page, without parameters and fragment.
pub(super) fn page_address() -> String {
    let location = window().map(|window| window.location());
    let href = location
        .and_then(|location| location.href().ok())
        .unwrap_or_default();
    let end = href.find(['?', '#']).unwrap_or(href.len());
    href[..end].to_owned()
}

/// The fragment of this page's address, with its `#`.
pub(super) fn fragment() -> String {
    let location = window().map(|window| window.location());
    location
        .and_then(|location| location.hash().ok())
        .unwrap_or_default()
}

/// Puts a fragment into the address, without a new entry in the history. A frame may not; then the
/// address stays as it is.
pub(super) fn replace_fragment(fragment: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// Copies a text, and tells whether that worked.
pub(super) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let Some(promise) = write_to_clipboard(text) else {
        done(false);
        return;
    };
    let promise = js_sys::Promise::from(promise);
    wasm_bindgen_futures::spawn_local(async move {
        let written = wasm_bindgen_futures::JsFuture::from(promise).await;
        done(written.is_ok());
    });
}

/// The clipboard is missing on insecure pages and in some frames, so it is looked for by name.
fn write_to_clipboard(text: &str) -> Option<JsValue> {
    let navigator = window()?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let write = Reflect::get(&clipboard, &"writeText".into()).ok()?;
    let write = write.dyn_into::<Function>().ok()?;
    write.call1(&clipboard, &text.into()).ok()
}

/// Offers a text as a file.
pub(super) fn download(name: &str, text: &str) {
    let Some(document) = document() else { return };
    let parts = Array::of1(&text.into());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else {
        return;
    };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else {
        return;
    };
    if let Ok(anchor) = document.create_element("a") {
        let _ = anchor.set_attribute("href", &address);
        let _ = anchor.set_attribute("download", name);
        if let Ok(anchor) = anchor.dyn_into::<HtmlElement>() {
            anchor.click();
        }
    }
    let _ = web_sys::Url::revoke_object_url(&address);
}

/// Selects a line, from 1, of the text area of this id, because its reader asked for it.
pub(super) fn select_line(area: &str, line: usize) {
    let area = document().and_then(|document| document.get_element_by_id(area));
    let Some(area) = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok()) else {
        return;
    };
    let text = area.value();
    // The browser counts in UTF-16.
    let units = |text: &str| text.encode_utf16().count() as u32;
    let before: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let length = text[before..].lines().next().map_or(0, str::len);
    let start = units(&text[..before]);
    let end = start + units(&text[before..before + length]);
    let _ = area.focus();
    let _ = area.set_selection_range(start, end);
}

/// The element that has the focus, if one has.
pub(super) fn focused() -> Option<Element> {
    let document = document()?;
    let active = document.active_element()?;
    let body = document.body()?;
    (!body.is_same_node(Some(&active))).then_some(active)
}

/// Whether the focus is on the element of this id, or inside it.
pub(super) fn has_focus_inside(id: &str) -> bool {
    let root = document().and_then(|document| document.get_element_by_id(id));
    root.zip(focused())
        .is_some_and(|(root, focused)| root.contains(Some(&focused)))
}

/// Whether somebody could be writing in this element, or it uses keys itself.
pub(super) fn uses_keys(element: &Element) -> bool {
    let tag = element.tag_name();
    tag == "TEXTAREA" || tag == "SELECT" || (tag == "INPUT" && !is_range(element))
}

/// Whether this is a slider, which uses the arrows, Home and End itself.
pub(super) fn is_range(element: &Element) -> bool {
    element.get_attribute("type").as_deref() == Some("range")
}

/// Moves the focus to an element of this id without scrolling to it.
pub(super) fn focus_quietly(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Whether the reader's system asks for less motion.
pub(super) fn prefers_reduced_motion() -> bool {
    let query =
        window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok());
    query.flatten().is_some_and(|query| query.matches())
}
