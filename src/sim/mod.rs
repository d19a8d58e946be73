//! A small world around the protocol: producers that send, a network that loses and repeats, one
//! broker that answers.
//!
//! An [`Event`] is something somebody decides; a [`Fact`] is something that therefore happened.
//! [`World::choices`] lists what is possible now, [`World::apply`] does one of them. The world has
//! no clock and no chance in it: whoever picks the events is outside.

pub mod name;
pub mod records;
pub mod event;
pub mod why;
pub mod fact;
pub mod impossible;
pub mod setup;
pub mod change;
pub mod network;
pub mod cluster;
pub mod actor;
pub mod world;
mod apply;
mod replication;
mod brokers;
mod election;
mod producing;
mod hearing;
mod ending;
pub mod choices;
mod broker_choices;
pub mod chaos;
pub mod invariant;
pub mod watcher;
mod places;
mod ranges;
pub mod sorted_map;

pub use actor::{Actor, Entry, Life, Metrics, Told};
pub use apply::Applied;
pub use change::{Change, Variant};
pub use chaos::Dials;
pub use cluster::{BROKERS_MAX, Broker, Brokers, Replicas, Waiting};
pub use event::{BrokerEvent, Event, Payload, ReplicaEvent};
pub use fact::Fact;
pub use impossible::Impossible;
pub use invariant::{Breach, CopiedBy, Invariants, Standing};
pub use name::{BatchName, BrokerName, MessageName, ProducerName};
pub use network::{Message, MessageKind, WIRE_MAX};
pub use records::{Cargo, LABEL_MAX, Labels, Origin, Records};
pub use setup::{GivenPartition, ProducerSetup, Setup, SetupError};
pub use sorted_map::SortedMap;
pub use watcher::Watcher;
pub use why::Why;
pub use world::World;
