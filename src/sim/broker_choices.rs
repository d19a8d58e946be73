//! What can happen to brokers now, and which of it brings a partition back.

use super::cluster::{Broker, Replicas};
use super::event::{BrokerEvent, Event, ReplicaEvent};
use super::name::BrokerName;
use super::world::World;
use crate::kafka::PartitionId;

impl World {
    /// Everything that might happen to brokers and their copies; not all of it is possible now.
    pub(super) fn broker_events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let names = || self.brokers().iter().map(|broker| broker.name);
        for broker in names() {
            let all = BrokerEvent::ALL.into_iter();
            events.extend(all.map(|does| Event::Broker { does, broker }));
        }
        for (&partition, log) in self.partitions() {
            for broker in names() {
                let all = ReplicaEvent::ALL.into_iter();
                events.extend(all.map(|does| Event::Replica {
                    does,
                    partition,
                    broker,
                }));
            }
            events.extend([Event::Roll(partition), Event::Delete(partition)]);
            let states = log.states();
            events.extend(states.map(|(pid, _)| Event::Forget { partition, pid }));
        }
        events
    }

    /// What has to happen first, so that what is outstanding can come to an end; `None` if nothing
    /// has to.
    pub(super) fn repair(&self) -> Option<Event> {
        let waits = self
            .replicas
            .values()
            .any(|replicas| !replicas.waiting.is_empty());
        let retries = self.retriable().next().is_some();
        if !waits && !retries && self.wire().is_empty() {
            return None;
        }
        let mut replicas = self.replicas.iter();
        replicas.find_map(|(id, replicas)| self.repair_partition(*id, replicas))
    }

    fn repair_partition(&self, partition: PartitionId, replicas: &Replicas) -> Option<Event> {
        let broker = |does: BrokerEvent, broker: BrokerName| Event::Broker { does, broker };
        let find = |wanted: &dyn Fn(&Broker) -> bool| {
            let found = self.brokers().iter().find(|broker| wanted(broker));
            found.map(|broker| broker.name)
        };
        let in_sync = |known: &Broker| replicas.is_in_sync(known.name);
        if !replicas.led {
            let up = find(&|known| known.up && in_sync(known));
            let elect = up.map(|broker| Event::Replica {
                does: ReplicaEvent::Elect,
                partition,
                broker,
            });
            let down = || find(&|known| !known.up && in_sync(known));
            return elect.or_else(|| Some(broker(BrokerEvent::Start, down()?)));
        }
        if !replicas.waiting.is_empty() {
            let lags = find(&|known| known.paused && in_sync(known));
            return lags.map(|name| broker(BrokerEvent::Resume, name));
        }
        if replicas.in_sync.len() >= self.min_in_sync {
            return None;
        }
        let paused = find(&|known| known.up && known.paused && !in_sync(known));
        let down = || find(&|known| !known.up);
        paused
            .map(|name| broker(BrokerEvent::Resume, name))
            .or_else(|| Some(broker(BrokerEvent::Start, down()?)))
    }
}
