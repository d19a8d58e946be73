//! What happens when a producer hears an answer.

use super::actor::Told;
use super::fact::Fact;
use super::name::{BatchName, MessageName};
use super::network::{Message, MessageKind};
use super::why::Why;
use super::world::World;
use crate::kafka::{Answer, Answered, End, Hearing, Offset, PartitionId, Reply, Verdict};

impl World {
    /// What the producer would make of a reply on the wire; `None` if there is no such reply.
    /// Nothing is changed.
    pub fn hearing(&self, name: MessageName) -> Option<Hearing<BatchName>> {
        let message = self.wire.find(name)?;
        let MessageKind::Reply(reply) = message.kind else {
            return None;
        };
        let answer = answer(message, reply);
        let keeper = self.actor(self.keeper(answer.name))?;
        Some(keeper.life.as_ref()?.hear(answer))
    }

    /// A producer hears an answer.
    pub(super) fn hear(&mut self, message: &Message, reply: Reply, facts: &mut Vec<Fact>) {
        let answer = answer(message, reply);
        let batch = answer.name;
        let holder = self.keeper(batch);
        let next = self.identity_after(holder);
        let Some(life) = self.actor_mut(holder).life.as_mut() else {
            facts.push(Fact::NobodyWaits(message.name));
            return;
        };
        let old_number = life.hear(answer).verdict == Verdict::OldNumber;
        match life.answer(answer, next) {
            Answered::Nothing if old_number => facts.push(Fact::OldNumber(message.name)),
            Answered::Nothing => facts.push(Fact::NobodyWaits(message.name)),
            Answered::Acknowledged { base, duplicate } => {
                let records = self.tell(batch, Told::Acknowledged);
                let counters = &mut self.actor_mut(holder).counters;
                counters.acknowledged += records;
                if duplicate {
                    counters.duplicates += records;
                }
                facts.push(Fact::Acknowledged { batch, base });
                self.watch_acknowledged(message.partition, batch, base, duplicate, facts);
            }
            Answered::Failed => self.fail(holder, &[batch], Why::Refused(reply), facts),
            Answered::BeginsAgain(batches) => {
                facts.push(Fact::BeginsAgain {
                    producer: holder,
                    partition: message.partition,
                });
                for name in batches {
                    if !self.wire.is_full() {
                        self.send_again(holder, name, facts);
                    }
                }
            }
            Answered::StaysOpen => facts.push(Fact::StaysOpen { batch, reply }),
            Answered::GivenUp(cause, aftermath) => {
                self.follow(holder, batch, cause, aftermath, facts);
            }
            Answered::LifeEnds(batches) => {
                self.tell_failed(holder, &batches);
                facts.push(Fact::LifeEnded {
                    producer: holder,
                    end: End::Fenced,
                    batches,
                });
            }
        }
    }

    fn watch_acknowledged(
        &mut self,
        partition: PartitionId,
        batch: BatchName,
        base: Offset,
        duplicate: bool,
        facts: &mut Vec<Fact>,
    ) {
        let copies = self.entry_mut(batch).map_or(0, |entry| entry.copies);
        if base == Offset::UNKNOWN && copies > 0 {
            return;
        }
        let log = &self.partitions[&partition];
        // What was appended and is not there, a new leader does not have.
        let by_election = !duplicate || base >= log.log_end();
        let told = (batch, base, by_election);
        let breach = self.watcher.acknowledged(partition, log, told);
        facts.extend(breach.map(Fact::Breach));
    }
}

fn answer(message: &Message, reply: Reply) -> Answer<BatchName> {
    Answer {
        name: message.name.batch,
        attempt: message.name.attempt,
        header: message.header,
        reply,
    }
}
