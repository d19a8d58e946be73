//! The root: lays out the pieces.

use super::button::Button;
use super::markup::*;
use super::root::Root;
use super::store::Store;
use super::{
    application, broker, brokers, chaos, checks, composer, diagnose, facts, help, keys, producers,
    promises, settings, share, state_text, story, text_box, top, wire,
};
use std::rc::Rc;
use yew::{Component, Context, Properties};

/// What the root needs.
#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// What it shows.
    pub store: Store,
}

/// The whole visualiser. It is the one component: what its parts remember is kept in the store, so
/// that they are functions and the page carries no more than one of what each component brings.
pub struct Page {
    root: Rc<Root>,
    /// Its subscription to the store.
    key: usize,
}

impl Component for Page {
    type Message = ();
    type Properties = PageProps;

    fn create(ctx: &Context<Self>) -> Self {
        let store = &ctx.props().store;
        let root = Rc::new(Root::new(store));
        let (link, changed) = (ctx.link().clone(), Rc::clone(&root));
        let key = store.subscribe(Rc::new(move || {
            changed.changed();
            link.send_message(());
        }));
        Self { root, key }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        page(&ctx.props().store, self.root.status())
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        self.root.drawn();
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        ctx.props().store.unsubscribe(self.key);
    }
}

fn page(store: &Store, status: String) -> Html {
    let options = store.options();
    let onkeydown = {
        let store = store.clone();
        Callback::from(move |event: KeyboardEvent| keys::press(&store, &event))
    };
    let moves = top::moves(store);
    html! {
        <div
            class={classes!("fs", options.embed.then_some("fs--embed"))}
            data-theme={store.view().theme.name()}
            data-motion={if moves { "on" } else { "off" }}
            id={store.id("root")}
            tabindex="-1"
            {onkeydown}
        >
            if !options.embed {
                { top::view(store) }
            }
            { notices(store) }
            { help::view(store) }
            { picture(store) }
            { story::view(store) }
            { promises::view(store) }
            <p role="status" class="fs-sr-only">{ status }</p>
            { below(store) }
        </div>
    }
}

/// Producers, wire, broker and checks, in the order of the story. Where every batch is made by
/// hand nothing happens in the first two: then the checks stand beside the broker.
fn picture(store: &Store) -> Html {
    let by_hand = store.session().producers().is_empty();
    let checks = checks::view(store);
    let broker = broker::view(store);
    let producers = producers::view(store);
    let wire = wire::view(store);
    if by_hand {
        html! {
            <div class="fs-stage fs-stage--by-hand">{ checks }{ broker }{ producers }{ wire }</div>
        }
    } else {
        html! { <><div class="fs-stage">{ producers }{ wire }{ broker }</div>{ checks }</> }
    }
}

/// What stands below the picture.
fn below(store: &Store) -> Html {
    html! {
        <>
            if store.options().embed && store.has_lab() {
                <div class="fs-foot">
                    { top::help(store) }
                    { top::motion(store) }
                    { share::view(store) }
                </div>
            }
            if store.has_lab() && !store.options().embed {
                { share::view(store) }
            }
            <div class="fs-below">
                if store.has_lab() {
                    { brokers::view(store) }
                    { application::view(store) }
                    { settings::view(store) }
                }
                if store.has_lab() {
                    { composer::view(store) }
                    { chaos::view(store) }
                    { diagnose::view(store) }
                }
                if store.may_step() {
                    { facts::view(store) }
                }
                { state_text::view(store) }
                if store.has_lab() {
                    { text_box::view(store) }
                }
            </div>
        </>
    }
}

/// What was wrong with the link or the options. It stays until the reader has read it.
fn notices(store: &Store) -> Html {
    let notices = store.view().notices.clone();
    if notices.is_empty() {
        return Html::default();
    }
    html! {
        <section class="fs-notices" aria-label="Notices">
            <ul>
                { for notices.iter().map(|notice| html! {
                    <li key={notice.clone()}>{ notice.clone() }</li>
                }) }
            </ul>
            { Button::small("Dismiss").change_view(store, |view| view.notices.clear()) }
        </section>
    }
}
