//! One row of a rule table, and all that it asserts.

use super::read::{number, state};
use five_slots::kafka::{
    Asked, Decision, Header, Offset, Outcome, Partition, ProducerId, ProducerState, Reason, Reply,
    Rule, Sequence, Slot,
};

/// How many sequences there are.
pub(crate) const SEQUENCES: i64 = 1 << 31;

/// One case: what is remembered, the batch, and the decision that was written down by hand.
pub(crate) struct Row {
    pub(crate) before: Option<ProducerState>,
    pub(crate) log_end: Offset,
    pub(crate) batch: Header,
    pub(crate) reply: String,
    pub(crate) reason: Reason,
    pub(crate) fell_out: Option<Slot>,
    pub(crate) cleared: u8,
}

/// Checks every row of a table and returns how many there were. The first line names the columns;
/// lines that begin with `#` are prose.
pub(crate) fn check(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        Row::parse(line).check(line);
        rows += 1;
    }
    rows
}

impl Row {
    fn check(&self, line: &str) {
        let mut partition = Partition::new(self.log_end);
        // Somebody else's state, which must never matter and never change.
        let (neighbour, neighbours) = (ProducerId(4242), state("7 [0..9@0 40..49@10]"));
        partition.remember(neighbour, neighbours.clone());
        if let Some(before) = self.before.clone() {
            partition.remember(self.batch.pid, before);
        }
        let before = partition.clone();
        let decision = partition.append(self.batch, ());

        assert_eq!(decision.reply.to_string(), self.reply, "reply: {line}");
        assert_eq!(decision.reason, self.reason, "reason: {line}");
        assert_eq!(decision.batch, self.batch, "batch: {line}");
        assert_eq!(decision.log_end_before, self.log_end, "log end: {line}");
        assert_eq!(decision.fell_out, self.fell_out, "fell out: {line}");
        assert_eq!(decision.cleared, self.cleared, "cleared: {line}");
        if matches!(decision.reply, Reply::Ok { .. }) {
            self.check_appended(&partition, &decision, line);
        } else {
            assert_eq!(partition, before, "something changed: {line}");
            assert_eq!(decision.log_end, self.log_end, "log end: {line}");
            assert_eq!(decision.written, None, "written: {line}");
        }
        assert_eq!(partition.state(neighbour), Some(&neighbours), "{line}");
        self.check_remembered(&decision, line);
        self.check_asked(&decision, line);
    }

    /// What an accepted batch leaves behind.
    fn check_appended(&self, partition: &Partition, decision: &Decision, line: &str) {
        let end = Offset(self.log_end.0 + i64::from(self.batch.records));
        assert_eq!(decision.log_end, end, "log end: {line}");
        assert_eq!(partition.log_end(), end, "log end: {line}");
        assert_eq!(partition.log().len(), 1, "log: {line}");
        let logged = partition.log().get(0).unwrap();
        assert_eq!(
            (logged.base, logged.header),
            (self.log_end, self.batch),
            "{line}"
        );

        if self.batch.pid == ProducerId(-1) {
            assert_eq!(decision.written, None, "written: {line}");
            assert_eq!(partition.state(self.batch.pid), None, "state: {line}");
            return;
        }
        let written = Slot {
            first: self.batch.first,
            last: Sequence(self.last() as i32),
            base: self.log_end,
        };
        assert_eq!(decision.written, Some(written), "written: {line}");
        let mut slots = match &self.before {
            Some(before) if before.epoch == self.batch.epoch => before.window.slots().to_vec(),
            _ => Vec::new(),
        };
        slots.push(written);
        if self.fell_out.is_some() {
            slots.remove(0);
        }
        let after = partition.state(self.batch.pid).unwrap();
        assert_eq!(after.window.slots(), slots, "window: {line}");
        assert_eq!(after.epoch, self.batch.epoch, "epoch: {line}");
    }

    fn check_remembered(&self, decision: &Decision, line: &str) {
        let told = decision
            .remembered
            .map(|known| (known.epoch, known.newest, usize::from(known.slots)));
        let known = self.before.as_ref().map(|state| {
            let slots = state.window.slots();
            (state.epoch, slots[slots.len() - 1], slots.len())
        });
        assert_eq!(told, known, "remembered: {line}");
        let expected = match (known, self.reason.rule()) {
            (Some((_, newest, _)), Some(Rule::SameEpoch)) => {
                (i64::from(newest.last.0) + 1) % SEQUENCES
            }
            _ => 0,
        };
        assert_eq!(i64::from(decision.expected().0), expected, "{line}");
    }

