//! The command-line tool: replays recordings, lays a second setup beside the first, holds facts
//! against what happens, makes links.
//!
//! Ends with 0 if all is well, with 1 at a fact that does not come out, with 2 if something cannot
//! be read.

#[path = "trace/arguments.rs"]
mod arguments;
#[path = "trace/compared.rs"]
mod compared;
#[path = "trace/explain.rs"]
mod explain;
#[path = "trace/input.rs"]
mod input;
#[path = "trace/json.rs"]
mod json;

use arguments::{Command, Explain, Format, Linked, USAGE};
use five_slots::diagnose::diagnose;
use five_slots::link;
use five_slots::scenario::{Mismatch, Opened, fact_lines, open};
use five_slots::sim::Fact;
use five_slots::timeline::Step;
use input::Input;
use json::Explained;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// How a run can end, other than well.
enum Trouble {
    /// A stated fact does not come out; both have been shown.
    Mismatch,
    /// Something cannot be read, or cannot happen: one message a line.
    Unreadable(String),
    /// The arguments mean nothing.
    Usage(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let command = Command::read(std::env::args_os().skip(1));
    let ran = command.and_then(|command| run(command, &mut out));
    // What came before a trouble is shown before it.
    let written = out.flush().map_err(Trouble::Output);
    match ran.and(written) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Mismatch) => ExitCode::from(1),
        // Whoever reads the output has seen enough.
        Err(Trouble::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Trouble::Output(error)) => complain(&error.to_string()),
        Err(Trouble::Unreadable(why)) => complain(&why),
        Err(Trouble::Usage(why)) => complain(&format!("{why}\n{USAGE}")),
    }
}

/// Says on standard error what is wrong. Where nobody listens, the exit code still tells.
fn complain(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{}", why.trim_end());
    ExitCode::from(2)
}

fn run(command: Command, out: &mut impl Write) -> Result<(), Trouble> {
    match command {
        Command::Help => Ok(out.write_all(USAGE.as_bytes())?),
        Command::Replay {
            file,
            explain,
            format,
        } => {
            let input = Input::read(&file)?;
            let opened = open(&input.text);
            replay(&opened, explain, format, out)?;
            good(&input, &opened)
        }
        Command::Compare { file, with, format } => {
            let input = Input::read(&file)?;
            let opened = open(&input.text);
            let variant = compared::variant(with.as_deref(), &input, &opened)?;
            compared::write(variant, &opened, format, out)?;
            good(&input, &opened)
        }
        Command::Check { files } => files.iter().try_for_each(|file| {
            let input = Input::read(file)?;
            check(&input, &open(&input.text), out)
        }),
        Command::Link(Linked::File { file, step }) => {
            let input = Input::read(&file)?;
            let opened = open(&input.text);
            good(&input, &opened)?;
            write_link(&input, &opened, step, out)
        }
        Command::Link(Linked::Fragment(fragment)) => read_link(&fragment, out),
        Command::Diagnose { file } => diagnosed(&Input::read(&file)?, out),
    }
}

/// The whole text must be good.
fn good(input: &Input, opened: &Opened) -> Result<(), Trouble> {
    match &opened.error {
        None => Ok(()),
        Some(error) => Err(input.trouble(error)),
    }
}

fn replay(
    opened: &Opened,
    explain: Explain,
    format: Format,
    out: &mut impl Write,
) -> io::Result<()> {
    for (index, step) in opened.timeline.steps().iter().enumerate() {
        let questions = match explain {
            Explain::Yes => explain::questions(opened.timeline.world_at(index), &step.entry.event),
            Explain::No => Vec::new(),
        };
        let explained = match explain {
            Explain::Yes => Explained::Yes(&questions),
            Explain::No => Explained::No,
        };
        match format {
            Format::Json => writeln!(out, "{}", json::step(index + 1, step, &explained))?,
            Format::Text => write_step(step, &explained, out)?,
        }
    }
    Ok(())
}

fn write_step(step: &Step, explained: &Explained<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", step.entry.event)?;
    for (place, fact) in step.facts.iter().enumerate() {
        writeln!(out, "  {fact}")?;
        let Explained::Yes(questions) = explained else {
            continue;
        };
        if let Fact::Judged { decision, .. } = fact {
            explain::write_checks(decision, out)?;
        }
        // What an answer comes to is said first, and what follows from it after that.
        if place == 0 {
            explain::write_questions(questions, out)?;
        }
    }
    Ok(())
}

/// Shows the first fact that does not come out. It stands before anything that cannot be read,
/// since only what stands before that was replayed.
fn check(input: &Input, opened: &Opened, out: &mut impl Write) -> Result<(), Trouble> {
    if let Some(mismatch) = &opened.mismatch {
        let Mismatch {
            line,
            event,
            stated,
            happened,
        } = mismatch;
        let shown = |fact: &Option<String>| fact.clone().unwrap_or_else(|| "nothing".to_owned());
        writeln!(out, "{}: line {line}, under `{event}`", input.name)?;
        writeln!(out, "  stated:   {}", shown(stated))?;
        writeln!(out, "  happened: {}", shown(happened))?;
        return Err(Trouble::Mismatch);
    }
    good(input, opened)?;
    let events = match opened.timeline.len() {
        1 => "1 event".to_owned(),
        many => format!("{many} events"),
    };
    writeln!(out, "{}: {events}, as stated", input.name)?;
    Ok(())
}

fn write_link(
    input: &Input,
    opened: &Opened,
    step: usize,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let steps = opened.timeline.len();
    if step > steps {
        let why = format!("{}: there is no step {step}, only {steps}", input.name);
        return Err(Trouble::Unreadable(why));
    }
    let fragment = link::write(&opened.scenario, step);
    writeln!(out, "{fragment}")?;
    if fragment.len() > link::COMFORTABLE {
        let _ = writeln!(
            io::stderr(),
            "The link has {} characters. Some programs cut links beyond {}: hand on the text \
             instead.",
            fragment.len(),
            link::COMFORTABLE
        );
    }
    Ok(())
}

fn read_link(fragment: &str, out: &mut impl Write) -> Result<(), Trouble> {
    let linked = link::read(fragment);
    let facts = fact_lines(&linked.timeline);
    out.write_all(linked.scenario.print(&facts).as_bytes())?;
    match linked.problems.as_slice() {
        [] => Ok(()),
        problems => Err(Trouble::Unreadable(problems.join("\n"))),
    }
}

/// Prints the scenario of a line of a log, with its facts.
fn diagnosed(input: &Input, out: &mut impl Write) -> Result<(), Trouble> {
    let opened = match diagnose(&input.text) {
        Ok(diagnosis) => diagnosis.opened,
        Err(unread) => {
            let examples: Vec<&str> = unread.examples().collect();
            let why = format!("{}: {}", input.name, unread.why);
            let examples = examples.join("\n  ");
            return Err(Trouble::Unreadable(format!(
                "{why}\nLines that can be read:\n  {examples}"
            )));
        }
    };
    out.write_all(opened.scenario.print(&opened.facts()).as_bytes())?;
    Ok(())
}
