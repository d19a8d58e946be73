//! The lesson's broker once more, the naive way: it keeps every batch that was ever accepted, and
//! looks at the last five of the current life. Written from the lesson's text alone; it has the
//! types of the numbers in common with `src/kafka`, and nothing else.

use five_slots::kafka::{Epoch, Header, Offset, ProducerId, Sequence};
use std::collections::BTreeMap;

/// How many sequences there are.
pub(crate) const SEQUENCES: i64 = 1 << 31;
/// How many batches of a life are looked at.
const LOOKED_AT: usize = 5;

/// A broker with one partition.
pub(crate) struct Naive {
    pub(crate) log_end: i64,
    /// Every batch appended, in order, with its base offset.
    pub(crate) log: Vec<(i64, Header)>,
    /// Every batch accepted from each producer, of all its lives.
    accepted: BTreeMap<ProducerId, Vec<Accepted>>,
}

/// An accepted batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Accepted {
    pub(crate) epoch: Epoch,
    pub(crate) first: Sequence,
    pub(crate) last: Sequence,
    pub(crate) base: Offset,
}

/// What the broker answers, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    Invalid(&'static str),
    NotIdempotent,
    Unknown,
    UnknownNotZero,
    Zombie,
    NewLife,
    NewLifeNotZero,
    /// A copy of the remembered batch at this place, and where that one stands.
    CopyOf(usize, Offset),
    Next,
    Gap,
    Overlap,
    Behind,
}

impl Naive {
    /// A broker that knows nobody, and whose log ends here.
    pub(crate) fn new(log_end: i64) -> Self {
        Self {
            log_end,
            log: Vec::new(),
            accepted: BTreeMap::new(),
        }
    }

    /// Makes the broker remember a batch that it never saw.
    pub(crate) fn remember(&mut self, pid: ProducerId, batch: Accepted) {
        self.accepted.entry(pid).or_default().push(batch);
    }

    /// The batches of a producer's current life that are looked at, oldest first.
    pub(crate) fn window(&self, pid: ProducerId) -> Vec<Accepted> {
        let all = self.accepted.get(&pid).map_or(&[][..], Vec::as_slice);
        let Some(newest) = all.last() else {
            return Vec::new();
        };
        let life = all.iter().filter(|batch| batch.epoch == newest.epoch);
        let mut window: Vec<Accepted> = life.rev().take(LOOKED_AT).copied().collect();
        window.reverse();
        window
    }

    /// Answers a batch, and appends it if it is accepted.
    pub(crate) fn receive(&mut self, batch: &Header) -> Why {
        let window = self.window(batch.pid);
        let why = self.decide(batch, &window);
        if matches!(
            why,
            Why::NotIdempotent | Why::Unknown | Why::NewLife | Why::Next
        ) {
            if self.log_end > i64::MAX - i64::from(batch.records) {
                return Why::Invalid("log full");
            }
            if why != Why::NotIdempotent {
                let accepted = Accepted {
                    epoch: batch.epoch,
                    first: batch.first,
                    last: Sequence(last(batch) as i32),
                    base: Offset(self.log_end),
                };
                self.remember(batch.pid, accepted);
            }
            self.log.push((self.log_end, *batch));
            self.log_end += i64::from(batch.records);
        }
        why
    }

    fn decide(&self, batch: &Header, window: &[Accepted]) -> Why {
        let s = i64::from(batch.first.0);
        if !(1..=1_000_000).contains(&batch.records) {
            return Why::Invalid("records");
        } else if batch.pid.0 < -1 {
            return Why::Invalid("pid");
        } else if batch.epoch.0 < 0 {
            return Why::Invalid("epoch");
        } else if s < 0 {
            return Why::Invalid("seq");
        } else if batch.pid.0 == -1 {
            return Why::NotIdempotent;
        }
        let Some(newest) = window.last() else {
            return if s == 0 {
                Why::Unknown
            } else {
                Why::UnknownNotZero
            };
        };
        if batch.epoch.0 < newest.epoch.0 {
            return Why::Zombie;
        }
        if batch.epoch.0 > newest.epoch.0 {
            return if s == 0 {
                Why::NewLife
            } else {
                Why::NewLifeNotZero
            };
        }
        let range = (s, last(batch));
        for (place, known) in window.iter().enumerate() {
            if (i64::from(known.first.0), i64::from(known.last.0)) == range {
                return Why::CopyOf(place, known.base);
            }
        }
        let ahead = (s - i64::from(newest.last.0)).rem_euclid(SEQUENCES);
        if ahead == 1 {
            Why::Next
        } else if window.iter().any(|known| share_a_sequence(known, range)) {
            Why::Overlap
        } else if ahead < SEQUENCES / 2 {
            Why::Gap
        } else {
            Why::Behind
        }
    }
}

/// The last sequence of a batch.
fn last(batch: &Header) -> i64 {
    (i64::from(batch.first.0) + i64::from(batch.records) - 1) % SEQUENCES
}

/// Cuts both ranges at the wrap, and looks whether any two pieces meet.
fn share_a_sequence(known: &Accepted, range: (i64, i64)) -> bool {
    let known = (i64::from(known.first.0), i64::from(known.last.0));
    pieces(known).any(|(a, b)| pieces(range).any(|(c, d)| a <= d && c <= b))
}

/// A range that runs over the wrap is two.
fn pieces((first, last): (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    let pieces = if first <= last {
        [Some((first, last)), None]
    } else {
        [Some((first, SEQUENCES - 1)), Some((0, last))]
    };
    pieces.into_iter().flatten()
}
