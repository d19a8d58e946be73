//! Text to scenario. Only the form is looked at here; whether each event can happen is seen when
//! [`open`](super::open) replays it.

mod event;
mod fields;
mod setup;

use super::error::{Place, Problem, TextError};
use super::line::{Line, Word};
use super::{Scenario, TEXT_MAX};
use crate::sim::Variant;
use crate::timeline::{EVENTS_MAX, Entry};
use event::SetupLines;

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

/// The version of this text form.
const VERSION: &str = "1";

/// Reads a text up to the first thing that cannot be read.
pub fn parse(text: &str) -> Parsed {
    let mut parser = Parser::default();
    let error = parser.read(text).err();
    if error.is_some() {
        // These words were about what could not be read.
        parser.prose.clear();
    }
    let mut parsed = parser.finish();
    parsed.error = error;
    parsed
}

/// Reads how one setup departs from another: `idempotence off, window 1`.
pub fn parse_variant(words: &str) -> Result<Variant, TextError> {
    setup::read_variant(Line::new(1, words))
}

#[derive(Default)]
struct Parser {
    parsed: Parsed,
    /// Prose that belongs to what comes next.
    prose: Vec<String>,
    /// Whether title and about have been read, or can no longer come.
    titled: bool,
    /// Whether anything but blank lines has been read.
    begun: bool,
}

impl Parser {
    fn read(&mut self, text: &str) -> Result<(), TextError> {
        if text.len() > TEXT_MAX {
            let bytes = text.len();
            let why = format!("a text has at most {TEXT_MAX} bytes, this one has {bytes}");
            return Err(TextError {
                place: Place { line: 1, column: 1 },
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
            self.end_block();
            return Ok(());
        }
        if let Some(prose) = line.strip_prefix('#') {
            let prose = prose.strip_prefix(' ').unwrap_or(prose);
            self.prose.push(prose.trim_end().to_owned());
        } else if line.starts_with(char::is_whitespace) {
            self.read_fact(number, line)?;
        } else {
            self.read_words(Line::new(number, line))?;
        }
        self.begun = true;
        Ok(())
    }

    /// A block of prose ends. The first one is title and about, unless it stood above an event;
    /// any other that stands alone is a paragraph of what comes next.
    fn end_block(&mut self) {
        if !self.titled && !self.prose.is_empty() {
            self.titled = true;
            let mut lines = std::mem::take(&mut self.prose);
            trim_empty(&mut lines);
            if !lines.is_empty() {
                self.parsed.scenario.title = lines.remove(0).trim().to_owned();
                trim_empty(&mut lines);
                self.parsed.scenario.about = lines.join("\n");
            }
        } else if self.prose.last().is_some_and(|last| !last.is_empty()) {
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
        let expected = match self.parsed.facts.last_mut() {
            Some(_) if fact.starts_with('#') => "a fact: captions are not indented",
            Some(facts) if self.prose.is_empty() => {
                facts.push((number, fact.to_owned()));
                return Ok(());
            }
            _ => "no indented line here: facts stand directly under their event",
        };
        let place = Line::new(number, line).place();
        Err(TextError::unexpected(place, fact, expected))
    }

    fn read_words(&mut self, mut line: Line<'_>) -> Result<(), TextError> {
        let first = line.expect("an event or a setup line")?;
        match first.text {
            "five-slots" => self.read_version(first, line),
            word => match setup::lines().find(|line| *line == word) {
                Some(kind) => self.read_setup(kind, first, line),
                None => self.add_event(first, line),
            },
        }
    }

    fn read_version(&self, first: Word<'_>, mut line: Line<'_>) -> Result<(), TextError> {
        if self.begun {
            return Err(first.unexpected("the version on the first line only"));
        }
        let version = line.expect("a version")?;
        if version.text != VERSION {
            return Err(version.unexpected(format!(
                "version {VERSION} of the text form; a newer page reads newer texts"
            )));
        }
        line.end()
    }

    fn read_setup(
        &mut self,
        kind: &'static str,
        first: Word<'_>,
        line: Line<'_>,
    ) -> Result<(), TextError> {
        if !self.parsed.events.is_empty() {
            return Err(first.unexpected("an event: setup lines come before the first event"));
        }
        self.end_block();
        self.add_about();
        let known = self.parsed.setup.iter().any(|(known, ..)| *known == kind);
        let scenario = &mut self.parsed.scenario;
        let setup = &mut scenario.recording.setup;
        let subject = match kind {
            "given" => setup::read_given(line, setup)?,
            "producer" => setup::read_producer(line, setup)?,
            _ if known => return Err(first.unexpected(format!("no second line of {kind}"))),
            "compare" => {
                scenario.compare = Some(setup::read_variant(line)?);
                String::new()
            }
            _ => {
                setup::read_change(kind, line)?.apply(setup);
                String::new()
            }
        };
        self.parsed.setup.push((kind, subject, first.place));
        Ok(())
    }

    /// Prose above a later setup line belongs to the about too.
    fn add_about(&mut self) {
        let more = self.take_prose();
        if more.is_empty() {
            return;
        }
        let Scenario { title, about, .. } = &mut self.parsed.scenario;
        if title.is_empty() {
            // An about needs a title to be read back.
            let (first, rest) = more.split_once('\n').unwrap_or((&more, ""));
            *title = first.trim().to_owned();
            *about = rest.trim_start_matches('\n').to_owned();
            return;
        }
        if !about.is_empty() {
            about.push_str("\n\n");
        }
        about.push_str(&more);
    }

    fn add_event(&mut self, first: Word<'_>, line: Line<'_>) -> Result<(), TextError> {
        if self.parsed.events.len() >= EVENTS_MAX {
            return Err(TextError {
                place: first.place,
                problem: Problem::Bound(format!("a recording holds at most {EVENTS_MAX} events")),
            });
        }
        let setup = if self.parsed.events.is_empty() {
            SetupLines::Possible
        } else {
            SetupLines::Over
        };
        let event = event::read(first, line, setup)?;
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

    fn finish(mut self) -> Parsed {
        if self.parsed.events.is_empty() {
            self.end_block();
            self.add_about();
        } else {
            self.parsed.scenario.closing = self.take_prose();
        }
        // The lines `rules` and `window` may stand in any order.
        let setup = &mut self.parsed.scenario.recording.setup;
        *setup = std::mem::take(setup).settled();
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
