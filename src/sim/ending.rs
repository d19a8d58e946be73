//! How batches end: given up by their producer, with what follows, and what applications are told.

use super::actor::{Actor, Entry, Told};
use super::fact::Fact;
use super::impossible::Impossible;
use super::name::{BatchName, ProducerName};
use super::why::Why;
use super::world::World;
use crate::kafka::{Aftermath, Cause, Epoch, Identity, Policy};
use std::rc::Rc;

impl World {
    /// The delivery timeout of a batch runs out.
    pub(super) fn expire(
        &mut self,
        batch: BatchName,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Impossible> {
        let holder = self.keeper(batch);
        if self.holder(batch).is_some() {
            self.give_up(holder, batch, Cause::Expired, facts);
            return Ok(());
        }
        let life = self
            .actors
            .get_mut(&holder)
            .and_then(|actor| Rc::make_mut(actor).life.as_mut());
        if life.is_some_and(|life| life.give_up_queued(batch)) {
            let why = Why::NeverSent;
            self.fail(holder, &[batch], why, facts);
            return Ok(());
        }
        let can = self.waiting().collect();
        Err(Impossible::CannotExpire { batch, can })
    }

    /// A producer gives up a batch that it sent, and does what its policy says.
    pub(super) fn give_up(
        &mut self,
        holder: ProducerName,
        batch: BatchName,
        cause: Cause,
        facts: &mut Vec<Fact>,
    ) {
        let next = self.identity_after(holder);
        let Some(life) = self.actor_mut(holder).life.as_mut() else {
            return;
        };
        let aftermath = life.give_up(batch, cause, next);
        self.follow(holder, batch, cause, aftermath, facts);
    }

    /// What follows when a batch was given up.
    pub(super) fn follow(
        &mut self,
        holder: ProducerName,
        batch: BatchName,
        cause: Cause,
        aftermath: Aftermath<BatchName>,
        facts: &mut Vec<Fact>,
    ) {
        let Aftermath {
            failed,
            renumbered,
            identity,
            end,
        } = aftermath;
        if failed.contains(&batch) {
            self.fail(holder, &[batch], Why::GivenUp(cause), facts);
        } else {
            facts.push(Fact::Kept(batch));
        }
        let others: Vec<BatchName> = failed.into_iter().filter(|name| *name != batch).collect();
        if !others.is_empty() {
            self.fail(holder, &others, Why::With(batch), facts);
        }
        if let Some(end) = end {
            facts.push(Fact::LifeEnded {
                producer: holder,
                end,
                batches: Vec::new(),
            });
        }
        if let Some(identity) = identity {
            self.take_identity(holder, identity);
            facts.push(Fact::Bumped {
                producer: holder,
                identity,
            });
        }
        for name in renumbered {
            // A wire that is full can wait: the batch is open, and can be retried.
            if !self.wire.is_full() {
                self.send_again(holder, name, facts);
            }
        }
    }

    /// The application is told that batches failed.
    pub(super) fn fail(
        &mut self,
        holder: ProducerName,
        batches: &[BatchName],
        why: Why,
        facts: &mut Vec<Fact>,
    ) {
        self.tell_failed(holder, batches);
        facts.push(Fact::Failed {
            batches: batches.to_vec(),
            why,
        });
    }

    /// Notes that batches failed, and counts their records.
    pub(super) fn tell_failed(&mut self, holder: ProducerName, batches: &[BatchName]) {
        for batch in batches {
            let records = self.tell(*batch, Told::Failed);
            self.actor_mut(holder).counters.failed += records;
        }
    }

    /// Notes what an application was told about a batch. Returns how many records it has.
    pub(super) fn tell(&mut self, batch: BatchName, told: Told) -> u64 {
        let entry = self.entry_mut(batch);
        entry.map_or(0, |entry| {
            entry.told = told;
            u64::from(entry.records.count())
        })
    }

    pub(super) fn entry_mut(&mut self, batch: BatchName) -> Option<&mut Entry> {
        let place = (batch.number as usize).checked_sub(1)?;
        self.actor_mut(batch.producer).ledger.get_mut(place)
    }

    /// Who a producer will be if it begins its numbering anew: the same pid under the next epoch,
    /// which without a transactional id it takes by itself (`bumpIdempotentProducerEpoch`); a new
    /// pid after the last epoch. `None` if the broker has given its transactional id to a newer
    /// life.
    pub(super) fn identity_after(&self, holder: ProducerName) -> Option<Identity> {
        let actor = self.actor(holder)?;
        let identity = actor.life.as_ref()?.identity();
        let id = actor.transactional_id.as_ref();
        let newest = id.and_then(|id| self.coordinator.get(id));
        if newest.is_some_and(|newest| *newest != identity) {
            return None;
        }
        let settings = self.settings;
        let stays = settings.policy != Policy::NewPid || id.is_some();
        let next = identity.next_epoch().filter(|_| stays);
        next.or_else(|| {
            let pid = self.fresh_pid()?;
            let epoch = Epoch(0);
            Some(Identity { pid, epoch })
        })
    }

    fn take_identity(&mut self, holder: ProducerName, identity: Identity) {
        self.name_pid(identity.pid);
        let actor = self.actor_mut(holder);
        if identity.epoch == Epoch(0) {
            // A new pid is a new life: the broker cannot know that it was somebody before.
            actor.lives += 1;
        }
        let id = actor.transactional_id.clone();
        if let Some(id) = id {
            self.register(&id, identity);
        }
    }

    /// Whose life has this batch open or queued; the producer that it is named by, if nobody's.
    pub(super) fn keeper(&self, batch: BatchName) -> ProducerName {
        let keeps = |actor: &&Actor| actor.has(batch);
        let keeper = self.actors().find(keeps);
        keeper.map_or(batch.producer, |actor| actor.name)
    }
}
