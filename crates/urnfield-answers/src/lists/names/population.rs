//! The population that lists are drawn from.

use crate::{Remedy, Spelling, Unanswered, Words};

/// The population that lists are drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Population {
    /// So many names, listed or not.
    Count(u64),
    /// Names that are known one by one.
    Universe {
        /// Names that are not among them are dropped, and not refused.
        restrict: bool,
    },
}

/// A name that does not count where it stands: it is not in the universe, or came before.
pub(crate) struct Outside {
    pub(crate) list: usize,
    /// "line" or "row", and its number.
    pub(crate) at: (&'static str, u64),
    pub(crate) name: Box<[u8]>,
}

/// The end of an error's sentence that says what not to look at, and by which options.
pub(crate) fn ignoring(more: Spelling, words: Words) -> String {
    format!(", ignoring {}: {}", more.ignored(), Remedy::Spelling(more).options(words))
}

/// No list is longer than what it was drawn from, and all of them together are not.
pub(crate) fn check_sizes(
    population: u64,
    read: &[(String, u64)],
    all: u64,
) -> Result<(), Unanswered> {
    if population == 0 {
        return Err("a population has at least one name, got an empty universe".into());
    }
    if let Some((called, size)) = read.iter().find(|(_, size)| *size > population) {
        return Err(Unanswered::Unclear(format!(
            "a list is no longer than the population, got {size} names in {called} with population \
             = {population}; give the number of all names there are"
        )));
    }
    if all > population {
        return Err(Unanswered::Unclear(format!(
            "a population has every name of every list, got {all} different names with population \
             = {population}; give the number of all names there are"
        )));
    }
    Ok(())
}
