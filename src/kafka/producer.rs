//! A producer: how it numbers batches, which are open, and what each answer does to them.

use super::batch::Header;
use super::check::Reply;
use super::number::{Epoch, Offset, PartitionId, ProducerId, Sequence};

/// How many batches of one partition may be open, that is sent and not settled. It is the default
/// of `max.in.flight.requests.per.connection`, and the size of the broker's window.
///
/// Open batches are counted, not how far back the lowest of them lies. So a batch whose answers
/// are lost, while five later ones are sent and settled, falls out of the window; its retries are
/// then OUT_OF_ORDER. Kafka's client avoids that: once a retry is due, it sends the lowest one
/// first and alone (`RecordAccumulator`). Here who sends what is the reader's choice.
pub const OPEN_MAX: usize = 5;

/// Who a producer is to the broker: the answer to `InitProducerId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Its producer id.
    pub pid: ProducerId,
    /// Its epoch: which life of it.
    pub epoch: Epoch,
}

/// One life of a producer. A restart makes a new one. `N` is how the caller names
/// a batch, `P` what a batch carries besides its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer<N, P = ()> {
    identity: Identity,
    /// The next sequence of each partition that was written to, in the order of partitions.
    next: Vec<(PartitionId, Sequence)>,
    /// Sent and not settled, in sending order.
    open: Vec<Open<N, P>>,
    fenced: bool,
}

/// A batch that was sent and is not settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<N, P = ()> {
    /// Its name, given when it was sent.
    pub name: N,
    /// Where it goes.
    pub partition: PartitionId,
    /// Its header: the same in every attempt.
    pub header: Header,
    /// Its records: the same in every attempt.
    pub payload: P,
    /// How often it was sent: 1 and one more a retry.
    pub attempts: u32,
    /// The last answer that left it open, if one came.
    pub answer: Option<Reply>,
}

/// Why a producer cannot do what was asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<N> {
    /// This life was fenced: only a restart helps.
    Fenced,
    /// [`OPEN_MAX`] batches of the partition are open already.
    TooManyOpen,
    /// The batch is settled, or was never sent by this life.
    NotOpen,
    /// An earlier batch of the partition is open and goes first.
    NotLowest {
        /// The batch that goes first.
        lowest: N,
    },
}

/// What an answer did to the producer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The batch is settled: the application is told that it was written.
    Acknowledged {
        /// Where it stands in the log.
        base: Offset,
    },
    /// The batch is settled: the application is told that it failed.
    Failed,
    /// The batch stays open and may be sent again.
    StaysOpen,
    /// The life ends, and with it all its open batches fail.
    LifeEnds,
    /// Nobody waits for this answer: the batch was settled before, or its life has ended.
    NobodyWaits,
}

impl<N: Copy + Eq, P> Producer<N, P> {
    /// A life that begins with this identity.
    pub fn new(identity: Identity) -> Self {
        Self {
            identity,
            next: Vec::new(),
            open: Vec::new(),
            fenced: false,
        }
    }

    /// Sets the next sequence of a partition, as if earlier batches had been sent.
    pub fn set_next(&mut self, partition: PartitionId, next: Sequence) {
        match self.next.binary_search_by_key(&partition, |(p, _)| *p) {
            Ok(place) => self.next[place].1 = next,
            Err(place) => self.next.insert(place, (partition, next)),
        }
    }

    /// Its producer id and epoch.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Whether this life has ended: the broker knows a newer one.
    pub fn is_fenced(&self) -> bool {
        self.fenced
    }

    /// The sequence that its next batch for a partition will start at.
    pub fn next(&self, partition: PartitionId) -> Sequence {
        self.next
            .iter()
            .find(|(p, _)| *p == partition)
            .map_or(Sequence::ZERO, |(_, next)| *next)
    }

    /// The partitions that it has numbered batches for, with the next sequence of each.
    pub fn counters(&self) -> &[(PartitionId, Sequence)] {
        &self.next
    }

    /// Its open batches, in sending order.
    pub fn open(&self) -> &[Open<N, P>] {
        &self.open
    }

    /// How many batches of a partition are open.
    pub fn open_on(&self, partition: PartitionId) -> usize {
        self.open
            .iter()
            .filter(|open| open.partition == partition)
            .count()
    }

    /// Whether another batch may be sent to a partition.
    pub fn may_send(&self, partition: PartitionId) -> Result<(), Refusal<N>> {
        if self.fenced {
            Err(Refusal::Fenced)
        } else if self.open_on(partition) >= OPEN_MAX {
            Err(Refusal::TooManyOpen)
        } else {
            Ok(())
        }
    }

    /// Numbers a batch of `records` records and sends it. It keeps its number in every retry.
    pub fn send(
        &mut self,
        name: N,
        partition: PartitionId,
        records: u32,
        payload: P,
    ) -> Result<Header, Refusal<N>> {
        self.may_send(partition)?;
        let header = Header {
            pid: self.identity.pid,
            epoch: self.identity.epoch,
            first: self.next(partition),
            records,
        };
        self.set_next(partition, header.first.plus(records));
        self.open.push(Open {
            name,
            partition,
            header,
            payload,
            attempts: 1,
            answer: None,
        });
        Ok(header)
    }

    /// Whether a batch may be sent again: only the lowest open one of its partition.
    pub fn may_retry(&self, name: N) -> Result<&Open<N, P>, Refusal<N>> {
        let batch = self.open.iter().find(|open| open.name == name);
        let Some(batch) = batch else {
            return Err(if self.fenced {
                Refusal::Fenced
            } else {
                Refusal::NotOpen
            });
        };
        let mut same_partition = self
            .open
            .iter()
            .filter(|open| open.partition == batch.partition);
        match same_partition.next() {
            Some(lowest) if lowest.name != name => Err(Refusal::NotLowest {
                lowest: lowest.name,
            }),
            _ => Ok(batch),
        }
    }

    /// Sends an open batch again, with the same header.
    pub fn retry(&mut self, name: N) -> Result<&Open<N, P>, Refusal<N>> {
        self.may_retry(name)?;
        let batch = self.open.iter_mut().find(|open| open.name == name);
        let batch = batch.ok_or(Refusal::NotOpen)?;
        batch.attempts += 1;
        Ok(batch)
    }

    /// Takes the answer to one of its batches.
    ///
    /// OK and DUPLICATE settle it; OUT_OF_ORDER leaves it open, since it may only be behind a
    /// batch that is being retried; FENCED ends this life (Kafka's
    /// `TransactionManager.canRetry`).
    pub fn answer(&mut self, name: N, reply: Reply) -> Answered {
        let Some(place) = self.open.iter().position(|open| open.name == name) else {
            return Answered::NobodyWaits;
        };
        match reply {
            Reply::Ok { base } | Reply::Duplicate { base } => {
                self.open.remove(place);
                Answered::Acknowledged { base }
            }
            Reply::OutOfOrder => {
                self.open[place].answer = Some(reply);
                Answered::StaysOpen
            }
            Reply::Fenced => {
                self.open.clear();
                self.fenced = true;
                Answered::LifeEnds
            }
            Reply::InvalidRecord => {
                self.open.remove(place);
                Answered::Failed
            }
        }
    }
}
