//! Exact tests of overlaps. Equal sizes and equal overlaps are one case, asked once.

use crate::lists::test::p_value::{doubled, log10, positive};
use crate::{Alternative, Asking, Form};
use urnfield::occupancy::{Effect, PairOfLists, Tabulated};
use urnfield::{Enclosure, Error, Interval, Occupancy, Point, Rate, Rational};

/// Bits beyond what is shown, for what is lost on the way to an adjusted value.
const SPARE: u64 = 8;

/// Lists of these sizes that share so many names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    /// Ascending, so that the order of the lists makes no difference.
    sizes: Vec<u64>,
    observed: u64,
}

/// The answer for a case; errors are what is out of reach.
pub(crate) struct Surprise {
    pub(crate) expected: Result<Enclosure, Error>,
    /// What chance alone gives, with the confidence asked for.
    pub(crate) expected_interval: Result<Interval, Error>,
    /// `None` where nothing is expected.
    pub(crate) fold: Option<Result<Enclosure, Error>>,
    /// For two lists: the odds ratio, its interval and that of the fold.
    pub(crate) effect: Option<Result<(Point, Effect), Error>>,
    pub(crate) at_least: Result<Enclosure, Error>,
    pub(crate) at_most: Result<Enclosure, Error>,
    pub(crate) two_sided: Result<Enclosure, Error>,
    pub(crate) fisher: Result<Enclosure, Error>,
    /// log10 of P(>=), of P(<=) and of what is tested.
    pub(crate) log10: [Result<Enclosure, Error>; 3],
}

/// The part of a law that is a p-value.
#[derive(Clone, Copy)]
pub(crate) enum Tail {
    AtLeast,
    AtMost,
    TwoSided,
}

impl Tail {
    fn of(self, law: &Occupancy, x: u64) -> Result<Enclosure, Error> {
        match self {
            Tail::AtLeast => law.at_least(x),
            Tail::AtMost => law.at_most(x),
            Tail::TwoSided => law.two_sided(x),
        }
    }

    fn of_table(self, table: &Tabulated, x: u64) -> Result<Enclosure, Error> {
        match self {
            Tail::AtLeast => table.at_least(x),
            Tail::AtMost => table.at_most(x),
            Tail::TwoSided => table.two_sided(x),
        }
    }
}

impl Alternative {
    /// The p-value that is tested.
    pub(crate) fn tail(self) -> Tail {
        match self {
            Alternative::Greater => Tail::AtLeast,
            Alternative::Less => Tail::AtMost,
            Alternative::TwoSided => Tail::TwoSided,
        }
    }
}

/// A p-value and its logarithm; errors are what is out of reach.
pub(crate) type Tested = (Result<Enclosure, Error>, Result<Enclosure, Error>);

/// Sizes of lists, and all that lists of these sizes share.
pub(crate) type Sizes = (Vec<u64>, Vec<u64>);

/// What is known of lists of some sizes, whatever they share.
pub(crate) struct Chance {
    /// Known to the bits that are asked for first.
    law: Tabulated,
    /// The overlaps that chance gives with the confidence asked for.
    interval: Result<Interval, Error>,
}

impl Chance {
    /// Lists of these sizes, of which some share so many names.
    pub(crate) fn new(
        population: u64,
        (sizes, observed): &Sizes,
        asking: &Asking,
        form: Form,
    ) -> Result<Chance, Error> {
        let law = Occupancy::lists(population, sizes)?.precision(form.bits() + SPARE);
        let law = law.tabulated(observed);
        let interval = by_chance(&law, &asking.sure()?);
        Ok(Chance { law, interval })
    }

    /// A p-value, with at least `bits` certain bits and some to spare.
    fn ask(&self, observed: u64, tail: Tail, bits: u64, form: Form) -> Result<Enclosure, Error> {
        if bits <= form.bits() {
            tail.of_table(&self.law, observed)
        } else {
            tail.of(&self.law.law().clone().precision(bits + SPARE), observed)
        }
    }
}

impl Surprise {
    /// The p-value that is tested.
    pub(crate) fn p(&self, alternative: Alternative) -> &Result<Enclosure, Error> {
        match alternative {
            Alternative::Greater => &self.at_least,
            Alternative::Less => &self.at_most,
            Alternative::TwoSided => &self.fisher,
        }
    }
}

impl Case {
    pub(crate) fn new(mut sizes: Vec<u64>, observed: u64) -> Case {
        sizes.sort_unstable();
        Case { sizes, observed }
    }

    pub(crate) fn law(&self, population: u64) -> Result<Occupancy, Error> {
        Occupancy::lists(population, &self.sizes)
    }

    /// m·∏ k/m: each name is in a list of k with probability k/m.
    pub(crate) fn expected(&self, population: u64) -> Rational {
        let m = Rational::from(population);
        let share = |size: &u64| Rational::from(*size).checked_div(&m);
        self.sizes.iter().filter_map(share).fold(m.clone(), |product, share| &product * &share)
    }

    /// A p-value, with at least `bits` certain bits and some to spare.
    pub(crate) fn ask(&self, law: &Occupancy, tail: Tail, bits: u64) -> Result<Enclosure, Error> {
        tail.of(&law.clone().precision(bits + SPARE), self.observed)
    }

