//! Where the rule sets differ, as tables written by hand from `kafka.md` and the lesson's text.
//! Nothing rewrites them.
//!
//! A row reads: after these events on one broker, this batch of producer 31 comes to that, under
//! each of the eight rule sets. `write 3` is three batches of one record from producer 31, each the
//! next one, so that sequence `n` stands at offset `n`; `other` is a batch of producer 40. `roll`
//! writes a snapshot, `stop` writes one, loses the memory and recovers, `crash` does so without
//! one. `delete` empties the log, `delete 4` does up to offset 4; `cut 2` cuts it back to there.
//!
//! An answer names what decided it: `new` no state and 0, `any` no state and another number, but
//! accepted, `next`, `epoch` a newer life from 0; these are OK. `dup` is DUPLICATE with the old
//! offset, `ooo` OUT_OF_ORDER, `unk` UNKNOWN_PRODUCER_ID, `46` DUPLICATE_SEQUENCE_NUMBER, `old`
//! FENCED.

use five_slots::kafka::{
    Behind, Epoch, Header, History, Lenient, Offset, Partition, ProducerId, Reason, Reply, RuleSet,
    Sequence, Unknown,
};

const COLUMNS: &str = "lesson kafka-0.11 kafka-1.0 kafka-1.1 kafka-2.0.1 kafka-2.4 kafka-2.5 \
                       kafka-4.5";

#[test]
fn no_state() {
    // 1.2 B, with the versions there; design.md: under `lesson` refused, except where the log has
    // held records and holds none now.
    let rows = check(
        "
        before        | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        # A log that was never written.
        -             |     0   7       1 |    ooo   ooo   unk   unk   unk   unk   any   ooo
        -             |     5   7       3 |    ooo   ooo   unk   unk   unk   unk   any   ooo
        -             |     0 MAX       2 |    ooo   ooo   unk   unk   unk   unk   any   ooo
        -             |     0   0       1 |    new   new   new   new   new   new   new   new
        # One that has held records and holds none.
        other; delete |     0   7       1 |    any   ooo   unk   unk   unk   unk   any   any
        other; delete |     5   7       3 |    any   ooo   unk   unk   unk   unk   any   any
        other; delete |     0   0       1 |    new   new   new   new   new   new   new   new
        # One that holds some.
        other         |     0   7       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        other         |     0   1       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        other         |     0   0       1 |    new   new   new   new   new   new   new   new
        other; delete; other | 0  7     1 |    ooo   ooo   unk   unk   unk   unk   any   any
        # What a log held before is not known here, but it held something.
        given 736     |     0   7       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        # K22: from the second on, the state is there (2.5), or still is not.
        first 1       |     0   2       1 |    ooo   ooo   unk   unk   unk   unk  next   ooo
        # P01: the second batch overtook the first. Nothing brings the first back under 2.5.
        first 17      |     0   0      17 |    new   new   new   new   new   new   ooo   new
        ",
    );
    assert_eq!(rows, 14);
}

#[test]
fn the_other_checks_are_the_same() {
    // 1.2 D to J and N: the same in all versions.
    let rows = check(
        "
        before        | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        write 3       |     0   3       1 |   next  next  next  next  next  next  next  next
        write 3       |     0   4       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 3       |     0   2       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 3       |     0   2       2 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 3       |     1   0       1 |  epoch epoch epoch epoch epoch epoch epoch epoch
        write 3       |     1   3       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 3; live 1 |   0   3       1 |    old   old   old   old   old   old   old   old
        write 3; live 1 |   0   2       1 |    old   old   old   old   old   old   old   old
        write 3; live 1 |   1   1       1 |   next  next  next  next  next  next  next  next
        # A newer epoch empties the window: sequence 2 is not remembered, but ahead of 0.
        write 3; live 1 |   1   2       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        ",
    );
    assert_eq!(rows, 10);
}

#[test]
fn how_much_is_remembered_and_what_is_older() {
    // 1.2 G: five since 1.0, one in 0.11. 1.2 L and M: below the window 1.0 says 46.
    let rows = check(
        "
        before        | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        write 7       |     0   6       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 7       |     0   5       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 7       |     0   4       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 7       |     0   3       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 7       |     0   2       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 7       |     0   1       1 |    ooo   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 7       |     0   0       2 |    ooo   ooo    46   ooo   ooo   ooo   ooo   ooo
        # K18: 1.0 does not say so of a batch that ends at 0.
        write 7       |     0   0       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        # An overlap: from below the window into it, all through it, and inside.
        write 7       |     0   1       3 |    ooo   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 7       |     0   0      20 |    ooo   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 7       |     0   2       2 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 7       |     0   6       5 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 7       |     0   8       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        ",
    );
    assert_eq!(rows, 13);
}

