//! Which rules a broker follows: the lesson's, and Kafka's own by generation, as a handful of named
//! policies. [`RuleSet::policies`] is the table; nothing else asks which version it is.

use super::window::SLOTS;

/// A named set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleSet {
    /// The rules as the lesson teaches them: four checks, five slots.
    #[default]
    Lesson,
    /// Kafka 0.11, the first with an idempotent producer.
    Kafka0_11,
    /// Kafka 1.0.
    Kafka1_0,
    /// Kafka 1.1 to 2.0.0.
    Kafka1_1,
    /// Kafka 2.0.1 to 2.3.
    Kafka2_0_1,
    /// Kafka 2.4.
    Kafka2_4,
    /// Kafka 2.5 to 4.4: what most people run.
    Kafka2_5,
    /// Kafka 4.5.
    Kafka4_5,
}

/// What a rule set decides. All rule sets ask the same four checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policies {
    /// What a batch is told that does not start at 0, from a producer without state.
    pub unknown: Unknown,
    /// How many batches are remembered of each producer, unless the setup says otherwise.
    pub slots: u8,
    /// What a batch is told that is older than the window.
    pub behind: Behind,
    /// What a snapshot file keeps of each producer.
    pub snapshot: Keeps,
    /// What happens to the state of a producer whose records are all deleted.
    pub deletion: Deletion,
}

/// Check 1: no state, and `s` is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// OUT_OF_ORDER.
    Refuse,
    /// OUT_OF_ORDER, unless the log has held records and holds none now: then it is accepted, with
    /// a warning, because no messages also means no duplicates.
    RefuseUnlessEmptied,
    /// UNKNOWN_PRODUCER_ID (KAFKA-5793).
    UnknownProducerId,
    /// Accepted, whatever the number, without a word (KIP-360).
    Accept,
    /// OUT_OF_ORDER if the log has never held a record, else accepted (KAFKA-15591).
    RefuseIfNeverWritten,
}

/// Check 4: the batch is older than everything remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// OUT_OF_ORDER.
    OutOfOrder,
    /// DUPLICATE_SEQUENCE_NUMBER, an error without an offset (until KAFKA-6683).
    DuplicateError,
}

/// What is written of each producer into a snapshot file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The whole window, and a file at the very start of the log counts.
    Window,
    /// The newest batch (`ProducerStateManager.writeSnapshot`), and a file at the start of the log
    /// is deleted with the records before it.
    Newest,
}

/// What deleting a producer's last record does to its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// Nothing: state goes by age (KAFKA-7190).
    KeepsState,
    /// The state goes with the record (`ProducerStateManager.truncateHead`).
    DropsState,
}

impl RuleSet {
    /// Every rule set, in the order of the page's menu.
    pub const ALL: [Self; 8] = [
        Self::Lesson,
        Self::Kafka0_11,
        Self::Kafka1_0,
        Self::Kafka1_1,
        Self::Kafka2_0_1,
        Self::Kafka2_4,
        Self::Kafka2_5,
        Self::Kafka4_5,
    ];

    /// The table. Source: `kafka.md`, 1.2 and 1.6, with the tests and changes named there.
    #[rustfmt::skip]
    pub const fn policies(self) -> Policies {
        use {Behind::*, Deletion::*, Keeps::*, Unknown::*};
        const FIVE: u8 = SLOTS as u8;
        let (unknown, slots, behind, snapshot, deletion) = match self {
            //                 no state, s not 0     slots  behind          file    records deleted
            Self::Lesson     => (RefuseUnlessEmptied,  FIVE, OutOfOrder,     Window, KeepsState),
            Self::Kafka0_11  => (Refuse,               1,    OutOfOrder,     Newest, DropsState),
            Self::Kafka1_0   => (UnknownProducerId,    FIVE, DuplicateError, Newest, DropsState),
            Self::Kafka1_1   => (UnknownProducerId,    FIVE, OutOfOrder,     Newest, DropsState),
            Self::Kafka2_0_1 => (UnknownProducerId,    FIVE, OutOfOrder,     Newest, DropsState),
            Self::Kafka2_4   => (UnknownProducerId,    FIVE, OutOfOrder,     Newest, KeepsState),
            Self::Kafka2_5   => (Accept,               FIVE, OutOfOrder,     Newest, KeepsState),
            Self::Kafka4_5   => (RefuseIfNeverWritten, FIVE, OutOfOrder,     Newest, KeepsState),
        };
        Policies { unknown, slots, behind, snapshot, deletion }
    }

    /// The name in texts, links and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Kafka0_11 => "kafka-0.11",
            Self::Kafka1_0 => "kafka-1.0",
            Self::Kafka1_1 => "kafka-1.1",
            Self::Kafka2_0_1 => "kafka-2.0.1",
            Self::Kafka2_4 => "kafka-2.4",
            Self::Kafka2_5 => "kafka-2.5",
            Self::Kafka4_5 => "kafka-4.5",
        }
    }

    /// The rule set of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }
}
