//! Text to scenario. Only the form is looked at here; whether each event can happen is seen when
//! [`open`](super::open) replays it.

use super::error::{Place, Problem, TextError};
use super::line::{Line, Word};
use super::words;
use super::{Scenario, TEXT_MAX};
use crate::kafka::{Header, PartitionId, ProducerState, RuleSet, SLOTS, Window};
use crate::sim::{Event, Labels, Payload, ProducerName, ProducerSetup};
use crate::timeline::{EVENTS_MAX, Entry};
use std::rc::Rc;

/// What was read of a text: all of it, or what stands before the first thing that cannot be read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The scenario.
    pub scenario: Scenario,
    /// The facts that the text states under each event, with the line of each.
    pub facts: Vec<Vec<(usize, String)>>,
    /// Where each event stands.
    pub events: Vec<Place>,
    /// Where each setup line stands, by its first word and its subject.
    pub(super) setup: Vec<(&'static str, String, Place)>,
    /// What cannot be read, if something cannot.
    pub error: Option<TextError>,
}

/// The words that begin an event.
const EVENTS: [&str; 6] = ["batch", "A send", "deliver", "drop", "duplicate", "retry"];
/// What a producer can be told to do.
const VERBS: [&str; 2] = ["send", "restart"];
/// The words that begin a line.
const LINES: [&str; 8] = [
    "rules",
    "given",
    "producer",
    "batch",
    "deliver",
    "drop",
    "duplicate",
    "retry",
];
/// The version of this text form.
const VERSION: &str = "1";

/// Reads a text up to the first thing that cannot be read.
pub fn parse(text: &str) -> Parsed {
    let mut parser = Parser::default();
    let result = parser.read(text);
    let mut parsed = parser.finish();
    parsed.error = result.err();
    parsed
}

#[derive(Default)]
struct Parser {
    parsed: Parsed,
    /// Prose that belongs to what comes next.
    prose: Vec<String>,
    /// Whether title and about have been read, or can no longer come.
    titled: bool,
    ruled: bool,
}

impl Parser {
    fn read(&mut self, text: &str) -> Result<(), TextError> {
        let start = Place { line: 1, column: 1 };
        if text.len() > TEXT_MAX {
            let why = format!(
                "a text has at most {TEXT_MAX} bytes, this one has {}",
                text.len()
            );
            return Err(TextError {
                place: start,
                problem: Problem::Bound(why),
            });
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            self.read_line(index + 1, line)?;
        }
        Ok(())
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), TextError> {
        if line.trim().is_empty() {
            self.end_title();
        } else if let Some(prose) = line.strip_prefix('#') {
            let prose = prose.strip_prefix(' ').unwrap_or(prose);
            self.prose.push(prose.trim_end().to_owned());
        } else if line.starts_with(char::is_whitespace) {
            self.read_fact(number, line)?;
        } else {
            self.read_words(Line::new(number, line.trim_end()))?;
        }
        Ok(())
    }

    /// The first block of prose is title and about, once a blank or a setup line ends it.
    fn end_title(&mut self) {
        let before_events = self.parsed.events.is_empty();
        if !self.prose.is_empty() && before_events && !self.titled {
            self.titled = true;
            let mut lines = std::mem::take(&mut self.prose);
            trim_empty(&mut lines);
            if !lines.is_empty() {
                self.parsed.scenario.title = lines.remove(0).trim().to_owned();
                trim_empty(&mut lines);
                self.parsed.scenario.about = lines.join("\n");
            }
        } else if self.prose.last().is_some_and(|last| !last.is_empty()) {
            // A block that stands alone is a paragraph of what comes next.
            self.prose.push(String::new());
        }
    }

    fn take_prose(&mut self) -> String {
        let mut lines = std::mem::take(&mut self.prose);
        trim_empty(&mut lines);
        lines.join("\n")
    }

    fn read_fact(&mut self, number: usize, line: &str) -> Result<(), TextError> {
        let fact = line.trim();
        match self.parsed.facts.last_mut() {
            Some(facts) if self.prose.is_empty() => {
                facts.push((number, fact.to_owned()));
                Ok(())
            }
            _ => {
                let place = Line::new(number, line).place();
                Err(TextError::unexpected(
                    place,
                    fact,
                    "a fact only directly under its event; other lines are not indented",
                ))
            }
        }
    }

