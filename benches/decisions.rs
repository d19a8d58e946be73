//! How many batches one partition decides a second, header only, with 1, 1,000 and 100,000
//! producers visited in shuffled order. Read the decisions a second below the column `median`; on
//! a machine that does other things too, below `fastest`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use five_slots::kafka::{Epoch, Header, Logged, Offset, Partition, ProducerId, Reply, Sequence};

/// How many producers write to the partition.
const PRODUCERS: [usize; 3] = [1, 1_000, 100_000];
/// How many batches are decided in one measurement. Five visits to each producer, when there are
/// many.
const BATCHES: usize = 500_000;
/// How many batches each producer has written before.
const BEFORE: i32 = 8;

fn main() {
    keep_memory();
    divan::main();
}

/// Makes the process keep memory that it has once used. Else every measurement of a log that grows
/// would count how long the operating system takes to hand out the same pages again.
fn keep_memory() {
    let log = BATCHES * size_of::<Logged<()>>();
    let blocks: Vec<Box<[u64; 128]>> = (0..4 * log / 1_024).map(|_| Box::new([1; 128])).collect();
    // What lies at the end of the heap is given back; so something small stays there.
    black_box(Box::leak(Box::new([1_u64; 128])));
    drop(black_box(blocks));
}

/// The next batch of each producer: accepted, and written into its window.
#[divan::bench(args = PRODUCERS, sample_count = 20, sample_size = 1)]
fn accepted(bencher: Bencher<'_, '_>, producers: usize) {
    let mut next = vec![BEFORE; producers];
    decide(bencher, producers, "OK", |index, _| {
        let first = next[index];
        next[index] += 1;
        header(index, 1, first)
    });
}

/// Copies of the remembered batches, of each slot in turn.
#[divan::bench(args = PRODUCERS, sample_count = 20, sample_size = 1)]
fn duplicates(bencher: Bencher<'_, '_>, producers: usize) {
    decide(bencher, producers, "DUPLICATE", |index, visit| {
        header(index, 1, BEFORE - 5 + visit % 5)
    });
}

/// One, two or three sequences too far ahead.
#[divan::bench(args = PRODUCERS, sample_count = 20, sample_size = 1)]
fn gaps(bencher: Bencher<'_, '_>, producers: usize) {
    decide(bencher, producers, "OUT_OF_ORDER", |index, visit| {
        header(index, 1, BEFORE + 1 + visit % 3)
    });
}

/// Older than all that is remembered.
#[divan::bench(args = PRODUCERS, sample_count = 20, sample_size = 1)]
fn behind(bencher: Bencher<'_, '_>, producers: usize) {
    decide(bencher, producers, "OUT_OF_ORDER", |index, visit| {
        header(index, 1, visit % 3)
    });
}

/// The next batch, but from the life before.
#[divan::bench(args = PRODUCERS, sample_count = 20, sample_size = 1)]
fn fenced(bencher: Bencher<'_, '_>, producers: usize) {
    decide(bencher, producers, "FENCED", |index, _| {
        header(index, 0, BEFORE)
    });
}

/// Measures the decisions about one batch for each visit, given the producer and which visit to
/// it this is.
fn decide(
    bencher: Bencher<'_, '_>,
    producers: usize,
    expected: &str,
    mut batch: impl FnMut(usize, i32) -> Header,
) {
    let (_, order) = partition(producers);
    let visits = order.iter().cycle().take(BATCHES).enumerate();
    let batches: Vec<Header> = visits
        .map(|(visit, index)| batch(*index, (visit / producers) as i32))
        .collect();
    let mut checked = partition(producers).0;
    for batch in &batches {
        assert_eq!(checked.append(*batch, ()).reply.word(), expected);
    }
    bencher
        .counter(ItemsCount::new(BATCHES))
        .with_inputs(|| partition(producers).0)
        .bench_local_refs(|partition| {
            for batch in &batches {
                black_box(&partition.append(*batch, ()));
            }
        });
}

/// A broker comes back and reads a log of so many batches, without a snapshot and with one at its
/// end.
#[divan::bench(args = [false, true], sample_count = 20)]
fn recovery(bencher: Bencher<'_, '_>, snapshot: bool) {
    const LOG: i32 = 5_000;
    let mut partition = Partition::new(Offset::ZERO);
    for sequence in 0..LOG {
        let _ = partition.append(header(0, 1, sequence), ());
    }
    if snapshot {
        assert!(partition.take_snapshot());
    }
    partition.lose_memory();
    bencher
        .counter(ItemsCount::new(LOG as usize))
        .with_inputs(|| partition.clone())
        .bench_local_refs(|partition| black_box(partition.recover()));
}

/// A partition to which so many producers have written, and the order in which they are visited.
fn partition(producers: usize) -> (Partition, Vec<usize>) {
    let order = shuffled(producers);
    let mut partition = Partition::new(Offset::ZERO);
    for sequence in 0..BEFORE {
        for index in &order {
            let decision = partition.append(header(*index, 1, sequence), ());
            assert!(matches!(decision.reply, Reply::Ok { .. }));
        }
    }
    (partition, order)
}

fn pid(index: usize) -> ProducerId {
    ProducerId(1_000 + index as i64)
}

fn header(index: usize, epoch: i16, first: i32) -> Header {
    Header {
        pid: pid(index),
        epoch: Epoch(epoch),
        first: Sequence(first),
        records: 1,
    }
}

/// The numbers below `count` in an order without a pattern, the same in every run.
fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = 1_u64;
    for place in (1..count).rev() {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        order.swap(place, (random >> 33) as usize % (place + 1));
    }
    order
}
