//! Where the records of one log stand, found by their labels.
//!
//! A label is a word that somebody wrote, or a number in a series that this program counts. A
//! batch of a million records is one range of numbers, and looking it up costs the same in a long
//! log as in a short one.

use super::name::ProducerName;
use super::ranges::{Range, Ranges};
use super::records::{Labels, Records};
use crate::kafka::{Epoch, Header, Offset, ProducerId, SharedMap};
use std::rc::Rc;

/// What is counted upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Series {
    /// The records of a producer that nobody named: `a1`, `a2`, ...
    Records(ProducerName),
    /// The records of batches made by hand: `31.0.7`.
    ByHand(ProducerId, Epoch),
    /// The batches of a producer.
    Batches(ProducerName),
    /// The batches made by hand with these numbers, by their base sequence.
    Headers(ProducerId, Epoch, u32),
}

/// The labels of one log. Copies are cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places {
    words: SharedMap<Rc<str>, Offset>,
    numbers: Ranges<Series>,
    /// Batches made by hand whose records were named.
    named: SharedMap<(Header, Labels), ()>,
}

/// What was found of a batch's records when they were noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entered {
    /// The first of them that stood in the log already.
    pub again: Option<Found>,
    /// Whether all of them did. Not asked of batches made by hand, which stand in no order.
    pub nothing_new: bool,
}

/// A record that stood in the log already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its place in the batch that brings it again, from 0.
    pub index: u32,
    /// Where it stood. Of several places the first, unless batches made by hand overlap.
    pub at: Offset,
}

impl Places {
    /// Notes where the records of a batch stand, and what of it stood there already.
    pub(super) fn enter(&mut self, records: &Records, base: Offset) -> Entered {
        match records {
            Records::Labelled(labels) => self.enter_labels(labels, base),
            Records::Counted {
                producer,
                first,
                count,
            } => {
                let range = Range::new(Series::Records(*producer), *first, *count, base);
                let again = self.find(&range);
                let nothing_new = again.is_some() && self.numbers.cover(&range);
                self.numbers.insert(range);
                Entered { again, nothing_new }
            }
            Records::ByHand(header) => Entered {
                again: self.enter_sequences(header, base),
                nothing_new: false,
            },
        }
    }

    fn enter_labels(&mut self, labels: &Labels, base: Offset) -> Entered {
        let mut entered = Entered {
            again: None,
            nothing_new: true,
        };
        for (index, label) in (0..).zip(labels.iter()) {
            let stood = self.enter_label(label, Offset(base.0 + i64::from(index)));
            entered.nothing_new &= stood.is_some();
            let again = stood.map(|at| Found { index, at });
            entered.again = entered.again.or(again);
        }
        entered
    }

    /// Where the label stood before.
    fn enter_label(&mut self, label: &Rc<str>, at: Offset) -> Option<Offset> {
        if let Some((series, number)) = counted(label) {
            let found = self.enter_range(Range::new(series, number, 1, at));
            return found.map(|found| found.at);
        }
        let stood = self.words.get(label).copied();
        if stood.is_none() {
            self.words.insert(Rc::clone(label), at);
        }
        stood
    }

    fn enter_sequences(&mut self, header: &Header, base: Offset) -> Option<Found> {
        let series = Series::ByHand(header.pid, header.epoch);
        let first = header.first.0 as u64;
        // What runs over the wrap is two ranges of numbers.
        let before = (i32::MAX as u64 - first + 1).min(u64::from(header.records)) as u32;
        let again = self.enter_range(Range::new(series, first, before, base));
        let beyond = header.records - before;
        if beyond == 0 {
            return again;
        }
        let base = Offset(base.0 + i64::from(before));
        let found = self.enter_range(Range::new(series, 0, beyond, base));
        again.or(found.map(|found| Found {
            index: before + found.index,
            ..found
        }))
    }

    fn enter_range(&mut self, range: Range<Series>) -> Option<Found> {
        let again = self.find(&range);
        self.numbers.insert(range);
        again
    }

    fn find(&self, range: &Range<Series>) -> Option<Found> {
        let (number, at) = self.numbers.find(range)?;
        let index = (number - range.start()) as u32;
        Some(Found { index, at })
    }

    /// Notes a batch of a producer, and whether it was noted before.
    pub(super) fn enter_sent(&mut self, producer: ProducerName, number: u32) -> bool {
        let series = Series::Batches(producer);
        let range = Range::new(series, u64::from(number), 1, Offset::ZERO);
        self.enter_range(range).is_some()
    }

    /// Notes a batch made by hand, and whether the very same was noted before.
    pub(super) fn enter_by_hand(&mut self, header: Header, records: &Records) -> bool {
        if let Records::Labelled(labels) = records {
            let named = (header, Rc::clone(labels));
            let again = self.named.find(&named).is_some();
            self.named.insert(named, ());
            return again;
        }
        let series = Series::Headers(header.pid, header.epoch, header.records);
        let range = Range::new(series, header.first.0 as u64, 1, Offset::ZERO);
        self.enter_range(range).is_some()
    }
}

/// The series and number of a label that this program could have made: `a1`, `31.0.7`.
fn counted(label: &str) -> Option<(Series, u64)> {
    if let Some((rest, sequence)) = label.rsplit_once('.') {
        let (pid, epoch) = rest.split_once('.')?;
        let (pid, epoch) = (canonical(pid)?, canonical(epoch)?);
        let sequence: i32 = canonical(sequence)?;
        let number = u64::try_from(sequence).ok()?;
        return Some((Series::ByHand(ProducerId(pid), Epoch(epoch)), number));
    }
    let letter = label.chars().next()?;
    if !letter.is_ascii_lowercase() {
        return None;
    }
    let producer = ProducerName::new(letter.to_ascii_uppercase())?;
    Some((Series::Records(producer), canonical(&label[1..])?))
}

/// A number in its one spelling: `a01` is a word.
fn canonical<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> Option<(Series, u64)> {
        counted(text)
    }

    #[test]
    fn labels_that_look_made_are_numbers() {
        let a = Series::Records(ProducerName::new('A').unwrap());
        assert_eq!(label("a17"), Some((a, 17)));
        let hand = Series::ByHand(ProducerId(-1), Epoch(0));
        assert_eq!(label("-1.0.7"), Some((hand, 7)));
        for word in [
            "",
            "a",
            "a01",
            "a+1",
            "A1",
            "1",
            "ä1",
            "umbrella 1",
            "1.2",
            "1.2.3.4",
            "1.0.-7",
            "1.0.2147483648",
            "01.0.7",
            "a 1",
        ] {
            assert_eq!(label(word), None, "{word}");
        }
    }
}
