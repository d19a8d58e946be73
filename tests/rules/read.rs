//! How a row of a rule table is read.

use super::row::{Row, SEQUENCES};
use five_slots::kafka::{
    Epoch, Header, Invalid, Misplaced, Offset, ProducerId, ProducerState, Reason, Sequence, Slot,
    Window,
};

impl Row {
    pub(crate) fn parse(line: &str) -> Self {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[before, log_end, batch, reply, reason] = &columns[..] else {
            panic!("five columns expected in: {line}");
        };
        let numbers: Vec<i64> = batch.split_whitespace().map(number).collect();
        let &[pid, epoch, first, records] = &numbers[..] else {
            panic!("pid, epoch, seq and records expected in: {line}");
        };
        let (reason, effect) = reason.split_once(';').unwrap_or((reason, ""));
        let effect = effect.trim();
        let fell_out = effect.strip_prefix("out ").map(slot);
        let cleared = effect.strip_prefix("cleared ").map(number);
        assert!(
            effect.is_empty() || fell_out.is_some() || cleared.is_some(),
            "an unknown effect in: {line}"
        );
        Self {
            before: (before != "-").then(|| state(before)),
            log_end: Offset(number(log_end)),
            batch: Header {
                pid: ProducerId(pid),
                epoch: Epoch(epoch.try_into().unwrap()),
                first: Sequence(first.try_into().unwrap()),
                records: records.try_into().unwrap(),
            },
            reply: self::reply(reply),
            reason: self::reason(reason.trim()),
            fell_out,
            cleared: cleared.unwrap_or(0).try_into().unwrap(),
        }
    }
}

/// Reads `MAX` as the largest sequence, `END` as the largest int64, and `MAX-3` as three below.
pub(crate) fn number(text: &str) -> i64 {
    let (base, rest) = if let Some(rest) = text.strip_prefix("MAX") {
        (SEQUENCES - 1, rest)
    } else if let Some(rest) = text.strip_prefix("END") {
        (i64::MAX, rest)
    } else {
        (0, text)
    };
    let rest: i64 = if rest.is_empty() {
        0
    } else {
        rest.parse()
            .unwrap_or_else(|_| panic!("not a number: {text}"))
    };
    base + rest
}

/// Reads `0 [0..2@0 3..4@3]`: an epoch and a window.
pub(crate) fn state(text: &str) -> ProducerState {
    let (epoch, window) = text.split_once(' ').expect("an epoch and a window");
    let window = window.trim_start_matches('[').trim_end_matches(']');
    let slots: Vec<Slot> = window.split_whitespace().map(slot).collect();
    ProducerState {
        epoch: Epoch(number(epoch).try_into().unwrap()),
        window: Window::of(&slots).expect("one to five slots"),
    }
}

/// Reads `3..4@3`: first and last sequence, and base offset.
fn slot(text: &str) -> Slot {
    let (range, base) = text.split_once('@').expect("a base offset");
    let (first, last) = range.split_once("..").expect("a range");
    Slot {
        first: Sequence(number(first).try_into().unwrap()),
        last: Sequence(number(last).try_into().unwrap()),
        base: Offset(number(base)),
    }
}

/// Reads `OK base=END-1`, and gives it as a decision prints it.
fn reply(text: &str) -> String {
    match text.split_once("base=") {
        Some((word, base)) => format!("{word}base={}", number(base)),
        None => text.to_owned(),
    }
}

/// The number in front is the check that decides; a dash where none is asked.
fn reason(text: &str) -> Reason {
    let reason = named_reason(text);
    let rule = reason.rule().map_or("-".into(), |r| r.number().to_string());
    assert!(text.starts_with(&rule), "check {rule} decides, not: {text}");
    reason
}

fn named_reason(text: &str) -> Reason {
    match text {
        "- no records" => Reason::Invalid(Invalid::NoRecords),
        "- too many records" => Reason::Invalid(Invalid::TooManyRecords),
        "- bad pid" => Reason::Invalid(Invalid::ProducerId),
        "- bad epoch" => Reason::Invalid(Invalid::Epoch),
        "- bad seq" => Reason::Invalid(Invalid::Sequence),
        "- log full" => Reason::Invalid(Invalid::LogFull),
        "- not idempotent" => Reason::NotIdempotent,
        "1 no state" => Reason::NoState,
        "1 no state, not 0" => Reason::NoStateNotZero,
        "2 older" => Reason::OlderEpoch,
        "3 newer" => Reason::NewerEpoch,
        "3 newer, not 0" => Reason::NewerEpochNotZero,
        "4 next" => Reason::Next,
        "4 gap ahead" => Reason::NotNext(Misplaced::GapAhead),
        "4 overlap" => Reason::NotNext(Misplaced::Overlap),
        "4 behind" => Reason::NotNext(Misplaced::BehindWindow),
        _ => match text.strip_prefix("4 slot ").map(number) {
            Some(place @ 1..=5) => Reason::Remembered {
                slot: place as u8 - 1,
            },
            _ => panic!("an unknown reason: {text}"),
        },
    }
}
