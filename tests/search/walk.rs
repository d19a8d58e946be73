//! Random walks: an outside hand that picks among what is possible now.

use crate::laws::{self, Hands, Step};
use crate::random::Random;
use crate::seen::Seen;
use five_slots::kafka::{Epoch, Header, PartitionId, ProducerId, Sequence};
use five_slots::scenario::{Scenario, fact_lines, open, parse};
use five_slots::sim::{
    BatchName, Event, Fact, Labels, MessageName, Payload, ProducerName, Setup, World,
};
use five_slots::timeline::{Entry, Recording, Timeline};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Worlds are held against their logs this often: a standing never gets better, so nothing is
/// missed in between.
const LOOK_EVERY: usize = 40;

/// A few moods, so that walks differ: one network loses most, another copies most, and so on.
struct Mood {
    /// How likely each kind of event is, by its place in [`kind`].
    weights: [usize; KINDS],
    /// How likely the oldest message is the one that something happens to.
    orderly: usize,
}

impl Mood {
    fn new(random: &mut Random) -> Self {
        Self {
            weights: std::array::from_fn(|_| [0, 1, 1, 4, 16][random.below(5)]),
            orderly: [0, 50, 95][random.below(3)],
        }
    }
}

const KINDS: usize = 8;

fn kind(event: &Event) -> usize {
    match event {
        Event::Send { .. } => 0,
        Event::Deliver(_) => 1,
        Event::Drop(_) => 2,
        Event::Duplicate(_) => 3,
        Event::Retry(_) => 4,
        Event::Restart { .. } => 5,
        Event::Batch { .. } => 6,
        Event::Expire(_) => 7,
        _ => unreachable!("{event}: the brokers are left alone"),
    }
}

/// Walks `steps` events from a setup. Says what was reached, or panics with the seed, what is not
/// true and the shortest recording that shows it.
pub(crate) fn walk(setup: &Setup, hands: Hands, seed: u64, steps: usize) -> (Recording, Seen) {
    let mut events = Vec::new();
    let walked = catch_unwind(AssertUnwindSafe(|| {
        stroll(setup, hands, seed, steps, &mut events)
    }));
    let seen = match walked {
        Ok(Ok(seen)) => seen,
        Ok(Err(why)) => fail(setup, hands, seed, &events, &why),
        Err(_) => fail(setup, hands, seed, &events, "it panics"),
    };
    (recording(setup, &events), seen)
}

fn stroll(
    setup: &Setup,
    hands: Hands,
    seed: u64,
    steps: usize,
    events: &mut Vec<Event>,
) -> Result<Seen, String> {
    let mut random = Random::new(seed);
    let mood = Mood::new(&mut random);
    let mut world = World::new(setup).map_err(|error| error.to_string())?;
    let mut seen = Seen::default();
    for index in 0..steps {
        let mut choices = if index % LOOK_EVERY == 0 {
            laws::choices(&world)?
        } else {
            world.choices()
        };
        choices.retain(laws::leaves_brokers_alone);
        if world.next().is_none() {
            seen.note("nothing is outstanding");
        }
        let event = pick(&mut random, &mood, &world, choices, hands);
        let Some(event) = event else { break };
        events.push(event.clone());
        if let Event::Deliver(message) = &event {
            seen.hearing(&world, *message);
        }
        attempt(&world, &mut random, &mut seen);
        if let Some((after, facts)) = applied(&world, &event, &mut seen) {
            let step = Step {
                before: &world,
                event: &event,
                after: &after,
                facts: &facts,
            };
            laws::obeys(step, hands)?;
            seen.facts(&facts);
            world = after;
        } else if hands == Hands::Anything {
            // What people write may be impossible; what is offered may not.
            events.pop();
        } else {
            return Err(format!("`{event}` is offered, and impossible"));
        }
        if index % LOOK_EVERY == 0 {
            laws::holds(&world, setup, hands)?;
            seen.told(&world);
        }
    }
    laws::holds(&world, setup, hands)?;
    seen.told(&world);
    Ok(seen)
}

fn applied(world: &World, event: &Event, seen: &mut Seen) -> Option<(World, Vec<Fact>)> {
    match world.apply(event) {
        Ok(applied) => Some(applied),
        Err(why) => {
            assert!(!why.to_string().is_empty());
            seen.impossible(&why);
            None
        }
    }
}

