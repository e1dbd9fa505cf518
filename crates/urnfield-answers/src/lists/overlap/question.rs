//! What lists of names share, and how surprising that is.

use crate::ask::typed::question;
use crate::lists::names::titles::{check_number, check_population, letter};
use crate::{Asking, ListedName, Members, Note, Unanswered};
use std::str::FromStr;
use urnfield::Error;

/// A list, by what it is called and how many different names it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedList {
    /// What it is called.
    pub name: String,
    /// How many different names it has.
    pub size: u64,
}

/// What some lists share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// Which lists, ascending.
    pub lists: Vec<usize>,
    /// Names in all of them.
    pub observed: u64,
    /// Names in these lists and in no other.
    pub exclusive: u64,
}

/// Lists of one population and what they share. [`NameLists`](crate::NameLists) makes this of
/// names, and [`OverlapOfSizes`] of sizes.
#[derive(Debug, Clone, Default)]
pub struct OverlapQuestion {
    /// How many names there are altogether.
    pub population: u64,
    /// The lists.
    pub lists: Vec<NamedList>,
    /// The combinations to tell of.
    pub combinations: Vec<Combination>,
    /// In what order.
    pub order: Order,
    /// What else is asked.
    pub asking: Asking,
    /// The names with their lists, where known.
    pub members: Option<Members>,
    /// Names that were dropped, as they are not in the universe.
    pub dropped: Vec<ListedName>,
    /// Names that are in a list more than once.
    pub repeated: Vec<ListedName>,
    /// What may be wrong with the names.
    pub notes: Vec<Note>,
    /// What was said about them already.
    pub remarks: Vec<String>,
}

question! {
    /// Lists of which only the sizes are known, and how many names all of them share.
    OverlapOfSizes {
        /// How many names there are altogether, listed or not
        population: u64 = count("M"),
        /// The sizes of the lists, two or more
        sizes: Vec<u64> = sizes("K,K"),
        /// How many names the lists share
        observed: u64 = count("X"),
    }
}

impl OverlapOfSizes {
    /// Returns a question with one row, for all lists; the shared names are exclusive to them.
    pub fn question(&self) -> Result<OverlapQuestion, Unanswered> {
        let OverlapOfSizes { population, ref sizes, observed } = *self;
        check_population(population)?;
        check_number(sizes.len())?;
        if let Some(size) = sizes.iter().find(|size| **size > population) {
            return Err(Unanswered::Unclear(format!(
                "a list is no longer than the population, got a size of {size} with population = \
                 {population}; give the number of all names there are"
            )));
        }
        let most = sizes.iter().min().copied().unwrap_or_default();
        let missing = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(population - size));
        let least = population.saturating_sub(missing);
        if !(least..=most).contains(&observed) {
            return Err(Unanswered::Unclear(format!(
                "lists of these sizes share {least} to {most} of {population} names, got observed \
                 = {observed}"
            )));
        }
        let named = |(list, &size)| NamedList { name: letter(list).into(), size };
        let lists: Vec<NamedList> = sizes.iter().enumerate().map(named).collect();
        let all = (0..lists.len()).collect();
        let combinations = vec![Combination { lists: all, observed, exclusive: observed }];
        let (order, notes) = (Order::Degree, Vec::new());
        let question = OverlapQuestion { population, lists, combinations, ..Default::default() };
        Ok(OverlapQuestion { order, notes, ..question })
    }
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Pairs first, then triples; among equals in the order of the lists.
    #[default]
    Degree,
    /// The most shared names first.
    Observed,
    /// The smallest P(>=) first.
    P,
}

impl FromStr for Order {
    type Err = Error;

    fn from_str(text: &str) -> Result<Order, Error> {
        match text {
            "degree" => Ok(Order::Degree),
            "observed" => Ok(Order::Observed),
            "p" => Ok(Order::P),
            _ => Err(Error::Format {
                rule: "rows are sorted by p, degree or observed",
                got: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, NameLists, Population, Question};

    fn json(question: &OverlapQuestion) -> String {
        let mut out = Vec::new();
        let report = question.report(Form::Json(5)).expect("an answer");
        report.write(Form::Json(5), &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn names_and_sizes_make_the_same_row() {
        let lists = [("A", vec!["a", "b", "c"]), ("B", vec!["b", "c", "d", "e"])];
        let titles = lists.iter().map(|(title, _)| title.to_string()).collect();
        let mut names = NameLists::new(titles, Population::Count(10), None).expect("two lists");
        for (title, list) in lists {
            let add = |add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
                list.iter().for_each(|name| add(name.as_bytes()));
                Ok(())
            };
            names.list(title, add).expect("names");
        }
        let mut names = names.question().expect("names");
        // But for the names themselves.
        assert_eq!(names.members.take().map(|all| all.shared(&[0, 1]).len()), Some(2));
        let sizes = OverlapOfSizes { population: 10, sizes: vec![3, 4], observed: 2 };
        // Sizes have no names.
        let known = r#""names":["b","c"],"names_exclusive":["b","c"]"#;
        let unnamed = json(&names).replace(known, r#""names":null,"names_exclusive":null"#);
        assert_eq!(unnamed, json(&sizes.question().expect("sizes")));
        assert!(json(&names).starts_with(
            r#"{"population":10,"lists":[{"name":"A","size":3},{"name":"B","size":4}],"rows":[{"sets":["A","B"],"degree":2,"observed":2,"exclusive":2,"expected":{"lo":"1.2","hi":"1.2","exact":"6/5"}"#
        ));
    }

    #[test]
    fn what_cannot_be_shared_is_refused() {
        let said = |population, sizes: &[u64], observed| {
            let asked = OverlapOfSizes { population, sizes: sizes.to_vec(), observed };
            asked.question().expect_err("impossible").to_string()
        };
        assert!(said(0, &[1, 1], 1).starts_with("a population has at least one name"));
        assert!(said(9, &[3], 1).starts_with("an overlap needs two lists or more, got 1"));
        assert!(said(9, &[3, 10], 1).starts_with("a list is no longer than the population"));
        assert!(said(9, &[5, 6], 1).starts_with("lists of these sizes share 2 to 5 of 9 names"));
    }
}
