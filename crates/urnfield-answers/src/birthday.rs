//! How likely two balls share an urn, or how many balls make it so.

use crate::typed::question;
use crate::{Form, Question, Report, Unanswered};
use urnfield::{Enclosure, Error, Occupancy, Rate};

question! {
    /// Days of a year, or digests, and how many have one: how likely is a collision?
    BirthdayQuestion one of balls probability {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many balls are thrown
        balls: Option<u64> = count("N"),
        /// How likely a collision is to be
        probability: Option<Rate> = rate("P"),
    }
}

/// The balls and their chance.
#[derive(Debug, Clone)]
pub struct BirthdayAnswer {
    /// How many urns there are.
    pub urns: u64,
    /// The chance that was asked for.
    pub probability: Option<Rate>,
    /// The balls: those that were known, or the fewest with that chance.
    pub balls: u64,
    /// The probability that two of them share an urn.
    pub collision: Enclosure,
}

impl Question for BirthdayQuestion {
    type Answer = BirthdayAnswer;

    fn answer(&self, form: Form) -> Result<BirthdayAnswer, Unanswered> {
        let (urns, probability) = (self.urns, self.probability.clone());
        let balls = match (&probability, self.balls) {
            (Some(probability), _) => Occupancy::balls_to_collide(urns, probability)?,
            (None, Some(balls)) => balls,
            (None, None) => {
                let rule = "--balls or --probability is needed";
                return Err(Error::Domain { rule, got: "neither".into() }.into());
            }
        };
        let law = Occupancy::balls(urns, balls)?;
        let collision = form.certain_of(&law, "the probability", Occupancy::collision)?;
        Ok(BirthdayAnswer { urns, probability, balls, collision })
    }
}

impl From<BirthdayAnswer> for Report {
    fn from(answer: BirthdayAnswer) -> Report {
        let mut report = Report::default();
        report.both("urns", answer.urns);
        if let Some(probability) = answer.probability {
            report.json("probability", probability);
        }
        report.both("balls", answer.balls);
        report.both("collision", answer.collision);
        report
    }
}
