//! Facts: what therefore happened.

use super::invariant::Breach;
use super::name::{BatchName, BrokerName, MessageName, ProducerName};
use super::network::Message;
use super::why::Why;
use crate::kafka::{
    Decision, End, Identity, Offset, PartitionId, ProducerId, ProducerState, Recovered, Reply, Wait,
};
use std::rc::Rc;

mod text;

/// Something that happened because of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A life of a producer began: the broker gave it a producer id and an epoch.
    Initialised {
        /// Which producer.
        producer: ProducerName,
        /// What it was given.
        identity: Identity,
    },
    /// A producer's old life ended, and these batches with it. Nobody knows whether they are in
    /// the log.
    Forgotten {
        /// Which producer.
        producer: ProducerName,
        /// The batches that were open.
        batches: Vec<BatchName>,
        /// The batches that waited in its queue: these are lost for certain.
        unsent: Vec<BatchName>,
    },
    /// A producer without a producer id starts again.
    Restarted(ProducerName),
    /// A batch has to wait in its producer's queue. It has no number yet.
    Queued {
        /// Which batch.
        batch: BatchName,
        /// Why.
        why: Wait<BatchName>,
    },
    /// With `acks=0` a batch that was sent is done with: nobody answers.
    Unanswered(BatchName),
    /// An old life goes on under another name.
    GoesOn {
        /// The zombie's name.
        zombie: ProducerName,
        /// Who it still believes to be.
        identity: Identity,
        /// The open batches that it keeps.
        batches: Vec<BatchName>,
    },
    /// A message was put on the wire.
    Sent(Rc<Message>),
    /// The leader judged a batch.
    Judged {
        /// On which partition.
        partition: PartitionId,
        /// Who leads it.
        broker: BrokerName,
        /// What it decided, and why.
        decision: Box<Decision>,
        /// What is remembered of the batch's producer now.
        after: Option<ProducerState>,
    },
    /// A message was lost.
    Lost(MessageName),
    /// The network made a copy.
    Copied {
        /// Of this message.
        message: MessageName,
        /// Named so.
        copy: MessageName,
    },
    /// The application is told that its batch was written.
    Acknowledged {
        /// Which batch.
        batch: BatchName,
        /// Where it stands.
        base: Offset,
    },
    /// The application is told that its batches failed.
    Failed {
        /// Which batches.
        batches: Vec<BatchName>,
        /// Why.
        why: Why,
    },
    /// A batch that was refused does not fail: its producer takes it that the log does not have it.
    Kept(BatchName),
    /// A producer begins its numbering anew, under a new epoch or pid.
    Bumped {
        /// Which producer.
        producer: ProducerName,
        /// Who it is from now on.
        identity: Identity,
    },
    /// The producer keeps its batch, and may send it again.
    StaysOpen {
        /// Which batch.
        batch: BatchName,
        /// What the broker said.
        reply: Reply,
    },
    /// A life of a producer ended: it may never write again.
    LifeEnded {
        /// Which producer.
        producer: ProducerName,
        /// How.
        end: End,
        /// The batches that fail with it.
        batches: Vec<BatchName>,
    },
    /// A reply arrived that nobody waits for.
    NobodyWaits(MessageName),
    /// A reply arrived to a batch that has another number by now.
    OldNumber(MessageName),
    /// A producer begins the numbers of a partition at 0 again, in the same epoch.
    BeginsAgain {
        /// Which producer.
        producer: ProducerName,
        /// On which partition.
        partition: PartitionId,
    },
    /// A request reached nobody: the broker is down.
    Unreachable {
        /// The request.
        message: MessageName,
        /// Who is down.
        broker: BrokerName,
    },
    /// A request reached a broker that does not lead, and with `acks=0` nobody is told.
    Ignored {
        /// The request.
        message: MessageName,
        /// Who does not lead.
        broker: BrokerName,
    },
    /// The leader did not judge a batch: too few are in sync.
    TurnedAway {
        /// The request; `None` for a batch made by hand.
        request: Option<MessageName>,
        /// How many are in sync.
        in_sync: usize,
        /// How many have to be.
        needed: usize,
    },
    /// An answer waits until the followers have the batch.
    Waits {
        /// To which request.
        request: MessageName,
        /// For whom.
        behind: Vec<BrokerName>,
    },
    /// Requests get no answer: the leader went down with it.
    NoAnswer(Vec<MessageName>),
    /// A follower copied what its leader has.
    Replicated {
        /// Which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
        /// Where its log ends now.
        to: Offset,
    },
    /// A follower cut off what its leader does not have.
    Cut {
        /// Of which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
        /// Where its log ended.
        from: Offset,
        /// Where it ends now.
        to: Offset,
    },
    /// All in-sync replicas have the log up to there.
    HighWatermark {
        /// Of which partition.
        partition: PartitionId,
        /// Up to there.
        offset: Offset,
    },
    /// A follower is in sync again.
    Joined {
        /// Of which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
    },
    /// A follower is no longer in sync.
    Left {
        /// Of which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
    },
    /// A broker stops copying, or copies again.
    Lags {
        /// Which one.
        broker: BrokerName,
        /// Whether it stops.
        pauses: bool,
    },
    /// A broker went down.
    WentDown {
        /// Which one.
        broker: BrokerName,
        /// Whether it was a clean stop.
        clean: bool,
    },
    /// A partition has no leader.
    LeaderGone {
        /// Which one.
        partition: PartitionId,
    },
    /// A broker leads from now on.
    Elected {
        /// Which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
        /// Whether it was in sync.
        clean: bool,
    },
    /// A broker wrote a snapshot file.
    Snapshot {
        /// Of which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
        /// Where the log ended.
        offset: Offset,
    },
    /// A broker that starts has its memory of a partition again.
    Recovered {
        /// Which partition.
        partition: PartitionId,
        /// Who.
        broker: BrokerName,
        /// How.
        recovered: Recovered,
    },
    /// A copy is made anew.
    Moved {
        /// Of which partition.
        partition: PartitionId,
        /// Where.
        broker: BrokerName,
    },
    /// A new segment begins.
    Rolled {
        /// Of which partition.
        partition: PartitionId,
        /// Where.
        at: Offset,
    },
    /// Records were deleted.
    Deleted {
        /// Of which partition.
        partition: PartitionId,
        /// Up to there.
        to: Offset,
        /// How many producers were forgotten with them.
        dropped: usize,
    },
    /// A producer was forgotten because it was idle.
    Expired {
        /// On which partition.
        partition: PartitionId,
        /// Which one.
        pid: ProducerId,
    },
    /// A promise was broken, or something outside the promise went wrong.
    Breach(Breach),
}

impl Fact {
    /// The decision about a batch, if it is one, and on which partition.
    pub fn judged(&self) -> Option<(PartitionId, &Decision)> {
        match self {
            Self::Judged {
                partition,
                decision,
                ..
            } => Some((*partition, decision)),
            _ => None,
        }
    }
}
