//! The setup: what holds before step 1.

use super::cluster::Brokers;
use super::name::ProducerName;
use super::sorted_map::SortedMap;
use crate::kafka::{
    Conflict, Epoch, Offset, PartitionId, ProducerId, ProducerState, RuleSet, Sequence, Settings,
    Slot, Window,
};
use std::fmt;
use std::rc::Rc;

/// The rules of a world, and what was there before its first event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Which rules the broker follows.
    pub rules: RuleSet,
    /// How many batches it remembers of each producer and partition, 1 to
    /// [`SLOTS_MAX`](crate::kafka::SLOTS_MAX).
    /// `None` is what the rules say.
    pub window: Option<usize>,
    /// The brokers; the first leads every partition at the start.
    pub brokers: Brokers,
    /// `min.insync.replicas`: with `acks=all`, how many must be in sync, 1 to 3.
    pub min_in_sync: u32,
    /// How all producers are configured.
    pub settings: Settings,
    /// What the partitions held.
    pub given: SortedMap<PartitionId, GivenPartition>,
    /// Producers that are there from the start.
    pub producers: SortedMap<ProducerName, ProducerSetup>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            rules: RuleSet::default(),
            window: None,
            brokers: Brokers::default(),
            min_in_sync: 1,
            settings: Settings::default(),
            given: SortedMap::new(),
            producers: SortedMap::new(),
        }
    }
}

/// What a partition held before step 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenPartition {
    /// Where its log ended; by default behind everything that is remembered.
    pub log_end: Option<Offset>,
    /// What it remembered of producers, in the order of the text.
    pub states: Vec<(ProducerId, ProducerState)>,
}

/// What a producer was before step 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProducerSetup {
    /// Its producer id; by default it asks for one at its first send.
    pub pid: Option<ProducerId>,
    /// Its epoch, if it has a producer id.
    pub epoch: Option<Epoch>,
    /// The next sequence on partitions that it wrote to.
    pub next: SortedMap<PartitionId, Sequence>,
    /// Its transactional id.
    pub transactional_id: Option<Rc<str>>,
}

/// Why a setup describes no world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A remembered batch ends behind the log end.
    BehindLogEnd {
        /// On which partition.
        partition: PartitionId,
        /// The remembered batch.
        slot: Slot,
        /// Where the log ends, as the setup says.
        log_end: Offset,
    },
    /// A remembered batch ends beyond the largest offset.
    NoSuchOffset {
        /// On which partition.
        partition: PartitionId,
        /// The remembered batch.
        slot: Slot,
    },
    /// More is remembered of a producer than the window has slots.
    TooManySlots {
        /// On which partition.
        partition: PartitionId,
        /// Of which producer.
        pid: ProducerId,
        /// How many slots the window has.
        window: usize,
    },
    /// More brokers have to be in sync than there are.
    TooFewBrokers {
        /// How many have to be.
        min: u32,
        /// How many there are.
        brokers: usize,
    },
    /// Idempotence was switched on by hand, and another setting conflicts.
    Conflict(Conflict),
    /// An epoch or next sequences without a producer id.
    NoProducerId {
        /// Which producer.
        producer: ProducerName,
    },
}

impl Setup {
    /// How many batches are remembered of each producer.
    pub fn window(&self) -> usize {
        let by_rules = usize::from(self.rules.policies().slots);
        self.window.unwrap_or(by_rules)
    }

    /// The same setup in the form that its text has: a window that is what the rules say is not
    /// said.
    pub fn settled(mut self) -> Self {
        let by_rules = usize::from(self.rules.policies().slots);
        self.window = self.window.filter(|window| *window != by_rules);
        self
    }
}

impl GivenPartition {
    /// What is remembered of each producer, in windows of this size.
    pub fn sized(
        &self,
        partition: PartitionId,
        window: usize,
    ) -> Result<Vec<(ProducerId, ProducerState)>, SetupError> {
        let sized = self.states.iter().map(|(pid, state)| {
            let slots = Window::of_size(window, state.window.slots());
            let too_many = SetupError::TooManySlots {
                partition,
                pid: *pid,
                window,
            };
            let state = ProducerState {
                epoch: state.epoch,
                window: slots.ok_or(too_many)?,
            };
            Ok((*pid, state))
        });
        sized.collect()
    }

    /// Where the log ends, or what is wrong with it.
    pub fn effective_log_end(&self, partition: PartitionId) -> Result<Offset, SetupError> {
        let mut end = self.log_end.unwrap_or(Offset::ZERO);
        for slot in self
            .states
            .iter()
            .flat_map(|(_, state)| state.window.slots())
        {
            let slot_end = slot.base.plus(slot.records());
            let slot_end = slot_end.ok_or(SetupError::NoSuchOffset {
                partition,
                slot: *slot,
            })?;
            if slot_end > end {
                if let Some(log_end) = self.log_end {
                    return Err(SetupError::BehindLogEnd {
                        partition,
                        slot: *slot,
                        log_end,
                    });
                }
                end = slot_end;
            }
        }
        Ok(end)
    }
}

impl SetupError {
    /// The word that its setup line begins with, and what that line is about.
    pub fn line(&self) -> (&'static str, String) {
        match self {
            Self::BehindLogEnd { partition, .. } | Self::NoSuchOffset { partition, .. } => {
                ("given", partition.to_string())
            }
            Self::TooManySlots { partition, pid, .. } => ("given", format!("{partition} {pid}")),
            Self::NoProducerId { producer } => ("producer", producer.to_string()),
            Self::Conflict(_) => ("idempotence", String::new()),
            Self::TooFewBrokers { .. } => ("min-in-sync", String::new()),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BehindLogEnd {
                partition,
                slot,
                log_end,
            } => write!(
                f,
                "the remembered batch {}..{}@{} reaches beyond the log end {log_end} of \
                 {partition}",
                slot.first, slot.last, slot.base
            ),
            Self::NoSuchOffset { slot, .. } => write!(
                f,
                "the remembered batch {}..{}@{} reaches beyond the largest offset",
                slot.first, slot.last, slot.base
            ),
            Self::TooManySlots {
                partition,
                pid,
                window,
            } => write!(
                f,
                "more is remembered of producer {pid} on {partition} than the window has slots: \
                 {window}"
            ),
            Self::TooFewBrokers { min, brokers } => write!(
                f,
                "{min} brokers cannot be in sync where there are {brokers}: name more in the line \
                 `brokers`, or ask for fewer"
            ),
            Self::Conflict(conflict) => write!(
                f,
                "{conflict}; without the line `idempotence on` it would be switched off"
            ),
            Self::NoProducerId { producer } => {
                write!(f, "epoch and next of producer {producer} need a pid")
            }
        }
    }
}
