//! The stories, with places for the numbers; their texts stand in `texts/says.txt`, each below a
//! line `% NAME`.
//!
//! The page's module is given them, as it is given those of the catalogue.

/// All stories; empty, where they have to be provided and were not.
fn all() -> &'static str {
    #[cfg(not(target_arch = "wasm32"))]
    let texts = include_str!("../../texts/says.txt");
    #[cfg(target_arch = "wasm32")]
    let texts = crate::scenario::provided("says");
    texts
}

/// The story of this name; empty if there is none.
pub(super) fn story(name: &str) -> &'static str {
    for text in all().split("% ") {
        if let Some((known, story)) = text.split_once('\n')
            && known == name
        {
            return story;
        }
    }
    ""
}
