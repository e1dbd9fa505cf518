//! The smallest filter that keeps its promise itself, against a plain walk from the smallest size
//! upward; and plans at every size that fits in 2^63 bits.

use urnfield::bloom::Sizing;
use urnfield::{Design, Enclosure, Error, Kind, Plan, Rate};

const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

fn confident(kind: Kind, items: u64, fpr: &Rate, confidence: &Rate) -> Result<Plan, Error> {
    Plan::find(&Sizing::of_items(kind, items, fpr).with_confidence(confidence))
}

/// The most bits that may be set, by plain bisection.
fn most_bits_set(design: Design, fpr: &Rate) -> u64 {
    let (mut low, mut high) = (0, design.bits());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let own = design.fpr_given(middle).expect("in the domain");
        let kept = own.certainly_le(fpr.value());
        assert!(kept || own.certainly_gt(fpr.value()), "{design:?} with {middle} bits set");
        if kept { low = middle } else { high = middle }
    }
    low
}

/// P(X ≥ x + 1) for n items.
fn beyond(design: Design, items: u64, x: u64) -> Enclosure {
    let law = design.holding(items).and_then(|load| load.occupancy()).expect("in the domain");
    law.at_least(x + 1).expect("small")
}

/// The walk: blocks of sizes from 1 on, all k up to where hardly a bit is clear; no bound but
/// P(X_a ≤ x₀(b)), no guess.
struct Walk<'a> {
    kind: Kind,
    items: u64,
    fpr: &'a Rate,
    confidence: &'a Rate,
}

impl Walk<'_> {
    /// The k that keep the promise at m (a = b), or that the bound does not exclude.
    fn kept(&self, a: u64, b: u64) -> Vec<u64> {
        let doubt = self.confidence.complement();
        // Fewer than one clear bit in ten filters.
        let clear = |k: u64| {
            let set = self.items as f64 * k as f64 * (-1.0 / b as f64).ln_1p();
            b as f64 * set.exp()
        };
        let last = (1..).find(|&k| clear(k) < 0.1 || self.kind == Kind::Classic && k == b);
        let may = |k: &u64| {
            if self.kind == Kind::Classic && *k > a {
                return a < b;
            }
            let design = |m: u64| Design::new(self.kind, m, *k).expect("in the domain");
            let most = most_bits_set(design(b), self.fpr);
            let beyond = beyond(design(a), self.items, most);
            let kept = beyond.certainly_le(doubt.value());
            assert!(kept || beyond.certainly_gt(doubt.value()), "undecided");
            kept
        };
        (1..=last.expect("some k")).filter(may).collect()
    }

    fn least(&self, a: u64, b: u64) -> Option<(u64, Vec<u64>)> {
        let kept = self.kept(a, b);
        if kept.is_empty() {
            return None;
        }
        if a == b {
            return Some((a, kept));
        }
        let middle = a + (b - a) / 2;
        self.least(a, middle).or_else(|| self.least(middle + 1, b))
    }

    /// The least size, and among its k the one with the least rate.
    fn answer(&self) -> (u64, u64) {
        let mut a = 1;
        loop {
            let b = a + a / 8;
            if let Some((bits, hashes)) = self.least(a, b) {
                let fpr = |k: u64| {
                    let load = Design::new(self.kind, bits, k).and_then(|d| d.holding(self.items));
                    load.and_then(|load| load.fpr_exact()).expect("small")
                };
                let best = hashes.into_iter().min_by_key(|&k| (fpr(k), k));
                return (bits, best.expect("some k"));
            }
            a = b + 1;
        }
    }
}

