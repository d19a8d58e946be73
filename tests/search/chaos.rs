//! Chaos as the page plays it: [`World::pick`] with dice that can be thrown again, and now and
//! then an application that gives up or a producer that dies.

use crate::follow::follow;
use crate::laws::{self, Hands, Promises, Step};
use crate::random::Random;
use crate::reading::{Kind, kind};
use crate::seen::Seen;
use crate::setups::{self, Start};
use crate::walk;
use five_slots::sim::{Dials, Event, World};

/// How far one goes.
const STEPS: usize = 250;

/// A few networks: a good one, some that do one thing badly, and one that does all.
const NETWORKS: [Dials; 7] = [
    dials(0, 0, 0, 0),
    dials(50, 0, 0, 0),
    dials(0, 50, 0, 0),
    dials(0, 0, 50, 0),
    dials(0, 0, 0, 90),
    dials(10, 20, 10, 20),
    dials(30, 30, 30, 60),
];

const fn dials(lose_requests: u32, lose_answers: u32, duplicate: u32, overtake: u32) -> Dials {
    Dials {
        lose_requests,
        lose_answers,
        duplicate,
        overtake,
    }
}

#[test]
fn chaos_breaks_only_what_the_settings_give_up() {
    let mut seen = Seen::default();
    let starts = || {
        let honest = setups::HONEST.into_iter();
        honest.chain(setups::KEEPING).chain(setups::GIVING_UP)
    };
    for (place, start) in starts().enumerate() {
        let mut broken = [false; 2];
        for (turn, dials) in NETWORKS.iter().cycle().take(112).enumerate() {
            let seed = (place as u64) << 32 | turn as u64;
            // Half of them are chaos alone, as the page plays it.
            let others = if turn < 56 { 0 } else { 4 };
            let world = run(start, dials, others, seed, &mut seen);
            let standings = world.invariants();
            broken[0] |= kind(&standings.once) == Kind::Broken;
            broken[1] |= kind(&standings.order) == Kind::Broken;
        }
        // What is not promised is not merely said not to be: it does go wrong.
        let promised = Promises::of(&start.world());
        assert_eq!(broken[0], !promised.once, "{}: once", start.name);
        assert_eq!(broken[1], !promised.order, "{}: order", start.name);
    }
}

/// One run, which then settles.
fn run(start: Start, dials: &Dials, others: usize, seed: u64, seen: &mut Seen) -> World {
    let setup = start.setup();
    let mut random = Random::new(seed);
    let mut world = start.world();
    let mut events = Vec::new();
    let mut lawful = || -> Result<(), String> {
        for _ in 0..STEPS {
            let other = random.percent(others).then(|| other(&world, &mut random));
            let mut roll = |end: u32| random.below(end as usize) as u32;
            let event = other.flatten().or_else(|| world.pick(dials, &mut roll));
            let Some(event) = event else { break };
            events.push(event.clone());
            if let Event::Deliver(message) = &event {
                seen.hearing(&world, *message);
            }
            let (after, facts) = world.apply(&event).map_err(|why| why.to_string())?;
            let step = Step {
                before: &world,
                event: &event,
                after: &after,
                facts: &facts,
            };
            laws::obeys(step, Hands::Off)?;
            seen.facts(&facts);
            world = after;
        }
        laws::holds(&world, &setup, Hands::Off)?;
        follow(&world).map(drop)
    };
    lawful().unwrap_or_else(|why| {
        let text = walk::text(&walk::recording(&setup, &events));
        panic!("{why}\n{}, seed {seed:#x}\n{text}", start.name)
    });
    world
}

/// What chaos leaves alone.
fn other(world: &World, random: &mut Random) -> Option<Event> {
    let expire = world.waiting().map(Event::Expire);
    let restart = world.actors().map(|actor| Event::Restart {
        producer: actor.name,
        leaving: None,
    });
    let others: Vec<Event> = expire.chain(restart).collect();
    (!others.is_empty()).then(|| random.pick(&others).clone())
}
