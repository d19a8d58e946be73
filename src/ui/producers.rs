//! The left column: producers, what they number next, and what they wait for.

use super::button::{Button, event_button};
use super::icon::Mark;
use super::send_form::SendForm;
use super::store::Store;
use crate::kafka::{OPEN_MAX, Open, PartitionId};
use crate::session::Action;
use crate::sim::{Actor, BatchName, Event, Life, Records, World};
use yew::prelude::*;

/// The column.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let world = session.timeline().world();
    let before = session.timeline().world_before();
    let actors = session.producers();
    let id = store.id("producers");
    html! {
        <section class="fs-panel fs-producers" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "Producers" }</h2>
            if actors.is_empty() {
                <p class="fs-quiet">
                    { "No producer here: the batches of this story are made by hand." }
                </p>
            }
            { for actors.iter().map(|actor| card(store, world, before, actor)) }
            if store.has_lab() {
                { add_buttons(store) }
            }
        </section>
    }
}

fn card(store: &Store, world: &World, before: Option<&World>, actor: &Actor) -> Html {
    let was = before.and_then(|before| before.actor(actor.name));
    let is_new_life = was.map(|was| was.life.as_ref().map(Life::identity))
        != Some(actor.life.as_ref().map(Life::identity));
    let changed = before.is_some() && is_new_life;
    let fenced = actor.life.as_ref().is_some_and(Life::is_fenced);
    html! {
        <article
            key={actor.name.to_string()}
            class={classes!("fs-card", fenced.then_some("fs-card--fenced"))}
        >
            <h3 class="fs-card__title">
                <span class="fs-letter">{ actor.name.to_string() }</span>
                if let Some(of) = actor.zombie_of {
                    <span class="fs-tag">{ format!("the old life of {of}, a zombie") }</span>
                }
                if fenced {
                    <span class="fs-tag fs-tag--fenced">{ Mark::Fenced.icon() }{ "fenced" }</span>
                }
            </h3>
            <p class={classes!("fs-identity", changed.then_some("fs-is-new"))}>
                { identity(actor) }
            </p>
            if let Some(life) = &actor.life {
                { counters(life, was) }
                { open_batches(store, world, life) }
            }
            if store.has_lab() {
                <SendForm
                    store={store.clone()}
                    producer={actor.name}
                    partitions={world.known_partitions()}
                    changes={store.changes()}
                />
                <div class="fs-buttons">{ restart_buttons(store, world, actor) }</div>
            }
        </article>
    }
}

fn identity(actor: &Actor) -> Html {
    let transactional = actor
        .transactional_id
        .as_ref()
        .map(|id| pair("transactional id", id));
    match &actor.life {
        None => html! {
            <>
                <span class="fs-quiet">{ "no producer id yet: it asks at its first send" }</span>
                { for transactional }
            </>
        },
        Some(life) => html! {
            <>
                { pair("pid", &life.identity().pid) }
                { pair("epoch", &life.identity().epoch) }
                { for transactional }
            </>
        },
    }
}

fn pair(name: &'static str, value: &dyn ToString) -> Html {
    html! {
        <span class="fs-pair">
            <span class="fs-pair__name">{ name }</span>
            { " " }
            { value.to_string() }
        </span>
    }
}

/// The next sequence of each partition that it has written to.
fn counters(life: &Life, was: Option<&Actor>) -> Html {
    let next_before = |partition: PartitionId| {
        let life = was.and_then(|was| was.life.as_ref());
        life.map(|life| life.next(partition))
    };
    html! {
        <p class="fs-counters">
            { for life.counters().iter().map(|(partition, next)| {
                let changed = next_before(*partition).is_some_and(|before| before != *next);
                html! {
                    <span
                        key={partition.to_string()}
                        class={classes!("fs-pair", changed.then_some("fs-is-new"))}
                    >
                        <span class="fs-pair__name">{ format!("next seq on {partition}:") }</span>
                        { " " }
                        { next.to_string() }
                    </span>
                }
            }) }
        </p>
    }
}

fn open_batches(store: &Store, world: &World, life: &Life) -> Html {
    let open = life.open();
    html! {
        <>
            <p class="fs-in-flight">
                <span class="fs-pair__name">{ "in flight" }</span>
                <span class="fs-pips" aria-hidden="true">
                    { for (0..OPEN_MAX.max(open.len())).map(|n| html! {
                        <span
                            key={n}
                            class={classes!("fs-pip", (n < open.len()).then_some("fs-pip--on"))}
                        />
                    }) }
                </span>
                <span>{ format!("{} of {OPEN_MAX}", open.len()) }</span>
            </p>
            <ul class="fs-open">
                { for open.iter().map(|open| open_batch(store, world, open)) }
            </ul>
        </>
    }
}

fn open_batch(store: &Store, world: &World, open: &Open<BatchName, Records>) -> Html {
    let on_its_way = world
        .wire()
        .iter()
        .any(|message| message.name.batch == open.name);
    let hears = match (open.answer, on_its_way) {
        (Some(reply), _) => format!("heard {}", reply.word()),
        (None, true) => "no answer yet".to_owned(),
        (None, false) => "no answer will come".to_owned(),
    };
    let event = Event::Retry(open.name);
    let partition = open.partition;
    let (first, last) = (open.header.first, open.header.last());
    html! {
        <li key={open.name.to_string()} class="fs-open__batch">
            <strong>{ open.name.to_string() }</strong>
            <span>{ format!("seq {first}..{last} to {partition}") }</span>
            <span class="fs-quiet">{ hears }</span>
            if store.has_lab() {
                { event_button(store, "Retry", format!("Retry {}", open.name), event) }
            }
        </li>
    }
}

fn restart_buttons(store: &Store, world: &World, actor: &Actor) -> Html {
    let name = actor.name;
    let restart = Event::Restart {
        producer: name,
        leaving: None,
    };
    let zombie = world.free_names().next_back();
    html! {
        <>
            { event_button(store, "Restart", format!("Restart {name}"), restart) }
            if let Some(zombie) = zombie {
                { event_button(
                    store,
                    &format!("Restart, leaving {zombie}"),
                    format!("Restart, leaving {zombie} as the old life of {name}"),
                    Event::Restart { producer: name, leaving: Some(zombie) }) }
            }
        </>
    }
}

fn add_buttons(store: &Store) -> Html {
    let transactional = Button::small("Add one with a transactional id");
    html! {
        <div class="fs-buttons">
            { Button::small("Add producer").act(store, Action::AddProducer(None)) }
            { transactional.act(store, Action::AddProducer(Some("orders".into()))) }
        </div>
    }
}
