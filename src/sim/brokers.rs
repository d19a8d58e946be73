//! What happens to brokers and to their copies: stop, crash, start, elections, retention.

use super::event::{BrokerEvent, ReplicaEvent};
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::BrokerName;
use super::records::Cargo;
use super::world::World;
use crate::kafka::{Partition, PartitionId, ProducerId, Snapshot};

impl World {
    pub(super) fn broker_event(
        &mut self,
        does: BrokerEvent,
        name: BrokerName,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let place = self.place_of_broker(name)?;
        let broker = self.brokers[place];
        if broker.up == (does == BrokerEvent::Start) {
            return Err(match broker.up {
                true => Impossible::Runs(name),
                false => Impossible::Down(name),
            });
        }
        match does {
            BrokerEvent::Stop | BrokerEvent::Crash => {
                self.brokers[place].up = false;
                // When it starts it copies again.
                self.brokers[place].paused = false;
                self.go_down(name, does == BrokerEvent::Stop, facts);
            }
            BrokerEvent::Start => {
                self.brokers[place].up = true;
                self.come_back(name, facts);
            }
            BrokerEvent::Pause | BrokerEvent::Resume => {
                let pauses = does == BrokerEvent::Pause;
                if self.brokers.len() == 1 {
                    return Err(Impossible::FollowsNobody(name));
                }
                if broker.paused == pauses {
                    return Err(match pauses {
                        true => Impossible::Paused(name),
                        false => Impossible::NotPaused(name),
                    });
                }
                self.brokers[place].paused = pauses;
                facts.push(Fact::Lags {
                    broker: name,
                    pauses,
                });
            }
            BrokerEvent::Snapshot => {
                let before = facts.len();
                self.write_snapshots(name, facts);
                if facts.len() == before {
                    return Err(Impossible::NothingNew(name));
                }
            }
        }
        Ok(())
    }

    fn place_of_broker(&self, name: BrokerName) -> Result<usize, Impossible> {
        let mut brokers = self.brokers.iter();
        let place = brokers.position(|known| known.name == name);
        place.ok_or_else(|| Impossible::NoBroker {
            broker: name,
            there: self.broker_names(),
        })
    }

    fn broker_names(&self) -> Vec<BrokerName> {
        self.brokers.iter().map(|broker| broker.name).collect()
    }

    pub(super) fn partition_ids(&self) -> Vec<PartitionId> {
        self.partitions.keys().copied().collect()
    }

    /// A broker's own copy of a partition.
    fn copy_mut(&mut self, id: PartitionId, broker: BrokerName) -> &mut Partition<Cargo> {
        if self.replicas[&id].leader == broker {
            return self.partition_mut(id);
        }
        let mut others = self.replicas_mut(id).others.iter_mut();
        let found = others.find(|(name, _)| *name == broker);
        &mut found.expect("every broker has a copy").1
    }

    fn write_snapshots(&mut self, broker: BrokerName, facts: &mut Vec<Fact>) {
        for partition in self.partition_ids() {
            self.write_snapshot(partition, broker, facts);
        }
    }

    fn write_snapshot(
        &mut self,
        partition: PartitionId,
        broker: BrokerName,
        facts: &mut Vec<Fact>,
    ) {
        let copy = self.copy_mut(partition, broker);
        if copy.take_snapshot() {
            let offset = copy.log_end();
            facts.push(Fact::Snapshot {
                partition,
                broker,
                offset,
            });
        }
    }

    /// A broker goes down. Its log and its files stay.
    fn go_down(&mut self, broker: BrokerName, clean: bool, facts: &mut Vec<Fact>) {
        facts.push(Fact::WentDown { broker, clean });
        if clean {
            self.write_snapshots(broker, facts);
        }
        for partition in self.partition_ids() {
            self.copy_mut(partition, broker).lose_memory();
            let replicas = self.replicas_mut(partition);
            // The last one in sync stays so: nobody else has everything.
            if replicas.in_sync.len() > 1 {
                replicas.in_sync.retain(|name| *name != broker);
            }
            if replicas.led && replicas.leader == broker {
                replicas.led = false;
                let requests = replicas.waiting_names();
                replicas.waiting.clear();
                facts.push(Fact::LeaderGone { partition });
                if !requests.is_empty() {
                    facts.push(Fact::NoAnswer(requests));
                }
            }
        }
    }

