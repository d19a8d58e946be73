//! Five Slots: Kafka's idempotent producer, step by step.
//!
//! The tour in ten lines. A broker judges each batch by four ordered checks
//! ([`kafka::check::judge`]: read it first). A small world around it sends, delivers, drops and
//! retries ([`sim::World::apply`]). What somebody decides is an event, what therefore happens is a
//! fact, and a setup with a list of events is a recording. A [`timeline`] replays a recording into
//! steps with a cursor and branches. [`scenario`] writes a recording as plain text and reads it
//! back; [`compare`] plays it under a second setup too; [`link`] puts that text into a URL. A
//! [`session`] is what one viewer has before them, and [`words`] tells each step in a sentence. The
//! page (`ui`) draws a session and asks for actions; `embed` hands the same to JavaScript.

// `html!` reads its markup a word at a time.
#![recursion_limit = "1024"]

pub mod kafka;
pub mod sim;

pub mod timeline;

pub mod scenario;

pub mod diagnose;

pub mod compare;

pub mod words;

pub mod session;

pub mod link;

#[cfg(target_arch = "wasm32")]
pub mod embed;
#[cfg(target_arch = "wasm32")]
pub mod ui;
