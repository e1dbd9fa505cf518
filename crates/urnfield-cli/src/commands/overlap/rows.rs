//! The table: every combination, what is observed, and how surprising that is.

use super::questions::{Answer, Question, answers, positive};
use crate::args::Order;
use crate::reach::Missed;
use std::cmp::Reverse;
use std::collections::HashMap;
use urnfield::occupancy::{AdjustedP, Adjustment, PValue};
use urnfield::{Enclosure, Error};
use urnfield_answers::Form;

/// A list, by what it is called and how many different names it has.
pub(super) struct List {
    pub(super) name: String,
    pub(super) size: u64,
}

/// What some lists share.
pub(super) struct Combination {
    /// Ascending.
    pub(super) lists: Vec<usize>,
    pub(super) observed: u64,
    /// Names in these lists and in no other.
    pub(super) exclusive: u64,
}

/// Everything that is known before any probability is.
pub(super) struct Statement {
    pub(super) population: u64,
    pub(super) lists: Vec<List>,
    pub(super) combinations: Vec<Combination>,
}

/// One row; `None` where something is out of reach or has no meaning.
pub(super) struct Row {
    pub(super) combination: Combination,
    pub(super) expected: Option<Enclosure>,
    pub(super) fold: Option<Enclosure>,
    pub(super) at_least: Option<Enclosure>,
    pub(super) at_most: Option<Enclosure>,
    pub(super) two_sided: Option<Enclosure>,
    pub(super) holm: Option<Enclosure>,
    pub(super) bh: Option<Enclosure>,
}

pub(super) struct Table {
    pub(super) population: u64,
    pub(super) lists: Vec<List>,
    pub(super) rows: Vec<Row>,
    /// One sentence for everything that could not be had.
    pub(super) notes: Vec<String>,
}

impl Table {
    pub(super) fn of(statement: Statement, form: Form) -> Result<Table, Error> {
        let Statement { population, lists, combinations } = statement;
        let (questions, which) = distinct(&lists, &combinations);
        let answers = answers(&questions, population, form)?;
        let mut missed = Missed::default();
        let mut rows = Vec::new();
        for (combination, &at) in combinations.into_iter().zip(&which) {
            rows.push(row(combination, &answers[at], &lists, &mut missed)?);
        }
        missed.fail_if(rows.iter().all(|row| row.at_least.is_none() && row.at_most.is_none()))?;
        let asked =
            Asked { population, questions: &questions, answers: &answers, which: &which, form };
        if let Some([holm, bh]) = missed.take("holm and bh", asked.adjusted())? {
            for (row, &at) in rows.iter_mut().zip(&which) {
                (row.holm, row.bh) = (Some(holm[at].clone()), Some(bh[at].clone()));
            }
        }
        let mut notes = missed.notes;
        if rows.iter().any(|row| row.fold.is_none() && row.expected.is_some()) {
            notes.push("no fold where a list is empty: nothing is expected there".into());
        }
        Ok(Table { population, lists, rows, notes })
    }

    pub(super) fn sort(&mut self, order: Order) {
        match order {
            // As they were made.
            Order::Degree => {}
            Order::Observed => self.rows.sort_by_key(|row| Reverse(row.combination.observed)),
            // By lower ends, which is right where the order can be told; what is unknown is last.
            Order::P => self.rows.sort_by_cached_key(|row| {
                let lower = row.at_least.as_ref().map(Enclosure::lo);
                (lower.is_none(), lower)
            }),
        }
    }
}

/// The questions, each once, and which of them every combination asks.
fn distinct(lists: &[List], combinations: &[Combination]) -> (Vec<Question>, Vec<usize>) {
    let mut questions = Vec::new();
    let mut known: HashMap<Question, usize> = HashMap::new();
    let which = combinations.iter().map(|combination| {
        let sizes = combination.lists.iter().map(|&list| lists[list].size).collect();
        let question = Question::new(sizes, combination.observed);
        *known.entry(question).or_insert_with_key(|question| {
            questions.push(question.clone());
            questions.len() - 1
        })
    });
    let which = which.collect();
    (questions, which)
}

