//! Chaos: an outside hand that picks among what is possible, by dials.
//!
//! The model has no chance in it. Whoever wants chaos brings the dice, and each pick becomes an
//! ordinary event, so that the run can be stepped, shared and undone like any other.

use super::event::{Event, Payload};
use super::network::Message;
use super::world::World;

/// How often something goes wrong, in percent: 0 to 100 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dials {
    /// How many requests get lost.
    pub lose_requests: u32,
    /// How many answers get lost.
    pub lose_answers: u32,
    /// How many messages the network copies.
    pub duplicate: u32,
    /// How often another message than the oldest is next.
    pub overtake: u32,
}

impl Default for Dials {
    fn default() -> Self {
        Self {
            lose_requests: 10,
            lose_answers: 20,
            duplicate: 10,
            overtake: 20,
        }
    }
}

/// How often applications send while messages are on the wire, in percent.
const SEND: u32 = 25;

impl World {
    /// The next event, by these dials. `roll` gives a number below its argument, by chance; it is
    /// asked a few times. `None` if nothing at all is possible.
    pub fn pick(&self, dials: &Dials, roll: &mut dyn FnMut(u32) -> u32) -> Option<Event> {
        let mut chance = |percent: u32| roll(100) < percent;
        let send_first = self.wire().is_empty() || chance(SEND);
        let (overtakes, copies) = (chance(dials.overtake), chance(dials.duplicate));
        let (loses_request, loses_answer) =
            (chance(dials.lose_requests), chance(dials.lose_answers));
        let retry_first = chance(50);
        if send_first {
            let retry = self.retriable().min().map(Event::Retry);
            let waits = self.wire().is_empty().then_some(retry).flatten();
            let waits = waits.filter(|_| retry_first);
            let event = waits.or_else(|| self.pick_send(roll));
            if event.is_some() {
                return event;
            }
        }
        let wire = self.wire();
        let place = if overtakes && !wire.is_empty() {
            roll(wire.len() as u32) as usize
        } else {
            0
        };
        let Some(message) = wire.get(place) else {
            return self.next();
        };
        let loses = if message.name.is_reply() {
            loses_answer
        } else {
            loses_request
        };
        Some(self.happens(message, loses, copies))
    }

    fn happens(&self, message: &Message, loses: bool, copies: bool) -> Event {
        let copy = Event::Duplicate(message.name);
        if loses {
            Event::Drop(message.name)
        } else if copies && self.why_not(&copy).is_none() {
            copy
        } else {
            Event::Deliver(message.name)
        }
    }

    /// Some application sends one record, if one can.
    fn pick_send(&self, roll: &mut dyn FnMut(u32) -> u32) -> Option<Event> {
        let producers = self.known_producers();
        let partitions = self.known_partitions();
        let event = Event::Send {
            producer: producers[roll(producers.len() as u32) as usize],
            partition: partitions[roll(partitions.len() as u32) as usize],
            payload: Payload::Count(1),
        };
        self.why_not(&event).is_none().then_some(event)
    }
}
