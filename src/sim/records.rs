//! What a batch carries besides its header: records with short labels, so that a reader *sees*
//! two umbrellas in the log instead of computing it.

use super::name::{BatchName, ProducerName};
use crate::kafka::Header;
use std::fmt;
use std::rc::Rc;

/// Labels written by a person, one a record.
pub type Labels = Rc<[Rc<str>]>;

/// The longest label, in characters.
pub const LABEL_MAX: usize = 40;

/// The records of one batch. A batch of a million records is as small as one of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Records {
    /// Labelled by a person: `umbrella 1`.
    Labelled(Labels),
    /// Counted per producer: `a1`, `a2`, ...
    Counted {
        /// Whose records they are.
        producer: ProducerName,
        /// The number of the first one: from 1.
        first: u64,
        /// How many there are.
        count: u32,
    },
    /// Made by hand, and named by pid, epoch and sequence: `31.0.7`. An exact copy of such a batch
    /// carries the same records.
    ByHand(Header),
}

/// Who made a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A producer of this world.
    Sent {
        /// Its name.
        batch: BatchName,
        /// Which life of the producer sent it, from 1.
        life: u32,
    },
    /// The reader, with all its numbers.
    ByHand,
}

/// Everything a batch carries besides its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cargo {
    /// Who made the batch.
    pub origin: Origin,
    /// Its records.
    pub records: Records,
}

impl Origin {
    /// The batch's name, if a producer sent it.
    pub fn batch(self) -> Option<BatchName> {
        match self {
            Self::Sent { batch, .. } => Some(batch),
            Self::ByHand => None,
        }
    }
}

impl Records {
    /// How many records there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Labelled(labels) => labels.len() as u32,
            Self::Counted { count, .. } => *count,
            Self::ByHand(header) => header.records,
        }
    }

    /// The label of the record at `index`, from 0.
    pub fn label(&self, index: u32) -> String {
        match self {
            Self::Labelled(labels) => labels
                .get(index as usize)
                .map_or_else(String::new, ToString::to_string),
            Self::Counted {
                producer, first, ..
            } => counted_label(*producer, first + u64::from(index)),
            Self::ByHand(header) => {
                let sequence = header.first.plus(index);
                format!("{}.{}.{sequence}", header.pid, header.epoch)
            }
        }
    }
}

fn counted_label(producer: ProducerName, number: u64) -> String {
    format!("{}{number}", producer.letter().to_ascii_lowercase())
}

impl fmt::Display for Records {
    /// The first labels, and how many more there are: `a1, a2, a3 and 4 more`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: u32 = 3;
        let count = self.count();
        let shown = if count <= SHOWN + 1 { count } else { SHOWN };
        for index in 0..shown {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}", self.label(index))?;
        }
        match count - shown {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
