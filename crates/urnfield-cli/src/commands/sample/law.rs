//! The law to draw from, as it was typed.

use crate::args::{Department, Departments, Draw, Sample};
use crate::report::Object;
use serde_json::{Value, json};
use urnfield::{Committees, Error, Occupancy};

pub(super) struct Stated<'a> {
    typed: &'a Sample,
    pub(super) law: Occupancy,
}

impl Stated<'_> {
    pub(super) fn new(typed: &Sample) -> Result<Stated<'_>, Error> {
        let law = match typed {
            Sample::Balls { urns, balls, .. } => Occupancy::balls(*urns, *balls)?,
            Sample::Union { committees, .. } => {
                let departments = committees.departments.iter();
                let all: Vec<Committees> = departments.flat_map(|d| d.0.clone()).collect();
                Occupancy::union(committees.urns, &all)?
            }
            Sample::Intersection { committees, .. } => {
                let departments = committees.departments.iter();
                let each: Vec<&[Committees]> = departments.map(|d| &d.0[..]).collect();
                Occupancy::intersection(committees.urns, &each)?
            }
        };
        Ok(Stated { typed, law })
    }

    pub(super) fn draw(&self) -> &Draw {
        match self.typed {
            Sample::Balls { draw, .. }
            | Sample::Union { draw, .. }
            | Sample::Intersection { draw, .. } => draw,
        }
    }

    /// `model`, `urns`, and `balls` or `departments`.
    pub(super) fn to_json(&self) -> Object {
        let (model, key, value) = match self.typed {
            Sample::Balls { balls, .. } => ("balls", "balls", (*balls).into()),
            Sample::Union { committees, .. } => ("union", "departments", pairs(committees)),
            Sample::Intersection { committees, .. } => {
                ("intersection", "departments", pairs(committees))
            }
        };
        let mut object = Object::new();
        object.insert("model".into(), model.into());
        object.insert("urns".into(), self.law.urns().into());
        object.insert(key.into(), value);
        object
    }
}

fn pairs(committees: &Departments) -> Value {
    let each = |d: &Department| -> Value { d.0.iter().map(|c| json!([c.count, c.size])).collect() };
    committees.departments.iter().map(each).collect()
}
