//! Estimates of the number of committees or balls behind an occupancy number.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::{ENDS, Form, Question, Report, Unanswered, Value, object, words};
use urnfield::{Batches, Enclosure, Error, Interval, Likeliest, Point, Rate, Rational};

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
    /// The names of `moments`, `mle` and `mvue` in ecology.
    pub called: [Option<&'static str>; 3],
    /// Other estimates, with their key, what people call them, and their value.
    pub others: Vec<(&'static str, &'static str, Value)>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// Returns the default confidence, 95 %.
pub fn usual_confidence() -> Result<Rate, Error> {
    Ok(Rate::new(Rational::new(19, 20)?)?)
}

impl Question for CommitteesQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let &CommitteesQuestion { urns, size, occupied, ref confidence } = self;
        let observed = [("urns", urns), ("size", size), ("occupied", occupied)];
        of_batches(
            &Batches::committees(urns, size, occupied)?,
            &observed,
            "number of committees",
            confidence,
            form,
        )
    }
}

impl Question for BallsQuestion {
    type Answer = EstimateAnswer;

    fn answer(&self, form: Form) -> Result<EstimateAnswer, Unanswered> {
        let &BallsQuestion { urns, occupied, ref confidence } = self;
        let observed = [("urns", urns), ("occupied", occupied)];
        of_batches(&Batches::balls(urns, occupied)?, &observed, "number of balls", confidence, form)
    }
}

fn of_batches(
    batches: &Batches,
    observed: &[(&'static str, u64)],
    number: &'static str,
    confidence: &Option<Rate>,
    form: Form,
) -> Result<EstimateAnswer, Unanswered> {
    let confidence = chosen(confidence)?;
    let found = Findings {
        observed: observed.iter().map(|&(name, value)| (name, value.into())).collect(),
        moments: settled(form, |bits| batches.clone().precision(bits).moments()),
        mle: batches.likeliest(),
        interval: batches.interval(&confidence),
    };
    let words = Terms {
        nothing: "committees of all urns look the same however many they are",
        number,
        seen: "occupied urns",
    };
    found.sorted(None, confidence, Missed::default(), &words)
}

pub(crate) fn chosen(confidence: &Option<Rate>) -> Result<Rate, Error> {
    confidence.clone().map_or_else(usual_confidence, Ok)
}

/// The estimates of the library; errors are what is out of reach.
pub(crate) struct Findings {
    pub(crate) observed: Vec<(&'static str, Value)>,
    pub(crate) moments: Result<Point, Error>,
    pub(crate) mle: Result<Likeliest, Error>,
    pub(crate) interval: Result<Interval, Error>,
}

/// Words of the sentences about an estimate.
pub(crate) struct Terms {
    /// Why an observation may say nothing.
    pub(crate) nothing: &'static str,
    /// What is estimated, and what was seen of it.
    pub(crate) number: &'static str,
    pub(crate) seen: &'static str,
}

impl Findings {
    pub(crate) fn sorted(
        self,
        mvue: Option<(Option<Enclosure>, u64)>,
        confidence: Rate,
        mut missed: Missed,
        words: &Terms,
    ) -> Result<EstimateAnswer, Unanswered> {
        let moments = missed.take_reachable("moments", self.moments)?;
        let mle = missed.take_reachable("mle", self.mle)?;
        let interval = missed.take_reachable("interval", self.interval)?;
        let found = moments.is_some() || mle.is_some() || interval.is_some();
        missed.fail_if(!found && mvue.as_ref().is_none_or(|(value, _)| value.is_none()))?;
        let mut notes = missed.notes;
        if moments == Some(Point::Undefined) {
            notes.push(format!("no moments and mle: {}", words.nothing));
        }
        if interval == Some(Interval::Empty) {
            let tail = &confidence.value().complement() * &Rational::new(1, 2)?;
            notes.push(format!(
                "the interval is empty: at confidence {} every {} is rejected, smaller ones \
                 because as many {seen} or more have a probability of at most {tail}, larger ones \
                 because as few or fewer have",
                confidence.value().brief(),
                words.number,
                seen = words.seen,
                tail = tail.brief(),
            ));
        }
        let observed = self.observed;
        let (called, others) = ([None; 3], Vec::new());
        Ok(EstimateAnswer {
            observed,
            moments,
            mle,
            mvue,
            confidence,
            interval,
            called,
            others,
            notes,
        })
    }
}

/// Returns a point with the digits asked for.
pub(crate) fn settled(
    form: Form,
    ask: impl Fn(u64) -> Result<Point, Error>,
) -> Result<Point, Error> {
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
        let [moments, mle, mvue] = answer.called;
        told(&mut report, "moments", answer.moments.into(), moments);
        told(&mut report, "mle", answer.mle.into(), mle);
        if let Some((found, most)) = answer.mvue {
            let name = mvue.map_or(String::new(), |name| format!("  {name}"));
            let line = found.as_ref().map(|v| words![v, name, "  unbiased up to ", most]);
            report.line("mvue", line);
            report.json("mvue", found.map(|v| object! { ENDS => v, "unbiased_up_to" => most }));
        }
        for (key, name, value) in answer.others {
            report.json(key, &value);
            // What has a line of its own already is not said twice.
            if !answer.called.contains(&Some(name)) {
                report.line(name, value);
            }
        }
        report.both("confidence", answer.confidence);
        report.both("interval", answer.interval);
        report.notes(answer.notes);
        report
    }
}

/// Adds a value for programs, and for people with its name in ecology.
fn told(report: &mut Report, key: &'static str, value: Value, name: Option<&str>) {
    let line = match (&value, name) {
        (Value::Null, _) | (_, None) => value.clone(),
        (value, Some(name)) => words![value, "  ", name],
    };
    report.line(key, line);
    report.json(key, value);
}
