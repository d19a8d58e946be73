//! A partition on one broker: a log, and what is remembered of each producer. This is what its
//! leader does with a batch; what followers do, and how memory comes back, is
//! [`recovery`](super::recovery).

use super::batch::{Header, Invalid};
use super::check::{History, Reason, judge};
use super::decision::{Decision, Remembered};
use super::number::{Offset, ProducerId, Sequence};
use super::recovery::{Recovered, Snapshot};
use super::reply::Reply;
use super::rules::{Behind, Policies, RuleSet};
use super::shared_map::SharedMap;
use super::shared_vec::SharedVec;
use super::window::{ProducerState, SLOTS, Slot};

/// A log with its producer states. `R` is what a batch carries besides its header; the broker
/// never looks at it. Copies are cheap and independent.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition<R = ()> {
    pub(super) log: SharedVec<Logged<R>>,
    pub(super) log_start: Offset,
    pub(super) log_end: Offset,
    /// Memory: lost when the broker goes down.
    pub(super) producers: SharedMap<ProducerId, ProducerState>,
    /// How many batches it remembers of each producer.
    window: u8,
    pub(super) policies: Policies,
    /// How often the partition has had a new leader: what is appended now carries it.
    leader_epoch: u32,
    /// The snapshot files, oldest first.
    pub(super) snapshots: SharedVec<Snapshot>,
    /// Producers whose state went by age, and where the log ended then: what stands before is not
    /// remembered again.
    pub(super) forgotten: SharedMap<ProducerId, Offset>,
    /// How the memory last came back; `None` if it was never lost.
    pub(super) recovered: Option<Recovered>,
}

/// A batch as it stands in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged<R> {
    /// Where its first record stands.
    pub base: Offset,
    /// Its header.
    pub header: Header,
    /// Under which leader it was appended: a number that rises with each election. Two logs that
    /// have the same one at the same offset are the same up to there.
    pub leader_epoch: u32,
    /// Its records.
    pub records: R,
}

impl<R: Clone> Partition<R> {
    /// An empty partition under the lesson's rules whose log ends at `log_end`: what stood before
    /// is not known.
    pub fn new(log_end: Offset) -> Self {
        Self::under(RuleSet::Lesson.policies(), SLOTS, log_end)
    }

    /// The same under other rules, and with another number of batches that it remembers of each
    /// producer: 1 to [`SLOTS_MAX`](super::window::SLOTS_MAX).
    pub fn under(policies: Policies, slots: usize, log_end: Offset) -> Self {
        Self {
            log: SharedVec::new(),
            log_start: Offset::ZERO,
            log_end,
            producers: SharedMap::new(),
            window: slots as u8,
            policies,
            leader_epoch: 0,
            snapshots: SharedVec::new(),
            forgotten: SharedMap::new(),
            recovered: None,
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

    /// The first offset that the log holds, or would hold: what stood before was deleted.
    pub fn log_start(&self) -> Offset {
        self.log_start
    }

    /// What its log has held.
    pub fn history(&self) -> History {
        if self.log_end == Offset::ZERO {
            History::NeverWritten
        } else if self.log_start == self.log_end {
            History::Emptied
        } else {
            History::HoldsRecords
        }
    }

    /// This broker leads from now on, under this number.
    pub fn lead(&mut self, leader_epoch: u32) {
        self.leader_epoch = leader_epoch;
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
        let place = self.place_of(offset);
        self.log.get(place).filter(|logged| logged.base <= offset)
    }

    /// The batches that begin at an offset or behind it, in order.
    pub fn batches_from(&self, offset: Offset) -> impl Iterator<Item = &Logged<R>> {
        let first = self.batches_while(&|batch| batch.base < offset);
        (first..self.log.len()).filter_map(|place| self.log.get(place))
    }

    /// How many of the log's batches end at or before `offset`.
    pub(super) fn place_of(&self, offset: Offset) -> usize {
        let ends_before = |logged: &Logged<R>| logged.end() <= offset;
        self.batches_while(&ends_before)
    }

    /// How many of the log's first batches have a property that later ones lose for good.
    pub(super) fn batches_while(&self, holds: &dyn Fn(&Logged<R>) -> bool) -> usize {
        let (mut low, mut high) = (0, self.log.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.log.get(middle).is_some_and(holds) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
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
        let mut reason = judge(&batch, state, self.policies.unknown, self.history());
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
            reply: self.reply(reason, &batch, state),
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
            leader_epoch: self.leader_epoch,
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

    /// The answer that follows from a reason. A duplicate is told where the first copy stands.
    #[inline]
    fn reply(&self, reason: Reason, batch: &Header, state: Option<&ProducerState>) -> Reply {
        match reason {
            Reason::Invalid(_) => Reply::InvalidRecord,
            Reason::NotIdempotent
            | Reason::NoState
            | Reason::NoStateAccepted(_)
            | Reason::NewerEpoch
            | Reason::Next => Reply::Ok { base: self.log_end },
            Reason::Remembered { slot } => Reply::Duplicate {
                base: state
                    .expect("a remembered batch has a state")
                    .window
                    .slots()[usize::from(slot)]
                .base,
            },
            Reason::NoStateUnknown => Reply::UnknownProducerId {
                log_start: self.log_start,
            },
            Reason::NotNext(_) if self.policies.behind == Behind::DuplicateError => {
                let begins_behind =
                    state.is_some_and(|state| state.window.begins_behind(batch.first));
                // Kafka 1.0 left out a batch that ends at 0 (`ProducerAppendInfo.isDuplicate`).
                match begins_behind && batch.last() != Sequence::ZERO {
                    true => Reply::DuplicateError,
                    false => Reply::OutOfOrder,
                }
            }
            Reason::NoStateNotZero | Reason::NewerEpochNotZero | Reason::NotNext(_) => {
                Reply::OutOfOrder
            }
            Reason::OlderEpoch => Reply::Fenced,
        }
    }
}

impl<R> Logged<R> {
    /// Where the next batch begins.
    pub fn end(&self) -> Offset {
        Offset(self.base.0 + i64::from(self.header.records))
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
