//! One line of text, read word by word.

use super::error::{Place, TextError};

/// A word of a line, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub place: Place,
}

/// What is left of a line.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Self {
        Self {
            rest: text,
            place: Place {
                line: number,
                column: 1,
            },
        }
    }

    /// A piece of a line, to be read word by word.
    pub(super) fn of(word: &Word<'a>) -> Self {
        Self {
            rest: word.text,
            place: word.place,
        }
    }

    /// All that is left of it, after blanks.
    pub(super) fn rest(&mut self) -> &'a str {
        self.skip_space();
        self.rest
    }

    /// Where the next word begins, or would.
    pub(super) fn place(&mut self) -> Place {
        self.skip_space();
        self.place
    }

    fn skip_space(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.place.column += skipped.chars().count();
        self.rest = trimmed;
    }

    /// The next word, if the line has one. Blanks between quotes or brackets belong to the word.
    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        self.skip_space();
        let place = self.place;
        let (mut quoted, mut bracketed) = (false, false);
        let end = self.rest.find(|letter: char| {
            match letter {
                '"' => quoted = !quoted,
                '[' if !quoted => bracketed = true,
                ']' if !quoted => bracketed = false,
                _ => {}
            }
            letter.is_whitespace() && !quoted && !bracketed
        });
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.place.column += text.chars().count();
        (!text.is_empty()).then_some(Word { text, place })
    }

    /// The next word, or what was expected in its place.
    pub(super) fn expect(&mut self, expected: &str) -> Result<Word<'a>, TextError> {
        let place = self.place();
        self.next()
            .ok_or_else(|| TextError::unexpected(place, "", expected))
    }

    /// Nothing more may stand on the line.
    pub(super) fn end(mut self) -> Result<(), TextError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(word.unexpected("the end of the line")),
        }
    }
}

impl<'a> Word<'a> {
    pub(super) fn unexpected(&self, expected: impl Into<String>) -> TextError {
        TextError::unexpected(self.place, self.text, expected)
    }

    pub(super) fn unknown(&self, what: &str, known: &[&str]) -> TextError {
        TextError::unknown(self.place, self.text, what, known)
    }

    /// The part of this word that begins at byte `start`.
    pub(super) fn part(&self, start: usize, end: usize) -> Self {
        Self {
            text: &self.text[start..end],
            place: Place {
                column: self.place.column + self.text[..start].chars().count(),
                ..self.place
            },
        }
    }

    /// Parts `key=value` at its equals sign.
    pub(super) fn key_value(&self) -> Option<(Self, Self)> {
        let equals = self.text.find('=')?;
        Some((self.part(0, equals), self.part(equals + 1, self.text.len())))
    }

    /// The pieces of this word between separators. None is left out, empty ones are found as such.
    pub(super) fn split(&self, separator: char) -> Vec<Self> {
        let mut pieces = Vec::new();
        let (mut rest, mut quoted) = (*self, false);
        // Each piece is cut off the rest, so that no letter is counted twice.
        while let Some(at) = rest.text.find(|letter: char| {
            quoted ^= letter == '"';
            letter == separator && !quoted
        }) {
            pieces.push(rest.part(0, at));
            let (skipped, after) = rest.text.split_at(at + separator.len_utf8());
            rest.place.column += skipped.chars().count();
            rest.text = after;
        }
        pieces.push(rest);
        pieces
    }

    /// The word without blanks around it.
    pub(super) fn trim(&self) -> Self {
        let trimmed = self.text.trim();
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start, start + trimmed.len())
    }
}
