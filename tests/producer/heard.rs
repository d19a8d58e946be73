//! How a row about one answer is read: a producer alone, without a broker.

use five_slots::kafka::{
    Answer, Answered, Epoch, Header, Identity, Offset, Outcome, PartitionId, Policy, Producer,
    ProducerId, Queued, Reply, Settings, Verdict,
};
use std::collections::BTreeMap;

/// A producer, and with which header each attempt was sent.
struct Heard {
    producer: Producer<u32>,
    sent: BTreeMap<(u32, u32), Header>,
    batches: u32,
}

/// Checks every row of a table and returns how many there were.
pub(crate) fn check(table: &str) -> usize {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rows = 0;
    for line in lines.skip(1).filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[settings, before, answer, verdict, asked, open] = &columns[..] else {
            panic!("six columns expected in: {line}");
        };
        let mut heard = Heard::new(settings);
        for piece in before.split(';') {
            heard.act(piece.trim(), line);
        }
        heard.check(answer, verdict, asked, open, line);
        rows += 1;
    }
    rows
}

impl Heard {
    fn new(settings: &str) -> Self {
        let mut read = Settings::default();
        match settings.split_once(' ') {
            Some(("retries", retries)) => read.retries = retries.parse().expect(settings),
            Some(("policy", policy)) => {
                let mut policies = Policy::ALL.into_iter();
                let found = policies.find(|known| known.name() == policy);
                read.policy = found.expect(settings);
            }
            _ => assert_eq!(settings, "-"),
        }
        let identity = Identity {
            pid: ProducerId(31),
            epoch: Epoch(0),
        };
        Self {
            producer: Producer::new(identity, read),
            sent: BTreeMap::new(),
            batches: 0,
        }
    }

    fn act(&mut self, piece: &str, line: &str) {
        let (verb, rest) = piece.split_once(' ').unwrap_or((piece, ""));
        match verb {
            "retry" => self.retry(rest.parse().expect(line), line),
            "expire" => {
                let next = self.producer.identity().next_epoch();
                let name = rest.parse().expect(line);
                let given_up = self
                    .producer
                    .give_up(name, five_slots::kafka::Cause::Expired, next);
                assert!(given_up.failed.contains(&name), "{line}");
            }
            "OK" | "OUT_OF_ORDER" | "FENCED" | "DUPLICATE_SEQUENCE_NUMBER" => {
                let name = rest.parse().expect(line);
                let mut sent = self.sent.keys().rev();
                let last = sent.find(|(known, _)| *known == name).expect(line).1;
                let answer = self.answer(name, last, verb);
                let next = self.producer.identity().next_epoch();
                let answered = self.producer.answer(answer, next);
                assert_ne!(answered, Answered::Nothing, "{line}");
            }
            _ => {
                let times = match verb.strip_prefix("send").expect(line).strip_prefix('*') {
                    Some(times) => times.parse().expect(line),
                    None => 1,
                };
                let partition = if rest == "p-1" { 1 } else { 0 };
                for _ in 0..times {
                    self.send(PartitionId::new(partition).expect(line), line);
                }
            }
        }
    }

    fn send(&mut self, partition: PartitionId, line: &str) {
        self.batches += 1;
        let sent = self.producer.send(Queued {
            name: self.batches,
            partition,
            records: 1,
            payload: (),
        });
        assert_eq!(sent, Ok(()), "{line}");
        let open = self.producer.release().expect(line);
        self.sent.insert((open.name, open.attempts), open.header);
    }

    fn retry(&mut self, name: u32, line: &str) {
        let may = self.producer.may_retry(name);
        assert!(may.is_ok(), "{may:?}: {line}");
        let open = self.producer.send_again(name).expect(line);
        self.sent.insert((open.name, open.attempts), open.header);
    }

