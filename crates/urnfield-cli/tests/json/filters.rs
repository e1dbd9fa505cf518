//! Bloom filters: plans, rates and peaks.

use super::{answer, check_ends, keys, rational, run};
use serde_json::{Map, Value};
use urnfield::Rational;

fn end(value: &Value, key: &str) -> Rational {
    rational(value[key].as_str().expect("ends are strings"))
}

fn checked(arguments: &str, digits: u32) -> Value {
    let object = Value::Object(answer(arguments));
    assert!(check_ends(&object, digits) >= 2, "{arguments}");
    object
}

const PLAN: &str = "kind bits bytes hashes ties items fpr efficiency bits_per_item";

#[test]
fn plans_have_their_keys_and_widths() {
    for (question, asked, kinds) in [
        ("--items 1e6 --fpr 1%", "items fpr kind", 3),
        ("--items 4 --fpr 1e-20 --kind classic", "items fpr kind", 1),
        ("--items 50 --fpr 1/3 --hashes 4", "items fpr hashes kind", 3),
        ("--bits 1KiB --items 500 --max-hashes 3", "items bits max_hashes kind", 3),
        ("--bits 4999 --items 621", "items bits kind", 2),
        ("--bits 2^33 --fpr 1e-9 --kind standard", "fpr bits kind", 1),
        ("--bits 170 --fpr 0.001 --hashes 10", "fpr bits hashes kind", 2),
    ] {
        for (form, digits) in [("", 15), ("--digits 1", 1), ("--digits 40", 40)] {
            let object = checked(&format!("plan {question} {form}"), digits);
            assert_eq!(keys(&object), "asked plans textbook notes", "{question}");
            assert_eq!(keys(&object["asked"]), asked, "{question}");
            let textbook = "bits hashes items claimed fpr keeps_promise";
            assert_eq!(keys(&object["textbook"]), textbook, "{question}");
            let plans = object["plans"].as_array().expect("a list");
            assert_eq!(plans.len(), kinds, "{question}");
            for plan in plans {
                assert_eq!(keys(plan), format!("{PLAN} per_filter"), "{question}");
                if question.contains("fpr") {
                    assert_eq!(keys(&plan["per_filter"]), "confidence bits share_worse");
                    assert_eq!(plan["per_filter"]["confidence"], "999999/1000000");
                } else {
                    assert!(plan["per_filter"].is_null(), "{question}");
                }
                let (bits, items) = (plan["bits"].as_u64(), plan["items"].as_u64());
                let [bits, items] = [bits, items].map(|n| n.expect("an integer"));
                assert_eq!(plan["bytes"].as_u64(), Some(bits.div_ceil(8)));
                let ratio = Rational::from(bits).checked_div(&Rational::from(items));
                assert_eq!(plan["bits_per_item"]["exact"], ratio.expect("items").to_string());
                assert_eq!(plan["ties"][0], plan["hashes"]);
            }
        }
    }
}

#[test]
fn the_numbers_everybody_asks_for() {
    let object = answer("plan --items 1e6 --fpr 1%");
    assert_eq!(object["asked"]["fpr"], "1/100");
    let of = |i: usize, key: &str| object["plans"][i][key].as_u64();
    assert_eq!((of(0, "bits"), of(0, "hashes")), (Some(9_592_957), Some(7)));
    assert_eq!((of(1, "bits"), of(1, "hashes")), (Some(9_592_956), Some(7)));
    assert_eq!(object["textbook"]["bits"].as_u64(), Some(9_585_059));
    assert_eq!(object["textbook"]["keeps_promise"], false);
    let object = answer("plan --items 4 --fpr 1e-20");
    assert_eq!(object["plans"][0]["bits"].as_u64(), Some(398));
    assert_eq!(object["plans"][1]["bits"].as_u64(), Some(380));
    assert_eq!(object["textbook"]["hashes"].as_u64(), Some(67));
}

