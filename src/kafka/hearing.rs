//! What a producer makes of an answer. [`Producer::hear`] judges and changes nothing;
//! [`Producer::answer`] acts on it. Which questions it asks is [`questions`](super::questions).

use super::batch::Header;
use super::number::{Offset, Sequence};
use super::numbering::Identity;
use super::policy::{Aftermath, Cause};
use super::producer::{End, Open, Producer};
use super::reply::Reply;
use super::settings::Policy;

/// An answer as it reaches a producer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<N> {
    /// The batch that it is about.
    pub name: N,
    /// The attempt to send it that is answered, from 1.
    pub attempt: u32,
    /// The header that was sent then.
    pub header: Header,
    /// What the broker said.
    pub reply: Reply,
}

/// What a producer makes of an answer, with the numbers that it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hearing<N> {
    /// The answer.
    pub answer: Answer<N>,
    /// What it comes to.
    pub verdict: Verdict<N>,
    /// How often the batch has been sent again: 0 and more.
    pub retried: u32,
    /// How often it may be.
    pub retries: u32,
}

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<N> {
    /// Question 1: the batch was settled before, or its life has ended.
    NobodyWaits,
    /// Question 1: the batch has been numbered anew since; this is about its old number.
    OldNumber,
    /// Question 2: the application is told that the batch was written. DUPLICATE is success too.
    Acknowledged {
        /// Where it stands in the log.
        base: Offset,
        /// Whether the broker had it already.
        duplicate: bool,
    },
    /// Question 3: the life ends, and with it all its batches fail.
    LifeEnds,
    /// Question 3: the batch can never be taken, and fails alone.
    Invalid,
    /// Question 4: refused, and no retry is left.
    UsedUp,
    /// Question 5: what went wrong may pass. The batch is sent again as it is.
    Passes,
    /// Question 6: it only came before a batch that is still to come. It waits, and is sent again
    /// as it is.
    Waits {
        /// The earlier batch, if it is still open.
        before: Option<N>,
    },
    /// Question 6: nothing was before it, so something is missing in the log: a real gap.
    Gap,
    /// Question 6: the broker has lost its state of this producer.
    Unknown,
    /// Question 6: the same, and everything acknowledged was deleted from the log. The partition
    /// begins at 0 again in the same epoch, as clients did before Kafka 2.5.
    BeginsAgain,
}

/// What an answer did to the producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered<N> {
    /// Nothing: see the verdict.
    Nothing,
    /// The batch is settled: it was written.
    Acknowledged {
        /// Where it stands.
        base: Offset,
        /// Whether the broker had it already.
        duplicate: bool,
    },
    /// The batch alone failed.
    Failed,
    /// The batch stays open.
    StaysOpen,
    /// These batches have new numbers from 0, in the same epoch, and are to be sent again.
    BeginsAgain(Vec<N>),
    /// The batch was given up, with what follows by the producer's policy.
    GivenUp(Cause, Aftermath<N>),
    /// The life has ended: these batches failed.
    LifeEnds(Vec<N>),
}

impl<N: Copy + Eq, P> Producer<N, P> {
    /// Judges an answer. Nothing is changed.
    ///
    /// Source: Kafka's `Sender.completeBatch` and `canRetry`, `TransactionManager.canRetry`. There
    /// an OUT_OF_ORDER is a real gap if the batch is the next after the last acknowledged one;
    /// here answers may overtake each other, so what counts is whether an earlier batch was open
    /// when the answered attempt was sent.
    pub fn hear(&self, answer: Answer<N>) -> Hearing<N> {
        let open = self.open.iter().find(|open| open.name == answer.name);
        Hearing {
            answer,
            verdict: self.verdict(&answer, open),
            retried: open.map_or(0, Open::retried),
            retries: self.settings.retries,
        }
    }

    fn verdict(&self, answer: &Answer<N>, open: Option<&Open<N, P>>) -> Verdict<N> {
        let Some(open) = open else {
            return Verdict::NobodyWaits;
        };
        if open.header != answer.header {
            return Verdict::OldNumber;
        }
        match answer.reply {
            Reply::Ok { base } => Verdict::Acknowledged {
                base,
                duplicate: false,
            },
            Reply::Duplicate { base } => Verdict::Acknowledged {
                base,
                duplicate: true,
            },
            // An error by its name, and yet success: where it stands is not said.
            Reply::DuplicateError => Verdict::Acknowledged {
                base: Offset::UNKNOWN,
                duplicate: true,
            },
            Reply::Fenced => Verdict::LifeEnds,
            Reply::InvalidRecord => Verdict::Invalid,
            _ => self.refused(answer, open),
        }
    }

