//! Texts and links that nobody would write, and some that somebody might, to do harm. Whatever
//! comes in: no panic, an answer in good time, an error that points into the text, and a good part
//! that prints and reads back as itself.

#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "search/random.rs"]
mod random;
#[path = "fuzz/stories.rs"]
mod stories;
#[path = "fuzz/worst.rs"]
mod worst;

use five_slots::compare::Comparison;
use five_slots::link;
use five_slots::scenario::{Opened, TEXT_MAX, TextError, open, parse};
use five_slots::timeline::EVENTS_MAX;
use mutate::{mutated, noise};
use random::Random;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

/// Small texts are read in far less; more would be felt as a page that hangs.
const SMALL_TIME: Duration = Duration::from_secs(2);

// --- Texts ---

#[test]
fn noise_is_no_danger() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        survives(&noise(&mut random));
    }
}

#[test]
fn the_lessons_stories_may_be_edited_in_any_way() {
    let mut random = Random::new(2);
    for story in stories::told() {
        survives(&story);
        for _ in 0..100 {
            survives(&mutated(&story, &mut random));
        }
    }
}

#[test]
fn recordings_may_be_edited_in_any_way() {
    let mut random = Random::new(3);
    for _ in 0..150 {
        let recording = stories::recorded(&mut random);
        survives(&recording);
        for _ in 0..8 {
            survives(&mutated(&recording, &mut random));
        }
    }
}

/// Checks a text, and shows it if something is wrong with what comes of it.
fn survives(text: &str) {
    let start = Instant::now();
    if catch_unwind(|| check(text)).is_err() {
        panic!("this text is trouble: {text:?}\n{text}");
    }
    assert!(start.elapsed() < SMALL_TIME, "it takes long: {text:?}");
}

fn check(text: &str) {
    let opened = open(text);
    if let Some(error) = &opened.error {
        points_into(text, error);
    }
    keeps_the_good_part(&opened);
    // Whatever the second setup is, it is a world, and the events can be followed there.
    if let Some(variant) = &opened.scenario.compare {
        let comparison = Comparison::new(variant.clone(), &opened.timeline);
        let comparison = comparison.expect("what cannot be compared is an error of the text");
        assert!(
            comparison
                .differ_at()
                .is_none_or(|step| step <= opened.timeline.len())
        );
    }
}

/// The good part prints, and reads back as itself: facts and all, and without them.
fn keeps_the_good_part(opened: &Opened) {
    let printed = opened.scenario.print(&opened.facts());
    let again = open(&printed);
    assert_eq!(again.error, None, "{printed}");
    assert_eq!(again.mismatch, None, "{printed}");
    assert_eq!(again.scenario, opened.scenario, "{printed}");
    assert!(again.timeline == opened.timeline, "{printed}");
    assert_eq!(again.scenario.print(&again.facts()), printed);

    let compact = opened.scenario.print_compact();
    let again = parse(&compact);
    assert_eq!(again.error, None, "{compact}");
    assert_eq!(again.scenario, opened.scenario, "{compact}");
}

/// An error names a place that is there, in a message that can be read.
fn points_into(text: &str, error: &TextError) {
    let lines: Vec<&str> = text.lines().collect();
    let place = error.place;
    let line = lines.get(place.line - 1).copied();
    let columns = line.map(|line| line.chars().count());
    assert!(place.line <= lines.len().max(1), "{error}");
    assert!(place.column <= columns.unwrap_or(0) + 1, "{error}");
    let message = error.to_string();
    assert!(message.len() < 1_000, "{} bytes: {message}", message.len());
}

// --- Links ---

#[test]
fn a_link_brings_everything_back() {
    let mut random = Random::new(4);
    let told = stories::told();
    let recorded = (0..400).map(|_| stories::recorded(&mut random));
    let texts: Vec<String> = told.into_iter().chain(recorded).collect();
    for (index, text) in texts.iter().enumerate() {
        let opened = open(text);
        let step = index % (opened.timeline.len() + 1);
        let link = link::write(&opened.scenario, step);
        let fit = |letter: char| letter.is_ascii_graphic() && !"\"<>\\^`{|}".contains(letter);
        assert!(link.chars().all(fit), "{link}");
        let mut forms = vec![link.clone(), encoded(&link)];
        if !link.contains('%') {
            forms.push(encoded(&encoded(&link)));
        }
        for form in forms {
            let linked = link::read(&form);
            assert_eq!(linked.problems, [""; 0], "{form}");
            assert_eq!(linked.step, step, "{form}");
            assert_eq!(linked.scenario, opened.scenario, "{form}");
            assert!(linked.timeline.steps() == opened.timeline.steps(), "{form}");
        }
    }
}