#[test]
fn records_are_deleted() {
    // 1.6: up to 2.3 the state goes with the last record. 1.9: since 2.4 it stays, in memory only.
    let rows = check(
        "
        before                  | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        write 5; delete         |     0   5       1 |   next   ooo   unk   unk   unk  next  next  next
        write 5; delete         |     0   4       1 |    dup   ooo   unk   unk   unk   dup   dup   dup
        write 5; delete         |     0   0       1 |    dup   new   new   new   new   dup   dup   dup
        write 5; delete         |     0   6       1 |    ooo   ooo   unk   unk   unk   ooo   ooo   ooo
        # As long as its last record is there, it is known everywhere.
        write 5; delete 4       |     0   5       1 |   next  next  next  next  next  next  next  next
        write 5; delete 4       |     0   4       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        # Somebody else's record does not help.
        write 5; other; delete 5 |    0   5       1 |   next   ooo   unk   unk   unk  next  next  next
        # The broker crashes: the log is empty, and there is no file. K27's last answers.
        write 5; delete; crash  |     0   5       1 |    any   ooo   unk   unk   unk   unk   any   any
        write 5; delete; crash  |     0   4       1 |    any   ooo   unk   unk   unk   unk   any   any
        write 5; delete; crash  |     0   0       1 |    new   new   new   new   new   new   new   new
        # A file from before is deleted with the records.
        write 5; roll; delete; crash | 0  5       1 |    any   ooo   unk   unk   unk   unk   any   any
        # A clean stop: Kafka writes no file at the log start, so all state is gone there too.
        write 5; delete; stop   |     0   5       1 |   next   ooo   unk   unk   unk   unk   any   any
        write 5; delete; stop   |     0   4       1 |    dup   ooo   unk   unk   unk   unk   any   any
        write 5; delete; stop   |     0   0       1 |    dup   new   new   new   new   new   new   new
        # One append by anyone in between saves every producer, with its newest batch.
        write 5; delete; other; stop | 0  5       1 |   next   ooo   unk   unk   unk  next  next  next
        write 5; delete; other; stop | 0  4       1 |    dup   ooo   unk   unk   unk   dup   dup   dup
        write 5; delete; other; stop | 0  3       1 |    dup   ooo   unk   unk   unk   ooo   ooo   ooo
        write 5; delete; other; crash | 0 5       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        ",
    );
    assert_eq!(rows, 18);
}

#[test]
fn a_producer_is_idle_for_too_long() {
    // 1.6: after expiry the next batch is a case without state, and a late retry is taken again.
    let rows = check(
        "
        before                  | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        write 5; forget         |     0   5       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        write 5; forget         |     0   4       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        write 5; forget         |     0   0       1 |    new   new   new   new   new   new   new   new
        # Even an older epoch is.
        write 5; live 3; forget |     0   0       1 |    new   new   new   new   new   new   new   new
        # Neither a file nor the log brings it back.
        write 5; forget; crash  |     0   5       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        write 5; roll; forget; crash | 0  5       1 |    ooo   ooo   unk   unk   unk   unk   any   any
        write 5; forget; stop   |     0   0       1 |    new   new   new   new   new   new   new   new
        # K27.
        write 5; delete; forget |     0   5       1 |    any   ooo   unk   unk   unk   unk   any   any
        # What it writes after that is remembered.
        write 5; forget; live 0 |     0   0       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 5; forget; live 0; crash | 0 0      1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 5; forget; live 0; crash | 0 4      1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        # Also where the log was cut back before it.
        write 5; forget; cut 2; live 0; crash | 0 0 1 |  dup   dup   dup   dup   dup   dup   dup   dup
        ",
    );
    assert_eq!(rows, 12);
}

