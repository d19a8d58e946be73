//! The text that is read.

use super::Trouble;
use five_slots::scenario::TEXT_MAX;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};

/// A text with the name of where it comes from.
pub(super) struct Input {
    /// The file's name.
    pub(super) name: String,
    /// What stands in it.
    pub(super) text: String,
}

impl Input {
    /// Reads a file, or standard input for `-`.
    pub(super) fn read(file: &OsStr) -> Result<Self, Trouble> {
        // One byte more than a text may have is enough to know that it has too many.
        let most = TEXT_MAX as u64 + 1;
        let mut bytes = Vec::new();
        let (name, read) = if file == "-" {
            let input = io::stdin().lock();
            let read = input.take(most).read_to_end(&mut bytes);
            ("standard input".to_owned(), read)
        } else {
            let input = File::open(file);
            let read = input.and_then(|input| input.take(most).read_to_end(&mut bytes));
            (file.to_string_lossy().into_owned(), read)
        };
        let mut input = Self {
            name,
            text: String::new(),
        };
        read.map_err(|error| input.trouble(error))?;
        if bytes.len() > TEXT_MAX {
            let why = format!("line 1, column 1: a text has at most {TEXT_MAX} bytes");
            return Err(input.trouble(why));
        }
        input.text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            input.trouble(not_utf8(&error.as_bytes()[..good]))
        })?;
        Ok(input)
    }

    /// What is wrong with this input.
    pub(super) fn trouble(&self, why: impl Display) -> Trouble {
        Trouble::Unreadable(format!("{}: {why}", self.name))
    }
}

fn not_utf8(good: &[u8]) -> String {
    let good = String::from_utf8_lossy(good);
    let line = good.matches('\n').count() + 1;
    let column = good
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.chars().count())
        + 1;
    format!("line {line}, column {column}: a text is written in UTF-8, and this is not")
}
