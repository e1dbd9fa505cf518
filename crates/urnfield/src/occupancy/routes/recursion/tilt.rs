//! The tilt: a deep tail among m urns is the centre of the law among m′ urns.
//!
//! For a union, P_m(X = b) = C(m,b)·a_b/∏ C(m,k)^n with a_b free of m (`eqn:fsd-series`), so
//!
//! P_m(X = b) = P_m′(X = b)·τ(b),  τ(b) = [m^(b)/m′^(b)]·∏ [C(m′,k)/C(m,k)]^n,
//!
//! and τ(b+1)/τ(b) = (m−b)/(m′−b): τ falls in b for m′ ≥ m and rises for m′ ≤ m. The overlap of
//! lists is m minus a union of the complements, whose sizes m − k_d stay fixed: there m′ = m + δ
//! means lists of k_d + δ and an overlap of x + δ.
//!
//! Every m′ on the right side of m is valid; the f64 search only decides how short the run is.

use crate::occupancy::law::Committees;
use crate::occupancy::law::rough::{rough, union_mean};
use urnfield_num::Real;

/// m′, and how much of the law among m′ urns counts among m.
#[derive(Debug, Clone)]
pub(crate) struct Tilt {
    pub(crate) urns: u64,
    /// τ at the point where the event begins.
    pub(crate) scale: Real,
}

/// ∏_{l<k} (m−l)/(m′−l) as ln, for k ≤ m and k ≤ m′.
pub(crate) fn ln_falling_ratio(m: u64, other: u64, k: u64) -> Real {
    let ln = |n: u64| Real::ln_factorial(n, 4);
    let falling = |n: u64| ln(n).sub(&ln(n - k));
    falling(m).sub(&falling(other))
}

impl Tilt {
    /// To `other` urns, with the scale of the point b ≤ min(m, m′).
    pub(crate) fn new(m: u64, other: u64, committees: &[Committees], b: u64) -> Tilt {
        if m == other {
            return Tilt { urns: m, scale: Real::from_u64(1, 4) };
        }
        let mut log = ln_falling_ratio(m, other, b);
        for &Committees { count, size } in committees {
            log = log.sub(&ln_falling_ratio(m, other, size).mul_word(count));
        }
        Tilt { urns: other, scale: log.exp() }
    }
}

/// The least m′ ≥ m (`up`) or the greatest m′ in [least, m] at which the mean of the union comes
/// up to `x` from the other side; in f64, as any answer is valid.
pub(crate) fn urns_with_mean(
    m: u64,
    least: u64,
    committees: &[Committees],
    x: u64,
    up: bool,
) -> u64 {
    let mean = |urns: u64| union_mean(urns as f64, rough(committees));
    let x = x as f64;
    let (mut low, mut high) = if up { (m, m.saturating_mul(2)) } else { (least, m) };
    if up {
        // mean → Σ members as m′ → ∞; stop where f64 cannot tell any more.
        while mean(high) < x && high < 1 << 52 {
            low = high;
            high = high.saturating_mul(4);
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if mean(middle) < x { low = middle } else { high = middle }
    }
    if up { high.max(m) } else { low.clamp(least, m) }
}

/// The urns m′ = m + δ at which lists of k_d + δ share x + δ in the mean, for the overlap of lists.
/// In terms of the overlap, as m − x would not survive f64 at m = 2^60.
pub(crate) fn urns_with_overlap(m: u64, lists: &[u64], x: u64, up: bool) -> u64 {
    // The mean overlap beyond x, both moved by δ; falls as δ grows.
    let beyond = |delta: i128| {
        let part = |k: u64| (k as i128 + delta) as f64;
        let share: f64 = lists[1..].iter().map(|&k| part(k) / part(m)).product();
        part(lists[0]) * share - part(x)
    };
    let least = -(x.min(lists[0].saturating_sub(1)) as i128);
    let most = (u64::MAX - m) as i128;
    let (mut low, mut high) = if up { (0, 1) } else { (least, 0) };
    while up && beyond(high) > 0.0 && high < most {
        low = high;
        high = (high * 4).min(most);
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if beyond(middle) > 0.0 { low = middle } else { high = middle }
    }
    let delta = if up { high.min(most) } else { low };
    (m as i128 + delta) as u64
}
