//! The band below the picture: the four checks, lit in the order in which the broker asked them;
//! or the questions of the producer that hears the answer.

use super::hearing;
use super::icon::reply_chip;
use super::markup::*;
use super::prose::note;
use super::store::Store;
use crate::kafka::{Asked, Comparison, Decision, Outcome, Rule};
use crate::words;

/// The band.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let timeline = session.timeline();
    if let Some(hearing) = hearing::at_cursor(timeline) {
        return hearing::view(store, &hearing);
    }
    let decision = timeline
        .step()
        .and_then(|step| step.judged())
        .map(|(_, decision)| decision);
    let rules = timeline.setup().rules;
    let cards = match decision {
        Some(decision) => decision.asked().iter().map(asked).collect(),
        None => Rule::ALL.into_iter().map(waiting).collect(),
    };
    let below = html! {
        <>
            if let Some(decision) = decision {
                { verdict(decision) }
            } else {
                <p class="fs-verdict fs-quiet">
                    { "They are asked when a batch reaches the broker." }
                </p>
            }
            <p class="fs-honest">{ note(rules.name()) }</p>
        </>
    };
    band(store, "The checks, in order".to_owned(), cards, below)
}

/// A band of cards, with what they come to below.
pub(super) fn band(store: &Store, title: String, cards: Vec<Html>, below: Html) -> Html {
    let id = store.id("checks");
    let cursor = store.session().timeline().cursor();
    html! {
        <section class="fs-panel fs-checks" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ title }</h2>
            <ol class="fs-checks__list" key={cursor}>{ for cards }</ol>
            { below }
        </section>
    }
}

/// One check or question.
pub(super) struct Card<'a> {
    /// Its place, from 1.
    pub number: usize,
    /// What it is called.
    pub name: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// How it came out; `None` where nothing was asked yet.
    pub outcome: Option<Outcome>,
    /// What was compared.
    pub comparisons: &'a [Comparison],
}

/// Draws it: what was compared stands in place of the question.
pub(super) fn card(card: &Card) -> Html {
    let (class, word) = match card.outcome {
        None => ("fs-check--waiting", ""),
        Some(Outcome::GoesOn) => ("fs-check--goes-on", "goes on"),
        Some(Outcome::Decides) => ("fs-check--decides", "decides"),
        Some(Outcome::NotReached) => ("fs-check--not-reached", "not reached"),
    };
    html! {
        <li key={card.number} class={classes!("fs-check", class)}>
            <h3 class="fs-check__head">
                <span class="fs-check__number">{ card.number.to_string() }</span>
                { card.name }
            </h3>
            if card.comparisons.is_empty() {
                <p class="fs-check__question">{ card.question }</p>
            }
            if card.outcome.is_some() {
                <ul class="fs-comparisons">
                    { for card.comparisons.iter().map(|comparison| html! {
                        <li key={comparison.statement.clone()} class="fs-comparison">
                            <span>{ format!("{}?", comparison.statement) }</span>
                            { " " }
                            <strong>{ if comparison.holds { "yes" } else { "no" } }</strong>
                        </li>
                    }) }
                </ul>
                <p class="fs-check__outcome">{ word }</p>
            }
        </li>
    }
}

/// What each check asks, in few words.
fn question(rule: Rule) -> &'static str {
    match rule {
        Rule::NoState => "Unknown producer? Then s must be 0.",
        Rule::OlderEpoch => "Older than the remembered epoch? Fenced.",
        Rule::NewerEpoch => "Newer epoch? Then s must be 0.",
        Rule::SameEpoch => "Same (s, l) remembered? Else the next?",
    }
}

fn check(rule: Rule, outcome: Option<Outcome>, comparisons: &[Comparison]) -> Html {
    card(&Card {
        number: usize::from(rule.number()),
        name: rule.name(),
        question: question(rule),
        outcome,
        comparisons,
    })
}

fn waiting(rule: Rule) -> Html {
    check(rule, None, &[])
}

fn asked(asked: &Asked) -> Html {
    check(asked.rule, Some(asked.outcome), &asked.comparisons)
}

fn verdict(decision: &Decision) -> Html {
    html! {
        <p class="fs-verdict">
            { reply_chip(decision.reply) }
            <span>{ words::tell_reason(decision) }</span>
            <span class="fs-quiet">
                { format!("On Kafka's wire: {}.", decision.reply.kafka_name()) }
            </span>
        </p>
    }
}
