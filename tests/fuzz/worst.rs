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
    all.extend(brokers());
    all.extend(memories());
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

/// What brokers do to long logs.
fn brokers() -> Vec<Worst> {
    let long = || lines(0..5_000, |n| batch(1, n, 1));
    let two = || "brokers b1 b2\n".to_owned() + &long();
    let rest = 0..EVENTS - 5_000;
    let in_turn = |events: &'static [&'static str]| {
        lines(rest.clone(), |n| events[n % events.len()].to_owned())
    };
    vec![
        worst("5,000 batches, then crash and start", {
            long() + &in_turn(&["crash b1", "start b1"])
        }),
        worst("5,000 batches, and an election with each crash", {
            let events = [
                "crash b1",
                "elect p-0 b2",
                "start b1",
                "crash b2",
                "elect p-0 b1",
                "start b2",
            ];
            two() + &lines(rest.clone(), |n| events[n % events.len()].to_owned())
        }),
        worst("5,000 batches, and elections to and fro", {
            two() + &in_turn(&["elect p-0 b2", "elect p-0 b1"])
        }),
        // Each copy is read whole, so this grows with both numbers.
        worst("5,000 batches, and 1,500 copies made anew", {
            two() + &"move p-0 b2\n".repeat(1_500)
        }),
        worst("5,000 batches, and 300 elections that lose one each", {
            let lose = |n: usize| {
                let other = ["b2", "b1"][n % 2];
                let next = batch(1, 5_000, 1);
                format!("pause {other}\n{next}\nelect p-0 {other}\nresume {other}")
            };
            two() + &lines(0..300, lose)
        }),
        worst("5,000 rolls between 5,000 batches, then 300 losses", {
            let mut text = "brokers b1 b2\n".to_owned();
            text += &lines(0..5_000, |n| batch(1, n, 1) + "\nroll p-0");
            let lose = |n: usize| {
                let other = ["b2", "b1"][n % 2];
                let next = batch(1, 5_000, 1);
                format!("pause {other}\n{next}\nelect p-0 {other}\nresume {other}")
            };
            text + &lines(0..300, lose)
        }),
        worst("20,000 rolls", {
            batch(1, 0, 1) + "\n" + &lines(1..EVENTS, |_| "roll p-0".to_owned())
        }),
        worst("three brokers with 16 partitions each, crash and start", {
            let mut text = "brokers b1 b2 b3\n".to_owned();
            text += &lines(0..1_600, |n| {
                format!(
                    "batch p-{} pid={} epoch=0 seq={} records=1",
                    n % 16,
                    n % 32,
                    n / 32
                )
            });
            let events = ["crash", "start"];
            let event = |n: usize| format!("{} b{}", events[n % 2], 1 + n / 2 % 3);
            text + &lines(0..EVENTS - 1_600, event)
        }),
        worst("1,600 answers wait", waiting()),
        worst("deletions", {
            let each = |n: usize| batch(1, n, 1) + "\ndelete p-0";
            "brokers b1 b2 b3\n".to_owned() + &lines(0..EVENTS / 2, each)
        }),
    ]
}

/// As many answers as may wait, in all partitions, and events that change nothing for them.
fn waiting() -> String {
    let mut text = "brokers b1 b2\n".to_owned();
    text += &lines(0..16, |n| format!("given p-{n} log-end=0"));
    text += "pause b2\n";
    let mut sends = [0; 20];
    for n in 0..16 * 20 * 5 {
        let (producer, partition) = (n / 80, n / 5 % 16);
        sends[producer] += 1;
        let letter = char::from(b'A' + producer as u8);
        let number = sends[producer];
        let _ = writeln!(
            text,
            "{letter} send p-{partition} 1\ndeliver {letter}{number}.1"
        );
    }
    let events = ["pause b1", "resume b1"];
    text += &lines(0..EVENTS - 3_300, |n| events[n % 2].to_owned());
    text + "resume b2\n"
}

/// What brokers remember of many producers.
fn memories() -> Vec<Worst> {
    let many = |brokers: &str| {
        let producers = lines(0..1_000, |n| batch(n as i64, 0, 1));
        format!("{brokers}{producers}")
    };
    vec![
        worst("1,000 producers, then crash and start", {
            many("") + &lines(0..7_500, |_| "crash b1\nstart b1".to_owned())
        }),
        worst("1,000 producers in files of the newest batch", {
            let rules = many("rules kafka-2.5\nbrokers b1 b2\n");
            rules + &lines(0..7_500, |_| "stop b2\nstart b2".to_owned())
        }),
        worst("3,000 producers, each forgotten", {
            let mut text = lines(0..3_000, |n| batch(n as i64, 0, 1));
            text += &lines(0..3_000, |n| format!("forget p-0 pid={n}"));
            text
        }),
        worst("10,000 forgotten on three brokers, one by one", {
            let each = |n: usize| batch(n as i64, 0, 1) + &format!("\nforget p-0 pid={n}");
            "brokers b1 b2 b3\n".to_owned() + &lines(0..EVENTS / 2, each)
        }),
        worst("1,000 producers, and others whose records are deleted", {
            let rules = many("rules kafka-1.1\n");
            let each = |n: usize| batch(5_000 + n as i64, 0, 1) + "\ndelete p-0";
            rules + &lines(0..7_000, each)
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
