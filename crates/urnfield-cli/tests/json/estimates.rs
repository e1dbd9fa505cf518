//! `estimate`, `birthday`, `critical` and `sample`.

use super::{answer, check_ends, rational};
use serde_json::{Map, Value};
use urnfield::Occupancy;

fn names(object: &Map<String, Value>) -> String {
    object.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn estimates_have_their_keys_and_widths() {
    for (digits, asked) in [(15, ""), (3, "--digits 3"), (40, "--digits 40 --confidence 2/3")] {
        for (words, keys, certified) in [
            ("committees --urns 1e6 --size 7 --occupied 5e5", "urns size occupied", 1),
            ("committees --urns 1e6 --size 7 --occupied 1e6", "urns size occupied", 0),
            ("balls --urns 365 --occupied 200", "urns occupied", 1),
            ("balls --urns 365 --occupied 0", "urns occupied", 1),
        ] {
            let found = answer(&format!("estimate {words} {asked}"));
            assert_eq!(names(&found), format!("{keys} moments mle confidence interval"));
            assert_eq!(check_ends(&Value::Object(found), digits), certified, "{words}");
        }
        for (words, keys, certified) in [
            ("--sizes 50,40,30 --distinct 100", "sizes distinct", 2),
            ("--balls 1e6 --distinct 6e5", "balls distinct", 2),
            ("--balls 1e6 --distinct 1e6", "balls distinct", 1),
            ("--department 20x500+3x80 --distinct 6000", "departments distinct", 2),
        ] {
            let found = answer(&format!("estimate population {words} {asked}"));
            assert_eq!(names(&found), format!("{keys} moments mle mvue confidence interval"));
            assert!(found["mvue"]["unbiased_up_to"].is_u64());
            assert_eq!(check_ends(&Value::Object(found), digits), certified, "{words}");
        }
    }
}

#[test]
fn what_is_infinite_or_empty_is_said() {
    let full = answer("estimate balls --urns 9 --occupied 9");
    assert_eq!((&full["moments"], &full["mle"]), (&"infinity".into(), &"infinity".into()));
    assert_eq!(full["interval"].to_string(), r#"{"lo":12,"hi":"infinity"}"#);
    let empty = answer("estimate committees --urns 14 --size 5 --occupied 6");
    assert!(empty["interval"].is_null() && empty["notes"][0].is_string());
    let apart = answer("estimate population --sizes 5,6 --distinct 11");
    assert_eq!(apart["interval"]["hi"], "infinity");
}

#[test]
fn birthdays_and_critical_values_keep_their_words() {
    let found = answer("birthday --urns 1e6 --probability 1/3");
    assert_eq!(names(&found), "urns probability balls collision");
    let balls = found["balls"].as_u64().expect("a count");
    let at = |balls| Occupancy::balls(1_000_000, balls).and_then(|law| law.collision());
    let third = rational("1/3");
    assert!(at(balls).is_ok_and(|p| p.certainly_ge(&third)));
    assert!(at(balls - 1).is_ok_and(|p| p.certainly_lt(&third)));
    assert_eq!(names(&answer("birthday --urns 9 --balls 3")), "urns balls collision");
    let found = answer("critical --population 1e4 --sizes 500,400,300 --level 1e-6");
    assert_eq!(names(&found), "population sizes level critical at_least");
    assert_eq!(found["level"], "1/1000000");
    assert_eq!(check_ends(&Value::Object(found), 15), 1);
}

#[test]
fn samples_are_as_many_as_asked_and_possible() {
    let found = answer("sample union --urns 50 --department 3x20 --count 200 --seed 9");
    assert_eq!(names(&found), "model urns departments mean variance support seed values");
    let values: Vec<u64> =
        found["values"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert_eq!(values.len(), 200);
    let [lo, hi] = ["lo", "hi"].map(|end| found["support"][end].as_u64().expect("a count"));
    assert!(values.iter().all(|x| (lo..=hi).contains(x)));
    // Within six standard errors of the mean.
    let sum = values.iter().sum::<u64>() as f64 / 200.0;
    let number = |key: &str| found[key]["lo"].as_str().and_then(|text| text.parse::<f64>().ok());
    let (mean, variance) = (number("mean").expect("one"), number("variance").expect("one"));
    assert!((sum - mean).abs() < 6.0 * (variance / 200.0).sqrt(), "{sum} {mean}");
    let again = answer("sample union --urns 50 --department 3x20 --count 200 --seed 9");
    assert_eq!(found, again);
    let other = answer("sample union --urns 50 --department 3x20 --count 200 --seed 10");
    assert_ne!(found["values"], other["values"]);
}
