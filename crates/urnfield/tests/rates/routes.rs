//! The rates of filters by every road the paper knows, as exact rationals.
//!
//! The library's one road is compared with the sum over m, both of Grandi's recurrences, the
//! hypergeometric and the ∇ form and the double sum over Stirling numbers; the bounds with their
//! definitions, and each label with the rate it promises to bound.

use urnfield::bloom::{Approximation, BoundSide};
use urnfield::{Committees, Design, Error, Kind, Load, Rational};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::differences::{hypergeometric, nabla};
use urnfield_paper::formulas::exact::{
    Exact, choose, choose_at, falling, ratio, sign, signed, stirling_row, whole,
};
use urnfield_paper::formulas::table::{Law, encloses};
use urnfield_paper::formulas::{balls, departments, outcomes, unions};

const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

fn load(kind: Kind, m: u64, n: u64, k: u64) -> Load {
    Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("in the domain")
}

fn parts(load: &Load) -> (u64, u64, u64) {
    (load.design().bits(), load.items(), load.design().hashes())
}

fn exact_rate(load: &Load) -> Exact {
    Exact(load.fpr_exact().unwrap_or_else(|e| panic!("{load:?}: {e}")))
}

/// Small loads, mostly corners: k = 1, m − 1, m, m/2; n = 0, 1; more hashes than bits.
fn small_loads(kind: Kind, seed: u64) -> Vec<Load> {
    let mut draws = Draws::new(seed);
    let mut loads: Vec<Load> =
        (1..=3).flat_map(|m| (0..=2).map(move |n| load(kind, m, n, m))).collect();
    for _ in 0..300 * multiplier() {
        let m = draws.corner(16).max(1);
        let n = draws.corner(6);
        let k = match (kind, draws.below(4)) {
            (Kind::Standard, 0) => m + 1 + draws.below(8),
            (_, 1) => draws.corner(m).max(1),
            _ => draws.corner(m.min(8)).max(1),
        };
        loads.push(load(kind, m, n, k));
    }
    loads
}

/// The rate of a filter with x bits set.
fn rate_given(kind: Kind, m: u64, k: u64, x: u64) -> Exact {
    match kind {
        Kind::Standard => ratio(x, m).pow(k),
        Kind::Classic => choose(x, k) / choose(m, k),
    }
}

/// The law of the bits set, by the paper's formulas.
fn law(load: &Load) -> Law {
    let (m, n, k) = parts(load);
    Law(match load.design().kind() {
        Kind::Standard => balls::law_by_stirling(m, n * k),
        Kind::Classic => unions::law_by_differences(m, &[Committees { count: n, size: k }]),
    })
}

/// ψ(h, s) = ψ(h−1, s) − clear(h, s)·ψ(h−1, s−1) from ψ(0, ·) = 1.
fn psi(h: u64, s: u64, clear: impl Fn(u64, u64) -> Exact) -> Exact {
    let mut row = vec![whole(1); s as usize + 1];
    for h in 1..=h {
        // ψ(h, 0) is met only with the coefficient 0.
        let next = (1..=s).zip(row.windows(2)).map(|(s, old)| &old[1] - clear(h, s) * &old[0]);
        row = std::iter::once(whole(1)).chain(next).collect();
    }
    row[s as usize].clone()
}

/// `eqn:standard-bloom-recurrence`, with the exponent kn + h − 1 (B8).
fn psi_standard(m: u64, n: u64, k: u64) -> Exact {
    psi(k, m, |h, s| (whole(1) - ratio(1, s)).pow(k * n + h - 1))
}

/// `eqn:classic-bloom-recurrence`: f_C = ψ(k, m), in this order (B9).
fn psi_classic(m: u64, n: u64, k: u64) -> Exact {
    psi(k, m, |_, s| (whole(1) - ratio(k, s)).pow(n))
}

/// `eqn:standard-bloom-fp`, the double sum as printed.
fn by_double_sum(m: u64, n: u64, k: u64) -> Exact {
    let inner = |i: u64| -> Exact {
        let power = |j: u64| signed(m as i64 - j as i64).pow(n * k);
        (0..=i).map(|j| sign(j) * choose(i, j) * power(j)).sum()
    };
    let terms = stirling_row(k).into_iter().zip(0..=k.min(m));
    let sum: Exact = terms.map(|(s, i)| s * falling(&whole(m), i) * inner(i)).sum();
    sum / whole(m).pow((n + 1) * k)
}

