//! What a producer's events do: send, retry, restart.

use super::actor::{Actor, Life};
use super::event::Payload;
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::{BatchName, MessageName, ProducerName};
use super::network::{Message, MessageKind};
use super::records::{Cargo, Origin, Records};
use super::world::World;
use crate::kafka::{Epoch, Header, Identity, PartitionId, Producer, RECORDS_MAX, Refusal};
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
        self.partitions.or_default(partition);
        if self.actor(name).is_none_or(|actor| actor.life.is_none()) {
            self.initialise(name, facts)?;
        }
        let actor = self.actor_mut(name);
        actor.sends = actor.sends.saturating_add(1);
        let batch = BatchName {
            producer: name,
            number: actor.sends,
        };
        let records = match payload {
            Payload::Labelled(labels) => Records::Labelled(Rc::clone(labels)),
            Payload::Count(count) => {
                let first = actor.records + 1;
                actor.records += u64::from(*count);
                Records::Counted {
                    producer: name,
                    first,
                    count: *count,
                }
            }
        };
        let life = actor.life.as_mut().expect("it was initialised above");
        let sent = life.send(batch, partition, count, records.clone());
        let header = sent.map_err(|refusal| cannot_send(name, partition, refusal, life))?;
        self.put_request(batch, 1, partition, header, records, facts);
        Ok(())
    }

    fn put_request(
        &mut self,
        batch: BatchName,
        attempt: u32,
        partition: PartitionId,
        header: Header,
        records: Records,
        facts: &mut Vec<Fact>,
    ) {
        let message = Rc::new(Message {
            name: MessageName {
                batch,
                attempt,
                copy: 0,
                reply: None,
            },
            partition,
            header,
            kind: MessageKind::Request(Cargo {
                origin: Origin::Sent(batch),
                records,
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
        let holder = self
            .holder(batch)
            .map_or(batch.producer, |actor| actor.name);
        let refused = |world: &Self, refusal| Impossible::CannotRetry {
            batch,
            refusal,
            can: world.retriable().collect(),
        };
        let actor = self.actors.get_mut(&holder).map(Rc::make_mut);
        let Some(life) = actor.and_then(|actor| actor.life.as_mut()) else {
            return Err(refused(self, Refusal::NotOpen));
        };
        match life.retry(batch) {
            Err(refusal) => Err(refused(self, refusal)),
            Ok(open) => {
                let (attempt, partition, header) = (open.attempts, open.partition, open.header);
                let records = open.payload.clone();
                self.put_request(batch, attempt, partition, header, records, facts);
                Ok(())
            }
        }
    }

    pub(super) fn restart(
        &mut self,
        name: ProducerName,
        leaving: Option<ProducerName>,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let old = self.actor(name).and_then(|actor| actor.life.clone());
        let open = old.iter().flat_map(Producer::open);
        let batches: Vec<BatchName> = open.map(|open| open.name).collect();
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
                actor.transactional_id = self.actor_mut(name).transactional_id.clone();
                actor.zombie_of = Some(name);
                self.actors.insert(zombie, Rc::new(actor));
            }
            None if !batches.is_empty() => facts.push(Fact::Forgotten {
                producer: name,
                batches,
            }),
            None => {}
        }
        self.initialise(name, facts)
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

    /// Begins a life: the broker hands out a producer id and an epoch as Kafka's
    /// `TransactionCoordinator` does.
    fn initialise(&mut self, name: ProducerName, facts: &mut Vec<Fact>) -> Result<(), Impossible> {
        let transactional_id = self.actor_mut(name).transactional_id.clone();
        let known = transactional_id
            .as_ref()
            .and_then(|id| self.coordinator.get(id));
        let next_life = known.and_then(|known| {
            Some(Identity {
                pid: known.pid,
                epoch: known.epoch.next()?,
            })
        });
        let identity = match next_life {
            Some(identity) => identity,
            None => Identity {
                pid: self.fresh_pid().ok_or(Impossible::NoProducerIdLeft)?,
                epoch: Epoch(0),
            },
        };
        self.name_pid(identity.pid);
        if let Some(id) = &transactional_id {
            self.register(id, identity);
        }
        self.actor_mut(name).life = Some(Producer::new(identity));
        facts.push(Fact::Initialised {
            producer: name,
            identity,
        });
        Ok(())
    }
}

fn cannot_send(
    producer: ProducerName,
    partition: PartitionId,
    refusal: Refusal<BatchName>,
    life: &Life,
) -> Impossible {
    let open = life
        .open()
        .iter()
        .filter(|open| open.partition == partition);
    Impossible::CannotSend {
        producer,
        partition,
        refusal,
        open: open.map(|open| open.name).collect(),
    }
}
