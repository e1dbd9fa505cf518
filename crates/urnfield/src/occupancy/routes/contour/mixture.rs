//! A committee of random size.
//!
//! A committee of size s contributes w^(s)/m^(s) to H. One whose size is s with probability p(s),
//! s = first, …, last, contributes the mean of that, which is w^(first)/m^(first) times
//!
//! Q(w) = Σ_s p(s) ∏_{first≤l<s} (w − l)/(m − l),
//!
//! a polynomial with positive weights. Where all its l lie left of a circle's centre, each term,
//! and so |Q|, is largest at the real point: a mixture keeps the one fact that the integral rests
//! on.

use urnfield_num::{Enclosure, Newton, Real};

/// The number of sampled points of a mixture for finding a saddle.
const SAMPLES: usize = 1_000;

/// The sizes of a random committee.
pub(crate) struct Mixture {
    m: u64,
    /// The least size.
    first: u64,
    /// Q, with the coefficients p(first + t)/∏_{first≤l<first+t} (m − l).
    pub(crate) polynomial: Newton,
    /// Some t with ln p(first + t), ascending: for choosing a circle.
    sample: Vec<(f64, f64)>,
}

impl Mixture {
    /// With the probabilities of first, first + 1, …, on so many words; all sizes are below m.
    pub(crate) fn new<'a>(
        m: u64,
        first: u64,
        probabilities: impl ExactSizeIterator<Item = &'a Enclosure> + Clone,
        words: usize,
    ) -> Mixture {
        let mut scale = Real::from_u64(1, words);
        let mut coefficients = Vec::with_capacity(probabilities.len());
        for (l, p) in (first..).zip(probabilities.clone()) {
            let [low, high] = p.reals(words + 2);
            let doubt = high.sub(&low).uncertainty();
            let p = low.resized(words).add(&doubt.resized(words));
            coefficients.push(p.mul(&scale));
            scale = scale.div_word(m - l);
        }
        let step = probabilities.len().div_ceil(SAMPLES);
        let logs = probabilities.enumerate().step_by(step);
        let sample = logs
            .filter_map(|(t, p)| Some((t as f64, p.log10()?.lo_f64() * std::f64::consts::LN_10)));
        let polynomial = Newton::new(first, coefficients);
        Mixture { m, first, polynomial, sample: sample.collect() }
    }

    /// (ln Q)′ and (ln Q)″ at W = base + beyond, roughly.
    pub(crate) fn slopes(&self, base: u64, beyond: f64) -> (f64, f64) {
        let from_m = (i128::from(base) - i128::from(self.m)) as f64 + beyond;
        let to_base = (i128::from(base) - i128::from(self.first)) as f64 + beyond;
        let room = (self.m - self.first) as f64;
        // Sums over l by the midpoints between samples.
        let (mut t, mut log, mut first, mut second) = (0.0, 0.0f64, 0.0, 0.0);
        let points: Vec<[f64; 3]> = self
            .sample
            .iter()
            .map(|&(next, ln_p)| {
                let (width, middle) = (next - t, (next + t) / 2.0);
                let inverse = 1.0 / (to_base - middle);
                log += width * (from_m / (room - middle)).ln_1p();
                first += width * inverse;
                second += width * inverse * inverse;
                t = next;
                [log + ln_p, first, second]
            })
            .collect();
        let top = points.iter().map(|p| p[0]).fold(f64::NEG_INFINITY, f64::max);
        let (mut mass, mut mean, mut square, mut fall) = (0.0, 0.0, 0.0, 0.0);
        for [log, first, second] in points {
            let weight = (log - top).exp();
            mass += weight;
            mean += weight * first;
            square += weight * first * first;
            fall += weight * second;
        }
        let mean = mean / mass;
        (mean, square / mass - mean * mean - fall / mass)
    }
}
