//! Conjecture 2 over real n ≥ 1: whether the peak of ε_C over real n rises from k to k + 1.
//!
//! For real ν the rate is continued by its alternating sum, f(ν) = Σ_j (−1)^j C(k,j)·r_j^ν with
//! r_j = C(m−j,k)/C(m,k); it is no probability, so nothing about it is taken for granted. The range
//! 1 ≤ ν ≤ V is covered by Taylor polynomials, with certified coefficients and a proved remainder.
//! On a piece of half-width w round x they give G(ν) = −ν·ln f(ν) ≤ x·ℓ + w·|ℓ − a·x| + …, where
//! ℓ = −ln of a lower bound of f and a = f'/f, to second order in w; pieces are halved until that
//! is below the other peak. For ν ≥ V the terms of the sum fall in size, so f ≥ 1 − k·β^ν with
//! β = 1 − k/m, and −ν·ln(1 − kβ^ν) falls as well.

use super::counted::{Counted, power_above};
use urnfield_num::Real;

/// Words of the certified sums: 29 digits are lost at k = 50, and twice as many are kept.
type Wide = Real;
const WORDS: usize = 6;

/// Taylor coefficients of f round a centre.
struct Piece {
    centre: f64,
    reach: f64,
    /// Middles of the coefficients.
    coefficients: Vec<f64>,
    /// By how much a value in the piece can be off: remainder, coefficients, roundings.
    error: f64,
    /// |f''| in the piece is at most this.
    bend: f64,
}

impl Piece {
    /// f(centre + s), within `error`.
    fn value(&self, s: f64) -> f64 {
        self.coefficients.iter().rev().fold(0.0, |sum, c| sum * s + c)
    }

    /// f'(centre + s), off by at most 2·error/reach more (each coefficient counts at most as often
    /// as its order, which the margin of the error covers).
    fn slope(&self, s: f64) -> f64 {
        let terms = self.coefficients.iter().enumerate().skip(1).rev();
        terms.fold(0.0, |sum, (i, c)| sum * s + i as f64 * c)
    }
}

/// The pieces that cover 1 to V for one k.
pub(super) struct Cover {
    m: u64,
    k: u64,
    pieces: Vec<Piece>,
    last: u64,
}

/// The order of the polynomials.
const ORDER: usize = 40;

impl Cover {
    /// `None` where the polynomials do not do.
    pub(super) fn new(m: u64, k: u64) -> Option<Cover> {
        let (logs, ways) = terms(m, k);
        let last = (3 * m).div_ceil(k) + 1;
        let (mut pieces, mut from, mut reach) = (Vec::new(), 1.0f64, 1.0f64 / 64.0);
        while from < last as f64 {
            // Dyadic, so that centre and ends are exact.
            let piece = piece(from + reach, reach, &logs, &ways);
            match piece {
                Some(piece) => {
                    from += 2.0 * reach;
                    pieces.push(piece);
                    reach = (reach * 2.0).min(0.5);
                }
                None if reach > 1e-4 => reach /= 2.0,
                None => return None,
            }
        }
        Some(Cover { m, k, pieces, last })
    }

    /// A certified lower bound of the peak: G at some ν.
    pub(super) fn peak_above(&self) -> f64 {
        let mut best = (f64::NEG_INFINITY, 0, 0.0);
        for (index, piece) in self.pieces.iter().enumerate() {
            for i in -8..=8 {
                let s = piece.reach * f64::from(i) / 8.0;
                let guess = -(piece.centre + s) * piece.value(s).max(f64::MIN_POSITIVE).ln();
                if guess > best.0 {
                    best = (guess, index, s);
                }
            }
        }
        let (_, index, near) = best;
        let piece = &self.pieces[index];
        // Where the guess is best; any place is valid.
        let step = piece.reach / 8.0;
        let at = |s: f64| -(piece.centre + s) * piece.value(s).max(f64::MIN_POSITIVE).ln();
        let fine = (-64..=64)
            .map(|i| (near + step * f64::from(i) / 64.0).clamp(-piece.reach, piece.reach));
        let s = fine.max_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap_or(near);
        let above = piece.value(s) + piece.error;
        let (low, _) = Counted::new(above, 0, 0, 0.0).minus_ln();
        (low * (piece.centre + s)) * (1.0 - 1e-14)
    }

