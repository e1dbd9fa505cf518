//! The smallest filters, against every smaller multiple of 64.

use super::filter;
use urnfield::Rate;
use urnfield::bloom::double::{DoublePlan, Steps};

#[test]
fn no_smaller_multiple_of_64_keeps_the_rate() {
    for (items, p, steps) in [
        (1, "1/2", Steps::All),
        (5, "1%", Steps::All),
        (20, "2%", Steps::Unit),
        (60, "10%", Steps::Nonzero),
    ] {
        let p: Rate = p.parse().expect("a rate");
        let plan = DoublePlan::find(steps, items, &p, (1, 9)).expect("a plan");
        assert!(plan.is_smallest && plan.fpr.certainly_le(p.value()), "{plan:?}");
        let bits = plan.design.bits();
        assert!(bits.is_multiple_of(64));
        for smaller in (64..bits).step_by(64) {
            for hashes in 1..=9 {
                let rate = filter(steps, smaller, hashes).fpr(items).expect("in reach");
                assert!(rate.certainly_gt(p.value()), "{smaller} bits, {hashes} hashes: {rate}");
            }
        }
        for hashes in 1..=9 {
            let rate = filter(steps, bits, hashes).fpr(items).expect("in reach");
            assert!(rate.nearest_f64() >= plan.fpr.nearest_f64(), "{hashes} hashes are better");
        }
    }
}

#[test]
fn a_search_upwards_says_so() {
    let p: Rate = "1%".parse().expect("a rate");
    let plan =
        DoublePlan::find(Steps::All, 1_000_000, &p, DoublePlan::USUAL_HASHES).expect("a plan");
    assert!(!plan.is_smallest && plan.fpr.certainly_le(p.value()));
    // Within a thousandth of the plain filter's size.
    assert!((9_592_957..9_602_550).contains(&plan.design.bits()), "{}", plan.design.bits());
}
