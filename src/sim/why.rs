//! Why batches failed.

use super::name::BatchName;
use crate::kafka::{Cause, Reply};
use std::fmt;

/// Why batches failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The broker will never take it.
    Refused(Reply),
    /// Its producer gave it up.
    GivenUp(Cause),
    /// It was given up while it waited in the queue, and left no gap.
    NeverSent,
    /// Its producer gave this one up, and those in flight with it.
    With(BatchName),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reply) => reply.fmt(f),
            Self::GivenUp(Cause::Expired) => f.write_str("expired"),
            Self::GivenUp(Cause::RetriesUsedUp) => f.write_str("retries used up"),
            Self::GivenUp(Cause::Gap) => f.write_str("OUT_OF_ORDER with nothing before it"),
            Self::GivenUp(Cause::Unknown) => f.write_str("UNKNOWN_PRODUCER_ID"),
            Self::NeverSent => f.write_str("expired before it was sent"),
            Self::With(batch) => write!(f, "in flight with {batch}"),
        }
    }
}
