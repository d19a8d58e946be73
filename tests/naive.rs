//! A million random batches, judged by `Partition` and by a naive model that keeps everything.

#[path = "naive/model.rs"]
mod model;
#[path = "naive/op.rs"]
mod op;

use five_slots::kafka::{
    Decision, Header, Invalid, Misplaced, Offset, Partition, ProducerId, ProducerState, Reason,
    Slot, Window,
};
use model::{Accepted, Naive, Why};
use op::{Op, Start};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How many sequences of batches are drawn, of 1 to 499 each.
const SEQUENCES: u32 = 4_100;

#[test]
fn it_agrees_with_a_model_that_keeps_everything() {
    // The same batches in every run: what passes here passes there.
    let config = Config {
        cases: SEQUENCES,
        failure_persistence: None,
        ..Config::default()
    };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, seed);
    let visits = RefCell::new(BTreeMap::new());
    let strategy = (op::start(), proptest::collection::vec(op::op(), 1..500));
    let result = runner.run(&strategy, |(start, ops)| {
        agree(&start, &ops, &mut visits.borrow_mut()).map_err(TestCaseError::fail)
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    assert_visits(&visits.into_inner());
}

/// Plays one sequence to both, or says at which batch they part.
fn agree(start: &Start, ops: &[Op], visits: &mut Visits) -> Result<(), String> {
    let (mut naive, known) = start.broker();
    let mut partition = Partition::new(Offset(naive.log_end));
    for pid in known {
        partition.remember(pid, remembered(&naive.window(pid)));
    }
    for (index, op) in ops.iter().enumerate() {
        let batch = op.batch(&naive);
        let window = naive.window(batch.pid);
        let before = (index % 8 == 0).then(|| partition.clone());
        let why = naive.receive(&batch);
        let decision = partition.append(batch, ());
        let place = || format!("batch {index}, {batch:?} on {window:?}");
        same(&naive, &partition, &decision, why).map_err(|what| place() + ": " + &what)?;
        effects(&window, &naive, &decision).map_err(|what| place() + ": " + what)?;
        if let Some(before) = before {
            // Nothing but an accepted batch changes anything, and every decision can be told.
            let changed = before != partition;
            if changed != decision.reason.accepts() || told(&decision) == 0 {
                return Err(place() + ": changed without being accepted, or not told");
            }
        }
        count(visits, &decision);
    }
    let log = partition.log().iter().map(|at| (at.base.0, at.header));
    if log.eq(naive.log.iter().copied()) {
        Ok(())
    } else {
        Err("the logs differ".into())
    }
}

/// Whether both decided the same, and remember the same afterwards.
fn same(naive: &Naive, ours: &Partition, decision: &Decision, why: Why) -> Result<(), String> {
    let pid = decision.batch.pid;
    let window = naive.window(pid);
    let state = ours.state(pid).cloned();
    let theirs = (!window.is_empty()).then(|| remembered(&window));
    if translate(decision) != why {
        Err(format!("{why:?}, but decided {decision:?}"))
    } else if ours.log_end().0 != naive.log_end || decision.log_end != ours.log_end() {
        Err(format!("log end {}, not {:?}", naive.log_end, decision))
    } else if state != theirs {
        Err(format!("{theirs:?}, but remembers {state:?}"))
    } else {
        Ok(())
    }
}

/// Whether the decision tells truly what it wrote and what went away.
fn effects(window: &[Accepted], naive: &Naive, decision: &Decision) -> Result<(), &'static str> {
    let after = naive.window(decision.batch.pid);
    let accepted = decision.reason.accepts() && decision.batch.pid != ProducerId::NONE;
    let written = after.last().filter(|_| accepted).map(slot);
    let new_life = written.is_some() && decision.reason == Reason::NewerEpoch;
    let full = accepted && !new_life && window.len() == 5;
    let fell_out = window.first().filter(|_| full).map(slot);
    if decision.written != written {
        Err("the slot that was written")
    } else if decision.fell_out != fell_out {
        Err("the slot that fell out")
    } else if usize::from(decision.cleared) != if new_life { window.len() } else { 0 } {
        Err("how many slots were cleared")
    } else {
        Ok(())
    }
}

/// Tells a decision in full; the length of what was said.
fn told(decision: &Decision) -> usize {
    let statements = decision.asked().map(|asked| asked.comparisons.len());
    decision.to_string().len() + statements.iter().sum::<usize>()
}

