//! Names outside the universe: refused, or dropped with a note.

use crate::lists::names::mangled;
use crate::lists::names::note::{CHECK_THE_UNIVERSE, counted, mostly};
use crate::lists::names::population::{Outside, ignoring};
use crate::lists::names::titles::quoted;
use crate::{NameLists, Note, Noticed, Population, Remedy, Spelling, Unanswered, Words};
use std::collections::HashSet;

impl NameLists {
    /// Refuses names outside the universe, or drops them as long as each list keeps a name.
    pub(crate) fn check_universe(&mut self) -> Result<(), Unanswered> {
        if self.outside.is_empty() || self.masks.is_empty() {
            return Ok(());
        }
        let mut seen = HashSet::new();
        let each: Vec<&Outside> =
            self.outside.iter().filter(|outside| seen.insert(&*outside.name)).collect();
        let names: Vec<&[u8]> = each.iter().map(|outside| &*outside.name).collect();
        let gain = self.gain(&names);
        if !matches!(self.population, Population::Universe { restrict: true }) {
            return Err(self.outside_universe(&each, gain));
        }
        let lists = self.lists_outside();
        let words = self.reading.words;
        if let Some((called, _, _)) = lists.iter().find(|(_, outside, all)| outside.len() == *all) {
            let would = |(names, more): (usize, Spelling)| {
                format!("{names} of the dropped names would be in it{}", ignoring(more, words))
            };
            let remedy = gain.map_or(CHECK_THE_UNIVERSE.into(), would);
            return Err(Unanswered::Unclear(format!(
                "{called}: a list keeps at least one name, got none that is in the universe; {remedy}"
            )));
        }
        let mut notes = Vec::new();
        for (called, outside, all) in lists {
            if mostly(outside.len(), all) {
                let gain = gain.and_then(|_| self.gain(&outside));
                notes.push(Note::outside(called, outside.len(), all, gain));
            }
        }
        if notes.iter().all(|note| note.remedy.is_none()) {
            notes.extend(gain.map(|(would, more)| Note {
                about: Vec::new(),
                noticed: Noticed::Dropped { would },
                remedy: Some(Remedy::Spelling(more)),
            }));
        }
        self.notes.extend(notes);
        Ok(())
    }

    /// Returns every list that has names outside the universe, with those and the number of all
    /// its names, each counted once.
    fn lists_outside(&self) -> Vec<(&str, Vec<&[u8]>, usize)> {
        let mut lists = Vec::new();
        for (list, (called, size)) in self.read.iter().enumerate() {
            let mut seen = HashSet::new();
            let names = self.outside.iter().filter(|one| one.list == list).map(|one| &*one.name);
            let outside: Vec<&[u8]> = names.filter(|name| seen.insert(*name)).collect();
            if !outside.is_empty() {
                let all = outside.len() + *size as usize;
                lists.push((called.as_str(), outside, all));
            }
        }
        lists
    }

    /// Returns how many of these names would be in the universe, and by which switches.
    fn gain(&self, names: &[&[u8]]) -> Option<(usize, Spelling)> {
        let universe: Vec<&[u8]> = self.masks.keys().map(|name| &**name).collect();
        mangled::outside(&universe, names, self.reading.spelling)
    }

    /// Returns the error about names outside the universe, with the first three.
    fn outside_universe(&self, each: &[&Outside], gain: Option<(usize, Spelling)>) -> Unanswered {
        const SHOWN: usize = 3;
        let shown = |outside: &&Outside| {
            let name = quoted(&String::from_utf8_lossy(&outside.name));
            let (unit, number) = outside.at;
            format!("{name} in {unit} {number} of {}", self.read[outside.list].0)
        };
        let first: Vec<String> = each.iter().take(SHOWN).map(shown).collect();
        let what = counted(each.len() as u64, "1 name is", "names are");
        let lists = self.lists_outside();
        let most = lists.iter().find(|(_, outside, all)| mostly(outside.len(), *all));
        let remedy = Astray {
            gain,
            most: most.map(|(called, outside, all)| (*called, outside.len(), *all)),
            missing: self.missing_outside,
            notes: &self.notes,
            words: self.reading.words,
        };
        Unanswered::Unclear(format!(
            "every name must be in the universe, but {what} not: {}{}{}; add --restrict to drop \
             what is outside",
            first.join(", "),
            if each.len() > SHOWN { ", ..." } else { "" },
            remedy.in_words()
        ))
    }
}

/// What may have led names out of the universe, for the sentence that refuses them.
pub(crate) struct Astray<'a> {
    /// How many would be in it under a looser spelling.
    pub(crate) gain: Option<(usize, Spelling)>,
    /// A list that is mostly outside, with the number of its names outside and of all its names.
    pub(crate) most: Option<(&'a str, usize, usize)>,
    /// How many lines are words for a missing value.
    pub(crate) missing: u64,
    /// What was noticed so far.
    pub(crate) notes: &'a [Note],
    /// The words for options in the sentence.
    pub(crate) words: Words,
}

impl Astray<'_> {
    /// Returns the parts of the sentence, each with a semicolon in front.
    pub(crate) fn in_words(&self) -> String {
        let mut parts = Vec::new();
        if let Some((names, more)) = self.gain {
            parts.push(format!("{names} would be{}", ignoring(more, self.words)));
        } else if let Some((called, outside, all)) = self.most {
            let table = self.notes.iter().any(|note| note.remedy == Some(Remedy::UniverseColumn));
            let remedy = match (table, self.words) {
                (true, Words::Shell) => {
                    "the universe looks like a table, and --universe-column 1 reads one column of it"
                }
                (true, _) => {
                    "the universe looks like a table; take one column of it as the universe"
                }
                (false, _) => CHECK_THE_UNIVERSE,
            };
            parts.push(format!("{outside} of {all} names of {called} are outside: {remedy}"));
        }
        if self.missing > 0 {
            let one = "1 line is a word for a missing value";
            let lines = counted(self.missing, one, "lines are words for a missing value");
            parts.push(format!("{lines}, which --drop-missing leaves out"));
        }
        let taken =
            self.notes.iter().find(|note| matches!(note.noticed, Noticed::UniverseHeader(_)));
        parts.extend(taken.map(|note| note.sentence(self.words)));
        parts.iter().map(|part| format!("; {part}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::overlap::of_names::tests::read;

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
             \"y\" in line 3 of l1.txt; 2 of 3 names of l1.txt are outside: check the column, the kind \
             of names and the universe; add --restrict to drop what is outside"
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
