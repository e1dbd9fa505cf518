//! What cannot be compared, and names that were mangled on their way.

use super::EnrichNames;
use crate::overlap::mangled;
use crate::overlap::population::ignoring;
use crate::overlap::titles::quoted;
use crate::overlap::{Note, Noticed, Population, Remedy};
use crate::{Spelling, Unanswered};
use std::collections::HashSet;

/// So many names are shown of those that are outside.
const SHOWN: usize = 3;

impl EnrichNames {
    /// Refuses what cannot be compared, and says what is dropped.
    pub(super) fn check(&mut self) -> Result<(), Unanswered> {
        if let Some(fault) = &self.fault {
            return Err(Unanswered::Unclear(fault.clone()));
        }
        if self.population == Population::Count(0) {
            return Err("a population has at least one name, got population = 0".into());
        }
        let list = &self.called[0];
        if self.outside.is_empty() {
            return match self.list.is_empty() {
                true => Err(Unanswered::Unclear(format!("{list}: there is no name in it"))),
                false => Ok(()),
            };
        }
        let names: Vec<&[u8]> = self.outside.iter().map(|(_, name)| &**name).collect();
        let universe = self.numbers.iter().filter(|(_, at)| self.in_universe.contains(at));
        let universe: Vec<&[u8]> = universe.map(|(name, _)| &**name).collect();
        let gain = mangled::outside(&universe, &names, self.reading.spelling);
        let in_words = gain.map(|(names, more)| format!("{names} would be{}", ignoring(more)));
        let what = match names.len() {
            1 => "1 name is".to_owned(),
            names => format!("{names} names are"),
        };
        if !matches!(self.population, Population::Universe { restrict: true }) {
            let unit = if self.reading.table { "row" } else { "line" };
            let shown = |(line, name): &(u64, Box<[u8]>)| {
                format!("{} in {unit} {line}", quoted(&String::from_utf8_lossy(name)))
            };
            let first: Vec<String> = self.outside.iter().take(SHOWN).map(shown).collect();
            let more = if names.len() > SHOWN { ", ..." } else { "" };
            let gain = in_words.map_or(String::new(), |gain| format!("; {gain}"));
            return Err(Unanswered::Unclear(format!(
                "{list}: every name must be in the universe, but {what} not: {}{more}{gain}; add \
                 --restrict to drop what is outside",
                first.join(", ")
            )));
        }
        if self.list.is_empty() {
            let remedy = in_words.unwrap_or_else(|| "is it the right one?".into());
            return Err(Unanswered::Unclear(format!(
                "{list}: a list keeps at least one name, got none that is in the universe; {remedy}"
            )));
        }
        let (names, would) = (names.len(), gain.map_or(0, |(would, _)| would));
        let remedy = gain.map(|(_, more)| Remedy::Spelling(more));
        self.notes.push(Note::of(list, Noticed::Outside { names, would }, remedy));
        Ok(())
    }

    /// Names of the list that would be in some set, if they were not looked at so closely.
    pub(super) fn mangled(&self) -> Option<Note> {
        let in_sets: HashSet<u32> = self.sets.iter().flat_map(|(_, set)| set).copied().collect();
        let named = |of: &HashSet<u32>| -> Vec<&[u8]> {
            let names = self.numbers.iter().filter(|(_, number)| of.contains(number));
            names.map(|(name, _)| &**name).collect()
        };
        let (in_sets, mine) = (named(&in_sets), named(&self.list));
        let count = |spelling: Spelling| {
            let mut buffer = Vec::new();
            let mut spell = |name: &[u8]| spelling.of(name, &mut buffer).to_vec();
            let known: HashSet<Vec<u8>> = in_sets.iter().map(|name| spell(name)).collect();
            mine.iter().filter(|name| known.contains(&spell(name))).count()
        };
        let (now, most) = (count(self.reading.spelling), count(Spelling::LOOSEST));
        if most == now && now > 0 {
            return None;
        }
        let gains = most > now;
        Some(Note {
            about: self.called.to_vec(),
            noticed: Noticed::InSets { names: now, would: if gains { most } else { 0 } },
            remedy: gains.then(|| Remedy::Spelling(mangled::least(self.reading.spelling, count))),
        })
    }
}
