//! Texts made to take long: the largest that are read, of every kind of event, with numbers and
//! labels chosen to collide.

use five_slots::kafka::PartitionId;
use five_slots::sim::{Event, Payload, ProducerName, World};
use std::fmt::Write;

/// A text that ought to be slow, if one is.
pub(crate) struct Worst {
    /// What is bad about it.
    pub(crate) name: &'static str,
    /// The text.
    pub(crate) text: String,
}

/// The most events that a recording holds.
const EVENTS: usize = 20_000;
/// The most bytes that are read.
const BYTES: usize = 1 << 20;

/// All of them.
pub(crate) fn all() -> Vec<Worst> {
    let mut all = batches();
    all.extend(colliding());
    all.extend(producers());
    all.extend(settings());
    all.extend(single_lines());
    all.extend(many_lines());
    all
}

fn worst(name: &'static str, text: String) -> Worst {
    Worst { name, text }
}

/// One line for each number.
fn lines(numbers: impl Iterator<Item = usize>, mut line: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    for number in numbers {
        let line = line(number);
        if text.len() + line.len() >= BYTES {
            break;
        }
        text += &line;
        text.push('\n');
    }
    text
}

fn batch(pid: i64, seq: usize, records: usize) -> String {
    format!("batch p-0 pid={pid} epoch=0 seq={seq} records={records}")
}

fn batches() -> Vec<Worst> {
    let all = 0..EVENTS;
    vec![
        worst(
            "batches in sequence",
            lines(all.clone(), |n| batch(1, n, 1)),
        ),
        worst("one batch, always", lines(all.clone(), |_| batch(1, 0, 1))),
        worst("gaps", lines(all.clone(), |n| batch(1, n * 2, 1))),
        worst("a million records each", {
            let first = |n: usize| (n * 1_000_000) % (1 << 31);
            lines(all.clone(), |n| batch(1, first(n), 1_000_000))
        }),
        worst("the same million, without idempotence", {
            lines(all.clone(), |_| batch(-1, 0, 1_000_000))
        }),
        worst(
            "20,000 producers",
            lines(all.clone(), |n| batch(n as i64, 0, 1)),
        ),
        worst("new epochs", {
            lines(all.clone(), |n| {
                format!("batch p-0 pid=1 epoch={} seq=0 records=1", n % 32_768)
            })
        }),
        worst("all partitions", {
            lines(all, |n| {
                format!("batch p-{} pid=1 epoch=0 seq={} records=1", n % 16, n / 16)
            })
        }),
    ]
}

fn colliding() -> Vec<Worst> {
    let all = 0..EVENTS;
    vec![
        worst("the same label, always", {
            lines(all.clone(), |n| batch(1, n, 1) + " labels=\"umbrella 1\"")
        }),
        worst(
            "sequences downwards",
            lines(all.clone(), |n| batch(-1, EVENTS - n, 1)),
        ),
        worst("sequences that overlap in part", {
            lines(all.clone(), |n| {
                batch(-1, n * 7_919 % 500_000, 1 + n * 31 % 997)
            })
        }),
        worst("single records, then a million over them", {
            lines(all.clone(), |n| match n < EVENTS / 2 {
                true => batch(-1, n * 100, 1),
                false => batch(-1, n, 1_000_000),
            })
        }),
        worst("labels that look counted, then those counted", {
            let mut text = String::from("B send p-0");
            for n in 1..=40_000 {
                let _ = write!(text, " \"a{}\"", n * 20);
            }
            text += "\ndeliver B1.1\n";
            text + &cycles(6_000, "1000000")
        }),
        worst("records that are counted, then labels that look so", {
            let mut text = cycles(6_000, "3");
            text += "B send p-0";
            for n in 0..60_000 {
                let _ = write!(text, " \"a{}\"", 18_000 - n % 18_000);
            }
            text + "\ndeliver B1.1\n"
        }),
        worst("two batches of all different labels", {
            let mut text = String::new();
            for name in ["A", "B"] {
                text += &format!("{name} send p-0");
                for n in 0..60_000 {
                    let _ = write!(text, " \"{n}\"");
                }
                text += &format!("\ndeliver {name}1.1\n");
            }
            text
        }),
        worst("producer ids that fall into one place of a hash table", {
            lines(all.clone(), |n| {
                batch(unhashed((n as u64) << 52 | n as u64), 0, 1)
            })
        }),
        worst("producer ids with equal low bits", {
            lines(all, |n| batch((n as i64) << 40, 0, 1))
        }),
    ]
}

