//! Shapes that stand for what happened. Each differs in form as well as in colour.

use super::markup::*;
use crate::kafka::Reply;
use crate::sim::Fact;
use crate::timeline::Step;

/// What a mark says about a step or a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A filled circle: OK.
    Ok,
    /// A diamond: DUPLICATE.
    Duplicate,
    /// A triangle: OUT_OF_ORDER.
    OutOfOrder,
    /// A square: FENCED.
    Fenced,
    /// A cross: INVALID_RECORD.
    Invalid,
    /// A torn line: lost.
    Lost,
    /// An open triangle: on its way.
    InFlight,
    /// A tick: an answer was heard.
    Heard,
    /// A small circle: something else.
    Other,
    /// A crossed-out equals sign: two lanes differ.
    Differs,
}

impl Mark {
    /// The mark of a reply.
    pub(super) fn of_reply(reply: Reply) -> Self {
        match reply {
            Reply::Ok { .. } => Self::Ok,
            Reply::Duplicate { .. } | Reply::DuplicateError => Self::Duplicate,
            Reply::OutOfOrder | Reply::UnknownProducerId { .. } => Self::OutOfOrder,
            Reply::Fenced => Self::Fenced,
            Reply::InvalidRecord
            | Reply::NotLeader
            | Reply::NotEnoughReplicas
            | Reply::NotEnoughAfterAppend => Self::Invalid,
        }
    }

    /// The mark of a step: its answer if a batch was judged, else what became of a message.
    pub(super) fn of_step(step: &Step) -> Self {
        let mut mark = Self::Other;
        for fact in &step.facts {
            match fact {
                Fact::Judged { decision, .. } => return Self::of_reply(decision.reply),
                Fact::Lost(_) | Fact::Unreachable { .. } | Fact::WentDown { .. } => {
                    return Self::Lost;
                }
                Fact::TurnedAway { .. } => return Self::Invalid,
                Fact::Acknowledged { .. } => mark = Self::Heard,
                Fact::Sent(_) | Fact::Copied { .. } => mark = Self::InFlight,
                _ => {}
            }
        }
        mark
    }

    /// The last part of its class name.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Duplicate => "duplicate",
            Self::OutOfOrder => "out-of-order",
            Self::Fenced => "fenced",
            Self::Invalid => "invalid",
            Self::Lost => "lost",
            Self::InFlight => "in-flight",
            Self::Heard => "heard",
            Self::Other => "other",
            Self::Differs => "differs",
        }
    }

    /// Its outline, around the middle of a square of 16.
    fn path(self) -> &'static str {
        match self {
            Self::Ok => "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
            Self::Duplicate => "M0 -7L7 0L0 7L-7 0z",
            Self::OutOfOrder => "M0 -6.5L7 5.5H-7z",
            Self::Fenced => "M-5.5 -5.5H5.5V5.5H-5.5z",
            Self::Invalid => "M-5 -5L5 5M5 -5L-5 5",
            Self::Lost => "M-7 2L-2 2L1 -5L-1 5L2 -2L7 -2",
            Self::InFlight => "M-4 -5.5L6 0L-4 5.5z",
            Self::Heard => "M-6 0L-2 4.5L6 -4.5",
            Self::Other => "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
            Self::Differs => "M-6 -2.5H6M-6 2.5H6M4 -7L-4 7",
        }
    }

    /// The mark alone, for use inside a drawing.
    pub(super) fn shape(self) -> Html {
        let class = classes!("fs-mark", format!("fs-mark--{}", self.class()));
        html! { <path {class} d={self.path()} /> }
    }

    /// The mark as a small picture beside a word.
    pub(super) fn icon(self) -> Html {
        html! {
            <svg class="fs-icon" viewBox="-8 -8 16 16" aria-hidden="true" focusable="false">
                { self.shape() }
            </svg>
        }
    }
}

/// A reply as shape, word and colour.
pub(super) fn reply_chip(reply: Reply) -> Html {
    let mark = Mark::of_reply(reply);
    html! {
        <span class={classes!("fs-chip", format!("fs-chip--{}", mark.class()))}>
            { mark.icon() }
            <span>{ reply.to_string() }</span>
        </span>
    }
}
