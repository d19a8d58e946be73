//! A partition at its leader: a log, and what is remembered of each producer.

use super::batch::{Header, Invalid};
use super::check::{Reason, Reply, judge};
use super::decision::{Decision, Remembered};
use super::number::{Offset, ProducerId};
use super::shared_map::SharedMap;
use super::shared_vec::SharedVec;
use super::window::{ProducerState, SLOTS, Slot};

/// A log with its producer states. `R` is what a batch carries besides its header; the broker
/// never looks at it. Copies are cheap and independent.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition<R = ()> {
    log: SharedVec<Logged<R>>,
    log_end: Offset,
    producers: SharedMap<ProducerId, ProducerState>,
    /// How many batches it remembers of each producer.
    window: u8,
}

/// A batch as it stands in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged<R> {
    /// Where its first record stands.
    pub base: Offset,
    /// Its header.
    pub header: Header,
    /// Its records.
    pub records: R,
}

impl<R: Clone> Partition<R> {
    /// An empty partition whose log ends at `log_end`: what stood before is not known.
    pub fn new(log_end: Offset) -> Self {
        Self::with_window(SLOTS, log_end)
    }

    /// The same, with another number of batches that it remembers of each producer: 1 to
    /// [`SLOTS_MAX`](super::window::SLOTS_MAX).
    pub fn with_window(slots: usize, log_end: Offset) -> Self {
        Self {
            log: SharedVec::new(),
            log_end,
            producers: SharedMap::new(),
            window: slots as u8,
        }
    }

    /// How many batches it remembers of each producer.
    pub fn window_size(&self) -> usize {
        usize::from(self.window)
    }

    /// Sets what is remembered of a producer, as if it had written before.
    pub fn remember(&mut self, pid: ProducerId, state: ProducerState) {
        self.producers.insert(pid, state);
    }

    /// Where the next batch will be appended: the log end offset.
    pub fn log_end(&self) -> Offset {
        self.log_end
    }

    /// The batches appended here, in order.
    pub fn log(&self) -> &SharedVec<Logged<R>> {
        &self.log
    }

    /// The batch that holds the record at `offset`, if it was appended here.
    pub fn batch_at(&self, offset: Offset) -> Option<&Logged<R>> {
        let (mut low, mut high) = (0, self.log.len());
        while low < high {
            let middle = (low + high) / 2;
            let logged = self.log.get(middle)?;
            if logged.base.plus(logged.header.records)? <= offset {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.log.get(low).filter(|logged| logged.base <= offset)
    }

    /// What is remembered of a producer.
    pub fn state(&self, pid: ProducerId) -> Option<&ProducerState> {
        self.producers.get(&pid)
    }

    /// Everything that is remembered, in the order in which the producers first wrote.
    pub fn states(
        &self,
    ) -> impl DoubleEndedIterator<Item = (ProducerId, &ProducerState)> + ExactSizeIterator {
        self.producers.iter().map(|(pid, state)| (*pid, state))
    }

    /// Judges a batch, and appends it if the checks allow. All checks are asked before anything is
    /// touched, so a refused batch and a duplicate change nothing at all.
    #[inline]
    pub fn append(&mut self, batch: Header, records: R) -> Decision {
        let found = self.producers.find(&batch.pid);
        let state = found.map(|(_, state)| state);
        let mut reason = judge(&batch, state);
        let mut log_end = self.log_end;
        if reason.accepts() {
            match log_end.plus(batch.records) {
                Some(end) => log_end = end,
                None => reason = Reason::Invalid(Invalid::LogFull),
            }
        }
        let decision = Decision {
            batch,
            remembered: state.map(remembered),
            reason,
            reply: reply(reason, self.log_end, state),
            log_end_before: self.log_end,
            log_end,
            written: None,
            fell_out: None,
            cleared: 0,
        };
        if !reason.accepts() {
            return decision;
        }
        let place = found.map(|(place, _)| place);
        self.write(decision, records, place)
    }

    /// Appends an accepted batch and writes it into the window of the producer at `place`.
    #[inline]
    fn write(&mut self, mut decision: Decision, records: R, place: Option<usize>) -> Decision {
        let batch = decision.batch;
        let base = self.log_end;
        self.log_end = decision.log_end;
        self.log.push(Logged {
            base,
            header: batch,
            records,
        });
        if batch.pid == ProducerId::NONE {
            return decision;
        }
        let slot = Slot {
            first: batch.first,
            last: batch.last(),
            base,
        };
        decision.written = Some(slot);
        match place {
            None => {
                let state = ProducerState::sized(self.window_size(), batch.epoch, slot);
                self.producers.insert_new(batch.pid, state);
            }
            Some(place) => {
                let size = usize::from(self.window);
                let state = self.producers.at_mut(place);
                if state.epoch < batch.epoch {
                    decision.cleared = state.window.slots().len() as u8;
                    *state = ProducerState::sized(size, batch.epoch, slot);
                } else {
                    decision.fell_out = state.window.remember(slot);
                }
            }
        }
        decision
    }
}

impl<R: Clone> Default for Partition<R> {
    fn default() -> Self {
        Self::new(Offset::ZERO)
    }
}

#[inline]
fn remembered(state: &ProducerState) -> Remembered {
    Remembered {
        epoch: state.epoch,
        newest: state.window.newest(),
        slots: state.window.slots().len() as u8,
    }
}

/// The answer that follows from a reason. A duplicate is told where the first copy stands.
#[inline]
fn reply(reason: Reason, log_end: Offset, state: Option<&ProducerState>) -> Reply {
    match reason {
        Reason::Invalid(_) => Reply::InvalidRecord,
        Reason::NotIdempotent | Reason::NoState | Reason::NewerEpoch | Reason::Next => {
            Reply::Ok { base: log_end }
        }
        Reason::Remembered { slot } => Reply::Duplicate {
            base: state
                .expect("a remembered batch has a state")
                .window
                .slots()[usize::from(slot)]
            .base,
        },
        Reason::NoStateNotZero | Reason::NewerEpochNotZero | Reason::NotNext(_) => {
            Reply::OutOfOrder
        }
        Reason::OlderEpoch => Reply::Fenced,
    }
}
