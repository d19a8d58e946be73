//! What the tool was asked to do.

use super::Trouble;
use five_slots::scenario::nearest;
use std::ffi::OsString;

/// How to use the tool.
pub(super) const USAGE: &str = "\
usage: trace replay FILE [--explain] [--json]
       trace compare FILE [--with 'SETTINGS'] [--json]
       trace check FILE...
       trace link FILE [--step N]
       trace link '#...'
       trace diagnose FILE

replay   prints each event with its facts; facts in FILE are ignored.
         --explain adds the checks of each judged batch and the questions that a producer
         asks of an answer, --json prints one object a line.
compare  plays the same events under a second setup: the settings of --with, such as
         'idempotence off, window 1', or those of the line `compare` in FILE. Facts of only
         the first setup are marked <, of only the second >. The last line names the first
         step at which they answer differently. --json prints one object a line.
check    compares the facts in each FILE with what happens.
link     prints the link of a recording, with its cursor behind N events; or the recording
         of a link.
diagnose prints the scenario of the first line in FILE, a broker's or a client's log, that
         can be read: the state in which the broker says it, and which check refused.

FILE may be - for standard input.
Ends with 1 at the first fact that does not come out, with 2 if something cannot be read.
";

/// What the tool was asked to do.
pub(super) enum Command {
    /// Say how to use it.
    Help,
    /// Print each event with its facts.
    Replay {
        file: OsString,
        explain: Explain,
        format: Format,
    },
    /// Play the same events under a second setup.
    Compare {
        file: OsString,
        with: Option<String>,
        format: Format,
    },
    /// Hold stated facts against what happens.
    Check { files: Vec<OsString> },
    /// Make or read a link.
    Link(Linked),
    /// Make a scenario of a line of a log.
    Diagnose { file: OsString },
}

/// Whether the checks are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Explain {
    Yes,
    No,
}

/// How a replay is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    Json,
}

/// Which way a link goes.
pub(super) enum Linked {
    /// From a text, with the cursor behind this many events.
    File { file: OsString, step: usize },
    /// To a text.
    Fragment(String),
}

impl Command {
    /// Reads the arguments behind the program's name.
    pub(super) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Self, Trouble> {
        let mut arguments = Arguments {
            rest: arguments.collect(),
        };
        if arguments.flag("--help") || arguments.flag("-h") {
            return Ok(Self::Help);
        }
        if arguments.rest.is_empty() {
            return Err(Trouble::Usage("no command".to_owned()));
        }
        let command = arguments.rest.remove(0);
        match command.to_str() {
            Some("help") => Ok(Self::Help),
            Some("replay") => arguments.replay(),
            Some("compare") => arguments.compare(),
            Some("check") => arguments.check(),
            Some("link") => arguments.link(),
            Some("diagnose") => Ok(Self::Diagnose {
                file: arguments.one_file(&[])?,
            }),
            _ => {
                let command = command.to_string_lossy();
                Err(unknown(
                    "command",
                    &command,
                    &["replay", "compare", "check", "link", "diagnose", "help"],
                ))
            }
        }
    }
}

fn unknown(what: &str, found: &str, known: &[&str]) -> Trouble {
    let meant = nearest(found, known.iter().copied());
    let meant = meant.map_or_else(String::new, |word| format!(". Did you mean {word}?"));
    Trouble::Usage(format!("unknown {what} {found}{meant}"))
}

/// The arguments behind the command.
struct Arguments {
    rest: Vec<OsString>,
}

impl Arguments {
    fn replay(mut self) -> Result<Command, Trouble> {
        let explain = match self.flag("--explain") {
            true => Explain::Yes,
            false => Explain::No,
        };
        let format = self.format();
        Ok(Command::Replay {
            file: self.one_file(&["--explain", "--json"])?,
            explain,
            format,
        })
    }

    fn compare(mut self) -> Result<Command, Trouble> {
        let format = self.format();
        // What follows the option are its settings, whatever they look like.
        let with = self.value("--with");
        Ok(Command::Compare {
            file: self.one_file(&["--with", "--json"])?,
            with,
            format,
        })
    }

    fn check(self) -> Result<Command, Trouble> {
        self.no_options(&[])?;
        match self.rest.is_empty() {
            true => Err(Trouble::Usage("no file".to_owned())),
            false => Ok(Command::Check { files: self.rest }),
        }
    }

    fn link(mut self) -> Result<Command, Trouble> {
        let step = self.step()?;
        let file = self.one_file(&["--step"])?;
        match (file.to_str().and_then(fragment), step) {
            (Some(fragment), None) => Ok(Command::Link(Linked::Fragment(fragment.to_owned()))),
            (Some(_), Some(_)) => Err(Trouble::Usage("a link has its own step".to_owned())),
            (None, step) => Ok(Command::Link(Linked::File {
                file,
                step: step.unwrap_or(0),
            })),
        }
    }

    /// Takes a flag, wherever it stands.
    fn flag(&mut self, flag: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|argument| argument != flag);
        self.rest.len() < before
    }

    fn format(&mut self) -> Format {
        match self.flag("--json") {
            true => Format::Json,
            false => Format::Text,
        }
    }

    /// Takes `--option VALUE` or `--option=VALUE`, wherever it stands. A value that is missing is
    /// an empty one.
    fn value(&mut self, option: &str) -> Option<String> {
        let place = self.rest.iter().position(|argument| {
            let rest = argument.to_str().and_then(|text| text.strip_prefix(option));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })?;
        let found = self.rest.remove(place).to_string_lossy().into_owned();
        Some(match found.split_once('=') {
            Some((_, value)) => value.to_owned(),
            None if place < self.rest.len() => self.rest.remove(place).to_string_lossy().into(),
            None => String::new(),
        })
    }

    fn step(&mut self) -> Result<Option<usize>, Trouble> {
        let Some(number) = self.value("--step") else {
            return Ok(None);
        };
        match number.parse() {
            Ok(step) => Ok(Some(step)),
            Err(_) => Err(Trouble::Usage(format!(
                "--step needs a number of events, not `{number}`"
            ))),
        }
    }

    fn no_options(&self, known: &[&str]) -> Result<(), Trouble> {
        let shown = self.rest.iter().map(|argument| argument.to_string_lossy());
        let mut options = shown.filter(|argument| argument.starts_with('-') && argument != "-");
        match options.next() {
            None => Ok(()),
            Some(option) => Err(unknown("option", &option, known)),
        }
    }

    /// The one argument that is left, and that is no option.
    fn one_file(mut self, known: &[&str]) -> Result<OsString, Trouble> {
        self.no_options(known)?;
        match (self.rest.pop(), self.rest.len()) {
            (Some(file), 0) => Ok(file),
            (None, _) => Err(Trouble::Usage("no file".to_owned())),
            (Some(_), _) => Err(Trouble::Usage("more than one file".to_owned())),
        }
    }
}

/// The fragment of an argument that is one, or that is the address of a page with one.
fn fragment(argument: &str) -> Option<&str> {
    let address = argument.starts_with('#') || argument.contains("://");
    let start = argument.find('#').filter(|_| address)?;
    Some(&argument[start..])
}
