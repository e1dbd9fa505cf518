//! Names in memory, and what the list shares with every set.

use super::lines::Lines;
use super::{EnrichQuestion, NameSet};
use crate::overlap::{Alternative, NamedList, Population};
use crate::{Spelling, Unanswered};
use std::collections::{HashMap, HashSet};

/// Names as they come: those of a universe first, then the list, then the sets.
///
/// ```
/// use urnfield_answers::{EnrichNames, Population, Unanswered};
///
/// let mut names = EnrichNames::new("hits", Population::Count(20), Default::default());
/// names.list("hits.txt", |add| Ok::<_, Unanswered>(["a", "b"].map(|name| add(name.as_bytes()))))?;
/// names.sets("sets.gmt", |add| {
///     add(b"first\tof two\tb\tc");
///     Ok::<_, Unanswered>(())
/// })?;
/// let question = names.question()?;
/// assert_eq!((question.sets[0].size, &question.sets[0].shared[..]), (2, &["b".to_owned()][..]));
/// # Ok::<(), Unanswered>(())
/// ```
pub struct EnrichNames {
    title: String,
    population: Population,
    spelling: Spelling,
    /// Every name has a number.
    numbers: HashMap<Box<[u8]>, u32>,
    in_universe: HashSet<u32>,
    list: HashSet<u32>,
    sets: Vec<(String, Vec<u32>)>,
    called: [String; 2],
    outside: Vec<String>,
    fault: Option<String>,
    notes: Vec<String>,
}

impl EnrichNames {
    /// A list with this title.
    pub fn new(title: &str, population: Population, spelling: Spelling) -> EnrichNames {
        EnrichNames {
            title: title.to_owned(),
            population,
            spelling,
            numbers: HashMap::new(),
            in_universe: HashSet::new(),
            list: HashSet::new(),
            sets: Vec::new(),
            called: [String::new(), String::new()],
            outside: Vec::new(),
            fault: None,
            notes: Vec::new(),
        }
    }

    fn number(&mut self, name: &[u8]) -> u32 {
        let mut buffer = Vec::new();
        let name = self.spelling.of(name, &mut buffer);
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    /// Takes all names of the universe.
    pub fn universe<T, E>(
        &mut self,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        names(&mut |name| {
            if !name.is_empty() {
                let number = self.number(name);
                self.in_universe.insert(number);
            }
        })
        .map(drop)
    }

    /// Takes all names of the list, which is called `called` in sentences.
    pub fn list<T, E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.called[0] = called.to_owned();
        let mut repeated = 0;
        names(&mut |name| {
            if name.is_empty() {
                return;
            }
            let number = self.number(name);
            let known = self.in_universe.contains(&number);
            match self.population {
                Population::Universe { .. } if !known => {
                    self.outside.push(String::from_utf8_lossy(name).into_owned());
                }
                _ => repeated += u64::from(!self.list.insert(number)),
            }
        })?;
        if repeated > 0 {
            let what = match repeated {
                1 => "line repeats a name, which counts once",
                _ => "lines repeat names, which count once",
            };
            self.notes.push(format!("{called}: {repeated} {what}"));
        }
        Ok(())
    }

    /// Takes all lines of the file of sets, which is called `called` in sentences.
    pub fn sets<T, E>(
        &mut self,
        called: &str,
        lines: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.called[1] = called.to_owned();
        let (mut reader, mut places) = (Lines::default(), HashMap::<Vec<u8>, usize>::new());
        lines(&mut |line| {
            if self.fault.is_some() {
                return;
            }
            let found = reader.read(line, &mut |set, names| {
                let next = self.sets.len();
                let at = *places.entry(set.to_vec()).or_insert(next);
                if at == next {
                    self.sets.push((String::from_utf8_lossy(set).into_owned(), Vec::new()));
                }
                for name in names {
                    let number = self.number(name);
                    self.sets[at].1.push(number);
                }
            });
            self.fault = found.err();
        })
        .map(drop)
    }

