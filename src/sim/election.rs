//! Who may lead a partition, and what a new leader changes: what only the old one had is gone.

use super::actor::Told;
use super::cluster::Replicas;
use super::fact::Fact;
use super::name::{BatchName, BrokerName};
use super::records::Cargo;
use super::world::World;
use crate::kafka::{Logged, Offset, Partition, PartitionId, Reply};

impl World {
    /// Who may be elected: a running in-sync replica that does not lead; any running one, if no
    /// in-sync one runs.
    pub(super) fn electable(&self, partition: PartitionId) -> Vec<BrokerName> {
        let Some(replicas) = self.replicas.get(&partition) else {
            return Vec::new();
        };
        let names = self.brokers.iter().map(|broker| broker.name);
        let running: Vec<BrokerName> = names.filter(|name| self.is_up(*name)).collect();
        let any_in_sync = running.iter().any(|name| replicas.is_in_sync(*name));
        let leads = |name: BrokerName| replicas.led && replicas.leader == name;
        let may = |name: &BrokerName| !leads(*name) && (!any_in_sync || replicas.is_in_sync(*name));
        running.into_iter().filter(may).collect()
    }

    /// A broker leads from now on. The old leader's copy becomes one of the others.
    pub(super) fn make_leader(
        &mut self,
        partition: PartitionId,
        broker: BrokerName,
        facts: &mut Vec<Fact>,
    ) {
        let clean = self.replicas[&partition].is_in_sync(broker);
        facts.push(Fact::Elected {
            partition,
            broker,
            clean,
        });
        let before = self.partitions[&partition].clone();
        let replicas = self.replicas_mut(partition);
        let turned_away = if replicas.led {
            std::mem::take(&mut replicas.waiting)
        } else {
            Vec::new()
        };
        replicas.led = true;
        replicas.leader_epoch += 1;
        let epoch = replicas.leader_epoch;
        if !clean {
            replicas.in_sync = vec![broker];
        }
        let mut after = take_over(replicas, broker, &before);
        after.lead(epoch);
        replicas.high_watermark = replicas.high_watermark.min(after.log_end());
        self.partitions.insert(partition, after);
        self.watch_new_leader(partition, &before, facts);
        for wait in turned_away {
            self.put_reply(&wait.request, Reply::NotLeader, facts);
        }
    }

    /// What the applications and the watcher see of a new leader's log.
    fn watch_new_leader(
        &mut self,
        partition: PartitionId,
        before: &Partition<Cargo>,
        facts: &mut Vec<Fact>,
    ) {
        let after = self.partitions[&partition].clone();
        let common = before.parts_from(&after);
        if common >= before.log_end().max(after.log_end()) {
            return;
        }
        let lost = sent_from(before, common);
        let gained = sent_from(&after, common);
        for (batch, base) in lost {
            let Some(entry) = self.entry_mut(batch) else {
                continue;
            };
            entry.copies -= 1;
            if entry.told == Told::Acknowledged {
                let breach = self.watcher.lost(partition, batch, base);
                facts.push(Fact::Breach(breach));
            }
        }
        for (batch, _) in gained {
            if let Some(entry) = self.entry_mut(batch) {
                entry.copies += 1;
            }
        }
        self.watcher.look_again(partition, &after);
    }
}

/// The batches that producers sent, from an offset on, the first one first.
fn sent_from(log: &Partition<Cargo>, from: Offset) -> Vec<(BatchName, Offset)> {
    let sent = |batch: &Logged<Cargo>| Some((batch.records.origin.batch()?, batch.base));
    log.batches_from(from).filter_map(sent).collect()
}

/// Puts the old leader's copy among the others, and takes the new leader's out.
fn take_over(
    replicas: &mut Replicas,
    broker: BrokerName,
    old: &Partition<Cargo>,
) -> Partition<Cargo> {
    let mut others = replicas.others.iter_mut();
    let Some((name, copy)) = others.find(|(name, _)| *name == broker) else {
        // It led before, and leads again.
        return old.clone();
    };
    *name = std::mem::replace(&mut replicas.leader, broker);
    std::mem::replace(copy, old.clone())
}
