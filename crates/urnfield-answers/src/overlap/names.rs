//! Names in memory, and who is in which list.

use super::combinations::{combinations, members};
use super::count::Counts;
use super::titles::{check_number, check_population, printable};
use super::{Combination, NamedList, Order, OverlapQuestion};
use crate::Unanswered;
use crate::read::Degrees;
use std::collections::HashMap;

/// What lists could have been drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Population {
    /// So many names, listed or not.
    Count(u64),
    /// Names that are known one by one.
    Universe {
        /// Names that are not among them are dropped, and not refused.
        restrict: bool,
    },
}

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
    population: Population,
    /// The combinations of lists that are looked at.
    sets: Vec<u64>,
    /// Every name, with the lists it is in.
    masks: HashMap<Box<[u8]>, u64>,
    /// Names that are not in the universe, in the order met.
    outside: Vec<Box<[u8]>>,
    /// What every list that was read is called in a sentence, and how many names it has.
    read: Vec<(String, u64)>,
    remarks: Vec<String>,
}

/// What one list had.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Different names.
    names: u64,
    empty: u64,
    /// Names that begin or end in white space.
    spaced: u64,
    repeated: u64,
    /// Names outside the universe.
    dropped: u64,
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
        let (masks, outside, read) = (HashMap::new(), Vec::new(), Vec::new());
        Ok(NameLists { titles, population, sets, masks, outside, read, remarks: Vec::new() })
    }

    /// Takes all names of the universe; in sentences it is called `called`.
    pub fn universe<E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<(), E> {
        self.take(called, names, |lists, name, tally| match lists.masks.contains_key(name) {
            true => tally.repeated += 1,
            false => {
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
        let list = 1 << self.read.len();
        let size = self.take(called, names, |lists, name, tally| lists.add(list, name, tally))?;
        self.read.push((called.to_owned(), size));
        Ok(())
    }

    /// Gives every name to `add`, remarks on what is odd, and returns how many different ones came.
    fn take<E>(
        &mut self,
        called: &str,
        names: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<(), E>,
        add: impl Fn(&mut NameLists, &[u8], &mut Tally),
    ) -> Result<u64, E> {
        let mut tally = Tally::default();
        names(&mut |name| {
            if tally.is_name(name) {
                add(self, name, &mut tally);
            }
        })?;
        tally.remark(called, &mut self.remarks);
        Ok(tally.names)
    }

    fn add(&mut self, list: u64, name: &[u8], tally: &mut Tally) {
        match (self.masks.get_mut(name), self.population) {
            (Some(mask), _) if *mask & list != 0 => tally.repeated += 1,
            (Some(mask), _) => {
                *mask |= list;
                tally.names += 1;
            }
            (None, Population::Universe { restrict }) => {
                tally.dropped += 1;
                if !restrict {
                    self.outside.push(name.into());
                }
            }
            (None, Population::Count(_)) => {
                self.masks.insert(name.into(), list);
                tally.names += 1;
            }
        }
    }

    /// What somebody may want to hear of the names.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// What is asked about them, unless a name is where it cannot be.
    pub fn question(self) -> Result<OverlapQuestion, Unanswered> {
        if !self.outside.is_empty() {
            return Err(outside_universe(self.outside));
        }
        let all = self.masks.len() as u64;
        let population = match self.population {
            Population::Count(population) => population,
            Population::Universe { .. } => all,
        };
        check_sizes(population, &self.read, all)?;
        let counts = Counts::of(self.titles.len(), self.masks.into_values());
        let combination = |set| Combination {
            lists: members(set),
            observed: counts.observed(set),
            exclusive: counts.exclusive(set),
        };
        let combinations = self.sets.into_iter().map(combination).collect();
        let lists = self.titles.into_iter().zip(self.read);
        let lists = lists.map(|(name, (_, size))| NamedList { name, size }).collect();
        Ok(OverlapQuestion { population, lists, combinations, order: Order::Degree })
    }
}

impl Tally {
    /// Whether it is one: empty ones are none.
    fn is_name(&mut self, name: &[u8]) -> bool {
        let Some((first, last)) = name.first().zip(name.last()) else {
            self.empty += 1;
            return false;
        };
        self.spaced += u64::from(first.is_ascii_whitespace() || last.is_ascii_whitespace());
        true
    }

    fn remark(&self, called: &str, remarks: &mut Vec<String>) {
        let mut say = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let what = if count == 1 { one } else { many };
                remarks.push(format!("{called}: {count} {what}"));
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
            remarks.push(format!("{called}: there is no name in it"));
        }
    }
}

fn check_sizes(population: u64, read: &[(String, u64)], all: u64) -> Result<(), Unanswered> {
    if population == 0 {
        return Err("a population has at least one name, got an empty universe".into());
    }
    if let Some((called, size)) = read.iter().find(|(_, size)| *size > population) {
        return Err(Unanswered::Unclear(format!(
            "a list is no longer than the population, got {size} names in {called} with population \
             = {population}; give the number of all names there are"
        )));
    }
    if all > population {
        return Err(Unanswered::Unclear(format!(
            "a population has every name of every list, got {all} different names with population \
             = {population}; give the number of all names there are"
        )));
    }
    Ok(())
}

fn outside_universe(mut outside: Vec<Box<[u8]>>) -> Unanswered {
    let mut first = Vec::new();
    for name in &outside {
        if first.len() < 3 && !first.contains(name) {
            first.push(name.clone());
        }
    }
    outside.sort_unstable();
    outside.dedup();
    let shown: Vec<String> =
        first.iter().map(|name| quoted(&String::from_utf8_lossy(name))).collect();
    let what = match outside.len() {
        1 => "1 name is".to_owned(),
        names => format!("{names} names are"),
    };
    Unanswered::Unclear(format!(
        "every name must be in the universe, but {what} not: {}{}; add --restrict to drop what is \
         outside",
        shown.join(", "),
        if outside.len() > first.len() { ", ..." } else { "" }
    ))
}

/// A name in a sentence, cut short if it is a paragraph; in quotes, as it may end in a space.
fn quoted(name: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = name.chars().take(SHOWN).collect();
    let dots = if cut.len() < name.len() { "..." } else { "" };
    format!("\"{}{dots}\"", printable(&cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lists: &[&[&str]], universe: &[&str], population: Population) -> NameLists {
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
    fn white_space_is_part_of_a_name_and_said() {
        let mut tally = Tally::default();
        let names: Vec<&[u8]> = vec![b" a", b"", b"b\t", b"c d", b"\xEF\xBB\xBF"];
        assert_eq!(names.into_iter().filter(|name| tally.is_name(name)).count(), 4);
        assert_eq!(tally, Tally { empty: 1, spaced: 2, ..Tally::default() });
    }

    #[test]
    fn names_are_in_their_universe() {
        let (universe, lists) = (["a", "b", "c"], [&["a", "b"][..], &["b", "x", "y"]]);
        let restricted = read(&lists, &universe, Population::Universe { restrict: true });
        assert_eq!(restricted.remarks().len(), 1);
        let question = restricted.question().expect("what is outside is dropped");
        assert_eq!((question.population, question.lists[1].size), (3, 1));
        let read = read(&lists, &universe, Population::Universe { restrict: false });
        let said = read.question().expect_err("x and y are outside").to_string();
        assert_eq!(
            said,
            "every name must be in the universe, but 2 names are not: \"x\", \"y\"; add --restrict \
             to drop what is outside"
        );
    }

    #[test]
    fn names_are_no_more_than_there_are() {
        let said = |population| {
            let lists = [&["a", "b"][..], &["b", "c", "d"]];
            let read = read(&lists, &[], Population::Count(population));
            read.question().expect_err("too small").to_string()
        };
        assert!(said(2).contains("got 3 names in l1.txt with population = 2"));
        assert!(said(3).contains("got 4 different names with population = 3"));
    }
}
