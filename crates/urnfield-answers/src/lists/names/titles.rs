//! Letters and names of lists.

use crate::Unanswered;

/// One letter or digit for each list is what a table has room for.
const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The most lists that are compared at once.
const MOST_LISTS: usize = LETTERS.len();

/// The letter of a list; there are at most [`MOST_LISTS`].
pub(crate) fn letter(list: usize) -> char {
    LETTERS[list] as char
}

/// The letters of a combination.
pub(crate) fn letters(lists: &[usize]) -> String {
    lists.iter().map(|&list| letter(list)).collect()
}

/// Refuses what cannot be compared.
pub(crate) fn check_number(lists: usize) -> Result<(), Unanswered> {
    if lists < 2 {
        return Err(Unanswered::Unclear(format!(
            "an overlap needs two lists or more, got {lists}; name files of names, or give --sizes \
             with --observed"
        )));
    }
    if lists > MOST_LISTS {
        return Err(Unanswered::Unclear(format!(
            "at most {MOST_LISTS} lists are compared at once, got {lists}; leave some out"
        )));
    }
    Ok(())
}

/// Refuses an empty population.
pub(crate) fn check_population(population: u64) -> Result<(), Unanswered> {
    match population {
        0 => Err("a population has at least one name, got population = 0".into()),
        _ => Ok(()),
    }
}

/// Replaces control characters, because a tab in a name would add a column.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A name in a sentence, cut short if it is a paragraph; in quotes, as it may end in a space.
pub(crate) fn quoted(name: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = name.chars().take(SHOWN).collect();
    let dots = if cut.len() < name.len() { "..." } else { "" };
    format!("\"{}{dots}\"", printable(&cut))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_list_has_a_letter() {
        let all: HashSet<char> = (0..MOST_LISTS).map(letter).collect();
        assert_eq!(all.len(), MOST_LISTS);
        assert_eq!(letters(&[0, 2, 25, 26]), "ACZa");
    }
}