    /// Whether G is certainly below this everywhere.
    pub(super) fn stays_below(&self, peak: f64) -> bool {
        self.tail_below(peak) && self.pieces.iter().all(|piece| below(piece, peak))
    }

    fn tail_below(&self, peak: f64) -> bool {
        let (m, k) = (self.m as f64, self.k as f64);
        let beta = ((m - k) / m).next_up();
        let missed = (k * power_above(beta, self.last)).next_up();
        // The terms fall from the first on; V·|ln β| ≥ V·k/m ≥ 1.
        if missed >= 0.99 || self.last * self.k < self.m {
            return false;
        }
        let (_, high) = Counted::new((1.0 - missed).next_down(), 0, 0, 0.0).minus_ln();
        self.last as f64 * high * (1.0 + 1e-14) < peak
    }
}

/// ln r_j and C(k,j), for j = 0 to k.
fn terms(m: u64, k: u64) -> (Vec<Wide>, Vec<Wide>) {
    let mut logs = vec![Wide::zero(WORDS)];
    let mut ways = vec![Wide::from_u64(1, WORDS)];
    for j in 1..=k {
        // r_j/r_(j−1) = (m−k−j+1)/(m−j+1).
        let step = Wide::from_ratio(m - k - j + 1, m - j + 1, WORDS).ln();
        logs.push(if j == 1 { step } else { logs[j as usize - 1].add(&step) });
        ways.push(ways[j as usize - 1].mul_word(k - j + 1).div_word(j));
    }
    (logs, ways)
}

/// A double as it is.
fn exactly(x: f64) -> Wide {
    let bits = x.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    Wide::from_u128(mantissa.into(), (bits >> 52) as i128 - 1075, WORDS)
}

/// The polynomial round a centre; `None` where it is not accurate or f changes too much.
fn piece(centre: f64, reach: f64, logs: &[Wide], ways: &[Wide]) -> Option<Piece> {
    let nu = exactly(centre);
    let mut powers: Vec<Wide> = logs
        .iter()
        .zip(ways)
        .map(|(log, ways)| if log.is_zero() { ways.clone() } else { ways.mul(&log.mul(&nu).exp()) })
        .collect();
    let (mut coefficients, mut error, mut bend, mut size) = (Vec::new(), 0.0f64, 0.0f64, 0.0f64);
    let mut scale = 1.0f64;
    for i in 0..ORDER {
        let mut sum = Wide::zero(WORDS);
        for (j, power) in powers.iter().enumerate() {
            sum = if j % 2 == 0 { sum.add(power) } else { sum.sub(power) };
        }
        let sum = sum.enclosure();
        let low = sum.lo_f64();
        let high = sum.hi_f64();
        let middle = f64::midpoint(low, high);
        let size_here = low.abs().max(high.abs());
        // The order's square covers the use in slopes and bends.
        error += (i * i + 1) as f64 * (high - low) * scale;
        size += (i * i + 1) as f64 * size_here * scale;
        if i >= 2 {
            bend += (i * (i - 1)) as f64 * size_here * scale / (reach * reach);
        }
        coefficients.push(middle);
        for (power, log) in powers.iter_mut().zip(logs) {
            *power = if log.is_zero() {
                Wide::zero(WORDS)
            } else {
                power.mul(log).div_word(i as u64 + 1)
            };
        }
        scale *= reach;
    }
    // |t_j|·reach^d·(1 + q + q² + …) with q = |ln r_j|·reach/(d+1) ≤ 1/2, d² times for slopes and bends.
    let steepest = logs.iter().map(|log| -log.enclosure().lo_f64()).fold(0.0, f64::max);
    if steepest * reach > ORDER as f64 / 4.0 {
        return None;
    }
    let left: f64 = powers
        .iter()
        .map(|power| {
            let size = power.enclosure();
            size.lo_f64().abs().max(size.hi_f64().abs())
        })
        .sum();
    let rest = 4.0 * left * scale * (ORDER * ORDER) as f64;
    // Horner's rule: 2·ORDER roundings, relative to the sum of sizes.
    let error = (error + rest + size * 200.0 * f64::EPSILON) * 1.01;
    let bend = (bend + 2.0 * error / (reach * reach)) * 1.01;
    let first = coefficients[0];
    let steady = coefficients[1].abs() * reach < 0.7 * first;
    (first > 0.0 && steady && error < 1e-9 * first).then_some(Piece {
        centre,
        reach,
        coefficients,
        error,
        bend,
    })
}