/// The three forms of a plan agree with each other and with `rate`.
#[test]
fn plans_are_the_best_there_is() {
    let p = rational("1/50");
    let smallest = "plan --items 300 --fpr 2% --kind standard --no-per-filter";
    let smallest = answer(smallest)["plans"][0].clone();
    assert_eq!(keys(&smallest), PLAN);
    let bits = smallest["bits"].as_u64().expect("an integer");
    assert!(end(&smallest["fpr"], "hi") <= p);
    let best = format!("plan --bits {bits} --items 300 --kind standard --no-per-filter");
    let best = answer(&best);
    assert_eq!(best["plans"][0], smallest);
    let less = answer(&format!("plan --bits {} --items 300 --kind standard", bits - 1));
    assert!(end(&less["plans"][0]["fpr"], "lo") > p);
    let most = answer(&format!("plan --bits {bits} --fpr 2% --kind standard"));
    assert!(most["plans"][0]["items"].as_u64() >= Some(300));
    let less = answer(&format!("plan --bits {} --fpr 2% --kind standard", bits - 1));
    assert!(less["plans"][0]["items"].as_u64() < Some(300));
    let hashes = &smallest["hashes"];
    let rate = answer(&format!("rate --bits {bits} --items 300 --hashes {hashes}"));
    assert_eq!(rate["fpr"], smallest["fpr"]);
    assert_eq!(rate["efficiency"], smallest["efficiency"]);
}

#[test]
fn confidence_adds_two_keys_and_bits() {
    let plain = answer("plan --items 100 --fpr 1% --kind classic");
    let sure = answer("plan --items 100 --fpr 1% --kind classic --confidence 99.9%");
    let plan = &sure["plans"][0];
    assert_eq!(keys(plan), format!("{PLAN} confidence fpr_at_confidence per_filter"));
    assert_eq!(plan["per_filter"]["confidence"], "999/1000");
    assert_eq!(plan["per_filter"]["bits"], plan["bits"]);
    assert_eq!(plan["confidence"], "999/1000");
    assert!(end(&plan["fpr_at_confidence"], "hi") <= rational("1/100"));
    assert!(end(&plan["fpr_at_confidence"], "lo") > end(&plan["fpr"], "hi"));
    assert!(plan["bits"].as_u64() > plain["plans"][0]["bits"].as_u64());
}

/// What a promise for each single filter costs, and that the size named keeps it.
#[test]
fn plans_say_what_each_single_filter_takes() {
    let plan = answer("plan --items 1000 --fpr 1% --kind standard")["plans"][0].clone();
    let found = &plan["per_filter"];
    assert_eq!(found["bits"].as_u64(), Some(9963));
    let half = end(&found["share_worse"], "lo");
    assert!(rational("0.4") < half && half < rational("0.6"), "{found}");
    let sure = answer("plan --items 1000 --fpr 1% --kind standard --confidence 0.999999");
    assert_eq!(sure["plans"][0]["bits"], found["bits"]);
    let worse = end(&sure["plans"][0]["per_filter"]["share_worse"], "hi");
    assert!(worse <= rational("1e-6"), "{worse}");
    // With the hashes given, and for the most items.
    for question in ["--items 1000 --hashes 4", "--bits 1e4 --max-hashes 3"] {
        let plan = answer(&format!("plan --fpr 1% {question} --kind classic"))["plans"][0].clone();
        assert!(plan["per_filter"]["bits"].as_u64() > plan["bits"].as_u64(), "{plan}");
    }
}

/// Neither kind is refused on the way to 2^63 bits.
#[test]
fn plans_reach_to_the_largest_filters() {
    for items in ["1e14", "1e15", "1e16", "1e17", "3e17"] {
        let object = answer(&format!("plan --items {items} --fpr 1e-6 --kind both"));
        for (plan, kind) in [(&object["plans"][0], "standard"), (&object["plans"][1], "classic")] {
            assert_eq!(plan["kind"], kind, "{object:?}");
            assert!(end(&plan["fpr"], "hi") <= rational("1e-6"), "{plan}");
            assert!(plan["per_filter"]["bits"].as_u64() > plan["bits"].as_u64(), "{plan}");
        }
        assert_eq!(object["notes"].as_array().map(Vec::len), Some(0), "{object:?}");
    }
}

