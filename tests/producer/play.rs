//! How a row of events is played, what it comes to in few words, and what must hold beyond that.

use five_slots::kafka::{
    Cause, End, Header, Identity, PartitionId, ProducerId, Refusal, Reply, Wait,
};
use five_slots::scenario::Opened;
use five_slots::sim::{
    BatchName, Breach, CopiedBy, Event, Fact, Impossible, Message, MessageKind, Metrics, Told, Why,
    World,
};
use std::collections::BTreeMap;
use std::fmt::Display;

/// Checks every row of a table and returns how many there were. The first line names the columns;
/// lines that begin with `#` are prose.
pub(crate) fn check(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[setup, before, then, verdict] = &columns[..] else {
            panic!("four columns expected in: {line}");
        };
        let said = play(setup, before, then, line);
        if said != verdict {
            wrong.push(format!("{line}\n  came to: {said}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    rows
}

/// What a row's setup and events lead to.
pub(crate) fn opened(setup: &str, before: &str, line: &str) -> Opened {
    let mut text = String::new();
    for setting in pieces(setup) {
        text += &format!("{}\n", setting.replace("MAX", "2147483647"));
    }
    for event in pieces(before).flat_map(events) {
        text += &format!("{event}\n");
    }
    Opened::whole(&text).unwrap_or_else(|error| panic!("{error} in: {line}"))
}

/// Plays a row, and says in few words what its last event came to.
fn play(setup: &str, before: &str, then: &str, line: &str) -> String {
    let opened = opened(setup, before, line);
    let then: Vec<String> = events(then);
    let [then] = &then[..] else {
        panic!("one event expected in: {line}");
    };
    let event = event(then);
    let steps = opened.timeline.steps();
    let world = opened.timeline.world_at(steps.len());
    let mut happened: Vec<(&Event, &[Fact])> = Vec::new();
    for step in steps.iter() {
        happened.push((&step.entry.event, &step.facts));
    }
    match world.apply(&event) {
        Ok((after, facts)) => {
            happened.push((&event, &facts));
            check_told(&after, &happened, line);
            let words = facts.iter().filter_map(word);
            words.collect::<Vec<String>>().join("; ")
        }
        Err(why) => {
            check_told(world, &happened, line);
            format!("cannot: {}", refusal(&why))
        }
    }
}

/// The parts between semicolons; a dash stands for none.
fn pieces(column: &str) -> impl Iterator<Item = &str> {
    let pieces = column.split(';').map(str::trim);
    pieces.filter(|piece| *piece != "-")
}

/// An event in the words of these tables, as lines of a text.
fn events(piece: &str) -> Vec<String> {
    let (verb, rest) = piece.split_once(' ').unwrap_or((piece, ""));
    match verb {
        "write" => vec![format!("deliver {rest}")],
        "hear" => vec![format!("deliver {rest}.reply")],
        "answer" => vec![format!("deliver {rest}"), format!("deliver {rest}.reply")],
        "lose" => vec![format!("drop {rest}")],
        "restart" => vec![format!("A restart {rest}")],
        "retry" | "expire" | "stop" | "crash" | "start" | "pause" | "resume" | "snapshot" => {
            vec![piece.to_owned()]
        }
        "elect" | "shrink" | "move" => vec![format!("{verb} p-0 {rest}")],
        "roll" | "delete" => vec![format!("{verb} p-0")],
        "forget" => vec![format!("forget p-0 pid={rest}")],
        // Another producer, which is known nowhere.
        "other" => vec![format!("batch p-0 pid=7 epoch={rest} seq=0 records=1")],
        _ => {
            let times = match verb.strip_prefix("send").expect(piece).strip_prefix('*') {
                Some(times) => times.parse().expect(piece),
                None => 1,
            };
            let mut words = rest.split_whitespace().peekable();
            let partition = words.next_if(|word| word.starts_with("p-"));
            let records = words.next().unwrap_or("1");
            let partition = partition.unwrap_or("p-0");
            vec![format!("A send {partition} {records}"); times]
        }
    }
}

fn event(line: &str) -> Event {
    // Whether it is possible does not matter here, only what it says.
    let parsed = five_slots::scenario::parse(line);
    assert_eq!(parsed.error, None, "{line}");
    parsed.scenario.recording.entries[0].event.clone()
}

/// What a fact says of producers and logs, in few words. A reply that is sent says nothing that
/// the judgement before it does not.
fn word(fact: &Fact) -> Option<String> {
    Some(match fact {
        Fact::Initialised { producer, identity } => format!("{producer} is {}", id(identity)),
        Fact::Bumped { producer, identity } => format!("{producer} becomes {}", id(identity)),
        Fact::Restarted(producer) => format!("{producer} starts again"),
        Fact::Forgotten {
            batches, unsent, ..
        } => format!("forgets {}", list([&batches[..], &unsent[..]].concat())),
        Fact::GoesOn { zombie, .. } => format!("{zombie} goes on"),
        Fact::Queued { batch, why } => match why {
            Wait::InFlight { lowest, max } => format!("{batch} waits: {max} from {lowest}"),
            Wait::Retry { batch: first } => format!("{batch} waits: {first} first and alone"),
            Wait::OldEpoch { batch: old } => format!("{batch} waits: {old} of the old epoch"),
        },
        Fact::Unanswered(batch) => format!("{batch} done, nobody answers"),
        Fact::Sent(message) => sent(message)?,
        Fact::Judged { decision, .. } => decision.reply.to_string(),
        Fact::Acknowledged { batch, base } => format!("{batch} acked at {base}"),
        Fact::Failed { batches, why } => format!("{} failed: {}", list(batches), reason(*why)),
        Fact::Kept(batch) => format!("{batch} kept"),
        Fact::StaysOpen { batch, reply } => format!("{batch} open after {reply}"),
        Fact::LifeEnded {
            producer,
            end,
            batches,
        } => {
            let end = match end {
                End::Fenced => "fenced",
                End::Stopped => "stopped",
            };
            match batches.is_empty() {
                true => format!("{producer} {end}"),
                false => format!("{producer} {end}: {} failed", list(batches)),
            }
        }
        Fact::NobodyWaits(_) => "nobody waits".to_owned(),
        Fact::OldNumber(_) => "old number".to_owned(),
        Fact::Lost(message) => format!("{message} lost"),
        Fact::Copied { copy, .. } => format!("{copy} copied"),
        Fact::Breach(Breach::Copy { by, .. }) => match by {
            CopiedBy::Retry => "in the log twice".to_owned(),
            CopiedBy::Application => "in the log twice, sent twice".to_owned(),
        },
        Fact::Breach(Breach::Order { batch, behind, .. }) => format!("{batch} behind {behind}"),
        Fact::Breach(Breach::NotStored { batch, .. }) => format!("{batch} not stored"),
        _ => word_of_brokers(fact),
    })
}

/// What a fact says of brokers and their copies.
fn word_of_brokers(fact: &Fact) -> String {
    match fact {
        Fact::BeginsAgain { producer, .. } => format!("{producer} at 0 again"),
        Fact::Unreachable { message, .. } => format!("{message} reaches nobody"),
        Fact::Ignored { message, .. } => format!("{message} ignored"),
        Fact::TurnedAway {
            in_sync, needed, ..
        } => format!("turned away: {in_sync} of {needed}"),
        Fact::Waits { request, behind } => format!("{request} waits for {}", list(behind)),
        Fact::NoAnswer(requests) => format!("no answer to {}", list(requests)),
        Fact::Replicated { broker, to, .. } => format!("{broker} at {to}"),
        Fact::Cut {
            broker, from, to, ..
        } => format!("{broker} cut {from} to {to}"),
        Fact::HighWatermark { offset, .. } => format!("hw {offset}"),
        Fact::Joined { broker, .. } => format!("{broker} in"),
        Fact::Left { broker, .. } => format!("{broker} out"),
        Fact::Lags { broker, pauses } => match pauses {
            true => format!("{broker} lags"),
            false => format!("{broker} copies"),
        },
        Fact::WentDown { broker, clean } => match clean {
            true => format!("{broker} stops"),
            false => format!("{broker} crashes"),
        },
        Fact::LeaderGone { .. } => "no leader".to_owned(),
        Fact::Elected { broker, clean, .. } => match clean {
            true => format!("{broker} leads"),
            false => format!("{broker} leads, unclean"),
        },
        Fact::Snapshot { broker, offset, .. } => format!("{broker} file at {offset}"),
        Fact::Recovered {
            broker, recovered, ..
        } => {
            let file = match recovered.snapshot {
                Some(offset) => format!("file {offset}"),
                None => "no file".to_owned(),
            };
            format!(
                "{broker} back: {file}, log {}..{}",
                recovered.from, recovered.to
            )
        }
        Fact::Moved { broker, .. } => format!("{broker} empty"),
        Fact::Rolled { at, .. } => format!("segment at {at}"),
        Fact::Deleted { to, dropped, .. } => format!("empty up to {to}, forgot {dropped}"),
        Fact::Expired { pid, .. } => format!("{pid} forgotten"),
        other => panic!("no row is about this: {other}"),
    }
}

fn sent(message: &Message) -> Option<String> {
    let name = message.name;
    let Header { pid, epoch, .. } = message.header;
    let to = message.broker.map(|broker| format!(" to {broker}"));
    match (message.kind.clone(), &to) {
        // Where there is more than one broker, it matters when an answer goes out.
        (MessageKind::Reply(reply), Some(_)) => return Some(format!("{name}: {reply}")),
        (MessageKind::Reply(_), None) => return None,
        _ => {}
    }
    let to = to.unwrap_or_default();
    let (first, last) = (message.header.first, message.header.last());
    Some(match pid {
        ProducerId::NONE => format!("{name}{to} bare"),
        _ => format!("{name}{to} {pid}/{epoch} {first}..{last}"),
    })
}

fn id(identity: &Identity) -> String {
    format!("{}/{}", identity.pid, identity.epoch)
}

fn reason(why: Why) -> String {
    match why {
        Why::Refused(reply) => reply.to_string(),
        Why::GivenUp(Cause::Expired) => "expired".to_owned(),
        Why::GivenUp(Cause::RetriesUsedUp) => "used up".to_owned(),
        Why::GivenUp(Cause::Gap) => "gap".to_owned(),
        Why::GivenUp(Cause::Unknown) => "unknown".to_owned(),
        Why::NeverSent => "never sent".to_owned(),
        Why::With(batch) => format!("with {batch}"),
    }
}

fn refusal(why: &Impossible) -> String {
    match why {
        Impossible::CannotSend { refusal, .. } | Impossible::CannotRetry { refusal, .. } => {
            match refusal {
                Refusal::Ended(End::Fenced) => "fenced".to_owned(),
                Refusal::Ended(End::Stopped) => "stopped".to_owned(),
                Refusal::QueueFull => "queue full".to_owned(),
                Refusal::NotOpen => "not open".to_owned(),
                Refusal::NotSent => "never sent".to_owned(),
                Refusal::NotLowest { lowest } => format!("{lowest} first"),
            }
        }
        Impossible::CannotExpire { .. } => "not open".to_owned(),
        Impossible::NotOnTheWire { .. } => "not on the wire".to_owned(),
        other => panic!("no row is about this: {other}"),
    }
}

fn list<T: Display>(items: impl AsRef<[T]>) -> String {
    let words: Vec<String> = items.as_ref().iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// What applications were told and what producers counted follows from what happened, and from
/// nothing else; and the ledger's count of copies from the logs.
fn check_told(world: &World, happened: &[(&Event, &[Fact])], line: &str) {
    let mut told: BTreeMap<BatchName, Told> = BTreeMap::new();
    let mut counted = Metrics::default();
    for (event, facts) in happened {
        let records = |batch: &BatchName| {
            let ledger = &world.actor(batch.producer).expect(line).ledger;
            let entry = ledger.get(batch.number as usize - 1).expect(line);
            u64::from(entry.records.count())
        };
        for fact in *facts {
            match fact {
                Fact::Sent(message) if matches!(message.kind, MessageKind::Request(_)) => {
                    let records = u64::from(message.header.records);
                    counted.sent += records;
                    if message.name.attempt > 1 {
                        counted.retried += records;
                    }
                    told.insert(message.name.batch, Told::Open);
                }
                Fact::Queued { batch, .. } => {
                    told.insert(*batch, Told::Queued);
                }
                Fact::Unanswered(batch) => {
                    told.insert(*batch, Told::Unanswered);
                }
                Fact::Acknowledged { batch, .. } => {
                    counted.acknowledged += records(batch);
                    if is_duplicate(event, happened) {
                        counted.duplicates += records(batch);
                    }
                    told.insert(*batch, Told::Acknowledged);
                }
                Fact::Failed { batches, .. } | Fact::LifeEnded { batches, .. } => {
                    for batch in batches {
                        counted.failed += records(batch);
                        told.insert(*batch, Told::Failed);
                    }
                }
                Fact::Forgotten {
                    batches, unsent, ..
                } => {
                    told.extend(batches.iter().map(|batch| (*batch, Told::Forgotten)));
                    told.extend(unsent.iter().map(|batch| (*batch, Told::Failed)));
                }
                _ => {}
            }
        }
    }
    let mut known = BTreeMap::new();
    let mut counters = Metrics::default();
    for actor in world.actors() {
        for (entry, number) in actor.ledger.iter().zip(1..) {
            let batch = BatchName {
                producer: actor.name,
                number,
            };
            known.insert(batch, entry.told);
            // What was deleted counts on, and nobody can see it.
            let log = world.partitions().get(&entry.partition);
            if log.is_none_or(|log| log.log_start().0 == 0) {
                let copies = copies(world, entry.partition, batch);
                assert_eq!(entry.copies, copies, "copies of {batch}: {line}");
            }
        }
        let theirs = &actor.counters;
        counters.sent += theirs.sent;
        counters.retried += theirs.retried;
        counters.failed += theirs.failed;
        counters.acknowledged += theirs.acknowledged;
        counters.duplicates += theirs.duplicates;
    }
    assert_eq!(known, told, "told: {line}");
    assert_eq!(counters, counted, "counted: {line}");
}

/// Whether the answer that this event delivers is DUPLICATE.
fn is_duplicate(event: &Event, happened: &[(&Event, &[Fact])]) -> bool {
    let Event::Deliver(name) = event else {
        return false;
    };
    let mut facts = happened.iter().flat_map(|(_, facts)| facts.iter());
    facts.any(|fact| match fact {
        Fact::Sent(message) if message.name == *name => {
            let reply =
                |reply: &Reply| matches!(reply, Reply::Duplicate { .. } | Reply::DuplicateError);
            matches!(&message.kind, MessageKind::Reply(said) if reply(said))
        }
        _ => false,
    })
}

fn copies(world: &World, partition: PartitionId, batch: BatchName) -> u32 {
    let log = world.partitions().get(&partition);
    let logged = log.iter().flat_map(|partition| partition.log().iter());
    let theirs = logged.filter(|logged| logged.records.origin.batch() == Some(batch));
    theirs.count() as u32
}
