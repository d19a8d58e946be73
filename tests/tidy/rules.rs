//! The rules, most of them about what must not be there. Each says why.

use crate::tree::File;
use five_slots::scenario::CATALOGUE;

/// A place where a rule is broken.
pub(crate) type Complaint = String;

/// A rule: what is wrong with a file, in view of all of them.
pub(crate) type Rule = fn(&File, &[File]) -> Vec<Complaint>;

/// Every rule.
pub(crate) const ALL: [(&str, Rule); 12] = [
    ("arrows", arrows),
    ("no dependency in the model", no_dependencies),
    ("nothing of the page in the model", nothing_of_the_page),
    ("the same in every run", the_same_in_every_run),
    ("no outside world in the model", no_outside_world),
    ("no unsafe code", no_unsafe_code),
    ("short functions", short_functions),
    ("short files and lines", short_files_and_lines),
    ("one word for one thing", one_word_for_one_thing),
    ("nothing left to do", nothing_left_to_do),
    ("nothing of one machine", nothing_of_one_machine),
    ("every story is in the menu", every_story_is_in_the_menu),
];

fn complain(file: &File, line: usize, what: impl std::fmt::Display) -> Complaint {
    format!("{}:{line}: {what}", file.path)
}

// --- What may use what ---

/// The parts of the project: each may use those before it.
const ORDER: [&str; 12] = [
    "kafka", "sim", "timeline", "scenario", "diagnose", "compare", "words", "session", "link",
    "bin", "ui", "embed",
];

/// The parts that know of the page. All others run anywhere.
const PAGE: [&str; 2] = ["ui", "embed"];

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == module)
}

/// Whether a file belongs to the model: everything before the page.
fn is_model(file: &File) -> bool {
    file.module().is_some_and(|module| !PAGE.contains(&module))
}

fn arrows(file: &File, _: &[File]) -> Vec<Complaint> {
    let Some(module) = file.module() else {
        return Vec::new();
    };
    let Some(own) = rank(module) else {
        let what = format!(
            "`{module}` has no place in the order {}",
            ORDER.join(" <- ")
        );
        return vec![complain(file, 1, what)];
    };
    let used = used_modules(file).into_iter();
    let wrong = used.filter(|(_, used)| rank(used).is_some_and(|rank| rank > own));
    wrong
        .map(|(at, used)| {
            let why = "arrows run one way, so that each part can be read without the next";
            complain(
                file,
                file.line(at),
                format!("`{module}` uses `{used}`: {why}"),
            )
        })
        .collect()
}

/// The parts that a file names: `crate::sim`, `crate::{sim, kafka}`, `super::super::sim`.
fn used_modules(file: &File) -> Vec<(usize, &str)> {
    let mut used = Vec::new();
    for root in ["crate::", "five_slots::"] {
        for (at, _) in file.code.match_indices(root) {
            used.extend(names_after(&file.code, at + root.len()));
        }
    }
    // So many steps lead from this file up to the root.
    let inside = file.path.trim_end_matches("/mod.rs");
    let to_root = "super::".repeat(inside.matches('/').count());
    for (at, _) in file.code.match_indices(&to_root) {
        if !file.code[..at].ends_with("super::") {
            used.extend(names_after(&file.code, at + to_root.len()));
        }
    }
    used
}

/// The name here, or the first names in braces.
fn names_after(code: &str, at: usize) -> Vec<(usize, &str)> {
    let name_at = |at: usize| {
        let end = code[at..].find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        (at, &code[at..at + end.unwrap_or(code.len() - at)])
    };
    if !code[at..].starts_with('{') {
        return vec![name_at(at)];
    }
    let mut names = Vec::new();
    let (mut depth, mut fresh) = (0, false);
    for (offset, letter) in code[at..].char_indices() {
        match letter {
            '{' => (depth, fresh) = (depth + 1, true),
            '}' => depth -= 1,
            ',' => fresh = true,
            _ if letter.is_whitespace() => {}
            _ => {
                if fresh && depth == 1 {
                    names.push(name_at(at + offset));
                }
                fresh = false;
            }
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn no_dependencies(file: &File, files: &[File]) -> Vec<Complaint> {
    if !is_model(file) {
        return Vec::new();
    }
    let manifest = files.iter().find(|file| file.path == "Cargo.toml");
    let dependencies = manifest.map_or(Vec::new(), |manifest| dependencies(&manifest.text));
    let named = file.words().filter(|(at, word)| {
        let (before, after) = (&file.code[..*at], &file.code[at + word.len()..]);
        let is_root = !before.ends_with("::") && after.starts_with("::");
        let is_root = is_root || before.ends_with("use ");
        is_root && dependencies.iter().any(|name| name == word)
    });
    named
        .map(|(at, name)| {
            let why = "the model needs `std` alone, so that it builds and reads in seconds";
            complain(
                file,
                file.line(at),
                format!("`{name}` is a dependency: {why}"),
            )
        })
        .collect()
}

/// The crates that a manifest names, as code calls them.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut listing = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let (before, after) = section.split_once("dependencies").unwrap_or(("", "none"));
            // `[target.'...'.dependencies.web-sys]` names one itself.
            listing = after == "]" && !before.contains("dependencies");
            if let Some(name) = after.strip_prefix('.') {
                names.push(name.trim_end_matches(']').replace('-', "_"));
            }
        } else if let Some((name, _)) = line.split_once('=').filter(|_| listing) {
            names.push(name.trim().replace('-', "_"));
        }
    }
    names
}

