//! What each event does to the world.

use super::actor::Actor;
use super::actor::Life;
use super::event::{Event, Payload};
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::{BatchName, MessageName, ProducerName};
use super::network::{Message, MessageKind};
use super::records::{Cargo, Labels, Origin, Records};
use super::world::World;
use crate::kafka::{
    Answered, Epoch, Header, Identity, Logged, Offset, PartitionId, Producer, RECORDS_MAX, Refusal,
    Reply,
};
use std::rc::Rc;

/// What an event came to: the next world and what happened, or why it cannot happen.
pub type Applied = Result<(World, Vec<Fact>), Impossible>;

impl World {
    /// Does what the event decides, and says what happened. This world stays as it is.
    pub fn apply(&self, event: &Event) -> Applied {
        let mut world = self.clone();
        let mut facts = Vec::new();
        match event {
            Event::Batch {
                partition,
                header,
                labels,
            } => {
                world.batch_by_hand(*partition, *header, labels.as_ref(), &mut facts);
            }
            Event::Send {
                producer,
                partition,
                payload,
            } => {
                world.send(*producer, *partition, payload, &mut facts)?;
            }
            Event::Deliver(name) => world.deliver(*name, &mut facts)?,
            Event::Drop(name) => {
                world.take(*name)?;
                facts.push(Fact::Lost(*name));
            }
            Event::Duplicate(name) => world.duplicate(*name, &mut facts)?,
            Event::Retry(batch) => world.retry(*batch, &mut facts)?,
            Event::Restart { producer, leaving } => {
                world.restart(*producer, *leaving, &mut facts)?;
            }
        }
        Ok((world, facts))
    }

    fn batch_by_hand(
        &mut self,
        partition: PartitionId,
        header: Header,
        labels: Option<&Labels>,
        facts: &mut Vec<Fact>,
    ) {
        let records = match labels {
            Some(labels) => Records::Labelled(Rc::clone(labels)),
            None => Records::ByHand(header),
        };
        let cargo = Cargo {
            origin: Origin::ByHand,
            records,
        };
        self.name_pid(header.pid);
        self.judge(partition, header, cargo, facts);
    }

    /// The leader judges a batch.
    fn judge(
        &mut self,
        id: PartitionId,
        header: Header,
        cargo: Cargo,
        facts: &mut Vec<Fact>,
    ) -> Reply {
        let partition = self.partitions.or_default(id);
        let decision = partition.append(header, cargo.clone());
        facts.push(Fact::Judged {
            partition: id,
            decision: Box::new(decision),
            after: partition.state(header.pid).copied(),
        });
        if decision.reason.accepts() {
            let logged = Logged {
                base: decision.log_end_before,
                header,
                records: cargo,
            };
            let breaches = self.watcher.appended(id, &logged);
            facts.extend(breaches.into_iter().map(Fact::Breach));
        }
        decision.reply
    }

    fn send(
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

    fn take(&mut self, name: MessageName) -> Result<Rc<Message>, Impossible> {
        self.wire.take(name).ok_or_else(|| self.not_there(name))
    }

    fn not_there(&self, name: MessageName) -> Impossible {
        /// Enough to recognise a slip of the pen.
        const SHOWN: usize = 8;
        Impossible::NotOnTheWire {
            message: name,
            there: self
                .wire()
                .iter()
                .take(SHOWN)
                .map(|message| message.name)
                .collect(),
        }
    }

    fn deliver(&mut self, name: MessageName, facts: &mut Vec<Fact>) -> Result<(), Impossible> {
        let message = self.take(name)?;
        match &message.kind {
            MessageKind::Request(cargo) => {
                let reply = self.judge(message.partition, message.header, cargo.clone(), facts);
                let answer = Rc::new(Message {
                    name: name.answer(),
                    partition: message.partition,
                    header: message.header,
                    kind: MessageKind::Reply(reply),
                });
                self.wire.put(Rc::clone(&answer));
                facts.push(Fact::Sent(answer));
            }
            MessageKind::Reply(reply) => self.hear(&message, *reply, facts),
        }
        Ok(())
    }

    /// A producer hears an answer.
    fn hear(&mut self, message: &Message, reply: Reply, facts: &mut Vec<Fact>) {
        let batch = message.name.batch;
        let Some(holder) = self.holder(batch).map(|actor| actor.name) else {
            facts.push(Fact::NobodyWaits(message.name));
            return;
        };
        let life = self
            .actor_mut(holder)
            .life
            .as_mut()
            .expect("it has an open batch");
        let open: Vec<BatchName> = life.open().iter().map(|open| open.name).collect();
        facts.push(match life.answer(batch, reply) {
            Answered::Acknowledged { base } => Fact::Acknowledged { batch, base },
            Answered::Failed => Fact::Failed { batch, reply },
            Answered::StaysOpen => Fact::StaysOpen { batch, reply },
            Answered::LifeEnds => Fact::LifeEnded {
                producer: holder,
                batches: open,
            },
            Answered::NobodyWaits => Fact::NobodyWaits(message.name),
        });
        if let Some(base) = reply.base() {
            self.watch_acknowledged(message.partition, batch, base, facts);
        }
    }

    fn watch_acknowledged(
        &mut self,
        partition: PartitionId,
        batch: BatchName,
        base: Offset,
        facts: &mut Vec<Fact>,
    ) {
        let log = &self.partitions[&partition];
        let breach = self.watcher.acknowledged(partition, log, batch, base);
        facts.extend(breach.map(Fact::Breach));
    }

    fn duplicate(&mut self, name: MessageName, facts: &mut Vec<Fact>) -> Result<(), Impossible> {
        let message = self.wire.find(name).cloned();
        let message = message.ok_or_else(|| self.not_there(name))?;
        if self.wire.is_full() {
            return Err(Impossible::WireFull);
        }
        let copy = self.wire.next_copy(name);
        let copy = copy.ok_or(Impossible::NoMoreCopies(name.original()))?;
        self.wire.put_copy(&message, copy);
        facts.push(Fact::Copied {
            message: name,
            copy,
        });
        Ok(())
    }

    fn retry(&mut self, batch: BatchName, facts: &mut Vec<Fact>) -> Result<(), Impossible> {
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

    fn restart(
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

    /// Begins a life: the broker hands out a producer id and an epoch (`kafka.md` 1.8).
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
