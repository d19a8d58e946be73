//! The header every batch carries, and what makes a batch one that no producer may send.

use super::number::{Epoch, ProducerId, Sequence};
use std::fmt;

/// The most records a batch may carry here. Kafka bounds a batch by bytes instead; a bound on
/// records keeps every number in range and every picture drawable.
pub const RECORDS_MAX: u32 = 1_000_000;

/// What the broker reads of a batch before it decides: the three numbers of the idempotent
/// producer, and how many records follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// Who sent it.
    pub pid: ProducerId,
    /// Which life of the producer sent it.
    pub epoch: Epoch,
    /// The sequence of its first record.
    pub first: Sequence,
    /// How many records it carries.
    pub records: u32,
}

impl Header {
    /// The sequence of the last record, with the wrap. Of a batch without records: the one before
    /// the first.
    pub fn last(&self) -> Sequence {
        self.first.plus(self.records.wrapping_sub(1))
    }

    /// Why no producer may send this batch, if so. The broker looks before it asks any check.
    #[inline]
    pub fn invalid(&self) -> Option<Invalid> {
        if self.records == 0 {
            Some(Invalid::NoRecords)
        } else if self.records > RECORDS_MAX {
            Some(Invalid::TooManyRecords)
        } else if self.pid < ProducerId::NONE {
            Some(Invalid::ProducerId)
        } else if self.epoch.0 < 0 {
            Some(Invalid::Epoch)
        } else if self.first.0 < 0 {
            Some(Invalid::Sequence)
        } else {
            None
        }
    }
}

/// Why a batch is answered INVALID_RECORD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Invalid {
    /// It carries no records.
    NoRecords,
    /// It carries more than [`RECORDS_MAX`] records.
    TooManyRecords,
    /// Its producer id is below -1.
    ProducerId,
    /// Its epoch is negative.
    Epoch,
    /// Its base sequence is negative.
    Sequence,
    /// The log would run past the largest offset, 9223372036854775807.
    LogFull,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRecords => "no records",
            Self::TooManyRecords => "more than 1000000 records",
            Self::ProducerId => "producer id below -1",
            Self::Epoch => "negative epoch",
            Self::Sequence => "negative sequence",
            Self::LogFull => "no offsets left in the log",
        })
    }
}
