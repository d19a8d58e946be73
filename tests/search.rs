//! A search over what is possible: exhaustive near the start, random beyond it.
//!
//! *Always*: with idempotence no record stands in the log twice by a producer's own retry, the
//! order within one life is kept, and what was acknowledged is stored. The laws are read from the
//! logs, and the program's own watcher has to agree. *Sometimes*: everything interesting happens,
//! and where a setting gives a promise up, the search finds the shortest recording that breaks it.

#[path = "search/accounts.rs"]
mod accounts;
#[path = "search/beside.rs"]
mod beside;
#[path = "search/brokers.rs"]
mod brokers;
#[path = "search/chaos.rs"]
mod chaos;
#[path = "search/copies.rs"]
mod copies;
#[path = "search/follow.rs"]
mod follow;
#[path = "search/laws.rs"]
mod laws;
#[path = "search/lost.rs"]
mod lost;
#[path = "search/random.rs"]
mod random;
#[path = "search/reading.rs"]
mod reading;
#[path = "search/remembered.rs"]
mod remembered;
#[path = "search/requests.rs"]
mod requests;
#[path = "search/seen.rs"]
mod seen;
#[path = "search/setups.rs"]
mod setups;
#[path = "search/shortest.rs"]
mod shortest;
#[path = "search/walk.rs"]
mod walk;

use five_slots::scenario::Opened;
use five_slots::sim::{Event, Standing, World};
use five_slots::timeline::Timeline;
use follow::follow;
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
    for start in setups::KEEPING.into_iter().chain(setups::GIVING_UP) {
        search(start, Hands::Off, 4);
    }
}

