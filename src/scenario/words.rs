//! Single words of the text form: names, numbers, labels.

use super::error::{Problem, TextError};
use super::line::Word;
use super::nearest;
use crate::kafka::{Epoch, Offset, PartitionId, ProducerId, Sequence, Slot};
use crate::sim::{BatchName, BrokerName, LABEL_MAX, Labels, MessageName, ProducerName};
use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;

/// What a partition looks like.
pub(super) const PARTITION: &str = "a partition, p-0 to p-15";
/// What a producer looks like.
pub(super) const PRODUCER: &str = "a producer, A to Z";

/// What a broker looks like.
pub(super) const BROKER: &str = "a broker, such as b1";

/// Reads a number of any integer type; one that does not fit is named with the range that does.
pub(super) fn number<T: Integer>(word: &Word<'_>, what: &str) -> Result<T, TextError> {
    number_from(T::MIN, word, what)
}

/// Reads a number that is not below `least`.
fn number_from<T: Integer>(least: T, word: &Word<'_>, what: &str) -> Result<T, TextError> {
    // A plus sign would be a second spelling of the same number.
    let plain = !word.text.starts_with('+');
    let number = word.text.parse().ok();
    let number = number.filter(|number| plain && *number >= least);
    number.ok_or_else(|| word.unexpected(format!("{what}, {least} to {}", T::MAX)))
}

/// An integer type with its range.
pub(super) trait Integer: FromStr + Ord + Display {
    const MIN: Self;
    const MAX: Self;
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(impl Integer for $integer {
            const MIN: Self = <$integer>::MIN;
            const MAX: Self = <$integer>::MAX;
        })*
    };
}

integers!(i16, i32, i64, u32);

/// A producer id of a batch made by hand, which may be one that was never handed out.
pub(super) fn pid(word: &Word<'_>) -> Result<ProducerId, TextError> {
    number(word, "a producer id").map(ProducerId)
}

/// An epoch of a batch made by hand, which may be one that was never handed out.
pub(super) fn epoch(word: &Word<'_>) -> Result<Epoch, TextError> {
    number(word, "an epoch").map(Epoch)
}

/// A sequence of a batch made by hand, which may be one that was never given.
pub(super) fn sequence(word: &Word<'_>) -> Result<Sequence, TextError> {
    number(word, "a sequence").map(Sequence)
}

/// A producer id that was handed out, and so is not negative.
pub(super) fn past_pid(word: &Word<'_>) -> Result<ProducerId, TextError> {
    number_from(0, word, "a producer id").map(ProducerId)
}

/// An epoch that was handed out, and so is not negative.
pub(super) fn past_epoch(word: &Word<'_>) -> Result<Epoch, TextError> {
    number_from(0, word, "an epoch").map(Epoch)
}

/// A sequence that was given in the past, and so is not negative.
pub(super) fn past_sequence(word: &Word<'_>) -> Result<Sequence, TextError> {
    number_from(0, word, "a sequence").map(Sequence)
}

/// An offset, which is never negative.
pub(super) fn offset(word: &Word<'_>) -> Result<Offset, TextError> {
    number_from(0, word, "an offset").map(Offset)
}

pub(super) fn partition(word: &Word<'_>) -> Result<PartitionId, TextError> {
    let meant = word.text.trim_start_matches(['p', 'P', '-', '_']);
    let digits = meant.bytes().all(|byte| byte.is_ascii_digit());
    let number = meant.parse().ok().filter(|_| digits);
    let partition = number.and_then(PartitionId::new);
    let spelled = partition.map(|partition| partition.to_string());
    match partition {
        Some(partition) if spelled.as_deref() == Some(word.text) => Ok(partition),
        _ => Err(word.unexpected(PARTITION).meant(spelled)),
    }
}

