//! The panel where brokers fail: what can happen to each of them and to its copies.

use super::button::event_button;
use super::markup::*;
use super::prose::note;
use super::store::Store;
use crate::kafka::PartitionId;
use crate::sim::{BrokerEvent, BrokerName, Event, ReplicaEvent};

/// More producers than these can be forgotten in the text only.
const FORGET_SHOWN: usize = 4;

/// The panel.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let world = session.timeline().world();
    let names: Vec<BrokerName> = world.brokers().iter().map(|broker| broker.name).collect();
    let several = names.len() > 1;
    let ids: Vec<PartitionId> = world.known_partitions();
    let id = store.id("brokers");
    html! {
        <section class="fs-panel fs-brokers" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "When a broker fails" }</h2>
            <p class="fs-quiet">{ note("When a broker fails") }</p>
            { for names.iter().map(|broker| of_broker(store, *broker, several)) }
            { for ids.iter().map(|partition| of_partition(store, *partition, &names)) }
        </section>
    }
}

fn button(store: &Store, word: &str, event: Event) -> Html {
    let mut name = event.to_string();
    // The visible word stands in the name.
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let name = match name.starts_with(word) {
        true => name,
        false => format!("{word}: {event}"),
    };
    event_button(store, word, name, event)
}

fn of_broker(store: &Store, broker: BrokerName, several: bool) -> Html {
    let words = ["Stop", "Crash", "Start", "Pause", "Resume", "Snapshot"];
    let events = words.into_iter().zip(BrokerEvent::ALL);
    let lags = |does| matches!(does, BrokerEvent::Pause | BrokerEvent::Resume);
    let events = events.filter(|(_, does)| several || !lags(*does));
    html! {
        <div key={broker.to_string()} class="fs-buttons">
            <strong class="fs-brokers__name">{ broker.to_string() }</strong>
            { for events.map(|(word, does)| button(store, word, Event::Broker { does, broker })) }
        </div>
    }
}

fn of_partition(store: &Store, partition: PartitionId, names: &[BrokerName]) -> Html {
    let session = store.session();
    let log = session.timeline().world().partitions().get(&partition);
    let states = log.into_iter().flat_map(|log| log.states()).rev();
    let pids = states.take(FORGET_SHOWN).map(|(pid, _)| pid);
    let others = names.iter().copied().filter(|_| names.len() > 1);
    html! {
        <div key={partition.to_string()} class="fs-buttons">
            <strong class="fs-brokers__name">{ partition.to_string() }</strong>
            { for others.flat_map(|broker| {
                ReplicaEvent::ALL.into_iter().map(move |does| {
                    let word = match does {
                        ReplicaEvent::Elect => format!("Elect {broker}"),
                        ReplicaEvent::Shrink => format!("{broker} out of sync"),
                        ReplicaEvent::Move => format!("Copy anew to {broker}"),
                    };
                    button(store, &word, Event::Replica { does, partition, broker })
                })
            }) }
            { button(store, "New segment", Event::Roll(partition)) }
            { button(store, "Delete all records", Event::Delete(partition)) }
            { for pids.map(|pid| {
                button(store, &format!("Forget producer {pid}"), Event::Forget { partition, pid })
            }) }
        </div>
    }
}