/// A title names a small rate as it is written, not with 300 zeros.
#[test]
fn titles_are_short() {
    for (question, title) in [
        ("--items 1000", "The smallest filter for 1000 items at a rate of at most 1e-300"),
        ("--bits 1e6", "The most items in 1000000 bits at a rate of at most 1e-300"),
    ] {
        let output = run(&format!("plan {question} --fpr 1e-300 --no-per-filter"));
        let text = String::from_utf8(output.stdout).expect("text is UTF-8");
        assert_eq!(text.lines().next(), Some(title), "{text}");
    }
}

/// Bits, items and rate together are a question.
#[test]
fn three_quantities_fit_or_do_not() {
    let asked = |words: &str| {
        let output = run(&format!("plan {words} --json"));
        let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert!(check_ends(&object, 15) >= 1, "{object}");
        let needs = object["needs_bits"].as_u64();
        let status = if object["fits"] == true { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(status), "{object}");
        (object["fits"] == true, needs, object)
    };
    for kind in ["standard", "classic"] {
        let least = format!("--items 1000 --fpr 1% --kind {kind}");
        let bits = answer(&format!("plan {least}"))["plans"][0]["bits"].as_u64();
        let bits = bits.expect("an integer");
        let (fits, needs, object) = asked(&format!("{least} --bits {bits}"));
        assert!(fits && needs == Some(bits));
        assert!(end(&object["fpr"], "hi") <= rational("1/100"));
        let (fits, needs, object) = asked(&format!("{least} --bits {}", bits - 1));
        assert!(!fits && needs == Some(bits));
        assert!(end(&object["fpr"], "lo") > rational("1/100"));
        assert_eq!(object["most_items"].as_u64(), Some(999));
        // A promise for each filter takes more.
        let (fits, needs, _) = asked(&format!("{least} --bits {bits} --confidence 0.999999"));
        assert!(!fits && needs > Some(bits));
        let enough = needs.expect("an integer");
        assert!(asked(&format!("{least} --bits {enough} --confidence 0.999999")).0);
        assert!(!asked(&format!("{least} --bits {bits} --hashes 3")).0);
    }
    // So many bits that the best hashes are out of reach: it fits all the same.
    assert!(asked("--items 12 --fpr 1% --bits 1MiB").0);
    let (fits, _, object) = asked("--items 5 --fpr 1e-9 --bits 1");
    assert!(!fits && object["most_items"].is_null(), "{object}");
}

/// The textbook is held to the same hashes.
#[test]
fn the_textbook_obeys_the_hashes_too() {
    for question in ["--items 1e6 --fpr 1%", "--bits 1MiB --fpr 1%", "--bits 1MiB --items 1e6"] {
        let given = answer(&format!("plan {question} --max-hashes 3 --no-per-filter"));
        assert_eq!(given["textbook"]["hashes"], 3, "{question}");
    }
    let given = answer("plan --items 1e6 --fpr 1% --hashes 3 --no-per-filter");
    assert_eq!(given["textbook"]["bits"].as_u64(), Some(12_364_167));
}

