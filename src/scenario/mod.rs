//! The text form: one plain text that is scenario file, test fixture, link, export, bug report and
//! input of the command-line tool.
//!
//! Parse, replay, print gives a scenario file back. [`open`] reads and replays; [`Scenario::print`]
//! writes.

mod catalogue;
mod error;
mod line;
mod nearest;
mod open;
mod parse;
mod print;
mod words;

pub use catalogue::{CATALOGUE, Listed, provide, provided};
pub use error::{Place, Problem, TextError};
pub use nearest::nearest;
pub use open::{Mismatch, Opened, fact_lines, open};
pub use parse::{Parsed, parse, parse_variant};

use crate::sim::Variant;
use crate::timeline::Recording;

/// The longest text that is read, in bytes: 1 MiB.
pub const TEXT_MAX: usize = 1 << 20;

/// A recording with prose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Its title: one line, or nothing.
    pub title: String,
    /// What it is about; lines are kept as they were written, an empty one parts paragraphs.
    pub about: String,
    /// The setup, and the events with their captions.
    pub recording: Recording,
    /// The second setup that the same events are to be seen under, if there is one.
    pub compare: Option<Variant>,
    /// The words after the last event.
    pub closing: String,
}

/// Lines of prose as they flow on a page: an empty line starts a paragraph, every other line
/// break is a space.
pub fn paragraphs(prose: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in prose.lines().map(str::trim) {
        let last = paragraphs.last_mut().expect("it is never empty");
        match (line.is_empty(), last.is_empty()) {
            (true, true) => {}
            (true, false) => paragraphs.push(String::new()),
            (false, true) => last.push_str(line),
            (false, false) => {
                last.push(' ');
                last.push_str(line);
            }
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}
