//! The files of the project, as far as they are text.

use std::fs;
use std::path::Path;

/// One file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its path in the project, with slashes.
    pub(crate) path: String,
    /// What it says.
    pub(crate) text: String,
    /// The same without comments and without what stands in quotes, if it is Rust.
    pub(crate) code: String,
}

impl File {
    /// A file of this text.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let is_rust = path.ends_with(".rs");
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            code: if is_rust {
                code_of(text)
            } else {
                String::new()
            },
        }
    }

    /// The part of the project that it belongs to: `kafka` for all of `src/kafka/`, `timeline` for
    /// `src/timeline.rs`. `None` outside of `src/` and for the crate's root.
    pub(crate) fn module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src/")?;
        let end = inside.find(['/', '.'])?;
        Some(&inside[..end]).filter(|module| *module != "lib")
    }

    /// Whether it is Rust and in one of these folders.
    pub(crate) fn is_rust_in(&self, folders: &[&str]) -> bool {
        let mut folders = folders.iter();
        self.path.ends_with(".rs") && folders.any(|folder| self.path.starts_with(folder))
    }

    /// The line, from 1, of this place in its text or code.
    pub(crate) fn line(&self, at: usize) -> usize {
        // Comments and quotes are blanked out, so both have the same lines; but only the code has
        // been asked for by place.
        1 + self.code[..at].matches('\n').count()
    }

    /// The words of its code, each with its place: names, numbers and keywords.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let part_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut at = 0;
        self.code
            .split(move |letter| !part_of_word(letter))
            .filter_map(move |word| {
                let start = at;
                // What parts two words is one letter, of one byte or more.
                at += word.len() + self.code[start + word.len()..].chars().next()?.len_utf8();
                (!word.is_empty()).then_some((start, word))
            })
    }
}

/// All files but those that git is told to ignore, and git's own.
pub(crate) fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let mut ignored: Vec<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    ignored.push(".git");
    let mut files = Vec::new();
    collect(root, "", &ignored, &mut files);
    files.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(files.iter().any(|file| file.path == "src/lib.rs"));
    files
}

fn collect(folder: &Path, path: &str, ignored: &[&str], files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("a folder that can be read") {
        let entry = entry.expect("an entry that can be read");
        let name = entry.file_name().into_string().expect("a name in Unicode");
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}/{name}")
        };
        if ignored.contains(&&*name) || ignored.contains(&&*path) {
            continue;
        }
        if entry.path().is_dir() {
            collect(&entry.path(), &path, ignored, files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            files.push(File::new(&path, &text));
        }
    }
}

/// Rust without comments and without what stands in quotes: blanks in their place, line for line.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let hidden = hidden_length(&code, rest);
        if hidden == 0 {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            let blanks = rest[..hidden].chars();
            code.extend(blanks.map(|letter| if letter == '\n' { '\n' } else { ' ' }));
            rest = &rest[hidden..];
        }
    }
    code
}

/// How many bytes of a comment or of something quoted begin here.
fn hidden_length(before: &str, rest: &str) -> usize {
    let until = |end: &str, skipped: usize| {
        let found = rest[skipped..].find(end);
        found.map_or(rest.len(), |at| skipped + at + end.len())
    };
    let in_word = before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return until("*/", 2);
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    if rest.starts_with('r') && !in_word {
        let marks = rest[1..]
            .chars()
            .take_while(|letter| *letter == '#')
            .count();
        if rest[1 + marks..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(marks));
            return until(&end, 2 + marks);
        }
    }
    if let Some(after) = rest.strip_prefix('\'') {
        // A letter in quotes, or a lifetime.
        let mut letters = after.chars();
        let (first, second) = (letters.next(), letters.next());
        if first == Some('\\') || second == Some('\'') {
            return quoted_length(rest, '\'');
        }
    }
    0
}

/// The length of what begins with this quote, up to the next one that no backslash stands before.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
