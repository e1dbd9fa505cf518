//! Names in memory, and what the list shares with every set.

use crate::lists::names::intake::Intake;
use crate::lists::names::room::Room;
use crate::lists::names::spelling::AsWritten;
use crate::lists::names::tally::{Role, Tally};
use crate::{
    Alternative, EnrichQuestion, Layout, Missing, NameSet, NamedList, Note, Population, Reading,
    Spelling, Unanswered,
};
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
    pub(crate) population: Population,
    pub(crate) reading: Reading,
    /// Every name has a number.
    pub(crate) numbers: HashMap<Box<[u8]>, u32>,
    written: AsWritten,
    pub(crate) in_universe: HashSet<u32>,
    pub(crate) list: HashSet<u32>,
    pub(crate) sets: Vec<(String, Vec<u32>)>,
    /// What the list and the file of sets are called.
    pub(crate) called: [String; 2],
    /// The first line of the list, where it is a header.
    pub(crate) header: Option<Box<[u8]>>,
    /// Names of the list that are not in the universe.
    pub(crate) outside: Vec<Outside>,
    /// How many of them are words for a missing value.
    pub(crate) missing_outside: u64,
    pub(crate) fault: Option<String>,
    pub(crate) notes: Vec<Note>,
    pub(crate) room: Room,
}

/// The place of a name outside the universe ("line" or "row", and its number), and the name.
pub(crate) type Outside = ((&'static str, u64), Box<[u8]>);

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
            header: None,
            outside: Vec::new(),
            missing_outside: 0,
            fault: None,
            notes: Vec::new(),
            room: Room::default(),
        }
    }

    /// Reads the list so, and the universe too. Of sets only the spelling and words for a missing
    /// value matter.
    pub fn reading(self, reading: Reading) -> EnrichNames {
        EnrichNames { reading, ..self }
    }

    /// Returns the number of a name, which is a new one where the name is new.
    pub(crate) fn number(&mut self, written: &[u8]) -> u32 {
        let (mut buffer, spelling) = (Vec::new(), self.reading.spelling);
        let name = spelling.of(written, &mut buffer);
        if !self.room.has(name) {
            // Whatever it is called: the question is refused.
            return 0;
        }
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.written.met(spelling, written, name);
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    /// Takes all names of the universe, which is called `called` in sentences.
    pub fn universe<T, E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.universe_in(self.reading.of_universe(), called, names)
    }

    /// Takes all names of a universe that has a layout of its own.
    pub fn universe_in<T, E>(
        &mut self,
        layout: Layout,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        let intake = Intake::new(self.reading, layout, Role::Universe);
        self.take(intake, called, names, |all, _, name, tally| {
            let number = all.number(name);
            if all.in_universe.insert(number) {
                tally.names += 1;
            } else {
                tally.repeated += 1;
            }
            true
        })?;
        Ok(())
    }

    /// Takes all names of the list, which is called `called` in sentences.
    pub fn list<T, E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.list_in(self.reading.of_lists(), called, names)
    }

    /// Takes all names of a list that has a layout of its own.
    pub fn list_in<T, E>(
        &mut self,
        layout: Layout,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.called[0] = called.to_owned();
        let unit = self.reading.unit(layout);
        let intake = Intake::new(self.reading, layout, Role::List);
        self.header = self.take(intake, called, names, |all, line, name, tally| {
            let number = all.number(name);
            let known = all.in_universe.contains(&number);
            match all.population {
                Population::Universe { .. } if !known => {
                    all.outside.push(((unit, line), name.into()));
                    return false;
                }
                _ if all.list.insert(number) => tally.names += 1,
                _ => tally.repeated += 1,
            }
            true
        })?;
        Ok(())
    }

    /// Gives every name to `add`, which says whether it counts, and says what is odd about them.
    /// Returns the header.
    fn take<T, E>(
        &mut self,
        mut intake: Intake,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
        add: impl Fn(&mut EnrichNames, u64, &[u8], &mut Tally) -> bool,
    ) -> Result<Option<Box<[u8]>>, E> {
        let mut buffer = Vec::new();
        names(&mut |written| {
            if intake.name(written, &mut buffer).is_none() {
                return;
            }
            if add(self, intake.line, written, &mut intake.tally) {
                intake.counts(written);
            } else if Missing::word(written).is_some() {
                self.missing_outside += 1;
            }
        })?;
        // A list without names is refused, or they are all outside.
        intake.tally.names = intake.tally.names.max(1);
        let mut remarks = Vec::new();
        let mut notes = Vec::new();
        intake.tell(called, &mut remarks, &mut notes);
        self.notes.extend(remarks.into_iter().map(Note::from).chain(notes));
        if self.fault.is_none() {
            self.fault = intake.fault(called);
        }
        Ok(intake.header)
    }

    /// Returns the question about these names.
    pub fn question(mut self) -> Result<EnrichQuestion, Unanswered> {
        self.check()?;
        self.check_header();
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
