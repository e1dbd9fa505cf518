//! Filters made for a number of items and a rate.

use std::io;
use urnfield::bloom::Sizing;
use urnfield::filter::{Hashing, Key};
use urnfield::{Error, Filter, FilterOptions, Guarantee, Kind, Plan, Rate};

#[test]
fn the_filter_for_some_items_is_the_one_that_the_plan_proves() {
    for (items, fpr) in [(1, "1/2"), (10, "1%"), (1_000, "1e-6"), (20_000, "1 in 700")] {
        let rate: Rate = fpr.parse().expect("a rate");
        for kind in [Kind::Standard, Kind::Classic] {
            let sure: Rate = "0.999999".parse().expect("a rate");
            let kept = Plan::find(&Sizing::of_items(kind, items, &rate).with_confidence(&sure))
                .expect("small");
            let own = FilterOptions { kind, ..FilterOptions::default() };
            let filter = Filter::for_items_with(items, fpr, &own).expect("small");
            assert_eq!((filter.design(), filter.planned_items()), (kept.design.into(), items));
            assert_eq!((filter.bits_set(), filter.seed()), (0, Some(0)));
            if kind == Kind::Standard {
                assert_eq!(Filter::for_items(items, rate.clone()).expect("small"), filter);
            }
            let mean = FilterOptions { guarantee: Guarantee::Mean, ..own.clone() };
            let smaller = Filter::for_items_with(items, fpr, &mean).expect("small");
            assert_eq!(smaller.design(), Plan::smallest(kind, items, &rate).expect("small").design);
            assert!(smaller.design().bits() <= filter.design().bits());
            let guarantee = Guarantee::ThisFilter { confidence: "1/2".parse().expect("a rate") };
            let half = FilterOptions { guarantee, hashing: Hashing::Seed(7), ..own };
            let half = Filter::for_items_with(items, fpr, &half).expect("small");
            assert!(half.design().bits() <= filter.design().bits());
            assert_eq!(half.seed(), Some(7));
        }
    }
}

#[test]
fn a_double_is_the_decimal_that_it_prints_as() {
    for (double, decimal) in [
        (0.01, "0.01"),
        (1e-6, "1/1000000"),
        (0.1 + 0.2, "0.30000000000000004"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        (1.0 - f64::EPSILON, "0.9999999999999998"),
    ] {
        assert_eq!(Rate::try_from(double), decimal.parse::<Rate>(), "{double}");
        assert_eq!(Rate::try_from(double), Rate::try_from(decimal), "{double}");
    }
    let (double, text) = (Filter::for_items(100, 0.01), Filter::for_items(100, "1%"));
    assert_eq!(double.expect("small"), text.expect("small"));
}

#[test]
fn what_cannot_be_sized_is_refused_in_a_sentence() {
    for no_rate in [0.0, -0.0, 1.0, -0.5, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Filter::for_items(10, no_rate).expect_err("no rate");
        assert!(matches!(error, Error::Domain { .. }), "{no_rate}: {error}");
        assert!(error.to_string().starts_with("a rate lies strictly between 0 and 1, got "));
    }
    assert!(matches!(Filter::for_items(10, "rarely"), Err(Error::Format { .. })));
    assert!(matches!(Filter::for_items(0, 0.01), Err(Error::Domain { .. })));
    let error = Filter::for_items(10, "rarely").expect_err("no rate");
    assert_eq!(error.io_kind(), None::<io::ErrorKind>);
}

#[test]
fn options_show_no_key() {
    let hashing = Key::new(*b"sixteen secrets!").into();
    let options = FilterOptions { hashing, ..FilterOptions::default() };
    let shown = format!("{options:?}");
    assert!(shown.contains("Key(secret)") && !shown.contains("115, 105"), "{shown}");
    let keyed = Filter::for_items_with(10, 0.1, &options).expect("small");
    assert_eq!(keyed.seed(), None);
}
