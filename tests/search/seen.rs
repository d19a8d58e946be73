//! What was reached, by name. A search in which nothing interesting can happen proves nothing.

use five_slots::kafka::{Decision, Invalid, Misplaced, Reason, Refusal, Reply};
use five_slots::sim::{Breach, CopiedBy, Fact, Impossible};
use std::collections::BTreeSet;

/// The names of what was reached.
#[derive(Debug, Default)]
pub(crate) struct Seen(BTreeSet<&'static str>);

/// Everything that has to be reached.
const ALL: [&str; 68] = [
    "reply OK",
    "reply DUPLICATE",
    "reply OUT_OF_ORDER",
    "reply FENCED",
    "reply INVALID_RECORD",
    "no check decides",
    "check 1 decides",
    "check 2 decides",
    "check 3 decides",
    "check 4 decides",
    "reason NoState",
    "reason NoStateNotZero",
    "reason OlderEpoch",
    "reason NewerEpoch",
    "reason NewerEpochNotZero",
    "reason Next",
    "reason Next, with the wrap",
    "reason NotIdempotent",
    "gap ahead",
    "overlap",
    "behind the window",
    "invalid: no records",
    "invalid: too many records",
    "invalid: producer id",
    "invalid: epoch",
    "invalid: sequence",
    "invalid: log full",
    "duplicate of slot 1",
    "duplicate of slot 2",
    "duplicate of slot 3",
    "duplicate of slot 4",
    "duplicate of slot 5",
    "a slot fell out",
    "one slot cleared",
    "several slots cleared",
    "fact Initialised",
    "fact Forgotten",
    "fact GoesOn",
    "fact GoesOn, with open batches",
    "fact Sent",
    "fact Lost",
    "fact Copied",
    "fact Acknowledged",
    "fact Failed",
    "fact StaysOpen",
    "fact LifeEnded",
    "fact LifeEnded, with others",
    "fact NobodyWaits",
    "copied by a retry",
    "copied by the application",
    "order, in one life",
    "order, over lives",
    "acknowledged and not stored",
    "impossible NotOnTheWire",
    "impossible NotOnTheWire: nothing is",
    "impossible WireFull",
    "impossible NoMoreCopies",
    "impossible Records",
    "impossible CannotSend: fenced",
    "impossible CannotSend: too many open",
    "impossible CannotRetry: fenced",
    "impossible CannotRetry: not open",
    "impossible CannotRetry: not the lowest",
    "impossible NameTaken",
    "impossible NameTaken: no letter left",
    "impossible NothingToLeave",
    "impossible NoProducerIdLeft",
    "nothing is outstanding",
];

/// What no event can bring about as the rules are, each with its reason.
const UNREACHABLE: [(&str, &str); 1] = [(
    "order, in one life",
    "idempotence is always on, and keeps the order within one life",
)];

impl Seen {
    /// Something was reached.
    pub(crate) fn note(&mut self, name: &'static str) {
        debug_assert!(ALL.contains(&name), "{name} is not on the list");
        self.0.insert(name);
    }

    /// What `other` reached was reached.
    pub(crate) fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// What was not reached, of what can be.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let unreachable = |name: &str| UNREACHABLE.iter().any(|(other, _)| *other == name);
        let all = ALL.into_iter();
        all.filter(|name| !self.0.contains(name) && !unreachable(name))
            .collect()
    }

    /// What was reached although nothing can.
    pub(crate) fn surprises(&self) -> Vec<(&'static str, &'static str)> {
        let unreachable = UNREACHABLE.into_iter();
        unreachable
            .filter(|(name, _)| self.0.contains(name))
            .collect()
    }

    /// Facts happened.
    pub(crate) fn facts(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.fact(fact);
        }
    }

    fn fact(&mut self, fact: &Fact) {
        let name = match fact {
            Fact::Judged { decision, .. } => return self.decision(decision),
            Fact::Breach(breach) => breach_name(breach),
            Fact::Initialised { .. } => "fact Initialised",
            Fact::Forgotten { .. } => "fact Forgotten",
            Fact::GoesOn { batches, .. } if batches.is_empty() => "fact GoesOn",
            Fact::GoesOn { .. } => "fact GoesOn, with open batches",
            Fact::Sent(_) => "fact Sent",
            Fact::Lost(_) => "fact Lost",
            Fact::Copied { .. } => "fact Copied",
            Fact::Acknowledged { .. } => "fact Acknowledged",
            Fact::Failed { .. } => "fact Failed",
            Fact::StaysOpen { .. } => "fact StaysOpen",
            Fact::LifeEnded { batches, .. } if batches.len() < 2 => "fact LifeEnded",
            Fact::LifeEnded { .. } => "fact LifeEnded, with others",
            Fact::NobodyWaits(_) => "fact NobodyWaits",
        };
        self.note(name);
    }

    fn decision(&mut self, decision: &Decision) {
        self.note(match decision.reply {
            Reply::Ok { .. } => "reply OK",
            Reply::Duplicate { .. } => "reply DUPLICATE",
            Reply::OutOfOrder => "reply OUT_OF_ORDER",
            Reply::Fenced => "reply FENCED",
            Reply::InvalidRecord => "reply INVALID_RECORD",
        });
        self.note(match decision.reason.rule().map(|rule| rule.number()) {
            None => "no check decides",
            Some(1) => "check 1 decides",
            Some(2) => "check 2 decides",
            Some(3) => "check 3 decides",
            Some(_) => "check 4 decides",
        });
        self.note(reason_name(decision));
        if decision.fell_out.is_some() {
            self.note("a slot fell out");
        }
        match decision.cleared {
            0 => {}
            1 => self.note("one slot cleared"),
            _ => self.note("several slots cleared"),
        }
    }

    /// An event could not happen.
    pub(crate) fn impossible(&mut self, why: &Impossible) {
        self.note(match why {
            Impossible::NotOnTheWire { there, .. } if there.is_empty() => {
                "impossible NotOnTheWire: nothing is"
            }
            Impossible::NotOnTheWire { .. } => "impossible NotOnTheWire",
            Impossible::WireFull => "impossible WireFull",
            Impossible::NoMoreCopies(_) => "impossible NoMoreCopies",
            Impossible::Records(_) => "impossible Records",
            Impossible::CannotSend { refusal, .. } => match refusal {
                Refusal::Fenced => "impossible CannotSend: fenced",
                Refusal::TooManyOpen => "impossible CannotSend: too many open",
                Refusal::NotOpen | Refusal::NotLowest { .. } => panic!("{why}: not of a send"),
            },
            Impossible::CannotRetry { refusal, .. } => match refusal {
                Refusal::Fenced => "impossible CannotRetry: fenced",
                Refusal::NotOpen => "impossible CannotRetry: not open",
                Refusal::NotLowest { .. } => "impossible CannotRetry: not the lowest",
                Refusal::TooManyOpen => panic!("{why}: not of a retry"),
            },
            Impossible::NameTaken { free: Some(_), .. } => "impossible NameTaken",
            Impossible::NameTaken { free: None, .. } => "impossible NameTaken: no letter left",
            Impossible::NothingToLeave(_) => "impossible NothingToLeave",
            Impossible::NoProducerIdLeft => "impossible NoProducerIdLeft",
        });
    }
}

