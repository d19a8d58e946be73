//! The same events under two setups.

use super::Trouble;
use super::arguments::Format;
use super::input::Input;
use super::json;
use five_slots::compare::{Comparison, Other};
use five_slots::scenario::{Opened, parse_variant};
use five_slots::sim::{Fact, Variant};
use five_slots::timeline::Step;
use std::io::{self, Write};

/// Which second setup is meant: that of the words, else that of the text.
pub(super) fn variant(
    with: Option<&str>,
    input: &Input,
    opened: &Opened,
) -> Result<Variant, Trouble> {
    if let Some(words) = with {
        let variant = parse_variant(words);
        return variant.map_err(|error| Trouble::Unreadable(format!("--with: {error}")));
    }
    if let Some(variant) = &opened.scenario.compare {
        return Ok(variant.clone());
    }
    // A line that cannot be read, or that describes no world, says so itself.
    super::good(input, opened)?;
    let name = &input.name;
    Err(Trouble::Usage(format!(
        "{name} has no line `compare`, so --with 'idempotence off' or the like is needed"
    )))
}

/// Plays the events under the second setup, and prints both.
pub(super) fn write(
    variant: Variant,
    opened: &Opened,
    format: Format,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let name = variant.to_string();
    let comparison = Comparison::new(variant, &opened.timeline)
        .map_err(|why| Trouble::Unreadable(format!("`{name}` describes no world: {why}")))?;
    if format == Format::Text {
        writeln!(out, "second setup: {name}")?;
    }
    for (step, number) in opened.timeline.steps().iter().zip(1..) {
        let other = comparison.step(number).expect("the second lane follows");
        match format {
            Format::Json => writeln!(out, "{}", json::compared(number, step, other))?,
            Format::Text => write_step(step, other, out)?,
        }
    }
    if format == Format::Text {
        match (comparison.differ_at(), opened.timeline.len()) {
            (Some(step), _) => writeln!(out, "first difference: step {step}")?,
            (None, 1) => writeln!(out, "no difference in 1 step")?,
            (None, steps) => writeln!(out, "no difference in {steps} steps")?,
        }
    }
    Ok(())
}

fn write_step(step: &Step, other: &Other, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", step.entry.event)?;
    let lines = |facts: &[Fact]| facts.iter().map(ToString::to_string).collect();
    let first: Vec<String> = lines(&step.facts);
    match &other.happened {
        Ok(facts) => {
            for (mark, line) in merged(&first, &lines(facts)) {
                writeln!(out, "{mark} {line}")?;
            }
        }
        Err(why) => {
            for line in &first {
                writeln!(out, "< {line}")?;
            }
            writeln!(out, "> impossible: {why}")?;
        }
    }
    Ok(())
}

/// Both lists in one, with a mark at each line: blank where both have it, else whose it is. As many
/// lines as possible are shared.
fn merged<'a>(first: &'a [String], second: &'a [String]) -> Vec<(char, &'a str)> {
    // How many lines can be shared from each pair of places on.
    let mut shared = vec![vec![0; second.len() + 1]; first.len() + 1];
    for i in (0..first.len()).rev() {
        for j in (0..second.len()).rev() {
            shared[i][j] = match first[i] == second[j] {
                true => shared[i + 1][j + 1] + 1,
                false => shared[i + 1][j].max(shared[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::new();
    while i < first.len() || j < second.len() {
        let both = i < first.len() && j < second.len();
        if both && first[i] == second[j] {
            merged.push((' ', first[i].as_str()));
            (i, j) = (i + 1, j + 1);
        } else if j == second.len() || (both && shared[i + 1][j] >= shared[i][j + 1]) {
            merged.push(('<', first[i].as_str()));
            i += 1;
        } else {
            merged.push(('>', second[j].as_str()));
            j += 1;
        }
    }
    merged
}
