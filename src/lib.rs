//! Five Slots.
pub mod kafka;
pub mod sim;
