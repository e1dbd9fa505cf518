//! Names outside the universe, and names that a program has changed.

use crate::lists::enrich::names::Outside;
use crate::lists::names::mangled;
use crate::lists::names::note::{CHECK_THE_UNIVERSE, counted, mostly};
use crate::lists::names::population::ignoring;
use crate::lists::names::tally::is_head;
use crate::lists::names::titles::quoted;
use crate::lists::names::universe::Astray;
use crate::{EnrichNames, Note, Noticed, Population, Remedy, Spelling, Unanswered};
use std::collections::HashSet;

/// So many names are shown of those that are outside.
const SHOWN: usize = 3;

impl EnrichNames {
    /// Refuses what cannot be compared, and says what is dropped.
    pub(crate) fn check(&mut self) -> Result<(), Unanswered> {
        if let Some(fault) = self.room.fault().or_else(|| self.fault.clone()) {
            return Err(Unanswered::Unclear(fault));
        }
        if self.population == Population::Count(0) {
            return Err("a population has at least one name, got population = 0".into());
        }
        let list = &self.called[0];
        if self.outside.is_empty() {
            if self.list.is_empty() {
                return Err(Unanswered::Unclear(format!("{list}: there is no name in it")));
            }
            return Ok(());
        }
        let mut seen = HashSet::new();
        let each: Vec<&Outside> =
            self.outside.iter().filter(|(_, name)| seen.insert(name)).collect();
        let names: Vec<&[u8]> = each.iter().map(|(_, name)| &**name).collect();
        let all = names.len() + self.list.len();
        let universe = self.numbers.iter().filter(|(_, at)| self.in_universe.contains(at));
        let universe: Vec<&[u8]> = universe.map(|(name, _)| &**name).collect();
        let gain = mangled::outside(&universe, &names, self.reading.spelling);
        if !matches!(self.population, Population::Universe { restrict: true }) {
            let shown = |((unit, line), name): &&Outside| {
                format!("{} in {unit} {line}", quoted(&String::from_utf8_lossy(name)))
            };
            let first: Vec<String> = each.iter().take(SHOWN).map(shown).collect();
            let more = if names.len() > SHOWN { ", ..." } else { "" };
            let most = mostly(names.len(), all).then_some((list.as_str(), names.len(), all));
            let (missing, notes, words) = (self.missing_outside, &self.notes, self.reading.words);
            let remedy = Astray { gain, most, missing, notes, words };
            return Err(Unanswered::Unclear(format!(
                "{list}: every name must be in the universe, but {} not: {}{more}{}; add \
                 --restrict to drop what is outside",
                counted(names.len() as u64, "1 name is", "names are"),
                first.join(", "),
                remedy.in_words()
            )));
        }
        if self.list.is_empty() {
            let would = |(names, more): (usize, Spelling)| {
                format!("{names} would be{}", ignoring(more, self.reading.words))
            };
            let remedy = gain.map_or(CHECK_THE_UNIVERSE.into(), would);
            return Err(Unanswered::Unclear(format!(
                "{list}: a list keeps at least one name, got none that is in the universe; {remedy}"
            )));
        }
        self.notes.push(Note::outside(list, names.len(), all, gain));
        Ok(())
    }

    /// Notes a first line that was left out as a header, but is a name elsewhere.
    pub(crate) fn check_header(&mut self) {
        let Some(head) = self.header.take().filter(|head| !is_head(head)) else { return };
        if self.numbers.contains_key(&head) {
            let head = String::from_utf8_lossy(&head).into_owned();
            self.notes.push(Note::of(&self.called[0], Noticed::HeaderIsName(head), None));
        }
    }

    /// Notes names of the list that would be in some set under a looser spelling.
    pub(crate) fn mangled(&self) -> Option<Note> {
        let in_sets: HashSet<u32> = self.sets.iter().flat_map(|(_, set)| set).copied().collect();
        let named = |of: &HashSet<u32>| -> Vec<&[u8]> {
            let names = self.numbers.iter().filter(|(_, number)| of.contains(number));
            names.map(|(name, _)| &**name).collect()
        };
        let in_sets = named(&in_sets);
        let mine = named(&self.list);
        let count = |spelling: Spelling| {
            let mut buffer = Vec::new();
            let mut spell = |name: &[u8]| spelling.of(name, &mut buffer).to_vec();
            let known: HashSet<Vec<u8>> = in_sets.iter().map(|name| spell(name)).collect();
            mine.iter().filter(|name| known.contains(&spell(name))).count()
        };
        let now = count(self.reading.spelling);
        let most = count(Spelling::LOOSEST);
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
