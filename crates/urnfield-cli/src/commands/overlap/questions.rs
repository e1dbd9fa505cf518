//! What is asked of the laws. Equal sizes and equal overlaps are one question, asked once; all
//! questions together are shared out among the processors.

use crate::progress::Progress;
use std::cmp::Ordering;
use std::num::NonZero;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::mpsc;
use std::thread;
use urnfield::{Enclosure, Error, Occupancy, Rational};
use urnfield_answers::Form;

/// Bits beyond what is shown, for what is lost on the way to an adjusted value.
const SPARE: u64 = 8;

/// How surprising it is that lists of these sizes share so many names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    /// Ascending, so that the order of the lists makes no difference.
    sizes: Vec<u64>,
    observed: u64,
}

/// What there is to say about it; errors are what is out of reach.
pub(super) struct Answer {
    pub(super) expected: Result<Enclosure, Error>,
    /// `None` where nothing is expected.
    pub(super) fold: Option<Result<Enclosure, Error>>,
    pub(super) at_least: Result<Enclosure, Error>,
    pub(super) at_most: Result<Enclosure, Error>,
    pub(super) two_sided: Result<Enclosure, Error>,
}

impl Question {
    pub(super) fn new(mut sizes: Vec<u64>, observed: u64) -> Question {
        sizes.sort_unstable();
        Question { sizes, observed }
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

    fn answer(&self, population: u64, form: Form) -> Result<Answer, Error> {
        let law = self.law(population)?;
        let mean = self.expected(population);
        let rational = |value: Rational| {
            form.settle(
                "the expected overlap",
                |bits| Ok(Enclosure::from_rational(&value, bits)),
                |value| form.suffices(value),
            )
        };
        let tail = |ask: &dyn Fn(u64) -> Result<Enclosure, Error>| {
            let found = form.settle("the p-value", ask, |value| form.suffices(value))?;
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
        Ok(Answer { expected: rational(mean), fold, at_least, at_most, two_sided })
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

/// Answers in the order of the questions.
pub(super) fn answers(
    questions: &[Question],
    population: u64,
    form: Form,
) -> Result<Vec<Answer>, Error> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let (found, incoming) = mpsc::channel();
    let mut answers: Vec<Option<Answer>> = questions.iter().map(|_| None).collect();
    let mut progress = Progress::counting("testing overlaps", questions.len() as u64);
    let mut done = 0;
    thread::scope(|scope| {
        for _ in 0..processors.min(questions.len()) {
            let (found, next) = (found.clone(), &next);
            scope.spawn(move || {
                while let Some((at, question)) = take(next, questions) {
                    let answer = question.answer(population, form);
                    let wrong = answer.is_err();
                    // Nobody listens any more once something was wrong.
                    if found.send((at, answer)).is_err() || wrong {
                        break;
                    }
                }
            });
        }
        drop(found);
        for (at, answer) in incoming {
            answers[at] = Some(answer?);
            done += 1;
            progress.step(done, 1);
        }
        Ok::<(), Error>(())
    })?;
    Ok(answers.into_iter().flatten().collect())
}

fn take<'a>(next: &AtomicUsize, questions: &'a [Question]) -> Option<(usize, &'a Question)> {
    let at = next.fetch_add(1, atomic::Ordering::Relaxed);
    questions.get(at).map(|question| (at, question))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_overlap_is_the_mean_of_the_law() {
        for (population, sizes) in
            [(20_000, vec![300, 500]), (7, vec![7, 0, 3]), (9, vec![4, 9, 2]), (1, vec![1, 1])]
        {
            let question = Question::new(sizes, 0);
            let mean = question.law(population).and_then(|law| law.mean()).expect("a mean");
            assert!(mean.contains(&question.expected(population)));
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
    fn answers_come_in_the_order_of_the_questions() {
        let questions: Vec<Question> =
            (0..40).map(|observed| Question::new(vec![50, 40], observed)).collect();
        let answers = answers(&questions, 100, Form::Json(15)).expect("small");
        assert_eq!(answers.len(), 40);
        for (question, answer) in questions.iter().zip(&answers) {
            let law = question.law(100).expect("a law");
            let expected = law.at_least(question.observed).expect("small");
            assert!(answer.at_least.as_ref().expect("small").overlaps(&expected));
        }
        for pair in answers.windows(2) {
            let p = |answer: &Answer| answer.at_least.clone().expect("small");
            assert_eq!(p(&pair[0]).compare(&p(&pair[1])), Some(std::cmp::Ordering::Greater));
        }
    }

    #[test]
    fn what_is_wrong_ends_all_of_it() {
        let questions = vec![Question::new(vec![5, 11], 3); 9];
        assert!(answers(&questions, 10, Form::Text(7)).is_err());
    }
}
