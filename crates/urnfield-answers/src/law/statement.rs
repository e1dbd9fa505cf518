//! Which law is meant.

use crate::ask::typed::{FromTyped, ReadFields, TypedOption, question};
use crate::{Report, Unanswered, Value};
use urnfield::{Committees, Error, Occupancy};

question! {
    /// Balls fall into urns independently.
    Balls {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many balls are thrown
        balls: u64 = count("N"),
    }
}

question! {
    /// Urns in at least one committee.
    Union {
        /// How many urns there are
        urns: u64 = count("M"),
        /// N committees of K members, mixed as 3x500+2x80
        department: Vec<Vec<Committees>> = department("NxK"),
    }
}

question! {
    /// Urns in at least one committee of every department.
    Intersection one of department sizes {
        /// How many urns there are
        urns: u64 = count("M"),
        /// N committees of K members, mixed as 3x500+2x80
        department: Option<Vec<Vec<Committees>>> = department("NxK"),
        /// Departments of one committee each: what lists share
        sizes: Option<Vec<u64>> = sizes("K,K"),
    }
}

impl Intersection {
    /// Departments, however they were stated.
    pub fn departments(&self) -> Vec<Vec<Committees>> {
        let lists = self.sizes.iter().flatten();
        let lists = lists.map(|&size| vec![Committees { count: 1, size }]);
        self.department.iter().flatten().cloned().chain(lists).collect()
    }
}

/// A law as it was stated.
#[derive(Debug, Clone)]
pub enum Statement {
    /// Balls fall into urns independently.
    Balls(Balls),
    /// Urns in at least one committee.
    Union(Union),
    /// Urns in at least one committee of every department.
    Intersection(Intersection),
}

macro_rules! stated {
    ($($law:ident)*) => {$(
        impl From<$law> for Statement {
            fn from(law: $law) -> Statement {
                Statement::$law(law)
            }
        }
    )*};
}

stated! { Balls Union Intersection }

impl Statement {
    /// The library's law.
    pub fn law(&self) -> Result<Occupancy, Error> {
        match self {
            Statement::Balls(law) => Occupancy::balls(law.urns, law.balls),
            Statement::Union(law) => Occupancy::union(law.urns, &law.department.concat()),
            Statement::Intersection(law) => {
                let departments = law.departments();
                let each: Vec<&[Committees]> = departments.iter().map(Vec::as_slice).collect();
                Occupancy::intersection(law.urns, &each)
            }
        }
    }

    /// Adds `model`, `urns`, and `balls` or `departments`.
    pub(crate) fn tell(&self, report: &mut Report) {
        let (model, urns, departments) = match self {
            Statement::Balls(law) => ("balls", law.urns, None),
            Statement::Union(law) => ("union", law.urns, Some(law.department.clone())),
            Statement::Intersection(law) => ("intersection", law.urns, Some(law.departments())),
        };
        report.both("model", model);
        report.both("urns", urns);
        if let Statement::Balls(law) = self {
            report.both("balls", law.balls);
        }
        if let Some(departments) = departments {
            let departments: Vec<Value> = departments.into_iter().map(Value::Department).collect();
            departments.iter().for_each(|department| report.line("department", department));
            report.json("departments", departments);
        }
    }
}

/// A law, and what is wanted of it.
#[derive(Debug, Clone)]
pub struct About<S, O> {
    /// The law.
    pub statement: S,
    /// What is wanted.
    pub options: O,
}

impl<S: FromTyped, O: FromTyped> FromTyped for About<S, O> {
    const ONE_OF: &'static [&'static str] = S::ONE_OF;

    fn options() -> Vec<TypedOption> {
        [S::options(), O::options()].concat()
    }

    fn from_read(read: &ReadFields) -> Result<About<S, O>, Unanswered> {
        Ok(About { statement: S::from_read(read)?, options: O::from_read(read)? })
    }
}
