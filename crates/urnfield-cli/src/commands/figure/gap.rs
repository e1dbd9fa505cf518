//! `textbook-gap`: filters of the textbook's size, and the rate they really have.

use super::data::{Data, certain, digits};
use crate::chart::{Axis, Chart, Series, Style, plain};
use urnfield::bloom::Textbook;
use urnfield::{Design, Error, Kind, Plan, Rate, Rational};

const COLUMNS: [&str; 8] =
    ["n", "p", "bits", "hashes", "f_S", "f_S_over_p", "bits_needed_S", "bits_needed_C"];

/// The rates where none is given.
const RATES: [&str; 4] = ["1e-1", "1e-2", "1e-4", "1e-9"];

pub(super) fn draw(rates: &[Rate], up_to: Option<u64>) -> Result<Data, Error> {
    let most = up_to.unwrap_or(10_000);
    let rates = match rates {
        [] => RATES.iter().map(|p| p.parse()).collect::<Result<Vec<Rate>, Error>>()?,
        given => given.to_vec(),
    };
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for p in &rates {
        let mut points = Vec::new();
        for n in items(most) {
            let book = Textbook::sizing(n, p)?;
            let load = Design::new(Kind::Standard, book.bits, book.hashes)?.holding(n)?;
            let rate = certain(|bits| load.precision(bits).fpr())?;
            let needed = [Kind::Standard, Kind::Classic].map(|kind| Plan::smallest(kind, n, p));
            let [standard, classic] = needed;
            let ratio = ratio(&load, p)?;
            // A kept promise has no place on a logarithmic axis.
            let percent = 100.0 * (plain(&ratio) - 1.0);
            if percent > 0.0 {
                points.push(((n as f64).log10(), percent.log10()));
            }
            rows.push(vec![
                n.to_string(),
                p.to_string(),
                book.bits.to_string(),
                book.hashes.to_string(),
                digits(&rate),
                digits(&ratio),
                standard?.design.bits().to_string(),
                classic?.design.bits().to_string(),
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
    Ok(Data { columns: COLUMNS.to_vec(), rows, chart })
}

/// f/p: the ends of the rate divided exactly.
fn ratio(load: &urnfield::Load, p: &Rate) -> Result<urnfield::Enclosure, Error> {
    certain(|bits| {
        let rate = load.precision(bits + 8).fpr()?;
        // Outward decimals with digits to spare are rationals.
        let (low, high) = rate.decimal_bounds(super::data::DIGITS + 12);
        let over = |end: &str| -> Result<Rational, Error> {
            let end: Rational = end.parse()?;
            Ok(end.checked_div(p.value()).unwrap_or_else(Rational::zero))
        };
        let (low, high) = (over(&low)?, over(&high)?);
        let middle = &(&low + &high) * &Rational::new(1, 2)?;
        // Good to all digits that are written where the ends agree in them.
        let shown = urnfield::Enclosure::from_rational(&middle, bits);
        let [a, b] = [low, high].map(|end| urnfield::Enclosure::from_rational(&end, bits + 64));
        let same = a.digits(super::data::DIGITS) == b.digits(super::data::DIGITS);
        if same { Ok(shown) } else { Ok(a) }
    })
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
    let value = urnfield::Enclosure::from_rational(p.value(), 100);
    value.digits(6).unwrap_or_else(|| p.to_string())
}
