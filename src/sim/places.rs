//! Where the records of one log stand, found by their labels.
//!
//! A label is a word that somebody wrote, or a number in a series that this program counts. A
//! batch of a million records is one range of numbers, and looking it up costs the same in a long
//! log as in a short one.

use super::name::ProducerName;
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
    numbers: Ranges,
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
                let again = self.numbers.find(&range);
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

    fn enter_range(&mut self, range: Range) -> Option<Found> {
        let again = self.numbers.find(&range);
        self.numbers.insert(range);
        again
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

/// Numbers of one series in a row, whose records stand in the log in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    series: Series,
    start: u64,
    end: u64,
    /// Where the first one stands.
    at: Offset,
    /// The highest end among the ranges of the series up to this one.
    reach: u64,
}

impl Range {
    fn new(series: Series, start: u64, count: u32, at: Offset) -> Self {
        let end = start + u64::from(count);
        Self {
            series,
            start,
            end,
            at,
            reach: end,
        }
    }
}

/// Ranges that may overlap, in a few sorted runs, each at least twice as long as the next. Adding
/// a range merges runs now and then: seldom, if they are long.
#[derive(Clone, Debug, Default, PartialEq)]
struct Ranges {
    runs: Vec<Rc<[Range]>>,
}

impl Ranges {
    /// A number of `sought` that is known, and where its record stands.
    fn find(&self, sought: &Range) -> Option<Found> {
        let found = self.overlapping(sought).map(|range| {
            let number = range.start.max(sought.start);
            Found {
                index: (number - sought.start) as u32,
                at: Offset(range.at.0 + (number - range.start) as i64),
            }
        });
        found.min_by_key(|found| found.at)
    }

    /// Whether every number of `sought` is known.
    fn cover(&self, sought: &Range) -> bool {
        let mut rest = *sought;
        while rest.start < rest.end {
            let one = Range {
                end: rest.start + 1,
                ..rest
            };
            match self.overlapping(&one).map(|range| range.end).max() {
                Some(end) => rest.start = end,
                None => return false,
            }
        }
        true
    }

    /// Of each run one range that shares a number with `sought`, if there is one.
    fn overlapping(&self, sought: &Range) -> impl Iterator<Item = &Range> {
        self.runs.iter().filter_map(|run| {
            let until = run.partition_point(|range| {
                (range.series, range.start) < (sought.series, sought.end)
            });
            let run = &run[..until];
            // Where the reach first passes the sought start, that range itself does.
            let place = run.partition_point(|range| {
                (range.series, range.reach) <= (sought.series, sought.start)
            });
            run.get(place)
        })
    }

    fn insert(&mut self, range: Range) {
        let mut run = vec![range];
        while self.runs.last().is_some_and(|last| last.len() <= run.len()) {
            let last = self.runs.pop().expect("there is a last one");
            run.extend(last.iter().copied());
        }
        // The sort finds the sorted parts and merges them.
        run.sort_by_key(|range| (range.series, range.start, range.at));
        for place in 1..run.len() {
            let before = run[place - 1];
            let range = &mut run[place];
            range.reach = range.end;
            if before.series == range.series {
                range.reach = range.end.max(before.reach);
            }
        }
        if let Some(first) = run.first_mut() {
            first.reach = first.end;
        }
        self.runs.push(run.into());
    }
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

    #[test]
    fn ranges_agree_with_a_list() {
        let series = Series::Records(ProducerName::new('A').unwrap());
        let other = Series::Records(ProducerName::new('B').unwrap());
        let mut ranges = Ranges::default();
        let mut list: Vec<Range> = Vec::new();
        for n in 0..2_000_u64 {
            // Numbers that jump about, mostly short ranges, now and then a long one.
            let start = n * 7_919 % 10_007;
            let count = if n % 97 == 0 { 300 } else { 1 + (n % 3) as u32 };
            let of = if n % 5 == 0 { other } else { series };
            let range = Range::new(of, start, count, Offset(n as i64 * 1_000));
            let overlaps = |known: &Range| {
                known.series == of && known.start < range.end && range.start < known.end
            };
            let found = ranges.find(&range);
            assert_eq!(found.is_some(), list.iter().any(overlaps), "{range:?}");
            if let Some(found) = found {
                let number = (start + u64::from(found.index)) as i64;
                let stands = |known: &Range| found.at.0 == known.at.0 + number - known.start as i64;
                assert!(list.iter().any(|known| overlaps(known) && stands(known)));
            }
            let known = |number: u64| {
                let one = Range::new(of, number, 1, Offset::ZERO);
                ranges.find(&one).is_some()
            };
            let all = (range.start..range.end).all(known);
            assert_eq!(ranges.cover(&range), all, "{range:?}");
            ranges.insert(range);
            list.push(range);
        }
        assert!(ranges.runs.len() < 12);
    }
}
