//! Which rules a broker follows, as named sets.

/// A named set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleSet {
    /// The rules as the lesson teaches them: four checks, five slots.
    #[default]
    Lesson,
}

impl RuleSet {
    /// Every rule set, in the order of the page's menu.
    pub const ALL: [Self; 1] = [Self::Lesson];

    /// The name in texts, links and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
        }
    }

    /// The rule set of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Where these rules and a running Kafka differ, in one honest sentence.
    pub fn honest_note(self) -> &'static str {
        match self {
            Self::Lesson => {
                "Kafka looks for the duplicate first and reaches the same answers; but Kafka 2.5 \
                 to 4.4 accepts any first sequence from a producer that it does not know."
            }
        }
    }
}
