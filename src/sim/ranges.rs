//! Ranges of numbers, and where in a log their records stand.
//!
//! Sequences are looked up in a long log as fast as in a short one, whatever their order, and a
//! copy shares what it has in common with the original.

use crate::kafka::Offset;
use std::rc::Rc;

/// Numbers in a row, of one series of many, whose records stand in the log in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range<S> {
    series: S,
    start: u64,
    end: u64,
    /// Where the first one stands.
    at: Offset,
    /// The highest end among the ranges of the series up to this one, in its run.
    reach: u64,
}

/// Ranges that may overlap, in a few sorted runs, each longer than the next. Adding a range merges
/// runs now and then: seldom, if they are long.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranges<S> {
    runs: Vec<Rc<[Range<S>]>>,
}

impl<S> Range<S> {
    /// `count` numbers from `start`, the first of which stands at `at`.
    pub(super) fn new(series: S, start: u64, count: u32, at: Offset) -> Self {
        let end = start + u64::from(count);
        Self {
            series,
            start,
            end,
            at,
            reach: end,
        }
    }

    /// The first number.
    pub(super) fn start(&self) -> u64 {
        self.start
    }
}

impl<S: Copy + Ord> Ranges<S> {
    /// A number of `sought` that is known, and where its record stands.
    pub(super) fn find(&self, sought: &Range<S>) -> Option<(u64, Offset)> {
        let found = self.overlapping(sought).map(|range| {
            let number = range.start.max(sought.start);
            (number, Offset(range.at.0 + (number - range.start) as i64))
        });
        found.min_by_key(|(_, at)| *at)
    }

    /// Whether every number of `sought` is known.
    pub(super) fn cover(&self, sought: &Range<S>) -> bool {
        let mut rest = *sought;
        while rest.start < sought.end {
            rest.end = rest.start + 1;
            match self.overlapping(&rest).map(|range| range.end).max() {
                Some(end) => rest.start = end,
                None => return false,
            }
        }
        true
    }

    /// Of each run one range that shares a number with `sought`, if there is one.
    fn overlapping(&self, sought: &Range<S>) -> impl Iterator<Item = &Range<S>> {
        self.runs.iter().filter_map(|run| {
            let begins = |range: &Range<S>| (range.series, range.start);
            let until = run.partition_point(|range| begins(range) < (sought.series, sought.end));
            let run = &run[..until];
            // Where the reach first passes the sought start, that range itself does.
            let before = |range: &Range<S>| (range.series, range.reach);
            let place = run.partition_point(|range| before(range) <= (sought.series, sought.start));
            run.get(place)
        })
    }

    /// Adds a range.
    pub(super) fn insert(&mut self, range: Range<S>) {
        let mut run = vec![range];
        while let Some(last) = self.runs.pop_if(|last| last.len() <= run.len()) {
            run = merge(&last, &run);
        }
        self.runs.push(run.into());
    }
}

/// Two sorted runs in one. Of ranges that begin alike the one that stood first comes first.
fn merge<S: Copy + Ord>(older: &[Range<S>], newer: &[Range<S>]) -> Vec<Range<S>> {
    let mut merged: Vec<Range<S>> = Vec::with_capacity(older.len() + newer.len());
    let (mut older, mut newer) = (older.iter().peekable(), newer.iter().peekable());
    loop {
        let place = |range: &&Range<S>| (range.series, range.start, range.at);
        let next = match (older.peek().map(place), newer.peek().map(place)) {
            (None, None) => return merged,
            (Some(old), Some(new)) if new < old => newer.next(),
            (Some(_), _) => older.next(),
            (None, _) => newer.next(),
        };
        let mut range = *next.expect("one was peeked at");
        range.reach = match merged.last() {
            Some(before) if before.series == range.series => range.end.max(before.reach),
            _ => range.end,
        };
        merged.push(range);
    }
}

impl<S> Default for Ranges<S> {
    fn default() -> Self {
        Self { runs: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_a_list() {
        let mut ranges = Ranges::default();
        let mut list: Vec<Range<u8>> = Vec::new();
        for n in 0..2_000_u64 {
            // Numbers that jump about, mostly short ranges, now and then a long one.
            let start = n * 7_919 % 10_007;
            let count = if n % 97 == 0 { 300 } else { 1 + (n % 3) as u32 };
            let series = u8::from(n % 5 == 0);
            let range = Range::new(series, start, count, Offset(n as i64 * 1_000));
            let overlaps = |known: &Range<u8>| {
                known.series == series && known.start < range.end && range.start < known.end
            };
            let found = ranges.find(&range);
            assert_eq!(found.is_some(), list.iter().any(overlaps), "{range:?}");
            if let Some((number, at)) = found {
                let stands =
                    |known: &Range<u8>| at.0 - known.at.0 == number as i64 - known.start as i64;
                assert!((range.start..range.end).contains(&number));
                assert!(list.iter().any(|known| overlaps(known) && stands(known)));
            }
            let known = |number| {
                ranges
                    .find(&Range::new(series, number, 1, Offset(0)))
                    .is_some()
            };
            let all = (range.start..range.end).all(known);
            assert_eq!(ranges.cover(&range), all, "{range:?}");
            ranges.insert(range);
            list.push(range);
        }
        assert!(ranges.runs.len() < 12);
    }

    #[test]
    fn what_stood_first_is_found() {
        let mut ranges = Ranges::default();
        for at in [30, 10, 20] {
            ranges.insert(Range::new((), 5, 3, Offset(at)));
        }
        assert_eq!(
            ranges.find(&Range::new((), 7, 1, Offset(0))),
            Some((7, Offset(12)))
        );
    }
}
