//! What each broker remembers, worked out anew from the facts: a log, a memory and some files,
//! without sharing, without places, without a look at how the program does it.

use crate::laws::law;
use five_slots::kafka::{
    Deletion, Epoch, Header, Keeps, Logged, Offset, Partition, PartitionId, Policies, ProducerId,
    ProducerState, RuleSet, Slot,
};
use five_slots::sim::{BrokerName, Cargo, Fact, World};
use std::collections::BTreeMap;

/// The newest batches of each producer, oldest first, and the epoch that they are of.
type Memory = BTreeMap<ProducerId, (Epoch, Vec<Slot>)>;

/// What all brokers have. Nothing may be given: it begins with nothing.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    policies: Policies,
    window: usize,
    copies: BTreeMap<(PartitionId, BrokerName), Copy>,
}

#[derive(Clone, Debug, Default)]
struct Copy {
    start: i64,
    end: i64,
    log: Vec<Entry>,
    memory: Memory,
    files: Vec<(i64, Memory)>,
    /// It has recovered, and is to write a new file.
    owes_file: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    base: i64,
    header: Header,
    /// Its producer was idle for too long since.
    forgotten: bool,
}

impl Entry {
    fn end(&self) -> i64 {
        self.base + i64::from(self.header.records)
    }
}

impl Remembered {
    pub(crate) fn new(rules: RuleSet, window: usize) -> Self {
        Self {
            policies: rules.policies(),
            window,
            copies: BTreeMap::new(),
        }
    }

    /// Does what the facts of a step say. `after` says who is there, and who leads.
    pub(crate) fn follow(&mut self, facts: &[Fact], after: &World) -> Result<(), String> {
        for fact in facts {
            self.fact(fact, after)?;
        }
        for fact in facts {
            // The files of a clean stop are facts after it, and are written before it.
            if let Fact::WentDown { broker, .. } = fact {
                for (_, copy) in self.copies.iter_mut().filter(|(key, _)| key.1 == *broker) {
                    copy.memory.clear();
                }
            }
        }
        let mut owes = self.copies.values().filter(|copy| copy.owes_file);
        law(owes.next().is_none(), "a recovery ends with a new file")?;
        for (id, broker) in follows(after) {
            self.follow_start(id, broker, after);
        }
        Ok(())
    }

    fn copy(&mut self, id: PartitionId, broker: BrokerName) -> &mut Copy {
        self.copies.entry((id, broker)).or_default()
    }

    fn leaders(&mut self, id: PartitionId, world: &World) -> Copy {
        let leader = world.replicas(id).expect("it exists").leader;
        self.copy(id, leader).clone()
    }

