//! What happened to brokers, their copies and their memory, in a person's words.

use crate::kafka::{PartitionId, Recovered, Reply};
use crate::sim::{BrokerName, Fact, Message, MessageKind};

/// An answer that goes out; nothing where it is said with what the broker decided.
pub(super) fn tell_answer(message: &Message, facts: &[Fact]) -> Option<String> {
    let judged = facts.iter().any(|fact| fact.judged().is_some());
    let MessageKind::Reply(reply) = message.kind else {
        return None;
    };
    let told = match reply {
        Reply::NotLeader => ", so the producer has to ask another broker",
        Reply::NotEnoughAfterAppend => ", although the batch is in the log",
        _ => "",
    };
    let name = message.name;
    (!judged).then(|| format!("{name} is sent: {reply}{told}."))
}

/// What happened, in a sentence; nothing where it is said with something else.
pub(super) fn tell_of_brokers(fact: &Fact) -> Option<String> {
    Some(match fact {
        Fact::HighWatermark { .. } => return None,
        Fact::BeginsAgain { partition, .. } => format!(
            "Everything that was acknowledged on {partition} is deleted, so its numbers begin at \
             0 again, in the same epoch."
        ),
        Fact::TurnedAway {
            in_sync, needed, ..
        } => format!(
            "Too few brokers are in sync, {in_sync} where {needed} are needed: the leader refuses \
             before it looks at the batch, and appends nothing."
        ),
        Fact::Unreachable { message, broker } => {
            format!("{message} reaches nobody, because {broker} is down. No answer will come.")
        }
        Fact::WentDown {
            broker,
            clean: false,
        } => format!(
            "{broker} crashes: its memory is gone, its log and its snapshot files stay on disk."
        ),
        Fact::Elected {
            partition,
            broker,
            clean: false,
        } => format!(
            "{broker} leads {partition}, in an unclean election: it was not in sync, and what it \
             had not copied is gone."
        ),
        Fact::Recovered {
            partition,
            broker,
            recovered,
        } => tell_recovered(*partition, *broker, *recovered),
        Fact::Moved { partition, broker } => format!(
            "{broker} begins an empty copy of {partition}: of producers it will know what the \
             leader's log tells."
        ),
        Fact::Deleted {
            partition,
            dropped: 0,
            ..
        } => format!(
            "Retention empties {partition}. What the broker remembers of producers stays in its \
             memory."
        ),
        Fact::Deleted {
            partition, dropped, ..
        } => format!(
            "Retention empties {partition}, and what the broker remembered goes with the records: \
             producers forgotten: {dropped}."
        ),
        Fact::Expired { partition, pid } => format!(
            "Producer {pid} was idle for too long: on {partition} nothing is remembered of it."
        ),
        Fact::Rolled { partition, at } => format!("On {partition} a new segment begins at {at}."),
        Fact::NoAnswer(_) => format!("There will be {fact}."),
        _ => format!("{fact}."),
    })
}

/// From which layers a memory came back.
fn tell_recovered(partition: PartitionId, broker: BrokerName, recovered: Recovered) -> String {
    let Recovered { snapshot, from, to } = recovered;
    match snapshot {
        Some(offset) if offset == to => format!(
            "{broker} recovers {partition} from its snapshot at {offset}; the log holds nothing \
             after it."
        ),
        Some(offset) => format!(
            "{broker} recovers {partition}: from its snapshot what was known at {offset}, from the \
             log whatever came after, up to {to}."
        ),
        None if from == to => format!(
            "{broker} recovers {partition} without a snapshot, and its log is empty: nothing is \
             known."
        ),
        None => {
            format!(
                "{broker} recovers {partition} without a snapshot: from the batches in its log."
            )
        }
    }
}
