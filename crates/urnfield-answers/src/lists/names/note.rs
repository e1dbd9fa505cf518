//! Notes about names: what was noticed, about which lists, and the remedy as data.

use crate::lists::names::titles::quoted;
use crate::{Missing, Remedy, Spelling, Value, Words, object};

/// Something about names that may be wrong, and what would put it right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What the lists are called that the note is about; empty for a note about the whole answer.
    pub about: Vec<String>,
    /// What was noticed.
    pub noticed: Noticed,
    /// What puts it right, where an option does.
    pub remedy: Option<Remedy>,
}

/// What can be noticed about names, with the counts that its sentence states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noticed {
    /// The first name of a list looks like a header, and counts as a name.
    Head(String),
    /// The first line of two columns of sets looks like a header, and counts as a set.
    HeadOfSets {
        /// The first column.
        set: String,
        /// The second column.
        name: String,
    },
    /// The first line was left out as a header, but is a name in another list.
    HeaderIsName(String),
    /// Names look like dates, as spreadsheets make them of genes.
    Dates {
        /// How many names do.
        names: u64,
        /// The first of them.
        first: String,
    },
    /// Every line has the same number of commas, as a table has.
    Commas(usize),
    /// Two lists would share more names under a looser spelling.
    Pair {
        /// How many names they share.
        shared: u64,
        /// How many they would share.
        would: u64,
        /// How many other pairs of lists gain too.
        others: usize,
    },
    /// The first line of the universe was left out as a header, and does not look like one.
    UniverseHeader(String),
    /// Names are words for a missing value, and count as names.
    Missing(Missing),
    /// Dropped names would be in the universe under a looser spelling.
    Dropped {
        /// How many names would be.
        would: usize,
    },
    /// Names of a list are outside the universe and were dropped.
    Outside {
        /// How many different names are.
        names: usize,
        /// How many different names the list has, in the universe or outside.
        of: usize,
        /// How many of the dropped ones would be in it under a looser spelling; 0 without a remedy.
        would: usize,
    },
    /// Few names of a list are in the file of sets, which is the second that the note is about.
    InSets {
        /// How many names of the list are in some set.
        names: usize,
        /// How many would be under a looser spelling; 0 without a remedy.
        would: usize,
    },
    /// Anything else: a whole sentence, which names no option.
    Plain(String),
}

impl From<String> for Note {
    fn from(sentence: String) -> Note {
        Note { about: Vec::new(), noticed: Noticed::Plain(sentence), remedy: None }
    }
}

impl Note {
    /// Creates a note about one list.
    pub(crate) fn of(list: &str, noticed: Noticed, remedy: Option<Remedy>) -> Note {
        Note { about: vec![list.to_owned()], noticed, remedy }
    }

    /// Creates a note about words for a missing value that count as names.
    pub(crate) fn missing(list: &str, missing: Missing) -> Note {
        Note::of(list, Noticed::Missing(missing), Some(Remedy::DropMissing))
    }

    /// Creates a note about names that are outside the universe and were dropped.
    pub(crate) fn outside(
        list: &str,
        names: usize,
        of: usize,
        gain: Option<(usize, Spelling)>,
    ) -> Note {
        let would = gain.map_or(0, |(would, _)| would);
        let remedy = gain.map(|(_, more)| Remedy::Spelling(more));
        Note::of(list, Noticed::Outside { names, of, would }, remedy)
    }

    /// Returns the note as one sentence that names options in these words.
    pub fn sentence(&self, words: Words) -> String {
        let said = self.said(words);
        match self.about.first() {
            Some(list)
                if !matches!(self.noticed, Noticed::Pair { .. } | Noticed::InSets { .. }) =>
            {
                format!("{list}: {said}")
            }
            _ => said,
        }
    }

    /// Returns whether the answer may be about something else than what was meant, so that the
    /// reader must be warned. Otherwise the note is good to know.
    pub fn is_doubt(&self) -> bool {
        match self.noticed {
            Noticed::Plain(_) => false,
            Noticed::Outside { names, of, would } => would > 0 || mostly(names, of),
            _ => true,
        }
    }

