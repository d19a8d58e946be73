//! The rules as tables, written by hand from the lesson's text. Nothing rewrites them.
//!
//! A row reads: with this epoch and window remembered of the producer (`-`: nothing), and this log
//! end, this batch gets this reply, decided by this check. `; out 0..0@0` names the slot that falls
//! out of the window, `; cleared 2` how many a newer epoch clears; where nothing is named, nothing
//! may happen. `MAX` is the largest sequence, 2147483647, and `END` the largest offset and producer id. What a row
//! asserts beyond that is in `rules/row.rs`; how it is read, in `rules/read.rs`. All of these are
//! the lesson's rules; where the other rule sets differ from them is in `rules/sets.rs`.

#[path = "rules/read.rs"]
mod read;
#[path = "rules/row.rs"]
mod row;
#[path = "rules/sets.rs"]
mod sets;

use five_slots::kafka::{Epoch, Header, Offset, Partition, ProducerId, Sequence};
use row::check;

#[test]
fn a_batch_that_no_producer_may_send() {
    let rows = check(
        "
        before           | log end |                  pid  epoch         seq    records | reply          | decided by
        -                |       0 |                   31      0           0          0 | INVALID_RECORD | - no records
        -                |       0 |                   31      0           0    1000001 | INVALID_RECORD | - too many records
        -                |       0 |                   31      0           0 4294967295 | INVALID_RECORD | - too many records
        -                |       0 |                   31      0           0    1000000 | OK base=0      | 1 no state
        -                |       0 |                   -2      0           0          1 | INVALID_RECORD | - bad pid
        -                |       0 | -9223372036854775808      0           0          1 | INVALID_RECORD | - bad pid
        -                |       0 |                   31     -1           0          1 | INVALID_RECORD | - bad epoch
        -                |       0 |                   31 -32768           0          1 | INVALID_RECORD | - bad epoch
        -                |       0 |                   31      0          -1          1 | INVALID_RECORD | - bad seq
        -                |       0 |                   31      0 -2147483648          1 | INVALID_RECORD | - bad seq
        # Not even where nothing else is checked.
        -                |       0 |                   -1      0           0          0 | INVALID_RECORD | - no records
        -                |       0 |                   -1      0           0    1000001 | INVALID_RECORD | - too many records
        -                |       0 |                   -1     -1           0          1 | INVALID_RECORD | - bad epoch
        -                |       0 |                   -1      0          -1          1 | INVALID_RECORD | - bad seq
        # Before every check: each of these would otherwise be decided by the check named above it.
        # 1, no state
        -                |       0 |                   31      0           7          0 | INVALID_RECORD | - no records
        # 2, older epoch
        5 [0..2@0]       |       3 |                   31     -1           0          3 | INVALID_RECORD | - bad epoch
        5 [0..2@0]       |       3 |                   31      4           0          0 | INVALID_RECORD | - no records
        # 3, newer epoch
        5 [0..2@0]       |       3 |                   31      6           0    1000001 | INVALID_RECORD | - too many records
        5 [0..2@0]       |       3 |                   31      6          -1          1 | INVALID_RECORD | - bad seq
        # 4, same epoch: remembered, next, neither
        0 [0..1000000@0] | 1000001 |                   31      0           0    1000001 | INVALID_RECORD | - too many records
        0 [0..2@0]       |       3 |                   31      0           3          0 | INVALID_RECORD | - no records
        0 [MAX..MAX@0]   |       1 |                   31      0 -2147483648          1 | INVALID_RECORD | - bad seq
        0 [0..2@0]       |       3 |                   31      0          -1          1 | INVALID_RECORD | - bad seq
        # Of several faults, the first in this order is named: records, pid, epoch, sequence.
        -                |       0 |                   -2     -1          -1          0 | INVALID_RECORD | - no records
        -                |       0 |                   -2     -1          -1    1000001 | INVALID_RECORD | - too many records
        -                |       0 |                   -2     -1          -1          1 | INVALID_RECORD | - bad pid
        -                |       0 |                   31     -1          -1          1 | INVALID_RECORD | - bad epoch
        ",
    );
    assert_eq!(rows, 27);
}

