//! The classes of steps that have one table each.
//!
//! A question with the step d has a table that depends on g = gcd(d, m) alone, because d is g times
//! a unit of Z_m. Write q = m/g for the order of d, and L = lcm(1, …, k − 1).
//!
//! **Theorem.** For all steps, and for all but 0, two divisors g, g′ of m with q, q′ > 2(k − 1)² and
//! gcd(g, L) = gcd(g′, L) have the same table.
//!
//! *Proof.* The table is a function of the sets Λ_d ∩ box over all d, Λ_d = {(x, y) : gx ≡ yd mod
//! m}, box = {|x|, |y| < k}. By Möbius inversion these are determined by N(S) = #{d : S ⊆ Λ_d} for
//! S ⊆ box. If all y of S are 0, then gx ≡ 0 with |x| < k ≤ q, so all x are 0 and N(S) = m. Else let
//! Y = gcd(y_s) = Σ c_s y_s and X = Σ c_s x_s. The system is equivalent to Yd ≡ gX and q | x_s −
//! (y_s/Y)·X for all s. The latter implies q | (x_s y_u − x_u y_s)/Y for all s and u, which is at
//! most 2(k − 1)² < q in size and so 0: S lies on a line through 0, and then these conditions hold
//! by themselves. Yd ≡ gX has gcd(Y, m) solutions d if gcd(Y, m) divides gX, else none. Y < k divides
//! L, so gcd(Y, m) divides gX if and only if it divides gcd(g, L)·X. Without d = 0, the only d with
//! (0, 1) in Λ_d, every such class loses one set: {x = 0}. ∎
//!
//! Coq: `divisors.lost_by_gcd`, `divisors.lost_by_gcd_nonzero`. The number of steps of one class
//! below is proved by hand.
//!
//! So the classes are one for each divisor q ≤ 2(k − 1)² of m, and one for each divisor c of
//! G = gcd(m, L): #{d : gcd(d, G) = c} = (m/G)·φ(G/c) steps, less those of small q with
//! gcd(m/q, L) = c. Then g = c is one of the class: if any g is, g is a multiple of c, so m/c ≥ m/g.
//! Nothing of m is factored beyond its divisors below k and up to 2(k − 1)².

use crate::bloom::double::hashing::Steps;
use crate::error::Error;

/// Steps whose questions have one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    /// A divisor g of m; the table is that of the bits 0, g, 2g, … .
    pub(crate) divisor: u64,
    /// How many steps of a question are in the class.
    pub(crate) steps: u64,
}

/// Returns the greatest common divisor; gcd(0, b) = b.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Trial division ends here: larger numbers are not factored by force.
const LARGEST_DIVISOR: u64 = 1 << 24;

/// Returns φ(m), the number of units of Z_m.
///
/// φ(m) is needed of m itself for unit steps only, and of small or smooth numbers otherwise.
fn totient(m: u64) -> Result<u64, Error> {
    let (mut rest, mut units, mut p) = (m, m, 2);
    while p * p <= rest {
        if p > LARGEST_DIVISOR {
            return Err(Error::TooCostly {
                what: "the number of unit steps of a filter of that many bits",
                needs: rest.isqrt().into(),
                unit: "trial divisions".into(),
                limit: LARGEST_DIVISOR.into(),
                remedy: "ask for a power of two, or for all steps",
            });
        }
        if rest.is_multiple_of(p) {
            units -= units / p;
            while rest.is_multiple_of(p) {
                rest /= p;
            }
        }
        p += if p == 2 { 1 } else { 2 };
    }
    if rest > 1 {
        units -= units / rest;
    }
    Ok(units)
}

/// Returns gcd(m, lcm(1, …, k − 1)), which divides m however long the lcm is.
fn smooth_part(m: u64, hashes: u64) -> u64 {
    let mut part = 1;
    let is_prime = |p: u64| (2..p).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d));
    for p in (2..hashes).filter(|&p| is_prime(p)) {
        let mut power = p;
        while power < hashes && m.is_multiple_of(power) {
            part *= p;
            power *= p;
        }
    }
    part
}

/// Returns all divisors of a number whose prime factors are below k.
fn divisors(smooth: u64, hashes: u64) -> Vec<u64> {
    let (mut all, mut rest) = (vec![1], smooth);
    for p in 2..hashes {
        let mut fresh = all.clone();
        while rest.is_multiple_of(p) {
            rest /= p;
            fresh.iter_mut().for_each(|divisor| *divisor *= p);
            all.extend(&fresh);
        }
    }
    all
}

/// Returns the number M of steps, and the classes of a question's steps; 2 ≤ k ≤ m or k = 1.
pub(crate) fn classes(steps: Steps, m: u64, hashes: u64) -> Result<(u64, Vec<Class>), Error> {
    if steps == Steps::Unit {
        let units = totient(m)?;
        return Ok((units, vec![Class { divisor: 1, steps: units }]));
    }
    let smooth = smooth_part(m, hashes);
    let largest = (2 * (hashes - 1).pow(2)).max(1);
    let mut found = Vec::new();
    let mut rest = Vec::new();
    for c in divisors(smooth, hashes) {
        rest.push(Class { divisor: c, steps: m / smooth * totient(smooth / c)? });
    }
    for order in (1..=largest.min(m)).filter(|&order| m.is_multiple_of(order)) {
        let class = Class { divisor: m / order, steps: totient(order)? };
        let same = gcd(class.divisor, smooth);
        for other in rest.iter_mut().filter(|other| other.divisor == same) {
            other.steps -= class.steps;
        }
        found.push(class);
    }
    // Order 1 is the step 0 alone.
    if steps == Steps::Nonzero {
        found.retain(|class| class.divisor < m);
    }
    found.extend(rest.into_iter().filter(|class| class.steps > 0));
    Ok((m - u64::from(steps == Steps::Nonzero), found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_count_every_step_once() {
        for m in (2..400).chain([960, 5040, 19200, 720_720, 19_170_176, 6_700_417, (1 << 40) + 8]) {
            for hashes in [1, 2, 3, 7, 13, 24].into_iter().filter(|&k| k <= m) {
                for steps in [Steps::All, Steps::Nonzero, Steps::Unit] {
                    let (all, classes) = classes(steps, m, hashes).expect("a small m");
                    let sum: u64 = classes.iter().map(|class| class.steps).sum();
                    assert_eq!(sum, all, "{m} {hashes} {steps}");
                    assert!(classes.iter().all(|class| m.is_multiple_of(class.divisor)));
                }
            }
        }
    }

    #[test]
    fn numbers_of_units_are_counted() {
        for m in 1..200 {
            let units = (0..m).filter(|&d| gcd(d, m) == 1).count() as u64;
            assert_eq!(totient(m), Ok(units.max(1)), "{m}");
        }
        assert!(totient(18_446_744_073_709_551_557).is_err(), "a prime of 64 bits takes too long");
        assert_eq!(totient(1 << 63), Ok(1 << 62));
    }

    #[test]
    fn the_smooth_part_is_a_gcd_with_the_lcm() {
        for hashes in 1..12 {
            let lcm = (1..hashes).fold(1, |lcm, i| lcm / gcd(lcm, i) * i);
            for m in 1..3000 {
                let part = smooth_part(m, hashes);
                assert_eq!(part, gcd(m, lcm), "{m} {hashes}");
                let count = (1..=part).filter(|&d| part.is_multiple_of(d)).count();
                assert_eq!(divisors(part, hashes).len(), count);
            }
        }
    }
}
