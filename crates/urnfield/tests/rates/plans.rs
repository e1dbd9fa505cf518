//! Plans, promises and peaks against brute force: every size, every number of hashes, every number
//! of items, compared as exact fractions of counts of outcomes.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use urnfield::bloom::{Peak, Sizing};
use urnfield::{Design, Error, Kind, Plan, Rate, Rational};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, choose, ratio, whole};
use urnfield_paper::formulas::table::{Law, encloses};

const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

/// A fraction of counts, not reduced.
#[derive(Debug, Clone)]
struct Share {
    of: UBig,
    all: UBig,
}

impl Share {
    fn rational(&self) -> Rational {
        format!("{}/{}", self.of, self.all).parse().expect("a fraction")
    }

    /// As a target; `None` where it is 0 or 1.
    fn rate(&self) -> Option<Rate> {
        Rate::new(self.rational()).ok()
    }

    fn pow(&self, n: u64) -> Share {
        Share { of: self.of.pow(n as usize), all: self.all.pow(n as usize) }
    }

    /// A hair more (or less) than this.
    fn beside(&self, more: bool) -> Share {
        let scaled = &self.of << 200;
        let of = if more { scaled + UBig::ONE } else { scaled - UBig::ONE };
        Share { of, all: &self.all << 200 }
    }

    /// The logarithm in f64, good to 1e-15: only to tell what is far apart.
    fn ln(&self) -> f64 {
        let ln = |n: &UBig| {
            let cut = n.bit_len().saturating_sub(64);
            let top = u64::try_from(n >> cut).expect("64 bits");
            (top as f64).ln() + cut as f64 * std::f64::consts::LN_2
        };
        ln(&self.of) - ln(&self.all)
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Share) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Share {}
impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Share) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Share {
    fn cmp(&self, other: &Share) -> Ordering {
        (&self.of * &other.all).cmp(&(&other.of * &self.all))
    }
}

fn big_choose(n: u64, k: u64) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    (0..k).fold(UBig::ONE, |c, i| c * UBig::from(n - i) / UBig::from(i + 1))
}

/// In how many ways 0, 1, …, draws draws of `size` distinct positions leave 0, 1, …, m bits set.
fn outcomes(m: u64, size: u64, draws: u64) -> Vec<Vec<UBig>> {
    // Of x bits set, `new` more: so many of the draws do that.
    let choices = |x: u64| -> Vec<UBig> {
        let new = 0..=size.min(m - x);
        new.map(|new| big_choose(m - x, new) * big_choose(x, size - new)).collect()
    };
    let choices: Vec<Vec<UBig>> = (0..=m).map(choices).collect();
    let mut ways = vec![UBig::ZERO; m as usize + 1];
    ways[0] = UBig::ONE;
    let mut all = vec![ways];
    for _ in 0..draws {
        let mut next = vec![UBig::ZERO; m as usize + 1];
        let ways = all.last().expect("begun");
        for (x, old) in ways.iter().enumerate().filter(|(_, old)| !old.is_zero()) {
            for (new, choices) in choices[x].iter().enumerate() {
                next[x + new] += old * choices;
            }
        }
        all.push(next);
    }
    all
}

/// In how many ways n items of k hashes leave 0, 1, …, m bits set.
fn outcomes_of_items(kind: Kind, m: u64, k: u64, n: u64) -> Vec<UBig> {
    let (size, draws) = if kind == Kind::Classic { (k, n) } else { (1, n * k) };
    outcomes(m, size, draws).pop().expect("n items")
}

/// The rate: all outcomes and all queries, counted.
fn counted(kind: Kind, m: u64, k: u64, ways: &[UBig]) -> Share {
    let queries = |x: u64| match kind {
        Kind::Standard => UBig::from(x).pow(k as usize),
        Kind::Classic => big_choose(x, k),
    };
    let of = (0..).zip(ways).map(|(x, w)| w * queries(x)).sum();
    Share { of, all: queries(m) * ways.iter().sum::<UBig>() }
}

