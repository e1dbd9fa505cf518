//! What the paper prints about filters (sections 3 to 5): every number, and errata both ways.
//!
//! Each test is named after the label or section it is about. An erratum's test shows that the
//! printed statement fails at a named counterexample and that the corrected one holds.

use std::cmp::Ordering;
use std::f64::consts::LN_2;
use urnfield::bloom::{BoundSide, Peak, Textbook, valley};
use urnfield::{Design, Enclosure, Kind, Load, Plan, Rate};
use urnfield_paper::formulas::exact::{Exact, number, ratio, whole};

const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

fn load(kind: Kind, m: u64, n: u64, k: u64) -> Load {
    Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("in the domain")
}

fn fpr(kind: Kind, m: u64, n: u64, k: u64) -> Enclosure {
    load(kind, m, n, k).fpr().expect("in reach")
}

fn exact_fpr(kind: Kind, m: u64, n: u64, k: u64) -> Exact {
    Exact(load(kind, m, n, k).fpr_exact().expect("in reach"))
}

fn best(kind: Kind, m: u64, n: u64) -> Vec<u64> {
    Plan::best_hashes(kind, m, n).expect("in reach").ties
}

/// The sizes of the smallest filters of both kinds, standard first.
fn smallest(items: u64, fpr: &str) -> [(u64, u64); 2] {
    KINDS.map(|kind| {
        let plan = Plan::smallest(kind, items, &rate(fpr)).expect("in reach");
        (plan.design.bits(), plan.design.hashes())
    })
}

fn peak(kind: Kind, m: u64, k: u64) -> Peak {
    Design::new(kind, m, k).and_then(Peak::of).expect("in reach")
}

fn rate(text: &str) -> Rate {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// What rounds to a decimal as printed: at most half a unit of its last digit away.
fn printed(text: &str) -> [Exact; 2] {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, d)| d.len() as i64);
    let exponent: i64 = exponent.parse().expect("an exponent");
    let half = number(&format!("5e{}", exponent - decimals - 1));
    let value = number(text);
    [&value - &half, value + half]
}

#[track_caller]
fn rounds_to(value: &Enclosure, text: &str) {
    let [low, high] = printed(text);
    assert!(value.certainly_ge(&low.0) && value.certainly_le(&high.0), "{value} is not {text}");
}

#[track_caller]
fn is_about(value: &Exact, text: &str) {
    let [low, high] = printed(text);
    assert!(low <= *value && *value <= high, "{value:?} is not {text}");
}

#[track_caller]
fn certainly_descending(values: &[&Enclosure], what: &str) {
    for (i, pair) in values.windows(2).enumerate() {
        assert_eq!(pair[0].compare(pair[1]), Some(Ordering::Greater), "{what}, place {i}");
    }
}

/// Section 3.4, m = 64 and n = 4: the estimate k* ≈ 11.09 with 4.59e-4, and the truth.
#[test]
fn sec_filter_optimization_example() {
    let estimate: f64 = 16.0 * LN_2;
    assert_eq!(format!("{estimate:.2}"), "11.09");
    assert_eq!(format!("{:.2e}", (-estimate * LN_2).exp()), "4.59e-4");
    assert_eq!(Textbook::tuning(64, 4).expect("in the domain").hashes, 11);
    assert_eq!(best(Kind::Standard, 64, 4), [10]);
    assert_eq!(best(Kind::Classic, 64, 4), [9]);
    rounds_to(&fpr(Kind::Standard, 64, 4, 10), "6.15e-4");
    rounds_to(&fpr(Kind::Classic, 64, 4, 9), "4.55e-4");
    rounds_to(&fpr(Kind::Standard, 64, 4, 11), "6.25e-4");
    rounds_to(&fpr(Kind::Classic, 64, 4, 11), "4.85e-4");
    rounds_to(&fpr(Kind::Standard, 64, 4, 10), "6.15409e-4");
    rounds_to(&fpr(Kind::Classic, 64, 4, 9), "4.55012e-4");
    rounds_to(&fpr(Kind::Standard, 64, 4, 11), "6.24780e-4");
    rounds_to(&fpr(Kind::Classic, 64, 4, 11), "4.85097e-4");
}

