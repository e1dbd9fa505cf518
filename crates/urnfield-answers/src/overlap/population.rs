//! What lists could have been drawn from, and names that cannot have been.

use super::titles::quoted;
use super::{NameLists, Note, Noticed, Remedy, Words, mangled};
use crate::{Spelling, Unanswered};
use std::collections::HashSet;

/// What lists could have been drawn from.
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
pub(super) struct Outside {
    pub(super) list: usize,
    pub(super) line: u64,
    pub(super) name: Box<[u8]>,
}

impl NameLists {
    /// What is outside the universe is refused, or dropped as long as something is left.
    pub(super) fn check_universe(&mut self) -> Result<(), Unanswered> {
        if self.outside.is_empty() || self.masks.is_empty() {
            return Ok(());
        }
        let mut seen = HashSet::new();
        let each: Vec<&Outside> =
            self.outside.iter().filter(|outside| seen.insert(&outside.name)).collect();
        let names: Vec<&[u8]> = each.iter().map(|outside| &*outside.name).collect();
        let universe: Vec<&[u8]> = self.masks.keys().map(|name| &**name).collect();
        let gain = mangled::outside(&universe, &names, self.reading.spelling);
        let restrict = matches!(self.population, Population::Universe { restrict: true });
        let lost = |(list, (_, size)): &(usize, &(String, u64))| {
            *size == 0 && self.outside.iter().any(|outside| outside.list == *list)
        };
        if !restrict {
            return Err(self.outside_universe(&each, gain));
        }
        if let Some((_, (called, _))) = self.read.iter().enumerate().find(lost) {
            let would = |(names, more): (usize, Spelling)| {
                format!("{names} of the dropped names would be in it{}", ignoring(more))
            };
            let remedy = gain.map_or("is it the right one?".into(), would);
            return Err(Unanswered::Unclear(format!(
                "{called}: a list keeps at least one name, got none that is in the universe; {remedy}"
            )));
        }
        self.notes.extend(gain.map(|(would, more)| Note {
            about: Vec::new(),
            noticed: Noticed::Dropped { would },
            remedy: Some(Remedy::Spelling(more)),
        }));
        Ok(())
    }

    /// The sentence about names that are not where they have to be, with the first three.
    fn outside_universe(&self, each: &[&Outside], gain: Option<(usize, Spelling)>) -> Unanswered {
        const SHOWN: usize = 3;
        let unit = if self.reading.table { "row" } else { "line" };
        let shown = |outside: &&Outside| {
            let name = quoted(&String::from_utf8_lossy(&outside.name));
            format!("{name} in {unit} {} of {}", outside.line, self.read[outside.list].0)
        };
        let first: Vec<String> = each.iter().take(SHOWN).map(shown).collect();
        let what = match each.len() {
            1 => "1 name is".to_owned(),
            names => format!("{names} names are"),
        };
        let gain = gain
            .map_or(String::new(), |(names, more)| format!("; {names} would be{}", ignoring(more)));
        Unanswered::Unclear(format!(
            "every name must be in the universe, but {what} not: {}{}{gain}; add --restrict to drop \
             what is outside",
            first.join(", "),
            if each.len() > SHOWN { ", ..." } else { "" }
        ))
    }
}

/// The end of an error's sentence that says what not to look at, and by which options.
pub(crate) fn ignoring(more: Spelling) -> String {
    format!(", ignoring {}: {}", more.ignored(), Remedy::Spelling(more).options(Words::Shell))
}

/// No list is longer than what it was drawn from, and all of them together are not.
pub(super) fn check_sizes(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::names::tests::read;

    #[test]
    fn names_are_in_their_universe() {
        let (universe, lists) = (["a", "b", "c"], [&["a", "b"][..], &["b", "x", "y"]]);
        let restricted = read(&lists, &universe, Population::Universe { restrict: true });
        assert_eq!(restricted.remarks().len(), 1);
        let question = restricted.question().expect("what is outside is dropped");
        assert_eq!((question.population, question.lists[1].size), (3, 1));
        let read = read(&lists, &universe, Population::Universe { restrict: false });
        let said = read.question().expect_err("x and y are outside").to_string();
        assert_eq!(
            said,
            "every name must be in the universe, but 2 names are not: \"x\" in line 2 of l1.txt, \
             \"y\" in line 3 of l1.txt; add --restrict to drop what is outside"
        );
    }

    #[test]
    fn names_are_no_more_than_there_are() {
        let said = |population| {
            let lists = [&["a", "b"][..], &["b", "c", "d"]];
            let read = read(&lists, &[], Population::Count(population));
            read.question().expect_err("too small").to_string()
        };
        assert!(said(2).contains("got 3 names in l1.txt with population = 2"));
        assert!(said(3).contains("got 4 different names with population = 3"));
    }

    #[test]
    fn a_list_that_loses_every_name_is_refused() {
        let (universe, lists) = (["TP53", "BAX"], [&["TP53"][..], &["tp53", "bax"]]);
        let read = read(&lists, &universe, Population::Universe { restrict: true });
        assert_eq!(
            read.question().expect_err("nothing is left").to_string(),
            "l1.txt: a list keeps at least one name, got none that is in the universe; 2 of the \
             dropped names would be in it, ignoring case: --ignore-case"
        );
    }
}
