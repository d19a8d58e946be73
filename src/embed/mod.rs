//! The JavaScript API: `mount(element, options)` and the handle that it returns. The page itself,
//! through `static/boot.js`, is its first user.
//!
//! What crosses is plain data; its shapes are in `snapshot.rs`, what a host may ask for in
//! `options.rs`. Every call acts at once: the state after it is the state that is returned.

mod options;
mod snapshot;

use crate::compare::Comparison;
use crate::link;
use crate::scenario::{self, Listed, Opened};
use crate::session::{Action, Session, Trouble};
use crate::sim::{Change, Variant};
use crate::ui::{Page, PageProps, Store, listen_on_page};
use js_sys::{Error, Function, Reflect};
use options::Request;
use std::cell::RefCell;
use std::rc::Rc;
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::*;
use yew::AppHandle;

/// Where all memory of the page comes from, in less code than the standard library brings for it.
#[global_allocator]
static MEMORY: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// Mounts a visualiser into an element, in place of what the element holds. Two on one page are
/// independent.
///
/// # Errors
/// Throws if `element` is no element. Options that are unknown or make no sense are named in a
/// notice on the page, and the rest is done.
#[wasm_bindgen(skip_typescript)]
pub fn mount(element: &JsValue, options: &JsValue) -> Result<Handle, JsValue> {
    let element: web_sys::Element = element
        .clone()
        .dyn_into()
        .map_err(|_| Error::new("mount needs an element of the page as its first argument"))?;
    let Request {
        options,
        scenario,
        step,
        compare,
        rules,
        fragment,
        mut problems,
    } = options::read(options);
    let linked = fragment.map(|fragment| link::read(&fragment));
    let mut session = match linked {
        Some(linked) => {
            problems.extend(linked.problems);
            // Nothing good in the link leaves the story that was asked for.
            if linked.scenario == Default::default() {
                compared(scenario, compare, &mut problems)
            } else {
                Session::of(linked.scenario, linked.timeline)
            }
        }
        None => {
            let mut session = compared(scenario, compare, &mut problems);
            let _ = session.update(Action::Seek(step));
            session
        }
    };
    let now = session.timeline().setup().rules;
    if let Some(rules) = rules.filter(|rules| *rules != now) {
        let set = session.update(Action::Set(Change::Rules(rules)));
        let said = set.map_or_else(
            |why| Some(why.to_string()),
            |()| session.notice().map(str::to_owned),
        );
        problems.extend(said.map(|said| format!("The option rules: {said}.")));
    }
    let store = Store::new(session, options, problems);
    listen_on_page(&store);
    let props = PageProps {
        store: store.clone(),
    };
    let app = yew::Renderer::<Page>::with_root_and_props(element, props).render();
    Ok(Handle {
        store,
        app: RefCell::new(Some(app)),
        listeners: RefCell::default(),
    })
}

/// A built-in scenario beside a second setup, if the host names one that describes a world; without
/// its own, if the host says so.
fn compared(
    listed: &'static Listed,
    compare: Option<Option<Variant>>,
    problems: &mut Vec<String>,
) -> Session {
    let Opened {
        mut scenario,
        timeline,
        ..
    } = scenario::open(listed.text());
    if let Some(variant) = compare {
        let refused = variant
            .clone()
            .map(|variant| Comparison::new(variant, &timeline));
        match refused.and_then(Result::err) {
            Some(why) => problems.push(format!("The option compare: {why}.")),
            None => scenario.compare = variant,
        }
    }
    Session::of(scenario, timeline)
}

/// Provides the texts of the built-in scenarios and of the help page; see `types.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub fn texts(text: &str) {
    scenario::provide(text);
}

/// A mounted visualiser.
#[wasm_bindgen(skip_typescript)]
pub struct Handle {
    store: Store,
    // A listener may call the handle that is just calling it, so that no call takes it for itself.
    app: RefCell<Option<AppHandle<Page>>>,
    /// Subscriptions of the host page.
    listeners: RefCell<Vec<usize>>,
}

#[wasm_bindgen]
impl Handle {
    /// One step on; beyond the story's end, what lets nothing go wrong. Returns whether there was
    /// one.
    pub fn step(&self) -> bool {
        self.store.act(Action::Next).is_ok()
    }

    /// One step back. Returns whether there was one.
    pub fn back(&self) -> bool {
        self.store.act(Action::Back).is_ok()
    }

    /// To behind this many events, or as far as there are any. Returns where that is.
    pub fn seek(&self, step: f64) -> usize {
        // Not-a-number and everything below 0 become 0, everything too large the end.
        let _ = self.store.act(Action::Seek(step as usize));
        self.store.session().timeline().cursor()
    }

    /// Replaces the run by a recording as text, at its start. It can be undone.
    ///
    /// # Errors
    /// Throws an `Error` with `line` and `column` if the text cannot be read or replayed; the run
    /// is then left as it was.
    pub fn load(&self, text: &JsValue) -> Result<(), JsValue> {
        let text = text
            .as_string()
            .ok_or_else(|| Error::new("load needs a text"))?;
        let result = self.store.act(Action::Load(text));
        result.map_err(|trouble| thrown(&trouble))?;
        let _ = self.store.act(Action::First);
        Ok(())
    }

    /// Where the run is: the step's event, facts and decision, and the world after it.
    pub fn state(&self) -> JsValue {
        snapshot::state(&self.store.session())
    }

    /// The run on screen as text, with its facts.
    pub fn recording(&self) -> String {
        self.store.session().text()
    }

    /// Calls `listener` with the state after each change. Returns a function that ends this.
    ///
    /// # Errors
    /// Throws if `listener` is no function.
    #[wasm_bindgen(js_name = onChange)]
    pub fn on_change(&self, listener: JsValue) -> Result<Function, JsValue> {
        let listener: Function = listener
            .dyn_into()
            .map_err(|_| Error::new("onChange needs a function"))?;
        let store = self.store.clone();
        let shown = store.clone();
        let key = store.subscribe(Rc::new(move || {
            let state = snapshot::state(&shown.session());
            // A listener that throws must not stop the visualiser.
            if let Err(error) = listener.call1(&JsValue::NULL, &state) {
                web_sys::console::error_1(&error);
            }
        }));
        self.listeners.borrow_mut().push(key);
        let stop = move || store.unsubscribe(key);
        let stop = Closure::<dyn FnMut()>::new(stop).into_js_value();
        Ok(stop.unchecked_into())
    }

    /// Takes the visualiser off the page. Its handle then does nothing any more that can be seen.
    pub fn destroy(&self) {
        for key in self.listeners.take() {
            self.store.unsubscribe(key);
        }
        self.store.keep(None);
        if let Some(app) = self.app.take() {
            app.destroy();
        }
    }
}

fn thrown(trouble: &Trouble) -> JsValue {
    let error = Error::new(&trouble.to_string());
    if let Trouble::Text(text) = trouble {
        let place = [("line", text.place.line), ("column", text.place.column)];
        for (name, number) in place {
            let _ = Reflect::set(&error, &name.into(), &JsValue::from_f64(number as f64));
        }
    }
    error.into()
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
