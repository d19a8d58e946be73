//! What a producer's events do: send, retry, restart, and how batches leave its queue.

use super::actor::{Actor, Entry, Life, Told};
use super::event::Payload;
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::{BatchName, MessageName, ProducerName};
use super::network::{Message, MessageKind};
use super::records::{Cargo, Origin, Records};
use super::world::World;
use crate::kafka::{
    Acks, Cause, Epoch, Identity, Open, PartitionId, Producer, Queued, RECORDS_MAX, Refusal,
};
use std::rc::Rc;

impl World {
    pub(super) fn send(
        &mut self,
        name: ProducerName,
        partition: PartitionId,
        payload: &Payload,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let count = payload.count();
        if count == 0 || count > RECORDS_MAX {
            return Err(Impossible::Records(count));
        }
        if self.wire.is_full() {
            return Err(Impossible::WireFull);
        }
        self.partition_mut(partition);
        if self.actor(name).is_none_or(|actor| actor.life.is_none()) {
            self.begin_life(name, facts)?;
        }
        let actor = self.actor_mut(name);
        let (batch, records) = actor.name_batch(payload);
        actor.ledger.push(Entry {
            partition,
            records: records.clone(),
            told: Told::Queued,
            copies: 0,
        });
        let life = actor.life.as_mut().expect("it was begun above");
        let queued = life.send(Queued {
            name: batch,
            partition,
            records: count,
            payload: records,
        });
        queued.map_err(|refusal| Impossible::CannotSend {
            producer: name,
            refusal,
        })?;
        self.release(name, facts);
        let life = self.actors[&name].life.as_ref();
        let waits = life.filter(|life| life.queue().iter().any(|queued| queued.name == batch));
        if let Some(why) = waits.and_then(|life| life.wait(partition)) {
            facts.push(Fact::Queued { batch, why });
        }
        Ok(())
    }

    /// What waits in the queues and may go now, goes; as a consequence of whatever made room.
    pub(super) fn release_all(&mut self, facts: &mut Vec<Fact>) {
        // A producer that sends nothing stays shared by both worlds, with its queue.
        let waiting = self
            .actors()
            .filter(|actor| actor.life.as_ref().is_some_and(Producer::can_release));
        let waiting: Vec<ProducerName> = waiting.map(|actor| actor.name).collect();
        for name in waiting {
            self.release(name, facts);
        }
    }

    fn release(&mut self, name: ProducerName, facts: &mut Vec<Fact>) {
        while !self.wire.is_full() {
            let unanswered = self.settings.acks == Acks::None;
            let life = self.actor_mut(name).life.as_mut();
            let Some(open) = life.and_then(Producer::release) else {
                return;
            };
            let batch = open.name;
            self.put_request(name, &open, facts);
            if unanswered {
                facts.push(Fact::Unanswered(batch));
            }
            self.tell(
                batch,
                if unanswered {
                    Told::Unanswered
                } else {
                    Told::Open
                },
            );
        }
    }

    /// Puts an attempt to send a batch on the wire.
    pub(super) fn put_request(
        &mut self,
        holder: ProducerName,
        open: &Open<BatchName, Records>,
        facts: &mut Vec<Fact>,
    ) {
        let records = u64::from(open.header.records);
        let several = self.brokers.len() > 1;
        let broker = several.then(|| self.replicas[&open.partition].leader);
        let actor = self.actor_mut(holder);
        let life = actor.lives;
        actor.counters.sent += records;
        if open.attempts > 1 {
            actor.counters.retried += records;
        }
        let message = Rc::new(Message {
            name: MessageName {
                batch: open.name,
                attempt: open.attempts,
                copy: 0,
                reply: None,
            },
            partition: open.partition,
            broker,
            header: open.header,
            kind: MessageKind::Request(Cargo {
                origin: Origin::Sent {
                    batch: open.name,
                    life,
                },
                records: open.payload.clone(),
            }),
        });
        self.wire.put(Rc::clone(&message));
        facts.push(Fact::Sent(message));
    }

    pub(super) fn retry(
        &mut self,
        batch: BatchName,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        if self.wire.is_full() {
            return Err(Impossible::WireFull);
        }
        let holder = self.keeper(batch);
        let life = self.actor(holder).and_then(|actor| actor.life.as_ref());
        let used_up = life.map_or(Err(Refusal::NotOpen), |life| {
            let open = life.may_retry(batch)?;
            Ok(life.has_used_up(open))
        });
        let used_up = used_up.map_err(|refusal| Impossible::CannotRetry {
            batch,
            refusal,
            can: self.retriable().collect(),
        })?;
        if used_up {
            self.give_up(holder, batch, Cause::RetriesUsedUp, facts);
        } else {
            self.send_again(holder, batch, facts);
        }
        Ok(())
    }

