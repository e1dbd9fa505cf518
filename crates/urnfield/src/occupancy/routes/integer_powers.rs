//! 1^n, 2^n, 3^n, … on long mantissas: a power for every prime, and one product for every other
//! number.
//!
//! Of the numbers below 10^4 an eighth are primes, and a power takes a dozen and more products.

use urnfield_num::Real;

/// Tables of more words than this are not made: 128 MB.
const MOST_WORDS: u64 = 1 << 24;

/// j^n for all j up to some number.
pub(crate) struct IntegerPowers {
    all: Vec<Real>,
}

impl IntegerPowers {
    /// Whether a table of so many powers fits and saves time.
    pub(crate) fn fits(upto: u64, words: usize) -> bool {
        words >= 8 && upto.saturating_mul(words as u64) <= MOST_WORDS
    }

    /// 0^n, …, upto^n for n > 0.
    pub(crate) fn new(upto: u64, n: u64, words: usize) -> IntegerPowers {
        let mut all = vec![Real::zero(words), Real::from_u64(1, words)];
        let factors = least_factors(upto as usize);
        for (j, &factor) in factors.iter().enumerate().skip(2) {
            all.push(match factor {
                0 => Real::from_u64(j as u64, words).pow(n),
                factor => all[factor].mul(&all[j / factor]),
            });
        }
        IntegerPowers { all }
    }

    /// j^n.
    pub(crate) fn of(&self, j: u64) -> &Real {
        &self.all[j as usize]
    }
}

/// The least prime factor of every number up to `upto` that is not a prime itself, and 0 for the
/// others.
fn least_factors(upto: usize) -> Vec<usize> {
    let mut least = vec![0; upto + 1];
    for p in (2..).take_while(|p| p * p <= upto) {
        if least[p] == 0 {
            let multiples = least[p * p..].iter_mut().step_by(p);
            multiples.filter(|factor| **factor == 0).for_each(|factor| *factor = p);
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield_num::Rational;

    #[test]
    fn powers_are_powers() {
        for (n, words) in [(1, 2), (7, 3), (60, 9)] {
            let powers = IntegerPowers::new(200, n, words);
            for j in 0..=200 {
                let exact = Rational::from(j).pow(n as u32);
                let power = powers.of(j);
                assert!(power.enclosure().contains(&exact), "{j}^{n}");
                // Eight factors at most, so few units are lost.
                assert!(j == 0 || power.certain_bits() > 64 * words as u32 - 20, "{j}^{n}");
            }
        }
        assert_eq!(IntegerPowers::new(0, 5, 2).all.len(), 2);
    }
}
