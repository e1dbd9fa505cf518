//! A bound of the probability outside the windows of the departments' sizes, at any depth.
//!
//! U = m − X is a union of the complements, t_d = m − s_d urns each. Products of falling factorials
//! are sums of falling factorials with coefficients that are not negative, and those up to w^(m)
//! are the law of U given the sizes (at w = 0, …, m both sides are the chance that all of it lies
//! in w given urns). So for every whole W ≥ u
//!
//! ∏ W^(t_d)/m^(t_d)  ≥  Σ_u P(U = u | t)·W^(u)/m^(u),  all terms ≥ 0.
//!
//! W^(u)/m^(u) falls in u for W ≤ m and rises for W ≥ m. Hence, as with Markov's inequality,
//!
//! P(E | t) ≤ [m^(x′)/W^(x′)]·∏ W^(t_d)/m^(t_d),
//!
//! for U ≤ x′ with x′ ≤ W ≤ m, for U ≥ x′ with W ≥ m, for U = x′ with any W ≥ x′. The mean over the
//! sizes makes each factor a sum of q(t) = p(t)·W^(t)/m^(t), and **q is log-concave**: p is the law
//! of a sum of m independent indicators (`docs/internals/why.md`, "How can the mode be
//! certain?"), so p(t)/C(m,t) is log-concave by Newton's inequalities, and C(W,t) is. A geometric
//! series, then, bounds what lies outside a window (`log_concave.rs`).
//!
//! At the saddle this is as sharp as Chernoff's bound: some √(2π) deviations too large, a few bits.

use crate::occupancy::routes::log_concave::beyond;
use crate::occupancy::routes::recursion::tilt::ln_falling_ratio;
use urnfield_num::{Enclosure, Real};

/// Words of a weight: few bits of a bound matter.
const WORDS: usize = 2;

/// ∏_{l<k} (a−l)/(b−l).
fn falling_ratio(a: u64, b: u64, k: u64) -> Real {
    ln_falling_ratio(a, b, k).exp().resized(WORDS)
}

/// A window of sizes of one department, with their probabilities.
pub(crate) struct SizeWindow {
    pub(crate) from: u64,
    pub(crate) probabilities: Vec<Enclosure>,
    /// Whether no event needs a size below it, and none above.
    pub(crate) complete: [bool; 2],
}

impl SizeWindow {
    pub(crate) fn to(&self) -> u64 {
        self.from + self.probabilities.len() as u64 - 1
    }

    /// Bounds of the sum of q, over the window and outside of it; `None` where q does not fall
    /// outwards.
    fn weighed(&self, m: u64, w: u64) -> Option<[Real; 2]> {
        // W^(t) is 0 for sizes below m − W.
        let from = self.from.max(m.saturating_sub(w));
        let counted = self.probabilities.get((from - self.from) as usize..)?;
        let complete = [self.complete[0] || from > self.from, self.complete[1]];
        let mut weight = falling_ratio(w, m, m - from);
        let mut inside = Real::zero(WORDS);
        let mut all = Vec::with_capacity(counted.len());
        for (s, p) in (from..).zip(counted) {
            // Two ends, as quotients of vague numbers would know too little.
            let ends = p.reals(WORDS).map(|end| end.mul(&weight));
            inside = inside.add(&ends[1]);
            all.push(ends);
            // From s to s + 1 the last factor (W − t + 1)/(m − t + 1) goes, t = m − s.
            if s < self.to() {
                weight = weight.mul_word(s + 1).div_word(w - (m - s - 1));
            }
        }
        let mut outside = Real::zero(WORDS);
        let ends = [all.iter().take(2).collect::<Vec<_>>(), all.iter().rev().take(2).collect()];
        for (end, _) in ends.iter().zip(complete).filter(|(_, complete)| !complete) {
            let [first, second] = end[..] else { return None };
            outside = outside.add(&beyond(&first[1], &second[0])?);
        }
        Some([inside, outside])
    }
}

/// A bound of the probability that the event happens with some size outside its window.
pub(crate) struct Outside {
    m: u64,
    w: u64,
    /// An upper bound of Σ ∏ W^(t_d)/m^(t_d) over the sizes outside.
    weight: Real,
    /// An upper bound of that sum over the sizes inside.
    held: Real,
}

impl Outside {
    /// Makes the bound from windows and from departments with one size; `None` where W gives no
    /// bound.
    pub(crate) fn of(m: u64, w: u64, windows: &[SizeWindow], single: &[u64]) -> Option<Outside> {
        // ∏ inside and ∏ (inside + outside) − ∏ inside.
        let (mut held, mut weight) = (Real::from_u64(1, WORDS), Real::zero(WORDS));
        for &size in single {
            held = held.mul(&falling_ratio(w, m, m - size));
        }
        for window in windows {
            let [inside, outside] = window.weighed(m, w)?;
            weight = weight.mul(&inside.add(&outside)).add(&held.mul(&outside));
            held = held.mul(&inside);
        }
        Some(Outside { m, w, weight, held })
    }