    fn fact(&mut self, fact: &Fact, after: &World) -> Result<(), String> {
        let (policies, window) = (self.policies, self.window);
        match fact {
            Fact::Judged {
                partition,
                broker,
                decision,
                ..
            } if decision.reason.accepts() => {
                let copy = self.copy(*partition, *broker);
                let entry = Entry {
                    base: copy.end,
                    header: decision.batch,
                    forgotten: false,
                };
                copy.append(entry, window);
            }
            Fact::Replicated {
                partition, broker, ..
            } => {
                self.follow_start(*partition, *broker, after);
                let leaders = self.leaders(*partition, after).log;
                let copy = self.copy(*partition, *broker);
                let had = copy.end;
                for entry in leaders.into_iter().filter(|entry| entry.base >= had) {
                    copy.append(entry, window);
                }
            }
            Fact::Cut {
                partition,
                broker,
                to,
                ..
            } => {
                let copy = self.copy(*partition, *broker);
                if to.0 < copy.start {
                    *copy = Copy::beginning_at(to.0);
                    return Ok(());
                }
                copy.log.retain(|entry| entry.end() <= to.0);
                copy.end = to.0;
                copy.files.retain(|(at, _)| *at <= to.0);
                copy.recover(policies, window);
                // Of this nobody is told.
                copy.write(policies);
            }
            Fact::Snapshot {
                partition,
                broker,
                offset,
            } => {
                let copy = self.copy(*partition, *broker);
                law(copy.end == offset.0, "a file is written at the log end")?;
                law(copy.write(policies), "a file has something new")?;
                copy.owes_file = false;
            }
            Fact::Recovered {
                partition,
                broker,
                recovered,
            } => {
                let copy = self.copy(*partition, *broker);
                let file = copy.files.last().map(|(at, _)| Offset(*at));
                law(recovered.snapshot == file, "the newest file is read")?;
                let from = file.map_or(copy.start, |at| at.0);
                law(recovered.from.0 == from, "the log is read from there")?;
                law(recovered.to.0 == copy.end, "and to its end")?;
                copy.recover(policies, window);
                copy.owes_file = copy.clone().write(policies);
            }
            Fact::Moved { partition, broker } => {
                let start = self.leaders(*partition, after).start;
                *self.copy(*partition, *broker) = Copy::beginning_at(start);
            }
            Fact::Deleted { partition, to, .. } => {
                let leader = after.replicas(*partition).expect("it exists").leader;
                self.copy(*partition, leader).delete(to.0, policies);
            }
            Fact::Expired { partition, pid } => {
                for (_, copy) in self
                    .copies
                    .iter_mut()
                    .filter(|(key, _)| key.0 == *partition)
                {
                    copy.forget(*pid);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A follower deletes what its leader has deleted.
    fn follow_start(&mut self, id: PartitionId, broker: BrokerName, world: &World) {
        let start = self.leaders(id, world).start;
        let policies = self.policies;
        let copy = self.copy(id, broker);
        if copy.end < start {
            *copy = Copy::beginning_at(start);
        } else if copy.start < start {
            copy.delete(start, policies);
        }
    }

    /// Whether every broker has just this.
    pub(crate) fn agrees(&self, world: &World) -> Result<(), String> {
        for id in world.partitions().keys() {
            for broker in world.brokers() {
                let copy = world.copy(*id, broker.name).ok_or("a copy is missing")?;
                let own = self.copies.get(&(*id, broker.name)).cloned();
                let own = own.unwrap_or_default();
                own.agrees(copy, self.policies)
                    .map_err(|why| format!("{why}: {} on {id}, by hand {own:?}", broker.name))?;
            }
        }
        Ok(())
    }
}

/// The followers that copy now.
fn follows(world: &World) -> Vec<(PartitionId, BrokerName)> {
    let mut follows = Vec::new();
    for id in world.partitions().keys() {
        let replicas = world.replicas(*id).expect("it exists");
        for broker in world.brokers().iter().filter(|broker| broker.up) {
            if replicas.led && replicas.leader != broker.name && !broker.paused {
                follows.push((*id, broker.name));
            }
        }
    }
    follows
}

impl Copy {
    fn beginning_at(start: i64) -> Self {
        Self {
            start,
            end: start,
            ..Self::default()
        }
    }

    fn append(&mut self, entry: Entry, window: usize) {
        self.end = entry.end();
        learn(&mut self.memory, &entry, window);
        self.log.push(entry);
    }

    /// Writes a file; whether there was something new.
    fn write(&mut self, policies: Policies) -> bool {
        let counts = match policies.snapshot {
            Keeps::Window => self.end > 0,
            Keeps::Newest => self.end > self.start,
        };
        let new = counts && self.files.last().is_none_or(|(at, _)| *at < self.end);
        if new {
            self.files.push((self.end, self.memory.clone()));
        }
        new
    }

    /// What the newest file keeps.
    fn in_file(&self, policies: Policies) -> Memory {
        let mut kept = self
            .files
            .last()
            .map_or(Memory::new(), |(_, all)| all.clone());
        if policies.snapshot == Keeps::Newest {
            for (_, slots) in kept.values_mut() {
                slots.drain(..slots.len() - 1);
            }
        }
        self.drop_deleted(&mut kept, policies);
        kept
    }

    fn recover(&mut self, policies: Policies, window: usize) {
        self.memory = self.in_file(policies);
        let from = self.files.last().map_or(self.start, |(at, _)| *at);
        for entry in self.log.iter().filter(|entry| entry.base >= from) {
            learn(&mut self.memory, entry, window);
        }
    }

    fn delete(&mut self, to: i64, policies: Policies) {
        self.log.retain(|entry| entry.end() > to);
        (self.start, self.end) = (to, self.end.max(to));
        self.files.retain(|(at, _)| *at > to);
        let mut memory = std::mem::take(&mut self.memory);
        self.drop_deleted(&mut memory, policies);
        self.memory = memory;
    }

    /// Under some rules a producer is forgotten with its last record.
    fn drop_deleted(&self, memory: &mut Memory, policies: Policies) {
        if policies.deletion == Deletion::DropsState {
            let newest = |slots: &[Slot]| slots.last().map_or(0, |slot| slot.base.0);
            memory.retain(|_, (_, slots)| newest(slots) >= self.start);
        }
    }

    fn forget(&mut self, pid: ProducerId) {
        self.memory.remove(&pid);
        for (_, memory) in &mut self.files {
            memory.remove(&pid);
        }
        for entry in self.log.iter_mut().filter(|entry| entry.header.pid == pid) {
            entry.forgotten = true;
        }
    }

    fn agrees(&self, copy: &Partition<Cargo>, policies: Policies) -> Result<(), String> {
        let own = self.log.iter().map(|entry| (entry.base, entry.header));
        let there = |batch: &Logged<Cargo>| (batch.base.0, batch.header);
        law(own.eq(copy.log().iter().map(there)), "the same log")?;
        let ends = (copy.log_start().0, copy.log_end().0);
        law((self.start, self.end) == ends, "the same ends")?;
        let memory = copy.states().map(|(pid, state)| remembered(pid, state));
        law(self.memory == memory.collect(), "the same memory")?;
        let file = copy.in_snapshot();
        let file = file.iter().map(|(pid, state)| remembered(*pid, state));
        law(self.in_file(policies) == file.collect(), "the same file")
    }
}

fn remembered(pid: ProducerId, state: &ProducerState) -> (ProducerId, (Epoch, Vec<Slot>)) {
    (pid, (state.epoch, state.window.slots().to_vec()))
}

/// A batch of another epoch is the only one that is remembered; of the same, one more.
fn learn(memory: &mut Memory, entry: &Entry, window: usize) {
    let header = entry.header;
    if header.pid == ProducerId::NONE || entry.forgotten {
        return;
    }
    let (epoch, slots) = memory
        .entry(header.pid)
        .or_insert((header.epoch, Vec::new()));
    if *epoch != header.epoch {
        (*epoch, *slots) = (header.epoch, Vec::new());
    }
    slots.push(Slot {
        first: header.first,
        last: header.last(),
        base: Offset(entry.base),
    });
    if slots.len() > window {
        slots.remove(0);
    }
}
