//! What a long run costs: replaying 10,000 events, moving the cursor over them, and adding one
//! more, which must cost the same after 10 steps and after 10,000.
//!
//! The first lines say by how much a late push is slower than an early one, and what one step keeps
//! in memory, its world included. The column *max alloc* of `replay` says the same of 10,000 steps.

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use five_slots::scenario::{Scenario, fact_lines, open};
use five_slots::sim::{Event, MessageName, Payload, ProducerName};
use five_slots::timeline::{Recording, Timeline};
use std::hint;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        // First, while no memory is left over from other measurements.
        say_memory_of_a_step();
        compare_pushes();
    }
    divan::main();
}

/// How many events the long run has.
const LONG: usize = 10_000;

/// A run of this many events at the least: two producers on two partitions, some answers lost, some
/// batches sent twice by the network, a restart now and then.
fn run(events: usize) -> Timeline {
    let mut text = String::from("producer A transactional-id=orders\n");
    let mut sent = [0_usize; 2];
    let mut count = 0;
    for cycle in 1.. {
        let who = cycle % 2;
        let name = ["A", "B"][who];
        sent[who] += 1;
        let batch = format!("{name}{}", sent[who]);
        let cycle = match cycle % 10 {
            3 => format!(
                "{name} send p-0 3\ndeliver {batch}.1\ndrop {batch}.1.reply\nretry {batch}\n\
                 deliver {batch}.2\ndeliver {batch}.2.reply\n"
            ),
            6 => format!(
                "{name} send p-1 1\nduplicate {batch}.1\ndeliver {batch}.1\ndeliver {batch}.1b\n\
                 deliver {batch}.1.reply\ndeliver {batch}.1b.reply\n"
            ),
            9 if cycle % 90 == 9 => format!("{name} send p-0 1\ndrop {batch}.1\n{name} restart\n"),
            _ => format!("{name} send p-0 1\ndeliver {batch}.1\ndeliver {batch}.1.reply\n"),
        };
        count += cycle.lines().count();
        text += &cycle;
        if count >= events {
            break;
        }
    }
    let opened = open(&text);
    assert_eq!(opened.error, None);
    opened.timeline
}

// --- Replay, text, seek ---

#[divan::bench]
fn replay(bencher: Bencher) {
    let recording: Recording = run(LONG).recording();
    let events = recording.entries.len();
    bencher
        .counter(ItemsCount::new(events))
        .bench_local(|| Timeline::replay(black_box(&recording)));
}

#[divan::bench]
fn open_its_text(bencher: Bencher) {
    let timeline = run(LONG);
    let text = scenario(&timeline).print(&fact_lines(&timeline));
    bencher
        .counter(ItemsCount::new(timeline.len()))
        .bench_local(|| open(black_box(&text)));
}

#[divan::bench]
fn print_its_text(bencher: Bencher) {
    let timeline = run(LONG);
    let scenario = scenario(&timeline);
    bencher
        .counter(ItemsCount::new(timeline.len()))
        .bench_local(|| scenario.print(&fact_lines(black_box(&timeline))));
}

fn scenario(timeline: &Timeline) -> Scenario {
    Scenario {
        recording: timeline.recording(),
        ..Scenario::default()
    }
}

/// How often the cursor jumps in one measurement.
const JUMPS: usize = 1_000;

#[divan::bench(args = [10, LONG])]
fn seek(bencher: Bencher, events: usize) {
    let mut timeline = run(events);
    // Far apart and in no order: 7,919 is prime.
    let places: Vec<usize> = (0..JUMPS)
        .map(|n| n * 7_919 % (timeline.len() + 1))
        .collect();
    bencher.counter(ItemsCount::new(JUMPS)).bench_local(|| {
        for place in &places {
            timeline.seek(*place);
            black_box(timeline.world().fresh_pid());
        }
    });
}

// --- Brokers ---

/// How many events the run with brokers has.
const WITH_BROKERS: usize = 5_000;

/// The same producers and losses on one broker, and on three that copy from each other.
#[divan::bench(args = ["b1", "b1 b2 b3"])]
fn replay_on(bencher: Bencher, brokers: &str) {
    let recording = on(brokers);
    bencher
        .counter(ItemsCount::new(recording.entries.len()))
        .bench_local(|| Timeline::replay(black_box(&recording)));
}

