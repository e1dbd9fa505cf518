//! A small picture of a law, shown when no question is asked: bars over its central part.

use std::io::{self, Write};
use urnfield::{Enclosure, Error, Occupancy};

const MOST_ROWS: u64 = 20;
const COLUMNS: usize = 80;
/// A law is drawn this many standard deviations to both sides of its mean.
const REACH: f64 = 4.0;
/// Wider windows are not added up for a picture: single values stand for their neighbours.
const LARGEST_WINDOW: u64 = 20_000;
/// Adding up a window in doubles is off by less than this, relatively: all terms are positive
/// and there are at most 20000 of them, 2^-53 each.
const ROUNDING: f64 = 1e-10;

/// One row: values `first` to `last` and the ends of their total probability.
struct Bin {
    first: u64,
    last: u64,
    lo: f64,
    hi: f64,
}

/// Draws the law. The picture is left out where it is out of reach, because it was not asked for.
pub(crate) fn write(law: &Occupancy, out: &mut dyn Write) -> io::Result<()> {
    let Ok(rows) = rows(law) else { return Ok(()) };
    if rows.len() > 1 { draw(&rows, out) } else { Ok(()) }
}

fn rows(law: &Occupancy) -> Result<Vec<Bin>, Error> {
    let (first, last) = central(law)?;
    let width = (last - first) / MOST_ROWS + 1;
    if last - first >= LARGEST_WINDOW {
        let places = (first..=last).step_by(width as usize);
        return places.map(|i| Ok(Bin::new(i, i, &[(i, law.pmf(i)?)]))).collect();
    }
    let (first, last) = filled((first, last), width, law.support());
    let values = law.pmf_window(first, last)?;
    let bins = values.chunks(width as usize);
    Ok(bins.map(|bin| Bin::new(bin[0].0, bin[bin.len() - 1].0, bin)).collect())
}

/// The central part of the support. Doubles do: only the ends of a picture depend on them.
fn central(law: &Occupancy) -> Result<(u64, u64), Error> {
    let (least, most) = law.support();
    let mean = law.mean()?.hi_f64();
    let reach = REACH * law.variance()?.hi_f64().max(0.0).sqrt();
    let first = ((mean - reach).floor() as u64).clamp(least, most);
    let last = ((mean + reach).ceil() as u64).clamp(first, most);
    Ok((first, last))
}

/// The window widened to whole bins, as far as the support allows.
fn filled((first, last): (u64, u64), width: u64, (least, most): (u64, u64)) -> (u64, u64) {
    let missing = width - 1 - (last - first) % width;
    let above = missing.min(most - last);
    let below = (missing - above).min(first - least);
    (first - below, last + above)
}

impl Bin {
    fn new(first: u64, last: u64, values: &[(u64, Enclosure)]) -> Bin {
        let sum = |end: fn(&Enclosure) -> f64| values.iter().map(|(_, v)| end(v)).sum::<f64>();
        let lo = sum(Enclosure::lo_f64) * (1.0 - ROUNDING);
        let hi = sum(Enclosure::hi_f64) * (1.0 + ROUNDING);
        Bin { first, last, lo, hi }
    }

    fn label(&self) -> String {
        if self.first == self.last {
            return self.first.to_string();
        }
        format!("{}-{}", self.first, self.last)
    }

    /// Two digits if both ends round to them, else one, else none.
    fn share(&self) -> String {
        let digits = [2, 1].into_iter().find_map(|digits| {
            let lo = two_or_one(self.lo, digits);
            (lo == two_or_one(self.hi, digits)).then_some(lo)
        });
        digits.unwrap_or_default()
    }
}

fn draw(rows: &[Bin], out: &mut dyn Write) -> io::Result<()> {
    let labels: Vec<String> = rows.iter().map(Bin::label).collect();
    let shares: Vec<String> = rows.iter().map(Bin::share).collect();
    let longest = |texts: &[String], title: &str| {
        texts.iter().map(String::len).max().unwrap_or(0).max(title.len())
    };
    let binned = rows.iter().any(|row| row.first != row.last);
    let (place, share) = if binned { ("i", "P(X in i)") } else { ("i", "P(X = i)") };
    let a = longest(&labels, place);
    let b = longest(&shares, share);
    let room = COLUMNS.saturating_sub(a + b + 4);
    let largest = rows.iter().map(|row| row.hi).fold(0.0, f64::max);
    writeln!(out, "\n{place:>a$}  {share}")?;
    for ((row, label), share) in rows.iter().zip(&labels).zip(&shares) {
        let line = format!("{label:>a$}  {share:b$}  {}", bar(row.hi / largest, room));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A bar of up to `room` characters, to an eighth of one.
fn bar(part: f64, room: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * room as f64 * 8.0).round() as usize;
    let eighths = eighths.min(room * 8);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// `digits` significant digits, plain from 1e-4 up.
fn two_or_one(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok());
    match exponent {
        Some(e @ -4..=0) => format!("{value:.*}", digits - 1 + e.unsigned_abs() as usize),
        _ => scientific,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_widened_to_whole_bins() {
        assert_eq!(filled((10, 15), 4, (0, 100)), (10, 17));
        assert_eq!(filled((10, 15), 4, (0, 16)), (9, 16));
        assert_eq!(filled((10, 15), 4, (10, 16)), (10, 16));
        assert_eq!(filled((10, 17), 4, (0, 100)), (10, 17));
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(0.0, 10), "");
        assert_eq!(bar(1.0, 3), "███");
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(f64::NAN, 3), "");
    }

    #[test]
    fn shares_have_certain_digits_only() {
        let share = |lo, hi| Bin { first: 1, last: 1, lo, hi }.share();
        assert_eq!(share(0.123, 0.1231), "0.12");
        assert_eq!(share(0.0123, 0.0123), "0.012");
        assert_eq!(share(0.00001234, 0.00001234), "1.2e-5");
        assert_eq!(share(0.9999, 0.99991), "1.0");
        assert_eq!(share(0.1249, 0.1251), "0.1");
        assert_eq!(share(0.0, 1e-320), "");
    }

    #[test]
    fn a_picture_fits_eighty_columns() {
        let row = |i: u64| Bin {
            first: i * 1_000_000_000_000,
            last: i * 1_000_000_000_000 + 5,
            lo: 0.2 / i as f64,
            hi: 0.2 / i as f64,
        };
        let rows: Vec<Bin> = (1..20).map(row).collect();
        let mut out = Vec::new();
        draw(&rows, &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("text");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
    }
}
