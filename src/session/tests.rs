//! What a viewer can rely on.

mod changes;

use super::*;

#[test]
fn undo_takes_back_changes_and_not_moves() {
    let mut session = Session::new();
    session.update(Action::Next).unwrap();
    assert!(!session.can_undo());
    let send = "A send p-0 1".to_owned();
    let event = scenario::open(&send).scenario.recording.entries[0]
        .event
        .clone();
    session.update(Action::Do(event)).unwrap();
    assert!(session.has_left_story());
    session.update(Action::Undo).unwrap();
    assert!(!session.has_left_story());
    assert_eq!(session.timeline().cursor(), 1);
    session.update(Action::Redo).unwrap();
    assert_eq!(session.timeline().cursor(), 2);
}

#[test]
fn a_text_that_cannot_be_read_leaves_everything_as_it_was() {
    let mut session = Session::new();
    session.update(Action::Last).unwrap();
    let before = session.text();
    assert!(
        session
            .update(Action::Load("deliver A1.1".to_owned()))
            .is_err()
    );
    assert_eq!(session.text(), before);
    assert!(!session.can_undo());
}

#[test]
fn adding_to_the_setup_keeps_the_run_and_its_branches() {
    let mut session = Session::new();
    session.update(Action::Last).unwrap();
    let steps = session.timeline().len();
    session.update(Action::AddPartition).unwrap();
    session.update(Action::AddProducer(None)).unwrap();
    assert_eq!(session.timeline().len(), steps);
    assert_eq!(session.timeline().cursor(), steps);
    assert!(session.text().contains("given p-1 log-end=0\n"));
    assert!(session.text().contains("producer B\n"));
}

#[test]
fn the_text_of_a_built_in_story_is_that_story() {
    let mut session = Session::new();
    let text = session.text();
    session
        .update(Action::Load("A send p-0 1".to_owned()))
        .unwrap();
    assert_eq!(session.story().id, None);
    session.update(Action::Load(text)).unwrap();
    assert_eq!(session.story().id, Some("lost-ack"));
}

#[test]
fn next_beyond_the_end_lets_nothing_go_wrong() {
    let mut session = Session::new();
    session
        .update(Action::Load("A send p-0 1".to_owned()))
        .unwrap();
    session.update(Action::Last).unwrap();
    session.update(Action::Next).unwrap();
    session.update(Action::Next).unwrap();
    assert!(session.status().starts_with("Step 3 of 3. A hears"));
    assert!(session.update(Action::Next).is_err());
}
