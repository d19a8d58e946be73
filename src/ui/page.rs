//! The root: lays out the pieces.

use super::button::Button;
use super::composer::{Composer, suggest};
use super::hooks::{use_address, use_focus_kept, use_page_theme, use_play, use_redraw, use_status};
use super::store::Store;
use super::text_box::TextBox;
use super::{
    broker, checks, facts, help, keys, producers, promises, share, state_text, story, top, wire,
};
use yew::prelude::*;

/// What the root needs.
#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// What it shows.
    pub store: Store,
}

/// The whole visualiser.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let store = props.store.clone();
    let had_focus = use_redraw(&store);
    use_play(&store);
    use_address(&store);
    use_page_theme(&store);
    let status = use_status(&store);
    use_focus_kept(&store, had_focus);

    let options = store.options().clone();
    let onkeydown = {
        let store = store.clone();
        Callback::from(move |event: KeyboardEvent| keys::press(&store, &event))
    };
    let moves = top::moves(&store);
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
                { top::view(&store) }
            }
            { notices(&store) }
            { help::view(&store) }
            { picture(&store) }
            { story::view(&store) }
            { promises::view(&store) }
            <p role="status" class="fs-sr-only">{ status }</p>
            { below(&store) }
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
    let session = store.session();
    let last = session.timeline().step().and_then(|step| step.judged());
    let suggested = suggest(
        session.timeline().world(),
        last.map(|(_, decision)| decision.batch),
    );
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
                    <Composer store={store.clone()} {suggested} changes={store.changes()} />
                }
                if store.may_step() {
                    { facts::view(store) }
                }
                { state_text::view(store) }
                if store.has_lab() {
                    <TextBox store={store.clone()} revision={session.revision()} />
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
