//! What each event does to the world.

use super::cluster::{WAITING_MAX, Waiting};
use super::event::Event;
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::MessageName;
use super::network::{Message, MessageKind};
use super::records::{Cargo, Labels, Origin, Records};
use super::world::World;
use crate::kafka::{Acks, Header, Offset, PartitionId, ProducerId, Reply};
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
                world.batch_by_hand(*partition, *header, labels.as_ref(), &mut facts)?;
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
            Event::Expire(batch) => world.expire(*batch, &mut facts)?,
            Event::Restart { producer, leaving } => {
                world.restart(*producer, *leaving, &mut facts)?;
            }
            Event::Broker { does, broker } => world.broker_event(*does, *broker, &mut facts)?,
            Event::Replica {
                does,
                partition,
                broker,
            } => world.replica_event(*does, *partition, *broker, &mut facts)?,
            Event::Roll(partition) => world.roll(*partition, &mut facts)?,
            Event::Delete(partition) => world.delete(*partition, &mut facts)?,
            Event::Forget { partition, pid } => world.forget(*partition, *pid, &mut facts)?,
        }
        world.replicate_all(&mut facts);
        world.release_all(&mut facts);
        Ok((world, facts))
    }

    fn batch_by_hand(
        &mut self,
        partition: PartitionId,
        header: Header,
        labels: Option<&Labels>,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        self.partition_mut(partition);
        self.led(partition)?;
        let records = match labels {
            Some(labels) => Records::Labelled(Rc::clone(labels)),
            None => Records::ByHand(header),
        };
        let cargo = Cargo {
            origin: Origin::ByHand,
            records,
        };
        self.name_pid(header.pid);
        // Without idempotence nobody's batch carries a producer id.
        let header = match self.settings.is_idempotent() {
            true => header,
            false => Header {
                pid: ProducerId::NONE,
                ..header
            },
        };
        if !self.turns_away(partition, None, facts) {
            self.judge(partition, header, cargo, facts);
        }
        Ok(())
    }

    /// The leader judges a batch.
    fn judge(
        &mut self,
        id: PartitionId,
        header: Header,
        cargo: Cargo,
        facts: &mut Vec<Fact>,
    ) -> Reply {
        let broker = self.replicas[&id].leader;
        let partition = self.partition_mut(id);
        let decision = partition.append(header, cargo);
        facts.push(Fact::Judged {
            partition: id,
            broker,
            decision: Box::new(decision),
            after: partition.state(header.pid).cloned(),
        });
        let newest = partition.log().last().cloned();
        if let Some(logged) = newest.filter(|_| decision.reason.accepts()) {
            if let Some(batch) = logged.records.origin.batch() {
                let entry = self.entry_mut(batch);
                entry.expect("it was sent").copies += 1;
            }
            let breaches = self.watcher.appended(id, &logged);
            facts.extend(breaches.into_iter().map(Fact::Breach));
        }
        decision.reply
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
            MessageKind::Request(cargo) => return self.receive(&message, cargo, facts),
            MessageKind::Reply(reply) => self.hear(&message, *reply, facts),
        }
        Ok(())
    }

    /// A request reaches the broker that it was sent to.
    fn receive(
        &mut self,
        message: &Rc<Message>,
        cargo: &Cargo,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let id = message.partition;
        let replicas = &self.replicas[&id];
        let (leader, led) = (replicas.leader, replicas.led);
        let broker = message.broker.unwrap_or(leader);
        if !self.is_up(broker) {
            facts.push(Fact::Unreachable {
                message: message.name,
                broker,
            });
            return Ok(());
        }
        if replicas.waiting.len() >= WAITING_MAX {
            return Err(Impossible::TooManyWait(id));
        }
        let reply = if broker != leader || !led {
            Reply::NotLeader
        } else if self.turns_away(id, Some(message.name), facts) {
            Reply::NotEnoughReplicas
        } else {
            self.judge(id, message.header, cargo.clone(), facts)
        };
        match (self.settings.acks, reply.base()) {
            (Acks::None, _) if reply == Reply::NotLeader => facts.push(Fact::Ignored {
                message: message.name,
                broker,
            }),
            (Acks::None, _) => {}
            (Acks::All, Some(base)) => {
                let until = Offset(base.0 + i64::from(message.header.records));
                let request = Rc::clone(message);
                let waiting = Waiting {
                    request,
                    reply,
                    until,
                    told: false,
                };
                self.replicas_mut(id).waiting.push(waiting);
            }
            _ => self.put_reply(message, reply, facts),
        }
        Ok(())
    }

    /// Puts the answer to a request on the wire.
    pub(super) fn put_reply(&mut self, request: &Message, reply: Reply, facts: &mut Vec<Fact>) {
        let answer = Rc::new(Message {
            name: request.name.answer(),
            partition: request.partition,
            broker: request.broker,
            header: request.header,
            kind: MessageKind::Reply(reply),
        });
        self.wire.put(Rc::clone(&answer));
        facts.push(Fact::Sent(answer));
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
}
