//! The `key=value` words of a line.

use crate::scenario::error::TextError;
use crate::scenario::line::{Line, Word};

/// The fields of one line, by key.
pub(super) struct Fields<'a> {
    known: &'a [&'static str],
    found: Vec<(Word<'a>, Word<'a>)>,
    /// Behind the last field: where one that is missing would stand.
    end: Line<'a>,
}

impl<'a> Fields<'a> {
    /// Reads the rest of a line, in which each of the known keys may stand once.
    pub(super) fn read(mut line: Line<'a>, known: &'a [&'static str]) -> Result<Self, TextError> {
        let mut found: Vec<(Word<'a>, Word<'a>)> = Vec::new();
        while let Some(word) = line.next() {
            let Some((key, value)) = word.key_value() else {
                if known.contains(&word.text) {
                    return Err(word.unexpected(format!("{}=...", word.text)));
                }
                return Err(word.unknown("key=value with one of", known));
            };
            if !known.contains(&key.text) {
                return Err(key.unknown("one of", known));
            }
            if found.iter().any(|(earlier, _)| earlier.text == key.text) {
                return Err(key.unexpected(format!("no second {}", key.text)));
            }
            found.push((key, value));
        }
        Ok(Self {
            known,
            found,
            end: line,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Takes the value of a key that may be left out.
    pub(super) fn take(&mut self, key: &str) -> Option<Word<'a>> {
        debug_assert!(self.known.contains(&key), "a key that this line can have");
        let place = self.found.iter().position(|(found, _)| found.text == key)?;
        Some(self.found.remove(place).1)
    }

    /// Takes the value of a key that must be there.
    pub(super) fn require(&mut self, key: &str) -> Result<Word<'a>, TextError> {
        let value = self.take(key);
        value.ok_or_else(|| TextError::unexpected(self.end.place(), "", format!("{key}=...")))
    }
}
