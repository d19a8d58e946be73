//! The session that a page shows, shared by everything that draws it.
//!
//! What changes is behind cells here: components hold a [`Store`] and compare it by pointer, and
//! only the root subscribes. JavaScript acts on the same store, at once.

use super::options::{Controls, Options, Theme};
use super::{composer, diagnose, send_form, text_box};
use crate::kafka::Conflict;
use crate::session::{Action, Session, Trouble};
use crate::sim::{Dials, MessageName};
use gloo_events::EventListener;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

/// What a page shows and how; see the module's text.
#[derive(Clone)]
pub struct Store(Rc<Inner>);

/// Called after each change.
type Listener = Rc<dyn Fn()>;

struct Inner {
    number: usize,
    options: Options,
    session: RefCell<Session>,
    view: RefCell<View>,
    listeners: RefCell<Vec<(usize, Listener)>>,
    next_listener: Cell<usize>,
    page_keys: RefCell<Option<EventListener>>,
    /// The text of the run that was printed last, with its revision.
    printed: RefCell<(u64, Rc<str>)>,
}

/// What is shown beside the session: nothing here changes the run.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Whether Play is on.
    pub playing: bool,
    /// How fast it plays.
    pub speed: Speed,
    /// The hand that decides by chance.
    pub chaos: Chaos,
    /// Whether the help page is open.
    pub help: bool,
    /// The message that is opened to its header.
    pub opened: Option<MessageName>,
    /// The palette.
    pub theme: Theme,
    /// Whether things move: `None` follows the reader's system.
    pub motion: Option<bool>,
    /// Why the last action came to nothing.
    pub trouble: Option<String>,
    /// The conflict, if it would have made the settings disagree.
    pub refused: Option<Conflict>,
    /// What stands in the forms of the producers.
    pub(super) sends: Vec<send_form::Draft>,
    /// What stands in the form of a batch by hand.
    pub(super) composed: composer::Composed,
    /// What stands in the form for a line of a log.
    pub(super) asked: diagnose::Asked,
    /// What was done to the text.
    pub(super) edited: text_box::Edited,
    /// What was wrong with the link or the options.
    pub notices: Vec<String>,
    /// The last link that was asked for, and whether it was copied.
    pub link: Option<(String, bool)>,
}

/// How chaos stands.
#[derive(Clone, Copy, Debug)]
pub struct Chaos {
    /// How often something goes wrong.
    pub dials: Dials,
    /// How many events it is asked for.
    pub count: usize,
    /// How many of them are still to come: none, unless it has begun.
    pub left: usize,
    /// Whether it decides now; else it is paused, or has not begun.
    pub running: bool,
    /// How fast.
    pub speed: Speed,
}

impl Default for Chaos {
    fn default() -> Self {
        Self {
            dials: Dials::default(),
            count: 100,
            left: 0,
            running: false,
            speed: Speed::Normal,
        }
    }
}

impl Chaos {
    /// Starts, pauses or goes on.
    pub fn press(&mut self) {
        if self.left == 0 {
            self.left = self.count;
        }
        self.running = !self.running;
    }

    /// Ends.
    pub fn stop(&mut self) {
        self.left = 0;
        self.running = false;
    }

    /// Something was done: one of its own events, or else it ends.
    fn heard(&mut self, own: bool) {
        self.left = if own { self.left.saturating_sub(1) } else { 0 };
        self.running &= self.left > 0;
    }
}

/// How long Play shows a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// 4 seconds.
    Slow,
    /// 2.5 seconds.
    #[default]
    Normal,
    /// 1 second.
    Fast,
}

impl Speed {
    /// All speeds, slowest first.
    pub const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Fast];

    /// Its name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
        }
    }

    /// How long a step is shown, in milliseconds.
    pub fn milliseconds(self) -> u32 {
        match self {
            Self::Slow => 4_000,
            Self::Normal => 2_500,
            Self::Fast => 1_000,
        }
    }
}

thread_local! {
    /// How many stores there have been, to tell their element ids apart.
    static STORES: Cell<usize> = const { Cell::new(0) };
}

