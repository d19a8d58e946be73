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
pub mod producer;
pub mod rules;
pub mod shared_vec;
pub mod shared_map;

pub use batch::{Header, Invalid, RECORDS_MAX};
pub use check::{Misplaced, Reason, Reply, Rule, judge};
pub use decision::{Asked, Comparison, Decision, Outcome, Remembered};
pub use number::{Epoch, Offset, PartitionId, ProducerId, Sequence};
pub use partition::{Logged, Partition};
pub use producer::{Answered, Identity, OPEN_MAX, Open, Producer, Refusal};
pub use rules::RuleSet;
pub use shared_map::SharedMap;
pub use shared_vec::SharedVec;
pub use window::{ProducerState, SLOTS, Slot, Window};