#[test]
fn a_log_that_ends_at_the_largest_offset() {
    let rows = check(
        "
        before         |     log end | pid epoch seq records | reply                | decided by
        -              |       END-1 |  31     0   0       1 | OK base=END-1        | 1 no state
        -              |       END-1 |  31     0   0       2 | INVALID_RECORD       | - log full
        -              |         END |  31     0   0       1 | INVALID_RECORD       | - log full
        -              |         END |  -1     0   0       1 | INVALID_RECORD       | - log full
        -              | END-1000000 |  31     0   0 1000000 | OK base=END-1000000  | 1 no state
        0 [0..2@0]     |         END |  31     0   3       1 | INVALID_RECORD       | - log full
        0 [0..2@0]     |         END |  31     1   0       1 | INVALID_RECORD       | - log full
        # What is not appended needs no offset.
        -              |         END |  31     0   1       1 | OUT_OF_ORDER         | 1 no state, not 0
        1 [0..2@0]     |         END |  31     0   0       1 | FENCED               | 2 older
        0 [0..2@0]     |         END |  31     1   1       1 | OUT_OF_ORDER         | 3 newer, not 0
        0 [0..2@0]     |         END |  31     0   0       3 | DUPLICATE base=0     | 4 slot 1
        0 [0..2@END-3] |         END |  31     0   0       3 | DUPLICATE base=END-3 | 4 slot 1
        0 [0..2@0]     |         END |  31     0   4       1 | OUT_OF_ORDER         | 4 gap ahead
        ",
    );
    assert_eq!(rows, 13);
}

#[test]
fn not_idempotent_is_appended_unchecked() {
    let rows = check(
        "
        before | log end | pid epoch seq records | reply     | decided by
        -      |       0 |  -1     0   0       1 | OK base=0 | - not idempotent
        -      |       7 |  -1     0   5       3 | OK base=7 | - not idempotent
        -      |       7 |  -1 32767 MAX 1000000 | OK base=7 | - not idempotent
        ",
    );
    assert_eq!(rows, 3);
}

#[test]
fn check_1_no_state() {
    let rows = check(
        "
        before | log end | pid epoch seq records | reply        | decided by
        -      |       0 |  31     0   0       1 | OK base=0    | 1 no state
        -      |     736 |  31     0   0       3 | OK base=736  | 1 no state
        -      |       0 |  31     0   1       1 | OUT_OF_ORDER | 1 no state, not 0
        -      |     736 |  31     0   1       1 | OUT_OF_ORDER | 1 no state, not 0
        -      |       0 |  31     0 MAX       1 | OUT_OF_ORDER | 1 no state, not 0
        # It would run over the wrap to 0, but it does not start there.
        -      |       0 |  31     0 MAX       2 | OUT_OF_ORDER | 1 no state, not 0
        # Where nothing is known, every epoch is as good as another.
        -      |       0 |  31     1   0       1 | OK base=0    | 1 no state
        -      |       0 |  31 32767   0       1 | OK base=0    | 1 no state
        -      |       0 |  31     1   1       1 | OUT_OF_ORDER | 1 no state, not 0
        -      |       0 |  31 32767   1       1 | OUT_OF_ORDER | 1 no state, not 0
        # The first and the last producer id.
        -      |       0 |   0     0   0       1 | OK base=0    | 1 no state
        -      |       0 |   0     0   1       1 | OUT_OF_ORDER | 1 no state, not 0
        -      |       0 | END     0   0       1 | OK base=0    | 1 no state
        -      |       0 | END     0   1       1 | OUT_OF_ORDER | 1 no state, not 0
        # What somebody else's window remembers or expects means nothing here.
        -      |      50 |  31     7  50       1 | OUT_OF_ORDER | 1 no state, not 0
        -      |      50 |  31     7   0      10 | OK base=50   | 1 no state
        ",
    );
    assert_eq!(rows, 16);
}

