//! A guess of the smallest filter that keeps its promise, by the normal law. It is in f64 and
//! decides nothing: a bad guess costs tails.

use crate::bloom::own_rate::most_bits_set::{likely_bits_set, ln};
use crate::design::plain::Kind;
use crate::occupancy::estimate::normal::{crossing, excess_and_deviation, upper_quantile};
use crate::occupancy::law::rough::{RoughCommittees, log_vacant};
use urnfield_num::{Enclosure, Rational};

/// The guess, which every computed tail improves.
#[derive(Debug)]
pub(crate) struct PromiseGuess {
    kind: Kind,
    items: f64,
    ln_fpr: f64,
    /// The deviations that the most bits allowed lie above the mean where the promise is just kept.
    deviations: f64,
    /// The deviations of the last tail less the deviations of the normal law.
    offset: f64,
}

impl PromiseGuess {
    pub(crate) fn new(kind: Kind, items: u64, fpr: &Rational, doubt: &Rational) -> PromiseGuess {
        let ln_fpr = ln(fpr);
        let deviations = upper_quantile(&Enclosure::from_rational(doubt, 64));
        PromiseGuess { kind, items: items as f64, ln_fpr, deviations, offset: 0.0 }
    }

    /// Returns how many deviations of the bits set in m lie between their mean and x + 1/2.
    fn deviations(&self, (m, k): (u64, u64), x: u64) -> f64 {
        self.deviations_at(m as f64, k as f64, x as f64)
    }

    fn deviations_at(&self, m: f64, k: f64, x: f64) -> f64 {
        let throws = self.throws(k);
        let (excess, deviation) = excess_and_deviation(m, [throws], (x + 0.5, m - x - 0.5));
        -excess / deviation + self.offset
    }

    /// Returns the growth of the mean number of clear bits with m: the derivative of m(1 − k/m)^n,
    /// or of m(1 − 1/m)^(nk).
    pub(crate) fn clear_bits_per_bit(&self, m: u64, k: u64) -> f64 {
        let m = m as f64;
        let throws = self.throws(k as f64);
        let taken = throws.count * throws.size / (m - throws.size).max(1.0);
        log_vacant(m, [throws]).exp() * (1.0 + taken)
    }

    /// Returns how often positions are taken, and how many at once.
    fn throws(&self, k: f64) -> RoughCommittees {
        match self.kind {
            Kind::Standard => RoughCommittees { count: self.items * k, size: 1.0 },
            Kind::Classic => RoughCommittees { count: self.items, size: k },
        }
    }

    /// Guesses the least m with k hashes.
    pub(crate) fn bits(&self, k: u64) -> u64 {
        let k = k as f64;
        let least = if self.kind == Kind::Classic { k.max(2.0) } else { 2.0 };
        let kept = |m: f64| {
            // Rounded down in the mean, x₀ is half a bit less.
            let most = likely_bits_set(self.kind, m, k, self.ln_fpr) - 0.5;
            let by = self.deviations_at(m, k, most) - self.deviations;
            if by.is_finite() { by } else { -1.0 }
        };
        crossing((least, 1.8e19), kept).0 as u64
    }

    /// Guesses the first m from `from` on that keeps the promise: x₀ is a whole number, and moves
    /// in steps.
    pub(crate) fn first_kept(&self, k: u64, from: u64) -> u64 {
        let mean = self.bits(k);
        let from = from.max(mean.saturating_sub(8));
        let kept = |m: &u64| {
            let (m, k) = (*m as f64, k as f64);
            let most = likely_bits_set(self.kind, m, k, self.ln_fpr).floor();
            self.deviations_at(m, k, most) >= self.deviations
        };
        (from..=from.saturating_add(16)).find(kept).unwrap_or(mean.max(from))
    }

    /// Guesses the allowed k that needs the fewest bits.
    pub(crate) fn hashes(&self, (least, most): (u64, u64)) -> u64 {
        let likely = (-self.ln_fpr / std::f64::consts::LN_2).round() as u64;
        let mut k = likely.clamp(least.max(1), most.max(1));
        let mut bits = self.bits(k);
        for direction in [-1i64, 1] {
            while let Some(next) = k.checked_add_signed(direction) {
                let other = self.bits(next);
                if next < least.max(1) || next > most || other >= bits {
                    break;
                }
                (k, bits) = (next, other);
            }
        }
        k
    }

    /// Learns from P(more than x bits are set in m).
    pub(crate) fn learn(&mut self, (m, k): (u64, u64), x: u64, beyond: &Enclosure) {
        let normal = self.deviations((m, k), x) - self.offset;
        let offset = upper_quantile(beyond) - normal;
        if offset.abs() < 2.0 {
            self.offset = offset;
        }
    }

    /// Guesses the least a for which [a, b] is excluded for k hashes, at most x bits being allowed
    /// at b; b where not even b is.
    pub(crate) fn block(&self, least: u64, (b, k): (u64, u64), x: u64) -> u64 {
        let by = |a: u64| {
            // The other bound, with a guess of what is allowed at a.
            let most = likely_bits_set(self.kind, a as f64, k as f64, self.ln_fpr).floor();
            let clear = self.deviations_at(b as f64, k as f64, most + (b - a) as f64);
            self.deviations - self.deviations((a, k), x).min(clear)
        };
        let slack = by(b);
        if slack.is_nan() || slack <= 0.0 {
            return b;
        }
        // Not to the very edge.
        let mut low = least.saturating_sub(1);
        let mut high = b;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if by(middle) > 0.12 * slack { high = middle } else { low = middle }
        }
        high
    }
}
