//! Where a search starts.

use five_slots::scenario::Opened;
use five_slots::sim::{Setup, World};

/// A setup with a name for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// What it is good for.
    pub(crate) name: &'static str,
    /// Its setup lines.
    pub(crate) text: &'static str,
}

impl Start {
    /// The setup.
    pub(crate) fn setup(&self) -> Setup {
        let opened = Opened::whole(self.text);
        let opened = opened.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        opened.timeline.setup().clone()
    }

    /// The world before step 1.
    pub(crate) fn world(&self) -> World {
        World::new(&self.setup()).expect("a setup that was opened is a world")
    }
}

/// Nothing is known of anybody.
pub(crate) const EMPTY: Start = Start {
    name: "empty",
    text: "",
};

/// A restart keeps the producer id, so there are epochs and zombies.
pub(crate) const TRANSACTIONAL: Start = Start {
    name: "a transactional id",
    text: "producer A transactional-id=orders\n",
};

/// One producer, a counter each.
pub(crate) const TWO_PARTITIONS: Start = Start {
    name: "two partitions",
    text: "given p-0 log-end=0\ngiven p-1 log-end=736\nproducer A\n",
};

/// The next batch is the last before the wrap, or runs over it.
pub(crate) const NEAR_THE_WRAP: Start = Start {
    name: "near the wrap",
    text: "given p-0 pid=31 epoch=0 window=[2147483640..2147483644@0]\n\
           producer A pid=31 epoch=0 next=p-0:2147483645\n",
};

/// The next accepted batch makes a slot fall out, a newer epoch clears five.
pub(crate) const FULL_WINDOW: Start = Start {
    name: "a full window",
    text: "given p-0 pid=31 epoch=3 window=[0..2@0,3..3@3,4..6@4,7..7@7,9..9@8]\n\
           producer A pid=31 epoch=3 next=p-0:10 transactional-id=orders\n",
};

/// The last epoch there is: the next restart needs a new producer id.
pub(crate) const LAST_EPOCH: Start = Start {
    name: "the last epoch",
    text: "given p-0 pid=7 epoch=32767 window=[0..0@0]\n\
           producer A pid=7 epoch=32767 next=p-0:1 transactional-id=orders\n\
           producer B\n",
};

/// Two producers that both believe to be producer 31, which no Kafka would set up.
pub(crate) const ONE_PID_FOR_TWO: Start = Start {
    name: "one pid for two producers",
    text: "producer A pid=31 epoch=0\nproducer B pid=31 epoch=0\n",
};

/// A producer that counts further than the broker knows: nothing it sends is accepted.
pub(crate) const FORGOTTEN: Start = Start {
    name: "a producer that the broker forgot",
    text: "producer A pid=31 epoch=0 next=p-0:7\nproducer B\n",
};

/// Setups in which every producer is who it says it is.
pub(crate) const HONEST: [Start; 6] = [
    EMPTY,
    TRANSACTIONAL,
    TWO_PARTITIONS,
    NEAR_THE_WRAP,
    FULL_WINDOW,
    LAST_EPOCH,
];

/// Setups that no protocol can save.
pub(crate) const STRANGE: [Start; 2] = [ONE_PID_FOR_TWO, FORGOTTEN];