/// A decision in the model's words.
fn translate(decision: &Decision) -> Why {
    match decision.reason {
        Reason::Invalid(Invalid::NoRecords | Invalid::TooManyRecords) => Why::Invalid("records"),
        Reason::Invalid(Invalid::ProducerId) => Why::Invalid("pid"),
        Reason::Invalid(Invalid::Epoch) => Why::Invalid("epoch"),
        Reason::Invalid(Invalid::Sequence) => Why::Invalid("seq"),
        Reason::Invalid(Invalid::LogFull) => Why::Invalid("log full"),
        Reason::NotIdempotent => Why::NotIdempotent,
        Reason::NoState => Why::Unknown,
        Reason::NoStateNotZero => Why::UnknownNotZero,
        // The log of this model is never empty again: nothing is deleted.
        reason @ (Reason::NoStateUnknown | Reason::NoStateAccepted(_)) => {
            panic!("the lesson does not say {reason:?} here")
        }
        Reason::OlderEpoch => Why::Zombie,
        Reason::NewerEpoch => Why::NewLife,
        Reason::NewerEpochNotZero => Why::NewLifeNotZero,
        Reason::Remembered { slot } => {
            let base = decision
                .reply
                .base()
                .expect("a duplicate has a base offset");
            Why::CopyOf(usize::from(slot), base)
        }
        Reason::Next => Why::Next,
        Reason::NotNext(Misplaced::GapAhead) => Why::Gap,
        Reason::NotNext(Misplaced::Overlap) => Why::Overlap,
        Reason::NotNext(Misplaced::BehindWindow) => Why::Behind,
    }
}

fn remembered(window: &[Accepted]) -> ProducerState {
    let slots: Vec<Slot> = window.iter().map(slot).collect();
    ProducerState {
        epoch: window[0].epoch,
        window: Window::of(&slots).expect("one to five slots"),
    }
}

fn slot(batch: &Accepted) -> Slot {
    Slot {
        first: batch.first,
        last: batch.last,
        base: batch.base,
    }
}

/// How often each branch was taken.
type Visits = BTreeMap<String, u32>;

fn count(visits: &mut Visits, decision: &Decision) {
    let mut visit = |name: String| *visits.entry(name).or_default() += 1;
    visit("batches".into());
    visit(format!("{:?}", decision.reason));
    let Header { first, .. } = decision.batch;
    let wraps = decision.batch.last().0 < first.0;
    match decision.reason {
        Reason::Next if wraps => visit("wrap inside".into()),
        Reason::Next if first.0 == 0 => visit("wrap between".into()),
        Reason::Remembered { .. } if wraps => visit("duplicate over the wrap".into()),
        _ => {}
    }
    if decision.fell_out.is_some() {
        visit("fell out".into());
    }
    if decision.cleared > 0 {
        visit(format!("cleared {}", decision.cleared));
    }
}

/// Every branch is taken often enough that a mistake in it cannot hide.
fn assert_visits(visits: &Visits) {
    let floors = [
        ("batches", 1_000_000),
        ("Invalid(NoRecords)", 10_000),
        ("Invalid(TooManyRecords)", 5_000),
        ("Invalid(ProducerId)", 5_000),
        ("Invalid(Epoch)", 5_000),
        ("Invalid(Sequence)", 5_000),
        ("Invalid(LogFull)", 2_000),
        ("NotIdempotent", 10_000),
        ("NoState", 1_000),
        ("NoStateNotZero", 500),
        ("OlderEpoch", 50_000),
        ("NewerEpoch", 50_000),
        ("NewerEpochNotZero", 20_000),
        ("Remembered { slot: 0 }", 50_000),
        ("Remembered { slot: 1 }", 20_000),
        ("Remembered { slot: 2 }", 20_000),
        ("Remembered { slot: 3 }", 10_000),
        ("Remembered { slot: 4 }", 10_000),
        ("Next", 300_000),
        ("NotNext(GapAhead)", 50_000),
        ("NotNext(Overlap)", 50_000),
        ("NotNext(BehindWindow)", 50_000),
        ("wrap inside", 1_000),
        ("wrap between", 200),
        ("duplicate over the wrap", 1_000),
        ("fell out", 100_000),
        ("cleared 1", 5_000),
        ("cleared 2", 5_000),
        ("cleared 3", 5_000),
        ("cleared 4", 5_000),
        ("cleared 5", 10_000),
    ];
    for (name, floor) in floors {
        let count = visits.get(name).copied().unwrap_or(0);
        assert!(count >= floor, "{name}: {count} visits, not {floor}");
    }
    assert_eq!(
        visits.len(),
        floors.len(),
        "a branch without a floor: {visits:#?}"
    );
}
