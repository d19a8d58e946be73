//! Texts to begin from: the lesson's stories, and recordings of random events with odd prose.

use crate::mutate::prose;
use crate::random::Random;
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

/// A recording of random choices, with prose that nobody would write.
pub(crate) fn recorded(random: &mut Random) -> String {
    let setup = *random.pick(&[
        "",
        "given p-0 pid=31 epoch=0 window=[2147483640..2147483644@0]\n\
         producer A pid=31 epoch=0 next=p-0:2147483645\n",
        "given p-1 log-end=736\nproducer A transactional-id=orders\nproducer B\n",
    ]);
    let mut text = format!("# {}\n\nrules lesson\n{setup}", prose(random));
    let opened = five_slots::scenario::open(setup);
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
