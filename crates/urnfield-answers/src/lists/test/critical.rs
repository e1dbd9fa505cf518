//! The least overlap that is significant.

use crate::ask::typed::question;
use crate::report::value::place;
use crate::{Form, Question, Report, Unanswered, Value};
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
    /// The least overlap that is at most as probable as the level; `None` where none is.
    pub critical: Option<u64>,
    /// The probability of that overlap or more; where there is none, of the greatest one.
    pub at_least: Enclosure,
    /// The greatest overlap that is possible.
    pub most: u64,
    /// A sentence where no overlap is that rare.
    pub notes: Vec<String>,
}

impl CriticalQuestion {
    /// The law of the overlap of random lists.
    fn law(&self) -> Result<Occupancy, Error> {
        law_of_lists(self.population, &self.sizes)
    }
}

/// The law of the overlap of random lists.
pub(crate) fn law_of_lists(population: u64, sizes: &[u64]) -> Result<Occupancy, Error> {
    if sizes.len() < 2 {
        let got = format!("{} size", sizes.len());
        return Err(Error::Domain { rule: "an overlap needs two lists or more", got });
    }
    if let Some(size) = sizes.iter().find(|&&size| size > population) {
        let rule = "a list has at most as many members as the population";
        let got = format!("size = {size} with population = {population}");
        return Err(Error::Domain { rule, got });
    }
    Occupancy::lists(population, sizes)
}

/// The sentence where no overlap is rare enough.
pub(crate) fn none_is_rare(most: u64, level: &Rate) -> String {
    format!(
        "no overlap is rare enough: the greatest possible one, {most}, is likelier than {}",
        crate::report::value::short(level)
    )
}

impl Question for CriticalQuestion {
    type Answer = CriticalAnswer;

    fn answer(&self, form: Form) -> Result<CriticalAnswer, Unanswered> {
        let law = self.law()?;
        let critical = law.critical(&self.level)?;
        let (_, most) = law.support();
        let at = critical.unwrap_or(most);
        let at_least = form.certain_of(&law, "the probability", |law| law.at_least(at))?;
        let none = critical.is_none().then(|| none_is_rare(most, &self.level));
        let notes = none.into_iter().collect();
        Ok(CriticalAnswer { question: self.clone(), critical, at_least, most, notes })
    }
}

impl From<CriticalAnswer> for Report {
    fn from(answer: CriticalAnswer) -> Report {
        let mut report = Report::default();
        report.both("population", answer.question.population);
        report.both("sizes", answer.question.sizes);
        report.json("level", answer.question.level);
        report.json("critical", answer.critical);
        report.line("critical", answer.critical.map_or("none".into(), Value::from));
        let at = answer.critical.unwrap_or(answer.most);
        report.line(place("at_least", at), &answer.at_least);
        report.json("at_least", answer.at_least);
        report.notes(answer.notes);
        report
    }
}