#[test]
fn a_broker_stops_and_starts() {
    // 1.5: the file keeps the newest batch, the log gives back up to five after it. The lesson's
    // file keeps the window.
    let rows = check(
        "
        before                 | epoch seq records | lesson  0.11   1.0   1.1 2.0.1   2.4   2.5   4.5
        # A clean stop: a retry of each of the five.
        write 5; stop          |     0   4       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 5; stop          |     0   3       1 |    dup   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 5; stop          |     0   2       1 |    dup   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 5; stop          |     0   1       1 |    dup   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 5; stop          |     0   0       1 |    dup   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 5; stop          |     0   5       1 |   next  next  next  next  next  next  next  next
        # A crash without a file: the log has all five.
        write 5; crash         |     0   4       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 5; crash         |     0   3       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 5; crash         |     0   0       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 6; crash         |     0   0       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 5; crash         |     0   5       1 |   next  next  next  next  next  next  next  next
        # A new segment in between: the newest from the file, two from the log.
        write 3; roll; write 2; crash | 0  4     1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 3; roll; write 2; crash | 0  3     1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 3; roll; write 2; crash | 0  2     1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 3; roll; write 2; crash | 0  1     1 |    dup   ooo    46   ooo   ooo   ooo   ooo   ooo
        write 3; roll; write 2; crash | 0  0     1 |    dup   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        # Recovery writes a file, so a second crash finds nothing to read but that.
        write 5; crash; crash  |     0   4       1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 5; crash; crash  |     0   3       1 |    dup   ooo    46   ooo   ooo   ooo   ooo   ooo
        # An epoch that only the log tells.
        write 5; roll; live 1; crash | 0   5     1 |    old   old   old   old   old   old   old   old
        write 5; roll; live 1; crash | 1   0     1 |    dup   dup   dup   dup   dup   dup   dup   dup
        # Cut back behind the file, it is made anew from the log alone (K20, K37).
        write 5; cut 2         |     0   2       1 |   next  next  next  next  next  next  next  next
        write 5; cut 2         |     0   5       1 |    ooo   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        write 5; roll; cut 2   |     0   0       1 |    dup   ooo   dup   dup   dup   dup   dup   dup
        write 5; cut 0         |     0   5       1 |    ooo   ooo   unk   unk   unk   unk   any   ooo
        # From a file before the cut, and the log after it.
        write 2; roll; write 3; cut 4 | 0  3     1 |    dup   dup   dup   dup   dup   dup   dup   dup
        write 2; roll; write 3; cut 4 | 0  0     1 |    dup   ooo   ooo   ooo   ooo   ooo   ooo   ooo
        ",
    );
    assert_eq!(rows, 26);
}

#[test]
fn what_is_said_of_a_batch_without_state() {
    let table = "
        lesson | - | OUT_OF_ORDER (no state, but s = 7)
        lesson | other; delete | OK base=1 (no state, s = 7: the log is empty, accepted with a warning)
        kafka-0.11 | other; delete | OUT_OF_ORDER (no state, but s = 7)
        kafka-1.0 | - | UNKNOWN_PRODUCER_ID (no state, but s = 7)
        kafka-2.4 | other; delete | UNKNOWN_PRODUCER_ID (no state, but s = 7)
        kafka-2.5 | - | OK base=0 (no state, s = 7: any number is accepted)
        kafka-2.5 | other | OK base=1 (no state, s = 7: any number is accepted)
        kafka-4.5 | - | OUT_OF_ORDER (no state, but s = 7)
        kafka-4.5 | other | OK base=1 (no state, s = 7: accepted, the log has held records)
        kafka-4.5 | other; delete | OK base=1 (no state, s = 7: accepted, the log has held records)";
    for line in table.trim().lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules = RuleSet::from_name(columns[0]).expect(line);
        let mut partition = after(columns[1], rules, line);
        let decision = partition.append(batch(0, 7, 1), ());
        assert_eq!(decision.to_string(), columns[2], "{line}");
    }
}

#[test]
fn every_rule_set_has_one_name_and_says_where_it_differs() {
    let names: Vec<&str> = RuleSet::ALL.iter().map(|rules| rules.name()).collect();
    assert_eq!(names.join(" "), COLUMNS);
    for rules in RuleSet::ALL {
        assert_eq!(RuleSet::from_name(rules.name()), Some(rules));
        let note = note(rules);
        assert!(note.ends_with('.') && note.contains("eft out"), "{note}");
        let others = RuleSet::ALL.into_iter().filter(|other| *other != rules);
        for other in others {
            assert_ne!(note, self::note(other));
        }
    }
    // The one pair that differs only in what is left out.
    let same = |a: RuleSet, b: RuleSet| a.policies() == b.policies();
    assert!(same(RuleSet::Kafka1_1, RuleSet::Kafka2_0_1));
    let pairs = RuleSet::ALL
        .windows(2)
        .filter(|pair| same(pair[0], pair[1]));
    assert_eq!(pairs.count(), 1);
    assert_eq!(RuleSet::from_name("kafka-2.6"), None);
    assert_eq!(RuleSet::default(), RuleSet::Lesson);
    let lesson = RuleSet::Lesson.policies();
    assert_eq!(lesson.unknown, Unknown::RefuseUnlessEmptied);
    assert_eq!(lesson.behind, Behind::OutOfOrder);
}

/// The one honest line beside a rule set. It goes on where a line begins with two blanks.
fn note(rules: RuleSet) -> String {
    let notes = include_str!("../../texts/notes.txt").replace("\n  ", " ");
    let mut notes = notes.lines().filter_map(|line| line.split_once(": "));
    let found = notes.find(|(name, _)| *name == rules.name());
    let (_, note) = found.unwrap_or_else(|| panic!("{}", rules.name()));
    note.to_owned()
}

