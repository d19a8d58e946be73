//! A search over brokers that crash and stop, come back, lag, lead and are moved: exhaustive near
//! the start, random beyond it. What must hold is in [`copies`](crate::copies), what each broker
//! has to remember in [`remembered`](crate::remembered).

use crate::copies::{self, Answers};
use crate::follow::follow;
use crate::laws::{self, Step};
use crate::random::Random;
use crate::remembered::Remembered;
use crate::seen::Seen;
use crate::setups::Start;
use crate::walk;
use crate::{Visited, read};
use five_slots::sim::{BrokerEvent, Event, Fact, Payload, ReplicaEvent, Setup, World};
use std::time::Instant;

/// Two brokers, of which one is enough.
const TWO: Start = Start {
    name: "two brokers",
    text: "brokers b1 b2\nproducer A\n",
};

/// The same, from a log and memories that hold something.
const TWO_WRITTEN: &str = "A send p-0 1\ndeliver A1.1\ndeliver A1.1.reply\nA send p-0 1\n";

/// Three brokers, of which two have to be in sync.
const THREE: Start = Start {
    name: "three brokers",
    text: "brokers b1 b2 b3\nmin-in-sync 2\nproducer A\n",
};

const STOP: Start = Start {
    name: "two brokers, one retry, stop",
    text: "brokers b1 b2\nretries 1\npolicy stop\nproducer A\n",
};

const IGNORE: Start = Start {
    name: "two brokers, one retry, ignore",
    text: "brokers b1 b2\nretries 1\npolicy ignore\nproducer A\n",
};

const REJECT: Start = Start {
    name: "two brokers, both needed, one retry, reject",
    text: "brokers b1 b2\nmin-in-sync 2\nretries 1\nproducer A\n",
};

const TWO_PRODUCERS: Start = Start {
    name: "two brokers, two producers, two partitions",
    text: "brokers b5 b3\ngiven p-0 log-end=0\ngiven p-1 log-end=0\nproducer A\nproducer B\n",
};

const THREE_PRODUCERS: Start = Start {
    name: "three brokers, a narrow window, two producers",
    text: "brokers b3 b1 b2\nwindow 3\nmax-in-flight 3\nretries 2\nproducer A\nproducer B\n",
};

/// Setups that keep every promise as long as only who is in sync is elected.
const KEEPING: [Start; 7] = [
    TWO,
    THREE,
    STOP,
    IGNORE,
    REJECT,
    TWO_PRODUCERS,
    THREE_PRODUCERS,
];

/// Setups that may lose something, under each rule set.
const LOSING: [Start; 12] = [
    losing("one broker", "policy bump\n"),
    losing("lesson", "brokers b1 b2\npolicy bump\n"),
    losing(
        "kafka-0.11",
        "rules kafka-0.11\nbrokers b1 b2\nmax-in-flight 1\npolicy new-pid\n",
    ),
    losing(
        "kafka-1.0",
        "rules kafka-1.0\nbrokers b1 b2\npolicy new-pid\n",
    ),
    losing(
        "kafka-1.1",
        "rules kafka-1.1\nbrokers b1 b2 b3\npolicy new-pid\n",
    ),
    losing("kafka-2.0.1", "rules kafka-2.0.1\npolicy new-pid\n"),
    losing(
        "kafka-2.4",
        "rules kafka-2.4\nbrokers b1 b2\npolicy new-pid\n",
    ),
    losing(
        "kafka-2.5",
        "rules kafka-2.5\nbrokers b1 b2 b3\nmin-in-sync 2\npolicy bump\n",
    ),
    losing(
        "kafka-4.5",
        "rules kafka-4.5\nbrokers b1 b2\npolicy bump-all\n",
    ),
    losing("acks 1", "brokers b1 b2 b3\nacks 1\n"),
    losing("acks 0", "brokers b1 b2\nacks 0\n"),
    losing(
        "transactional",
        "brokers b1 b2\nretries 3\nproducer A transactional-id=orders\n",
    ),
];

const fn losing(name: &'static str, text: &'static str) -> Start {
    Start { name, text }
}

/// A world, with what is known of how it came about.
#[derive(Clone)]
struct Reached {
    world: World,
    remembered: Remembered,
    answers: Answers,
}

impl Reached {
    fn start(setup: &Setup) -> Self {
        Self {
            world: World::new(setup).expect("a setup that was opened is a world"),
            remembered: Remembered::new(setup.rules, setup.window()),
            answers: Answers::default(),
        }
    }

    fn with(&self, facts: &[Fact], after: World) -> Result<Self, String> {
        let mut reached = Self {
            world: after,
            ..self.clone()
        };
        reached.remembered.follow(facts, &reached.world)?;
        reached.remembered.agrees(&reached.world)?;
        Ok(reached)
    }
}

/// Whether an event elects a broker that lacks something.
fn is_unclean(world: &World, event: &Event) -> bool {
    match event {
        Event::Replica {
            does: ReplicaEvent::Elect,
            partition,
            broker,
        } => world
            .replicas(*partition)
            .is_some_and(|replicas| !replicas.is_in_sync(*broker)),
        _ => false,
    }
}