/// Whether G is certainly below the peak in the whole piece.
fn below(piece: &Piece, peak: f64) -> bool {
    let mut open = vec![(-piece.reach, piece.reach)];
    let mut asked = 0;
    while let Some((from, to)) = open.pop() {
        let (s, w) = (f64::midpoint(from, to), (to - from) / 2.0 * (1.0 + 1e-12));
        if bound(piece, s, w).is_some_and(|bound| bound < peak) {
            continue;
        }
        asked += 1;
        if asked > 20_000 {
            return false;
        }
        open.push((from, s));
        open.push((s, to));
    }
    true
}

/// An upper bound of G on s ± w; `None` where f may not be positive.
fn bound(piece: &Piece, s: f64, w: f64) -> Option<f64> {
    let x = piece.centre + s;
    let slope_error = 2.0 * piece.error / piece.reach;
    // f(s + t) ≥ low + slope·t for |t| ≤ w.
    let low = (piece.value(s) - piece.error - (piece.bend / 2.0 * w * w + slope_error * w))
        * (1.0 - 1e-14);
    // Where much was taken off, roundings of what was there might count.
    if low <= piece.value(s) / 100.0 {
        return None;
    }
    let a = piece.slope(s) / low;
    let swing = a.abs() * w;
    if swing >= 0.5 {
        return None;
    }
    let (_, minus_ln) = Counted::new(low, 0, 0, 0.0).minus_ln();
    // −ln(1+z) ≤ −z + z²/(2(1−|z|)²).
    let level = minus_ln + swing * swing / (2.0 * (1.0 - swing) * (1.0 - swing));
    let bound = x * level + w * (level - a * x).abs() + a.abs() * w * w;
    // A handful of roundings, none of them of a difference that matters to more than this.
    Some(bound + bound.abs() * 1e-13)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind};

    /// At whole ν the polynomials are the rates of filters.
    #[test]
    fn polynomials_pass_through_the_rates() {
        for (m, k) in [(9, 2), (20, 10), (60, 7), (100, 50)] {
            let cover = Cover::new(m, k).expect("in range");
            for n in 1..=5u64 {
                let load = Design::new(Kind::Classic, m, k).and_then(|d| d.holding(n));
                let truth = load.and_then(|l| l.fpr()).expect("in reach").lo_f64();
                let inside = |p: &&Piece| (n as f64 - p.centre).abs() <= p.reach;
                let piece = cover.pieces.iter().find(inside).expect("covered");
                let value = piece.value(n as f64 - piece.centre);
                assert!((value - truth).abs() <= piece.error + 1e-14 * truth, "({m}, {n}, {k})");
                // The slope is that between neighbours, roughly.
                let h = piece.reach / 1000.0;
                let s = (n as f64 - piece.centre).clamp(h - piece.reach, piece.reach - h);
                let between = (piece.value(s + h) - piece.value(s - h)) / (2.0 * h);
                assert!((between / piece.slope(s) - 1.0).abs() < 1e-3, "({m}, {n}, {k})");
            }
        }
    }

    /// The bound is above G everywhere in its piece, and near it.
    #[test]
    fn the_bound_is_above_and_near() {
        let cover = Cover::new(40, 5).expect("in range");
        for piece in &cover.pieces {
            for (s, w) in [(0.0, piece.reach / 50.0), (piece.reach / 3.0, piece.reach / 200.0)] {
                let bound = bound(piece, s, w).expect("positive");
                for i in -4..=4 {
                    let t = s + w * f64::from(i) / 4.0;
                    let g = -(piece.centre + t) * piece.value(t).ln();
                    assert!(g <= bound && bound < 1.05 * g + 1e-3, "{g} {bound}");
                }
            }
        }
    }

    #[test]
    fn real_peaks_rise_where_whole_ones_do_not() {
        // m = 9: whole n drop from k = 1 to 2.
        let covers: Vec<Cover> = (1..=4).map(|k| Cover::new(9, k).expect("in range")).collect();
        for pair in covers.windows(2) {
            assert!(pair[0].stays_below(pair[1].peak_above()));
            // And what is not so is not found to be so.
            assert!(!pair[1].stays_below(pair[0].peak_above()));
        }
    }
}
