//! f_S with many hashes: an integral over two circles, in about the same time at any size.
//!
//! Throw N = nk balls into m urns, and then the k balls of an item that was never stored. Its
//! positions are all set if no urn holds balls of the second kind only. Counted urn by urn with
//! exponential generating functions,
//!
//! f_S = N! k!/m^(N+k) · [u^N v^k] z^m,  z(u,v) = 1 + (e^u − 1)e^v.
//!
//! All coefficients of z^m are at least 0. So for any R, S > 0 they make a law of two numbers, P(A
//! = a, B = b) = [u^a v^b] z^m · R^a S^b/z(R,S)^m, and f_S = z(R,S)^m N! k!/(R^N S^k m^(N+k)) · P(A
//! = N, B = k). With M₁ nodes u = R·e^{iθ} and M₂ nodes v = S·e^{iφ}, evenly round both circles,
//! the mean of (z(u,v)/z(R,S))^m·e^{−iNθ−ikφ} over all pairs is exactly
//!
//! P(A ≡ N mod M₁ and B ≡ k mod M₂).
//!
//! **Aliases.** That is P(A = N, B = k) and at most P(A ≥ N + M₁) + P(A ≤ N − M₁) + P(B ≥ k + M₂) +
//! P(B ≤ k − M₂) more. For every radius R′ > R the first is at most E (R′/R)^(A−N−M₁) =
//! (z(R′,S)/z(R,S))^m·(R/R′)^(N+M₁), and so are the others; for lower tails the radius is smaller.
//!
//! **Nodes left out.** Each one has |z(u,v)| ≤ s·z(R,S), so it is at most s^m, and so is the change
//! of the mean of all. Either |z| itself says so, or a bound for a whole arc: as e^u − 1 = u∫₀¹
//! e^{tu} dt,
//!
//! |z| ≤ 1 + B(cos θ)·e^{S cos φ},  B(c) = R∫₀¹ e^{tRc} dt = (e^{Rc} − 1)/c,
//!
//! which falls from θ = 0 to π and from φ = 0 to π, where conjugates stand for the other half; or
//! |z| at a node nearby, as |∂z/∂θ| ≤ R·e^{R+S}.
//!
//! Source: `eq:bloom-false-positive`, its X^k/m^k as the k balls.

pub(crate) mod close_powers;
pub(crate) mod nodes;
pub(crate) mod saddle;

use crate::bloom::load::Load;
use crate::bloom::rate::double_integral::saddle::{Circle, Saddle};
use crate::refine::{Computation, on_words, until_certain};
use urnfield_num::{Enclosure, Real};

/// The integral for one filter.
pub(crate) struct DoubleIntegral {
    m: u64,
    balls: u64,
    hashes: u64,
    saddle: Saddle,
}

/// The bounds of the errors of a sum over nodes, which tests make smaller.
pub(crate) trait Bounds {
    /// Returns (growth of z)^m·(ratio of the radii)^edge: P(A ≥ edge) from a larger, P(A ≤ edge)
    /// from a smaller circle.
    fn tail(growth: &Real, m: u64, ratio: &Real, edge: u64) -> Real {
        growth.pow(m).mul(&ratio.pow(edge))
    }

    /// Returns s^m, the most that the nodes that are left out change the mean.
    fn left_out(s: &Real, m: u64) -> Real {
        s.pow(m)
    }

    /// Returns the limit of B(cos θ)·e^{S cos φ}, relative to z(R,S), which is 1/`one`.
    fn arc(s: &Real, one: &Real) -> Real {
        s.sub(one)
    }

    /// Returns the least s² − |z|² at a node for which |z| stays small at the next node of the row,
    /// if |z| changes by at most `change`: s − |z| is at least half of s² − |z|², as s < 1.
    fn step(change: Real) -> Real {
        change.shift(1)
    }
}

/// The bounds that are proved above.
struct Proved;

impl Bounds for Proved {}

impl DoubleIntegral {
    /// Returns the integral for the rate of a standard filter; `None` where it finds no circles.
    pub(crate) fn of(load: &Load) -> Option<DoubleIntegral> {
        let [m, items, hashes] = load.mnk();
        let balls = items * hashes;
        let saddle = Saddle::of(m, balls, hashes, load.precision as f64)?;
        Some(DoubleIntegral { m, balls, hashes, saddle })
    }