/// m = 100 and n = 20: both minima at k = 3; B22: from k = 5 on the classic filter is the worse.
#[test]
fn fig_fp_vs_k() {
    assert_eq!(best(Kind::Standard, 100, 20), [3]);
    assert_eq!(best(Kind::Classic, 100, 20), [3]);
    rounds_to(&fpr(Kind::Standard, 100, 20, 3), "0.0937709316081081");
    rounds_to(&fpr(Kind::Classic, 100, 20, 3), "0.0924277258374756");
    for k in 2..=40 {
        let order = fpr(Kind::Classic, 100, 20, k).compare(&fpr(Kind::Standard, 100, 20, k));
        let expected = if k < 5 { Ordering::Less } else { Ordering::Greater };
        assert_eq!(order, Some(expected), "k = {k}");
    }
}

/// m = 1000 and n = 20: k_C* = 33, k_S* = 34, k* ≈ 34.7. B21: the drawn order U, f_S, M, f_C, L
/// ends at k = 34, and f_C > f_S from k = 49 on; so M is an estimate of f_C and no bound.
#[test]
fn fig_fp_bounds() {
    assert_eq!(best(Kind::Classic, 1000, 20), [33]);
    assert_eq!(best(Kind::Standard, 1000, 20), [34]);
    assert_eq!(format!("{:.1}", 50.0 * LN_2), "34.7");
    for k in 25..=50 {
        let both = KINDS.map(|kind| load(kind, 1000, 20, k));
        let [f_s, f_c] = both.map(|load| load.fpr().expect("in reach"));
        let m = both[0].independent().expect("in reach");
        let [u, l] = [both[0].upper(), both[0].lower()].map(|b| b.expect("in reach").value);
        let order = match k {
            ..=34 => [&u, &f_s, &m.value, &f_c, &l],
            35..=48 => [&u, &f_s, &f_c, &m.value, &l],
            _ => [&u, &f_c, &f_s, &m.value, &l],
        };
        certainly_descending(&order, &format!("k = {k}"));
        assert_eq!(m.side, BoundSide::Lower);
        let for_classic = both[1].independent().expect("in reach");
        assert_eq!(for_classic.side, BoundSide::Estimate, "B21");
    }
    rounds_to(&load(Kind::Classic, 1000, 20, 50).upper().expect("in reach").value, "2.29e-10");
}

/// m = 1024: the k* of the figure, also where the estimate is far off.
#[test]
fn fig_optimal_k() {
    let standard =
        [551, 305, 213, 163, 133, 112, 96, 85, 76, 68, 62, 57, 53, 49, 46, 43, 41, 39, 37, 35];
    let classic =
        [512, 267, 192, 150, 124, 105, 92, 81, 73, 66, 60, 56, 52, 48, 45, 42, 40, 38, 36, 34];
    for (n, (k_s, k_c)) in (1..).zip(standard.into_iter().zip(classic)) {
        assert_eq!(best(Kind::Classic, 1024, n), [k_c], "n = {n}");
        // Standard filters of one or two items: against the neighbours only.
        if n > 2 {
            assert_eq!(best(Kind::Standard, 1024, n), [k_s], "n = {n}");
        }
        let [before, at, after] = [k_s - 1, k_s, k_s + 1].map(|k| fpr(Kind::Standard, 1024, n, k));
        certainly_descending(&[&before, &at], "k_S* − 1");
        certainly_descending(&[&after, &at], "k_S* + 1");
    }
    for (n, estimate) in (1..).zip([709.8, 354.9, 236.6, 177.4, 142.0]) {
        assert!((1024.0 * LN_2 / f64::from(n) - estimate).abs() < 0.05);
    }
    rounds_to(&fpr(Kind::Standard, 1024, 1, 551), "7.14144951454e-193");
    rounds_to(&fpr(Kind::Classic, 1024, 2, 267), "3.57144645611e-113");
}

