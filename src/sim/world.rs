//! The world: brokers with their copies of partitions, producers, and the wire between them.

use super::actor::Actor;
use super::cluster::{Broker, Replicas};
use super::invariant::Invariants;
use super::name::{BatchName, BrokerName, ProducerName};
use super::network::{Message, Wire};
use super::records::Cargo;
use super::setup::{Setup, SetupError};
use super::sorted_map::SortedMap;
use super::watcher::Watcher;
use crate::kafka::{
    Epoch, Identity, Offset, Partition, PartitionId, Policies, Producer, ProducerId, Settings,
};
use std::rc::Rc;

/// Everything that is the case at one step. Copies are cheap: they share what did not change.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    pub(super) settings: Settings,
    /// How many batches a partition remembers of each producer.
    window: usize,
    policies: Policies,
    /// With `acks=all`, how many brokers must be in sync.
    pub(super) min_in_sync: usize,
    pub(super) brokers: Vec<Broker>,
    /// Each partition as its leader has it, or had it last.
    pub(super) partitions: SortedMap<PartitionId, Partition<Cargo>>,
    pub(super) replicas: SortedMap<PartitionId, Rc<Replicas>>,
    pub(super) actors: SortedMap<ProducerName, Rc<Actor>>,
    pub(super) wire: Wire,
    /// The newest identity behind each transactional id.
    pub(super) coordinator: Rc<SortedMap<Rc<str>, Identity>>,
    /// The highest producer id that was named or handed out.
    highest_pid: ProducerId,
    pub(super) watcher: Watcher,
}

impl World {
    /// Fresh producer ids are handed out from here.
    pub const FIRST_PID: ProducerId = ProducerId(31);

