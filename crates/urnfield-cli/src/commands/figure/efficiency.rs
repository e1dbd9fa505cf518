//! The efficiencies of filters over loads, and their peaks.

use super::data::{Data, certain, digits};
use super::few;
use crate::args::{Loads, Peaks};
use crate::chart::{Axis, Chart, Series, Style, plain};
use crate::read::Span;
use urnfield::bloom::Peak;
use urnfield::{Design, Error, Kind};

/// More curves than these are not drawn: every so many is.
const CURVES: u64 = 6;

/// `fig:standard-efficiency` and `fig:classic-efficiency`.
pub(super) fn draw(kind: Kind, typed: &Loads) -> Result<Data, Error> {
    let bits = typed.bits.unwrap_or(100);
    let hashes = typed.hashes.unwrap_or(Span { first: 1, last: 20 });
    let items = typed.items.unwrap_or(Span { first: 1, last: 100 });
    few(hashes.len().saturating_mul(items.len()))?;
    let every = (hashes.len() - 1).div_ceil(CURVES - 1).max(1);
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for k in hashes.iter() {
        let mut points = Vec::new();
        for n in items.iter() {
            let load = Design::new(kind, bits, k)?.holding(n)?;
            let rate = certain(|bits| load.precision(bits).fpr())?;
            let efficiency = certain(|bits| load.precision(bits).efficiency())?;
            points.push((n as f64, plain(&efficiency)));
            let head = [bits, k, n].map(|x| x.to_string());
            rows.push(head.into_iter().chain([digits(&rate), digits(&efficiency)]).collect());
        }
        if (k - hashes.first).is_multiple_of(every) || k == hashes.last {
            series.push(Series { name: format!("k = {k}"), points, style: Style::Marked });
        }
    }
    let chart = Chart {
        title: format!("Efficiency of {kind} filters, m = {bits}"),
        x: Axis::plain("items n"),
        y: Axis::plain("efficiency").with(0.0),
        series,
    };
    Ok(Data { columns: vec!["m", "k", "n", "f", "efficiency"], rows, chart })
}

/// The load with the greatest efficiency for each number of hashes.
pub(super) fn peaks(kind: Kind, typed: &Peaks) -> Result<Data, Error> {
    let bits = typed.bits.unwrap_or(100);
    let last = if kind == Kind::Classic { 100 } else { 40 };
    let hashes = typed.hashes.unwrap_or(Span { first: 1, last });
    few(hashes.len())?;
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    for k in hashes.iter() {
        let design = Design::new(kind, bits, k)?;
        let items = Peak::of(design)?.items;
        let efficiency = certain(|bits| design.holding(items)?.precision(bits).efficiency())?;
        points.push((k as f64, plain(&efficiency)));
        rows.push(vec![bits.to_string(), k.to_string(), items.to_string(), digits(&efficiency)]);
    }
    let name = format!("{kind}, m = {bits}");
    let chart = Chart {
        title: format!("Peak efficiency of {kind} filters over whole n, m = {bits}"),
        x: Axis::plain("hashes k"),
        y: Axis::plain("peak efficiency"),
        series: vec![Series { name, points, style: Style::Marked }],
    };
    Ok(Data { columns: vec!["m", "k", "n_star", "peak_efficiency"], rows, chart })
}
