//! Exact integers: binomials, falling factorials, Stirling numbers, Bernoulli numbers.

use crate::rational::Rational;
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::sync::OnceLock;

/// C(n, k); 0 for k > n.
pub fn binomial(n: u64, k: u64) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    let k = k.min(n - k);
    if k > MANY {
        return product(n - k + 1, n) / product(1, k);
    }
    let mut result = UBig::ONE;
    for i in 0..k {
        result = result * UBig::from(n - i) / UBig::from(i + 1);
    }
    result
}

/// So many factors are worth a tree.
const MANY: u64 = 200;

/// from·(from + 1)…to, halves first: long factors meet long ones.
fn product(from: u64, to: u64) -> UBig {
    if to - from < 16 {
        return (from..=to).fold(UBig::ONE, |product, factor| product * UBig::from(factor));
    }
    let middle = from + (to - from) / 2;
    product(from, middle) * product(middle + 1, to)
}

/// n(n−1)…(n−r+1).
pub fn falling_factorial(n: u64, r: u64) -> UBig {
    if r > n {
        return UBig::ZERO;
    }
    (0..r).fold(UBig::ONE, |product, i| product * UBig::from(n - i))
}

/// (x/m)^k, or x^(k)/m^(k) with falling factorials.
pub fn ratio_of_powers(x: u64, m: u64, k: u64, falling: bool) -> Rational {
    let power =
        |n: u64| if falling { falling_factorial(n, k) } else { UBig::from(n).pow(k as usize) };
    Rational::from_integers(power(x).into(), power(m))
}

/// The last row of Stirling numbers that fits into words: S(26, 10) is above 2^63, some S(27, i)
/// above 2^64.
const LAST_ROW_OF_WORDS: usize = 26;

/// S(r, 0), …, S(r, r): Stirling numbers of the second kind, by S(r, i) = i·S(r−1, i) + S(r−1,
/// i−1).
pub fn stirling_row(r: usize) -> Vec<UBig> {
    let first = r.min(LAST_ROW_OF_WORDS);
    let mut words = [0_u64; LAST_ROW_OF_WORDS + 1];
    words[0] = 1;
    for n in 1..=first {
        for i in (1..=n).rev() {
            words[i] = words[i] * i as u64 + words[i - 1];
        }
        words[0] = 0;
    }
    let mut row: Vec<UBig> = words[..=first].iter().map(|&word| UBig::from(word)).collect();
    row.resize(r + 1, UBig::ZERO);
    for n in first + 1..=r {
        for i in (1..=n).rev() {
            row[i] = &row[i] * UBig::from(i) + &row[i - 1];
        }
    }
    row
}

/// |B_2|, |B_4|, … as reduced fractions, enough for Stirling's series at a thousand bits
/// (B_2k has the sign (−1)^(k+1)).
pub fn bernoulli() -> &'static [(UBig, UBig)] {
    static TABLE: OnceLock<Vec<(UBig, UBig)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        const COUNT: usize = 60;
        // |B_2k| = 2k·T_k/(2^2k(2^2k − 1)) with the tangent numbers T_k, which are whole:
        // tan x = Σ T_k x^(2k−1)/(2k−1)!.
        // They come from sums of small multiples (Brent and Harvey, Fast computation of Bernoulli,
        // tangent and secant numbers, algorithm TangentNumbers). Sums of fractions would take ten
        // times as long, which the first question of a process has to wait for.
        let mut tangent = vec![UBig::ONE];
        for k in 1..COUNT {
            tangent.push(&tangent[k - 1] * UBig::from(k));
        }
        for k in 1..COUNT {
            for j in k..COUNT {
                let before = &tangent[j - 1] * UBig::from(j - k);
                tangent[j] = before + &tangent[j] * UBig::from(j - k + 2);
            }
        }
        let fraction = |(k, tangent): (usize, UBig)| {
            let power = UBig::ONE << (2 * k);
            let below = &power * (&power - UBig::ONE);
            let (n, d) = RBig::from_parts((tangent * UBig::from(2 * k)).into(), below).into_parts();
            (n.into_parts().1, d)
        };
        (1..).zip(tangent).map(fraction).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables() {
        assert_eq!(binomial(5, 2), UBig::from(10u8));
        assert_eq!(binomial(5, 6), UBig::ZERO);
        for n in [2 * MANY, 2 * MANY + 2, 5_000] {
            for k in [MANY - 1, MANY, MANY + 1, n / 2] {
                assert_eq!(binomial(n, k) + binomial(n, k + 1), binomial(n + 1, k + 1));
            }
        }
        assert_eq!(falling_factorial(7, 3), UBig::from(210u8));
        assert_eq!(falling_factorial(2, 3), UBig::ZERO);
        let row: Vec<UBig> = [0u8, 1, 15, 25, 10, 1].map(UBig::from).into();
        assert_eq!(stirling_row(5), row);
        assert_eq!(stirling_row(0), vec![UBig::ONE]);
        // x^r = Σ S(r, i)·x(x − 1)…(x − i + 1), before and after rows leave the words.
        for r in 0..=LAST_ROW_OF_WORDS + 4 {
            let terms = (0..).zip(stirling_row(r)).map(|(i, s)| s * falling_factorial(41, i));
            assert_eq!(terms.fold(UBig::ZERO, |sum, term| sum + term), UBig::from(41u8).pow(r));
        }
        let b12 = &bernoulli()[5];
        assert_eq!((b12.0.to_string(), b12.1.to_string()), ("691".into(), "2730".into()));
    }

    /// Σ_{j≤n} C(n+1, j) B_j = 0 for n ≥ 1, which determines each from those before.
    #[test]
    fn bernoulli_numbers_are_those_of_their_recursion() {
        let half = RBig::from_parts((-1).into(), 2u8.into());
        let mut all = vec![RBig::ONE, half];
        for (k, (n, d)) in (1..).zip(bernoulli()) {
            let size = RBig::from_parts(n.clone().into(), d.clone());
            all.push(if k % 2 == 1 { size } else { -size });
            all.push(RBig::ZERO);
        }
        assert_eq!(bernoulli().len(), 60);
        for n in 1..all.len() as u64 {
            let term = |(j, b): (u64, &RBig)| b * RBig::from(binomial(n + 1, j));
            let sum = (0..=n).zip(&all).map(term).fold(RBig::ZERO, |sum, term| sum + term);
            assert_eq!(sum, RBig::ZERO, "{n}");
        }
    }
}
