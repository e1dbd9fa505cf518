//! How far each operation of [`Real`](super::Real) can be off: one function a rule, its proof above
//! it.
//!
//! The rules are methods of a trait so that a test can hand an operation a *smaller* rule and show
//! that it is caught (`tests/num_rules.rs`). The library uses [`Proved`] and nothing else.
//!
//! Notation: operands are integers A, B of L words with the true values within a, b units of them;
//! a *guard unit* is 2^-64 of a unit of the result's L words. `top` is a mantissa's highest word,
//! so A < (top + 1)·2^(64(L−1)).
//!
//! Coq: `rounding.run_within` for runs of sums, products and divisions by words. The rules without
//! a citation are proved by hand, above each.

/// The error rules. Every method has its proved default; only tests override one.
pub trait Rules {
    /// Guard units lost by `A·B` cut to L + 1 words.
    ///
    /// |(A±a)(B±b) − AB| ≤ A·b + B·a + ab. One guard unit is 2^(64(L−1)), so A·b is at most
    /// (top_A + 1)·b guard units, likewise B·a, and ab at most ⌈ab/2^64⌉ as L ≥ 2. The columns
    /// dropped below the guard: less than one.
    ///
    /// Coq: `rounding.multiply_holds`.
    #[inline(always)]
    fn multiply(top_a: u64, a: u64, top_b: u64, b: u64) -> u128 {
        let cross = (top_a as u128 + 1) * b as u128 + (top_b as u128 + 1) * a as u128;
        cross + (a as u128 * b as u128).div_ceil(1 << 64) + 1
    }

    /// Guard units lost by `A·B` where a top word is zero: (ulps, leading zeros) of each operand,
    /// cut `lower` words lower than usual; `whole` if that is below the last word.
    ///
    /// With z leading zeros of A, A·b < b·2^(64L − z); a guard unit k words lower is
    /// 2^(64(L−1−k)), so A·b is below b·2^(64(k+1) − z) of them: at most 2^120 for
    /// 64k ≤ 56 + z − bits(b), which the caller sees to. Likewise B·a. ab is at most ⌈ab/2^64⌉
    /// guard units, or ab where the guard is below the last word. What is dropped below it: one.
    #[inline(always)]
    fn multiply_vague(
        (a, zeros_a): (u64, u32),
        (b, zeros_b): (u64, u32),
        lower: u32,
        whole: bool,
    ) -> u128 {
        let shift = 64 * (lower + 1);
        let part = |ulps: u64, zeros: u32| match shift.checked_sub(zeros) {
            Some(up) => (ulps as u128) << up,
            None => (ulps as u128).div_ceil(1 << (zeros - shift).min(127)),
        };
        let both = a as u128 * b as u128;
        let both = if whole { both } else { both.div_ceil(1 << 64) };
        part(b, zeros_a) + part(a, zeros_b) + both + 1
    }

    /// Guard units (here: units of the operand) lost by the exact product `A·w`: w·a.
    ///
    /// Coq: `rounding.multiply_word_holds`.
    #[inline(always)]
    fn multiply_word(a: u64, w: u64) -> u128 {
        a as u128 * w as u128
    }

    /// Guard units lost by `A·2^64 / w`: a·2^64/w rounded up, and one if there is a remainder.
    ///
    /// Coq: `rounding.divide_word_holds`.
    #[inline(always)]
    fn divide_word(a: u64, w: u64, inexact: bool) -> u128 {
        ((a as u128) << 64).div_ceil(w as u128) + inexact as u128
    }

    /// Guard units lost by a sum or difference: `a` in units of the operand with the higher
    /// exponent, `b` of the one shifted right by `shift`, `lost` if set bits fell below the guard.
    ///
    /// Coq: `rounding.add_holds`.
    #[inline(always)]
    fn add(a: u64, b: u64, shift: u32, lost: bool) -> u128 {
        let a = (a as u128) << 64;
        let b = (b as u128) << 64;
        // ⌈b/2^shift⌉, by a shift: a division would take longer than the sum itself.
        let whole = b.checked_shr(shift).unwrap_or(0);
        let cut = shift >= 128 || whole << shift != b;
        a + whole + (cut && b != 0) as u128 + lost as u128
    }

    /// Units lost by A^n, n > 2, where A and every product on the way have their top bit set and
    /// are cut to L words: 2n(a + 2) + 1.
    ///
    /// Relative to the value, A is off by at most a·2^-(64L−1), and each cut loses less than
    /// 2^-(64L−1). The cut of a product that is the e-th power enters the result n/e times; the
    /// exponents on the way at least double every second product, so Σ n/e ≤ n(1/2 + 1/3 + 1/4 +
    /// 1/5 + 1/8 + 1/9 + …) < 2n. In all less than n(a + 2)·2^-(64L−1) =: y to first order, and
    /// e^y − 1 < y + y² in full; a unit is at least 2^-64L of the mantissa, which doubles the
    /// count, and the square is below one unit as n(a + 2) < 2^61.
    #[inline(always)]
    fn power(n: u64, a: u64) -> u128 {
        2 * n as u128 * (a as u128 + 2) + 1
    }

