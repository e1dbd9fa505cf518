//! The table for people, with a letter for each list, and as tab-separated values.

use super::rows::Table;
use super::titles::{letter, letters};
use crate::report::{shown, talk};
use crate::table::Table as Columns;
use std::io::{self, Write};
use urnfield::Enclosure;

const HEADS: [&str; 9] =
    ["observed", "exclusive", "expected", "fold", "P(>=)", "P(<=)", "two-sided", "Holm", "BH"];

/// The keys of the JSON object.
const KEYS: [&str; 9] =
    ["observed", "exclusive", "expected", "fold", "at_least", "at_most", "two_sided", "holm", "bh"];

pub(super) fn write(table: &Table, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&table.notes);
    writeln!(out, "population  {}\n", table.population)?;
    // Lists that are called by their letters need no second name.
    let letters_of: Vec<String> = (0..table.lists.len()).map(|at| letter(at).into()).collect();
    let named = table.lists.iter().zip(&letters_of).any(|(list, letter)| list.name != *letter);
    let columns = if named { &["size", "list"][..] } else { &["size"] };
    let mut lists = Columns::new(columns.iter().map(|&head| head.into()));
    for (list, letter) in table.lists.iter().zip(&letters_of) {
        let cells = [list.size.to_string(), list.name.clone()];
        lists.push(letter, cells.into_iter().take(columns.len()).map(Some));
    }
    lists.write(out)?;
    writeln!(out)?;
    let mut rows = Columns::new(HEADS.map(String::from));
    for (lists, cells) in cells(table, digits) {
        rows.push(&letters(lists), cells);
    }
    rows.write(out)
}

pub(super) fn write_tsv(table: &Table, digits: usize, out: &mut impl Write) -> io::Result<()> {
    talk(&table.notes);
    writeln!(out, "sets\tdegree\t{}", KEYS.join("\t"))?;
    for (lists, cells) in cells(table, digits) {
        let names: Vec<&str> = lists.iter().map(|&list| table.lists[list].name.as_str()).collect();
        // What is not known is an empty cell, which every reader of tables takes for that.
        let cells = cells.map(Option::unwrap_or_default);
        writeln!(out, "{}\t{}\t{}", names.join(" & "), names.len(), cells.join("\t"))?;
    }
    Ok(())
}

/// The lists of every row, and its values in the order of the heads.
fn cells(table: &Table, digits: usize) -> impl Iterator<Item = (&[usize], [Option<String>; 9])> {
    let value = move |found: &Option<Enclosure>| found.as_ref().map(|value| shown(value, digits));
    table.rows.iter().map(move |row| {
        let combination = &row.combination;
        let cells = [
            Some(combination.observed.to_string()),
            Some(combination.exclusive.to_string()),
            value(&row.expected),
            value(&row.fold),
            value(&row.at_least),
            value(&row.at_most),
            value(&row.two_sided),
            value(&row.holm),
            value(&row.bh),
        ];
        (&combination.lists[..], cells)
    })
}
