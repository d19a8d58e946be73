//! The story of a line: which one it is, and what fills its places.

use super::line::{Error, Lines};
use super::numbers::*;
use super::stories::story;
use crate::kafka::PartitionId;

/// A story with its places filled.
pub(super) struct Told {
    /// The scenario.
    pub text: String,
    /// Where the broker says it.
    pub step: usize,
    /// What the broker has to say there.
    pub says: &'static str,
}

/// The sequence so many further on, with the wrap.
fn further(sequence: i64, by: i64) -> i64 {
    sequence.wrapping_add(by) & i64::from(i32::MAX)
}

/// What fills the places of a story.
struct Teller {
    known: Numbers,
    /// What the line does not say, and nobody added.
    assumed: String,
    places: Vec<(&'static str, String)>,
}

/// The name of a story, the step that shows it, and what is said there.
type Chosen = (&'static str, usize, &'static str);

/// Makes the story of a line.
pub(super) fn tell(lines: &Lines<'_>) -> Told {
    let mut about = String::new();
    let mut known = told(&lines.line);
    let (mut said, mut added) = (String::new(), String::new());
    for (number, name) in NAMES.iter().enumerate() {
        list(&mut said, name, known[number]);
        list(&mut added, name, lines.added[number]);
        known[number] = lines.added[number].or(known[number]);
    }
    let mut teller = Teller {
        known,
        assumed: String::new(),
        places: Vec::new(),
    };
    let error = match lines.form.error {
        // The broker remembers an epoch and no batch of it.
        Error::OutOfOrder if known[NEWEST] == Some(-1) => Error::NoState,
        error => error,
    };
    let (name, step, says) = teller.choose(error, &lines.line);
    let named = partition(&lines.line).or_else(|| partition(lines.before));
    teller
        .places
        .push(("p", place(named, &mut said, &mut teller.assumed)));
    let rules = lines.rules.unwrap_or_else(|| {
        let rules = match error {
            Error::NoState => "kafka-0.11",
            Error::UnknownProducer => "kafka-2.4",
            Error::Duplicate => "kafka-1.0",
            _ => "kafka-2.5",
        };
        push(&mut teller.assumed, &["rules ", rules, ", "]);
        rules
    });
    teller.places.push(("rules", rules.to_owned()));
    for (head, list) in [
        ("The line says: ", said),
        ("Added: ", added),
        ("Assumed: ", teller.assumed),
    ] {
        if let Some(list) = list.strip_suffix(", ") {
            push(&mut about, &["#\n# ", head, list, ".\n"]);
        }
    }
    teller.places.push(("about", about));
    let mut text = String::new();
    fill(story(name), &teller.places, &mut text);
    Told { text, step, says }
}

impl Teller {
    /// A number, which is assumed where it is not known.
    #[inline(never)]
    fn take(&mut self, number: usize, otherwise: i64) -> i64 {
        let value = self.known[number].unwrap_or_else(|| {
            list(&mut self.assumed, NAMES[number], Some(otherwise));
            otherwise
        });
        self.put(NAMES[number], value);
        value
    }

    #[inline(never)]
    fn put(&mut self, place: &'static str, value: i64) {
        self.places.push((place, value.to_string()));
    }

    /// Chooses the story and its numbers.
    fn choose(&mut self, error: Error, line: &str) -> Chosen {
        self.take(PID, 31);
        let by = match error {
            Error::NewEpoch => 1,
            Error::Fenced => -1,
            _ => 0,
        };
        let known = self.known[KNOWN_EPOCH].unwrap_or(i64::from(by < 0));
        let epoch = self.take(EPOCH, known.wrapping_add(by));
        match by {
            0 => self.put(NAMES[KNOWN_EPOCH], epoch),
            by => drop(self.take(KNOWN_EPOCH, epoch.wrapping_sub(by))),
        }
        let records = self.take(RECORDS, 1);
        match error {
            Error::OutOfOrder => self.out_of_order(records, line),
            Error::NewEpoch => {
                let seq = self.take(SEQ, 5);
                self.remembers(further(seq, -1), seq);
                ("new-epoch", 1, "OUT_OF_ORDER")
            }
            Error::Fenced => {
                let seq = self.take(SEQ, 5);
                self.remembers(2, seq);
                ("fenced", 1, "FENCED")
            }
            Error::Duplicate => {
                let seq = self.take(SEQ, 3);
                self.remembers(further(seq, records.wrapping_add(10)), seq);
                ("duplicate", 1, "DUPLICATE_SEQUENCE_NUMBER")
            }
            Error::NoState | Error::UnknownProducer => {
                self.take(SEQ, 5);
                self.take(OFFSET, 100);
                match error {
                    Error::NoState => ("no-state", 1, "OUT_OF_ORDER"),
                    _ => ("unknown-producer", 1, "UNKNOWN_PRODUCER_ID"),
                }
            }
            Error::NotEnough => self.not_enough(),
            Error::NotEnoughAfterAppend => {
                self.by_producer(0);
                ("after-append", 4, "NOT_ENOUGH_REPLICAS_AFTER_APPEND")
            }
            Error::NotLeader => {
                self.by_producer(0);
                ("not-leader", 3, "NOT_LEADER")
            }
        }
    }

