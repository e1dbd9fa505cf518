//! The corners of u64 for every public function of the room: an answer or a sentence, at once, never a
//! panic, and what is answered is not absurd.

use urnfield::bloom::{BitCounts, BoundSide, Optimum, Peak, Sizing, Textbook, valley};
use urnfield::{Design, Enclosure, Error, Kind, Load, Plan, Rate, Rational};
use urnfield_paper::draws::multiplier;

const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

const CORNERS: [u64; 16] = [
    1,
    2,
    3,
    6,
    64,
    1000,
    1 << 32,
    (1 << 53) - 1,
    1 << 53,
    (1 << 53) + 1,
    1 << 60,
    1 << 62,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX,
];

/// Every how manieth case is asked; all of them behind the multiplier.
fn every(cases: usize) -> usize {
    if multiplier() > 1 { 1 } else { cases }
}

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

/// Runs a question: it ends, with an answer or a sentence.
#[track_caller]
fn ask<T>(what: &str, question: impl FnOnce() -> Result<T, Error>) -> Option<T> {
    match question() {
        Ok(answer) => Some(answer),
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.is_empty() && !sentence.contains("--"), "{what}: {sentence}");
            None
        }
    }
}

/// A probability: between 0 and 1 as far as can be told.
#[track_caller]
fn share(what: &str, value: Option<Enclosure>) {
    if let Some(value) = value {
        assert!(!value.certainly_lt(&Rational::zero()), "{what}: {value}");
        assert!(!value.certainly_gt(&Rational::one()), "{what}: {value}");
        assert!(value.certain_bits() >= 53 || value.exact().is_some(), "{what}: {value:?}");
    }
}

fn loads() -> impl Iterator<Item = Load> {
    let designs = KINDS.into_iter().flat_map(|kind| {
        let with = move |m: u64| {
            let mut hashes = vec![1, 2, 7, 1 << 20, 1 << 60, m / 2, m - 1, m];
            hashes.sort_unstable();
            hashes.dedup();
            hashes.into_iter().filter_map(move |k| Design::new(kind, m, k).ok())
        };
        CORNERS.into_iter().flat_map(with)
    });
    designs.flat_map(|design| {
        let most = u64::MAX / design.hashes();
        [0, 1, 2, 6, 1 << 20, 1 << 62, most]
            .into_iter()
            .filter_map(move |items| design.holding(items).ok())
    })
}

#[test]
fn rates_and_their_complements() {
    for load in loads() {
        let what = format!("{load:?}");
        let fpr = ask(&what, || load.fpr());
        let less = ask(&what, || load.one_minus_fpr());
        if let (Some(fpr), Some(less)) = (&fpr, &less) {
            assert!(fpr.complement().overlaps(less), "{what}: {fpr:?} {less:?}");
        }
        share(&what, fpr);
        share(&what, less);
        ask(&what, || load.efficiency());
    }
}

#[test]
fn bounds_and_estimates_of_rates() {
    for (i, load) in loads().enumerate() {
        let what = format!("{load:?}");
        for approximation in [Load::exponential, Load::independent, Load::lower, Load::upper] {
            share(&what, ask(&what, || approximation(&load)).map(|found| found.value));
        }
        ask(&what, || load.jensen());
        ask(&what, || load.taylor());
        // Large fractions take a second each.
        if i % every(127) == 0 {
            ask(&what, || load.fpr_exact());
        }
    }
}

#[test]
fn single_filters() {
    for load in loads().step_by(3) {
        let what = format!("{load:?}");
        let (design, m) = (load.design(), load.design().bits());
        for set in [0, 1, m / 2, m - 1, m] {
            share(&what, ask(&what, || design.fpr_given(set)));
            ask(&what, || load.is_exceeded_by(set));
            ask(&what, || design.items_of(set));
        }
        assert!(design.fpr_given(m.saturating_add(1)).is_err() || m == u64::MAX, "{what}");
        let Some(spread) = ask(&what, || load.spread()) else { continue };
        if spread.cost() < 1e6 {
            for p in ["1e-300", "1%", "0.999999999999"] {
                share(&what, ask(&what, || spread.above(&rate(p))));
                share(&what, ask(&what, || spread.at_most(&rate(p))));
            }
        }
    }
}

