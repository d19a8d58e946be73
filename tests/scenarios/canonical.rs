//! Every text prints to one canonical form, which then stays.

use five_slots::scenario::{Opened, open};

/// The canonical form of a text, without facts; on the way there everything that must stay, stays.
fn check(messy: &str, canonical: &str) {
    let opened = Opened::whole(messy).unwrap_or_else(|error| panic!("{error}\n{messy}"));
    let printed = opened.scenario.print(&[]);
    assert_eq!(printed, canonical, "of {messy:?}");

    let again = open(&printed);
    assert_eq!(again.scenario, opened.scenario, "{printed}");
    assert_eq!(again.scenario.print(&[]), printed);

    let with_facts = opened.scenario.print(&opened.facts());
    let again = open(&with_facts);
    assert_eq!(
        (&again.error, &again.mismatch),
        (&None, &None),
        "{with_facts}"
    );
    assert_eq!(again.scenario, opened.scenario, "{with_facts}");
    assert_eq!(again.scenario.print(&again.facts()), with_facts);

    let compact = opened.scenario.print_compact();
    assert_eq!(open(&compact).scenario, opened.scenario, "{compact}");
}

#[test]
fn a_text_may_be_as_short_as_nothing() {
    check("", "rules lesson\n");
    check("\n\n", "rules lesson\n");
    check("#\n#\n", "rules lesson\n");
    check("five-slots 1", "rules lesson\n");
    check("rules lesson", "rules lesson\n");
    check("# A title", "# A title\nrules lesson\n");
    check(
        "batch p-0 pid=31 epoch=0 seq=0 records=3",
        "rules lesson\n\nbatch p-0 pid=31 epoch=0 seq=0 records=3\n",
    );
}

#[test]
fn blanks_tabs_line_ends_and_marks_of_editors_do_not_matter() {
    let canonical = "# Title\n# About\nrules lesson\n\n# Caption\nA send p-0 2\ndeliver A1.1\n";
    check(
        "#Title\n#About\nrules lesson\n#Caption\nA send p-0 2\ndeliver A1.1",
        canonical,
    );
    check(
        "\u{feff}# Title\r\n# About\r\nrules lesson\r\n\r\n# Caption\r\nA send p-0 2\r\ndeliver A1.1\r\n",
        canonical,
    );
    check(
        "\n\n#  Title \t\n# About\t\n\nrules\tlesson \n\n\n\n# Caption  \nA  send\tp-0   2 \n\n\t\ndeliver A1.1\t\n\n",
        canonical,
    );
    check(
        "five-slots 1\n# Title\n# About\nrules lesson\n# Caption\nA send p-0 0002\ndeliver A1.1",
        canonical,
    );
}

#[test]
fn facts_are_read_and_written_anew() {
    check(
        "A send p-0 1\n\n    InitProducerId: pid 31, epoch 0\n\tA1.1 sent: pid 31, epoch 0, seq 0..0  \ndrop A1.1\n",
        "rules lesson\n\nA send p-0 1\ndrop A1.1\n",
    );
}

#[test]
fn the_setup_has_one_order() {
    check(
        "producer B transactional-id=b\nproducer A next=p-2:5,p-0:7 epoch=3 pid=100\n\
         given p-1 window=[ 0..2@0 , 3..4@3 ] pid=32 epoch=1 log-end=9\n\
         given p-0 epoch=0 pid=40 window=[5..5@5]\ngiven p-0 pid=31 window=[0..0@0] epoch=0\n\
         given p-0 log-end=8\ngiven p-3\nrules lesson\n",
        "rules lesson\ngiven p-0 log-end=8\ngiven p-0 pid=40 epoch=0 window=[5..5@5]\n\
         given p-0 pid=31 epoch=0 window=[0..0@0]\ngiven p-1 log-end=9\n\
         given p-1 pid=32 epoch=1 window=[0..2@0,3..4@3]\ngiven p-3 log-end=0\n\
         producer A pid=100 epoch=3 next=p-0:7,p-2:5\nproducer B transactional-id=b\n",
    );
}

