//! The brokers, and who holds copies of a partition: its leader, its followers, the in-sync set.

use super::name::{BrokerName, MessageName};
use super::network::Message;
use super::records::Cargo;
use crate::kafka::{Offset, Partition, Reply};
use std::fmt;
use std::rc::Rc;

/// How many brokers a cluster has at most.
pub const BROKERS_MAX: usize = 3;

/// How many answers of a partition may wait at once for its high watermark.
pub const WAITING_MAX: usize = 100;

/// One to three different brokers, in the order in which they were named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brokers {
    names: [BrokerName; BROKERS_MAX],
    count: u8,
}

/// One broker of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broker {
    /// Its name.
    pub name: BrokerName,
    /// Whether it runs.
    pub up: bool,
    /// Whether it has stopped copying what it follows.
    pub paused: bool,
}

/// One partition over the cluster, but for the copy that its leader has.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicas {
    /// Who leads; who led last, if nobody does.
    pub leader: BrokerName,
    /// Whether it leads now.
    pub led: bool,
    /// How many leaders there have been, the first not counted.
    pub leader_epoch: u32,
    /// Who is in sync: the leader, and whoever has all that it has or is still waited for.
    pub in_sync: Vec<BrokerName>,
    /// Up to here every in-sync replica has the log. It never falls, but with the log.
    pub high_watermark: Offset,
    /// The copies of the other brokers.
    pub others: Vec<(BrokerName, Partition<Cargo>)>,
    /// Answers that wait for the high watermark, oldest first.
    pub waiting: Vec<Waiting>,
}

/// An answer that waits until every in-sync replica has the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The request.
    pub request: Rc<Message>,
    /// The answer, once the high watermark is there.
    pub reply: Reply,
    /// Where it has to be.
    pub until: Offset,
    /// Whether it was said that it waits.
    pub told: bool,
}

impl Brokers {
    /// These brokers, or `None` unless there are one to three different ones.
    pub fn new(names: &[BrokerName]) -> Option<Self> {
        let first = *names.first()?;
        let mut brokers = Self {
            names: [first; BROKERS_MAX],
            count: 1,
        };
        for name in &names[1..] {
            if names.len() > BROKERS_MAX || brokers.names().contains(name) {
                return None;
            }
            brokers.names[usize::from(brokers.count)] = *name;
            brokers.count += 1;
        }
        Some(brokers)
    }

    /// Their names, in order. The first leads every partition at the start.
    pub fn names(&self) -> &[BrokerName] {
        &self.names[..usize::from(self.count)]
    }
}

impl Default for Brokers {
    fn default() -> Self {
        Self {
            names: [BrokerName::FIRST; BROKERS_MAX],
            count: 1,
        }
    }
}

impl fmt::Display for Brokers {
    /// `b5 b3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(self.names(), " "))
    }
}

/// Names with something between them.
pub(super) fn words<T: ToString>(names: &[T], between: &str) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    names.join(between)
}

impl Replicas {
    /// A partition that has the same copy on every broker.
    pub(super) fn new(brokers: &[BrokerName], copy: &Partition<Cargo>) -> Self {
        let others = brokers[1..].iter();
        Self {
            leader: brokers[0],
            led: true,
            leader_epoch: 0,
            in_sync: brokers.to_vec(),
            high_watermark: copy.log_end(),
            others: others.map(|name| (*name, copy.clone())).collect(),
            waiting: Vec::new(),
        }
    }

    /// The copy of a broker that does not lead.
    pub fn other(&self, broker: BrokerName) -> Option<&Partition<Cargo>> {
        let mut others = self.others.iter();
        others
            .find(|(name, _)| *name == broker)
            .map(|(_, copy)| copy)
    }

    /// Whether a broker is in sync.
    pub fn is_in_sync(&self, broker: BrokerName) -> bool {
        self.in_sync.contains(&broker)
    }

    /// The requests whose answers wait.
    pub(super) fn waiting_names(&self) -> Vec<MessageName> {
        self.waiting.iter().map(|wait| wait.request.name).collect()
    }
}