/// The same from worlds in which five batches are in flight, or were.
#[test]
fn with_five_in_flight_every_promise_is_kept() {
    for (start, events) in setups::FIVE {
        let text = start.text.to_owned() + &"A send p-0 1\n".repeat(5) + events;
        let timeline = see(&text, &mut Seen::default());
        let world = timeline.world_at(timeline.len());
        search_from(start, world, Hands::Off, 4);
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
    search_from(start, &start.world(), hands, depth);
}

/// The same from a world that was reached before.
fn search_from(start: Start, world: &World, hands: Hands, depth: usize) {
    let setup = start.setup();
    let mut visited = Visited::default();
    let mut rim = vec![world.clone()];
    visited.insert(&rim[0]);
    for _ in 0..depth {
        let mut next = Vec::new();
        for world in &rim {
            let choices = laws::choices(world);
            let mut choices = choices.unwrap_or_else(|why| panic!("{why}: {world:#?}"));
            choices.retain(laws::leaves_brokers_alone);
            for event in choices {
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
                    lawful = laws::holds(&after, &setup, hands).and(follow(&after).map(drop));
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
                open.header.hash(&mut hasher);
            }
            life.queue().len().hash(&mut hasher);
        }
    }
    for (id, partition) in world.partitions() {
        id.hash(&mut hasher);
        for batch in partition.log().iter() {
            batch.header.hash(&mut hasher);
        }
        let replicas = world.replicas(*id).expect("every partition has them");
        (replicas.led, replicas.leader_epoch, replicas.high_watermark).hash(&mut hasher);
        (&replicas.in_sync, replicas.waiting.len()).hash(&mut hasher);
        for broker in world.brokers() {
            (broker.name, broker.up, broker.paused).hash(&mut hasher);
            let copy = world.copy(*id, broker.name).expect("each has a copy");
            (copy.log_end(), copy.log().len()).hash(&mut hasher);
            let snapshot = copy.snapshot().map(|file| file.offset());
            (snapshot, copy.states().len()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

// --- Random ---

/// How far a walk goes.
const STEPS: usize = 200;

#[test]
fn far_from_the_start_every_promise_is_kept() {
    walks(&setups::HONEST, Hands::Off, 60);
    walks(&setups::KEEPING, Hands::Off, 60);
    walks(&setups::GIVING_UP, Hands::Off, 60);
}

#[test]
fn far_from_the_start_forged_batches_can_only_take_a_number() {
    walks(&setups::HONEST, Hands::Forge, 60);
    walks(&setups::STRANGE, Hands::Forge, 60);
    walks(&setups::KEEPING, Hands::Forge, 20);
    walks(&setups::GIVING_UP, Hands::Forge, 20);
}

/// With records that people name, and batches without idempotence, anything may stand in the log
/// twice. The watcher has to see it.
#[test]
fn the_watcher_agrees_with_the_logs_whatever_is_written() {
    walks(&setups::HONEST, Hands::Anything, 60);
    walks(&setups::STRANGE, Hands::Anything, 60);
    walks(&setups::GIVING_UP, Hands::Anything, 20);
}

/// A producer that has used up its epochs gets a new pid. What it sent before can arrive behind
/// what it sends now, as after a restart: to the broker these are two producers, and the watcher
/// takes them for two lives.
#[test]
fn a_new_pid_is_a_new_life() {
    let text = setups::LAST_EPOCH.text.to_owned()
        + "A send p-0 1\nexpire A1\nA send p-0 1\ndeliver A2.1\ndeliver A1.1\n";
    let timeline = see(&text, &mut Seen::default());
    let order = &timeline.world_at(timeline.len()).invariants().order;
    assert!(matches!(order, Standing::Outside(_)), "{order:?}");
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
                worlds
                    .into_iter()
                    .try_for_each(|world| follow(world).map(drop))
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
    seen.join(walks(&setups::KEEPING, Hands::Off, 20));
    seen.join(walks(&setups::GIVING_UP, Hands::Off, 20));
    seen.join(walks(&[setups::NEAR_THE_WRAP], Hands::Off, 20));
    a_full_log(&mut seen);
    a_full_wire(&mut seen);
    a_full_queue(&mut seen);
    a_last_refusal(&mut seen);
    all_copies(&mut seen);
    seen.join(brokers::seen());
    all_that_may_wait(&mut seen);
    what_only_some_kafkas_say(&mut seen);
    assert_eq!(seen.missing(), [""; 0], "never reached");
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

fn a_full_queue(seen: &mut Seen) {
    let timeline = see(&"A send p-0 1\n".repeat(105), seen);
    let world = timeline.world_at(timeline.len());
    let why = world.why_not(&read("A send p-1 1"));
    seen.impossible(&why.expect("100 wait already"));
}

/// A batch with a new number overtakes the one before it, and that was its only retry.
fn a_last_refusal(seen: &mut Seen) {
    let text = "retries 1\nproducer A pid=31 epoch=0 next=p-0:7\nA send p-0 1\nretry A1\n\
                deliver A1.2\ndeliver A1.2.reply\n";
    see(text, seen);
}

fn all_copies(seen: &mut Seen) {
    let text = "A send p-0 1\n".to_owned() + &"duplicate A1.1\n".repeat(25);
    let timeline = see(&text, seen);
    let world = timeline.world_at(timeline.len());
    let why = world.why_not(&read("duplicate A1.1z"));
    seen.impossible(&why.expect("there are 25 letters"));
}

/// Twenty producers with five batches each, and a follower that has stopped copying.
fn all_that_may_wait(seen: &mut Seen) {
    let mut text = "brokers b1 b2\npause b2\n".to_owned();
    let letters = ('A'..='T').flat_map(|letter| (1..=5).map(move |number| (letter, number)));
    for (letter, number) in letters {
        text += &format!("{letter} send p-0 1\ndeliver {letter}{number}.1\n");
    }
    let timeline = see(&(text + "Z send p-0 1\n"), seen);
    let world = timeline.world_at(timeline.len());
    let why = world.why_not(&read("deliver Z1.1"));
    seen.impossible(&why.expect("100 wait already"));
    follow(world).expect("they are answered");
}

/// An old duplicate, a producer that was forgotten, and a batch by hand that too few could take.
fn what_only_some_kafkas_say(seen: &mut Seen) {
    for text in [
        "rules kafka-1.0\nwindow 1\nA send p-0 3\nA send p-0 1\ndeliver A1.1\ndeliver A2.1\n\
         retry A1\ndeliver A1.2\ndeliver A1.2.reply\n",
        "rules kafka-2.4\nA send p-0 1\ndeliver A1.1\ndeliver A1.1.reply\nforget p-0 pid=31\n\
         A send p-0 1\ndeliver A2.1\ndeliver A2.1.reply\n",
        "brokers b1 b2\nmin-in-sync 2\ncrash b2\nbatch p-0 pid=31 epoch=0 seq=0 records=1\n",
    ] {
        see(text, seen);
    }
}

fn see(text: &str, seen: &mut Seen) -> Timeline {
    let opened = Opened::whole(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    for (place, step) in opened.timeline.steps().iter().enumerate() {
        if let Event::Deliver(message) = &step.entry.event {
            seen.hearing(opened.timeline.world_at(place), *message);
        }
        seen.facts(&step.facts);
    }
    opened.timeline
}

fn read(event: &str) -> Event {
    let parsed = five_slots::scenario::parse(event);
    parsed.scenario.recording.entries[0].event.clone()
}

/// Answers overtake each other, so later batches can be accepted while one is open whose answer
/// was lost. Before producers had a queue five of these were sent, the slot of the first fell out,
/// and no retry of it was ever accepted again. Now no more are sent than the broker remembers.
#[test]
fn a_batch_does_not_fall_out_of_the_window_while_it_is_open() {
    let mut text = "A send p-0 1\ndeliver A1.1\ndrop A1.1.reply\n".to_owned();
    for batch in 2..=5 {
        text += &format!("A send p-0 1\ndeliver A{batch}.1\ndeliver A{batch}.1.reply\n");
    }
    text += "A send p-0 1\n";
    let timeline = see(&text, &mut Seen::default());
    let world = timeline.world_at(timeline.len());
    assert!(world.wire().is_empty(), "A6 waits");
    assert_eq!(world.actors().next().expect("A").counters.sent, 5);
    // The retry of A1, and A6 after it.
    assert_eq!(follow(world), Ok(5));

    // With a window of four A1 is told that it failed, though it was written.
    let timeline = see(&format!("window 4\n{text}"), &mut Seen::default());
    let mut world = timeline.world_at(timeline.len()).clone();
    while let Some(event) = world.next() {
        world = world.apply(&event).expect("next is possible").0;
    }
    let mut seen = Seen::default();
    seen.told(&world);
    assert!(seen.has("told Failed, and it is in the log"));
    let mut kept = world.invariants().each().into_iter();
    assert!(kept.all(|(_, standing)| *standing == Standing::Kept));
}
