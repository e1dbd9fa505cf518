//! Records without a key: what is done with them, how many there are, and where the first stand.

use std::path::Path;
use urnfield_answers::{Aside, Report, Value, object};
use urnfield_terminal::Bad;

/// So many places are named.
const FIRST: usize = 3;

/// The records of a block that have no key.
#[derive(Default)]
pub(crate) struct BadInBlock {
    pub(crate) count: u64,
    /// How many lines of the block come before each of the first, or records between NULs.
    pub(crate) first: Vec<u64>,
}

impl BadInBlock {
    /// Records with these numbers, of which `before` says how many lines come before one.
    pub(crate) fn of(records: &[usize], before: impl Fn(usize) -> u64) -> BadInBlock {
        let first = records.iter().take(FIRST).map(|record| before(*record)).collect();
        BadInBlock { count: records.len() as u64, first }
    }
}

/// Where a record without a key stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPlace {
    /// The name of the input.
    pub file: String,
    /// The line, from 1; where records end in NUL the number of the record.
    pub line: u64,
}

/// Records without a key, of all inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BadRecords {
    /// What was done with them.
    pub done: Bad,
    /// How many there are.
    pub count: u64,
    /// The first three of them.
    pub first: Vec<BadPlace>,
}

impl BadRecords {
    /// None yet.
    pub(crate) fn new(done: Bad) -> BadRecords {
        BadRecords { done, ..BadRecords::default() }
    }

    /// Tells programs of them, unless one would have ended the command.
    pub fn tell(&self, report: &mut Report) {
        if self.done == Bad::Stop {
            return;
        }
        let place =
            |place: &BadPlace| object! { "file" => place.file.clone(), "line" => place.line };
        let first: Vec<Value> = self.first.iter().map(place).collect();
        report.json("bad_records", object! { "count" => self.count, "first_lines" => first });
    }

    /// Adds those of a block of this input, which has so many lines before the block.
    pub(crate) fn add(&mut self, found: &BadInBlock, file: &Path, lines: u64) {
        self.count += found.count;
        let places = found.first.iter().take(FIRST - self.first.len());
        let place =
            |before: &u64| BadPlace { file: file.display().to_string(), line: lines + before + 1 };
        self.first.extend(places.map(place));
    }

    /// Says what was done with them; `noun` is `line`, or `record` between NULs.
    pub(crate) fn notice(&self, noun: &str) -> Option<Aside> {
        let done = if self.done == Bad::Keep { "passed on" } else { "left out" };
        let count = match self.count {
            0 => return None,
            1 => format!("1 record without a key was {done}"),
            count => format!("{count} records without a key were {done}"),
        };
        let place = |place: &BadPlace| format!("{} {noun} {}", place.file, place.line);
        let places: Vec<String> = self.first.iter().map(place).collect();
        let the_first = if self.count > FIRST as u64 { "the first at " } else { "" };
        Some(Aside::Talk(format!("{count}: {the_first}{}", places.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_three_places_are_named_and_all_are_counted() {
        let mut all = BadRecords::new(Bad::Keep);
        assert_eq!(all.notice("line"), None);
        let found = |records: &[usize]| BadInBlock::of(records, |record| 10 * record as u64);
        all.add(&found(&[2]), Path::new("a"), 5);
        let said = |all: &BadRecords| all.notice("line").expect("some").sentence().to_owned();
        assert_eq!(said(&all), "1 record without a key was passed on: a line 26");
        all.add(&found(&[0, 1, 2, 3]), Path::new("b"), 0);
        assert_eq!((all.count, all.first.len()), (5, 3));
        all.done = Bad::Skip;
        let sentence =
            "5 records without a key were left out: the first at a line 26, b line 1, b line 11";
        assert_eq!(said(&all), sentence);
        all.add(&found(&[1]), Path::new("c"), 0);
        assert_eq!((all.count, all.first.len()), (6, 3));
    }
}