/// Section 5, m = 1024 and n = 5: k* 133 and 124 for 142; 15.7 % and 106.9 % worse; efficiency 0.2 %
/// and 0.7 % lower, as relative drops. B24: rates of 1e-43 for the classic filter only.
#[test]
fn sec_discuss() {
    assert_eq!(Textbook::tuning(1024, 5).expect("in the domain").hashes, 142);
    for (kind, k, worse, drop, rates) in [
        (Kind::Standard, 133, ["0.157", "0.157121"], ["0.002", "0.001526"], ["2.9e-42", "3.4e-42"]),
        (Kind::Classic, 124, ["1.069", "1.068640"], ["0.007", "0.007335"], ["9.1e-44", "1.9e-43"]),
    ] {
        assert_eq!(best(kind, 1024, 5), [k]);
        let increase = exact_fpr(kind, 1024, 5, 142) / exact_fpr(kind, 1024, 5, k) - whole(1);
        worse.iter().for_each(|text| is_about(&increase, text));
        let [best, estimated] =
            [k, 142].map(|k| load(kind, 1024, 5, k).efficiency().expect("in reach").lo_f64());
        let lost = Exact::from_f64(1.0 - estimated / best);
        drop.iter().for_each(|text| is_about(&lost, text));
        rounds_to(&fpr(kind, 1024, 5, k), rates[0]);
        rounds_to(&fpr(kind, 1024, 5, 142), rates[1]);
    }
    rounds_to(&load(Kind::Standard, 1024, 5, 133).efficiency().expect("in reach"), "0.673721");
    rounds_to(&load(Kind::Classic, 1024, 5, 124).efficiency().expect("in reach"), "0.698113");
}

/// Textbook sizes are too small: what they are, and what is needed.
#[test]
fn eqn_approx_optimal_m_and_n() {
    let sizing = |n, p| Textbook::sizing(n, &rate(p)).expect("in the domain").bits;
    assert_eq!((sizing(100, "1e-6"), smallest(100, "1e-6").map(|p| p.0)), (2876, [2881, 2877]));
    assert_eq!((sizing(100, "1e-2"), smallest(100, "1e-2").map(|p| p.0)), (959, [962, 961]));
}

/// A million items at 1 %: 9 585 059 bits and k = 7 have 1.0039 %.
#[test]
fn the_textbook_answer_breaks_its_promise() {
    let book = Textbook::sizing(1_000_000, &rate("1%")).expect("in the domain");
    assert_eq!((book.bits, book.hashes), (9_585_059, 7));
    for kind in KINDS {
        let real = fpr(kind, 9_585_059, 1_000_000, 7);
        rounds_to(&real, "0.010039");
        assert!(real.certainly_gt(rate("1%").value()));
    }
    assert_eq!(smallest(1_000_000, "1%"), [(9_592_957, 7), (9_592_956, 7)]);
    for (kind, bits) in KINDS.into_iter().zip([9_592_957, 9_592_956]) {
        assert!(fpr(kind, bits, 1_000_000, 7).certainly_le(rate("1%").value()));
        assert!(fpr(kind, bits - 1, 1_000_000, 7).certainly_gt(rate("1%").value()));
    }
}

/// Four items at 1e-20: the calculator's 384 bits and k = 67 miss by five times.
#[test]
fn a_low_target_with_few_items() {
    let book = Textbook::sizing(4, &rate("1e-20")).expect("in the domain");
    assert_eq!((book.bits, book.hashes), (384, 67));
    let missed = exact_fpr(Kind::Standard, 384, 4, 67) / number("1e-20");
    assert!(missed > number("4.5") && missed < number("5.5"), "{missed:?}");
    assert_eq!(smallest(4, "1e-20").map(|plan| plan.0), [398, 380]);
}

/// A thousand million items at 1e-9.
#[test]
fn a_thousand_million_items() {
    assert_eq!(smallest(1_000_000_000, "1e-9"), [(43_132_918_023, 30), (43_132_918_017, 30)]);
}

/// m = 100: 0.69 at n = 69 and k = 1.
#[test]
fn fig_standard_efficiency() {
    let top = Peak::highest(Kind::Standard, 100).expect("in reach");
    assert_eq!(top.ties, [(69, 1)]);
    rounds_to(&top.efficiency, "0.69");
    rounds_to(&top.efficiency, "0.68967559257");
    rounds_to(&load(Kind::Standard, 100, 69, 1).efficiency().expect("in reach"), "0.68967559257");
}

/// m = 100: 0.96 at n = 1 and k = 50.
#[test]
fn fig_classic_efficiency() {
    let top = Peak::highest(Kind::Classic, 100).expect("in reach");
    assert_eq!(top.ties, [(1, 50)]);
    rounds_to(&top.efficiency, "0.96");
    rounds_to(&top.efficiency, "0.96348717163");
    rounds_to(&load(Kind::Classic, 100, 1, 50).efficiency().expect("in reach"), "0.96348717163");
}