    fn refused(&self, answer: &Answer<N>, open: &Open<N, P>) -> Verdict<N> {
        let first = self.open_on(open.partition).next();
        let before = first
            .map(|first| first.name)
            .filter(|name| *name != open.name);
        let was_alone = open
            .first_alone
            .is_some_and(|first| first <= answer.attempt);
        // The last retry gets its chance: what counts is the answer to it.
        let is_newest = answer.attempt >= open.attempts;
        if is_newest && self.has_used_up(open) {
            Verdict::UsedUp
        } else if answer.reply.passes() {
            Verdict::Passes
        } else if before.is_some() || !was_alone {
            Verdict::Waits { before }
        } else if let Reply::UnknownProducerId { log_start } = answer.reply {
            self.unknown(open, log_start)
        } else {
            Verdict::Gap
        }
    }

    /// What UNKNOWN_PRODUCER_ID comes to (`TransactionManager.canRetry` before Kafka 2.5).
    fn unknown(&self, open: &Open<N, P>, log_start: Offset) -> Verdict<N> {
        let counters = self.counters.iter();
        let mut counters = counters.filter(|counter| counter.partition == open.partition);
        let acked = counters.next().and_then(|counter| counter.acknowledged);
        // Already at 0, it would only be refused again.
        let can_begin =
            acked.is_some_and(|acked| acked < log_start) && open.header.first != Sequence::ZERO;
        match self.settings.policy {
            Policy::NewPid if can_begin => Verdict::BeginsAgain,
            _ => Verdict::Unknown,
        }
    }

    /// Takes an answer. `next` is who the producer will be if it has to begin its numbering anew;
    /// `None` if it may not.
    pub fn answer(&mut self, answer: Answer<N>, next: Option<Identity>) -> Answered<N> {
        let name = answer.name;
        match self.hear(answer).verdict {
            Verdict::NobodyWaits | Verdict::OldNumber => Answered::Nothing,
            Verdict::Acknowledged { base, duplicate } => {
                self.note_acknowledged(name, base);
                self.open.retain(|open| open.name != name);
                Answered::Acknowledged { base, duplicate }
            }
            Verdict::LifeEnds => Answered::LifeEnds(self.finish(End::Fenced)),
            Verdict::Invalid => {
                self.open.retain(|open| open.name != name);
                Answered::Failed
            }
            Verdict::Passes | Verdict::Waits { .. } => {
                let open = self.open.iter_mut().find(|open| open.name == name);
                open.expect("its answer was judged").answer = Some(answer.reply);
                Answered::StaysOpen
            }
            Verdict::UsedUp => self.given_up(name, Cause::RetriesUsedUp, next),
            Verdict::Gap => self.given_up(name, Cause::Gap, next),
            Verdict::Unknown => self.given_up(name, Cause::Unknown, next),
            Verdict::BeginsAgain => Answered::BeginsAgain(self.begin_again(name)),
        }
    }

    /// Notes up to where the partition of a batch is acknowledged.
    fn note_acknowledged(&mut self, name: N, base: Offset) {
        let open = self.open.iter().find(|open| open.name == name);
        let Some((partition, records)) = open.map(|open| (open.partition, open.header.records))
        else {
            return;
        };
        if base == Offset::UNKNOWN {
            return;
        }
        let last = Offset(base.0 + i64::from(records) - 1);
        let counter = self.counter(partition);
        counter.acknowledged = counter.acknowledged.max(Some(last));
    }

    fn given_up(&mut self, name: N, cause: Cause, next: Option<Identity>) -> Answered<N> {
        Answered::GivenUp(cause, self.give_up(name, cause, next))
    }
}

impl<N> Verdict<N> {
    /// The question that decided, 1 to 6.
    pub fn question(&self) -> usize {
        match self {
            Self::NobodyWaits | Self::OldNumber => 1,
            Self::Acknowledged { .. } => 2,
            Self::LifeEnds | Self::Invalid => 3,
            Self::UsedUp => 4,
            Self::Passes => 5,
            Self::Waits { .. } | Self::Gap | Self::Unknown | Self::BeginsAgain => 6,
        }
    }
}