    /// The world before its first event.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        if let Some(conflict) = setup.settings.refused() {
            return Err(SetupError::Conflict(conflict));
        }
        let brokers = setup.brokers.names();
        if setup.min_in_sync as usize > brokers.len() {
            return Err(SetupError::TooFewBrokers {
                min: setup.min_in_sync,
                brokers: brokers.len(),
            });
        }
        let running = |name: &BrokerName| Broker {
            name: *name,
            up: true,
            paused: false,
        };
        let mut world = Self {
            settings: setup.settings,
            window: setup.window(),
            policies: setup.rules.policies(),
            min_in_sync: setup.min_in_sync as usize,
            brokers: brokers.iter().map(running).collect(),
            partitions: SortedMap::new(),
            replicas: SortedMap::new(),
            actors: SortedMap::new(),
            wire: Wire::default(),
            coordinator: Rc::default(),
            highest_pid: ProducerId(Self::FIRST_PID.0 - 1),
            watcher: Watcher::default(),
        };
        for (id, given) in &setup.given {
            let log_end = given.effective_log_end(*id)?;
            let mut partition = Partition::under(world.policies, world.window, log_end);
            for (pid, state) in given.sized(*id, world.window)? {
                partition.remember(pid, state);
                world.name_pid(pid);
            }
            // What was remembered before step 1 is in a file too: a crash does not lose it.
            partition.take_snapshot();
            world.add_partition(*id, partition);
        }
        for name in setup.producers.keys() {
            world.set_up_producer(*name, setup)?;
        }
        Ok(world)
    }

    fn set_up_producer(&mut self, name: ProducerName, setup: &Setup) -> Result<(), SetupError> {
        let given = &setup.producers[&name];
        let mut actor = Actor::new(name);
        actor.transactional_id = given.transactional_id.clone();
        for partition in given.next.keys() {
            self.partition_mut(*partition);
        }
        if let Some(pid) = given.pid {
            self.name_pid(pid);
            actor.lives = 1;
            let epoch = given.epoch.unwrap_or(Epoch(0));
            let identity = Identity { pid, epoch };
            if !self.settings.is_idempotent() {
                actor.life = Some(Producer::new(Identity::NONE, self.settings));
            } else {
                let mut life = Producer::new(identity, self.settings);
                for (partition, next) in &given.next {
                    life.set_next(*partition, *next);
                }
                actor.life = Some(life);
            }
            if let Some(id) = &given.transactional_id {
                self.register(id, identity);
            }
        } else if given.epoch.is_some() || !given.next.is_empty() {
            return Err(SetupError::NoProducerId { producer: name });
        }
        self.actors.insert(name, Rc::new(actor));
        Ok(())
    }

    /// How the producers are configured.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many batches a partition remembers of each producer.
    pub fn window(&self) -> usize {
        self.window
    }

    /// The partitions that exist, in order, each as its leader has it, or had it last.
    pub fn partitions(&self) -> &SortedMap<PartitionId, Partition<Cargo>> {
        &self.partitions
    }

    /// The brokers, in the order in which the setup names them.
    pub fn brokers(&self) -> &[Broker] {
        &self.brokers
    }

    /// Who leads a partition, who follows, and how far they are.
    pub fn replicas(&self, partition: PartitionId) -> Option<&Replicas> {
        self.replicas.get(&partition).map(|replicas| &**replicas)
    }

    /// A broker's copy of a partition.
    pub fn copy(&self, partition: PartitionId, broker: BrokerName) -> Option<&Partition<Cargo>> {
        let replicas = self.replicas(partition)?;
        if replicas.leader == broker {
            self.partitions.get(&partition)
        } else {
            replicas.other(broker)
        }
    }

    /// Whether a broker runs.
    pub fn is_up(&self, broker: BrokerName) -> bool {
        let mut brokers = self.brokers.iter();
        brokers.any(|known| known.name == broker && known.up)
    }

    /// The producers that exist, in order.
    pub fn actors(&self) -> impl ExactSizeIterator<Item = &Actor> {
        self.actors.values().map(|actor| &**actor)
    }

    /// The producer of this name, if it exists.
    pub fn actor(&self, name: ProducerName) -> Option<&Actor> {
        self.actors.get(&name).map(|actor| &**actor)
    }

    /// The messages on the wire, oldest first.
    pub fn wire(&self) -> &[Rc<Message>] {
        self.wire.messages()
    }

    /// How the promises stand.
    pub fn invariants(&self) -> &Invariants {
        &self.watcher.invariants
    }

    /// What the watcher knows of copies.
    pub fn watcher(&self) -> &Watcher {
        &self.watcher
    }

    /// Whose life has this batch open.
    pub fn holder(&self, batch: BatchName) -> Option<&Actor> {
        self.actors().find(|actor| actor.has_open(batch))
    }

    /// The producer id that would be handed out next, if one is left.
    pub fn fresh_pid(&self) -> Option<ProducerId> {
        self.highest_pid.0.checked_add(1).map(ProducerId)
    }

    /// The batches that may be sent again now: the lowest open one of each life and partition.
    pub fn retriable(&self) -> impl Iterator<Item = BatchName> {
        self.actors()
            .filter_map(|actor| actor.life.as_ref())
            .flat_map(|life| {
                let open = life.open().iter();
                open.filter(|open| life.may_retry(open.name).is_ok())
                    .map(|open| open.name)
            })
    }

    /// The batches that somebody waits for, in flight first, then those in the queue.
    pub fn waiting(&self) -> impl Iterator<Item = BatchName> {
        let lives = self.actors().filter_map(|actor| actor.life.as_ref());
        lives.flat_map(|life| {
            let open = life.open().iter().map(|open| open.name);
            open.chain(life.queue().iter().map(|queued| queued.name))
        })
    }

    /// The letters that no producer has.
    pub fn free_names(&self) -> impl DoubleEndedIterator<Item = ProducerName> {
        let names: Vec<ProducerName> = ProducerName::all()
            .filter(|name| self.actor(*name).is_none())
            .collect();
        names.into_iter()
    }

    /// Keeps the newest identity behind a transactional id.
    pub(super) fn register(&mut self, id: &Rc<str>, identity: Identity) {
        let known = Rc::make_mut(&mut self.coordinator);
        let newest = known.or_insert_with(Rc::clone(id), || identity);
        if (newest.pid, newest.epoch) < (identity.pid, identity.epoch) {
            *newest = identity;
        }
    }

    pub(super) fn name_pid(&mut self, pid: ProducerId) {
        self.highest_pid = self.highest_pid.max(pid);
    }

    /// A partition, which exists from its first mention.
    pub(super) fn partition_mut(&mut self, id: PartitionId) -> &mut Partition<Cargo> {
        if !self.partitions.contains_key(&id) {
            let empty = Partition::under(self.policies, self.window, Offset::ZERO);
            self.add_partition(id, empty);
        }
        self.partitions.get_mut(&id).expect("it was added above")
    }

    /// Adds a partition that is the same on every broker. The first that runs leads.
    fn add_partition(&mut self, id: PartitionId, copy: Partition<Cargo>) {
        let mut names: Vec<BrokerName> = self.brokers.iter().map(|broker| broker.name).collect();
        names.sort_by_key(|name| !self.is_up(*name));
        let mut replicas = Replicas::new(&names, &copy);
        replicas.led = self.is_up(names[0]);
        replicas
            .in_sync
            .retain(|name| self.is_up(*name) || *name == names[0]);
        self.partitions.insert(id, copy);
        self.replicas.insert(id, Rc::new(replicas));
    }

    /// The replicas of a partition, which exists from its first mention.
    pub(super) fn replicas_mut(&mut self, id: PartitionId) -> &mut Replicas {
        self.partition_mut(id);
        let replicas = self.replicas.get_mut(&id);
        Rc::make_mut(replicas.expect("every partition has them"))
    }

    /// A producer, which exists from its first mention.
    pub(super) fn actor_mut(&mut self, name: ProducerName) -> &mut Actor {
        Rc::make_mut(
            self.actors
                .or_insert_with(name, || Rc::new(Actor::new(name))),
        )
    }
}
