//! How surely one filter keeps a rate itself: a bound of the tail of its own rate, and a plan that
//! rests on it.
//!
//! The own rate R is the mean of the blocks' rates r_β, which given the loads are independent, each
//! growing stochastically with its own load. With φ(N) = E(e^(tr) | N) for one block, P(R ≥ p) ≤
//! e^(−tbp)·E ∏ φ(N_β), and there are two bounds of that mean:
//!
//! * Loads are multinomial, hence negatively associated, so E ∏ φ(N_β) ≤ (E φ(N_1))^b, N_1 binomial. It
//!   forgets that the loads have a fixed sum.
//! * E ∏ φ(N_β) is n!/b^n times the coefficient of y^n in G(y)^b, G(y) = Σ φ(N) y^N/N!, which has no negative
//!   coefficients; so it is at most n!/(by)^n·G(y)^b for every y > 0. It costs a factor of about √(2πn).
//!
//! Doubles choose the bound, t and y; any are valid. (`docs/blocks.md`, Theorem 4.)

use super::one_block::{OneBlock, Reach, WORDS};
use super::{BlockSizing, BlockedLoad};
use crate::bloom::size_search::least;
use crate::design::{Design, Kind};
use crate::layout::{Blocked, Layout};
use crate::num::{Enclosure, Error, Rate, Rational, Real};

/// A blocked filter that keeps its rate itself, as surely as was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnRatePlan {
    /// The filter.
    pub design: Blocked,
    /// How many items it is for.
    pub items: u64,
    /// At most this share of all such filters is worse than asked: a **bound**, proved. That fewer
    /// blocks would not do is *not* proved.
    pub share_worse: Enclosure,
}

/// Which bound, and with which numbers.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The logarithm of the bound, roughly.
    exponent: f64,
    t: f64,
    /// For the second bound.
    y: Option<f64>,
}

/// The filters of one size with their items, and p.
struct Tail<'a> {
    block: &'a OneBlock,
    largest: f64,
    blocks: u64,
    items: u64,
    p: &'a Rational,
}

impl Tail<'_> {
    /// The best bound, by doubles; `near` is a t that was good for another size.
    fn choose(&self, near: Option<f64>) -> Option<Choice> {
        let p = rough(self.p);
        let (b, n) = (self.blocks as f64, self.items as f64);
        let mean = n / b;
        let mut binomial = rough_loads(self.blocks, self.items, self.block.most() + 1);
        let beyond = binomial.pop().unwrap_or(0.0);
        let loads = binomial.len() as f64;
        let at = |t: f64| {
            let given = self.block.rough_exponential(t);
            // Greater loads weigh e^t each, so that no t is good that is too great.
            let apart: f64 = given.iter().zip(&binomial).map(|(phi, w)| phi * w).sum();
            let apart = apart + rough_rest(beyond, n / (b * loads)) * t.exp();
            let first = Choice { exponent: b * (apart.ln() - t * p), t, y: None };
            if self.blocks == 1 {
                return first;
            }
            // y where the mean load is n/b: the least of ln G(y) − (n/b)·ln y.
            let (mut low, mut high) = (mean * 1e-3, mean * 2.0);
            let weigh = |y: f64| {
                let mut weight = 1.0;
                let mut sums = (0.0, 0.0);
                for (load, phi) in given.iter().enumerate() {
                    sums = (sums.0 + weight * phi, sums.1 + weight * phi * load as f64);
                    weight *= y / (load + 1) as f64;
                }
                (sums.0 + rough_rest(weight, y / loads) * t.exp(), sums.1)
            };
            for _ in 0..60 {
                let y = 0.5 * (low + high);
                let (sum, load) = weigh(y);
                if load > mean * sum { high = y } else { low = y }
            }
            let y = 0.5 * (low + high);
            // n!/n^n·e^n ≤ e·√n; per block the rest is mean − mean·ln(y/mean) …
            let stirling = 0.5 * (std::f64::consts::TAU * n).ln();
            let exponent = stirling + b * (weigh(y).0.ln() - mean - mean * (y / mean).ln() - t * p);
            match exponent < first.exponent {
                true => Choice { exponent, t, y: Some(y) },
                false => first,
            }
        };
        let better = |a: Choice, b: Choice| if b.exponent < a.exponent { b } else { a };
        let best = |all: &mut dyn Iterator<Item = f64>| {
            all.map(|t| at(t.min(self.largest))).filter(|c| c.exponent.is_finite()).reduce(better)
        };
        let octaves = |from: f64, steps: i32, of: f64| {
            (-steps..=steps).map(move |j| from * 2f64.powf(f64::from(j) / of))
        };
        let near = match near {
            Some(t) => t,
            None => best(&mut (0..36).map(|j| self.largest * 2f64.powi(-j)))?.t,
        };
        let coarse = best(&mut octaves(near, 3, 3.0))?;
        best(&mut octaves(coarse.t, 3, 14.0))
    }

    /// The bound that was chosen, for certain.
    fn bound(&self, choice: Choice) -> Option<Real> {
        let usable = |x: f64| x.is_normal() && x > 0.0;
        if !usable(choice.t) || !choice.y.is_none_or(usable) {
            return None;
        }
        let t = Real::from_f64(choice.t, WORDS);
        let given = self.block.exponential(&t);
        let paid = t.mul(&Real::from_rational(self.p, WORDS));
        let Some(y) = choice.y else {
            let (weights, beyond) = loads(self.blocks, self.items, self.block.most());
            let mean = weights.iter().zip(&given).fold(beyond.mul(&t.exp()), |sum, (w, phi)| {
                if w.is_zero() { sum } else { sum.add(&w.mul(phi)) }
            });
            return Some(mean.ln().sub(&paid).mul_word(self.blocks).exp());
        };
        let y = Real::from_f64(y, WORDS);
        let (mut sum, mut weight) = (Real::zero(WORDS), Real::from_u64(1, WORDS));
        for (load, phi) in (1..).zip(&given) {
            sum = sum.add(&weight.mul(phi));
            weight = weight.mul(&y).div_word(load);
        }
        // Greater loads: at most e^t each, and a geometric series.
        let ratio = y.div_word(given.len() as u64 + 1);
        let rest = geometric(&weight, &ratio)?.mul(&t.exp());
        let each = sum.add(&rest).ln().sub(&paid).mul_word(self.blocks);
        let powers = y.mul_word(self.blocks).ln().mul_word(self.items);
        let exponent = Real::ln_factorial(self.items, WORDS).sub(&powers).add(&each);
        Some(exponent.exp())
    }
}