/// `eqn:classic-bloom-fp`, its second line: ∇^k[C(x,k)^n]_{x=m}/C(m,k)^n.
fn by_differences(m: u64, n: u64, k: u64) -> Exact {
    nabla(k, m as i64, |x| choose(x as u64, k).pow(n)) / choose(m, k).pow(n)
}

/// `eqn:classic-bloom-fp`, its third line: the (n+1)F(n) at 1.
fn by_series(m: u64, n: u64, k: u64) -> Exact {
    let (m, k) = (m as i64, k as i64);
    let upper: Vec<i64> = std::iter::once(-k).chain((0..n).map(|_| k - m)).collect();
    let lower = vec![-m; n as usize];
    hypergeometric(&upper, &lower, &whole(1)).expect("k ≤ m")
}

/// `eq:standard-fp-in-m`, `eq:bloom-false-positive`, `eqn:classic-fp-factorial-moments`.
#[test]
fn the_sum_over_m() {
    for kind in KINDS {
        for load in small_loads(kind, 1) {
            let (m, _, k) = parts(&load);
            let law = law(&load);
            assert_eq!(Law::of(&load.occupancy().expect("in the domain")), law, "{load:?}");
            let truth = law.expect(|x| rate_given(kind, m, k, x));
            assert_eq!(exact_rate(&load), truth, "{load:?}");
            encloses(load.fpr(), &truth, &format!("{load:?}"));
            encloses(load.one_minus_fpr(), &(whole(1) - truth), &format!("1 − f, {load:?}"));
        }
    }
}

/// `eqn:standard-bloom-recurrence` and `eqn:standard-bloom-fp`.
#[test]
fn the_recurrence_and_the_double_sum_of_the_standard_filter() {
    for load in small_loads(Kind::Standard, 2) {
        let (m, n, k) = parts(&load);
        let rate = exact_rate(&load);
        assert_eq!(psi_standard(m, n, k), rate, "{load:?}");
        assert_eq!(by_double_sum(m, n, k), rate, "{load:?}");
    }
}

/// `eqn:classic-bloom-recurrence` and all lines of `eqn:classic-bloom-fp`.
#[test]
fn the_recurrence_and_the_series_of_the_classic_filter() {
    for load in small_loads(Kind::Classic, 3) {
        let (m, n, k) = parts(&load);
        let rate = exact_rate(&load);
        assert_eq!(psi_classic(m, n, k), rate, "{load:?}");
        assert_eq!(by_differences(m, n, k), rate, "{load:?}");
        assert_eq!(by_series(m, n, k), rate, "{load:?}");
        assert_eq!(
            unions::joint_by_exclusion(m, &[Committees { count: n, size: k }], k),
            rate,
            "{load:?}"
        );
    }
}

/// Rates down to 10^-90 and complements down to 10^-60 have their 53 bits on both sides.
#[test]
fn enclosures_near_zero_and_near_one() {
    let mut draws = Draws::new(4);
    for round in 0..150 * multiplier() {
        // Few items in many bits, or many items in few bits.
        let size = 2 + draws.below(39);
        let (m, n) = match round % 2 {
            0 => (2 + draws.below(1 << size), 1 + draws.below(4)),
            _ => (2 + draws.below(15), 10 + draws.below(120)),
        };
        for kind in KINDS {
            let k = 1 + draws.corner(if kind == Kind::Classic { m.min(8) - 1 } else { 7 });
            let load = load(kind, m, n, k);
            let truth = match kind {
                Kind::Standard => by_double_sum(m, n, k),
                Kind::Classic => by_differences(m, n, k),
            };
            assert_eq!(exact_rate(&load), truth, "{load:?}");
            for load in [load, load.precision(300)] {
                encloses(load.fpr(), &truth, &format!("{load:?}"));
                encloses(load.one_minus_fpr(), &(whole(1) - &truth), &format!("1 − f, {load:?}"));
            }
            let fine = load.precision(300).fpr().expect("in reach");
            assert!(fine.certain_bits() >= 300, "{load:?}: {} bits", fine.certain_bits());
        }
    }
}

