//! The lines that are events.

use super::fields::Fields;
use super::setup::lines;
use crate::kafka::Header;
use crate::scenario::error::{Problem, TextError};
use crate::scenario::line::{Line, Word};
use crate::scenario::{nearest, words};
use crate::sim::{BrokerEvent, Event, Labels, Payload, ProducerName, ReplicaEvent};

/// How events begin.
const EVENTS: [&str; 20] = [
    "batch",
    "A send",
    "A restart",
    "deliver",
    "drop",
    "duplicate",
    "retry",
    "expire",
    "stop",
    "crash",
    "start",
    "pause",
    "resume",
    "snapshot",
    "elect",
    "shrink",
    "move",
    "roll",
    "delete",
    "forget",
];
/// What a producer can be told to do.
const VERBS: [&str; 2] = ["send", "restart"];

/// Whether setup lines may still come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SetupLines {
    Possible,
    Over,
}

/// Reads an event, whose first word has been read already.
pub(super) fn read(
    first: Word<'_>,
    mut line: Line<'_>,
    setup: SetupLines,
) -> Result<Event, TextError> {
    const MESSAGE: &str = "a message, such as A1.1";
    const BATCH: &str = "a batch, such as A1";
    let event = match first.text {
        "batch" => return read_batch(line),
        "deliver" => Event::Deliver(words::message(&line.expect(MESSAGE)?)?),
        "drop" => Event::Drop(words::message(&line.expect(MESSAGE)?)?),
        "duplicate" => Event::Duplicate(words::message(&line.expect(MESSAGE)?)?),
        "retry" => Event::Retry(words::batch(&line.expect(BATCH)?)?),
        "expire" => Event::Expire(words::batch(&line.expect(BATCH)?)?),
        "roll" => Event::Roll(words::partition(&line.expect(words::PARTITION)?)?),
        "delete" => Event::Delete(words::partition(&line.expect(words::PARTITION)?)?),
        "forget" => return read_forget(line),
        word => match read_broker_event(word, &mut line)? {
            Some(event) => event,
            None => return read_of_producer(first, line, setup),
        },
    };
    line.end()?;
    Ok(event)
}

fn read_of_producer(
    first: Word<'_>,
    line: Line<'_>,
    setup: SetupLines,
) -> Result<Event, TextError> {
    match words::producer(&first) {
        Ok(producer) => read_producer_event(producer, line),
        Err(error) => Err(unknown_line(&first, setup, error)),
    }
}

/// What happens to a broker, or to its copy of a partition; `None` if the word is another.
fn read_broker_event(word: &str, line: &mut Line<'_>) -> Result<Option<Event>, TextError> {
    let mut does = BrokerEvent::ALL.into_iter();
    if let Some(does) = does.find(|does| does.word() == word) {
        let broker = words::broker(&line.expect(words::BROKER)?)?;
        return Ok(Some(Event::Broker { does, broker }));
    }
    let mut does = ReplicaEvent::ALL.into_iter();
    let Some(does) = does.find(|does| does.word() == word) else {
        return Ok(None);
    };
    let partition = words::partition(&line.expect(words::PARTITION)?)?;
    let broker = words::broker(&line.expect(words::BROKER)?)?;
    Ok(Some(Event::Replica {
        does,
        partition,
        broker,
    }))
}

fn read_forget(mut line: Line<'_>) -> Result<Event, TextError> {
    let partition = words::partition(&line.expect(words::PARTITION)?)?;
    let mut fields = Fields::read(line, &["pid"])?;
    let pid = words::past_pid(&fields.require("pid")?)?;
    Ok(Event::Forget { partition, pid })
}

/// Names what may begin a line. `as_producer` knows what is meant by a small letter.
fn unknown_line(first: &Word<'_>, setup: SetupLines, as_producer: TextError) -> TextError {
    let (what, known) = match setup {
        SetupLines::Possible => {
            let both = lines().chain(EVENTS).collect();
            ("a setup line or an event", both)
        }
        SetupLines::Over => ("an event", EVENTS.to_vec()),
    };
    let error = first.unknown(what, &known);
    let letter = match as_producer.problem {
        Problem::Unexpected { nearest, .. } => nearest,
        _ => None,
    };
    // One word was found, so only single words are near it: a lone `sned` lacks its producer.
    let known = known.iter().flat_map(|line| line.split(' '));
    let known = known.filter(|word| word.len() > 1);
    error.meant(letter.or_else(|| nearest(first.text, known).map(str::to_owned)))
}

fn read_producer_event(producer: ProducerName, mut line: Line<'_>) -> Result<Event, TextError> {
    let verb = line.expect("send or restart")?;
    match verb.text {
        "send" => {
            let partition = words::partition(&line.expect(words::PARTITION)?)?;
            let payload = read_payload(line)?;
            Ok(Event::Send {
                producer,
                partition,
                payload,
            })
        }
        "restart" => {
            let leaving = match line.next() {
                None => None,
                Some(word) if word.text == "leaving" => {
                    let name = line.expect("a name for the old life, A to Z")?;
                    Some(words::producer(&name)?)
                }
                Some(word) => {
                    let meant = nearest(word.text, ["leaving"]).map(str::to_owned);
                    let expected = "nothing more, or leaving and a name for the old life";
                    return Err(word.unexpected(expected).meant(meant));
                }
            };
            line.end()?;
            Ok(Event::Restart { producer, leaving })
        }
        _ => Err(verb.unknown("what the producer does", &VERBS)),
    }
}

/// How many records, or a label for each.
fn read_payload(mut line: Line<'_>) -> Result<Payload, TextError> {
    let first = line.expect("how many records, or their labels in quotes")?;
    if !first.text.starts_with('"') {
        let count = words::number(&first, "labels in quotes, or how many records")?;
        line.end()?;
        return Ok(Payload::Count(count));
    }
    let mut labels = vec![words::label(&first)?];
    while let Some(word) = line.next() {
        labels.push(words::label(&word)?);
    }
    Ok(Payload::Labelled(labels.into()))
}

fn read_batch(mut line: Line<'_>) -> Result<Event, TextError> {
    let partition = words::partition(&line.expect(words::PARTITION)?)?;
    let mut fields = Fields::read(line, &["pid", "epoch", "seq", "records", "labels"])?;
    let header = Header {
        pid: words::pid(&fields.require("pid")?)?,
        epoch: words::epoch(&fields.require("epoch")?)?,
        first: words::sequence(&fields.require("seq")?)?,
        records: words::number(&fields.require("records")?, "how many records")?,
    };
    let labels = match fields.take("labels") {
        None => None,
        Some(word) => {
            let labels: Labels = words::labels(&word)?;
            if labels.len() as u32 != header.records {
                let expected = format!("{} labels, one a record", header.records);
                return Err(word.unexpected(expected));
            }
            Some(labels)
        }
    };
    Ok(Event::Batch {
        partition,
        header,
        labels,
    })
}
