//! The number of balls until so many urns are occupied.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::report::value::place;
use crate::{ENDS, Form, Question, Report, Unanswered, Value, object};
use urnfield::occupancy::Waiting;
use urnfield::{Enclosure, Error, Interval, Rate};

question! {
    /// The coupon collector: balls until so many urns are occupied.
    WaitingQuestion {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many of them are to be occupied
        occupied: u64 = count("X"),
        /// P(W = N), as often as you like
        pmf: Option<Vec<u64>> = count("N"),
        /// P(W >= N)
        at_least: Option<Vec<u64>> = count("N"),
        /// P(W <= N)
        at_most: Option<Vec<u64>> = count("N"),
        /// The least n with P(W <= n) >= P
        quantile: Option<Vec<Rate>> = rate("P"),
    }
}

/// What is known of the waiting time; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct WaitingAnswer {
    /// What was asked.
    pub question: WaitingQuestion,
    /// The mean.
    pub mean: Option<Enclosure>,
    /// The variance.
    pub variance: Option<Enclosure>,
    /// Probabilities, with their key and their place.
    pub probabilities: Vec<(&'static str, u64, Option<Enclosure>)>,
    /// Quantiles.
    pub quantiles: Vec<(Rate, Option<u64>)>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// What is asked at a place.
type Probability = fn(&Waiting, u64) -> Result<Enclosure, Error>;

impl Question for WaitingQuestion {
    type Answer = WaitingAnswer;

    fn answer(&self, form: Form) -> Result<WaitingAnswer, Unanswered> {
        let waiting = Waiting::new(self.urns, self.occupied)?;
        let mut missed = Missed::default();
        let mut ask = |name: &str, ask: &dyn Fn(&Waiting) -> Result<Enclosure, Error>| {
            let found = form.enclose("the value", |bits| ask(&waiting.clone().precision(bits)));
            missed.take(name, found)
        };
        let mean = ask("mean", &Waiting::mean)?;
        let variance = ask("variance", &Waiting::variance)?;
        let asked: [(_, _, Probability); 3] = [
            ("pmf", &self.pmf, Waiting::pmf),
            ("at_least", &self.at_least, Waiting::at_least),
            ("at_most", &self.at_most, Waiting::at_most),
        ];
        let mut probabilities = Vec::new();
        for (key, places, function) in asked {
            for &n in places.iter().flatten() {
                let found = ask(&place(key, n), &|waiting| function(waiting, n))?;
                probabilities.push((key, n, found));
            }
        }
        let mut quantiles = Vec::new();
        for p in self.quantile.iter().flatten() {
            let found = missed.take(&place("quantile", p), waiting.quantile(p))?;
            quantiles.push((p.clone(), found));
        }
        let all = mean.is_none() && variance.is_none();
        let none = probabilities.iter().all(|(_, _, found)| found.is_none());
        missed.fail_if(all && none && quantiles.iter().all(|(_, found)| found.is_none()))?;
        let (question, notes) = (self.clone(), missed.notes);
        Ok(WaitingAnswer { question, mean, variance, probabilities, quantiles, notes })
    }
}

impl From<WaitingAnswer> for Report {
    fn from(answer: WaitingAnswer) -> Report {
        let mut report = Report::default();
        report.both("model", "waiting");
        report.both("urns", answer.question.urns);
        report.both("occupied", answer.question.occupied);
        report.both("mean", answer.mean);
        report.both("variance", answer.variance);
        let support = match answer.question.occupied {
            // Nothing, or the first ball, is not waited for.
            lo @ (0 | 1) => Interval::Closed { lo, hi: lo },
            lo => Interval::From { lo },
        };
        report.both("support", support);
        for key in ["pmf", "at_least", "at_most"] {
            let mut values = Vec::new();
            for (_, n, found) in answer.probabilities.iter().filter(|(of, ..)| *of == key) {
                report.line(place(key, n), found);
                let value = found.as_ref().map(|found| object! { "i" => n, ENDS => found });
                values.push(Value::from(value));
            }
            report.one_or_many(key, values);
        }
        let mut values = Vec::new();
        for (p, found) in answer.quantiles {
            report.line(place("quantile", &p), found);
            values.push(Value::from(found.map(|n| object! { "p" => p, "i" => n })));
        }
        report.one_or_many("quantile", values);
        report.notes(answer.notes);
        report
    }
}
