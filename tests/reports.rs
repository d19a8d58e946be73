//! Public reports from people who run idempotent producers, played as scenarios.
//!
//! Each text in `reports/` names what was seen, why, and where; like the stories it is a fixed
//! point, and `UPDATE_EXPECT=1` writes its facts anew. What has to come out is typed here by hand,
//! from the reports, and nothing rewrites it. Reports that a story of the menu tells are played
//! from there.

use expect_test::expect_file;
use five_slots::compare::Comparison;
use five_slots::kafka::{Acks, Conflict, PartitionId, Reply};
use five_slots::scenario::{Opened, open};
use five_slots::sim::{Breach, CopiedBy, Fact, Standing, World};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// One report.
struct Report {
    id: &'static str,
    /// Its public addresses.
    seen: &'static [&'static str],
    /// The stories of the menu that tell it; none if it has a text of its own.
    menu: &'static [&'static str],
    /// What the broker answers, in order, for each text.
    replies: &'static [&'static [&'static str]],
    /// What it answers in the second lane, if the text has one.
    beside: &'static [&'static str],
}

const OOO: &str = "OUT_OF_ORDER";
const UNKNOWN: &str = "UNKNOWN_PRODUCER_ID";
const INVALID: &str = "INVALID_RECORD";

#[rustfmt::skip]
const REPORTS: [Report; 26] = [
    Report {
        id: "P01",
        seen: &[
            "https://github.com/apache/kafka/pull/23234",
        ],
        menu: &["overtaken"],
        // 17 to 21, then 0 to 16. The first answer, NOT_LEADER, judges nothing.
        replies: &[&["OK base=0", OOO]],
        beside: &[OOO, "OK base=0"],
    },
    Report {
        id: "P03",
        seen: &[
            "https://github.com/AutoMQ/automq/issues/584",
        ],
        menu: &[],
        // Batch 1, then batch 0.
        replies: &[&["OK base=0", OOO]],
        beside: &[OOO, "OK base=0"],
    },
    Report {
        id: "P06",
        seen: &[
            "https://github.com/confluentinc/confluent-kafka-dotnet/issues/704",
            "https://github.com/confluentinc/librdkafka/issues/2163",
            "https://github.com/confluentinc/librdkafka/pull/2188",
        ],
        menu: &[],
        // Message 1; 2 never arrives; 3 and 4 find a gap.
        replies: &[&["OK base=0", OOO, OOO]],
        beside: &["OK base=0", "OK base=1", "OK base=2"],
    },
    Report {
        id: "P11",
        seen: &[
            "https://github.com/confluentinc/confluent-kafka-dotnet/issues/2519",
        ],
        menu: &["too-few", "too-few-after"],
        // Refused before the append; and after it.
        replies: &[&["OK base=0", OOO, "OK base=1", "OK base=2"], &["OK base=0", "DUPLICATE base=0"]],
        beside: &[],
    },
    Report {
        id: "P12",
        seen: &[
            "https://github.com/confluentinc/librdkafka/issues/4736",
            "https://github.com/fede1024/rust-rdkafka/issues/630",
        ],
        menu: &["same-batch"],
        // Fifteen, nine of them, fifteen; and nine where the fifteen never arrived.
        replies: &[&["OK base=86821", OOO, "DUPLICATE base=86821", "OK base=86821"]],
        beside: &[],
    },
    Report {
        id: "P15",
        seen: &[
            "https://github.com/redpanda-data/redpanda/pull/27898",
        ],
        menu: &[],
        // As the rules ask; and 719, 710 as seen.
        replies: &[&["OK base=700", OOO, "OK base=710", "OK base=719", OOO]],
        beside: &[],
    },
    Report {
        id: "P18",
        seen: &[
            "https://github.com/confluentinc/librdkafka/issues/4953",
            "https://github.com/confluentinc/librdkafka/pull/4972",
        ],
        menu: &[],
        // Value 77; 78 before 77; then 78 and value 77 under the new epoch.
        replies: &[&["OK base=15167", OOO, "OK base=77", "OK base=15168"]],
        beside: &["OK base=15167", OOO, "OK base=77"],
    },
    Report {
        id: "P20",
        seen: &["https://github.com/apache/kafka/pull/9832"],
        menu: &[],
        replies: &[&["OK base=5", OOO, "OK base=10"]],
        beside: &[],
    },
    Report {
        id: "P24",
        seen: &[
            "https://github.com/IBM/sarama/issues/1430",
            "https://github.com/IBM/sarama/pull/1661",
        ],
        menu: &[],
        replies: &[&[OOO]],
        beside: &["OK base=5"],
    },
    Report {
        id: "P25",
        seen: &[
            "https://github.com/redpanda-data/redpanda/issues/3039",
            "https://github.com/redpanda-data/redpanda/issues/3038",
            "https://github.com/redpanda-data/redpanda/pull/3040",
            "https://github.com/redpanda-data/redpanda/pull/3077",
        ],
        menu: &[],
        replies: &[&["OK base=0", "OK base=1", OOO, "OK base=2", "OK base=3"]],
        beside: &["OK base=0", "OK base=1", "DUPLICATE base=0"],
    },
    Report {
        id: "P27",
        seen: &["https://github.com/platformatic/kafka/issues/326"],
        menu: &["twenty-zeros"],
        replies: &[&[
            "OK base=0",
            "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0",
            "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0",
            "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0",
            "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0",
            "DUPLICATE base=0", "DUPLICATE base=0", "DUPLICATE base=0",
        ]],
        beside: &[],
    },
    Report {
        id: "P29",
        seen: &[
            "https://github.com/tulios/kafkajs/issues/598",
            "https://github.com/tulios/kafkajs/pull/1050",
            "https://github.com/tulios/kafkajs/pull/1172",
        ],
        menu: &[],
        replies: &[&[OOO, OOO, "OK base=157"]],
        beside: &[],
    },
    Report {
        id: "P31",
        seen: &["https://github.com/redpanda-data/redpanda/pull/5026"],
        menu: &[],
        replies: &[&["OK base=42", "DUPLICATE base=42"]],
        beside: &[],
    },
    Report {
        id: "P34",
        seen: &[
            "https://github.com/redpanda-data/redpanda/issues/22670",
            "https://github.com/redpanda-data/redpanda/pull/22687",
        ],
        menu: &[],
        // 0 to 6, then 7 to 14.
        replies: &[&["OK base=0", OOO]],
        beside: &["OK base=0", "OK base=7"],
    },
    Report {
        id: "P35",
        seen: &[
            "https://github.com/apache/kafka/pull/5448",
            "https://github.com/apache/kafka/pull/7388",
        ],
        menu: &[],
        replies: &[&["OK base=0", UNKNOWN]],
        beside: &["OK base=0", "OK base=12"],
    },
    Report {
        id: "P38",
        seen: &[
            "https://cwiki.apache.org/confluence/pages/viewpage.action?pageId=89068820",
        ],
        menu: &["state-returns"],
        // 0 to 9, then 10, then 0 where the old state still is.
        replies: &[&["OK base=0", UNKNOWN, OOO]],
        beside: &["OK base=0", UNKNOWN, "OK base=10"],
    },
    Report {
        id: "P42",
        seen: &[
            "https://github.com/AutoMQ/automq/issues/437",
            "https://github.com/AutoMQ/automq/pull/438",
        ],
        menu: &[],
        // 4570 to 4578, three times: new, remembered, and forgotten.
        replies: &[&["OK base=114232", "DUPLICATE base=114232", "OK base=114241"]],
        beside: &[],
    },
    Report {
        id: "P46",
        seen: &[
            "https://github.com/apache/kafka/pull/9533",
        ],
        menu: &["unclean-gap", "unclean-silent"],
        // The new leader has some records of the producer; and none.
        replies: &[&["OK base=0", "OK base=2", "OK base=5", OOO], &["OK base=0", "OK base=1", "OK base=1"]],
        beside: &[],
    },
    Report {
        id: "P48",
        seen: &["https://github.com/confluentinc/librdkafka/issues/1958"],
        menu: &[],
        replies: &[&["OK base=0", "OK base=496775", "OK base=500000"]],
        beside: &["OK base=0", "OK base=496775", "DUPLICATE base=496775"],
    },
    Report {
        id: "P49",
        seen: &[
            "https://github.com/IBM/sarama/issues/2619",
            "https://github.com/IBM/sarama/pull/3644",
        ],
        menu: &["reordered"],
        // B, then A; with idempotence B has to wait.
        replies: &[&["OK base=0", "OK base=1"]],
        beside: &[OOO, "OK base=0"],
    },
    Report {
        id: "P52",
        seen: &[
            "https://github.com/spring-projects/spring-kafka/issues/1408",
        ],
        menu: &[],
        // Epoch 32, then 31.
        replies: &[&["OK base=0", "FENCED"]],
        beside: &[],
    },
    Report {
        id: "P56",
        seen: &[
            "https://github.com/twmb/franz-go/issues/216",
            "https://github.com/twmb/franz-go/issues/227",
        ],
        menu: &[],
        replies: &[&[INVALID, "OK base=2147483889"]],
        beside: &[],
    },
    Report {
        id: "P60",
        seen: &["https://github.com/confluentinc/confluent-kafka-python/issues/1376"],
        menu: &["send-twice", "framework-replay"],
        replies: &[
            &["OK base=0", "OK base=1", "DUPLICATE base=0"],
            &["OK base=0", "OK base=1"],
        ],
        beside: &[],
    },
    Report {
        id: "P61",
        seen: &[
            "https://github.com/redpanda-data/connect/pull/1280",
            "https://github.com/scality/backbeat/pull/2700",
        ],
        menu: &["two-producers", "restart-new-pid"],
        replies: &[&["OK base=0", "OK base=1"], &["OK base=0", "OK base=1"]],
        beside: &[],
    },
    Report {
        id: "P64",
        seen: &[
            "https://stackoverflow.com/questions/49982786",
            "https://stackoverflow.com/questions/62169066",
            "https://stackoverflow.com/questions/62210167",
        ],
        menu: &[],
        // 1; 3 before 2; 4 on a partition of its own; then 2 and 3.
        replies: &[&["OK base=0", OOO, "OK base=0", "OK base=1", "OK base=2"]],
        beside: &[],
    },
    Report {
        id: "P66",
        seen: &[
            "https://github.com/apache/kafka/pull/11691",
            "https://github.com/apache/kafka/pull/11788",
        ],
        menu: &[],
        replies: &[&["OK base=0", "OK base=1"]],
        beside: &[],
    },
];

