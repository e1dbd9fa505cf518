//! `fp-vs-k` and `fp-bounds`: the two rates of one filter over its hashes, and their bounds.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, logarithm, plain};
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

/// What is asked of the filters of a kind, and about how many word operations that takes.
#[derive(Clone, Copy)]
struct Curve {
    kind: Kind,
    ask: fn(&Load) -> Result<Enclosure, Error>,
    cost: fn(&Load) -> f64,
}

const fn curve(
    kind: Kind,
    ask: fn(&Load) -> Result<Enclosure, Error>,
    cost: fn(&Load) -> f64,
) -> Curve {
    Curve { kind, ask, cost }
}

/// What a formula of a few powers takes.
fn short(_: &Load) -> f64 {
    4e3
}

fn value(found: Result<Approximation, Error>) -> Result<Enclosure, Error> {
    found.map(|approximation| approximation.value)
}

const F_S: Curve = curve(Kind::Standard, Load::fpr, Load::cost);
const F_C: Curve = curve(Kind::Classic, Load::fpr, Load::cost);
const E: Curve = curve(Kind::Standard, |load| value(load.exponential()), short);
const M: Curve = curve(Kind::Standard, |load| value(load.independent()), short);
const U: Curve = curve(Kind::Classic, |load| value(load.upper()), short);
const L: Curve = curve(Kind::Standard, |load| value(load.lower()), Load::lower_cost);
const JENSEN_S: Curve = curve(Kind::Standard, |load| value(load.jensen()), Load::jensen_cost);
const JENSEN_C: Curve = curve(Kind::Classic, |load| value(load.jensen()), Load::jensen_cost);

/// Columns before those of the curves: bits, items, hashes.
const HEAD: usize = 3;

impl OverHashes {
    /// Draws `fig:fp-vs-k`.
    pub(crate) fn rates(&self, form: Form) -> Result<Figure, Error> {
        const COLUMNS: &[&str] = &["m", "n", "k", "f_S", "f_C", "E", "M", "U", "L"];
        let hashes = self.hashes.unwrap_or(Span { first: 1, last: 40 });
        let bits = self.bits.unwrap_or(100);
        let items = self.items.unwrap_or(20);
        let curves = Curves::of(bits, items, hashes, &[F_S, F_C, E, M, U, L], form)?;
        let title = format!("False-positive rates, m = {bits}, n = {items}");
        // Whole rates up to 1 on a plain axis, as printed; tiny ones only show on a logarithmic
        // one.
        let visible = curves.values.iter().flatten().any(|value| plain(value) > 0.05);
        let shown = [("f_C", "f_C classic"), ("f_S", "f_S standard"), ("E", "E")];
        Ok(curves.draw(title, COLUMNS, &shown, !visible))
    }

    /// Draws `fig:fp-bounds`.
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
        let bits = self.bits.unwrap_or(1000);
        let items = self.items.unwrap_or(20);
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
            let one = |curve: &Curve| {
                let load = load(Design::new(curve.kind, bits, hashes)?, items)?;
                Ok((curve.cost)(&load.precision(form.bits())))
            };
            curves.iter().map(one).sum::<Result<f64, Error>>()
        };
        quick(hashes.iter().map(cost))?;
        let row = |hashes: u64| -> Result<Vec<Enclosure>, Error> {
            let ask = |curve: &Curve| {
                form.certain(&load(Design::new(curve.kind, bits, hashes)?, items)?, curve.ask)
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

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::error::Unit;

    fn over(bits: u64, items: u64, first: u64, last: u64) -> OverHashes {
        OverHashes { bits: Some(bits), items: Some(items), hashes: Some(Span { first, last }) }
    }

    /// Every curve is in the estimate, not only the rates: Jensen's bounds alone take too long
    /// here.
    #[test]
    fn a_figure_of_long_bounds_is_refused_before_it_begins() {
        let form = Form::new(false, None);
        let question = over(1_000_000, 50_000, 90_000, 92_000);
        let load = load(Design::new(Kind::Standard, 1_000_000, 90_000).expect("a design"), 50_000);
        let load = load.expect("a load").precision(form.bits());
        assert!(load.cost() + load.lower_cost() < 1e6, "the other curves are short");
        assert!(load.jensen_cost() > 1e6);
        let refused = question.among_bounds(form).expect_err("too much");
        assert!(
            matches!(refused, Error::TooCostly { unit: Unit::Steps("word operations"), .. }),
            "{refused}"
        );
    }

    /// One item in a classic filter has a closed form, which is long for many hashes.
    #[test]
    fn closed_forms_of_many_hashes_count() {
        let refused = over(1_000_000_000, 1, 9_000, 12_000).rates(Form::new(false, None));
        let refused = refused.expect_err("too much");
        assert!(
            matches!(refused, Error::TooCostly { unit: Unit::Steps("word operations"), .. }),
            "{refused}"
        );
    }
}
