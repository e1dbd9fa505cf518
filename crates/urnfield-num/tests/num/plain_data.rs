//! Numbers as plain data come back as they were, and what is no number is refused.

use urnfield_num::{Dyadic, Enclosure, Rate, Rational};
use urnfield_paper::draws::Draws;

fn there_and_back<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("plain data");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn numbers_come_back_as_they_were() {
    let mut draws = Draws::new(71);
    for _ in 0..500 {
        let (n, d) = (draws.corner(u64::MAX - 1), draws.corner(u64::MAX - 2) + 1);
        let value: Rational = format!("{n}/{d}").parse().expect("a fraction");
        assert_eq!(there_and_back(&value), value);
        if let Ok(rate) = Rate::new(value.clone()) {
            assert_eq!(there_and_back(&rate), rate);
        }
        let enclosure = Enclosure::from_rational(&value, 53 + draws.below(300));
        let root = enclosure.ln().unwrap_or_else(Enclosure::one);
        for number in [&enclosure, &root, &(&enclosure * &root)] {
            let back = there_and_back(number);
            assert_eq!((back.lo(), back.hi()), (number.lo(), number.hi()));
            assert_eq!(back.exact(), number.exact());
        }
    }
    // Beyond every other number format.
    let tiny = (Enclosure::zero() - Enclosure::from(1_000_000_000_000_000)).exp();
    assert_eq!(there_and_back(&tiny).lo(), tiny.lo());
}

#[test]
fn an_enclosure_is_written_in_words_that_can_be_read() {
    let half = Enclosure::from(&Rational::new(1, 2).expect("a fraction"));
    let text = serde_json::to_string(&half).expect("plain data");
    let ends: serde_json::Value = serde_json::from_str(&text).expect("just written");
    assert_eq!(ends["exact"], "1/2");
    let end: Dyadic = ends["lo"].as_str().expect("a text").parse().expect("a number");
    assert_eq!(end, Dyadic::power_of_two(-1));
}

#[test]
fn what_is_no_number_is_refused() {
    for (text, said) in [
        (r#"{"lo":"2*2^0","hi":"1*2^0"}"#, "at most the upper"),
        (r#"{"lo":"1*2^0","hi":"2*2^0","exact":"3"}"#, "between its ends"),
        (r#"{"lo":"1*2^0","hi":"1*2^99999999999"}"#, "comparable"),
        (r#"{"lo":"1","hi":"1*2^0"}"#, "3*2^-5"),
        (r#"{"lo":"1*2^0","hi":"1*2^170141183460469231731687303715884105727"}"#, "3*2^-5"),
        (r#"{"lo":"1*2^0","hi":"1*2^0","middle":"1"}"#, "middle"),
    ] {
        let error = serde_json::from_str::<Enclosure>(text).expect_err(text);
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
    assert!(serde_json::from_str::<Rate>(r#""3/2""#).is_err());
    assert!(serde_json::from_str::<Rational>(r#""x""#).is_err());
}
