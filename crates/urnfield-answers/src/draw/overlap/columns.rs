//! The bars: overlaps, or names in exactly these lists.

use crate::draw::overlap::colour::{MoreOrLess, distance};
use crate::draw::overlap::style::{expected, hover, stars};
use crate::{OverlapAnswer, OverlapRow};
use std::cmp::Reverse;

/// One bar.
pub(crate) struct Column {
    pub(crate) lists: Vec<usize>,
    pub(crate) names: u64,
    pub(crate) expected: f64,
    /// How far from chance, and on which side; exclusive bars have no p-value.
    pub(crate) surprise: Option<(MoreOrLess, f64)>,
    pub(crate) stars: Option<&'static str>,
    pub(crate) hover: String,
}

/// Overlaps in the order of the table.
pub(crate) fn inclusive(table: &OverlapAnswer) -> Vec<Column> {
    let column = |row: &OverlapRow| Column {
        lists: row.combination.lists.clone(),
        names: row.combination.observed,
        expected: expected(row),
        surprise: Some((MoreOrLess::of(row), distance(row))),
        stars: row.holm.as_ref().and_then(stars),
        hover: hover(table, row),
    };
    table.rows.iter().map(column).collect()
}

/// Names in exactly these lists, most first, and without combinations of none.
pub(crate) fn exclusive(table: &OverlapAnswer) -> Vec<Column> {
    let rows = table.rows.iter().map(|row| {
        let combination = &row.combination;
        (combination.lists.clone(), combination.exclusive)
    });
    let mut all: Vec<(Vec<usize>, u64)> = singles(table).into_iter().chain(rows).collect();
    all.sort_by_key(|(_, names)| Reverse(*names));
    all.retain(|(_, names)| *names > 0);
    let column = |(lists, names): (Vec<usize>, u64)| Column {
        names,
        expected: expected_exclusively(table, &lists),
        surprise: None,
        stars: None,
        hover: format!("{} and no other: {names}", table.names(&lists).join(" & ")),
        lists,
    };
    all.into_iter().map(column).collect()
}

/// What only one list has: all its names but those that it has in common with others, where every
/// combination of those is in the table.
fn singles(table: &OverlapAnswer) -> Vec<(Vec<usize>, u64)> {
    let lists = table.question.lists.len();
    let all = 1u64.checked_shl(lists as u32).map(|sets| sets - lists as u64 - 1);
    if all != Some(table.rows.len() as u64) {
        return Vec::new();
    }
    let common = |list: usize| -> u64 {
        let rows = table.rows.iter().filter(|row| row.combination.lists.contains(&list));
        rows.map(|row| row.combination.exclusive).sum()
    };
    (0..lists).map(|list| (vec![list], table.question.lists[list].size - common(list))).collect()
}

/// The mean under chance: each name is in a list with the list's share of the population.
fn expected_exclusively(table: &OverlapAnswer, lists: &[usize]) -> f64 {
    let population = table.question.population as f64;
    let share = |(at, list): (usize, &crate::NamedList)| {
        let share = list.size as f64 / population;
        if lists.contains(&at) { share } else { 1.0 - share }
    };
    table.question.lists.iter().enumerate().map(share).product::<f64>() * population
}
