//! A window of the p.m.f.: one circle serves a block of values.
//!
//! P(X = i) for i = low, …, high has the poles κ, …, i. On a circle about the midpoint of κ, …,
//! *low*, beyond *high*, every one of these integrands is largest at the real point W: for low that
//! is the fact at the head of [`crate::occupancy::routes::contour`], and the additional poles lie
//! right of the centre, so that each is nearest to the circle at W too. So, relative to the value
//! at W, and for all i of the block at once,
//!
//! - a node at θ is at most |H̃(w)|/H̃(W): this bounds the nodes that are left out, and says how
//!   many bits longer a node may be kept;
//! - aliases on a wider circle are worst for low, which has the fewest factors (W − l)/(W′ − l)
//!   below 1; on a narrower one, beyond high as well, they are worst for high.
//!
//! The integrand is evaluated for high; [`Turning`] moves it down. Off its own saddle by z standard
//! deviations of the law that has it, a value is e^(−z²/2) of the integrand's size: a block of ±z
//! costs z²/2·log2 e bits, which fixed point of 124 bits has to spare.
//!
//! If the circle lost a pole the sum would be wrong and look right, so W > high is certified.

use crate::occupancy::routes::contour::integral::{Family, Integral, IntegralOf, MOST_NODES};
use crate::occupancy::routes::contour::nodes::turning::{STEP_UNITS, Turning};
use crate::occupancy::routes::contour::nodes::{
    Circle, Geometry, LeftOut, Logs, Sign, Trapezoid, sign,
};
use std::convert::Infallible;
use urnfield_num::{Complex, Enclosure, Real, until_decided};

/// Standard deviations on each side of the circle's own value, and what they cost in bits,
/// z²/2·log2 e and a little.
const DEVIATIONS: (f64, u64) = (5.5, 24);

/// Standard deviations and their cost for mixtures, whose probabilities have few bits to spare.
const FEW_DEVIATIONS: (f64, u64) = (0.7, 4);

fn reach(family: Family<'_>) -> (f64, u64) {
    if family.random.is_empty() { DEVIATIONS } else { FEW_DEVIATIONS }
}

/// Answers have at most this many certain bits by this route: what 124 bits leave after
/// [`DEVIATIONS`], the steps and the sum.
pub(crate) const MOST_BITS: u64 = 72;

/// A block of values that share a circle.
pub(crate) struct SharedCircle<'a> {
    m: u64,
    family: Family<'a>,
    pub(crate) low: u64,
    pub(crate) high: u64,
    /// Its base is `high`.
    circle: Circle,
    /// Bits asked for.
    target: u64,
}

fn point(m: u64, family: Family<'_>, i: u64) -> Integral<'_> {
    Integral { m, family, of: IntegralOf::Point, from: 0, poles_end: i + 1 }
}

impl<'a> SharedCircle<'a> {
    /// A block that begins at `low` and ends at `end` at the latest; `None` where no circle is
    /// good for more than a few values.
    pub(crate) fn starting(
        m: u64,
        family: Family<'a>,
        (low, end): (u64, u64),
        target: u64,
    ) -> Option<SharedCircle<'a>> {
        let end = end.min(u64::MAX - 1); // the poles end one further on
        // The standard deviation of the law whose saddle this is, as far as the angle goes:
        // the phase of F_i changes by r·θ/(W − i) a value.
        let (deviations, off_saddle) = reach(family);
        let around = |i: u64| -> Option<(Circle, f64)> {
            let integral = point(m, family, i);
            let circle = Circle::of(&integral, (target + off_saddle) as f64)?;
            let radius = integral.radius(circle.base, circle.beyond);
            let deviation = circle.spread * circle.beyond / radius;
            // Not so near the outermost pole that steps would grow.
            Some((circle, (deviations * deviation).min(circle.beyond / 3.0)))
        };
        let (_, first) = around(low)?;
        let centre = low.checked_add(first as u64)?.min(end);
        let (circle, half) = around(centre)?;
        let high = centre.saturating_add(half as u64).min(end);
        let beyond = circle.beyond - (high - centre) as f64;
        // Nodes matter up to here; [`Turning`] holds them up to twice a power of two below W −
        // high.
        let radius = point(m, family, centre).radius(circle.base, circle.beyond);
        let farthest = circle.depth((target + off_saddle) as f64) * radius / circle.spread;
        if farthest > 2.0 * beyond {
            return None;
        }
        // Aliases of a value off the saddle are so much nearer.
        let depth = circle.depth((target + off_saddle) as f64) + deviations;
        let nodes = (1.15 * depth * circle.spread + 12.0) as u64 | 1;
        let circle = Circle { base: high, beyond, nodes, ..circle };
        (high - low >= 4 && beyond.is_normal() && beyond > 0.0).then_some(SharedCircle {
            m,
            family,
            low,
            high,
            circle,
            target,
        })
    }

    /// P(X = i) for i = high, high − 1, …, low, as certain as they come; `None` for an
    /// unusable circle.
    pub(crate) fn values(&self, members: u128) -> Option<Vec<Enclosure>> {
        let lost = u64::from((members | u128::from(self.m)).ilog2()) + 6;
        let bits = self.target + reach(self.family).1 + lost + 24;
        self.on(bits.div_ceil(64).max(3) as usize)
    }

    fn on(&self, words: usize) -> Option<Vec<Enclosure>> {
        let lowest = point(self.m, self.family, self.low);
        let highest = point(self.m, self.family, self.high);
        let target = self.target + reach(self.family).1;
        let low = Trapezoid { integral: &lowest, circle: self.circle, target };
        let high = Trapezoid { integral: &highest, circle: self.circle, target };
        let geometry = Geometry::of(&lowest, &self.circle, words);
        let real_point = geometry.node(&Real::zero(words));
        let gap = real_point.w.re.sub(&Real::from_u64(self.high, words));
        if sign(&gap) != Some(Sign::Positive) {
            return None;
        }
        let low_top = low.logs(&real_point);
        let high_top = high.logs(&real_point);
        let (count, aliases) =
            self.enough_nodes(&geometry, (&low, &low_top), (&high, &high_top))?;
        let nodes = Nodes { block: self, geometry: &geometry, count };
        let (mut turning, off) = nodes.set_up(&high, &high_top, &aliases)?;
        let front = high.front(words).add(&high_top.ln_real()).add(&geometry.radius.ln());
        // r·F_i(W)·m^(i)/M: what the sum over the nodes is multiplied by.
        let mut height = front.exp().div_word(count);
        let (one, mut gap) = (Real::from_u64(1, words), gap);
        let mut values = Vec::with_capacity((self.high - self.low) as usize + 1);
        let mut i = self.high;
        loop {
            let sum = one.add(&turning.sum_real(words).shift(1)).add(&off);
            values.push(height.mul(&sum).enclosure());
            if i == self.low {
                return Some(values);
            }
            turning.step(turning.inverse(&gap)?);
            height = height.mul(&gap).div_word(self.m - i + 1);
            gap = gap.add(&one);
            i -= 1;
        }
    }

    /// Nodes enough that aliases do not matter for any value, and their bound relative to r·F(W).
    fn enough_nodes(
        &self,
        geometry: &Geometry,
        (low, low_top): (&Trapezoid, &Logs),
        (high, high_top): (&Trapezoid, &Logs),
    ) -> Option<(u64, Real)> {
        let found = until_decided(self.circle.node_counts(), |count| {
            let outer = low.best_alias(geometry, low_top, count, true);
            let inner = high.best_alias(geometry, high_top, count, false);
            let (Some((outer, _)), Some((inner, _))) = (outer, inner) else {
                return Ok::<_, Infallible>(None);
            };
            let aliases = outer.add(&inner);
            Ok(self.circle.hides(&aliases, low.target).then_some((count, aliases)))
        });
        found.unwrap_or(None)
    }
}

