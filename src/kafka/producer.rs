//! A producer: its queue, which batches may leave it, and which are open.
//!
//! What it makes of an answer is in [`hearing`](super::hearing), what it does when it gives a batch
//! up in [`policy`](super::policy).

use super::batch::Header;
use super::number::{PartitionId, Sequence};
use super::numbering::{Counter, Identity};
use super::reply::Reply;
use super::settings::{Acks, Settings};

/// How many batches may wait in one producer's queue. It stands for `buffer.memory`: Kafka's
/// `send` blocks while that is full.
pub const QUEUE_MAX: usize = 100;

/// One life of a producer. A restart makes a new one. `N` is how the caller names
/// a batch, `P` what a batch carries besides its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer<N, P = ()> {
    pub(super) settings: Settings,
    pub(super) identity: Identity,
    /// The numbering of each partition that was written to, in the order of partitions.
    pub(super) counters: Vec<Counter>,
    /// Not sent yet, in the order in which the application sent them.
    pub(super) queue: Vec<Queued<N, P>>,
    /// Sent and not settled; in sending order, and so in the order of sequences.
    pub(super) open: Vec<Open<N, P>>,
    pub(super) end: Option<End>,
}

/// A batch that was not sent yet. It has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued<N, P = ()> {
    /// Its name.
    pub name: N,
    /// Where it will go.
    pub partition: PartitionId,
    /// How many records it has.
    pub records: u32,
    /// Its records.
    pub payload: P,
}

/// A batch that was sent and is not settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<N, P = ()> {
    /// Its name.
    pub name: N,
    /// Where it goes.
    pub partition: PartitionId,
    /// Its header: the same in every retry.
    pub header: Header,
    /// Its records: the same in every attempt.
    pub payload: P,
    /// How often it was sent: 1 and one more a retry.
    pub attempts: u32,
    /// The last answer that left it open, if one came.
    pub answer: Option<Reply>,
    /// How many of the attempts were sent because it was numbered anew: these are no retries.
    pub(super) renumbered: u32,
    /// Its place among the batches of its partition's numbering.
    pub(super) place: u32,
    /// The first attempt that was sent while no earlier batch was open; `None` if none was.
    pub(super) first_alone: Option<u32>,
}

/// How a life ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The broker knows a newer one.
    Fenced,
    /// It gave a batch up, and its policy is to stop.
    Stopped,
}

/// Why a producer cannot do what was asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<N> {
    /// This life has ended: only a restart helps.
    Ended(End),
    /// [`QUEUE_MAX`] batches wait already.
    QueueFull,
    /// The batch is settled, or was never sent by this life.
    NotOpen,
    /// The batch waits in the queue and was never sent.
    NotSent,
    /// An earlier batch of the partition is open and goes first.
    NotLowest {
        /// The batch that goes first.
        lowest: N,
    },
}

impl<N: Copy + Eq, P> Producer<N, P> {
    /// A life that begins with this identity.
    pub fn new(identity: Identity, settings: Settings) -> Self {
        Self {
            settings,
            identity,
            counters: Vec::new(),
            queue: Vec::new(),
            open: Vec::new(),
            end: None,
        }
    }

    /// Sets the next sequence of a partition, as if earlier batches had been sent.
    pub fn set_next(&mut self, partition: PartitionId, next: Sequence) {
        self.counter(partition).next = next;
    }

    /// The counter of a partition, which begins at 0 under the producer's identity.
    pub(super) fn counter(&mut self, partition: PartitionId) -> &mut Counter {
        let place = self
            .counters
            .binary_search_by_key(&partition, |counter| counter.partition);
        let place = place.unwrap_or_else(|place| {
            let counter = Counter::new(partition, self.identity);
            self.counters.insert(place, counter);
            place
        });
        &mut self.counters[place]
    }

    /// Its producer id and epoch.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether this life was fenced: the broker knows a newer one.
    pub fn is_fenced(&self) -> bool {
        self.end == Some(End::Fenced)
    }

