//! What the root looks after while it is on the page: drawing again, Play, keys, the address, the
//! palette around it, what is read out, and the focus.

use super::options::Theme;
use super::store::Store;
use super::{browser, share};
use crate::session::{Action, Session};
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// Draws again whenever the store has changed. Returns where it is kept whether the focus was
/// inside when the last change came.
#[hook]
pub(super) fn use_redraw(store: &Store) -> Rc<Cell<bool>> {
    let redraw = use_force_update();
    let had_focus = use_memo((), |()| Cell::new(false));
    let noted = Rc::clone(&had_focus);
    let drawn = store.changes();
    use_effect_with(store.clone(), move |store| {
        let root = store.id("root");
        let changed = redraw.clone();
        let key = store.subscribe(Rc::new(move || {
            noted.set(browser::has_focus_inside(&root));
            changed.force_update();
        }));
        // What changed between the drawing and here has told nobody.
        if store.changes() != drawn {
            redraw.force_update();
        }
        let store = store.clone();
        move || store.unsubscribe(key)
    });
    had_focus
}

/// While Play is on, the next step follows after a while.
#[hook]
pub(super) fn use_play(store: &Store) {
    let view = store.view();
    let (playing, speed) = (view.playing, view.speed);
    drop(view);
    let cursor = store.session().timeline().cursor();
    use_effect_with(
        (store.clone(), playing, speed, cursor),
        |(store, playing, speed, _)| {
            let store = store.clone();
            let timer = playing.then(|| {
                Timeout::new(speed.milliseconds(), move || {
                    if store.session().has_more() {
                        let _ = store.act(Action::Next);
                    }
                    if !store.session().has_more() {
                        store.change_view(|view| view.playing = false);
                    }
                })
            });
            move || drop(timer)
        },
    );
}

/// On the full page, the address follows the run, at most once a second, so that a reload comes
/// back to the same place; and a new fragment in the address opens its run.
#[hook]
pub(super) fn use_address(store: &Store) {
    /// In milliseconds.
    const AT_MOST_EVERY: u32 = 1_000;
    let written = use_mut_ref(String::new);
    let waiting: Rc<RefCell<Option<Timeout>>> = use_mut_ref(|| None);
    {
        let written = Rc::clone(&written);
        use_effect_with(store.clone(), move |store| {
            let store = store.clone();
            let follow = !store.options().embed;
            let subscription = follow.then(|| {
                let shown = store.clone();
                store.subscribe(Rc::new(move || {
                    let (shown, written) = (shown.clone(), Rc::clone(&written));
                    let timer = Rc::clone(&waiting);
                    waiting.borrow_mut().get_or_insert_with(|| {
                        Timeout::new(AT_MOST_EVERY, move || {
                            timer.borrow_mut().take().map(Timeout::forget);
                            let fragment = share::fragment(&shown);
                            if *written.borrow() != fragment {
                                browser::replace_fragment(&fragment);
                                *written.borrow_mut() = fragment;
                            }
                        })
                    });
                }))
            });
            move || {
                if let Some(key) = subscription {
                    store.unsubscribe(key);
                }
            }
        });
    }
    use_effect_with(store.clone(), move |store| {
        let store = store.clone();
        let listener = (!store.options().embed).then(|| {
            browser::listen_on_window("hashchange", move |_| {
                let fragment = browser::fragment();
                if fragment.is_empty() || fragment == *written.borrow() {
                    return;
                }
                let linked = crate::link::read(&fragment);
                let session = Session::of(linked.scenario, linked.timeline);
                store.open(session, linked.problems);
            })
        });
        move || drop(listener)
    });
}

/// On the full page, what lies around the visualiser has the same palette.
#[hook]
pub(super) fn use_page_theme(store: &Store) {
    let full_page = !store.options().embed;
    let theme = store.view().theme;
    use_effect_with(theme, move |theme| {
        if full_page {
            browser::set_page_theme(Some(theme.name()).filter(|_| *theme != Theme::Auto));
        }
    });
}

/// The message that assistive technology reads out: empty at load, one a step, and while playing
/// one in three seconds at most.
#[hook]
pub(super) fn use_status(store: &Store) -> String {
    /// In milliseconds.
    const AT_MOST_EVERY: f64 = 3_000.0;
    struct Told {
        at: f64,
        cursor: usize,
        branch: usize,
        message: String,
    }
    let session = store.session();
    let (cursor, branch) = (session.timeline().cursor(), session.timeline().current());
    let told = use_mut_ref(|| Told {
        at: 0.0,
        cursor,
        branch,
        message: String::new(),
    });
    let mut told = told.borrow_mut();
    if (told.cursor, told.branch) != (cursor, branch) {
        let now = js_sys::Date::now();
        if !store.view().playing || now - told.at >= AT_MOST_EVERY {
            *told = Told {
                at: now,
                cursor,
                branch,
                message: session.status(),
            };
        }
    }
    told.message.clone()
}

/// A change may take away the very button that was pressed. The focus then goes to the root, so
/// that the next key still lands here; at no other time does it move.
#[hook]
pub(super) fn use_focus_kept(store: &Store, had_focus: Rc<Cell<bool>>) {
    let root = store.id("root");
    use_effect(move || {
        if had_focus.take() && browser::focused().is_none() {
            browser::focus_quietly(&root);
        }
    });
}
