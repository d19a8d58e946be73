//! Followers copy from leaders, the high watermark rises, and answers that waited for it go out.
//! All of it is a consequence: after each event every running follower that is not paused has
//! copied what its leader has.

use super::cluster::{Broker, Replicas, Waiting};
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::{BrokerName, MessageName};
use super::records::Cargo;
use super::world::World;
use crate::kafka::{Acks, Offset, Partition, PartitionId, Reply};
use std::rc::Rc;

impl World {
    /// What follows from an event in the whole cluster.
    pub(super) fn replicate_all(&mut self, facts: &mut Vec<Fact>) {
        for id in self.partition_ids() {
            self.replicate(id, facts);
        }
    }

    fn replicate(&mut self, id: PartitionId, facts: &mut Vec<Fact>) {
        if !self.replicas[&id].led {
            return;
        }
        let leader = self.partitions[&id].clone();
        for broker in self.brokers.clone() {
            let replicas = &self.replicas[&id];
            let copy = replicas.other(broker.name);
            if !broker.up || broker.paused || copy.is_none_or(|copy| is_level(copy, &leader)) {
                continue;
            }
            let copies = self.replicas_mut(id).others.iter_mut();
            for (name, copy) in copies.filter(|(name, _)| *name == broker.name) {
                follow(id, *name, copy, &leader, facts);
            }
        }
        self.join(id, &leader, facts);
        self.raise(id, &leader, facts);
        self.answer_waiting(id, facts);
    }

    /// Followers that have caught up are in sync.
    fn join(&mut self, id: PartitionId, leader: &Partition<Cargo>, facts: &mut Vec<Fact>) {
        let replicas = &self.replicas[&id];
        let caught_up = |broker: &&Broker| {
            let copy = replicas.other(broker.name);
            broker.up && !broker.paused && copy.is_some_and(|copy| is_level(copy, leader))
        };
        let outside = |broker: &&Broker| !replicas.is_in_sync(broker.name);
        let joining = self.brokers.iter().filter(outside).filter(caught_up);
        let joining: Vec<BrokerName> = joining.map(|broker| broker.name).collect();
        for broker in joining {
            self.replicas_mut(id).in_sync.push(broker);
            facts.push(Fact::Joined {
                partition: id,
                broker,
            });
        }
    }

    /// The high watermark is where the slowest in-sync replica is. It never falls here.
    fn raise(&mut self, id: PartitionId, leader: &Partition<Cargo>, facts: &mut Vec<Fact>) {
        let replicas = &self.replicas[&id];
        if replicas.high_watermark >= leader.log_end() {
            return;
        }
        let copies = replicas.in_sync.iter();
        let copies = copies.filter_map(|name| replicas.other(*name));
        let slowest = copies.map(|copy| reaches(copy, leader)).min();
        let slowest = slowest.unwrap_or(leader.log_end());
        if slowest <= replicas.high_watermark {
            return;
        }
        self.replicas_mut(id).high_watermark = slowest;
        if self.brokers.len() > 1 {
            facts.push(Fact::HighWatermark {
                partition: id,
                offset: slowest,
            });
        }
    }

    /// Sends the answers that the high watermark was waited for, and says what the others wait for.
    ///
    /// Source: `Partition.checkEnoughReplicasReachOffset`.
    fn answer_waiting(&mut self, id: PartitionId, facts: &mut Vec<Fact>) {
        let replicas = &self.replicas[&id];
        if replicas.waiting.is_empty() {
            return;
        }
        let reached = replicas.high_watermark;
        let enough = replicas.in_sync.len() >= self.min_in_sync;
        let waiting = replicas.waiting.clone();
        let (due, still): (Vec<Waiting>, Vec<Waiting>) =
            waiting.into_iter().partition(|wait| wait.until <= reached);
        let untold = still.iter().filter(|wait| !wait.told);
        for wait in untold {
            facts.push(Fact::Waits {
                request: wait.request.name,
                behind: self.behind(id, wait.until),
            });
        }
        let told = |wait| Waiting { told: true, ..wait };
        self.replicas_mut(id).waiting = still.into_iter().map(told).collect();
        for wait in due {
            let reply = if enough {
                wait.reply
            } else {
                Reply::NotEnoughAfterAppend
            };
            self.put_reply(&wait.request, reply, facts);
        }
    }

