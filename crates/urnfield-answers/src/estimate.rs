//! How many committees, balls or urns an occupancy number came from.

use crate::law::{in_words, pairs};
use crate::reach::Missed;
use crate::{ENDS, Form, Question, Report, Unanswered, object, words};
use urnfield::{
    Batches, Committees, Enclosure, Error, Interval, Likeliest, Point, Population, Rate, Rational,
};

/// What is behind an observation, and how surely?
#[derive(Debug, Clone)]
pub struct EstimateQuestion {
    /// What was observed.
    pub observed: Observed,
    /// How surely the interval is to hold the truth; 95 % where nothing is said.
    pub confidence: Option<Rate>,
}

/// What was observed.
#[derive(Debug, Clone)]
pub enum Observed {
    /// Committees of one size occupied so many urns.
    Committees {
        /// How many urns there are.
        urns: u64,
        /// How many members each committee has.
        size: u64,
        /// How many urns are occupied.
        occupied: u64,
    },
    /// Balls occupied so many urns.
    Balls {
        /// How many urns there are.
        urns: u64,
        /// How many urns are occupied.
        occupied: u64,
    },
    /// Samples from a population have so many distinct members together.
    Population {
        /// What was drawn.
        samples: Samples,
        /// How many distinct members there are.
        distinct: u64,
    },
}

/// What was drawn from a population.
#[derive(Debug, Clone)]
pub enum Samples {
    /// Samples of these sizes, without repetition each.
    Sizes(Vec<u64>),
    /// The same, as so many of each size.
    Department(Vec<Committees>),
    /// So many single draws.
    Balls(u64),
}

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct EstimateAnswer {
    /// What was observed.
    pub observed: Observed,
    /// The number whose mean is what was observed.
    pub moments: Option<Point>,
    /// The likeliest numbers.
    pub mle: Option<Likeliest>,
    /// For a population: the unbiased estimate, and up to how many urns it is unbiased.
    pub mvue: Option<(Option<Enclosure>, u64)>,
    /// How surely the interval holds the truth.
    pub confidence: Rate,
    /// The numbers that are not contradicted.
    pub interval: Option<Interval>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// The confidence that is meant where none is typed.
pub fn usual_confidence() -> Result<Rate, Error> {
    Rate::new(Rational::new(19, 20)?)
}

impl Question for EstimateQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let confidence = self.confidence.clone().map_or_else(usual_confidence, Ok)?;
        let of_batches = |batches: Batches| {
            let moments = settled(form, |bits| batches.clone().precision(bits).moments());
            (moments, batches.likeliest(), batches.interval(&confidence), None)
        };
        let mut missed = Missed::default();
        let (moments, mle, interval, mvue) = match &self.observed {
            Observed::Population { samples, distinct } => {
                let population = Population::new(&samples.committees(), *distinct)?;
                let at = |bits| population.clone().precision(bits);
                let mvue = form.enclose("the estimate", |bits| at(bits).unbiased());
                (
                    settled(form, |bits| at(bits).moments()),
                    population.likeliest(),
                    population.interval(&confidence),
                    Some((take(&mut missed, "mvue", mvue)?, population.unbiased_up_to())),
                )
            }
            Observed::Committees { urns, size, occupied } => {
                of_batches(Batches::committees(*urns, *size, *occupied)?)
            }
            Observed::Balls { urns, occupied } => of_batches(Batches::balls(*urns, *occupied)?),
        };
        let moments = take(&mut missed, "moments", moments)?;
        let mle = take(&mut missed, "mle", mle)?;
        let interval = take(&mut missed, "interval", interval)?;
        let nothing = moments.is_none() && mle.is_none() && interval.is_none();
        missed.fail_if(nothing && mvue.as_ref().is_none_or(|(value, _)| value.is_none()))?;
        let mut notes = missed.notes;
        if moments == Some(Point::Undefined) {
            notes.push(format!("no moments and mle: {}", self.observed.says_nothing()));
        }
        if interval == Some(Interval::Empty) {
            notes.push("the interval is empty: every number is contradicted".into());
        }
        let observed = self.observed.clone();
        Ok(EstimateAnswer { observed, moments, mle, mvue, confidence, interval, notes })
    }
}

/// What is larger than any count can be is out of reach, like what takes too long.
fn take<T>(missed: &mut Missed, name: &str, found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(error @ Error::Unreachable { .. }) => {
            missed.note(name, error);
            Ok(None)
        }
        found => missed.take(name, found),
    }
}

/// A point as certain as its reader needs it.
fn settled(form: Form, ask: impl Fn(u64) -> Result<Point, Error>) -> Result<Point, Error> {
    form.settle("the estimate", ask, |point| match point {
        Point::Value(value) => form.suffices(value),
        Point::Infinite | Point::Undefined => true,
    })
}

impl Samples {
    fn committees(&self) -> Vec<Committees> {
        match self {
            Samples::Sizes(sizes) => {
                sizes.iter().map(|&size| Committees { count: 1, size }).collect()
            }
            Samples::Department(department) => department.clone(),
            Samples::Balls(balls) => vec![Committees { count: *balls, size: 1 }],
        }
    }
}

impl Observed {
    /// Why an observation says nothing.
    fn says_nothing(&self) -> &'static str {
        match self {
            Observed::Population { .. } => "one sample looks the same out of any population",
            _ => "committees of all urns look the same however many they are",
        }
    }

    fn tell(&self, report: &mut Report) {
        match self {
            Observed::Committees { urns, size, occupied } => {
                report.both("urns", *urns);
                report.both("size", *size);
                report.both("occupied", *occupied);
            }
            Observed::Balls { urns, occupied } => {
                report.both("urns", *urns);
                report.both("occupied", *occupied);
            }
            Observed::Population { samples, distinct } => {
                match samples {
                    Samples::Sizes(sizes) => report.both("sizes", sizes),
                    Samples::Balls(balls) => report.both("balls", *balls),
                    Samples::Department(department) => {
                        report.line("departments", in_words(department));
                        report.json("departments", vec![pairs(department)]);
                    }
                }
                report.both("distinct", *distinct);
            }
        }
    }
}

impl From<EstimateAnswer> for Report {
    fn from(answer: EstimateAnswer) -> Report {
        let mut report = Report::default();
        answer.observed.tell(&mut report);
        report.both("moments", answer.moments);
        report.both("mle", answer.mle);
        if let Some((found, most)) = answer.mvue {
            report.line("mvue", found.as_ref().map(|v| words![v, "  unbiased up to ", most]));
            report.json("mvue", found.map(|v| object! { ENDS => v, "unbiased_up_to" => most }));
        }
        report.both("confidence", answer.confidence);
        report.both("interval", answer.interval);
        report.notes(answer.notes);
        report
    }
}
