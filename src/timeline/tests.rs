//! What a cursor and branches do.

use super::*;
use crate::kafka::{Acks, Conflict, PartitionId};
use crate::sim::{Change, Fact, MessageName, Payload, ProducerName};

fn send() -> Event {
    Event::Send {
        producer: ProducerName::new('A').unwrap(),
        partition: PartitionId::new(0).unwrap(),
        payload: Payload::Count(1),
    }
}

fn deliver(name: &str) -> Event {
    Event::Deliver(MessageName::parse(name).unwrap())
}

fn story() -> Timeline {
    let events = [send(), deliver("A1.1"), deliver("A1.1.reply")];
    let entries = events.map(|event| Entry {
        event,
        caption: None,
    });
    let recording = Recording {
        setup: Setup::default(),
        entries: entries.to_vec(),
    };
    Timeline::replay(&recording).unwrap().0
}

#[test]
fn acting_in_the_past_starts_a_branch_and_keeps_the_old_one() {
    let mut timeline = story();
    timeline.seek(1);
    assert_eq!(timeline.push(deliver("A1.1")), Ok(Pushed::Followed));
    assert_eq!(timeline.current(), 0);
    assert_eq!(timeline.push(send()), Ok(Pushed::Branched));
    assert_eq!(timeline.push(send()), Ok(Pushed::Extended));
    assert_eq!(
        (timeline.current(), timeline.len(), timeline.cursor()),
        (1, 4, 4)
    );
    timeline.go_to_branch(0);
    assert_eq!((timeline.len(), timeline.cursor()), (3, 2));
    assert_eq!(timeline.branches(), 2);
}

#[test]
fn acting_at_the_end_of_the_story_leaves_the_story_as_it_was() {
    let mut timeline = story();
    timeline.seek(99);
    assert_eq!(timeline.push(send()), Ok(Pushed::Branched));
    assert_eq!(timeline.branch(0).len(), 3);
    timeline.reset();
    assert_eq!((timeline.current(), timeline.cursor()), (0, 0));
    assert!(timeline.step().is_none());
}

#[test]
fn the_step_that_wrote_a_batch_is_found() {
    let mut timeline = story();
    timeline.seek(3);
    for name in ["A2.1", "A3.1"] {
        timeline.push(send()).unwrap();
        timeline.push(deliver(name)).unwrap();
    }
    let p0 = PartitionId::new(0).unwrap();
    let writers = [0, 1, 2, 3].map(|base| timeline.step_that_wrote(p0, Offset(base)));
    assert_eq!(writers, [Some(2), Some(5), Some(7), None]);
}

#[test]
fn a_recording_is_replayed_up_to_what_cannot_happen() {
    let mut recording = story().recording();
    recording.entries.insert(1, recording.entries[2].clone());
    let (timeline, stopped) = Timeline::replay(&recording).unwrap();
    assert_eq!(timeline.len(), 1);
    assert_eq!(stopped.unwrap().index, 1);
}

/// The same events under another setup.
fn under(timeline: &Timeline, change: Change) -> Under {
    let mut setup = timeline.setup().clone();
    change.apply(&mut setup);
    timeline.under(setup).unwrap()
}

#[test]
fn under_another_setup_each_branch_ends_before_what_is_impossible_there() {
    let mut timeline = story();
    timeline.seek(1);
    timeline.push(deliver("A1.1")).unwrap();
    timeline.push(send()).unwrap();
    timeline.push(deliver("A2.1")).unwrap();
    assert_eq!((timeline.current(), timeline.len()), (1, 4));

    // Nobody answers with acks=0, so the story ends before its third event; the branch goes on.
    let silent = under(&timeline, Change::Acks(Acks::None));
    assert_eq!(silent.timeline.branch(0).len(), 2);
    assert_eq!(silent.timeline.branch(1).len(), 4);
    assert_eq!(silent.timeline.cursor(), 4);
    assert_eq!(silent.stopped, None);
    assert_eq!(silent.differs, Some(1));

    let mut at_story = timeline.clone();
    at_story.go_to_branch(0);
    at_story.seek(3);
    let silent = under(&at_story, Change::Acks(Acks::None));
    assert_eq!(silent.timeline.cursor(), 2);
    assert_eq!(silent.stopped.map(|stopped| stopped.index), Some(2));

    // What changes nothing changes nothing.
    let same = under(&timeline, Change::Retries(9));
    assert_eq!((same.differs, &same.stopped), (None, &None));
    let facts = |of: &Timeline| -> Vec<Vec<Fact>> {
        let steps = of.branch(1).iter();
        steps.map(|step| step.facts.clone()).collect()
    };
    assert_ne!(same.timeline.world(), timeline.world());
    assert_eq!(facts(&same.timeline), facts(&timeline));
    assert_eq!(same.timeline.cursor(), timeline.cursor());
}

#[test]
fn captions_end_where_something_else_happens() {
    let mut recording = story().recording();
    for entry in &mut recording.entries {
        entry.caption = Some("so".into());
    }
    let (timeline, _) = Timeline::replay(&recording).unwrap();
    let captions = |under: &Under| -> Vec<bool> {
        let steps = under.timeline.steps().iter();
        steps.map(|step| step.entry.caption.is_some()).collect()
    };
    let smaller = under(&timeline, Change::Window(1));
    assert_eq!(captions(&smaller), [true, true, true]);
    let off = under(&timeline, Change::Idempotence(false));
    assert_eq!((off.differs, captions(&off)), (Some(1), vec![false; 3]));
}

#[test]
fn a_setup_that_is_no_world_is_refused() {
    let timeline = story();
    let mut setup = timeline.setup().clone();
    Change::Idempotence(true).apply(&mut setup);
    Change::Retries(0).apply(&mut setup);
    let refused = timeline.under(setup).map(|under| under.differs);
    assert_eq!(refused, Err(SetupError::Conflict(Conflict::NoRetries)));
}
