//! What lists are called: in files by their file's name, in the text table by a letter each.

use crate::refusal::Refusal;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// One letter or digit for each list is what a table has room for.
const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The most lists that are compared at once.
pub(super) const MOST_LISTS: usize = LETTERS.len();

/// The letter of a list; there are at most [`MOST_LISTS`].
pub(super) fn letter(list: usize) -> char {
    LETTERS[list] as char
}

/// The letters of a combination.
pub(super) fn letters(lists: &[usize]) -> String {
    lists.iter().map(|&list| letter(list)).collect()
}

/// Refuses what cannot be compared.
pub(super) fn check_number(lists: usize) -> Result<(), Refusal> {
    if lists < 2 {
        return Err(Refusal::Typed(format!(
            "an overlap needs two lists or more, got {lists}; name files of names, or give --sizes \
             with --observed"
        )));
    }
    if lists > MOST_LISTS {
        return Err(Refusal::Typed(format!(
            "at most {MOST_LISTS} lists are compared at once, got {lists}; leave some out"
        )));
    }
    Ok(())
}

/// A title for each file: its name without folder and ending where that tells them apart, else
/// as it was typed.
pub(super) fn titles(paths: &[PathBuf]) -> Vec<String> {
    let short: Vec<String> = paths.iter().map(|path| short(path)).collect();
    let different: HashSet<&String> = short.iter().collect();
    if different.len() == short.len() {
        return short;
    }
    paths.iter().map(|path| printable(&path.to_string_lossy())).collect()
}

fn short(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "stdin".into();
    }
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    printable(&stem.to_string_lossy())
}

/// A tab in a file's name would be one column more.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(paths: &[&str]) -> Vec<String> {
        titles(&paths.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn lists_are_called_after_their_files() {
        assert_eq!(titled(&["a/heart.txt", "-", "lung.v2.tsv"]), ["heart", "stdin", "lung.v2"]);
        assert_eq!(titled(&["a/heart.txt", "b/heart.txt"]), ["a/heart.txt", "b/heart.txt"]);
        assert_eq!(titled(&["a\tb.txt", ".hidden"]), ["a\u{fffd}b", ".hidden"]);
    }

    #[test]
    fn every_list_has_a_letter() {
        let all: HashSet<char> = (0..MOST_LISTS).map(letter).collect();
        assert_eq!(all.len(), MOST_LISTS);
        assert_eq!(letters(&[0, 2, 25, 26]), "ACZa");
    }
}