    /// A bound of the whole probability of the event.
    pub(crate) fn with_inside(self, x: u64) -> Real {
        Outside { weight: self.weight.add(&self.held), ..self }.at(x)
    }

    /// For the event U ≤ x′, U ≥ x′ or U = x′, x′ ≤ W.
    pub(crate) fn at(&self, x: u64) -> Real {
        falling_ratio(self.m, self.w, x).mul(&self.weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::{Committees, Occupancy};
    use urnfield_num::Rational;
    use urnfield_num::combinatorics::falling_factorial;

    /// All sizes of a department, and q of each in exact fractions.
    fn department(m: u64, w: u64, count: u64, size: u64) -> (SizeWindow, Vec<Rational>) {
        let law = Occupancy::union(m, &[Committees { count, size }]).expect("a law");
        let (from, to) = law.support();
        let p: Vec<Rational> = (from..=to).map(|s| law.pmf_exact(s).expect("small")).collect();
        let weight = |s: u64| {
            Rational::from_integers(falling_factorial(w, m - s).into(), falling_factorial(m, m - s))
        };
        let q = (from..).zip(&p).map(|(s, p)| p * &weight(s)).collect();
        let probabilities = p.iter().map(|p| Enclosure::from_rational(p, 200)).collect();
        (SizeWindow { from, probabilities, complete: [true; 2] }, q)
    }

    fn sum(terms: &[Rational]) -> Rational {
        terms.iter().fold(Rational::zero(), |sum, term| &sum + term)
    }

    fn at_most(value: &Rational, bound: &Real) -> bool {
        !bound.enclosure().certainly_lt(value)
    }

    /// Windows of every length and place: what they leave out is within the bound, and would not be
    /// if the series broke off after its first term.
    #[test]
    fn a_log_concave_tail_is_within_its_bound_and_one_term_is_not_enough() {
        let mut caught = 0;
        for (m, w, count, size) in
            [(60, 50, 5, 10), (60, 60, 5, 10), (60, 75, 5, 10), (90, 81, 200, 1)]
        {
            let (all, q) = department(m, w, count, size);
            for first in 1..q.len() - 2 {
                let window = SizeWindow {
                    from: all.from + first as u64,
                    probabilities: all.probabilities[first..].to_vec(),
                    complete: [false, true],
                };
                let Some([inside, outside]) = window.weighed(m, w) else { continue };
                assert!(at_most(&sum(&q[first..]), &inside), "{m} {w} {first}");
                let truth = sum(&q[..first]);
                assert!(at_most(&truth, &outside), "{m} {w} {first}");
                let ratio = Real::from_rational(&q[first], WORDS)
                    .div(&Real::from_rational(&q[first + 1], WORDS));
                let one = Real::from_rational(&q[first], WORDS).mul(&ratio);
                caught += u32::from(!at_most(&truth, &one));
            }
        }
        assert!(caught > 10, "{caught}");
    }

    /// Two departments of 40 urns: the whole probability of an event is within the bound of windows
    /// that hold nothing, and for some events not within a quarter of it; at the upper edge the
    /// bound is the truth.
    #[test]
    fn an_event_is_within_its_bound_and_a_smaller_one_is_caught() {
        let m = 40;
        let (a, b) = ([Committees { count: 3, size: 8 }], [Committees { count: 2, size: 11 }]);
        let law = Occupancy::intersection(m, &[&a, &b]).expect("a law");
        let pmf: Vec<Rational> = (0..=22).map(|x| law.pmf_exact(x).expect("small")).collect();
        let (mut caught, mut sharp) = (0, 0);
        for x in 1..=22u64 {
            let [at_least, at_most_x] = [sum(&pmf[x as usize..]), sum(&pmf[..=x as usize])];
            for w in (m - x)..=m + 30 {
                let weight = [&a[0], &b[0]].map(|c| sum(&department(m, w, c.count, c.size).1));
                let weight = Real::from_rational(&(&weight[0] * &weight[1]), WORDS);
                let bound = Outside { m, w, weight, held: Real::zero(WORDS) }.at(m - x);
                let mut events = vec![&pmf[x as usize]];
                events.extend((w <= m).then_some(&at_least));
                events.extend((w >= m).then_some(&at_most_x));
                for truth in events {
                    assert!(at_most(truth, &bound), "{x} {w}");
                    caught += u32::from(!at_most(truth, &bound.clone().shift(-2)));
                    sharp += u32::from(bound.enclosure().contains(truth));
                }
            }
        }
        assert!(caught > 50 && sharp > 0, "{caught} {sharp}");
    }
}
