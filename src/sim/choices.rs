//! What is possible now, in a fixed order.
//!
//! The exhaustive search draws from here. The page's buttons name the same events, one by one, and
//! ask [`World::why_not`] whether they can be pressed; so nothing can be pressed that is not
//! searched. Where the arguments have no bound (how many records, which numbers) there
//! are representatives; the composer and the text may give any other, and the same
//! [`World::apply`] accepts or refuses these.

use super::event::{Event, Payload};
use super::impossible::Impossible;
use super::name::ProducerName;
use super::world::World;
use crate::kafka::{Epoch, Header, PartitionId, ProducerId, ProducerState, Sequence};

impl World {
    /// Every event that is possible now, with representatives for what has no bound: sends of one
    /// and of three records; batches by hand around what is remembered.
    pub fn choices(&self) -> Vec<Event> {
        let mut all: Vec<Event> = Vec::new();
        all.extend(self.sends());
        for message in self.wire() {
            all.push(Event::Deliver(message.name));
            all.push(Event::Drop(message.name));
            all.push(Event::Duplicate(message.name));
        }
        all.extend(self.retriable().map(Event::Retry));
        all.extend(self.waiting().map(Event::Expire));
        all.extend(self.restarts());
        all.extend(self.broker_events());
        // Whoever is remembered can be forgotten, and there may be many of them.
        let is_forget = |event: &Event| matches!(event, Event::Forget { .. });
        all.retain(|event| is_forget(event) || self.why_not(event).is_none());
        all.extend(self.batches_by_hand());
        all
    }

    /// The choice that lets nothing go wrong: bring back a broker that somebody waits for, deliver
    /// the oldest message, else retry the lowest open batch. `None` where nothing is outstanding.
    pub fn next(&self) -> Option<Event> {
        if let Some(repair) = self.repair() {
            return Some(repair);
        }
        let oldest = self
            .wire()
            .first()
            .map(|message| Event::Deliver(message.name));
        let retry = || self.retriable().min().map(Event::Retry);
        oldest.or_else(retry)
    }

    /// Why an event cannot happen now; `None` if it can.
    pub fn why_not(&self, event: &Event) -> Option<Impossible> {
        self.apply(event).err()
    }

    /// The partitions to choose from: those that exist, and at least the first.
    pub fn known_partitions(&self) -> Vec<PartitionId> {
        let known: Vec<PartitionId> = self.partitions().keys().copied().collect();
        if known.is_empty() {
            PartitionId::all().take(1).collect()
        } else {
            known
        }
    }

    /// The producers to choose from: those that exist, and at least the first.
    pub(super) fn known_producers(&self) -> Vec<ProducerName> {
        let known: Vec<ProducerName> = self.actors().map(|actor| actor.name).collect();
        if known.is_empty() {
            ProducerName::all().take(1).collect()
        } else {
            known
        }
    }

    /// Batches worth making by hand on a partition, each with a name: those that [`choices`]
    /// lists for a producer that is remembered there, by default the one that wrote last.
    ///
    /// [`choices`]: Self::choices
    pub fn batches_to_try(
        &self,
        partition: PartitionId,
        pid: Option<ProducerId>,
    ) -> Vec<(String, Header)> {
        let Some(partition) = self.partitions().get(&partition) else {
            return Vec::new();
        };
        let asked = pid.and_then(|pid| Some((pid, partition.state(pid)?)));
        let about = asked.or_else(|| partition.states().next_back());
        about.map_or_else(Vec::new, |(pid, state)| around(pid, state))
    }

    fn sends(&self) -> Vec<Event> {
        let mut sends = Vec::new();
        for producer in self.known_producers() {
            for partition in self.known_partitions() {
                for count in [1, 3] {
                    sends.push(Event::Send {
                        producer,
                        partition,
                        payload: Payload::Count(count),
                    });
                }
            }
        }
        sends
    }

    fn restarts(&self) -> Vec<Event> {
        let zombie = self.free_names().next_back();
        let mut restarts = Vec::new();
        for actor in self.actors() {
            for leaving in [None, zombie] {
                restarts.push(Event::Restart {
                    producer: actor.name,
                    leaving,
                });
            }
        }
        restarts.dedup();
        restarts
    }

    fn batches_by_hand(&self) -> Vec<Event> {
        let mut batches = Vec::new();
        for partition in self.known_partitions() {
            // What no producer may send is answered so; all that it takes is a leader.
            let any = Event::Batch {
                partition,
                header: single(ProducerId(0), Epoch(0), Sequence(0)),
                labels: None,
            };
            if self.why_not(&any).is_some() {
                continue;
            }
            let mut add = |header| {
                batches.push(Event::Batch {
                    partition,
                    header,
                    labels: None,
                });
            };
            let states = self.partitions().get(&partition);
            for (pid, state) in states.iter().flat_map(|partition| partition.states()) {
                let around = around(pid, state);
                for (place, (_, header)) in around.iter().enumerate() {
                    let mut before = around[..place].iter();
                    if before.all(|(_, known)| known != header) {
                        add(*header);
                    }
                }
            }
            if let Some(pid) = self.fresh_pid() {
                add(single(pid, Epoch(0), Sequence(0)));
                add(single(pid, Epoch(0), Sequence(1)));
            }
        }
        batches
    }
}

fn single(pid: ProducerId, epoch: Epoch, first: Sequence) -> Header {
    Header {
        pid,
        epoch,
        first,
        records: 1,
    }
}

/// Batches that visit every answer about one remembered producer: an exact copy of each slot, the
/// next batch, a gap, one below the window, the newest with one record fewer, and the epochs beside
/// it with sequence 0 and not 0. Each has a name for a button.
fn around(pid: ProducerId, state: &ProducerState) -> Vec<(String, Header)> {
    let slots = state.window.slots();
    let newest = state.window.newest();
    let next = newest.last.next();
    let one = |first: Sequence| single(pid, state.epoch, first);
    let mut batches: Vec<(String, Header)> = Vec::new();
    for (place, slot) in slots.iter().enumerate() {
        let exact = Header {
            records: slot.records(),
            ..one(slot.first)
        };
        batches.push((format!("a copy of slot {}", place + 1), exact));
    }
    batches.push(("the next one".to_owned(), one(next)));
    batches.push(("a gap".to_owned(), one(next.next())));
    // One before the oldest: all 2^31 sequences but one further on.
    let below = slots[0].first.plus(i32::MAX as u32);
    batches.push(("one below the window".to_owned(), one(below)));
    if newest.records() > 1 {
        let shorter = Header {
            records: newest.records() - 1,
            ..one(newest.first)
        };
        batches.push(("the newest, one record shorter".to_owned(), shorter));
    }
    for (word, by) in [("older", -1), ("newer", 1)] {
        let epoch = state.epoch.0.checked_add(by).filter(|epoch| *epoch >= 0);
        for first in [Sequence::ZERO, next.next()] {
            let batch = epoch.map(|epoch| single(pid, Epoch(epoch), first));
            batches.extend(batch.map(|batch| (format!("{word} epoch, seq {first}"), batch)));
        }
    }
    batches
}
