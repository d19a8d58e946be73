//! The lines that say what holds before the first event.

use super::fields::Fields;
use crate::kafka::{
    Acks, IN_FLIGHT_MAX, Offset, PartitionId, Policy, ProducerId, ProducerState, RETRIES_MAX,
    RuleSet, SLOTS_MAX, Window,
};
use crate::scenario::error::TextError;
use crate::scenario::line::{Line, Word};
use crate::scenario::words;
use crate::sim::{BROKERS_MAX, Brokers, Change, GivenPartition, ProducerSetup, Setup, Variant};
use std::rc::Rc;

/// The words that setup lines begin with.
pub(super) fn lines() -> impl Iterator<Item = &'static str> {
    const OTHERS: [&str; 3] = ["given", "producer", "compare"];
    Change::WORDS.into_iter().chain(OTHERS)
}

/// A line with one setting, whose first word has been read already.
pub(super) fn read_change(kind: &str, mut line: Line<'_>) -> Result<Change, TextError> {
    let change = match kind {
        "rules" => {
            let word = line.expect("a rule set")?;
            Change::Rules(named(&word, "a rule set", &RuleSet::ALL, RuleSet::name)?)
        }
        "window" => {
            let number = bounded(&mut line, "how many slots", 1, SLOTS_MAX as u32)?;
            Change::Window(number as usize)
        }
        "idempotence" => {
            let word = line.expect("on or off")?;
            let name = |on| if on { "on" } else { "off" };
            Change::Idempotence(named(&word, "on or off", &[true, false], name)?)
        }
        "acks" => {
            let word = line.expect("0, 1 or all")?;
            // Kafka takes -1 as well.
            if word.text == "-1" {
                Change::Acks(Acks::All)
            } else {
                Change::Acks(named(&word, "how many acks", &Acks::ALL, Acks::name)?)
            }
        }
        "retries" => Change::Retries(bounded(&mut line, "how many retries", 0, RETRIES_MAX)?),
        "brokers" => return read_brokers(line),
        "min-in-sync" => {
            let most = BROKERS_MAX as u32;
            Change::MinInSync(bounded(&mut line, "how many brokers in sync", 1, most)?)
        }
        "max-in-flight" => {
            let number = bounded(&mut line, "how many batches in flight", 1, IN_FLIGHT_MAX)?;
            Change::MaxInFlight(number)
        }
        _ => {
            let word = line.expect("a policy")?;
            Change::Policy(named(&word, "a policy", &Policy::ALL, Policy::name)?)
        }
    };
    line.end()?;
    Ok(change)
}

/// The brokers of a cluster, which leads first.
fn read_brokers(mut line: Line<'_>) -> Result<Change, TextError> {
    let mut names = vec![words::broker(&line.expect(words::BROKER)?)?];
    while let Some(word) = line.next() {
        names.push(words::broker(&word)?);
        if Brokers::new(&names).is_none() {
            return Err(word.unexpected(format!("at most {BROKERS_MAX} brokers, each once")));
        }
    }
    let brokers = Brokers::new(&names).expect("each of them was looked at");
    Ok(Change::Brokers(brokers))
}

/// The changes of a line `compare`, with commas between.
pub(super) fn read_variant(mut line: Line<'_>) -> Result<Variant, TextError> {
    let mut variant = Variant::default();
    let place = line.place();
    let rest = line.rest();
    for piece in (Word { text: rest, place }).split(',') {
        let mut line = Line::of(&piece);
        let word = line.expect("a setting, such as idempotence off")?;
        let kind = Change::WORDS.into_iter().find(|kind| *kind == word.text);
        let kind = kind.ok_or_else(|| word.unknown("a setting", &Change::WORDS))?;
        if !variant.add(read_change(kind, line)?) {
            return Err(word.unexpected(format!("no second {kind}")));
        }
    }
    Ok(variant)
}

/// The value of this name.
fn named<T: Copy>(
    word: &Word<'_>,
    what: &str,
    values: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, TextError> {
    let found = values.iter().find(|value| name(**value) == word.text);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|value| name(*value)).collect();
        word.unknown(what, &names)
    })
}

fn bounded(line: &mut Line<'_>, what: &str, least: u32, most: u32) -> Result<u32, TextError> {
    let expected = format!("{what}, {least} to {most}");
    let word = line.expect(&expected)?;
    let plain = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.text.parse().ok().filter(|_| plain);
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| word.unexpected(expected))
}

/// What a partition held; the answer says of which partition, and of which producer there.
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
    let subject = match &state {
        Some((pid, _)) => format!("{id} {pid}"),
        None => id.to_string(),
    };
    partition.states.extend(state);
    Ok(subject)
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
    let window = Window::of_size(SLOTS_MAX, &words::slots(&word)?);
    let window = window.ok_or_else(|| word.unexpected(format!("1 to {SLOTS_MAX} slots")))?;
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
