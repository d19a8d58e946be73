//! The session that a page shows, shared by everything that draws it.
//!
//! What changes is behind cells here: components hold a [`Store`] and compare it by pointer, and
//! only the root subscribes. JavaScript acts on the same store, at once.

use super::options::{Controls, Options, Theme};
use crate::session::{Action, Session, Trouble};
use crate::sim::MessageName;
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
    changes: Cell<usize>,
    listeners: RefCell<Vec<(usize, Listener)>>,
    next_listener: Cell<usize>,
    page_keys: RefCell<Option<EventListener>>,
}

/// What is shown beside the session: nothing here changes the run.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Whether Play is on.
    pub playing: bool,
    /// How fast it plays.
    pub speed: Speed,
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
    /// What was wrong with the link or the options.
    pub notices: Vec<String>,
    /// The last link that was asked for, and whether it was copied.
    pub link: Option<(String, bool)>,
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
            changes: Cell::new(0),
            listeners: RefCell::default(),
            next_listener: Cell::new(0),
            page_keys: RefCell::default(),
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

    /// How many changes there have been. A form that looks at the session has this among its
    /// properties: one whose properties stay the same is not drawn again.
    pub fn changes(&self) -> usize {
        self.0.changes.get()
    }

    /// Changes what is shown beside the session.
    pub fn change_view(&self, change: impl FnOnce(&mut View)) {
        change(&mut self.0.view.borrow_mut());
        self.notify();
    }

    /// Acts on the session. Why an action came to nothing is shown, and told to the caller.
    pub fn act(&self, action: Action) -> Result<(), Trouble> {
        let keeps_playing = matches!(action, Action::Next);
        let result = self.0.session.borrow_mut().update(action);
        let asks = self.session().asks();
        let mut view = self.0.view.borrow_mut();
        view.trouble = result.as_ref().err().map(ToString::to_string);
        view.playing &= keeps_playing && result.is_ok() && !asks;
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
        self.0.changes.set(self.changes() + 1);
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
