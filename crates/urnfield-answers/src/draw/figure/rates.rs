//! `fp-vs-k` and `fp-bounds`: the two rates of one filter over its hashes, and their bounds.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::chart::{Chart, Series, Style, logarithm, plain};
use crate::draw::figure::{Figure, few, quick};
use crate::rate::question::load;
use crate::read::Span;
use crate::{Form, Value};
use urnfield::bloom::Approximation;
use urnfield::{Design, Enclosure, Error, Kind, Load};

question! {
    /// One filter over its hashes.
    OverHashes {
        /// The size in bits [default: as printed]
        bits: Option<u64> = size_in_bits("M"),
        /// How many items it holds [default: 20]
        items: Option<u64> = count("N"),
        /// From how many hashes to how many [default: as printed]
        hashes: Option<Span> = span("A-B"),
    }
}

/// What is asked of the filters of a kind.
type Curve = (Kind, fn(&Load) -> Result<Enclosure, Error>);

fn value(found: Result<Approximation, Error>) -> Result<Enclosure, Error> {
    found.map(|approximation| approximation.value)
}

const F_S: Curve = (Kind::Standard, Load::fpr);
const F_C: Curve = (Kind::Classic, Load::fpr);
const E: Curve = (Kind::Standard, |load| value(load.exponential()));
const M: Curve = (Kind::Standard, |load| value(load.independent()));
const U: Curve = (Kind::Classic, |load| value(load.upper()));
const L: Curve = (Kind::Standard, |load| value(load.lower()));
const JENSEN_S: Curve = (Kind::Standard, |load| value(load.jensen()));
const JENSEN_C: Curve = (Kind::Classic, |load| value(load.jensen()));

/// Columns before those of the curves: bits, items, hashes.
const HEAD: usize = 3;

impl OverHashes {
    /// `fig:fp-vs-k`.
    pub(crate) fn rates(&self, form: Form) -> Result<Figure, Error> {
        const COLUMNS: &[&str] = &["m", "n", "k", "f_S", "f_C", "E", "M", "U", "L"];
        let hashes = self.hashes.unwrap_or(Span { first: 1, last: 40 });
        let (bits, items) = (self.bits.unwrap_or(100), self.items.unwrap_or(20));
        let curves = Curves::of(bits, items, hashes, &[F_S, F_C, E, M, U, L], form)?;
        let title = format!("False-positive rates, m = {bits}, n = {items}");
        // Whole rates up to 1 on a plain axis, as printed; tiny ones only show on a logarithmic one.
        let visible = curves.values.iter().flatten().any(|value| plain(value) > 0.05);
        let shown = [("f_C", "f_C classic"), ("f_S", "f_S standard"), ("E", "E")];
        Ok(curves.draw(title, COLUMNS, &shown, !visible))
    }

    /// `fig:fp-bounds`.
    pub(crate) fn among_bounds(&self, form: Form) -> Result<Figure, Error> {
        const COLUMNS: &[&str] = &[
            "m",
            "n",
            "k",
            "U",
            "f_S",
            "M",
            "E",
            "f_C",
            "L",
            "binom(mu_S,k)/binom(m,k)",
            "binom(mu_C,k)/binom(m,k)",
        ];
        let hashes = self.hashes.unwrap_or(Span { first: 25, last: 50 });
        let (bits, items) = (self.bits.unwrap_or(1000), self.items.unwrap_or(20));
        let curves = [U, F_S, M, E, F_C, L, JENSEN_S, JENSEN_C];
        let curves = Curves::of(bits, items, hashes, &curves, form)?;
        let title = format!("Rates among their bounds, m = {bits}, n = {items}");
        let shown = [
            ("U", "U upper bound"),
            ("f_S", "f_S standard"),
            ("M", "M"),
            ("f_C", "f_C classic"),
            ("L", "L lower bound"),
        ];
        Ok(curves.draw(title, COLUMNS, &shown, true))
    }
}

struct Curves {
    bits: u64,
    items: u64,
    hashes: Span,
    /// A row for each number of hashes.
    values: Vec<Vec<Enclosure>>,
}

impl Curves {
    fn of(
        bits: u64,
        items: u64,
        hashes: Span,
        curves: &[Curve],
        form: Form,
    ) -> Result<Curves, Error> {
        few(hashes.len().saturating_mul(curves.len() as u64))?;
        let cost = |hashes: u64| {
            let one = |&(kind, _): &Curve| {
                Ok(load(Design::new(kind, bits, hashes)?, items)?.precision(form.bits()).cost())
            };
            curves.iter().map(one).sum::<Result<f64, Error>>()
        };
        quick(hashes.iter().map(cost))?;
        let row = |hashes: u64| -> Result<Vec<Enclosure>, Error> {
            let ask = |&(kind, ask): &Curve| {
                form.certain(&load(Design::new(kind, bits, hashes)?, items)?, ask)
            };
            curves.iter().map(ask).collect()
        };
        let values = hashes.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Curves { bits, items, hashes, values })
    }

    /// The table, and a chart of some of its columns.
    fn draw(
        self,
        title: String,
        columns: &'static [&'static str],
        shown: &[(&str, &str)],
        logarithmic: bool,
    ) -> Figure {
        let series = |&(column, name): &(&str, &str)| {
            let place = columns[HEAD..].iter().position(|c| *c == column)?;
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
        let row = |(k, row): (u64, Vec<Enclosure>)| {
            let head: [Value; HEAD] = [self.bits.into(), self.items.into(), k.into()];
            head.into_iter().chain(row.into_iter().map(Value::from)).collect()
        };
        let rows = self.hashes.iter().zip(self.values).map(row).collect();
        Figure { columns, rows, chart }
    }
}