#[test]
fn check_2_older_epoch() {
    let rows = check(
        "
        before            | log end | pid epoch seq records | reply     | decided by
        5 [0..2@0 3..4@3] |       5 |  31     4   0       1 | FENCED    | 2 older
        5 [0..2@0 3..4@3] |       5 |  31     0   0       1 | FENCED    | 2 older
        1 [0..2@0 3..4@3] |       5 |  31     0   0       1 | FENCED    | 2 older
        32767 [0..2@0]    |       3 |  31 32766   0       1 | FENCED    | 2 older
        32767 [0..2@0]    |       3 |  31     0   0       1 | FENCED    | 2 older
        # The zombie's number does not matter: next, gap, behind, exactly remembered.
        5 [0..2@0 3..4@3] |       5 |  31     4   5       1 | FENCED    | 2 older
        5 [0..2@0 3..4@3] |       5 |  31     4   7       1 | FENCED    | 2 older
        5 [3..4@3]        |       5 |  31     4   0       3 | FENCED    | 2 older
        5 [0..2@0 3..4@3] |       5 |  31     4   0       3 | FENCED    | 2 older
        5 [0..2@0 3..4@3] |       5 |  31     4   3       2 | FENCED    | 2 older
        5 [MAX..MAX@0]    |       1 |  31     4   0       1 | FENCED    | 2 older
        0 [0..2@0]        |       3 |   0     0   3       1 | OK base=3 | 4 next
        ",
    );
    assert_eq!(rows, 12);
}

#[test]
fn check_3_newer_epoch() {
    let rows = check(
        "
        before                                 | log end | pid epoch seq records | reply        | decided by
        5 [0..2@0]                             |       9 |  31     6   0       1 | OK base=9    | 3 newer; cleared 1
        5 [0..2@0 3..4@3]                      |       9 |  31     6   0       1 | OK base=9    | 3 newer; cleared 2
        5 [0..0@0 1..1@1 2..2@2]               |       9 |  31     6   0       1 | OK base=9    | 3 newer; cleared 3
        5 [0..0@0 1..1@1 2..2@2 3..3@3]        |       9 |  31     6   0       1 | OK base=9    | 3 newer; cleared 4
        5 [0..0@0 1..1@1 2..2@2 3..3@3 4..4@4] |       9 |  31     6   0       1 | OK base=9    | 3 newer; cleared 5
        # Newer by one, by many, by all there are.
        0 [0..2@0]                             |       3 |  31     1   0 1000000 | OK base=3    | 3 newer; cleared 1
        0 [0..2@0]                             |       3 |  31 32767   0       1 | OK base=3    | 3 newer; cleared 1
        32766 [0..2@0]                         |       3 |  31 32767   0       1 | OK base=3    | 3 newer; cleared 1
        # A new life begins at 0, also where the old one has just wrapped or holds that very range.
        0 [MAX..MAX@0]                         |       1 |  31     1   0       1 | OK base=1    | 3 newer; cleared 1
        0 [0..2@0 3..4@3]                      |       5 |  31     1   0       3 | OK base=5    | 3 newer; cleared 2
        # Anything else is refused: 1, the old life's next, its newest again, a gap.
        0 [0..2@0 3..4@3]                      |       5 |  31     1   1       1 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0 3..4@3]                      |       5 |  31     1   5       1 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0 3..4@3]                      |       5 |  31     1   3       2 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0 3..4@3]                      |       5 |  31     1   7       1 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0]                             |       3 |  31 32767   1       1 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0]                             |       3 |  31     1 MAX       1 | OUT_OF_ORDER | 3 newer, not 0
        0 [0..2@0]                             |       3 |  31     1 MAX       2 | OUT_OF_ORDER | 3 newer, not 0
        ",
    );
    assert_eq!(rows, 17);
}

