//! Texts that are almost right.

use crate::random::Random;

/// Words and letters that mean something in the text form or in a link, or nearly so.
const WORDS: [&str; 109] = [
    "rules",
    "lesson",
    "given",
    "producer",
    "batch",
    "send",
    "deliver",
    "drop",
    "duplicate",
    "retry",
    "restart",
    "leaving",
    "five-slots",
    "1",
    "2",
    "#",
    "# ",
    "  ",
    "\n\n",
    "\t",
    "A",
    "Z",
    "p-0",
    "p-15",
    "p-16",
    "p-00",
    "A1",
    "A1.1",
    "A1.1b",
    "A1.1.reply",
    "A0.1",
    "pid=31",
    "pid=",
    "epoch=-1",
    "seq=2147483647",
    "seq=2147483648",
    "records=0",
    "records=1000000",
    "records=4294967295",
    "labels=\"x\"",
    "\"a1\"",
    "\"\"",
    "\"",
    "window=[0..0@0]",
    "[0..2@0,",
    "log-end=9223372036854775807",
    "next=p-0:7",
    "transactional-id=orders",
    "=",
    ",",
    "step=3;",
    "%",
    "%25",
    "%zz",
    "~",
    "#1;",
    ";",
    "?",
    "window",
    "window 1",
    "idempotence",
    "on",
    "off",
    "acks",
    "all",
    "-1",
    "retries",
    "max-in-flight",
    "policy",
    "reject",
    "bump",
    "bump-all",
    "stop",
    "ignore",
    "compare",
    "compare idempotence off, window 1",
    "expire",
    "expire A1",
    "21",
    "101",
    "2147483647",
    "brokers",
    "brokers b5 b3",
    "min-in-sync",
    "min-in-sync 2",
    "b1",
    "b3",
    "b9999",
    "crash",
    "start",
    "pause",
    "resume",
    "snapshot",
    "elect",
    "elect p-0 b2",
    "shrink",
    "move",
    "roll",
    "roll p-0",
    "delete",
    "delete p-0",
    "forget",
    "forget p-0 pid=31",
    "crash b1",
    "start b1",
    "kafka-2.5",
    "rules kafka-0.11",
    "rules kafka-4.5",
    "new-pid",
];

/// Letters that programs trip over: blanks of all kinds, marks without width, several bytes long.
const LETTERS: [char; 24] = [
    'a',
    '7',
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    '\u{2028}',
    '\u{2029}',
    '\u{3000}',
    '\u{feff}',
    '\u{200b}',
    '\u{202e}',
    '\u{301}',
    '\u{e4}',
    '\u{1f302}',
    '"',
    '\'',
    '+',
    '*',
    '(',
];

/// A text with a few things deleted, inserted, swapped or doubled.
pub(crate) fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(4) {
        text = match random.below(3) {
            0 => shuffled(&text, random, |text| {
                text.char_indices().map(|(at, _)| at).collect()
            }),
            1 => shuffled(&text, random, words),
            _ => shuffled(&text, random, lines),
        };
    }
    text
}

/// Where each word begins, and each run of blanks.
fn words(text: &str) -> Vec<usize> {
    let mut blank = None;
    let starts = text.char_indices().filter(|(_, letter)| {
        let changes = blank != Some(letter.is_whitespace());
        blank = Some(letter.is_whitespace());
        changes
    });
    starts.map(|(at, _)| at).collect()
}

fn lines(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

/// Does something to one of the pieces that begin where `starts` says.
fn shuffled(text: &str, random: &mut Random, starts: impl Fn(&str) -> Vec<usize>) -> String {
    let mut starts = starts(text);
    starts.push(text.len());
    let pieces: Vec<&str> = starts
        .windows(2)
        .map(|ends| &text[ends[0]..ends[1]])
        .collect();
    if pieces.is_empty() {
        return random.pick(&WORDS).to_string();
    }
    let mut pieces: Vec<String> = pieces.into_iter().map(str::to_owned).collect();
    let (here, there) = (random.below(pieces.len()), random.below(pieces.len()));
    match random.below(5) {
        0 => drop(pieces.remove(here)),
        1 => pieces.insert(here, random.pick(&WORDS).to_string()),
        2 => pieces.insert(here, random.pick(&LETTERS).to_string()),
        3 => pieces.swap(here, there),
        _ => pieces.insert(there, pieces[here].clone()),
    }
    pieces.concat()
}

/// Noise that has never been a text: any bytes, or words of the text form in any order.
pub(crate) fn noise(random: &mut Random) -> String {
    let length = random.below(200);
    if random.percent(30) {
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut text = String::new();
    for _ in 0..length / 4 {
        match random.below(4) {
            0 => text.push(*random.pick(&LETTERS)),
            1 => text.push(' '),
            2 if random.percent(30) => text.push('\n'),
            _ => text += *random.pick(&WORDS),
        }
    }
    text
}

/// A line or more of prose with anything in it.
pub(crate) fn prose(random: &mut Random) -> String {
    let mut prose = String::new();
    for _ in 0..random.below(12) {
        match random.below(4) {
            0 => prose += *random.pick(&WORDS),
            1 => prose.push(*random.pick(&LETTERS)),
            2 => prose.push(' '),
            _ => prose += "umbrella",
        }
    }
    // Each line is a line of prose.
    prose.replace('\n', "\n#")
}
