//! Names in memory, and what the list shares with every set.

use super::lines::Lines;
use super::{EnrichQuestion, NameSet};
use crate::as_written::AsWritten;
use crate::overlap::tally::{Tally, is_head};
use crate::overlap::{Alternative, NamedList, Note, Noticed, Population, Reading, Remedy};
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
    pub(super) population: Population,
    pub(super) reading: Reading,
    /// Every name has a number.
    pub(super) numbers: HashMap<Box<[u8]>, u32>,
    written: AsWritten,
    pub(super) in_universe: HashSet<u32>,
    pub(super) list: HashSet<u32>,
    pub(super) sets: Vec<(String, Vec<u32>)>,
    /// What the list and the file of sets are called.
    pub(super) called: [String; 2],
    /// Names of the list that are not in the universe, with their lines.
    pub(super) outside: Vec<(u64, Box<[u8]>)>,
    pub(super) fault: Option<String>,
    pub(super) notes: Vec<Note>,
}

impl EnrichNames {
    /// A list with this title.
    pub fn new(title: &str, population: Population, spelling: Spelling) -> EnrichNames {
        EnrichNames {
            title: title.to_owned(),
            population,
            reading: Reading { spelling, ..Reading::default() },
            numbers: HashMap::new(),
            written: AsWritten::default(),
            in_universe: HashSet::new(),
            list: HashSet::new(),
            sets: Vec::new(),
            called: [String::new(), String::new()],
            outside: Vec::new(),
            fault: None,
            notes: Vec::new(),
        }
    }

    /// Reads the list so, and the universe too; of sets only the spelling matters.
    pub fn reading(self, reading: Reading) -> EnrichNames {
        EnrichNames { reading, ..self }
    }

    fn number(&mut self, written: &[u8]) -> u32 {
        let (mut buffer, spelling) = (Vec::new(), self.reading.spelling);
        let name = spelling.of(written, &mut buffer);
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.written.met(spelling, written, name);
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    /// Takes all names of the universe.
    pub fn universe<T, E>(
        &mut self,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.take("the universe", names, |all, _, name, tally| {
            let number = all.number(name);
            match all.in_universe.insert(number) {
                true => tally.names += 1,
                false => tally.repeated += 1,
            }
        })
    }

    /// Takes all names of the list, which is called `called` in sentences.
    pub fn list<T, E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.called[0] = called.to_owned();
        self.take(called, names, |all, line, name, tally| {
            let number = all.number(name);
            let known = all.in_universe.contains(&number);
            match all.population {
                Population::Universe { .. } if !known => all.outside.push((line, name.into())),
                _ if all.list.insert(number) => tally.names += 1,
                _ => tally.repeated += 1,
            }
        })
    }

    /// Gives every name to `add`, and says what is odd about them.
    fn take<T, E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
        add: impl Fn(&mut EnrichNames, u64, &[u8], &mut Tally),
    ) -> Result<(), E> {
        let Reading { spelling, header, table } = self.reading;
        let (mut tally, mut line, mut buffer) = (Tally::default(), 0, Vec::new());
        names(&mut |written| {
            line += 1;
            let name = spelling.of(written, &mut buffer);
            if !(header && line == 1) && tally.is_name(name, line) {
                add(self, line, written, &mut tally);
            }
        })?;
        // A list without names is refused, or they are all outside.
        tally.names = tally.names.max(1);
        let mut remarks = Vec::new();
        tally.remark(called, &mut remarks);
        self.notes.extend(remarks.into_iter().map(Note::from));
        tally.suspicions(called, &mut self.notes);
        if !table && self.fault.is_none() {
            self.fault = tally.fault(called);
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
        let (mut again, mut head) = (HashSet::new(), None);
        lines(&mut |line| {
            if self.fault.is_some() {
                return;
            }
            let found = reader.read(line, &mut |set, names| {
                let next = self.sets.len();
                let at = *places.entry(set.to_vec()).or_insert(next);
                if at == next {
                    self.sets.push((String::from_utf8_lossy(set).into_owned(), Vec::new()));
                } else {
                    again.insert(at);
                }
                for name in names {
                    let first = self.sets.len() == 1 && self.sets[0].1.is_empty();
                    if first && is_head(name) {
                        head = Some(
                            [set, name].map(|column| String::from_utf8_lossy(column).into_owned()),
                        );
                    }
                    let number = self.number(name);
                    self.sets[at].1.push(number);
                }
            });
            self.fault = found.err().map(|fault| format!("{called}: {fault}"));
        })?;
        if let Some([set, name]) = head.filter(|_| !reader.is_gmt()) {
            let noticed = Noticed::HeadOfSets { set, name };
            self.notes.push(Note::of(called, noticed, Some(Remedy::SetsHeader)));
        }
        // In two columns every set has many lines.
        if reader.is_gmt() && !again.is_empty() {
            let what = match again.len() {
                1 => "set has several lines, whose names are taken together",
                _ => "sets have several lines, whose names are taken together",
            };
            self.notes.push(format!("{called}: {} {what}", again.len()).into());
        }
        Ok(())
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
        let mut twice = 0;
        for (name, numbers) in &mut self.sets {
            numbers.sort_unstable();
            let all = numbers.len();
            numbers.dedup();
            twice += all - numbers.len();
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
            let text =
                |number: &u32| String::from_utf8_lossy(self.written.of(names[number])).into_owned();
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
                notes.push(format!("{}: {count} {what}", self.called[1]).into());
            }
        };
        say(
            twice,
            "name is in its set more than once, and counts once",
            "names are in their sets more than once, and count once",
        );
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
        notes.extend(self.mangled());
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        Ok(EnrichQuestion {
            population,
            list: NamedList { name: self.title.clone(), size },
            sets,
            alternative: Alternative::default(),
            confidence: None,
            dropped: self.outside.iter().map(|(_, name)| text(name)).collect(),
            notes,
        })
    }
}
