//! Section 3: what happens as k or m grows.

use crate::claims::evidence::{Claim, Evidence, conditional, refuted};
use crate::claims::models::{KINDS, exact_rate, rate};
use crate::formulas::exact::{Exact, falling, number, ratio, whole};
use urnfield::{Error, Kind};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    conditional("sec:bloom/initially", initially),
    refuted("sec:bloom/asymptotic", asymptotic),
    refuted("sec:historical-notes/coincide", asymptotic),
];

/// B32: a second hash lowers the rate only if Q + Q² > 1, Q = (1 − 1/m)^n, which is m/n above
/// about 2.078. By Theorems 1 and 2 of `docs/paper/best-hashes.md` this is necessary.
fn initially(e: &mut Evidence) -> Result<(), Error> {
    for (m, n) in [(3, 2), (10, 6), (100, 60)] {
        let [one, two] =
            [exact_rate(Kind::Standard, m, n, 1)?, exact_rate(Kind::Standard, m, n, 2)?];
        let classic = exact_rate(Kind::Classic, m, n, 2)?;
        let ratio = m as f64 / n as f64;
        let rises = two > one && classic > one;
        e.fails(rises, format!("m = {m}, n = {n}, m/n = {ratio:.2} > 1/ln 2: f(2) > f(1)"));
    }
    for m in 2..=24u64 {
        for n in 1..=m {
            let q = ratio(m - 1, m).pow(n);
            let may_fall = &q + q.pow(2) > whole(1);
            for kind in KINDS {
                let falls = exact_rate(kind, m, n, 2)? < exact_rate(kind, m, n, 1)?;
                let what = || format!("{kind}, m = {m}, n = {n}");
                e.holds(may_fall || !falls, what);
                // From m/n = 3 on the second hash is better. (3,1) is a tie.
                e.holds(falls || m < 3 * n || (m, n) == (3, 1), what);
            }
        }
    }
    // And in the end the rate approaches 1.
    for (m, n) in [(5, 2), (8, 3)] {
        let late = exact_rate(Kind::Standard, m, n, 60)?;
        e.holds(late > number("9999/10000"), || format!("m = {m}, n = {n}, k = 60"));
        e.same(&exact_rate(Kind::Classic, m, n, m)?, &whole(1), || format!("m = k = {m}, n = {n}"));
    }
    Ok(())
}

/// The limit of f_S/f_C as m grows, n and k fixed: (nk)^k / (nk)(nk−1)…(nk−k+1).
fn limit(n: u64, k: u64) -> Exact {
    whole(n * k).pow(k) / falling(&whole(n * k), k)
}

/// B33: at a fixed number of items the ratio tends to another limit than 1; at a fixed load nk/m
/// it tends to 1.
fn asymptotic(e: &mut Evidence) -> Result<(), Error> {
    for (n, k, quoted) in [(1, 2, "2"), (1, 5, "26.0417"), (2, 5, "3.30688")] {
        let at = |m: u64| -> Result<Exact, Error> {
            Ok(exact_rate(Kind::Standard, m, n, k)? / exact_rate(Kind::Classic, m, n, k)?)
        };
        let limit = limit(n, k);
        let digits: f64 = quoted.parse().unwrap_or(0.0);
        let value = urnfield::Enclosure::from_rational(&limit.0, 64).lo_f64();
        e.holds((value - digits).abs() < 1e-4, || format!("n = {n}, k = {k}: {value}"));
        // The distance to the limit is about C/m: tenfold m, a tenth of it.
        let distance = |m: u64| -> Result<Exact, Error> {
            let off = at(m)? / &limit - whole(1);
            Ok(if off < whole(0) { -off } else { off })
        };
        for m in [1000, 10_000, 100_000] {
            let bound = ratio(10 * k * k * n, m);
            e.holds(distance(m)? < bound, || format!("n = {n}, k = {k}, m = {m}"));
        }
        let apart = at(1_000_000)? > &limit * number("99/100");
        e.fails(apart, format!("n = {n}, k = {k}: f_S/f_C tends to {value:.6}"));
    }
    // λ = nk/m = 1/2 and 2, where the order of the two is different.
    for (load_above, load_below, k) in [(1, 2, 2), (1, 2, 5), (2, 1, 2), (2, 1, 5)] {
        for m in [1000u64, 10_000, 100_000] {
            let n = m * load_above / (load_below * k);
            let [s, c] = [rate(Kind::Standard, m, n, k)?, rate(Kind::Classic, m, n, k)?];
            let off = s.lo_f64() / c.lo_f64() - 1.0;
            let bound = (k * k) as f64 / m as f64;
            e.holds(off.abs() < bound, || format!("m = {m}, n = {n}, k = {k}: {off}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::claims::confirmed;

    #[test]
    fn sec_bloom_initially_needs_more_than_two_bits_an_item() {
        assert!(confirmed("sec:bloom/initially"));
    }

    #[test]
    fn sec_bloom_asymptotic_fails_at_fixed_items_and_holds_at_a_fixed_load() {
        assert!(confirmed("sec:bloom/asymptotic") && confirmed("sec:historical-notes/coincide"));
    }
}