#[test]
fn counts_of_bits() {
    for kind in KINDS {
        for m in CORNERS {
            for k in [1, 2, m / 2, m] {
                let Ok(design) = Design::new(kind, m, k) else { continue };
                let what = format!("{design:?}");
                for (x, y) in [(0, 0), (1, 1), (m / 2, m / 3), (m, m), (m, 1), (m - 1, m - 1)] {
                    let (or, and) = (x.max(y), x.min(y));
                    let counts = BitCounts { each: &[x, y], or, and };
                    ask(&what, || design.share_nothing(counts));
                    if kind == Kind::Standard && k == 2 {
                        ask(&what, || design.compare(counts, &rate("95%")));
                    }
                }
                ask(&what, || design.and_of(&[0, 1, u64::MAX]));
                ask(&what, || design.compressed_item());
                Peak::of_exponential(design);
                ask(&what, || Peak::of_independent(design));
            }
        }
    }
}

#[test]
fn plans() {
    for kind in KINDS {
        for a in CORNERS {
            for p in ["1e-300", "1e-9", "1%", "0.5", "0.999999999999"] {
                let (p, what) = (rate(p), format!("{kind} {a} {p}"));
                if let Some(plan) = ask(&what, || Plan::smallest(kind, a, &p)) {
                    assert!(plan.design.bits() <= 1 << 63 && plan.items == a, "{what}: {plan:?}");
                    assert!(!plan.fpr.certainly_gt(p.value()), "{what}: {plan:?}");
                    let beyond = ask(&what, || plan.beyond()).flatten();
                    assert!(beyond.is_none_or(|beyond| !beyond.certainly_le(p.value())), "{what}");
                }
                if let Some(plan) = ask(&what, || Plan::most_items(kind, a, &p)) {
                    assert!(plan.items >= 1 && plan.design.bits() == a, "{what}: {plan:?}");
                    assert!(!plan.fpr.certainly_gt(p.value()), "{what}: {plan:?}");
                    ask(&what, || plan.beyond());
                }
                for k in [1, 7, 1 << 20, 1 << 60, u64::MAX] {
                    let what = format!("{what} with {k}");
                    ask(&what, || Plan::find(&Sizing::of_items(kind, a, &p).exactly_hashes(k)));
                    ask(&what, || Plan::find(&Sizing::of_bits(kind, a, &p).exactly_hashes(k)));
                    // More than seven and no bound at all are often the same.
                    if k <= 7 {
                        ask(&what, || Plan::find(&Sizing::of_items(kind, a, &p).at_most_hashes(k)));
                    }
                }
                ask(&what, || Textbook::sizing(a, &p));
                ask(&what, || Textbook::capacity(a, &p));
            }
            for b in CORNERS {
                let what = format!("{kind} {a} {b}");
                ask(&what, || Textbook::tuning(a, b));
                if let Some(plan) = ask(&what, || Plan::best_hashes(kind, a, b)) {
                    assert!(plan.ties.contains(&plan.design.hashes()), "{what}: {plan:?}");
                    share(&what, Some(plan.fpr));
                }
                for k in [1, 7, 1 << 60, u64::MAX] {
                    let sizing = Sizing::of_bits_and_items(kind, a, b).exactly_hashes(k);
                    ask(&what, || Plan::find(&sizing));
                }
            }
        }
    }
}

#[test]
fn promises() {
    for kind in KINDS {
        for items in CORNERS.into_iter().step_by(every(5)) {
            for (p, confidence) in [("1%", "0.999999"), ("0.9", "1/2"), ("1e-30", "0.9")] {
                let (p, confidence) = (rate(p), rate(confidence));
                let what = format!("{kind} {items} {p} {confidence}");
                let sizing = Sizing::of_items(kind, items, &p).with_confidence(&confidence);
                ask(&what, || Plan::find(&sizing));
                for k in [1, 1 << 60, u64::MAX] {
                    ask(&what, || Plan::find(&sizing.clone().exactly_hashes(k)));
                }
            }
        }
    }
}