fn pick(
    random: &mut Random,
    mood: &Mood,
    world: &World,
    mut choices: Vec<Event>,
    hands: Hands,
) -> Option<Event> {
    if hands == Hands::Off {
        choices.retain(|event| !matches!(event, Event::Batch { .. }));
    }
    // A crowd on the wire takes time and shows nothing new.
    let crowd = world.wire().len() > 12;
    let weight = |event: &Event| match kind(event) {
        0 | 3 | 4 if crowd => 0,
        1 | 2 if crowd => 8,
        kind => mood.weights[kind],
    };
    if hands == Hands::Anything && random.percent(25) {
        return Some(written(random));
    }
    let total: usize = (0..KINDS)
        .filter_map(|of| choices.iter().find(|event| kind(event) == of))
        .map(weight)
        .sum();
    if total == 0 {
        return (!choices.is_empty()).then(|| random.pick(&choices).clone());
    }
    let mut at = random.below(total);
    let mut chosen = 0;
    for of in 0..KINDS {
        let Some(event) = choices.iter().find(|event| kind(event) == of) else {
            continue;
        };
        if at < weight(event) {
            chosen = of;
            break;
        }
        at -= weight(event);
    }
    choices.retain(|event| kind(event) == chosen);
    if (1..=3).contains(&chosen) && random.percent(mood.orderly) {
        choices.truncate(1);
    }
    Some(random.pick(&choices).clone())
}

/// An event as a person may write it: named records, some of which look like counted ones, and
/// batches with any numbers.
fn written(random: &mut Random) -> Event {
    let partition = PartitionId::new(0).expect("there are 16");
    let count = 1 + random.below(3) as u32;
    if random.percent(40) {
        return Event::Send {
            producer: *random.pick(&[letter('A'), letter('B')]),
            partition,
            payload: match random.below(8) {
                0 => Payload::Count(0),
                1 => Payload::Count(count),
                _ => Payload::Labelled(labels(random, count)),
            },
        };
    }
    let header = Header {
        pid: ProducerId(*random.pick(&[-1, -1, -1, -2, 31, 32, 33, i64::MAX])),
        epoch: Epoch(*random.pick(&[0, 0, 0, 1, -1, i16::MAX])),
        first: Sequence(*random.pick(&[0, 1, 2, 3, 4, i32::MAX - 1, i32::MAX, -1])),
        records: *random.pick(&[1, 1, 2, 3, 4, 0, u32::MAX]),
    };
    let named = (1..=4).contains(&header.records) && random.percent(40);
    Event::Batch {
        partition,
        header,
        labels: named.then(|| labels(random, header.records)),
    }
}

fn labels(random: &mut Random, count: u32) -> Labels {
    const WORDS: [&str; 14] = [
        "umbrella 1",
        "umbrella 2",
        "x",
        "a1",
        "a2",
        "a3",
        "a4",
        "b1",
        "a01",
        "31.0.0",
        "31.0.1",
        "-1.0.2",
        "-1.0.2147483647",
        "7",
    ];
    let words = (0..count).map(|_| Rc::from(*random.pick(&WORDS)));
    words.collect()
}

fn letter(letter: char) -> ProducerName {
    ProducerName::new(letter).expect("a letter")
}

/// Tries what is mostly impossible. Nothing may come of it but a reason, or a world.
fn attempt(world: &World, random: &mut Random, seen: &mut Seen) {
    let producer = *random.pick(&[letter('A'), letter('B'), letter('Z')]);
    let batch = BatchName {
        producer,
        number: 1 + random.below(9) as u32,
    };
    let message = MessageName {
        batch,
        attempt: 1 + random.below(3) as u32,
        copy: random.below(3) as u8,
        reply: [None, Some(0), Some(1)][random.below(3)],
    };
    let event = match random.below(7) {
        0 => Event::Deliver(message),
        1 => Event::Drop(message),
        2 => Event::Duplicate(message),
        3 => Event::Retry(batch),
        4 => Event::Expire(batch),
        5 => Event::Restart {
            producer,
            leaving: Some(*random.pick(&[letter('A'), letter('Y')])),
        },
        _ => Event::Send {
            producer,
            partition: PartitionId::new(0).expect("there are 16"),
            payload: Payload::Count(1),
        },
    };
    if let Some((_, facts)) = applied(world, &event, seen) {
        seen.facts(&facts);
    }
}

