//! The wire: messages that were sent and have neither arrived nor been lost.

use super::name::{BrokerName, MessageName};
use super::records::Cargo;
use crate::kafka::{Header, PartitionId, Reply, SharedMap};
use std::rc::Rc;

/// How many messages may be on the wire at once.
pub const WIRE_MAX: usize = 1_000;

/// One message between a producer and the broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its name.
    pub name: MessageName,
    /// The partition that it is for or about.
    pub partition: PartitionId,
    /// The broker that a request goes to or an answer comes from, if there are several.
    pub broker: Option<BrokerName>,
    /// The header of the batch that it carries or answers.
    pub header: Header,
    /// Which way it goes, and with what.
    pub kind: MessageKind,
}

/// The two messages of a produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// From a producer to the broker, with a batch.
    Request(Cargo),
    /// From the broker to a producer, with its answer.
    Reply(Reply),
}

/// The messages on the wire, oldest first. Any of them may be next to arrive: messages overtake
/// each other here, as they can after a reconnect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wire {
    messages: Vec<Rc<Message>>,
    /// The last copy made of each message that was ever copied, by its original.
    copies: SharedMap<MessageName, u8>,
}

impl Wire {
    /// The messages on the wire, oldest first.
    pub fn messages(&self) -> &[Rc<Message>] {
        &self.messages
    }

    /// The message of this name, if it is on the wire.
    pub fn find(&self, name: MessageName) -> Option<&Rc<Message>> {
        self.messages.iter().find(|message| message.name == name)
    }

    /// Whether nothing more can be put on the wire.
    pub fn is_full(&self) -> bool {
        self.messages.len() >= WIRE_MAX
    }

    /// Puts a message on the wire.
    pub fn put(&mut self, message: Rc<Message>) {
        self.messages.push(message);
    }

    /// Takes a message off the wire, to deliver or to lose it.
    pub fn take(&mut self, name: MessageName) -> Option<Rc<Message>> {
        let place = self
            .messages
            .iter()
            .position(|message| message.name == name)?;
        Some(self.messages.remove(place))
    }

    /// The name of the next copy of a message, or `None` once the letters are used up.
    pub fn next_copy(&self, name: MessageName) -> Option<MessageName> {
        let original = name.original();
        let copy = self.copies.get(&original).map_or(1, |last| last + 1);
        (copy <= MessageName::COPY_MAX).then(|| original.with_copy(copy))
    }

    /// Puts a copy on the wire under a name from [`next_copy`](Self::next_copy).
    pub fn put_copy(&mut self, message: &Message, name: MessageName) -> Rc<Message> {
        let copy = name.reply.unwrap_or(name.copy);
        self.copies.insert(name.original(), copy);
        let message = Rc::new(Message {
            name,
            ..message.clone()
        });
        self.put(Rc::clone(&message));
        message
    }
}
