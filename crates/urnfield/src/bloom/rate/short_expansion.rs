//! The expansion of a rate to double precision in fixed point: few terms of the sum of `expansion`,
//! where all its numbers are near one and a machine integer holds them.
//!
//! With v = 1/m, N = nk, h_d = c_d for a classic filter and c_d·m^(d)/m^d for a standard one (c_d
//! of N balls), h_{d+1}/h_d is a power of a number just below one, and
//!
//! - classic: c_j = h_j,
//! - standard: c_j = E V^j/q^j = Σ_l S(j, j−l)·u^l·h_{j−l}, u = v/q, S Stirling's numbers: j
//!   positions fall on j − l distinct bits in S(j, j−l)·m^(j−l) ways.

use crate::bloom::load::Load;
use crate::bloom::rate::expansion::Chances;
use crate::design::plain::Kind;
use urnfield_num::{Places, Real};

/// More terms are left to longer numbers.
pub(crate) const MOST_SHORT_TERMS: u64 = 24;

/// Returns the places that the c_j need for some 70 bits of the sum, because an error of a c_j
/// enters the sum C(k,r)·(2w)^r times; `None` where fixed point has fewer places. A guess, because
/// the error is counted afterwards.
pub(crate) fn places_for(k: u64, terms: u64, q: f64) -> Option<u32> {
    let twice_w = 2.0 * q / (1.0 - q);
    let (mut growth, mut most) = (1.0, 1.0_f64);
    for r in 0..terms.min(k) {
        growth *= (k - r) as f64 / (r + 1) as f64 * twice_w;
        most = most.max(growth);
    }
    // The exponent of a double of at least one is its logarithm.
    let bits = ((most.to_bits() >> 52) as u32).saturating_sub(1023);
    (terms <= MOST_SHORT_TERMS && bits < 55).then_some((bits + 78).min(121))
}

/// Returns f by the expansion to `terms` terms (at most k + 1), whose remainder is at most
/// `rest`·(1−q)^k; `None` where the numbers are not near one.
pub(crate) fn short_expansion(
    load: &Load,
    chances: &Chances,
    terms: u64,
    rest: f64,
    places: u32,
) -> Option<Real> {
    let [m, _, k] = load.mnk();
    let Chances { clear: q, set, .. } = chances;
    let mut column = [Places::zero(); MOST_SHORT_TERMS as usize];
    let column = column.get_mut(..terms as usize)?;
    match load.design.kind() {
        Kind::Classic => near_one(load, column, places),
        Kind::Standard => {
            let inverse = Places::from_real(&Real::from_u64(1, 2).div(q));
            let mut h = [Places::zero(); MOST_SHORT_TERMS as usize];
            let h = &mut h[..terms as usize];
            near_one(load, h, places);
            mix(h, Places::reciprocal(m) * inverse, column);
        }
    }
    // Δ^r c_0 stays at the head of the column.
    for r in 1..column.len() {
        let mut before = column[r - 1];
        for cell in &mut column[r..] {
            (*cell, before) = (*cell - before, *cell);
        }
    }
    let w = Places::from_real(&q.div(set));
    let mut binomials = [1u64; MOST_SHORT_TERMS as usize];
    for r in 1..column.len() {
        let step = u128::from(binomials[r - 1]) * u128::from(k + 1 - r as u64) / r as u128;
        binomials[r] = u64::try_from(step).ok()?;
    }
    let mut sum = Places::zero();
    for (difference, choose) in column.iter().zip(&binomials).skip(2).rev() {
        sum = difference.mul_word(*choose) - sum * w;
    }
    let sum = (Places::one() + sum * w * w).real_within(rest)?;
    Some(set.pow(k).mul(&sum))
}

