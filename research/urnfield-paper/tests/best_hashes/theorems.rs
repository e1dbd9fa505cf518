//! Theorems T, 0, 1 and 2 themselves.

use crate::model::*;
use std::cmp::Ordering;
use urnfield::{Design, Kind};
use urnfield_paper::formulas::exact::{ratio, whole};

#[test]
fn theorem_t_holds_at_every_small_filter() {
    let mut used = 0;
    for m in 2..=7 {
        for n in 1..=3 {
            let rates: Vec<_> = (1..=6).map(|k| standard_rate(m, n, k)).collect();
            for j in 1..=6u64 {
                for k in j..=6 {
                    let more = whole(1) - clear(m, n * k + j - 1);
                    let fewer = whole(1) - clear(m, n * j + j - 1);
                    if more.pow(k) >= fewer.pow(j) {
                        used += 1;
                        let [at_k, at_j] = [&rates[k as usize - 1], &rates[j as usize - 1]];
                        assert!(at_k >= at_j, "m = {m}, n = {n}, j = {j}, k = {k}");
                    }
                }
            }
        }
    }
    assert!(used > 200, "{used}");
}

/// r ≤ v = 1 − q^(N+j−1), and what the tangent and Jensen give.
#[test]
fn theorem_t_rests_on_these_steps() {
    for [m, n, j] in filters(7, |_| 3, |_| 5) {
        let law = balls(m, n * j);
        let r = power(m, &law, j) / power(m, &law, j - 1);
        let missed = clear(m, n * j + j - 1);
        assert!(r <= whole(1) - &missed, "m = {m}, n = {n}, j = {j}");
        // The identity behind it: 1 − r = q^(N+j−1)·p_(m−1)(N,j−1)/p_m(N,j−1).
        let fewer = power(m - 1, &balls(m - 1, n * j), j - 1);
        assert_eq!(whole(1) - &r, missed * fewer / power(m, &law, j - 1));
        for k in j..=6u64 {
            let exponent = k as f64 / j as f64;
            let q = (1.0 - 1.0 / m as f64).powf((n * (k - j)) as f64);
            let double = |x: &urnfield_paper::formulas::exact::Exact| {
                urnfield::Enclosure::from_rational(&x.0, 64).lo_f64()
            };
            let at = double(&r);
            let h = (1.0 - q * (1.0 - at)).powf(exponent) - at;
            let gain = double(&standard_rate(m, n, k)) - double(&power(m, &law, j));
            let bound = j as f64 * double(&power(m, &law, j - 1)) * h;
            assert!(gain >= bound - SLACK, "m = {m}, n = {n}, j = {j}, k = {k}");
        }
    }
}

/// The corollary: f_S does not fall from k on once q^n ≤ k/(k+1), and k_S* ≤ ⌈m/n⌉.
#[test]
fn corollary_t_bounds_the_best_hashes() {
    for [m, n, k] in filters(8, |_| 4, |_| 6) {
        if clear(m, n) <= ratio(k, k + 1) {
            let rises = standard_rate(m, n, k + 1) > standard_rate(m, n, k);
            assert!(rises, "m = {m}, n = {n}, k = {k}");
        }
        // q^n ≤ k/(k+1) from k = ⌈m/n⌉ on, as ln(m/(m−1)) ≥ 1/m and ln(1+1/k) ≤ 1/k.
        if k >= m.div_ceil(n) {
            assert!(clear(m, n) <= ratio(k, k + 1), "m = {m}, n = {n}, k = {k}");
        }
    }
}

#[test]
fn theorem_0_is_the_criterion_for_m() {
    for [m, n, k] in filters(14, |m| 2 * m, |_| 12) {
        let rises = independent(m, n, k + 1) >= independent(m, n, k);
        assert_eq!(rises, hypothesis(m, n, k), "m = {m}, n = {n}, k = {k}");
    }
}

/// Strictly, as the page shows under "Strictness".
#[test]
fn theorems_1_and_2_hold_at_every_small_filter() {
    let mut steps = [0, 0];
    for m in 2..=8 {
        for n in 1..=2 * m {
            for k in (1..=m.min(7)).filter(|&k| hypothesis(m, n, k)) {
                let what = format!("m = {m}, n = {n}, k = {k}");
                // Beyond ten balls a bit the rates are nearly 1, and the fractions long.
                if n * k <= 4 * m {
                    assert!(standard_rate(m, n, k + 1) > standard_rate(m, n, k), "{what}");
                    steps[0] += 1;
                }
                if k < m {
                    assert!(classic_rate(m, n, k + 1) > classic_rate(m, n, k), "{what}");
                    steps[1] += 1;
                }
            }
        }
    }
    assert!(steps.iter().all(|&steps| steps > 100), "{steps:?}");
}

/// Larger filters, by the certified rates of the library.
#[test]
fn theorems_1_and_2_hold_at_drawn_filters() {
    let mut steps = 0;
    for [m, n, k] in drawn(400, 150, 0x7e0) {
        if !hypothesis(m, n, k) {
            continue;
        }
        for kind in [Kind::Standard, Kind::Classic] {
            if kind == Kind::Classic && k >= m {
                continue;
            }
            let rate = |k| Design::new(kind, m, k).and_then(|design| design.holding(n)?.fpr());
            let [here, next] = [k, k + 1].map(|k| rate(k).expect("a small filter"));
            let order = here.compare(&next);
            assert_ne!(order, Some(Ordering::Greater), "{kind}, m = {m}, n = {n}, k = {k}");
            steps += 1;
        }
    }
    assert!(steps > 50, "{steps}");
}