    /// Returns the notes that a program can act on, for JSON.
    pub(crate) fn noticed(notes: &[Note]) -> Option<Value> {
        let noticed: Vec<Value> = notes.iter().filter_map(Note::object).collect();
        (!noticed.is_empty()).then_some(Value::List(noticed))
    }

    fn object(&self) -> Option<Value> {
        let text = |name: &str| vec![name.to_owned()];
        let (kind, names) = match &self.noticed {
            Noticed::Head(head) => ("header", text(head)),
            Noticed::HeadOfSets { set, .. } => ("sets_header", text(set)),
            Noticed::HeaderIsName(head) => ("header_is_name", text(head)),
            Noticed::UniverseHeader(head) => ("universe_header", text(head)),
            Noticed::Missing(missing) => ("missing", missing.words().map(str::to_owned).collect()),
            Noticed::Dates { first, .. } => ("dates", text(first)),
            Noticed::Commas(_) => ("table", Vec::new()),
            Noticed::Pair { .. } => ("spelling", Vec::new()),
            Noticed::Dropped { .. } | Noticed::Outside { .. } => ("outside", Vec::new()),
            Noticed::InSets { .. } => ("sets", Vec::new()),
            Noticed::Plain(_) => return None,
        };
        let would = match self.noticed {
            Noticed::Pair { would, .. } => Value::from(would),
            Noticed::Dropped { would }
            | Noticed::Outside { would, .. }
            | Noticed::InSets { would, .. } => Value::from(would as u64),
            _ => Value::Null,
        };
        let switches = self.remedy.as_ref().map(Remedy::switches).unwrap_or_default();
        Some(object! {
            "kind" => kind,
            "lists" => self.about.clone(),
            "names" => names,
            "would" => would,
            "sentence" => self.sentence(Words::Page),
            "switches" => switches.into_iter().map(str::to_owned).collect::<Vec<String>>(),
        })
    }

    /// Returns the sentences of all notes.
    pub fn sentences(notes: &[Note], words: Words) -> Vec<String> {
        notes.iter().map(|note| note.sentence(words)).collect()
    }

    /// The sentence without the name of the list in front.
    fn said(&self, words: Words) -> String {
        let line = words.line();
        let add = self.add(words);
        match &self.noticed {
            Noticed::Head(head) => format!(
                "its first {line}, {}, looks like a header and counts as a name{add}",
                quoted(head)
            ),
            Noticed::HeadOfSets { set, name } => format!(
                "its first line, {} and {}, looks like a header and counts as a set{add}",
                quoted(set),
                quoted(name)
            ),
            Noticed::HeaderIsName(head) => format!(
                "its first {line}, {}, was left out as a header, but is a name elsewhere; give this \
                 list a header too, or {}",
                quoted(head),
                words.without_header()
            ),
            Noticed::Dates { names, first } => {
                let what = counted(*names, "1 name looks like a date", "names look like dates");
                let first = quoted(first);
                format!(
                    "{what}, as spreadsheets make them of genes: {first}; fix the list at its source"
                )
            }
            Noticed::Commas(commas) => {
                let what = counted(*commas as u64, "1 comma", "commas");
                format!("every {line} has {what}, as in a table{add}")
            }
            Noticed::Pair { shared, would, others } => {
                let a = self.called(0);
                let b = self.called(1);
                let others = match others {
                    0 => String::new(),
                    1 => "; 1 other pair gains too".into(),
                    others => format!("; {others} other pairs gain too"),
                };
                format!("{a} and {b}: {shared} shared, {would} would be{add}{others}")
            }
            Noticed::UniverseHeader(head) => {
                let said = format!("its first {line}, {}, was taken for a header", quoted(head));
                match words {
                    Words::Shell => format!("{said}; leave --universe-header out if it is a name"),
                    Words::Python => {
                        format!("{said}; leave universe_header=True out if it is a name")
                    }
                    Words::Page => said,
                }
            }
            Noticed::Missing(missing) => {
                let what = counted(
                    missing.count(),
                    "1 name is a word for a missing value",
                    "names are words for a missing value",
                );
                format!("{what}: {}{add}", missing.shown())
            }
            Noticed::Dropped { would } => format!(
                "the universe may be spelled otherwise: {would} of the dropped names would be in \
                 it{add}"
            ),
            Noticed::Outside { names, of, would } => {
                let are = if *names == 1 { "is" } else { "are" };
                let remedy = if *would > 0 {
                    format!("; {would} would be{add}")
                } else if mostly(*names, *of) {
                    format!("; {CHECK_THE_UNIVERSE}")
                } else {
                    String::new()
                };
                format!("{names} of {of} names {are} not in the universe and {are} dropped{remedy}")
            }
            Noticed::InSets { names, would } => {
                let list = self.called(0);
                let sets = self.called(1);
                let said = match names {
                    0 => format!("no name of {list} is in any set of {sets}"),
                    1 => format!("1 name of {list} is in some set of {sets}"),
                    names => format!("{names} names of {list} are in some set of {sets}"),
                };
                if *would > 0 { format!("{said}, {would} would be{add}") } else { said }
            }
            Noticed::Plain(sentence) => sentence.clone(),
        }
    }

