//! The view: draws a session and asks for actions.
//!
//! Everything on the screen is a function of the store. The root subscribes and draws; the pieces
//! are plain functions, but for the forms, which keep what is being written in them.

mod application;
mod batches;
mod broker;
mod broker_settings;
mod brokers;
mod browser;
mod button;
mod chaos;
mod checks;
mod composer;
mod copies;
mod diagnose;
mod facts;
mod hearing;
mod help;
mod root;
mod icon;
mod keys;
mod lane;
mod markup;
mod log;
mod menu;
mod options;
mod page;
mod producers;
mod promises;
mod prose;
mod scrubber;
mod send_form;
mod settings;
mod share;
mod slots;
mod state_text;
mod store;
mod story;
mod text_box;
mod top;
mod wire;

pub use keys::listen_on_page;
pub use options::{Controls, Keys, Links, Options, Theme};
pub use page::{Page, PageProps};
pub use store::{Chaos, Store, View};
