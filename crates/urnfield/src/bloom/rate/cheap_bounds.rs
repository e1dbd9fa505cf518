//! Bounds of rates in f64 that hold for whole ranges of hashes and cost nanoseconds. Every
//! operation is rounded toward the safe side, so what the bounds exclude is excluded for certain.
//!
//! For all k in an interval [a, b], a filter built with a ≤ k positions an item has no more bits
//! set, and a query of b ≥ k positions is stricter. By Jensen the rate is at least
//!
//! * standard: (1 − (1 − 1/m)^(na))^b;
//! * classic: ∏_{i<b} (μ_a − i)/(m − i), μ_a = m(1 − (1 − a/m)^n); the product is taken in pieces,
//!   each at its smallest factor.

use crate::design::plain::Kind;

/// More than the two roundings of a quotient of two u64, each of up to 2^-53.
const ROUNDED: f64 = 1e-15;

fn down(x: f64) -> f64 {
    if x > 0.0 { x.next_down().max(0.0) } else { 0.0 }
}

fn up(x: f64) -> f64 {
    x.next_up().min(1.0)
}

/// Returns x^n, 0 ≤ x ≤ 1, with every product rounded by `round`.
#[inline(always)]
fn power(x: f64, n: u64, round: impl Fn(f64) -> f64) -> f64 {
    let mut power = 1.0;
    for bit in (0..64 - n.leading_zeros()).rev() {
        power = round(power * power);
        if n >> bit & 1 == 1 {
            power = round(power * x);
        }
    }
    power
}

/// Returns 1 − (1 − t)^n from below, 0 ≤ t ≤ 1, closely for any small t: by p_{2n} = p(2 − p) and
/// p_{n+1} = p + t(1 − p), which rise with p and t.
fn lost_lower(t: f64, n: u64) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let mut lost = t;
    for bit in (0..n.ilog2()).rev() {
        lost = down(lost * down(2.0 - lost)).min(1.0);
        if n >> bit & 1 == 1 {
            lost = down(lost + down(t * down(1.0 - lost))).min(1.0);
        }
    }
    lost
}

/// Returns the share of the bits that a position (standard) or an item (classic) takes, and the
/// number of positions or items; `None` where nk is beyond u64.
fn throws(kind: Kind, m: u64, n: u64, k: u64) -> Option<(f64, u64)> {
    let share = |part: u64| down(part as f64 / m as f64 * (1.0 - ROUNDED)).min(1.0);
    match kind {
        Kind::Standard => Some((share(1), n.checked_mul(k)?)),
        Kind::Classic => Some((share(k), n)),
    }
}

/// Returns the expected share of bits set by n items of k hashes in m bits, from below.
fn set_share_lower(kind: Kind, m: u64, n: u64, k: u64) -> f64 {
    throws(kind, m, n, k).map_or(0.0, |(taken, count)| lost_lower(taken, count))
}

/// Returns the expected number of clear bits, from above.
pub(crate) fn clear_bits_upper(kind: Kind, m: u64, n: u64, k: u64) -> f64 {
    let Some((taken, count)) = throws(kind, m, n, k) else { return m as f64 * (1.0 + ROUNDED) };
    // The first is close where hardly a bit is clear, the second where hardly a bit is set.
    let share = power(up(1.0 - taken), count, up).min(up(1.0 - lost_lower(taken, count)));
    (share * m as f64 * (1.0 + ROUNDED)).next_up()
}

/// Returns a lower bound of the rates of all k in [a, b] with n items in m bits.
///
/// Coq: `bounds.range_lower_f_S`, `bounds.range_lower_f_C`.
pub(crate) fn rate_lower(kind: Kind, m: u64, n: u64, a: u64, b: u64) -> f64 {
    rate_at_share_lower(kind, set_share_lower(kind, m, n, a), m, b)
}

