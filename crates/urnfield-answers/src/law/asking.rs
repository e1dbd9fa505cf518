//! Asks a law each question of the options.

use crate::ask::reach::{Missed, in_reach, note};
use crate::law::stream::rows;
use crate::report::value::place;
use crate::{
    About, Form, Found, LawAnswer, LawOptions, Question, Statement, StreamedTable, Unanswered,
};
use urnfield::{Enclosure, Error, Occupancy, Rational};

/// The most rows of a table: programs hold all of them in memory.
const LARGEST_TABLE: u64 = 1_000_000;

/// All probabilities of one command may take so many word operations: some seconds. A single one
/// may take whatever the library allows.
const MOST_WORK: f64 = 5e9;

/// A probability that takes less is not refused.
const UNCOUNTED: f64 = 1e7;

/// Asks, and sorts what comes back.
struct Asker<'a> {
    law: &'a Occupancy,
    form: Form,
    /// About how many word operations the probabilities so far have taken.
    spent: f64,
    list: Vec<(&'static str, Option<Found>)>,
    missed: Missed,
}

impl<S: Clone + Into<Statement>> Question for About<S, LawOptions> {
    type Answer = LawAnswer;

    fn answer(&self, form: Form) -> Result<LawAnswer, Unanswered> {
        if self.options.above.is_some() && !self.options.table {
            return Err("--above keeps the probable rows of a table; add --table".into());
        }
        Ok(answer(self.statement.clone().into(), &self.options, form)?)
    }
}

fn answer(statement: Statement, options: &LawOptions, form: Form) -> Result<LawAnswer, Error> {
    let law = statement.law()?;
    let mut asker =
        Asker { law: &law, form, spent: 0.0, list: Vec::new(), missed: Missed::default() };
    asker.value("mean", Occupancy::mean)?;
    asker.value("variance", Occupancy::variance)?;
    let always = asker.list.len();
    let missed_unasked = asker.missed.take_first();
    asker.all(options)?;
    let summary = asker.list.len() == always;
    // What comes unasked cannot save a command whose every question failed.
    let (counted, missed) = if summary {
        (&asker.list[..], missed_unasked)
    } else {
        (&asker.list[always..], asker.missed.take_first())
    };
    if let Some(error) = missed
        && counted.iter().all(|(_, found)| found.is_none())
    {
        return Err(error);
    }
    if summary {
        asker.take("mode", "mode".into(), law.mode().map(Found::Mode))?;
    }
    let Asker { list, missed, .. } = asker;
    Ok(LawAnswer { statement, law, list, summary, notes: missed.notes })
}

