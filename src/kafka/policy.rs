//! What a producer does when it gives a batch up, by its policy.

use super::number::PartitionId;
use super::numbering::Identity;
use super::producer::{End, Producer};
use super::settings::Policy;

/// Why a batch is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// `delivery.timeout.ms` ran out. Whether the batch was written, nobody knows.
    Expired,
    /// It failed once more than `retries` allows. Whether it was written, nobody knows.
    RetriesUsedUp,
    /// It was refused as OUT_OF_ORDER although nothing was before it.
    Gap,
    /// It was refused as UNKNOWN_PRODUCER_ID: the broker has lost its state of this producer.
    Unknown,
}

/// What giving a batch up led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath<N> {
    /// The batches that failed, in sending order. The one given up is among them unless it is
    /// kept.
    pub failed: Vec<N>,
    /// The batches that have a new number and are to be sent again, in order.
    pub renumbered: Vec<N>,
    /// Who the producer is from now on, if it has begun its numbering anew.
    pub identity: Option<Identity>,
    /// How the life ended, if it has.
    pub end: Option<End>,
}

impl<N: Copy + Eq, P> Producer<N, P> {
    /// Gives up a batch that was sent, and does what the policy says. `next` is who the producer
    /// will be if it begins its numbering anew; `None` if the broker has a newer life of it.
    ///
    /// Without idempotence the batch fails alone: there is no numbering to mend.
    pub fn give_up(&mut self, name: N, cause: Cause, next: Option<Identity>) -> Aftermath<N> {
        let given_up = self.open.iter().find(|open| open.name == name);
        let Some(partition) = given_up.map(|open| open.partition) else {
            return Aftermath::of(Vec::new());
        };
        let policy = self.settings.policy;
        if !self.settings.is_idempotent() || policy == Policy::Ignore {
            return Aftermath::of(self.fail(|batch, _| batch == name));
        }
        let next = match (policy, next) {
            (Policy::Stop, _) => Err(End::Stopped),
            (_, None) => Err(End::Fenced),
            (_, Some(next)) => Ok(next),
        };
        let next = match next {
            Ok(next) => next,
            Err(end) => {
                let failed = self.finish(end);
                return Aftermath {
                    end: Some(end),
                    ..Aftermath::of(failed)
                };
            }
        };
        let failed = match policy {
            Policy::Reject => self.fail(|_, on| on == partition),
            Policy::NewPid => self.fail(|_, _| true),
            // What was refused is not in the log, so it can be numbered anew as well.
            _ if matches!(cause, Cause::Gap | Cause::Unknown) => Vec::new(),
            _ => self.fail(|batch, _| batch == name),
        };
        self.identity = next;
        let renumbered = match policy {
            Policy::BumpAll | Policy::NewPid => self.begin_anew(|_| true),
            _ => self.begin_anew(|on| on == partition),
        };
        Aftermath {
            renumbered,
            identity: Some(next),
            ..Aftermath::of(failed)
        }
    }

    /// Begins the numbering of a batch's partition at 0 again, in the same epoch. Returns its open
    /// batches, which have new numbers.
    pub(super) fn begin_again(&mut self, name: N) -> Vec<N> {
        let open = self.open.iter().find(|open| open.name == name);
        let partition = open.map(|open| open.partition);
        self.begin_anew(|on| Some(on) == partition)
    }

    /// Gives up a batch that was never sent: it has no number, so no gap is left. Whether it was
    /// there.
    pub fn give_up_queued(&mut self, name: N) -> bool {
        let before = self.queue.len();
        self.queue.retain(|queued| queued.name != name);
        self.queue.len() < before
    }

    /// Ends this life: all its batches fail.
    pub(super) fn finish(&mut self, end: End) -> Vec<N> {
        let mut failed = self.fail(|_, _| true);
        failed.extend(self.queue.drain(..).map(|queued| queued.name));
        self.end = Some(end);
        failed
    }

    fn fail(&mut self, fails: impl Fn(N, PartitionId) -> bool) -> Vec<N> {
        let failing = self
            .open
            .iter()
            .filter(|open| fails(open.name, open.partition));
        let failed = failing.map(|open| open.name).collect();
        self.open.retain(|open| !fails(open.name, open.partition));
        failed
    }

    /// Numbers the open batches of some partitions anew, from 0 under the producer's identity.
    fn begin_anew(&mut self, includes: impl Fn(PartitionId) -> bool) -> Vec<N> {
        let identity = self.identity;
        let counters = self.counters.iter_mut();
        for counter in counters.filter(|counter| includes(counter.partition)) {
            counter.begin(identity);
        }
        let mut renumbered = Vec::new();
        for open in self.open.iter_mut().filter(|open| includes(open.partition)) {
            let counters = self.counters.iter_mut();
            let mut counters = counters.filter(|counter| counter.partition == open.partition);
            let counter = counters.next().expect("it has numbered this batch before");
            open.header = counter.take(open.header.records);
            open.place = counter.batches - 1;
            open.answer = None;
            open.first_alone = None;
            open.renumbered += 1;
            renumbered.push(open.name);
        }
        renumbered
    }
}

impl<N> Aftermath<N> {
    fn of(failed: Vec<N>) -> Self {
        Self {
            failed,
            renumbered: Vec::new(),
            identity: None,
            end: None,
        }
    }
}