    /// The checks before the one that decided went on, those after it were not reached, and every
    /// statement is as true as it is said to be.
    fn check_asked(&self, decision: &Decision, line: &str) {
        let decided = self.reason.rule().map_or(0, Rule::number);
        for (asked, number) in decision.asked().iter().zip(1..) {
            assert_eq!(asked.rule.number(), number, "order: {line}");
            let outcome = match number {
                _ if number < decided => Outcome::GoesOn,
                _ if number == decided => Outcome::Decides,
                _ => Outcome::NotReached,
            };
            assert_eq!(asked.outcome, outcome, "check {number}: {line}");
            self.check_statements(asked, line);
        }
    }

    fn check_statements(&self, asked: &Asked, line: &str) {
        for comparison in &asked.comparisons {
            let statement = &comparison.statement;
            assert_eq!(
                comparison.holds,
                self.is_true(statement),
                "{statement}: {line}"
            );
        }
        let truths: Vec<bool> = asked.comparisons.iter().map(|c| c.holds).collect();
        let expected: &[bool] = match (asked.outcome, asked.rule) {
            (Outcome::NotReached, _) => &[],
            (Outcome::GoesOn, Rule::NoState) => &[true],
            (Outcome::GoesOn, _) => &[false],
            (Outcome::Decides, Rule::NoState) => &[false, self.batch.first == Sequence(0)],
            (Outcome::Decides, Rule::OlderEpoch) => &[true],
            (Outcome::Decides, Rule::NewerEpoch) => &[true, self.batch.first == Sequence(0)],
            (Outcome::Decides, Rule::SameEpoch) => match self.reason {
                Reason::Remembered { .. } => &[true],
                _ => &[false, self.reason == Reason::Next],
            },
        };
        assert_eq!(truths, expected, "{:?}: {line}", asked.rule);
    }

    /// Reads a statement and works it out from the row alone.
    fn is_true(&self, statement: &str) -> bool {
        let words: Vec<&str> = statement
            .split([' ', ',', '(', ')'])
            .filter(|w| !w.is_empty())
            .collect();
        let (first, last) = (i64::from(self.batch.first.0), self.last());
        let known = |number_there: &str| number(number_there) == self.known_epoch();
        match words[..] {
            ["producer", pid, "is", "known", "here"] => {
                assert_eq!(number(pid), self.batch.pid.0, "{statement}");
                self.before.is_some()
            }
            ["s", "is", "0", "here", s] => {
                assert_eq!(number(s), first, "{statement}");
                first == 0
            }
            ["epoch", e, sign @ ("<" | ">"), there] => {
                assert_eq!(number(e), i64::from(self.batch.epoch.0), "{statement}");
                assert!(known(there), "{statement}");
                (sign == "<" && number(e) < number(there))
                    || (sign == ">" && number(e) > number(there))
            }
            [s, l, "is", "remembered", ref place @ ..] => {
                assert_eq!((number(s), number(l)), (first, last), "{statement}");
                let same = |slot: &Slot| (slot.first.0, slot.last.0) == (first as i32, last as i32);
                let found = self.slots().iter().position(same);
                if let ["in", "slot", place] = place {
                    assert_eq!(Some(number(place) as usize), found.map(|index| index + 1));
                }
                found.is_some()
            }
            [s, "=", newest, "+", "1"] => {
                let slots = self.slots();
                assert_eq!(number(s), first, "{statement}");
                assert_eq!(number(newest), i64::from(slots[slots.len() - 1].last.0));
                number(s) == (number(newest) + 1) % SEQUENCES
            }
            _ => panic!("nobody can read the statement: {statement}"),
        }
    }

    fn last(&self) -> i64 {
        (i64::from(self.batch.first.0) + i64::from(self.batch.records) - 1) % SEQUENCES
    }

    fn known_epoch(&self) -> i64 {
        i64::from(self.before.as_ref().unwrap().epoch.0)
    }

    fn slots(&self) -> Vec<Slot> {
        self.before.as_ref().unwrap().window.slots().to_vec()
    }
}
