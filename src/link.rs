//! A scenario and a cursor as a URL fragment, and back.
//!
//! A link is the scenario's text with a few letters exchanged, so that it survives a URL and can
//! still be read: a blank is `+`, a new line is `;`, and the marks that URLs dislike have
//! stand-ins.
//! `~` announces a letter that would otherwise be a stand-in. Everything else that a URL cannot
//! carry is percent-encoded; since no mark of ours is a percent sign, a link still reads right
//! after a chat program has percent-encoded all of it.

use crate::scenario::{Scenario, nearest, open};
use crate::timeline::Timeline;

/// What every link of this version begins with.
pub const PREFIX: &str = "#1;";

/// Longer links are still made, but some programs cut them.
pub const COMFORTABLE: usize = 2_000;

/// What announces the cursor.
const STEP: &str = "step=";

/// Letters of the text, and what stands in a link for them.
const STAND_INS: [(char, char); 6] = [
    (' ', '+'),
    ('\n', ';'),
    ('"', '\''),
    ('#', '*'),
    ('[', '('),
    (']', ')'),
];

/// Letters that mean something in a link, and how they are written after `~`.
const ESCAPES: [(char, char); 8] = [
    ('+', 'p'),
    (';', 's'),
    ('\'', 'q'),
    ('*', 'a'),
    ('(', 'l'),
    (')', 'r'),
    ('%', 'c'),
    ('~', '~'),
];

/// What was read of a link: all of it, or the good part with what is wrong.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The scenario, as far as it is good.
    pub scenario: Scenario,
    /// Its replay, with the cursor at the link's step.
    pub timeline: Timeline,
    /// The cursor: at most the number of events that were kept.
    pub step: usize,
    /// What is wrong, in sentences; empty for a good link.
    pub problems: Vec<String>,
}

/// The fragment, with its `#`, for a scenario with the cursor behind `step` events.
pub fn write(scenario: &Scenario, step: usize) -> String {
    let mut link = String::from(PREFIX);
    if step > 0 {
        link += &format!("{STEP}{step};");
    }
    encode(scenario.print_compact().trim_end_matches('\n'), &mut link);
    link
}

/// Reads a fragment, with or without its `#`.
pub fn read(fragment: &str) -> Linked {
    let mut problems = Vec::new();
    let (body, whole) = decoded(fragment);
    let body = body.strip_prefix('#').unwrap_or(&body);
    if !whole {
        problems.push("The link has a % sign that stands for no letter.".to_owned());
    }
    let body = match body.split_once(';') {
        Some(("1", rest)) => rest,
        _ => {
            problems.push(not_a_link(body));
            ""
        }
    };
    let (step, body) = read_step(body, &mut problems);
    let text = decode(body, &mut problems);
    let opened = open(&text);
    if let Some(error) = &opened.error {
        let kept = opened.timeline.len();
        problems.push(format!(
            "The link is good up to step {kept}, not beyond: {error}"
        ));
    }
    let mut timeline = opened.timeline;
    let steps = timeline.len();
    if let Some(step) = step.filter(|step| *step > steps) {
        problems.push(format!(
            "The link points at step {step}; there are {steps}."
        ));
    }
    timeline.seek(step.unwrap_or(0));
    Linked {
        scenario: opened.scenario,
        step: timeline.cursor(),
        timeline,
        problems,
    }
}

fn not_a_link(body: &str) -> String {
    let start: String = body.chars().take(20).collect();
    let version = body.split(';').next().unwrap_or_default();
    if !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("The link is of version {version}; this page reads version 1.")
    } else {
        format!("A link begins with {PREFIX}, this one with `{start}`.")
    }
}

/// Reads the cursor, if the link has one.
fn read_step<'a>(body: &'a str, problems: &mut Vec<String>) -> (Option<usize>, &'a str) {
    let (first, rest) = body.split_once(';').unwrap_or((body, ""));
    let Some((key, value)) = first.split_once('=') else {
        return (None, body);
    };
    if key != STEP.trim_end_matches('=') {
        // A line of text that has an equals sign begins with a word and a blank, coded as `+`.
        if !key.contains(['+', ' ', '*', '#']) {
            let meant = nearest(key, ["step"]).map_or("", |_| " Did you mean `step`?");
            problems.push(format!(
                "The link has `{first}`, which means nothing.{meant}"
            ));
            return (None, rest);
        }
        return (None, body);
    }
    match value.parse() {
        Ok(step) => (Some(step), rest),
        Err(_) => {
            problems.push(format!(
                "The link's step is `{value}`, which is no number of a step."
            ));
            (None, rest)
        }
    }
}

fn encode(text: &str, link: &mut String) {
    for letter in text.chars() {
        if let Some((_, stand_in)) = STAND_INS.iter().find(|(plain, _)| *plain == letter) {
            link.push(*stand_in);
        } else if let Some((_, escape)) = ESCAPES.iter().find(|(plain, _)| *plain == letter) {
            link.push('~');
            link.push(*escape);
        } else if letter.is_ascii_alphanumeric() || "-._!$&,=:@/?".contains(letter) {
            link.push(letter);
        } else {
            let mut bytes = [0; 4];
            for byte in letter.encode_utf8(&mut bytes).bytes() {
                *link += &format!("%{byte:02X}");
            }
        }
    }
}

fn decode(body: &str, problems: &mut Vec<String>) -> String {
    let mut text = String::with_capacity(body.len());
    let mut letters = body.chars();
    while let Some(letter) = letters.next() {
        if letter == '~' {
            let escape = letters.next();
            match ESCAPES.iter().find(|(_, written)| Some(*written) == escape) {
                Some((plain, _)) => text.push(*plain),
                None => {
                    let found = escape.map(String::from).unwrap_or_default();
                    let problem = format!("The link has `~{found}`, which stands for no letter.");
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
            }
            continue;
        }
        let plain = STAND_INS.iter().find(|(_, stand_in)| *stand_in == letter);
        text.push(plain.map_or(letter, |(plain, _)| *plain));
    }
    text
}

/// Undoes percent-encoding as often as it was done, and says whether all of it could be undone. A
/// link of ours holds no percent sign but for encoding.
fn decoded(fragment: &str) -> (String, bool) {
    /// Once by us, once by a program that passes the link on, and once more by another.
    const TIMES_MAX: usize = 3;
    let mut body = fragment.to_owned();
    for _ in 0..TIMES_MAX {
        let (next, whole) = percent_decode(&body);
        if !whole {
            return (next, false);
        }
        body = next;
        if !body.contains('%') {
            break;
        }
    }
    (body, true)
}

/// Undoes percent-encoding, and says whether all of it could be undone.
fn percent_decode(text: &str) -> (String, bool) {
    let mut bytes = Vec::with_capacity(text.len());
    let mut whole = true;
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        if *first != b'%' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let code = tail
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let digits = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                whole = false;
                rest = tail;
            }
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, whole),
        Err(error) => (
            String::from_utf8_lossy(error.as_bytes()).into_owned(),
            false,
        ),
    }
}

#[cfg(test)]
mod tests;
