//! The size of a population from samples: fish, species, or clones in a library.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::estimate::estimate::{Findings, Terms, chosen, settled};
use crate::{EstimateAnswer, Form, Histories, Question, Unanswered, Value};
use urnfield::{Committees, Enclosure, Population, Rate, Rational};

question! {
    /// How many urns are there, if samples of them have so many distinct members together?
    #[derive(Default)]
    PopulationQuestion {
        /// Capture histories, the text of a table with one row an animal
        histories: Option<Histories> = histories("TABLE"),
        /// Sizes of samples, drawn without repetition each
        sizes: Option<Vec<u64>> = sizes("A,B"),
        /// N samples of K each, mixed as 3x500+2x80
        department: Option<Vec<Committees>> = department("NxK"),
        /// So many single draws
        balls: Option<u64> = count("N"),
        /// How many distinct members the samples have together
        distinct: Option<u64> = count("X"),
        /// Two samples: how many were marked and set free
        marked: Option<u64> = count("M"),
        /// ... how many were caught later
        caught: Option<u64> = count("C"),
        /// ... and how many of those were marked
        recaptured: Option<u64> = count("R"),
        /// How surely the interval holds the truth [default: 95%]
        confidence: Option<Rate> = rate("C"),
    }
}

/// Samples, and how many distinct members they have together.
struct Samples {
    told: Vec<(&'static str, Value)>,
    samples: Vec<Committees>,
    distinct: u64,
}

const TERMS: Terms = Terms {
    nothing: "one sample looks the same out of any population",
    number: "size of the population",
    seen: "distinct members",
};

/// Names of the estimators in ecology.
const LINCOLN_PETERSEN: &str = "Lincoln-Petersen";
const CHAPMAN: &str = "Chapman";
const DARROCH: &str = "Darroch";

impl Question for PopulationQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let samples = self.samples()?;
        // Estimators of single draws have no names in ecology.
        let named = self.balls.is_none();
        let mut answer = samples.answer(&self.confidence, named, form)?;
        if let Some(histories) = &self.histories {
            answer.others.extend(of_occasions(histories, form));
        }
        Ok(answer)
    }
}

/// Returns the estimates that need capture histories.
fn of_occasions(histories: &Histories, form: Form) -> [(&'static str, &'static str, Value); 2] {
    let estimate = |value: Option<Rational>| match value {
        Some(value) => {
            let value = Enclosure::from_rational(&value, form.bits());
            Value::Estimate { value, most: usize::MAX }
        }
        None => "infinity".into(),
    };
    [
        ("schnabel", "Schnabel", estimate(histories.schnabel())),
        ("chao", "Chao, from below", estimate(Some(histories.chao()))),
    ]
}

impl PopulationQuestion {
    fn samples(&self) -> Result<Samples, Unanswered> {
        let ways = [
            self.sizes.is_some(),
            self.department.is_some(),
            self.balls.is_some(),
            self.marked.is_some(),
            self.histories.is_some(),
        ];
        if ways.iter().filter(|way| **way).count() != 1 {
            return Err("samples are stated in one way; give --sizes, --department, --balls, \
                        --marked or --histories, and only one of them"
                .into());
        }
        if let Some(histories) = &self.histories {
            return self.caught(histories);
        }
        let distinct = || {
            self.distinct.ok_or_else(|| {
                Unanswered::from(
                    "samples say something by how many distinct members they have together; add \
                     --distinct",
                )
            })
        };
        if self.marked.is_none() && (self.caught.is_some() || self.recaptured.is_some()) {
            return Err(
                "--caught and --recaptured are about animals that were marked; add --marked \
                        with how many were"
                    .into(),
            );
        }
        let (told, samples, distinct) = match (&self.sizes, &self.department, self.balls) {
            (Some(sizes), ..) => {
                let samples = sizes.iter().map(|&size| Committees { count: 1, size }).collect();
                (("sizes", sizes.into()), samples, distinct()?)
            }
            (None, Some(department), _) => {
                let told = Value::List(vec![Value::Department(department.clone())]);
                (("departments", told), department.clone(), distinct()?)
            }
            (None, None, Some(balls)) => {
                let samples = vec![Committees { count: balls, size: 1 }];
                (("balls", balls.into()), samples, distinct()?)
            }
            (None, None, None) => return self.marked(),
        };
        Ok(Samples { told: vec![told, ("distinct", distinct.into())], samples, distinct })
    }

