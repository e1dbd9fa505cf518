//! Names in memory, and who is in which list.

use crate::lists::names::as_written::AsWritten;
use crate::lists::names::intake::{Intake, Role};
use crate::lists::names::mangled;
use crate::lists::names::mangled::Masks;
use crate::lists::names::members::listed;
use crate::lists::names::population::{Outside, check_sizes};
use crate::lists::names::room::Room;
use crate::lists::names::tally::{Tally, is_head};
use crate::lists::names::titles::{check_number, check_population};
use crate::lists::overlap::combinations::{combinations, members};
use crate::lists::overlap::count::Counts;
use crate::read::Degrees;
use crate::{
    Asking, Combination, Layout, Members, Missing, NamedList, Note, Noticed, Order,
    OverlapQuestion, Population, Reading, Unanswered,
};
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
    titles: Vec<String>,
    pub(crate) population: Population,
    /// The combinations of lists that are looked at.
    sets: Vec<u64>,
    pub(crate) reading: Reading,
    pub(crate) masks: Masks,
    written: AsWritten,
    /// Names that are not in the universe, in the order met.
    pub(crate) outside: Vec<Outside>,
    /// How many of them are words for a missing value.
    pub(crate) missing_outside: u64,
    /// Names that came once more in one list.
    again: Vec<Outside>,
    /// What every list that was read is called in a sentence, and how many names it has.
    pub(crate) read: Vec<(String, u64)>,
    remarks: Vec<String>,
    /// What may have gone wrong before names came here.
    pub(crate) notes: Vec<Note>,
    /// First lines that were left out as headers, and what their lists are called.
    headers: Vec<(String, Box<[u8]>)>,
    /// Why one of the lists is none.
    fault: Option<String>,
    room: Room,
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

    /// A header that other lists have as a name was none: somebody loses it.
    fn check_headers(&mut self) {
        for (called, head) in std::mem::take(&mut self.headers) {
            // What looks like a header is noted where it counts as a name.
            if self.masks.contains_key(&head) && !is_head(&head) {
                let head = String::from_utf8_lossy(&head).into_owned();
                self.notes.push(Note::of(&called, Noticed::HeaderIsName(head), None));
            }
        }
    }

    /// What somebody may want to hear of the names.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// What is asked about them, unless a name is where it cannot be.
    pub fn question(mut self) -> Result<OverlapQuestion, Unanswered> {
        if let Some(fault) = self.room.fault().or_else(|| self.fault.take()) {
            return Err(Unanswered::Unclear(fault));
        }
        self.check_universe()?;
        self.check_headers();
        let called: Vec<&str> = self.read.iter().map(|(called, _)| called.as_str()).collect();
        self.notes.extend(mangled::pairs(&self.masks, &called, self.reading.spelling));
        let all = self.masks.len() as u64;
        let population = match self.population {
            Population::Count(population) => population,
            Population::Universe { .. } => all,
        };
        check_sizes(population, &self.read, all)?;
        let counts = Counts::of(self.titles.len(), self.masks.values().copied());
        let [dropped, repeated] = [&self.outside, &self.again]
            .map(|names| listed(&self.titles, names.iter().map(|one| (one.list, &*one.name))));
        let combination = |set| Combination {
            lists: members(set),
            observed: counts.observed(set),
            exclusive: counts.exclusive(set),
        };
        let combinations = self.sets.into_iter().map(combination).collect();
        let lists = self.titles.into_iter().zip(self.read);
        let lists = lists.map(|(name, (_, size))| NamedList { name, size }).collect();
        let notes = self.notes;
        let written = self.masks.iter().map(|(name, lists)| (self.written.of(name).into(), *lists));
        let (members, remarks) = (Some(Members::new(written)), self.remarks);
        Ok(OverlapQuestion {
            population,
            lists,
            combinations,
            order: Order::Degree,
            asking: Asking::default(),
            members,
            dropped,
            repeated,
            notes,
            remarks,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Spelling, Words};

    pub(crate) fn read(lists: &[&[&str]], universe: &[&str], population: Population) -> NameLists {
        let titles = (0..lists.len()).map(|list| format!("l{list}")).collect();
        let mut read = NameLists::new(titles, population, None).expect("few lists");
        let all = |names: &[&str], add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
            names.iter().for_each(|name| add(name.as_bytes()));
            Ok(())
        };
        if !universe.is_empty() {
            read.universe("all", |add| all(universe, add)).expect("names");
        }
        for (list, names) in lists.iter().enumerate() {
            read.list(&format!("l{list}.txt"), |add| all(names, add)).expect("names");
        }
        read
    }

    #[test]
    fn what_is_odd_is_remarked() {
        let lists: [&[&str]; 2] = [&["a", " b", "", "a"], &[]];
        let read = read(&lists, &[], Population::Count(9));
        let remarks = [
            "l0.txt: 1 empty line is no name",
            "l0.txt: 1 name begins or ends in white space, which is part of it",
            "l0.txt: 1 line repeats a name, which counts once",
            "l1.txt: there is no name in it",
        ];
        assert_eq!(read.remarks(), remarks);
        let question = read.question().expect("names");
        assert_eq!(question.lists[0], NamedList { name: "l0".into(), size: 2 });
        assert_eq!(question.combinations[0].observed, 0);
    }

    #[test]
    fn names_that_were_mangled_are_told_of() {
        let lists = [&["gene", "TP53", "BAX"][..], &["tp53", "bax", "x"]];
        let asked = |reading| {
            let titles = vec!["a".into(), "b".into()];
            let lists_of = NameLists::new(titles, Population::Count(9), None).expect("two lists");
            let mut read = lists_of.reading(reading);
            for (called, names) in ["a", "b"].into_iter().zip(lists) {
                let all = |add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
                    names.iter().for_each(|name| add(name.as_bytes()));
                    Ok(())
                };
                read.list(called, all).expect("names");
            }
            read.question().expect("names")
        };
        let said = |question: OverlapQuestion| -> Vec<String> {
            question.notes.iter().map(|note| note.sentence(Words::Shell)).collect()
        };
        let notes = said(asked(Reading::default()));
        assert!(notes[0].starts_with("a: its first line, \"gene\", looks like a header"));
        assert_eq!(notes[1], "a and b: 0 shared, 2 would be, ignoring case: --ignore-case");
        let spelling = Spelling { ignore_case: true, ..Spelling::default() };
        let mended = asked(Reading { spelling, header: true, ..Reading::default() });
        // The second list has no header, and loses a name to that.
        assert_eq!((mended.lists[0].size, mended.combinations[0].observed), (2, 1));
        let notes = said(mended);
        assert!(notes[0].starts_with("b: its first line, \"tp53\", was left out as a header"));
        let mended = asked(Reading { spelling, table: true, ..Reading::default() });
        assert_eq!(mended.combinations[0].observed, 2);
    }

    #[test]
    fn lists_that_share_only_a_missing_value_have_a_note_until_it_is_dropped() {
        let asked = |reading| {
            let titles = vec!["a".into(), "b".into()];
            let lists = NameLists::new(titles, Population::Count(2000), None).expect("two lists");
            let mut read = lists.reading(reading);
            for (called, names) in [("a", ["TP53", "NA", " \"NA\""]), ("b", ["ATM", "NA", "MYC"])] {
                let all = |add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
                    names.iter().for_each(|name| add(name.as_bytes()));
                    Ok(())
                };
                read.list(called, all).expect("names");
            }
            let remarks = read.remarks().to_vec();
            (read.question().expect("names"), remarks)
        };
        for ignore_case in [false, true] {
            let spelling = Spelling { ignore_case, ..Spelling::default() };
            let (question, _) = asked(Reading { spelling, ..Reading::default() });
            assert_eq!(question.combinations[0].observed, 1, "it may be a symbol");
            let said = Note::sentences(&question.notes, Words::Python);
            let first = "a: 2 names are words for a missing value: NA (2); add drop_missing=True to \
                         leave them out";
            assert_eq!((said.len(), said[0].as_str()), (2, first));
            let dropping = Reading { spelling, drop_missing: true, ..Reading::default() };
            let (question, remarks) = asked(dropping);
            assert_eq!(question.combinations[0].observed, 0);
            assert_eq!(question.lists[0].size, 1);
            assert!(question.notes.is_empty(), "{:?}", question.notes);
            let left_out = "b: 1 name is a word for a missing value and is left out: NA";
            assert_eq!(remarks[1], left_out);
        }
    }

    #[test]
    fn a_header_that_is_a_name_elsewhere_is_told_of() {
        let titles = vec!["a".into(), "b".into()];
        let lists = NameLists::new(titles, Population::Count(9), None).expect("two lists");
        let mut read = lists.reading(Reading { header: true, ..Reading::default() });
        for (called, names) in [("a", ["TP53", "BAX"]), ("b", ["gene", "TP53"])] {
            let all = |add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
                names.iter().for_each(|name| add(name.as_bytes()));
                Ok(())
            };
            read.list(called, all).expect("names");
        }
        let question = read.question().expect("names");
        let said: Vec<String> =
            question.notes.iter().map(|note| note.sentence(Words::Shell)).collect();
        assert_eq!(
            said,
            [
                "a: its first line, \"TP53\", was left out as a header, but is a name elsewhere; give this \
              list a header too, or leave --header out"
            ]
        );
    }
}
