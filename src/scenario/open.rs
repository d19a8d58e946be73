//! A text opened: read, replayed, and held against the facts that it states.

use super::Scenario;
use super::error::{Place, Problem, TextError};
use super::parse::{Parsed, parse};
use crate::sim::{Setup, SetupError, World};
use crate::timeline::{PushError, ReplayError, Timeline};

/// A text that was read and replayed: all of it, or the part before the first error.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The scenario, as far as it is good.
    pub scenario: Scenario,
    /// Its replay, with the cursor at the start.
    pub timeline: Timeline,
    /// What is wrong with the rest, if something is.
    pub error: Option<TextError>,
    /// The first stated fact that does not come out, if one does not.
    pub mismatch: Option<Mismatch>,
}

/// A fact that a text states and the replay does not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the stated fact, or of the event where one is missing.
    pub line: usize,
    /// The event.
    pub event: String,
    /// What the text states; `None` where it leaves a fact out.
    pub stated: Option<String>,
    /// What came out; `None` where nothing more happened.
    pub happened: Option<String>,
}

/// Reads and replays a text.
pub fn open(text: &str) -> Opened {
    let mut parsed = parse(text);
    if let Some(error) = second_setup_error(&parsed) {
        parsed.scenario.compare = None;
        parsed.error.get_or_insert(error);
    }
    let recording = &mut parsed.scenario.recording;
    let (timeline, stopped) = match Timeline::replay(recording) {
        Ok(replayed) => replayed,
        Err(error) => {
            // Without its setup no event means what it should, so none is kept.
            let place = place_of(&parsed, &error);
            parsed.scenario.recording = Default::default();
            parsed.scenario.compare = None;
            parsed.scenario.closing.clear();
            parsed.facts.clear();
            let problem = Problem::Setup(error.to_string());
            parsed.error = Some(TextError { place, problem });
            let empty = Timeline::new(Setup::default()).expect("the default setup is a world");
            (empty, None)
        }
    };
    if let Some(ReplayError { index, error }) = stopped {
        let entries = &mut parsed.scenario.recording.entries;
        let event = entries[index].event.to_string();
        entries.truncate(index);
        // The words after the last event were about events that are not kept.
        parsed.scenario.closing.clear();
        parsed.error = Some(TextError {
            place: parsed.events[index],
            problem: match error {
                PushError::Impossible(why) => Problem::Impossible {
                    event,
                    why: why.to_string(),
                },
                PushError::Full | PushError::Setup(_) => Problem::Bound(error.to_string()),
            },
        });
    }
    Opened {
        mismatch: compare(&parsed, &timeline),
        scenario: parsed.scenario,
        timeline,
        error: parsed.error,
    }
}

impl Opened {
    /// Opens a text whose every line must be good.
    pub fn whole(text: &str) -> Result<Self, TextError> {
        let opened = open(text);
        match opened.error {
            Some(error) => Err(error),
            None => Ok(opened),
        }
    }

    /// The facts that happened, as lines, for [`Scenario::print`].
    pub fn facts(&self) -> Vec<Vec<String>> {
        fact_lines(&self.timeline)
    }
}

/// The facts of the branch on screen, as lines.
pub fn fact_lines(timeline: &Timeline) -> Vec<Vec<String>> {
    let steps = timeline.steps().iter();
    steps
        .map(|step| step.facts.iter().map(ToString::to_string).collect())
        .collect()
}

/// What is wrong with the setup of the line `compare`, where the first setup is good.
fn second_setup_error(parsed: &Parsed) -> Option<TextError> {
    let variant = parsed.scenario.compare.as_ref()?;
    let setup = &parsed.scenario.recording.setup;
    World::new(setup).ok()?;
    let error = World::new(&variant.of(setup)).err()?;
    let mut lines = parsed.setup.iter();
    let line = lines.find(|(kind, ..)| *kind == "compare");
    Some(TextError {
        place: line.map_or(Place { line: 1, column: 1 }, |(_, _, place)| *place),
        problem: Problem::Setup(error.to_string()),
    })
}

fn place_of(parsed: &Parsed, error: &SetupError) -> Place {
    let (kind, subject) = error.line();
    let mut lines = parsed.setup.iter();
    // What is said of a partition holds for the last of its lines.
    let found = lines.rfind(|(known, about, _)| {
        let rest = about.strip_prefix(&subject);
        *known == kind && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    found.map_or(Place { line: 1, column: 1 }, |(_, _, place)| *place)
}

/// Holds the stated facts against the replay. An event without facts states nothing; one with any
/// lists them all.
fn compare(parsed: &Parsed, timeline: &Timeline) -> Option<Mismatch> {
    let steps = timeline
        .steps()
        .iter()
        .zip(&parsed.facts)
        .zip(&parsed.events);
    for ((step, stated), place) in steps {
        if stated.is_empty() {
            continue;
        }
        for index in 0..stated.len().max(step.facts.len()) {
            let happened = step.facts.get(index).map(ToString::to_string);
            let (line, said) = match stated.get(index) {
                Some((line, said)) => (*line, Some(said.clone())),
                None => (place.line, None),
            };
            if said != happened {
                return Some(Mismatch {
                    line,
                    event: step.entry.event.to_string(),
                    stated: said,
                    happened,
                });
            }
        }
    }
    None
}
