//! Following `next`, the choice that lets nothing go wrong, until nothing is left to do.

use five_slots::kafka::{Reason, Reply, judge};
use five_slots::sim::{BatchName, Event, Origin, World};

/// How following `next` ends.
#[derive(Debug)]
pub(crate) enum Ending {
    /// Nothing is on the wire, and no batch is open.
    Settled,
    /// A batch is sent again and again, and refused each time.
    Refused(Refused),
}

/// The batch that is never accepted.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Why the broker refuses it.
    pub(crate) reason: Reason,
    /// Whether it stands in the log: it was accepted once, and only its producer never heard of
    /// it.
    pub(crate) stored: bool,
}

/// Follows `next` to its end, or says what is wrong with it.
pub(crate) fn follow(world: &World) -> Result<Ending, String> {
    let open = |world: &World| -> usize {
        let lives = world.actors().filter_map(|actor| actor.life.as_ref());
        lives.map(|life| life.open().len()).sum()
    };
    // A request and its answer take two events, a retry takes three with them. Whoever needs more
    // is not getting anywhere.
    let bound = 2 * world.wire().len() + 3 * open(world);
    let mut now = world.clone();
    for done in 0..bound + 2 {
        // A retry that is under way when the time is up may still come to its end.
        let Some(event) = now
            .next()
            .filter(|_| done < bound || !now.wire().is_empty())
        else {
            break;
        };
        let applied = now.apply(&event);
        now = applied
            .map_err(|why| format!("next is impossible: {why}"))?
            .0;
    }
    match now.next() {
        None if now.wire().is_empty() && open(&now) == 0 => Ok(Ending::Settled),
        None => Err("next ends, and something is outstanding".to_owned()),
        Some(Event::Retry(batch)) => refused(&now, batch),
        Some(event) => Err(format!("next does not get anywhere: {event}")),
    }
}

/// Whether a batch is refused in a way that leaves everything as it is, so that it will be refused
/// again.
fn refused(world: &World, batch: BatchName) -> Result<Ending, String> {
    let lives = world.actors().filter_map(|actor| actor.life.as_ref());
    let mut open = lives.flat_map(|life| life.open());
    let open = open
        .find(|open| open.name == batch)
        .ok_or("it is not open")?;
    let partition = &world.partitions()[&open.partition];
    let reason = judge(&open.header, partition.state(open.header.pid));
    if open.answer != Some(Reply::OutOfOrder) || reason.accepts() {
        return Err(format!(
            "{batch} would be accepted, and still next does not end"
        ));
    }
    let mut log = partition.log().iter();
    let stored = log.any(|logged| logged.records.origin == Origin::Sent(batch));
    Ok(Ending::Refused(Refused { reason, stored }))
}
