//! What a producer makes of an answer: ordered questions, as the broker asks its checks.
//!
//! [`Producer::hear`] judges and changes nothing; [`Producer::answer`] acts on it.

use super::batch::Header;
use super::check::Reply;
use super::decision::{Comparison, Outcome};
use super::number::Offset;
use super::numbering::Identity;
use super::policy::{Aftermath, Cause};
use super::producer::{End, Open, Producer};
use std::fmt::Display;

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
    /// Question 5: it only came before a batch that is still to come. It waits, and is sent again
    /// as it is.
    Waits {
        /// The earlier batch, if it is still open.
        before: Option<N>,
    },
    /// Question 5: nothing was before it, so something is missing in the log: a real gap.
    Gap,
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
    /// The batch was given up, with what follows by the producer's policy.
    GivenUp(Cause, Aftermath<N>),
    /// The life has ended: these batches failed.
    LifeEnds(Vec<N>),
}

/// One question as it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub text: &'static str,
    /// How it came out.
    pub outcome: Outcome,
    /// What was looked at; `None` if the question was never reached.
    pub looked_at: Option<Comparison>,
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
            Reply::Fenced => Verdict::LifeEnds,
            Reply::InvalidRecord => Verdict::Invalid,
            Reply::OutOfOrder => self.refused(answer, open),
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
        } else if before.is_some() || !was_alone {
            Verdict::Waits { before }
        } else {
            Verdict::Gap
        }
    }

    /// Takes an answer. `next` is who the producer will be if it has to begin its numbering anew;
    /// `None` if it may not.
    pub fn answer(&mut self, answer: Answer<N>, next: Option<Identity>) -> Answered<N> {
        let name = answer.name;
        match self.hear(answer).verdict {
            Verdict::NobodyWaits | Verdict::OldNumber => Answered::Nothing,
            Verdict::Acknowledged { base, duplicate } => {
                self.open.retain(|open| open.name != name);
                Answered::Acknowledged { base, duplicate }
            }
            Verdict::LifeEnds => Answered::LifeEnds(self.finish(End::Fenced)),
            Verdict::Invalid => {
                self.open.retain(|open| open.name != name);
                Answered::Failed
            }
            Verdict::Waits { .. } => {
                let open = self.open.iter_mut().find(|open| open.name == name);
                open.expect("its answer was judged").answer = Some(answer.reply);
                Answered::StaysOpen
            }
            Verdict::UsedUp => self.given_up(name, Cause::RetriesUsedUp, next),
            Verdict::Gap => self.given_up(name, Cause::Gap, next),
        }
    }

    fn given_up(&mut self, name: N, cause: Cause, next: Option<Identity>) -> Answered<N> {
        Answered::GivenUp(cause, self.give_up(name, cause, next))
    }
}

impl<N: Copy + Display> Hearing<N> {
    /// The five questions as they were asked, in order.
    pub fn asked(&self) -> [Question; 5] {
        let decided = self.verdict.question();
        std::array::from_fn(|place| {
            let number = place + 1;
            let outcome = match number.cmp(&decided) {
                std::cmp::Ordering::Less => Outcome::GoesOn,
                std::cmp::Ordering::Equal => Outcome::Decides,
                std::cmp::Ordering::Greater => Outcome::NotReached,
            };
            Question {
                text: QUESTIONS[place],
                outcome,
                looked_at: (number <= decided).then(|| self.look(number)),
            }
        })
    }

    fn look(&self, number: usize) -> Comparison {
        let name = self.answer.name;
        let word = self.answer.reply.word();
        let decides = self.verdict.question() == number;
        let (statement, holds) = match number {
            1 if matches!(self.verdict, Verdict::OldNumber) => (
                format!(
                    "{name} waits under epoch {}, sequence {}",
                    self.answer.header.epoch, self.answer.header.first
                ),
                false,
            ),
            1 => (format!("{name} waits for an answer"), !decides),
            2 => (format!("{word} is an acknowledgement"), decides),
            3 => (format!("{word} is final"), decides),
            4 if !decides && self.retried >= self.retries => {
                ("a retry is under way, the last".to_owned(), true)
            }
            4 => (
                format!(
                    "a retry is left ({} of {} used)",
                    self.retried, self.retries
                ),
                !decides,
            ),
            _ => match self.verdict {
                Verdict::Waits {
                    before: Some(before),
                } => (format!("{before} is before it"), true),
                Verdict::Waits { before: None } => {
                    ("a batch was before it when it was sent".to_owned(), true)
                }
                _ => ("a batch was before it when it was sent".to_owned(), false),
            },
        };
        Comparison { statement, holds }
    }
}

/// The questions, in order.
pub const QUESTIONS: [&str; 5] = [
    "Does the batch still wait? Else nothing changes.",
    "OK or DUPLICATE? Then it is written.",
    "FENCED or invalid? Then it can never be.",
    "A retry left? Else it is given up.",
    "Only behind another? Then it waits, else a gap.",
];

impl<N> Verdict<N> {
    /// The question that decided, 1 to 5.
    pub fn question(&self) -> usize {
        match self {
            Self::NobodyWaits | Self::OldNumber => 1,
            Self::Acknowledged { .. } => 2,
            Self::LifeEnds | Self::Invalid => 3,
            Self::UsedUp => 4,
            Self::Waits { .. } | Self::Gap => 5,
        }
    }
}
