//! Texts to begin from: the lesson's stories, and recordings of random events with odd prose.

use crate::mutate::prose;
use crate::random::Random;
use five_slots::kafka::RuleSet;
use five_slots::sim::World;
use std::fs;
use std::path::PathBuf;

/// The stories of the lesson, as they stand in the folder now.
pub(crate) fn told() -> Vec<String> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "scenarios"].iter().collect();
    let files = fs::read_dir(folder).expect("the folder of stories");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let texts = paths.iter().map(fs::read_to_string);
    texts.collect::<Result<_, _>>().expect("a story is text")
}

/// Settings that no client refuses, some of them.
fn settings(random: &mut Random) -> String {
    let mut text = String::new();
    let mut line = |often: usize, lines: &[&str]| {
        if random.percent(often) {
            text += *random.pick::<&str>(lines);
        }
    };
    line(20, &["window 1\n", "window 4\n", "window 20\n"]);
    line(15, &["idempotence off\n"]);
    line(10, &["acks 0\n", "acks 1\n"]);
    line(20, &["retries 0\n", "retries 1\n", "retries 2\n"]);
    line(
        20,
        &[
            "max-in-flight 1\n",
            "max-in-flight 2\n",
            "max-in-flight 100\n",
        ],
    );
    let policies = [
        "policy bump\n",
        "policy bump-all\n",
        "policy stop\n",
        "policy ignore\n",
        "policy new-pid\n",
    ];
    line(30, &policies);
    let brokers = [
        "brokers b1 b2\n",
        "brokers b3 b1 b2\n",
        "brokers b5 b3\nmin-in-sync 2\n",
    ];
    line(50, &brokers);
    text
}

/// A second setup, mostly none.
fn comparison(random: &mut Random) -> &'static str {
    if random.percent(60) {
        return "";
    }
    const LINES: [&str; 7] = [
        "compare rules kafka-2.5\n",
        "compare brokers b2 b1, rules kafka-1.0\n",
        "compare min-in-sync 1, brokers b1 b2 b3\n",
        "compare idempotence off\n",
        "compare window 1\n",
        "compare acks 0, retries 3, policy bump\n",
        "compare window 2, idempotence off, max-in-flight 7\n",
    ];
    LINES[random.below(LINES.len())]
}

/// A recording of random choices, with prose that nobody would write.
pub(crate) fn recorded(random: &mut Random) -> String {
    let setup = *random.pick(&[
        "",
        "given p-0 pid=31 epoch=0 window=[2147483640..2147483644@0]\n\
         producer A pid=31 epoch=0 next=p-0:2147483645\n",
        "given p-1 log-end=736\nproducer A transactional-id=orders\nproducer B\n",
    ]);
    let rules = *random.pick(&RuleSet::ALL);
    let setup = format!("rules {}\n", rules.name()) + &settings(random) + setup;
    let setup = setup + comparison(random);
    let mut text = format!("# {}\n\n{setup}", prose(random));
    let opened = five_slots::scenario::open(&setup);
    assert_eq!(opened.error, None, "{setup}");
    let mut world: World = opened.timeline.world().clone();
    for _ in 0..random.below(40) {
        let choices = world.choices();
        let event = random.pick(&choices);
        if random.percent(30) {
            text += &format!("# {}\n", prose(random));
        }
        text += &format!("{event}\n");
        world = world.apply(event).expect("a choice is possible").0;
        if random.percent(5) {
            // Labels are quoted, and may hold nearly everything.
            text += "C send p-0 \"\u{1f302} ~;'*+(%) 1\" \"#\"\n";
            let label = five_slots::scenario::open(&text);
            world = label.timeline.world_at(label.timeline.len()).clone();
        }
    }
    if random.percent(50) {
        text += &format!("\n# {}\n", prose(random));
    }
    text
}