/// first·(1 + ratio + ratio² + …), to choose with.
fn rough_rest(first: f64, ratio: f64) -> f64 {
    if first == 0.0 || ratio < 1.0 { first / (1.0 - ratio) } else { f64::INFINITY }
}

/// To choose with.
fn rough(value: &Rational) -> f64 {
    Real::from_rational(value, 2).seed()
}

/// first·(1 + ratio + ratio² + …), where that converges for certain.
fn geometric(first: &Real, ratio: &Real) -> Option<Real> {
    let left = Real::from_u64(1, WORDS).sub(ratio);
    left.enclosure().certainly_gt(&Rational::zero()).then(|| first.div(&left))
}

/// P(N = 0), …, P(N = most) for one of b blocks, and a bound of P(N > most).
fn loads(blocks: u64, items: u64, most: u64) -> (Vec<Real>, Real) {
    let (zero, one) = (Real::zero(WORDS), Real::from_u64(1, WORDS));
    if blocks == 1 {
        let at = |load| if load == items { one.clone() } else { zero.clone() };
        let beyond = if items > most { one.clone() } else { zero.clone() };
        return ((0..=most).map(at).collect(), beyond);
    }
    let mut weight = Real::from_ratio(blocks - 1, blocks, WORDS).pow(items);
    let mut weights = Vec::with_capacity(most as usize + 1);
    for load in 0..=most {
        weights.push(weight.clone());
        weight = match items.saturating_sub(load) {
            0 => zero.clone(),
            left => weight.mul_word(left).div_word(load + 1).div_word(blocks - 1),
        };
    }
    if weight.is_zero() {
        return (weights, zero);
    }
    // From here on the terms fall at least as fast as a geometric series.
    let ratio = Real::from_ratio(items - most - 1, blocks - 1, WORDS).div_word(most + 2);
    (weights, geometric(&weight, &ratio).unwrap_or(one))
}

/// The same in doubles.
fn rough_loads(blocks: u64, items: u64, most: u64) -> Vec<f64> {
    if blocks == 1 {
        return (0..=most).map(|load| f64::from(u8::from(load == items))).collect();
    }
    let (b, n) = (blocks as f64, items as f64);
    let first = (n * (-1.0 / b).ln_1p()).exp();
    let next = |weight: &mut f64, load: u64| {
        let now = *weight;
        *weight *= (n - load as f64).max(0.0) / ((load + 1) as f64 * (b - 1.0));
        Some(now)
    };
    (0..=most).scan(first, next).collect()
}

impl BlockedLoad {
    /// How many of all such filters have an own rate above p: at most the upper end, which is a
    /// **bound**; for one block of a standard or classic layout the share itself.
    ///
    /// Source: `docs/blocks.md`, Theorem 4. Cost: tens of
    /// milliseconds for a line.
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let load = Blocked::parquet(39)?.holding(1000); // 0.01265 ± 8.4 %
    /// let worse = load.own_rate_above(&"0.0253".parse()?)?; // twice as much
    /// assert!(worse.hi_f64() < 1e-6);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_rate_above(&self, fpr: &Rate) -> Result<Enclosure, Error> {
        if self.own_rate_is_certain() {
            // With more than one item that is a block full at once.
            let own = if self.items > 1 { Rational::one() } else { self.fpr_exact()? };
            let worse = own > *fpr.value();
            return Ok(if worse { Enclosure::one() } else { Enclosure::zero() });
        }
        let reach = Reach::of(self.design.blocks(), self.items, rough(fpr.value()));
        let block = OneBlock::new(&self.design, reach)?;
        Sought { block, largest: reach.t, items: self.items, fpr }.above(&self.design)
    }
}

