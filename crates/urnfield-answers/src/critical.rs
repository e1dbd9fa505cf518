//! From which overlap on chance is no explanation.

use crate::typed::question;
use crate::value::place;
use crate::{Form, Question, Report, Unanswered};
use urnfield::{Enclosure, Error, Occupancy, Rate};

question! {
    /// Random lists and how rare an overlap is to be: from how many common members on is it?
    CriticalQuestion {
        /// How many there are to choose from
        population: u64 = count("M"),
        /// The sizes of the lists, two or more
        sizes: Vec<u64> = sizes("A,B"),
        /// The probability that is not to be exceeded
        level: Rate = rate("P"),
    }
}

/// The overlap that is rare enough.
#[derive(Debug, Clone)]
pub struct CriticalAnswer {
    /// What was asked.
    pub question: CriticalQuestion,
    /// The least overlap that is at most as probable as the level.
    pub critical: u64,
    /// The probability of that overlap or more.
    pub at_least: Enclosure,
    /// A sentence where no overlap is that rare.
    pub notes: Vec<String>,
}

impl CriticalQuestion {
    /// The law of the overlap of random lists.
    fn law(&self) -> Result<Occupancy, Error> {
        if self.sizes.len() < 2 {
            let got = format!("{} size", self.sizes.len());
            return Err(Error::Domain { rule: "an overlap needs two lists or more", got });
        }
        if let Some(size) = self.sizes.iter().find(|&&size| size > self.population) {
            let rule = "a list has at most as many members as the population";
            let got = format!("size = {size} with population = {}", self.population);
            return Err(Error::Domain { rule, got });
        }
        Occupancy::lists(self.population, &self.sizes)
    }
}

impl Question for CriticalQuestion {
    type Answer = CriticalAnswer;

    fn answer(&self, form: Form) -> Result<CriticalAnswer, Unanswered> {
        let law = self.law()?;
        let critical = law.critical(&self.level)?;
        let at_least = form.certain_of(&law, "the probability", |law| law.at_least(critical))?;
        let (_, most) = law.support();
        // One above all that is possible: no overlap is that rare.
        let none = (critical > most)
            .then(|| format!("the greatest possible overlap, {most}, is likelier than the level"));
        let notes = none.into_iter().collect();
        Ok(CriticalAnswer { question: self.clone(), critical, at_least, notes })
    }
}

impl From<CriticalAnswer> for Report {
    fn from(answer: CriticalAnswer) -> Report {
        let mut report = Report::default();
        report.both("population", answer.question.population);
        report.both("sizes", answer.question.sizes);
        report.json("level", answer.question.level);
        report.both("critical", answer.critical);
        report.line(place("at_least", answer.critical), &answer.at_least);
        report.json("at_least", answer.at_least);
        report.notes(answer.notes);
        report
    }
}