    /// Returns f_S with so many certain bits, if a few lengths of mantissas are enough. Longer
    /// mantissas would not help bad circles.
    pub(crate) fn certain(&self, precision: u64) -> Option<Enclosure> {
        let first = self.words(precision);
        let lengths = [first, first + 1, 2 * first + 2];
        until_certain(precision, lengths, |words| Ok(on_words(self, words))).ok().flatten()
    }

    /// Estimates how many word operations it takes: the powers, and as many again for the nodes
    /// that are left out.
    pub(crate) fn work(&self, precision: u64) -> f64 {
        1e5 + 4e3 * self.saddle.powers * (self.words(precision).max(2) as f64 / 2.0).powf(1.9)
    }

    /// Returns the words of a mantissa: powers to N and m, and ln N!, lose as many bits as N and m
    /// have.
    fn words(&self, precision: u64) -> u64 {
        let lost = u64::from((self.m | self.balls).ilog2()) + 8;
        (precision + lost + 24).div_ceil(64)
    }
}

impl Computation for DoubleIntegral {
    fn at(&self, words: usize) -> Real {
        self.by::<Proved>(words).unwrap_or(Real::unknown(words))
    }
}

impl DoubleIntegral {
    /// Returns f_S within the errors that the bounds allow.
    fn by<B: Bounds>(&self, words: usize) -> Option<Real> {
        let Saddle { first, second, .. } = &self.saddle;
        let one = Real::from_u64(1, words);
        let r = Real::from_f64(first.radius, words);
        let s = Real::from_f64(second.radius, words);
        let z = |r: &Real, s: &Real| one.add(&r.expm1().mul(&s.exp()));
        let top = z(&r, &s);
        let tail = |z: &Real, radius: &Real, other: &Real, edge: u64| {
            B::tail(&z.div(&top), self.m, &radius.div(other), edge)
        };
        // P(|A − N| ≥ M₁) and P(|B − k| ≥ M₂).
        let both = |circle: &Circle, mean: u64, at: &dyn Fn(&Real) -> Real| {
            let radius = Real::from_f64(circle.radius, words);
            let wide = Real::from_f64(circle.larger, words);
            let above = tail(&at(&wide), &radius, &wide, mean.checked_add(circle.nodes)?);
            let Some(edge) = mean.checked_sub(circle.nodes) else { return Some(above) };
            let narrow = Real::from_f64(circle.smaller, words);
            Some(above.add(&tail(&at(&narrow), &radius, &narrow, edge)))
        };
        let aliases = both(first, self.balls, &|r| z(r, &s))?;
        let aliases = aliases.add(&both(second, self.hashes, &|s| z(&r, s))?);
        let least = one.sub(&Real::from_f64(self.saddle.delta, words));
        let sum = self.sum::<B>(&one.div(&top), &least)?;
        let mean = sum.div_word(first.nodes).div_word(second.nodes);
        let off = aliases.add(&B::left_out(&least, self.m));
        Some(self.front(&r, &s, &top).mul(&mean.add(&off.uncertainty())))
    }