// --- What the model does not know ---

fn banned_words(file: &File, banned: &[&str], why: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (at, word) in file.words() {
        if banned.contains(&word) {
            let what = format!("`{word}`: {why}");
            complaints.push(complain(file, file.line(at), what));
        }
    }
    complaints
}

fn nothing_of_the_page(file: &File, _: &[File]) -> Vec<Complaint> {
    if !is_model(file) {
        return Vec::new();
    }
    let page = [
        "yew",
        "web_sys",
        "js_sys",
        "wasm_bindgen",
        "wasm_bindgen_futures",
        "serde",
        "serde_wasm_bindgen",
        "serde_json",
        "gloo",
        "gloo_events",
        "gloo_timers",
        "JsValue",
    ];
    banned_words(file, &page, "only `ui` and `embed` know of a page")
}

fn the_same_in_every_run(file: &File, _: &[File]) -> Vec<Complaint> {
    if !is_model(file) {
        return Vec::new();
    }
    let hashed = [
        "HashMap",
        "HashSet",
        "hash_map",
        "hash_set",
        "RandomState",
        "DefaultHasher",
    ];
    let clocks = ["Instant", "SystemTime", "UNIX_EPOCH", "Date"];
    let chance = [
        "rand",
        "random",
        "getrandom",
        "fastrand",
        "Rng",
        "thread_rng",
    ];
    let mut complaints = banned_words(
        file,
        &hashed,
        "its order differs from run to run, and a replay must not; use `SharedMap`",
    );
    complaints.extend(banned_words(
        file,
        &clocks,
        "a model with a clock cannot be replayed",
    ));
    complaints.extend(banned_words(
        file,
        &chance,
        "whoever picks the events is outside",
    ));
    complaints
}

fn no_outside_world(file: &File, _: &[File]) -> Vec<Complaint> {
    // The command-line tool is there to read files.
    if !is_model(file) || file.module() == Some("bin") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for outside in ["fs", "net", "io", "env", "process", "thread"] {
        for (at, _) in file.code.match_indices(&format!("std::{outside}")) {
            let what = format!("`std::{outside}`: the model takes data and returns data");
            complaints.push(complain(file, file.line(at), what));
        }
    }
    complaints
}

fn no_unsafe_code(file: &File, _: &[File]) -> Vec<Complaint> {
    if file.path == "Cargo.toml" && !file.text.contains("unsafe_code = \"forbid\"") {
        return vec![complain(
            file,
            1,
            "unsafe code is forbidden, and the lint has to say so",
        )];
    }
    if !file.is_rust_in(&["src/", "tests/", "benches/"]) {
        return Vec::new();
    }
    banned_words(file, &["unsafe"], "unsafe code is forbidden")
}

// --- What can be read at a glance ---

const FUNCTION_LINES: usize = 70;
const FILE_LINES: usize = 300;
const COLUMNS: usize = 100;

fn short_functions(file: &File, _: &[File]) -> Vec<Complaint> {
    if !file.is_rust_in(&["src/"]) {
        return Vec::new();
    }
    let starts = file.words().filter(|(_, word)| *word == "fn");
    let mut complaints = Vec::new();
    for (start, _) in starts {
        let (first, last) = (
            file.line(start),
            file.line(end_of_function(&file.code, start)),
        );
        let lines = last - first + 1;
        if lines > FUNCTION_LINES {
            let what = format!("a function of {lines} lines; {FUNCTION_LINES} can be read at once");
            complaints.push(complain(file, first, what));
        }
    }
    complaints
}

/// Where the body ends that belongs to the `fn` here; of one without a body, where it is.
fn end_of_function(code: &str, start: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in code[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return start + at,
            '}' => depth -= 1,
            ';' if depth == 0 => return start + at,
            _ => {}
        }
    }
    start
}

