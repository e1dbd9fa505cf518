//! What was found, for one m and for all.

use super::checkpoint::Entry;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What was found for one m.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Record {
    pub(super) m: u64,
    pub(super) pairs: u64,
    pub(super) counterexamples: Vec<Value>,
    pub(super) ties: Vec<Value>,
}

impl Entry for Record {
    fn number(&self) -> u64 {
        self.m
    }

    fn to_json(&self) -> Value {
        json!({
            "bits": self.m,
            "pairs": self.pairs,
            "counterexamples": self.counterexamples,
            "ties": self.ties,
        })
    }

    fn from_json(value: &Value) -> Option<Record> {
        Some(Record {
            m: value.get("bits")?.as_u64()?,
            pairs: value.get("pairs")?.as_u64()?,
            counterexamples: value.get("counterexamples")?.as_array()?.clone(),
            ties: value.get("ties")?.as_array()?.clone(),
        })
    }
}

/// What a sweep found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// How many pairs were examined: (m, n) of conjecture 1, (m, k) of conjecture 2.
    pub pairs: u64,
    /// Every counterexample, ascending in m: where it is, and which part of the statement fails.
    pub counterexamples: Vec<Value>,
    /// Where the best is not unique.
    pub ties: Vec<Value>,
    /// Whether every m was examined.
    pub complete: bool,
    /// Every m up to here was examined.
    pub reached: u64,
}

impl Found {
    pub(super) fn of(up_to: u64, records: &BTreeMap<u64, Record>) -> Found {
        let all = || records.values();
        let reached = (1..=up_to).take_while(|m| records.contains_key(m)).last();
        Found {
            pairs: all().map(|record| record.pairs).sum(),
            counterexamples: all().flat_map(|record| record.counterexamples.clone()).collect(),
            ties: all().flat_map(|record| record.ties.clone()).collect(),
            complete: reached == Some(up_to),
            reached: reached.unwrap_or(0),
        }
    }

    /// How often each part of the statement fails.
    pub fn by_part(&self) -> BTreeMap<String, u64> {
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
