//! Counts of one list, and remarks about what is odd.

use crate::{Missing, Note, Noticed, Remedy, Spelling};

/// What a file of names is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    List,
    Universe,
}

impl Role {
    /// Returns the remedies for a header and for a table.
    pub(crate) fn remedies(self) -> (Remedy, Remedy) {
        match self {
            Role::List => (Remedy::Header, Remedy::Column),
            Role::Universe => (Remedy::UniverseHeader, Remedy::UniverseColumn),
        }
    }
}

/// Counts of one list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Different names.
    pub(crate) names: u64,
    pub(crate) repeated: u64,
    /// Names outside the universe.
    pub(crate) dropped: u64,
    empty: u64,
    /// Names that begin or end in white space.
    spaced: u64,
    /// Names that a spreadsheet seems to have made of others, and the first of them.
    dates: u64,
    date: Option<String>,
    /// The first name, if it looks like the head of a column.
    head: Option<String>,
    /// Where a tab was first met within a name, and how many columns that would be.
    tabs: Option<(u64, usize)>,
    commas: Commas,
}

/// How many commas the names have.
#[derive(Debug, Default, PartialEq, Eq)]
enum Commas {
    #[default]
    NoName,
    /// So many names have so many commas each.
    Alike(u64, usize),
    Differ,
}

impl Tally {
    /// Counts a name in line `number`; returns whether it is one, and not empty.
    pub(crate) fn is_name(&mut self, name: &[u8], number: u64) -> bool {
        let Some((first, last)) = name.first().zip(name.last()) else {
            self.empty += 1;
            return false;
        };
        self.spaced += u64::from(first.is_ascii_whitespace() || last.is_ascii_whitespace());
        if self.commas == Commas::NoName && is_head(name) && Missing::word(name).is_none() {
            self.head = Some(String::from_utf8_lossy(name).into_owned());
        }
        if is_date(name) {
            self.dates += 1;
            self.date.get_or_insert_with(|| String::from_utf8_lossy(name).into_owned());
        }
        let count = |wanted: u8| name.iter().filter(|&&byte| byte == wanted).count();
        if name.trim_ascii().contains(&b'\t') {
            self.tabs.get_or_insert((number, count(b'\t') + 1));
        }
        let commas = count(b',');
        self.commas = match self.commas {
            Commas::NoName => Commas::Alike(1, commas),
            Commas::Alike(names, alike) if alike == commas => Commas::Alike(names + 1, alike),
            _ => Commas::Differ,
        };
        true
    }

    /// Returns where a tab was first met within a name, and how many columns that would be.
    pub(crate) fn tabs(&self) -> Option<(u64, usize)> {
        self.tabs
    }

    /// Adds remarks about what is odd.
    pub(crate) fn remark(&self, called: &str, unit: &str, remarks: &mut Vec<String>) {
        let mut say = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let what = if count == 1 { one } else { many };
                remarks.push(format!("{called}: {count} {}", what.replace("line", unit)));
            }
        };
        say(self.empty, "empty line is no name", "empty lines are no names");
        say(
            self.spaced,
            "name begins or ends in white space, which is part of it",
            "names begin or end in white space, which is part of them",
        );
        say(
            self.repeated,
            "line repeats a name, which counts once",
            "lines repeat names, which count once",
        );
        say(
            self.dropped,
            "line is not in the universe and is dropped",
            "lines are not in the universe and are dropped",
        );
        if self.names == 0 {
            remarks.push(no_name_in(called));
        }
    }

    /// Adds notes about what may be wrong with the file.
    pub(crate) fn suspicions(&self, called: &str, role: Role, notes: &mut Vec<Note>) {
        let mut note = |noticed, remedy| notes.push(Note::of(called, noticed, remedy));
        let (header, column) = role.remedies();
        // A header is in no universe.
        if let Some(head) = self.head.as_ref().filter(|_| self.dropped == 0) {
            note(Noticed::Head(head.clone()), Some(header));
        }
        if let Some(first) = self.date.clone() {
            note(Noticed::Dates { names: self.dates, first }, None);
        }
        if let Commas::Alike(2.., commas @ 1..) = self.commas {
            note(Noticed::Commas(commas), Some(column));
        }
    }
}