fn short_files_and_lines(file: &File, _: &[File]) -> Vec<Complaint> {
    if !file.is_rust_in(&["src/"]) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    let lines = file.text.lines().count();
    if lines > FILE_LINES {
        let what = format!("a file of {lines} lines: part it before it passes {FILE_LINES}");
        complaints.push(complain(file, lines, what));
    }
    for (index, line) in file.text.lines().enumerate() {
        let columns = line.chars().count();
        if columns > COLUMNS {
            let what = format!("{columns} columns: {COLUMNS} fit beside another file");
            complaints.push(complain(file, index + 1, what));
        }
    }
    complaints
}

// --- What is said ---

/// Words for which there is another one, and that one.
const SYNONYMS: [(&str, &str); 12] = [
    ("resend", "retry, or send again"),
    ("re-send", "retry, or send again"),
    ("resent", "retried, or sent again"),
    ("retransmi", "retry"),
    ("packet", "message or batch"),
    ("message queue", "the wire"),
    ("acknowledgment", "acknowledgement"),
    ("dupe", "duplicate"),
    ("seqno", "sequence"),
    ("playhead", "cursor"),
    ("log head", "log end"),
    ("incarnation", "life"),
];

fn one_word_for_one_thing(file: &File, _: &[File]) -> Vec<Complaint> {
    let folders = ["src/", "scenarios/", "static/", "index.html"];
    let told = folders.iter().any(|folder| file.path.starts_with(folder));
    if !told && !file.path.ends_with(".md") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let line = line.to_lowercase();
        for (word, ours) in SYNONYMS {
            let begins = |at: usize| !line[..at].ends_with(char::is_alphabetic);
            if line.match_indices(word).any(|(at, _)| begins(at)) {
                let what = format!("`{word}`: one word means one thing, here `{ours}`");
                complaints.push(complain(file, index + 1, what));
            }
        }
    }
    complaints
}

fn nothing_left_to_do(file: &File, _: &[File]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    if file.is_rust_in(&["src/", "tests/", "benches/"]) {
        for (left, why) in [
            ("todo!", "what is not there is not offered"),
            ("unimplemented!", "what is not there is not offered"),
            ("dbg!", "it was for one debugging"),
            ("#[ignore", "a test that does not run proves nothing"),
            ("should_panic", "assert the error instead"),
        ] {
            for (at, _) in file.code.match_indices(left) {
                complaints.push(complain(file, file.line(at), format!("`{left}`: {why}")));
            }
        }
    }
    if !is_about_tidiness(file) {
        for (index, line) in file.text.lines().enumerate() {
            if line.to_lowercase().contains("coming soon") {
                let what = "`coming soon`: what is not there is not announced";
                complaints.push(complain(file, index + 1, what));
            }
        }
    }
    complaints
}

/// These files have to name what they look for.
fn is_about_tidiness(file: &File) -> bool {
    file.path.starts_with("tests/tidy")
}

// --- What is true of one machine only ---

fn nothing_of_one_machine(file: &File, _: &[File]) -> Vec<Complaint> {
    if is_about_tidiness(file) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for folder in ["/home/", "/root/", "/work/", "/tmp/", "/Users/", "C:\\"] {
            if line.contains(folder) {
                let what = format!("`{folder}` is a folder of one machine");
                complaints.push(complain(file, index + 1, what));
            }
        }
        if let Some(host) = package_host(line) {
            let what = format!("`{host}` hands out packages: each machine asks its own");
            complaints.push(complain(file, index + 1, what));
        }
    }
    complaints
}

/// A host that a line names and that hands out packages. The index that `Cargo.lock` names for
/// every crate is a name and no host that is asked.
fn package_host(line: &str) -> Option<&str> {
    let urls = line.match_indices("://").map(|(at, _)| &line[at + 3..]);
    let hosts = urls.map(|url| {
        let end =
            url.find(|letter: char| !letter.is_ascii_alphanumeric() && !"-.:@".contains(letter));
        &url[..end.unwrap_or(url.len())]
    });
    let package = [
        "registry",
        "mirror",
        "proxy",
        "artifact",
        "nexus",
        "crates.io",
        "npmjs",
    ];
    let mut hosts = hosts.filter(|host| package.iter().any(|word| host.contains(word)));
    hosts.next()
}

// --- What has to be there ---

fn every_story_is_in_the_menu(file: &File, _: &[File]) -> Vec<Complaint> {
    let name = file.path.strip_prefix("scenarios/");
    let Some(id) = name.and_then(|name| name.strip_suffix(".txt")) else {
        return Vec::new();
    };
    if CATALOGUE.iter().any(|listed| listed.id == id) {
        return Vec::new();
    }
    vec![complain(file, 1, "a story that no menu offers is not read")]
}