/// Every letter percent-encoded but for the `#`, which is where a fragment begins: some programs
/// encode what need not be.
fn encoded(link: &str) -> String {
    let letters = link.strip_prefix('#').unwrap_or(link).bytes();
    let letters = letters.map(|byte| format!("%{byte:02X}"));
    std::iter::once("#".to_owned()).chain(letters).collect()
}

#[test]
fn a_link_may_be_cut_anywhere() {
    let mut random = Random::new(5);
    let mut texts = stories::told();
    texts.extend((0..20).map(|_| stories::recorded(&mut random)));
    for text in texts {
        let link = link::write(&open(&text).scenario, 1);
        for (at, _) in link.char_indices() {
            link_survives(&link[..at]);
        }
    }
}

#[test]
fn a_link_may_be_edited_in_any_way() {
    let mut random = Random::new(6);
    let mut links = vec![String::new(), "#".to_owned(), "#1;".to_owned()];
    let recorded = (0..60).map(|_| stories::recorded(&mut random));
    let texts: Vec<String> = stories::told().into_iter().chain(recorded).collect();
    links.extend(
        texts
            .iter()
            .map(|text| link::write(&open(text).scenario, 2)),
    );
    for link in links {
        for _ in 0..30 {
            link_survives(&mutated(&link, &mut random));
            link_survives(&mutated(&encoded(&link), &mut random));
        }
    }
    for _ in 0..5_000 {
        let noise = noise(&mut random);
        link_survives(&noise);
        link_survives(&format!("#1;{noise}"));
    }
}

/// Checks a link, and shows it if something is wrong with what comes of it.
fn link_survives(link: &str) {
    let start = Instant::now();
    let checked = catch_unwind(|| {
        let linked = link::read(link);
        assert!(linked.step <= linked.timeline.len());
        assert_eq!(linked.step, linked.timeline.cursor());
        for problem in &linked.problems {
            assert!(problem.len() < 1_200, "{} bytes: {problem}", problem.len());
        }
        assert!(linked.problems.len() < 20, "{:?}", linked.problems);
        let again = link::read(&link::write(&linked.scenario, linked.step));
        assert_eq!(again.problems, [""; 0]);
        assert_eq!(again.scenario, linked.scenario);
        assert!(again.timeline == linked.timeline);
    });
    if checked.is_err() {
        panic!("this link is trouble: {link:?}");
    }
    assert!(start.elapsed() < SMALL_TIME, "it takes long: {link:?}");
}

// --- The worst ---

/// The largest texts that are read, made to be slow. Run it with `--nocapture` for the times.
#[test]
fn the_worst_texts_are_read_in_good_time() {
    /// Most take a tenth of this with optimisation, and the whole of it on a busy machine.
    const LONG: Duration = Duration::from_secs(20);
    for worst in worst::all() {
        let start = Instant::now();
        let opened = open(&worst.text);
        let read = start.elapsed();
        let printed = opened.scenario.print(&opened.facts());
        let print = start.elapsed() - read;
        let end = opened.timeline.world_at(opened.timeline.len());
        let choices = end.choices().len();
        let choose = start.elapsed() - read - print;
        let compared = opened.scenario.compare.as_ref().map(|variant| {
            let comparison = Comparison::new(variant.clone(), &opened.timeline);
            let comparison = comparison.expect("it was read");
            let last = comparison.step(opened.timeline.len());
            assert!(
                last.is_some() || opened.timeline.is_empty(),
                "{}",
                worst.name
            );
        });
        let compare = start.elapsed() - read - print - choose;
        let link = link::write(&opened.scenario, opened.timeline.len());
        let linked = link::read(&link);
        // What is added to make a text canonical can carry it over the bound.
        let fits = opened.scenario.print_compact().len() <= TEXT_MAX;
        let same = linked.scenario == opened.scenario;
        assert!(same || !fits, "{}", worst.name);
        let all = start.elapsed();
        println!(
            "{:56} {:7} bytes, {:5} events: read {read:.2?}, print {print:.2?} ({} bytes), \
             {choices} choices {choose:.2?}, {} compared {compare:.2?}, all with a link {all:.2?}",
            worst.name,
            worst.text.len(),
            opened.timeline.len(),
            printed.len(),
            compared.map_or("not", |()| "and"),
        );
        assert!(opened.timeline.len() <= EVENTS_MAX);
        // Facts are longer than their events, but not without bound.
        let bound = worst.text.len() + 600 * opened.timeline.len() + 1_000;
        assert!(
            printed.len() < 2 * bound,
            "{}: {}",
            worst.name,
            printed.len()
        );
        assert!(all < LONG, "{} takes {all:.2?}", worst.name);
        if let Some(error) = &opened.error {
            points_into(&worst.text, error);
        }
    }
}