    /// How this life ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The numbering of each partition that it has numbered batches for.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// Its queue, in the order in which the application sent.
    pub fn queue(&self) -> &[Queued<N, P>] {
        &self.queue
    }

    /// Its open batches, in sending order.
    pub fn open(&self) -> &[Open<N, P>] {
        &self.open
    }

    /// Its open batches on one partition, lowest first.
    pub fn open_on(&self, partition: PartitionId) -> impl Iterator<Item = &Open<N, P>> {
        let open = self.open.iter();
        open.filter(move |open| open.partition == partition)
    }

    /// The application sends a batch: it is queued, and leaves by [`release`](Self::release).
    pub fn send(&mut self, batch: Queued<N, P>) -> Result<(), Refusal<N>> {
        if let Some(end) = self.end {
            return Err(Refusal::Ended(end));
        }
        if self.queue.len() >= QUEUE_MAX {
            return Err(Refusal::QueueFull);
        }
        self.queue.push(batch);
        Ok(())
    }

    /// Sends the first queued batch that need not wait: gives it its number, which it keeps in
    /// every retry. With `acks=0` it is done at once; otherwise it is open now.
    pub fn release(&mut self) -> Option<Open<N, P>>
    where
        P: Clone,
    {
        let place = (0..self.queue.len())
            .find(|place| self.wait(self.queue[*place].partition).is_none())?;
        let batch = self.queue.remove(place);
        let open = self.number(batch);
        if self.settings.acks != Acks::None {
            self.open.push(open.clone());
        }
        Some(open)
    }

    /// Gives a batch the next number of its partition.
    fn number(&mut self, batch: Queued<N, P>) -> Open<N, P> {
        let identity = self.identity;
        let alone = self.open_on(batch.partition).next().is_none();
        let counter = self.counter(batch.partition);
        if counter.identity != identity {
            counter.begin(identity);
        }
        let header = counter.take(batch.records);
        Open {
            name: batch.name,
            partition: batch.partition,
            header,
            payload: batch.payload,
            attempts: 1,
            answer: None,
            renumbered: 0,
            place: counter.batches - 1,
            first_alone: alone.then_some(1),
        }
    }

    /// Whether a batch may be sent again: with idempotence only the lowest open one of its
    /// partition, without it any.
    pub fn may_retry(&self, name: N) -> Result<&Open<N, P>, Refusal<N>> {
        let Some(batch) = self.open.iter().find(|open| open.name == name) else {
            return Err(match self.end {
                Some(end) => Refusal::Ended(end),
                None if self.queue.iter().any(|queued| queued.name == name) => Refusal::NotSent,
                None => Refusal::NotOpen,
            });
        };
        match self.open_on(batch.partition).next() {
            Some(lowest) if lowest.name != name && self.settings.is_idempotent() => {
                Err(Refusal::NotLowest {
                    lowest: lowest.name,
                })
            }
            _ => Ok(batch),
        }
    }

    /// Whether an open batch has used up its retries.
    pub fn has_used_up(&self, batch: &Open<N, P>) -> bool {
        batch.retried() >= self.settings.retries
    }

    /// Sends an open batch again as it is. Whether it may is for [`may_retry`](Self::may_retry)
    /// and [`has_used_up`](Self::has_used_up) to say.
    pub fn send_again(&mut self, name: N) -> Option<&Open<N, P>> {
        let partition = self.open.iter().find(|open| open.name == name)?.partition;
        let alone = self.open_on(partition).next().map(|lowest| lowest.name) == Some(name);
        let batch = self.open.iter_mut().find(|open| open.name == name)?;
        batch.attempts += 1;
        if alone && batch.first_alone.is_none() {
            batch.first_alone = Some(batch.attempts);
        }
        Some(batch)
    }
}

impl<N, P> Open<N, P> {
    /// How often it was sent again as it is.
    pub fn retried(&self) -> u32 {
        (self.attempts - 1).saturating_sub(self.renumbered)
    }
}