impl Report {
    /// Where its texts stand.
    fn paths(&self) -> Vec<PathBuf> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        if self.menu.is_empty() {
            let name = format!("{}.txt", self.id.to_lowercase());
            return vec![root.join("tests/reports").join(name)];
        }
        let menu = self.menu.iter();
        menu.map(|id| root.join("scenarios").join(format!("{id}.txt")))
            .collect()
    }

    fn texts(&self) -> Vec<String> {
        let paths = self.paths();
        let read = |path: &PathBuf| fs::read_to_string(path).expect("its text");
        paths.iter().map(read).collect()
    }

    fn opened(&self) -> Vec<Opened> {
        let open =
            |text: &String| Opened::whole(text).unwrap_or_else(|e| panic!("{}: {e}", self.id));
        self.texts().iter().map(open).collect()
    }
}

fn report(id: &str) -> Opened {
    let mut reports = REPORTS.iter();
    let report = reports.find(|report| report.id == id).expect(id);
    report.opened().remove(0)
}

fn end(opened: &Opened) -> &World {
    opened.timeline.world_at(opened.timeline.len())
}

/// What a broker answered, in order.
fn replies<'a>(facts: impl Iterator<Item = &'a Fact>) -> Vec<String> {
    let judged = facts.filter_map(|fact| match fact {
        Fact::Judged { decision, .. } => Some(match decision.reply {
            Reply::Ok { base } | Reply::Duplicate { base } => {
                format!("{} base={base}", decision.reply.word())
            }
            _ => decision.reply.word().to_owned(),
        }),
        _ => None,
    });
    judged.collect()
}

