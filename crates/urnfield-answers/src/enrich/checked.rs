//! What cannot be compared, and names that were mangled on their way.

use super::EnrichNames;
use crate::overlap::Population;
use crate::overlap::mangled::{self, Gain};
use crate::overlap::titles::quoted;
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
        let gain = gain.map(|(names, Gain { ignoring, options })| {
            format!("{names} would be, ignoring {ignoring}: {options}")
        });
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
            let gain = gain.map_or(String::new(), |gain| format!("; {gain}"));
            return Err(Unanswered::Unclear(format!(
                "{list}: every name must be in the universe, but {what} not: {}{more}{gain}; add \
                 --restrict to drop what is outside",
                first.join(", ")
            )));
        }
        if self.list.is_empty() {
            let remedy = gain.unwrap_or_else(|| "is it the right one?".into());
            return Err(Unanswered::Unclear(format!(
                "{list}: a list keeps at least one name, got none that is in the universe; {remedy}"
            )));
        }
        let gain = gain.map_or(String::new(), |gain| format!("; {gain}"));
        let dropped = if names.len() == 1 { "is dropped" } else { "are dropped" };
        self.notes.push(format!("{list}: {what} not in the universe and {dropped}{gain}"));
        Ok(())
    }

    /// Names of the list that would be in some set, if they were not looked at so closely.
    pub(super) fn mangled(&self) -> Option<String> {
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
        let [list, sets] = &self.called;
        let said = match now {
            0 => format!("no name of {list} is in any set of {sets}"),
            1 => format!("1 name of {list} is in some set of {sets}"),
            now => format!("{now} names of {list} are in some set of {sets}"),
        };
        if most > now {
            let Gain { ignoring, options } = Gain::least(self.reading.spelling, count);
            return Some(format!("{said}, {most} would be, ignoring {ignoring}: {options}"));
        }
        (now == 0).then_some(said)
    }
}