    pub(super) fn send_again(
        &mut self,
        holder: ProducerName,
        batch: BatchName,
        facts: &mut Vec<Fact>,
    ) {
        let life = self.actor_mut(holder).life.as_mut();
        let open = life.and_then(|life| life.send_again(batch).cloned());
        if let Some(open) = open {
            self.put_request(holder, &open, facts);
        }
    }

    pub(super) fn restart(
        &mut self,
        name: ProducerName,
        leaving: Option<ProducerName>,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let old = self.actor(name).and_then(|actor| actor.life.clone());
        let batches: Vec<BatchName> = old.iter().flat_map(open_names).collect();
        let queued = old.iter().flat_map(Producer::queue);
        let unsent: Vec<BatchName> = queued.map(|queued| queued.name).collect();
        match leaving {
            Some(zombie) => {
                self.may_name(zombie)?;
                let life = old.ok_or(Impossible::NothingToLeave(name))?;
                facts.push(Fact::GoesOn {
                    zombie,
                    identity: life.identity(),
                    batches,
                });
                let mut actor = Actor::new(zombie);
                actor.life = Some(life);
                actor.lives = self.actor_mut(name).lives;
                actor.transactional_id = self.actor_mut(name).transactional_id.clone();
                actor.zombie_of = Some(name);
                self.actors.insert(zombie, Rc::new(actor));
            }
            None => {
                for batch in &batches {
                    self.tell(*batch, Told::Forgotten);
                }
                for batch in &unsent {
                    self.tell(*batch, Told::Failed);
                }
                if !batches.is_empty() || !unsent.is_empty() {
                    facts.push(Fact::Forgotten {
                        producer: name,
                        batches,
                        unsent,
                    });
                }
            }
        }
        let begun = facts.len();
        self.begin_life(name, facts)?;
        if facts.len() == begun {
            facts.push(Fact::Restarted(name));
        }
        Ok(())
    }

    fn may_name(&self, zombie: ProducerName) -> Result<(), Impossible> {
        if self.actor(zombie).is_none() {
            return Ok(());
        }
        Err(Impossible::NameTaken {
            name: zombie,
            free: self.free_names().next_back(),
        })
    }

    /// Begins a life. With idempotence the broker hands out a producer id and an epoch, as Kafka's
    /// `TransactionCoordinator` does.
    fn begin_life(&mut self, name: ProducerName, facts: &mut Vec<Fact>) -> Result<(), Impossible> {
        let settings = self.settings;
        let identity = if settings.is_idempotent() {
            let id = self.actor_mut(name).transactional_id.clone();
            let known = id.as_ref().and_then(|id| self.coordinator.get(id));
            let next_life = known.and_then(|known| known.next_epoch());
            let identity = next_life.map_or_else(|| self.fresh_identity(), Ok)?;
            self.name_pid(identity.pid);
            if let Some(id) = &id {
                self.register(id, identity);
            }
            facts.push(Fact::Initialised {
                producer: name,
                identity,
            });
            identity
        } else {
            Identity::NONE
        };
        let actor = self.actor_mut(name);
        actor.life = Some(Producer::new(identity, settings));
        actor.lives += 1;
        Ok(())
    }

    fn fresh_identity(&self) -> Result<Identity, Impossible> {
        Ok(Identity {
            pid: self.fresh_pid().ok_or(Impossible::NoProducerIdLeft)?,
            epoch: Epoch(0),
        })
    }
}

impl Actor {
    /// Names the next batch, and its records where nobody did.
    fn name_batch(&mut self, payload: &Payload) -> (BatchName, Records) {
        self.sends = self.sends.saturating_add(1);
        let batch = BatchName {
            producer: self.name,
            number: self.sends,
        };
        let records = match payload {
            Payload::Labelled(labels) => Records::Labelled(Rc::clone(labels)),
            Payload::Count(count) => {
                let first = self.records + 1;
                self.records += u64::from(*count);
                Records::Counted {
                    producer: self.name,
                    first,
                    count: *count,
                }
            }
        };
        (batch, records)
    }
}

/// The names of a life's open batches.
pub(super) fn open_names(life: &Life) -> impl Iterator<Item = BatchName> {
    life.open().iter().map(|open| open.name)
}