#[test]
fn rates_have_their_keys_and_lie_between_their_bounds() {
    for filter in [
        "--bits 64 --items 4 --hashes 10",
        "--bits 64 --items 4 --hashes 9 --kind classic",
        "--bits 64 --items 4 --hashes 70",
        "--bits 1 --items 1 --hashes 1",
        "--bits 7 --items 3 --hashes 7 --kind classic",
        "--bits 1e4 --items 100 --hashes 7",
        "--bits 2^50 --items 1e14 --hashes 7 --kind classic",
        "--bits 64 --items 2000 --hashes 1",
    ] {
        for (form, digits) in [("", 15), ("--digits 3", 3), ("--digits 50", 50)] {
            let object = checked(&format!("rate {filter} {form}"), digits);
            let all = "kind bits items hashes fpr one_minus_fpr efficiency bounds spread notes";
            assert_eq!(keys(&object), all, "{filter}");
            assert_eq!(keys(&object["bounds"]), "E M L U", "{filter}");
            for bound in object["bounds"].as_object().map(Map::values).into_iter().flatten() {
                match bound["is"].as_str() {
                    Some("lower") => assert!(end(bound, "lo") <= end(&object["fpr"], "hi")),
                    Some("upper") => assert!(end(bound, "hi") >= end(&object["fpr"], "lo")),
                    Some("estimate") => assert_eq!(object["kind"], "classic"),
                    other => panic!("{filter}: {other:?}"),
                }
            }
            let noted = object["notes"].as_array().is_some_and(|notes| !notes.is_empty());
            assert_eq!(object["spread"].is_null(), noted, "{filter}");
        }
    }
}

#[test]
fn a_spread_is_computed_where_it_is_cheap_or_wanted() {
    let cheap = answer("rate --bits 1000 --items 100 --hashes 7");
    assert_eq!(keys(&cheap["spread"]), "median q999");
    assert!(end(&cheap["spread"]["q999"], "lo") > end(&cheap["fpr"], "hi"));
    // At any size, asked for or not.
    let large = "rate --bits 1e12 --items 1e11 --hashes 7";
    let unasked = answer(large);
    assert_eq!(keys(&unasked["spread"]), "median q999");
    assert_eq!(unasked["notes"], Value::Array(Vec::new()));
    assert_eq!(answer(&format!("{large} --spread")), unasked);
}

#[test]
fn a_complete_filter_is_shown_as_by_rate() {
    for kind in ["standard", "classic"] {
        let filter = format!("--bits 1KiB --items 500 --hashes 5 --kind {kind}");
        assert_eq!(answer(&format!("plan {filter}")), answer(&format!("rate {filter}")));
    }
    let filter = "--bits 1KiB --items 500 --hashes 5";
    assert_eq!(answer(&format!("plan {filter}")), answer(&format!("rate {filter}")));
}

#[test]
fn peaks_have_their_keys() {
    let all = "kind bits hashes items ties efficiency fpr real approximations";
    for (filter, items, hashes) in [
        ("--bits 100", 69, 1),
        ("--bits 100 --kind classic", 1, 50),
        ("--bits 1024 --hashes 7", 101, 7),
    ] {
        let object = checked(&format!("peak {filter}"), 15);
        assert!(keys(&object).starts_with(all), "{filter}");
        assert_eq!(object["items"].as_u64(), Some(items), "{filter}");
        assert_eq!(object["ties"][0][1].as_u64(), Some(hashes), "{filter}");
        assert_eq!(keys(&object["approximations"]), "M E");
        assert_eq!(keys(&object["approximations"]["M"]), "items efficiency");
        if let Some(real) = object["real"].as_object() {
            assert_eq!(real["items"]["label"], "estimate");
        } else {
            assert_eq!(object["notes"].as_array().map(Vec::len), Some(1));
        }
    }
    let ties = &answer("peak --bits 101 --kind classic")["ties"];
    assert_eq!(ties.to_string(), "[[1,50],[1,51]]");
}

/// What is out of reach for one kind leaves the other one standing.
#[test]
fn one_kind_may_be_missing() {
    let object = answer("plan --bits 64 --fpr 10% --hashes 70");
    let plans = object["plans"].as_array().expect("a list");
    assert_eq!(plans.len(), 1);
    assert_eq!(plans[0]["kind"], "standard");
    let note = object["notes"][0].as_str().unwrap_or_default();
    assert!(note.starts_with("no classic plan: "), "{note}");
}
