//! Five Slots.
pub mod kafka;
pub mod scenario;
pub mod sim;
pub mod timeline;
