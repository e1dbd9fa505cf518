//! What is asked of the laws. Equal sizes and equal overlaps are one case, asked for once; all cases
//! together are shared out among the processors.

use crate::Form;
use std::cmp::Ordering;
use std::num::NonZero;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::mpsc;
use std::thread;
use urnfield::{Enclosure, Error, Occupancy, Rational};

/// Bits beyond what is shown, for what is lost on the way to an adjusted value.
const SPARE: u64 = 8;

/// How surprising it is that lists of these sizes share so many names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Case {
    /// Ascending, so that the order of the lists makes no difference.
    sizes: Vec<u64>,
    observed: u64,
}

/// What there is to say about it; errors are what is out of reach.
pub(super) struct Surprise {
    pub(super) expected: Result<Enclosure, Error>,
    /// `None` where nothing is expected.
    pub(super) fold: Option<Result<Enclosure, Error>>,
    pub(super) at_least: Result<Enclosure, Error>,
    pub(super) at_most: Result<Enclosure, Error>,
    pub(super) two_sided: Result<Enclosure, Error>,
}

impl Case {
    pub(super) fn new(mut sizes: Vec<u64>, observed: u64) -> Case {
        sizes.sort_unstable();
        Case { sizes, observed }
    }

    pub(super) fn law(&self, population: u64) -> Result<Occupancy, Error> {
        Occupancy::lists(population, &self.sizes)
    }

    /// m·∏ k/m: each name is in a list of k with probability k/m.
    fn expected(&self, population: u64) -> Rational {
        let m = Rational::from(population);
        let share = |size: &u64| Rational::from(*size).checked_div(&m);
        self.sizes.iter().filter_map(share).fold(m.clone(), |product, share| &product * &share)
    }

    /// P(X ≥ observed), with at least `bits` certain bits and some to spare.
    pub(super) fn at_least(&self, law: &Occupancy, bits: u64) -> Result<Enclosure, Error> {
        law.clone().precision(bits + SPARE).at_least(self.observed)
    }

    fn at_most(&self, law: &Occupancy, bits: u64) -> Result<Enclosure, Error> {
        law.clone().precision(bits + SPARE).at_most(self.observed)
    }

    fn answer(&self, population: u64, form: Form) -> Result<Surprise, Error> {
        let law = self.law(population)?;
        let mean = self.expected(population);
        let rational = |value: Rational| {
            form.enclose("the expected overlap", |bits| Ok(Enclosure::from_rational(&value, bits)))
        };
        let tail = |ask: &dyn Fn(u64) -> Result<Enclosure, Error>| {
            let found = form.enclose("the p-value", ask)?;
            // What may be zero is not shown as one.
            positive(found, form.bits())
        };
        let at_least = tail(&|bits| self.at_least(&law, bits));
        let at_most = tail(&|bits| self.at_most(&law, bits));
        let two_sided = match (&at_least, &at_most) {
            (Ok(more), Ok(less)) => {
                form.settle_from(two_sided(more, less), "the two-sided p-value", |bits| {
                    let [more, less] = [self.at_least(&law, bits)?, self.at_most(&law, bits)?];
                    Ok(two_sided(&positive(more, bits)?, &positive(less, bits)?))
                })
            }
            (Err(error), _) | (_, Err(error)) => Err(error.clone()),
        };
        let fold = Rational::from(self.observed).checked_div(&mean).map(rational);
        Ok(Surprise { expected: rational(mean), fold, at_least, at_most, two_sided })
    }
}

/// min(1, 2·min(P(≥), P(≤))).
fn two_sided(more: &Enclosure, less: &Enclosure) -> Enclosure {
    (&more.min(less) * &Enclosure::from(2)).min(&Enclosure::one())
}

/// A p-value that was asked for with `bits` bits. Every overlap that is possible has a probability,
/// so that it is above zero unless it is too small to be told from that.
pub(super) fn positive(p: Enclosure, bits: u64) -> Result<Enclosure, Error> {
    match p.lo().sign() {
        Ordering::Greater => Ok(p),
        _ => Err(Error::Precision {
            what: "the p-value, which is smaller than any number here,",
            bits,
            remedy: "ask for a smaller population",
        }),
    }
}

/// Answers in the order of the cases; `watch` is told how many of how many there are already.
pub(super) fn answers(
    cases: &[Case],
    population: u64,
    form: Form,
    mut watch: impl FnMut(u64, u64),
) -> Result<Vec<Surprise>, Error> {
    let all = cases.len() as u64;
    let processors = thread::available_parallelism().map_or(1, NonZero::get).min(cases.len());
    // One is enough for one, and a page has no other.
    if processors <= 1 {
        let each = cases.iter().zip(1..).map(|(case, done)| {
            let answer = case.answer(population, form)?;
            watch(done, all);
            Ok(answer)
        });
        return each.collect();
    }
    let next = AtomicUsize::new(0);
    let (found, incoming) = mpsc::channel();
    let mut answers: Vec<Option<Surprise>> = cases.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..processors {
            let (found, next) = (found.clone(), &next);
            scope.spawn(move || {
                while let Some((at, case)) = take(next, cases) {
                    let answer = case.answer(population, form);
                    let wrong = answer.is_err();
                    // Nobody listens any more once something was wrong.
                    if found.send((at, answer)).is_err() || wrong {
                        break;
                    }
                }
            });
        }
        drop(found);
        for ((at, answer), done) in incoming.into_iter().zip(1..) {
            answers[at] = Some(answer?);
            watch(done, all);
        }
        Ok::<(), Error>(())
    })?;
    Ok(answers.into_iter().flatten().collect())
}

fn take<'a>(next: &AtomicUsize, cases: &'a [Case]) -> Option<(usize, &'a Case)> {
    let at = next.fetch_add(1, atomic::Ordering::Relaxed);
    cases.get(at).map(|case| (at, case))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn two_sides_are_twice_the_smaller_one_and_at_most_one() {
        let value = |n, d| Enclosure::from_rational(&Rational::new(n, d).expect("p"), 60);
        let both = |a: &Enclosure, b: &Enclosure| two_sided(a, b).exact().map(ToString::to_string);
        assert_eq!(both(&value(1, 7), &value(6, 7)), Some("2/7".into()));
        assert_eq!(both(&value(6, 7), &value(1, 7)), Some("2/7".into()));
        assert_eq!(both(&value(5, 7), &value(6, 7)), Some("1".into()));
        assert!(positive(Enclosure::zero(), 60).is_err());
    }

    #[test]
    fn answers_come_in_the_order_of_the_cases() {
        let cases: Vec<Case> = (0..40).map(|observed| Case::new(vec![50, 40], observed)).collect();
        let answers = answers(&cases, 100, Form::Json(15), |_, _| {}).expect("small");
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
        assert!(answers(&cases, 10, Form::Text(7), |_, _| {}).is_err());
    }
}