impl Store {
    /// A store for one mounted page.
    pub fn new(session: Session, options: Options, notices: Vec<String>) -> Self {
        let number = STORES.with(|stores| stores.replace(stores.get() + 1));
        let view = View {
            theme: options.theme,
            notices,
            ..View::default()
        };
        Self(Rc::new(Inner {
            number,
            options,
            session: RefCell::new(session),
            view: RefCell::new(view),
            listeners: RefCell::default(),
            next_listener: Cell::new(0),
            page_keys: RefCell::default(),
            printed: RefCell::new((0, "".into())),
        }))
    }

    /// What the host asked for.
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// Whether the reader may do more than step.
    pub fn has_lab(&self) -> bool {
        self.0.options.controls == Controls::Full
    }

    /// Whether the reader may move through the run.
    pub fn may_step(&self) -> bool {
        self.0.options.controls != Controls::None
    }

    /// An element id that no other mounted page uses.
    pub fn id(&self, name: &str) -> String {
        format!("fs{}-{name}", self.0.number)
    }

    /// The session, to look at.
    pub fn session(&self) -> Ref<'_, Session> {
        self.0.session.borrow()
    }

    /// What is shown beside it, to look at.
    pub fn view(&self) -> Ref<'_, View> {
        self.0.view.borrow()
    }

    /// The text of the run on screen, printed once as long as it stays the same.
    pub fn printed(&self) -> String {
        let session = self.session();
        let mut printed = self.0.printed.borrow_mut();
        if printed.0 != session.revision() || printed.1.is_empty() {
            *printed = (session.revision(), session.text().into());
        }
        printed.1.to_string()
    }

    /// Changes what is shown beside the session.
    pub fn change_view(&self, change: impl FnOnce(&mut View)) {
        change(&mut self.0.view.borrow_mut());
        self.notify();
    }

    /// Acts on the session. Why an action came to nothing is shown, and told to the caller.
    pub fn act(&self, action: Action) -> Result<(), Trouble> {
        let keeps_playing = matches!(action, Action::Next);
        let chaos = matches!(action, Action::Chaos(_));
        let result = self.0.session.borrow_mut().update(action);
        let asks = self.session().asks();
        let mut view = self.0.view.borrow_mut();
        let notice = self.session().notice().map(str::to_owned);
        view.trouble = result
            .as_ref()
            .err()
            .map_or(notice, |why| Some(why.to_string()));
        view.refused = result.as_ref().err().and_then(Trouble::conflict);
        view.playing &= keeps_playing && result.is_ok() && !asks;
        view.chaos.heard(chaos && result.is_ok());
        view.link = None;
        drop(view);
        self.notify();
        result
    }

    /// Shows another session; that can be undone. `notices` say what was wrong with its link.
    pub fn open(&self, session: Session, notices: Vec<String>) {
        self.0.session.borrow_mut().adopt(session);
        self.change_view(|view| {
            view.playing = false;
            view.chaos.stop();
            view.notices = notices;
        });
    }

    /// Calls `listener` after each change, until [`unsubscribe`](Self::unsubscribe).
    pub fn subscribe(&self, listener: Listener) -> usize {
        let key = self.0.next_listener.replace(self.0.next_listener.get() + 1);
        self.0.listeners.borrow_mut().push((key, listener));
        key
    }

    /// Keeps the listener for the page's keys; `None` ends it.
    pub fn keep(&self, listener: Option<EventListener>) {
        *self.0.page_keys.borrow_mut() = listener;
    }

    /// Takes back a subscription.
    pub fn unsubscribe(&self, key: usize) {
        self.0
            .listeners
            .borrow_mut()
            .retain(|(known, _)| *known != key);
    }

    /// A listener may act and so be called again; none is called while something is borrowed.
    fn notify(&self) {
        let listeners: Vec<Listener> = {
            let listeners = self.0.listeners.borrow();
            listeners
                .iter()
                .map(|(_, listener)| Rc::clone(listener))
                .collect()
        };
        for listener in listeners {
            listener();
        }
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
