//! The expansion of a rate around its mean, with a proved remainder: a handful of terms where the
//! alternating sums need k terms and lose k bits.
//!
//! With q the chance that a given bit is clear, V the share of clear bits, w = q/(1−q) and
//! c_j = (chance that j positions are clear)/q^j, the rate is the finite sum
//!
//! f = (1−q)^k Σ_{r=0}^{k} C(k,r)·(−w)^r·Δ^r c_0,
//!
//! cut at r < R. The terms r = 0, 1 are 1 and 0. For the standard filter q^r·Δ^r c_0 = E(V−q)^r.
//! The second term alone is the paper's Taylor estimate (`eq:taylors-series-estimate`).

use crate::bloom::load::Load;
use crate::design::plain::Kind;
use urnfield_num::Real;

/// Rates that need more terms than this take another route.
pub(crate) const MOST_TERMS: u64 = 100;

/// f64 results are pushed up by this after every few operations: each rounding is below 2^-53.
const UP: f64 = 1.0 + 1e-13;

/// The upper and lower bounds that choose R, in f64, computed by + − × ÷ √ only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExpansionBounds {
    k: f64,
    /// Lower bound of μ = m(1−q).
    mean: f64,
    /// Upper bound of σ² (standard) or of D (classic).
    spread: f64,
    kind: Kind,
}

/// The chances that a given bit is clear, q, and that it is set.
pub(crate) struct Chances {
    pub(crate) clear: Real,
    pub(crate) set: Real,
    /// q in f64.
    pub(crate) rough: f64,
}

pub(crate) fn chances(load: &Load, words: usize) -> Chances {
    let clear = clear(load, words);
    Chances { set: Real::from_u64(1, words).sub(&clear), rough: clear.seed(), clear }
}

/// Returns q, the chance that every position of all items misses a given bit.
pub(crate) fn clear(load: &Load, words: usize) -> Real {
    let [m, n, k] = load.mnk();
    match load.design.kind() {
        Kind::Standard => Real::from_ratio(m - 1, m, words).pow(n * k),
        Kind::Classic => Real::from_ratio(m - k, m, words).pow(n),
    }
}

/// Returns bounds from enclosures of q and 1 − q; `None` where the enclosures are too wide.
pub(crate) fn expansion_bounds(load: &Load, chances: &Chances) -> Option<ExpansionBounds> {
    let Chances { clear: q, set, rough } = chances;
    let [m, n, k] = load.mnk();
    let m_up = m as f64 * UP;
    let q_up = (rough.max(f64::MIN_POSITIVE) * (1.0 + 1e-9)).min(1.0);
    let set_low = set.seed() * (1.0 - 1e-9);
    let mean = m as f64 * (1.0 - 1e-13) * set_low;
    if q.certain_bits() < 40 || set.certain_bits() < 40 || set_low.is_nan() || set_low <= 0.0 {
        return None;
    }
    let set_up = set_low * (1.0 + 4e-9);
    // At most the variance of m independent bits; σ² at most the expected colliding pairs,
    // D at most mNq²/(m−k).
    let independent = m_up * q_up * set_up * UP;
    let balls = n as f64 * k as f64 * UP;
    let spread = match load.design.kind() {
        Kind::Standard => independent.min(balls * balls * UP / (2.0 * m as f64) * UP),
        Kind::Classic => {
            let left = (m - k) as f64 * (1.0 - 1e-13);
            independent.min(m_up * balls / left * q_up * q_up * UP * UP)
        }
    };
    Some(ExpansionBounds { k: k as f64 * UP, mean, spread, kind: load.design.kind() })
}

/// Returns (1−q)^k and Σ_{2≤r<R} C(k,r)(−w)^r Δ^r c_0.
pub(crate) fn expansion(load: &Load, terms: u64, words: usize) -> (Real, Real) {
    let k = load.design.hashes();
    let q = clear(load, words);
    let set = Real::from_u64(1, words).sub(&q);
    let differences = match load.design.kind() {
        Kind::Classic => classic_differences(load, terms, words),
        Kind::Standard => standard_differences(load, &q, terms, words),
    };
    // Horner from the last term: C(k,r+1)/C(k,r) = (k−r)/(r+1).
    let ratio = match load.design.kind() {
        Kind::Classic => q.div(&set).negated(),
        Kind::Standard => Real::from_u64(1, words).div(&set).negated(),
    };
    let mut sum = Real::zero(words);
    for r in (2..terms).rev() {
        sum = sum.mul(&ratio).mul_word(k - r).div_word(r + 1);
        sum = sum.add(&differences[r as usize]);
    }
    let pairs = ratio.mul(&ratio).mul_word(k).mul_word(k - 1).div_word(2);
    (set.pow(k), sum.mul(&pairs))
}