fn row(
    combination: Combination,
    answer: &Answer,
    lists: &[List],
    missed: &mut Missed,
) -> Result<Row, Error> {
    let names: Vec<&str> =
        combination.lists.iter().map(|&list| lists[list].name.as_str()).collect();
    let names = names.join(" & ");
    let mut take = |what: &str, found: &Result<Enclosure, Error>| {
        missed.take(&format!("{what} of {names}"), found.clone())
    };
    Ok(Row {
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

/// Questions with their answers, and how many rows ask each.
struct Asked<'a> {
    population: u64,
    questions: &'a [Question],
    answers: &'a [Answer],
    which: &'a [usize],
    form: Form,
}

impl Asked<'_> {
    /// Holm's and Benjamini and Hochberg's values, one for each question.
    fn adjusted(&self) -> Result<[Vec<Enclosure>; 2], Error> {
        let mut shared = Vec::new();
        for answer in self.answers {
            let p = positive(answer.at_least.clone()?, self.form.bits())?;
            shared.push(PValue { p, times: 0 });
        }
        self.which.iter().for_each(|&question| shared[question].times += 1);
        let holm = self.by(Adjustment::Holm, &shared)?;
        Ok([holm, self.by(Adjustment::BenjaminiHochberg, &shared)?])
    }

    fn by(&self, adjustment: Adjustment, shared: &[PValue]) -> Result<Vec<Enclosure>, Error> {
        let first = adjustment.adjust(shared);
        let each = first.into_iter().enumerate().map(|(at, AdjustedP { value, from })| {
            self.form.settle_from(value, "an adjusted p-value", |bits| {
                // What it is a multiple of is asked again; the rest is known well enough.
                let mut better = shared.to_vec();
                for question in from {
                    better[question].p = self.again(question, bits)?;
                }
                Ok(adjustment.adjust(&better).swap_remove(at).value)
            })
        });
        each.collect()
    }

    fn again(&self, question: usize, bits: u64) -> Result<Enclosure, Error> {
        let question = &self.questions[question];
        positive(question.at_least(&question.law(self.population)?, bits)?, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    fn table(sizes: &[u64], combinations: &[(&[usize], u64)], form: Form) -> Table {
        let lists = sizes.iter().map(|&size| List { name: size.to_string(), size }).collect();
        let combination = |&(lists, observed): &(&[usize], u64)| Combination {
            lists: lists.to_vec(),
            observed,
            exclusive: observed,
        };
        let combinations = combinations.iter().map(combination).collect();
        Table::of(Statement { population: 10_000, lists, combinations }, form).expect("a table")
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
        assert_eq!(table.rows[1].bh.as_ref(), Some(first), "one question, one answer");
        for one in [&table.rows[0].holm, &table.rows[2].bh] {
            let exact = one.as_ref().and_then(|value| value.exact());
            assert_eq!(exact, Some(&Rational::one()));
        }
    }

    #[test]
    fn rows_are_sorted_by_what_is_asked() {
        let rows: [(&[usize], u64); 3] = [(&[0, 1], 3), (&[0, 2], 9), (&[1, 2], 9)];
        let mut table = table(&[300, 200, 400], &rows, Form::Json(15));
        let order = |table: &Table| -> Vec<Vec<usize>> {
            table.rows.iter().map(|row| row.combination.lists.clone()).collect()
        };
        table.sort(Order::Observed);
        assert_eq!(order(&table), [[0, 2], [1, 2], [0, 1]]);
        // 9 of 200 in 400 are more surprising than 9 of 300 in 400, and 3 of 200 in 300 not at all.
        table.sort(Order::P);
        assert_eq!(order(&table), [[1, 2], [0, 2], [0, 1]]);
    }
}
