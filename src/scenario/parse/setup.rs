//! The lines that say what holds before the first event.

use super::fields::Fields;
use crate::kafka::{Offset, PartitionId, ProducerId, ProducerState, RuleSet, SLOTS, Window};
use crate::scenario::error::TextError;
use crate::scenario::line::{Line, Word};
use crate::scenario::words;
use crate::sim::{GivenPartition, ProducerSetup, Setup};
use std::rc::Rc;

/// The rule set of a line `rules`.
pub(super) fn read_rules(mut line: Line<'_>, setup: &mut Setup) -> Result<(), TextError> {
    let name = line.expect("a rule set")?;
    let known = RuleSet::ALL.map(RuleSet::name);
    let rules = RuleSet::from_name(name.text);
    setup.rules = rules.ok_or_else(|| name.unknown("a rule set", &known))?;
    line.end()
}

/// What a partition held; the answer is the partition's name.
pub(super) fn read_given(mut line: Line<'_>, setup: &mut Setup) -> Result<String, TextError> {
    let id = words::partition(&line.expect(words::PARTITION)?)?;
    let mut fields = Fields::read(line, &["log-end", "pid", "epoch", "window"])?;
    let known = setup.given.get(&id);
    // A line without fields says that there is such a partition, and nothing more.
    let alone = fields.is_empty() && known.is_none();
    let mut log_end = alone.then_some(Offset::ZERO);
    if let Some(word) = fields.take("log-end") {
        if known.is_some_and(|known| known.log_end.is_some()) {
            return Err(word.unexpected(format!("no second log end of {id}")));
        }
        log_end = Some(words::offset(&word)?);
    }
    let state = match fields.is_empty() {
        true => None,
        false => Some(read_state(fields, id, known)?),
    };
    // Nothing of a line is kept unless all of it can be read.
    let partition = setup.given.or_default(id);
    partition.log_end = partition.log_end.or(log_end);
    partition.states.extend(state);
    Ok(id.to_string())
}

/// What a partition remembered of one producer.
fn read_state(
    mut fields: Fields<'_>,
    id: PartitionId,
    known: Option<&GivenPartition>,
) -> Result<(ProducerId, ProducerState), TextError> {
    let word = fields.require("pid")?;
    let pid = words::past_pid(&word)?;
    let mut states = known.iter().flat_map(|known| &known.states);
    if states.any(|(known, _)| *known == pid) {
        return Err(word.unexpected(format!("no second window of producer {pid} on {id}")));
    }
    let epoch = words::past_epoch(&fields.require("epoch")?)?;
    let word = fields.require("window")?;
    let window = Window::of(&words::slots(&word)?);
    let window = window.ok_or_else(|| word.unexpected(format!("1 to {SLOTS} slots")))?;
    Ok((pid, ProducerState { epoch, window }))
}

/// A producer that is there from the start; the answer is its name.
pub(super) fn read_producer(mut line: Line<'_>, setup: &mut Setup) -> Result<String, TextError> {
    let word = line.expect(words::PRODUCER)?;
    let name = words::producer(&word)?;
    let mut fields = Fields::read(line, &["pid", "epoch", "next", "transactional-id"])?;
    if setup.producers.contains_key(&name) {
        return Err(word.unexpected(format!("no second line of producer {name}")));
    }
    let mut producer = ProducerSetup::default();
    if let Some(pid) = fields.take("pid") {
        producer.pid = Some(words::past_pid(&pid)?);
    }
    if let Some(epoch) = fields.take("epoch") {
        producer.epoch = Some(words::past_epoch(&epoch)?);
    }
    if let Some(next) = fields.take("next") {
        for piece in next.split(',') {
            read_next(&piece, &mut producer)?;
        }
    }
    if let Some(id) = fields.take("transactional-id") {
        producer.transactional_id = Some(transactional_id(&id)?);
    }
    setup.producers.insert(name, producer);
    Ok(name.to_string())
}

/// One piece of `next=p-0:7,p-1:0`.
fn read_next(piece: &Word<'_>, producer: &mut ProducerSetup) -> Result<(), TextError> {
    let colon = piece.text.find(':');
    let colon = colon.ok_or_else(|| piece.unexpected("partition:sequence, such as p-0:7"))?;
    let partition = words::partition(&piece.part(0, colon))?;
    let sequence = words::past_sequence(&piece.part(colon + 1, piece.text.len()))?;
    match producer.next.insert(partition, sequence) {
        None => Ok(()),
        Some(_) => Err(piece.unexpected(format!("no second next sequence of {partition}"))),
    }
}

fn transactional_id(word: &Word<'_>) -> Result<Rc<str>, TextError> {
    const LENGTH_MAX: usize = 40;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if word.text.is_empty() || word.text.len() > LENGTH_MAX || !word.text.chars().all(plain) {
        let expected = "a transactional id: up to 40 letters, digits, dots, dashes or underscores";
        return Err(word.unexpected(expected));
    }
    Ok(word.text.into())
}
