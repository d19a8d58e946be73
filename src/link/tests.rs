//! What a link carries, and what becomes of a broken one.

use super::*;
use crate::scenario::CATALOGUE;

#[test]
fn every_built_in_scenario_travels_in_a_comfortable_link() {
    for listed in CATALOGUE {
        let opened = open(listed.text());
        let steps = opened.timeline.len();
        let link = write(&opened.scenario, steps);
        assert!(
            link.len() <= COMFORTABLE,
            "{}: {} characters",
            listed.id,
            link.len()
        );
        let linked = read(&link);
        assert_eq!(linked.problems, Vec::<String>::new(), "{}", listed.id);
        assert_eq!(linked.scenario, opened.scenario, "{}", listed.id);
        assert_eq!(linked.step, steps);
        assert!(linked.timeline.branch(0) == opened.timeline.branch(0));
    }
}

#[test]
fn a_link_survives_a_program_that_percent_encodes_all_of_it() {
    let text = "# 100% \"odd\" *title*; (a+b) ~ Grüße\nrules lesson\nA send p-0 \"x y\"\n";
    let scenario = open(text).scenario;
    let link = write(&scenario, 1);
    let encoded: String = link[1..]
        .bytes()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    let twice = encoded.replace('%', "%25");
    for link in [
        link,
        format!("#{encoded}"),
        format!("%23{encoded}"),
        format!("#{twice}"),
    ] {
        let linked = read(&link);
        assert_eq!(linked.problems, Vec::<String>::new());
        assert_eq!(linked.scenario, scenario);
        assert_eq!(linked.step, 1);
    }
}

#[test]
fn what_cannot_be_read_is_said_and_the_good_part_is_kept() {
    let problems = |link: &str| read(link).problems.join(" ");
    assert!(problems("#2;rules+lesson").contains("version 2"));
    assert!(problems("#hello").contains("begins with #1;"));
    assert!(problems("#1;step=x;rules+lesson").contains("`x`"));
    assert!(problems("#1;stpe=3;rules+lesson").contains("Did you mean `step`"));
    assert!(problems("#1;step=9;rules+lesson;A+send+p-0+1").contains("there are 1"));
    let cut = read("#1;step=2;rules+lesson;A+send+p-0+1;deliver+A1.1;deliver+A1.");
    assert_eq!((cut.step, cut.timeline.len()), (2, 2));
    assert!(
        cut.problems[0].contains("line 4, column 9"),
        "{:?}",
        cut.problems
    );
}

#[test]
fn settings_and_a_second_setup_travel_with_the_link() {
    let text = "# Both at once\nrules lesson\nwindow 7\nidempotence off\nacks 1\nretries 3\n\
                max-in-flight 4\npolicy bump-all\ngiven p-0 log-end=9\n\
                producer A pid=31 transactional-id=t\n\
                compare window 2, idempotence on, acks all, policy stop\n\
                A send p-0 1\nexpire A1\n";
    let opened = open(text);
    assert_eq!(opened.error, None);
    let link = write(&opened.scenario, 1);
    assert_eq!(
        link,
        "#1;step=1;*+Both+at+once;rules+lesson;window+7;idempotence+off;acks+1;retries+3;\
         max-in-flight+4;policy+bump-all;given+p-0+log-end=9;producer+A+pid=31+transactional-id=t;\
         compare+window+2,+idempotence+on,+acks+all,+policy+stop;A+send+p-0+1;expire+A1"
    );
    let linked = read(&link);
    assert_eq!(linked.problems, Vec::<String>::new());
    assert_eq!(linked.scenario, opened.scenario);
    assert_eq!(linked.scenario.print_compact(), text);
    assert_eq!((linked.step, linked.timeline.len()), (1, 2));
}

#[test]
fn a_second_setup_that_is_wrong_costs_nothing_but_itself() {
    // Within the good part of a link, the words of the setup are said to be wrong by their place.
    let cut = read("#1;step=1;rules+lesson;compare+windw+1;A+send+p-0+1");
    assert_eq!(cut.problems.len(), 2, "{:?}", cut.problems);
    assert!(cut.problems[0].contains("line 2, column 9"));
    assert!(cut.problems[0].contains("Did you mean `window`?"));
    let refused = read("#1;step=1;idempotence+on;compare+acks+0;A+send+p-0+1");
    assert_eq!((refused.step, refused.timeline.len()), (1, 1));
    assert!(refused.problems[0].contains("idempotence needs acks=all, and acks is 0"));
    assert_eq!(refused.scenario.compare, None);
}

/// Links made before there were settings. They stay as they are for ever.
const OLD: [(&str, usize, &str); 3] = [
    (
        "#1;step=6;rules+lesson;A+send+p-0+'umbrella+1'+'umbrella+2'+'umbrella+3';deliver+A1.1;\
         drop+A1.1.reply;retry+A1;deliver+A1.2;deliver+A1.2.reply",
        6,
        "A1 acknowledged, base 0",
    ),
    (
        "#1;*+A+zombie;rules+lesson;given+p-0+pid=31+epoch=0+window=(0..2@0,3..4@3);\
         producer+A+pid=31+next=p-0:5+transactional-id=orders;*+The+old+life+goes+on.;\
         A+restart+leaving+Z;A+send+p-0+2;deliver+A1.1;Z+send+p-0+1;deliver+Z1.1;\
         deliver+Z1.1.reply",
        0,
        "Z is fenced, this life is over: Z1 failed",
    ),
    (
        "#1;step=5;rules+lesson;A+send+p-0+1;A+send+p-0+1;deliver+A2.1;deliver+A2.1.reply;\
         retry+A1;deliver+A1.1;deliver+A1.2",
        5,
        "A1.2.reply sent: DUPLICATE base=0",
    ),
];

#[test]
fn links_made_before_there_were_settings_read_the_same() {
    for (link, step, told) in OLD {
        let linked = read(link);
        assert_eq!(linked.problems, Vec::<String>::new(), "{link}");
        assert_eq!(linked.step, step, "{link}");
        assert_eq!(write(&linked.scenario, step), *link);
        let last = linked.timeline.steps().last();
        let facts = last.map_or(&[][..], |step| &step.facts);
        let facts: Vec<String> = facts.iter().map(ToString::to_string).collect();
        assert!(facts.iter().any(|fact| fact == told), "{facts:?}");
    }
}
