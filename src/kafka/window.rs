//! The window: the last batches accepted from one producer on one partition, five unless the
//! setup says otherwise.

use super::number::{Epoch, Offset, Sequence};
use std::fmt;
use std::rc::Rc;

/// How many batches the broker remembers per producer and partition. Five, because a producer
/// with at most five requests in flight can only ever need to retry one of the last five.
pub const SLOTS: usize = 5;

/// One remembered batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The sequence of its first record.
    pub first: Sequence,
    /// The sequence of its last record.
    pub last: Sequence,
    /// Where its first record stands in the log.
    pub base: Offset,
}

impl Slot {
    /// How many records the batch had: 1 to 2^31.
    pub fn records(&self) -> u32 {
        self.last.steps_after(self.first) + 1
    }

    /// Whether the range from `first`, `records` long, shares a sequence with this batch. Both may
    /// run over the wrap.
    pub fn overlaps(&self, first: Sequence, records: u32) -> bool {
        first.steps_after(self.first) < self.records() || self.first.steps_after(first) < records
    }
}

/// The most batches that a broker can be told to remember, for comparing with other sizes.
pub const SLOTS_MAX: usize = 20;

/// Between one slot and as many as the window has, oldest first. A producer without an accepted
/// batch has no window.
#[derive(Clone, Debug)]
pub struct Window {
    slots: Slots,
    used: u8,
    size: u8,
}

/// Where slots are kept. Nearly all windows have five or fewer: these need nothing on the heap.
#[derive(Clone, Debug)]
enum Slots {
    Few([Slot; SLOTS]),
    Many(Rc<[Slot; SLOTS_MAX]>),
}

impl Window {
    /// A window of [`SLOTS`] slots that remembers one batch.
    pub fn new(slot: Slot) -> Self {
        Self::sized(SLOTS, slot)
    }

    /// A window of this size, 1 to [`SLOTS_MAX`], that remembers one batch.
    #[inline]
    pub fn sized(size: usize, slot: Slot) -> Self {
        let slots = if size <= SLOTS {
            Slots::Few([slot; SLOTS])
        } else {
            Slots::Many(Rc::new([slot; SLOTS_MAX]))
        };
        Self {
            slots,
            used: 1,
            size: size.clamp(1, SLOTS_MAX) as u8,
        }
    }

    /// A window of [`SLOTS`] slots that remembers these batches, oldest first; `None` unless there
    /// are one to five. They may have gaps between them, since a follower takes what it is told.
    pub fn of(slots: &[Slot]) -> Option<Self> {
        Self::of_size(SLOTS, slots)
    }

    /// The same in a window of this size, 1 to [`SLOTS_MAX`].
    pub fn of_size(size: usize, slots: &[Slot]) -> Option<Self> {
        let (first, rest) = slots.split_first()?;
        if slots.len() > size {
            return None;
        }
        let mut window = Self::sized(size, *first);
        for slot in rest {
            window.remember(*slot);
        }
        Some(window)
    }

    /// How many batches it can remember.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The remembered batches, oldest first.
    #[inline]
    pub fn slots(&self) -> &[Slot] {
        let used = usize::from(self.used);
        match &self.slots {
            Slots::Few(slots) => &slots[..used],
            Slots::Many(slots) => &slots[..used],
        }
    }

    /// The batch that was accepted last.
    #[inline]
    pub fn newest(&self) -> Slot {
        self.slots()[usize::from(self.used) - 1]
    }

    /// Where the batch with exactly this first and last sequence is remembered: 0 is the oldest
    /// slot. Of two equal ones, the oldest answers, as in Kafka's `ProducerStateEntry`.
    #[inline]
    pub fn find(&self, first: Sequence, last: Sequence) -> Option<usize> {
        self.slots()
            .iter()
            .position(|slot| slot.first == first && slot.last == last)
    }

    /// Whether a sequence comes before everything remembered.
    pub fn begins_behind(&self, first: Sequence) -> bool {
        let oldest = self.slots()[0].first;
        first != oldest && oldest.steps_after(first) < 1 << 30
    }

    /// Writes a batch into the window and returns the one that fell out to make room.
    #[inline]
    pub fn remember(&mut self, slot: Slot) -> Option<Slot> {
        let (used, size) = (usize::from(self.used), usize::from(self.size));
        let slots = match &mut self.slots {
            Slots::Few(slots) => slots.as_mut_slice(),
            Slots::Many(slots) => Rc::make_mut(slots).as_mut_slice(),
        };
        if used < size {
            slots[used] = slot;
            self.used += 1;
            return None;
        }
        let oldest = slots[0];
        slots.copy_within(1..size, 0);
        slots[size - 1] = slot;
        Some(oldest)
    }
}

impl PartialEq for Window {
    fn eq(&self, other: &Self) -> bool {
        // What stands beyond the used slots is left over and means nothing.
        self.slots() == other.slots()
    }
}

impl Eq for Window {}

impl fmt::Display for Window {
    /// `[0..2] [3..4]`, oldest first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, slot) in self.slots().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}[{}..{}]", slot.first, slot.last)?;
        }
        Ok(())
    }
}

/// What a partition remembers of one producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProducerState {
    /// The newest life that has written here.
    pub epoch: Epoch,
    /// Its last accepted batches.
    pub window: Window,
}

impl ProducerState {
    /// The state of a life whose first batch this is, with a window of [`SLOTS`] slots.
    pub fn new(epoch: Epoch, first: Slot) -> Self {
        Self::sized(SLOTS, epoch, first)
    }

    /// The same with a window of this size.
    #[inline]
    pub fn sized(size: usize, epoch: Epoch, first: Slot) -> Self {
        Self {
            epoch,
            window: Window::sized(size, first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(first: i32, last: i32) -> Slot {
        Slot {
            first: Sequence(first),
            last: Sequence(last),
            base: Offset(i64::from(first)),
        }
    }

    #[test]
    fn the_sixth_batch_pushes_out_the_first() {
        let mut window = Window::new(slot(0, 0));
        for n in 1..5 {
            assert_eq!(window.remember(slot(n, n)), None);
        }
        assert_eq!(window.remember(slot(5, 5)), Some(slot(0, 0)));
        assert_eq!(window.slots().len(), SLOTS);
        assert_eq!(window.newest(), slot(5, 5));
        assert_eq!(window.find(Sequence(0), Sequence(0)), None);
        assert_eq!(window.find(Sequence(1), Sequence(1)), Some(0));
    }

    #[test]
    fn ranges_overlap_over_the_wrap_too() {
        let over_the_wrap = slot(i32::MAX - 1, 2);
        assert_eq!(over_the_wrap.records(), 5);
        assert!(over_the_wrap.overlaps(Sequence(2), 1));
        assert!(over_the_wrap.overlaps(Sequence(i32::MAX - 5), 5));
        assert!(!over_the_wrap.overlaps(Sequence(3), 100));
        assert!(!over_the_wrap.overlaps(Sequence(i32::MAX - 5), 4));
    }
}
