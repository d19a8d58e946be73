//! What the application saw of its sends, beside what it cannot see: how often the log has each.
//! And what the producers counted.

use super::icon::Mark;
use super::markup::*;
use super::state_text::{Row, table_of};
use super::store::Store;
use crate::sim::{Actor, BatchName, Entry, Metrics, Told, World};

/// How many sends are shown, over all producers; a run may hold thousands.
const ROWS: usize = 12;

/// The panel, once somebody sends.
pub(super) fn view(store: &Store) -> Html {
    let session = store.session();
    let world = session.timeline().world();
    let senders: Vec<&Actor> = world.actors().filter(|actor| actor.sends > 0).collect();
    let each = (ROWS / senders.len().max(1)).max(2);
    let before = session.timeline().world_before();
    let rows = senders.iter().flat_map(|actor| newest(actor, each, before));
    let heads = [
        "batch",
        "records",
        "the application was told",
        "copies in the log",
    ];
    let title = "What the application saw";
    let id = store.id("application");
    html! {
        <section class="fs-panel fs-application" aria-labelledby={id.clone()}>
            <h2 class="fs-panel__title" {id}>{ title }</h2>
            if senders.is_empty() {
                <p class="fs-quiet">{ "No application has sent anything yet." }</p>
            } else {
                { table_of("Sends, newest first".to_owned(), &heads, rows.collect(), 0) }
                { for senders.iter().filter(|actor| actor.ledger.len() > each).map(|actor| {
                    let earlier = actor.ledger.len() - each;
                    let told = format!("and {earlier} earlier of {}", actor.name);
                    html! { <p class="fs-quiet">{ told }</p> }
                }) }
                <p class="fs-quiet">
                    { "How often the log has a batch, no application can see." }
                </p>
            }
        </section>
    }
}

/// The newest sends of a producer, newest first.
fn newest<'a>(
    actor: &'a Actor,
    count: usize,
    before: Option<&'a World>,
) -> impl Iterator<Item = Row> + 'a {
    let ledger = &actor.ledger;
    let was = before.and_then(|before| before.actor(actor.name));
    let places = (0..ledger.len()).rev().take(count);
    places.filter_map(move |place| {
        let entry = ledger.get(place)?;
        let was = was.and_then(|was| was.ledger.get(place));
        let is_new = before.is_some() && was != Some(entry);
        Some(row(actor, place, entry, is_new))
    })
}

fn row(actor: &Actor, place: usize, entry: &Entry, is_new: bool) -> Row {
    let name = BatchName {
        producer: actor.name,
        number: place as u32 + 1,
    };
    let (class, mark, copies) = in_the_log(entry);
    Row {
        class: classes!(class, is_new.then_some("fs-is-new")),
        cells: vec![
            html! { <strong>{ name.to_string() }</strong> },
            format!("{} to {}", entry.records, entry.partition).into(),
            entry.told.word().into(),
            html! { <span class="fs-copies">{ for mark.map(Mark::icon) }{ copies }</span> },
        ],
    }
}

/// How often the log has it, and whether that should make one look up: by word, shape and colour.
fn in_the_log(entry: &Entry) -> (Option<&'static str>, Option<Mark>, String) {
    let copies = entry.copies;
    let broken = Some("fs-row--broken");
    match (entry.told, copies) {
        (_, 2..) => (broken, Some(Mark::Fenced), format!("{copies} copies")),
        (Told::Acknowledged, 0) => (broken, Some(Mark::Invalid), "0: lost".to_owned()),
        (Told::Failed, 1) => {
            let odd = Some("fs-row--odd");
            (odd, Some(Mark::OutOfOrder), "1, all the same".to_owned())
        }
        (Told::Acknowledged, _) => (None, Some(Mark::Heard), "1".to_owned()),
        _ => (None, None, copies.to_string()),
    }
}

/// What a producer counted, in a line; the table behind it has Kafka's names.
pub(super) fn counters(actor: &Actor) -> Html {
    let each = actor.counters.each();
    let told = each.iter().filter(|(_, _, count)| *count > 0);
    let told: Vec<String> = told
        .map(|(name, _, count)| format!("{count} {name}"))
        .collect();
    if told.is_empty() {
        return Html::default();
    }
    let heads = ["records", "how many", "Kafka's metric"];
    html! {
        <details class="fs-counted">
            <summary>{ format!("Records: {}", told.join(", ")) }</summary>
            { table_of(
                format!("Counters of {}", actor.name),
                &heads,
                counted(&actor.counters),
                0,
            ) }
        </details>
    }
}

fn counted(metrics: &Metrics) -> Vec<Row> {
    let rows = metrics.each().into_iter().map(|(name, metric, count)| Row {
        class: Classes::new(),
        cells: vec![
            name.into(),
            count.to_string().into(),
            match metric {
                Some(metric) => html! { <code>{ metric }</code> },
                None => "Kafka has no metric for it".into(),
            },
        ],
    });
    rows.collect()
}