    /// Guard units lost by `A·2^(64(L+1)) / B` with A < B, B's top bit set.
    ///
    /// |(A±a)/(B±b) − A/B| ≤ (a + b·A/B)/(B − b) ≤ (a + b)/(B − b), and B − b ≥
    /// (top_B − 1)·2^(64(L−1)) as b < 2^64. In guard units: (a + b)·2^128/(top_B − 1), whose
    /// second factor is at most 2^65 + 8 for top_B ≥ 2^63. One more if there is a remainder.
    #[inline(always)]
    fn divide(a: u64, b: u64, top_b: u64, inexact: bool) -> u128 {
        let reciprocal = u128::MAX / (top_b as u128 - 1) + 1;
        (a as u128 + b as u128) * reciprocal + inexact as u128
    }

    /// Units of the final mantissa: `error` guard units when the L + 1 words were shifted left by
    /// `shift` (64 − shift guard bits are cut off; `lost` if one of them was set). The cut itself
    /// loses less than one unit.
    ///
    /// Coq: `rounding.round_holds`.
    #[inline(always)]
    fn round(error: u128, shift: i32, lost: bool) -> u64 {
        let cut = 64 - shift;
        if let 0..64 = shift {
            // The usual case on single words: the bits cut off all lie in the lower one. As the
            // caller sees to it that no more than 2^33 units remain, the upper one fits.
            let (high, low) = ((error >> 64) as u64, error as u64);
            let units = high << shift | (low >> 1) >> (cut - 1);
            return units + (low << shift != 0) as u64 + lost as u64;
        }
        let units = if error == 0 {
            0
        } else if cut <= 0 {
            error << -cut
        } else if cut >= 128 {
            (error != 0) as u128
        } else {
            (error >> cut) + (error & ((1u128 << cut) - 1) != 0) as u128
        };
        units as u64 + lost as u64
    }

    /// Remainder of Σ x^i/i!, i < terms, for 0 ≤ x ≤ 1: as a multiple of the first omitted term,
    /// x^N/N!·(1 + x/(N+1) + …) ≤ x^N/N! / (1 − x/(N+1)), so of 1/(1 − 1/(N+1)) = (N+1)/N.
    /// Returned as a fraction (numerator, denominator) to multiply that term by.
    #[inline(always)]
    fn exp_remainder(terms: u64) -> (u64, u64) {
        (terms + 1, terms)
    }

    /// Remainder of Σ z^(2i+1)/(2i+1), i < terms, for 0 ≤ z ≤ 1/2: at most the first omitted term
    /// times 1/(1 − z²) ≤ 4/3.
    #[inline(always)]
    fn atanh_remainder() -> (u64, u64) {
        (4, 3)
    }

    /// Remainder of Stirling's series for ln n!, n > 0 real: at most the first omitted term
    /// (the series envelops its sum).
    #[inline(always)]
    fn stirling_remainder() -> (u64, u64) {
        (1, 1)
    }

    /// [`Rules::stirling_remainder`] for complex z, |arg z| ≤ π/2: at most β_n·|z|·a^-n,
    /// where β_n = |B_2n|/(2n(2n−1)) and a = (g·x² + h·y²)/2. Returned are g and h.
    ///
    /// With n − 1 terms the remainder is ∫₀^∞ (B_2n − B_2n({t})) / (2n (t + z)^2n) dt, and its
    /// numerator has one sign. |t + z| ≥ (t + |z|)·cos(arg z / 2) for t ≥ 0, so the remainder is at
    /// most sec^2n(arg z / 2) times that at |z|, which is at most β_n/|z|^(2n−1) (DLMF 5.11(ii);
    /// Olver, Asymptotics and Special Functions, ch. 8 §4). Now |z|²·cos²(arg z / 2) =
    /// |z|(|z| + x)/2 ≥ (|z|² + x²)/2 = x² + y²/2 for x ≥ 0.
    #[inline(always)]
    fn stirling_sector() -> (u64, u64) {
        (2, 1)
    }

    /// Remainder of Euler's and Maclaurin's series for Σ_{i≥0} (z + i)^-k, z > 0 real: at most the
    /// first omitted term.
    ///
    /// The sum is ∫₀^∞ t^(k−1)/(k−1)!·e^(−zt)/(1 − e^-t) dt, and 1/(1 − e^-t) = 1/t + 1/2 +
    /// Σ_{l≥1} 2t/(t² + 4π²l²). With x = (t/2πl)² each of these fractions has a factor 1/(1 + x),
    /// which lies between any two successive partial sums of 1 − x + x² − …; so does their sum, for
    /// every t, and so does the integral, as the rest is positive. The terms are those of the
    /// series. For k = 1 the same holds of the difference of two sums, whose e^(−zt) − e^(−z′t) has
    /// one sign: it is off by at most both of their omitted terms.
    #[inline(always)]
    fn power_sum_remainder() -> (u64, u64) {
        (1, 1)
    }

