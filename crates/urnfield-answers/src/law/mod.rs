//! One occupancy law, and what is asked of it.
//!
//! | file | idea |
//! |---|---|
//! | `statement` | which law is meant, and how it is echoed |
//! | `asking` | every question asked, in the order of the report |
//! | `orders` | moments and bounds up to an order, as far as they can be had |
//! | `page` | what is said of each answer |
//! | `picture` | a bar chart for somebody who asked nothing |

mod asking;
mod orders;
mod page;
mod picture;
mod statement;

pub use statement::Statement;
pub(crate) use statement::{in_words, pairs};

use crate::{Form, Question, Unanswered};
use urnfield::{Enclosure, MomentBounds, Occupancy, Rate, Rational};

/// What is asked of a law; with nothing asked, a summary.
#[derive(Debug, Clone)]
pub struct LawQuestion {
    /// The law.
    pub statement: Statement,
    /// P(X = i).
    pub pmf: Option<u64>,
    /// P(X ≥ i).
    pub at_least: Option<u64>,
    /// P(X ≤ i).
    pub at_most: Option<u64>,
    /// The least i with P(X ≤ i) ≥ p.
    pub quantile: Option<Rate>,
    /// Raw, factorial and binomial moments of orders 0 to r.
    pub moments: Option<u64>,
    /// The probability generating function, E z^X.
    pub pgf: Option<Rational>,
    /// Bounds on E C(X,r) / C(m,r) for all orders up to this one.
    pub bounds: Option<u64>,
    /// P(X = i) for every possible i.
    pub table: bool,
    /// Only rows of the table with P(X = i) at least this.
    pub above: Option<Rational>,
}

impl LawQuestion {
    /// A law of which nothing is asked.
    pub fn summary(statement: Statement) -> LawQuestion {
        LawQuestion {
            statement,
            pmf: None,
            at_least: None,
            at_most: None,
            quantile: None,
            moments: None,
            pgf: None,
            bounds: None,
            table: false,
            above: None,
        }
    }
}

/// What is known of a law.
#[derive(Debug, Clone)]
pub struct LawAnswer {
    /// How the law was stated.
    pub statement: Statement,
    /// The law itself.
    pub law: Occupancy,
    /// What was found, with its key, in the order of the report; `None` where it is out of reach,
    /// and then there is a note.
    pub list: Vec<(&'static str, Option<Found>)>,
    /// Nothing was asked, so a summary is wanted.
    pub summary: bool,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// What was found.
#[derive(Debug, Clone)]
pub enum Found {
    /// A mean or a variance.
    Value(Enclosure),
    /// A probability at a place.
    At(u64, Enclosure),
    /// A bound from above of one.
    AtMost(u64, Enclosure),
    /// The quantile of a probability.
    Quantile(Rate, u64),
    /// The generating function at a place.
    Pgf(Rational, Enclosure),
    /// The most probable numbers.
    Mode(Vec<u64>),
    /// Orders 0 to r; `None` from the first one that is out of reach.
    Orders(Vec<Option<Enclosure>>),
    /// The same for bounds.
    Bounds(Vec<Option<MomentBounds>>),
    /// Numbers and their probabilities.
    Table(Vec<(u64, Enclosure)>),
}

impl Question for LawQuestion {
    type Answer = LawAnswer;

    fn answer(&self, form: Form) -> Result<LawAnswer, Unanswered> {
        if self.above.is_some() && !self.table {
            return Err("--above keeps the probable rows of a table; add --table".into());
        }
        let law = self.statement.law()?;
        Ok(asking::answer(self, law, form)?)
    }
}