/// For each of the k, the rates for n = 0, 1, …, items(k).
fn rates(
    kind: Kind,
    m: u64,
    hashes: impl Iterator<Item = u64> + Clone,
    items: impl Fn(u64) -> u64,
) -> Vec<(u64, Vec<Share>)> {
    let balls = match kind {
        Kind::Standard => hashes.clone().map(|k| k * items(k)).max().unwrap_or(0),
        Kind::Classic => 0,
    };
    let balls = outcomes(m, 1, balls);
    let row = |k: u64| -> Vec<Share> {
        let committees = if kind == Kind::Classic { outcomes(m, k, items(k)) } else { Vec::new() };
        let ways = |n: u64| match kind {
            Kind::Standard => &balls[(n * k) as usize],
            Kind::Classic => &committees[n as usize],
        };
        (0..=items(k)).map(|n| counted(kind, m, k, ways(n))).collect()
    };
    hashes.map(|k| (k, row(k))).collect()
}

fn most_hashes(kind: Kind, m: u64) -> u64 {
    if kind == Kind::Classic { m } else { 6 * m }
}

/// rates\[k − 1\]\[n\] for every k.
fn all_rates(kind: Kind, m: u64, items: u64) -> Vec<Vec<Share>> {
    let rates = rates(kind, m, 1..=most_hashes(kind, m), |_| items);
    rates.into_iter().map(|(_, row)| row).collect()
}

/// The least rate with up to `most` hashes, and every k that has it.
fn best(rates: &[Vec<Share>], n: u64, most: u64) -> (&Share, Vec<u64>) {
    let column = || (1..=most).zip(rates.iter().map(|row| &row[n as usize]));
    let least = column().map(|(_, f)| f).min().expect("some k");
    (least, column().filter(|(_, f)| *f == least).map(|(k, _)| k).collect())
}

#[track_caller]
fn same_plan(plan: Result<Plan, Error>, bits: u64, items: u64, truth: (&Share, Vec<u64>)) {
    let (least, ties) = truth;
    let plan =
        plan.unwrap_or_else(|e| panic!("{bits} bits, {items} items, {ties:?}, {least:?}: {e}"));
    assert_eq!((plan.design.bits(), plan.items), (bits, items), "{plan:?}");
    assert_eq!(plan.ties, ties, "{plan:?}");
    assert_eq!(plan.design.hashes(), ties[0], "{plan:?}");
    encloses(Ok(plan.fpr.clone()), &Exact(least.rational()), &format!("{plan:?}"));
}

/// `eqn:approx_optimal_k` as arg min (B13): every k, with all ties (C: n = 1 and m odd; S: (3,1)).
#[test]
fn best_hashes_are_the_best_of_all() {
    let mut draws = Draws::new(1);
    let mut tied = [Vec::new(), Vec::new()];
    for m in 2..=40 {
        for kind in KINDS {
            let rates = all_rates(kind, m, 6);
            for n in 1..=6 {
                let most = most_hashes(kind, m);
                let truth = best(&rates, n, most);
                if truth.1.len() > 1 {
                    tied[kind as usize].push((m, n));
                }
                same_plan(Plan::best_hashes(kind, m, n), m, n, truth);
                let few = 1 + draws.below(most);
                let plan = Plan::find(&Sizing::of_bits_and_items(kind, m, n).at_most_hashes(few));
                same_plan(plan, m, n, best(&rates, n, few));
            }
        }
    }
    tied[Kind::Classic as usize].dedup();
    assert_eq!(tied[Kind::Standard as usize], [(3, 1)]);
    assert!((3..=39).step_by(2).all(|m| tied[Kind::Classic as usize].contains(&(m, 1))));
    assert!(tied[Kind::Classic as usize].iter().all(|&(m, n)| n == 1 && m % 2 == 1));
}

/// Rates that are attained, a hair to either side, and others; none nearer to 1 than 2^-48.
fn targets(draws: &mut Draws, attained: &Share) -> Vec<(Share, Rate)> {
    let all = 2 + draws.below(5000);
    let random = Share { of: UBig::from(1 + draws.below(all - 1)), all: UBig::from(all) };
    [attained.clone(), attained.beside(true), attained.beside(false), random]
        .into_iter()
        .filter(|share| share.of < &share.all - (&share.all >> 48))
        .filter_map(|share| share.rate().map(|rate| (share, rate)))
        .collect()
}

