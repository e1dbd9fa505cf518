//! The value of an integral: the sum over the nodes of a circle, on mantissas that are long enough.

use crate::error::Error;
use crate::occupancy::routes::contour::integral::{Integral, IntegralOf, MOST_NODES};
use crate::occupancy::routes::contour::nodes::close_nodes::close_mean;
use crate::occupancy::routes::contour::nodes::{
    Circle, Enough, Geometry, LeftOut, Logs, Sign, Trapezoid, sign,
};
use crate::refine::{Computation, on_words, until_certain};
use urnfield_num::{Enclosure, Real};

/// Returns the value with so many certain bits, if a few lengths of mantissas are enough. Longer
/// mantissas do not help an unusable circle.
pub(crate) fn certain(integral: &Integral, precision: u64, members: u128) -> Option<Enclosure> {
    let circle = Circle::of(integral, precision as f64)?;
    // Logarithms of the size members·ln m lose as many bits as their integer part has.
    let lost = u64::from((members | u128::from(integral.m)).ilog2()) + 6;
    let first = (precision + lost + 24).div_ceil(64);
    if first as f64 * 64.0 > circle.most_bits(integral.poles_end) {
        return None;
    }
    let sum = Trapezoid { integral, circle, target: precision };
    let lengths = [first, first + 1, 2 * first + 2];
    let value = |words| Ok::<_, Error>(on_words(&sum, words));
    until_certain(precision, lengths, value).ok().flatten()
}

impl Computation for Trapezoid<'_> {
    fn at(&self, words: usize) -> Real {
        match self.parts(words) {
            Some((sum, Some(residue))) => sum.sub(&residue),
            Some((sum, None)) => sum,
            None => Real::unknown(words),
        }
    }
}