/// B1: k_S* ≤ (m/n) ln 2 fails at (8,3). B2: m/(2n) ≤ k_C* fails at (5,2). B3: k_C* ≤ k_S* fails at
/// (26,12).
#[test]
fn con_optimal_ks_fails_as_printed() {
    assert_eq!(exact_fpr(Kind::Standard, 8, 3, 1), number("169/512"));
    assert_eq!(exact_fpr(Kind::Standard, 8, 3, 2), number("659009/2097152"));
    assert_eq!(best(Kind::Standard, 8, 3), [2]);
    assert_eq!(format!("{:.3}", 8.0 / 3.0 * LN_2), "1.848");

    assert_eq!(exact_fpr(Kind::Classic, 5, 2, 1), number("9/25"));
    assert_eq!(exact_fpr(Kind::Classic, 5, 2, 2), number("37/100"));
    assert_eq!(best(Kind::Classic, 5, 2), [1]); // and m/(2n) = 5/4
    assert!(best(Kind::Classic, 9, 2)[0] < 3); // m/(2n) = 9/4

    rounds_to(&fpr(Kind::Classic, 26, 12, 2), "0.375311");
    rounds_to(&fpr(Kind::Classic, 26, 12, 1), "0.375403");
    rounds_to(&fpr(Kind::Standard, 26, 12, 2), "0.375586");
    for (m, n) in [(26, 12), (105, 50), (132, 63), (159, 76), (238, 114), (319, 153)] {
        assert_eq!((best(Kind::Standard, m, n), best(Kind::Classic, m, n)), (vec![1], vec![2]));
    }
}

/// What is left of the conjecture, and its second half, which is true.
#[test]
fn con_optimal_ks_holds_as_corrected() {
    for m in 2..=60u64 {
        for n in 1..=m {
            let [s, c] = KINDS.map(|kind| best(kind, m, n)[0]);
            let estimate = m as f64 / n as f64 * LN_2;
            assert!(m / (2 * n) <= c && c <= s.max(2), "({m}, {n}): {c} {s}");
            assert!(s <= estimate.ceil() as u64, "({m}, {n}): {s}");
            assert!((s as f64) < estimate + 0.5596, "({m}, {n}): {s}");
            assert!(estimate >= 1.0 || (s, c) == (1, 1), "({m}, {n}): {s} {c}");
        }
    }
}

/// B4: ε_C*(m,k) < ε_C*(m,k+1) fails at m = 9, and four times in the paper's own figure. B7: so k = 1
/// is not the lowest peak.
#[test]
fn con_classic_max_efficiency_is_not_monotone() {
    let [one, two] = [1, 2].map(|k| peak(Kind::Classic, 9, k));
    assert_eq!((one.items, two.items), (6, 2));
    rounds_to(&one.efficiency, "0.653808");
    rounds_to(&two.efficiency, "0.653105");
    let peaks: Vec<_> = (1..=20).map(|k| peak(Kind::Classic, 100, k).efficiency).collect();
    let drops = peaks
        .windows(2)
        .zip(1..)
        .filter(|(pair, _)| pair[0].compare(&pair[1]).expect("decided") == Ordering::Greater);
    assert_eq!(drops.map(|(_, k)| k).collect::<Vec<_>>(), [10, 12, 15, 19]);
    for m in [9, 12, 29, 32, 35, 38, 52] {
        let [one, two] = [1, 2].map(|k| peak(Kind::Classic, m, k).efficiency);
        assert_eq!(two.compare(&one), Some(Ordering::Less), "m = {m}");
    }
}

/// B5: at m = 3 the maximum is (2/3) log2(9/5) and not log2(3)/3; odd m have it twice; else it is
/// log2 C(m,⌊m/2⌋)/m.
#[test]
fn con_classic_max_efficiency_maximum() {
    let three = Peak::highest(Kind::Classic, 3).expect("in reach");
    assert_eq!(three.ties, [(2, 1)]);
    rounds_to(&three.efficiency, "0.56533");
    rounds_to(&load(Kind::Classic, 3, 1, 1).efficiency().expect("in reach"), "0.52832");
    for m in (2..=64).filter(|&m| m != 3) {
        let top = Peak::highest(Kind::Classic, m).expect("in reach");
        let hashes = [m / 2, m.div_ceil(2)];
        let ties: Vec<_> = hashes[..=(m % 2) as usize].iter().map(|&k| (1, k)).collect();
        assert_eq!(top.ties, ties);
        let ways: f64 = (0..m / 2).map(|i| ((m - i) as f64 / (i + 1) as f64).log2()).sum();
        assert!((top.efficiency.lo_f64() - ways / m as f64).abs() < 1e-12, "m = {m}");
    }
}

