//! `spread`: the distribution of the rates of single filters, with mean, median and the rate that
//! 999 in 1000 filters keep.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, logarithm, plain};
use crate::draw::figure::Figure;
use crate::draw::figure::pmf::table;
use crate::{Form, Value};
use urnfield::{Design, Enclosure, Error, Kind, Rate, Rational};

question! {
    /// One filter with its items.
    OneFilter {
        /// The size in bits [default: 1024]
        bits: Option<u64> = size_in_bits("M"),
        /// How many items it holds [default: 102]
        items: Option<u64> = count("N"),
        /// How many positions an item has [default: 7]
        hashes: Option<u64> = count("K"),
        /// standard or classic [default: standard]
        kind: Option<Kind> = kind("KIND"),
    }
}

impl OneFilter {
    pub(crate) fn spread(&self, form: Form) -> Result<Figure, Error> {
        let kind = self.kind.unwrap_or(Kind::Standard);
        let design = Design::new(kind, self.bits.unwrap_or(1024), self.hashes.unwrap_or(7))?;
        let load = design.holding(self.items.unwrap_or(102))?;
        // What is rarer than this is not seen.
        let remedy = "ask for quantiles with `urnfield rate --spread`, or draw a smaller filter";
        let table = table(&load.occupancy()?, &"1e-12".parse()?, form, remedy)?;
        let mut rows = Vec::new();
        let mut own = Vec::new();
        for (set, probability) in &table {
            let rate = form.enclose("the value", |bits| design.fpr_given_to(*set, bits))?;
            rows.push(vec![set.into(), Value::from(&rate), probability.into()]);
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
            let upright = |x| Series::upright(format!("{name} {rate:.3}"), x);
            series.extend(place(&rate).map(upright));
        }
        let rate = "false-positive rate of one filter";
        let m = design.bits();
        let n = load.items();
        let k = design.hashes();
        let chart = Chart {
            title: format!("Rates of single {kind} filters, m = {m}, n = {n}, k = {k}"),
            x: if wide { Axis::logarithmic(rate) } else { Axis::plain(rate) },
            y: Axis::plain("probability").with(0.0),
            series,
        };
        Ok(Figure { columns: &["bits_set", "rate", "probability"], rows, chart })
    }
}
