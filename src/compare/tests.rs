//! What two lanes have in common, and where they part.

use super::*;
use crate::scenario;
use crate::sim::Standing;

/// A lost answer and a retry, beside a second setup.
fn lanes(first: &str, second: &str) -> (Timeline, Comparison) {
    let text =
        format!("{first}A send p-0 1\ndeliver A1.1\ndrop A1.1.reply\nretry A1\ndeliver A1.2\n");
    let timeline = scenario::open(&text).timeline;
    let variant = scenario::parse_variant(second).unwrap();
    let comparison = Comparison::new(variant, &timeline).unwrap();
    (timeline, comparison)
}

#[test]
fn a_copy_in_the_second_lane_leads_to_the_step_that_wrote_it() {
    let (timeline, comparison) = lanes("", "idempotence off");
    let partition = PartitionId::new(0).unwrap();
    let wrote = |base| comparison.step_that_wrote(partition, Offset(base));
    assert_eq!(comparison.differ_at(), Some(5));
    assert_eq!([wrote(0), wrote(1), wrote(2)], [Some(2), Some(5), None]);
    assert_eq!(timeline.step_that_wrote(partition, Offset(1)), None);
}

#[test]
fn a_broken_promise_says_why_the_setup_allows_it() {
    let (_, comparison) = lanes("", "idempotence off");
    let Standing::Broken(breach) = &comparison.world_at(5).invariants().once else {
        panic!("a retry was appended");
    };
    let why = breach.why_allowed(comparison.setup()).unwrap();
    assert!(why.starts_with("Idempotence is off"), "{why}");
}

#[test]
fn turning_idempotence_around_clears_what_stands_in_its_way() {
    let turned = |setup: &str| turned(lanes(setup, "window 1").0.setup()).to_string();
    assert_eq!(turned(""), "idempotence off");
    assert_eq!(turned("idempotence off\n"), "idempotence on");
    assert_eq!(turned("acks 0\n"), "idempotence on, acks all");
    let conflicts = "acks 1\nretries 0\nmax-in-flight 6\n";
    let all = "idempotence on, acks all, retries 2147483647, max-in-flight 5";
    assert_eq!(turned(conflicts), all);
}
