//! A producer as the world sees it: an application that sends, over one life or several.

use super::name::{BatchName, ProducerName};
use super::records::Records;
use crate::kafka::Producer;
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
        }
    }

    /// Whether its life has a batch of this name open.
    pub fn has_open(&self, batch: BatchName) -> bool {
        let life = self.life.iter();
        life.flat_map(Producer::open).any(|open| open.name == batch)
    }
}
