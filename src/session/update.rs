//! What each action does to a session.

use super::{Action, Moment, Session, Trouble, compared};
use crate::kafka::{Offset, PartitionId};
use crate::scenario::Opened;
use crate::sim::{Event, ProducerName, ProducerSetup, Setup, Variant};
use crate::timeline::{PushError, Pushed, Under};
use std::rc::Rc;

/// How many events "let it settle" adds at most.
const SETTLE_MAX: usize = 5_000;

impl Session {
    /// Does what the viewer wants, or says why not.
    pub fn update(&mut self, action: Action) -> Result<(), Trouble> {
        self.notice = None;
        let joins = matches!(action, Action::Chaos(_));
        let done = self.act(action);
        self.joins = joins && done.is_ok();
        let Moment {
            timeline, compare, ..
        } = &mut self.now;
        if let Some(compare) = compare {
            compare.follow(timeline);
        }
        done
    }

    fn act(&mut self, action: Action) -> Result<(), Trouble> {
        let cursor = self.timeline().cursor();
        match action {
            Action::Next if self.has_more() => self.now.timeline.seek(cursor + 1),
            Action::Next => {
                let next = self.timeline().world().next();
                let nothing = "nothing is outstanding: send something, or go back";
                self.push(next.ok_or(Trouble::NoFurther(nothing))?)?;
            }
            Action::Back if cursor == 0 => return Err(Trouble::NoFurther("this is the start")),
            Action::Back => self.now.timeline.seek(cursor - 1),
            Action::First => self.now.timeline.seek(0),
            Action::Last => self.now.timeline.seek(self.timeline().len()),
            Action::Seek(step) => self.now.timeline.seek(step),
            Action::Do(event) => self.push(event)?,
            Action::Chaos(event) if self.joins => {
                self.now.timeline.push(event).map_err(Trouble::Push)?;
                self.revision += 1;
            }
            Action::Chaos(event) => {
                // A change even where it follows what is there: the others join it.
                let mut next = self.now.clone();
                next.timeline.push(event).map_err(Trouble::Push)?;
                self.change(next);
            }
            Action::Settle => self.settle()?,
            Action::Open(listed) => {
                let opened = Self::of_listed(listed);
                self.change(opened.now);
            }
            Action::Load(text) => self.load(&text)?,
            Action::Compare(variant) => self.compare(variant)?,
            Action::Set(change) => {
                let mut setup = self.timeline().setup().clone();
                change.apply(&mut setup);
                self.set_up(setup)?;
            }
            Action::Defaults => self.set_defaults()?,
            Action::AddProducer(id) => self.add_producer(id)?,
            Action::AddPartition => self.add_partition()?,
            Action::Reset => {
                let mut reset = self.now.clone();
                reset.timeline.reset();
                self.change(reset);
            }
            Action::GoToBranch(branch) => {
                self.now.timeline.go_to_branch(branch);
                self.revision += 1;
            }
            Action::Undo => {
                let before = self
                    .undo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to undo"))?;
                self.redo.push(std::mem::replace(&mut self.now, before));
                self.revision += 1;
            }
            Action::Redo => {
                let after = self
                    .redo
                    .pop()
                    .ok_or(Trouble::NoFurther("there is nothing to redo"))?;
                self.undo.push(std::mem::replace(&mut self.now, after));
                self.revision += 1;
            }
        }
        Ok(())
    }

