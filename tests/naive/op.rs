//! Random batches, chosen so that every answer is common: a [`Start`] and a list of [`Op`]s are
//! drawn, and what they mean follows from what the broker remembers then. They shrink to fewer
//! and simpler ones: the first kind is a batch that is simply next.

use crate::model::{Accepted, Naive, SEQUENCES};
use five_slots::kafka::{Epoch, Header, Offset, ProducerId, Sequence};
use proptest::prelude::*;

const PIDS: [ProducerId; 3] = [ProducerId(31), ProducerId(0), ProducerId(i64::MAX)];

/// What is there before the first batch.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// How many offsets are left, if they are few.
    left: Option<u32>,
    /// Per producer: an epoch, a sequence, and the window after it.
    given: Vec<(i16, u32, Vec<Given>)>,
}

/// A remembered batch: how far it starts from the last sequence before it, and its records.
type Given = (u32, u32);

/// One batch to come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op {
    kind: u8,
    producer: usize,
    /// Two numbers that each kind uses in its own way.
    a: u16,
    b: u16,
}

pub(crate) fn start() -> impl Strategy<Value = Start> {
    let left = prop_oneof![9 => Just(None), 1 => (0..3_000_000_u32).prop_map(Some)];
    // Near the wrap above all; contiguous above all, but also with holes, and out of order.
    let before = prop_oneof![
        3 => (SEQUENCES as u32 - 60)..SEQUENCES as u32,
        1 => 0..SEQUENCES as u32,
    ];
    let distance = prop_oneof![6 => Just(1_u32), 1 => 2..6_u32, 1 => 0..SEQUENCES as u32];
    let records = prop_oneof![4 => 1..6_u32, 1 => 1..=1_000_000_u32];
    let slots = proptest::collection::vec((distance, records), 0..=5);
    let epoch = prop_oneof![4 => 0..3_i16, 1 => Just(i16::MAX), 1 => 0..=i16::MAX];
    let given = proptest::collection::vec((epoch, before, slots), PIDS.len());
    (left, given).prop_map(|(left, given)| Start { left, given })
}

pub(crate) fn op() -> impl Strategy<Value = Op> {
    (0..100_u8, 0..PIDS.len(), any::<u16>(), any::<u16>()).prop_map(|(kind, producer, a, b)| Op {
        kind,
        producer,
        a,
        b,
    })
}

impl Start {
    /// A broker that has all this, and the producers that it knows.
    pub(crate) fn broker(&self) -> (Naive, Vec<ProducerId>) {
        let log_end = self.left.map_or(1_000, |left| i64::MAX - i64::from(left));
        let mut broker = Naive::new(log_end);
        let mut known = Vec::new();
        for (pid, (epoch, before, slots)) in PIDS.into_iter().zip(&self.given) {
            let mut newest = i64::from(*before);
            for (place, (distance, records)) in slots.iter().enumerate() {
                let first = (newest + i64::from(*distance)) % SEQUENCES;
                newest = (first + i64::from(*records) - 1) % SEQUENCES;
                let batch = Accepted {
                    epoch: Epoch(*epoch),
                    first: Sequence(first as i32),
                    last: Sequence(newest as i32),
                    base: Offset(place as i64 * 100),
                };
                broker.remember(pid, batch);
            }
            if !slots.is_empty() {
                known.push(pid);
            }
        }
        (broker, known)
    }
}

impl Op {
    /// The batch that this means for what the broker remembers now.
    pub(crate) fn batch(&self, broker: &Naive) -> Header {
        let pid = PIDS[self.producer];
        let window = broker.window(pid);
        let (a, b) = (i64::from(self.a), i64::from(self.b));
        let (oldest, newest, epoch) = match &window[..] {
            [] => (0, -1, 0),
            [oldest, ..] => {
                let newest = &window[window.len() - 1];
                (
                    i64::from(oldest.first.0),
                    i64::from(newest.last.0),
                    newest.epoch.0,
                )
            }
        };
        let next = newest + 1;
        let some = |n: i64| slot(&window, n).map_or((next, 1), |slot| range(&slot));
        let few = 1 + a % 4;
        match self.kind {
            0..30 => batch(pid, epoch, next, few),
            30..45 => batch(pid, epoch, some(a).0, some(a).1),
            // Ahead, by one and by a lot; behind the window, by one and by a lot.
            45..50 => batch(pid, epoch, next + 1 + b % 3, few),
            50..52 => batch(pid, epoch, next + b * 20_000, few),
            52..57 => batch(pid, epoch, oldest - few - b % 3, few),
            57..59 => batch(pid, epoch, oldest - few - b * 20_000, few),
            // A remembered range, a little off at either end.
            59..66 => batch(pid, epoch, some(a).0 + b % 5 - 2, some(a).1 + b / 5 % 5 - 2),
            // From one slot to the end of another.
            66..70 => {
                let (first, (last, more)) = (some(a).0, some(b));
                batch(
                    pid,
                    epoch,
                    first,
                    (last + more - first).rem_euclid(SEQUENCES),
                )
            }
            70..76 => batch(pid, epoch.saturating_add(1), 0, few),
            76..78 => batch(pid, epoch.saturating_add(few as i16), next, few),
            78..80 => batch(pid, epoch.saturating_add(few as i16), some(a).0, some(a).1),
            80..84 => batch(pid, epoch - few as i16 % 2 - 1, some(b).0, some(b).1),
            84..88 => batch(pid, epoch / 2, next + b % 2, few),
            88..92 => self.invalid(pid, epoch, next),
            92..94 => batch(ProducerId(-1), epoch, b, few),
            // Large, and anywhere.
            94..97 => batch(pid, epoch, next, 1_000_000 - b % 3),
            _ => batch(pid, epoch, a << 15 | b, 1 + b * 16),
        }
    }

    /// A batch that no producer may send, or that almost is one.
    fn invalid(&self, pid: ProducerId, epoch: i16, next: i64) -> Header {
        match self.a % 6 {
            0 => batch(pid, epoch, next, 0),
            1 => batch(pid, epoch, next, 1_000_000 + i64::from(self.b % 2)),
            2 => batch(ProducerId(-2 - i64::from(self.b)), epoch, next, 1),
            3 => batch(pid, -1 - (self.b / 2) as i16, next, 1),
            4 => Header {
                first: Sequence(i32::MIN >> (self.b % 32)),
                ..batch(pid, epoch, next, 1)
            },
            _ => batch(ProducerId(-1), epoch, next, i64::from(self.b % 2)),
        }
    }
}

fn slot(window: &[Accepted], n: i64) -> Option<Accepted> {
    let place = n.checked_rem(window.len() as i64)?;
    window.get(place as usize).copied()
}

/// First sequence and records.
fn range(slot: &Accepted) -> (i64, i64) {
    let (first, last) = (i64::from(slot.first.0), i64::from(slot.last.0));
    (first, (last - first).rem_euclid(SEQUENCES) + 1)
}

/// A header, with the sequence taken round the ring.
fn batch(pid: ProducerId, epoch: i16, first: i64, records: i64) -> Header {
    Header {
        pid,
        epoch: Epoch(epoch),
        first: Sequence(first.rem_euclid(SEQUENCES) as i32),
        records: records.clamp(0, i64::from(u32::MAX)) as u32,
    }
}
