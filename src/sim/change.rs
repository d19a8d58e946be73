//! Changes of a setup, one setting each: what the lines of a text, the settings of the page and the
//! second of two compared setups are made of.

use super::cluster::Brokers;
use super::setup::Setup;
use crate::kafka::{Acks, Policy, RuleSet, Settings};
use std::fmt;

/// One setting, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Which rules the broker follows.
    Rules(RuleSet),
    /// How many batches it remembers of each producer: 1 to
    /// [`SLOTS_MAX`](crate::kafka::SLOTS_MAX).
    Window(usize),
    /// Idempotence on or off, by hand.
    Idempotence(bool),
    /// How many copies an answer waits for.
    Acks(Acks),
    /// How often a batch may be sent again: 0 to [`RETRIES_MAX`](crate::kafka::RETRIES_MAX).
    Retries(u32),
    /// How many batches of a partition may be in flight: 1 to
    /// [`IN_FLIGHT_MAX`](crate::kafka::IN_FLIGHT_MAX).
    MaxInFlight(u32),
    /// What a producer does when it gives a batch up.
    Policy(Policy),
    /// Which brokers there are.
    Brokers(Brokers),
    /// How many brokers must be in sync.
    MinInSync(u32),
}

impl Change {
    /// The words that these lines begin with, in the order in which they are printed.
    pub const WORDS: [&str; 9] = [
        "rules",
        "window",
        "idempotence",
        "acks",
        "retries",
        "max-in-flight",
        "policy",
        "brokers",
        "min-in-sync",
    ];

    /// The word that its line begins with.
    pub fn word(&self) -> &'static str {
        Self::WORDS[self.place()]
    }

    fn place(&self) -> usize {
        match self {
            Self::Rules(_) => 0,
            Self::Window(_) => 1,
            Self::Idempotence(_) => 2,
            Self::Acks(_) => 3,
            Self::Retries(_) => 4,
            Self::MaxInFlight(_) => 5,
            Self::Policy(_) => 6,
            Self::Brokers(_) => 7,
            Self::MinInSync(_) => 8,
        }
    }

    /// Makes this change.
    pub fn apply(self, setup: &mut Setup) {
        let settings = &mut setup.settings;
        match self {
            Self::Rules(rules) => setup.rules = rules,
            Self::Window(window) => setup.window = Some(window),
            Self::Idempotence(on) => settings.idempotence = Some(on),
            Self::Acks(acks) => settings.acks = acks,
            Self::Retries(retries) => settings.retries = retries,
            Self::MaxInFlight(max) => settings.max_in_flight = max,
            Self::Policy(policy) => settings.policy = policy,
            Self::Brokers(brokers) => setup.brokers = brokers,
            Self::MinInSync(min) => setup.min_in_sync = min,
        }
    }
}

impl fmt::Display for Change {
    /// As a line of a text: `idempotence off`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.word())?;
        match self {
            Self::Rules(rules) => f.write_str(rules.name()),
            Self::Window(window) => write!(f, "{window}"),
            Self::Idempotence(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Acks(acks) => f.write_str(acks.name()),
            Self::Retries(number) | Self::MaxInFlight(number) => write!(f, "{number}"),
            Self::Policy(policy) => f.write_str(policy.name()),
            Self::Brokers(brokers) => brokers.fmt(f),
            Self::MinInSync(min) => write!(f, "{min}"),
        }
    }
}

impl Setup {
    /// What this setup has other than the default, as changes in their order; the rules always.
    pub fn changes(&self) -> Vec<Change> {
        let default = Self::default();
        let (mine, other) = (self.settings, default.settings);
        let Settings {
            idempotence,
            acks,
            retries,
            max_in_flight,
            policy,
        } = mine;
        let changed = |differs: bool, change| differs.then_some(change);
        let changes = [
            Some(Change::Rules(self.rules)),
            changed(
                self.window() != usize::from(self.rules.policies().slots),
                Change::Window(self.window()),
            ),
            idempotence.map(Change::Idempotence),
            changed(acks != other.acks, Change::Acks(acks)),
            changed(retries != other.retries, Change::Retries(retries)),
            changed(
                max_in_flight != other.max_in_flight,
                Change::MaxInFlight(max_in_flight),
            ),
            changed(policy != other.policy, Change::Policy(policy)),
            changed(
                self.brokers != default.brokers,
                Change::Brokers(self.brokers),
            ),
            changed(
                self.min_in_sync != default.min_in_sync,
                Change::MinInSync(self.min_in_sync),
            ),
        ];
        changes.into_iter().flatten().collect()
    }
}

/// How one setup departs from another: at most one change of each kind, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    changes: Vec<Change>,
}

impl Variant {
    /// The variant that switches idempotence off.
    pub fn idempotence_off() -> Self {
        Self {
            changes: vec![Change::Idempotence(false)],
        }
    }

    /// Adds a change. Returns whether there was none of its kind; else nothing is done.
    pub fn add(&mut self, change: Change) -> bool {
        let place = self
            .changes
            .binary_search_by_key(&change.place(), Change::place);
        if let Err(place) = place {
            self.changes.insert(place, change);
        }
        place.is_err()
    }

    /// The changes, in their order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Another setup, departed from in this way.
    pub fn of(&self, setup: &Setup) -> Setup {
        let mut setup = setup.clone();
        for change in &self.changes {
            change.apply(&mut setup);
        }
        setup
    }
}

impl fmt::Display for Variant {
    /// `idempotence off, window 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, change) in self.changes.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{change}")?;
        }
        Ok(())
    }
}
