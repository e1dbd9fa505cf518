//! Inequality (**), of classic filters: dW/dt > 0 (`docs/paper/best-hashes.md`, Lemma 14).

use super::cover::{Bound, Inequality, Place};
use super::dual::Dual;
use super::functions::decay;
use super::interval::Interval;
use super::standard::clear_sum;

const ONE: Interval = Interval::point(1.0);

/// (**) over 0 ≤ kappa ≤ 1/2, Lam from the hypothesis on, 0 ≤ t ≤ min(Lam/n, 1 − Lam).
#[derive(Clone, Debug)]
pub(super) struct Classic {
    /// The least number of items, which is 3. Tests take a smaller one.
    pub(super) items: f64,
    /// t + Lam is at most this, which is 1. Tests take more.
    pub(super) most_load: f64,
    /// The hypothesis is Q^k + Q^(k+1) ≤ this, which is 1.
    pub(super) most_clear: f64,
    /// The factor of 1/n in the bound of the rate, which is 1.
    pub(super) fewer: f64,
}

impl Classic {
    pub(super) const PROVED: Classic =
        Classic { items: 3.0, most_load: 1.0, most_clear: 1.0, fewer: 1.0 };

    /// The derivative of W by t, and whether u > z, u + z < 1, β(u) > Q′z and the last factor of
    /// g are certainly positive.
    pub(super) fn slope(&self, &[kappa, load, t]: &Place) -> (Interval, bool) {
        let one = Dual::number(1.0);
        let load_over = |denominator: Dual| Dual::constant(load) / denominator;
        let t = Dual::variable(t);
        let rest = one - t;
        // 1/m = t·kappa and 1/m′ = z = t·kappa/(1 − t).
        let bit = t.times(kappa);
        let ell_bit = bit.ell();
        let z = bit / rest;
        // n·t = Lam/ell(1/m).
        let covered = one - (load_over(ell_bit) * t.ell()).times(-ONE).exp();
        let u = covered
            * (one - (t * ell_bit / Dual::constant(load)).times(Interval::point(self.fewer)))
            / rest;
        // Q′ = e^(−kappa·V), and (1 − Q′)/kappa = V·decay(kappa·V) with the derivative V′·Q′.
        let v = load_over(ell_bit * rest) * z.ell();
        let q = v.times(-kappa).exp();
        let clear_rate = Dual { value: v.value * decay(kappa * v.value), slope: v.slope * q.value };
        let beta = clear_rate.times(kappa) + q * u;
        // k·ln(1 + kappa·y) has the derivative y′/(1 + kappa·y).
        let theta = t / rest;
        let tau = theta.times((ONE + kappa) / Interval::point(2.0));
        let y = clear_rate * (one - u) / (u + tau);
        let product = y.slope / (ONE + kappa * y.value);
        // g
        let mesh = q * z;
        let least_beta = beta - mesh;
        let half = theta.times(Interval::ratio(1.0, 2.0));
        let balls = load_over(ell_bit * rest);
        let third = theta.times((ONE - kappa) / Interval::point(6.0));
        let last = one - third * (one / (least_beta + theta) + one / least_beta);
        let [low, high] = [u - z, one - u - z];
        let gain = low * high * q.square() * balls * tau / (beta + mesh + half).square() * last;
        let slope = beta.log_slope() + product + (one + gain).log_slope();
        let conditions = [low, high, least_beta, last].iter().all(|part| part.value.is_positive());
        (slope, conditions)
    }
}

impl Inequality for Classic {
    fn bound(&self, place: &Place) -> Bound {
        let [kappa, load, t] = *place;
        let too_clear = clear_sum(kappa, load).lo > self.most_clear;
        let most = load / Interval::point(self.items);
        let room = Interval::point(self.most_load) - load;
        if too_clear || t.lo > most.hi || t.lo > room.hi {
            return Bound::Outside;
        }
        let (value, conditions) = self.slope(place);
        Bound::Value { value, conditions }
    }

    fn has_centre(&self, &[kappa, load, t]: &Place) -> bool {
        let most = load / Interval::point(self.items);
        let room = Interval::point(self.most_load) - load;
        let few = t.hi <= most.lo && t.hi <= room.lo;
        few && clear_sum(kappa, load).hi <= self.most_clear
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::{Draws, multiplier, seed};

    /// W as the page defines it from m, n and k, which need not be whole, in plain doubles.
    fn w(kappa: f64, load: f64, t: f64) -> f64 {
        let k = 1.0 / kappa;
        let m = k / t;
        let n = -load / (k * (-1.0 / m).ln_1p());
        let rest = m - k;
        let q = (n * (-1.0 / rest).ln_1p()).exp();
        let covered = -(n * (-t).ln_1p()).exp_m1();
        let u = covered * (1.0 - 1.0 / n) / (1.0 - t);
        let beta = 1.0 - q * (1.0 - u);
        let tau = (1.0 + kappa) * t / (2.0 * (1.0 - t));
        let [theta, mesh] = [k / rest, 1.0 / rest];
        let least = beta - q * mesh;
        let last = 1.0 - (1.0 - kappa) * theta / 6.0 * (1.0 / (least + theta) + 1.0 / least);
        let square = (beta + q * mesh + theta / 2.0).powi(2);
        let g = (u - mesh) * (1.0 - u - mesh) * q * q * (n * k / rest) * theta * (1.0 + kappa)
            / 2.0
            / square
            * last;
        beta.ln() + k * ((1.0 - q) * (1.0 - u) / (u + tau)).ln_1p() + g.ln_1p()
    }

    #[test]
    fn the_slope_is_that_of_w() {
        let mut draws = Draws::new(seed() ^ 0xd1ff);
        let mut share = || (draws.word() >> 11) as f64 * 2f64.powi(-53);
        for _ in 0..500 * multiplier() {
            let kappa = 0.02 + 0.48 * share();
            let load = 0.56 + 0.43 * share();
            let t = (0.02 + 0.98 * share()) * (load / 3.0).min(1.0 - load);
            let step = 1e-4 * t;
            let difference = (w(kappa, load, t + step) - w(kappa, load, t - step)) / (2.0 * step);
            let (slope, conditions) = Classic::PROVED.slope(&[kappa, load, t].map(Interval::point));
            assert!(conditions && slope.hi - slope.lo < 1e-11, "{kappa} {load} {t}: {slope:?}");
            let off = (slope.lo - difference).abs();
            assert!(off < 1e-5, "{kappa} {load} {t}: {slope:?} against {difference}");
        }
    }

    /// At t = 0, W is ln M(k+1)/M(k).
    #[test]
    fn w_begins_at_the_ratio_of_m() {
        for kappa in [0.5, 0.25, 0.1, 0.01] {
            for load in [0.6, 0.7, 0.9] {
                let [here, next] = [1.0, 1.0 + kappa].map(|f: f64| -(-load * f).exp_m1());
                let ratio = (next.ln() * (1.0 + kappa) - here.ln()) / kappa;
                assert!((w(kappa, load, 1e-9) - ratio).abs() < 1e-6, "{kappa} {load}");
            }
        }
    }
}