    /// Returns the samples behind capture histories.
    fn caught(&self, histories: &Histories) -> Result<Samples, Unanswered> {
        if self.distinct.or(self.caught).or(self.recaptured).is_some() {
            return Err("capture histories say who was caught and how often; give --histories \
                        without --distinct, --caught and --recaptured"
                .into());
        }
        let caught = histories.caught();
        Ok(Samples {
            told: vec![
                ("animals", histories.animals().into()),
                ("occasions", (caught.len() as u64).into()),
                ("sizes", caught.to_vec().into()),
            ],
            samples: caught.iter().map(|&size| Committees { count: 1, size }).collect(),
            distinct: histories.animals(),
        })
    }

    /// Two samples as ecologists state them.
    fn marked(&self) -> Result<Samples, Unanswered> {
        let (Some(marked), Some(caught), Some(recaptured), None) =
            (self.marked, self.caught, self.recaptured, self.distinct)
        else {
            return Err(
                "marked animals are counted again among those caught later; give --marked, \
                        --caught and --recaptured, and no --distinct"
                    .into(),
            );
        };
        if recaptured > marked.min(caught) {
            return Err(Unanswered::Unclear(format!(
                "no more are recaptured than were marked or caught, got recaptured = {recaptured} \
                 with marked = {marked} and caught = {caught}"
            )));
        }
        let Some(distinct) = marked.checked_add(caught - recaptured) else {
            return Err("more than 2^64 - 1 animals were seen; give fewer".into());
        };
        let samples = [marked, caught].map(|size| Committees { count: 1, size });
        Ok(Samples {
            told: vec![
                ("marked", marked.into()),
                ("caught", caught.into()),
                ("recaptured", recaptured.into()),
                ("distinct", distinct.into()),
            ],
            samples: samples.into(),
            distinct,
        })
    }
}

impl Samples {
    fn answer(
        self,
        confidence: &Option<Rate>,
        named: bool,
        form: Form,
    ) -> Result<EstimateAnswer, Unanswered> {
        let population = Population::new(&self.samples, self.distinct)?;
        let at = |bits| population.clone().precision(bits);
        let mut missed = Missed::default();
        let mvue = form.enclose("the estimate", |bits| at(bits).unbiased());
        let mvue = Some((missed.take_reachable("mvue", mvue)?, population.unbiased_up_to()));
        let confidence = chosen(confidence)?;
        let pair = self.pair();
        let found = Findings {
            observed: self.told,
            moments: settled(form, |bits| at(bits).moments()),
            mle: population.likeliest(),
            interval: population.interval(&confidence),
        };
        let mut answer = found.sorted(mvue, confidence, missed, &TERMS)?;
        answer.called = match (named, pair) {
            (false, _) => [None; 3],
            (true, None) => [Some(DARROCH), None, None],
            (true, Some(_)) => [Some(LINCOLN_PETERSEN), None, Some(CHAPMAN)],
        };
        if let Some(pair) = pair.filter(|_| named) {
            answer.others = pair.estimates(form);
        }
        Ok(answer)
    }

    /// Two samples, and how many members they share.
    fn pair(&self) -> Option<TwoSamples> {
        let each: Vec<u64> = self.samples.iter().filter(|c| c.count == 1).map(|c| c.size).collect();
        let (first, second) = match (&self.samples[..], &each[..]) {
            ([_, _], &[first, second]) => (first, second),
            (&[Committees { count: 2, size }], _) => (size, size),
            _ => return None,
        };
        let both = first.checked_add(second)?.checked_sub(self.distinct)?;
        Some(TwoSamples { first, second, both })
    }
}

/// Two samples and what they share.
#[derive(Clone, Copy)]
struct TwoSamples {
    first: u64,
    second: u64,
    both: u64,
}

impl TwoSamples {
    /// k·l/y and (k+1)·(l+1)/(y+1) − 1, as the fractions they are.
    fn estimates(self, form: Form) -> Vec<(&'static str, &'static str, Value)> {
        let [first, second, both] = [self.first, self.second, self.both].map(Rational::from);
        let enclosed = |value: &Rational| Enclosure::from_rational(value, form.bits());
        let lincoln = (&first * &second).checked_div(&both);
        let lincoln = lincoln.map_or("infinity".into(), |value| Value::from(enclosed(&value)));
        let one = Rational::one();
        let product = &(&first + &one) * &(&second + &one);
        let chapman = product.checked_div(&(&both + &one)).map(|value| enclosed(&(&value - &one)));
        vec![("lincoln_petersen", LINCOLN_PETERSEN, lincoln), ("chapman", CHAPMAN, chapman.into())]
    }
}
