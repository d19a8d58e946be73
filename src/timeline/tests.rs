//! What a cursor and branches do.

use super::*;
use crate::kafka::PartitionId;
use crate::sim::{MessageName, Payload, ProducerName};

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
