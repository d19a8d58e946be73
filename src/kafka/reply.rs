//! What a broker answers: the lesson's words, beside Kafka's names and numbers.

use super::number::Offset;
use std::fmt;

/// The broker's answer to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Appended; the first record stands at `base`. On the wire: no error.
    Ok {
        /// The offset of the first record.
        base: Offset,
    },
    /// Appended before; nothing was appended now. On the wire: no error, and the old offset.
    Duplicate {
        /// The offset that the first copy got.
        base: Offset,
    },
    /// Refused, OUT_OF_ORDER_SEQUENCE_NUMBER (45).
    OutOfOrder,
    /// Refused, INVALID_PRODUCER_EPOCH (47).
    Fenced,
    /// Refused, INVALID_RECORD (87).
    InvalidRecord,
    /// Refused, UNKNOWN_PRODUCER_ID (59): Kafka 1.0 to 2.4.
    UnknownProducerId {
        /// Where the log starts, by which the producer sees whether its records were deleted.
        log_start: Offset,
    },
    /// Refused, DUPLICATE_SEQUENCE_NUMBER (46): Kafka 1.0. The batch is in the log, but where is
    /// forgotten.
    DuplicateError,
    /// Not judged, NOT_LEADER_OR_FOLLOWER (6): this broker does not lead the partition.
    NotLeader,
    /// Not judged, NOT_ENOUGH_REPLICAS (19): too few are in sync.
    NotEnoughReplicas,
    /// Appended, NOT_ENOUGH_REPLICAS_AFTER_APPEND (20): too few were in sync in the end.
    NotEnoughAfterAppend,
}

impl Reply {
    /// The lesson's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok { .. } => "OK",
            Self::Duplicate { .. } => "DUPLICATE",
            Self::OutOfOrder => "OUT_OF_ORDER",
            Self::Fenced => "FENCED",
            Self::InvalidRecord => "INVALID_RECORD",
            Self::UnknownProducerId { .. } => "UNKNOWN_PRODUCER_ID",
            Self::DuplicateError => "DUPLICATE_SEQUENCE_NUMBER",
            Self::NotLeader => "NOT_LEADER",
            Self::NotEnoughReplicas => "NOT_ENOUGH_REPLICAS",
            Self::NotEnoughAfterAppend => "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
        }
    }

    /// The name and number on Kafka's wire.
    pub fn kafka_name(self) -> &'static str {
        match self {
            Self::Ok { .. } => "NONE (0)",
            Self::Duplicate { .. } => "NONE (0), with the old offset",
            Self::OutOfOrder => "OUT_OF_ORDER_SEQUENCE_NUMBER (45)",
            Self::Fenced => "INVALID_PRODUCER_EPOCH (47)",
            Self::InvalidRecord => "INVALID_RECORD (87)",
            Self::UnknownProducerId { .. } => "UNKNOWN_PRODUCER_ID (59)",
            Self::DuplicateError => "DUPLICATE_SEQUENCE_NUMBER (46)",
            Self::NotLeader => "NOT_LEADER_OR_FOLLOWER (6)",
            Self::NotEnoughReplicas => "NOT_ENOUGH_REPLICAS (19)",
            Self::NotEnoughAfterAppend => "NOT_ENOUGH_REPLICAS_AFTER_APPEND (20)",
        }
    }

    /// The base offset that it tells the producer, if it is an acknowledgement.
    pub fn base(self) -> Option<Offset> {
        match self {
            Self::Ok { base } | Self::Duplicate { base } => Some(base),
            _ => None,
        }
    }

    /// Whether the same batch may well be taken later, as it is.
    pub fn passes(self) -> bool {
        matches!(
            self,
            Self::NotLeader | Self::NotEnoughReplicas | Self::NotEnoughAfterAppend
        )
    }
}

impl fmt::Display for Reply {
    /// `OK base=3`, `OUT_OF_ORDER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self.base() {
            Some(base) => write!(f, " base={base}"),
            None => Ok(()),
        }
    }
}
