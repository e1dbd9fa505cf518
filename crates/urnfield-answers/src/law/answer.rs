//! The question about one occupancy law, and the answer.

use crate::ask::typed::question;
use crate::{About, Statement, StreamedTable};

use urnfield::{Enclosure, MomentBounds, Occupancy, Rate, Rational};

question! {
    /// What is asked of a law; with nothing asked, a summary.
    #[derive(Default)]
    LawOptions {
        /// P(X = I), as often as you like
        pmf: Option<Vec<u64>> = count("I"),
        /// P(X >= I)
        at_least: Option<Vec<u64>> = count("I"),
        /// P(X <= I)
        at_most: Option<Vec<u64>> = count("I"),
        /// The least i with P(X <= i) >= P
        quantile: Option<Vec<Rate>> = rate("P"),
        /// Raw, factorial and binomial moments of orders 0 to R
        moments: Option<u64> = count("R"),
        /// The probability generating function, E Z^X
        pgf: Option<Vec<Rational>> = number("Z"),
        /// Bounds on E C(X,r) / C(M,r) for r from 0 to R
        bounds: Option<u64> = count("R"),
        /// P(X = i) for every possible i, as TSV
        table: bool = flag,
        /// Keep rows of the table with P(X = i) >= X
        above: Option<Rational> = threshold("X"),
    }
}

/// A law as it is stated, and what is asked of it.
pub type LawQuestion = About<Statement, LawOptions>;

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
    /// Bounds of orders 0 to r; `None` from the first one that is out of reach.
    Bounds(Vec<Option<MomentBounds>>),
    /// Numbers and their probabilities.
    Table(Vec<(u64, Enclosure)>),
    /// A long table for people, of which only the first rows are made before the answer is written.
    Stream(StreamedTable),
}