/// Returns Δ^r c_0 for r < terms, from c_j − 1 (so that nothing is lost against 1):
/// c_{j+1} = c_j·(1 − kj/((m−j)(m−k)))^n.
fn classic_differences(load: &Load, terms: u64, words: usize) -> Vec<Real> {
    let [m, n, k] = load.mnk();
    let one = Real::from_u64(1, words);
    let mut less_one = vec![Real::zero(words), Real::zero(words)];
    for j in 1..terms.saturating_sub(1) {
        let share = Real::from_ratio(k, m - k, words).mul_word(j).div_word(m - j);
        let drop = fraction_lost(&share, n);
        let last = &less_one[j as usize];
        let next = last.sub(&drop.mul(&one.add(last)));
        less_one.push(next);
    }
    difference_table(less_one)
}

/// Returns E(V−q)^r for r < terms: E V^j = Σ_d S(j,d)·m^(d)/m^j·(1 − d/m)^N, then central moments
/// as the difference table of E V^j/q^j times q^r, written without the quotient.
fn standard_differences(load: &Load, q: &Real, terms: u64, words: usize) -> Vec<Real> {
    let [m, n, k] = load.mnk();
    let one = Real::from_u64(1, words);
    // v_d = (1 − d/m)^N, by v_{d+1}/v_d = (v_d/v_{d−1})·(1 − 1/(m−d)²)^N.
    let mut vacant = vec![one.clone(), q.clone()];
    let mut step = q.clone();
    for d in 1..terms.saturating_sub(1) {
        if d >= m {
            vacant.push(Real::zero(words));
            continue;
        }
        let share = one.div_word(m - d).div_word(m - d);
        step = step.sub(&step.mul(&fraction_lost(&share, n * k)));
        let next = vacant[d as usize].mul(&step);
        vacant.push(next);
    }
    // Rows P(D_j = d): j balls, d distinct urns.
    let mut row = vec![one.clone()];
    let mut raw = vec![one];
    for _ in 1..terms {
        let mut next = Vec::with_capacity(row.len() + 1);
        for d in 0..=row.len() as u64 {
            let stay = row.get(d as usize).map_or(Real::zero(words), |p| p.mul_word(d));
            let fresh = match d.checked_sub(1) {
                Some(e) => row[e as usize].mul_word(m.saturating_sub(e)),
                None => Real::zero(words),
            };
            next.push(stay.add(&fresh).div_word(m));
        }
        row = next;
        let mean = row.iter().zip(&vacant).fold(Real::zero(words), |s, (p, v)| s.add(&p.mul(v)));
        raw.push(mean);
    }
    // E(V−q)^r: the table T_{r+1}[j] = T_r[j+1] − q·T_r[j].
    let mut central = Vec::with_capacity(raw.len());
    while !raw.is_empty() {
        central.push(raw[0].clone());
        for j in 1..raw.len() {
            raw[j - 1] = raw[j].sub(&q.mul(&raw[j - 1]));
        }
        raw.pop();
    }
    central
}

/// Returns 1 − (1−t)^n to relative accuracy: by the binomial series where nt is small, else
/// doubling p_{2n} = p(2−p), p_{n+1} = p + t(1−p), in which nothing cancels.
fn fraction_lost(t: &Real, n: u64) -> Real {
    let words = t.words();
    if n == 0 || t.is_zero() {
        return Real::zero(words);
    }
    let small = t.mul_word(n);
    // The result enters sums with 1, so places below the mantissa of 1 do not matter.
    let floor = -64 * words as i128;
    if small.magnitude().is_some_and(|g| g <= -12) {
        // Terms C(n,i) t^i alternate and fall by a factor below nt < 2^-12.
        let mut term = small.clone();
        let mut sum = small;
        for i in 1..n {
            term = term.mul(t).mul_word(n - i).div_word(i + 1);
            if term.magnitude().is_none_or(|g| g < floor) {
                return sum.add(&term.uncertainty());
            }
            sum = if i % 2 == 1 { sum.sub(&term) } else { sum.add(&term) };
        }
        return sum;
    }
    let one = Real::from_u64(1, words);
    let two = Real::from_u64(2, words);
    let mut p = t.clone();
    for bit in (0..n.ilog2()).rev() {
        p = p.mul(&two.sub(&p));
        if n >> bit & 1 == 1 {
            p = p.add(&t.mul(&one.sub(&p)));
        }
    }
    p
}

