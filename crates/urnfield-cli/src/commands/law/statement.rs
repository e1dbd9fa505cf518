//! The law as it was typed.

use crate::args::{Department, Law};
use crate::report::{Lines, Object};
use serde_json::{Value, json};
use urnfield::{Committees, Error, Occupancy};

pub(super) struct Statement<'a> {
    typed: &'a Law,
    pub(super) law: Occupancy,
}

impl Statement<'_> {
    pub(super) fn new(typed: &Law) -> Result<Statement<'_>, Error> {
        let law = match typed {
            Law::Balls { urns, balls, .. } => Occupancy::balls(*urns, *balls)?,
            Law::Union { committees, .. } => {
                let departments = committees.departments.iter();
                let all: Vec<Committees> = departments.flat_map(|d| d.0.clone()).collect();
                Occupancy::union(committees.urns, &all)?
            }
            Law::Intersection { committees, .. } => {
                let departments = committees.departments.iter();
                let each: Vec<&[Committees]> = departments.map(|d| &d.0[..]).collect();
                Occupancy::intersection(committees.urns, &each)?
            }
        };
        Ok(Statement { typed, law })
    }

    fn model(&self) -> &'static str {
        match self.typed {
            Law::Balls { .. } => "balls",
            Law::Union { .. } => "union",
            Law::Intersection { .. } => "intersection",
        }
    }

    /// `model`, `urns`, and `balls` or `departments`.
    pub(super) fn to_json(&self) -> Object {
        let mut object = Object::new();
        object.insert("model".into(), self.model().into());
        object.insert("urns".into(), self.law.urns().into());
        match self.typed {
            Law::Balls { balls, .. } => object.insert("balls".into(), (*balls).into()),
            Law::Union { committees, .. } | Law::Intersection { committees, .. } => {
                let pairs = |d: &Department| -> Value {
                    d.0.iter().map(|c| json!([c.count, c.size])).collect()
                };
                let departments: Value = committees.departments.iter().map(pairs).collect();
                object.insert("departments".into(), departments)
            }
        };
        object
    }

    pub(super) fn to_lines(&self) -> Lines {
        let mut lines = Lines::default();
        lines.push("model", self.model());
        lines.push("urns", self.law.urns());
        match self.typed {
            Law::Balls { balls, .. } => lines.push("balls", balls),
            Law::Union { committees, .. } | Law::Intersection { committees, .. } => {
                for Department(committees) in &committees.departments {
                    let each = committees.iter().map(|c| format!("{}x{}", c.count, c.size));
                    lines.push("department", each.collect::<Vec<_>>().join("+"));
                }
            }
        }
        lines
    }
}
