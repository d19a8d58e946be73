//! A search over what is possible: exhaustive near the start, random beyond it.
//!
//! *Always*: with idempotence no record stands in the log twice by a producer's own retry, the
//! order within one life is kept, and what was acknowledged is stored. The laws are read from the
//! logs, and the program's own watcher has to agree. *Sometimes*: everything interesting happens.

#[path = "search/follow.rs"]
mod follow;
#[path = "search/laws.rs"]
mod laws;
#[path = "search/random.rs"]
mod random;
#[path = "search/reading.rs"]
mod reading;
#[path = "search/seen.rs"]
mod seen;
#[path = "search/setups.rs"]
mod setups;
#[path = "search/walk.rs"]
mod walk;

use five_slots::kafka::{Misplaced, Reason};
use five_slots::scenario::Opened;
use five_slots::sim::{Event, World};
use five_slots::timeline::Timeline;
use follow::{Ending, Refused, follow};
use laws::{Hands, Step};
use seen::Seen;
use setups::Start;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

// --- Exhaustive ---

#[test]
fn within_a_few_events_every_promise_is_kept() {
    for (start, depth) in [
        (setups::EMPTY, 6),
        (setups::TRANSACTIONAL, 5),
        (setups::TWO_PARTITIONS, 5),
        (setups::NEAR_THE_WRAP, 5),
        (setups::FULL_WINDOW, 5),
        (setups::LAST_EPOCH, 4),
    ] {
        search(start, Hands::Off, depth);
    }
}

/// Whoever makes batches by hand can take a producer's number, and then that producer's batch is
/// acknowledged and not stored. Nothing else can go wrong, not even then.
#[test]
fn forged_batches_can_only_take_a_number() {
    for start in setups::HONEST.into_iter().chain(setups::STRANGE) {
        search(start, Hands::Forge, 4);
    }
}

/// Visits every world that can be reached from a setup in `depth` events.
fn search(start: Start, hands: Hands, depth: usize) {
    let setup = start.setup();
    let mut visited = Visited::default();
    let mut rim = vec![start.world()];
    visited.insert(&rim[0]);
    for _ in 0..depth {
        let mut next = Vec::new();
        for world in &rim {
            let choices = laws::choices(world);
            for event in choices.unwrap_or_else(|why| panic!("{why}: {world:#?}")) {
                if hands == Hands::Off && matches!(event, Event::Batch { .. }) {
                    continue;
                }
                let (after, facts) = world.apply(&event).expect("a choice is possible");
                let step = Step {
                    before: world,
                    event: &event,
                    after: &after,
                    facts: &facts,
                };
                let mut lawful = laws::obeys(step, hands);
                if lawful.is_ok() && visited.insert(&after) {
                    lawful = laws::holds(&after, &setup, hands).and(ends(&after, hands));
                    next.push(after);
                }
                lawful.unwrap_or_else(|why| panic!("{why}, after `{event}`: {world:#?}"));
            }
        }
        rim = next;
    }
    let count = visited.count;
    println!(
        "{}, {hands:?}: {count} worlds within {depth} events",
        start.name
    );
}

/// Whether following `next` comes to an end. Only a batch that is refused again and again can
/// keep it from that, and without forged batches that is one which stands in the log already.
fn ends(world: &World, hands: Hands) -> Result<(), String> {
    match follow(world)? {
        Ending::Settled => Ok(()),
        Ending::Refused(Refused {
            reason: Reason::NotNext(Misplaced::BehindWindow),
            stored: true,
        }) => Ok(()),
        Ending::Refused(_) if hands != Hands::Off => Ok(()),
        Ending::Refused(refused) => Err(format!("next does not end: {refused:?}")),
    }
}

/// The worlds that were visited. Two are the same only if they are equal in everything, also in
/// what cannot be seen from here.
#[derive(Default)]
struct Visited {
    worlds: HashMap<u64, Vec<World>>,
    count: usize,
}

impl Visited {
    /// Whether this world was not visited yet.
    fn insert(&mut self, world: &World) -> bool {
        let alike = self.worlds.entry(fingerprint(world)).or_default();
        let new = !alike.contains(world);
        if new {
            alike.push(world.clone());
            self.count += 1;
        }
        new
    }
}

/// Equal worlds have equal ones; different worlds mostly have not.
fn fingerprint(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    for message in world.wire() {
        message.name.hash(&mut hasher);
    }
    for actor in world.actors() {
        (actor.name, actor.sends).hash(&mut hasher);
        if let Some(life) = &actor.life {
            life.identity().hash(&mut hasher);
            for open in life.open() {
                (open.name, open.attempts, open.answer).hash(&mut hasher);
            }
        }
    }
    for (id, partition) in world.partitions() {
        id.hash(&mut hasher);
        for batch in partition.log().iter() {
            batch.header.hash(&mut hasher);
        }
    }
    hasher.finish()
}

