//! A producer as the world sees it: an application that sends, over one life or several.

use super::name::{BatchName, ProducerName};
use super::records::Records;
use crate::kafka::{PartitionId, Producer, SharedVec};
use std::rc::Rc;

/// One life of a producer in this world.
pub type Life = Producer<BatchName, Records>;

/// A producer with its counters, which outlive a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its letter.
    pub name: ProducerName,
    /// Its life; `None` until it first asks for a producer id.
    pub life: Option<Life>,
    /// Its transactional id, which keeps its producer id over a restart.
    pub transactional_id: Option<Rc<str>>,
    /// How often its application called send, over all lives.
    pub sends: u32,
    /// How many records it named by counting.
    pub records: u64,
    /// The producer whose old life this is, if it is a zombie.
    pub zombie_of: Option<ProducerName>,
    /// What became of each of its sends, as its application sees it; also of those that a zombie
    /// took over.
    pub ledger: SharedVec<Entry>,
    /// What it has counted.
    pub counters: Metrics,
    /// How many lives it has had.
    pub lives: u32,
}

/// One send, as the application sees it, beside what it cannot see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where to.
    pub partition: PartitionId,
    /// What was sent.
    pub records: Records,
    /// What the application was told.
    pub told: Told,
    /// How often the log has it. The application cannot see that.
    pub copies: u32,
}

/// What an application was told about a send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing yet: it waits in the queue, and was never sent.
    Queued,
    /// Nothing yet: it was sent.
    Open,
    /// It was written.
    Acknowledged,
    /// It failed; the records may be in the log all the same.
    Failed,
    /// Nothing, and nothing will come: with `acks=0` nobody answers.
    Unanswered,
    /// Nothing, and nothing will come: the life that sent it has died.
    Forgotten,
}

/// What a producer counts over all its lives, in records, as Kafka's metrics do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Records sent, each attempt counted: `record-send-total`.
    pub sent: u64,
    /// Of these sent again: `record-retry-total`.
    pub retried: u64,
    /// Records of which the application was told that they failed: `record-error-total`.
    pub failed: u64,
    /// Records that were acknowledged. Kafka has no metric of its own for these.
    pub acknowledged: u64,
    /// Of these acknowledged by DUPLICATE. Kafka has no metric for these: to it they are success.
    pub duplicates: u64,
}

impl Told {
    /// In a word: acknowledged, failed, or unknown and why.
    pub fn word(self) -> &'static str {
        match self {
            Self::Queued => "not sent yet",
            Self::Open => "unknown, no answer yet",
            Self::Acknowledged => "acknowledged",
            Self::Failed => "failed",
            Self::Unanswered => "unknown, acks=0",
            Self::Forgotten => "unknown, its life ended",
        }
    }
}

impl Metrics {
    /// The counters in order: our name, Kafka's if it has one, and the count.
    pub fn each(&self) -> [(&'static str, Option<&'static str>, u64); 5] {
        [
            ("sent", Some("record-send-total"), self.sent),
            ("retried", Some("record-retry-total"), self.retried),
            ("failed", Some("record-error-total"), self.failed),
            ("acknowledged", None, self.acknowledged),
            ("answered as duplicate", None, self.duplicates),
        ]
    }
}

impl Actor {
    /// A producer that has done nothing yet.
    pub fn new(name: ProducerName) -> Self {
        Self {
            name,
            life: None,
            transactional_id: None,
            sends: 0,
            records: 0,
            zombie_of: None,
            ledger: SharedVec::new(),
            counters: Metrics::default(),
            lives: 0,
        }
    }

    /// Whether its life has a batch of this name open or queued.
    pub fn has(&self, batch: BatchName) -> bool {
        let queued = self.life.iter().flat_map(Producer::queue);
        let mut queued = queued.map(|queued| queued.name);
        self.has_open(batch) || queued.any(|name| name == batch)
    }

    /// Whether its life has a batch of this name open.
    pub fn has_open(&self, batch: BatchName) -> bool {
        let life = self.life.iter();
        life.flat_map(Producer::open).any(|open| open.name == batch)
    }
}
