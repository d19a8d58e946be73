//! The left column: producers, what they number next, and what they wait for.

use super::application;
use super::batches;
use super::button::{Button, event_button};
use super::icon::Mark;
use super::markup::*;
use super::send_form;
use super::store::Store;
use crate::kafka::{Counter, End, PartitionId, ProducerId, Sequence};
use crate::session::Action;
use crate::sim::{Actor, Event, Life, World};

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
    let end = actor.life.as_ref().and_then(Life::end);
    html! {
        <article
            key={actor.name.to_string()}
            class={classes!("fs-card", end.map(|_| "fs-card--fenced"))}
        >
            <h3 class="fs-card__title">
                <span class="fs-letter">{ actor.name.to_string() }</span>
                if let Some(of) = actor.zombie_of {
                    <span class="fs-tag">{ format!("the old life of {of}, a zombie") }</span>
                }
                if let Some(end) = end {
                    <span class="fs-tag fs-tag--fenced">{ Mark::Fenced.icon() }{ ended(end) }</span>
                }
            </h3>
            <p class={classes!("fs-identity", changed.then_some("fs-is-new"))}>
                { identity(world, actor) }
            </p>
            if let Some(life) = &actor.life {
                { counters(life, was) }
                { batches::view(store, world, life) }
            }
            { application::counters(actor) }
            if store.has_lab() {
                { send_form::view(store, actor.name, &world.known_partitions()) }
                <div class="fs-buttons">{ restart_buttons(store, world, actor) }</div>
            }
        </article>
    }
}

/// What is said of a life that may never write again.
pub(super) fn ended(end: End) -> &'static str {
    match end {
        End::Fenced => "fenced",
        End::Stopped => "stopped, until it is restarted",
    }
}

fn identity(world: &World, actor: &Actor) -> Html {
    let transactional = actor
        .transactional_id
        .as_ref()
        .map(|id| pair("transactional id", id));
    let identity = actor.life.as_ref().map(Life::identity);
    let numbered = identity.filter(|identity| identity.pid != ProducerId::NONE);
    let none = if !world.settings().is_idempotent() {
        "no producer id, no sequence"
    } else {
        "no producer id yet: it asks at its first send"
    };
    html! {
        <>
            if let Some(identity) = numbered {
                { pair("pid", &identity.pid) }
                { pair("epoch", &identity.epoch) }
            } else {
                <span class="fs-quiet">{ none }</span>
            }
            { for transactional }
        </>
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

/// What the next batch of a partition will begin at, and the epoch that the partition is still
/// under, if its batches in flight keep it there.
pub(super) fn numbering(life: &Life, counter: &Counter) -> (Sequence, Option<String>) {
    let (counts, is) = (counter.identity, life.identity());
    if counts == is {
        (counter.next, None)
    } else if life.open_on(counter.partition).next().is_none() {
        (Sequence::ZERO, None)
    } else if counts.pid == is.pid {
        (
            counter.next,
            Some(format!("still under epoch {}", counts.epoch)),
        )
    } else {
        (
            counter.next,
            Some(format!("still under pid {}", counts.pid)),
        )
    }
}

/// The next sequence of each partition that it has written to.
fn counters(life: &Life, was: Option<&Actor>) -> Html {
    if life.identity().pid == ProducerId::NONE {
        return Html::default();
    }
    let next_before = |partition: PartitionId| {
        let life = was?.life.as_ref()?;
        let mut counters = life.counters().iter();
        let counter = counters.find(|counter| counter.partition == partition)?;
        Some(numbering(life, counter))
    };
    html! {
        <p class="fs-counters">
            { for life.counters().iter().map(|counter| {
                let partition = counter.partition;
                let now = numbering(life, counter);
                let changed = next_before(partition).is_some_and(|before| before != now);
                let (next, still) = now;
                html! {
                    <span
                        key={partition.to_string()}
                        class={classes!("fs-pair", changed.then_some("fs-is-new"))}
                    >
                        <span class="fs-pair__name">{ format!("next seq on {partition}:") }</span>
                        { " " }
                        { next.to_string() }
                        if let Some(still) = still {
                            <span class="fs-tag">{ still }</span>
                        }
                    </span>
                }
            }) }
        </p>
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
