//! How estimates are written: points, the likeliest numbers, intervals, confidences.

use crate::report::{certified, shown};
use serde_json::{Value, json};
use urnfield::{Interval, Point, Rate};

/// What stands for a number that is larger than every other.
const INFINITY: &str = "infinity";

/// The value of a formula: enclosed, infinite, or none.
pub(crate) fn point(point: &Point, digits: usize) -> Value {
    match point {
        Point::Value(value) => certified(value, digits).into(),
        Point::Infinite => INFINITY.into(),
        Point::Undefined => Value::Null,
    }
}

/// The same where it stands for something that it need not be near to.
pub(crate) fn labelled(point: &Point, digits: usize) -> Value {
    match point {
        Point::Value(value) => json!({ "value": shown(value, digits), "label": "estimate" }),
        other => self::point(other, digits),
    }
}

pub(crate) fn point_in_words(point: &Point, digits: usize) -> Option<String> {
    match point {
        Point::Value(value) => Some(shown(value, digits)),
        Point::Infinite => Some(INFINITY.into()),
        Point::Undefined => None,
    }
}

/// Two ends, the upper one perhaps infinite; an empty interval has none.
pub(crate) fn interval(interval: &Interval) -> Value {
    match interval.ends() {
        Some((lo, Some(hi))) => json!({ "lo": lo, "hi": hi }),
        Some((lo, None)) => json!({ "lo": lo, "hi": INFINITY }),
        None => Value::Null,
    }
}

pub(crate) fn interval_in_words(interval: &Interval) -> String {
    match interval.ends() {
        Some((lo, Some(hi))) => format!("{lo} to {hi}"),
        Some((lo, None)) => format!("{lo} to {INFINITY}"),
        None => "empty".into(),
    }
}

/// A confidence as a short decimal where it is one, else as the fraction it is.
pub(crate) fn confidence_in_words(confidence: &Rate) -> String {
    confidence.value().brief()
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Enclosure;
    use urnfield_answers::usual_confidence;

    #[test]
    fn what_is_infinite_or_empty_is_said() {
        assert_eq!(point(&Point::Infinite, 7), "infinity");
        assert!(point(&Point::Undefined, 7).is_null());
        assert_eq!(labelled(&Point::Value(Enclosure::one()), 7)["label"], "estimate");
        let closed = Interval::Closed { lo: 70, hi: 84 };
        assert_eq!(interval(&closed).to_string(), r#"{"lo":70,"hi":84}"#);
        assert_eq!(interval(&Interval::From { lo: 7 }).to_string(), r#"{"lo":7,"hi":"infinity"}"#);
        assert!(interval(&Interval::Empty).is_null());
        assert_eq!(interval_in_words(&Interval::Empty), "empty");
    }

    #[test]
    fn confidences_are_short() {
        assert_eq!(usual_confidence().map(|c| confidence_in_words(&c)), Ok("0.95".into()));
        let third = "1/3".parse().expect("a rate");
        assert_eq!(confidence_in_words(&third), "1/3");
    }
}