pub(super) fn producer(word: &Word<'_>) -> Result<ProducerName, TextError> {
    let mut letters = word.text.chars();
    let alone = letters.next().filter(|_| letters.as_str().is_empty());
    alone.and_then(ProducerName::new).ok_or_else(|| {
        let capital = alone.and_then(|letter| ProducerName::new(letter.to_ascii_uppercase()));
        word.unexpected(PRODUCER)
            .meant(capital.map(|name| name.to_string()))
    })
}

pub(super) fn broker(word: &Word<'_>) -> Result<BrokerName, TextError> {
    BrokerName::parse(word.text).ok_or_else(|| {
        let digits = word
            .text
            .trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let meant = BrokerName::parse(&format!("b{digits}"));
        word.unexpected(BROKER)
            .meant(meant.map(|name| name.to_string()))
    })
}

pub(super) fn batch(word: &Word<'_>) -> Result<BatchName, TextError> {
    BatchName::parse(word.text).ok_or_else(|| {
        let capital = capitalised(word.text);
        // Of a message one may mean the batch that it carries.
        let batch = capital.split('.').next().and_then(BatchName::parse);
        word.unexpected("a batch, such as A1")
            .meant(batch.map(|batch| batch.to_string()))
    })
}

pub(super) fn message(word: &Word<'_>) -> Result<MessageName, TextError> {
    MessageName::parse(word.text).ok_or_else(|| {
        let mut parts: Vec<&str> = word.text.splitn(3, '.').collect();
        if let Some(reply) = parts.get_mut(2) {
            *reply = nearest(reply, ["reply"]).unwrap_or(reply);
        }
        let meant = MessageName::parse(&capitalised(&parts.join(".")));
        word.unexpected("a message, such as A1.1 or A1.1.reply")
            .meant(meant.map(|message| message.to_string()))
    })
}

/// The word with a capital first letter, as names have it.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A label in quotes: 1 to 40 characters, no quote and nothing invisible among them.
pub(super) fn label(word: &Word<'_>) -> Result<Rc<str>, TextError> {
    let inside = word.text.strip_prefix('"');
    let inside = inside.ok_or_else(|| word.unexpected("a label in quotes"))?;
    let label = inside.strip_suffix('"');
    let label = label.ok_or_else(|| word.unexpected("a label with a closing quote"))?;
    if label.chars().count() > LABEL_MAX {
        let characters = label.chars().count();
        let why = format!("a label has at most {LABEL_MAX} characters, this one has {characters}");
        return Err(TextError {
            place: word.place,
            problem: Problem::Bound(why),
        });
    }
    let plain = |letter: char| letter != '"' && !letter.is_control();
    if label.trim().is_empty() || !label.chars().all(plain) {
        return Err(word.unexpected("a label of visible characters, without quotes inside"));
    }
    Ok(label.into())
}

/// Labels with commas between.
pub(super) fn labels(word: &Word<'_>) -> Result<Labels, TextError> {
    word.split(',').iter().map(label).collect()
}

/// A slot, `first..last@base`.
pub(super) fn slot(word: &Word<'_>) -> Result<Slot, TextError> {
    let form = || word.unexpected("a slot, first..last@base such as 0..2@0");
    let (dots, at) = word
        .text
        .find("..")
        .zip(word.text.find('@'))
        .ok_or_else(form)?;
    if at < dots + 2 {
        return Err(form());
    }
    Ok(Slot {
        first: past_sequence(&word.part(0, dots))?,
        last: past_sequence(&word.part(dots + 2, at))?,
        base: offset(&word.part(at + 1, word.text.len()))?,
    })
}

/// The slots of a window in brackets, oldest first: at least one.
pub(super) fn slots(word: &Word<'_>) -> Result<Vec<Slot>, TextError> {
    let bracketed = word.text.starts_with('[') && word.text.ends_with(']') && word.text.len() >= 2;
    if !bracketed {
        return Err(word.unexpected("slots in brackets, such as [0..2@0,3..4@3]"));
    }
    let inside = word.part(1, word.text.len() - 1);
    inside
        .split(',')
        .iter()
        .map(|piece| slot(&piece.trim()))
        .collect()
}
