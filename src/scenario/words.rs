//! Single words of the text form: names, numbers, labels.

use super::error::{Problem, TextError};
use super::line::Word;
use crate::kafka::{Epoch, Offset, PartitionId, ProducerId, Sequence, Slot};
use crate::sim::{BatchName, LABEL_MAX, Labels, MessageName, ProducerName};
use std::rc::Rc;
use std::str::FromStr;

/// Reads a number of any integer type; one that does not fit is named with the range that does.
pub(super) fn number<T>(word: &Word<'_>, what: &str) -> Result<T, TextError>
where
    T: FromStr + Bounded,
{
    let parsed = word.text.parse();
    parsed.map_err(|_| word.unexpected(format!("{what}, {} to {}", T::MIN, T::MAX)))
}

/// The range of an integer type, for messages.
pub(super) trait Bounded {
    const MIN: i64;
    const MAX: i64;
}

impl Bounded for i64 {
    const MIN: Self = Self::MIN;
    const MAX: Self = Self::MAX;
}

impl Bounded for i32 {
    const MIN: i64 = Self::MIN as i64;
    const MAX: i64 = Self::MAX as i64;
}

impl Bounded for i16 {
    const MIN: i64 = Self::MIN as i64;
    const MAX: i64 = Self::MAX as i64;
}

impl Bounded for u32 {
    const MIN: i64 = Self::MIN as i64;
    const MAX: i64 = Self::MAX as i64;
}

pub(super) fn pid(word: &Word<'_>) -> Result<ProducerId, TextError> {
    number(word, "a producer id").map(ProducerId)
}

pub(super) fn epoch(word: &Word<'_>) -> Result<Epoch, TextError> {
    number(word, "an epoch").map(Epoch)
}

pub(super) fn sequence(word: &Word<'_>) -> Result<Sequence, TextError> {
    number(word, "a sequence").map(Sequence)
}

/// A sequence that was given in the past, and so is not negative.
pub(super) fn past_sequence(word: &Word<'_>) -> Result<Sequence, TextError> {
    let sequence = sequence(word)?;
    if sequence.0 < 0 {
        return Err(word.unexpected("a sequence from 0"));
    }
    Ok(sequence)
}

pub(super) fn offset(word: &Word<'_>) -> Result<Offset, TextError> {
    let offset: i64 = number(word, "an offset")?;
    if offset < 0 {
        return Err(word.unexpected("an offset from 0"));
    }
    Ok(Offset(offset))
}

pub(super) fn partition(word: &Word<'_>) -> Result<PartitionId, TextError> {
    let number = word
        .text
        .strip_prefix("p-")
        .filter(|number| *number == "0" || !number.starts_with('0'));
    let number = number.and_then(|number| number.parse().ok());
    number
        .and_then(PartitionId::new)
        .ok_or_else(|| word.unexpected("a partition, p-0 to p-15"))
}

pub(super) fn producer(word: &Word<'_>) -> Result<ProducerName, TextError> {
    let mut letters = word.text.chars();
    let name = letters.next().and_then(ProducerName::new);
    name.filter(|_| letters.next().is_none())
        .ok_or_else(|| word.unexpected("a producer, A to Z"))
}

pub(super) fn batch(word: &Word<'_>) -> Result<BatchName, TextError> {
    BatchName::parse(word.text).ok_or_else(|| word.unexpected("a batch, such as A1"))
}

pub(super) fn message(word: &Word<'_>) -> Result<MessageName, TextError> {
    MessageName::parse(word.text)
        .ok_or_else(|| word.unexpected("a message, such as A1.1 or A1.1.reply"))
}

/// A label in quotes: 1 to 40 characters, no quote and nothing invisible among them.
pub(super) fn label(word: &Word<'_>) -> Result<Rc<str>, TextError> {
    let inside = word
        .text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let label = inside.ok_or_else(|| word.unexpected("a label in quotes"))?;
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
