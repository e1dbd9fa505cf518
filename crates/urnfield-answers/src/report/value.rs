//! [`Value`]: one value of an answer, with its forms for programs and people.

use crate::read::FilterKind;
use urnfield::occupancy::Range;
use urnfield::{Committees, Enclosure, Interval, Kind, Likeliest, Point, Rate, Rational};

/// A value, not yet written: how many digits it has is for its reader to say.
///
/// | value | a program reads | a person reads |
/// |---|---|---|
/// | `Certified` | `{"lo":"…","hi":"…"}`, and `"exact"` where it is known | certain digits |
/// | `Upper` | the same | its upper end, rounded up: what is said to be "at most" that is |
/// | `Lower` | the same | its lower end, rounded down |
/// | `Estimate` | `{"value":"…","label":"estimate"}` | the same digits |
/// | `Rate` | `"1/100"` | `0.01` |
/// | `Interval` | `{"lo":70,"hi":84}` | `70 to 84` |
/// | `Between` | `{"lo":"0.18","hi":"0.24"}`, rounded outward | `0.18 to 0.24` |
/// | `Range` | the same, or `{"lo":"0.18","hi":"infinity"}` | `0.18 to infinity` |
/// | `Department` | `[[3,500],[2,80]]` | `3x500+2x80` |
/// | `List` | `[7,8]` | `7 8` |
/// | `Together` | `["a","b"]` | `a & b` |
/// | `Null`, `Object` | as JSON has them | nothing |
#[derive(Debug, Clone)]
pub enum Value {
    /// Not known.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A count.
    Integer(u64),
    /// A name, or a number that is written in one way only.
    Text(String),
    /// A value between two certain ends.
    Certified(Enclosure),
    /// A value that something does not exceed.
    Upper(Enclosure),
    /// A value that something does not fall below.
    Lower(Enclosure),
    /// A value that need not be near to what it stands for; more digits than `most` mean nothing.
    Estimate {
        /// The value itself.
        value: Enclosure,
        /// How many digits it has at most.
        most: usize,
    },
    /// A rate or a confidence as it was asked for.
    Rate(Rate),
    /// Whole numbers, from one to another.
    Interval(Interval),
    /// Numbers, from one to another.
    Between {
        /// The least.
        lo: Rational,
        /// The greatest.
        hi: Rational,
    },
    /// Numbers of which the ends are enclosed, from one to another or without end.
    Range(Range),
    /// Committees, so many of each size.
    Department(Vec<Committees>),
    /// Several values.
    List(Vec<Value>),
    /// Names that belong together.
    Together(Vec<String>),
    /// Values with names, in order. Under [`ENDS`] stands a certified value whose ends are members
    /// of this object.
    Object(Vec<(&'static str, Value)>),
    /// Values and words between them.
    Words(Vec<Value>),
    /// Rows of values under names: a list of objects, or tab-separated values.
    Rows(&'static [&'static str], Vec<Vec<Value>>),
}

/// The name under which a certified value gives its ends to the object around it:
/// `object! { "i" => 7, ENDS => p }` is `{"i":7,"lo":"…","hi":"…"}`.
pub const ENDS: &str = "";

/// What stands for a number that is larger than every other.
const INFINITY: &str = "infinity";

/// A [`Value::Object`]: `object! { "median" => median, "q999" => q999 }`.
#[macro_export]
macro_rules! object {
    ($($key:expr => $value:expr),* $(,)?) => {
        $crate::Value::Object(vec![$(($key, $crate::Value::from($value))),*])
    };
}

/// A [`Value::Words`]: `words![efficiency, " at ", items, " items"]`.
#[macro_export]
macro_rules! words {
    ($($value:expr),* $(,)?) => {
        $crate::Value::Words(vec![$($crate::Value::from($value)),*])
    };
}

impl Value {
    /// An object of what is known among these.
    pub fn known(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
        let known = |(_, value): &(_, Value)| !matches!(value, Value::Null);
        Value::Object(fields.into_iter().filter(known).collect())
    }

    /// A value of a formula that stands for something it need not be near to.
    pub fn estimate(point: Point) -> Value {
        match point {
            Point::Value(value) => Value::Estimate { value, most: usize::MAX },
            other => other.into(),
        }
    }

