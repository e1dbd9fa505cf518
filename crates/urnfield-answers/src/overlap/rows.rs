//! The table: every combination, what is observed, and how surprising that is.

use super::case::{Case, Surprise, answers, positive};
use super::{Combination, NamedList, Order, OverlapQuestion};
use crate::Form;
use crate::reach::Missed;
use std::cmp::Reverse;
use std::collections::HashMap;
use urnfield::occupancy::{AdjustedP, Adjustment, PValue};
use urnfield::{Enclosure, Error};

/// One row; `None` where something is out of reach or has no meaning.
#[derive(Debug, Clone)]
pub struct OverlapRow {
    /// The lists, and what they share.
    pub combination: Combination,
    /// How many names random lists share on average.
    pub expected: Option<Enclosure>,
    /// What is observed for each that is expected.
    pub fold: Option<Enclosure>,
    /// The chance that random lists share at least as many names.
    pub at_least: Option<Enclosure>,
    /// The chance that they share at most as many.
    pub at_most: Option<Enclosure>,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: Option<Enclosure>,
    /// `at_least` adjusted for all rows by Holm.
    pub holm: Option<Enclosure>,
    /// The same by Benjamini and Hochberg.
    pub bh: Option<Enclosure>,
}

/// What lists share, and how surprising that is.
#[derive(Debug, Clone)]
pub struct OverlapAnswer {
    /// How many names there are altogether.
    pub population: u64,
    /// The lists.
    pub lists: Vec<NamedList>,
    /// Every combination, in the order asked for.
    pub rows: Vec<OverlapRow>,
    /// One sentence for everything that could not be had.
    pub notes: Vec<String>,
}

impl OverlapAnswer {
    pub(super) fn new(
        question: OverlapQuestion,
        form: Form,
        watch: impl FnMut(u64, u64),
    ) -> Result<OverlapAnswer, Error> {
        let OverlapQuestion { population, lists, combinations, order, mut notes } = question;
        let (cases, which) = distinct(&lists, &combinations);
        let answers = answers(&cases, population, form, watch)?;
        let mut missed = Missed::default();
        let mut rows = Vec::new();
        for (combination, &at) in combinations.into_iter().zip(&which) {
            rows.push(row(combination, &answers[at], &lists, &mut missed)?);
        }
        missed.fail_if(rows.iter().all(|row| row.at_least.is_none() && row.at_most.is_none()))?;
        let asked = Asked { population, cases: &cases, answers: &answers, which: &which, form };
        if let Some([holm, bh]) = missed.take("holm and bh", asked.adjusted())? {
            for (row, &at) in rows.iter_mut().zip(&which) {
                (row.holm, row.bh) = (Some(holm[at].clone()), Some(bh[at].clone()));
            }
        }
        notes.extend(missed.notes);
        if rows.iter().any(|row| row.fold.is_none() && row.expected.is_some()) {
            notes.push("no fold where a list is empty: nothing is expected there".into());
        }
        sort(&mut rows, order);
        Ok(OverlapAnswer { population, lists, rows, notes })
    }

    /// The names of some lists.
    pub(super) fn names(&self, lists: &[usize]) -> Vec<String> {
        names(&self.lists, lists)
    }
}

fn names(all: &[NamedList], lists: &[usize]) -> Vec<String> {
    lists.iter().map(|&list| all[list].name.clone()).collect()
}

fn sort(rows: &mut [OverlapRow], order: Order) {
    match order {
        // As they were made.
        Order::Degree => {}
        Order::Observed => rows.sort_by_key(|row| Reverse(row.combination.observed)),
        // By lower ends, which is right where the order can be told; what is unknown is last.
        Order::P => rows.sort_by_cached_key(|row| {
            let lower = row.at_least.as_ref().map(Enclosure::lo);
            (lower.is_none(), lower)
        }),
    }
}

/// The cases, each once, and which of them every combination is.
fn distinct(lists: &[NamedList], combinations: &[Combination]) -> (Vec<Case>, Vec<usize>) {
    let mut cases = Vec::new();
    let mut known: HashMap<Case, usize> = HashMap::new();
    let which = combinations.iter().map(|combination| {
        let sizes = combination.lists.iter().map(|&list| lists[list].size).collect();
        let case = Case::new(sizes, combination.observed);
        *known.entry(case).or_insert_with_key(|case| {
            cases.push(case.clone());
            cases.len() - 1
        })
    });
    let which = which.collect();
    (cases, which)
}