/// Several hundred small questions: the same plan by both routes.
#[test]
fn the_plan_is_that_of_the_plain_walk() {
    let mut asked = 0;
    for kind in KINDS {
        for items in [1, 2, 3, 5, 8, 13] {
            for fpr in ["0.9", "0.5", "0.2", "0.1", "0.03", "1%", "1e-3"] {
                for confidence in ["1/2", "0.75", "0.9", "0.99", "0.999999"] {
                    let (fpr, confidence) = (rate(fpr), rate(confidence));
                    if items > 5 && fpr < rate("0.03") {
                        continue;
                    }
                    let walk = Walk { kind, items, fpr: &fpr, confidence: &confidence };
                    let plan = confident(kind, items, &fpr, &confidence);
                    let plan = plan.expect("small");
                    let found = (plan.design.bits(), plan.design.hashes());
                    assert_eq!(found, walk.answer(), "{kind} {items} {fpr} {confidence}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 300, "{asked}");
}

/// What the plain walk gave where it takes long.
#[test]
fn larger_plans_are_those_of_the_plain_walk() {
    use Kind::{Classic, Standard};
    for (kind, items, fpr, confidence, bits, hashes) in [
        (Standard, 100, "1%", "0.999999", 1073, 6),
        (Classic, 100, "1%", "0.999999", 1071, 7),
        (Standard, 100, "1e-9", "0.999", 4474, 30),
        (Classic, 10, "1e-9", "0.999999", 495, 26),
        (Standard, 1000, "1e-6", "0.9", 28_930, 20),
        (Standard, 10_000, "1%", "0.999999", 97_111, 7),
        (Standard, 1_000_000, "1%", "0.999999", 9_604_797, 7),
        (Classic, 1_000_000, "1e-6", "0.999", 28_768_523, 20),
        (Standard, 100_000_000, "1e-9", "0.9", 4_313_359_097, 30),
        (Classic, 1_000_000_000, "1%", "0.9", 9_593_055_718, 7),
    ] {
        let plan = confident(kind, items, &rate(fpr), &rate(confidence));
        let plan = plan.expect("in reach");
        assert_eq!((plan.design.bits(), plan.design.hashes()), (bits, hashes), "{kind} {items}");
    }
}

/// The plan keeps its promise, and the neighbours below break it: by the law alone.
#[test]
fn neighbours_below_break_the_promise() {
    for (kind, items) in [(Kind::Standard, 1000), (Kind::Classic, 50_000)] {
        let (fpr, confidence) = (rate("1%"), rate("0.999999"));
        let plan = confident(kind, items, &fpr, &confidence);
        let plan = plan.expect("in reach");
        let (bits, hashes) = (plan.design.bits(), plan.design.hashes());
        for m in bits - 12..=bits {
            for k in hashes - 2..=hashes + 2 {
                let load = Design::new(kind, m, k).and_then(|d| d.holding(items));
                let spread = load.and_then(|load| load.spread()).expect("in the domain");
                let chance = spread.at_most(&fpr).expect("in reach");
                if m == bits && k == hashes {
                    assert!(chance.certainly_ge(confidence.value()), "{kind} {m} {k}");
                } else if m < bits {
                    assert!(chance.certainly_lt(confidence.value()), "{kind} {m} {k}");
                }
            }
        }
    }
}

/// Rates at the ends of what can be asked: answered or refused, not searched for minutes.
#[test]
fn extreme_promises_end() {
    let ask = |items, fpr, confidence| {
        let (fpr, confidence) = (rate(fpr), rate(confidence));
        KINDS.map(|kind| confident(kind, items, &fpr, &confidence))
    };
    let bits =
        |plans: [Result<Plan, Error>; 2]| plans.map(|plan| plan.expect("in reach").design.bits());
    // Nearly full: one clear bit is enough.
    assert_eq!(bits(ask(1000, "0.99", "0.999999")), [347, 347]);
    bits(ask(1_000_000, "0.999999", "0.9"));
    for (items, fpr, confidence) in [
        (1000, "1e-300", "0.999"),
        (1_000_000, "1e-300", "0.999999"),
        (10_000, "1%", "0.999999999999999999999999999999"),
        (1_000_000_000_000_000, "1e-6", "0.999999"),
        (u64::MAX / 64, "1%", "0.9"),
    ] {
        for plan in ask(items, fpr, confidence) {
            let plan = plan.expect("in reach");
            let spread = plan.load().and_then(|load| load.spread()).expect("in the domain");
            let chance = spread.above(&rate(fpr)).expect("in reach");
            let doubt = rate(confidence).complement();
            assert!(chance.certainly_le(doubt.value()), "{plan:?}");
            // Not much smaller than it must be.
            assert!(chance.hi_f64() > 0.5 * Enclosure::from(doubt.value()).lo_f64(), "{plan:?}");
        }
    }
    for refused in ask(u64::MAX / 16, "1%", "0.9") {
        assert!(matches!(refused, Err(Error::Unreachable { .. })), "{refused:?}");
    }
    for refused in ask(10, "1%", "0.4") {
        assert!(matches!(refused, Err(Error::Domain { .. })), "{refused:?}");
    }
}

/// With the hashes fixed or bounded: the plain walk over those hashes alone.
#[test]
fn allowed_hashes_are_kept_to() {
    let (fpr, confidence) = (rate("10%"), rate("0.99"));
    for kind in KINDS {
        for items in [1, 3, 6] {
            let free = confident(kind, items, &fpr, &confidence).expect("small").design;
            for k in 1..=free.hashes() + 3 {
                let sizing = Sizing::of_items(kind, items, &fpr).with_confidence(&confidence);
                let only = Plan::find(&sizing.clone().exactly_hashes(k)).expect("small").design;
                let few = Plan::find(&sizing.at_most_hashes(k)).expect("small").design;
                let keeps = |m: u64| {
                    let Ok(design) = Design::new(kind, m, k) else { return false };
                    let most = most_bits_set(design, &fpr);
                    beyond(design, items, most).certainly_le(confidence.complement().value())
                };
                let least = (1..).find(|&m| keeps(m)).expect("some size");
                assert_eq!((only.bits(), only.hashes()), (least, k), "{kind} {items}");
                assert!(few.hashes() <= k && few.bits() <= only.bits(), "{kind} {items} {k}");
                assert!(few.bits() >= free.bits() && (k < free.hashes() || few == free));
            }
        }
    }
}

/// Plans reach to 2^63 bits: every one is at its limit, and the rest is refused for its size alone.
#[test]
fn plans_of_every_size_are_found() {
    for exponent in 9..=18 {
        for places in 1..=12 {
            let (items, fpr) = (10u64.pow(exponent), rate(&format!("1e-{places}")));
            // E's size, −n ln p/(ln 2)², is within a few parts in a thousand here.
            let about = items as f64 * 4.792_529 * f64::from(places);
            for kind in KINDS {
                let what = format!("{kind} {items} {fpr}");
                match Plan::smallest(kind, items, &fpr) {
                    Ok(plan) => {
                        assert!(plan.fpr.certainly_le(fpr.value()), "{what}");
                        let ratio = plan.design.bits() as f64 / about;
                        assert!((1.0..1.01).contains(&ratio), "{what}: {ratio}");
                        let beyond = plan.beyond().expect("in reach").expect("a smaller filter");
                        assert!(beyond.certainly_gt(fpr.value()), "{what}");
                        for k in plan.design.hashes() - 1..=plan.design.hashes() + 1 {
                            let Ok(less) = Design::new(kind, plan.design.bits() - 1, k) else {
                                continue;
                            };
                            let rate = less.holding(items).and_then(|l| l.precision(200).fpr());
                            assert!(rate.expect("in reach").certainly_gt(fpr.value()), "{what}");
                        }
                    }
                    Err(error) => {
                        assert!(matches!(error, Error::Unreachable { .. }), "{what}: {error}");
                        assert!(about > 9.1e18, "{what}: {error}");
                    }
                }
            }
        }
    }
}