    fn push(&mut self, event: Event) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        match next.timeline.push(event).map_err(Trouble::Push)? {
            // Only the cursor moved along what was there.
            Pushed::Followed => self.now = next,
            _ => self.change(next),
        }
        Ok(())
    }

    /// Goes on by what lets nothing go wrong, until nothing is outstanding. It is one change.
    fn settle(&mut self) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        let mut pushed = 0;
        while let Some(event) = next.timeline.world().next().filter(|_| pushed < SETTLE_MAX) {
            if let Err(error) = next.timeline.push(event) {
                // A recording that is full has settled as far as it can.
                if pushed == 0 {
                    return Err(Trouble::Push(error));
                }
                break;
            }
            pushed += 1;
        }
        if pushed == 0 {
            return Err(Trouble::NoFurther("nothing is outstanding: it has settled"));
        }
        self.change(next);
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), Trouble> {
        let opened = Opened::whole(text).map_err(Trouble::Text)?;
        let mut loaded = Self::of(opened.scenario, opened.timeline);
        // Someone who edits what is on the screen stays where they are.
        loaded.now.timeline.seek(self.timeline().cursor());
        self.change(loaded.now);
        Ok(())
    }

    fn add_producer(&mut self, transactional_id: Option<Rc<str>>) -> Result<(), Trouble> {
        let mut setup = self.timeline().setup().clone();
        let taken = |name| {
            let anywhere = self.timeline().world_at(usize::MAX).actor(name).is_some();
            anywhere || setup.producers.contains_key(&name)
        };
        let free = ProducerName::all().find(|name| !taken(*name));
        let name = free.ok_or(Trouble::NoneLeft("all 26 producers, A to Z, are there"))?;
        let producer = ProducerSetup {
            transactional_id,
            ..ProducerSetup::default()
        };
        setup.producers.insert(name, producer);
        self.set_up(setup)
    }

    fn add_partition(&mut self) -> Result<(), Trouble> {
        let mut setup = self.timeline().setup().clone();
        let known = self.timeline().world_at(usize::MAX).known_partitions();
        let free = PartitionId::all().find(|id| !known.contains(id));
        let id = free.ok_or(Trouble::NoneLeft(
            "all 16 partitions, p-0 to p-15, are there",
        ))?;
        setup.given.or_default(id).log_end = Some(Offset::ZERO);
        if let Some(first) = known.first() {
            // The first partition is there by default only as long as no other is.
            setup
                .given
                .or_default(*first)
                .log_end
                .get_or_insert(Offset::ZERO);
        }
        self.set_up(setup)
    }

    fn set_defaults(&mut self) -> Result<(), Trouble> {
        let setup = self.timeline().setup().clone();
        let (rules, given, producers) = (setup.rules, setup.given, setup.producers);
        self.set_up(Setup {
            rules,
            given,
            producers,
            ..Setup::default()
        })
    }

    /// Replays everything under another setup.
    fn set_up(&mut self, setup: Setup) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        let under = self.now.timeline.under(setup).map_err(PushError::Setup);
        let under = under.map_err(Trouble::Push)?;
        let notice = notice(&under);
        if under.differs.is_some() || under.stopped.is_some() {
            let mut story = (*next.story).clone();
            story.closing.clear();
            // Told otherwise, it is no built-in story any more.
            story.id = None;
            next.story = Rc::new(story);
        }
        next.timeline = under.timeline;
        let variant = self.comparison().map(|known| known.variant().clone());
        next.compare = compared(variant, &next.timeline)?;
        self.notice = notice;
        self.change(next);
        Ok(())
    }

    /// Lays the same events under a second setup beside the first, or stops it.
    fn compare(&mut self, variant: Option<Variant>) -> Result<(), Trouble> {
        let mut next = self.now.clone();
        next.compare = compared(variant, &next.timeline)?;
        self.change(next);
        Ok(())
    }
}

/// What another setup did to the run on screen, if it did anything.
fn notice(under: &Under) -> Option<String> {
    let ends = under.stopped.as_ref().map(|stopped| stopped.index + 1);
    let differs = under
        .differs
        .filter(|step| ends.is_none_or(|end| *step < end));
    let left_out = differs.map(|step| {
        format!(
            "from step {step} on something else happens now, so the captions from there are left \
             out"
        )
    });
    let impossible = under.stopped.as_ref().map(|stopped| {
        let (step, why) = (stopped.index + 1, &stopped.error);
        format!(
            "from step {step} on this run is impossible under these settings ({why}): it ends \
             before it"
        )
    });
    let told: Vec<String> = left_out.into_iter().chain(impossible).collect();
    let all = "; Undo brings everything back";
    (!told.is_empty()).then(|| told.join("; ") + all)
}
