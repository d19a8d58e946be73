//! The protocol: what a broker decides about a batch, and what a producer does with the answer.
//!
//! Nothing here knows of a network, a page or a person. Read [`check`] first: it holds the one
//! rule the project exists to teach.

pub mod number;
pub mod batch;
pub mod window;
pub mod check;
pub mod decision;
pub mod partition;
pub mod settings;
pub mod numbering;
pub mod producer;
pub mod wait;
pub mod hearing;
pub mod policy;
pub mod rules;
pub mod shared_vec;
pub mod shared_map;

pub use batch::{Header, Invalid, RECORDS_MAX};
pub use check::{Misplaced, Reason, Reply, Rule, judge};
pub use decision::{Asked, Comparison, Decision, Outcome, Remembered};
pub use hearing::{Answer, Answered, Hearing, QUESTIONS, Question, Verdict};
pub use number::{Epoch, Offset, PartitionId, ProducerId, Sequence};
pub use numbering::{Counter, Identity};
pub use partition::{Logged, Partition};
pub use policy::{Aftermath, Cause};
pub use producer::{End, Open, Producer, QUEUE_MAX, Queued, Refusal};
pub use rules::RuleSet;
pub use settings::{Acks, Conflict, IN_FLIGHT_MAX, Policy, RETRIES_MAX, Settings};
pub use shared_map::SharedMap;
pub use shared_vec::SharedVec;
pub use wait::Wait;
pub use window::{ProducerState, SLOTS, SLOTS_MAX, Slot, Window};
