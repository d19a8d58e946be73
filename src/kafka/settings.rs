//! A producer's settings, which of them idempotence needs, and what a producer does when it has to
//! give a batch up.

use super::window::SLOTS;
use std::fmt;

/// The most batches that `max-in-flight` can allow. Kafka has no bound here; ours only keeps a
/// picture a picture.
pub const IN_FLIGHT_MAX: u32 = 100;

/// The largest `retries`, which is also the default: an int32, as in Kafka's `ProducerConfig`.
pub const RETRIES_MAX: u32 = i32::MAX as u32;

/// What a client is told by its configuration. The defaults are those of Kafka's Java client since
/// 3.0, but for the policy, which no client has as a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `enable.idempotence`; `None` is the default, which is on unless another setting conflicts.
    pub idempotence: Option<bool>,
    /// `acks`: how many copies an answer waits for.
    pub acks: Acks,
    /// `retries`: how often a batch may be sent again, 0 to [`RETRIES_MAX`].
    pub retries: u32,
    /// `max.in.flight.requests.per.connection`, 1 to [`IN_FLIGHT_MAX`]. A request carries at most
    /// one batch of a partition, so it is also the most batches of a partition in flight.
    pub max_in_flight: u32,
    /// What the producer does when it has to give a batch up.
    pub policy: Policy,
}

/// `acks`: which answer a producer asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acks {
    /// `0`: none. Nothing comes back, not even a refusal.
    None,
    /// `1`: the leader's.
    Leader,
    /// `all`, also written `-1`: the leader's, once every in-sync replica has the batch.
    #[default]
    All,
}

/// What a producer does when a batch fails for good while others may be in flight behind it.
/// The texts and the clients differ here (`kafka.md`, 3.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// That batch and all in flight on its partition fail; the partition goes on from 0 under the
    /// next epoch. As the book tells it.
    #[default]
    Reject,
    /// The other batches in flight on the partition are numbered anew from 0 under the next epoch,
    /// and sent again: Java since 2.5.
    Bump,
    /// The same for all partitions: librdkafka.
    BumpAll,
    /// The producer is dead until it is made anew: KafkaJS, and librdkafka at the head of the line.
    Stop,
    /// It goes on with the next number, and everything later is refused.
    Ignore,
    /// That batch and all in flight fail, and a new pid begins everywhere at 0: Java before 2.5.
    /// On UNKNOWN_PRODUCER_ID, where everything acknowledged was deleted, the partition begins at
    /// 0 again in the same epoch.
    NewPid,
}

/// Which setting keeps idempotence from being on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// `acks` is not `all`.
    Acks(Acks),
    /// `retries` is 0.
    NoRetries,
    /// More in flight than the broker remembers.
    InFlight(u32),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            idempotence: None,
            acks: Acks::All,
            retries: RETRIES_MAX,
            max_in_flight: SLOTS as u32,
            policy: Policy::Reject,
        }
    }
}

impl Settings {
    /// Whether batches are numbered: as it was set by hand, else on unless a setting conflicts.
    ///
    /// Source: `ProducerConfig.postProcessAndValidateIdempotenceConfigs`. With the mere default, a
    /// conflict switches idempotence off without a word (KAFKA-13598, KAFKA-13673).
    pub fn is_idempotent(&self) -> bool {
        self.idempotence
            .unwrap_or_else(|| self.conflict().is_none())
    }

    /// The first setting that idempotence cannot live with, if there is one.
    pub fn conflict(&self) -> Option<Conflict> {
        if self.acks != Acks::All {
            Some(Conflict::Acks(self.acks))
        } else if self.retries == 0 {
            Some(Conflict::NoRetries)
        } else if self.max_in_flight > SLOTS as u32 {
            Some(Conflict::InFlight(self.max_in_flight))
        } else {
            None
        }
    }

    /// The conflict that no client starts with: idempotence was switched on by hand. Kafka throws
    /// a `ConfigException`.
    pub fn refused(&self) -> Option<Conflict> {
        self.conflict().filter(|_| self.idempotence == Some(true))
    }

    /// The conflict that has switched idempotence off, because it was on by default only.
    pub fn switched_off_by(&self) -> Option<Conflict> {
        self.conflict().filter(|_| self.idempotence.is_none())
    }
}

impl Acks {
    /// All values, fewest copies first.
    pub const ALL: [Self; 3] = [Self::None, Self::Leader, Self::All];

    /// As it stands in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "0",
            Self::Leader => "1",
            Self::All => "all",
        }
    }
}

impl Policy {
    /// All policies, the default first.
    pub const ALL: [Self; 6] = [
        Self::Reject,
        Self::Bump,
        Self::BumpAll,
        Self::Stop,
        Self::Ignore,
        Self::NewPid,
    ];

    /// Its name in texts, links and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reject => "reject",
            Self::Bump => "bump",
            Self::BumpAll => "bump-all",
            Self::Stop => "stop",
            Self::Ignore => "ignore",
            Self::NewPid => "new-pid",
        }
    }
}

impl fmt::Display for Conflict {
    /// What idempotence needs, and what is set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Acks(acks) => {
                write!(f, "idempotence needs acks=all, and acks is {}", acks.name())
            }
            Self::NoRetries => f.write_str("idempotence needs retries > 0, and retries is 0"),
            Self::InFlight(max) => write!(
                f,
                "idempotence needs max.in.flight.requests.per.connection at most {SLOTS}, and it \
                 is {max}"
            ),
        }
    }
}
