//! From lists of names to a question about their overlap.

use crate::lists::names::mangled;
use crate::lists::names::population::check_sizes;
use crate::lists::names::tally::is_head;
use crate::lists::overlap::combinations::members;
use crate::lists::overlap::count::{Counts, listed};
use crate::{
    Asking, Combination, Members, NameLists, NamedList, Note, Noticed, Order, OverlapQuestion,
    Population, Unanswered,
};

impl NameLists {
    /// Notes a first line that was left out as a header but is a name in another list.
    fn check_headers(&mut self) {
        for (called, head) in std::mem::take(&mut self.headers) {
            // What looks like a header is noted where it counts as a name.
            if self.masks.contains_key(&head) && !is_head(&head) {
                let head = String::from_utf8_lossy(&head).into_owned();
                self.notes.push(Note::of(&called, Noticed::HeaderIsName(head), None));
            }
        }
    }

    /// Returns the question about these names; refuses names outside the universe.
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
    use crate::{Reading, Spelling, Words};

    pub(crate) fn read(lists: &[&[&str]], universe: &[&str], population: Population) -> NameLists {
        let titles = (0..lists.len()).map(|list| format!("l{list}")).collect();
        let mut read = NameLists::new(titles, population, None).expect("few lists");
        if !universe.is_empty() {
            read.universe("all", |add| all(universe, add)).expect("names");
        }
        for (list, names) in lists.iter().enumerate() {
            read.list(&format!("l{list}.txt"), |add| all(names, add)).expect("names");
        }
        read
    }

    fn all(names: &[&str], add: &mut dyn FnMut(&[u8])) -> Result<(), Unanswered> {
        names.iter().for_each(|name| add(name.as_bytes()));
        Ok(())
    }

    /// Two lists, a and b, that are read so.
    fn two(lists: [&[&str]; 2], population: u64, reading: Reading) -> NameLists {
        let titles = vec!["a".into(), "b".into()];
        let read = NameLists::new(titles, Population::Count(population), None).expect("two lists");
        let mut read = read.reading(reading);
        for (called, names) in ["a", "b"].into_iter().zip(lists) {
            read.list(called, |add| all(names, add)).expect("names");
        }
        read
    }

    fn said(question: &OverlapQuestion) -> Vec<String> {
        Note::sentences(&question.notes, Words::Shell)
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
        let asked = |reading| two(lists, 9, reading).question().expect("names");
        let notes = said(&asked(Reading::default()));
        assert!(notes[0].starts_with("a: its first line, \"gene\", looks like a header"));
        assert_eq!(notes[1], "a and b: 0 shared, 2 would be, ignoring case: --ignore-case");
        let spelling = Spelling { ignore_case: true, ..Spelling::default() };
        let mended = asked(Reading { spelling, header: true, ..Reading::default() });
        // The second list has no header, and loses a name to that.
        assert_eq!((mended.lists[0].size, mended.combinations[0].observed), (2, 1));
        let notes = said(&mended);
        assert!(notes[0].starts_with("b: its first line, \"tp53\", was left out as a header"));
        let mended = asked(Reading { spelling, table: true, ..Reading::default() });
        assert_eq!(mended.combinations[0].observed, 2);
    }

    #[test]
    fn lists_that_share_only_a_missing_value_have_a_note_until_it_is_dropped() {
        let lists = [&["TP53", "NA", " \"NA\""][..], &["ATM", "NA", "MYC"]];
        let asked = |reading| {
            let read = two(lists, 2000, reading);
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
        let reading = Reading { header: true, ..Reading::default() };
        let question = two([&["TP53", "BAX"], &["gene", "TP53"]], 9, reading).question();
        assert_eq!(
            said(&question.expect("names")),
            [
                "a: its first line, \"TP53\", was left out as a header, but is a name elsewhere; give this \
              list a header too, or leave --header out"
            ]
        );
    }
}
