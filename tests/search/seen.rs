//! What was reached, by name. A search in which nothing interesting can happen proves nothing.

use five_slots::kafka::{
    Cause, Decision, End, Invalid, Lenient, Misplaced, Offset, Reason, Refusal, Reply, Verdict,
    Wait,
};
use five_slots::sim::{
    BatchName, Breach, CopiedBy, Fact, Impossible, MessageKind, MessageName, Told, Why, World,
};
use std::collections::BTreeSet;

/// The names of what was reached.
#[derive(Debug, Default)]
pub(crate) struct Seen(BTreeSet<&'static str>);

/// Everything that has to be reached.
const ALL: [&str; 166] = [
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
    "fact Forgotten, with unsent batches",
    "fact Restarted",
    "fact Unanswered",
    "fact Kept",
    "fact Bumped",
    "fact Bumped, to a new pid",
    "fact OldNumber",
    "waits: in flight",
    "waits: a retry goes first",
    "waits: the old epoch",
    "failed: refused",
    "failed: expired",
    "failed: retries used up",
    "failed: a gap",
    "failed: never sent",
    "failed: with another",
    "fact StaysOpen",
    "fact LifeEnded: fenced",
    "fact LifeEnded: stopped",
    "fact LifeEnded, with others",
    "verdict NobodyWaits",
    "verdict OldNumber",
    "verdict Acknowledged",
    "verdict Acknowledged by DUPLICATE",
    "verdict LifeEnds",
    "verdict Invalid",
    "verdict UsedUp",
    "verdict Waits behind a batch",
    "verdict Waits behind one that is settled",
    "verdict Gap",
    "told Queued",
    "told Open",
    "told Acknowledged",
    "told Failed",
    "told Failed, and it is in the log",
    "told Unanswered",
    "told Unanswered, and it is not in the log",
    "told Forgotten",
    "told twice written",
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
    "impossible CannotSend: stopped",
    "impossible CannotSend: the queue is full",
    "impossible CannotRetry: fenced",
    "impossible CannotRetry: stopped",
    "impossible CannotRetry: not open",
    "impossible CannotRetry: not sent",
    "impossible CannotExpire",
    "impossible CannotRetry: not the lowest",
    "impossible NameTaken",
    "impossible NameTaken: no letter left",
    "impossible NothingToLeave",
    "impossible NoProducerIdLeft",
    "nothing is outstanding",
    "reply UNKNOWN_PRODUCER_ID",
    "reply DUPLICATE_SEQUENCE_NUMBER",
    "reply NOT_LEADER",
    "reply NOT_ENOUGH_REPLICAS",
    "reply NOT_ENOUGH_REPLICAS_AFTER_APPEND",
    "reason NoStateUnknown",
    "reason NoStateAccepted: emptied",
    "reason NoStateAccepted: any sequence",
    "reason NoStateAccepted: held records",
    "fact BeginsAgain",
    "fact Unreachable",
    "fact Ignored",
    "fact TurnedAway",
    "fact TurnedAway, by hand",
    "fact Waits",
    "fact NoAnswer",
    "fact Replicated",
    "fact Cut",
    "fact HighWatermark",
    "fact Joined",
    "fact Left",
    "fact Lags: pauses",
    "fact Lags: resumes",
    "fact WentDown: stops",
    "fact WentDown: crashes",
    "fact LeaderGone",
    "fact Elected: clean",
    "fact Elected: unclean",
    "fact Snapshot",
    "fact Recovered, without a snapshot",
    "fact Recovered, with a snapshot",
    "fact Recovered, with both",
    "fact Moved",
    "fact Rolled",
    "fact Deleted",
    "fact Deleted, with state",
    "fact Expired",
    "failed: unknown",
    "verdict Acknowledged by DUPLICATE_SEQUENCE_NUMBER",
    "verdict Passes",
    "verdict Unknown",
    "verdict BeginsAgain",
    "acknowledged and lost by an election",
    "impossible TooManyWait",
    "impossible NoBroker",
    "impossible NoPartition",
    "impossible NoLeader",
    "impossible Runs",
    "impossible Down",
    "impossible FollowsNobody",
    "impossible Paused",
    "impossible NotPaused",
    "impossible NothingNew",
    "impossible Leads",
    "impossible InSyncRuns",
    "impossible NotInSync",
    "impossible KeepsUp",
    "impossible NothingToDelete",
    "impossible NotRemembered",
];

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

    /// Whether this was reached.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// What was not reached.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let all = ALL.into_iter();
        all.filter(|name| !self.0.contains(name)).collect()
    }

    /// An answer is about to arrive in a world.
    pub(crate) fn hearing(&mut self, world: &World, message: MessageName) {
        let Some(hearing) = world.hearing(message) else {
            return;
        };
        assert_eq!(hearing.asked().len(), 6);
        self.note(verdict_name(hearing.verdict));
    }

    /// What applications were told by now.
    pub(crate) fn told(&mut self, world: &World) {
        for entry in world.actors().flat_map(|actor| actor.ledger.iter()) {
            self.note(match entry.told {
                Told::Queued => "told Queued",
                Told::Open => "told Open",
                Told::Acknowledged => "told Acknowledged",
                Told::Failed if entry.copies > 0 => "told Failed, and it is in the log",
                Told::Failed => "told Failed",
                Told::Unanswered if entry.copies == 0 => {
                    "told Unanswered, and it is not in the log"
                }
                Told::Unanswered => "told Unanswered",
                Told::Forgotten => "told Forgotten",
            });
            if entry.copies > 1 {
                self.note("told twice written");
            }
        }
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
            Fact::Forgotten { unsent, .. } if unsent.is_empty() => "fact Forgotten",
            Fact::Forgotten { .. } => "fact Forgotten, with unsent batches",
            Fact::Restarted(_) => "fact Restarted",
            Fact::Unanswered(_) => "fact Unanswered",
            Fact::Kept(_) => "fact Kept",
            Fact::Bumped { identity, .. } if identity.epoch.0 == 0 => "fact Bumped, to a new pid",
            Fact::Bumped { .. } => "fact Bumped",
            Fact::OldNumber(_) => "fact OldNumber",
            Fact::Queued { why, .. } => match why {
                Wait::InFlight { .. } => "waits: in flight",
                Wait::Retry { .. } => "waits: a retry goes first",
                Wait::OldEpoch { .. } => "waits: the old epoch",
            },
            Fact::GoesOn { batches, .. } if batches.is_empty() => "fact GoesOn",
            Fact::GoesOn { .. } => "fact GoesOn, with open batches",
            Fact::Sent(message) => match message.kind {
                MessageKind::Reply(Reply::NotLeader) => "reply NOT_LEADER",
                MessageKind::Reply(Reply::NotEnoughReplicas) => "reply NOT_ENOUGH_REPLICAS",
                MessageKind::Reply(Reply::NotEnoughAfterAppend) => {
                    "reply NOT_ENOUGH_REPLICAS_AFTER_APPEND"
                }
                _ => "fact Sent",
            },
            Fact::Lost(_) => "fact Lost",
            Fact::Copied { .. } => "fact Copied",
            Fact::Acknowledged { .. } => "fact Acknowledged",
            Fact::Failed { why, .. } => match why {
                Why::Refused(_) => "failed: refused",
                Why::GivenUp(Cause::Expired) => "failed: expired",
                Why::GivenUp(Cause::RetriesUsedUp) => "failed: retries used up",
                Why::GivenUp(Cause::Gap) => "failed: a gap",
                Why::GivenUp(Cause::Unknown) => "failed: unknown",
                Why::NeverSent => "failed: never sent",
                Why::With(_) => "failed: with another",
            },
            Fact::StaysOpen { .. } => "fact StaysOpen",
            Fact::LifeEnded { batches, .. } if batches.len() > 1 => "fact LifeEnded, with others",
            Fact::LifeEnded { end, .. } => match end {
                End::Fenced => "fact LifeEnded: fenced",
                End::Stopped => "fact LifeEnded: stopped",
            },
            Fact::NobodyWaits(_) => "fact NobodyWaits",
            Fact::BeginsAgain { .. } => "fact BeginsAgain",
            Fact::Unreachable { .. } => "fact Unreachable",
            Fact::Ignored { .. } => "fact Ignored",
            Fact::TurnedAway { request: None, .. } => "fact TurnedAway, by hand",
            Fact::TurnedAway { .. } => "fact TurnedAway",
            Fact::Waits { .. } => "fact Waits",
            Fact::NoAnswer(_) => "fact NoAnswer",
            Fact::Replicated { .. } => "fact Replicated",
            Fact::Cut { .. } => "fact Cut",
            Fact::HighWatermark { .. } => "fact HighWatermark",
            Fact::Joined { .. } => "fact Joined",
            Fact::Left { .. } => "fact Left",
            Fact::Lags { pauses: true, .. } => "fact Lags: pauses",
            Fact::Lags { .. } => "fact Lags: resumes",
            Fact::WentDown { clean: true, .. } => "fact WentDown: stops",
            Fact::WentDown { .. } => "fact WentDown: crashes",
            Fact::LeaderGone { .. } => "fact LeaderGone",
            Fact::Elected { clean: true, .. } => "fact Elected: clean",
            Fact::Elected { .. } => "fact Elected: unclean",
            Fact::Snapshot { .. } => "fact Snapshot",
            Fact::Recovered { recovered, .. } => match recovered.snapshot {
                None => "fact Recovered, without a snapshot",
                Some(_) if recovered.from == recovered.to => "fact Recovered, with a snapshot",
                Some(_) => "fact Recovered, with both",
            },
            Fact::Moved { .. } => "fact Moved",
            Fact::Rolled { .. } => "fact Rolled",
            Fact::Deleted { dropped: 0, .. } => "fact Deleted",
            Fact::Deleted { .. } => "fact Deleted, with state",
            Fact::Expired { .. } => "fact Expired",
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
            Reply::UnknownProducerId { .. } => "reply UNKNOWN_PRODUCER_ID",
            Reply::DuplicateError => "reply DUPLICATE_SEQUENCE_NUMBER",
            Reply::NotLeader | Reply::NotEnoughReplicas | Reply::NotEnoughAfterAppend => {
                panic!("{}: of a batch that was judged", decision.reply)
            }
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
                Refusal::Ended(End::Fenced) => "impossible CannotSend: fenced",
                Refusal::Ended(End::Stopped) => "impossible CannotSend: stopped",
                Refusal::QueueFull => "impossible CannotSend: the queue is full",
                Refusal::NotOpen | Refusal::NotSent | Refusal::NotLowest { .. } => {
                    panic!("{why}: not of a send")
                }
            },
            Impossible::CannotRetry { refusal, .. } => match refusal {
                Refusal::Ended(End::Fenced) => "impossible CannotRetry: fenced",
                Refusal::Ended(End::Stopped) => "impossible CannotRetry: stopped",
                Refusal::NotOpen => "impossible CannotRetry: not open",
                Refusal::NotSent => "impossible CannotRetry: not sent",
                Refusal::NotLowest { .. } => "impossible CannotRetry: not the lowest",
                Refusal::QueueFull => panic!("{why}: not of a retry"),
            },
            Impossible::CannotExpire { .. } => "impossible CannotExpire",
            Impossible::NameTaken { free: Some(_), .. } => "impossible NameTaken",
            Impossible::NameTaken { free: None, .. } => "impossible NameTaken: no letter left",
            Impossible::NothingToLeave(_) => "impossible NothingToLeave",
            Impossible::NoProducerIdLeft => "impossible NoProducerIdLeft",
            Impossible::TooManyWait(_) => "impossible TooManyWait",
            Impossible::NoBroker { .. } => "impossible NoBroker",
            Impossible::NoPartition(_) => "impossible NoPartition",
            Impossible::NoLeader { .. } => "impossible NoLeader",
            Impossible::Runs(_) => "impossible Runs",
            Impossible::Down(_) => "impossible Down",
            Impossible::FollowsNobody(_) => "impossible FollowsNobody",
            Impossible::Paused(_) => "impossible Paused",
            Impossible::NotPaused(_) => "impossible NotPaused",
            Impossible::NothingNew(_) => "impossible NothingNew",
            Impossible::Leads { .. } => "impossible Leads",
            Impossible::InSyncRuns { .. } => "impossible InSyncRuns",
            Impossible::NotInSync { .. } => "impossible NotInSync",
            Impossible::KeepsUp(_) => "impossible KeepsUp",
            Impossible::NothingToDelete(_) => "impossible NothingToDelete",
            Impossible::NotRemembered { .. } => "impossible NotRemembered",
        });
    }
}

