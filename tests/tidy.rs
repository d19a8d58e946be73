//! What must not be in the project, and what must be short. A failure names file, line and reason.

#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/tree.rs"]
mod tree;

use tree::File;

/// Everything that the rules have against these files.
fn complaints(files: &[File]) -> Vec<String> {
    let mut all = Vec::new();
    for (_, rule) in rules::ALL {
        for file in files {
            all.extend(rule(file, files));
        }
    }
    all
}

#[test]
fn the_project_is_tidy() {
    let found = complaints(&tree::files());
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// Each rule finds what it is there for, and nothing in what only looks like it.
#[test]
fn the_rules_see_what_they_look_for() {
    let cases = [
        (
            "src/kafka/a.rs",
            "\nuse crate::sim::World;",
            ":2: `kafka` uses `sim`",
        ),
        (
            "src/sim/a.rs",
            "use crate::{\n    kafka::Slot,\n    timeline::Step,\n};",
            ":3: `sim` uses",
        ),
        (
            "src/sim/mod.rs",
            "use super::session::Session;",
            "`sim` uses `session`",
        ),
        (
            "src/sim/deep/a.rs",
            "use super::super::super::link;",
            "`sim` uses `link`",
        ),
        (
            "src/bin/trace.rs",
            "use five_slots::ui::Page;",
            "`bin` uses `ui`",
        ),
        ("src/other.rs", "", "`other` has no place"),
        (
            "src/kafka/a.rs",
            "use expect_test::expect;",
            "`expect_test` is a dependency",
        ),
        (
            "src/link.rs",
            "fn a() {\n    web_thing::b();\n}",
            ":2: `web_thing` is a dependency",
        ),
        (
            "src/session.rs",
            "struct A(web_sys::Node);",
            "`web_sys`: only",
        ),
        (
            "src/timeline.rs",
            "use std::collections::HashMap;",
            "`HashMap`: its order",
        ),
        (
            "src/scenario/a.rs",
            "let now = Instant::now();",
            "`Instant`: a model with a clock",
        ),
        (
            "src/sim/a.rs",
            "let n: u8 = random();",
            "`random`: whoever picks",
        ),
        (
            "src/sim/a.rs",
            "use std::fs;",
            "`std::fs`: the model takes data",
        ),
        ("src/ui/a.rs", "unsafe {}", "`unsafe`"),
        (
            "src/ui/a.rs",
            &format!("\nfn a() {{{}}}", "\n".repeat(70)),
            ":2: a function of 71",
        ),
        (
            "src/ui/a.rs",
            &"\n".repeat(301),
            ":301: a file of 301 lines",
        ),
        (
            "src/ui/a.rs",
            &format!("// {}", "x".repeat(98)),
            "101 columns",
        ),
        (
            "scenarios/gap.txt",
            "# A lost Packet",
            ":1: `packet`: one word",
        ),
        ("README.md", "Coming soon: more.", "`coming soon`"),
        ("tests/a.rs", "#[ignore]\nfn a() {}", "`#[ignore`"),
        ("src/ui/a.rs", "fn a() {\n    todo!()\n}", ":2: `todo!`"),
        ("dev", "cd /home/me", "`/home/` is a folder of one machine"),
        (
            ".npmrc",
            "x=https://registry.somewhere.org/",
            "`registry.somewhere.org` hands out",
        ),
        (
            "scenarios/untold.txt",
            "rules lesson",
            "a story that no menu offers",
        ),
    ];
    for (path, text, expected) in cases {
        let files = [File::new(path, text), manifest()];
        let found = complaints(&files);
        let saw = found.len() == 1 && found[0].contains(expected) && found[0].starts_with(path);
        assert!(
            saw,
            "{path}: {text}\nexpected: {expected}\nfound: {found:?}"
        );
    }
    let without_lint = [File::new("Cargo.toml", "[lints.rust]\n")];
    assert!(complaints(&without_lint)[0].contains("the lint has to say so"));
}

#[test]
fn the_rules_see_nothing_in_comments_and_quotes() {
    let harmless = r##"
//! A HashMap, an Instant, unsafe: none is here.
use super::name::Name;
use crate::kafka::{Epoch, Slot};
/* todo!() */
fn quotes<'a>(text: &'a str) -> Vec<char> {
    let _ = ("HashMap \" unsafe", r#"dbg!("rand")"#, "// no comment");
    vec!['"', '\'', '{', 'a']
}
fn after() { let sandbox = "still code"; operand(sandbox) }
"##;
    let files = [File::new("src/sim/a.rs", harmless), manifest()];
    assert_eq!(complaints(&files), [""; 0]);
    assert!(files[0].code.contains("operand(sandbox)"));
    assert!(!files[0].code.contains("unsafe"));
}

/// A manifest to hold code against.
fn manifest() -> File {
    let text = "[lints.rust]\nunsafe_code = \"forbid\"\n\n[dev-dependencies]\nexpect-test = \"1\"\n\n\
                [target.'cfg(x)'.dependencies.web-thing]\nversion = \"1\"\n";
    File::new("Cargo.toml", text)
}