    fn read_words(&mut self, mut line: Line<'_>) -> Result<(), TextError> {
        let place = line.place();
        let first = line.expect("an event or a setup line")?;
        let setup = match first.text {
            "five-slots" => return self.read_version(line),
            "rules" => Some("rules"),
            "given" => Some("given"),
            "producer" => Some("producer"),
            _ => None,
        };
        match setup {
            Some(kind) => {
                if !self.parsed.events.is_empty() {
                    return Err(
                        first.unexpected("an event: setup lines come before the first event")
                    );
                }
                self.end_title();
                self.add_about();
                let subject = self.read_setup(kind, line)?;
                self.parsed.setup.push((kind, subject, place));
            }
            None => self.add_event(first, line)?,
        }
        Ok(())
    }

    fn read_version(&self, mut line: Line<'_>) -> Result<(), TextError> {
        let version = line.expect("a version")?;
        if version.text != VERSION {
            return Err(version.unexpected(format!(
                "version {VERSION} of the text form; a newer page reads newer texts"
            )));
        }
        line.end()
    }

    /// Prose above a later setup line belongs to the about too.
    fn add_about(&mut self) {
        let more = self.take_prose();
        let about = &mut self.parsed.scenario.about;
        if !more.is_empty() {
            if !about.is_empty() {
                about.push_str("\n\n");
            }
            about.push_str(&more);
            if self.parsed.scenario.title.is_empty() {
                // An about needs a title to be read back.
                let whole = std::mem::take(about);
                let (title, rest) = whole.split_once('\n').unwrap_or((&whole, ""));
                self.parsed.scenario.title = title.trim().to_owned();
                self.parsed.scenario.about = rest.trim_start_matches('\n').to_owned();
            }
        }
    }

    fn add_event(&mut self, first: Word<'_>, line: Line<'_>) -> Result<(), TextError> {
        if self.parsed.events.len() >= EVENTS_MAX {
            return Err(TextError {
                place: first.place,
                problem: Problem::Bound(format!("a recording holds at most {EVENTS_MAX} events")),
            });
        }
        let event = read_event(first, line)?;
        let caption = self.take_prose();
        self.titled = true;
        self.parsed.scenario.recording.entries.push(Entry {
            event,
            caption: (!caption.is_empty()).then(|| caption.into()),
        });
        self.parsed.events.push(first.place);
        self.parsed.facts.push(Vec::new());
        Ok(())
    }

    fn read_setup(&mut self, kind: &'static str, mut line: Line<'_>) -> Result<String, TextError> {
        match kind {
            "rules" => {
                let known = RuleSet::ALL.map(RuleSet::name);
                let name = line.expect("a rule set")?;
                let rules = RuleSet::from_name(name.text);
                let rules = rules.ok_or_else(|| name.unknown("a rule set", &known))?;
                if self.ruled {
                    return Err(name.unexpected("one line of rules only"));
                }
                self.ruled = true;
                self.parsed.scenario.recording.setup.rules = rules;
                line.end()?;
                Ok(String::new())
            }
            "given" => self.read_given(line),
            _ => self.read_producer(line),
        }
    }

    fn read_given(&mut self, mut line: Line<'_>) -> Result<String, TextError> {
        let word = line.expect("a partition, p-0 to p-15")?;
        let id = words::partition(&word)?;
        let end = line.clone();
        let mut fields = Fields::read(line, &["log-end", "pid", "epoch", "window"])?;
        let given = &mut self.parsed.scenario.recording.setup.given;
        let partition = given.entry(id).or_default();
        let alone = fields.is_empty();
        if let Some(log_end) = fields.take("log-end") {
            if partition.log_end.is_some() {
                return Err(log_end.unexpected(format!("one log end of {id} only")));
            }
            partition.log_end = Some(words::offset(&log_end)?);
        } else if alone && partition.log_end.is_none() && partition.states.is_empty() {
            partition.log_end = Some(crate::kafka::Offset::ZERO);
        }
        if !fields.is_empty() {
            let (pid, epoch, window) = (
                fields.require("pid", &end)?,
                fields.require("epoch", &end)?,
                fields.require("window", &end)?,
            );
            let who = words::pid(&pid)?;
            if who.0 < 0 {
                return Err(pid.unexpected("a producer id from 0"));
            }
            if partition.states.iter().any(|(known, _)| *known == who) {
                return Err(pid.unexpected(format!("one window of producer {who} on {id} only")));
            }
            let life = words::epoch(&epoch)?;
            if life.0 < 0 {
                return Err(epoch.unexpected("an epoch from 0"));
            }
            let slots = Window::of(&words::slots(&window)?);
            let slots = slots.ok_or_else(|| window.unexpected(format!("1 to {SLOTS} slots")))?;
            partition.states.push((
                who,
                ProducerState {
                    epoch: life,
                    window: slots,
                },
            ));
        }
        Ok(id.to_string())
    }

