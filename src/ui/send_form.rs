//! What an application sends: how many records, or their labels, and where to.

use super::button::{Button, act};
use super::markup::*;
use super::menu::{Choice, menu};
use super::store::Store;
use crate::kafka::PartitionId;
use crate::session::Action;
use crate::sim::{Event, LABEL_MAX, Labels, Payload, ProducerName};

/// What the first field takes.
const WHAT: &str = "how many, or labels with commas between";

/// What stands in the form of one producer.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    producer: ProducerName,
    what: String,
    /// Where to, if the reader has chosen.
    target: Option<PartitionId>,
}

/// The draft of a producer.
fn draft(drafts: &mut Vec<Draft>, producer: ProducerName) -> &mut Draft {
    let place = drafts.iter().position(|draft| draft.producer == producer);
    let place = place.unwrap_or_else(|| {
        drafts.push(Draft {
            producer,
            what: "1".to_owned(),
            target: None,
        });
        drafts.len() - 1
    });
    &mut drafts[place]
}

/// The form.
pub(super) fn view(store: &Store, name: ProducerName, partitions: &[PartitionId]) -> Html {
    let Draft { what, target, .. } = draft(&mut store.view().sends.clone(), name).clone();
    let id = store.id(&format!("send-{name}"));
    let target = target.filter(|target| partitions.contains(target));
    let partition = target.unwrap_or(partitions[0]);
    let event = read_payload(&what).map(|payload| Event::Send {
        producer: name,
        partition,
        payload,
    });
    let possible = event.and_then(|event| {
        let why_not = store.session().timeline().world().why_not(&event);
        why_not.map_or(Ok(event), |why| Err(why.to_string()))
    });
    let why_not = possible.as_ref().err().cloned();
    let send = {
        let store = store.clone();
        Callback::from(move |()| {
            if let Ok(event) = &possible {
                act(&store, Action::Do(event.clone()));
            }
        })
    };
    let button = Button {
        name: Some(format!("Send from {name}")),
        why_not,
        ..Button::small("Send")
    };
    let (button, onkeydown) = button.view_with_enter(store, send);
    let oninput = {
        let store = store.clone();
        Callback::from(move |input: InputEvent| {
            let what = super::browser::value(&input);
            store.change_view(|view| draft(&mut view.sends, name).what = what);
        })
    };
    html! {
        <div class="fs-send" {onkeydown}>
            <label for={format!("{id}-what")}>{ "records" }</label>
            <input
                id={format!("{id}-what")}
                class="fs-field fs-field--what"
                aria-label={format!("Records to send from {name}: {WHAT}")}
                title={WHAT}
                value={what}
                autocomplete="off"
                {oninput}
            />
            { partition_menu(store, name, partitions, partition) }
            { button }
        </div>
    }
}

fn partition_menu(
    store: &Store,
    name: ProducerName,
    partitions: &[PartitionId],
    chosen: PartitionId,
) -> Html {
    let choose = {
        let (store, partitions) = (store.clone(), partitions.to_vec());
        Callback::from(move |target: String| {
            let mut known = partitions.iter();
            let found = known.find(|partition| partition.to_string() == target);
            store.change_view(|view| draft(&mut view.sends, name).target = found.copied());
        })
    };
    let choices = partitions
        .iter()
        .map(|each| Choice::plain(each, *each == chosen));
    html! {
        <>
            <span>{ "to" }</span>
            { menu(format!("Partition for {name}"), choices.collect(), choose) }
        </>
    }
}

/// A number of records, or labels with commas between.
pub(super) fn read_payload(text: &str) -> Result<Payload, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("say how many records, or give them labels with commas between".to_owned());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let count = text
            .parse()
            .map_err(|_| "that is too many records for one batch".to_owned());
        return count.map(Payload::Count);
    }
    read_labels(text).map(Payload::Labelled)
}

/// Labels with commas between.
pub(super) fn read_labels(text: &str) -> Result<Labels, String> {
    let labels: Vec<&str> = text
        .split(',')
        .map(|label| label.trim().trim_matches('"'))
        .collect();
    for label in &labels {
        if label.is_empty() {
            return Err("there is a comma with no label beside it".to_owned());
        }
        if label.chars().count() > LABEL_MAX {
            return Err(format!(
                "a label has at most {LABEL_MAX} characters: {label}"
            ));
        }
        if label.contains('"') || label.chars().any(char::is_control) {
            return Err(format!("a label has no quotes inside: {label}"));
        }
    }
    Ok(labels.into_iter().map(Into::into).collect())
}