/// `subsec:false-positive`: a filter in hand needs no law.
#[test]
fn the_rate_of_a_filter_with_counted_bits() {
    let mut draws = Draws::new(5);
    for _ in 0..400 * multiplier() {
        let size = 1 + draws.below(40);
        let m = draws.corner(1 << size).max(1);
        let x = draws.corner(m);
        for kind in KINDS {
            let most = if kind == Kind::Classic { m.min(90) } else { 90 };
            let k = draws.corner(most).max(1);
            let design = Design::new(kind, m, k).expect("in the domain");
            encloses(
                design.fpr_given(x),
                &rate_given(kind, m, k, x),
                &format!("{x} set in {design:?}"),
            );
        }
        let design = Design::new(Kind::Standard, m, 1).expect("in the domain");
        assert!(matches!(design.fpr_given(m + 1), Err(Error::Domain { .. })), "{design:?}");
    }
}

/// A label is a promise: what says Lower is not above the rate, what says Upper not below.
#[track_caller]
fn keeps_its_label(bound: &Approximation, side: BoundSide, rate: &Rational, what: &str) {
    assert_eq!(bound.side, side, "{what}");
    match bound.side {
        BoundSide::Lower => assert!(!bound.value.certainly_gt(rate), "{what}: {bound:?} {rate}"),
        BoundSide::Upper => assert!(!bound.value.certainly_lt(rate), "{what}: {bound:?} {rate}"),
        _ => {}
    }
}

/// `eqn:standard-fp-lower-bound`, `eqn:exp-fp-lower-bound`, `cor:fp-upper-lower-bounds`,
/// `eq:taylors-series-estimate`: values by their definitions, and the order E ≤ M ≤ f_S,
/// L ≤ f ≤ U for every k, C(μ_C,k)/C(m,k) ≤ f_C.
#[test]
fn bounds_have_their_values_and_keep_their_labels() {
    for kind in KINDS {
        let classic = kind == Kind::Classic;
        for load in small_loads(kind, 6) {
            let (m, n, k) = parts(&load);
            let rate = exact_rate(&load);
            let what = |name: &str| format!("{name} of {load:?}");
            let get = |answer: Result<Approximation, Error>| {
                answer.unwrap_or_else(|e| panic!("{load:?}: {e}"))
            };
            let standard_only = if classic { BoundSide::Estimate } else { BoundSide::Lower };
            let fine = load.precision(300);

            let (e, i) = (get(fine.exponential()), get(fine.independent()));
            keeps_its_label(&e, standard_only, &rate.0, &what("E"));
            keeps_its_label(&i, standard_only, &rate.0, &what("M"));
            let mean = balls::mean(m, n * k);
            let independent = (&mean / whole(m)).pow(k);
            encloses(Ok(get(load.independent()).value), &independent, &what("M"));
            assert!(!e.value.certainly_gt(&independent.0), "E above M: {load:?}");
            assert!(get(load.exponential()).value.certain_bits() >= 53, "E of {load:?}");

            let (l, u) = (get(fine.lower()), get(fine.upper()));
            keeps_its_label(&l, BoundSide::Lower, &rate.0, &what("L"));
            keeps_its_label(&u, BoundSide::Upper, &rate.0, &what("U"));
            let (lower, upper) = if k > m {
                (whole(0), whole(1))
            } else {
                let power = |x: i64| signed(x).pow(n * k);
                let joint = nabla(k, m as i64, power) / whole(m).pow(n * k);
                (joint, (unions::mean(m, n, k) / whole(m)).pow(k))
            };
            encloses(Ok(get(load.lower()).value), &lower, &what("L"));
            encloses(Ok(get(load.upper()).value), &upper, &what("U"));
            assert!(lower <= rate && rate <= upper, "{load:?}");
            assert!(classic || independent <= rate, "{load:?}");

            if k > m {
                assert!(matches!(load.jensen(), Err(Error::Domain { .. })), "{load:?}");
            } else {
                let mean = if classic { unions::mean(m, n, k) } else { mean.clone() };
                let jensen = choose_at(&mean, k) / choose(m, k);
                let side = if classic { BoundSide::Lower } else { BoundSide::Estimate };
                keeps_its_label(&get(fine.jensen()), side, &rate.0, &what("Jensen"));
                encloses(Ok(get(load.jensen()).value), &jensen, &what("Jensen"));
                assert!(!classic || jensen <= rate, "{load:?}");
            }
        }
    }
}

