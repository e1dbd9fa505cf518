//! `urnfield conjecture`: exhaustive sweeps over the paper's two conjectures.
//!
//! | file | idea |
//! |---|---|
//! | `counted` | doubles whose roundings are counted |
//! | `classic`, `standard` | rates by chains of positive terms, many at once |
//! | `first`, `statement` | conjecture 1: the best hashes, and what they contradict |
//! | `second` | conjecture 2: the peaks, their drops and the maximum |
//! | `real` | the same peaks over real n |
//! | `sweep` | all m on all cores, with a checkpoint |

mod classic;
mod counted;
mod first;
mod real;
mod second;
mod standard;
mod statement;
mod sweep;

use crate::args::Conjecture;
use crate::refusal::Refusal;
use crate::report::{self, Object};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use sweep::Record;

pub(super) use first::best;

/// How many pairs up to m contradict the corrected form of conjecture 1, and how many there are.
pub(super) fn corrected_first(up_to: u64) -> Result<(usize, u64), urnfield::Error> {
    let formulas = statement::Formulas::new(up_to)?;
    let (mut against, mut pairs) = (0, 0);
    for m in 1..=up_to {
        for pair in first::pairs(m)? {
            against += usize::from(!pair.against_corrected(&formulas)?.is_empty());
            pairs += 1;
        }
    }
    Ok((against, pairs))
}

/// The same for the maximum of conjecture 2, and the (m,k) examined.
pub(super) fn corrected_second(up_to: u64) -> Result<(usize, u64), urnfield::Error> {
    let binomials = second::Binomials::new(up_to);
    let (mut against, mut pairs) = (0, 0);
    for m in 1..=up_to {
        against += second::examine(m, &binomials)?.against_corrected().len();
        pairs += m / 2;
    }
    Ok((against, pairs))
}

pub(super) fn run(asked: &Conjecture, out: &mut impl Write) -> Result<(), Refusal> {
    let records = sweep::run(asked)?;
    let found = Summary::of(asked, &records);
    if asked.json {
        let mut object = Object::new();
        object.insert("conjecture".into(), asked.number.into());
        object.insert("form".into(), asked.form.name().into());
        object.insert("up_to".into(), asked.up_to.into());
        object.insert("pairs".into(), found.pairs.into());
        object.insert("counterexamples".into(), found.counterexamples.into());
        object.insert("ties".into(), found.ties.into());
        object.insert("complete".into(), found.complete.into());
        report::write_json(out, &object)?;
        return Ok(());
    }
    found.write(asked, out)
}

/// All records together.
struct Summary {
    pairs: u64,
    counterexamples: Vec<Value>,
    ties: Vec<Value>,
    complete: bool,
    /// Every m up to here was examined.
    reached: u64,
}

impl Summary {
    fn of(asked: &Conjecture, records: &BTreeMap<u64, Record>) -> Summary {
        let all = || records.values();
        let reached = (1..=asked.up_to).take_while(|m| records.contains_key(m)).last();
        Summary {
            pairs: all().map(|record| record.pairs).sum(),
            counterexamples: all().flat_map(|record| record.counterexamples.clone()).collect(),
            ties: all().flat_map(|record| record.ties.clone()).collect(),
            complete: reached == Some(asked.up_to),
            reached: reached.unwrap_or(0),
        }
    }

    /// For people: what fails how often, and every counterexample on a line.
    fn write(&self, asked: &Conjecture, out: &mut impl Write) -> Result<(), Refusal> {
        let mut lines = report::Lines::default();
        lines.push("conjecture", asked.number);
        lines.push("form", asked.form.name());
        let upto = if self.complete { String::new() } else { format!(" of {}", asked.up_to) };
        lines.push("up_to", format!("{}{upto}", self.reached));
        lines.push("pairs", self.pairs);
        lines.push("counterexamples", self.counterexamples.len());
        for (part, count) in self.by_part() {
            lines.push(format!("  not {part}"), count);
        }
        lines.push("ties", self.ties.len());
        lines.write(out)?;
        for (name, values) in [("counterexample", &self.counterexamples), ("tie", &self.ties)] {
            for value in values {
                writeln!(out, "{name}  {}", shown(value))?;
            }
        }
        Ok(())
    }

    /// How often each part of the statement fails.
    fn by_part(&self) -> BTreeMap<String, u64> {
        let mut parts = BTreeMap::new();
        for value in &self.counterexamples {
            let several = value["fails"].as_array().cloned().unwrap_or_default();
            for part in several.iter().chain(value.get("part")) {
                *parts.entry(part.as_str().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        parts
    }
}

/// `bits 8, items 3, standard [2], …`
fn shown(value: &Value) -> String {
    let Some(object) = value.as_object() else { return value.to_string() };
    let part = |(key, value): (&String, &Value)| match value.as_str() {
        Some(text) => format!("{key} {text}"),
        None => format!("{key} {value}"),
    };
    object.iter().map(part).collect::<Vec<_>>().join(", ")
}
