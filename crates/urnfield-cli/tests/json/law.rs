//! Occupancy laws.

use super::{answer, check_ends, rational};
use serde_json::Value;
use urnfield::Rational;

const BALLS: &str = "model urns balls mean variance support";
const DEPARTMENTS: &str = "model urns departments mean variance support";

#[test]
fn keys_ends_and_widths() {
    let laws = [
        ("law balls --urns 365 --balls 23", BALLS),
        ("law balls --urns 1 --balls 1", BALLS),
        ("law balls --urns 64 --balls 0", BALLS),
        ("law balls --urns 1000 --balls 1000", BALLS),
        ("law balls --urns 1e6 --balls 30", BALLS),
        ("law union --urns 64 --department 10x5", DEPARTMENTS),
        ("law union --urns 50 --department 3x20+2x8 --department 1x7", DEPARTMENTS),
        ("law union --urns 30 --department 0x5", DEPARTMENTS),
        ("law union --urns 30 --department 2x30", DEPARTMENTS),
        ("law intersection --urns 20000 --department 1x500 --department 1x300", DEPARTMENTS),
        ("law intersection --urns 90 --department 3x20 --department 2x30+1x5", DEPARTMENTS),
        ("law intersection --urns 90 --department 1x80 --department 1x70", DEPARTMENTS),
    ];
    let questions = [
        ("", "mode", 15),
        ("--pmf 7 --at-least 20 --at-most 29", "pmf at_least at_most", 15),
        ("--quantile 1% --pgf 0.9 --digits 1", "quantile pgf", 1),
        ("--moments 4 --digits 40", "raw factorial binomial", 40),
        ("--bounds 1 --pmf 23 --digits 100", "pmf bounds", 100),
        ("--table --above 1e-9 --digits 30", "table", 30),
    ];
    for (law, always) in laws {
        for (question, asked, digits) in questions {
            let object = answer(&format!("{law} {question}"));
            let keys: Vec<&str> = object.keys().map(String::as_str).collect();
            assert_eq!(keys.join(" "), format!("{always} {asked}"), "{law} {question}");
            assert!(check_ends(&Value::Object(object), digits) >= 2);
        }
    }
}

#[test]
fn a_table_of_exact_values_adds_up_to_one() {
    let object = answer("law intersection --urns 12 --department 2x4 --department 1x6 --table");
    let rows = object["table"].as_array().expect("a list");
    let sum = rows.iter().fold(Rational::zero(), |sum, row| {
        &sum + &rational(row["pmf"]["exact"].as_str().expect("small enough to be exact"))
    });
    assert_eq!(sum, Rational::one());
    let first = object["support"]["lo"].as_u64();
    assert_eq!(rows.first().and_then(|row| row["i"].as_u64()), first);
}

#[test]
fn tails_meet_and_quantiles_agree_with_them() {
    let law = "law balls --urns 1000 --balls 1000";
    let quantile = answer(&format!("{law} --quantile 1/3"));
    assert_eq!(quantile["quantile"]["p"], "1/3");
    let i = quantile["quantile"]["i"].as_u64().expect("an integer");
    let at_most = |i: u64| answer(&format!("{law} --at-most {i}"))["at_most"].clone();
    let end = |value: &Value, key: &str| rational(value[key].as_str().expect("a string"));
    assert!(end(&at_most(i), "lo") >= rational("1/3"));
    assert!(end(&at_most(i - 1), "hi") < rational("1/3"));
    let above = answer(&format!("{law} --at-least {}", i + 1))["at_least"].clone();
    let (below, above) = (end(&at_most(i), "lo"), end(&above, "hi"));
    let gap = &Rational::one() - &(&below + &above);
    assert!(gap < rational("1e-14") && gap > rational("-1e-14"));
}

#[test]
fn integers_are_integers_up_to_the_last() {
    let object =
        answer("law union --urns 18446744073709551615 --department 1x18446744073709551614");
    assert_eq!(object["urns"].as_u64(), Some(u64::MAX));
    assert_eq!(object["departments"][0][0][1].as_u64(), Some(u64::MAX - 1));
    assert_eq!(object["support"]["hi"].as_u64(), Some(u64::MAX - 1));
    assert_eq!(object["variance"]["exact"], "0");
}

/// Whether this law is within reach is for the library to say; that the command answers is ours.
#[test]
fn a_summary_without_its_mode_is_still_an_answer() {
    let object = answer("law balls --urns 1e15 --balls 1e15");
    assert!(check_ends(&Value::Object(object.clone()), 15) >= 2);
    let noted = object.get("notes").and_then(Value::as_array).is_some_and(|n| !n.is_empty());
    assert_eq!(object["mode"].is_null(), noted);
}