/// The number whose product with 2^64 divided by the golden ratio, the usual factor of a
/// multiplicative hash, is this one.
fn unhashed(product: u64) -> i64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    // Newton's method doubles the number of right bits.
    let mut inverse = FACTOR;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
    }
    assert_eq!(FACTOR.wrapping_mul(inverse), 1);
    (product.wrapping_mul(inverse) & i64::MAX as u64) as i64
}

/// So many sends, each answered.
fn cycles(count: usize, records: &str) -> String {
    lines(1..count + 1, |n| {
        format!("A send p-0 {records}\ndeliver A{n}.1\ndeliver A{n}.1.reply")
    })
}

fn producers() -> Vec<Worst> {
    let full = || {
        let mut text = String::new();
        for n in 0..40 {
            let _ = writeln!(text, "A send p-{} 1", n / 5);
        }
        for n in 1..=40 {
            text += &format!("duplicate A{n}.1\n").repeat(24);
        }
        text
    };
    vec![
        worst("sends that are answered", cycles(EVENTS / 3, "1")),
        worst("restarts", "A restart\n".repeat(EVENTS)),
        worst("restarts that forget five batches", {
            lines(1..EVENTS / 6, |n| {
                let mut text = "A send p-0 1\n".repeat(5);
                for batch in n * 5 - 4..=n * 5 {
                    let _ = writeln!(text, "drop A{batch}.1");
                }
                text + "A restart"
            })
        }),
        worst("retries", {
            let retries = 2..EVENTS / 2;
            let retries = lines(retries, |n| format!("retry A1\ndrop A1.{n}"));
            "A send p-0 1\n".to_owned() + &retries
        }),
        worst("retries while 999 messages wait", {
            let retries = lines(2..9_000, |n| format!("retry A1\ndrop A1.{n}"));
            full() + "drop A2.1\n" + &retries
        }),
        worst("copies", {
            lines(1..EVENTS / 53, |n| {
                let mut text =
                    "A send p-0 1\n".to_owned() + &format!("duplicate A{n}.1\n").repeat(25);
                for copy in b'b'..=b'z' {
                    let _ = writeln!(text, "deliver A{n}.1{}", char::from(copy));
                }
                let _ = writeln!(text, "deliver A{n}.1");
                text + &format!("deliver A{n}.1.reply")
            })
        }),
    ]
}

/// What the settings of a producer make of many batches.
fn settings() -> Vec<Worst> {
    let fill = |text: String| {
        let sent = text.matches(" send ").count();
        let restarts = lines(0..EVENTS - sent, |_| "A restart".to_owned());
        text + &restarts
    };
    vec![
        worst("a queue of 100, 100 expired", {
            let all = lines(1..106, |_| "A send p-0 1".to_owned());
            all + &lines(6..106, |n| format!("expire A{n}"))
        }),
        worst("26 queues of 95, and then restarts", {
            fill(lines(0..26 * 100, |n| {
                let letter = char::from(b'A' + (n % 26) as u8);
                format!("{letter} send p-{} 1", n % 26 % 16)
            }))
        }),
        worst("a queue of 100 that moves on with each answer", {
            let mut text = lines(1..106, |_| "A send p-0 1".to_owned());
            text += &lines(1..EVENTS / 3 - 105, |n| {
                format!("deliver A{n}.1\ndeliver A{n}.1.reply\nA send p-0 1")
            });
            text
        }),
        worst("900 in flight, and each is retried", {
            let mut text = "idempotence off\nmax-in-flight 100\n".to_owned();
            text += &lines(0..900, |n| format!("A send p-{} 1", n % 16));
            text + &lines(1..901, |n| format!("retry A{n}\ndrop A{n}.2"))
        }),
        worst("80 in flight, and each expiry numbers all anew", {
            let mut text = "policy bump-all\n".to_owned();
            text += &lines(0..80, |n| format!("A send p-{} 1", n / 5));
            text + &lines(1..81, |n| format!("expire A{n}"))
        }),
        worst("80 numbered anew again and again, at a nearly full wire", {
            anew_again_and_again()
        }),
        worst("20,000 events beside another setup", {
            "compare idempotence off, window 1\n".to_owned() + &cycles(EVENTS / 3, "1")
        }),
        worst("20,000 losses and retries beside another setup", {
            let retries = lines(2..EVENTS / 2, |n| format!("retry A1\ndrop A1.{n}"));
            "compare policy stop, retries 1\nA send p-0 1\n".to_owned() + &retries
        }),
        worst("20,000 batches beside a setup that numbers nothing", {
            "compare idempotence off\n".to_owned() + &lines(0..EVENTS, |_| batch(1, 0, 1))
        }),
    ]
}

