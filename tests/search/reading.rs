//! How the promises stand, read from the logs alone.
//!
//! This is written without a look at the program's own watcher, and in another way: it spells out
//! the label of every record and remembers where each stood first. Slow, and hard to get wrong.

use five_slots::kafka::{Logged, Offset, Partition};
use five_slots::sim::{
    BatchName, Breach, Cargo, CopiedBy, Message, Origin, ProducerName, Standing, World,
};
use std::collections::BTreeMap;

/// How a promise stands, without the breach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// It holds.
    Kept,
    /// Something went wrong that it does not speak of.
    Outside,
    /// It is broken.
    Broken,
}

/// What the logs say of the promises that can be read there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Each record at most once.
    pub(crate) once: Kind,
    /// Order kept.
    pub(crate) order: Kind,
}

/// The kind of a standing.
pub(crate) fn kind(standing: &Standing) -> Kind {
    match standing {
        Standing::Kept => Kind::Kept,
        Standing::Outside(_) => Kind::Outside,
        Standing::Broken(_) => Kind::Broken,
    }
}

/// Reads all logs of a world.
pub(crate) fn read(world: &World) -> Reading {
    let mut reading = Reading {
        once: Kind::Kept,
        order: Kind::Kept,
    };
    for partition in world.partitions().values() {
        let log: Vec<&Logged<Cargo>> = partition.log().iter().collect();
        let again = copies(&log);
        for (kind, _) in again.values() {
            reading.once = reading.once.max(*kind);
        }
        reading.order = reading.order.max(order(&log, &again));
    }
    reading
}

/// Which batches of a log bring a record that stood there before: their place, how that came, and
/// whether they bring nothing else.
type Copies = BTreeMap<usize, (Kind, bool)>;

fn copies(log: &[&Logged<Cargo>]) -> Copies {
    let mut stood: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut copies = Copies::new();
    for (place, batch) in log.iter().enumerate() {
        let mut found = None;
        let mut anything_new = false;
        for label in labels(batch) {
            let earlier = stood.entry(label).or_default();
            // The very same batch, whatever its number is: a retry of a producer, or an exact
            // copy by hand.
            let same = |at: &usize| *at != place && is_same(log[*at], batch);
            if earlier.iter().any(same) {
                found = Some(Kind::Broken);
            } else if !earlier.is_empty() {
                found = found.max(Some(Kind::Outside));
            } else {
                anything_new = true;
            }
            earlier.push(place);
        }
        if let Some(kind) = found {
            copies.insert(place, (kind, !anything_new));
        }
    }
    copies
}

fn labels(batch: &Logged<Cargo>) -> impl Iterator<Item = String> {
    let records = &batch.records.records;
    (0..batch.header.records).map(|index| records.label(index))
}

fn is_same(one: &Logged<Cargo>, other: &Logged<Cargo>) -> bool {
    match (one.records.origin, other.records.origin) {
        (Origin::Sent { batch: one, .. }, Origin::Sent { batch: other, .. }) => one == other,
        (Origin::ByHand, Origin::ByHand) => {
            one.header == other.header && one.records.records == other.records.records
        }
        _ => false,
    }
}

/// Looks at each pair of batches of one producer that stand in the wrong order. A batch that only
/// brings copies is not asked.
fn order(log: &[&Logged<Cargo>], again: &Copies) -> Kind {
    let mut worst = Kind::Kept;
    let mut before: BTreeMap<ProducerName, Vec<(BatchName, u32)>> = BTreeMap::new();
    for (place, batch) in log.iter().enumerate() {
        let Origin::Sent { batch: name, life } = batch.records.origin else {
            continue;
        };
        let earlier = before.entry(name.producer).or_default();
        if !again
            .get(&place)
            .is_some_and(|(_, nothing_new)| *nothing_new)
        {
            for (_, other) in earlier.iter().filter(|(other, _)| *other > name) {
                worst = worst.max(if life == *other {
                    Kind::Broken
                } else {
                    Kind::Outside
                });
            }
        }
        earlier.push((name, life));
    }
    worst
}

/// What stands at an offset: nothing is known of what was there before step 1.
pub(crate) enum There<'a> {
    /// Before step 1.
    Unknown,
    /// Beyond the log end.
    Nothing,
    /// This batch, and the offset is that of its record at this index.
    Batch(&'a Logged<Cargo>, u32),
}

/// Looks for the record at an offset.
pub(crate) fn record_at(log: &Partition<Cargo>, offset: Offset) -> There<'_> {
    for batch in log.log().iter().rev() {
        let index = offset.0 - batch.base.0;
        if index >= i64::from(batch.header.records) {
            return There::Nothing;
        }
        if index >= 0 {
            return There::Batch(batch, index as u32);
        }
    }
    if offset < log.log_end() {
        There::Unknown
    } else {
        There::Nothing
    }
}

/// Whether an acknowledgement tells the truth, and about whose batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The very batch stands there, or what stands there was there before step 1.
    TheTruth,
    /// Another batch with the same numbers stands there.
    OfAnother,
    /// Nothing of the kind stands there.
    ALie,
}

/// Holds an acknowledgement against the log.
pub(crate) fn told(world: &World, reply: &Message, base: Offset) -> Told {
    match record_at(&world.partitions()[&reply.partition], base) {
        There::Unknown => Told::TheTruth,
        There::Batch(batch, 0) if batch.header == reply.header => {
            if batch.records.origin.batch() == Some(reply.name.batch) {
                Told::TheTruth
            } else {
                Told::OfAnother
            }
        }
        There::Nothing | There::Batch(..) => Told::ALie,
    }
}

/// Whether a breach that the program names can be seen in the log.
pub(crate) fn is_true(world: &World, breach: &Breach) -> bool {
    match breach {
        Breach::Copy {
            partition,
            label,
            first,
            again,
            by,
        } => {
            let log = &world.partitions()[partition];
            let (Some(one), Some(other)) = (labelled(log, *first), labelled(log, *again)) else {
                return false;
            };
            let mut earlier = log
                .log()
                .iter()
                .take_while(|batch| batch.base < other.0.base);
            let same = earlier.any(|batch| is_same(batch, other.0));
            let stands = one.1 == **label && other.1 == **label;
            first < again && stands && same == (*by == CopiedBy::Retry)
        }
        Breach::Order {
            partition,
            batch,
            behind,
            same_life,
        } => {
            let copies = |name| {
                let log = world.partitions()[partition].log().iter();
                log.filter_map(move |logged| match logged.records.origin {
                    Origin::Sent { batch, life } if batch == name => Some((logged.base, life)),
                    _ => None,
                })
            };
            let stands = copies(*batch).any(|(late, life)| {
                copies(*behind).any(|(early, other)| late > early && (life == other) == *same_life)
            });
            batch < behind && stands
        }
        // Seen when it happens, from the reply: see `told`.
        Breach::NotStored { .. } => true,
    }
}

fn labelled(log: &Partition<Cargo>, offset: Offset) -> Option<(&Logged<Cargo>, String)> {
    match record_at(log, offset) {
        There::Batch(batch, index) => Some((batch, batch.records.records.label(index))),
        There::Unknown | There::Nothing => None,
    }
}
