//! Conjecture 1 (`con:optimal-ks`) for one m and all 1 ≤ n ≤ m: the best hashes of both kinds.
//!
//! Of a standard filter all k up to ⌈m/n⌉ are evaluated: from there on the rate rises
//! (`docs/paper/best-hashes.md`). Of a classic one all k up to a load of about 1.6·m are evaluated,
//! and Jensen's bound of an interval excludes the rest. For m/n < 1.4 one hash is proved best
//! (`docs/paper/ledger.md`). What doubles cannot decide is asked of the library.
//!
//! Why not ask [`Optimum`] for everything? It finds the same hashes, but of a standard filter with
//! up to ten items it takes up to thirty times as long (m = 1024, n = 1: 0.7 s against 0.02 s), and
//! a sweep shares its chains of doubles between all n of one m.

use super::classic;
use super::counted::Counted;
use super::standard::{Laws, Powers};
use super::statement::{Best, Pair};
use std::cmp::Ordering;
use urnfield::bloom::Optimum;
use urnfield::{Design, Error, Kind, Load};

/// The best hashes of every pair with this m.
pub(super) fn pairs(m: u64) -> Result<Vec<Pair>, Error> {
    // n ≥ m/1.4: crowded.
    let open = (1..=m).take_while(|n| m * 10 >= n * 14).last().unwrap_or(0);
    let standard = standard_rates(m, open);
    let classic = classic_rates(m, open);
    let mut found = Vec::with_capacity(m as usize);
    for n in 1..=m {
        let (s, c) = if m == 1 {
            (Best::Any, Best::Of(vec![1]))
        } else if n > open {
            (Best::Of(vec![1]), Best::Of(vec![1]))
        } else {
            let rates = &standard[n as usize - 1];
            let s = least(Kind::Standard, m, n, rates)?;
            let rates = &classic[n as usize - 1];
            let c = if n == 1 { middle(m) } else { least(Kind::Classic, m, n, rates)? };
            (Best::Of(s), Best::Of(c))
        };
        found.push(Pair { m, n, standard: s, classic: c });
    }
    Ok(found)
}

/// The best hashes of one pair.
pub(crate) fn best(kind: Kind, m: u64, n: u64) -> Result<Vec<u64>, Error> {
    if m == 1 || n == 0 || m * 10 < n * 14 || m > 4000 {
        return Optimum::of(kind, m, n).map(|optimum| optimum.ties);
    }
    let rates = match kind {
        Kind::Classic if n == 1 => return Ok(middle(m)),
        Kind::Classic => {
            let last = most_hashes(m, n).min(m / 2);
            let rate = |k| classic::rates(m, k, n).and_then(|rates| rates.last().copied());
            (1..=last).map_while(rate).collect()
        }
        Kind::Standard => {
            let most = most_standard(m, n);
            let laws = Laws::new(m, n * most);
            let mut powers = Powers::new(m);
            let mut rates = Vec::new();
            while powers.hashes() < most {
                powers.step();
                rates.push(laws.rate(n, &powers));
            }
            rates
        }
    };
    least(kind, m, n, &rates)
}

/// 1/C(m,k) is least in the middle.
fn middle(m: u64) -> Vec<u64> {
    if m.is_multiple_of(2) { vec![m / 2] } else { vec![m / 2, m / 2 + 1] }
}

/// The most hashes that are evaluated for n items: beyond, bounds decide.
fn most_hashes(m: u64, n: u64) -> u64 {
    let percent = if n <= 16 { 160 } else { 110 };
    (m * percent / (100 * n)).max(4)
}

/// Returns the most hashes that are evaluated for a standard filter: from ⌈m/n⌉ on the rate rises
/// with k (Corollary T of `docs/paper/best-hashes.md`). Theorems 1 and 2 there exclude more, but a
/// sweep is to check those.
///
/// Coq: `best_hashes.f_S_rises`.
fn most_standard(m: u64, n: u64) -> u64 {
    m.div_ceil(n)
}

/// For each n the rates of k = 1, 2, ….
fn standard_rates(m: u64, open: u64) -> Vec<Vec<Counted>> {
    let most = |n: u64| most_standard(m, n);
    let balls = (1..=open).map(|n| n * most(n)).max().unwrap_or(0);
    let laws = Laws::new(m, balls);
    let mut powers = Powers::new(m);
    let mut found = vec![Vec::new(); open as usize];
    loop {
        powers.step();
        let mut any = false;
        for n in 1..=open {
            // With more items there are not more hashes.
            if most(n) < powers.hashes() {
                break;
            }
            any = true;
            found[n as usize - 1].push(laws.rate(n, &powers));
        }
        if !any {
            return found;
        }
    }
}

