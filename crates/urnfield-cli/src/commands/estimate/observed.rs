//! What was observed, as it was typed.

use crate::args::{Estimate, How, Samples};
use crate::report::{Lines, Object};
use serde_json::{Value, json};
use urnfield::{Batches, Committees, Error, Population};

pub(super) struct Observed<'a> {
    typed: &'a Estimate,
    pub(super) question: Question,
}

/// What is to be found.
pub(super) enum Question {
    Batches(Batches),
    Population(Population),
}

impl Observed<'_> {
    pub(super) fn new(typed: &Estimate) -> Result<Observed<'_>, Error> {
        let question = match typed {
            Estimate::Committees { urns, size, occupied, .. } => {
                Question::Batches(Batches::committees(*urns, *size, *occupied)?)
            }
            Estimate::Balls { urns, occupied, .. } => {
                Question::Batches(Batches::balls(*urns, *occupied)?)
            }
            Estimate::Population { samples, distinct, .. } => {
                Question::Population(Population::new(&committees(samples), *distinct)?)
            }
        };
        Ok(Observed { typed, question })
    }

    pub(super) fn how(&self) -> &How {
        match self.typed {
            Estimate::Committees { how, .. }
            | Estimate::Balls { how, .. }
            | Estimate::Population { how, .. } => how,
        }
    }

    /// Why an observation says nothing.
    pub(super) fn nothing(&self) -> &'static str {
        match self.question {
            Question::Batches(_) => "committees of all urns look the same however many they are",
            Question::Population(_) => "one sample looks the same out of any population",
        }
    }

    /// Names and values of what was typed.
    fn echo(&self) -> Vec<(&'static str, Value, String)> {
        let number = |name, value: u64| (name, value.into(), value.to_string());
        match self.typed {
            Estimate::Committees { urns, size, occupied, .. } => {
                vec![number("urns", *urns), number("size", *size), number("occupied", *occupied)]
            }
            Estimate::Balls { urns, occupied, .. } => {
                vec![number("urns", *urns), number("occupied", *occupied)]
            }
            Estimate::Population { samples, distinct, .. } => {
                let first = match samples {
                    Samples { sizes: Some(sizes), .. } => {
                        let words: Vec<String> = sizes.0.iter().map(u64::to_string).collect();
                        ("sizes", sizes.0.clone().into(), words.join(" "))
                    }
                    Samples { balls: Some(balls), .. } => number("balls", *balls),
                    _ => {
                        let all = committees(samples);
                        let pairs: Value = all.iter().map(|c| json!([c.count, c.size])).collect();
                        let words = all.iter().map(|c| format!("{}x{}", c.count, c.size));
                        ("departments", json!([pairs]), words.collect::<Vec<_>>().join("+"))
                    }
                };
                vec![first, number("distinct", *distinct)]
            }
        }
    }

    pub(super) fn to_json(&self) -> Object {
        self.echo().into_iter().map(|(name, value, _)| (name.into(), value)).collect()
    }

    pub(super) fn to_lines(&self) -> Lines {
        let mut lines = Lines::default();
        for (name, _, words) in self.echo() {
            lines.push(name, words);
        }
        lines
    }
}

/// The samples in whichever way they were typed; one of the ways was.
fn committees(samples: &Samples) -> Vec<Committees> {
    let single = |size: u64| Committees { count: 1, size };
    let sizes = samples.sizes.iter().flat_map(|sizes| sizes.0.iter().copied().map(single));
    let department = samples.department.iter().flat_map(|department| department.0.clone());
    let balls = samples.balls.map(|count| Committees { count, size: 1 });
    sizes.chain(department).chain(balls).collect()
}
