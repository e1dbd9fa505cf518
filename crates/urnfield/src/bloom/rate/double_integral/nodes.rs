//! The sum over the nodes of both circles, and which of them are left out.

use crate::bloom::rate::double_integral::close_powers::{ClosePowers, Sum};
use crate::bloom::rate::double_integral::saddle::Saddle;
use crate::bloom::rate::double_integral::{Bounds, DoubleIntegral};
use std::collections::HashMap;
use urnfield_num::{Complex, Real};

/// With more nodes than this the integral gives up.
const MOST_NODES: u64 = 1 << 22;

/// Mantissas of up to so many words need no more bits than fixed point has.
const SHORT: usize = 3;

/// A row v, or a column u.
struct Line {
    /// e^v, or (e^u − 1)/z(R,S).
    value: Complex,
    /// kφ, or Nθ, less full turns.
    turn: Real,
    /// e^{2S cos φ}, or (B(cos θ)/z(R,S))²: not below the square of any |value| from here on.
    most: Real,
    /// `most` as a double.
    rough_most: f64,
}

impl Line {
    fn new(value: Complex, turn: Real, most: Real) -> Line {
        let rough_most = most.seed();
        Line { value, turn, most, rough_most }
    }
}

/// More than the relative error of a product or quotient of a few doubles.
const DOUBT: f64 = 1e-12;

impl DoubleIntegral {
    /// Returns the sum over all pairs of nodes, without those of modulus at most `least`^m; `scale`
    /// is 1/z(R,S). A pair and its conjugate are counted together.
    pub(crate) fn sum<B: Bounds>(&self, scale: &Real, least: &Real) -> Option<Real> {
        let words = scale.words();
        let Saddle { first, second, .. } = &self.saddle;
        let least_square = least.mul(least);
        let limit = B::arc(least, scale);
        // A limit that is not certainly positive keeps everything.
        let limit_square = if is_positive(&limit) { limit.mul(&limit) } else { Real::zero(words) };
        // Nodes that are left out have to be small for certain; nodes that are kept need not be
        // large. So a node that is large in doubles is kept without a further check.
        let rough_limit = limit_square.seed() * (1.0 + DOUBT);
        let small = |row: &Line, column: &Line| {
            row.rough_most * column.rough_most <= rough_limit
                && is_positive(&limit_square.sub(&row.most.mul(&column.most)))
        };
        let rough_least = self.saddle.delta * (2.0 - self.saddle.delta) * (1.0 - DOUBT);
        let step = B::step(self.change(scale));
        let scale_less_one = scale.sub(&Real::from_u64(1, words));
        let mut columns = HashMap::from([(0, self.column(0, scale))]);
        // The pair of the real points.
        let mut sum = Real::from_u64(1, words);
        let mut left = MOST_NODES;
        // Fixed point has bits for doubles, and as many again.
        let depth = -(self.m as f64) * (-self.saddle.delta).ln_1p();
        let close = (words <= SHORT).then(|| ClosePowers::new(self.m, depth, words)).flatten();
        let mut close_sum = Sum::default();
        for j in 0..=second.nodes / 2 {
            let row = self.row(j, words);
            if small(&row, &columns[&0]) {
                break;
            }
            // Of the four (±i, ±j), (i, j) and (−i, j) are not conjugate.
            let sides: &[bool] = if j == 0 { &[false] } else { &[false, true] };
            for &mirrored in sides {
                let mut i = u64::from(j == 0 || mirrored);
                while i <= first.nodes / 2 {
                    let column = columns.entry(i).or_insert_with(|| self.column(i, scale));
                    if small(&row, column) {
                        break;
                    }
                    left = left.checked_sub(1)?;
                    i += 1;
                    let y = self.ratio_less_one(&scale_less_one, &row, column, mirrored);
                    // 1 − |1 + y|².
                    let re = y.re.seed();
                    let im = y.im.seed();
                    if -(re * (2.0 + re) + im * im) >= rough_least {
                        let below = least_square.sub(&beside_one(&y).norm_sqr());
                        if is_positive(&below) {
                            i += passed_over(&below, &step);
                            continue;
                        }
                    }
                    let turn = if mirrored {
                        row.turn.sub(&column.turn)
                    } else {
                        row.turn.add(&column.turn)
                    };
                    let added = close.as_ref().and_then(|c| c.add_to(&mut close_sum, &y, &turn));
                    if added.is_none() {
                        sum = sum.add(&self.power(&beside_one(&y), &turn).shift(1));
                    }
                }
            }
        }
        Some(sum.add(&close_sum.real(words)))
    }

