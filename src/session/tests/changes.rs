//! What can be undone as one change, what is refused, and what a comparison follows.

use crate::kafka::{Acks, Policy};
use crate::scenario;
use crate::session::{Action, Session};
use crate::sim::{Change, Event, Variant};

fn event(line: &str) -> Event {
    scenario::parse(line).scenario.recording.entries[0]
        .event
        .clone()
}

/// A session that views a text, at its end.
fn viewing(text: &str) -> Session {
    let mut session = Session::new();
    session.update(Action::Load(text.to_owned())).unwrap();
    session.update(Action::Last).unwrap();
    session
}

/// What a viewer has before them, but for the number of the revision.
fn shown(session: &Session) -> (String, usize, usize, Option<String>) {
    let compared = session.comparison();
    let compared = compared.map(|known| format!("{}: {:?}", known.variant(), known.differ_at()));
    let timeline = session.timeline();
    (session.text(), timeline.cursor(), timeline.len(), compared)
}

/// An action that is a change: Undo takes it back as a whole, Redo does it again.
fn is_one_change(session: &mut Session, action: Action) {
    let before = shown(session);
    session.update(action).unwrap();
    let after = shown(session);
    assert_ne!(before, after);
    session.update(Action::Undo).unwrap();
    assert_eq!(shown(session), before);
    session.update(Action::Redo).unwrap();
    assert_eq!(shown(session), after);
}

/// An action that comes to nothing changes nothing, and says why.
fn is_refused(session: &mut Session, action: Action, why: &str) {
    let before = (shown(session), session.revision());
    let undo = (session.can_undo(), session.can_redo());
    let trouble = session.update(action).unwrap_err().to_string();
    assert!(trouble.contains(why), "{trouble}");
    assert_eq!((shown(session), session.revision()), before);
    assert_eq!((session.can_undo(), session.can_redo()), undo);
    assert_eq!(session.notice(), None);
}

/// The lost acknowledgement, as far as the retry.
const RETRIED: &str = "A send p-0 1\ndeliver A1.1\ndrop A1.1.reply\nretry A1\n";

#[test]
fn a_setting_is_one_change_and_the_run_is_replayed_under_it() {
    let mut session = viewing(&format!("{RETRIED}deliver A1.2\n"));
    for change in [
        Change::Window(3),
        Change::Retries(1),
        Change::MaxInFlight(2),
        Change::Policy(Policy::Stop),
        Change::Idempotence(false),
        Change::Acks(Acks::Leader),
    ] {
        is_one_change(&mut session, Action::Set(change));
        assert!(session.text().contains(&format!("{change}\n")));
        assert_eq!(session.timeline().len(), 5);
    }
    // Without idempotence the retry stands in the log again.
    let log = session.timeline().world().partitions().values().next();
    assert_eq!(log.map(|log| log.log_end().0), Some(2));
}

#[test]
fn a_setting_that_conflicts_is_refused_and_everything_stays() {
    let mut session = viewing(RETRIED);
    let needs = "idempotence needs acks=all, and acks is 1";
    session
        .update(Action::Set(Change::Idempotence(true)))
        .unwrap();
    is_refused(&mut session, Action::Set(Change::Acks(Acks::Leader)), needs);
    is_refused(&mut session, Action::Set(Change::Retries(0)), "retries > 0");
    is_refused(
        &mut session,
        Action::Set(Change::MaxInFlight(6)),
        "at most 5, and it is 6",
    );
    // What was undone can still be done again.
    session.update(Action::Undo).unwrap();
    session.update(Action::Redo).unwrap();
    // The other way round.
    let mut session = viewing(&format!("acks 1\n{RETRIED}"));
    is_refused(&mut session, Action::Set(Change::Idempotence(true)), needs);
    session
        .update(Action::Set(Change::Acks(Acks::All)))
        .unwrap();
    session.update(Action::Undo).unwrap();
    let trouble = session.update(Action::Set(Change::Idempotence(true)));
    assert!(trouble.is_err() && session.can_redo());
    // A default gives way without a word.
    assert!(!session.timeline().world().settings().is_idempotent());
}

#[test]
fn a_setting_that_only_the_second_setup_conflicts_with_is_refused_too() {
    let mut session = viewing(&format!("compare idempotence on\n{RETRIED}"));
    is_refused(
        &mut session,
        Action::Set(Change::Acks(Acks::None)),
        "acks is 0",
    );
    is_refused(
        &mut session,
        Action::Set(Change::Retries(0)),
        "retries is 0",
    );
    let mut variant = Variant::default();
    variant.add(Change::Acks(Acks::None));
    variant.add(Change::Idempotence(true));
    is_refused(&mut session, Action::Compare(Some(variant)), "acks is 0");
}

#[test]
fn comparing_is_one_change_and_so_is_stopping_it() {
    let mut session = viewing(&format!("{RETRIED}deliver A1.2\n"));
    let off = Variant::idempotence_off();
    is_one_change(&mut session, Action::Compare(Some(off.clone())));
    assert!(session.text().contains("compare idempotence off\n"));
    let compared = session.comparison().unwrap();
    assert_eq!((compared.variant(), compared.differ_at()), (&off, Some(5)));
    // A setting keeps the comparison, under the new setup.
    is_one_change(&mut session, Action::Set(Change::Window(2)));
    let compared = session.comparison().unwrap();
    assert_eq!(
        (compared.setup().window, compared.differ_at()),
        (Some(2), Some(5))
    );
    is_one_change(&mut session, Action::Compare(None));
    assert!(session.comparison().is_none());
}