/// Returns a lower bound, for all k in the range, of the rate of a filter of `sizes.1` bits that
/// has one bit less set than the mean of a filter of `sizes.0` bits.
pub(crate) fn median_rate_lower(kind: Kind, sizes: (u64, u64), n: u64, hashes: (u64, u64)) -> f64 {
    let set = match kind {
        Kind::Classic if hashes.0 > sizes.0 => 0.0,
        _ => set_share_lower(kind, sizes.0, n, hashes.0),
    };
    let mean = down(set * sizes.0 as f64 * (1.0 - ROUNDED));
    let share = down(down(mean - 1.0) / (sizes.1 as f64 * (1.0 + ROUNDED)));
    rate_at_share_lower(kind, share, sizes.1, hashes.1)
}

/// Returns share^k, or ∏_{i<k} (share·m − i)/(m − i), from below.
fn rate_at_share_lower(kind: Kind, share: f64, m: u64, k: u64) -> f64 {
    if kind == Kind::Standard {
        return power(share, k, down);
    }
    let part = |x: u64| (x as f64 / m as f64 * (1.0 + ROUNDED)).next_up();
    let pieces = k.min(8);
    let (mut bound, mut done) = (1.0, 0);
    for piece in 1..=pieces {
        let upto = (k as u128 * piece as u128 / pieces as u128) as u64;
        // The smallest factor of the piece: at its last i.
        let i = part(upto - 1);
        let factor = down(down(share - i) / (1.0 - i).next_up().max(f64::MIN_POSITIVE));
        if factor <= 0.0 {
            return 0.0;
        }
        bound = down(bound * power(factor.min(1.0), upto - done, down));
        done = upto;
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bloom::rate::fpr::quick_fpr;
    use crate::design::plain::Design;
    use urnfield_num::Rational;

    /// Returns loads of every size and fill, from a xorshift generator.
    fn loads(count: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        let mut state = 88_172_645_463_325_252u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count).map(move |_| {
            let m = 2 + (next() >> (next() % 60 + 4));
            let k = 1 + next() % 40.min(m);
            let n = 1 + next() % (4 * m / k + 2).min(1 << 50);
            (m, n, k)
        })
    }

    #[test]
    fn the_bound_of_an_interval_is_below_all_its_rates() {
        for (m, n, k) in loads(3000) {
            for kind in [Kind::Standard, Kind::Classic] {
                let rate = Design::new(kind, m, k)
                    .and_then(|d| d.holding(n))
                    .and_then(|load| quick_fpr(&load));
                let rate = rate.expect("up to 40 hashes are always in reach");
                for (a, b) in [(k, k), (k.div_ceil(2), k), (k, (k + 3).min(m)), (1, k)] {
                    let bound = rate_lower(kind, m, n, a, b);
                    assert!(
                        bound <= rate.hi_f64(),
                        "{kind} {m} {n} [{a}, {b}]: {bound} above {rate}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_bounds_are_worth_something_at_every_size() {
        let near = |kind| rate_lower(kind, 43_132_918_017, 1_000_000_000, 30, 30) / 1e-9;
        assert!(near(Kind::Standard) > 0.999 && near(Kind::Classic) > 0.999);
        // Here a double cannot tell 1 from 1 − 1/m.
        let (m, n) = (28_755_175_132_000_000, 1_000_000_000_000_000);
        let near = |kind| rate_lower(kind, m, n, 20, 20) / 1e-6;
        assert!(near(Kind::Standard) > 0.999 && near(Kind::Classic) > 0.999);
    }

    #[test]
    fn clear_bits_are_bounded_from_above_and_nearly() {
        for (m, n, k) in loads(1000) {
            for kind in [Kind::Standard, Kind::Classic] {
                let Ok(law) = Design::new(kind, m, k).and_then(|d| d.holding(n)?.occupancy())
                else {
                    continue;
                };
                let mean = law.precision(200).mean().expect("any size");
                let clear = &Rational::from(m) - &mean.lo().to_rational().expect("short");
                let bound = clear_bits_upper(kind, m, n, k);
                let exact = urnfield_num::Enclosure::from_rational(&clear, 64).lo_f64();
                assert!(bound >= exact, "{kind} {m} {n} {k}: {bound} below {exact}");
                assert!(bound <= exact * 1.001 + 1e-12 * m as f64, "{kind} {m} {n} {k}");
            }
        }
    }
}
