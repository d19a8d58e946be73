//! The help page behind `?`: the idea, what it costs, what it does not cover, the words, the keys.

use super::button::Button;
use super::markup::*;
use super::store::Store;

/// Words of the lesson, what they mean, and Kafka's own name.
const GLOSSARY: [Row; 15] = [
    (
        "producer id, epoch",
        "who writes, and which life of it",
        "producerId, producerEpoch",
    ),
    (
        "sequence",
        "the number of a record, counted per producer and partition; after 2147483647 comes 0",
        "baseSequence, lastSequence",
    ),
    (
        "batch",
        "what is appended: producer id, epoch, first sequence, records",
        "RecordBatch",
    ),
    (
        "window, slot",
        "the last five accepted batches of a producer on a partition",
        "ProducerStateEntry, BatchMetadata",
    ),
    (
        "log end",
        "the offset at which the next batch will be appended",
        "logEndOffset",
    ),
    ("OK", "appended, and where", "no error"),
    (
        "DUPLICATE",
        "appended before, and where the first copy stands; the producer takes it as success",
        "no error, with the old offset",
    ),
    (
        "OUT_OF_ORDER",
        "neither remembered nor the next: refused",
        "OUT_OF_ORDER_SEQUENCE_NUMBER, 45",
    ),
    (
        "FENCED",
        "from a life that was replaced: refused",
        "INVALID_PRODUCER_EPOCH, 47",
    ),
    ("retry", "the same batch, the same sequence, again", ""),
    (
        "in flight",
        "sent and not yet answered; so many of a partition at most",
        "max.in.flight.requests.per.connection",
    ),
    (
        "queue",
        "batches that were not sent yet; each gets its number when it leaves",
        "RecordAccumulator",
    ),
    (
        "expire",
        "its time is over: the batch is given up, and the application told that it failed",
        "delivery.timeout.ms",
    ),
    (
        "policy",
        "what a producer does with the others when it gives a batch up",
        "none: each client has its way",
    ),
    ("zombie", "an older life that still sends", ""),
];

const KEYS: [Row; 6] = [
    ("next, back", ". and ,", "also the arrows → and ←"),
    (
        "first, last",
        "Home and End on the scrubber",
        "Home and End",
    ),
    ("play, pause", "K", "K"),
    ("reset", "the button", "Alt+R"),
    ("help", "?", "?"),
    ("close the help", "Esc", "Esc"),
];

/// The page, where it is open.
pub(super) fn view(store: &Store) -> Html {
    if !store.view().help {
        return Html::default();
    }
    let id = store.id("help");
    let close = Button {
        word: "Close".to_owned(),
        name: Some("Close help".to_owned()),
        ..Button::default()
    };
    html! {
        <section class="fs-panel fs-help" aria-labelledby={id.clone()}>
            <div class="fs-help__head">
                <h2 class="fs-help__title" {id}>{ "Help" }</h2>
                { close.change_view(store, |view| view.help = false) }
            </div>
            <div class="fs-help__columns">
                { idea() }
                { limits() }
            </div>
            { glossary() }
            { keys() }
        </section>
    }
}

fn idea() -> Html {
    html! {
        <div>
            <h3>{ "What idempotent means" }</h3>
            <p>
                { "Done twice, it comes to the same as done once. " }<code>{ "x = x + 1" }</code>
                { " is not: a second time makes another number. " }<code>{ "x = 18" }</code>
                { " is: x is 18 however often you say so. Appending to a log is of the first \
                   kind. The three numbers in each batch, and five remembered batches, make it \
                   one of the second." }
            </p>
            <h3>{ "Why the broker must do it" }</h3>
            <p>
                { "A producer that hears nothing cannot know whether its batch was lost or only \
                   the answer. It has to send again, or records get lost. Only the broker knows \
                   what it already has." }
            </p>
            <h3>{ "What a duplicate costs" }</h3>
            <p>
                { "Stock that is counted twice, a sum that is wrong in the books, two umbrellas \
                   in the parcel of somebody who ordered one. Where acks=all is set already, \
                   idempotence makes a producer no slower." }
            </p>
        </div>
    }
}

/// What idempotence leaves to others.
const LIMITS: [&str; 4] = [
    "An application that calls send twice: to the broker those are two records.",
    "Two producers with the same record: two producer ids, two counters.",
    "A restart without a transactional id: a new producer id, and nothing is known of it.",
    "Several partitions at once, or a consumer's offset with them: that takes transactions.",
];

/// Where this world is simpler than a running Kafka.
const SIMPLER: [&str; 3] = [
    "One broker, and it never fails. Messages may overtake each other, as after a reconnect.",
    "A producer sends again when you say so; Kafka's waits for a timeout. A batch by hand has no \
     network before it.",
    "Kafka looks for the duplicate first, then asks the other checks. The answers are the same.",
];

fn limits() -> Html {
    html! {
        <div>
            <h3>{ "What it does not cover" }</h3>
            { list(&LIMITS) }
            <h3>{ "What is simpler here than in Kafka" }</h3>
            { list(&SIMPLER) }
        </div>
    }
}

fn list(items: &[&'static str]) -> Html {
    html! { <ul>{ for items.iter().map(|item| html! { <li key={*item}>{ *item }</li> }) }</ul> }
}

fn glossary() -> Html {
    table("The words", ["word", "means", "Kafka's name"], &GLOSSARY)
}

fn keys() -> Html {
    table(
        "The keys",
        ["does", "in a lesson's page", "on the full page"],
        &KEYS,
    )
}

type Row = (&'static str, &'static str, &'static str);

/// A table that scrolls by itself where the page is narrow.
fn table(title: &'static str, heads: [&'static str; 3], rows: &[Row]) -> Html {
    html! {
        <>
            <h3>{ title }</h3>
            <div class="fs-scrolls" tabindex="0" role="region" aria-label={title}>
                <table class="fs-table">
                    <thead>
                        <tr>
                            { for heads.iter().map(|head| html! {
                                <th scope="col" key={*head}>{ *head }</th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for rows.iter().map(|(head, left, right)| html! {
                            <tr key={*head}>
                                <th scope="row">{ *head }</th><td>{ *left }</td><td>{ *right }</td>
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </>
    }
}