#[test]
fn peaks_and_valleys() {
    for m in CORNERS {
        ask("valley", || valley(m));
        for kind in KINDS {
            let what = format!("{kind} {m}");
            if let Some(peak) = ask(&what, || Peak::highest(kind, m)) {
                ask(&what, || peak.real());
            }
            for k in [1, 2, m / 2, m] {
                let Ok(design) = Design::new(kind, m, k) else { continue };
                ask(&format!("{design:?}"), || Peak::of(design));
            }
            ask(&what, || Optimum::of(kind, m, 1));
            ask(&what, || Optimum::of(kind, m, u64::MAX));
        }
    }
}

/// One item in so many bits with a quarter as many hashes: 1/C(4h, h), however small.
#[test]
fn one_item_of_a_huge_classic_filter() {
    for size in [40, 58, 62, 63] {
        let load =
            Design::new(Kind::Classic, 1 << size, 1 << (size - 2)).and_then(|d| d.holding(1));
        let load = load.expect("in the domain");
        let fpr = load.fpr().expect("a number");
        assert!(fpr.certain_bits() >= 53, "{size}: {fpr:?}");
        // log10 C(4h, h)/h tends to 4·log10 4 − 3·log10 3 = 0.97688….
        let log = fpr.log10().expect("a positive number").lo_f64();
        let log = log / (1u64 << (size - 2)) as f64;
        assert!((log + 0.976_876).abs() < 1e-5, "{log}");
        for approximation in [Load::exponential, Load::independent, Load::lower, Load::upper] {
            ask("an approximation", || approximation(&load));
        }
        ask("the efficiency", || load.efficiency());
    }
}

/// The most items are an optimum up to the last number there is, and one item more breaks the rate.
#[test]
fn the_most_items_up_to_the_last_number() {
    let cases = [
        (1 << 62, "0.7", 5_552_344_548_276_732_344),
        (1 << 61, "0.9", 5_309_399_739_799_983_626),
        ((1 << 63) - 1, "0.6", 8_451_290_313_997_278_848),
    ];
    for (bits, fpr, items) in cases {
        for kind in KINDS {
            let one_hash = Sizing::of_bits(kind, bits, &rate(fpr)).exactly_hashes(1);
            let plan = Plan::find(&one_hash).expect("a plan");
            assert_eq!(plan.items, items, "{bits} bits at {fpr}");
            let beyond = plan.beyond().expect("a rate").expect("one item more");
            assert!(beyond.certainly_gt(rate(fpr).value()));
            let best = Plan::most_items(kind, bits, &rate(fpr)).expect("a plan");
            assert_eq!((best.items, best.ties), (items, vec![1]), "{bits} bits at {fpr}");
        }
    }
    // A rate that no number of items breaks has no most.
    let refused = Plan::most_items(Kind::Standard, u64::MAX, &rate("0.9"));
    assert!(matches!(refused, Err(Error::Unreachable { .. })), "{refused:?}");
    let refused =
        Plan::find(&Sizing::of_bits(Kind::Standard, 1 << 62, &rate("0.9999")).exactly_hashes(2));
    assert!(matches!(refused, Err(Error::Unreachable { .. })), "{refused:?}");
}

/// An efficiency has as many bits as it is asked for.
#[test]
fn an_efficiency_to_a_thousand_digits() {
    let load =
        Design::new(Kind::Standard, 1000, 7).expect("a design").holding(100).expect("a load");
    for bits in [53, 200, 256, 340, 3400] {
        let efficiency = load.precision(bits).efficiency().expect("an efficiency");
        assert!(efficiency.certain_bits() >= bits, "{bits}: {}", efficiency.certain_bits());
    }
}

