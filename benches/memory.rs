//! How much memory it takes to remember a producer: the row `max alloc`, divided by the number of
//! producers. With 1,000 of them, what stands there in KB is the bytes of one.

use divan::{AllocProfiler, Bencher};
use five_slots::kafka::{
    Epoch, Offset, Partition, ProducerId, ProducerState, Sequence, Slot, Window,
};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A partition that remembers so many producers, with full windows and without a log.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 3, sample_size = 1)]
fn remembered(bencher: Bencher<'_, '_>, producers: i64) {
    let slots = [0, 1, 2, 3, 4].map(|sequence| Slot {
        first: Sequence(sequence),
        last: Sequence(sequence),
        base: Offset(i64::from(sequence)),
    });
    let state = ProducerState {
        epoch: Epoch(0),
        window: Window::of(&slots).expect("one to five slots"),
    };
    bencher.bench_local(|| {
        let mut partition = Partition::<()>::new(Offset::ZERO);
        for pid in 0..producers {
            partition.remember(ProducerId(pid), state.clone());
        }
        partition
    });
}
