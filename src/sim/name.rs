//! Names of producers, batches and messages. Things are named by what they are, so that one event
//! means the same thing under any setup.

use std::fmt;

/// A producer's letter, `A` to `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProducerName(u8);

impl ProducerName {
    /// How many producers there can be.
    pub const COUNT: u8 = 26;

    /// The producer of this letter.
    pub fn new(letter: char) -> Option<Self> {
        letter.is_ascii_uppercase().then_some(Self(letter as u8))
    }

    /// All producers, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (b'A'..=b'Z').map(Self)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(self.0)
    }
}

/// A broker's name, `b1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BrokerName(u16);

impl BrokerName {
    /// The broker that is there unless the setup names others.
    pub const FIRST: Self = Self(1);
    /// The largest number of a broker.
    pub const MAX: u16 = 9_999;

    /// Reads `b1`: a `b` and a number up to [`MAX`](Self::MAX), in its one spelling.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('b')?;
        let number: u16 = digits.parse().ok().filter(|number| *number <= Self::MAX)?;
        let name = Self(number);
        (name.to_string() == text).then_some(name)
    }
}

impl fmt::Display for BrokerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// A batch, named by the producer that first sent it and which of its sends it was: `A3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchName {
    /// Who sent it first.
    pub producer: ProducerName,
    /// Its place among the producer's sends, over all lives: from 1.
    pub number: u32,
}

/// A message on the wire: the request `A3.1`, its copy by the network `A3.1b`, the answer to it
/// `A3.1.reply`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageName {
    /// The batch that it carries or answers.
    pub batch: BatchName,
    /// Which attempt to send the batch: from 1.
    pub attempt: u32,
    /// Which copy of the request: 0 is the original, 1 is `b`, 25 is `z`.
    pub copy: u8,
    /// For a reply, which copy of it.
    pub reply: Option<u8>,
}

impl MessageName {
    /// The last copy that has a letter.
    pub const COPY_MAX: u8 = 25;

    /// The answer to this request.
    pub fn answer(self) -> Self {
        Self {
            reply: Some(0),
            ..self
        }
    }

    /// Whether it names a reply.
    pub fn is_reply(self) -> bool {
        self.reply.is_some()
    }

    /// The message that the network made this one a copy of; itself, if it is no copy.
    pub fn original(self) -> Self {
        self.with_copy(0)
    }

    /// The network's copy of this message with this number.
    pub fn with_copy(self, copy: u8) -> Self {
        match self.reply {
            Some(_) => Self {
                reply: Some(copy),
                ..self
            },
            None => Self { copy, ..self },
        }
    }
}

impl BatchName {
    /// Reads `A3`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let producer = ProducerName::new(letters.next()?)?;
        let number = parse_count(letters.as_str())?;
        Some(Self { producer, number })
    }
}

impl MessageName {
    /// Reads `A3.1`, `A3.1b`, `A3.1.reply` or `A3.1.replyb`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let batch = BatchName::parse(parts.next()?)?;
        let (attempt, copy) = split_copy(parts.next()?);
        let reply = match parts.next() {
            None => None,
            Some(word) => match split_copy(word) {
                ("reply", copy) => Some(copy),
                _ => return None,
            },
        };
        let attempt = parse_count(attempt)?;
        let whole = parts.next().is_none();
        whole.then_some(Self {
            batch,
            attempt,
            copy,
            reply,
        })
    }
}

/// Reads a number from 1, in its one spelling.
fn parse_count(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || text.starts_with('0') {
        return None;
    }
    text.parse().ok()
}

/// Parts a trailing copy letter, `b` to `z`, from a name.
fn split_copy(text: &str) -> (&str, u8) {
    // The word ends in such a letter itself.
    if text == "reply" {
        return (text, 0);
    }
    match text.as_bytes().last() {
        Some(letter @ b'b'..=b'z') => (&text[..text.len() - 1], letter - b'a'),
        _ => (text, 0),
    }
}

struct Copy(u8);

impl fmt::Display for Copy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            copy => write!(f, "{}", char::from(b'a' + copy)),
        }
    }
}

impl fmt::Display for ProducerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for BatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.producer, self.number)
    }
}

impl fmt::Display for MessageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.batch, self.attempt, Copy(self.copy))?;
        match self.reply {
            Some(copy) => write!(f, ".reply{}", Copy(copy)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["A1.1", "Z12.34", "A1.1b", "A1.1.reply", "A1.1z.replyc"] {
            let parsed = MessageName::parse(name).expect(name);
            assert_eq!(parsed.to_string(), name);
        }
        for wrong in [
            "",
            "A",
            "A1",
            "a1.1",
            "A0.1",
            "A01.1",
            "A1.",
            "A1.1a",
            "A1.1.",
            "A1.1.repl",
            "A1.1.replya",
            "A1.1.reply.1",
            "A1.b",
            "A99999999999.1",
            "Ä1.1",
            "A1.1ä",
        ] {
            assert_eq!(MessageName::parse(wrong), None, "{wrong}");
        }
    }
}
