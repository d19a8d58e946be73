//! The built-in scenarios, in the order of the page's menu. Their names are public ids.

/// A built-in scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id in links and options.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Listed {
    /// The built-in scenario of this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|listed| listed.id == id)
    }

    /// Its title, the text's first line.
    pub fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }
}

macro_rules! catalogue {
    ($($id:literal),* $(,)?) => {
        /// The built-in scenarios; the first one is the default.
        pub const CATALOGUE: &[Listed] = &[
            $(Listed { id: $id, text: include_str!(concat!("../../scenarios/", $id, ".txt")) }),*
        ];
    };
}

catalogue![
    "lost-ack",
    "lost-request",
    "worked-trace",
    "sixth-batch",
    "gap",
    "three-surprises",
    "cut-in-two",
    "per-partition",
    "restart-new-pid",
    "zombie",
    "newer-epoch",
    "wrap",
    "flowchart",
    "send-twice",
    "two-producers",
    "two-partitions",
];