/// For each n the rates of k = 1, 2, …, up to m/2.
fn classic_rates(m: u64, open: u64) -> Vec<Vec<Counted>> {
    let mut found = vec![Vec::new(); open as usize];
    for k in 1..=m / 2 {
        let Some(items) = (2..=open).rev().find(|&n| most_hashes(m, n) >= k) else { break };
        let Some(rates) = classic::rates(m, k, items) else { break };
        for (n, rate) in (1..=items).zip(rates) {
            let of_items: &mut Vec<Counted> = &mut found[n as usize - 1];
            // A gap ends what is known of these items.
            if of_items.len() as u64 == k - 1 {
                of_items.push(rate);
            }
        }
    }
    found
}

/// All k with the least rate: the least of those evaluated, what is close settled by the library,
/// and everything beyond excluded; else the library searches.
fn least(kind: Kind, m: u64, n: u64, rates: &[Counted]) -> Result<Vec<u64>, Error> {
    let by_library = || Optimum::of(kind, m, n).map(|optimum| optimum.ties);
    let better = |a: &&Counted, b: &&Counted| a.compare(b).unwrap_or(Ordering::Equal);
    let whole = rates.iter().filter(|rate| rate.whole && !rate.is_zero());
    let Some(best) = whole.min_by(better) else { return by_library() };
    // Everything that is not certainly greater.
    let mut close = Vec::new();
    for (k, rate) in (1..).zip(rates) {
        if rate.is_zero() {
            return by_library();
        }
        if rate.compare(best) != Some(Ordering::Greater) {
            close.push(k);
        }
    }
    if close.is_empty() || !beyond_excluded(kind, m, n, rates.len() as u64, best) {
        return by_library();
    }
    if let [only] = close[..] {
        return Ok(vec![only]);
    }
    settle(kind, m, n, &close)
}

/// Whether every k above `known` has a rate certainly above the best.
fn beyond_excluded(kind: Kind, m: u64, n: u64, known: u64, best: &Counted) -> bool {
    let above = |bound: f64| {
        bound > 0.0 && Counted::new(bound, 0, 0, 0.0).compare(best) == Some(Ordering::Greater)
    };
    if kind == Kind::Standard {
        return known >= most_standard(m, n);
    }
    let mut open = vec![(known + 1, m)];
    let mut asked = 0;
    while let Some((a, b)) = open.pop() {
        if a > b || above(classic::below_all(m, n, a, b)) {
            continue;
        }
        asked += 1;
        if a == b || asked > 10_000 {
            return false;
        }
        // Rates rise: short intervals first.
        let middle = (a + (b - a) / 2).min(a + a / 4);
        open.push((middle + 1, b));
        open.push((a, middle));
    }
    true
}

fn load(kind: Kind, m: u64, n: u64, k: u64) -> Result<Load, Error> {
    Design::new(kind, m, k)?.holding(n)
}

/// The least of a few, by enclosures and in the end by fractions.
fn settle(kind: Kind, m: u64, n: u64, close: &[u64]) -> Result<Vec<u64>, Error> {
    let mut best = vec![close[0]];
    for &k in &close[1..] {
        let x = load(kind, m, n, k)?;
        let y = load(kind, m, n, best[0])?;
        let mut order = None;
        for bits in [64, 256] {
            order = order.or(x.precision(bits).fpr()?.compare(&y.precision(bits).fpr()?));
        }
        let order = match order {
            Some(order) => order,
            None => x.fpr_exact()?.cmp(&y.fpr_exact()?),
        };
        match order {
            Ordering::Less => best = vec![k],
            Ordering::Equal => best.push(k),
            Ordering::Greater => {}
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Plan;

    /// What a sweep leaves out of standard filters is above the best.
    #[test]
    fn standard_rates_rise_from_the_last_that_is_evaluated() {
        for m in [2, 3, 7, 16, 40] {
            for n in 1..=m {
                let last = most_standard(m, n);
                let rate = |k| load(Kind::Standard, m, n, k).and_then(|load| load.fpr_exact());
                let rates: Vec<_> = (last..last + 3).map(|k| rate(k).expect("small")).collect();
                assert!(rates.windows(2).all(|two| two[0] < two[1]), "({m}, {n})");
            }
        }
    }

    /// The library searches in its own way.
    #[test]
    fn the_best_hashes_are_those_of_the_library() {
        for m in [2, 3, 5, 8, 9, 26, 41, 77, 105] {
            for pair in pairs(m).expect("in reach") {
                let library = |kind| Plan::best_hashes(kind, m, pair.n).expect("in reach").ties;
                assert_eq!(pair.standard, Best::Of(library(Kind::Standard)), "({m}, {})", pair.n);
                assert_eq!(pair.classic, Best::Of(library(Kind::Classic)), "({m}, {})", pair.n);
                for kind in [Kind::Standard, Kind::Classic] {
                    assert_eq!(best(kind, m, pair.n), Ok(library(kind)), "({m}, {})", pair.n);
                }
            }
        }
    }
}
