//! The scrubber: a native range, with the story drawn above it, one mark an event.

use super::browser;
use super::button::act;
use super::icon::Mark;
use super::lane;
use super::markup::*;
use super::store::Store;
use crate::kafka::Epoch;
use crate::session::{Action, Session};
use crate::sim::Fact;
use crate::timeline::Step;

/// From this many steps on, marks would touch; several steps then share the mark of the one that
/// matters most.
const MARKS_MAX: usize = 80;

/// The scrubber.
pub(super) fn view(store: &Store, session: &Session) -> Html {
    let timeline = session.timeline();
    let (cursor, steps) = (timeline.cursor(), timeline.len());
    let compares = session.comparison().is_some();
    let oninput = {
        let store = store.clone();
        Callback::from(move |input: InputEvent| {
            if let Ok(step) = browser::value(&input).parse() {
                act(&store, Action::Seek(step));
            }
        })
    };
    html! {
        <div class={classes!("fs-scrubber", compares.then_some("fs-scrubber--compares"))}>
            { marks(session) }
            <input
                type="range"
                class="fs-scrubber__range"
                aria-label="Step"
                aria-valuetext={value_text(session)}
                min="0"
                max={steps.to_string()}
                value={cursor.to_string()}
                {oninput}
            />
            <p class="fs-scrubber__where">{ format!("step {cursor} of {steps}") }</p>
            { lane::first_difference(store, session) }
        </div>
    }
}

/// `step 5 of 6: DUPLICATE`.
fn value_text(session: &Session) -> String {
    let timeline = session.timeline();
    let place = format!("step {} of {}", timeline.cursor(), timeline.len());
    let Some(step) = timeline.step() else {
        return place;
    };
    let what = match step.judged() {
        Some((_, decision)) => decision.reply.word().to_owned(),
        None => step.entry.event.to_string(),
    };
    let first = differ_at(session) == Some(timeline.cursor());
    let first = if first { ", the first difference" } else { "" };
    format!("{place}: {what}{first}")
}

fn differ_at(session: &Session) -> Option<usize> {
    session.comparison()?.differ_at()
}

fn marks(session: &Session) -> Html {
    let timeline = session.timeline();
    let steps = timeline.len();
    let per_mark = steps.div_ceil(MARKS_MAX).max(1);
    let mut drawn: Vec<Html> = Vec::with_capacity(MARKS_MAX * 2);
    let mut bands = Bands::default();
    let mut shared: Option<Mark> = None;
    for (index, step) in timeline.steps().iter().enumerate() {
        bands.see(index, step);
        let mark = Mark::of_step(step);
        shared = shared.max_by(mark);
        if (index + 1) % per_mark == 0 || index + 1 == steps {
            let mark = shared.take().unwrap_or(mark);
            drawn.push(draw(mark, index + 1, steps, timeline.cursor()));
        }
    }
    html! {
        <svg class="fs-marks" height="34" width="100%" aria-hidden="true" focusable="false">
            { for bands.draw(steps) }
            { for drawn }
            { for differ_at(session).map(|step| difference(step, steps)) }
        </svg>
    }
}

fn draw(mark: Mark, step: usize, steps: usize, cursor: usize) -> Html {
    let state = match step.cmp(&cursor) {
        std::cmp::Ordering::Less => "fs-marks__past",
        std::cmp::Ordering::Equal => "fs-marks__now",
        std::cmp::Ordering::Greater => "fs-marks__to-come",
    };
    html! {
        <svg key={step} class={state} x={percent(step, steps)} y="12" overflow="visible">
            { mark.shape() }
        </svg>
    }
}

/// Where the lanes part: a line with a sign and a word, above the marks.
fn difference(step: usize, steps: usize) -> Html {
    let late = step * 2 > steps;
    let (anchor, dx) = if late {
        ("end", "-10")
    } else {
        ("start", "10")
    };
    html! {
        <svg key="difference" class="fs-differs" x={percent(step, steps)} y="-8" overflow="visible">
            <line y1="7" y2="34" />
            { Mark::Differs.shape() }
            <text x={dx} y="4" text-anchor={anchor}>{ "first difference" }</text>
        </svg>
    }
}

fn percent(step: usize, steps: usize) -> String {
    // In hundredths, without floating point: its printing would be a tenth of the page.
    let hundredths = step * 10_000 / steps.max(1);
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// Where several steps share a mark, the rarer and graver one is drawn.
trait Graver {
    fn max_by(self, mark: Mark) -> Option<Mark>;
}

impl Graver for Option<Mark> {
    fn max_by(self, mark: Mark) -> Option<Mark> {
        let rank = |mark: Mark| match mark {
            Mark::Other | Mark::Heard | Mark::Differs => 0,
            Mark::InFlight => 1,
            Mark::Ok => 2,
            Mark::Lost => 3,
            Mark::Duplicate => 4,
            Mark::OutOfOrder => 5,
            Mark::Invalid => 6,
            Mark::Fenced => 7,
        };
        match self {
            Some(before) if rank(before) >= rank(mark) => Some(before),
            _ => Some(mark),
        }
    }
}

/// The stretches of the run between the first sights of a newer epoch.
#[derive(Default)]
struct Bands {
    /// Where each begins, and the newest epoch seen from there on.
    starts: Vec<(usize, Epoch)>,
}

impl Bands {
    fn see(&mut self, index: usize, step: &Step) {
        for fact in &step.facts {
            let epoch = match fact {
                Fact::Initialised { identity, .. } => identity.epoch,
                Fact::Judged { decision, .. } => decision.batch.epoch,
                _ => continue,
            };
            if self.starts.last().is_none_or(|(_, newest)| *newest < epoch) {
                self.starts.push((index, epoch));
            }
        }
    }

    fn draw(&self, steps: usize) -> Vec<Html> {
        // A run within one epoch needs no bands; one with very many would only flicker.
        if self.starts.len() < 2 || self.starts.len() > MARKS_MAX {
            return Vec::new();
        }
        let ends = self.starts.iter().skip(1).map(|(start, _)| *start);
        let ends = ends.chain(std::iter::once(steps));
        let bands = self.starts.iter().zip(ends).enumerate();
        bands
            .map(|(place, ((start, epoch), end))| {
                let class = if place % 2 == 0 {
                    "fs-band"
                } else {
                    "fs-band fs-band--odd"
                };
                let (x, width) = (percent(*start, steps), percent(end - start, steps));
                html! {
                    <g key={format!("band{start}")} {class}>
                        <rect x={x.clone()} {width} y="24" height="10" />
                        <text {x} dx="4" y="32.5">{ format!("epoch {epoch}") }</text>
                    </g>
                }
            })
            .collect()
    }
}
