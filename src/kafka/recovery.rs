//! What a broker remembers, and where it is kept: in memory, in snapshot files, in the log.
//!
//! A follower copies batches and learns their numbers from them; so does a broker that comes back
//! and reads its log. Neither checks anything, because the leader has judged each batch already.

use super::number::{Offset, ProducerId};
use super::partition::{Logged, Partition};
use super::rules::{Deletion, Keeps};
use super::shared_map::SharedMap;
use super::shared_vec::SharedVec;
use super::window::{ProducerState, Slot, Window};

/// A snapshot file: what was remembered when the log ended at an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    offset: Offset,
    /// All that was remembered. What the file keeps of it is for the rules to say.
    producers: SharedMap<ProducerId, ProducerState>,
}

/// How a broker's memory came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Where the log ended when the snapshot was written that was read; `None` if there was none.
    pub snapshot: Option<Offset>,
    /// From here on the batches of the log were read.
    pub from: Offset,
    /// Up to here.
    pub to: Offset,
}

/// Which layer of a broker's memory a slot comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Memory that was never lost.
    Memory,
    /// A snapshot file.
    Snapshot,
    /// A batch in the log, read again.
    Log,
}

impl Snapshot {
    /// Where the log ended when it was written.
    pub fn offset(&self) -> Offset {
        self.offset
    }
}

impl<R: Clone> Partition<R> {
    /// Copies a batch that the leader has appended, as the next one. Nothing is checked: gaps are
    /// taken, copies appended again, an older epoch set back.
    ///
    /// Source: `UnifiedLog.appendAsFollower`, `ProducerStateManagerTest`
    /// `testAcceptAppendWithSequenceGapsOnReplica` and `testDuplicateAppendToFollower`.
    pub fn replicate(&mut self, batch: Logged<R>) {
        self.learn(&batch);
        self.log_end = batch.end();
        self.log.push(batch);
    }

    /// Ends where the leader's log does. Of what stood there before step 1 nobody has a batch, so
    /// there is nothing to copy.
    pub fn skip_to(&mut self, log_end: Offset) {
        self.log_end = self.log_end.max(log_end);
    }

    /// Takes it from the leader whose state went by age: what is copied does not bring it back.
    pub fn forget_as(&mut self, leader: &Self) {
        self.forgotten = leader.forgotten.clone();
    }

    /// Writes a batch into the window of its producer. Another epoch empties it first, an older
    /// one too (`ProducerStateEntry.maybeUpdateProducerEpoch`).
    fn learn(&mut self, batch: &Logged<R>) {
        let header = batch.header;
        let forgotten = self.forgotten.get(&header.pid);
        let is_forgotten = forgotten.is_some_and(|end| batch.base < *end);
        if header.pid == ProducerId::NONE || is_forgotten {
            return;
        }
        let slot = Slot {
            first: header.first,
            last: header.last(),
            base: batch.base,
        };
        let size = self.window_size();
        match self.producers.find(&header.pid).map(|(place, _)| place) {
            None => {
                let state = ProducerState::sized(size, header.epoch, slot);
                self.producers.insert_new(header.pid, state);
            }
            Some(place) => {
                let state = self.producers.at_mut(place);
                if state.epoch == header.epoch {
                    state.window.remember(slot);
                } else {
                    *state = ProducerState::sized(size, header.epoch, slot);
                }
            }
        }
    }

    /// Where this log and another part: the end of what they have in common.
    pub fn parts_from(&self, other: &Self) -> Offset {
        let alike = |batch: &Logged<R>| {
            // What the other has deleted was the same once.
            batch.base < other.log_start
                || other.batch_at(batch.base).is_some_and(|there| {
                    (there.base, there.leader_epoch) == (batch.base, batch.leader_epoch)
                })
        };
        let common = self.batches_while(&alike);
        match self.log.get(common) {
            Some(batch) => batch.base.min(other.log_end),
            None => self.log_end.min(other.log_end),
        }
    }

    /// Cuts the log back to an offset; the state is made anew from what is left.
    ///
    /// Source: `UnifiedLog.truncateTo`.
    pub fn truncate(&mut self, to: Offset) {
        if to >= self.log_end {
            return;
        }
        if to < self.log_start {
            return self.begin_at(to);
        }
        let keep = self.place_of(to);
        self.log.truncate(keep);
        self.log_end = to;
        let snapshots = self.snapshots.iter();
        let keep = snapshots.take_while(|file| file.offset <= to).count();
        self.snapshots.truncate(keep);
        let mut forgotten = SharedMap::new();
        for (pid, end) in self.forgotten.iter() {
            forgotten.insert_new(*pid, *end.min(&to));
        }
        self.forgotten = forgotten;
        self.recover();
    }

    /// Deletes the records before an offset. Whether state goes with them is for the rules to say.
    pub fn delete_before(&mut self, offset: Offset) {
        let gone = self.place_of(offset);
        self.log = self.log.iter().skip(gone).cloned().collect();
        self.log_start = self.log_start.max(offset);
        self.log_end = self.log_end.max(offset);
        let files = self.snapshots.iter();
        self.snapshots = files.filter(|file| file.offset > offset).cloned().collect();
        if self.policies.deletion == Deletion::DropsState {
            let keeps = |state: &ProducerState| state.window.newest().base >= offset;
            self.keep_states(&|_, state| keeps(state).then(|| state.clone()));
        }
    }

