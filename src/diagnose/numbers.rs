//! The numbers that a line tells, found by the fixed words beside them, and the partition.

/// What a line can tell and a reader can add.
pub(super) const NAMES: [&str; 9] = [
    "pid",
    "epoch",
    "seq",
    "records",
    "newest",
    "known-epoch",
    "offset",
    "min-in-sync",
    "in-sync",
];

/// Places in [`NAMES`].
pub(super) const PID: usize = 0;
pub(super) const EPOCH: usize = 1;
pub(super) const SEQ: usize = 2;
pub(super) const RECORDS: usize = 3;
/// The newest sequence that the broker remembers.
pub(super) const NEWEST: usize = 4;
/// The epoch that the broker remembers.
pub(super) const KNOWN_EPOCH: usize = 5;
/// Where the log ends.
pub(super) const OFFSET: usize = 6;
pub(super) const MIN_IN_SYNC: usize = 7;
pub(super) const IN_SYNC: usize = 8;

/// The numbers, each known or not.
pub(super) type Numbers = [Option<i64>; NAMES.len()];

/// What stands for a number that is too large for any: no rule takes it.
const TOO_LARGE: i64 = i64::MIN;

/// The fixed words, in small letters, with `#` for the number.
const WORDS: [(usize, &str); 24] = [
    (PID, "for producer #"),
    (PID, "of producer #"),
    (PID, "producerid #"),
    (PID, "producerid=#"),
    (PID, "pid{id:#"),
    (PID, "# (pid)"),
    (EPOCH, "# (request epoch)"),
    (EPOCH, "#, which is smaller than the last seen epoch"),
    (EPOCH, "expected epoch #"),
    (EPOCH, ",epoch:#"),
    (SEQ, "# (incoming seq. number)"),
    (SEQ, "# (seq. number)"),
    (SEQ, "base seq #"),
    (SEQ, FIRST_AND_LAST),
    (RECORDS, "# message(s)"),
    (NEWEST, "# (current end sequence number)"),
    (KNOWN_EPOCH, "last seen epoch #"),
    (KNOWN_EPOCH, "# (current producer epoch)"),
    (KNOWN_EPOCH, "# (server epoch)"),
    (OFFSET, "at offset #"),
    (MIN_IN_SYNC, "min.isr requirement of #"),
    (MIN_IN_SYNC, "required minimum [#"),
    (IN_SYNC, "current isr : #"),
    (IN_SYNC, "#], below required minimum"),
];

/// A batch by its first and its last sequence.
const FIRST_AND_LAST: &str = "incomingbatch.lastseq): (#";

/// The numbers that a line tells.
pub(super) fn told(line: &str) -> Numbers {
    let line = line.to_ascii_lowercase();
    let mut numbers = Numbers::default();
    for (number, words) in WORDS {
        let fixed = words.trim_matches('#');
        let mut rest = 0;
        while let Some(at) = find(&line[rest..], fixed)
            && numbers[number].is_none()
        {
            let at = rest + at;
            rest = at + fixed.len();
            numbers[number] = match words.starts_with('#') {
                true => last_number(&line[..at]),
                false => first_number(&line[rest..]),
            };
            if words == FIRST_AND_LAST
                && let Some((_, last)) = line[rest..].split_once(' ')
                && let (Some(first), Some(last)) = (numbers[SEQ], first_number(last))
            {
                numbers[RECORDS] = Some(last.wrapping_sub(first).wrapping_add(1));
            }
        }
    }
    if let Some(at) = find(&line, "current isr set(") {
        let members = line[at..].bytes().take_while(|byte| *byte != b')');
        let commas = members.filter(|byte| *byte == b',').count();
        numbers[IN_SYNC] = Some(commas as i64 + 1);
    }
    numbers
}

/// Where these words stand.
///
/// The page has many ways to look for words, and each brings its own search along; this is one.
#[inline(never)]
pub(super) fn find(text: &str, words: &str) -> Option<usize> {
    let mut places = text.as_bytes().windows(words.len());
    places.position(|place| place == words.as_bytes())
}

/// The number that a text begins with.
#[inline(never)]
pub(super) fn first_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let mut number = None;
    for byte in digits.bytes().take_while(u8::is_ascii_digit) {
        let sum = number.unwrap_or(0_i64).checked_mul(10);
        let sum = sum.and_then(|sum| sum.checked_add(i64::from(byte - b'0')));
        number = Some(sum.unwrap_or(TOO_LARGE));
    }
    let sign = if digits.len() < text.len() { -1 } else { 1 };
    number.map(|number| number.wrapping_mul(sign))
}

/// The number that a text ends with.
fn last_number(text: &str) -> Option<i64> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = text.len() - digits;
    let minus = digits > 0 && text[..start].ends_with(" -");
    first_number(&text[start - usize::from(minus)..])
}

/// The topic and the partition that a line names: behind the word `partition`, before `is`, or as
/// `for orders [3]`.
pub(super) fn partition(line: &str) -> Option<(&str, i64)> {
    let (mut before, mut last) = ("", "");
    for word in line.split(' ') {
        let named = match word.strip_prefix('[') {
            Some(number) if before == "for" => topic(last, number),
            _ if last.ends_with("partition") => in_one_word(word),
            _ if word == "is" => in_one_word(last),
            _ => None,
        };
        if named.is_some() {
            return named;
        }
        (before, last) = (last, word);
    }
    None
}

/// `orders-3`, or `[orders,3]`, with what a sentence puts around it.
fn in_one_word(word: &str) -> Option<(&str, i64)> {
    let word = word.trim_matches(['[', ']', ',', ':', '.', '"']);
    let at = word
        .bytes()
        .rposition(|byte| byte == b'-' || byte == b',')?;
    topic(&word[..at], &word[at + 1..])
}

fn topic<'a>(topic: &'a str, number: &str) -> Option<(&'a str, i64)> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    // Kafka's own limit.
    let legal = (1..250).contains(&topic.len()) && topic.bytes().all(plain);
    Some((topic, first_number(number).filter(|_| legal)?))
}
