//! The power of a test of two lists.

use crate::ask::typed::question;
use crate::lists::test::critical::{law_of_lists, none_is_rare};
use crate::{Form, Question, Report, Unanswered, Value};
use urnfield::occupancy::PairOfLists;
use urnfield::{Enclosure, Rate, Rational};

question! {
    /// Two lists to be made, the level they will be tested at, and what is true of them: how surely
    /// is it found?
    PowerQuestion {
        /// How many there are to choose from
        population: u64 = count("M"),
        /// The sizes of the two lists
        sizes: Vec<u64> = sizes("A,B"),
        /// The greatest probability of a false alarm
        level: Rate = rate("P"),
        /// The true odds ratio: 1 is chance
        odds_ratio: Rational = number("R"),
    }
}

/// The power of the test.
#[derive(Debug, Clone)]
pub struct PowerAnswer {
    /// What was asked.
    pub question: PowerQuestion,
    /// The least overlap that is rare enough by chance; `None` where none is.
    pub critical: Option<u64>,
    /// The chance of that overlap or more at the odds ratio; 0 where there is none.
    pub power: Enclosure,
    /// A sentence where no overlap is rare enough.
    pub notes: Vec<String>,
}

impl Question for PowerQuestion {
    type Answer = PowerAnswer;

    fn answer(&self, form: Form) -> Result<PowerAnswer, Unanswered> {
        let [a, b] = self.sizes[..] else {
            return Err(Unanswered::Unclear(format!(
                "the power of a test is about two lists, got {} sizes; give two, like --sizes \
                 300,500",
                self.sizes.len()
            )));
        };
        let law = law_of_lists(self.population, &self.sizes)?;
        let critical = law.critical(&self.level)?;
        let pair = PairOfLists::new(self.population, [a, b])?;
        let power = match critical {
            Some(x) => form
                .enclose("the power", |bits| pair.precision(bits).at_least(x, &self.odds_ratio))?,
            None => {
                // An odds ratio that makes no sense is refused all the same.
                pair.at_least(0, &self.odds_ratio)?;
                Enclosure::zero()
            }
        };
        let none = critical.is_none().then(|| none_is_rare(law.support().1, &self.level));
        let notes = none.into_iter().collect();
        Ok(PowerAnswer { question: self.clone(), critical, power, notes })
    }
}

impl From<PowerAnswer> for Report {
    fn from(answer: PowerAnswer) -> Report {
        let mut report = Report::default();
        report.both("population", answer.question.population);
        report.both("sizes", answer.question.sizes);
        report.json("level", &answer.question.level);
        report.line("level", &answer.question.level);
        report.both("odds_ratio", answer.question.odds_ratio);
        report.json("critical", answer.critical);
        report.line("critical", answer.critical.map_or("none".into(), Value::from));
        report.both("power", answer.power);
        report.notes(answer.notes);
        report
    }
}
