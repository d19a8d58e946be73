//! What a producer does with the answer that the step at the cursor delivered: its questions, in
//! the look of the broker's checks.

use super::checks::{Card, band, card};
use super::icon::reply_chip;
use super::markup::*;
use super::settings;
use super::store::Store;
use crate::kafka::{Hearing, Verdict};
use crate::sim::{BatchName, Event, ProducerName};
use crate::timeline::Timeline;

/// What the producer made of the answer, where the step at the cursor delivered one.
pub(super) fn at_cursor(timeline: &Timeline) -> Option<Hearing<BatchName>> {
    match timeline.step()?.entry.event {
        Event::Deliver(name) => timeline.world_before()?.hearing(name),
        _ => None,
    }
}

/// What each question is about, in a word or two.
const NAMES: [&str; 6] = [
    "waiting?", "written?", "final?", "retries", "passes?", "a gap?",
];

/// The band.
pub(super) fn view(store: &Store, hearing: &Hearing<BatchName>) -> Html {
    let asked = hearing.asked();
    let cards = asked.iter().zip(1..).map(|(question, number)| {
        card(&Card {
            number,
            name: NAMES[number - 1],
            question: question.text,
            outcome: Some(question.outcome),
            comparisons: question.looked_at.as_slice(),
        })
    });
    let verdict = html! {
        <p class="fs-verdict">
            { reply_chip(hearing.answer.reply) }
            <span>{ verdict(store, hearing) }</span>
        </p>
    };
    let title = format!(
        "What {} does with the answer, in order",
        hears(store, hearing)
    );
    band(store, title, cards.collect(), verdict)
}

/// Who hears it: a zombie may have taken the batch over.
fn hears(store: &Store, hearing: &Hearing<BatchName>) -> ProducerName {
    let session = store.session();
    let name = hearing.answer.name;
    let before = session.timeline().world_before();
    let holder = before.and_then(|world| world.holder(name));
    holder.map_or(name.producer, |actor| actor.name)
}

/// What it comes to, and why that is so.
fn verdict(store: &Store, hearing: &Hearing<BatchName>) -> String {
    let batch = hearing.answer.name;
    match hearing.verdict {
        Verdict::NobodyWaits => {
            format!("{batch} is settled, or its life is over: the answer changes nothing.")
        }
        Verdict::OldNumber => format!(
            "{batch} has another number by now, and this is about the old one: nothing changes."
        ),
        Verdict::Acknowledged {
            base,
            duplicate: false,
        } => format!("{batch} stands at {base}, and its application is told so."),
        Verdict::Acknowledged { base, .. } => format!(
            "DUPLICATE is success: {batch} stands at {base} since an earlier try. It is counted in \
             the metrics, raises no exception, and should raise no alarm."
        ),
        Verdict::LifeEnds => "FENCED is the end of this producer: a newer life has its place, and \
             all that it had open fails."
            .to_owned(),
        Verdict::Invalid => format!("No retry can mend {batch}: it fails, alone."),
        Verdict::UsedUp => format!("No retry is left: {batch} is given up{}", policy(store)),
        Verdict::Waits {
            before: Some(first),
        } => format!(
            "OUT_OF_ORDER behind a batch that is to be retried is waiting, not failing: {batch} \
             arrived before {first}. It keeps its number and is retried as it is."
        ),
        Verdict::Waits { before: None } => format!(
            "When {batch} was sent, another was before it. It keeps its number and is retried as \
             it is."
        ),
        Verdict::Passes => format!(
            "This may pass by itself: {batch} stays open and is sent again as it is, with the \
             same number."
        ),
        Verdict::Unknown => format!(
            "The broker has lost what it knew of this producer, and something may be missing: \
             {batch} is given up{}",
            policy(store)
        ),
        Verdict::BeginsAgain => format!(
            "Everything that was acknowledged is deleted, so nothing can be missing: {batch} and \
             what is behind it begin at 0 again, in the same epoch, as before Kafka 2.5."
        ),
        Verdict::Gap => format!(
            "OUT_OF_ORDER with nothing before it looks like a real gap: records are missing in the \
             log, or the broker has forgotten them. {batch} is given up{}",
            policy(store)
        ),
    }
}

/// What follows when a batch is given up, to the end of the sentence.
fn policy(store: &Store) -> String {
    let session = store.session();
    let configured = session.timeline().world().settings();
    if !configured.is_idempotent() {
        return ", alone: without numbers nothing else follows.".to_owned();
    }
    let policy = configured.policy;
    let (name, tells) = (policy.name(), settings::tells(policy));
    format!(", and the policy is {name}. {tells}")
}