impl Asker<'_> {
    fn all(&mut self, questions: &LawOptions) -> Result<(), Error> {
        for &i in questions.pmf.iter().flatten() {
            self.at("pmf", i, |law| law.pmf(i))?;
        }
        for &i in questions.at_least.iter().flatten() {
            self.tail("at_least", i, Occupancy::at_least, Occupancy::at_least_bound)?;
        }
        for &i in questions.at_most.iter().flatten() {
            self.tail("at_most", i, Occupancy::at_most, Occupancy::at_most_bound)?;
        }
        for p in questions.quantile.iter().flatten() {
            let found = self.law.quantile(p).map(|i| Found::Quantile(p.clone(), i));
            self.take("quantile", place("quantile", p), found)?;
        }
        if let Some(r) = questions.moments {
            self.orders("raw", r, |law, r| law.raw_moment(r))?;
            self.orders("factorial", r, |law, r| law.factorial_moment(r))?;
            self.orders("binomial", r, |law, r| law.binomial_moment(r))?;
        }
        for z in questions.pgf.iter().flatten() {
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

    /// Returns a value with the digits asked for.
    fn certain(
        &self,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        self.form.certain_of(self.law, "the value", ask)
    }

    fn value(
        &mut self,
        key: &'static str,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = self.certain(ask).map(Found::Value);
        self.take(key, key.into(), found)
    }

    /// Counts the work of the next probability, which is refused if all so far take too long
    /// together.
    fn spend(&mut self, i: u64) -> Result<(), Error> {
        let work = self.law.clone().precision(self.form.bits()).cost_at(i);
        let needs = self.spent + work;
        if self.spent > 0.0 && work > UNCOUNTED && needs > MOST_WORK {
            return Err(Error::TooCostly {
                what: "all probabilities asked for",
                needs: needs as u128,
                unit: "word operations".into(),
                limit: MOST_WORK as u128,
                remedy: "ask for them in commands of their own, or with fewer --digits",
            });
        }
        self.spent = needs;
        Ok(())
    }

    fn at(
        &mut self,
        key: &'static str,
        i: u64,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let found = self.spend(i).and_then(|()| self.certain(ask)).map(|value| Found::At(i, value));
        self.take(key, place(key, i), found)
    }

    /// Adds a tail, or a labelled bound of it where it is out of reach.
    fn tail(
        &mut self,
        key: &'static str,
        i: u64,
        ask: fn(&Occupancy, u64) -> Result<Enclosure, Error>,
        bound: fn(&Occupancy, u64) -> Result<Enclosure, Error>,
    ) -> Result<(), Error> {
        let value = self.spend(i).and_then(|()| self.certain(|law| ask(law, i)));
        let found = match in_reach(value)? {
            Ok(value) => Ok(Found::At(i, value)),
            Err(error) => match self.certain(|law| bound(law, i)) {
                Ok(value) => {
                    self.missed.notes.push(format!("only a bound of {}: {error}", place(key, i)));
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
        let found = match above.filter(|threshold| !threshold.is_zero()) {
            Some(threshold) => self.probable_rows(threshold),
            // Few rows may be had where all of them may not.
            None => self.all_rows().map_err(|error| {
                error.with_remedy("keep the probable rows with --table --above 1e-9")
            }),
        };
        self.take("table", "table".into(), found)
    }

    fn all_rows(&self) -> Result<Found, Error> {
        let (least, most) = self.law.support();
        if most - least >= LARGEST_TABLE {
            return Err(Error::TooCostly {
                what: "a table of the whole support",
                needs: u128::from(most - least) + 1,
                unit: "rows".into(),
                limit: LARGEST_TABLE.into(),
                remedy: "",
            });
        }
        if let Form::Text(_) = self.form
            && let Some(stream) = StreamedTable::of(self.law, self.form)?
        {
            return Ok(Found::Stream(stream));
        }
        rows(self.law, self.form, (least, most)).map(Found::Table)
    }

    fn probable_rows(&self, threshold: &Rational) -> Result<Found, Error> {
        let ask = |bits| self.law.clone().precision(bits).pmf_above(threshold);
        let suffice =
            |rows: &Vec<(u64, Enclosure)>| rows.iter().all(|(_, pmf)| self.form.suffices(pmf));
        self.form.settle("a row of the table", ask, suffice).map(Found::Table)
    }

    /// Puts an answer on the list, or a note where it is out of reach.
    fn take(
        &mut self,
        key: &'static str,
        name: String,
        found: Result<Found, Error>,
    ) -> Result<(), Error> {
        let found = self.missed.take(&name, found)?;
        self.list.push((key, found));
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
            self.missed.notes.push(note(&rest, error));
        }
        self.take(key, key.into(), found.map(|listed| wrap(listed.values)))
    }
}

/// Lists of all moments up to an order stop here: the whole list costs the fourth power of the
/// order, and takes three seconds here.
const LARGEST_ORDER: u64 = 200;

/// Values for r = 0 … R, and where and why they end early.
#[derive(Debug, PartialEq)]
pub(super) struct Listed<T> {
    pub(super) values: Vec<Option<T>>,
    pub(super) missed: Option<(u64, Error)>,
}

/// Asks for every order up to `most`; the first one out of reach stands for all higher orders.
pub(super) fn listed<T>(
    most: u64,
    ask: impl Fn(u64) -> Result<T, Error>,
) -> Result<Listed<T>, Error> {
    if most > LARGEST_ORDER {
        return Err(Error::TooCostly {
            what: "a list of all orders up to this one",
            needs: most.into(),
            unit: "orders".into(),
            limit: LARGEST_ORDER.into(),
            remedy: "ask for a lower order",
        });
    }
    let (mut values, mut missed) = (Vec::new(), None);
    for r in 0..=most {
        let value = match &missed {
            Some(_) => None,
            None => in_reach(ask(r))?.map_err(|error| missed = Some((r, error))).ok(),
        };
        values.push(value);
    }
    match missed {
        // Not even order 0: there is no list.
        Some((0, error)) => Err(error),
        missed => Ok(Listed { values, missed }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each probability takes a second or two at these digits. Nothing is computed here.
    #[test]
    fn the_probabilities_of_one_command_share_a_budget() {
        let law = Occupancy::balls(1 << 40, 1 << 40).expect("a law");
        let spent = |digits: usize| {
            let form = Form::new(false, Some(digits));
            let list = Vec::new();
            let missed = Missed::default();
            let mut asker = Asker { law: &law, form, spent: 0.0, list, missed };
            (0..100).take_while(|i| asker.spend(695_000_000_000 + i).is_ok()).count()
        };
        assert_eq!(spent(15), 100);
        assert!((1..20).contains(&spent(600)), "{}", spent(600));
        // One question is never refused by the budget.
        assert_eq!(spent(3000), 1);
    }

    fn costly() -> Error {
        Error::TooCostly { what: "it", needs: 2, unit: "steps".into(), limit: 1, remedy: "do not" }
    }

    #[test]
    fn a_list_ends_where_it_is_out_of_reach() {
        let upto = |last: u64| move |r: u64| if r > last { Err(costly()) } else { Ok(r) };
        let whole = Listed { values: vec![Some(0), Some(1)], missed: None };
        assert_eq!(listed(1, upto(5)), Ok(whole));
        let part = Listed { values: vec![Some(0), None, None], missed: Some((1, costly())) };
        assert_eq!(listed(2, upto(0)), Ok(part));
        assert_eq!(listed(2, |_| Err::<u64, _>(costly())), Err(costly()));
        assert!(listed(LARGEST_ORDER + 1, Ok).is_err());
    }

    #[test]
    fn what_is_wrong_ends_the_command() {
        let wrong = Error::Domain { rule: "no", got: "it".into() };
        let ask = |r: u64| if r == 2 { Err(wrong.clone()) } else { Ok(r) };
        assert_eq!(listed(3, ask), Err(wrong.clone()));
    }
}
