//! "What does my broker say?": a line of a client's or a broker's log, made into a scenario in
//! which the broker says just that.
//!
//! Text in, text out. [`diagnose`] looks for the fixed words of an error and for the numbers beside
//! them, fills a story with them, and replays it: what does not come out as the line says is not
//! shown. What the line does not say is assumed, and the story says so.

mod line;
mod numbers;
mod stories;
mod tell;

use crate::scenario::Opened;

pub use line::{FORMS, Form};

/// A line that was read.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The scenario, as text.
    pub text: String,
    /// The step at which the broker says what the line says.
    pub step: usize,
    /// The same, read and replayed.
    pub opened: Opened,
}

/// Why nothing can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What is wrong, in a sentence.
    pub why: String,
    /// The form that was recognised; `None` if none was.
    pub form: Option<&'static Form>,
}

impl Unread {
    /// Examples of what can be read: of the recognised form, or else of all.
    pub fn examples(&self) -> impl Iterator<Item = &'static str> {
        let known = self.form;
        let meant = move |form: &&Form| known.is_none_or(|known| known == *form);
        let forms = FORMS.iter().filter(meant);
        forms.flat_map(|form| form.examples.lines())
    }
}

/// Makes a scenario of the first line that can be read. Lines such as `records=5` and
/// `rules kafka-2.4` add what it does not say.
pub fn diagnose(pasted: &str) -> Result<Diagnosis, Unread> {
    let Some(lines) = line::read(pasted) else {
        return Err(Unread {
            why: "no line here is one that can be read".to_owned(),
            form: None,
        });
    };
    if let Some(slip) = lines.slip {
        let mut why = slip.to_owned();
        why.push_str(" adds nothing: it takes a name, such as records=, and a number");
        let form = Some(lines.form);
        return Err(Unread { why, form });
    }
    let told = tell::tell(&lines);
    if told.text.is_empty() {
        return Err(Unread {
            why: "its texts were not provided: call texts(text) before mount".to_owned(),
            form: None,
        });
    }
    let why = match Opened::whole(&told.text) {
        Err(error) => error.problem.to_string(),
        Ok(opened) => {
            let steps = opened.timeline.steps();
            let facts = steps.get(told.step - 1).map(|step| &step.facts[..]);
            let facts = facts.unwrap_or_default();
            let facts: Vec<String> = facts.iter().map(ToString::to_string).collect();
            let said = |fact: &String| numbers::find(fact, told.says).is_some();
            if facts.iter().any(said) {
                return Ok(Diagnosis {
                    text: told.text,
                    step: told.step,
                    opened,
                });
            }
            let mut why = "with these numbers the broker says ".to_owned();
            why.push_str(facts.first().map_or("nothing", String::as_str));
            why
        }
    };
    let form = Some(lines.form);
    Err(Unread { why, form })
}
