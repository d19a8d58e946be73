//! The band below the picture: the four checks, lit in the order in which the broker asked them.

use super::icon::reply_chip;
use super::store::Store;
use crate::kafka::{Asked, Decision, Outcome, Rule};
use crate::words;
use yew::prelude::*;

/// The band.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let timeline = session.timeline();
    let decision = timeline
        .step()
        .and_then(|step| step.judged())
        .map(|(_, decision)| decision);
    let rules = timeline.setup().rules;
    let id = store.id("checks");
    html! {
        <section class="fs-panel fs-checks" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ "The checks, in order" }</h2>
            <ol class="fs-checks__list" key={timeline.cursor()}>
                if let Some(decision) = decision {
                    { for decision.asked().iter().map(asked) }
                } else {
                    { for Rule::ALL.into_iter().map(waiting) }
                }
            </ol>
            if let Some(decision) = decision {
                { verdict(decision) }
            } else {
                <p class="fs-verdict fs-quiet">
                    { "They are asked when a batch reaches the broker." }
                </p>
            }
            <p class="fs-honest">{ rules.honest_note() }</p>
        </section>
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

fn waiting(rule: Rule) -> Html {
    html! {
        <li key={rule.number()} class="fs-check fs-check--waiting">
            { head(rule) }
            <p class="fs-check__question">{ question(rule) }</p>
        </li>
    }
}

fn asked(asked: &Asked) -> Html {
    let (class, word) = match asked.outcome {
        Outcome::GoesOn => ("fs-check--goes-on", "goes on"),
        Outcome::Decides => ("fs-check--decides", "decides"),
        Outcome::NotReached => ("fs-check--not-reached", "not reached"),
    };
    html! {
        <li key={asked.rule.number()} class={classes!("fs-check", class)}>
            { head(asked.rule) }
            if asked.comparisons.is_empty() {
                <p class="fs-check__question">{ question(asked.rule) }</p>
            }
            <ul class="fs-comparisons">
                { for asked.comparisons.iter().map(|comparison| html! {
                    <li key={comparison.statement.clone()} class="fs-comparison">
                        <span>{ format!("{}?", comparison.statement) }</span>
                        { " " }
                        <strong>{ if comparison.holds { "yes" } else { "no" } }</strong>
                    </li>
                }) }
            </ul>
            <p class="fs-check__outcome">{ word }</p>
        </li>
    }
}

fn head(rule: Rule) -> Html {
    html! {
        <h3 class="fs-check__head">
            <span class="fs-check__number">{ rule.number().to_string() }</span>
            { rule.name() }
        </h3>
    }
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
