//! A step as one line of JSON, written by hand: six kinds of value need no library.

use five_slots::compare::Other;
use five_slots::kafka::{
    Asked, Comparison, Decision, Outcome, PartitionId, ProducerState, Question,
};
use five_slots::sim::Fact;
use five_slots::timeline::Step;

/// What is told of a step beside its facts.
pub(super) enum Explained<'a> {
    /// Nothing.
    No,
    /// The checks of each judged batch, and what a producer asked of an answer that it heard.
    Yes(&'a [Question]),
}

/// The step as one line. Every line has `step`, `event` and `facts`; the others are there when a
/// leader judged a batch at this step.
pub(super) fn step(number: usize, step: &Step, explained: &Explained<'_>) -> String {
    let mut fields = begin(number, step);
    for fact in &step.facts {
        if let Fact::Judged {
            partition,
            decision,
            after,
            ..
        } = fact
        {
            fields.extend(judged(*partition, decision, after.as_ref()));
            if let Explained::Yes(_) = explained {
                fields.push(("checks", list(decision.asked().iter().map(check))));
            }
        }
    }
    if let Explained::Yes(questions) = explained
        && !questions.is_empty()
    {
        fields.push(("questions", list(questions.iter().zip(1..).map(question))));
    }
    object(&fields)
}

/// The step as one line, with what the same event came to under the second setup.
pub(super) fn compared(number: usize, step: &Step, other: &Other) -> String {
    let mut fields = begin(number, step);
    fields.push(match &other.happened {
        Ok(happened) => ("other_facts", facts(happened)),
        Err(why) => ("impossible", string(&why.to_string())),
    });
    fields.push(("differs", other.differs.to_string()));
    object(&fields)
}

fn begin(number: usize, step: &Step) -> Vec<(&'static str, String)> {
    vec![
        ("step", number.to_string()),
        ("event", string(&step.entry.event.to_string())),
        ("facts", facts(&step.facts)),
    ]
}

fn facts(facts: &[Fact]) -> String {
    list(facts.iter().map(|fact| string(&fact.to_string())))
}

fn judged(
    partition: PartitionId,
    decision: &Decision,
    after: Option<&ProducerState>,
) -> [(&'static str, String); 8] {
    let slots = after.map_or(&[][..], |state| state.window.slots());
    let slots = slots.iter().map(|slot| {
        let numbers = [
            slot.first.to_string(),
            slot.last.to_string(),
            slot.base.to_string(),
        ];
        list(numbers.into_iter())
    });
    [
        ("partition", string(&partition.to_string())),
        ("pid", decision.batch.pid.to_string()),
        ("epoch", decision.batch.epoch.to_string()),
        ("reply", string(decision.reply.word())),
        ("base_offset", or_null(decision.reply.base())),
        ("log_end_offset", decision.log_end.to_string()),
        ("window", list(slots)),
        (
            "rule",
            or_null(decision.reason.rule().map(|rule| rule.number())),
        ),
    ]
}

fn check(asked: &Asked) -> String {
    object(&[
        ("rule", asked.rule.number().to_string()),
        ("name", string(asked.rule.name())),
        ("outcome", outcome(asked.outcome)),
        ("comparisons", comparisons(&asked.comparisons)),
    ])
}

fn question((asked, number): (&Question, usize)) -> String {
    object(&[
        ("question", number.to_string()),
        ("text", string(asked.text)),
        ("outcome", outcome(asked.outcome)),
        ("comparisons", comparisons(asked.looked_at.as_slice())),
    ])
}

fn outcome(outcome: Outcome) -> String {
    string(match outcome {
        Outcome::GoesOn => "goes on",
        Outcome::Decides => "decides",
        Outcome::NotReached => "not reached",
    })
}

fn comparisons(comparisons: &[Comparison]) -> String {
    list(comparisons.iter().map(|comparison| {
        object(&[
            ("statement", string(&comparison.statement)),
            ("holds", comparison.holds.to_string()),
        ])
    }))
}

fn object(fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", fields.collect::<Vec<String>>().join(","))
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<String>>().join(","))
}

fn or_null(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

/// A string in quotes; what JSON does not allow inside is escaped.
fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control < ' ' => quoted += &format!("\\u{:04x}", u32::from(control)),
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}
