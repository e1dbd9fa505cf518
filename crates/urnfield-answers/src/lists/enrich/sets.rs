//! Reads files of sets: GMT (a line a set: its name, a description, its names, with tabs between
//! them), or two columns (a line a name: the set, and the name). The first line decides.

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

    /// Takes sets that are in memory, each with its title and its names. In sentences all of them
    /// are called `called`.
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

/// How sets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// A line a set.
    Gmt,
    /// A line a name.
    Columns,
}

/// Reads sets line by line.
#[derive(Default)]
pub(crate) struct Lines {
    format: Option<Format>,
    line: u64,
}

/// Receives a set and its names.
type See<'a> = dyn FnMut(&[u8], &mut dyn Iterator<Item = &[u8]>) + 'a;

impl Lines {
    /// Returns whether a line is a set.
    pub(crate) fn is_gmt(&self) -> bool {
        self.format == Some(Format::Gmt)
    }

    /// Shows the set and the names of a line to `see`; one sentence where it is none.
    pub(crate) fn read(&mut self, line: &[u8], see: &mut See<'_>) -> Result<(), String> {
        self.line += 1;
        // What editors put before a text in UTF-8 is no part of the first set.
        let mark = (self.line == 1).then(|| line.strip_prefix(b"\xEF\xBB\xBF")).flatten();
        let line = mark.unwrap_or(line);
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Ok(());
        }
        let mut fields = line.split(|&byte| byte == b'\t');
        let set = fields.next().unwrap_or_default();
        let rest: Vec<&[u8]> = fields.collect();
        let here = if rest.len() == 1 { Format::Columns } else { Format::Gmt };
        let format = *self.format.get_or_insert(here);
        let fault = match (format, rest.len()) {
            _ if set.is_empty() => Some("a set has a name"),
            (_, 0) => Some(
                "sets are written as GMT (set, description, names) or in two columns (set, name), \
                 with tabs between them",
            ),
            (Format::Columns, 2..) => Some("lines in two columns have a set and a name"),
            _ => None,
        };
        if let Some(rule) = fault {
            let got = match rest.len() {
                0 => "one column".to_owned(),
                more => format!("{} columns", more + 1),
            };
            return Err(format!("{rule}, got {got} in line {}", self.line));
        }
        let names = if format == Format::Gmt { &rest[1..] } else { &rest[..] };
        see(set, &mut names.iter().copied().filter(|name| !name.is_empty()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for line in text.as_bytes().split_inclusive(|&byte| byte == b'\n') {
            lines.read(line, &mut |set, names| {
                all.push((string(set), names.map(string).collect()))
            })?;
        }
        Ok(all)
    }

    #[test]
    fn both_formats_are_read() {
        let gmt = read("REPAIR\thttp://x\tATM\tATR\t\r\n\nCYCLE\t\tCCND1\nEMPTY\tnothing\n");
        let names = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [
            ("REPAIR".to_owned(), names(&["ATM", "ATR"])),
            ("CYCLE".into(), names(&["CCND1"])),
            ("EMPTY".into(), names(&[])),
        ];
        assert_eq!(gmt.as_deref(), Ok(&expected[..]));
        let columns = read("REPAIR\tATM\nREPAIR\tATR\nCYCLE\tCCND1").expect("two columns");
        assert_eq!(columns[1], ("REPAIR".to_owned(), names(&["ATR"])));
    }

    #[test]
    fn what_is_no_set_is_refused_with_its_line() {
        let said = |text: &str| read(text).expect_err("no sets");
        assert!(said("ATM\nATR\n").ends_with("got one column in line 1"));
        assert!(said("A\tx\nB\ty\tz\n").ends_with("got 3 columns in line 2"));
        assert!(said("\tx\n").starts_with("a set has a name"));
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "[ab\t\r\n]{0,60}") {
            if let Ok(all) = read(&text) {
                for (set, names) in &all {
                    prop_assert!(!set.is_empty() && names.iter().all(|name| !name.is_empty()));
                }
            }
        }
    }
}
