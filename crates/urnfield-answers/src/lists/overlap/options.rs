//! The options beside lists of names.

use crate::ask::typed::question;
use crate::read::Degrees;
use crate::{
    NameLists, Order, OverlapOfSizes, OverlapQuestion, Population, Reading, Spelling, Unanswered,
};

question! {
    /// The population that lists are from, and what is shown of their overlaps.
    #[derive(Default)]
    OverlapOptions {
        /// How many names there are altogether, listed or not
        population: Option<u64> = count("M"),
        /// Drop names that are not in the universe
        restrict: bool = flag,
        /// Sizes instead of lists, for one row: all of them
        sizes: Option<Vec<u64>> = sizes("K,K"),
        /// How many names the lists of --sizes share
        observed: Option<u64> = count("X"),
        /// Only combinations of so many lists: 2, or 2-3
        degree: Option<Degrees> = degrees("D"),
        /// Rows by p, degree or observed [default: degree]
        sort: Option<Order> = order("BY"),
        /// The first line of every list is no name
        header: bool = flag,
        /// Capital letters are the same as small ones
        ignore_case: bool = flag,
        /// White space around a name is no part of it
        trim: bool = flag,
        /// Quotes around a name are no part of it
        unquote: bool = flag,
        /// ENSG00000141510.18 is ENSG00000141510
        drop_version: bool = flag,
        /// Words for a missing value are no names: NA, N/A, null, -
        drop_missing: bool = flag,
    }
}

impl OverlapOptions {
    /// Refuses options that mean nothing without another one.
    pub fn check(&self, universe: bool) -> Result<(), Unanswered> {
        let faults = [
            (
                self.population.is_none() && !universe,
                "an overlap is tested against a population; add --population with how many names \
                 there are altogether, or --universe with a file of them",
            ),
            (
                self.restrict && !universe,
                "--restrict drops names outside a universe; add --universe with a file of all names",
            ),
            (
                self.sizes.is_none() && self.observed.is_some(),
                "--observed is what lists of known sizes share; add --sizes, like --sizes 300,500",
            ),
            (
                self.sizes.is_some() && self.observed.is_none(),
                "--sizes alone say nothing of an overlap; add --observed with what the lists share",
            ),
        ];
        match faults.into_iter().find(|(fault, _)| *fault) {
            Some((_, sentence)) => Err(sentence.into()),
            None => Ok(()),
        }
    }

    fn reading(&self) -> Reading {
        let &OverlapOptions { ignore_case, trim, unquote, drop_version, .. } = self;
        let spelling = Spelling { ignore_case, trim, unquote, drop_version };
        let &OverlapOptions { drop_missing, header, .. } = self;
        Reading { spelling, drop_missing, header, ..Reading::default() }
    }

    /// Returns the question about lists in memory, each with its title and a name a line, or about
    /// sizes; and remarks on the names.
    pub fn question(
        &self,
        lists: &[(String, String)],
    ) -> Result<(OverlapQuestion, Vec<String>), Unanswered> {
        self.check(false)?;
        let mut remarks = Vec::new();
        let population = self.population.unwrap_or_default();
        let mut question = match (&self.sizes, self.observed) {
            (Some(sizes), Some(observed)) => {
                OverlapOfSizes { population, sizes: sizes.clone(), observed }.question()?
            }
            _ => {
                let titles = lists.iter().map(|(title, _)| title.clone()).collect();
                let read = NameLists::new(titles, Population::Count(population), self.degree)?;
                let mut read = read.reading(self.reading());
                for (title, names) in lists {
                    read.list(title, |add| {
                        names.lines().for_each(|name| add(name.as_bytes()));
                        Ok::<_, Unanswered>(())
                    })?;
                }
                remarks.extend_from_slice(read.remarks());
                read.question()?
            }
        };
        question.order = self.sort.unwrap_or_default();
        Ok((question, remarks))
    }
}
