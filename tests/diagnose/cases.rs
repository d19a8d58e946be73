//! Lines in the wording of real brokers and clients, and what has to become of them.

/// A line and its scenario.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub line: &'static str,
    pub rules: &'static str,
    /// The event at which the broker says it.
    pub event: &'static str,
    /// What it says.
    pub fact: &'static str,
    /// What the about says of the line.
    pub told: &'static str,
    /// What it says is assumed.
    pub assumed: &'static str,
}

const fn case(
    line: &'static str,
    rules: &'static str,
    event: &'static str,
    fact: &'static str,
    told: &'static str,
    assumed: &'static str,
) -> Case {
    Case {
        line,
        rules,
        event,
        fact,
        told,
        assumed,
    }
}

pub(crate) const CASES: &[Case] = &[
    case(
        "Out of order sequence number for producer 1234 at offset 77 in partition orders-3: 10 \
         (incoming seq. number), 7 (current end sequence number)",
        "kafka-2.5",
        "batch p-3 pid=1234 epoch=0 seq=10 records=1",
        "OUT_OF_ORDER (expected 8, got 10: a gap ahead), log end 77, window [7..7]",
        "pid=1234, seq=10, newest=7, offset=77, partition orders-3, here p-3.",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producerId 16003 at offset 40960 in partition \
         orders-12: 2147483640 (incoming seq. number), 2147483630 (current end sequence number)",
        "kafka-2.5",
        "batch p-12 pid=16003 epoch=0 seq=2147483640 records=1",
        "OUT_OF_ORDER (expected 2147483631, got 2147483640: a gap ahead), log end 40960, \
         window [2147483630..2147483630]",
        "pid=16003, seq=2147483640, newest=2147483630, offset=40960, partition orders-12, here \
         p-12.",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producerId 74 in partition orders-0: 158 (incoming \
         seq. number), 156 (current end sequence number)",
        "kafka-2.5",
        "batch p-0 pid=74 epoch=0 seq=158 records=1",
        "OUT_OF_ORDER (expected 157, got 158: a gap ahead), log end 100, window [156..156]",
        "pid=74, seq=158, newest=156, partition orders-0, here p-0.",
        "epoch=0, records=1, offset=100, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producerId 74: 158 (incoming seq. number), 156 \
         (current end sequence number)",
        "kafka-2.5",
        "batch p-0 pid=74 epoch=0 seq=158 records=1",
        "OUT_OF_ORDER (expected 157, got 158: a gap ahead), log end 100, window [156..156]",
        "pid=74, seq=158, newest=156.",
        "epoch=0, records=1, offset=100, partition p-0, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number: 1000 (pid), 5 (incoming seq. number), 2 (current end \
         sequence number)",
        "kafka-2.5",
        "batch p-0 pid=1000 epoch=0 seq=5 records=1",
        "OUT_OF_ORDER (expected 3, got 5: a gap ahead), log end 100, window [2..2]",
        "pid=1000, seq=5, newest=2.",
        "epoch=0, records=1, offset=100, partition p-0, rules kafka-2.5.",
    ),
    case(
        "[2023-12-05 12:06:51,430] ERROR [ReplicaManager broker=2] Error processing append \
         operation on partition test-topic-0000000-1024-441 (kafka.server.ReplicaManager) \
         org.apache.kafka.common.errors.OutOfOrderSequenceException: Out of order sequence \
         number for producer 1 at offset 111 in partition test-topic-0000000-1024-441: 0 \
         (incoming seq. number), 29 (current end sequence number)",
        "kafka-2.5",
        "batch p-0 pid=1 epoch=0 seq=0 records=1",
        "OUT_OF_ORDER (expected 30, got 0: behind the window), log end 111, window [29..29]",
        "pid=1, seq=0, newest=29, offset=111, partition test-topic-0000000-1024-441, here p-0 \
         (there are p-0 to p-15).",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 9 in partition orders-1: 4 \
         (incoming seq. number), 4 (current end sequence number)",
        "kafka-2.5",
        "batch p-1 pid=7 epoch=0 seq=4 records=1",
        "OUT_OF_ORDER (expected 5, got 4: an overlap with a remembered batch), log end 9, \
         window [3..4]",
        "pid=7, seq=4, newest=4, offset=9, partition orders-1, here p-1.",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 0 in partition orders-1: 3 \
         (incoming seq. number), 0 (current end sequence number)",
        "kafka-2.5",
        "batch p-1 pid=7 epoch=0 seq=3 records=1",
        "OUT_OF_ORDER (expected 1, got 3: a gap ahead), log end 100, window [0..0]",
        "pid=7, seq=3, newest=0, offset=0, partition orders-1, here p-1.",
        "epoch=0, records=1, offset=100, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 9 in partition orders-1: \
         2000009 (incoming seq. number), 4 (current end sequence number)",
        "kafka-2.5",
        "batch p-1 pid=7 epoch=0 seq=2000009 records=1",
        "OUT_OF_ORDER (expected 5, got 2000009: a gap ahead), log end 9, window [4..4]",
        "pid=7, seq=2000009, newest=4, offset=9, partition orders-1, here p-1.",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 9 in partition orders-1: 5 \
         (incoming seq. number), 2147483646 (current end sequence number)",
        "kafka-2.5",
        "batch p-1 pid=7 epoch=0 seq=5 records=1",
        "OUT_OF_ORDER (expected 2147483647, got 5: a gap ahead), log end 9, window \
         [2147483646..2147483646]",
        "pid=7, seq=5, newest=2147483646, offset=9, partition orders-1, here p-1.",
        "epoch=0, records=1, rules kafka-2.5.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 9 in partition orders-1: 12 \
         (incoming seq. number), -1 (current end sequence number)",
        "kafka-0.11",
        "batch p-1 pid=7 epoch=0 seq=12 records=1",
        "OUT_OF_ORDER (no state, but s = 12), log end 9, window empty",
        "pid=7, seq=12, newest=-1, offset=9, partition orders-1, here p-1.",
        "epoch=0, records=1, rules kafka-0.11.",
    ),
    case(
        "Out of order sequence number for producerId 7: found 12 (incoming seq. number), but \
         expected 0",
        "kafka-0.11",
        "batch p-0 pid=7 epoch=0 seq=12 records=1",
        "OUT_OF_ORDER (no state, but s = 12), log end 100, window empty",
        "pid=7, seq=12.",
        "epoch=0, records=1, offset=100, partition p-0, rules kafka-0.11.",
    ),
    case(
        "Out of order sequence number for producer 7 at offset 9 in partition orders-1: 12 \
         (incoming seq. number). Expected sequence 0 for transactions v2 idempotent producer \
         with no existing state.",
        "kafka-0.11",
        "batch p-1 pid=7 epoch=0 seq=12 records=1",
        "OUT_OF_ORDER (no state, but s = 12), log end 9, window empty",
        "pid=7, seq=12, offset=9, partition orders-1, here p-1.",
        "epoch=0, records=1, rules kafka-0.11.",
    ),
    case(
        "Invalid sequence number for new epoch of producer 7 at offset 9 in partition \
         orders-1: 3 (request epoch), 12 (seq. number), 1 (current producer epoch)",
        "kafka-2.5",
        "batch p-1 pid=7 epoch=3 seq=12 records=1",
        "OUT_OF_ORDER (newer epoch, but s = 12), log end 9, window [11..11]",
        "pid=7, epoch=3, seq=12, known-epoch=1, offset=9, partition orders-1, here p-1.",
        "records=1, newest=11, rules kafka-2.5.",
    ),
    case(
        "Invalid sequence number for new epoch at offset 9 in partition orders-1: 3 (request \
         epoch), 12 (seq. number)",
        "kafka-2.5",
        "batch p-1 pid=31 epoch=3 seq=12 records=1",
        "OUT_OF_ORDER (newer epoch, but s = 12), log end 9, window [11..11]",
        "epoch=3, seq=12, offset=9, partition orders-1, here p-1.",
        "pid=31, known-epoch=2, records=1, newest=11, rules kafka-2.5.",
    ),
    case(
        "Invalid sequence number for new epoch: 3 (request epoch), 12 (seq. number)",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=3 seq=12 records=1",
        "OUT_OF_ORDER (newer epoch, but s = 12), log end 100, window [11..11]",
        "epoch=3, seq=12.",
        "pid=31, known-epoch=2, records=1, newest=11, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "%0|1659595801.132|FATAL|rdkafka#producer-1| [thrd:b2:9092/bootst]: Fatal error: \
         Broker: Broker received an out of order sequence number: ProduceRequest for orders \
         [0] with 9 message(s) failed due to sequence desynchronization with broker 2 \
         (PID{Id:155002,Epoch:0}, base seq 110234700, idemp state change 52807639ms ago, last \
         partition error NOT_LEADER_FOR_PARTITION (actions Refresh,MsgNotPersisted, base seq \
         110234700..110234708, base msgid 110234701, 127ms ago)",
        "kafka-2.5",
        "batch p-0 pid=155002 epoch=0 seq=110234700 records=9",
        "OUT_OF_ORDER (expected 110234699, got 110234700: a gap ahead), log end 100, window \
         [110234698..110234698]",
        "pid=155002, epoch=0, seq=110234700, records=9, partition orders-0, here p-0.",
        "newest=110234698, offset=100, rules kafka-2.5.",
    ),
    case(
        "ProduceRequest for orders [0] with 1 message(s) failed due to sequence \
         desynchronization with broker 1 (PID{Id:8000,Epoch:0}, base seq 0, idemp state change \
         1383467ms ago, last partition error NOT_LEADER_FOR_PARTITION (actions \
         Refresh,MsgNotPersisted, base seq 0..0, base msgid 1, 107ms ago)",
        "kafka-2.5",
        "batch p-0 pid=8000 epoch=0 seq=0 records=1",
        "OUT_OF_ORDER (expected 2, got 0: behind the window), log end 100, window [1..1]",
        "pid=8000, epoch=0, seq=0, records=1, partition orders-0, here p-0.",
        "newest=1, offset=100, rules kafka-2.5.",
    ),
    case(
        "ProduceRequest for orders [2] with 3 message(s) failed due to rewound sequence number \
         on broker 1 (PID{Id:8000,Epoch:2}, base seq 40)",
        "kafka-2.5",
        "batch p-2 pid=8000 epoch=2 seq=40 records=3",
        "OUT_OF_ORDER (expected 44, got 40: behind the window), log end 100, window [43..43]",
        "pid=8000, epoch=2, seq=40, records=3, partition orders-2, here p-2.",
        "newest=43, offset=100, rules kafka-2.5.",
    ),
    case(
        "WARN [Producer clientId=producer-1] Got error produce response with correlation id \
         5689 on topic-partition orders-3, retrying (2147483646 attempts left). Error: \
         OUT_OF_ORDER_SEQUENCE_NUMBER (org.apache.kafka.clients.producer.internals.Sender)",
        "kafka-2.5",
        "deliver A2.1",
        "OUT_OF_ORDER (expected 6, got 7: a gap ahead), log end 100, window [5..5]",
        "partition orders-3, here p-3.",
        "pid=31, epoch=0, records=1, seq=7, newest=5, offset=100, rules kafka-2.5.",
    ),
    case(
        "org.apache.kafka.common.errors.OutOfOrderSequenceException: The broker received an \
         out of order sequence number.",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=0 seq=10 records=1",
        "OUT_OF_ORDER (expected 9, got 10: a gap ahead), log end 100, window [8..8]",
        "",
        "pid=31, epoch=0, records=1, seq=10, newest=8, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "KafkaJSProtocolError: The broker received an out of order sequence number",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=0 seq=10 records=1",
        "OUT_OF_ORDER (expected 9, got 10: a gap ahead), log end 100, window [8..8]",
        "",
        "pid=31, epoch=0, records=1, seq=10, newest=8, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "Epoch of producer 1234 at offset 77 in orders-3 is 1, which is smaller than the last \
         seen epoch 2",
        "kafka-2.5",
        "batch p-3 pid=1234 epoch=1 seq=5 records=1",
        "FENCED (older epoch, 1 < 2), log end 77, window [2..2]",
        "pid=1234, epoch=1, known-epoch=2, offset=77, partition orders-3, here p-3.",
        "records=1, seq=5, newest=2, rules kafka-2.5.",
    ),
    case(
        "Producer's epoch at offset 77 in orders-3 is 31, which is smaller than the last seen \
         epoch 32",
        "kafka-2.5",
        "batch p-3 pid=31 epoch=31 seq=5 records=1",
        "FENCED (older epoch, 31 < 32), log end 77, window [2..2]",
        "epoch=31, known-epoch=32, offset=77, partition orders-3, here p-3.",
        "pid=31, records=1, seq=5, newest=2, rules kafka-2.5.",
    ),
    case(
        "Producer's epoch is no longer valid. There is probably another producer with a newer \
         epoch. 4 (request epoch), 5 (server epoch)",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=4 seq=5 records=1",
        "FENCED (older epoch, 4 < 5), log end 100, window [2..2]",
        "epoch=4, known-epoch=5.",
        "pid=31, records=1, seq=5, newest=2, offset=100, partition p-0, rules kafka-2.5.",
    ),
    case(
        "org.apache.kafka.common.errors.ProducerFencedException: There is a newer producer \
         with the same transactionalId which fences the current one.",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=0 seq=5 records=1",
        "FENCED (older epoch, 0 < 1), log end 100, window [2..2]",
        "",
        "pid=31, epoch=0, known-epoch=1, records=1, seq=5, newest=2, offset=100, partition \
         p-0, rules kafka-2.5.",
    ),
    case(
        "org.apache.kafka.common.errors.InvalidProducerEpochException: Producer attempted to \
         produce with an old epoch.",
        "kafka-2.5",
        "batch p-0 pid=31 epoch=0 seq=5 records=1",
        "FENCED (older epoch, 0 < 1), log end 100, window [2..2]",
        "",
        "pid=31, epoch=0, known-epoch=1, records=1, seq=5, newest=2, offset=100, partition \
         p-0, rules kafka-2.5.",
    ),
    case(
        "org.apache.kafka.common.errors.UnknownProducerIdException: Found no record of \
         producerId=0 on the broker at offset 57in partition outputtesttopic-0. It is possible \
         that the last message with the producerId=0 has been removed due to hitting the \
         retention limit.",
        "kafka-2.4",
        "batch p-0 pid=0 epoch=0 seq=5 records=1",
        "UNKNOWN_PRODUCER_ID (no state, but s = 5), log end 57, window empty",
        "pid=0, offset=57, partition outputtesttopic-0, here p-0.",
        "epoch=0, records=1, seq=5, rules kafka-2.4.",
    ),
    case(
        "UnknownProducerIdException: Found no record of producerId=16003 on the broker. It is \
         possible that the last message with the producerId=16003 has been removed due to \
         hitting the retention limit.",
        "kafka-2.4",
        "batch p-0 pid=16003 epoch=0 seq=5 records=1",
        "UNKNOWN_PRODUCER_ID (no state, but s = 5), log end 100, window empty",
        "pid=16003.",
        "epoch=0, records=1, seq=5, offset=100, partition p-0, rules kafka-2.4.",
    ),
    case(
        "Local producer state matches expected epoch 3 for producerId=16003 at offset 57 in \
         partition orders-4, but the next expected sequence number is not known.",
        "kafka-2.4",
        "batch p-4 pid=16003 epoch=3 seq=5 records=1",
        "UNKNOWN_PRODUCER_ID (no state, but s = 5), log end 57, window empty",
        "pid=16003, epoch=3, offset=57, partition orders-4, here p-4.",
        "records=1, seq=5, rules kafka-2.4.",
    ),
    case(
        "Got error produce response with correlation id 63 on topic-partition orders-0, \
         retrying (2147483646 attempts left). Error: UNKNOWN_PRODUCER_ID",
        "kafka-2.4",
        "batch p-0 pid=31 epoch=0 seq=5 records=1",
        "UNKNOWN_PRODUCER_ID (no state, but s = 5), log end 100, window empty",
        "partition orders-0, here p-0.",
        "pid=31, epoch=0, records=1, seq=5, offset=100, rules kafka-2.4.",
    ),
    case(
        "Duplicate sequence number for producerId 5: (incomingBatch.firstSeq, \
         incomingBatch.lastSeq): (3, 5).",
        "kafka-1.0",
        "batch p-0 pid=5 epoch=0 seq=3 records=3",
        "DUPLICATE_SEQUENCE_NUMBER (expected 17, got 3: behind the window), log end 100, \
         window [16..16]",
        "pid=5, seq=3, records=3.",
        "epoch=0, newest=16, offset=100, partition p-0, rules kafka-1.0.",
    ),
    case(
        "DuplicateSequenceException: The broker received a duplicate sequence number.",
        "kafka-1.0",
        "batch p-0 pid=31 epoch=0 seq=3 records=1",
        "DUPLICATE_SEQUENCE_NUMBER (expected 15, got 3: behind the window), log end 100, \
         window [14..14]",
        "",
        "pid=31, epoch=0, records=1, seq=3, newest=14, offset=100, partition p-0, rules \
         kafka-1.0.",
    ),
    case(
        "NotEnoughReplicasException: The size of the current ISR Set(1) is insufficient to \
         satisfy the min.isr requirement of 2 for partition weather-0",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS",
        "min-in-sync=2, in-sync=1, partition weather-0, here p-0.",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, rules kafka-2.5.",
    ),
    case(
        "NotEnoughReplicasException: The size of the current ISR : 2 is insufficient to \
         satisfy the min.isr requirement of 3 for partition dur2-0, live replica(s) broker.id \
         are : Set(1, 2)",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS",
        "min-in-sync=3, in-sync=2, partition dur2-0, here p-0.",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, rules kafka-2.5.",
    ),
    case(
        "Number of insync replicas for partition orders-0 is [1], below required minimum [3]",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS",
        "min-in-sync=3, in-sync=1, partition orders-0, here p-0.",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, rules kafka-2.5.",
    ),
    case(
        "Messages are rejected since there are fewer in-sync replicas than required.",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS",
        "",
        "pid=31, epoch=0, records=1, min-in-sync=2, in-sync=1, seq=7, newest=6, offset=100, \
         partition p-0, rules kafka-2.5.",
    ),
    case(
        "NotEnoughReplicasAfterAppendException: Messages are written to the log, but to fewer \
         in-sync replicas than required.",
        "kafka-2.5",
        "shrink p-0 b2",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS_AFTER_APPEND",
        "",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "Broker: Message(s) written to insufficient number of in-sync replicas",
        "kafka-2.5",
        "shrink p-0 b2",
        "A1.1.reply sent: NOT_ENOUGH_REPLICAS_AFTER_APPEND",
        "",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "Got error produce response with correlation id 8 on topic-partition orders-5, \
         retrying (9 attempts left). Error: NOT_LEADER_OR_FOLLOWER",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_LEADER",
        "partition orders-5, here p-5.",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, rules kafka-2.5.",
    ),
    case(
        "NotLeaderForPartitionException: This server is not the leader for that \
         topic-partition.",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_LEADER",
        "",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
    case(
        "Broker: Not leader for partition",
        "kafka-2.5",
        "deliver A1.1",
        "A1.1.reply sent: NOT_LEADER",
        "",
        "pid=31, epoch=0, records=1, seq=7, newest=6, offset=100, partition p-0, rules \
         kafka-2.5.",
    ),
];
