//! The table as one JSON object.

use super::rows::{Row, Table};
use crate::report::{self, Object, certified};
use serde_json::{Value, json};
use std::io::{self, Write};
use urnfield::Enclosure;

pub(super) fn write(table: &Table, digits: usize, out: &mut impl Write) -> io::Result<()> {
    let lists = table.lists.iter().map(|list| json!({ "name": list.name, "size": list.size }));
    let mut object = Object::new();
    object.insert("population".into(), table.population.into());
    object.insert("lists".into(), lists.collect());
    object
        .insert("rows".into(), table.rows.iter().map(|row| to_json(table, row, digits)).collect());
    if !table.notes.is_empty() {
        object.insert("notes".into(), table.notes.clone().into());
    }
    report::write_json(out, &object)
}

fn to_json(table: &Table, row: &Row, digits: usize) -> Value {
    let combination = &row.combination;
    let names: Vec<&str> =
        combination.lists.iter().map(|&list| table.lists[list].name.as_str()).collect();
    let value = |found: &Option<Enclosure>| found.as_ref().map(|value| certified(value, digits));
    json!({
        "sets": names,
        "degree": names.len(),
        "observed": combination.observed,
        "exclusive": combination.exclusive,
        "expected": value(&row.expected),
        "fold": value(&row.fold),
        "at_least": value(&row.at_least),
        "at_most": value(&row.at_most),
        "two_sided": value(&row.two_sided),
        "holm": value(&row.holm),
        "bh": value(&row.bh),
    })
}