fn beside(opened: &Opened) -> Option<Comparison> {
    let variant = opened.scenario.compare.clone()?;
    Some(Comparison::new(variant, &opened.timeline).expect("a setup"))
}

/// Opens a text that no client starts with, and returns why.
fn refused(text: &str) -> String {
    open(text).error.expect("it is refused").to_string()
}

#[test]
fn each_report_comes_out_as_it_was_seen() {
    for report in &REPORTS {
        let all = report.opened();
        assert_eq!(all.len(), report.replies.len(), "{}", report.id);
        for (opened, expected) in all.iter().zip(report.replies) {
            let steps = opened.timeline.steps().iter();
            let replies = replies(steps.flat_map(|step| &step.facts));
            assert_eq!(replies, *expected, "{}", report.id);
        }
        let second = beside(&all[0]).map(|comparison| {
            let steps = (1..=all[0].timeline.len()).filter_map(|step| comparison.step(step));
            replies(steps.flat_map(|other| other.facts()))
        });
        assert_eq!(second.unwrap_or_default(), report.beside, "{}", report.id);
    }
}

/// The stories in which brokers fail say in their closing words where it was seen.
#[test]
fn a_story_of_the_menu_names_its_report() {
    for id in ["P01", "P11", "P38", "P46"] {
        let report = REPORTS.iter().find(|report| report.id == id).expect(id);
        let named = report.opened();
        let mut named = named.iter().map(|opened| &opened.scenario.closing);
        assert!(
            named.any(|closing| closing.contains(report.seen[0])),
            "{id}"
        );
    }
}