/// m_min (B11): f(m) ≤ p < f(m − 1), and a rate exactly attained is reached.
#[test]
fn the_smallest_filter_is_the_smallest_of_all() {
    const MOST: u64 = 22;
    let mut draws = Draws::new(2);
    for kind in KINDS {
        let tables: Vec<_> = (1..=MOST).map(|m| all_rates(kind, m, 6)).collect();
        let least = |reached: &dyn Fn(u64, &[Vec<Share>]) -> bool| {
            (1..=MOST).zip(&tables).find(|(m, table)| reached(*m, table))
        };
        let mut asked = 0;
        for _ in 0..150 * multiplier() {
            let (m, n) = (2 + draws.below(MOST - 1), 1 + draws.below(6));
            let best_here = best(&tables[m as usize - 1], n, most_hashes(kind, m));
            let k = match draws.below(2) {
                0 => best_here.1[0],
                _ => 1 + draws.below(m),
            };
            let attained = &tables[m as usize - 1][k as usize - 1][n as usize];
            for (p, rate) in targets(&mut draws, attained) {
                let few = 1 + draws.below(k + 2);
                // With up to `few` hashes, and with any number.
                for most in [few, u64::MAX] {
                    let cap = |m: u64| most.min(most_hashes(kind, m));
                    let reached = |m: u64, table: &[Vec<Share>]| *best(table, n, cap(m)).0 <= p;
                    let Some((bits, table)) = least(&reached) else { continue };
                    let plan = Plan::find(&Sizing::of_items(kind, n, &rate).at_most_hashes(most));
                    same_plan(plan, bits, n, best(table, n, cap(bits)));
                    if most == u64::MAX {
                        let plan = Plan::smallest(kind, n, &rate);
                        same_plan(plan, bits, n, best(table, n, cap(bits)));
                    }
                    asked += 1;
                }
                let reached = |m: u64, table: &[Vec<Share>]| {
                    k <= most_hashes(kind, m) && table[k as usize - 1][n as usize] <= p
                };
                if let Some((bits, table)) = least(&reached) {
                    let plan = Plan::find(&Sizing::of_items(kind, n, &rate).exactly_hashes(k));
                    same_plan(plan, bits, n, (&table[k as usize - 1][n as usize], vec![k]));
                    asked += 1;
                }
            }
        }
        assert!(asked > 500, "only {asked} questions had their answer in the table");
    }
}

/// n_max (B10): f(n) ≤ p < f(n + 1), and a rate exactly attained is reached.
#[test]
fn the_most_items_are_the_most_of_all() {
    let mut draws = Draws::new(3);
    for _ in 0..40 * multiplier() {
        let m = 2 + draws.below(25);
        for kind in KINDS {
            let table = all_rates(kind, m, 7);
            let check =
                |plan: Result<Plan, Error>, at: &dyn Fn(u64) -> (Share, Vec<u64>), p: &Share| {
                    let first_failing = (1..=7).find(|&n| at(n).0 > *p);
                    match (first_failing, plan) {
                        (Some(1), Err(Error::Unreachable { .. })) => {}
                        (Some(1), plan) => panic!("{m} bits hold nothing at {p:?}: {plan:?}"),
                        (None, Ok(plan)) => assert!(plan.items >= 7, "{plan:?}"),
                        (Some(n), plan) => {
                            let (share, ties) = at(n - 1);
                            same_plan(plan, m, n - 1, (&share, ties));
                        }
                        (None, Err(e)) => panic!("{m} bits at {p:?}: {e}"),
                    }
                };
            let (n, most) = (1 + draws.below(6), most_hashes(kind, m));
            let k = match draws.below(2) {
                0 => best(&table, n, most).1[0],
                _ => 1 + draws.below(m.div_ceil(2)),
            };
            for (p, rate) in targets(&mut draws, &table[k as usize - 1][n as usize]) {
                for few in [1 + draws.below(k + 2), u64::MAX] {
                    let at = |n: u64| {
                        let (share, ties) = best(&table, n, few.min(most));
                        (share.clone(), ties)
                    };
                    check(
                        Plan::find(&Sizing::of_bits(kind, m, &rate).at_most_hashes(few)),
                        &at,
                        &p,
                    );
                    if few == u64::MAX {
                        check(Plan::most_items(kind, m, &rate), &at, &p);
                    }
                }
                let at = |n: u64| (table[k as usize - 1][n as usize].clone(), vec![k]);
                check(Plan::find(&Sizing::of_bits(kind, m, &rate).exactly_hashes(k)), &at, &p);
            }
        }
    }
}