fn difference_table(mut column: Vec<Real>) -> Vec<Real> {
    let mut all = Vec::with_capacity(column.len());
    while !column.is_empty() {
        all.push(column[0].clone());
        for j in 1..column.len() {
            column[j - 1] = column[j].sub(&column[j - 1]);
        }
        column.pop();
    }
    all
}

impl ExpansionBounds {
    /// Returns an upper bound of |remainder|/(1−q)^k after R terms, or infinity.
    ///
    /// Standard: expm1(σ²(e^ρ−1−ρ))·(zy)^R/(1−y); classic: exp(ρ²D/2)·(zy)^R/(1−y); y = k/(ρμ) < 1,
    /// z = (1 − (R−1)/(2k))/(1 − R/m), any ρ > 0 (`docs/paper/ledger.md`, the expansion). With ρ =
    /// √(R/D) the classic exponential is e^(R/2); with e^ρ−1−ρ ≤ (ρ²/2)/(1 − ρ/3) for ρ < 3 the
    /// standard exponent A is (R/2)/(1 − ρ/3), and expm1(A) ≤ min(A/(1 − A/2), e^A from above).
    pub(crate) fn remainder(&self, terms: u64) -> f64 {
        let r = terms as f64;
        // An underflow to zero would make the bound a NaN, and `max` would hide it.
        if self.spread.is_nan() || self.spread <= 0.0 {
            return f64::INFINITY;
        }
        let mut rho = (r / self.spread).sqrt();
        if self.kind == Kind::Standard {
            rho = rho.min(1.5);
        }
        let y = self.k / (rho * self.mean) * UP;
        if y.is_nan() || y >= 0.9 {
            return f64::INFINITY;
        }
        // The rounded ρ, whose square may differ from r/spread.
        let square = rho * rho * self.spread * UP;
        let (base, factor) = match self.kind {
            Kind::Classic => (y, exp_upper(square / 2.0 * UP)),
            Kind::Standard => {
                let a = square / 2.0 / (1.0 - rho / 3.0 * UP) * UP;
                let tight = if a < 1.0 { a / (1.0 - a / 2.0) * UP } else { f64::INFINITY };
                (y, tight.min(exp_upper(a)))
            }
        };
        // The mean of the first R factors k − i, i < R ≤ k; and m − i is at least m − R.
        let fewer = (1.0 - (r - 1.0) / (2.0 * self.k)) * UP / (1.0 - r / self.mean);
        let first = if 2.0 * r < self.mean { base * fewer.clamp(0.0, 1.0) * UP } else { base };
        factor / (1.0 - base) * power_upper(first, terms).max(f64::MIN_POSITIVE) * UP * UP
    }

    /// Returns the least R from 2 to `most` whose remainder is below 2^-bits.
    pub(crate) fn terms(&self, bits: f64, most: u64) -> Option<(u64, f64)> {
        let wanted = (-bits).exp2();
        let guess = self.rough_terms(bits).clamp(2.0, most.max(2) as f64) as u64;
        let bound = |r: u64| (2..=most).contains(&r).then(|| (r, self.remainder(r)));
        let enough = |&(_, bound): &(u64, f64)| bound < wanted;
        let Some(found) = bound(guess).filter(enough) else {
            return (guess + 1..=most).filter_map(bound).find(enough);
        };
        let fewer = (2..guess).rev().map_while(|r| bound(r).filter(enough));
        Some(fewer.last().unwrap_or(found))
    }

    /// Guesses the R with e^(R/2)·(k√σ²/(μ√R))^R = 2^-bits.
    fn rough_terms(&self, bits: f64) -> f64 {
        let log = (self.k * self.spread.sqrt() / self.mean).ln() + 0.5;
        let wanted = bits * std::f64::consts::LN_2;
        // The root moves little with the logarithm of R.
        let once = |r: f64| match 0.5 * r.ln() - log {
            fall if fall > 0.0 => (wanted / fall).max(1.0),
            _ => f64::MAX,
        };
        once(once(once(8.0))).ceil()
    }
}

