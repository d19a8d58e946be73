//! What a step's reasons look like: the broker's checks, and the questions of a producer.

use five_slots::kafka::{Asked, Comparison, Decision, Outcome, Question};
use five_slots::sim::{Event, World};
use std::io::{self, Write};

/// What the producer asks of the answer that this event delivers, in the world before it. Nothing
/// where the event delivers no answer.
pub(super) fn questions(before: &World, event: &Event) -> Vec<Question> {
    let hearing = match event {
        Event::Deliver(name) => before.hearing(*name),
        _ => None,
    };
    hearing.map_or_else(Vec::new, |hearing| hearing.asked().into())
}

/// The checks in order, each with what it compared, and whether that held.
pub(super) fn write_checks(decision: &Decision, out: &mut impl Write) -> io::Result<()> {
    for asked in decision.asked() {
        let Asked {
            rule,
            outcome,
            comparisons,
        } = asked;
        let (number, name) = (rule.number(), rule.name());
        let words = words(&comparisons, outcome);
        writeln!(out, "    {number} {name:<11}  {words}")?;
    }
    Ok(())
}

/// The questions in order, in the same manner.
pub(super) fn write_questions(questions: &[Question], out: &mut impl Write) -> io::Result<()> {
    let width = questions.iter().map(|asked| asked.text.len()).max();
    let width = width.unwrap_or_default();
    for (asked, number) in questions.iter().zip(1..) {
        let words = words(asked.looked_at.as_slice(), asked.outcome);
        writeln!(out, "    {number} {:<width$}  {words}", asked.text)?;
    }
    Ok(())
}

fn words(comparisons: &[Comparison], outcome: Outcome) -> String {
    let compared = comparisons.iter().map(|comparison| {
        let holds = if comparison.holds { "yes" } else { "no" };
        format!("{}: {holds}", comparison.statement)
    });
    let mut words: Vec<String> = compared.collect();
    match outcome {
        Outcome::GoesOn => {}
        Outcome::Decides => words.push("decides".to_owned()),
        Outcome::NotReached => words.push("not reached".to_owned()),
    }
    words.join("; ")
}