fn reason_name(decision: &Decision) -> &'static str {
    match decision.reason {
        Reason::NoState => "reason NoState",
        Reason::NoStateNotZero => "reason NoStateNotZero",
        Reason::OlderEpoch => "reason OlderEpoch",
        Reason::NewerEpoch => "reason NewerEpoch",
        Reason::NewerEpochNotZero => "reason NewerEpochNotZero",
        Reason::Next if decision.batch.last().0 < decision.batch.first.0 => {
            "reason Next, with the wrap"
        }
        Reason::Next => "reason Next",
        Reason::NotIdempotent => "reason NotIdempotent",
        Reason::NotNext(Misplaced::GapAhead) => "gap ahead",
        Reason::NotNext(Misplaced::Overlap) => "overlap",
        Reason::NotNext(Misplaced::BehindWindow) => "behind the window",
        Reason::Invalid(Invalid::NoRecords) => "invalid: no records",
        Reason::Invalid(Invalid::TooManyRecords) => "invalid: too many records",
        Reason::Invalid(Invalid::ProducerId) => "invalid: producer id",
        Reason::Invalid(Invalid::Epoch) => "invalid: epoch",
        Reason::Invalid(Invalid::Sequence) => "invalid: sequence",
        Reason::Invalid(Invalid::LogFull) => "invalid: log full",
        Reason::Remembered { slot: 0 } => "duplicate of slot 1",
        Reason::Remembered { slot: 1 } => "duplicate of slot 2",
        Reason::Remembered { slot: 2 } => "duplicate of slot 3",
        Reason::Remembered { slot: 3 } => "duplicate of slot 4",
        Reason::Remembered { .. } => "duplicate of slot 5",
    }
}

fn breach_name(breach: &Breach) -> &'static str {
    match breach {
        Breach::Copy {
            by: CopiedBy::Retry,
            ..
        } => "copied by a retry",
        Breach::Copy {
            by: CopiedBy::Application,
            ..
        } => "copied by the application",
        Breach::Order {
            same_life: true, ..
        } => "order, in one life",
        Breach::Order {
            same_life: false, ..
        } => "order, over lives",
        Breach::NotStored { .. } => "acknowledged and not stored",
    }
}