fn reason_name(decision: &Decision) -> &'static str {
    match decision.reason {
        Reason::NoState => "reason NoState",
        Reason::NoStateNotZero => "reason NoStateNotZero",
        Reason::NoStateUnknown => "reason NoStateUnknown",
        Reason::NoStateAccepted(Lenient::Emptied) => "reason NoStateAccepted: emptied",
        Reason::NoStateAccepted(Lenient::AnySequence) => "reason NoStateAccepted: any sequence",
        Reason::NoStateAccepted(Lenient::HeldRecords) => "reason NoStateAccepted: held records",
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

fn verdict_name(verdict: Verdict<BatchName>) -> &'static str {
    match verdict {
        Verdict::NobodyWaits => "verdict NobodyWaits",
        Verdict::OldNumber => "verdict OldNumber",
        Verdict::Acknowledged {
            duplicate: false, ..
        } => "verdict Acknowledged",
        Verdict::Acknowledged { base, .. } if base == Offset::UNKNOWN => {
            "verdict Acknowledged by DUPLICATE_SEQUENCE_NUMBER"
        }
        Verdict::Acknowledged { .. } => "verdict Acknowledged by DUPLICATE",
        Verdict::LifeEnds => "verdict LifeEnds",
        Verdict::Invalid => "verdict Invalid",
        Verdict::UsedUp => "verdict UsedUp",
        Verdict::Waits { before: Some(_) } => "verdict Waits behind a batch",
        Verdict::Waits { before: None } => "verdict Waits behind one that is settled",
        Verdict::Gap => "verdict Gap",
        Verdict::Passes => "verdict Passes",
        Verdict::Unknown => "verdict Unknown",
        Verdict::BeginsAgain => "verdict BeginsAgain",
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
        Breach::NotStored {
            by_election: true, ..
        } => "acknowledged and lost by an election",
        Breach::NotStored { .. } => "acknowledged and not stored",
    }
}