/// The sentence about a list without names.
pub fn no_name_in(called: &str) -> String {
    format!("{called}: there is no name in it")
}

/// Usual heads of columns of names, in letters alone.
const HEADS: &str = "accession barcode ensembl ensemblgeneid ensemblid entrez entrezgene entrezgeneid \
                     entrezid feature featureid gene geneid genename genes genesymbol hgncsymbol id \
                     identifier ids key name names probe probeid probesetid protein proteinid species \
                     symbol symbols taxon transcriptid uniprot";

/// Returns whether a first name looks like the head of its column.
pub(crate) fn is_head(name: &[u8]) -> bool {
    // A remark about the list; no name begins so.
    if name.starts_with(b"#") {
        return true;
    }
    let mut buffer = Vec::new();
    let mut letters = Spelling::LOOSEST.of(name, &mut buffer).to_vec();
    letters.retain(|byte| !b"_-. ".contains(byte));
    HEADS.split(' ').any(|head| head.as_bytes() == letters)
}

/// `1-Mar` and `Mar-01`, which were MARCH1 once.
fn is_date(name: &[u8]) -> bool {
    const MONTHS: [&[u8]; 12] = [
        b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov",
        b"dec",
    ];
    let mut parts = name.split(|&byte| byte == b'-');
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let month = |text: &[u8]| MONTHS.iter().any(|month| text.eq_ignore_ascii_case(month));
    let day = |text: &[u8]| matches!(text.len(), 1 | 2) && text.iter().all(u8::is_ascii_digit);
    month(first) && day(second) || day(first) && month(second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Words;

    fn tally(names: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for (number, name) in (1..).zip(names) {
            tally.is_name(name.as_bytes(), number);
        }
        tally
    }

    #[test]
    fn white_space_is_part_of_a_name_and_said() {
        let mut tally = Tally::default();
        let names: Vec<&[u8]> = vec![b" a", b"", b"b\t", b"c d", b"\xEF\xBB\xBF"];
        assert_eq!(names.into_iter().filter(|name| tally.is_name(name, 1)).count(), 4);
        assert_eq!((tally.empty, tally.spaced), (1, 2));
        assert!(tally.tabs().is_none());
    }

    #[test]
    fn tables_are_noticed() {
        assert_eq!(tally(&["TP53", "", "BAX\t1\t2"]).tabs(), Some((3, 3)));
        let notes = |names: &[&str]| {
            let mut notes = Vec::new();
            tally(names).suspicions("l", Role::List, &mut notes);
            notes.iter().map(|note| note.sentence(Words::Shell)).collect::<Vec<_>>()
        };
        assert!(notes(&["TP53,1", "BAX,2"])[0].starts_with("l: every line has 1 comma, as in"));
        assert!(notes(&["1,2-x", "3-y"]).is_empty());
        assert!(notes(&["1,2-x"]).is_empty());
        assert!(
            notes(&["\"Gene_Symbol\"", "BAX"])[0].contains("its first line, \"\"Gene_Symbol\"\",")
        );
        assert!(notes(&["# up in heart", "BAX"])[0].contains("looks like a header"));
        assert!(notes(&["#N/A", "BAX"]).is_empty(), "a missing value is no header");
        assert!(notes(&["BAX", "gene"]).is_empty() && notes(&["gene17", "BAX"]).is_empty());
        assert!(notes(&["BAX", "1-Mar", "SEP-02"])[0].starts_with("l: 2 names look like dates, "));
        assert!(notes(&["HLA-A", "3-MAR-1", "MARCH1", "1-100"]).is_empty());
    }

    #[test]
    fn heads_are_sorted_so_that_none_is_there_twice() {
        assert!(HEADS.split(' ').is_sorted_by(|a, b| a < b));
    }
}
