//! The two items of the Bloom section that are occupancy laws: E6 to E8, E15, E19.

use super::{of_batches, of_colours};
use urnfield::Occupancy;
use urnfield_paper::formulas::exact::{Exact, number, sign, signed, whole};
use urnfield_paper::formulas::table::encloses;
use urnfield_paper::formulas::{balls, departments, outcomes, unions};

/// The AND of standard filters of disjoint sets, by enumeration.
fn shared_bits(m: u64, k: u64, items: &[u64]) -> urnfield_paper::formulas::table::Law {
    let departments: Vec<Vec<u64>> = items.iter().map(|&n| vec![1; (n * k) as usize]).collect();
    outcomes::intersection(m, &departments)
}

/// E6: the first term carries (−1)^c, and the square of the mean is added.
#[test]
fn eqn_var_intersection_printed_form_fails() {
    let by_signs = |m: u64, k: u64, items: &[u64], first: Exact, last: Exact| {
        let [one, two] = departments::filter_products(m, k, items);
        let outcomes = whole(m).pow(k * items.iter().sum::<u64>());
        let squares = (first * one + whole(m - 1) * two) * whole(m) / outcomes;
        squares + last * departments::filter_mean(m, k, items).pow(2)
    };
    for (m, k, items, prints, truth) in [
        (1, 1, vec![1, 1], "2", "0"),
        (2, 1, vec![1, 1], "3/4", "1/4"),
        (2, 1, vec![2], "7/4", "1/4"),
    ] {
        let c = sign(items.len() as u64);
        let (plus, minus) = (whole(1), signed(-1));
        let printed = by_signs(m, k, &items, c.clone(), plus.clone());
        assert_eq!(printed, number(prints), "m = {m}, {items:?}");
        // Repairing the last sign alone is not enough for an odd number of filters.
        let half = by_signs(m, k, &items, c, minus.clone());
        assert_eq!(half == number(truth), items.len() % 2 == 0);
        assert_ne!(by_signs(m, k, &items, plus, whole(1)), number(truth));

        assert_eq!(shared_bits(m, k, &items).variance(), number(truth));
        assert_eq!(departments::filter_variance(m, k, &items), number(truth));
        let colours: Vec<u64> = items.iter().map(|&n| n * k).collect();
        encloses(of_colours(m, &colours).variance(), &number(truth), "Var |B∧|");
    }
}

/// E7: the product is over both terms of the difference.
#[test]
fn eqn_expected_intersection_printed_product_fails() {
    // Read as written: the product of the powers alone, less the last department's term.
    let printed = |m: u64, k: u64, items: &[u64]| {
        let product: Exact = items.iter().map(|&n| whole(m).pow(n * k)).product();
        let last = whole(m - 1).pow(items[items.len() - 1] * k);
        whole(m) * (product - last) / whole(m).pow(k * items.iter().sum::<u64>())
    };
    for (m, k, items, prints, truth) in [(1, 1, [0, 1], "1", "0"), (2, 1, [1, 1], "3/2", "1/2")] {
        assert_eq!(printed(m, k, &items), number(prints));
        assert_eq!(shared_bits(m, k, &items).mean(), number(truth));
        assert_eq!(departments::filter_mean(m, k, &items), number(truth));
        encloses(of_colours(m, &items).mean(), &number(truth), "E |B∧|");
    }
}

/// The corollary, corrected, in general.
#[test]
fn cor_filter_intersection_is_the_law_of_disjoint_sets() {
    for m in 1..=3 {
        for k in 1..=2 {
            for items in [vec![2], vec![0, 1], vec![1, 2], vec![1, 1, 2]] {
                let (truth, what) = (shared_bits(m, k, &items), format!("{m} {k} {items:?}"));
                assert_eq!(departments::filter_mean(m, k, &items), truth.mean(), "{what}");
                let variance = departments::filter_variance(m, k, &items);
                assert_eq!(variance, truth.variance(), "{what}");
                let colours: Vec<u64> = items.iter().map(|&n| n * k).collect();
                let law = of_colours(m, &colours);
                encloses(law.mean(), &truth.mean(), &what);
                encloses(law.variance(), &variance, &what);
            }
        }
    }
}

/// E15: the sets must be disjoint. Two filters of the same item share its bits for certain.
#[test]
fn cor_filter_intersection_fails_for_shared_items() {
    let formula = departments::filter_mean(2, 1, &[1, 1]);
    assert_eq!(formula, number("1/2"));
    // Both filters are the same bit, wherever it falls.
    let truth = outcomes::committees(2, 1);
    assert!(truth.iter().all(|filter| (filter & filter).count_ones() == 1));
    // And their OR holds one item, not two.
    let one = Occupancy::balls(2, 1).expect("in the domain");
    encloses(one.mean(), &whole(1), "the OR of the same filter twice");
    assert_ne!(balls::mean(2, 2), whole(1));
}

/// E8: the classic column should say k balls a batch and n batches; its own formulas do.
#[test]
fn tab_bloom_as_occupancy_printed_urn_model_fails() {
    let (m, n, k) = (2, 1, 2);
    let formula = unions::mean(m, n, k);
    assert_eq!(formula, whole(2));
    // Printed: "Balls n, Batches k".
    assert_eq!(outcomes::union(m, &vec![n; k as usize]).mean(), number("3/2"));
    assert_eq!(outcomes::union(m, &vec![k; n as usize]).mean(), formula);
    encloses(of_batches(m, n, k).mean(), &formula, "classic");
}

/// The rest of the table: laws and means of both columns.
#[test]
fn tab_bloom_as_occupancy_laws_and_means() {
    for (m, n, k) in [(3, 2, 2), (4, 3, 1), (4, 2, 3), (5, 0, 2)] {
        let classic = outcomes::union(m, &vec![k; n as usize]);
        let committees = [urnfield::Committees { count: n, size: k }];
        assert_eq!(unions::law_by_differences(m, &committees), classic.0);
        assert_eq!(unions::mean(m, n, k), classic.mean());
        let standard = outcomes::balls(m, n * k);
        assert_eq!(balls::law_by_stirling(m, n * k), standard.0);
        assert_eq!(balls::mean(m, n * k), standard.mean());
    }
}

/// E19: the AND of two filters need not be a filter of anything: {1,2} AND {2,3} has one bit,
/// and with two distinct positions an item no classic filter has.
#[test]
fn fig_bloom_int_union_an_intersection_is_no_filter() {
    let items = outcomes::committees(3, 2);
    let (a, b) = (0b011, 0b110);
    assert!(items.contains(&a) && items.contains(&b));
    // Filters of all sets of items there are.
    let filter = |set: u32| {
        let chosen = items.iter().enumerate();
        chosen.fold(0, |bits, (i, item)| bits | if set >> i & 1 == 1 { *item } else { 0 })
    };
    assert!((0..1 << items.len()).any(|set| filter(set) == a | b));
    assert!((0..1 << items.len()).all(|set| filter(set) != a & b));
}