/// B6: the peaks of the standard filter do not fall with k for whole n; at a fixed number of balls
/// nk the efficiency does, strictly (`thm:decreasing-efficiency`).
#[test]
fn thm_decreasing_efficiency() {
    let [three, four] = [3, 4].map(|k| peak(Kind::Standard, 7, k));
    assert_eq!((three.items, four.items), (1, 1));
    rounds_to(&three.efficiency, "0.59106");
    rounds_to(&four.efficiency, "0.59471");
    let peaks: Vec<_> = (1..=20).map(|k| peak(Kind::Standard, 100, k).efficiency).collect();
    let rises = peaks
        .windows(2)
        .zip(1..)
        .filter(|(pair, _)| pair[0].compare(&pair[1]).expect("decided") == Ordering::Less);
    assert_eq!(rises.map(|(_, k)| k).collect::<Vec<_>>(), [15, 19]);
    for m in 2..=20 {
        let hashes = [1, 2, 3, 4, 6, 12];
        for pair in hashes.windows(2) {
            // f(a)^(1/a) < f(b)^(1/b) for a < b.
            let [a, b] = [pair[0], pair[1]].map(|k| exact_fpr(Kind::Standard, m, 12 / k, k));
            assert!(a.pow(pair[1]) < b.pow(pair[0]), "m = {m}, k = {pair:?}");
        }
    }
}

/// ψ(h, s) = ψ(h−1, s) − clear(h, s)·ψ(h−1, s−1) from ψ(0, ·) = 1.
fn psi(h: u64, s: u64, clear: &dyn Fn(u64, u64) -> Exact) -> Exact {
    if h == 0 {
        return whole(1);
    }
    let factor = clear(h, s);
    let kept = psi(h - 1, s, clear);
    if factor.is_zero() { kept } else { kept - factor * psi(h - 1, s - 1, clear) }
}

/// B8: the exponent is kn + h − 1; the printed kn + h + 1 gives 7/8 for 1/2.
#[test]
fn eqn_standard_bloom_recurrence() {
    let by = |m, n, k, shift: u64| {
        psi(k, m, &|h, s| (whole(1) - ratio(1, s)).pow(k * n + h + shift - 1))
    };
    assert_eq!(exact_fpr(Kind::Standard, 2, 1, 1), ratio(1, 2));
    assert_eq!(by(2, 1, 1, 2), ratio(7, 8));
    for (m, n, k) in [(2, 1, 1), (3, 2, 2), (4, 1, 6), (7, 3, 2), (9, 2, 5)] {
        let truth = exact_fpr(Kind::Standard, m, n, k);
        assert_eq!(by(m, n, k, 0), truth);
        assert_ne!(by(m, n, k, 2), truth);
    }
}

/// B9: f_C = ψ(k, m); the printed ψ(m, k) is another number.
#[test]
fn eqn_classic_bloom_recurrence() {
    for (m, n, k) in [(2, 1, 1), (3, 2, 2), (6, 1, 3), (7, 3, 2), (9, 2, 5)] {
        let clear = |_: u64, s: u64| (whole(1) - ratio(k, s)).pow(n);
        let truth = exact_fpr(Kind::Classic, m, n, k);
        assert_eq!(psi(k, m, &clear), truth);
        assert_ne!(psi(m, k, &clear), truth);
    }
}

/// B17: 1/log2(m/(m−1)) items give the stated maximum, but that n is whole only for m = 2.
#[test]
fn cor_standard_max_efficiency() {
    let two = Peak::highest(Kind::Standard, 2).expect("in reach");
    assert_eq!(two.ties, [(1, 1)]);
    rounds_to(&two.fpr, "0.5");
    rounds_to(&two.efficiency, "0.5");
    let design = Design::new(Kind::Standard, 100, 1).expect("in the domain");
    let real = Peak::of_independent(design).expect("in the domain");
    rounds_to(&real.items, "68.9676");
    rounds_to(&real.efficiency, "0.689675639");
    let whole = Peak::of(design).expect("in reach");
    assert_eq!(whole.items, 69);
    rounds_to(&whole.efficiency, "0.689675593");
    rounds_to(&whole.fpr, "0.500163");
    assert_eq!(whole.efficiency.compare(&real.efficiency), Some(Ordering::Less));
    let formula = Peak::of_exponential(design);
    rounds_to(&formula.items, "69.3147");
    rounds_to(&formula.efficiency, "0.6931");
}

