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

/// The application goes on as it is, whatever failed; and the other ways of giving up that write
/// nothing twice. Few retries, so that they are used up.
pub(crate) const STOP: Start = Start {
    name: "stop, one retry",
    text: "retries 1\npolicy stop\n",
};
pub(crate) const IGNORE: Start = Start {
    name: "ignore, one retry",
    text: "retries 1\npolicy ignore\n",
};

/// One batch at a time needs one slot.
pub(crate) const ONE_BY_ONE: Start = Start {
    name: "one by one",
    text: "window 1\nretries 2\nmax-in-flight 1\n",
};

/// Three at a time, two partitions, two producers, a window that just does.
pub(crate) const THREE: Start = Start {
    name: "three in flight, two producers, two partitions",
    text: "window 3\nretries 3\nmax-in-flight 3\ngiven p-0 log-end=0\ngiven p-1 log-end=0\n\
           producer A transactional-id=orders\nproducer B\n",
};

/// More is remembered than needed.
pub(crate) const WIDE: Start = Start {
    name: "a window of twenty",
    text: "window 20\nmax-in-flight 4\nproducer A\nproducer B\n",
};

/// The broker forgets too soon, and still nothing is written twice.
pub(crate) const NARROW: Start = Start {
    name: "a window of two, five in flight",
    text: "window 2\n",
};

/// What was in flight gets a new number.
pub(crate) const BUMP: Start = Start {
    name: "bump",
    text: "policy bump\n",
};
pub(crate) const BUMP_FEW: Start = Start {
    name: "bump, one retry, a narrow window",
    text: "window 2\nretries 1\nmax-in-flight 3\npolicy bump\n\
           producer A transactional-id=orders\n",
};
/// What it sends is refused until it begins its numbers anew.
pub(crate) const BUMP_FORGOTTEN: Start = Start {
    name: "bump, and the broker forgot the producer",
    text: "policy bump\nproducer A pid=31 epoch=0 next=p-0:7\n",
};
pub(crate) const BUMP_ALL: Start = Start {
    name: "bump-all",
    text: "policy bump-all\ngiven p-0 log-end=0\ngiven p-1 log-end=0\nproducer A\n",
};

/// Nothing is numbered.
pub(crate) const OFF: Start = Start {
    name: "idempotence off",
    text: "idempotence off\n",
};
pub(crate) const OFF_FEW: Start = Start {
    name: "idempotence off, acks 1, no retries",
    text: "idempotence off\nacks 1\nretries 0\nmax-in-flight 2\ngiven p-0 log-end=0\n\
           given p-1 log-end=0\nproducer A pid=7\nproducer B\n",
};
pub(crate) const NO_ANSWERS: Start = Start {
    name: "acks 0",
    text: "acks 0\n",
};

/// Other settings that keep what idempotence promises.
pub(crate) const KEEPING: [Start; 6] = [STOP, IGNORE, ONE_BY_ONE, THREE, WIDE, NARROW];

/// Settings that give some of it up.
pub(crate) const GIVING_UP: [Start; 7] = [
    BUMP,
    BUMP_FEW,
    BUMP_FORGOTTEN,
    BUMP_ALL,
    OFF,
    OFF_FEW,
    NO_ANSWERS,
];

/// Five in flight, and what may have become of them: setup lines, and events.
pub(crate) const FIVE: [(Start, &str); 5] = [
    (EMPTY, ""),
    (
        EMPTY,
        "drop A1.1\ndeliver A2.1\ndeliver A3.1\ndeliver A4.1\ndeliver A5.1\n",
    ),
    (
        EMPTY,
        "deliver A1.1\ndrop A1.1.reply\ndeliver A2.1\ndeliver A2.1.reply\ndeliver A3.1\n\
         deliver A3.1.reply\nA send p-0 1\nretry A1\n",
    ),
    (
        BUMP,
        "deliver A1.1\ndeliver A2.1\ndrop A3.1\ndeliver A4.1\ndeliver A4.1.reply\n\
         A send p-0 1\n",
    ),
    (
        STOP,
        "deliver A1.1\nduplicate A2.1\ndrop A3.1\ndeliver A5.1\ndeliver A5.1.reply\n",
    ),
];