// --- Exhaustive ---

/// One record at a time, and everything that can happen to messages and brokers but that copies
/// are made, and that what is remembered goes by age or with the log.
fn tried(world: &World) -> Vec<Event> {
    let mut choices = world.choices();
    choices.retain(|event| match event {
        Event::Send { payload, .. } => *payload == Payload::Count(1),
        Event::Duplicate(_)
        | Event::Expire(_)
        | Event::Restart { .. }
        | Event::Batch { .. }
        | Event::Delete(_)
        | Event::Forget { .. } => false,
        _ => !is_unclean(world, event),
    });
    choices
}

#[test]
fn with_two_brokers_every_promise_is_kept() {
    search(TWO, "", 8);
    search(TWO, TWO_WRITTEN, 6);
    for start in [STOP, IGNORE, REJECT] {
        search(start, TWO_WRITTEN, 5);
    }
}

#[test]
fn with_three_brokers_every_promise_is_kept() {
    search(THREE, "", 7);
    search(THREE, TWO_WRITTEN, 5);
}

/// Visits every world that can be reached in `depth` events, after some first ones.
fn search(start: Start, first: &str, depth: usize) {
    let began = Instant::now();
    let setup = start.setup();
    let mut reached = Reached::start(&setup);
    for line in first.lines() {
        let (after, facts) = reached.world.apply(&read(line)).expect("it is possible");
        reached = reached.with(&facts, after).expect("it is lawful");
    }
    let mut visited = Visited::default();
    visited.insert(&reached.world);
    let mut rim = vec![reached];
    let mut steps = 0;
    for _ in 0..depth {
        let mut next = Vec::new();
        for reached in &rim {
            for event in tried(&reached.world) {
                steps += 1;
                let lawful = step(reached, &event, &setup, &mut visited);
                match lawful {
                    Ok(after) => next.extend(after),
                    Err(why) => panic!("{why}, after `{event}`: {:#?}", reached.world),
                }
            }
        }
        rim = next;
    }
    println!(
        "{}: {} worlds within {depth} events, {steps} steps, {:.1?}",
        start.name,
        visited.count,
        began.elapsed()
    );
}

/// One step, and what was reached if that is new.
fn step(
    reached: &Reached,
    event: &Event,
    setup: &Setup,
    visited: &mut Visited,
) -> Result<Option<Reached>, String> {
    let applied = reached.world.apply(event);
    let (after, facts) = applied.map_err(|why| why.to_string())?;
    let step = Step {
        before: &reached.world,
        event,
        after: &after,
        facts: &facts,
    };
    copies::obeys(step, setup)?;
    reached.answers.clone().follow(&facts)?;
    if !visited.insert(&after) {
        return Ok(None);
    }
    copies::hold(&after)?;
    copies::keep(&after)?;
    follow(&after)?;
    let mut reached = reached.with(&facts, after)?;
    reached.answers.follow(&facts)?;
    Ok(Some(reached))
}

// --- Random ---

/// What some walks reach.
pub(crate) fn seen() -> Seen {
    let mut seen = walks(&KEEPING, Bounds::None, 10);
    seen.join(walks(&LOSING, Bounds::None, 20));
    seen
}

/// How far a walk goes.
const STEPS: usize = 300;

#[test]
fn far_from_the_start_only_an_unclean_election_loses_something() {
    walks(&KEEPING, Bounds::Keeping, 40);
}

#[test]
fn whatever_happens_to_brokers_the_copies_agree() {
    walks(&KEEPING, Bounds::None, 15);
    walks(&LOSING, Bounds::None, 30);
}

/// What may happen on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bounds {
    /// Nothing by which a promise could be broken: only who is in sync is elected, nothing is
    /// deleted and nobody forgotten.
    Keeping,
    /// Everything but batches by hand.
    None,
}

/// So many walks from each setup.
fn walks(starts: &[Start], bounds: Bounds, each: u64) -> Seen {
    let mut seen = Seen::default();
    for (place, start) in starts.iter().enumerate() {
        let setup = start.setup();
        for walk in 0..each {
            let seed = (place as u64) << 32 | walk;
            let mut events = Vec::new();
            let walked = stroll(&setup, bounds, seed, &mut events, &mut seen).and_then(|()| {
                let recording = walk::recording(&setup, &events);
                walk::round_trip(&recording).map(drop)
            });
            if let Err(why) = walked {
                let wrong = |events: &[Event]| play(&setup, bounds, events).err();
                let (events, why) = walk::shrink(&events, &why, wrong);
                let text = walk::text(&walk::recording(&setup, &events));
                panic!("{why}\n{}, {bounds:?}, seed {seed:#x}\n{text}", start.name);
            }
        }
    }
    seen
}