/// The chance that a filter's own rate is at most p, for n items.
fn chance_kept(kind: Kind, m: u64, k: u64, n: u64, p: &Share) -> Share {
    let kept = |x: u64| match kind {
        Kind::Standard => {
            UBig::from(x).pow(k as usize) * &p.all <= UBig::from(m).pow(k as usize) * &p.of
        }
        Kind::Classic => big_choose(x, k) * &p.all <= big_choose(m, k) * &p.of,
    };
    let ways = outcomes_of_items(kind, m, k, n);
    let of = (0..).zip(&ways).filter(|(x, _)| kept(*x)).map(|(_, w)| w).sum();
    Share { of, all: ways.iter().sum() }
}

fn percent(share: u64) -> Share {
    Share { of: UBig::from(share), all: UBig::from(100u8) }
}

/// The smallest filter that keeps its own promise: every smaller size with every k breaks it.
#[test]
fn the_smallest_filter_with_confidence_is_the_smallest_of_all() {
    for (kind, items) in
        [(Kind::Standard, [1, 2, 4, 12].as_slice()), (Kind::Classic, [1, 2, 4].as_slice())]
    {
        for &n in items {
            for (p, confidence) in [(5, 90), (10, 90), (20, 90), (10, 99), (20, 99)] {
                if n == 12 && p < 20 {
                    continue; // Hundreds of bits: minutes of counting.
                }
                let (p, confidence) = (percent(p), percent(confidence));
                // Beyond 8m/n hashes hardly a bit is clear.
                let keeping = |m: u64| -> Vec<u64> {
                    let most = 8 * m / n + 8;
                    let hashes = 1..=if kind == Kind::Classic { most.min(m) } else { most };
                    hashes.filter(|&k| chance_kept(kind, m, k, n, &p) >= confidence).collect()
                };
                let (bits, hashes) = (1..)
                    .map(|m| (m, keeping(m)))
                    .find(|(_, hashes)| !hashes.is_empty())
                    .expect("some filter");
                let (rate, sure) = (p.rate().expect("a rate"), confidence.rate().expect("a rate"));
                let plan = Plan::find(&Sizing::of_items(kind, n, &rate).with_confidence(&sure));
                let plan = plan.unwrap_or_else(|e| panic!("{n} items at {p:?}: {e}"));
                assert_eq!(plan.design.bits(), bits, "{plan:?} at {p:?} {confidence:?}");
                let least = hashes
                    .iter()
                    .min_by_key(|&&k| counted(kind, bits, k, &outcomes_of_items(kind, bits, k, n)));
                assert_eq!(Some(&plan.design.hashes()), least, "{plan:?} among {hashes:?}");
                assert_eq!(plan.items, n);
            }
        }
    }
}

/// The example of the documentation: 1035 bits, and not one fewer.
#[test]
fn a_hundred_items_at_one_percent_with_confidence() {
    let (p, sure): (Rate, Rate) = ("1%".parse().expect("a rate"), "99.9%".parse().expect("a rate"));
    let plan = Plan::find(&Sizing::of_items(Kind::Standard, 100, &p).with_confidence(&sure))
        .expect("in reach");
    assert_eq!(plan.design.bits(), 1035);
    for m in 990..=1035 {
        let mut kept = Vec::new();
        for k in 3..=12 {
            let load = Design::new(Kind::Standard, m, k).and_then(|d| d.holding(100));
            let spread = load.and_then(|load| load.spread()).expect("in the domain");
            let chance = spread.at_most(&p).expect("in reach");
            let [yes, no] = [chance.certainly_ge(sure.value()), chance.certainly_lt(sure.value())];
            assert!(yes != no, "undecided at {m}, {k}: {chance}");
            if yes {
                kept.push(k);
            }
        }
        assert_eq!(kept.is_empty(), m < 1035, "{m}: {kept:?}");
        assert!(m < 1035 || kept.contains(&plan.design.hashes()));
    }
}

