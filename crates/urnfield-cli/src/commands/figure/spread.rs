//! `spread`: a filter is one draw. How probable each rate of its own is, and where mean, median
//! and the worst in a thousand lie.

use super::data::{Data, certain, digits};
use super::few;
use super::pmf::cost_limit;
use crate::chart::{Axis, Chart, Series, Style, logarithm, plain};
use urnfield::{Design, Enclosure, Error, Kind, Rate, Rational};

pub(super) fn draw(
    bits: Option<u64>,
    items: Option<u64>,
    hashes: Option<u64>,
    kind: Option<Kind>,
    precision: u64,
) -> Result<Data, Error> {
    let kind = kind.unwrap_or(Kind::Standard);
    let design = Design::new(kind, bits.unwrap_or(1024), hashes.unwrap_or(7))?;
    let load = design.holding(items.unwrap_or(102))?;
    let law = load.occupancy()?.precision(precision);
    cost_limit(&law)?;
    // What is rarer than this is not seen.
    let rows_of_law = law.pmf_above(&"1e-12".parse()?)?;
    few(rows_of_law.len() as u64)?;
    let mut rows = Vec::new();
    let mut own = Vec::new();
    for (set, probability) in &rows_of_law {
        let rate = certain(|bits| design.fpr_given_to(*set, bits))?;
        rows.push(vec![set.to_string(), digits(&rate), digits(probability)]);
        own.push((rate, probability));
    }
    let spread = load.spread()?;
    let share = |a, b| Rate::new(Rational::new(a, b)?);
    let marks = [
        ("mean", load.fpr()?),
        ("textbook E", load.exponential()?.value),
        ("median", spread.quantile(&share(1, 2)?)?),
        ("999 in 1000", spread.quantile(&share(999, 1000)?)?),
    ];
    // Rates over several powers of ten need a logarithmic axis.
    let wide = match (own.first(), own.last()) {
        (Some((low, _)), Some((high, _))) => plain(high) > 30.0 * plain(low),
        _ => false,
    };
    let place = |rate: &Enclosure| if wide { logarithm(rate) } else { Some(plain(rate)) };
    let points = own.iter().filter_map(|(rate, p)| Some((place(rate)?, plain(p)))).collect();
    let name = "one filter's own rate".to_owned();
    let mut series = vec![Series { name, points, style: Style::Line }];
    for (name, rate) in marks {
        let points = place(&rate).map(|x| (x, 0.0)).into_iter().collect();
        series.push(Series { name: format!("{name} {rate:.3}"), points, style: Style::Upright });
    }
    let rate = "false-positive rate of one filter";
    let (m, n, k) = (design.bits(), load.items(), design.hashes());
    let chart = Chart {
        title: format!("Rates of single {kind} filters, m = {m}, n = {n}, k = {k}"),
        x: if wide { Axis::logarithmic(rate) } else { Axis::plain(rate) },
        y: Axis::plain("probability").with(0.0),
        series,
    };
    Ok(Data { columns: vec!["bits_set", "rate", "probability"], rows, chart })
}