/// Few items with tiny rates, and rates next to 1: plans that were refused, or took minutes.
#[test]
fn few_items_with_tiny_rates_and_rates_next_to_one() {
    for (kind, bits, items) in [
        (Kind::Standard, 1024, 1),
        (Kind::Classic, 1024, 3),
        (Kind::Standard, 1_000_000, 100),
        (Kind::Classic, 1_000_000, 100),
    ] {
        let best = Plan::best_hashes(kind, bits, items).expect("a plan");
        let k = best.design.hashes();
        for other in [k / 2, k - 1, k + 1, 2 * k] {
            let load = Design::new(kind, bits, other).and_then(|design| design.holding(items));
            let rate = load.and_then(|load| load.fpr()).expect("a rate");
            assert_eq!(rate.compare(&best.fpr), Some(std::cmp::Ordering::Greater), "{best:?}");
        }
    }
    for (items, fpr, standard, classic) in
        [(1, "1e-100", 534, 337), (2, "0.99999999999999999999", 2, 2)]
    {
        for (kind, bits) in [(Kind::Standard, standard), (Kind::Classic, classic)] {
            let plan = Plan::smallest(kind, items, &rate(fpr)).expect("a plan");
            assert_eq!(plan.design.bits(), bits, "{kind}, {items} at {fpr}");
            let beyond = plan.beyond().expect("a rate").expect("a bit fewer");
            assert!(beyond.certainly_gt(rate(fpr).value()), "{kind}, {items} at {fpr}");
        }
    }
    // Thousands of hashes that no bound excludes: refused before the first rate, unless they are bounded.
    for (items, fpr) in [(2, "1e-3000"), (1, "1e-90000"), (7, "1e-5000")] {
        let sizing = Sizing::of_items(Kind::Standard, items, &rate(fpr));
        let refused = Plan::find(&sizing).expect_err("too many hashes").to_string();
        assert!(refused.contains("candidates") && refused.contains("bound"), "{refused}");
    }
    let sizing = Sizing::of_items(Kind::Standard, 2, &rate("1e-3000")).at_most_hashes(200);
    assert_eq!(Plan::find(&sizing).expect("few hashes").design.hashes(), 200);
    for kind in KINDS {
        // 1 − (1 − 1/m)^n ≤ p, so n ≤ −m·ln(1 − p) but for a half.
        let plan = Plan::most_items(kind, 1 << 40, &rate("0.9999999999")).expect("a plan");
        let expected = (1u64 << 40) as f64 * 10f64.ln() * 10.0;
        assert!((plan.items as f64 / expected - 1.0).abs() < 1e-9, "{plan:?}");
        let beyond = plan.beyond().expect("a rate").expect("one item more");
        assert!(beyond.certainly_gt(rate("0.9999999999").value()));
    }
}

/// Hashes of the order of 2^62 and few items: an answer between its bounds, or a refusal, at once.
#[test]
fn as_many_hashes_as_bits_can_be_counted() {
    let mut answered = 0;
    for bits in [1 << 62, 1 << 63, u64::MAX] {
        for hashes in [1 << 61, 1 << 62, (1 << 62) + 1] {
            for (kind, items) in
                KINDS.into_iter().flat_map(|kind| [(kind, 1), (kind, 2), (kind, 3)])
            {
                let what = format!("{kind}, {bits} bits, {hashes} hashes, {items} items");
                let Ok(load) = Design::new(kind, bits, hashes).and_then(|d| d.holding(items))
                else {
                    assert!(kind == Kind::Classic && hashes > bits, "{what}");
                    continue;
                };
                let fpr = match load.fpr() {
                    Err(refusal) => {
                        assert!(kind == Kind::Classic && items > 1, "{what}: {refusal}");
                        assert!(matches!(refusal, Error::TooCostly { .. }), "{what}: {refusal}");
                        continue;
                    }
                    Ok(fpr) => fpr,
                };
                answered += 1;
                assert!(fpr.certain_bits() >= 53, "{what}: {fpr}");
                for bound in [load.lower(), load.upper()].into_iter().flatten() {
                    let order = bound.value.compare(&fpr);
                    let wrong = match bound.side {
                        BoundSide::Lower => std::cmp::Ordering::Greater,
                        BoundSide::Upper => std::cmp::Ordering::Less,
                        BoundSide::Estimate => continue,
                    };
                    assert_ne!(order, Some(wrong), "{what}: {fpr}");
                }
            }
        }
    }
    assert!(answered > 30, "{answered}");
}