    /// Returns an upper bound of the change of |z(u,v)|/z(R,S) from a column to the next: |∂z/∂θ| =
    /// |u·e^{u+v}| ≤ R·e^{R+S}.
    fn change(&self, scale: &Real) -> Real {
        let words = scale.words();
        let r = Real::from_f64(self.saddle.first.radius, words);
        let s = Real::from_f64(self.saddle.second.radius, words);
        turn(1, self.saddle.first.nodes, words).mul(&r).mul(&r.add(&s).exp()).mul(scale)
    }

    /// Returns z(u,v)/z(R,S) − 1.
    fn ratio_less_one(
        &self,
        scale_less_one: &Real,
        row: &Line,
        column: &Line,
        mirrored: bool,
    ) -> Complex {
        let value = if mirrored { column.value.conj() } else { column.value.clone() };
        let mut y = value.mul(&row.value);
        y.re = y.re.add(scale_less_one);
        y
    }

    /// Returns the real part of z^m·e^{−i·turn}, the turn being Nθ + kφ.
    fn power(&self, z: &Complex, turn: &Real) -> Real {
        let mut log = z.ln().mul_word(self.m);
        log.im = log.im.sub(turn);
        log.exp().re
    }

    fn row(&self, j: u64, words: usize) -> Line {
        let circle = &self.saddle.second;
        let s = Real::from_f64(circle.radius, words);
        let (sin, cos) = turn(j, circle.nodes, words).sin_cos();
        let value = Complex::new(s.mul(&cos), s.mul(&sin)).exp();
        let most = value.norm_sqr();
        Line::new(value, turn(wrapped(self.hashes, j, circle.nodes), circle.nodes, words), most)
    }

    fn column(&self, i: u64, scale: &Real) -> Line {
        let circle = &self.saddle.first;
        let words = scale.words();
        let r = Real::from_f64(circle.radius, words);
        let (sin, cos) = turn(i, circle.nodes, words).sin_cos();
        let mut value = Complex::new(r.mul(&cos), r.mul(&sin)).exp();
        value.re = value.re.sub(&Real::from_u64(1, words));
        let arc = r.mul(&cos).expm1().div(&cos).mul(scale);
        let turn = turn(wrapped(self.balls, i, circle.nodes), circle.nodes, words);
        Line::new(value.mul_real(scale), turn, arc.mul(&arc))
    }
}

/// Returns 1 + y.
fn beside_one(y: &Complex) -> Complex {
    Complex::new(y.re.add(&Real::from_u64(1, y.words())), y.im.clone())
}

/// Returns 2π·i/nodes.
fn turn(i: u64, nodes: u64, words: usize) -> Real {
    Real::pi(words).shift(1).mul_word(i).div_word(nodes)
}

/// Returns for how many further columns |z| is certainly small ([`Bounds::step`]), where s² − |z|²
/// is `below`.
fn passed_over(below: &Real, step: &Real) -> u64 {
    // A guess, and then the certainty.
    let columns = (below.seed() / step.seed() * (1.0 - 1e-9)).clamp(0.0, 1e15) as u64;
    if columns > 0 && is_positive(&below.sub(&step.mul_word(columns))) { columns } else { 0 }
}

/// Returns a·b modulo c.
fn wrapped(a: u64, b: u64, c: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(c)) as u64
}

/// Returns whether a value is certainly above zero.
fn is_positive(value: &Real) -> bool {
    !value.is_zero() && !value.is_negative() && value.certain_bits() > 0
}