    /// What is asked about them.
    pub fn question(mut self) -> Result<EnrichQuestion, Unanswered> {
        self.check()?;
        let population = match self.population {
            Population::Count(population) => population,
            Population::Universe { .. } => self.in_universe.len() as u64,
        };
        let restricted = matches!(self.population, Population::Universe { .. });
        let names: HashMap<u32, &[u8]> =
            self.numbers.iter().map(|(name, number)| (*number, &**name)).collect();
        let size = self.list.len() as u64;
        let (mut sets, mut dropped, mut empty) = (Vec::new(), HashSet::new(), 0);
        for (name, numbers) in &mut self.sets {
            numbers.sort_unstable();
            numbers.dedup();
            if restricted {
                let outside = numbers.iter().filter(|number| !self.in_universe.contains(number));
                dropped.extend(outside.copied().collect::<Vec<_>>());
                numbers.retain(|number| self.in_universe.contains(number));
            }
            if numbers.is_empty() {
                empty += 1;
                continue;
            }
            let on_list = numbers.iter().filter(|number| self.list.contains(number));
            let text = |number: &u32| String::from_utf8_lossy(names[number]).into_owned();
            let mut shared: Vec<String> = on_list.map(text).collect();
            shared.sort_unstable();
            let all = numbers.len() as u64 + size - shared.len() as u64;
            if all > population {
                return Err(Unanswered::Unclear(format!(
                    "{}: a population has every name of the list and of every set, got {all} with \
                     the set {name} and population = {population}; give the number of all names \
                     there are",
                    self.called[1]
                )));
            }
            sets.push(NameSet { name: name.clone(), size: numbers.len() as u64, shared });
        }
        let mut notes = self.notes.clone();
        let mut say = |count: usize, one: &str, many: &str| {
            if count > 0 {
                let what = if count == 1 { one } else { many };
                notes.push(format!("{}: {count} {what}", self.called[1]));
            }
        };
        say(
            dropped.len(),
            "name is not in the universe and counts in no set",
            "names are not in the universe and count in no set",
        );
        say(
            empty,
            "set has no name that counts and is left out",
            "sets have no name that counts and are left out",
        );
        if sets.is_empty() {
            return Err(Unanswered::Unclear(format!(
                "{}: there is no set with a name that counts in it",
                self.called[1]
            )));
        }
        if sets.iter().all(|set| set.shared.is_empty()) {
            notes.push(self.nothing_shared());
        }
        Ok(EnrichQuestion {
            population,
            list: NamedList { name: self.title.clone(), size },
            sets,
            alternative: Alternative::default(),
            confidence: None,
            notes,
        })
    }

    /// What cannot be compared.
    fn check(&mut self) -> Result<(), Unanswered> {
        let [list, sets] = &self.called;
        if let Some(fault) = &self.fault {
            return Err(Unanswered::Unclear(format!("{sets}: {fault}")));
        }
        let restrict = matches!(self.population, Population::Universe { restrict: true });
        if let (false, Some(first)) = (restrict, self.outside.first()) {
            return Err(Unanswered::Unclear(format!(
                "{list}: every name must be in the universe, but {} are not, the first \"{first}\"; \
                 add --restrict to drop what is outside",
                self.outside.len()
            )));
        }
        if !self.outside.is_empty() {
            let dropped = self.outside.len();
            self.notes.push(format!("{list}: {dropped} names are not in the universe and dropped"));
        }
        if self.list.is_empty() {
            return Err(Unanswered::Unclear(format!("{list}: there is no name in it that counts")));
        }
        if self.population == Population::Count(0) {
            return Err("a population has at least one name, got population = 0".into());
        }
        Ok(())
    }

    /// No name of the list is in any set: what would be, if names were not looked at so closely?
    fn nothing_shared(&self) -> String {
        let in_sets: HashSet<u32> = self.sets.iter().flat_map(|(_, set)| set).copied().collect();
        let loose = |of: &HashSet<u32>| -> HashSet<Vec<u8>> {
            let names = self.numbers.iter().filter(|(_, number)| of.contains(number));
            names.map(|(name, _)| Spelling::LOOSEST.of(name, &mut Vec::new()).to_vec()).collect()
        };
        let would_be = loose(&in_sets).intersection(&loose(&self.list)).count();
        let [list, sets] = &self.called;
        let said = format!("no name of {list} is in any set of {sets}");
        match would_be {
            0 => said,
            _ => format!(
                "{said}, {would_be} would be, ignoring case, white space, quotes and versions: \
                 --ignore-case --trim --unquote --drop-version"
            ),
        }
    }
}
