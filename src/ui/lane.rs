//! The lanes that are drawn: the run, and under it the same events under a second setup, if the two
//! are compared.

use super::button::{Button, act};
use super::icon::{Mark, reply_chip};
use super::markup::*;
use super::menu::{Choice, menu};
use super::store::Store;
use crate::compare::{Comparison, Other, turned};
use crate::kafka::{Decision, Offset, PartitionId, Policy, RuleSet};
use crate::scenario::parse_variant;
use crate::session::{Action, Session};
use crate::sim::{Change, Fact, Setup, Variant, World};
use crate::words;
use std::rc::Rc;

/// One of the two.
#[derive(Clone, Copy)]
pub(super) struct Lane<'a> {
    session: &'a Session,
    second: Option<&'a Comparison>,
}

impl<'a> Lane<'a> {
    /// The lanes there are, the run first.
    pub(super) fn all(session: &'a Session) -> impl Iterator<Item = Self> {
        let second = session.comparison().map(Some);
        let lanes = std::iter::once(None).chain(second);
        lanes.map(move |second| Self { session, second })
    }

    /// Whether it is the second one.
    pub(super) fn is_second(&self) -> bool {
        self.second.is_some()
    }

    /// Whether there are two: then they stand close together.
    pub(super) fn is_compared(&self) -> bool {
        self.session.comparison().is_some()
    }

    /// What its setup departs in; empty for the run itself.
    pub(super) fn name(&self) -> String {
        self.second.map_or(String::new(), variant_name)
    }

    /// What its tables are called beyond the name of the first one's: `, idempotence off`.
    pub(super) fn suffix(&self) -> String {
        match self.second {
            Some(second) => format!(", {}", second.variant()),
            None => String::new(),
        }
    }

    /// Its setup.
    pub(super) fn setup(&self) -> &'a Setup {
        let timeline = self.session.timeline();
        self.second
            .map_or_else(|| timeline.setup(), Comparison::setup)
    }

    /// Its world at the cursor.
    pub(super) fn world(&self) -> &'a World {
        let timeline = self.session.timeline();
        let at_cursor = |second: &'a Comparison| second.world_at(timeline.cursor());
        self.second.map_or_else(|| timeline.world(), at_cursor)
    }

    /// What the step at the cursor came to in the second lane.
    fn other(&self) -> Option<&'a Rc<Other>> {
        self.second?.step(self.session.timeline().cursor())
    }

    /// What this step came to.
    pub(super) fn facts(&self) -> Option<&'a [Fact]> {
        if self.is_second() {
            return self.other()?.happened.as_deref().ok();
        }
        Some(&self.session.timeline().step()?.facts)
    }

    /// The decision of this step, and on which partition.
    pub(super) fn judged(&self) -> Option<(PartitionId, &'a Decision)> {
        if self.is_second() {
            return self.other()?.judged();
        }
        self.session.timeline().step()?.judged()
    }

    /// The step that appended the batch at this base offset.
    pub(super) fn writer(&self, id: PartitionId, base: Offset) -> Option<usize> {
        match self.second {
            Some(second) => second.step_that_wrote(id, base),
            None => self.session.timeline().step_that_wrote(id, base),
        }
    }

    /// What this step came to in the second lane, in words, and whether the lanes differ in it.
    /// `None` for the first lane, and at the start.
    pub(super) fn tell(&self) -> Option<(bool, String)> {
        let other = self.other()?;
        let step = self.session.timeline().step()?;
        let told = match &other.happened {
            Err(why) => format!("Impossible here: {why}. Nothing changes in this lane."),
            Ok(_) if !other.differs => "The same as above.".to_owned(),
            Ok(facts) => words::tell_facts(&step.entry.event, facts),
        };
        Some((other.differs, told))
    }
}

fn variant_name(comparison: &Comparison) -> String {
    comparison.variant().to_string()
}

/// What is read out of the second lane at a step, or when comparing begins.
pub(super) fn status(session: &Session, begins: bool) -> String {
    let Some(comparison) = session.comparison() else {
        return String::new();
    };
    let name = comparison.variant();
    if begins {
        return format!(" Compared with {name}. {}.", difference(comparison));
    }
    match Lane::all(session).find_map(|lane| lane.tell()) {
        Some((true, told)) => format!(" The lanes differ. With {name}: {told}"),
        _ => String::new(),
    }
}