    fn read_producer(&mut self, mut line: Line<'_>) -> Result<String, TextError> {
        let word = line.expect("a producer, A to Z")?;
        let name = words::producer(&word)?;
        let mut fields = Fields::read(line, &["pid", "epoch", "next", "transactional-id"])?;
        let producers = &mut self.parsed.scenario.recording.setup.producers;
        if producers.contains_key(&name) {
            return Err(word.unexpected(format!("one line of producer {name} only")));
        }
        let mut producer = ProducerSetup::default();
        if let Some(pid) = fields.take("pid") {
            let id = words::pid(&pid)?;
            if id.0 < 0 {
                return Err(pid.unexpected("a producer id from 0"));
            }
            producer.pid = Some(id);
        }
        if let Some(epoch) = fields.take("epoch") {
            let life = words::epoch(&epoch)?;
            if life.0 < 0 {
                return Err(epoch.unexpected("an epoch from 0"));
            }
            producer.epoch = Some(life);
        }
        if let Some(next) = fields.take("next") {
            for piece in next.split(',') {
                let colon = piece.text.find(':');
                let colon =
                    colon.ok_or_else(|| piece.unexpected("partition:sequence, such as p-0:7"))?;
                let partition = words::partition(&piece.part(0, colon))?;
                let sequence = words::past_sequence(&piece.part(colon + 1, piece.text.len()))?;
                if producer.next.insert(partition, sequence).is_some() {
                    return Err(piece.unexpected(format!("one next sequence of {partition} only")));
                }
            }
        }
        if let Some(id) = fields.take("transactional-id") {
            producer.transactional_id = Some(transactional_id(&id)?);
        }
        producers.insert(name, producer);
        Ok(name.to_string())
    }

    fn finish(mut self) -> Parsed {
        if self.parsed.events.is_empty() {
            self.end_title();
            self.add_about();
        } else {
            self.parsed.scenario.closing = self.take_prose();
        }
        self.parsed
    }
}

fn trim_empty(lines: &mut Vec<String>) {
    let empty = |line: &String| line.trim().is_empty();
    let leading = lines.iter().take_while(|line| empty(line)).count();
    lines.drain(..leading);
    while lines.last().is_some_and(empty) {
        lines.pop();
    }
}

fn transactional_id(word: &Word<'_>) -> Result<Rc<str>, TextError> {
    const LENGTH_MAX: usize = 40;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if word.text.is_empty() || word.text.len() > LENGTH_MAX || !word.text.chars().all(plain) {
        let expected = "a transactional id: up to 40 letters, digits, dots, dashes or underscores";
        return Err(word.unexpected(expected));
    }
    Ok(word.text.into())
}

fn read_event(first: Word<'_>, mut line: Line<'_>) -> Result<Event, TextError> {
    let event = match first.text {
        "batch" => return read_batch(line),
        "deliver" => Event::Deliver(words::message(&line.expect("a message, such as A1.1")?)?),
        "drop" => Event::Drop(words::message(&line.expect("a message, such as A1.1")?)?),
        "duplicate" => Event::Duplicate(words::message(&line.expect("a message, such as A1.1")?)?),
        "retry" => Event::Retry(words::batch(&line.expect("a batch, such as A1")?)?),
        _ => {
            let producer = words::producer(&first).map_err(|_| unknown_line(&first))?;
            return read_producer_event(producer, line);
        }
    };
    line.end()?;
    Ok(event)
}

