//! What the root looks after while it is on the page: Play, chaos, the address, the palette around
//! it, what is read out, and the focus.

use super::options::Theme;
use super::store::Store;
use super::{browser, chaos, lane, share};
use crate::session::{Action, Session};
use crate::sim::Variant;
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// See the module's text. It ends when it is dropped.
pub(super) struct Root {
    store: Store,
    /// Whether the focus was inside when the last change came.
    had_focus: Cell<bool>,
    play: RefCell<Pace<(bool, u32, usize)>>,
    chaos: RefCell<Pace<(bool, u32, usize)>>,
    theme: Cell<Option<Theme>>,
    address: Rc<Address>,
    told: RefCell<Told>,
    _hash: Option<EventListener>,
}

/// A timer, and what it was set for: one that is set for the same goes on.
type Pace<K> = Option<(K, Option<Timeout>)>;

/// The fragment of the page's address.
#[derive(Default)]
struct Address {
    written: RefCell<String>,
    waiting: RefCell<Option<Timeout>>,
}

/// What was read out last.
struct Told {
    at: f64,
    cursor: usize,
    branch: usize,
    compared: Option<Variant>,
    message: String,
}

impl Root {
    pub(super) fn new(store: &Store) -> Self {
        let address = Rc::new(Address::default());
        let full_page = !store.options().embed;
        let root = Self {
            had_focus: Cell::new(false),
            play: RefCell::default(),
            chaos: RefCell::default(),
            theme: Cell::new(None),
            told: RefCell::new(Told::now(store)),
            _hash: full_page.then(|| listen(store, &address)).flatten(),
            address,
            store: store.clone(),
        };
        root.set_page_theme();
        root
    }

    /// Something has changed, and is not drawn yet.
    pub(super) fn changed(&self) {
        let root = self.store.id("root");
        self.had_focus.set(browser::has_focus_inside(&root));
        self.pace_play();
        self.pace_chaos();
        self.set_page_theme();
        if !self.store.options().embed {
            self.write_address();
        }
    }

    /// What has changed is drawn. A change may take away the very button that was pressed. The
    /// focus then goes to the root, so that the next key still lands here; at no other time does
    /// it move.
    pub(super) fn drawn(&self) {
        if self.had_focus.take() && browser::focused().is_none() {
            browser::focus_quietly(&self.store.id("root"));
        }
    }

    /// While Play is on, the next step follows after a while.
    fn pace_play(&self) {
        let (playing, speed) = {
            let view = self.store.view();
            (view.playing, view.speed.milliseconds())
        };
        let cursor = self.store.session().timeline().cursor();
        pace(&self.play, (playing, speed, cursor), || {
            let store = self.store.clone();
            Timeout::new(speed, move || {
                if store.session().has_more() {
                    let _ = store.act(Action::Next);
                }
                if !store.session().has_more() {
                    store.change_view(|view| view.playing = false);
                }
            })
        });
    }

    /// While chaos runs, its next picks follow after a while.
    fn pace_chaos(&self) {
        let chaos = self.store.view().chaos;
        let pause = chaos::pace(chaos.speed).0;
        pace(&self.chaos, (chaos.running, pause, chaos.left), || {
            let store = self.store.clone();
            Timeout::new(pause, move || chaos::tick(&store))
        });
    }

    /// On the full page, what lies around the visualiser has the same palette.
    fn set_page_theme(&self) {
        let theme = self.store.view().theme;
        if !self.store.options().embed && self.theme.replace(Some(theme)) != Some(theme) {
            browser::set_page_theme(Some(theme.name()).filter(|_| theme != Theme::Auto));
        }
    }

    /// On the full page, the address follows the run, at most once a second, so that a reload
    /// comes back to the same place.
    fn write_address(&self) {
        /// In milliseconds.
        const AT_MOST_EVERY: u32 = 1_000;
        let (shown, address) = (self.store.clone(), Rc::clone(&self.address));
        self.address.waiting.borrow_mut().get_or_insert_with(|| {
            Timeout::new(AT_MOST_EVERY, move || {
                address.waiting.borrow_mut().take().map(Timeout::forget);
                let fragment = share::fragment(&shown);
                if *address.written.borrow() != fragment {
                    browser::replace_fragment(&fragment);
                    *address.written.borrow_mut() = fragment;
                }
            })
        });
    }

    /// The message that assistive technology reads out: empty at load, one a step and one when
    /// comparing begins, and while something plays one in three seconds at most.
    pub(super) fn status(&self) -> String {
        /// In milliseconds.
        const AT_MOST_EVERY: f64 = 3_000.0;
        let now = Told::now(&self.store);
        let mut told = self.told.borrow_mut();
        let begins = told.compared != now.compared;
        let moves = (told.cursor, told.branch) != (now.cursor, now.branch);
        let plays = self.store.view().playing || self.store.view().chaos.running;
        if (begins || moves) && (!plays || now.at - told.at >= AT_MOST_EVERY) {
            let session = self.store.session();
            let step = if moves {
                session.status()
            } else {
                String::new()
            };
            let message = step + &lane::status(&session, begins);
            *told = Told { message, ..now };
        }
        told.message.clone()
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        self.address.waiting.borrow_mut().take();
    }
}

impl Told {
    /// What would be told about now, without words.
    fn now(store: &Store) -> Self {
        let session = store.session();
        let compared = session.comparison();
        Self {
            at: js_sys::Date::now(),
            cursor: session.timeline().cursor(),
            branch: session.timeline().current(),
            compared: compared.map(|comparison| comparison.variant().clone()),
            message: String::new(),
        }
    }
}

/// Sets a timer, unless it is set for the same already. The first of its key says whether there is
/// to be one.
fn pace(
    timer: &RefCell<Pace<(bool, u32, usize)>>,
    key: (bool, u32, usize),
    set: impl FnOnce() -> Timeout,
) {
    let known = timer.borrow().as_ref().map(|(known, _)| *known);
    if known != Some(key) {
        let next = key.0.then(set);
        // The old one may be the very timer that brought this change, and ends outside the borrow.
        let _old = timer.borrow_mut().replace((key, next));
    }
}

/// On the full page, a new fragment in the address opens its run.
fn listen(store: &Store, address: &Rc<Address>) -> Option<EventListener> {
    let (store, address) = (store.clone(), Rc::clone(address));
    browser::listen_on_window("hashchange", move |_| {
        let fragment = browser::fragment();
        if fragment.is_empty() || fragment == *address.written.borrow() {
            return;
        }
        let linked = crate::link::read(&fragment);
        let session = Session::of(linked.scenario, linked.timeline);
        store.open(session, linked.problems);
    })
}