fn stroll(
    setup: &Setup,
    bounds: Bounds,
    seed: u64,
    events: &mut Vec<Event>,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut random = Random::new(seed);
    let weights: [usize; KINDS] = std::array::from_fn(|_| [0, 1, 1, 4, 16][random.below(5)]);
    let mut reached = Reached::start(setup);
    for index in 0..STEPS {
        let all = laws::choices(&reached.world)?;
        let Some(event) = pick(&mut random, &weights, &reached.world, all, bounds) else {
            break;
        };
        events.push(event.clone());
        if let Event::Deliver(message) = &event {
            seen.hearing(&reached.world, *message);
        }
        let facts = happens(&mut reached, &event, setup, bounds)?;
        seen.facts(&facts);
        attempt(&reached.world, &mut random, seen);
        if index % 20 == 0 {
            seen.told(&reached.world);
            follow(&reached.world)?;
        }
    }
    follow(&reached.world).map(drop)
}

/// One step of a walk, with all laws.
fn happens(
    reached: &mut Reached,
    event: &Event,
    setup: &Setup,
    bounds: Bounds,
) -> Result<Vec<Fact>, String> {
    let applied = reached.world.apply(event);
    let (after, facts) = applied.map_err(|why| format!("`{event}` is offered: {why}"))?;
    let step = Step {
        before: &reached.world,
        event,
        after: &after,
        facts: &facts,
    };
    copies::obeys(step, setup)?;
    copies::hold(&after)?;
    let mut next = reached.with(&facts, after)?;
    if bounds == Bounds::Keeping {
        copies::keep(&next.world)?;
        next.answers.follow(&facts)?;
    }
    *reached = next;
    Ok(facts)
}

/// Plays events, leaving out those that have become impossible.
fn play(setup: &Setup, bounds: Bounds, events: &[Event]) -> Result<(), String> {
    let mut reached = Reached::start(setup);
    let mut played = Vec::new();
    for event in events {
        if reached.world.why_not(event).is_none() && allowed(&reached.world, event, bounds) {
            happens(&mut reached, event, setup, bounds)?;
            follow(&reached.world)?;
            played.push(event.clone());
        }
    }
    walk::round_trip(&walk::recording(setup, &played)).map(drop)
}

fn allowed(world: &World, event: &Event, bounds: Bounds) -> bool {
    match event {
        Event::Batch { .. } => false,
        _ if bounds == Bounds::None => true,
        Event::Delete(_) | Event::Forget { .. } => false,
        _ => !is_unclean(world, event),
    }
}

const KINDS: usize = 9;

/// What goes together: a walk has a mood for each kind.
fn kind(event: &Event) -> usize {
    match event {
        Event::Send { .. } => 0,
        Event::Deliver(_) => 1,
        Event::Drop(_) | Event::Duplicate(_) => 2,
        Event::Retry(_) => 3,
        Event::Restart { .. } | Event::Expire(_) | Event::Batch { .. } => 4,
        Event::Broker { does, .. } => match does {
            BrokerEvent::Stop | BrokerEvent::Crash => 5,
            BrokerEvent::Start | BrokerEvent::Resume => 6,
            BrokerEvent::Pause | BrokerEvent::Snapshot => 7,
        },
        Event::Replica { .. } => 6,
        Event::Roll(_) | Event::Delete(_) | Event::Forget { .. } => 8,
    }
}

fn pick(
    random: &mut Random,
    weights: &[usize; KINDS],
    world: &World,
    mut choices: Vec<Event>,
    bounds: Bounds,
) -> Option<Event> {
    choices.retain(|event| allowed(world, event, bounds));
    let crowd = world.wire().len() > 12;
    let weight = |of: usize| match of {
        0 | 3 if crowd => 0,
        1 if crowd => 8,
        // Without these a walk comes to a halt where nothing runs.
        6 => 1 + weights[of],
        _ => weights[of],
    };
    let mut kinds: Vec<usize> = choices.iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let pot: Vec<usize> = kinds
        .into_iter()
        .flat_map(|of| std::iter::repeat_n(of, weight(of)))
        .collect();
    if !pot.is_empty() {
        let of = *random.pick(&pot);
        choices.retain(|event| kind(event) == of);
    }
    // Lives without end would crowd out all else.
    choices.retain(|event| !matches!(event, Event::Restart { .. }) || random.percent(20));
    (!choices.is_empty()).then(|| random.pick(&choices).clone())
}

/// Tries what is mostly impossible. Nothing may come of it but a reason, or a world.
fn attempt(world: &World, random: &mut Random, seen: &mut Seen) {
    let brokers = ["b1", "b2", "b3", "b9"];
    let broker = *random.pick(&brokers);
    let partition = ["p-0", "p-9"][random.below(2)];
    let words = [
        "stop", "crash", "start", "pause", "resume", "snapshot", "elect", "shrink", "move", "roll",
        "delete", "forget",
    ];
    let line = match *random.pick(&words) {
        word @ ("elect" | "shrink" | "move") => format!("{word} {partition} {broker}"),
        word @ ("roll" | "delete") => format!("{word} {partition}"),
        "forget" => format!("forget {partition} pid={}", 31 + random.below(3)),
        word => format!("{word} {broker}"),
    };
    match world.apply(&read(&line)) {
        Ok((after, facts)) => {
            assert!(copies::hold(&after).is_ok(), "{line}: {world:#?}");
            seen.facts(&facts);
        }
        Err(why) => {
            assert!(!why.to_string().is_empty());
            seen.impossible(&why);
        }
    }
}
