//! `optimal-k`: the best number of hashes over the items, beside (m/n) ln 2.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, plain};
use crate::draw::figure::{Figure, few};
use crate::read::Span;
use crate::{Form, Value};
use urnfield::bloom::{Optimum, Peak, Textbook};
use urnfield::{Design, Enclosure, Error, Kind, Load};

const COLUMNS: &[&str] = &[
    "m",
    "n",
    "estimate_m_ln2_over_n",
    "k_star_S",
    "k_star_C",
    "f_S_star",
    "f_C_star",
    "k_est_rounded",
    "f_S_at_est",
    "f_C_at_est",
];

question! {
    /// One size over items.
    OverItems {
        /// The size in bits [default: 1024]
        bits: Option<u64> = size_in_bits("M"),
        /// From how many items to how many [default: 1-20]
        items: Option<Span> = span("A-B"),
    }
}

impl OverItems {
    /// Draws `fig:optimal-k`.
    pub(crate) fn best(&self, form: Form) -> Result<Figure, Error> {
        let bits = self.bits.unwrap_or(1024);
        let items = self.items.unwrap_or(Span { first: 1, last: 20 });
        few(items.len())?;
        let (mut rows, mut places) = (Vec::new(), [vec![], vec![], vec![]]);
        for n in items.iter() {
            let estimate = estimate(bits, n)?;
            let rounded = Textbook::tuning(bits, n)?.hashes;
            let [standard, classic] =
                [Kind::Standard, Kind::Classic].map(|kind| Optimum::of(kind, bits, n));
            let best = [standard?.ties[0], classic?.ties[0]];
            let rate = |kind: Kind, k: u64| -> Result<Value, Error> {
                let load = Design::new(kind, bits, k)?.holding(n)?;
                Ok(form.certain(&load, Load::fpr)?.into())
            };
            rows.push(vec![
                bits.into(),
                n.into(),
                Value::from(&estimate),
                best[0].into(),
                best[1].into(),
                rate(Kind::Standard, best[0])?,
                rate(Kind::Classic, best[1])?,
                rounded.into(),
                rate(Kind::Standard, rounded)?,
                // The textbook may ask for more different positions than there are bits.
                if rounded <= bits { rate(Kind::Classic, rounded)? } else { Value::Null },
            ]);
            let heights = [plain(&estimate), best[0] as f64, best[1] as f64];
            for (points, y) in places.iter_mut().zip(heights) {
                points.push((n as f64, y.log10()));
            }
        }
        let names = ["(m/n) ln 2", "k_S* standard", "k_C* classic"];
        let series = names.into_iter().zip(places);
        let series = series
            .map(|(name, points)| Series { name: name.into(), points, style: Style::Marked })
            .collect();
        let chart = Chart {
            title: format!("Best number of hashes, m = {bits}"),
            x: Axis::plain("items n"),
            y: Axis::logarithmic("hashes k"),
            series,
        };
        Ok(Figure { columns: COLUMNS, rows, chart })
    }
}

/// (m/n) ln 2: where the formula E has its peak over items, with n and k in each other's place.
fn estimate(bits: u64, items: u64) -> Result<Enclosure, Error> {
    Ok(Peak::of_exponential(Design::new(Kind::Standard, bits, items)?).items)
}
