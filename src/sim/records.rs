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
    Sent(BatchName),
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

    /// Where a label stands among these records, if it is one of them.
    pub fn find(&self, label: &str) -> Option<u32> {
        match self {
            Self::Labelled(labels) => labels
                .iter()
                .position(|l| &**l == label)
                .map(|at| at as u32),
            Self::Counted {
                producer,
                first,
                count,
            } => {
                let number = label.strip_prefix(producer.letter().to_ascii_lowercase())?;
                let at = number.parse::<u64>().ok()?.checked_sub(*first)?;
                self.confirm(label, at, *count)
            }
            Self::ByHand(header) => {
                let sequence = label.rsplit('.').next()?.parse::<i32>().ok()?;
                let at = crate::kafka::Sequence(sequence).steps_after(header.first);
                self.confirm(label, u64::from(at), header.records)
            }
        }
    }

    /// A record that stands both here and in `other`: its place in each. The first one of `other`,
    /// but for batches made by hand that overlap, where it is the first of the overlap.
    pub fn common(&self, other: &Self) -> Option<(u32, u32)> {
        match (self, other) {
            (_, Self::Labelled(labels)) => {
                let places = labels.iter().enumerate();
                places
                    .filter_map(|(there, label)| Some((self.find(label)?, there as u32)))
                    .next()
            }
            (Self::Labelled(_), _) => other.common(self).map(|(there, here)| (here, there)),
            (
                Self::Counted {
                    producer,
                    first,
                    count,
                },
                Self::Counted {
                    producer: whose,
                    first: from,
                    count: many,
                },
            ) => {
                let start = *first.max(from);
                let end = (first + u64::from(*count)).min(from + u64::from(*many));
                (producer == whose && start < end)
                    .then(|| ((start - first) as u32, (start - from) as u32))
            }
            (Self::ByHand(here), Self::ByHand(there)) => {
                if (here.pid, here.epoch) != (there.pid, there.epoch) {
                    return None;
                }
                let ahead = there.first.steps_after(here.first);
                let behind = here.first.steps_after(there.first);
                if ahead < here.records {
                    Some((ahead, 0))
                } else {
                    (behind < there.records).then_some((0, behind))
                }
            }
            (Self::Counted { .. }, Self::ByHand(_)) | (Self::ByHand(_), Self::Counted { .. }) => {
                None
            }
        }
    }

    /// Guards against other spellings of a number, such as `a01`.
    fn confirm(&self, label: &str, at: u64, count: u32) -> Option<u32> {
        let at = u32::try_from(at).ok()?;
        (at < count && self.label(at) == label).then_some(at)
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