/// Computes h_0, h_1, … by h_{j+1}/h_j = (1 − t)^n with t = gj/((m−j)(m−g)), g the size of what is
/// thrown (k, or 1 ball nk times), and for a standard filter times 1 − j/m. The logarithms of the
/// powers are added up.
fn near_one(load: &Load, h: &mut [Places], places: u32) {
    let [m, n, k] = load.mnk();
    let size = if load.design.kind() == Kind::Classic { k } else { 1 };
    let rest = Places::reciprocal(m - size).mul_word(size);
    let thrown = Places::ratio(n * k, m - size);
    // m − j of the bits are distinct from j others.
    let share = (load.design.kind() == Kind::Standard).then(|| Places::reciprocal(m));
    h[..2].fill(Places::one());
    let mut log = Places::zero();
    let mut distinct = Places::one();
    for j in 1..h.len() - 1 {
        let inverse = match (m - size).saturating_sub(j as u64) {
            // Where the numbers are near one there are more bits than this.
            0 => Places::unknown(),
            _ => Places::reciprocal(m - j as u64).mul_word(j as u64),
        };
        log = log + (thrown * inverse).log_of_power(rest * inverse, places);
        h[j + 1] = log.exp_minus(places);
        if let Some(share) = share {
            distinct = distinct - (distinct * share).mul_word(j as u64);
            h[j + 1] = h[j + 1] * distinct;
        }
    }
}

/// Computes Σ_l S(j, j−l)·u^l·h_{j−l} for all j: with g_{j,l} = S(j, j−l)·u^l, g_{j+1,l} = g_{j,l}
/// + (j+1−l)·u·g_{j,l−1}.
fn mix(h: &[Places], u: Places, sums: &mut [Places]) {
    let mut row = [Places::zero(); MOST_SHORT_TERMS as usize];
    row[0] = Places::one();
    for j in 0..sums.len() {
        // g_{j,l} is zero from l = j on, except g_{0,0}.
        let mut sum = h[j];
        for l in 1..j {
            sum = sum + row[l] * h[j - l];
        }
        sums[j] = sum;
        for l in (1..=j).rev() {
            row[l] = row[l] + row[l - 1].mul_word((j + 1 - l) as u64) * u;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bloom::rate::expansion::tests::{Sum, the_remainder_covers_what_is_cut_off};
    use crate::bloom::rate::expansion::{chances, expansion_bounds};
    use crate::design::plain::Design;

    #[test]
    fn the_remainder_is_enough_and_needed() {
        let loads = [(300, 40, 6), (500, 3, 8), (997, 300, 2), (1000, 30, 20), (4096, 500, 5)];
        let sum: Sum = |load, q, terms, rest| {
            let places = places_for(load.design.hashes(), terms, q.rough)?;
            short_expansion(load, q, terms, rest, places)
        };
        the_remainder_covers_what_is_cut_off(&loads, 2, sum, 40);
    }

    /// The sum of all terms has no remainder, and holds the exact rate to some sixty bits.
    #[test]
    fn all_terms_are_the_rate() {
        for kind in [Kind::Standard, Kind::Classic] {
            let load = Design::new(kind, 5000, 7).and_then(|d| d.holding(480));
            let load = load.expect("in the domain");
            let q = chances(&load, 2);
            let exact = load.fpr_exact().expect("small");
            let places = places_for(7, 8, q.rough).expect("few terms");
            let rate = short_expansion(&load, &q, 8, 0.0, places).expect("near one").enclosure();
            assert!(rate.contains(&exact) && rate.certain_bits() > 60, "{rate:?}");
        }
    }

    /// Loads of plans, from thousands of items to billions, need no longer numbers.
    #[test]
    fn loads_of_plans_are_short() {
        for kind in [Kind::Standard, Kind::Classic] {
            for (m, n, k) in [
                (1_000_000, 99_021, 7),
                (1_000_000, 23_104, 30),
                (1_000_000_000, 99_021_025, 7),
                (1_000_000_000, 23_104_906, 30),
                (1_000_000_000_000, 23_104_906_000, 30),
                (10_000_000, 69_314, 100),
                (95_929, 10_000, 7),
            ] {
                let load = Design::new(kind, m, k).and_then(|d| d.holding(n));
                let load = load.expect("in the domain");
                let q = chances(&load, 2);
                let bounds = expansion_bounds(&load, &q).expect("the load is ordinary");
                let found = bounds.terms(59.0, k).unwrap_or((k + 1, 0.0));
                let places = places_for(k, found.0, q.rough).expect("few terms");
                let rate = short_expansion(&load, &q, found.0, found.1, places);
                let bits = rate.map_or(0, |rate| rate.enclosure().certain_bits());
                assert!(bits >= 53, "{kind} ({m}, {n}, {k}): {bits} bits of {} terms", found.0);
            }
        }
    }
}