/// The lowest batch expires, which numbers all others anew; another is sent; and whenever the wire
/// is nearly full the oldest messages get lost.
fn anew_again_and_again() -> String {
    let setup = "policy bump-all\n";
    let mut text = setup.to_owned();
    let opened = five_slots::scenario::open(setup);
    let mut world = opened.timeline.world().clone();
    let mut happens = |world: &mut World, event: &Event| {
        let applied = world.apply(event);
        let Ok((after, _)) = applied else { return };
        let _ = writeln!(text, "{event}");
        *world = after;
    };
    for round in 0..3_000 {
        let send = Event::Send {
            producer: ProducerName::new('A').expect("a letter"),
            partition: PartitionId::new(round as u8 % 16).expect("there are 16"),
            payload: Payload::Count(1),
        };
        happens(&mut world, &send);
        if round >= 80 {
            let lowest = world.waiting().min().expect("80 are open");
            happens(&mut world, &Event::Expire(lowest));
        }
        while world.wire().len() > 990 {
            let oldest = world.wire()[0].name;
            happens(&mut world, &Event::Drop(oldest));
        }
    }
    let lines = text.lines().take(EVENTS + 1);
    lines.map(|line| format!("{line}\n")).collect()
}

/// One line as long as a text may be.
fn single_lines() -> Vec<Worst> {
    let fill = |start: &str, piece: &str| {
        let count = (BYTES - start.len()) / piece.len();
        start.to_owned() + &piece.repeat(count)
    };
    vec![
        worst("a line of one word", fill("", "a")),
        worst("a line of blanks", fill("A send", " ")),
        worst("a line of prose", fill("# ", "prose ")),
        worst("a line of quotes", fill("A send p-0 ", "\"")),
        worst(
            "a line of brackets",
            fill("given p-0 pid=1 epoch=0 window=", "["),
        ),
        worst(
            "a line of slots",
            fill("given p-0 pid=1 epoch=0 window=[]", "0..0@0,").replace("[]", "[") + "]",
        ),
        worst(
            "a line of commas",
            fill("batch p-0 pid=1 epoch=0 seq=0 records=1 labels=", ","),
        ),
        worst(
            "a line of next sequences",
            fill("producer A next=", "p-0:1,"),
        ),
        worst("a line of fields", fill("batch p-0 ", "pid=1 ")),
        worst("a line of equals signs", fill("batch p-0 ", "=")),
        worst("a line of labels", fill("A send p-0 ", "\"a\" ")),
        worst(
            "a line of labels that look counted",
            fill("A send p-0 ", "\"a1\" "),
        ),
        worst("a line of labels of a batch by hand", {
            let mut text = String::from(" labels=\"x\"");
            let mut records = 1;
            while text.len() < BYTES - 100 {
                text += ",\"x\"";
                records += 1;
            }
            batch(1, 0, records) + &text
        }),
        worst("a line of letters of four bytes", fill("# ", "\u{1f302}")),
    ]
}

/// As many lines as a text may have.
fn many_lines() -> Vec<Worst> {
    let fill = |start: &str, piece: &str| {
        let count = (BYTES - start.len()) / piece.len();
        start.to_owned() + &piece.repeat(count)
    };
    vec![
        worst("empty lines", fill("", "\n")),
        worst("lines of prose", fill("", "#\n")),
        worst("blocks of prose", fill("", "# a\n\n")),
        worst(
            "facts",
            fill("batch p-0 pid=1 epoch=0 seq=0 records=1\n", " x\n"),
        ),
        worst("what many producers left behind", {
            lines(0..BYTES, |n| {
                format!("given p-0 pid={n} epoch=0 window=[0..0@{n}]")
            })
        }),
        worst("prose between setup lines", {
            lines(0..BYTES, |n| {
                format!("# a\ngiven p-0 pid={n} epoch=0 window=[0..0@{n}]")
            })
        }),
    ]
}