/// `eq:taylors-series-estimate`: φ(μ) + σ²φ''(μ)/2 for the standard filter. For the classic one the
/// same two terms, with P(two given bits are clear) − q² in the place of σ²/m².
#[test]
fn taylor_has_its_value() {
    for kind in KINDS {
        for load in small_loads(kind, 7) {
            let (m, n, k) = parts(&load);
            if kind == Kind::Classic && k == m {
                continue;
            }
            let (set, spread) = match kind {
                Kind::Standard => {
                    let share = balls::mean(m, n * k) / whole(m);
                    (share, balls::variance(m, n * k) / whole(m * m))
                }
                Kind::Classic => {
                    let share = unions::mean(m, n, k) / whole(m);
                    let both = (choose(m - 2, k) / choose(m, k)).pow(n);
                    (share.clone(), both - (whole(1) - share).pow(2))
                }
            };
            let second = if k < 2 { whole(0) } else { choose(k, 2) * set.pow(k - 2) * spread };
            let truth = set.pow(k) + second;
            if truth.is_zero() && n > 0 {
                continue; // Its first two terms cancel to the last bit.
            }
            let taylor = load.taylor().unwrap_or_else(|e| panic!("{load:?}: {e}"));
            assert_eq!(taylor.side, BoundSide::Estimate);
            encloses(Ok(taylor.value), &truth, &format!("Taylor of {load:?}"));
        }
    }
}

/// The alternating sum and the expansion round the mean are two proofs of one number.
#[test]
fn direct_sum_and_expansion_overlap() {
    let mut draws = Draws::new(8);
    let (mut both, rounds) = (0, 1500 * multiplier());
    for _ in 0..rounds {
        let m = (1 << (4 + draws.below(37))) + draws.below(16);
        let k = draws.corner(64.min(m - 1)).max(1);
        // From one item to eight times as many balls as bits.
        let most = (8 * m / k).max(1);
        let n = (most >> draws.below(u64::from(most.ilog2()) + 1)).max(1);
        let n = n + draws.below(n);
        for kind in KINDS {
            let load = load(kind, m, n, k);
            let direct = load.fpr_direct().unwrap_or_else(|e| panic!("{load:?}: {e}"));
            let chosen = load.fpr().unwrap_or_else(|e| panic!("{load:?}: {e}"));
            assert!(chosen.overlaps(&direct), "{load:?}: {chosen:?} {direct:?}");
            if let Some(expanded) = load.fpr_expanded() {
                let expanded = expanded.unwrap_or_else(|e| panic!("{load:?}: {e}"));
                assert!(expanded.overlaps(&direct), "{load:?}: {expanded:?} {direct:?}");
                assert!(expanded.certain_bits() >= 53, "{load:?}");
                both += 1;
            }
        }
    }
    println!("both roads: {both} of {}", 2 * rounds);
    assert!(both > rounds / 4, "only {both}");
}

/// `eqn:expected_intersection` and `eqn:var_intersection`, corrected (E6, E7), disjoint sets.
#[test]
fn and_of_filters() {
    let mut draws = Draws::new(9);
    for _ in 0..100 * multiplier() {
        let (m, k) = (draws.corner(12).max(1), 1 + draws.below(4));
        let items: Vec<u64> = (0..1 + draws.below(3)).map(|_| draws.corner(5)).collect();
        let design = Design::new(Kind::Standard, m, k).expect("in the domain");
        let law = design.and_of(&items).expect("in the domain");
        let what = format!("{design:?} {items:?}");
        encloses(law.mean(), &departments::filter_mean(m, k, &items), &what);
        if m > 1 {
            encloses(law.variance(), &departments::filter_variance(m, k, &items), &what);
        }
    }
    for (m, k, items) in [
        (4, 2, vec![1, 1]),
        (4, 2, vec![2, 1]),
        (4, 3, vec![1, 2]),
        (5, 2, vec![1, 1, 1]),
        (5, 1, vec![2, 2]),
        (3, 3, vec![1, 0]),
        (6, 4, vec![2, 1]),
    ] {
        let design = Design::new(Kind::Classic, m, k).expect("in the domain");
        let law = design.and_of(&items).expect("in the domain");
        let sizes: Vec<Vec<u64>> = items.iter().map(|&n| vec![k; n as usize]).collect();
        let truth = outcomes::intersection(m, &sizes);
        encloses(law.mean(), &truth.mean(), &format!("{design:?} {items:?}"));
        encloses(law.variance(), &truth.variance(), &format!("{design:?} {items:?}"));
    }
}
