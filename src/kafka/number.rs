//! The numbers of the protocol, a newtype each, so that no two can be mixed up.

use std::fmt;

/// Who writes: `producerId`, an int64 that the broker hands out.
///
/// `-1` means *not idempotent*; anything below is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProducerId(pub i64);

impl ProducerId {
    /// What a batch carries that was sent without idempotence.
    pub const NONE: Self = Self(-1);
}

/// Which life of a producer writes: `producerEpoch`, an int16 from 0 to 32767.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i16);

impl Epoch {
    /// The epoch of the next life, or `None` after 32767: then a new producer id is needed
    /// (Kafka's `TransactionCoordinator.handleInitProducerId`).
    pub fn next(self) -> Option<Self> {
        self.0.checked_add(1).map(Self)
    }
}

/// The number of a record, counted per producer and partition: an int32 from 0.
///
/// After 2147483647 comes 0. A batch made by hand may carry a negative one; it is refused before
/// any arithmetic is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sequence(pub i32);

impl Sequence {
    /// Where every numbering starts.
    pub const ZERO: Self = Self(0);
    /// The last number before the wrap.
    pub const MAX: Self = Self(i32::MAX);

    /// The sequence `count` records further on, with the wrap.
    pub fn plus(self, count: u32) -> Self {
        Self(((self.0 as u32).wrapping_add(count) & Self::MASK) as i32)
    }

    /// The one sequence that may follow this one, with the wrap.
    pub fn next(self) -> Self {
        self.plus(1)
    }

    /// How many steps forward lead from `earlier` to this sequence, with the wrap: 0 to 2147483647.
    pub fn steps_after(self, earlier: Self) -> u32 {
        (self.0 as u32).wrapping_sub(earlier.0 as u32) & Self::MASK
    }

    /// There are 2^31 sequences, so arithmetic is done on the low 31 bits.
    const MASK: u32 = i32::MAX as u32;
}

/// A place in a log: an int64 from 0, one a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset(pub i64);

impl Offset {
    /// Where an empty log ends.
    pub const ZERO: Self = Self(0);
    /// What a producer is told where nobody knows the offset.
    pub const UNKNOWN: Self = Self(-1);

    /// The offset `count` records further on, or `None` if there is none.
    pub fn plus(self, count: u32) -> Option<Self> {
        self.0.checked_add(i64::from(count)).map(Self)
    }
}

/// A partition's number, 0 to 15: `p-0` to `p-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartitionId(u8);

impl PartitionId {
    /// How many partitions there can be.
    pub const COUNT: u8 = 16;

    /// The partition with this number, if there can be one.
    pub fn new(number: u8) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// The partition's number, 0 to 15.
    pub fn number(self) -> u8 {
        self.0
    }

    /// All partitions, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl fmt::Display for ProducerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for PartitionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p-{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_largest_sequence_comes_zero() {
        assert_eq!(Sequence::MAX.next(), Sequence::ZERO);
        assert_eq!(Sequence(i32::MAX - 10).plus(20), Sequence(9));
        assert_eq!(Sequence(9).steps_after(Sequence(i32::MAX - 10)), 20);
        assert_eq!(Sequence(5).plus(1 << 31), Sequence(5));
    }

    #[test]
    fn numbers_that_run_out_say_so() {
        assert_eq!(Epoch(i16::MAX).next(), None);
        assert_eq!(Offset(i64::MAX).plus(1), None);
        assert_eq!(PartitionId::new(16), None);
    }
}
