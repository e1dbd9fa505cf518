//! The file of sets, line by line, with what is odd about it.

use crate::lists::enrich::lines::Lines;
use crate::lists::names::tally::is_head;
use crate::{EnrichNames, Missing, Note, Noticed, Population, Remedy};
use std::collections::{HashMap, HashSet};

impl EnrichNames {
    /// Takes all lines of the file of sets, which is called `called` in sentences.
    pub fn sets<T, E>(
        &mut self,
        called: &str,
        lines: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, E>,
    ) -> Result<(), E> {
        self.called[1] = called.to_owned();
        let (mut reader, mut places) = (Lines::default(), HashMap::<Vec<u8>, usize>::new());
        let (mut again, mut head) = (HashSet::new(), None);
        let mut missing = Missing::default();
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
                    self.member(at, name, &mut missing);
                }
            });
            self.fault = found.err().map(|fault| format!("{called}: {fault}"));
        })?;
        if let Some([set, name]) = head.filter(|_| !reader.is_gmt()) {
            let noticed = Noticed::HeadOfSets { set, name };
            self.notes.push(Note::of(called, noticed, Some(Remedy::SetsHeader)));
        }
        self.tell_of_missing(called, missing);
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

    /// Takes sets that are in memory, each with its title and its names. In sentences all of them are
    /// called `called`.
    pub fn sets_in_memory<'a, N: Iterator<Item = &'a [u8]>>(
        &mut self,
        called: &str,
        sets: impl Iterator<Item = (&'a str, N)>,
    ) {
        self.called[1] = called.to_owned();
        let mut missing = Missing::default();
        for (title, names) in sets {
            let at = self.sets.len();
            self.sets.push((title.to_owned(), Vec::new()));
            names.for_each(|name| self.member(at, name, &mut missing));
        }
        self.tell_of_missing(called, missing);
    }

    /// Adds a name to a set.
    fn member(&mut self, at: usize, name: &[u8], missing: &mut Missing) {
        let word = Missing::word(name);
        if let Some(word) = word.filter(|_| self.reading.drop_missing) {
            missing.add(word);
            return;
        }
        let number = self.number(name);
        // A name outside the universe counts in no set.
        let restricted = matches!(self.population, Population::Universe { .. });
        let counts = !restricted || self.in_universe.contains(&number);
        if let Some(word) = word.filter(|_| counts) {
            missing.add(word);
        }
        self.sets[at].1.push(number);
    }

    /// Notes words for a missing value, or says that they were left out.
    fn tell_of_missing(&mut self, called: &str, missing: Missing) {
        if self.reading.drop_missing {
            self.notes.extend(missing.left_out(called).map(Note::from));
        } else if missing.count() > 0 {
            self.notes.push(Note::missing(called, missing));
        }
    }
}
