//! Every question asked of a law, and its answer or why there is none.

use super::orders::{Listed, listed};
use crate::args::Questions;
use crate::reach::{in_reach, note};
use crate::report::place;
use urnfield::{Enclosure, Error, MomentBounds, Occupancy, Rate, Rational};
use urnfield_answers::Form;

/// A table with more rows than this is refused: it would be made in memory, and read by nobody.
const LARGEST_TABLE: u64 = 1_000_000;

pub(super) struct Answers {
    pub(super) support: (u64, u64),
    /// In the order of the report.
    pub(super) list: Vec<Answer>,
    /// Nothing was asked, so a summary is wanted.
    pub(super) summary: bool,
    /// One sentence for everything that is out of reach.
    pub(super) notes: Vec<String>,
}

pub(super) struct Answer {
    /// Its key in JSON.
    pub(super) key: &'static str,
    /// `None` where the answer is out of reach; then there is a note.
    pub(super) value: Option<Found>,
}

/// What was found.
pub(super) enum Found {
    Value(Enclosure),
    /// A probability at a place.
    At(u64, Enclosure),
    /// A bound from above of one.
    AtMost(u64, Enclosure),
    Quantile(Rate, u64),
    Pgf(Rational, Enclosure),
    Mode(Vec<u64>),
    /// Orders 0 to R; `None` from the first one that is out of reach.
    Orders(Vec<Option<Enclosure>>),
    Bounds(Vec<Option<MomentBounds>>),
    Table(Vec<(u64, Enclosure)>),
}

/// Asks, and sorts what comes back.
struct Asker<'a> {
    law: &'a Occupancy,
    form: Form,
    list: Vec<Answer>,
    notes: Vec<String>,
    /// The first thing out of reach.
    missed: Option<Error>,
}

impl Answers {
    pub(super) fn to(questions: &Questions, law: &Occupancy, form: Form) -> Result<Answers, Error> {
        let (list, notes) = (Vec::new(), Vec::new());
        let mut asker = Asker { law, form, list, notes, missed: None };
        asker.value("mean", |law| law.mean())?;
        asker.value("variance", |law| law.variance())?;
        let always = asker.list.len();
        let missed_unasked = asker.missed.take();
        asker.all(questions)?;
        let summary = asker.list.len() == always;
        // What comes unasked cannot save a command whose every question failed.
        let (counted, missed) = match summary {
            true => (&asker.list[..], missed_unasked),
            false => (&asker.list[always..], asker.missed.take()),
        };
        if let Some(error) = missed
            && counted.iter().all(|answer| answer.value.is_none())
        {
            return Err(error);
        }
        if summary {
            asker.take("mode", "mode".into(), law.mode().map(Found::Mode))?;
        }
        Ok(Answers { support: law.support(), list: asker.list, summary, notes: asker.notes })
    }
}