#[test]
fn a_comparison_follows_the_branch_on_screen() {
    let mut session = viewing(&format!("compare idempotence off\n{RETRIED}"));
    let at = |session: &Session| {
        let compared = session.comparison().unwrap();
        let steps = session.timeline().len();
        assert!(compared.step(steps).is_some() || steps == 0);
        assert!(compared.step(steps + 1).is_none());
        (steps, compared.differ_at())
    };
    assert_eq!(at(&session), (4, None));
    // Beyond the end the retry is appended again in the second lane.
    session.update(Action::Next).unwrap();
    assert_eq!(at(&session), (5, Some(5)));
    session.update(Action::Back).unwrap();
    assert_eq!(at(&session), (5, Some(5)));
    // Another branch: the request is lost before it is written.
    session.update(Action::Seek(1)).unwrap();
    session.update(Action::Do(event("drop A1.1"))).unwrap();
    assert_eq!(at(&session), (2, None));
    session.update(Action::Do(event("retry A1"))).unwrap();
    session.update(Action::Do(event("deliver A1.2"))).unwrap();
    let compared = session.comparison().unwrap();
    let second = compared.world_at(4).partitions().values().next();
    assert_eq!(second.map(|log| log.log_end().0), Some(1));
    assert_eq!(at(&session), (4, None));
    session.update(Action::GoToBranch(0)).unwrap();
    assert_eq!(at(&session), (4, None));
    session.update(Action::GoToBranch(1)).unwrap();
    assert_eq!(at(&session), (5, Some(5)));
    session.update(Action::Reset).unwrap();
    assert_eq!(at(&session), (4, None));
    session.update(Action::Undo).unwrap();
    assert_eq!(at(&session), (5, Some(5)));
    for _ in 0..4 {
        session.update(Action::Undo).unwrap();
    }
    assert_eq!(at(&session), (4, None));
    session.update(Action::Redo).unwrap();
    assert_eq!(at(&session), (5, Some(5)));
}

#[test]
fn a_run_of_chaos_is_one_change() {
    let mut session = viewing("A send p-0 1\n");
    let before = shown(&session);
    let run = ["duplicate A1.1", "deliver A1.1", "drop A1.1.reply"];
    for line in run {
        session.update(Action::Chaos(event(line))).unwrap();
    }
    let after = shown(&session);
    assert_eq!(after.2, 4);
    session.update(Action::Undo).unwrap();
    assert_eq!(shown(&session), before);
    session.update(Action::Redo).unwrap();
    assert_eq!(shown(&session), after);
    // Each of its events is an ordinary step.
    session.update(Action::Seek(2)).unwrap();
    let step = session.timeline().step().unwrap();
    assert_eq!(step.entry.event, event("duplicate A1.1"));

    // Whatever comes between ends the run: the next is another one.
    session.update(Action::Last).unwrap();
    session
        .update(Action::Chaos(event("deliver A1.1b")))
        .unwrap();
    session.update(Action::Back).unwrap();
    session.update(Action::Next).unwrap();
    session
        .update(Action::Chaos(event("drop A1.1b.reply")))
        .unwrap();
    assert_eq!(session.timeline().len(), 6);
    session.update(Action::Undo).unwrap();
    assert_eq!(session.timeline().len(), 5);
    session.update(Action::Undo).unwrap();
    assert_eq!(shown(&session), after);

    // One that cannot happen ends it too, and changes nothing.
    is_refused(
        &mut session,
        Action::Chaos(event("deliver A9.1")),
        "A9.1 is not on the wire",
    );
}

#[test]
fn a_run_of_chaos_along_the_story_can_be_undone_as_a_whole() {
    // Its first events are what the story holds anyway: only the cursor moves.
    let mut session = viewing(RETRIED);
    session.update(Action::Seek(1)).unwrap();
    let before = shown(&session);
    for line in ["deliver A1.1", "deliver A1.1.reply"] {
        session.update(Action::Chaos(event(line))).unwrap();
    }
    assert!(session.has_left_story());
    session.update(Action::Undo).unwrap();
    assert_eq!(shown(&session), before);
    assert!(!session.has_left_story());
}

#[test]
fn settling_is_one_change() {
    let mut session = viewing("compare idempotence off\nA send p-0 1\nA send p-0 1\ndrop A1.1\n");
    is_one_change(&mut session, Action::Settle);
    let world = session.timeline().world();
    assert!(world.wire().is_empty() && world.waiting().next().is_none());
    assert_eq!(session.timeline().cursor(), session.timeline().len());
    // The second lane has gone along.
    let compared = session.comparison().unwrap();
    assert!(compared.step(session.timeline().len()).is_some());
    is_refused(&mut session, Action::Settle, "nothing is outstanding");
    session.update(Action::Undo).unwrap();
    assert_eq!(session.timeline().len(), 3);
}
