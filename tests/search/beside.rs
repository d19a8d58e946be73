//! Two lanes: a comparison that follows a timeline step by step is the one that is made anew.

use crate::laws::leaves_brokers_alone;
use crate::random::Random;
use crate::setups::{self, Start};
use five_slots::compare::Comparison;
use five_slots::kafka::Policy;
use five_slots::scenario::parse_variant;
use five_slots::sim::{Change, Event, Setup, Variant};
use five_slots::timeline::Timeline;

const VARIANTS: [&str; 6] = [
    "idempotence off",
    "window 1",
    "policy bump, retries 1",
    "policy stop, max-in-flight 1",
    "idempotence off, acks 0",
    "idempotence off, max-in-flight 2, retries 0",
];

#[test]
fn following_is_the_same_as_playing_anew() {
    let mut differ = 0;
    let starts = [
        setups::EMPTY,
        setups::TRANSACTIONAL,
        setups::THREE,
        setups::BUMP,
    ];
    for (place, start) in starts.into_iter().enumerate() {
        for (index, words) in VARIANTS.into_iter().enumerate() {
            let seed = (place * VARIANTS.len() + index) as u64;
            let events: Events = leaves_brokers_alone;
            differ += usize::from(wander(start, words, seed, events));
        }
    }
    // Two lanes that never differ would show nothing.
    assert!(differ > 10, "{differ} of 24");
}

/// The same where brokers fail, beside other rules, other brokers and other needs.
#[test]
fn following_brokers_is_the_same_as_playing_anew() {
    let starts = [
        "brokers b1 b2\n",
        "rules kafka-2.5\nbrokers b1 b2 b3\npolicy bump\n",
    ];
    let variants = [
        "rules kafka-2.4, policy new-pid",
        "acks 1",
        "min-in-sync 2",
        "brokers b2 b1",
    ];
    let mut differ = 0;
    for (place, text) in starts.into_iter().enumerate() {
        for (index, words) in variants.into_iter().enumerate() {
            for turn in 0..5 {
                let seed = (place * variants.len() + index) as u64 | turn << 32;
                let start = Start { name: text, text };
                differ += usize::from(wander(start, words, seed, |_| true));
            }
        }
    }
    assert!(differ > 8, "{differ} of 40");
}

/// Which events happen.
type Events = fn(&Event) -> bool;

/// Goes to and fro on a timeline, and says whether the lanes differ at its end.
fn wander(start: Start, words: &str, seed: u64, events: Events) -> bool {
    let variant = parse_variant(words).expect("a variant");
    let mut random = Random::new(seed);
    let mut timeline = Timeline::new(start.setup()).expect("a setup");
    let mut followed = Comparison::new(variant.clone(), &timeline).expect("a setup");
    for _ in 0..150 {
        match random.below(12) {
            0 => timeline.seek(random.below(timeline.len() + 1)),
            1 => timeline.go_to_branch(random.below(timeline.branches())),
            2 if random.percent(10) => timeline.reset(),
            _ => {
                let mut choices = timeline.world().choices();
                choices.retain(events);
                choices.truncate(40);
                let event = random.pick(&choices).clone();
                timeline.push(event).expect("a choice is possible");
            }
        }
        // Not each time, so that it has several steps to make up for.
        if random.percent(70) {
            followed.follow(&timeline);
            same(&followed, &timeline, &variant);
        }
    }
    followed.follow(&timeline);
    same(&followed, &timeline, &variant);
    followed.differ_at().is_some()
}

fn same(followed: &Comparison, timeline: &Timeline, variant: &Variant) {
    let anew = Comparison::new(variant.clone(), timeline).expect("a setup");
    assert_eq!(followed.differ_at(), anew.differ_at());
    assert_eq!(followed.setup(), anew.setup());
    let mut differ = None;
    for step in 1..=timeline.len() {
        let (one, other) = (followed.step(step), anew.step(step));
        let one = one.expect("each step is followed");
        assert_eq!(Some(one), other, "step {step}");
        differ = differ.or(one.differs.then_some(step));
    }
    assert_eq!(followed.step(timeline.len() + 1), None);
    assert_eq!(differ, followed.differ_at());
    assert!(followed.world_at(timeline.len()) == anew.world_at(timeline.len()));
}

/// Each setting that changes nothing leaves the lanes alike.
#[test]
fn the_same_setup_twice_never_differs() {
    for start in [setups::EMPTY, setups::BUMP, setups::OFF] {
        let mut random = Random::new(7);
        let mut timeline = Timeline::new(start.setup()).expect("a setup");
        for _ in 0..120 {
            let choices = timeline.world().choices();
            let event = random.pick(&choices).clone();
            timeline.push(event).expect("a choice is possible");
        }
        let mut variant = Variant::default();
        variant.add(Change::Policy(policy(&start.setup())));
        let comparison = Comparison::new(variant, &timeline).expect("a setup");
        assert_eq!(comparison.differ_at(), None);
        let end = timeline.world_at(timeline.len());
        assert!(comparison.world_at(timeline.len()) == end);
        let steps = timeline.steps().iter().enumerate();
        for (place, step) in steps {
            let other = comparison.step(place + 1).expect("each step is followed");
            assert_eq!(other.facts(), step.facts);
        }
    }
}

fn policy(setup: &Setup) -> Policy {
    setup.settings.policy
}
