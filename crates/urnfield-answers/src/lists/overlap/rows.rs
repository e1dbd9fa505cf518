//! The table: every combination, what is observed, and how surprising that is.

use crate::ask::reach::Missed;
use crate::lists::overlap::answer::names;
use crate::lists::overlap::count::Counts;
use crate::lists::test::case::{Case, Chance, Sizes, Surprise};
use crate::lists::test::p_value::Adjusting;
use crate::lists::test::shared_out::{each_once, shared_out};
use crate::{
    Asking, Combination, Form, Given, Members, NamedList, Note, Order, OverlapAnswer,
    OverlapOfSizes, OverlapQuestion, OverlapRow, Question, Unanswered,
};
use std::cmp::Reverse;
use urnfield::{Enclosure, Error};

impl OverlapQuestion {
    /// Answers the question. `watch` receives the number of laws asked so far and of all laws.
    pub fn answer_watched(
        mut self,
        form: Form,
        mut watch: impl FnMut(u64, u64),
    ) -> Result<OverlapAnswer, Unanswered> {
        let combinations = std::mem::take(&mut self.combinations);
        let OverlapQuestion { population, ref lists, ref asking, .. } = self;
        let (cases, which) = each_once(combinations.iter().map(|combination| {
            let sizes = combination.lists.iter().map(|&list| lists[list].size).collect();
            Case::new(sizes, combination.observed)
        }));
        // Lists of equal sizes have one law, whatever they share.
        let (laws, law_of) = laws(&cases);
        let first = laws.len() as u64;
        let all = (laws.len() + cases.len()) as u64;
        let law = |sizes: &_| Chance::new(population, sizes, asking, form);
        let laws = shared_out(&laws, law, |done, _| watch(done, all))?;
        let each: Vec<(&Case, &Chance)> =
            cases.iter().zip(law_of.iter().map(|&at| &laws[at])).collect();
        let ask = |(case, law): &(&Case, &Chance)| case.answer(population, law, asking, form);
        let answers = shared_out(&each, ask, |done, _| watch(first + done, all))?;
        let mut missed = Missed::default();
        let mut rows = Vec::new();
        for (combination, &at) in combinations.into_iter().zip(&which) {
            rows.push(row(combination, &answers[at], lists, asking, &mut missed)?);
        }
        missed.fail_if(rows.iter().all(|row| row.at_least.is_none() && row.at_most.is_none()))?;
        let adjusted = || {
            let p = answers.iter().map(|answer| answer.p(asking.alternative).clone());
            let again = |case: usize, bits| {
                let case = &cases[case];
                case.ask(&case.law(population)?, asking.alternative.tail(), bits)
            };
            let p = p.collect::<Result<Vec<_>, Error>>()?;
            Adjusting { p, which: &which, form, again }.adjusted()
        };
        if let Some([holm, bh]) = missed.take("holm and bh", adjusted())? {
            for (row, &at) in rows.iter_mut().zip(&which) {
                (row.holm, row.bh) = (Some(holm[at].clone()), Some(bh[at].clone()));
            }
        }
        if let Some(members) = self.members.as_ref().filter(|_| asking.given) {
            add_given(&mut rows, members, (population, lists), (asking, form), &mut missed)?;
        }
        self.notes.extend(missed.notes.into_iter().map(Note::from));
        if rows.iter().any(|row| row.fold.is_none() && row.expected.is_some()) {
            let nothing = "no fold where a list is empty: nothing is expected there";
            self.notes.push(Note::from(nothing.to_owned()));
        }
        sort(&mut rows, self.order);
        Ok(OverlapAnswer { question: self, rows })
    }
}

impl Question for OverlapQuestion {
    type Answer = OverlapAnswer;

    fn answer(&self, form: Form) -> Result<OverlapAnswer, Unanswered> {
        self.clone().answer_watched(form, |_, _| {})
    }
}

impl Question for OverlapOfSizes {
    type Answer = OverlapAnswer;

    fn answer(&self, form: Form) -> Result<OverlapAnswer, Unanswered> {
        self.question()?.answer(form)
    }
}