    /// Begins as an empty copy at an offset, because the leader has deleted all that this one has.
    ///
    /// Source: `UnifiedLog.truncateFullyAndStartAt`.
    pub fn begin_at(&mut self, offset: Offset) {
        self.log = SharedVec::new();
        (self.log_start, self.log_end) = (offset, offset);
        self.snapshots = SharedVec::new();
        self.lose_memory();
    }

    /// Forgets a producer because it was idle for too long, also in what a restart would bring
    /// back. Whether it was remembered.
    ///
    /// Source: `ProducerStateManager.removeExpiredProducers`.
    pub fn forget(&mut self, pid: ProducerId) -> bool {
        let known = self.producers.get(&pid).is_some();
        self.forgotten.insert(pid, self.log_end);
        self.keep_states(&|other, state| (*other != pid).then(|| state.clone()));
        known
    }

    /// Keeps of the states what `kept` makes of each.
    fn keep_states(&mut self, kept: &dyn Fn(&ProducerId, &ProducerState) -> Option<ProducerState>) {
        let mut states = SharedMap::new();
        for (pid, state) in self.producers.iter() {
            if let Some(state) = kept(pid, state) {
                states.insert_new(*pid, state);
            }
        }
        self.producers = states;
    }

    /// Writes a snapshot file, and says whether there was something new to write.
    ///
    /// Source: `ProducerStateManager.takeSnapshot`.
    pub fn take_snapshot(&mut self) -> bool {
        let last = self.snapshots.last().map(Snapshot::offset);
        let new = last < Some(self.log_end) && self.counts(self.log_end);
        if new {
            self.snapshots.push(Snapshot {
                offset: self.log_end,
                producers: self.producers.clone(),
            });
        }
        new
    }

    /// Whether a snapshot file at this offset counts.
    fn counts(&self, offset: Offset) -> bool {
        let from_start = self.policies.snapshot == Keeps::Window && offset > Offset::ZERO;
        offset > self.log_start || from_start && offset == self.log_start
    }

    /// The newest snapshot file.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshots.last()
    }

    /// What the newest snapshot file keeps of each producer.
    pub fn in_snapshot(&self) -> Vec<(ProducerId, ProducerState)> {
        let files = self.snapshots.iter();
        let states = files.rev().take(1).flat_map(|file| file.producers.iter());
        states
            .filter_map(|(pid, state)| Some((*pid, self.kept_in_file(pid, state)?)))
            .collect()
    }

    /// The memory that the newest snapshot file gives back.
    fn read_snapshot(&self) -> SharedMap<ProducerId, ProducerState> {
        let whole = self.policies.snapshot == Keeps::Window && self.forgotten.is_empty();
        if let Some(file) = self.snapshots.last().filter(|_| whole) {
            return file.producers.clone();
        }
        let mut states = SharedMap::new();
        for (pid, state) in self.in_snapshot() {
            states.insert_new(pid, state);
        }
        states
    }

    fn kept_in_file(&self, pid: &ProducerId, state: &ProducerState) -> Option<ProducerState> {
        let from = self.forgotten.get(pid).copied().unwrap_or(Offset::ZERO);
        let gone = state.window.newest().base < self.log_start;
        if gone && self.policies.deletion == Deletion::DropsState {
            return None;
        }
        let slots = state.window.slots().iter().copied();
        let mut slots: Vec<Slot> = slots.filter(|slot| slot.base >= from).collect();
        if self.policies.snapshot == Keeps::Newest {
            slots.drain(..slots.len().saturating_sub(1));
        }
        let window = Window::of_size(self.window_size(), &slots)?;
        let epoch = state.epoch;
        Some(ProducerState { epoch, window })
    }

    /// The broker goes down without a word: the memory is gone, log and files stay.
    pub fn lose_memory(&mut self) {
        self.producers = SharedMap::new();
        self.recovered = None;
    }

    /// The broker comes back: reads its newest snapshot, then the batches after it, and writes a
    /// new snapshot.
    ///
    /// Source: `UnifiedLog.rebuildProducerState`.
    pub fn recover(&mut self) -> Recovered {
        let snapshot = self.snapshots.last().map(Snapshot::offset);
        self.producers = self.read_snapshot();
        let from = snapshot.unwrap_or(self.log_start);
        for place in self.place_of(from)..self.log.len() {
            let Some(batch) = self.log.get(place).cloned() else {
                break;
            };
            self.learn(&batch);
        }
        let recovered = Recovered {
            snapshot,
            from,
            to: self.log_end,
        };
        self.recovered = Some(recovered);
        self.take_snapshot();
        recovered
    }

    /// How the memory last came back; `None` if it was never lost.
    pub fn recovered(&self) -> Option<Recovered> {
        self.recovered
    }

    /// Which layer a remembered slot comes from.
    pub fn layer(&self, slot: &Slot) -> Layer {
        match self.recovered {
            Some(recovered) if slot.base < recovered.from => Layer::Snapshot,
            Some(recovered) if slot.base < recovered.to => Layer::Log,
            _ => Layer::Memory,
        }
    }
}
