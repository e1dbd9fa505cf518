//! [`Data`]: the numbers of a figure, as digits that are certain, and the chart they make.

use crate::chart::Chart;
use urnfield::{Enclosure, Error};
use urnfield_answers::Form;

/// Significant digits of every value.
pub(super) const DIGITS: usize = 30;

/// A table and its picture.
pub(super) struct Data {
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
    pub(super) chart: Chart,
}

impl Data {
    pub(super) fn to_csv(&self) -> String {
        let quoted = |cell: &str| match cell.contains(',') {
            true => format!("\"{cell}\""),
            false => cell.to_owned(),
        };
        let mut text = String::new();
        let header = self.columns.iter().map(|c| quoted(c)).collect::<Vec<_>>();
        text.push_str(&header.join(","));
        text.push('\n');
        for row in &self.rows {
            text.push_str(&row.join(","));
            text.push('\n');
        }
        text
    }
}

/// Asks with more and more bits until all digits are certain.
pub(super) fn certain(ask: impl Fn(u64) -> Result<Enclosure, Error>) -> Result<Enclosure, Error> {
    let form = Form::Text(DIGITS);
    form.settle("the value", ask, |value| form.suffices(value))
}

/// All its certain digits, zeros at the end included: 0.0100000000000000000000000000000.
pub(super) fn digits(value: &Enclosure) -> String {
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