fn sort(rows: &mut [OverlapRow], order: Order) {
    match order {
        // As they were made.
        Order::Degree => {}
        Order::Observed => rows.sort_by_key(|row| Reverse(row.combination.observed)),
        // By lower ends, which is right where the order can be told; what is unknown is last.
        Order::P => rows.sort_by_cached_key(|row| {
            let lower = row.p.as_ref().map(Enclosure::lo);
            (lower.is_none(), lower)
        }),
    }
}

/// Returns the different sizes of lists with all numbers that they share, and the place of every
/// case among them.
fn laws(cases: &[Case]) -> (Vec<Sizes>, Vec<usize>) {
    let (sizes, law_of) = each_once(cases.iter().map(|case| case.sizes().to_vec()));
    let mut laws: Vec<Sizes> = sizes.into_iter().map(|sizes| (sizes, Vec::new())).collect();
    for (case, &at) in cases.iter().zip(&law_of) {
        laws[at].1.push(case.observed());
    }
    (laws, law_of)
}

fn row(
    combination: Combination,
    answer: &Surprise,
    lists: &[NamedList],
    asking: &Asking,
    missed: &mut Missed,
) -> Result<OverlapRow, Error> {
    let names = names(lists, &combination.lists).join(" & ");
    let (odds_ratio, effect) = match &answer.effect {
        Some(found) => {
            let what = format!("odds_ratio and intervals of {names}");
            missed.take(&what, found.clone())?.unzip()
        }
        None => (None, None),
    };
    let what = format!("expected_interval of {names}");
    let expected_interval = missed.take(&what, answer.expected_interval.clone())?;
    let mut take = |what: &str, found: &Result<Enclosure, Error>| {
        missed.take(&format!("{what} of {names}"), found.clone())
    };
    let [log_more, log_less, log_tested] = &answer.log10;
    let at_least = take("at_least", &answer.at_least)?;
    let at_most = take("at_most", &answer.at_most)?;
    let fisher = take("two_sided_fisher", &answer.fisher)?;
    Ok(OverlapRow {
        expected: take("expected", &answer.expected)?,
        fold: match &answer.fold {
            Some(fold) => take("fold", fold)?,
            None => None,
        },
        two_sided: take("two_sided", &answer.two_sided)?,
        log10_at_least: take("log10_at_least", log_more)?,
        log10_at_most: take("log10_at_most", log_less)?,
        // A missing p-value has its note already.
        p: answer.p(asking.alternative).clone().ok(),
        log10_p: log_tested.clone().ok(),
        at_least,
        at_most,
        fisher,
        holm: None,
        bh: None,
        expected_interval,
        fold_interval: effect.as_ref().and_then(|effect| effect.fold.clone()),
        odds_ratio,
        odds_interval: effect.map(|effect| effect.odds),
        given: Vec::new(),
        combination,
    })
}

/// Adds to every row of three lists or more what each list adds to the others.
fn add_given(
    rows: &mut [OverlapRow],
    members: &Members,
    (population, lists): (u64, &[NamedList]),
    (asking, form): (&Asking, Form),
    missed: &mut Missed,
) -> Result<(), Error> {
    let counts = Counts::of(lists.len(), members.sets());
    let mut cases = Vec::new();
    for row in rows.iter_mut().filter(|row| row.combination.lists.len() > 2) {
        let all = row.combination.lists.clone();
        for &list in &all {
            let rest: Vec<usize> = all.iter().copied().filter(|other| *other != list).collect();
            let shared = counts.observed(rest.iter().fold(0, |set, list| set | 1 << list));
            cases.push(Case::new(vec![shared, lists[list].size], row.combination.observed));
            row.given.push(Given { list, rest, shared, p: None, log10_p: None });
        }
    }
    let (cases, places) = each_once(cases);
    let ask = |case: &Case| case.tested(population, asking.alternative.tail(), form);
    let found = shared_out(&cases, ask, |_, _| {})?;
    let given = rows.iter_mut().flat_map(|row| &mut row.given);
    for (given, at) in given.zip(places) {
        let (p, log) = &found[at];
        given.p = missed.take("p given the other lists", p.clone())?;
        given.log10_p = missed.take("log10_p given the other lists", log.clone())?;
    }
    Ok(())
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
        let population = 10_000;
        let question = OverlapQuestion { population, lists, combinations, ..Default::default() };
        question.answer(form).expect("a table")
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
