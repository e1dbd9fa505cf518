//! `law`: which law, and what is asked of it.

use super::Output;
use crate::read;
use clap::{Args, Subcommand};
use urnfield::{Committees, Rate, Rational};
use urnfield_answers::{LawQuestion, Statement};

pub(super) const EXAMPLES: &str = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law union --urns 1000 --department 3x500+2x80 --at-most 900
  urnfield law intersection --urns 20000 --department 1x5000 --department 1x300";

#[derive(Subcommand)]
pub(crate) enum Law {
    /// Balls fall into urns independently
    #[command(after_help = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law balls --urns 365 --balls 23 --at-most 22
  urnfield law balls --urns 2^12 --balls 5_000 --quantile 99.9% --json
  urnfield law balls --urns 52 --balls 40 --table --above 1e-6 > law.tsv")]
    Balls {
        /// How many urns there are
        #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
        urns: u64,
        /// How many balls are thrown
        #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
        balls: u64,
        #[command(flatten)]
        questions: Questions,
    },
    /// Urns in at least one committee
    #[command(after_help = "\
Examples:
  urnfield law union --urns 1000 --department 3x500+2x80
  urnfield law union --urns 64 --department 10x5 --pmf 36 --digits 20
  urnfield law union --urns 64 --department 10x5 --moments 4 --bounds 4 --json")]
    Union {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        questions: Questions,
    },
    /// Urns in at least one committee of every department
    #[command(after_help = "\
Examples:
  urnfield law intersection --urns 20000 --department 1x5000 --department 1x300
  urnfield law intersection --urns 1e4 --department 1x900 --department 1x80 --at-least 20
  urnfield law intersection --urns 99 --department 3x20 --department 2x30+1x5 --table")]
    Intersection {
        #[command(flatten)]
        committees: Departments,
        #[command(flatten)]
        questions: Questions,
    },
}

#[derive(Args)]
pub(crate) struct Departments {
    /// How many urns there are
    #[arg(long, value_name = "M", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) urns: u64,
    /// N committees of K members, mixed as 3x500+2x80
    #[arg(
        long = "department",
        value_name = "NxK",
        required = true,
        value_parser = Department::read,
        allow_hyphen_values = true
    )]
    pub(crate) departments: Vec<Department>,
}

/// One `--department`.
#[derive(Clone)]
pub(crate) struct Department(pub(crate) Vec<Committees>);

impl Department {
    pub(super) fn read(text: &str) -> Result<Department, urnfield::Error> {
        read::department(text).map(Department)
    }
}

/// What is asked of a law; with nothing asked, a summary.
#[derive(Args)]
pub(crate) struct Questions {
    /// P(X = I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) pmf: Option<u64>,
    /// P(X >= I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) at_least: Option<u64>,
    /// P(X <= I)
    #[arg(long, value_name = "I", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) at_most: Option<u64>,
    /// The least i with P(X <= i) >= P
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) quantile: Option<Rate>,
    /// Raw, factorial and binomial moments of orders 0 to R
    #[arg(long, value_name = "R", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) moments: Option<u64>,
    /// The probability generating function, E Z^X
    #[arg(long, value_name = "Z", value_parser = read::number, allow_hyphen_values = true)]
    pub(crate) pgf: Option<Rational>,
    /// Bounds on E C(X,r) / C(M,r) for r from 0 to R
    #[arg(long, value_name = "R", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) bounds: Option<u64>,
    /// P(X = i) for every possible i, as TSV
    #[arg(long)]
    pub(crate) table: bool,
    /// Keep rows of the table with P(X = i) >= X
    #[arg(long, value_name = "X", value_parser = read::threshold, allow_hyphen_values = true)]
    pub(crate) above: Option<Rational>,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Law {
    /// The law, and what is asked of it.
    pub(crate) fn question(&self) -> (LawQuestion, &Output) {
        let (statement, typed) = match self {
            Law::Balls { urns, balls, questions } => {
                (Statement::Balls { urns: *urns, balls: *balls }, questions)
            }
            Law::Union { committees, questions } => (committees.union(), questions),
            Law::Intersection { committees, questions } => (committees.intersection(), questions),
        };
        let question = LawQuestion {
            statement,
            pmf: typed.pmf,
            at_least: typed.at_least,
            at_most: typed.at_most,
            quantile: typed.quantile.clone(),
            moments: typed.moments,
            pgf: typed.pgf.clone(),
            bounds: typed.bounds,
            table: typed.table,
            above: typed.above.clone(),
        };
        (question, &typed.output)
    }
}

impl Departments {
    fn all(&self) -> Vec<Vec<Committees>> {
        self.departments.iter().map(|department| department.0.clone()).collect()
    }

    pub(super) fn union(&self) -> Statement {
        Statement::Union { urns: self.urns, departments: self.all() }
    }

    pub(super) fn intersection(&self) -> Statement {
        Statement::Intersection { urns: self.urns, departments: self.all() }
    }
}
