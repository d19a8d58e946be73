//! One runner over `scenarios/`: each story is a fixed point of parse, replay, print, so none can
//! tell something untrue. `UPDATE_EXPECT=1` writes the facts anew; read the diff.
//!
//! How each story ends is in `scenarios/endings.rs` and, where a broker fails, in
//! `scenarios/broker_endings.rs`, by hand. How other texts become canonical is in
//! `scenarios/canonical.rs`, and what is said of those that cannot be read in `scenarios/errors.rs`
//! and `scenarios/bounds.rs`.

#[path = "scenarios/bounds.rs"]
mod bounds;
#[path = "scenarios/broker_endings.rs"]
mod broker_endings;
#[path = "scenarios/canonical.rs"]
mod canonical;
#[path = "scenarios/endings.rs"]
mod endings;
#[path = "scenarios/errors.rs"]
mod errors;

use expect_test::expect_file;
use five_slots::kafka::{Policy, Rule};
use five_slots::scenario::{CATALOGUE, Listed, Mismatch, Opened, open, provide};
use five_slots::sim::Fact;
use five_slots::words;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The section of the menu in which brokers lose what they have, so that promises may break.
const FAILS: &str = "When a broker fails";

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "scenarios"].iter().collect()
}

/// The stories as they stand in the folder, in the order of the menu.
fn stories() -> Vec<(&'static str, String, Opened)> {
    let read = |id: &'static str| {
        let path = folder().join(format!("{id}.txt"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{id}: {error}"));
        let opened = Opened::whole(&text).unwrap_or_else(|error| panic!("{id}: {error}"));
        (id, text, opened)
    };
    CATALOGUE.iter().map(|listed| read(listed.id)).collect()
}

#[test]
fn parse_replay_print_gives_each_story_back() {
    for (id, _, opened) in stories() {
        let printed = opened.scenario.print(&opened.facts());
        expect_file![folder().join(format!("{id}.txt"))].assert_eq(&printed);
    }
}

#[test]
fn the_folder_and_the_menu_hold_the_same_stories() {
    let files = fs::read_dir(folder()).expect("the folder");
    let mut files: Vec<String> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    let mut menu: Vec<String> = CATALOGUE
        .iter()
        .map(|listed| format!("{}.txt", listed.id))
        .collect();
    files.sort();
    menu.sort();
    assert_eq!(files, menu);
}

#[test]
fn the_sections_of_the_menu_follow_each_other() {
    let mut sections: Vec<&str> = CATALOGUE.iter().map(|listed| listed.section).collect();
    sections.dedup();
    assert_eq!(sections, ["The window", "The whole client", FAILS]);
    assert_eq!(Listed::all().count(), CATALOGUE.len());
    for (listed, (id, text, _)) in CATALOGUE.iter().zip(stories()) {
        assert_eq!((listed.id, listed.text()), (id, text.as_str()));
    }
}

#[test]
fn a_text_that_is_there_is_not_provided_anew() {
    let before = CATALOGUE[1].text();
    provide(&format!("== {}\n# Another\n", CATALOGUE[1].id));
    assert_eq!(CATALOGUE[1].text(), before);
}

#[test]
fn each_story_has_something_to_say_at_every_step() {
    /// A menu entry.
    const TITLE_MAX: usize = 36;
    /// Prose is read in the file as well as on the page.
    const WIDTH_MAX: usize = 92;
    let mut titles = BTreeSet::new();
    for (id, text, opened) in stories() {
        let scenario = &opened.scenario;
        assert!(
            scenario.title.chars().count() <= TITLE_MAX,
            "{id}: a long title"
        );
        assert!(
            titles.insert(scenario.title.clone()),
            "{id}: a title of its own"
        );
        assert!(!scenario.title.is_empty(), "{id} has a title");
        assert!(!scenario.about.is_empty(), "{id} says what it is about");
        assert!(!scenario.closing.is_empty(), "{id} has closing words");
        let steps = opened.timeline.steps();
        let mut without = 0;
        for (index, step) in steps.iter().enumerate() {
            let caption = step.entry.caption.as_deref().unwrap_or_default();
            let step_number = index + 1;
            if caption.trim().is_empty() {
                // The facts speak for themselves here: the page tells them in words.
                assert!(
                    !words::tell(step).is_empty(),
                    "{id}, step {step_number} says nothing"
                );
                without += 1;
            }
            assert!(!step.facts.is_empty(), "{id}, step {step_number} has facts");
            let is_end = index == 0 || step_number == steps.len();
            assert!(
                !is_end || !caption.is_empty(),
                "{id} begins and ends in words"
            );
            let last = step_number == steps.len();
            assert!(!last || !caption.ends_with('?'), "{id} ends in a question");
        }
        assert!(steps.len() - without >= 3, "{id} is told by a person");
        let mut prose = text.lines().filter(|line| line.starts_with('#'));
        let wide = prose.find(|line| line.chars().count() > WIDTH_MAX);
        assert_eq!(wide, None, "{id} has a wide line");
    }
    let asking = stories()
        .iter()
        .filter(|(_, text, _)| text.contains("?\n"))
        .count();
    assert!(asking >= 8, "only {asking} stories ask something");
}

#[test]
fn the_page_opens_on_a_lost_acknowledgement() {
    let (id, _, opened) = &stories()[0];
    assert_eq!(
        (*id, opened.scenario.title.as_str()),
        ("lost-ack", "A lost acknowledgement")
    );
    let events: Vec<String> = opened
        .timeline
        .steps()
        .iter()
        .map(|step| step.entry.event.to_string())
        .collect();
    let expected = [
        "A send p-0 \"umbrella 1\" \"umbrella 2\" \"umbrella 3\"",
        "deliver A1.1",
        "drop A1.1.reply",
        "retry A1",
        "deliver A1.2",
        "deliver A1.2.reply",
    ];
    assert_eq!(events, expected);
}

#[test]
fn the_worked_trace_comes_out_to_the_letter() {
    let stories = stories();
    let (_, _, opened) = stories
        .iter()
        .find(|(id, ..)| *id == "worked-trace")
        .expect("it is in the menu");
    let judged: Vec<String> = opened.facts().concat();
    // Typed from the lesson's table. Nothing rewrites these.
    let lesson = [
        "OK base=0 (no state, s = 0), log end 3, window [0..2]",
        "OK base=3 (3 = 2 + 1), log end 5, window [0..2] [3..4]",
        "DUPLICATE base=3 (same range remembered), log end 5, window [0..2] [3..4]",
        "OUT_OF_ORDER (expected 5, got 7: a gap ahead), log end 5, window [0..2] [3..4]",
        "OUT_OF_ORDER (newer epoch, but s = 7), log end 5, window [0..2] [3..4]",
        "OK base=5 (restart: newer epoch, s = 0), log end 6, window [0..0], 2 slots cleared",
        "FENCED (older epoch, 0 < 1), log end 6, window [0..0]",
    ];
    assert_eq!(judged, lesson);
}

#[test]
fn each_reply_each_check_and_each_way_to_lose_a_slot_is_told_somewhere() {
    let (mut replies, mut rules) = (BTreeSet::new(), BTreeSet::new());
    let (mut fell_out, mut cleared, mut breaches) = (0, 0, 0);
    for (id, _, opened) in stories() {
        for fact in opened.timeline.steps().iter().flat_map(|step| &step.facts) {
            match fact {
                Fact::Judged { decision, .. } => {
                    replies.insert(decision.reply.word());
                    rules.extend(decision.reason.rule());
                    fell_out += usize::from(decision.fell_out.is_some());
                    cleared += usize::from(decision.cleared > 0);
                }
                Fact::Breach(breach) => {
                    let settings = opened.timeline.setup().settings;
                    let may = !settings.is_idempotent()
                        || settings.policy != Policy::Reject
                        || Listed::find(id).is_some_and(|listed| listed.section == FAILS);
                    assert!(may || !breach.is_broken_promise(), "{id}: {breach}");
                    breaches += 1;
                }
                _ => {}
            }
        }
    }
    let words = [
        "DUPLICATE",
        "FENCED",
        "INVALID_RECORD",
        "OK",
        "OUT_OF_ORDER",
        "UNKNOWN_PRODUCER_ID",
    ];
    assert!(replies.iter().eq(&words), "{replies:?}");
    assert!(rules.iter().eq(&Rule::ALL), "{rules:?}");
    assert!(fell_out > 0 && cleared > 0 && breaches > 0);
}

#[test]
fn a_falsified_fact_is_found_with_its_line_what_it_states_and_what_happened() {
    let (_, text, _) = &stories()[0];
    // Puts other words in the place of honest ones, and says on which line they stand.
    let check = |honest: &str, falsified: &str| {
        assert_eq!(text.matches(honest).count(), 1, "{honest}");
        let before = text.split(honest).next().unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        (line, open(&text.replace(honest, falsified)).mismatch)
    };
    let judged = "  DUPLICATE base=0 (same range remembered), log end 3, window [0..2]\n";
    let appended = "  OK base=3 (3 = 2 + 1), log end 6, window [0..2] [3..5]\n";
    let (line, mismatch) = check(judged, appended);
    let expected = Mismatch {
        line,
        event: "deliver A1.2".to_owned(),
        stated: Some(appended.trim().to_owned()),
        happened: Some(judged.trim().to_owned()),
    };
    assert_eq!(mismatch, Some(expected));

    // A fact left out is missing from the line of its event.
    let sent = "  A1.2.reply sent: DUPLICATE base=0\n";
    let (line, mismatch) = check(sent, "");
    let expected = Mismatch {
        line: line - 2,
        event: "deliver A1.2".to_owned(),
        stated: None,
        happened: Some(sent.trim().to_owned()),
    };
    assert_eq!(mismatch, Some(expected));

    let lost = "  A1.1.reply lost\n";
    let (line, mismatch) = check(lost, &format!("{lost}  and the umbrellas with it\n"));
    let expected = Mismatch {
        line: line + 1,
        event: "drop A1.1.reply".to_owned(),
        stated: Some("and the umbrellas with it".to_owned()),
        happened: None,
    };
    assert_eq!(mismatch, Some(expected));
}

#[test]
fn no_fact_of_any_story_can_be_changed_unnoticed() {
    for (id, text, opened) in stories() {
        assert_eq!(opened.mismatch, None, "{id}");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if line.starts_with(' ') {
                let mut falsified = lines.clone();
                let changed = line.replace(|letter: char| letter.is_ascii_digit(), "8");
                let changed = if changed == *line {
                    format!("{line}!")
                } else {
                    changed
                };
                falsified[index] = &changed;
                let mismatch = open(&falsified.join("\n")).mismatch.expect(line);
                assert_eq!(mismatch.line, index + 1, "{id}");
                assert_eq!(mismatch.stated.as_deref(), Some(changed.trim()), "{id}");
                assert_eq!(mismatch.happened.as_deref(), Some(line.trim()), "{id}");
            }
        }
    }
}
