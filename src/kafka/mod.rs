//! The protocol: what a broker decides about a batch, and what a producer does with the answer.
//!
//! Nothing here knows of a network, a page or a person. Read [`check`] first: it holds the one
//! rule the project exists to teach.

pub mod number;
pub mod batch;
pub mod window;
pub mod reply;
pub mod check;
pub mod decision;
pub mod partition;
pub mod recovery;
pub mod settings;
pub mod numbering;
pub mod producer;
pub mod wait;
pub mod hearing;
pub mod questions;
pub mod policy;
pub mod rules;
pub mod shared_vec;
pub mod shared_map;

pub use batch::{Header, Invalid, RECORDS_MAX};
pub use check::{History, Lenient, Misplaced, Reason, Rule, judge};
pub use decision::{Asked, Comparison, Decision, Outcome, Remembered};
pub use hearing::{Answer, Answered, Hearing, Verdict};
pub use number::{Epoch, Offset, PartitionId, ProducerId, Sequence};
pub use numbering::{Counter, Identity};
pub use partition::{Logged, Partition};
pub use policy::{Aftermath, Cause};
pub use producer::{End, Open, Producer, QUEUE_MAX, Queued, Refusal};
pub use questions::{QUESTIONS, Question};
pub use recovery::{Layer, Recovered, Snapshot};
pub use reply::Reply;
pub use rules::{Behind, Deletion, Keeps, Policies, RuleSet, Unknown};
pub use settings::{Acks, Conflict, IN_FLIGHT_MAX, Policy, RETRIES_MAX, Settings};
pub use shared_map::SharedMap;
pub use shared_vec::SharedVec;
pub use wait::Wait;
pub use window::{ProducerState, SLOTS, SLOTS_MAX, Slot, Window};
