//! The efficiencies of filters over loads, and their peaks.

use crate::Form;
use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, plain};
use crate::draw::figure::{Figure, few, quick};
use crate::read::Span;
use urnfield::bloom::Peak;
use urnfield::{Design, Error, Kind, Load};

/// More curves than these are not drawn: every so many is.
const CURVES: u64 = 6;

question! {
    /// One size over hashes and items.
    OverLoads {
        /// The size in bits [default: 100]
        bits: Option<u64> = size_in_bits("M"),
        /// From how many hashes to how many [default: 1-20]
        hashes: Option<Span> = span("A-B"),
        /// From how many items to how many [default: 1-100]
        items: Option<Span> = span("A-B"),
    }
}

question! {
    /// One size over hashes, each at its best load.
    OverPeaks {
        /// The size in bits [default: 100]
        bits: Option<u64> = size_in_bits("M"),
        /// From how many hashes to how many [default: 1-40 or 1-100]
        hashes: Option<Span> = span("A-B"),
    }
}

impl OverLoads {
    /// Draws `fig:standard-efficiency` and `fig:classic-efficiency`.
    pub(crate) fn efficiency(&self, kind: Kind, form: Form) -> Result<Figure, Error> {
        let bits = self.bits.unwrap_or(100);
        let hashes = self.hashes.unwrap_or(Span { first: 1, last: 20 });
        let items = self.items.unwrap_or(Span { first: 1, last: 100 });
        few(hashes.len().saturating_mul(items.len()))?;
        let cost = |(k, n): (u64, u64)| {
            let load = Design::new(kind, bits, k)?.holding(n)?;
            // The rate, and again for the efficiency.
            Ok(2.0 * load.precision(form.bits()).cost())
        };
        quick(hashes.iter().flat_map(|k| items.iter().map(move |n| (k, n))).map(cost))?;
        let every = (hashes.len() - 1).div_ceil(CURVES - 1).max(1);
        let mut rows = Vec::new();
        let mut series = Vec::new();
        for k in hashes.iter() {
            let mut points = Vec::new();
            for n in items.iter() {
                let load = Design::new(kind, bits, k)?.holding(n)?;
                let rate = form.certain(&load, Load::fpr)?;
                let efficiency = form.certain(&load, Load::efficiency)?;
                points.push((n as f64, plain(&efficiency)));
                rows.push(vec![bits.into(), k.into(), n.into(), rate.into(), efficiency.into()]);
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
        Ok(Figure { columns: &["m", "k", "n", "f", "efficiency"], rows, chart })
    }
}

impl OverPeaks {
    /// The load with the greatest efficiency for each number of hashes.
    pub(crate) fn peaks(&self, kind: Kind, form: Form) -> Result<Figure, Error> {
        let bits = self.bits.unwrap_or(100);
        let last = if kind == Kind::Classic { 100 } else { 40 };
        let hashes = self.hashes.unwrap_or(Span { first: 1, last });
        few(hashes.len())?;
        quick(hashes.iter().map(|k| Ok(Peak::cost(Design::new(kind, bits, k)?))))?;
        let mut rows = Vec::new();
        let mut points = Vec::new();
        for k in hashes.iter() {
            let design = Design::new(kind, bits, k)?;
            let items = Peak::of(design)?.items;
            let efficiency = form.certain(&design.holding(items)?, Load::efficiency)?;
            points.push((k as f64, plain(&efficiency)));
            rows.push(vec![bits.into(), k.into(), items.into(), efficiency.into()]);
        }
        let name = format!("{kind}, m = {bits}");
        let chart = Chart {
            title: format!("Peak efficiency of {kind} filters over whole n, m = {bits}"),
            x: Axis::plain("hashes k"),
            y: Axis::plain("peak efficiency"),
            series: vec![Series { name, points, style: Style::Marked }],
        };
        Ok(Figure { columns: &["m", "k", "n_star", "peak_efficiency"], rows, chart })
    }
}