#[test]
fn settings_have_one_order_and_are_printed_where_they_differ_from_the_default() {
    check(
        "policy bump-all\nmax-in-flight 04\nretries 3\nacks 1\nidempotence off\nwindow 7\nrules lesson",
        "rules lesson\nwindow 7\nidempotence off\nacks 1\nretries 3\nmax-in-flight 4\npolicy bump-all\n",
    );
    check(
        "policy reject\nmax-in-flight 5\nretries 2147483647\nacks all\nwindow 5",
        "rules lesson\n",
    );
    // Kafka's other spelling of all.
    check("acks -1", "rules lesson\n");
    check(
        "compare acks -1, window 5",
        "rules lesson\ncompare window 5, acks all\n",
    );
    // On by hand is not on by default: it refuses what conflicts.
    check("idempotence on", "rules lesson\nidempotence on\n");
    check("idempotence off", "rules lesson\nidempotence off\n");
    // What is the default is for the rules to say, wherever their line stands.
    check("window 5\nrules kafka-0.11", "rules kafka-0.11\nwindow 5\n");
    check("window 1\nrules kafka-0.11", "rules kafka-0.11\n");
    check("window 1\nrules kafka-1.0", "rules kafka-1.0\nwindow 1\n");
    // A window may hold more than five, where it is given the room.
    let slots = "[0..0@0,1..1@1,2..2@2,3..3@3,4..4@4,5..5@5]";
    check(
        &format!("given p-0 pid=31 epoch=0 window={slots}\nwindow 6"),
        &format!("rules lesson\nwindow 6\ngiven p-0 pid=31 epoch=0 window={slots}\n"),
    );
}

#[test]
fn a_second_setup_has_one_spelling_and_stands_last() {
    check(
        "compare  policy stop ,window 1,  idempotence off\nproducer A\ngiven p-0\n",
        "rules lesson\ngiven p-0 log-end=0\nproducer A\ncompare window 1, idempotence off, policy stop\n",
    );
    check(
        "compare rules lesson\nA send p-0 1\nexpire A1\n",
        "rules lesson\ncompare rules lesson\n\nA send p-0 1\nexpire A1\n",
    );
}

#[test]
fn a_cluster_has_one_spelling() {
    // The order of the brokers says who leads first, so it stays.
    check(
        "min-in-sync 02\nbrokers  b5\tb3 b1\nrules kafka-2.5\nA send p-0 1",
        "rules kafka-2.5\nbrokers b5 b3 b1\nmin-in-sync 2\n\nA send p-0 1\n",
    );
    check("min-in-sync 1\nbrokers b1", "rules lesson\n");
    check("brokers b2", "rules lesson\nbrokers b2\n");
    check("brokers b0 b9999", "rules lesson\nbrokers b0 b9999\n");
    check(
        "compare min-in-sync 2, brokers b1  b2, rules kafka-4.5\nbrokers b3 b4",
        "rules lesson\nbrokers b3 b4\n\
         compare rules kafka-4.5, brokers b1 b2, min-in-sync 2\n",
    );
    check("policy new-pid", "rules lesson\npolicy new-pid\n");
    check(
        "brokers b5 b3\nA send  p-0 1\ndeliver A1.1\nsnapshot\tb5\nroll p-0\npause b3\n\
         shrink p-0  b3\nresume b3\nmove p-0 b3\nelect p-0 b3\nforget p-0  pid=031\n\
         delete p-0\nstop b5\nstart b5\ncrash b3",
        "rules lesson\nbrokers b5 b3\n\nA send p-0 1\ndeliver A1.1\nsnapshot b5\nroll p-0\n\
         pause b3\nshrink p-0 b3\nresume b3\nmove p-0 b3\nelect p-0 b3\n\
         forget p-0 pid=31\ndelete p-0\nstop b5\nstart b5\ncrash b3\n",
    );
}

#[test]
fn an_event_has_one_spelling() {
    check(
        "batch p-0 records=2 labels=\"a b\",\"c,]=\" seq=-0 epoch=00 pid=31\nA send p-0 \"x\"  \"[y\"",
        "rules lesson\n\nbatch p-0 pid=31 epoch=0 seq=0 records=2 labels=\"a b\",\"c,]=\"\n\
         A send p-0 \"x\" \"[y\"\n",
    );
    check(
        "A send p-0 1\nduplicate A1.1\ndeliver A1.1b\nduplicate A1.1b.reply\nretry A1\nA restart leaving Z\nZ restart",
        "rules lesson\n\nA send p-0 1\nduplicate A1.1\ndeliver A1.1b\nduplicate A1.1b.reply\n\
         retry A1\nA restart leaving Z\nZ restart\n",
    );
}