    /// Returns z(R,S)^m N! k!/((mR)^N (mS)^k), by logarithms, because each factor alone is too
    /// large.
    fn front(&self, r: &Real, s: &Real, top: &Real) -> Real {
        let words = r.words();
        let part = |n: u64, radius: &Real| {
            let power = radius.mul_word(self.m).ln().mul_word(n);
            Real::ln_factorial(n, words).sub(&power)
        };
        let parts = part(self.balls, r).add(&part(self.hashes, s));
        parts.add(&top.ln().mul_word(self.m)).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::plain::{Design, Kind};
    use urnfield_num::Rational;

    /// Small loads: sparse, dense, nearly full, more hashes than bits.
    const LOADS: [(u64, u64, u64); 7] = [
        (60, 1, 25),
        (40, 3, 12),
        (25, 6, 10),
        (90, 2, 20),
        (12, 2, 30),
        (30, 9, 14),
        (5000, 1, 60),
    ];

    fn load((m, n, k): (u64, u64, u64)) -> (Load, Rational) {
        let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
        let load = load.expect("in the domain");
        (load, load.fpr_exact().expect("small"))
    }

    fn saddle(load: &Load, bits: f64) -> Saddle {
        let [m, _, k] = load.mnk();
        Saddle::of(m, load.items * k, k, bits).expect("a saddle")
    }

    /// Returns whether the exact rate lies within the bounds on these circles.
    fn holds<B: Bounds>(load: &Load, exact: &Rational, saddle: Saddle) -> bool {
        let [m, items, hashes] = load.mnk();
        let integral = DoubleIntegral { m, balls: items * hashes, hashes, saddle };
        let rate = integral.by::<B>(3).expect("few nodes");
        rate.enclosure().contains(exact)
    }

    /// Takes too few nodes on one circle, through the saddle and off it, so that only the aliases
    /// above or below matter.
    fn with_aliases<B: Bounds>() -> bool {
        let circles = |off: f64, nodes: u64, fine: Saddle, first: bool| {
            // Off the saddle all nodes are large, and no node is left out.
            let mut saddle = Saddle { delta: 1.0 - 1e-12, ..fine };
            let circle = if first { &mut saddle.first } else { &mut saddle.second };
            let (radius, wide) = (circle.radius * off, 1.0 + 0.3 / nodes as f64);
            *circle = Circle { radius, nodes, larger: radius * wide, smaller: radius / wide };
            saddle
        };
        LOADS.map(load).iter().all(|(load, exact)| {
            let fine = saddle(load, 60.0);
            [3, 5, 11].into_iter().all(|nodes| {
                [0.6, 0.8, 1.0, 1.25, 1.6].into_iter().all(|off| {
                    [true, false]
                        .into_iter()
                        .all(|first| holds::<B>(load, exact, circles(off, nodes, fine, first)))
                })
            })
        })
    }

    /// Takes circles for fewer bits, so that nodes that are left out matter.
    fn with_nodes_left_out<B: Bounds>() -> bool {
        LOADS.map(load).iter().all(|(load, exact)| {
            let fine = saddle(load, 80.0);
            (1..80).step_by(6).all(|bits| {
                let coarse = saddle(load, f64::from(bits));
                let mixed = Saddle { delta: coarse.delta, ..fine };
                holds::<B>(load, exact, coarse) && holds::<B>(load, exact, mixed)
            })
        })
    }

    #[test]
    fn the_bounds_hold_with_too_few_nodes() {
        assert!(with_aliases::<Proved>());
        assert!(with_nodes_left_out::<Proved>());
    }

    macro_rules! mutants {
        ($($name:ident: { $($method:tt)* } => $holds:ident;)*) => {$(
            #[test]
            fn $name() {
                struct Mutant;
                impl Bounds for Mutant { $($method)* }
                assert!(!$holds::<Mutant>());
            }
        )*};
    }

    mutants! {
        upper_tails_are_needed: {
            fn tail(growth: &Real, m: u64, ratio: &Real, edge: u64) -> Real {
                let upper = ratio.seed() < 1.0;
                if upper { Real::zero(ratio.words()) } else { Proved::tail(growth, m, ratio, edge) }
            }
        } => with_aliases;
        lower_tails_are_needed: {
            fn tail(growth: &Real, m: u64, ratio: &Real, edge: u64) -> Real {
                let lower = ratio.seed() > 1.0;
                if lower { Real::zero(ratio.words()) } else { Proved::tail(growth, m, ratio, edge) }
            }
        } => with_aliases;
        tails_need_a_hundredth_of_their_bound: {
            fn tail(growth: &Real, m: u64, ratio: &Real, edge: u64) -> Real {
                Proved::tail(growth, m, ratio, edge).div_word(100)
            }
        } => with_aliases;
        what_is_left_out_is_needed: {
            fn left_out(s: &Real, _: u64) -> Real {
                Real::zero(s.words())
            }
        } => with_nodes_left_out;
        an_arc_needs_its_one: {
            fn arc(s: &Real, _: &Real) -> Real {
                s.clone()
            }
        } => with_nodes_left_out;
        a_step_needs_a_hundredth_of_its_bound: {
            fn step(change: Real) -> Real {
                Proved::step(change).div_word(100)
            }
        } => with_nodes_left_out;
    }
}
