//! Five Slots.
pub mod kafka;