// --- Random ---

/// How far a walk goes.
const STEPS: usize = 200;

#[test]
fn far_from_the_start_every_promise_is_kept() {
    walks(&setups::HONEST, Hands::Off, 150);
}

#[test]
fn far_from_the_start_forged_batches_can_only_take_a_number() {
    walks(&setups::HONEST, Hands::Forge, 60);
    walks(&setups::STRANGE, Hands::Forge, 60);
}

/// With records that people name, and batches without idempotence, anything may stand in the log
/// twice. The watcher has to see it.
#[test]
fn the_watcher_agrees_with_the_logs_whatever_is_written() {
    walks(&setups::HONEST, Hands::Anything, 60);
    walks(&setups::STRANGE, Hands::Anything, 60);
}

/// So many walks from each setup.
fn walks(starts: &[Start], hands: Hands, each: u64) -> Seen {
    let mut seen = Seen::default();
    for (place, start) in starts.iter().enumerate() {
        for walk in 0..each {
            let seed = (place as u64) << 32 | walk;
            let (recording, reached) = walk::walk(&start.setup(), hands, seed, STEPS);
            let checked = walk::round_trip(&recording).and_then(|timeline| {
                let worlds = [timeline.len(), timeline.len() / 2].map(|at| timeline.world_at(at));
                worlds.into_iter().try_for_each(|world| ends(world, hands))
            });
            checked.unwrap_or_else(|why| {
                let text = walk::text(&recording);
                panic!("{why}\n{}, {hands:?}, seed {seed:#x}\n{text}", start.name)
            });
            seen.join(reached);
        }
    }
    seen
}

// --- Sometimes ---

#[test]
fn everything_happens_sometimes() {
    let mut seen = walks(&setups::HONEST, Hands::Anything, 20);
    seen.join(walks(&setups::STRANGE, Hands::Forge, 5));
    a_full_log(&mut seen);
    a_full_wire(&mut seen);
    all_copies(&mut seen);
    assert_eq!(seen.missing(), [""; 0], "never reached");
    assert_eq!(seen.surprises(), [], "reached, and should not have been");
}

fn a_full_log(seen: &mut Seen) {
    let text = "given p-0 log-end=9223372036854775807\nA send p-0 1\ndeliver A1.1\n\
                deliver A1.1.reply\n";
    see(text, seen);
}

fn a_full_wire(seen: &mut Seen) {
    let mut text = String::new();
    // 40 requests and 24 copies of each.
    for partition in 0..8 {
        for _ in 0..5 {
            text += &format!("A send p-{partition} 1\n");
        }
    }
    for batch in 1..=40 {
        text += &format!("duplicate A{batch}.1\n").repeat(24);
    }
    let timeline = see(&text, seen);
    let world = timeline.world_at(timeline.len());
    for event in ["duplicate A1.1", "B send p-0 1", "retry A1"] {
        let why = world.why_not(&read(event));
        seen.impossible(&why.expect("the wire is full"));
    }
}

fn all_copies(seen: &mut Seen) {
    let text = "A send p-0 1\n".to_owned() + &"duplicate A1.1\n".repeat(25);
    let timeline = see(&text, seen);
    let world = timeline.world_at(timeline.len());
    let why = world.why_not(&read("duplicate A1.1z"));
    seen.impossible(&why.expect("there are 25 letters"));
}

fn see(text: &str, seen: &mut Seen) -> Timeline {
    let opened = Opened::whole(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    for step in opened.timeline.steps().iter() {
        seen.facts(&step.facts);
    }
    opened.timeline
}

fn read(event: &str) -> Event {
    let parsed = five_slots::scenario::parse(event);
    parsed.scenario.recording.entries[0].event.clone()
}

/// Found by the walks. Answers overtake each other, so five later batches can be accepted while
/// one is open whose answer was lost. Its slot falls out, no retry of it is ever accepted again,
/// and `next` goes on retrying.
#[test]
fn a_batch_that_fell_out_of_the_window_stays_open_for_ever() {
    let mut text = "A send p-0 1\ndeliver A1.1\ndrop A1.1.reply\n".to_owned();
    for batch in 2..=6 {
        text += &format!("A send p-0 1\ndeliver A{batch}.1\ndeliver A{batch}.1.reply\n");
    }
    let timeline = see(&text, &mut Seen::default());
    let ending = follow(timeline.world_at(timeline.len()));
    let Ok(Ending::Refused(refused)) = ending else {
        panic!("it ends: {ending:?}");
    };
    assert!(refused.stored);
    assert_eq!(refused.reason, Reason::NotNext(Misplaced::BehindWindow));
}
