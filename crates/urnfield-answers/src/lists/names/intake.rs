//! Reads the names of one file: leaves out the header and words for a missing value, and counts
//! oddities.

use crate::lists::names::tally::{Role, Tally, is_head};
use crate::{Missing, Note, Noticed, Spelling, Words};

/// How lists are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// How their names are compared.
    pub spelling: Spelling,
    /// Words for a missing value are no names: `NA`, `N/A`, `null`, `-`.
    pub drop_missing: bool,
    /// The first line of every list is no name.
    pub header: bool,
    /// The first line of the universe is no name.
    pub universe_header: bool,
    /// Lines are fields of a column: they are counted as rows, and may have anything in them.
    pub table: bool,
    /// The words for options in messages.
    pub words: Words,
}

/// How the names of one file are laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layout {
    /// What its first line is.
    pub header: Header,
    /// Lines are fields of a column: they are counted as rows, and may have anything in them.
    pub table: bool,
}

/// What the first line of a file is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Header {
    /// A name.
    #[default]
    No,
    /// No name, whatever it says.
    FirstLine,
    /// The name of the column that was asked for.
    Named,
}

impl Reading {
    /// Returns the layout of lists that have none of their own.
    pub(crate) fn of_lists(&self) -> Layout {
        Layout { header: Header::typed(self.header), table: self.table }
    }

    /// Returns what the names of such a list are counted in.
    pub(crate) fn unit(&self, layout: Layout) -> &'static str {
        if layout.table || self.words == Words::Python { "row" } else { "line" }
    }

    /// Returns the layout of a universe that has none of its own.
    pub(crate) fn of_universe(&self) -> Layout {
        Layout { header: Header::typed(self.universe_header), table: self.table }
    }
}

impl Header {
    /// Returns the first line as a header, or no header.
    pub fn typed(header: bool) -> Header {
        if header { Header::FirstLine } else { Header::No }
    }
}

/// Reads the names of one file.
pub(crate) struct Intake {
    reading: Reading,
    layout: Layout,
    role: Role,
    /// How many lines were read.
    pub(crate) line: u64,
    pub(crate) tally: Tally,
    /// The first line, where it is a header.
    pub(crate) header: Option<Box<[u8]>>,
    /// Words for a missing value that count as names, or were left out.
    missing: Missing,
}

impl Intake {
    pub(crate) fn new(reading: Reading, layout: Layout, role: Role) -> Intake {
        let tally = Tally::default();
        let missing = Missing::default();
        Intake { reading, layout, role, line: 0, tally, header: None, missing }
    }

    /// Returns the name in the next line, if it has one; `buffer` is its memory.
    pub(crate) fn name<'a>(&mut self, raw: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<&'a [u8]> {
        self.line += 1;
        let name = self.reading.spelling.of(raw, buffer);
        if self.line == 1 && self.layout.header != Header::No {
            self.header = Some(name.into());
            return None;
        }
        if self.reading.drop_missing
            && let Some(word) = Missing::word(raw)
        {
            self.missing.add(word);
            return None;
        }
        self.tally.is_name(name, self.line).then_some(name)
    }

    /// Takes note of a name that counts. Those outside the universe do not.
    pub(crate) fn counts(&mut self, raw: &[u8]) {
        if let Some(word) = Missing::word(raw) {
            self.missing.add(word);
        }
    }

    /// Says what is odd about the names: remarks for people, and notes on what may be wrong.
    pub(crate) fn tell(&self, called: &str, remarks: &mut Vec<String>, notes: &mut Vec<Note>) {
        self.tally.remark(called, self.reading.unit(self.layout), remarks);
        self.tell_of_header(called, remarks, notes);
        self.tally.suspicions(called, self.role, notes);
        if self.reading.drop_missing {
            remarks.extend(self.missing.left_out(called));
        } else if self.missing.count() > 0 {
            notes.push(Note::missing(called, self.missing.clone()));
        }
    }

    /// Reports the header of a universe, because a universe is often a plain list beside tables.
    fn tell_of_header(&self, called: &str, remarks: &mut Vec<String>, notes: &mut Vec<Note>) {
        let asked = self.role == Role::Universe && self.layout.header == Header::FirstLine;
        let Some(head) = self.header.as_deref().filter(|_| asked) else { return };
        let first = String::from_utf8_lossy(head).into_owned();
        let note = Note::of(called, Noticed::UniverseHeader(first), None);
        if is_head(head) {
            remarks.push(note.sentence(Words::Page));
        } else {
            notes.push(note);
        }
    }

    /// Says why the file is no list of names.
    pub(crate) fn fault(&self, called: &str) -> Option<String> {
        let words = self.reading.words;
        let (header, column) = self.role.remedies();
        let unit = self.reading.unit(self.layout);
        let tabs = if self.layout.table { None } else { self.tally.tabs() };
        if let Some((line, columns)) = tabs {
            let options = column.options(words);
            let remedy = match words {
                Words::Shell => {
                    format!("say which of them holds the names, as in {options} --delimiter tab")
                }
                Words::Python | Words::Page => options,
            };
            return Some(format!(
                "{called}: a name has no tab inside it, got {columns} columns in {unit} {line}; \
                 {remedy}"
            ));
        }
        let option = header.options(words);
        (self.header.is_some() && self.line == 1).then(|| {
            format!(
                "{called}: there is nothing behind its header, and a list has names; leave {option} \
                 out if {unit} 1 is one"
            )
        })
    }
}