    fn out_of_order(&mut self, records: i64, line: &str) -> Chosen {
        if find(line, "retrying").is_some() {
            self.by_producer(-1);
            return ("retried", 4, "OUT_OF_ORDER");
        }
        let newest = self.known[NEWEST].unwrap_or(7);
        let seq = self.take(SEQ, further(newest, 3));
        // The next number would not have been refused.
        let behind = seq < 2 || find(line, "rewound").is_some();
        let by = if behind { records } else { -2 };
        let newest = self.remembers(further(seq, by), seq);
        let next = further(newest, 1);
        let missing = further(seq, next.wrapping_neg());
        self.put("next", next);
        self.put("until", further(seq, -1));
        self.put("missing", missing);
        // So much was never in flight.
        if missing > 1_000_000 {
            self.places.push(("more", String::new()));
        }
        let name = match missing < 1 << 30 {
            true => "gap",
            false => "behind",
        };
        (name, 1, "OUT_OF_ORDER")
    }

    /// The newest batch that the broker remembers: one record, unless that would be the very
    /// batch that it refused.
    fn remembers(&mut self, otherwise: i64, seq: i64) -> i64 {
        let newest = self.take(NEWEST, otherwise);
        let records = 1 + i64::from(newest == seq);
        if self.known[OFFSET].is_some_and(|offset| (0..records).contains(&offset)) {
            self.known[OFFSET] = None;
        }
        let end = self.take(OFFSET, 100);
        self.put("base", end.wrapping_sub(records));
        self.put("first", further(newest, 1 - records));
        newest
    }

    /// A producer whose batch the line is about, or the one before that.
    fn by_producer(&mut self, by: i64) {
        let seq = self.take(SEQ, 7);
        let next = further(seq, by);
        self.put("next", next);
        self.remembers(further(next, -1), seq);
    }

    /// Three brokers are drawn, and as many of them stop as the line says.
    fn not_enough(&mut self) -> Chosen {
        let min = self.take(MIN_IN_SYNC, 2).clamp(2, 3);
        let in_sync = self.take(IN_SYNC, min - 1);
        self.put("min", min);
        let (down, up, step) = match in_sync >= 2 && min > 2 {
            true => ("", "", 3),
            false => ("crash b2\n", "start b2\n", 4),
        };
        self.places.push(("down", down.to_owned()));
        self.places.push(("up", up.to_owned()));
        self.by_producer(0);
        ("not-enough", step, "NOT_ENOUGH_REPLICAS")
    }
}

/// Adds `name=value, ` if there is one.
#[inline(never)]
fn list(text: &mut String, name: &str, value: Option<i64>) {
    if let Some(value) = value {
        push(text, &[name, "=", &value.to_string(), ", "]);
    }
}

/// The partition on the page, and what is said of it.
fn place(named: Option<(&str, i64)>, said: &mut String, assumed: &mut String) -> String {
    let number = named.map(|(_, number)| number);
    let own = number.filter(|number| (0..PartitionId::COUNT.into()).contains(number));
    let mut shown = "p-".to_owned();
    shown.push_str(&own.unwrap_or(0).to_string());
    match named {
        Some((topic, number)) => {
            push(said, &["partition ", topic, "-", &number.to_string()]);
            push(said, &[", here ", &shown]);
            said.push_str(if own.is_none() {
                " (there are p-0 to p-15), "
            } else {
                ", "
            });
        }
        None => push(assumed, &["partition ", &shown, ", "]),
    }
    shown
}

#[inline(never)]
fn push(text: &mut String, pieces: &[&str]) {
    for piece in pieces {
        text.push_str(piece);
    }
}

/// Writes a story with its places filled.
fn fill(template: &str, places: &[(&str, String)], text: &mut String) {
    for (index, piece) in template.split(['{', '}']).enumerate() {
        // What stands in braces is every second piece.
        match places
            .iter()
            .find(|(place, _)| index % 2 == 1 && *place == piece)
        {
            Some((_, value)) => text.push_str(value),
            None if piece == "state" => fill(story("state"), places, text),
            None if piece == "more" => fill(story("missing"), places, text),
            None => text.push_str(piece),
        }
    }
}
