//! The nearest known word to one that is not known.

/// The candidate that is fewest changes away, if it is near enough to be what was meant.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer words are no slip of the pen, and would cost time.
    const LONGEST: usize = 40;
    let found: Vec<char> = found.chars().take(LONGEST + 1).collect();
    if found.is_empty() || found.len() > LONGEST {
        return None;
    }
    let measured = known.into_iter().map(|word| (distance(&found, word), word));
    let (distance, word) = measured.min_by_key(|(distance, _)| *distance)?;
    let length = found.len().max(word.chars().count());
    // Where no letter is right, nothing like it was meant.
    (distance <= length.div_ceil(3) && distance < length).then_some(word)
}

/// How many letters must be changed, put in, taken out, or swapped with their neighbour.
fn distance(found: &[char], word: &str) -> usize {
    let word: Vec<char> = word.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=word.len()).collect();
    for (i, a) in found.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in word.iter().enumerate() {
            let differ = usize::from(!a.eq_ignore_ascii_case(b));
            let mut best = (last[j] + differ).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == word[j - 1] && found[i - 1] == *b {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[word.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_finds_none() {
        let words = ["send", "restart", "deliver", "drop"];
        assert_eq!(nearest("sned", words), Some("send"));
        assert_eq!(nearest("delivr", words), Some("deliver"));
        assert_eq!(nearest("DROP", words), Some("drop"));
        assert_eq!(nearest("umbrella", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("2", ["0", "1", "all"]), None);
    }
}