#[test]
fn parse_replay_print_gives_each_report_back() {
    let mut own = BTreeSet::new();
    for report in REPORTS.iter().filter(|report| report.menu.is_empty()) {
        for (path, opened) in report.paths().iter().zip(report.opened()) {
            expect_file![path].assert_eq(&opened.scenario.print(&opened.facts()));
            assert_eq!(opened.mismatch, None, "{}", report.id);
            let scenario = &opened.scenario;
            assert!(scenario.title.starts_with(&format!("{}: ", report.id)));
            assert!(!scenario.closing.is_empty(), "{}", report.id);
            let named = scenario.about.lines();
            let named: Vec<&str> = named.filter(|line| line.starts_with("https:")).collect();
            assert_eq!(named, report.seen, "{}", report.id);
            own.insert(path.clone());
        }
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let files = fs::read_dir(folder).expect("the folder");
    let files: BTreeSet<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    assert_eq!(files, own);
}

/// P18: the gap is on p-5, the copy on p-12. It is broken by bump-all alone.
#[test]
fn a_new_epoch_on_all_partitions_doubles_where_nothing_went_wrong() {
    let opened = report("P18");
    let standing = &end(&opened).invariants().once;
    let Standing::Broken(Breach::Copy {
        partition,
        label,
        first,
        again,
        by,
    }) = standing
    else {
        panic!("{standing:?}");
    };
    let place = (partition.to_string(), &**label, first.0, again.0, *by);
    let expected = ("p-12".to_owned(), "value 77", 15167, 15168, CopiedBy::Retry);
    assert_eq!(place, expected);

    // In the second lane, policy bump leaves p-12 alone: there A still waits, under the old number.
    let comparison = beside(&opened).expect("a second lane");
    let other = comparison.world_at(opened.timeline.len());
    assert_eq!(other.invariants().once, Standing::Kept);
    assert_eq!(log_end(other, 12), 15168);
}

fn log_end(world: &World, partition: u8) -> i64 {
    let id = PartitionId::new(partition).expect("there is such a partition");
    world.partitions()[&id].log_end().0
}

/// P25: an honest client writes both records twice; with the window each once.
#[test]
fn an_error_in_the_place_of_a_duplicate_is_repaired_by_writing_twice() {
    let opened = report("P25");
    assert_eq!(log_end(end(&opened), 0), 4);
    assert!(matches!(
        end(&opened).invariants().once,
        Standing::Broken(Breach::Copy {
            by: CopiedBy::Retry,
            ..
        })
    ));
    let comparison = beside(&opened).expect("a second lane");
    let other = comparison.world_at(opened.timeline.len());
    assert_eq!(log_end(other, 0), 2);
    assert_eq!(other.invariants().once, Standing::Kept);
}

/// P34: the producer is dead; against Kafka it went on.
#[test]
fn who_was_forgotten_may_go_on_or_not() {
    let opened = report("P34");
    let ended = |world: &World| {
        let mut lives = world.actors().filter_map(|actor| actor.life.as_ref());
        lives.next().expect("a life").end().is_some()
    };
    assert!(ended(end(&opened)));
    let comparison = beside(&opened).expect("a second lane");
    let other = comparison.world_at(opened.timeline.len());
    assert!(!ended(other));
    assert_eq!(log_end(other, 0), 15);
}

/// P42: the nine values stand from 114232, and again from 114241.
#[test]
fn a_partition_that_moves_without_its_window_takes_a_retry_as_new() {
    let opened = report("P42");
    let standing = &end(&opened).invariants().once;
    let Standing::Broken(Breach::Copy {
        label,
        first,
        again,
        by,
        ..
    }) = standing
    else {
        panic!("{standing:?}");
    };
    let place = (&**label, first.0, again.0, *by);
    assert_eq!(place, ("4570", 114_232, 114_241, CopiedBy::Retry));
    assert_eq!(log_end(end(&opened), 0), 114_250);
}

/// P46: what a new leader lacks was acknowledged, whether the producer hears of it or not.
#[test]
fn an_unclean_election_cuts_what_was_acknowledged() {
    let reports = REPORTS.iter().find(|report| report.id == "P46");
    let all = reports.expect("P46").opened();
    let told_of_it = all.iter().map(|opened| {
        let stored = &end(opened).invariants().stored;
        let lost = matches!(
            stored,
            Standing::Broken(Breach::NotStored {
                by_election: true,
                ..
            })
        );
        assert!(lost, "{stored:?}");
        let last = replies(opened.timeline.steps().iter().flat_map(|step| &step.facts)).pop();
        last.as_deref() == Some(OOO)
    });
    assert_eq!(told_of_it.collect::<Vec<bool>>(), [true, false]);
}

/// P48: 500,000 were sent, 503,225 are in the log, and 500,000 with idempotence.
#[test]
fn every_retry_of_what_was_written_is_extra() {
    let opened = report("P48");
    assert_eq!(log_end(end(&opened), 0), 503_225);
    assert!(matches!(
        end(&opened).invariants().once,
        Standing::Broken(Breach::Copy {
            by: CopiedBy::Retry,
            ..
        })
    ));
    let comparison = beside(&opened).expect("a second lane");
    let other = comparison.world_at(opened.timeline.len());
    assert_eq!(log_end(other, 0), 500_000);
    assert_eq!(other.invariants().once, Standing::Kept);
}

/// P49: A after B without idempotence.
#[test]
fn several_in_flight_are_put_in_the_wrong_order() {
    let opened = report("P49");
    assert!(matches!(
        end(&opened).invariants().order,
        Standing::Broken(Breach::Order {
            same_life: true,
            ..
        })
    ));
    let comparison = beside(&opened).expect("a second lane");
    let other = comparison.world_at(opened.timeline.len());
    assert_eq!(other.invariants().order, Standing::Kept);
}

/// P60, P61: two records, and no promise broken.
#[test]
fn what_the_application_sends_twice_stands_twice() {
    for id in ["P60", "P61"] {
        let report = REPORTS.iter().find(|report| report.id == id).expect(id);
        for opened in report.opened() {
            let once = &end(&opened).invariants().once;
            assert!(matches!(once, Standing::Outside(_)), "{id}: {once:?}");
            assert_eq!(log_end(end(&opened), 0), 2, "{id}");
        }
    }
}

/// P64: the order is kept, for each producer id and partition.
#[test]
fn order_is_kept_with_several_in_flight() {
    let opened = report("P64");
    let world = end(&opened);
    for (promise, standing) in world.invariants().each() {
        assert_eq!(*standing, Standing::Kept, "{promise}");
    }
    assert_eq!((log_end(world, 0), log_end(world, 1)), (3, 1));
    assert!(world.actors().all(|actor| {
        let life = actor.life.as_ref().expect("a life");
        life.open().is_empty() && life.queue().is_empty()
    }));
}

/// P66: a conflict with the default switches idempotence off without a word; one with what was set
/// by hand is refused, with the reason.
#[test]
fn idempotence_is_on_by_default_or_not() {
    let opened = report("P66");
    let settings = opened.timeline.setup().settings;
    assert_eq!(settings.idempotence, None);
    assert!(!settings.is_idempotent());
    let leader = Conflict::Acks(Acks::Leader);
    assert_eq!(settings.switched_off_by(), Some(leader));
    assert!(matches!(
        end(&opened).invariants().once,
        Standing::Broken(_)
    ));

    for (line, reason) in [
        ("acks 1", "idempotence needs acks=all, and acks is 1"),
        (
            "retries 0",
            "idempotence needs retries > 0, and retries is 0",
        ),
        (
            "max-in-flight 6",
            "idempotence needs max.in.flight.requests.per.connection at most 5, and it is 6",
        ),
    ] {
        let silent = open(&format!("{line}\nA send p-0 1\n"));
        assert_eq!(silent.error, None, "{line}");
        assert!(!silent.timeline.setup().settings.is_idempotent(), "{line}");
        let by_hand = refused(&format!("idempotence on\n{line}\nA send p-0 1\n"));
        assert!(by_hand.contains(reason), "{by_hand}");
        // The same where it would only be the second lane.
        let beside = refused(&format!("{line}\ncompare idempotence on\nA send p-0 1\n"));
        assert!(beside.contains(reason), "{beside}");
    }
}
