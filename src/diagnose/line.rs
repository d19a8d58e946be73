//! Which error a line names: by its fixed words, in the wording of brokers and clients of several
//! versions.

use super::numbers::{NAMES, Numbers, find, first_number};
use crate::scenario::nearest;

/// An error that can be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// What the broker says.
    pub(super) error: Error,
    /// What it is recognised by, one or another: small letters and digits alone, so that names and
    /// sentences are found alike.
    words: &'static str,
    /// Lines that can be read, one for each wording that differs much.
    pub examples: &'static str,
}

/// What a broker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Error {
    NewEpoch,
    NoState,
    UnknownProducer,
    OutOfOrder,
    Fenced,
    Duplicate,
    NotEnoughAfterAppend,
    NotEnough,
    NotLeader,
}

/// What can be read. The first form whose words are in a line is the one: a line may name a second
/// error, as the one that was there before.
pub const FORMS: &[Form] = &[
    Form {
        error: Error::NewEpoch,
        words: "invalidsequencenumberfornewepoch",
        examples: "Invalid sequence number for new epoch of producer 1234 at offset 77 in \
                   partition orders-3: 2 (request epoch), 8 (seq. number), 1 (current producer \
                   epoch)",
    },
    Form {
        error: Error::NoState,
        words: "noexistingstate butexpected0",
        examples: "",
    },
    Form {
        error: Error::UnknownProducer,
        words: "unknownproducerid norecordofproducerid sequencenumberisnotknown",
        examples: "Found no record of producerId=1234 on the broker at offset 77 in partition \
                   orders-3\nUNKNOWN_PRODUCER_ID",
    },
    Form {
        error: Error::OutOfOrder,
        words: "outofordersequence sequencedesynchronization rewoundsequence",
        examples: "Out of order sequence number for producer 1234 at offset 77 in partition \
                   orders-3: 10 (incoming seq. number), 7 (current end sequence number)\n\
                   ProduceRequest for orders [3] with 5 message(s) failed due to sequence \
                   desynchronization with broker 1 (PID{Id:1234,Epoch:0}, base seq 78)\n\
                   Got error produce response on topic-partition orders-3, retrying. Error: \
                   OUT_OF_ORDER_SEQUENCE_NUMBER\nOutOfOrderSequenceException",
    },
    Form {
        error: Error::Fenced,
        words: "thanthelastseenepoch invalidproducerepoch producerfenced oldepoch \
                epochisnolongervalid newerproducerwiththesame",
        examples: "Epoch of producer 1234 at offset 77 in orders-3 is 1, which is smaller than \
                   the last seen epoch 2\nInvalidProducerEpochException",
    },
    Form {
        error: Error::Duplicate,
        words: "duplicatesequence",
        examples: "DUPLICATE_SEQUENCE_NUMBER",
    },
    Form {
        error: Error::NotEnoughAfterAppend,
        words: "notenoughreplicasafterappend buttofewerinsyncreplicas \
                insufficientnumberofinsyncreplicas",
        examples: "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
    },
    Form {
        error: Error::NotEnough,
        words: "notenoughreplicas fewerinsyncreplicas notenoughinsyncreplicas satisfytheminisr \
                belowrequiredminimum",
        examples: "The size of the current ISR Set(1) is insufficient to satisfy the min.isr \
                   requirement of 2 for partition orders-3",
    },
    Form {
        error: Error::NotLeader,
        words: "notleader notthecurrentleader",
        examples: "NOT_LEADER_OR_FOLLOWER",
    },
];

/// What was pasted: the line that counts, and what was added to it.
pub(super) struct Lines<'a> {
    /// The line, and what continues it.
    pub line: String,
    /// The line before it, which names the partition where the line itself does not.
    pub before: &'a str,
    /// Its form.
    pub form: &'static Form,
    /// Numbers that were added.
    pub added: Numbers,
    /// The rule set that was added.
    pub rules: Option<&'a str>,
    /// A line that was meant to add something, and does not.
    pub slip: Option<&'a str>,
}

/// The first line that can be read, and what was added to it.
pub(super) fn read(pasted: &str) -> Option<Lines<'_>> {
    let (mut added, mut rules, mut slip) = (Numbers::default(), None, None);
    let mut found: Option<Lines<'_>> = None;
    let (mut before, mut indent, mut open) = ("", 0, false);
    for whole in pasted.lines() {
        let line = whole.trim();
        if let Some(name) = line.strip_prefix("rules ") {
            rules = Some(name);
        } else if add(line, &mut added) {
            continue;
        } else if found.is_some() && is_slip(line) {
            slip = Some(line);
        } else if let Some(found) = &mut found {
            // What is indented more continues the line, but a stack trace does not.
            open &= whole.len() - line.len() > indent && !line.starts_with("at ");
            if open {
                found.line.push(' ');
                found.line.push_str(line);
            }
        } else if let Some(form) = form_of(line) {
            (indent, open) = (whole.len() - line.len(), true);
            found = Some(Lines {
                line: line.to_owned(),
                before,
                form,
                added: Numbers::default(),
                rules: None,
                slip: None,
            });
        } else {
            before = line;
        }
    }
    found.map(|found| Lines {
        added,
        rules,
        slip,
        ..found
    })
}

/// Adds the numbers of a line such as `epoch=2 records=5`, if it is one.
fn add(line: &str, numbers: &mut Numbers) -> bool {
    let mut added = *numbers;
    for word in line.split(' ') {
        let pair = word.split_once('=');
        let known = pair.and_then(|(name, value)| {
            let number = NAMES.iter().position(|known| *known == name)?;
            Some((number, first_number(value)?))
        });
        let Some((number, value)) = known else {
            return false;
        };
        added[number] = Some(value);
    }
    *numbers = added;
    true
}

/// Whether a line looks as if it added numbers, with a name misspelt or a number that is none.
fn is_slip(line: &str) -> bool {
    let mut words = line.split(' ');
    let near = |(name, _)| nearest(name, NAMES).is_some();
    words.all(|word| word.split_once('=').is_some_and(near))
}

fn form_of(line: &str) -> Option<&'static Form> {
    let mut plain = String::new();
    for letter in line.chars() {
        if letter.is_ascii_alphanumeric() {
            plain.push(letter.to_ascii_lowercase());
        }
    }
    let named = |form: &&Form| {
        form.words
            .split(' ')
            .any(|word| find(&plain, word).is_some())
    };
    FORMS.iter().find(named)
}