    fn answer(&self, name: u32, attempt: u32, words: &str) -> Answer<u32> {
        let offset = words.split_once('=').map_or(0, |(_, offset)| {
            let offset: i64 = offset.parse().expect(words);
            offset
        });
        let base = Offset(offset);
        let reply = match words.split(' ').next() {
            Some("OK") => Reply::Ok { base },
            Some("DUPLICATE") => Reply::Duplicate { base },
            Some("OUT_OF_ORDER") => Reply::OutOfOrder,
            Some("FENCED") => Reply::Fenced,
            Some("INVALID_RECORD") => Reply::InvalidRecord,
            Some("NOT_LEADER") => Reply::NotLeader,
            Some("NOT_ENOUGH_REPLICAS") => Reply::NotEnoughReplicas,
            Some("NOT_ENOUGH_REPLICAS_AFTER_APPEND") => Reply::NotEnoughAfterAppend,
            Some("DUPLICATE_SEQUENCE_NUMBER") => Reply::DuplicateError,
            Some("UNKNOWN_PRODUCER_ID") => Reply::UnknownProducerId { log_start: base },
            _ => panic!("no reply: {words}"),
        };
        Answer {
            name,
            attempt,
            header: self.sent[&(name, attempt)],
            reply,
        }
    }

    fn check(&mut self, answer: &str, verdict: &str, asked: &str, open: &str, line: &str) {
        let (message, words) = answer.split_once(' ').expect(line);
        let (name, attempt) = message.split_once('.').expect(line);
        let (name, attempt) = (name.parse().expect(line), attempt.parse().expect(line));
        let answer = self.answer(name, attempt, words);

        let before = self.producer.clone();
        let hearing = self.producer.hear(answer);
        assert_eq!(self.producer, before, "judging changes nothing: {line}");
        assert_eq!(said(&hearing.verdict), verdict, "verdict: {line}");
        let questions = hearing.asked();
        let marks: String = questions
            .iter()
            .map(|question| match &question.looked_at {
                None => '.',
                Some(looked_at) if looked_at.holds => '+',
                Some(_) => '-',
            })
            .collect();
        assert_eq!(marks, asked, "asked: {line}");
        // The last question that was reached decides, and no other.
        let reached = asked.trim_end_matches('.').len();
        assert_eq!(hearing.verdict.question(), reached, "{line}");
        for (question, number) in questions.iter().zip(1..) {
            let outcome = match number {
                _ if number < reached => Outcome::GoesOn,
                _ if number == reached => Outcome::Decides,
                _ => Outcome::NotReached,
            };
            assert_eq!(question.outcome, outcome, "question {number}: {line}");
        }

        let next = self.producer.identity().next_epoch();
        let answered = self.producer.answer(answer, next);
        let left = self
            .producer
            .open()
            .iter()
            .map(|open| open.name.to_string());
        let left = left.collect::<Vec<String>>().join(" ");
        assert_eq!(left, open.trim_start_matches('-'), "open: {line}");
        let changes = answered != Answered::Nothing;
        assert_eq!(self.producer != before, changes, "changed: {line}");
    }
}

fn said(verdict: &Verdict<u32>) -> String {
    match verdict {
        Verdict::NobodyWaits => "nobody waits".to_owned(),
        Verdict::OldNumber => "old number".to_owned(),
        Verdict::Acknowledged { base, duplicate } => {
            let duplicate = if *duplicate { ", duplicate" } else { "" };
            format!("acked at {base}{duplicate}")
        }
        Verdict::LifeEnds => "life ends".to_owned(),
        Verdict::Invalid => "invalid".to_owned(),
        Verdict::UsedUp => "used up".to_owned(),
        Verdict::Waits {
            before: Some(before),
        } => format!("waits behind {before}"),
        Verdict::Waits { before: None } => "waits, was behind another".to_owned(),
        Verdict::Gap => "gap".to_owned(),
        Verdict::Passes => "passes".to_owned(),
        Verdict::Unknown => "unknown".to_owned(),
        Verdict::BeginsAgain => "begins again".to_owned(),
    }
}