/// Names the events, and looks for the nearest word among the setup lines too.
fn unknown_line(first: &Word<'_>) -> TextError {
    let mut error = first.unknown("an event", &EVENTS);
    if let Problem::Unexpected { nearest, .. } = &mut error.problem {
        *nearest = super::nearest(first.text, LINES).map(str::to_owned);
    }
    error
}

fn read_producer_event(producer: ProducerName, mut line: Line<'_>) -> Result<Event, TextError> {
    let verb = line.expect("send or restart")?;
    match verb.text {
        "send" => {
            let partition = words::partition(&line.expect("a partition, p-0 to p-15")?)?;
            let payload = read_payload(line)?;
            Ok(Event::Send {
                producer,
                partition,
                payload,
            })
        }
        "restart" => {
            let leaving = match line.next() {
                None => None,
                Some(word) if word.text == "leaving" => Some(words::producer(
                    &line.expect("a name for the old life, A to Z")?,
                )?),
                Some(word) => return Err(word.unknown("the end of the line or", &["leaving"])),
            };
            line.end()?;
            Ok(Event::Restart { producer, leaving })
        }
        _ => Err(verb.unknown("what the producer does", &VERBS)),
    }
}

/// How many records, or a label for each.
fn read_payload(mut line: Line<'_>) -> Result<Payload, TextError> {
    let first = line.expect("how many records, or their labels in quotes")?;
    if !first.text.starts_with('"') {
        let count = words::number(&first, "how many records, or labels in quotes;")?;
        line.end()?;
        return Ok(Payload::Count(count));
    }
    let mut labels = vec![words::label(&first)?];
    while let Some(word) = line.next() {
        labels.push(words::label(&word)?);
    }
    Ok(Payload::Labelled(labels.into()))
}

fn read_batch(mut line: Line<'_>) -> Result<Event, TextError> {
    let partition: PartitionId = words::partition(&line.expect("a partition, p-0 to p-15")?)?;
    let end = line.clone();
    let mut fields = Fields::read(line, &["pid", "epoch", "seq", "records", "labels"])?;
    let header = Header {
        pid: words::pid(&fields.require("pid", &end)?)?,
        epoch: words::epoch(&fields.require("epoch", &end)?)?,
        first: words::sequence(&fields.require("seq", &end)?)?,
        records: words::number(&fields.require("records", &end)?, "how many records")?,
    };
    let labels = match fields.take("labels") {
        None => None,
        Some(word) => {
            let labels: Labels = words::labels(&word)?;
            if labels.len() as u32 != header.records {
                let expected = format!("{} labels, one a record", header.records);
                return Err(word.unexpected(expected));
            }
            Some(labels)
        }
    };
    Ok(Event::Batch {
        partition,
        header,
        labels,
    })
}

/// The `key=value` words of a line.
struct Fields<'a> {
    known: &'a [&'static str],
    found: Vec<(Word<'a>, Word<'a>)>,
}

impl<'a> Fields<'a> {
    fn read(mut line: Line<'a>, known: &'a [&'static str]) -> Result<Self, TextError> {
        let mut found: Vec<(Word<'a>, Word<'a>)> = Vec::new();
        while let Some(word) = line.next() {
            let Some((key, value)) = word.key_value() else {
                return Err(word.unknown("key=value with one of", known));
            };
            if !known.contains(&key.text) {
                return Err(key.unknown("one of", known));
            }
            if found.iter().any(|(earlier, _)| earlier.text == key.text) {
                return Err(key.unexpected(format!("{} only once", key.text)));
            }
            found.push((key, value));
        }
        Ok(Self { known, found })
    }

    fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    fn take(&mut self, key: &str) -> Option<Word<'a>> {
        debug_assert!(self.known.contains(&key), "a key that this line can have");
        let place = self.found.iter().position(|(found, _)| found.text == key)?;
        Some(self.found.remove(place).1)
    }

    /// A value that must be there; `line` says where the line's fields begin.
    fn require(&mut self, key: &str, line: &Line<'_>) -> Result<Word<'a>, TextError> {
        self.take(key).ok_or_else(|| {
            let mut end = line.clone();
            while end.next().is_some() {}
            TextError::unexpected(end.place(), "", format!("{key}=..."))
        })
    }
}