/// The recording of these events.
pub(crate) fn recording(setup: &Setup, events: &[Event]) -> Recording {
    let entries = events.iter().map(|event| Entry {
        event: event.clone(),
        caption: None,
    });
    Recording {
        setup: setup.clone(),
        entries: entries.collect(),
    }
}

/// A recording is its text, and its text is a fixed point, facts included.
pub(crate) fn round_trip(recording: &Recording) -> Result<Timeline, String> {
    let (timeline, stopped) = Timeline::replay(recording).map_err(|error| error.to_string())?;
    let again = Timeline::replay(recording).map_err(|error| error.to_string())?;
    let whole = stopped.is_none() && timeline.len() == recording.entries.len();
    whole.then_some(()).ok_or("it cannot be replayed")?;
    let same = timeline == again.0 && timeline.recording() == *recording;
    same.then_some(()).ok_or("two replays differ")?;
    let [one, other] = [&timeline, &again.0].map(|timeline| timeline.world_at(timeline.len()));
    let same = one.choices() == other.choices() && one.next() == other.next();
    same.then_some(()).ok_or("what is possible differs")?;

    let mut pushed = Timeline::new(recording.setup.clone()).map_err(|error| error.to_string())?;
    for entry in &recording.entries {
        let pushed = pushed.push(entry.event.clone());
        pushed.map_err(|error| error.to_string())?;
    }
    let same = pushed.steps() == timeline.steps();
    same.then_some(()).ok_or("acting and replaying differ")?;

    let scenario = Scenario {
        recording: recording.clone(),
        ..Scenario::default()
    };
    for text in [scenario.print(&[]), scenario.print_compact()] {
        let parsed = parse(&text);
        let same = parsed.error.is_none() && parsed.scenario == scenario;
        same.then_some(()).ok_or("print then parse differs")?;
    }
    let text = scenario.print(&fact_lines(&timeline));
    let opened = open(&text);
    if let Some(error) = opened.error {
        return Err(format!("its text cannot be opened: {error}"));
    }
    if let Some(mismatch) = opened.mismatch {
        return Err(format!("its own facts do not come out: {mismatch:?}"));
    }
    let same = opened.timeline == timeline && opened.scenario.print(&opened.facts()) == text;
    same.then_some(timeline)
        .ok_or("its text is no fixed point".to_owned())
}

/// The text of a recording.
pub(crate) fn text(recording: &Recording) -> String {
    let scenario = Scenario {
        recording: recording.clone(),
        ..Scenario::default()
    };
    scenario.print(&[])
}

/// Panics with the shortest recording that shows what is wrong: paste it as a scenario.
fn fail(setup: &Setup, hands: Hands, seed: u64, events: &[Event], why: &str) -> ! {
    let wrong = |events: &[Event]| {
        let played = catch_unwind(AssertUnwindSafe(|| play(setup, hands, events)));
        match played {
            Ok(Ok(())) => None,
            Ok(Err(why)) => Some(why),
            Err(_) => Some("it panics".to_owned()),
        }
    };
    let (shortest, why) = shrink(events, why, wrong);
    let text = text(&recording(setup, &shortest));
    panic!("{why}\nhands {hands:?}, seed {seed:#x}\n{text}");
}

/// Leaves out what can be left out of events with which something is wrong.
pub(crate) fn shrink(
    events: &[Event],
    why: &str,
    wrong: impl Fn(&[Event]) -> Option<String>,
) -> (Vec<Event>, String) {
    let (mut shortest, mut why) = (events.to_vec(), why.to_owned());
    loop {
        let before = shortest.len();
        for at in (0..before).rev() {
            let mut shorter = shortest.clone();
            shorter.remove(at);
            if let Some(what) = wrong(&shorter) {
                (shortest, why) = (shorter, what);
            }
        }
        // What was left out may have been all that others were there for.
        if shortest.len() == before {
            return (shortest, why);
        }
    }
}

/// Plays events, leaving out those that have become impossible.
fn play(setup: &Setup, hands: Hands, events: &[Event]) -> Result<(), String> {
    let mut world = World::new(setup).map_err(|error| error.to_string())?;
    for event in events {
        laws::choices(&world)?;
        if let Ok((after, facts)) = world.apply(event) {
            laws::obeys(
                Step {
                    before: &world,
                    event,
                    after: &after,
                    facts: &facts,
                },
                hands,
            )?;
            world = after;
            laws::holds(&world, setup, hands)?;
        }
    }
    Ok(())
}