    /// A broker starts and recovers. It leads where it is the last one in sync.
    fn come_back(&mut self, broker: BrokerName, facts: &mut Vec<Fact>) {
        for partition in self.partition_ids() {
            let copy = self.copy_mut(partition, broker);
            let recovered = copy.recover();
            let file = copy.snapshot().map(Snapshot::offset);
            facts.push(Fact::Recovered {
                partition,
                broker,
                recovered,
            });
            if let Some(offset) = file.filter(|_| file != recovered.snapshot) {
                facts.push(Fact::Snapshot {
                    partition,
                    broker,
                    offset,
                });
            }
        }
        for partition in self.partition_ids() {
            let replicas = &self.replicas[&partition];
            if !replicas.led && replicas.is_in_sync(broker) {
                self.make_leader(partition, broker, facts);
            }
        }
    }

    pub(super) fn replica_event(
        &mut self,
        does: ReplicaEvent,
        partition: PartitionId,
        broker: BrokerName,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let known = self.brokers[self.place_of_broker(broker)?];
        if !known.up {
            return Err(Impossible::Down(broker));
        }
        let replicas = self.replicas.get(&partition);
        let replicas = replicas.ok_or(Impossible::NoPartition(partition))?;
        if replicas.led && replicas.leader == broker {
            return Err(Impossible::Leads { partition, broker });
        }
        if does == ReplicaEvent::Elect {
            let can = self.electable(partition);
            if !can.contains(&broker) {
                return Err(Impossible::InSyncRuns { broker, can });
            }
            self.make_leader(partition, broker, facts);
            return Ok(());
        }
        let in_sync = self.led(partition)?.is_in_sync(broker);
        match does {
            ReplicaEvent::Shrink if !in_sync => {
                return Err(Impossible::NotInSync { partition, broker });
            }
            ReplicaEvent::Shrink if !known.paused => return Err(Impossible::KeepsUp(broker)),
            ReplicaEvent::Shrink => {
                self.leave(partition, broker);
                facts.push(Fact::Left { partition, broker });
            }
            _ => {
                let start = self.partitions[&partition].log_start();
                self.copy_mut(partition, broker).begin_at(start);
                self.leave(partition, broker);
                facts.push(Fact::Moved { partition, broker });
            }
        }
        Ok(())
    }

    fn leave(&mut self, partition: PartitionId, broker: BrokerName) {
        let in_sync = &mut self.replicas_mut(partition).in_sync;
        in_sync.retain(|name| *name != broker);
    }

    pub(super) fn roll(
        &mut self,
        partition: PartitionId,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        self.led(partition)?;
        let at = self.partitions[&partition].log_end();
        facts.push(Fact::Rolled { partition, at });
        let brokers = self.brokers.iter();
        let running: Vec<BrokerName> = brokers
            .filter(|broker| broker.up)
            .map(|broker| broker.name)
            .collect();
        for broker in running {
            self.write_snapshot(partition, broker, facts);
        }
        Ok(())
    }

    pub(super) fn delete(
        &mut self,
        partition: PartitionId,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        // What is not yet everywhere is not deleted anywhere.
        let to = self.led(partition)?.high_watermark;
        let log = self.partition_mut(partition);
        if to <= log.log_start() {
            return Err(Impossible::NothingToDelete(partition));
        }
        let known = log.states().len();
        log.delete_before(to);
        facts.push(Fact::Deleted {
            partition,
            to,
            dropped: known - log.states().len(),
        });
        Ok(())
    }

    pub(super) fn forget(
        &mut self,
        partition: PartitionId,
        pid: ProducerId,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        if !self.partitions.contains_key(&partition) {
            return Err(Impossible::NoPartition(partition));
        }
        let mut known = false;
        for broker in self.broker_names() {
            known |= self.copy_mut(partition, broker).forget(pid);
        }
        if !known {
            return Err(Impossible::NotRemembered { partition, pid });
        }
        facts.push(Fact::Expired { partition, pid });
        Ok(())
    }
}
