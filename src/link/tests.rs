//! What a link carries, and what becomes of a broken one.

use super::*;
use crate::scenario::CATALOGUE;

#[test]
fn every_built_in_scenario_travels_in_a_comfortable_link() {
    for listed in CATALOGUE {
        let opened = open(listed.text);
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