fn row(
    combination: Combination,
    answer: &Surprise,
    lists: &[NamedList],
    missed: &mut Missed,
) -> Result<OverlapRow, Error> {
    let names = names(lists, &combination.lists).join(" & ");
    let mut take = |what: &str, found: &Result<Enclosure, Error>| {
        missed.take(&format!("{what} of {names}"), found.clone())
    };
    Ok(OverlapRow {
        expected: take("expected", &answer.expected)?,
        fold: match &answer.fold {
            Some(fold) => take("fold", fold)?,
            None => None,
        },
        at_least: take("at_least", &answer.at_least)?,
        at_most: take("at_most", &answer.at_most)?,
        two_sided: take("two_sided", &answer.two_sided)?,
        holm: None,
        bh: None,
        combination,
    })
}

/// Cases with their answers, and which of them every row is.
struct Asked<'a> {
    population: u64,
    cases: &'a [Case],
    answers: &'a [Surprise],
    which: &'a [usize],
    form: Form,
}

impl Asked<'_> {
    /// Holm's and Benjamini and Hochberg's values, one for each case.
    fn adjusted(&self) -> Result<[Vec<Enclosure>; 2], Error> {
        let mut shared = Vec::new();
        for answer in self.answers {
            let p = positive(answer.at_least.clone()?, self.form.bits())?;
            shared.push(PValue { p, times: 0 });
        }
        self.which.iter().for_each(|&case| shared[case].times += 1);
        let holm = self.by(Adjustment::Holm, &shared)?;
        Ok([holm, self.by(Adjustment::BenjaminiHochberg, &shared)?])
    }

    fn by(&self, adjustment: Adjustment, shared: &[PValue]) -> Result<Vec<Enclosure>, Error> {
        let first = adjustment.adjust(shared);
        let each = first.into_iter().enumerate().map(|(at, AdjustedP { value, from })| {
            self.form.settle_from(value, "an adjusted p-value", |bits| {
                // What it is a multiple of is asked again; the rest is known well enough.
                let mut better = shared.to_vec();
                for case in from {
                    better[case].p = self.again(case, bits)?;
                }
                Ok(adjustment.adjust(&better).swap_remove(at).value)
            })
        });
        each.collect()
    }

    fn again(&self, case: usize, bits: u64) -> Result<Enclosure, Error> {
        let case = &self.cases[case];
        positive(case.at_least(&case.law(self.population)?, bits)?, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    fn table(sizes: &[u64], combinations: &[(&[usize], u64)], form: Form) -> OverlapAnswer {
        let lists = sizes.iter().map(|&size| NamedList { name: size.to_string(), size }).collect();
        let combination = |&(lists, observed): &(&[usize], u64)| Combination {
            lists: lists.to_vec(),
            observed,
            exclusive: observed,
        };
        let combinations = combinations.iter().map(combination).collect();
        let question = OverlapQuestion {
            population: 10_000,
            lists,
            combinations,
            order: Order::Degree,
            notes: Vec::new(),
        };
        OverlapAnswer::new(question, form, |_, _| {}).expect("a table")
    }

    /// Half of 10000 and an odd list share at least half of it with probability 1/2, by symmetry,
    /// which no route knows. Two of three rows: adjusted, 3/4, which has no first digit.
    #[test]
    fn what_lies_on_a_rounding_edge_is_asked_again_with_more_bits() {
        let rows: [(&[usize], u64); 3] = [(&[0, 1], 2501), (&[1, 0], 2501), (&[1, 2], 0)];
        let table = table(&[5000, 5001, 0], &rows, Form::Text(1));
        let first = table.rows[0].bh.as_ref().expect("in reach");
        assert!(first.exact().is_none() && first.certain_bits() > 200, "{first:?}");
        assert!(first.contains(&Rational::new(3, 4).expect("a rational")));
        assert_eq!(table.rows[1].bh.as_ref(), Some(first), "one case, one answer");
        for one in [&table.rows[0].holm, &table.rows[2].bh] {
            let exact = one.as_ref().and_then(|value| value.exact());
            assert_eq!(exact, Some(&Rational::one()));
        }
    }

    #[test]
    fn rows_are_sorted_by_what_is_asked() {
        let rows: [(&[usize], u64); 3] = [(&[0, 1], 3), (&[0, 2], 9), (&[1, 2], 9)];
        let mut table = table(&[300, 200, 400], &rows, Form::Json(15));
        let order = |table: &OverlapAnswer| -> Vec<Vec<usize>> {
            table.rows.iter().map(|row| row.combination.lists.clone()).collect()
        };
        sort(&mut table.rows, Order::Observed);
        assert_eq!(order(&table), [[0, 2], [1, 2], [0, 1]]);
        // 9 of 200 in 400 are more surprising than 9 of 300 in 400, and 3 of 200 in 300 not at all.
        sort(&mut table.rows, Order::P);
        assert_eq!(order(&table), [[1, 2], [0, 2], [0, 1]]);
    }
}
