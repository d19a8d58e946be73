//! What is wrong with a text: where, what was found, what would be right.

use super::nearest::nearest;
use std::fmt;

/// Where in a text: both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The first thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something stands here that cannot be read.
    Unexpected {
        /// What stands there, which may be nothing.
        found: String,
        /// What would be right.
        expected: String,
        /// The nearest known word.
        nearest: Option<String>,
    },
    /// The event can be read, but cannot happen where it stands.
    Impossible {
        /// The event.
        event: String,
        /// Why, and what is possible.
        why: String,
    },
    /// The setup can be read, but describes no world.
    Setup(String),
    /// A bound was passed.
    Bound(String),
}

impl TextError {
    /// Found a word where one of the known ones should stand.
    pub(super) fn unknown(place: Place, found: &str, what: &str, known: &[&str]) -> Self {
        Self {
            place,
            problem: Problem::Unexpected {
                found: shorten(found),
                expected: format!("{what}: {}", known.join(", ")),
                nearest: nearest(found, known.iter().copied()).map(str::to_owned),
            },
        }
    }

    /// Found something else than was expected.
    pub(super) fn unexpected(place: Place, found: &str, expected: impl Into<String>) -> Self {
        Self {
            place,
            problem: Problem::Unexpected {
                found: shorten(found),
                expected: expected.into(),
                nearest: None,
            },
        }
    }

    /// The same, with what was probably meant.
    pub(super) fn meant(mut self, word: Option<String>) -> Self {
        if let Problem::Unexpected { nearest, .. } = &mut self.problem {
            *nearest = word;
        }
        self
    }
}

/// A long find is shown in part: the place says where to look.
fn shorten(found: &str) -> String {
    const SHOWN: usize = 60;
    match found.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected {
                found,
                expected,
                nearest,
            } => {
                match found.as_str() {
                    "" => f.write_str("found nothing")?,
                    found => write!(f, "found `{found}`")?,
                }
                write!(f, ", expected {expected}")?;
                match nearest {
                    Some(word) => write!(f, ". Did you mean `{word}`?"),
                    None => Ok(()),
                }
            }
            Self::Impossible { event, why } => write!(f, "`{event}` is impossible here: {why}"),
            Self::Setup(why) | Self::Bound(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "line {line}, column {column}: {}", self.problem)
    }
}