/// Returns x^n from above, for x ≥ 0, except where it underflows.
fn power_upper(x: f64, mut n: u64) -> f64 {
    let (mut power, mut square) = (1.0, x);
    loop {
        if n & 1 == 1 {
            power *= square * UP;
        }
        n >>= 1;
        if n == 0 {
            return power;
        }
        square = square * square * UP;
    }
}

/// Returns e^x from above, by powers of e and one short series, without library functions.
fn exp_upper(x: f64) -> f64 {
    let whole = x.floor();
    let rest = x - whole;
    // 1/(1 − t) ≥ e^t for t = rest/16 < 1, sixteen times.
    let part = 1.0 / (1.0 - rest / 16.0) * UP;
    let powers = power_upper(std::f64::consts::E * UP, whole.clamp(0.0, 2000.0) as u64);
    power_upper(part, 16) * powers * UP
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::design::plain::Design;
    use urnfield_num::{Enclosure, Real};

    /// An expansion to so many terms, given a load, its chances and the remainder.
    pub(crate) type Sum = fn(&Load, &Chances, u64, f64) -> Option<Real>;

    /// Cuts the expansion of small loads after R terms, and counts those whose exact rate is not
    /// within `scale` times the proved remainder; the sum of all terms has no remainder.
    fn violations(loads: &[(u64, u64, u64)], words: usize, sum: Sum, scale: f64) -> (usize, usize) {
        let (mut tried, mut wrong) = (0, 0);
        for kind in [Kind::Standard, Kind::Classic] {
            for &(m, n, k) in loads {
                let load =
                    Design::new(kind, m, k).and_then(|d| d.holding(n)).expect("in the domain");
                let exact = Enclosure::from_rational(&load.fpr_exact().expect("small"), 200);
                let q = chances(&load, words);
                let bounds = expansion_bounds(&load, &q).expect("the load is ordinary");
                for terms in 2..=k + 1 {
                    let rest = if terms > k { 0.0 } else { bounds.remainder(terms) * scale };
                    if !rest.is_finite() {
                        continue;
                    }
                    let Some(rate) = sum(&load, &q, terms, rest) else { continue };
                    tried += 1;
                    wrong += usize::from(!rate.enclosure().overlaps(&exact));
                }
            }
        }
        (tried, wrong)
    }

    /// Checks that more than `least` sums hold the exact rate, and that some fail without the
    /// remainder.
    pub(crate) fn the_remainder_covers_what_is_cut_off(
        loads: &[(u64, u64, u64)],
        words: usize,
        sum: Sum,
        least: usize,
    ) {
        let (tried, wrong) = violations(loads, words, sum, 1.0);
        assert!(tried > least, "{tried} sums were made");
        assert_eq!(wrong, 0);
        assert!(violations(loads, words, sum, 0.0).1 > 0);
        // The bound is generous; a thousandth of it is caught.
        assert!(violations(loads, words, sum, 1e-3).1 > 0);
    }

    #[test]
    fn the_remainder_is_enough_and_needed() {
        let loads = [(40, 6, 4), (64, 4, 9), (100, 20, 5), (150, 3, 8), (300, 40, 6), (90, 9, 3)];
        let sum: Sum = |load, q, terms, rest| {
            let (power, sum) = expansion(load, terms, q.clear.words());
            let rest = match rest {
                0.0 => Real::zero(q.clear.words()),
                _ => Real::from_f64(rest, q.clear.words()),
            };
            let one = Real::from_u64(1, q.clear.words());
            Some(power.mul(&one.add(&sum).add(&rest.uncertainty())))
        };
        the_remainder_covers_what_is_cut_off(&loads, 4, sum, 20);
    }

    #[test]
    fn exp_upper_is_above_and_near() {
        for i in 0..200 {
            let x = i as f64 / 7.0;
            let bound = exp_upper(x);
            let truth = Real::from_ratio(i, 7, 4).exp().enclosure();
            assert!(bound >= truth.hi_f64() && bound < 1.2 * truth.hi_f64(), "e^{x}");
        }
    }
}
