//! The middle column: messages on their way. The message is the thing to act on.

use super::button::event_button;
use super::icon::{Mark, reply_chip};
use super::markup::*;
use super::store::Store;
use crate::kafka::ProducerId;
use crate::sim::{Event, Fact, Message, MessageKind, MessageName, World};
use std::rc::Rc;

/// More messages than this are counted, not drawn. All of them stand in State as text.
const SHOWN: usize = 30;

/// What this step did to a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Waits,
    New,
    Arrived,
    Lost,
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            // That it waits is what the wire is for.
            Self::Waits => "",
            Self::New => "just sent",
            Self::Arrived => "arrived",
            Self::Lost => "lost",
        }
    }
}

/// The column.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let rows = messages(&session);
    let hidden = rows.len().saturating_sub(SHOWN);
    let id = store.id("wire");
    html! {
        <section class="fs-panel fs-wire" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "On the wire" }</h2>
            if rows.is_empty() {
                <p class="fs-quiet">{ "Nothing is on its way." }</p>
            }
            <ul class="fs-messages">
                { for rows.iter().skip(hidden).map(|(message, fate)| row(store, message, *fate)) }
            </ul>
            if hidden > 0 {
                <p class="fs-quiet">
                    { format!("{hidden} older messages are listed in State as text.") }
                </p>
            }
        </section>
    }
}

/// The messages of this step: those on the wire, and those that this step took off it, each where
/// it stood.
fn messages(session: &crate::session::Session) -> Vec<(Rc<Message>, Fate)> {
    let timeline = session.timeline();
    let world = timeline.world();
    let before: &[Rc<Message>] = timeline.world_before().map_or(&[], World::wire);
    let lost: Option<MessageName> = timeline.step().and_then(|step| {
        step.facts.iter().find_map(|fact| match fact {
            Fact::Lost(name) | Fact::Unreachable { message: name, .. } => Some(*name),
            _ => None,
        })
    });
    let now = world.wire();
    let mut rows: Vec<(Rc<Message>, Fate)> = Vec::with_capacity(now.len() + 1);
    let mut rest = now.iter().peekable();
    for message in before {
        // Both lists are in the order of sending, and at most one message was taken away.
        if rest.next_if(|next| next.name == message.name).is_some() {
            rows.push((Rc::clone(message), Fate::Waits));
        } else {
            let fate = if lost == Some(message.name) {
                Fate::Lost
            } else {
                Fate::Arrived
            };
            rows.push((Rc::clone(message), fate));
        }
    }
    let fresh = if timeline.cursor() == 0 {
        Fate::Waits
    } else {
        Fate::New
    };
    rows.extend(rest.map(|message| (Rc::clone(message), fresh)));
    rows
}

fn row(store: &Store, message: &Message, fate: Fate) -> Html {
    let name = message.name;
    let gone = matches!(fate, Fate::Arrived | Fate::Lost);
    let action = |word: &str, event| event_button(store, word, format!("{word} {name}"), event);
    let direction = if name.is_reply() {
        "fs-message--reply"
    } else {
        "fs-message--request"
    };
    let classes = classes!(
        "fs-message",
        direction,
        (fate == Fate::New).then_some("fs-is-new fs-message--new"),
        (fate == Fate::Arrived).then_some("fs-message--arrived"),
        (fate == Fate::Lost).then_some("fs-message--lost"),
    );
    html! {
        <li key={name.to_string()} class={classes}>
            <div class="fs-message__line">
                { open_button(store, message) }
                { arrow(name.is_reply(), fate) }
                <span class="fs-message__what">{ what(message) }</span>
                <span class="fs-message__fate">
                    if fate == Fate::Lost { { Mark::Lost.icon() } }
                    { fate.word() }
                </span>
            </div>
            if store.view().opened == Some(name) {
                { header(store, message) }
            }
            if store.has_lab() {
                <div class={classes!("fs-buttons", gone.then_some("fs-buttons--gone"))}>
                    { action("Deliver", Event::Deliver(name)) }
                    { action("Drop", Event::Drop(name)) }
                    { action("Duplicate", Event::Duplicate(name)) }
                </div>
            }
        </li>
    }
}

/// The message's name, which opens it to its header.
fn open_button(store: &Store, message: &Message) -> Html {
    let name = message.name;
    let open = store.view().opened == Some(name);
    let onclick = {
        let store = store.clone();
        move |_: MouseEvent| {
            store.change_view(|view| {
                view.opened = if view.opened == Some(name) {
                    None
                } else {
                    Some(name)
                };
            });
        }
    };
    html! {
        <button
            type="button"
            class="fs-message__name"
            aria-expanded={open.to_string()}
            aria-controls={open.then(|| store.id("header"))}
            title="show its header"
            {onclick}
        >
            { name.to_string() }
        </button>
    }
}

fn header(store: &Store, message: &Message) -> Html {
    let header = &message.header;
    let records = match &message.kind {
        MessageKind::Request(cargo) => cargo.records.to_string(),
        MessageKind::Reply(reply) => reply.kafka_name().to_owned(),
    };
    let last = if name_is_reply(message) {
        "on Kafka's wire"
    } else {
        "carries"
    };
    let rows = [
        (
            "partition",
            match message.broker {
                Some(broker) => format!("{} on {broker}", message.partition),
                None => message.partition.to_string(),
            },
        ),
        ("producer id", header.pid.to_string()),
        ("epoch", header.epoch.to_string()),
        ("base sequence", header.first.to_string()),
        ("last sequence", header.last().to_string()),
        ("records", header.records.to_string()),
        (last, records),
    ];
    html! {
        <dl class="fs-header" id={store.id("header")}>
            { for rows.iter().map(|(name, value)| html! {
                <div key={*name}><dt>{ *name }</dt><dd>{ value.clone() }</dd></div>
            }) }
        </dl>
    }
}

fn name_is_reply(message: &Message) -> bool {
    message.name.is_reply()
}

/// A line with its head at the end where the message goes.
fn arrow(is_reply: bool, fate: Fate) -> Html {
    let head = if is_reply {
        "M8 1L2 6L8 11"
    } else {
        "M40 1L46 6L40 11"
    };
    let line = match fate {
        // A lost message gets half way.
        Fate::Lost if is_reply => "M46 6H26",
        Fate::Lost => "M2 6H22",
        _ => "M2 6H46",
    };
    html! {
        <svg class="fs-arrow" viewBox="0 0 48 12" aria-hidden="true" focusable="false">
            <path d={line} />
            if fate != Fate::Lost {
                <path d={head} />
            }
        </svg>
    }
}

fn what(message: &Message) -> Html {
    match &message.kind {
        MessageKind::Request(_) => {
            let header = &message.header;
            let (first, last, to) = (header.first, header.last(), message.partition);
            let at = message
                .broker
                .map_or(String::new(), |broker| format!(" at {broker}"));
            html! {
                { match header.pid {
                    ProducerId::NONE => format!("without numbers, to {to}{at}"),
                    _ => format!("seq {first}..{last} to {to}{at}"),
                } }
            }
        }
        MessageKind::Reply(reply) => reply_chip(*reply),
    }
}