impl Trapezoid<'_> {
    /// Returns the sum over the nodes, with its errors, and the residue of the pole m in it; `None`
    /// for an unusable circle.
    fn parts(&self, words: usize) -> Option<(Real, Option<Real>)> {
        let geometry = Geometry::of(self.integral, &self.circle, words);
        // On the wrong side of m the integral would be that of the other tail, and look as good.
        let on_its_side = match self.integral.of {
            IntegralOf::AtLeast => sign(&geometry.beyond_m) == Some(Sign::Positive),
            IntegralOf::Below => sign(&geometry.beyond_m) == Some(Sign::Negative),
            IntegralOf::Point | IntegralOf::Joint => true,
        };
        if !on_its_side {
            return None;
        }
        let top = self.logs(&geometry.node(&Real::zero(words)));
        // r·F(W)·(what stands in front of the integral).
        let height = self.front(words).add(&top.ln_real()).add(&geometry.radius.ln());
        if let Some((mean, residue)) = close_mean(self, &geometry, &top) {
            return Some((height.exp().mul(&mean), residue));
        }
        let Enough { count, aliases, residue } = self.enough_nodes(&geometry, &top)?;
        let (sum, dropped) = self.sum(&geometry, &top, count)?;
        let mean = sum.div_word(count).add(&dropped.add(&aliases).uncertainty());
        Some((height.exp().mul(&mean), residue))
    }
    /// The sum over all nodes relative to F(W), each times e^{iθ}, and the bound of those that
    /// were left out.
    fn sum(&self, geometry: &Geometry, top: &Logs, count: u64) -> Option<(Real, Real)> {
        let words = geometry.radius.words();
        let step = Real::pi(words).shift(1).div_word(count);
        let mut sum = Real::from_u64(1, words);
        let left_out = LeftOut::of(self, geometry, top, count);
        for j in 1..=count / 2 {
            if j > MOST_NODES {
                return None;
            }
            let angle = step.mul_word(j);
            let logs = self.logs(&geometry.node(&angle));
            sum = sum.add(&top.relative(&logs, &angle).re.shift(1));
            let here = logs.value().re.sub(&top.value().re);
            if let Some(beyond) = left_out.beyond(j, &logs, &here) {
                // Fewer than M nodes are left out, and the mean is over M.
                return Some((sum, beyond));
            }
        }
        Some((sum, Real::zero(words)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::{Committees, Occupancy};
    use crate::occupancy::routes::contour::integral::Family;

    /// The residue of m near the mean: without it, or with p^M instead of p^M/(1 − p^M), the
    /// exact value lies outside.
    #[test]
    fn a_smaller_residue_is_caught() {
        let (m, balls) = (60, [Committees { count: 60, size: 1 }]);
        let law = Occupancy::balls(m, 60).expect("a law");
        let (mut seen, mut second) = (0, 0);
        for x in 36..42 {
            let exact = (x..=m)
                .map(|i| law.pmf_exact(i).expect("small"))
                .reduce(|sum, p| &sum + &p)
                .expect("some values");
            let integral = Integral {
                m,
                family: Family::of(&balls),
                of: IntegralOf::AtLeast,
                from: 0,
                poles_end: x,
            };
            let circle = Circle::of(&integral, 53.0).expect("a saddle");
            let sum = Trapezoid { integral: &integral, circle, target: 53 };
            let (value, residue) = sum.parts(3).expect("a good circle");
            let Some(residue) = residue else { continue };
            let holds = |value: Real| value.enclosure().contains(&exact);
            assert!(holds(value.sub(&residue)), "x = {x}");
            seen += u32::from(!holds(value.clone()));
            // p^M = residue/(1 + residue).
            let one = Real::from_u64(1, 3);
            let first = residue.div(&one.add(&residue));
            second += u32::from(!holds(value.sub(&first)));
        }
        assert!(seen > 0 && second > 0, "{seen} {second}");
    }

    /// A circle on the wrong side of m is refused, not answered with the other tail.
    #[test]
    fn the_wrong_side_of_m_is_refused() {
        let integral = Integral {
            m: 60,
            family: Family::of(&[Committees { count: 60, size: 1 }]),
            of: IntegralOf::Below,
            from: 0,
            poles_end: 38,
        };
        let good = Circle::of(&integral, 53.0).expect("a saddle");
        let circle = Circle { beyond: 24.0, ..good };
        let sum = Trapezoid { integral: &integral, circle, target: 53 };
        assert!(sum.parts(3).is_none());
    }

    /// Too few nodes, so that aliases are the whole error; or a sum that ends early, so that the
    /// nodes left out are. With their bounds the exact value is inside, without them it is not.
    #[test]
    fn smaller_bounds_of_aliases_and_of_nodes_left_out_are_caught() {
        let (m, balls) = (90, [Committees { count: 100, size: 1 }]);
        let law = Occupancy::balls(m, 100).expect("a law");
        let (mut by_alias, mut by_dropped) = (0, 0);
        for i in 50..75 {
            let exact = law.pmf_exact(i).expect("small");
            let integral = Integral {
                m,
                family: Family::of(&balls),
                of: IntegralOf::Point,
                from: 0,
                poles_end: i + 1,
            };
            for (target, share) in [(53, 4.0), (3, 20.0)] {
                let circle = Circle::of(&integral, 53.0).expect("a saddle");
                let count = (circle.spread * share) as u64 | 1;
                let sum = Trapezoid { integral: &integral, circle, target };
                let geometry = Geometry::of(&integral, &circle, 3);
                let top = sum.logs(&geometry.node(&Real::zero(3)));
                let height = sum.front(3).add(&top.value().re).add(&geometry.radius.ln()).exp();
                let bound = |outward| sum.best_alias(&geometry, &top, count, outward);
                let (outer, inner) = (bound(true).expect("a circle").0, bound(false));
                let aliases = outer.add(&inner.expect("a circle").0);
                let (nodes, dropped) = sum.sum(&geometry, &top, count).expect("few nodes");
                let mean = nodes.div_word(count);
                let holds = |error: &Real| {
                    let value = height.mul(&mean.add(&error.uncertainty()));
                    value.enclosure().contains(&exact)
                };
                assert!(holds(&dropped.add(&aliases)), "{i} with {count} nodes");
                by_alias += u32::from(!holds(&dropped));
                by_dropped += u32::from(!holds(&aliases));
            }
        }
        assert!(by_alias > 0 && by_dropped > 0, "{by_alias} {by_dropped}");
    }
}
