//! `textbook-gap`: the actual rates of filters that have the textbook's size.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, plain};
use crate::draw::figure::Figure;
use crate::{Form, Value};
use urnfield::bloom::Textbook;
use urnfield::{Design, Enclosure, Error, Kind, Load, Plan, Rate};

const COLUMNS: &[&str] =
    &["n", "p", "bits", "hashes", "f_S", "f_S_over_p", "bits_needed_S", "bits_needed_C"];

/// The rates where none is given.
const RATES: [&str; 4] = ["1e-1", "1e-2", "1e-4", "1e-9"];

question! {
    /// Rates that the textbook sizes filters for.
    TextbookGap {
        /// A rate to size for; may be given several times
        fpr: Option<Vec<Rate>> = rate("P"),
        /// The most items [default: 10000]
        up_to: Option<u64> = count("N"),
    }
}

impl TextbookGap {
    pub(crate) fn gap(&self, form: Form) -> Result<Figure, Error> {
        let most = self.up_to.unwrap_or(10_000);
        let usual = || RATES.iter().map(|p| Ok(p.parse()?)).collect::<Result<Vec<Rate>, Error>>();
        let rates = self.fpr.clone().map_or_else(usual, Ok)?;
        let mut rows = Vec::new();
        let mut series = Vec::new();
        for p in &rates {
            let mut points = Vec::new();
            for n in items(most) {
                let book = Textbook::sizing(n, p)?;
                let load = Design::new(Kind::Standard, book.bits, book.hashes)?.holding(n)?;
                let rate = form.certain(&load, Load::fpr)?;
                let needed = |kind| Plan::smallest(kind, n, p).map(|plan| plan.design.bits());
                let ratio = form.enclose("the value", |bits| {
                    let p = Enclosure::from_rational(p.value(), bits + 8);
                    Ok(load.precision(bits + 8).fpr()? / p)
                })?;
                // A kept promise has no place on a logarithmic axis.
                let percent = 100.0 * (plain(&ratio) - 1.0);
                if percent > 0.0 {
                    points.push(((n as f64).log10(), percent.log10()));
                }
                rows.push(vec![
                    n.into(),
                    Value::Text(p.to_string()),
                    book.bits.into(),
                    book.hashes.into(),
                    rate.into(),
                    ratio.into(),
                    needed(Kind::Standard)?.into(),
                    needed(Kind::Classic)?.into(),
                ]);
            }
            series.push(Series { name: format!("p = {}", shown(p)), points, style: Style::Marked });
        }
        let chart = Chart {
            title: "How far a standard filter of the textbook's size misses its rate".into(),
            x: Axis::logarithmic("items n"),
            y: Axis::logarithmic("rate above the target, in percent"),
            series,
        };
        Ok(Figure { columns: COLUMNS, rows, chart })
    }
}

/// 1, 2, 3, 5, 7, 10, 20, … up to the most.
fn items(most: u64) -> impl Iterator<Item = u64> {
    let decades = (0..19).map(|d| 10u64.pow(d));
    decades
        .flat_map(|d| [1, 2, 3, 5, 7].map(|i| d.saturating_mul(i)))
        .take_while(move |&n| n <= most)
}

/// A short decimal where the rate is one.
fn shown(p: &Rate) -> String {
    let value = Enclosure::from_rational(p.value(), 100);
    value.digits(6).unwrap_or_else(|| p.to_string())
}