/// The nodes of a block's circle.
struct Nodes<'a> {
    block: &'a SharedCircle<'a>,
    geometry: &'a Geometry,
    count: u64,
}

impl Nodes<'_> {
    /// The integrand of the block's highest value at every node that counts, and by how much the
    /// sum over all nodes may be off at any step, as an uncertainty.
    fn set_up(&self, high: &Trapezoid, top: &Logs, aliases: &Real) -> Option<(Turning, Real)> {
        let words = self.geometry.radius.words();
        let steps = self.block.high - self.block.low;
        let angle_step = Real::pi(words).shift(1).div_word(self.count);
        let left_out = LeftOut::of(high, self.geometry, top, self.count);
        let gap = self.geometry.at_radius(&self.geometry.radius, words).w.re;
        let gap = gap.sub(&Real::from_u64(self.block.high, words));
        let last_square = gap.mul(&gap);
        // A power of two up to W − high, so that t is a fraction at every step.
        let scale = gap.magnitude()? - 2;
        let mut turning = Turning::new(scale);
        let mut doubt = Real::zero(words);
        let mut rest = Real::zero(words);
        for j in 1..=self.count / 2 {
            if j > MOST_NODES {
                return None;
            }
            let angle = angle_step.mul_word(j);
            let node = self.geometry.node(&angle);
            let logs = high.logs(&node);
            let turned = top.relative(&logs, &angle);
            // |w − i|/(W − i) is largest for the highest i: so often at the most it multiplies.
            let from_last = Complex::new(
                node.w.re.sub(&Real::from_u64(self.block.high, words)),
                node.w.im.clone(),
            );
            let growth = from_last.norm_sqr().div(&last_square).pow(steps.div_ceil(2));
            let here = logs.value().re.sub(&top.value().re).add(&growth.ln());
            let by_zeros = logs.zeros.re.sub(&top.zeros.re);
            let most = if here.seed() < by_zeros.seed() { here.exp() } else { by_zeros.exp() };
            let weight = (-most.magnitude().unwrap_or(0)).clamp(0, 120) as u32;
            let fall = self.geometry.radius.add(&self.geometry.centre).sub(&node.w.re);
            let off = turning.push((&fall, &node.w.im), &turned, weight)?;
            let units = STEP_UNITS.checked_mul(u128::from(steps))?.checked_add(off)?;
            let units = Turning::units(units, words).mul(&growth);
            if units.magnitude().is_some_and(|size| size > -2) {
                return None;
            }
            doubt = doubt.add(&units.shift(-i128::from(weight)));
            if let Some(beyond) = left_out.beyond(j, &logs, &here) {
                // Fewer than M nodes, each at most this.
                rest = beyond.mul_word(self.count);
                break;
            }
        }
        // Both halves of the circle; a unit a node for the sum.
        let cut = Turning::units(turning.len() as u128, words);
        let off = doubt.add(&cut).shift(1).add(&rest).add(&aliases.mul_word(self.count));
        Some((turning, off.uncertainty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Committees;

    /// A circle that lies short of the last pole is refused: its sum would look right.
    #[test]
    fn a_circle_that_has_lost_a_pole_is_refused() {
        let (m, balls) = (20_000, [Committees { count: 20_000, size: 1 }]);
        let members = 20_000;
        let block =
            SharedCircle::starting(m, Family::of(&balls), (12_600, 12_700), 53).expect("a block");
        assert!(block.values(members).is_some());
        let base = block.high - block.circle.beyond as u64 - 2;
        let lost = SharedCircle { circle: Circle { base, ..block.circle }, ..block };
        assert!(lost.values(members).is_none());
    }
}
