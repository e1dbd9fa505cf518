//! `fp-vs-k` and `fp-bounds`: the two rates of one filter over its hashes, and their bounds.

use super::data::{Data, certain, digits};
use super::few;
use crate::args::Rates;
use crate::chart::{Axis, Chart, Series, Style, logarithm, plain};
use crate::read::Span;
use urnfield::bloom::Approximation;
use urnfield::{Design, Enclosure, Error, Kind, Load};

/// A curve: its column, its name in the legend, and how it is asked for.
type Curve = (&'static str, Kind, fn(&Load) -> Result<Enclosure, Error>);

fn value(found: Result<Approximation, Error>) -> Result<Enclosure, Error> {
    found.map(|approximation| approximation.value)
}

const F_S: Curve = ("f_S", Kind::Standard, Load::fpr);
const F_C: Curve = ("f_C", Kind::Classic, Load::fpr);
const E: Curve = ("E", Kind::Standard, |load| value(load.exponential()));
const M: Curve = ("M", Kind::Standard, |load| value(load.independent()));
const U: Curve = ("U", Kind::Classic, |load| value(load.upper()));
const L: Curve = ("L", Kind::Standard, |load| value(load.lower()));
const JENSEN_S: Curve = ("binom(mu_S,k)/binom(m,k)", Kind::Standard, |load| value(load.jensen()));
const JENSEN_C: Curve = ("binom(mu_C,k)/binom(m,k)", Kind::Classic, |load| value(load.jensen()));

/// `fig:fp-vs-k`.
pub(super) fn over_hashes(typed: &Rates) -> Result<Data, Error> {
    let hashes = typed.hashes.unwrap_or(Span { first: 1, last: 40 });
    let (bits, items) = (typed.bits.unwrap_or(100), typed.items.unwrap_or(20));
    let table = Table::of(bits, items, hashes, &[F_S, F_C, E, M, U, L])?;
    let title = format!("False-positive rates, m = {bits}, n = {items}");
    // Whole rates up to 1 on a plain axis, as printed; tiny ones only show on a logarithmic one.
    let visible = table.values.iter().flatten().any(|value| plain(value) > 0.05);
    table.draw(title, &[("f_C", "f_C classic"), ("f_S", "f_S standard"), ("E", "E")], !visible)
}

/// `fig:fp-bounds`.
pub(super) fn among_bounds(typed: &Rates) -> Result<Data, Error> {
    let hashes = typed.hashes.unwrap_or(Span { first: 25, last: 50 });
    let (bits, items) = (typed.bits.unwrap_or(1000), typed.items.unwrap_or(20));
    let table = Table::of(bits, items, hashes, &[U, F_S, M, E, F_C, L, JENSEN_S, JENSEN_C])?;
    let title = format!("Rates among their bounds, m = {bits}, n = {items}");
    let shown = [
        ("U", "U upper bound"),
        ("f_S", "f_S standard"),
        ("M", "M"),
        ("f_C", "f_C classic"),
        ("L", "L lower bound"),
    ];
    table.draw(title, &shown, true)
}

struct Table {
    columns: Vec<&'static str>,
    hashes: Span,
    head: [u64; 2],
    /// A row for each number of hashes.
    values: Vec<Vec<Enclosure>>,
}

impl Table {
    fn of(bits: u64, items: u64, hashes: Span, curves: &[Curve]) -> Result<Table, Error> {
        few(hashes.len().saturating_mul(curves.len() as u64))?;
        if items == 0 {
            return Err(Error::Domain {
                rule: "a rate needs at least one item, as an empty filter says no to everything",
                got: "items = 0".into(),
            });
        }
        let row = |k: u64| -> Result<Vec<Enclosure>, Error> {
            let ask = |&(_, kind, ask): &Curve| {
                let load = Design::new(kind, bits, k)?.holding(items)?;
                certain(|bits| ask(&load.precision(bits)))
            };
            curves.iter().map(ask).collect()
        };
        let values = hashes.iter().map(row).collect::<Result<_, _>>()?;
        let columns = curves.iter().map(|curve| curve.0).collect();
        Ok(Table { columns, hashes, head: [bits, items], values })
    }

    /// The table, and a chart of some of its columns.
    fn draw(self, title: String, shown: &[(&str, &str)], logarithmic: bool) -> Result<Data, Error> {
        let series = |&(column, name): &(&str, &str)| {
            let place = self.columns.iter().position(|c| *c == column)?;
            let at = |(k, row): (u64, &Vec<Enclosure>)| {
                let y = if logarithmic { logarithm(&row[place])? } else { plain(&row[place]) };
                Some((k as f64, y))
            };
            let points = self.hashes.iter().zip(&self.values).filter_map(at).collect();
            Some(Series { name: name.into(), points, style: Style::Marked })
        };
        let rate = "false-positive rate";
        let y = if logarithmic { Axis::logarithmic(rate) } else { Axis::plain(rate).with(0.0) };
        let series = shown.iter().filter_map(series).collect();
        let chart = Chart { title, x: Axis::plain("hashes k"), y, series };
        let head = |k: u64| [self.head[0], self.head[1], k].map(|n| n.to_string());
        let rows = self
            .hashes
            .iter()
            .zip(&self.values)
            .map(|(k, row)| head(k).into_iter().chain(row.iter().map(digits)).collect())
            .collect();
        let columns = ["m", "n", "k"].into_iter().chain(self.columns.iter().copied()).collect();
        Ok(Data { columns, rows, chart })
    }
}
