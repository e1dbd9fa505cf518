//! Words that stand for a missing value where a name should be.

/// Words that programs write for a missing value, as pandas reads them, and lone marks. Case
/// matters: `Na` is sodium.
const WORDS: [&str; 18] = [
    "#N/A", "#NA", "-", "--", "---", ".", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "Null",
    "n/a", "nan", "none", "null", "NAN",
];

/// Words for a missing value in one list, with how often each was met; the most frequent first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missing(Vec<(&'static str, u64)>);

impl Missing {
    /// Returns the word that a name is, whatever white space and quotes are around it.
    pub(crate) fn word(name: &[u8]) -> Option<&'static str> {
        // Nothing longer can be one with a few blanks around it. It keeps long lists quick.
        const LONGEST: usize = 16;
        if name.len() > LONGEST {
            return None;
        }
        let bare = name.trim_ascii();
        let bare = match bare {
            [b'"', inside @ .., b'"'] | [b'\'', inside @ .., b'\''] => inside.trim_ascii(),
            _ => bare,
        };
        WORDS.into_iter().find(|word| word.as_bytes() == bare)
    }

    /// Counts a word, and keeps the most frequent word first.
    pub(crate) fn add(&mut self, word: &'static str) {
        let known = self.0.iter().position(|(known, _)| *known == word);
        let mut at = known.unwrap_or_else(|| {
            self.0.push((word, 0));
            self.0.len() - 1
        });
        self.0[at].1 += 1;
        while at > 0 && self.0[at - 1].1 < self.0[at].1 {
            self.0.swap(at - 1, at);
            at -= 1;
        }
    }

    /// Returns how many names were such words.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Returns each word once.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(word, _)| *word)
    }

    /// Says which words there are, the most frequent first: `NA (2), - (1)`, or one word alone.
    pub(crate) fn shown(&self) -> String {
        if let [(word, 1)] = self.0[..] {
            return word.to_owned();
        }
        let shown = self.0.iter().map(|(word, count)| format!("{word} ({count})"));
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Says what was left out, for a list where that was asked for.
    pub(crate) fn left_out(&self, called: &str) -> Option<String> {
        let what = match self.count() {
            0 => return None,
            1 => "1 name is a word for a missing value and is left out".to_owned(),
            count => format!("{count} names are words for a missing value and are left out"),
        };
        Some(format!("{called}: {what}: {}", self.shown()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_word_is_the_whole_name() {
        let words = ["NA", " NA\r", "\"NA\"", "' n/a '", "#N/A", "---", ".", "None", "nan"];
        for word in words {
            assert!(Missing::word(word.as_bytes()).is_some(), "{word}");
        }
        let names = ["NAT1", "Na", "NA1", "nan1", "", "\"\"", "..", "HLA-A", "none of these words"];
        for name in names {
            assert!(Missing::word(name.as_bytes()).is_none(), "{name}");
        }
        assert_eq!(WORDS.into_iter().collect::<HashSet<_>>().len(), WORDS.len());
    }

    #[test]
    fn the_most_frequent_word_is_shown_first() {
        let mut missing = Missing::default();
        for word in ["-", "NA", "NA"] {
            missing.add(word);
        }
        assert_eq!((missing.count(), missing.shown().as_str()), (3, "NA (2), - (1)"));
        let mut one = Missing::default();
        one.add("NA");
        let said = "l.txt: 1 name is a word for a missing value and is left out: NA";
        assert_eq!(one.left_out("l.txt").as_deref(), Some(said));
    }
}
