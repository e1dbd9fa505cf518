//! The models of the page: urns filled by committees, in fractions and in doubles.

use urnfield_paper::draws::{Draws, multiplier, seed};
use urnfield_paper::formulas::exact::{Exact, choose, falling, ratio, whole};

/// What doubles may be off by, relative to 1: each test sums fewer than 10^5 positive terms.
pub(crate) const SLACK: f64 = 1e-10;

/// The law of the occupied urns after committees of these sizes, from `start` occupied urns on.
pub(crate) fn fill(m: u64, start: u64, sizes: &[u64]) -> Vec<Exact> {
    let mut law = vec![whole(0); m as usize + 1];
    law[start as usize] = whole(1);
    for &size in sizes {
        let mut next = vec![whole(0); m as usize + 1];
        for x in (0..=m).filter(|&x| !law[x as usize].is_zero()) {
            for new in 0..=size.min(m - x) {
                let ways = choose(m - x, new) * choose(x, size - new) / choose(m, size);
                let to = &mut next[(x + new) as usize];
                *to = &*to + &(&law[x as usize] * ways);
            }
        }
        law = next;
    }
    law
}

/// The law of the occupied urns after so many balls.
pub(crate) fn balls(m: u64, count: u64) -> Vec<Exact> {
    fill(m, 0, &vec![1; count as usize])
}

/// E f(X).
pub(crate) fn mean(law: &[Exact], f: impl Fn(u64) -> Exact) -> Exact {
    (0..).zip(law).filter(|(_, p)| !p.is_zero()).map(|(x, p)| f(x) * p).sum()
}

/// E (X/m)^i.
pub(crate) fn power(m: u64, law: &[Exact], i: u64) -> Exact {
    mean(law, |x| ratio(x, m).pow(i))
}

/// f_S(k).
pub(crate) fn standard_rate(m: u64, n: u64, k: u64) -> Exact {
    power(m, &balls(m, n * k), k)
}

/// f_C(k).
pub(crate) fn classic_rate(m: u64, n: u64, k: u64) -> Exact {
    let law = fill(m, 0, &vec![k; n as usize]);
    mean(&law, |x| falling(&whole(x), k)) / falling(&whole(m), k)
}

/// (1 − 1/m)^balls.
pub(crate) fn clear(m: u64, balls: u64) -> Exact {
    ratio(m - 1, m).pow(balls)
}

/// M(k).
pub(crate) fn independent(m: u64, n: u64, k: u64) -> Exact {
    (whole(1) - clear(m, n * k)).pow(k)
}

/// The hypothesis of Theorems 1 and 2: Q^k + Q^(k+1) ≤ 1.
pub(crate) fn hypothesis(m: u64, n: u64, k: u64) -> bool {
    clear(m, n * k) + clear(m, n * (k + 1)) <= whole(1)
}

/// All filters with m up to `most`, n up to `items(m)`, and k up to `hashes(m)`.
pub(crate) fn filters(
    most: u64,
    items: impl Fn(u64) -> u64,
    hashes: impl Fn(u64) -> u64,
) -> Vec<[u64; 3]> {
    let mut all = Vec::new();
    for m in 2..=most {
        for n in 1..=items(m) {
            all.extend((1..=hashes(m)).map(|k| [m, n, k]));
        }
    }
    all
}

/// Drawn filters of up to `most` bits near and beyond the best number of hashes, with corners.
pub(crate) fn drawn(most: u64, count: u64, salt: u64) -> Vec<[u64; 3]> {
    let mut draws = Draws::new(seed() ^ salt);
    (0..count * multiplier())
        .map(|_| {
            let m = 2 + draws.corner(most - 2);
            let n = 1 + draws.corner((m / 2).max(1));
            let best = (0.7 * m as f64 / n as f64) as u64;
            let k = (best + draws.below(4)).saturating_sub(draws.below(3)).max(1);
            [m, n, k]
        })
        .collect()
}

/// The law of the occupied urns after so many balls, in doubles.
pub(crate) fn balls_f64(m: u64, count: u64) -> Vec<f64> {
    let urns = m as f64;
    let mut law = vec![0.0; m as usize + 1];
    law[0] = 1.0;
    for _ in 0..count {
        for x in (1..=m as usize).rev() {
            law[x] = law[x] * x as f64 / urns + law[x - 1] * (urns - (x as f64 - 1.0)) / urns;
        }
        law[0] = 0.0;
    }
    law
}

/// The law of the occupied urns after n committees of k, in doubles.
pub(crate) fn committees_f64(m: u64, n: u64, k: u64) -> Vec<f64> {
    let urns = m as usize;
    let mut law = vec![0.0; urns + 1];
    law[0] = 1.0;
    for _ in 0..n {
        // One urn of the committee after the other: `place` of them are chosen already, and
        // `new` of these were empty.
        let mut next = vec![0.0; urns + 1];
        for (x, &chance) in law.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let mut new_urns = vec![0.0; k as usize + 1];
            new_urns[0] = chance;
            for place in 0..k as usize {
                let left = (urns - place) as f64;
                let mut after = vec![0.0; k as usize + 1];
                for new in 0..=place {
                    let empty = urns.saturating_sub(x + new) as f64;
                    let occupied = x.saturating_sub(place - new) as f64;
                    after[new] += new_urns[new] * occupied / left;
                    after[new + 1] += new_urns[new] * empty / left;
                }
                new_urns = after;
            }
            for (new, chance) in new_urns.into_iter().enumerate().filter(|(_, c)| *c > 0.0) {
                next[x + new] += chance;
            }
        }
        law = next;
    }
    law
}

/// E f(X) in doubles.
pub(crate) fn mean_f64(law: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    law.iter().enumerate().filter(|(_, p)| **p > 0.0).map(|(x, p)| f(x as f64) * p).sum()
}