/// The law of one filter's own rate, against the exact law of the bits set.
#[test]
fn the_spread_of_the_rate() {
    let mut draws = Draws::new(4);
    for _ in 0..60 * multiplier() {
        let (m, n) = (2 + draws.below(20), draws.below(7));
        for kind in KINDS {
            let k = 1 + draws.below(if kind == Kind::Classic { m.min(8) } else { 8 });
            let load = Design::new(kind, m, k).and_then(|d| d.holding(n)).expect("in the domain");
            let law = Law::of(&load.occupancy().expect("in the domain"));
            let own = |x: u64| match kind {
                Kind::Standard => ratio(x, m).pow(k),
                Kind::Classic => choose(x, k) / choose(m, k),
            };
            let spread = load.spread().expect("in the domain");
            let hair = ratio(1, 1 << 50);
            let around = |p: Exact| [&p - &hair, p.clone(), p + &hair];
            let rate = |p: &Exact| Rate::new(p.0.clone()).ok();
            for p in (0..=m).flat_map(|x| around(own(x))) {
                let Some(target) = rate(&p) else { continue };
                let above = law.expect(|x| whole((own(x) > p).into()));
                let what = format!("{load:?} at {p:?}");
                encloses(spread.above(&target), &above, &what);
                encloses(spread.at_most(&target), &(whole(1) - above), &what);
            }
            let shares = (0..=m).flat_map(|x| around(law.at_most(x)));
            for p in shares.chain([ratio(1, 2), ratio(1, 1000)]) {
                let Some(share) = rate(&p) else { continue };
                let truth = own(law.quantile(&p));
                encloses(spread.quantile(&share), &truth, &format!("{load:?} at {p:?}"));
            }
            encloses(spread.median(), &own(law.quantile(&ratio(1, 2))), &format!("{load:?}"));
        }
    }
}

/// All (n, k) with the greatest ε = (n/m) log2(1/f), that is with the least f^n; and that f.
fn peaks(rates: &[(u64, Vec<Share>)]) -> (Vec<(u64, u64)>, Vec<Share>) {
    let loads =
        || rates.iter().flat_map(|(k, row)| (0..).zip(row).skip(1).map(|(n, f)| (n, *k, f)));
    let rough = |n: u64, f: &Share| n as f64 * f.ln();
    let least = loads().map(|(n, _, f)| rough(n, f)).fold(f64::INFINITY, f64::min);
    let near = || loads().filter(|(n, _, f)| rough(*n, f) < least + 1e-8);
    let power = near().map(|(n, _, f)| f.pow(n)).min().expect("some load");
    let tied = near().filter(|(n, _, f)| f.pow(*n) == power);
    let mut found: Vec<_> = tied.map(|(n, k, f)| ((n, k), f.clone())).collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().unzip()
}

#[track_caller]
fn same_peak(peak: Result<Peak, Error>, kind: Kind, m: u64, rates: &[(u64, Vec<Share>)]) {
    let peak = peak.unwrap_or_else(|e| panic!("{kind:?} {m}: {e}"));
    let (places, shares) = peaks(rates);
    assert_eq!(peak.ties, places, "{peak:?}");
    assert_eq!((peak.items, peak.hashes), places[0], "{peak:?}");
    assert_eq!((peak.kind, peak.bits), (kind, m), "{peak:?}");
    encloses(Ok(peak.fpr.clone()), &Exact(shares[0].rational()), &format!("{peak:?}"));
    let efficiency = -shares[0].ln() * peak.items as f64 / m as f64 / std::f64::consts::LN_2;
    assert!((peak.efficiency.lo_f64() - efficiency).abs() < 1e-12, "{peak:?}: {efficiency}");
    assert!(peak.efficiency.certain_bits() >= 53, "{peak:?}");
}

/// ε*(m,k) and its integer n*: every n up to well beyond saturation.
#[test]
fn peaks_over_the_items() {
    let mut draws = Draws::new(5);
    for m in 2..=60 {
        for kind in KINDS {
            let mut hashes = vec![1, 2, m / 2, 1 + draws.below(m.min(6)), 1 + draws.below(m)];
            hashes.retain(|&k| k >= 1 && (k < m || k == 1 || kind == Kind::Standard));
            hashes.sort_unstable();
            hashes.dedup();
            for k in hashes {
                let rates = rates(kind, m, [k].into_iter(), |k| 4 * m / k + 10);
                let design = Design::new(kind, m, k).expect("in the domain");
                same_peak(Peak::of(design), kind, m, &rates);
            }
        }
    }
}

/// ε*(m): `cor:standard-max-efficiency` for whole n (B17), `con:classic-max-efficiency` corrected
/// (B5), with m = 3 and the ties of odd m.
#[test]
fn peaks_over_items_and_hashes() {
    for m in 2..=40 {
        for kind in KINDS {
            let most = if kind == Kind::Classic { m } else { 6 };
            let rates = rates(kind, m, 1..=most, |k| 4 * m / k + 10);
            same_peak(Peak::highest(kind, m), kind, m, &rates);
        }
    }
}