/// The line at the head of the second lane.
pub(super) fn here(lane: Lane<'_>) -> Html {
    let Some((differs, mut told)) = lane.tell() else {
        return Html::default();
    };
    let judged = lane.judged().filter(|_| differs);
    if let Some((_, decision)) = judged {
        // What it led to is seen in the log and among the promises below.
        told = words::tell_reason(decision);
    }
    let class = classes!("fs-here", differs.then_some("fs-here--differs"));
    html! {
        <p {class}>
            if differs {
                <strong>{ Mark::Differs.icon() }{ "The lanes differ at this step." }</strong>
                { " " }
            }
            if let Some((_, decision)) = judged {
                { reply_chip(decision.reply) }
                { " " }
            }
            { told }
        </p>
    }
}

fn difference(comparison: &Comparison) -> String {
    match comparison.differ_at() {
        Some(step) => format!("First difference: step {step}"),
        None => "No difference so far".to_owned(),
    }
}

/// The button that leads to the first step at which the lanes differ.
pub(super) fn first_difference(store: &Store, session: &Session) -> Html {
    let Some(comparison) = session.comparison() else {
        return Html::default();
    };
    let word = difference(comparison);
    match comparison.differ_at().filter(|_| store.may_step()) {
        Some(step) => html! {
            <span class="fs-difference">
                { Button::small(word).act(store, Action::Seek(step)) }
            </span>
        },
        None => html! { <span class="fs-difference fs-quiet">{ word }</span> },
    }
}

/// The button that compares with idempotence turned around, and stops when it is pressed again.
pub(super) fn turn_button(store: &Store, session: &Session) -> Html {
    let variant = turned(session.timeline().setup());
    let on = session
        .comparison()
        .is_some_and(|comparison| *comparison.variant() == variant);
    let word = format!("Compare with {}", turned_word(&variant));
    let action = Action::Compare((!on).then_some(variant));
    let store = store.clone();
    let onclick = move |_: MouseEvent| act(&store, action.clone());
    html! {
        <button
            type="button"
            class="fs-button fs-button--small fs-toggle"
            aria-pressed={on.to_string()}
            {onclick}
        >
            { word }
        </button>
    }
}

fn turned_word(variant: &Variant) -> &'static str {
    if *variant == Variant::idempotence_off() {
        "idempotence off"
    } else {
        "idempotence on"
    }
}

/// At the end of a story: the same events beside, as long as nothing is compared.
pub(super) fn invitation(store: &Store, session: &Session) -> Html {
    if session.comparison().is_some() {
        return Html::default();
    }
    let variant = turned(session.timeline().setup());
    let word = match turned_word(&variant) {
        "idempotence off" => "See it without idempotence",
        _ => "See it with idempotence",
    };
    let button = Button {
        word: word.to_owned(),
        class: "fs-button--go",
        ..Button::default()
    };
    button.act(store, Action::Compare(Some(variant)))
}

/// The menu of second setups.
pub(super) fn compare_menu(store: &Store) -> Html {
    let session = store.session();
    let setup = session.timeline().setup();
    let current = session
        .comparison()
        .map(|comparison| comparison.variant().clone());
    let single = |change: Change| {
        let mut variant = Variant::default();
        variant.add(change);
        variant
    };
    let changes = [
        Change::Window(1),
        Change::Window(4),
        Change::MaxInFlight(1),
        Change::Retries(0),
        Change::Policy(Policy::Bump),
        Change::Policy(Policy::Ignore),
    ];
    let mut variants = vec![turned(setup)];
    variants.extend(changes.map(single));
    variants.extend(RuleSet::ALL.map(|rules| single(Change::Rules(rules))));
    // What the setup has already would make a second lane like the first.
    variants.retain(|variant| variant.of(setup) != *setup);
    if let Some(current) = current.as_ref().filter(|other| !variants.contains(other)) {
        variants.push(current.clone());
    }
    let mut choices = vec![Choice::plain("off", current.is_none())];
    let others = variants
        .iter()
        .map(|variant| Choice::plain(variant, current.as_ref() == Some(variant)));
    choices.extend(others);
    drop(session);
    let choose = {
        let store = store.clone();
        Callback::from(move |words: String| {
            act(&store, Action::Compare(parse_variant(&words).ok()));
        })
    };
    html! {
        <div class="fs-labelled fs-labelled--inline">
            <span aria-hidden="true">{ "Compare" }</span>
            { menu("Compare".to_owned(), choices, choose) }
        </div>
    }
}
