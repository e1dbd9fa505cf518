//! Which law is meant.

use crate::{Report, Value};
use urnfield::{Committees, Error, Occupancy};

/// A law as it was stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// Balls fall into urns independently.
    Balls {
        /// How many urns there are.
        urns: u64,
        /// How many balls are thrown.
        balls: u64,
    },
    /// Urns in at least one committee.
    Union {
        /// How many urns there are.
        urns: u64,
        /// The committees, in as many departments as one likes.
        departments: Vec<Vec<Committees>>,
    },
    /// Urns in at least one committee of every department.
    Intersection {
        /// How many urns there are.
        urns: u64,
        /// The departments.
        departments: Vec<Vec<Committees>>,
    },
}

impl Statement {
    /// The library's law.
    pub fn law(&self) -> Result<Occupancy, Error> {
        match self {
            Statement::Balls { urns, balls } => Occupancy::balls(*urns, *balls),
            Statement::Union { urns, departments } => {
                Occupancy::union(*urns, &departments.concat())
            }
            Statement::Intersection { urns, departments } => {
                let each: Vec<&[Committees]> = departments.iter().map(Vec::as_slice).collect();
                Occupancy::intersection(*urns, &each)
            }
        }
    }

    /// `model`, `urns`, and `balls` or `departments`.
    pub(crate) fn tell(&self, report: &mut Report) {
        let (model, urns) = match self {
            Statement::Balls { urns, .. } => ("balls", *urns),
            Statement::Union { urns, .. } => ("union", *urns),
            Statement::Intersection { urns, .. } => ("intersection", *urns),
        };
        report.both("model", model);
        report.both("urns", urns);
        match self {
            Statement::Balls { balls, .. } => report.both("balls", *balls),
            Statement::Union { departments, .. } | Statement::Intersection { departments, .. } => {
                for department in departments {
                    report.line("department", in_words(department));
                }
                let departments = departments.iter().map(|department| pairs(department));
                report.json("departments", departments.collect::<Value>());
            }
        }
    }
}

/// A department as pairs of count and size.
pub(crate) fn pairs(department: &[Committees]) -> Value {
    department.iter().map(|committees| vec![committees.count, committees.size]).collect()
}

/// A department as it is typed.
pub(crate) fn in_words(department: &[Committees]) -> String {
    let each = department.iter().map(|c| format!("{}x{}", c.count, c.size));
    each.collect::<Vec<_>>().join("+")
}