    /// What a person reads: a few words, or nothing where nothing is known.
    pub fn said(&self, digits: usize) -> Option<String> {
        let each = |values: &[Value]| -> Vec<String> {
            values.iter().filter_map(|value| value.said(digits)).collect()
        };
        Some(match self {
            Value::Null | Value::Object(_) | Value::Rows(..) => return None,
            Value::Bool(value) => value.to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Text(text) => text.clone(),
            Value::Certified(value) => shown(value, digits),
            Value::Upper(value) => shown_upper(value, digits),
            Value::Lower(value) => value.decimal_bounds(digits).0,
            Value::Estimate { value, most } => shown(value, digits.min(*most)),
            Value::Rate(rate) => short(rate),
            Value::Interval(interval) => match interval.ends() {
                Some((lo, Some(hi))) => format!("{lo} to {hi}"),
                Some((lo, None)) => format!("{lo} to {INFINITY}"),
                None => "empty".into(),
            },
            Value::Between { lo, hi } => {
                let (lo, hi) = outward(lo, hi, digits);
                format!("{lo} to {hi}")
            }
            Value::Range(range) => {
                let (lo, hi) = range_ends(range, digits);
                format!("{lo} to {hi}")
            }
            Value::Department(committees) => {
                let each = committees.iter().map(|c| format!("{}x{}", c.count, c.size));
                each.collect::<Vec<_>>().join("+")
            }
            Value::List(values) => each(values).join(" "),
            Value::Together(names) => names.join(" & "),
            Value::Words(values) => each(values).concat(),
        })
    }
}

/// The value to `digits` significant digits, fewer where fewer are certain.
pub(crate) fn shown(value: &Enclosure, digits: usize) -> String {
    format!("{value:.digits$}")
}

/// A bound, rounded up: nothing that is below it is above its digits.
pub(crate) fn shown_upper(bound: &Enclosure, digits: usize) -> String {
    bound.decimal_bounds(digits).1
}

/// Two decimals between which everything from `lo` to `hi` lies.
pub(crate) fn outward(lo: &Rational, hi: &Rational, digits: usize) -> (String, String) {
    let bounds = |end| {
        let bits = 4 * digits as u64 + 64;
        Enclosure::from_rational(end, bits).decimal_bounds(digits)
    };
    (bounds(lo).0, bounds(hi).1)
}

/// Two ends between which everything of a range lies.
pub(crate) fn range_ends(range: &Range, digits: usize) -> (String, String) {
    let hi = range.hi.as_ref().map(|hi| hi.decimal_bounds(digits).1);
    (range.lo.decimal_bounds(digits).0, hi.unwrap_or_else(|| INFINITY.into()))
}

/// A rate as a short decimal where it is one, else as the fraction it is, unless that is long.
pub(crate) fn short(rate: &Rate) -> String {
    rate.value().brief()
}

/// The name of a value at a place, `pmf(23)`; a place of a hundred digits is cut short.
pub(crate) fn place(name: &str, at: impl ToString) -> String {
    const SHOWN: usize = 40;
    let at = at.to_string();
    match at.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{name}({}...)", &at[..end]),
        None => format!("{name}({at})"),
    }
}

/// What a value may be made of.
macro_rules! from {
    ($($from:ty: $name:ident => $value:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($name: $from) -> Value {
                $value
            }
        })*
    };
}

from! {
    bool: value => Value::Bool(value);
    u64: value => Value::Integer(value);
    &str: text => Value::Text(text.into());
    String: text => Value::Text(text);
    Enclosure: value => Value::Certified(value);
    Rate: rate => Value::Rate(rate);
    Rational: value => Value::Text(value.to_string());
    Kind: kind => Value::Text(kind.to_string());
    FilterKind: kind => Value::Text(kind.to_string());
    Interval: interval => Value::Interval(interval);
    Range: range => Value::Range(range);
    Point: point => match point {
        Point::Value(value) => Value::Certified(value),
        Point::Infinite => INFINITY.into(),
        Point::Undefined => Value::Null,
    };
    Likeliest: found => match found {
        Likeliest::At(ties) => ties.into(),
        Likeliest::Infinite => INFINITY.into(),
        Likeliest::Undefined => Value::Null,
    };
}

impl<T: Clone + Into<Value>> From<&T> for Value {
    fn from(value: &T) -> Value {
        value.clone().into()
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Value {
        values.into_iter().collect()
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Value {
        Value::List(values.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(value: impl Into<Value>) -> Option<String> {
        value.into().said(7)
    }

    #[test]
    fn what_is_infinite_or_empty_is_said() {
        assert_eq!(said(Point::Infinite).as_deref(), Some("infinity"));
        assert_eq!(said(Point::Undefined), None);
        assert_eq!(said(Likeliest::At(vec![2, 3])).as_deref(), Some("2 3"));
        assert_eq!(said(Interval::Closed { lo: 70, hi: 84 }).as_deref(), Some("70 to 84"));
        assert_eq!(said(Interval::From { lo: 7 }).as_deref(), Some("7 to infinity"));
        assert_eq!(said(Interval::Empty).as_deref(), Some("empty"));
    }

    #[test]
    fn what_is_at_most_that_is_rounded_up() {
        let bound = Enclosure::from_rational(&"0.00983666815".parse().expect("a number"), 64);
        assert_eq!(shown(&bound, 7), "0.009836668");
        assert_eq!(Value::Upper(bound).said(7).as_deref(), Some("0.009836669"));
        assert_eq!(Value::Upper(Enclosure::one()).said(7).as_deref(), Some("1"));
    }

    #[test]
    fn ends_of_shares_are_rounded_outward() {
        let of = |text: &str| text.parse::<Rational>().expect("a number");
        let third = Value::Between { lo: of("1/3"), hi: of("2/3") };
        assert_eq!(third.said(3).as_deref(), Some("0.333 to 0.667"));
        let whole = Value::Between { lo: of("0"), hi: of("1") };
        assert_eq!(whole.said(3).as_deref(), Some("0 to 1"));
    }

    #[test]
    fn rates_are_short() {
        let rate = |text: &str| text.parse::<Rate>().expect("a rate");
        assert_eq!(said(rate("95%")).as_deref(), Some("0.95"));
        assert_eq!(said(rate("1/3")).as_deref(), Some("1/3"));
        assert_eq!(said(rate("1e-300")).as_deref(), Some("1e-300"));
    }

    #[test]
    fn words_are_said_in_a_row() {
        let third = Enclosure::from_rational(&"1/3".parse().expect("a number"), 64);
        let words = words![&third, " at ", 7u64, " items"];
        assert_eq!(words.said(3).as_deref(), Some("0.333 at 7 items"));
        let estimate = Value::Estimate { value: third, most: 5 };
        assert_eq!(estimate.said(9).as_deref(), Some("0.33333"));
    }

    #[test]
    fn places_are_cut_short() {
        assert_eq!(place("pmf", 23), "pmf(23)");
        assert_eq!(place("pgf", "1".repeat(99_999)).len(), 48);
    }
}
