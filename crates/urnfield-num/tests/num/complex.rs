//! sin and cos, atan2, complex exp, ln and ln Γ against values made by another program
//! (`oracle/complex_functions.py`), on mantissas of 2, 4, 8 and other lengths.

use super::draws::{number, ten_to};

use serde_json::Value;
use urnfield_num::Rational;
use urnfield_num::{Complex, Enclosure, Real};

/// A row: the function, its argument, and its value within a unit of the last digit.
struct Row {
    function: String,
    point: [(bool, u128, i128); 2],
    values: [[Rational; 2]; 2],
}

fn rows(function: &str) -> Vec<Row> {
    let text = include_str!("../oracle/complex_functions.json");
    let rows: Vec<Vec<Value>> = serde_json::from_str(text).expect("a list of lists");
    rows.iter().map(|row| read(row)).filter(|row| row.function == function).collect()
}

fn read(row: &[Value]) -> Row {
    let text = |i: usize| row[i].as_str().expect("every entry is text");
    let coordinate = |i: usize| {
        let whole: i128 = text(i).parse().expect("a whole number");
        let exponent = text(i + 1).parse().expect("an exponent");
        (whole < 0, whole.unsigned_abs(), exponent)
    };
    Row {
        function: text(0).into(),
        point: [coordinate(1), coordinate(3)],
        values: [ends(text(5)), ends(text(6))],
    }
}

/// One unit of the last digit to either side; an exact zero has no digits.
fn ends(text: &str) -> [Rational; 2] {
    let value = number(text);
    let Some((_, place)) = text.split_once('e') else {
        return [value.clone(), value];
    };
    let unit = ten_to(place.parse().expect("a decimal exponent"));
    [&value - &unit, &value + &unit]
}

fn coordinate((negative, whole, exponent): (bool, u128, i128), words: usize) -> Real {
    let real = Real::from_u128(whole, exponent, words);
    if negative { real.negated() } else { real }
}

fn point(row: &Row, words: usize) -> Complex {
    Complex::new(coordinate(row.point[0], words), coordinate(row.point[1], words))
}

/// That the enclosure holds the value given, which has 80 digits or more: all of it where the
/// enclosure is so much wider, else they only have to share a point.
fn agrees(computed: &Enclosure, [low, high]: &[Rational; 2]) -> bool {
    if computed.certain_bits() < 240 {
        return computed.contains(low) && computed.contains(high);
    }
    !computed.certainly_lt(low) && !computed.certainly_gt(high)
}

fn check(function: &str, words: usize, apply: impl Fn(&Complex) -> [Option<Real>; 2]) {
    let rows = rows(function);
    assert!(rows.len() >= 250, "the rows were found");
    for row in rows {
        let results = apply(&point(&row, words));
        for (result, value) in results.iter().zip(&row.values) {
            let Some(result) = result else { continue };
            let enclosure = result.enclosure();
            assert!(
                agrees(&enclosure, value),
                "{function} of {:?} with {words} words gave {enclosure:.40}",
                row.point
            );
        }
    }
}

/// The function on every kind of storage.
macro_rules! agrees_with_the_oracle {
    ($($test:ident: $function:literal => $apply:expr;)+) => {$(
        #[test]
        fn $test() {
            check($function, 2, $apply);
            check($function, 3, $apply);
            check($function, 4, $apply);
            check($function, 8, $apply);
            check($function, 5, $apply);
            check($function, 9, $apply);
        }
    )+};
}

fn both(z: Complex) -> [Option<Real>; 2] {
    [Some(z.re), Some(z.im)]
}

agrees_with_the_oracle! {
    sin_and_cos_agree_with_the_oracle: "sin_cos" => |z| {
        let (sin, cos) = z.re.sin_cos();
        [Some(sin), Some(cos)]
    };
    atan2_agrees_with_the_oracle: "atan2" => |z| [Some(z.im.atan2(&z.re)), None];
    exp_agrees_with_the_oracle: "exp" => |z| both(z.exp());
    ln_agrees_with_the_oracle: "ln" => |z| both(z.ln());
    ln_gamma_agrees_with_the_oracle: "ln_gamma" => |z| both(z.ln_gamma());
}

/// Bits that are certain, relative to `scale` or to the value itself if that is larger.
fn certain(value: &Real, scale: i128) -> i128 {
    let one = Real::from_u128(1, scale, value.words());
    let larger = if value.magnitude().is_none_or(|g| g <= scale) {
        value.add(&one.shift(1))
    } else {
        value.clone()
    };
    i128::from(larger.certain_bits()).min(64 * value.words() as i128)
}

/// Containment alone would be content with the whole plane: for exact arguments all but a few bits
/// are certain.
fn is_narrow(words: usize) {
    let bits = 64 * words as i128;
    let narrow = |name: &str, loss: i128, row: &Row, value: &Real, scale: i128| {
        let left = certain(value, scale);
        assert!(left >= bits - loss, "{name} of {:?}: {left} of {bits} bits", row.point);
    };
    const ITSELF: i128 = -100_000;
    for row in rows("sin_cos") {
        let (sin, cos) = point(&row, words).re.sin_cos();
        narrow("sin", 8, &row, &sin, 0);
        narrow("cos", 8, &row, &cos, 0);
        let tiny = row.point[0].2 < -150;
        if tiny {
            narrow("a tiny sine", 8, &row, &sin, ITSELF);
        }
    }
    for row in rows("atan2") {
        let z = point(&row, words);
        narrow("atan2", 8, &row, &z.im.atan2(&z.re), ITSELF);
    }
    for row in rows("ln") {
        let z = point(&row, words);
        narrow("ln", 10, &row, &z.ln().re, 0);
        narrow("abs", 8, &row, &z.abs(), ITSELF);
    }
    for row in rows("ln_gamma") {
        let log = point(&row, words).ln_gamma();
        let size = log.re.magnitude().max(log.im.magnitude()).unwrap_or(0).max(0);
        narrow("Re ln gamma", 20, &row, &log.re, size);
        narrow("Im ln gamma", 20, &row, &log.im, size);
    }
}

#[test]
fn results_for_exact_arguments_are_narrow() {
    is_narrow(2);
    is_narrow(3);
    is_narrow(4);
    is_narrow(8);
    is_narrow(6);
}