/// ln 2 ≈ 0.6931 and 1, from below.
#[test]
fn cor_asymp_eff() {
    let top = |kind, m| Peak::highest(kind, m).expect("in reach").efficiency;
    rounds_to(&top(Kind::Standard, 1_000_000), "0.6931");
    assert!(top(Kind::Classic, 1000).lo_f64() > 0.99);
    for kind in KINDS {
        for m in 2..=60 {
            assert_eq!(top(kind, m).compare(&top(kind, m + 1)), Some(Ordering::Less), "m = {m}");
        }
    }
}

/// B19: L ≥ C(μ_S,k)/C(m,k) fails at (12,1,12); it holds for k ≤ (m−1)/2.
#[test]
fn cor_fp_upper_lower_bounds() {
    let sides = |m, n, k| {
        let load = load(Kind::Standard, m, n, k);
        [load.lower(), load.jensen()].map(|bound| bound.expect("in reach").value)
    };
    let [lower, simple] = sides(12, 1, 12);
    rounds_to(&lower, "5.372e-5");
    rounds_to(&simple, "8.617e-5");
    for m in 3..=30 {
        for (n, k) in (1..=8).flat_map(|n| (1..=(m - 1) / 2).map(move |k| (n, k))) {
            let [lower, simple] = sides(m, n, k);
            assert_ne!(lower.compare(&simple), Some(Ordering::Less), "({m}, {n}, {k})");
        }
    }
}

/// B22: the classic filter is the better one only while nk is below about m.
#[test]
fn sec_classic_false_positive_is_not_always_better() {
    rounds_to(&fpr(Kind::Classic, 5, 2, 2), "0.3700");
    rounds_to(&fpr(Kind::Standard, 5, 2, 2), "0.3664");
    for m in 4..=40 {
        for (n, k) in (2..=12).flat_map(|n| (2..=m.min(10)).map(move |k| (n, k))) {
            if n * k > m {
                let [standard, classic] = KINDS.map(|kind| exact_fpr(kind, m, n, k));
                assert!(classic > standard, "({m}, {n}, {k})");
            }
        }
    }
}

/// E has equal values at k and k + 1 where n/m = ln z, z^(k+1) = z + 1: the order changes there.
#[test]
fn lem_hashing_efficency() {
    let bits_per_item = [2.0781, 3.5562, 5.0135, 6.4643, 7.9120, 9.3583, 10.8035];
    for (k, expected) in (1..).zip(bits_per_item) {
        let z = (0..200).fold(1.5f64, |z, _| (1.0 + z).powf(1.0 / (k + 1) as f64));
        assert!((1.0 / z.ln() - expected).abs() < 1e-4);
        assert!((valley(k).expect("in reach").lo_f64() - z.ln()).abs() < 1e-14, "k = {k}");
        let m = 1_000_000_000;
        let crossing = (m as f64 * z.ln()) as u64;
        let order = |n: u64| {
            let at = |k| load(Kind::Standard, m, n, k).exponential().expect("in reach").value;
            at(k).compare(&at(k + 1))
        };
        assert_eq!(order(crossing - 2), Some(Ordering::Greater), "k = {k}");
        assert_eq!(order(crossing + 2), Some(Ordering::Less), "k = {k}");
    }
}

/// B15, B16: one item among C(m,k) takes ⌈log2 C(m,k)⌉ bits, so ε = 1 only where that is whole.
#[test]
fn sec_compressed_bloom_efficiency() {
    let compressed = |m, k| {
        let design = Design::new(Kind::Classic, m, k).expect("in the domain");
        design.compressed_item().expect("in reach")
    };
    let (bits, efficiency) = compressed(4, 2);
    assert_eq!(bits, 3);
    rounds_to(&efficiency, "0.862");
    for a in 1..=10 {
        let (bits, efficiency) = compressed(1 << a, 1);
        assert_eq!(bits, a);
        assert!(efficiency.contains(&whole(1).0), "m = 2^{a}: {efficiency}");
    }
    assert!(compressed(100, 50).1.certainly_lt(&whole(1).0));
}