/// Checks every row of a table and returns how many there were.
fn check(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[before, asked, answers] = &columns[..] else {
            panic!("three columns expected in: {line}");
        };
        let numbers: Vec<i64> = asked.split_whitespace().map(super::read::number).collect();
        let &[epoch, seq, records] = &numbers[..] else {
            panic!("epoch, seq and records expected in: {line}");
        };
        let said = RuleSet::ALL.map(|rules| {
            let mut partition = after(before, rules, line);
            said(&mut partition, batch(epoch, seq, records), line)
        });
        let answers: Vec<&str> = answers.split_whitespace().collect();
        if said[..] != answers {
            wrong.push(format!("{line}\n  came to: {}", said.join(" ")));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    rows
}

/// A partition under these rules after these events.
fn after(events: &str, rules: RuleSet, line: &str) -> Partition {
    let policies = rules.policies();
    let slots = usize::from(policies.slots);
    let mut partition = Partition::under(policies, slots, Offset::ZERO);
    for event in events
        .split(';')
        .map(str::trim)
        .filter(|event| *event != "-")
    {
        let (word, number) = event.split_once(' ').unwrap_or((event, "-1"));
        let number: i64 = number.parse().expect(line);
        match word {
            "given" => partition = Partition::under(policies, slots, Offset(number)),
            "write" => {
                for _ in 0..number {
                    let known = partition.state(ProducerId(31));
                    let next = known.map_or(0, |state| i64::from(state.window.newest().last.0) + 1);
                    let decision = partition.append(batch(0, next, 1), ());
                    assert!(decision.reason.accepts(), "{event}: {line}");
                }
            }
            // A batch that may be refused.
            "first" => {
                partition.append(batch(0, number, 1), ());
            }
            // The first batch of a life.
            "live" => {
                let decision = partition.append(batch(number, 0, 1), ());
                assert!(decision.reason.accepts(), "{event}: {line}");
            }
            "other" => {
                let life = partition.log_end().0;
                let header = Header {
                    pid: ProducerId(40),
                    ..batch(life, 0, 1)
                };
                assert!(partition.append(header, ()).reason.accepts(), "{line}");
            }
            "roll" => assert!(partition.take_snapshot(), "{line}"),
            "stop" | "crash" => {
                if word == "stop" {
                    partition.take_snapshot();
                }
                partition.lose_memory();
                partition.recover();
            }
            "delete" if number < 0 => partition.delete_before(partition.log_end()),
            "delete" => partition.delete_before(Offset(number)),
            "cut" => partition.truncate(Offset(number)),
            "forget" => assert!(partition.forget(ProducerId(31)) || known_nowhere(&partition)),
            _ => panic!("an unknown event {event} in: {line}"),
        }
    }
    partition
}

/// Where the rules have dropped the state with the records, there is nothing left to forget.
fn known_nowhere(partition: &Partition) -> bool {
    partition.history() == History::Emptied && partition.states().len() == 0
}

/// What a batch comes to, in a word.
fn said(partition: &mut Partition, batch: Header, line: &str) -> &'static str {
    let before = partition.clone();
    let decision = partition.append(batch, ());
    let word = match decision.reason {
        Reason::NoState => "new",
        Reason::NoStateAccepted(_) => "any",
        Reason::Next => "next",
        Reason::NewerEpoch => "epoch",
        Reason::OlderEpoch => "old",
        Reason::NoStateUnknown => "unk",
        Reason::Remembered { .. } => "dup",
        _ if decision.reply == Reply::DuplicateError => "46",
        _ => "ooo",
    };
    let end = before.log_end();
    let reply = match word {
        "new" | "any" | "next" | "epoch" => Reply::Ok { base: end },
        // Producer 31 was first and alone, unless it is one of a later life.
        "dup" => {
            let slots = before.state(batch.pid).expect(line).window.slots();
            let mut slots = slots.iter();
            let slot = slots.find(|slot| slot.first == batch.first).expect(line);
            let first_life = before.log().len() as i64 == end.0 && batch.epoch == Epoch(0);
            if first_life && !line.contains("live") {
                assert_eq!(slot.base, Offset(i64::from(batch.first.0)), "{line}");
            }
            Reply::Duplicate { base: slot.base }
        }
        "old" => Reply::Fenced,
        "unk" => Reply::UnknownProducerId {
            log_start: before.log_start(),
        },
        "46" => Reply::DuplicateError,
        _ => Reply::OutOfOrder,
    };
    assert_eq!(decision.reply, reply, "{line}");
    assert_eq!(decision.reason.accepts(), *partition != before, "{line}");
    if decision.reason == Reason::NoStateAccepted(Lenient::Emptied) {
        assert_eq!(before.history(), History::Emptied, "{line}");
    }
    word
}

fn batch(epoch: i64, seq: i64, records: i64) -> Header {
    Header {
        pid: ProducerId(31),
        epoch: Epoch(epoch as i16),
        first: Sequence(seq as i32),
        records: records as u32,
    }
}