    /// Units of a product of two fractions of L words and a guard: (A·2^64 + a)(B·2^64 + b) is
    /// formed as AB cut below the guard (loses less than 1), and of A·b and B·a only the highest
    /// word times the guard, cut (each loses less than 1 for the words below A's highest and less
    /// than 1 for the cut); a·b is below 2^-64 of a unit, by which any of these falls short of 1.
    #[inline(always)]
    fn fraction_product() -> u128 {
        5
    }

    /// Units lost by c₁ ± y(c₂ ± …) with `terms` coefficients and by its product with y, where y is
    /// the square of a fraction that was cut.
    ///
    /// The fraction is less than 1 unit off and below 1, its square less than 2 + 5. Coefficients
    /// are less than 2 off, partial sums below 4/7 (largest for cosh 1 − 1 = 0.543…). So each of
    /// `terms` products adds less than 4 + 5, each coefficient 2; y < 1 enlarges none.
    #[inline(always)]
    fn series(terms: usize) -> u128 {
        (4 + Self::fraction_product() + 2) * (terms as u128 + 1)
    }

    /// How far the logarithm of a product moves where its factors, and the cuts on the way, are off
    /// by `units`·2^-64L relatively, all added up, for L ≥ 2 and `units` < 2^120: |ln(1 + e)| ≤
    /// |e|/(1 − |e|) ≤ (1 + 2^-7)|e| for |e| ≤ 2^-8.
    #[inline(always)]
    fn factors(units: u128) -> u128 {
        units + units.div_ceil(128)
    }

    /// Units by which a function with |f′| ≤ 1 moves where its argument may move `ulps`.
    #[inline(always)]
    fn argument(ulps: u64) -> u64 {
        ulps
    }

    /// Remainder of cosh x − 1 or sinh x / x − 1 as a multiple of the first omitted term, |x| < 1:
    /// that is at least x²/2! or x²/3!, each later one at most 1/(3·4) of the one before, so all
    /// together 1/(1 − 1/12).
    #[inline(always)]
    fn hyperbolic_remainder() -> (u64, u64) {
        (12, 11)
    }

    /// Remainder of a series with falling terms of alternating signs: the first omitted term.
    #[inline(always)]
    fn alternating_remainder() -> (u64, u64) {
        (1, 1)
    }

    /// What so many steps s ← c + (w − l)·s on midpoints of n words add, in units of 2^-64n of
    /// the value S at the real point that bounds them all; for two words:
    ///
    /// Every operation is off by less than 2^-127 of its result. In each part of the product: two
    /// products, at most |s|·|w − l| each, and their difference, at most twice that; so at most
    /// 4·√2 of these units of 2^-127 in absolute value. The factor w − l is off by 1, the sum with
    /// c by 1: below 8 altogether, 16 in units of 2^-128. Products of errors are below the slack.
    #[inline(always)]
    fn newton_step(steps: u64) -> u128 {
        16 * u128::from(steps)
    }

    /// Units lost by a product of [`Places`](super::places::Places), (size, units) of each factor, cut:
    /// with u = 2^-122, |(A±a)(B±b) − AB|·u ≤ (A + a)·b·u + B·a·u. A + a < (⌊A/2^64⌋ + 2)·2^64 for
    /// a < 2^64, B < (⌊B/2^64⌋ + 1)·2^64, and 2^64·u = 2^-58. Rounded up, and less than one unit
    /// for what is cut off. For A, B ≤ 2^127 and a, b < 2^57 all fits.
    #[inline(always)]
    fn places_product((a, a_units): (u128, u64), (b, b_units): (u128, u64)) -> u64 {
        let wide = |x: u64, y: u64| x as u128 * y as u128;
        let cross = wide((a >> 64) as u64 + 2, b_units) + wide((b >> 64) as u64 + 1, a_units);
        (cross >> 58) as u64 + 2
    }

    /// Units of 2^cut places: what they were, rounded up, and one for what is dropped with them.
    #[inline(always)]
    fn places_dropped(units: u128, cut: u32) -> u64 {
        (units >> cut) as u64 + 2 * (cut > 0) as u64
    }

    /// Units lost by c₀ ± y(c₁ ± y(c₂ ± …)) on [`Places`](super::places::Places), y < 1/2, where y is
    /// `units` off, and what is left out and what short words lose are less than 2^-(places + 1)
    /// each.
    ///
    /// c₀ = 1 is exact, each further coefficient and each product is cut by less than one unit, and
    /// y shrinks what comes from below: less than 1 + 2(y + y² + …) < 3 together. The slopes of
    /// e^-y and of 1 + y/2 + y²/3 + …, there with y < 1/16, are at most 1. What is left out of an
    /// alternating series is at most its next term, y^L/L!; else y^L/(L+1) + … < y^L/(2(1 − y)) <
    /// y^L.
    #[inline(always)]
    fn places_series(units: u64, places: u32) -> u64 {
        // No more than 2^57, where nothing is known any more.
        units.saturating_add(3 + (1 << 122u32.saturating_sub(places).min(57)))
    }
}

/// The rules the library computes with.
#[derive(Debug, Clone, Copy)]
pub struct Proved;

impl Rules for Proved {}
