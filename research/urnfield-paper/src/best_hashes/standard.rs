//! Inequality (*), of standard filters: S > 0 (`docs/paper/best-hashes.md`, Lemma 9).

use super::cover::{Bound, Inequality, Place};
use super::functions::{decay, exp, ln, log_quotient};
use super::interval::Interval;

const ONE: Interval = Interval::point(1.0);

/// (*) for one number of items, over k ≥ 3 or for k = 2.
#[derive(Clone, Debug)]
pub(super) struct Standard {
    /// Items: 2, or 3, which stands for 3 and more.
    pub(super) items: u32,
    /// Whether k = 2; else 1/k runs from 0 to 1/3.
    pub(super) two_hashes: bool,
    pub(super) constants: Constants,
}

/// The constants of the statement. Tests replace them by wrong ones.
#[derive(Clone, Debug)]
pub(super) struct Constants {
    /// The hypothesis is Q^k + Q^(k+1) ≤ this, which is 1.
    pub(super) most_clear: f64,
    /// The factor of the gain from the variance, which is 1.
    pub(super) gain: f64,
    /// The factor of the loss, which is 1.
    pub(super) loss: f64,
}

impl Constants {
    pub(super) const PROVED: Constants = Constants { most_clear: 1.0, gain: 1.0, loss: 1.0 };
}

/// e^(−Lam)·(1 + e^(−kappa·Lam)), which is Q^k + Q^(k+1) and falls in both variables.
pub(super) fn clear_sum(kappa: Interval, load: Interval) -> Interval {
    exp(-load) * (ONE + exp(-(kappa * load)))
}

impl Standard {
    /// An upper bound of the share η of the way from x to λ that the rates have gone.
    ///
    /// n = 3 stands for n ≥ 3: η ≤ (1 − kappa)/n. For n = 2 also η ≤ 1 − e^(−1/2).
    fn eta(&self, kappa: Interval) -> Interval {
        let by_hashes = (ONE - kappa) / Interval::point(f64::from(self.items));
        if self.items > 2 {
            return by_hashes;
        }
        by_hashes.min(ONE - exp(Interval::point(-0.5)))
    }
}

impl Inequality for Standard {
    fn bound(&self, &[kappa, load, _]: &Place) -> Bound {
        if clear_sum(kappa, load).lo > self.constants.most_clear {
            return Bound::Outside;
        }
        let number = |x: f64| Interval::point(x);
        let n = number(f64::from(self.items));
        // x = 1 − e^(−Lam) = Lam·decay(Lam); 1 − Q = kappa·Lam·decay(kappa·Lam).
        let x_over_load = decay(load);
        let x = load * x_over_load;
        let q = exp(-(kappa * load));
        let clear_rate = load * decay(kappa * load);
        let b = ONE - exp(-(load * (ONE + kappa)));
        let eta = self.eta(kappa);
        // k·h(x) = (x/kappa)·(e^(kappa·w) − 1) ≥ x·w, w = k·ln(b/x) + ln b, b/x = 1 + kappa·z.
        let z = clear_rate * exp(-load) / x;
        let w = z * log_quotient((kappa * z).known_nonnegative()) + ln(b);
        let step = x * w;
        let spread = ONE - x - eta * (load - x);
        let (growth, positive) = if self.two_hashes {
            let share = load / n;
            let f2 = kappa * clear_rate - share / number(6.0) + q * x * (ONE - share / number(2.0));
            (f2, f2.is_positive())
        } else {
            // F = (k−1)(1−Q)·((k−1)Q/(k−2))^(k−2), with 1/(k−2) = kappa/(1 − 2·kappa).
            let inverse = (kappa / (ONE - number(2.0) * kappa)).known_nonnegative();
            let exponent = log_quotient(inverse) - load * (ONE - number(2.0) * kappa);
            let f = (ONE - kappa) * clear_rate * exp(exponent);
            let third = ONE - ONE / (number(3.0) * n * x_over_load);
            (f * third, third.is_positive())
        };
        // D ≤ max(0, T): 1 − s·Q·b^kappa = 1 − e^(−kappa·T).
        let slope = (load - ln(b) - log_quotient(kappa.known_nonnegative())).or_zero();
        let rate = number(2.0) * n / (ONE + kappa);
        let gain = load * q.square() * growth * spread;
        let loss = rate * eta * slope * (ONE - x_over_load);
        let value = rate / load * step + gain * number(self.constants.gain)
            - loss * number(self.constants.loss);
        Bound::Value { value, conditions: positive && spread.is_positive() }
    }

    fn has_centre(&self, &[kappa, load, _]: &Place) -> bool {
        let kappa_is_meant = self.two_hashes || kappa.hi <= 1.0 / 3.0;
        kappa_is_meant && load.hi <= 1.0 && clear_sum(kappa, load).hi <= self.constants.most_clear
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, multiplier, seed};

    /// S as the page defines it, in plain doubles.
    fn s(n: f64, k: f64, load: f64) -> f64 {
        let q = (-load / k).exp();
        let x = -(-load).exp_m1();
        let b = -(-load * (1.0 + 1.0 / k)).exp_m1();
        let h = b.powf(1.0 + 1.0 / k) - x;
        let mut eta = (k - 1.0) / (n * k);
        if n == 2.0 {
            eta = eta.min(1.0 - (-0.5f64).exp());
        }
        let growth = if k == 2.0 {
            1.0 - q - load / (6.0 * n) + q * x * (1.0 - load / (2.0 * n))
        } else {
            let f = (k - 1.0) * (1.0 - q) * ((k - 1.0) * q / (k - 2.0)).powf(k - 2.0);
            f * (1.0 - load / (3.0 * n * x))
        };
        let slope = (k - (k + 1.0) * q * b.powf(1.0 / k)).max(0.0);
        let rate = 2.0 * n * k / (k + 1.0);
        rate / load * k * h + load * q * q * growth * (1.0 - x - eta * (load - x))
            - rate * eta * slope * (1.0 - x / load)
    }

    #[test]
    fn the_bound_is_below_s_and_near() {
        let mut draws = Draws::new(seed() ^ 0x5ba5e);
        for _ in 0..500 * multiplier() {
            let two_hashes = draws.coin();
            let items = 2 + draws.below(2) as u32;
            let mut k = 2.0;
            if !two_hashes {
                k = 3.0 + draws.corner(200) as f64;
            }
            let load = 0.7 + draws.corner(300) as f64 / 1000.0;
            let inequality = Standard { items, two_hashes, constants: Constants::PROVED };
            let place = [1.0 / k, load, 0.0].map(Interval::point);
            let Bound::Value { value, conditions } = inequality.bound(&place) else {
                panic!("k = {k}, load = {load}: outside")
            };
            let truth = s(f64::from(items), k, load);
            let gap = truth - value.lo;
            assert!(conditions && gap > -1e-10 && gap < 0.05, "k = {k}, load = {load}: {gap}");
        }
    }
}
