//! Scenario to text, in its one canonical form.

use super::Scenario;
use crate::sim::{GivenPartition, ProducerSetup, Setup};
use std::fmt::{self, Write};

/// The facts of each event, as lines; empty where none are to be printed.
type FactLines = [Vec<String>];

impl Scenario {
    /// The text of this scenario, with `facts` under its events; `&[]` prints none.
    pub fn print(&self, facts: &FactLines) -> String {
        let mut text = String::new();
        self.write(&mut text, facts, Blank::Lines)
            .expect("writing to a string cannot fail");
        text
    }

    /// The same text without facts and blank lines, as links carry it.
    pub fn print_compact(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, &[], Blank::No)
            .expect("writing to a string cannot fail");
        text
    }

    fn write(&self, f: &mut String, facts: &FactLines, blank: Blank) -> fmt::Result {
        if !self.title.is_empty() {
            write_prose(f, &self.title)?;
            write_prose(f, &self.about)?;
        }
        write_setup(f, &self.recording.setup)?;
        if let Some(variant) = &self.compare {
            writeln!(f, "compare {variant}")?;
        }
        let mut parted = false;
        for (index, entry) in self.recording.entries.iter().enumerate() {
            // An event with a caption stands apart; those without follow each other closely.
            if blank == Blank::Lines && (!parted || entry.caption.is_some()) {
                f.push('\n');
                parted = true;
            }
            if let Some(caption) = &entry.caption {
                write_prose(f, caption)?;
            }
            writeln!(f, "{}", entry.event)?;
            for fact in facts.get(index).into_iter().flatten() {
                writeln!(f, "  {fact}")?;
            }
        }
        if !self.closing.is_empty() {
            if blank == Blank::Lines {
                f.push('\n');
            }
            write_prose(f, &self.closing)?;
        }
        Ok(())
    }
}

/// Whether blank lines set events apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    Lines,
    No,
}

fn write_prose(f: &mut String, prose: &str) -> fmt::Result {
    for line in prose.lines() {
        match line.trim_end() {
            "" => f.push_str("#\n"),
            line => writeln!(f, "# {line}")?,
        }
    }
    Ok(())
}

fn write_setup(f: &mut String, setup: &Setup) -> fmt::Result {
    for change in setup.changes() {
        writeln!(f, "{change}")?;
    }
    for (id, given) in &setup.given {
        let GivenPartition { log_end, states } = given;
        if let Some(log_end) = log_end {
            writeln!(f, "given {id} log-end={log_end}")?;
        }
        for (pid, state) in states {
            let slots = state.window.slots().iter();
            let slots = slots.map(|slot| format!("{}..{}@{}", slot.first, slot.last, slot.base));
            let slots: Vec<String> = slots.collect();
            let epoch = state.epoch;
            writeln!(
                f,
                "given {id} pid={pid} epoch={epoch} window=[{}]",
                slots.join(",")
            )?;
        }
    }
    for (name, producer) in &setup.producers {
        writeln!(f, "producer {name}{}", fields(producer))?;
    }
    Ok(())
}

fn fields(producer: &ProducerSetup) -> String {
    let ProducerSetup {
        pid,
        epoch,
        next,
        transactional_id,
    } = producer;
    let mut fields = String::new();
    if let Some(pid) = pid {
        fields += &format!(" pid={pid}");
    }
    if let Some(epoch) = epoch {
        fields += &format!(" epoch={epoch}");
    }
    if !next.is_empty() {
        let next = next
            .iter()
            .map(|(partition, next)| format!("{partition}:{next}"));
        fields += &format!(" next={}", next.collect::<Vec<String>>().join(","));
    }
    if let Some(id) = transactional_id {
        fields += &format!(" transactional-id={id}");
    }
    fields
}
