//! How many committees, balls or urns an occupancy number came from.

use crate::reach::Missed;
use crate::typed::question;
use crate::{ENDS, Form, Question, Report, Unanswered, Value, object, words};
use urnfield::{
    Batches, Committees, Enclosure, Error, Interval, Likeliest, Point, Population, Rate, Rational,
};

question! {
    /// How many committees of one size occupied so many urns?
    CommitteesQuestion {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many members each committee has
        size: u64 = count("K"),
        /// How many urns are occupied
        occupied: u64 = count("X"),
        /// How surely the interval holds the truth [default: 95%]
        confidence: Option<Rate> = rate("C"),
    }
}

question! {
    /// How many balls occupied so many urns?
    BallsQuestion {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many urns are occupied
        occupied: u64 = count("X"),
        /// How surely the interval holds the truth [default: 95%]
        confidence: Option<Rate> = rate("C"),
    }
}

question! {
    /// How many urns are there, if samples of them have so many distinct members together?
    PopulationQuestion one of sizes department balls {
        /// Sizes of samples, drawn without repetition each
        sizes: Option<Vec<u64>> = sizes("A,B"),
        /// N samples of K each, mixed as 3x500+2x80
        department: Option<Vec<Committees>> = department("NxK"),
        /// So many single draws
        balls: Option<u64> = count("N"),
        /// How many distinct members the samples have together
        distinct: u64 = count("X"),
        /// How surely the interval holds the truth [default: 95%]
        confidence: Option<Rate> = rate("C"),
    }
}

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct EstimateAnswer {
    /// What was observed.
    pub observed: Vec<(&'static str, Value)>,
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

impl Question for CommitteesQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let &CommitteesQuestion { urns, size, occupied, ref confidence } = self;
        let observed = [("urns", urns), ("size", size), ("occupied", occupied)];
        of_batches(&Batches::committees(urns, size, occupied)?, &observed, confidence, form)
    }
}

impl Question for BallsQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let &BallsQuestion { urns, occupied, ref confidence } = self;
        let observed = [("urns", urns), ("occupied", occupied)];
        of_batches(&Batches::balls(urns, occupied)?, &observed, confidence, form)
    }
}

impl Question for PopulationQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let (drawn, samples) = self.samples();
        let population = Population::new(&samples, self.distinct)?;
        let at = |bits| population.clone().precision(bits);
        let mut missed = Missed::default();
        let mvue = form.enclose("the estimate", |bits| at(bits).unbiased());
        let mvue = Some((take(&mut missed, "mvue", mvue)?, population.unbiased_up_to()));
        let confidence = chosen(&self.confidence)?;
        let found = Found {
            observed: vec![drawn, ("distinct", self.distinct.into())],
            moments: settled(form, |bits| at(bits).moments()),
            mle: population.likeliest(),
            interval: population.interval(&confidence),
        };
        found.sorted(mvue, confidence, missed, "one sample looks the same out of any population")
    }
}

impl PopulationQuestion {
    /// What was drawn, as it is told and as the library has it.
    fn samples(&self) -> ((&'static str, Value), Vec<Committees>) {
        match (&self.sizes, self.balls) {
            (Some(sizes), _) => {
                let samples = sizes.iter().map(|&size| Committees { count: 1, size }).collect();
                (("sizes", sizes.into()), samples)
            }
            (None, Some(balls)) => {
                (("balls", balls.into()), vec![Committees { count: balls, size: 1 }])
            }
            (None, None) => {
                let department = self.department.clone().unwrap_or_default();
                let told = Value::List(vec![Value::Department(department.clone())]);
                (("departments", told), department)
            }
        }
    }
}

fn of_batches(
    batches: &Batches,
    observed: &[(&'static str, u64)],
    confidence: &Option<Rate>,
    form: Form,
) -> Result<EstimateAnswer, Unanswered> {
    let confidence = chosen(confidence)?;
    let found = Found {
        observed: observed.iter().map(|&(name, value)| (name, value.into())).collect(),
        moments: settled(form, |bits| batches.clone().precision(bits).moments()),
        mle: batches.likeliest(),
        interval: batches.interval(&confidence),
    };
    let nothing = "committees of all urns look the same however many they are";
    found.sorted(None, confidence, Missed::default(), nothing)
}

fn chosen(confidence: &Option<Rate>) -> Result<Rate, Error> {
    confidence.clone().map_or_else(usual_confidence, Ok)
}

/// What came back.
struct Found {
    observed: Vec<(&'static str, Value)>,
    moments: Result<Point, Error>,
    mle: Result<Likeliest, Error>,
    interval: Result<Interval, Error>,
}

impl Found {
    /// `nothing` is why an observation may say nothing.
    fn sorted(
        self,
        mvue: Option<(Option<Enclosure>, u64)>,
        confidence: Rate,
        mut missed: Missed,
        nothing: &str,
    ) -> Result<EstimateAnswer, Unanswered> {
        let moments = take(&mut missed, "moments", self.moments)?;
        let mle = take(&mut missed, "mle", self.mle)?;
        let interval = take(&mut missed, "interval", self.interval)?;
        let found = moments.is_some() || mle.is_some() || interval.is_some();
        missed.fail_if(!found && mvue.as_ref().is_none_or(|(value, _)| value.is_none()))?;
        let mut notes = missed.notes;
        if moments == Some(Point::Undefined) {
            notes.push(format!("no moments and mle: {nothing}"));
        }
        if interval == Some(Interval::Empty) {
            notes.push("the interval is empty: every number is contradicted".into());
        }
        let observed = self.observed;
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

impl From<EstimateAnswer> for Report {
    fn from(answer: EstimateAnswer) -> Report {
        let mut report = Report::default();
        for (name, value) in answer.observed {
            report.both(name, value);
        }
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