    /// The in-sync brokers that do not have the log up to there.
    fn behind(&self, id: PartitionId, until: Offset) -> Vec<BrokerName> {
        let (replicas, leader) = (&self.replicas[&id], &self.partitions[&id]);
        let lags = |name: &BrokerName| {
            let copy = replicas.other(*name);
            copy.is_some_and(|copy| reaches(copy, leader) < until)
        };
        replicas.in_sync.iter().copied().filter(lags).collect()
    }

    /// Whether a leader refuses to append, because too few brokers are in sync.
    ///
    /// Source: `Partition.appendRecordsToLeader`.
    pub(super) fn turns_away(
        &self,
        id: PartitionId,
        request: Option<MessageName>,
        facts: &mut Vec<Fact>,
    ) -> bool {
        let in_sync = self.replicas[&id].in_sync.len();
        let too_few = self.settings.acks == Acks::All && in_sync < self.min_in_sync;
        if too_few {
            facts.push(Fact::TurnedAway {
                request,
                in_sync,
                needed: self.min_in_sync,
            });
        }
        too_few
    }

    /// The replicas of a partition that has a leader, or why nothing can be done there.
    pub(super) fn led(&self, id: PartitionId) -> Result<&Rc<Replicas>, Impossible> {
        let replicas = self.replicas.get(&id);
        let replicas = replicas.ok_or(Impossible::NoPartition(id))?;
        if replicas.led {
            Ok(replicas)
        } else {
            let can = self.electable(id);
            Err(Impossible::NoLeader { partition: id, can })
        }
    }
}

/// Whether a copy has just what the leader has.
fn is_level(copy: &Partition<Cargo>, leader: &Partition<Cargo>) -> bool {
    let newest = |log: &Partition<Cargo>| {
        let newest = log.log().last();
        newest.map(|batch| (batch.base, batch.leader_epoch))
    };
    // A leader that was elected since may not know that it was to delete something.
    let holds_none = copy.log_start() == copy.log_end();
    copy.log_end() == leader.log_end()
        && copy.log_start() >= leader.log_start()
        && (holds_none || newest(copy) == newest(leader))
}

/// Up to where a copy has what the leader has. One that lags may have other batches behind that,
/// from the time before this leader.
fn reaches(copy: &Partition<Cargo>, leader: &Partition<Cargo>) -> Offset {
    match is_level(copy, leader) {
        true => leader.log_end(),
        false => copy.parts_from(leader),
    }
}

/// A follower cuts its log where it differs from the leader's, and copies the rest.
fn follow(
    partition: PartitionId,
    broker: BrokerName,
    copy: &mut Partition<Cargo>,
    leader: &Partition<Cargo>,
    facts: &mut Vec<Fact>,
) {
    let common = copy.parts_from(leader);
    if common < copy.log_end() {
        facts.push(Fact::Cut {
            partition,
            broker,
            from: copy.log_end(),
            to: common,
        });
        copy.truncate(common);
    }
    if copy.log_end() < leader.log_start() {
        copy.begin_at(leader.log_start());
    } else if copy.log_start() < leader.log_start() {
        copy.delete_before(leader.log_start());
    }
    copy.forget_as(leader);
    let had = copy.log_end();
    for batch in leader.batches_from(had) {
        copy.replicate(batch.clone());
    }
    copy.skip_to(leader.log_end());
    if copy.log_end() > had {
        facts.push(Fact::Replicated {
            partition,
            broker,
            to: copy.log_end(),
        });
    }
}