impl Asker<'_> {
    fn all(&mut self, questions: &Questions) -> Result<(), Error> {
        if let Some(i) = questions.pmf {
            self.at("pmf", i, |law| law.pmf(i))?;
        }
        if let Some(i) = questions.at_least {
            self.tail("at_least", i, Occupancy::at_least, Occupancy::at_least_bound)?;
        }
        if let Some(i) = questions.at_most {
            self.tail("at_most", i, Occupancy::at_most, Occupancy::at_most_bound)?;
        }
        if let Some(p) = &questions.quantile {
            let found = self.law.quantile(p).map(|i| Found::Quantile(p.clone(), i));
            self.take("quantile", place("quantile", p), found)?;
        }
        if let Some(r) = questions.moments {
            self.orders("raw", r, |law, r| law.raw_moment(r))?;
            self.orders("factorial", r, |law, r| law.factorial_moment(r))?;
            self.orders("binomial", r, |law, r| law.binomial_moment(r))?;
        }
        if let Some(z) = &questions.pgf {
            let found = self.certain(|law| law.pgf(z));
            self.take("pgf", place("pgf", z), found.map(|v| Found::Pgf(z.clone(), v)))?;
        }
        if let Some(r) = questions.bounds {
            self.bounds(r)?;
        }
        if questions.table {
            self.table(questions.above.as_ref())?;
        }
        Ok(())
    }

    /// A value as certain as its reader needs it.
    fn certain(
        &self,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        let ask = |bits| ask(&self.law.clone().precision(bits));
        self.form.settle("the value", ask, |value| self.form.suffices(value))
    }

    fn value(
        &mut self,
        key: &'static str,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = self.certain(ask).map(Found::Value);
        self.take(key, key.into(), found)
    }

    fn at(
        &mut self,
        key: &'static str,
        i: u64,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = self.certain(ask).map(|value| Found::At(i, value));
        self.take(key, place(key, i), found)
    }

    /// A tail, or where it is out of reach a bound of it, labelled as such.
    fn tail(
        &mut self,
        key: &'static str,
        i: u64,
        ask: fn(&Occupancy, u64) -> Result<Enclosure, Error>,
        bound: fn(&Occupancy, u64) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = match in_reach(self.certain(|law| ask(law, i)))? {
            Ok(value) => Ok(Found::At(i, value)),
            Err(error) => match self.certain(|law| bound(law, i)) {
                Ok(value) => {
                    self.notes.push(format!("only a bound of {}: {error}", place(key, i)));
                    Ok(Found::AtMost(i, value))
                }
                Err(_) => Err(error),
            },
        };
        self.take(key, place(key, i), found)
    }

    fn orders(
        &mut self,
        key: &'static str,
        most: u64,
        ask: impl Fn(&Occupancy, u64) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = listed(most, |r| self.certain(|law| ask(law, r)));
        self.take_list(key, found, Found::Orders)
    }

    fn bounds(&mut self, most: u64) -> Result<(), Error> {
        let found = listed(most, |r| {
            let ask = |bits| self.law.clone().precision(bits).moment_bounds(r);
            // Bounds have no width to keep; what they bound has.
            self.form.settle("a bound", ask, |found| self.form.suffices(&found.joint))
        });
        self.take_list("bounds", found, Found::Bounds)
    }

    fn table(&mut self, above: Option<&Rational>) -> Result<(), Error> {
        let found = self.rows(above);
        self.take("table", "table".into(), found.map(Found::Table))
    }

    fn rows(&self, above: Option<&Rational>) -> Result<Vec<(u64, Enclosure)>, Error> {
        let (least, most) = self.law.support();
        let threshold = above.filter(|threshold| !threshold.is_zero());
        if threshold.is_none() && most - least >= LARGEST_TABLE {
            return Err(Error::TooCostly {
                what: "a table of the whole support",
                needs: u128::from(most - least) + 1,
                unit: "rows",
                limit: LARGEST_TABLE.into(),
                remedy: "keep the probable rows with --above 1e-9",
            });
        }
        let ask = |bits| {
            let law = self.law.clone().precision(bits);
            match threshold {
                Some(threshold) => law.pmf_above(threshold),
                None => law.pmf_window(least, most),
            }
        };
        let suffice =
            |rows: &Vec<(u64, Enclosure)>| rows.iter().all(|(_, value)| self.form.suffices(value));
        self.form.settle("a row of the table", ask, suffice)
    }

    /// Puts an answer on the list, or a note where it is out of reach.
    fn take(
        &mut self,
        key: &'static str,
        name: String,
        found: Result<Found, Error>,
    ) -> Result<(), Error> {
        let value = match in_reach(found)? {
            Ok(found) => Some(found),
            Err(error) => {
                self.notes.push(note(&name, &error));
                self.missed.get_or_insert(error);
                None
            }
        };
        self.list.push(Answer { key, value });
        Ok(())
    }

    fn take_list<T>(
        &mut self,
        key: &'static str,
        found: Result<Listed<T>, Error>,
        wrap: impl FnOnce(Vec<Option<T>>) -> Found,
    ) -> Result<(), Error> {
        if let Ok(Listed { missed: Some((r, error)), .. }) = &found {
            let rest = format!("{} and beyond", place(key, r));
            self.notes.push(note(&rest, error));
        }
        self.take(key, key.into(), found.map(|listed| wrap(listed.values)))
    }
}