#[test]
fn check_4_exactly_this_range_is_remembered() {
    let rows = check(
        "
        before                                 | log end | pid epoch    seq records | reply              | decided by
        0 [0..2@0]                             |       3 |  31     0      0       3 | DUPLICATE base=0   | 4 slot 1
        # The answer is where the first copy stands, not where the log ends.
        0 [0..2@100]                           |     900 |  31     0      0       3 | DUPLICATE base=100 | 4 slot 1
        0 [0..2@100 3..4@500]                  |     900 |  31     0      3       2 | DUPLICATE base=500 | 4 slot 2
        # The retry of the oldest remembered batch, with 4, 5 and 6 accepted.
        0 [0..0@0 1..1@1 2..2@2 3..3@3]        |       4 |  31     0      0       1 | DUPLICATE base=0   | 4 slot 1
        0 [0..0@0 1..1@1 2..2@2 3..3@3 4..4@4] |       5 |  31     0      0       1 | DUPLICATE base=0   | 4 slot 1
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      0       1 | OUT_OF_ORDER       | 4 behind
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      1       1 | DUPLICATE base=1   | 4 slot 1
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      2       1 | DUPLICATE base=2   | 4 slot 2
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      3       1 | DUPLICATE base=3   | 4 slot 3
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      4       1 | DUPLICATE base=4   | 4 slot 4
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      5       1 | DUPLICATE base=5   | 4 slot 5
        32767 [0..2@0 3..4@3]                  |       5 |  31 32767      3       2 | DUPLICATE base=3   | 4 slot 2
        0 [0..999999@0]                        | 1000000 |  31     0      0 1000000 | DUPLICATE base=0   | 4 slot 1
        # At the wrap, over it, and behind it.
        0 [MAX-1..MAX@0 0..0@2]                |       3 |  31     0  MAX-1       2 | DUPLICATE base=0   | 4 slot 1
        0 [MAX-1..MAX@0 0..0@2]                |       3 |  31     0      0       1 | DUPLICATE base=2   | 4 slot 2
        0 [MAX-10..9@0]                        |      21 |  31     0 MAX-10      21 | DUPLICATE base=0   | 4 slot 1
        0 [MAX-10..9@0 10..11@21]              |      23 |  31     0 MAX-10      21 | DUPLICATE base=0   | 4 slot 1
        # A follower may have taken one range twice: the older copy answers.
        0 [0..2@0 0..2@3]                      |       6 |  31     0      0       3 | DUPLICATE base=0   | 4 slot 1
        # Across a gap, which only a follower can have taken.
        0 [0..2@0 10..12@3]                    |       6 |  31     0      0       3 | DUPLICATE base=0   | 4 slot 1
        0 [0..2@0 10..12@3]                    |       6 |  31     0     10       3 | DUPLICATE base=3   | 4 slot 2
        ",
    );
    assert_eq!(rows, 20);
}

#[test]
fn check_4_one_after_the_newest() {
    let rows = check(
        "
        before                                 | log end | pid epoch    seq records | reply       | decided by
        0 [0..2@0]                             |       3 |  31     0      3       1 | OK base=3   | 4 next
        0 [0..2@0]                             |       3 |  31     0      3 1000000 | OK base=3   | 4 next
        32767 [0..2@0]                         |       3 |  31 32767      3       1 | OK base=3   | 4 next
        # The window holds five: the fourth and fifth fit, the sixth pushes the oldest out.
        0 [0..0@0 1..1@1 2..2@2]               |       3 |  31     0      3       1 | OK base=3   | 4 next
        0 [0..0@0 1..1@1 2..2@2 3..3@3]        |       4 |  31     0      4       1 | OK base=4   | 4 next
        0 [0..0@0 1..1@1 2..2@2 3..3@3 4..4@4] |       5 |  31     0      5       1 | OK base=5   | 4 next; out 0..0@0
        0 [1..1@1 2..2@2 3..3@3 4..4@4 5..5@5] |       6 |  31     0      6       1 | OK base=6   | 4 next; out 1..1@1
        # The wrap, between two batches.
        0 [MAX-1..MAX-1@0]                     |       1 |  31     0    MAX       1 | OK base=1   | 4 next
        15 [MAX..MAX@735]                      |     736 |  31    15      0       1 | OK base=736 | 4 next
        0 [MAX-2..MAX@0]                       |       3 |  31     0      0       3 | OK base=3   | 4 next
        # The wrap, inside one.
        0 [MAX-11..MAX-11@0]                   |       1 |  31     0 MAX-10      21 | OK base=1   | 4 next
        0 [MAX-1..MAX-1@0]                     |       1 |  31     0    MAX       2 | OK base=1   | 4 next
        0 [MAX-10..9@0]                        |      21 |  31     0     10       1 | OK base=21  | 4 next
        0 [MAX-10..MAX@0]                      |      11 |  31     0      0 1000000 | OK base=11  | 4 next
        # Only the newest counts, whatever gaps and orders a follower took.
        0 [0..2@0 10..12@3]                    |       6 |  31     0     13       1 | OK base=6   | 4 next
        0 [10..12@0 0..2@3]                    |       6 |  31     0      3       1 | OK base=6   | 4 next
        0 [0..2@0 0..2@3]                      |       6 |  31     0      3       1 | OK base=6   | 4 next
        0 [10..12@0 0..2@3]                    |       6 |  31     0      3       9 | OK base=6   | 4 next
        ",
    );
    assert_eq!(rows, 18);
}

