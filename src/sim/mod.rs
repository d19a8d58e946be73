//! A small world around the protocol: producers that send, a network that loses and repeats, one
//! broker that answers.
//!
//! An [`Event`] is something somebody decides; a [`Fact`] is something that therefore happened.
//! [`World::choices`] lists what is possible now, [`World::apply`] does one of them. The world has
//! no clock and no chance in it: whoever picks the events is outside.

pub mod actor;
mod apply;
pub mod choices;
pub mod event;
pub mod fact;
pub mod impossible;
pub mod invariant;
pub mod name;
pub mod network;
mod places;
mod producing;
mod ranges;
pub mod records;
pub mod setup;
pub mod sorted_map;
pub mod watcher;
pub mod world;

pub use actor::{Actor, Life};
pub use apply::Applied;
pub use event::{Event, Payload};
pub use fact::Fact;
pub use impossible::Impossible;
pub use invariant::{Breach, CopiedBy, Invariants, Standing};
pub use name::{BatchName, MessageName, ProducerName};
pub use network::{Message, MessageKind, WIRE_MAX};
pub use records::{Cargo, LABEL_MAX, Labels, Origin, Records};
pub use setup::{GivenPartition, ProducerSetup, Setup, SetupError};
pub use sorted_map::SortedMap;
pub use watcher::Watcher;
pub use world::World;