/// What is asked of filters of several sizes.
struct Sought<'a> {
    block: OneBlock,
    largest: f64,
    items: u64,
    fpr: &'a Rate,
}

impl Sought<'_> {
    fn tail(&self, blocks: u64) -> Tail<'_> {
        let p = self.fpr.value();
        Tail { block: &self.block, largest: self.largest, blocks, items: self.items, p }
    }

    /// The share of filters above p, or a bound of it.
    fn above(&self, design: &Blocked) -> Result<Enclosure, Error> {
        // One block is a plain filter, whose law is known.
        let kind = match design.layout() {
            Layout::Standard => Some(Kind::Standard),
            Layout::Classic => Some(Kind::Classic),
            Layout::Split => None,
        };
        if let (1, Some(kind)) = (design.blocks(), kind) {
            let plain = Design::new(kind, design.block_bits(), design.hashes())?;
            return plain.holding(self.items)?.spread()?.above(self.fpr);
        }
        let tail = self.tail(design.blocks());
        let bound = tail.choose(None).and_then(|choice| tail.bound(choice));
        let bound = bound.map(|bound| bound.enclosure());
        // What says nothing is 1.
        let bound = bound.filter(|bound| bound.certainly_lt(&Rational::one()));
        Ok(bound.unwrap_or_else(Enclosure::one))
    }
}

impl BlockSizing {
    /// A filter whose *own* rate is at most p with at least that probability, and not only the mean
    /// over all filters. It is the smallest that the bound of [`BlockedLoad::own_rate_above`] vouches
    /// for, with the hashes of the plan for the mean; a smaller one may do.
    ///
    /// ```
    /// use urnfield::Layout;
    /// use urnfield::bloom::blocked::BlockSizing;
    /// let lines = BlockSizing::lines(Layout::Standard);
    /// let fpr = "1%".parse()?;
    /// let mean = lines.smallest(100_000, &fpr)?;
    /// let own = lines.keeping(100_000, &fpr, &"0.999999".parse()?)?;
    /// assert!(own.share_worse.hi_f64() <= 1e-6);
    /// let more = own.design.blocks() as f64 / mean.design.blocks() as f64;
    /// assert!(more > 1.0 && more < 1.02); // for two per cent of the memory
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn keeping(&self, items: u64, fpr: &Rate, confidence: &Rate) -> Result<OwnRatePlan, Error> {
        if *confidence.value() < Rational::new(1, 2)? {
            return Err(Error::domain(
                "a confidence is at least 1/2",
                format!("confidence = {confidence}"),
            ));
        }
        let mean = self.smallest(items, fpr)?.design;
        if mean.holding(items).own_rate_is_certain() {
            // All filters are like their mean.
            return Ok(OwnRatePlan { design: mean, items, share_worse: Enclosure::zero() });
        }
        let doubt = confidence.value().complement();
        let reach = Reach::of(mean.blocks(), items, rough(fpr.value()));
        let block = OneBlock::new(&mean, reach)?;
        let sought = Sought { block, largest: reach.t, items, fpr };
        let design = |blocks| Blocked::new(self.layout(), blocks, self.block_bits(), mean.hashes());
        if mean.blocks() == 1 {
            // It has its exact law, and may do already.
            let first = sought.above(&mean)?;
            if first.certainly_le(&doubt) {
                return Ok(OwnRatePlan { design: mean, items, share_worse: first });
            }
        }
        // Doubles say where to look ...
        let (target, mut near) = (rough(&doubt).ln(), None);
        let likely = least_from(mean.blocks(), mean.blocks(), self.most_blocks(), |blocks| {
            let choice = sought.tail(blocks).choose(near);
            near = choice.map(|choice| choice.t).or(near);
            Ok(choice.is_some_and(|choice| choice.exponent <= target))
        })?;
        // ... and enclosures decide.
        let mut found = None;
        let start = likely.unwrap_or(mean.blocks());
        least_from(mean.blocks(), start, self.most_blocks(), |blocks| {
            let design = design(blocks)?;
            let worse = sought.above(&design)?;
            let kept = worse.certainly_le(&doubt);
            if kept {
                found = Some(OwnRatePlan { design, items, share_worse: worse });
            }
            Ok(kept)
        })?;
        found.ok_or_else(|| Error::Unreachable {
            what: "no blocked filter of up to 2^63 bits is known to keep that rate so surely",
            got: format!("items = {items} with fpr = {fpr} and confidence = {confidence}"),
        })
    }
}

/// The least x in from..=most at which `reached`, monotone, holds, looking at `start` first; the last
/// that was found to hold is the answer.
fn least_from(
    from: u64,
    start: u64,
    most: u64,
    mut reached: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let found = least(start - from + 1, most - from + 1, |step| reached(from + step - 1))?;
    Ok(found.map(|step| from + step - 1))
}