#[test]
fn check_4_a_gap_ahead() {
    let rows = check(
        "
        before             | log end | pid epoch        seq records | reply        | decided by
        0 [0..2@0]         |       3 |  31     0          4       1 | OUT_OF_ORDER | 4 gap ahead
        0 [0..2@0 3..4@3]  |       5 |  31     0          7       1 | OUT_OF_ORDER | 4 gap ahead
        0 [0..2@0]         |       3 |  31     0         27       1 | OUT_OF_ORDER | 4 gap ahead
        0 [0..2@0]         |       3 |  31     0          4 1000000 | OUT_OF_ORDER | 4 gap ahead
        # Over the wrap: after MAX comes 0, not 1; after 9 comes 10.
        15 [MAX..MAX@735]  |     736 |  31    15          1       1 | OUT_OF_ORDER | 4 gap ahead
        0 [MAX-1..MAX-1@0] |       1 |  31     0          0       1 | OUT_OF_ORDER | 4 gap ahead
        0 [MAX-10..9@0]    |      21 |  31     0         11       1 | OUT_OF_ORDER | 4 gap ahead
        # There are 2^31 sequences in a ring. Up to half a turn on is ahead, the rest is behind.
        0 [9..9@0]         |       1 |  31     0 1073741832       1 | OUT_OF_ORDER | 4 gap ahead
        0 [9..9@0]         |       1 |  31     0 1073741833       1 | OUT_OF_ORDER | 4 behind
        ",
    );
    assert_eq!(rows, 9);
}

#[test]
fn check_4_an_overlap_with_a_remembered_batch() {
    let rows = check(
        "
        before                                 | log end | pid epoch    seq records | reply        | decided by
        # Same first, other last.
        0 [0..2@0]                             |       3 |  31     0      0       2 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0]                             |       3 |  31     0      0       4 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 3..4@3]                      |       5 |  31     0      0       1 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 3..5@3]                      |       6 |  31     0      3       1 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 3..5@3]                      |       6 |  31     0      3       4 | OUT_OF_ORDER | 4 overlap
        # Same last, other first.
        0 [0..2@0]                             |       3 |  31     0      1       2 | OUT_OF_ORDER | 4 overlap
        0 [5..7@0]                             |       3 |  31     0      4       4 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 3..5@3]                      |       6 |  31     0      5       1 | OUT_OF_ORDER | 4 overlap
        # Inside, and around.
        0 [0..2@0]                             |       3 |  31     0      1       1 | OUT_OF_ORDER | 4 overlap
        0 [5..7@0]                             |       3 |  31     0      4       5 | OUT_OF_ORDER | 4 overlap
        # Two slots as one batch, and two halves of them.
        0 [0..2@0 3..4@3]                      |       5 |  31     0      0       5 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 3..4@3]                      |       5 |  31     0      2       2 | OUT_OF_ORDER | 4 overlap
        0 [0..0@0 1..1@1 2..2@2 3..3@3 4..4@4] |       5 |  31     0      0       5 | OUT_OF_ORDER | 4 overlap
        # From behind the window into it: by one, and all through.
        0 [5..7@0]                             |       3 |  31     0      3       3 | OUT_OF_ORDER | 4 overlap
        0 [5..7@0]                             |       3 |  31     0      0 1000000 | OUT_OF_ORDER | 4 overlap
        # From the newest onward.
        0 [0..2@0]                             |       3 |  31     0      2       2 | OUT_OF_ORDER | 4 overlap
        0 [0..0@0]                             |       1 |  31     0      0       2 | OUT_OF_ORDER | 4 overlap
        # At the wrap and over it.
        0 [MAX..MAX@735]                       |     736 |  31     0    MAX       2 | OUT_OF_ORDER | 4 overlap
        0 [MAX-10..9@0]                        |      21 |  31     0 MAX-10      20 | OUT_OF_ORDER | 4 overlap
        0 [MAX-10..9@0]                        |      21 |  31     0      0      10 | OUT_OF_ORDER | 4 overlap
        0 [MAX-10..9@0]                        |      21 |  31     0      9       5 | OUT_OF_ORDER | 4 overlap
        0 [MAX-1..MAX@0 0..0@2]                |       3 |  31     0    MAX       2 | OUT_OF_ORDER | 4 overlap
        0 [100..109@0]                         |      10 |  31     0 MAX-47     149 | OUT_OF_ORDER | 4 overlap
        # Ahead of the newest, but onto a batch that a follower took before it.
        0 [10..12@0 0..2@3]                    |       6 |  31     0      8       3 | OUT_OF_ORDER | 4 overlap
        # All sequences there are, in one remembered batch.
        0 [0..MAX@0]                           |       0 |  31     0      7       1 | OUT_OF_ORDER | 4 overlap
        ",
    );
    assert_eq!(rows, 25);
}

