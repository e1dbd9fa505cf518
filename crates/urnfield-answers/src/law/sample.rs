//! Values drawn from a law by `generator`: xoshiro256++, seeded by splitmix64.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::law::generator::Xoshiro;
use crate::{About, Form, Question, Report, Statement, Unanswered};
use std::io;
use urnfield::{Enclosure, Error, Interval, Occupancy};

question! {
    /// How many values, and which.
    #[derive(Default)]
    SampleOptions {
        /// How many values to draw [default: 1]
        count: Option<u64> = count("N"),
        /// Other values for another seed [default: 0]
        seed: Option<u64> = count("S"),
    }
}

/// The values, and what is known of their law.
#[derive(Debug, Clone)]
pub struct SampleAnswer {
    /// How the law was stated.
    pub statement: Statement,
    /// The law itself.
    pub law: Occupancy,
    /// How many values there are.
    pub count: u64,
    /// What they were drawn with.
    pub seed: u64,
    /// For programs; people read values as they are drawn.
    pub drawn: Option<Drawn>,
}

/// Values, with the mean and the variance of their law.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The values, in the order drawn.
    pub values: Vec<u64>,
    mean: Option<Enclosure>,
    variance: Option<Enclosure>,
    notes: Vec<String>,
}

/// The most members that may be looked at for all values together: some seconds.
const MOST_MEMBERS: u128 = 1_000_000_000;

/// The most values.
const MOST_VALUES: u64 = 10_000_000;

impl<S: Clone + Into<Statement>> Question for About<S, SampleOptions> {
    type Answer = SampleAnswer;

    fn answer(&self, form: Form) -> Result<SampleAnswer, Unanswered> {
        let count = self.options.count.unwrap_or(1);
        let seed = self.options.seed.unwrap_or(0);
        let statement = self.statement.clone().into();
        let law = statement.law()?;
        check(&law, count)?;
        let drawn = match form {
            Form::Text(_) => None,
            Form::Json(_) => Some(Drawn::new(&law, count, seed, form)?),
        };
        Ok(SampleAnswer { statement, law, count, seed, drawn })
    }
}

impl Drawn {
    fn new(law: &Occupancy, count: u64, seed: u64, form: Form) -> Result<Drawn, Error> {
        let values = values(law, count, seed).collect::<Result<_, _>>()?;
        let mut missed = Missed::default();
        let mean = form.certain_of(law, "the value", Occupancy::mean);
        let mean = missed.take("mean", mean)?;
        let variance = form.certain_of(law, "the value", Occupancy::variance);
        let variance = missed.take("variance", variance)?;
        Ok(Drawn { values, mean, variance, notes: missed.notes })
    }
}

fn values(law: &Occupancy, count: u64, seed: u64) -> impl Iterator<Item = Result<u64, Error>> {
    let mut generator = Xoshiro::seeded(seed);
    (0..count).map(move |_| law.sample(&mut generator))
}

/// Refuses a sample that is too costly, before the first value is drawn.
fn check(law: &Occupancy, count: u64) -> Result<(), Error> {
    if count > MOST_VALUES {
        return Err(Error::TooCostly {
            what: "a sample",
            needs: count.into(),
            unit: "values".into(),
            limit: MOST_VALUES.into(),
            remedy: "draw fewer at a time, with other seeds",
        });
    }
    let needs = law.sample_cost().saturating_mul(count.into());
    if needs > MOST_MEMBERS {
        return Err(Error::TooCostly {
            what: "a sample, drawn member by member,",
            needs,
            unit: "members".into(),
            limit: MOST_MEMBERS,
            remedy: "draw fewer values or from a smaller law",
        });
    }
    Ok(())
}

impl From<SampleAnswer> for Report {
    fn from(answer: SampleAnswer) -> Report {
        let SampleAnswer { statement, law, count, seed, drawn } = answer;
        let mut report = Report::default();
        statement.tell(&mut report);
        if let Some(Drawn { values, mean, variance, notes }) = drawn {
            let (lo, hi) = law.support();
            report.json("mean", mean);
            report.json("variance", variance);
            report.json("support", Interval::Closed { lo, hi });
            report.json("seed", seed);
            report.json("values", values);
            report.notes(notes);
        }
        report.later(move |out| {
            values(&law, count, seed)
                .try_for_each(|value| writeln!(out, "{}", value.map_err(io::Error::other)?))
        });
        report.leave_out_all_but_data();
        report
    }
}
