//! The birthday problem: the probability that two balls share an urn, or the balls for it.

use crate::ask::typed::question;
use crate::{Form, Question, Report, Unanswered, Value};
use urnfield::occupancy::Collisions;
use urnfield::{Enclosure, Error, Rate, Rational};

question! {
    /// Days of a year, or digests, and how many have one: how likely is a collision?
    BirthdayQuestion one of balls probability {
        /// How many urns there are, up to 2^1024
        urns: Rational = large_count("M"),
        /// How many balls are thrown
        balls: Option<Rational> = large_count("N"),
        /// How likely a collision is to be
        probability: Option<Rate> = rate("P"),
    }
}

/// The balls and their chance.
#[derive(Debug, Clone)]
pub struct BirthdayAnswer {
    /// How many urns there are.
    pub urns: Rational,
    /// The chance that was asked for.
    pub probability: Option<Rate>,
    /// The balls: those that were known, or the fewest with that chance.
    pub balls: Rational,
    /// The probability that two of them share an urn.
    pub collision: Enclosure,
}

impl Question for BirthdayQuestion {
    type Answer = BirthdayAnswer;

    fn answer(&self, form: Form) -> Result<BirthdayAnswer, Unanswered> {
        let urns = self.urns.clone();
        let probability = self.probability.clone();
        let collisions = Collisions::new(&urns)?;
        let balls = match (&probability, &self.balls) {
            (Some(probability), _) => collisions.balls_for(probability)?,
            (None, Some(balls)) => balls.clone(),
            (None, None) => {
                let rule = "--balls or --probability is needed";
                return Err(Error::Domain { rule, got: "neither".into() }.into());
            }
        };
        let collision =
            form.enclose("the probability", |bits| collisions.probability(&balls, bits))?;
        Ok(BirthdayAnswer { urns, probability, balls, collision })
    }
}

/// A whole number: programs read those beyond 64 bits as text, lest they lose digits.
fn whole(value: &Rational) -> Value {
    let digits = value.to_string();
    digits.parse::<u64>().map_or_else(|_| Value::Text(digits), Value::Integer)
}

impl From<BirthdayAnswer> for Report {
    fn from(answer: BirthdayAnswer) -> Report {
        let mut report = Report::default();
        report.both("urns", whole(&answer.urns));
        if let Some(probability) = answer.probability {
            report.json("probability", probability);
        }
        report.both("balls", whole(&answer.balls));
        report.both("collision", answer.collision);
        report
    }
}