#[test]
fn check_4_behind_the_window() {
    let rows = check(
        "
        before                                 | log end | pid epoch    seq records | reply        | decided by
        0 [5..7@5]                             |       8 |  31     0      4       1 | OUT_OF_ORDER | 4 behind
        0 [5..7@5]                             |       8 |  31     0      0       5 | OUT_OF_ORDER | 4 behind
        0 [5..7@5 8..9@8]                      |      10 |  31     0      0       1 | OUT_OF_ORDER | 4 behind
        0 [2..2@2 3..3@3 4..4@4 5..5@5 6..6@6] |       7 |  31     0      1       1 | OUT_OF_ORDER | 4 behind
        0 [2..2@2 3..3@3 4..4@4 5..5@5 6..6@6] |       7 |  31     0      0       1 | OUT_OF_ORDER | 4 behind
        # Over the wrap: the largest sequences are older than 0.
        0 [0..2@5]                             |       8 |  31     0    MAX       1 | OUT_OF_ORDER | 4 behind
        0 [MAX-10..9@5]                        |      26 |  31     0 MAX-11       1 | OUT_OF_ORDER | 4 behind
        0 [100..109@0]                         |      10 |  31     0 MAX-47     148 | OUT_OF_ORDER | 4 behind
        # In a hole that a follower took: older than the newest, and in no slot.
        0 [0..2@0 10..12@3]                    |       6 |  31     0      3       1 | OUT_OF_ORDER | 4 behind
        0 [0..2@0 10..12@3]                    |       6 |  31     0      3       7 | OUT_OF_ORDER | 4 behind
        0 [0..2@0 10..12@3]                    |       6 |  31     0      9       1 | OUT_OF_ORDER | 4 behind
        # A hole that is bridged touches both sides.
        0 [0..2@0 10..12@3]                    |       6 |  31     0      2       8 | OUT_OF_ORDER | 4 overlap
        0 [0..2@0 10..12@3]                    |       6 |  31     0      3       8 | OUT_OF_ORDER | 4 overlap
        ",
    );
    assert_eq!(rows, 13);
}

/// The lesson's worked trace to the letter; its last two rows carry one record each.
#[test]
fn the_worked_trace() {
    let mut partition = Partition::new(Offset(0));
    let trace = "
        0 0 3 | OK base=0 (no state, s = 0)                      | 3 | [0..2]
        0 3 2 | OK base=3 (3 = 2 + 1)                            | 5 | [0..2] [3..4]
        0 3 2 | DUPLICATE base=3 (same range remembered)         | 5 | [0..2] [3..4]
        0 7 1 | OUT_OF_ORDER (expected 5, got 7: a gap ahead)    | 5 | [0..2] [3..4]
        1 7 1 | OUT_OF_ORDER (newer epoch, but s = 7)            | 5 | [0..2] [3..4]
        1 0 1 | OK base=5 (restart: newer epoch, s = 0)          | 6 | [0..0]
        0 5 1 | FENCED (older epoch, 0 < 1)                      | 6 | [0..0]";
    for line in trace.trim().lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let numbers: Vec<i32> = columns[0]
            .split(' ')
            .map(|word| word.parse().unwrap())
            .collect();
        let batch = Header {
            pid: ProducerId(31),
            epoch: Epoch(numbers[0] as i16),
            first: Sequence(numbers[1]),
            records: numbers[2] as u32,
        };
        let decision = partition.append(batch, ());
        let state = partition.state(ProducerId(31)).unwrap();
        assert_eq!(decision.to_string(), columns[1]);
        assert_eq!(decision.log_end.to_string(), columns[2], "{line}");
        assert_eq!(partition.log_end(), decision.log_end, "{line}");
        assert_eq!(state.window.to_string(), columns[3], "{line}");
    }
    let log: Vec<(i64, i32, u32)> = partition
        .log()
        .iter()
        .map(|logged| (logged.base.0, logged.header.first.0, logged.header.records))
        .collect();
    assert_eq!(log, [(0, 0, 3), (3, 3, 2), (5, 0, 1)]);
}
