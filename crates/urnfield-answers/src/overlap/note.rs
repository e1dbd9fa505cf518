//! Notes about names: what was noticed, about which lists, and the remedy as data.

use super::remedy::{Remedy, Words};
use super::titles::quoted;

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
    /// Dropped names would be in the universe under a looser spelling.
    Dropped {
        /// How many names would be.
        would: usize,
    },
    /// Names of a list are outside the universe and were dropped.
    Outside {
        /// How many names are.
        names: usize,
        /// How many of them would be in it under a looser spelling; 0 without a remedy.
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
                    "{what}, as spreadsheets make them of genes: {first}; mend the list where it \
                     comes from"
                )
            }
            Noticed::Commas(commas) => {
                let what = counted(*commas as u64, "1 comma", "commas");
                format!("every {line} has {what}, as in a table{add}")
            }
            Noticed::Pair { shared, would, others } => {
                let (a, b) = (self.called(0), self.called(1));
                let others = match others {
                    0 => String::new(),
                    1 => "; 1 other pair gains too".into(),
                    others => format!("; {others} other pairs gain too"),
                };
                format!("{a} and {b}: {shared} shared, {would} would be{add}{others}")
            }
            Noticed::Dropped { would } => format!(
                "the universe may be spelled otherwise: {would} of the dropped names would be in \
                 it{add}"
            ),
            Noticed::Outside { names, would } => {
                let what = counted(*names as u64, "1 name is", "names are");
                let dropped = if *names == 1 { "is dropped" } else { "are dropped" };
                let gain = if *would > 0 { format!("; {would} would be{add}") } else { add };
                format!("{what} not in the universe and {dropped}{gain}")
            }
            Noticed::InSets { names, would } => {
                let (list, sets) = (self.called(0), self.called(1));
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

    /// The end of the sentence that names the remedy. The page has a button instead.
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
            (Remedy::Column, Words::Shell) => {
                format!("; if it is one, say which column holds the names, as in {options}")
            }
            (Remedy::Column, Words::Python) => format!("; if it is one, {options}"),
            (Remedy::Header | Remedy::SetsHeader, _) => format!("; add {options} to leave it out"),
        }
    }
}

/// A count in words: `one` as it stands, or the number and `many`.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spelling;

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