/// The same on three brokers of which one fails and comes back every hundred events.
#[divan::bench]
fn replay_on_failing_brokers(bencher: Bencher) {
    let recording = failing();
    bencher
        .counter(ItemsCount::new(recording.entries.len()))
        .bench_local(|| Timeline::replay(black_box(&recording)));
}

fn on(brokers: &str) -> Recording {
    let mut recording = run(WITH_BROKERS).recording();
    let setup = open(&format!("brokers {brokers}\n"));
    recording.setup.brokers = setup.timeline.setup().brokers;
    recording
}

fn failing() -> Recording {
    let mut recording = on("b1 b2 b3");
    let events = "crash b2\nstart b2\nstop b3\nstart b3\nelect p-0 b3\nelect p-0 b1\n";
    let events = five_slots::scenario::parse(events)
        .scenario
        .recording
        .entries;
    let mut fails = events.iter().cycle();
    let mut entries = Vec::new();
    for (place, entry) in recording.entries.into_iter().enumerate() {
        if place % 100 == 50 {
            // Both steps of it at once, so that no request is sent to who is down.
            entries.extend(fails.by_ref().take(2).cloned());
        }
        entries.push(entry);
    }
    recording.entries = entries;
    let (timeline, stopped) = Timeline::replay(&recording).expect("a setup");
    assert_eq!((stopped, timeline.len()), (None, recording.entries.len()));
    recording
}

// --- One more step ---

/// Send, deliver, and deliver the answer.
const PUSHES: usize = 3;

#[divan::bench(args = [10, 100, 1_000, LONG])]
fn push(bencher: Bencher, after: usize) {
    let (timeline, events) = at_the_end(after);
    bencher
        .counter(ItemsCount::new(PUSHES))
        .with_inputs(|| timeline.clone())
        .bench_local_values(|mut timeline| {
            push_all(&mut timeline, &events);
            timeline
        });
}

fn push_all(timeline: &mut Timeline, events: &[Event]) {
    for event in events {
        timeline.push(event.clone()).expect("it is possible");
    }
}

/// A run with the cursor at its end, on a branch of its own, and what can be pushed there.
fn at_the_end(steps: usize) -> (Timeline, Vec<Event>) {
    let mut timeline = run(steps);
    timeline.seek(timeline.len());
    let producer = ProducerName::new('C').expect("a letter");
    let send = Event::Send {
        producer,
        partition: five_slots::kafka::PartitionId::new(0).expect("there are 16"),
        payload: Payload::Count(1),
    };
    // The first one starts the branch.
    push_all(&mut timeline, std::slice::from_ref(&send));
    let request = MessageName::parse("C2.1").expect("a name");
    let events = vec![
        send,
        Event::Deliver(request),
        Event::Deliver(request.answer()),
    ];
    (timeline, events)
}

// --- In one line each ---

fn compare_pushes() {
    let (early, late) = (time_of_push(10), time_of_push(LONG));
    println!(
        "a push after 10 steps {early:.2?}, after 10,000 steps {late:.2?}: {:.2} times",
        late.as_secs_f64() / early.as_secs_f64()
    );
}

fn say_memory_of_a_step() {
    /// Enough that what is used in passing does not count.
    const RUNS: usize = 8;
    let Some(before) = resident() else {
        return println!("what a step keeps in memory: this system does not say");
    };
    let runs: Vec<Timeline> = (0..RUNS).map(|_| run(LONG)).collect();
    let grown = resident().unwrap_or(before).saturating_sub(before);
    let steps: usize = runs.iter().map(Timeline::len).sum();
    println!("what a step keeps in memory: {} bytes", grown / steps);
}

fn time_of_push(after: usize) -> Duration {
    const ROUNDS: usize = 20_000;
    let (timeline, events) = at_the_end(after);
    let mut shortest = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            let mut timeline = timeline.clone();
            push_all(&mut timeline, &events);
            hint::black_box(timeline);
        }
        shortest = shortest.min(start.elapsed());
    }
    shortest / (ROUNDS * PUSHES) as u32
}

/// The bytes that this process has in memory, where the system says so.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