    fn called(&self, at: usize) -> &str {
        self.about.get(at).map_or("", String::as_str)
    }

    /// Returns the end of the sentence that names the remedy. The page has a button instead.
    fn add(&self, words: Words) -> String {
        let Some(remedy) = &self.remedy else { return String::new() };
        let options = remedy.options(words);
        match (remedy, words) {
            (Remedy::Spelling(spelling), Words::Page) => {
                format!(", ignoring {}", spelling.ignored())
            }
            (Remedy::Spelling(spelling), _) => {
                format!(", ignoring {}: {options}", spelling.ignored())
            }
            (_, Words::Page) => String::new(),
            (Remedy::Column | Remedy::UniverseColumn, Words::Shell) => {
                format!("; if it is one, say which column holds the names, as in {options}")
            }
            (Remedy::Column | Remedy::UniverseColumn, Words::Python) => {
                format!("; if it is one, {options}")
            }
            (Remedy::Header | Remedy::UniverseHeader | Remedy::SetsHeader, _) => {
                format!("; add {options} to leave it out")
            }
            (Remedy::DropMissing, _) => {
                let one =
                    matches!(&self.noticed, Noticed::Missing(missing) if missing.count() == 1);
                format!("; add {options} to leave {} out", if one { "it" } else { "them" })
            }
        }
    }
}

/// What to look at where most of a list is outside the universe, whatever its spelling.
pub(crate) const CHECK_THE_UNIVERSE: &str = "check the column, the kind of names and the universe";

/// Returns whether most of a list is outside.
pub(crate) fn mostly(outside: usize, all: usize) -> bool {
    2 * outside > all
}

/// A count in words: `one` as it stands, or the number and `many`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_its_remedy_in_the_words_of_its_reader() {
        let head = Note::of("a.txt", Noticed::Head("gene".into()), Some(Remedy::Header));
        let begin = "a.txt: its first line, \"gene\", looks like a header and counts as a name";
        let shell = head.sentence(Words::Shell);
        assert_eq!(shell, format!("{begin}; add --header to leave it out"));
        assert_eq!(head.sentence(Words::Page), begin);
        let python = head.sentence(Words::Python);
        assert!(python.starts_with("a.txt: its first name, \"gene\", looks"), "{python}");
        assert!(python.ends_with("; add header=True to leave it out"), "{python}");
        let spelling = Spelling { ignore_case: true, unquote: true, ..Spelling::default() };
        let pair = Note {
            about: vec!["a".into(), "b".into()],
            noticed: Noticed::Pair { shared: 0, would: 9, others: 1 },
            remedy: Some(Remedy::Spelling(spelling)),
        };
        let begin = "a and b: 0 shared, 9 would be, ignoring case and quotes";
        let end = "; 1 other pair gains too";
        let said = pair.sentence(Words::Python);
        assert_eq!(said, format!("{begin}: ignore_case=True, unquote=True{end}"));
        assert_eq!(pair.sentence(Words::Page), format!("{begin}{end}"));
        let shell = pair.sentence(Words::Shell);
        assert_eq!(shell, format!("{begin}: --ignore-case --unquote{end}"));
    }
}
