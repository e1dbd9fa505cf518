//! [`Figure`]: the numbers of a figure, as digits that are certain, and the chart they make.

use crate::draw::chart::chart::Chart;
use crate::draw::chart::drawing::draw;
use crate::{Report, Value};
use urnfield::Enclosure;

/// A table and its picture.
#[derive(Debug, Clone)]
pub struct Figure {
    pub(crate) columns: &'static [&'static str],
    pub(crate) rows: Vec<Vec<Value>>,
    pub(crate) chart: Chart,
}

impl Figure {
    /// Significant digits of every value, as people and programs have them in CSV.
    pub const DIGITS: usize = 30;

    /// For a picture fewer digits do, which are found many times quicker.
    pub const DIGITS_OF_A_PICTURE: usize = 7;

    /// The data, in lines of values between commas.
    pub fn to_csv(&self) -> String {
        let quoted =
            |cell: &str| if cell.contains(',') { format!("\"{cell}\"") } else { cell.to_owned() };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let rows = self.rows.iter().map(|row| line(row.iter().map(cell).collect()));
        let head = line(self.columns.iter().map(|column| quoted(column)).collect());
        std::iter::once(head).chain(rows).collect()
    }

    /// The picture, a whole SVG document.
    pub fn to_svg(&self) -> String {
        draw(&self.chart)
    }
}

impl From<Figure> for Report {
    /// People read CSV.
    fn from(figure: Figure) -> Report {
        let mut report = Report::default();
        report.json("title", &figure.chart.title);
        report.json("rows", Value::Rows(figure.columns, figure.rows.clone()));
        report.later(move |out| out.write_all(figure.to_csv().as_bytes()));
        report
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Certified(value) => digits(value),
        other => other.said(Figure::DIGITS).unwrap_or_default(),
    }
}

/// All its certain digits, zeros at the end included: 0.0100000000000000000000000000000.
fn digits(value: &Enclosure) -> String {
    const DIGITS: usize = Figure::DIGITS;
    let text = format!("{value:.DIGITS$}");
    if value.is_zero() || text.starts_with('[') || value.digits(DIGITS).is_none() {
        return text;
    }
    let (mantissa, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (&text[..], ""),
    };
    let written = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let leading = mantissa.trim_start_matches('-').bytes().take_while(|b| matches!(b, b'0' | b'.'));
    let leading = leading.filter(|b| *b == b'0').count();
    let missing = DIGITS.saturating_sub(written - leading);
    let point = if missing > 0 && !mantissa.contains('.') { "." } else { "" };
    format!("{mantissa}{point}{}{exponent}", "0".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    #[test]
    fn all_digits_are_written() {
        let shown = |text: &str| {
            let value: Rational = text.parse().expect("a number");
            digits(&Enclosure::from_rational(&value, 200))
        };
        assert_eq!(shown("0.01"), "0.0100000000000000000000000000000");
        assert_eq!(shown("1"), "1.00000000000000000000000000000");
        assert_eq!(shown("0"), "0");
        assert_eq!(shown("1/3"), format!("0.{}", "3".repeat(30)));
        assert_eq!(shown("1e-9"), "1.00000000000000000000000000000e-9");
        assert_eq!(shown("25"), "25.0000000000000000000000000000");
    }
}
