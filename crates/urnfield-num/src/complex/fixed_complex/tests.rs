//! Fixed point against numbers of five words: no rule is broken, and a smaller one would be.

use super::*;
use crate::complex::Complex;

struct Draws(u64);

impl Draws {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below 2^bits in size.
    fn signed(&mut self, bits: u32) -> i128 {
        let size = (u128::from(self.word()) << 64 | u128::from(self.word())) >> (128 - bits);
        // Corners: nothing, all ones, a single bit.
        let size = match self.word() % 9 {
            0 => 0,
            1 => (1 << bits) - 1,
            2 => 1 << (bits - 1),
            _ => size,
        };
        if self.word().is_multiple_of(2) { size as i128 } else { -(size as i128) }
    }
}

fn real(units: i128, unit: i128) -> Real {
    let size = Real::from_u128(units.unsigned_abs(), -unit, 5);
    if units < 0 { size.negated() } else { size }
}

/// |computed − truth| in units, which the truth knows to far less than one.
fn off(computed: FixedComplex, truth: &Complex) -> f64 {
    let re = real(computed.re, UNIT).sub(&truth.re).shift(UNIT).seed();
    let im = real(computed.im, UNIT).sub(&truth.im).shift(UNIT).seed();
    re.hypot(im)
}

/// Exponentials in fixed point against those of five words: within their rule, and now and then
/// beyond a third of it.
#[test]
fn exponentials_keep_to_their_rule_and_a_smaller_one_is_caught() {
    let mut draws = Draws(1);
    let mut worst = 0.0f64;
    for round in 0..20_000 {
        // Down to e^-128, and near 1 where nothing is cut.
        let re = -draws.signed(if round % 2 == 0 { 123 } else { 115 }).abs();
        let im = draws.signed(if round % 3 == 0 { 116 } else { 122 });
        let z = FixedComplex { re, im };
        let power = z.exp().expect("in range");
        let truth = Complex::new(real(re, UNIT), real(im, UNIT)).exp();
        let off = off(power, &truth);
        assert!(off <= EXP_UNITS as f64, "{off} at {z:?}");
        worst = worst.max(off);
    }
    assert!(worst > EXP_UNITS as f64 / 3.0, "{worst}: the rule could be smaller");
}

#[test]
fn series_keep_to_their_rule() {
    let mut draws = Draws(2);
    let mut worst = 0.0f64;
    for round in 0..20_000 {
        let x = (draws.signed(127) as f64 * 0.36) as i128 + i128::from(draws.word() >> 20);
        let y = (draws.signed(127) as f64 * 0.788) as i128 + i128::from(draws.word() >> 20);
        // Where the argument is largest, what is left out matters.
        let (x, y) = if round % 2 == 0 { (x, y) } else { (x.abs(), y.abs()) };
        let exp = real(real_exp(x) as i128, 124).sub(&real(x, 127).exp());
        let sin = real(y, 127).sin_cos();
        let cos = sin_cos(y);
        let parts = [exp, real(cos.0, 124).sub(&sin.0), real(cos.1, 124).sub(&sin.1)];
        for part in parts {
            worst = worst.max(part.shift(124).seed().abs());
        }
    }
    assert!(worst <= SERIES_UNITS as f64, "{worst}");
    assert!(worst > SERIES_UNITS as f64 / 4.0, "{worst}: the rule could be smaller");
}

#[test]
fn products_of_fractions_keep_to_their_rule_and_a_smaller_one_is_caught() {
    let mut draws = Draws(3);
    let mut worst = 0.0f64;
    for _ in 0..50_000 {
        let mut part = || draws.signed(126);
        let a = FractionComplex { re: part(), im: part() };
        let b = FractionComplex { re: part(), im: part() };
        let c = a.times(b).expect("below 1");
        let wide = |f: FractionComplex| Complex::new(real(f.re, 127), real(f.im, 127));
        let truth = wide(a).mul(&wide(b));
        let re = real(c.re, 127).sub(&truth.re).shift(127).seed();
        let im = real(c.im, 127).sub(&truth.im).shift(127).seed();
        worst = worst.max(re.hypot(im));
    }
    assert!(worst <= PRODUCT_UNITS as f64, "{worst}");
    assert!(worst > PRODUCT_UNITS as f64 / 3.0, "{worst}: the rule could be smaller");
}

/// Polynomials whose coefficients and arguments are off as much as they say.
#[test]
fn polynomials_keep_to_their_rule_and_a_smaller_one_is_caught() {
    let mut draws = Draws(4);
    let (mut caught, mut rounds) = (0, 0);
    for round in 0..20_000 {
        let degree = 1 + round % 30;
        let exact: Vec<Real> = (0..degree).map(|_| real(draws.signed(119), UNIT - 1)).collect();
        let polynomial = Polynomial::new(&exact).expect("small");
        // On the unit circle, or within it.
        let angle = (draws.word() >> 11) as f64 * 2.0f64.powi(-53) * 6.3;
        let length = if round % 2 == 0 { 0.999_999 } else { angle / 6.3 };
        let parts = [angle.cos(), angle.sin()].map(|v| (v * length * 2.0f64.powi(127)) as i128);
        let u = FractionComplex { re: parts[0], im: parts[1] };
        let stray = [0, 5, 1 << 14][round / 30 % 3];
        // The true point is that far away.
        let at = Complex::new(real(u.re + stray as i128, 127), real(u.im, 127));
        let mut truth = Complex::real(Real::zero(5));
        for c in exact.iter().rev() {
            truth.re = truth.re.add(c);
            truth = truth.mul(&at);
        }
        let off = off(polynomial.at(u), &truth);
        let rule = polynomial.units(stray).expect("small");
        assert!(off <= rule as f64, "{off} of {rule}");
        if degree < 3 {
            rounds += 1;
            caught += u32::from(off > rule as f64 / 4.0);
        }
    }
    assert!(caught * 20 > rounds, "{caught} of {rounds}: the rule could be smaller");
}

#[test]
fn products_are_rounded_up() {
    let mut draws = Draws(5);
    for bits in (1..118).chain(1..118) {
        let a = draws.signed(bits).unsigned_abs();
        let b = draws.signed(118 - bits / 2);
        let b = b.unsigned_abs();
        let product = dashu_int::UBig::from(a) * dashu_int::UBig::from(b);
        let up = scaled_up(a, b, UNIT);
        assert!(dashu_int::UBig::from(up) << UNIT as usize >= product, "{a} {b}");
        let much = dashu_int::UBig::from(up.saturating_sub(2)) << UNIT as usize;
        assert!(much <= &product + (&product >> 50usize), "{a} {b}: {up}");
    }
}

#[test]
fn the_unit_circle_is_told() {
    let part = |x: f64| (x * 2.0f64.powi(127)) as i128;
    let at = |re: f64, im: f64| FractionComplex { re: part(re), im: part(im) };
    assert!(at(0.6, -0.799_999).is_within_one(1 << 90));
    assert!(!at(0.6, 0.800_001).is_within_one(0));
    assert!(!at(0.6, 0.799_999).is_within_one(1 << 110));
}

#[test]
fn what_does_not_fit_is_refused() {
    let large = Real::from_u64(1 << 10, 3);
    assert!(Polynomial::new(std::slice::from_ref(&large)).is_none());
    assert!(FractionComplex::of(&large, &large).is_none());
    assert!(FixedComplex { re: -(1 << 123), im: 0 }.exp().is_none());
    assert!(FixedComplex { re: 1 << 116, im: 0 }.exp().is_none());
    assert!(FixedComplex { re: 0, im: -(1 << 122) }.exp().is_none());
}
