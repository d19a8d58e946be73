//! The ordered questions that a producer asks of an answer, as the broker asks its checks.

use super::decision::{Comparison, Outcome};
use super::hearing::{Hearing, Verdict};
use std::fmt::Display;

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

impl<N: Copy + Display> Hearing<N> {
    /// The questions as they were asked, in order.
    pub fn asked(&self) -> [Question; 6] {
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
            5 => (format!("{word} may pass"), decides),
            _ => match self.verdict {
                Verdict::BeginsAgain => ("everything acknowledged is deleted".to_owned(), true),
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
pub const QUESTIONS: [&str; 6] = [
    "Does the batch still wait? Else nothing changes.",
    "OK or DUPLICATE? Then it is written.",
    "FENCED or invalid? Then it can never be.",
    "A retry left? Else it is given up.",
    "Will it pass by itself? Then again as it is.",
    "Only behind another? Then it waits, else a gap.",
];