#[test]
fn prose_stays_with_what_it_is_about() {
    // A first block directly above an event is its caption: there is no title.
    check(
        "# Caption\nA send p-0 1",
        "rules lesson\n\n# Caption\nA send p-0 1\n",
    );
    // Ended by a blank line, it is the title.
    check(
        "# Title\n\nA send p-0 1",
        "# Title\nrules lesson\n\nA send p-0 1\n",
    );
    check(
        "rules lesson\n\n# Title\n\nA send p-0 1",
        "# Title\nrules lesson\n\nA send p-0 1\n",
    );
    // Blocks that stand alone are paragraphs of what comes next.
    check(
        "# Title\n\n# One.\n\n# Two.\nA send p-0 1\n\n# Three.\n\n# Four.\n",
        "# Title\nrules lesson\n\n# One.\n#\n# Two.\nA send p-0 1\n\n# Three.\n#\n# Four.\n",
    );
    // Above the setup they belong to the about.
    check(
        "# Title\n#\n#\n# One.\n\n# Two.\nrules lesson\n# Three.\ngiven p-0\n\nA send p-0 1\n",
        "# Title\n# One.\n#\n# Two.\n#\n# Three.\nrules lesson\ngiven p-0 log-end=0\n\nA send p-0 1\n",
    );
    check(
        "#\n\n# Title\n# About\nrules lesson",
        "# Title\n# About\nrules lesson\n",
    );
    // Lines and indents of prose are kept as they were written, empty ones inside too.
    check(
        "# Title\n#   indented\n#\n# ## list\nrules lesson\n\n#\n# One.\n#\n#\n# Two.\n#\nA send p-0 1\n#\n# End.\n#\n",
        "# Title\n#   indented\n#\n# ## list\nrules lesson\n\n# One.\n#\n#\n# Two.\nA send p-0 1\n\n# End.\n",
    );
}

#[test]
fn events_with_captions_stand_apart() {
    check(
        "A send p-0 1\n# One.\ndeliver A1.1\n\ndeliver A1.1.reply\n# Two.\nA send p-0 1\n# End.",
        "rules lesson\n\nA send p-0 1\n\n# One.\ndeliver A1.1\ndeliver A1.1.reply\n\n# Two.\n\
         A send p-0 1\n\n# End.\n",
    );
}

/// What is kept of a text that cannot be read to its end.
fn good_part(text: &str, kept: &str) {
    let opened = open(text);
    assert!(opened.error.is_some(), "{text}");
    assert_eq!(opened.scenario.print(&[]), kept, "of {text:?}");
    assert_eq!(
        opened.timeline.len(),
        opened.scenario.recording.entries.len()
    );
    assert_eq!(open(kept).scenario, opened.scenario, "{kept}");
}

#[test]
fn the_good_part_of_a_bad_text_is_kept_without_words_about_the_rest() {
    let kept = "# Title\nrules lesson\n\n# Sent.\nA send p-0 1\n";
    let good = "# Title\n\n# Sent.\nA send p-0 1\n";
    good_part(
        &format!("{good}# Lost.\ndorp A1.1\ndeliver A1.1\n# End."),
        kept,
    );
    good_part(
        &format!("{good}# Lost.\ndrop A2.1\ndeliver A1.1\n# End."),
        kept,
    );
    good_part(&format!("{good}# Lost.\n  not a fact of anything\n"), kept);
    good_part(
        "# Title\n\n# Sent.\nB sned p-0 1\n# End.",
        "# Title\nrules lesson\n",
    );
    // Of a line that cannot be read to its end, nothing is kept.
    good_part(
        "given p-0 log-end=3\ngiven p-1 log-end=5 pid=31 epoch=0 window=[0..2@]",
        "rules lesson\ngiven p-0 log-end=3\n",
    );
    // The same of the second setup.
    good_part(
        "# Title\nwindow 3\ncompare window 2, windw 1\nA send p-0 1",
        "# Title\nrules lesson\nwindow 3\n",
    );
    // A second setup that describes no world is left out; the first one does without it.
    good_part(
        "# Title\nidempotence on\ncompare acks 1\nA send p-0 1",
        "# Title\nrules lesson\nidempotence on\n\nA send p-0 1\n",
    );
    // Without its setup, no event means what it should.
    good_part(
        "# Title\nidempotence on\nacks 1\ncompare window 1\nA send p-0 1",
        "# Title\nrules lesson\n",
    );
    good_part(
        "# Title\nproducer A epoch=1\n\n# Sent.\nB send p-0 1\n# End.",
        "# Title\nrules lesson\n",
    );
}