    /// Returns a p-value and its logarithm.
    pub(crate) fn tested(&self, population: u64, tail: Tail, form: Form) -> Result<Tested, Error> {
        let law = self.law(population)?;
        let p = form.enclose("the p-value", |bits| self.ask(&law, tail, bits));
        let p = p.and_then(|p| positive(p, form.bits()));
        let log = log10(&p, form, |bits| self.ask(&law, tail, bits));
        Ok((p, log))
    }

    pub(crate) fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    pub(crate) fn observed(&self) -> u64 {
        self.observed
    }

    pub(crate) fn answer(
        &self,
        population: u64,
        chance: &Chance,
        asking: &Asking,
        form: Form,
    ) -> Result<Surprise, Error> {
        let sure = asking.sure()?;
        let ask = |tail, bits| chance.ask(self.observed, tail, bits, form);
        let mean = self.expected(population);
        let rational = |value: Rational| {
            form.enclose("the expected overlap", |bits| Ok(Enclosure::from_rational(&value, bits)))
        };
        let p = |tail: Tail| {
            let found = form.enclose("the p-value", |bits| ask(tail, bits))?;
            // What may be zero is not shown as one.
            positive(found, form.bits())
        };
        let (more, less) = (Tail::AtLeast, Tail::AtMost);
        let at_least = p(more);
        let at_most = p(less);
        let two_sided = match (&at_least, &at_most) {
            (Ok(a), Ok(b)) => form.settle_from(doubled(a, b), "the two-sided p-value", |bits| {
                let [a, b] = [ask(more, bits)?, ask(less, bits)?];
                Ok(doubled(&positive(a, bits)?, &positive(b, bits)?))
            }),
            (Err(error), _) | (_, Err(error)) => Err(error.clone()),
        };
        let fisher = p(Tail::TwoSided);
        let log = |p: &Result<Enclosure, Error>, tail| log10(p, form, |bits| ask(tail, bits));
        let logs = [log(&at_least, more), log(&at_most, less)];
        let [log_more, log_less] = logs;
        let tested = match asking.alternative {
            Alternative::Greater => log_more.clone(),
            Alternative::Less => log_less.clone(),
            Alternative::TwoSided => log(&fisher, Tail::TwoSided),
        };
        let fold = Rational::from(self.observed).checked_div(&mean).map(rational);
        Ok(Surprise {
            expected: rational(mean),
            expected_interval: chance.interval.clone(),
            fold,
            effect: self.effect(population, &sure, form),
            at_least,
            at_most,
            two_sided,
            fisher,
            log10: [log_more, log_less, tested],
        })
    }

    /// Returns the size of the effect, for two lists.
    fn effect(
        &self,
        population: u64,
        confidence: &Rate,
        form: Form,
    ) -> Option<Result<(Point, Effect), Error>> {
        let [a, b] = self.sizes[..] else { return None };
        let found = || {
            let pair = PairOfLists::new(population, [a, b])?;
            let odds = form.settle(
                "the odds ratio",
                |bits| pair.precision(bits).odds_ratio(self.observed),
                |found| match found {
                    Point::Value(value) => form.suffices(value),
                    _ => true,
                },
            )?;
            let pair = pair.precision(form.bits_of_ends());
            Ok((odds, pair.intervals(self.observed, confidence)?))
        };
        Some(found())
    }
}

/// The overlaps that chance gives with this confidence, as much being left out on either side.
fn by_chance(law: &Tabulated, confidence: &Rate) -> Result<Interval, Error> {
    let doubt = Rate::new(confidence.value().complement().shift(-1))?;
    let lo = law.quantile(&doubt)?;
    Ok(Interval::Closed { lo, hi: law.quantile(&doubt.complement())? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::test::shared_out::shared_out;

    #[test]
    fn the_expected_overlap_is_the_mean_of_the_law() {
        for (population, sizes) in
            [(20_000, vec![300, 500]), (7, vec![7, 0, 3]), (9, vec![4, 9, 2]), (1, vec![1, 1])]
        {
            let case = Case::new(sizes, 0);
            let mean = case.law(population).and_then(|law| law.mean()).expect("a mean");
            assert!(mean.contains(&case.expected(population)));
        }
    }

    fn answered(cases: &[Case], population: u64, form: Form) -> Result<Vec<Surprise>, Error> {
        let asking = Asking::default();
        let one = |case: &Case| {
            let sizes = (case.sizes.clone(), vec![case.observed]);
            case.answer(population, &Chance::new(population, &sizes, &asking, form)?, &asking, form)
        };
        shared_out(cases, one, |_, _| {})
    }

    #[test]
    fn answers_come_in_the_order_of_the_cases() {
        let cases: Vec<Case> = (0..40).map(|observed| Case::new(vec![50, 40], observed)).collect();
        let answers = answered(&cases, 100, Form::Json(15)).expect("small");
        assert_eq!(answers.len(), 40);
        for (case, answer) in cases.iter().zip(&answers) {
            let law = case.law(100).expect("a law");
            let expected = law.at_least(case.observed).expect("small");
            assert!(answer.at_least.as_ref().expect("small").overlaps(&expected));
        }
        for pair in answers.windows(2) {
            let p = |answer: &Surprise| answer.at_least.clone().expect("small");
            assert_eq!(p(&pair[0]).compare(&p(&pair[1])), Some(std::cmp::Ordering::Greater));
        }
    }

    #[test]
    fn what_is_wrong_ends_all_of_it() {
        let cases = vec![Case::new(vec![5, 11], 3); 9];
        assert!(answered(&cases, 10, Form::Text(7)).is_err());
    }
}
