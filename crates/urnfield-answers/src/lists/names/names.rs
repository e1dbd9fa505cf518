//! The names of all lists in memory.

use crate::lists::names::intake::Intake;
use crate::lists::names::mangled::Masks;
use crate::lists::names::population::Outside;
use crate::lists::names::room::Room;
use crate::lists::names::spelling::AsWritten;
use crate::lists::names::tally::{Role, Tally};
use crate::lists::names::titles::{check_number, check_population};
use crate::lists::overlap::combinations::combinations;
use crate::read::Degrees;
use crate::{Layout, Missing, Note, Population, Reading, Unanswered};
use std::collections::HashMap;

/// Names as they come, list by list; those of a universe come first.
///
/// ```
/// use urnfield_answers::{NameLists, Population, Unanswered};
///
/// let lists = [("heart", ["a", "b", "c"]), ("lung", ["b", "c", "d"])];
/// let titles = lists.iter().map(|(title, _)| title.to_string()).collect();
/// let mut read = NameLists::new(titles, Population::Count(20), None)?;
/// for (title, names) in lists {
///     read.list(title, |add| Ok::<_, Unanswered>(names.iter().for_each(|name| add(name.as_bytes()))))?;
/// }
/// assert!(read.remarks().is_empty());
/// assert_eq!(read.question()?.combinations[0].observed, 2);
/// # Ok::<(), Unanswered>(())
/// ```
pub struct NameLists {
    pub(crate) titles: Vec<String>,
    pub(crate) population: Population,
    /// The combinations of lists that are looked at.
    pub(crate) sets: Vec<u64>,
    pub(crate) reading: Reading,
    pub(crate) masks: Masks,
    pub(crate) written: AsWritten,
    /// Names that are not in the universe, in the order met.
    pub(crate) outside: Vec<Outside>,
    /// How many of them are words for a missing value.
    pub(crate) missing_outside: u64,
    /// Names that came once more in one list.
    pub(crate) again: Vec<Outside>,
    /// What every list that was read is called in a sentence, and how many names it has.
    pub(crate) read: Vec<(String, u64)>,
    pub(crate) remarks: Vec<String>,
    /// What may have gone wrong before names came here.
    pub(crate) notes: Vec<Note>,
    /// First lines that were left out as headers, and what their lists are called.
    pub(crate) headers: Vec<(String, Box<[u8]>)>,
    /// Why a file is no list of names.
    pub(crate) fault: Option<String>,
    pub(crate) room: Room,
}

impl NameLists {
    /// Lists with these titles. What cannot be compared is refused before a name is read.
    pub fn new(
        titles: Vec<String>,
        population: Population,
        degree: Option<Degrees>,
    ) -> Result<NameLists, Unanswered> {
        if let Population::Count(population) = population {
            check_population(population)?;
        }
        check_number(titles.len())?;
        let sets = combinations(titles.len(), degree)?;
        Ok(NameLists {
            titles,
            population,
            sets,
            reading: Reading::default(),
            masks: HashMap::new(),
            written: AsWritten::default(),
            outside: Vec::new(),
            missing_outside: 0,
            again: Vec::new(),
            read: Vec::new(),
            remarks: Vec::new(),
            notes: Vec::new(),
            headers: Vec::new(),
            fault: None,
            room: Room::default(),
        })
    }

    /// Reads all lists so, and the universe too.
    pub fn reading(self, reading: Reading) -> NameLists {
        NameLists { reading, ..self }
    }

    /// Takes all names of the universe; in sentences it is called `called`.
    pub fn universe<E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        self.universe_in(self.reading.of_universe(), called, names)
    }

    /// Takes all names of a universe that has a layout of its own.
    pub fn universe_in<E>(
        &mut self,
        layout: Layout,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        let intake = Intake::new(self.reading, layout, Role::Universe);
        self.take(intake, called, names, |lists, name, _, tally| {
            if lists.masks.contains_key(name) {
                tally.repeated += 1;
            } else {
                lists.masks.insert(name.into(), 0);
                tally.names += 1;
            }
        })?;
        Ok(())
    }

    /// Takes all names of the next list; in sentences it is called `called`.
    pub fn list<E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        self.list_in(self.reading.of_lists(), called, names)
    }

    /// Takes all names of the next list, which has a layout of its own.
    pub fn list_in<E>(
        &mut self,
        layout: Layout,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        let list = self.read.len();
        let intake = Intake::new(self.reading, layout, Role::List);
        let unit = self.reading.unit(layout);
        let add = |lists: &mut NameLists, name: &[u8], line, tally: &mut Tally| {
            lists.add(list, (unit, line), name, tally);
        };
        let size = self.take(intake, called, names, add)?;
        self.read.push((called.to_owned(), size));
        Ok(())
    }

    /// Gives every name to `add`, remarks on what is odd, and returns how many different ones came.
    fn take<E>(
        &mut self,
        mut intake: Intake,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
        add: impl Fn(&mut NameLists, &[u8], u64, &mut Tally),
    ) -> Result<u64, E> {
        let (spelling, mut buffer) = (self.reading.spelling, Vec::new());
        names(&mut |raw| {
            let Some(name) = intake.name(raw, &mut buffer) else { return };
            if !self.room.has(name) {
                return;
            }
            if !self.masks.contains_key(name) {
                self.written.met(spelling, raw, name);
            }
            let dropped = intake.tally.dropped;
            add(self, name, intake.line, &mut intake.tally);
            if intake.tally.dropped == dropped {
                intake.counts(raw);
            } else if Missing::word(raw).is_some() {
                self.missing_outside += 1;
            }
        })?;
        intake.tell(called, &mut self.remarks, &mut self.notes);
        if self.fault.is_none() {
            self.fault = intake.fault(called);
        }
        if let Some(header) = intake.header {
            self.headers.push((called.to_owned(), header));
        }
        Ok(intake.tally.names)
    }

    fn add(&mut self, list: usize, at: (&'static str, u64), name: &[u8], tally: &mut Tally) {
        let bit = 1 << list;
        match (self.masks.get_mut(name), self.population) {
            (Some(mask), _) if *mask & bit != 0 => {
                tally.repeated += 1;
                self.again.push(Outside { list, at, name: name.into() });
            }
            (Some(mask), _) => {
                *mask |= bit;
                tally.names += 1;
            }
            (None, Population::Universe { .. }) => {
                tally.dropped += 1;
                self.outside.push(Outside { list, at, name: name.into() });
            }
            (None, Population::Count(_)) => {
                self.masks.insert(name.into(), bit);
                tally.names += 1;
            }
        }
    }

    /// Returns remarks on the names.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }
}
