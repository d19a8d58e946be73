//! A partition's log: batches in order, and where it ends.

use super::button::step_button;
use super::lane::Lane;
use super::markup::*;
use super::store::Store;
use crate::kafka::{Decision, Logged, Offset, Partition, PartitionId};
use crate::sim::{Breach, Cargo, CopiedBy};

/// More batches and records of a batch than these are counted, not drawn. All of them stand in
/// State as text.
const BATCHES_SHOWN: usize = 8;
const RECORDS_SHOWN: u32 = 4;

/// The log, with what this step appended marked.
pub(super) fn view(
    store: &Store,
    lane: Lane<'_>,
    id: PartitionId,
    partition: &Partition<Cargo>,
    decision: Option<&Decision>,
) -> Html {
    let batches = partition.log();
    let first = batches.len().saturating_sub(BATCHES_SHOWN);
    let shown = (first..batches.len()).filter_map(|place| batches.get(place));
    let start = batches
        .get(first)
        .map_or(partition.log_end(), |batch| batch.base);
    let appended = decision.filter(|decision| decision.reason.accepts());
    let fresh = appended.map(|decision| decision.log_end_before);
    html! {
        <div class="fs-log">
            if lane.is_compared() {
                <h3 class="fs-log__name">{ format!("log of {id}") }</h3>
            } else {
                <span class="fs-log__name">{ "log" }</span>
            }
            <div class="fs-log__batches">
                if start > Offset::ZERO {
                    <span class="fs-log__earlier">{ earlier(partition, start) }</span>
                }
                { for shown.map(|batch| {
                    logged(store, lane, id, batch, fresh == Some(batch.base))
                }) }
                <span
                    key={format!("end{}", partition.log_end())}
                    class={classes!("fs-log__end", fresh.is_some().then_some("fs-is-new"))}
                >
                    <span class="fs-log__end-name">{ "log end" }</span>
                    <strong>{ partition.log_end().to_string() }</strong>
                </span>
            </div>
        </div>
    }
}

/// What stands before the batches that are drawn, or stood there once.
fn earlier(partition: &Partition<Cargo>, start: Offset) -> String {
    let fate = match partition.log_start() == start {
        true => "deleted",
        false => "before",
    };
    format!("0..{} {fate}", start.0 - 1)
}

/// One batch in the log: press it to see the step that wrote it.
fn logged(
    store: &Store,
    lane: Lane<'_>,
    id: PartitionId,
    batch: &Logged<Cargo>,
    fresh: bool,
) -> Html {
    let records = &batch.records.records;
    let count = records.count();
    let shown = count.min(RECORDS_SHOWN);
    let base = batch.base;
    let copy = lane.world().watcher().copy_at(id, base);
    let stands = format!("in the log of {id}{}", lane.suffix());
    let is_copy = copy.map(|breach| match breach {
        Breach::Copy {
            by: CopiedBy::Retry,
            ..
        } => "fs-batch--copy",
        _ => "fs-batch--again",
    });
    let content = html! {
        <>
            <span class="fs-batch__records">
                { for (0..shown).map(|index| html! {
                    <span key={index} class="fs-record">
                        <span class="fs-record__offset">{ base.0 + i64::from(index) }</span>
                        <span class="fs-record__label">{ records.label(index) }</span>
                    </span>
                }) }
                if count > shown {
                    <span class="fs-record fs-record--more">
                        { format!("and {} more", count - shown) }
                    </span>
                }
            </span>
            if let Some(Breach::Copy { first, .. }) = copy {
                <span class="fs-batch__note">{ format!("again, first at {first}") }</span>
            }
        </>
    };
    let classes = classes!("fs-batch", fresh.then_some("fs-is-new"), is_copy);
    let writer = lane.writer(id, base);
    html! {
        <div key={base.to_string()} class="fs-log__batch">
            { step_button(store, stands, classes, writer, content) }
        </div>
    }
}
