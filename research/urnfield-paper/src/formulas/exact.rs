//! [`Exact`]: a rational with operators by value, so that a formula reads as it is printed.

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, Div, Mul, Neg, Sub};
use urnfield::Rational;

/// A rational whose operators panic where it would be no number: a formula is right or loud.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(pub Rational);

/// A whole number.
pub fn whole(n: u64) -> Exact {
    Exact(Rational::from(n))
}

/// A whole number that may be negative.
pub fn signed(n: i64) -> Exact {
    if n < 0 { -whole(n.unsigned_abs()) } else { whole(n as u64) }
}

/// A number as the audit writes it: `-3/4`.
pub fn number(text: &str) -> Exact {
    Exact(text.parse().unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// a/b.
pub fn ratio(a: u64, b: u64) -> Exact {
    whole(a) / whole(b)
}

/// (−1)^n.
pub fn sign(n: u64) -> Exact {
    signed(if n.is_multiple_of(2) { 1 } else { -1 })
}

/// C(n, k), and 0 for k > n.
pub fn choose(n: u64, k: u64) -> Exact {
    if k > n {
        return whole(0);
    }
    (0..k.min(n - k)).fold(whole(1), |c, i| c * whole(n - i) / whole(i + 1))
}

/// x(x−1)…(x−r+1).
pub fn falling(x: &Exact, r: u64) -> Exact {
    (0..r).map(|i| x - whole(i)).product()
}

/// C(x, r) as the polynomial, for any x.
pub fn choose_at(x: &Exact, r: u64) -> Exact {
    falling(x, r) / factorial(r)
}

/// n!.
pub fn factorial(n: u64) -> Exact {
    (1..=n).map(whole).product()
}

/// S(n, 0), …, S(n, n): the numbers of partitions of n things into i blocks.
pub fn stirling_row(n: u64) -> Vec<Exact> {
    let mut row = vec![whole(1)];
    for _ in 0..n {
        let joins = row.iter().zip(0..).map(|(s, i)| s * whole(i));
        let opens = std::iter::once(whole(0)).chain(row.iter().cloned());
        row = opens.zip(joins.chain([whole(0)])).map(|(o, j)| o + j).collect();
    }
    row
}

/// S(n, i).
pub fn stirling(n: u64, i: u64) -> Exact {
    stirling_row(n).get(i as usize).cloned().unwrap_or_else(|| whole(0))
}

impl Exact {
    /// Its n-th power; 0⁰ = 1.
    pub fn pow(&self, n: u64) -> Exact {
        Exact(self.0.pow(n.try_into().expect("small powers only")))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// A double is a rational.
    pub fn from_f64(x: f64) -> Exact {
        assert!(x.is_finite());
        let bits = x.to_bits();
        let (stored, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match stored {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, stored as i64 - 1075),
        };
        let magnitude = Exact(Rational::from(mantissa).shift(exponent));
        if x < 0.0 { -magnitude } else { magnitude }
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $trait<&Exact> for &Exact {
            type Output = Exact;
            fn $method(self, other: &Exact) -> Exact {
                let ($a, $b) = (&self.0, &other.0);
                Exact($body)
            }
        }
        impl $trait<Exact> for &Exact {
            type Output = Exact;
            fn $method(self, other: Exact) -> Exact {
                $trait::$method(self, &other)
            }
        }
        impl $trait<&Exact> for Exact {
            type Output = Exact;
            fn $method(self, other: &Exact) -> Exact {
                $trait::$method(&self, other)
            }
        }
        impl $trait for Exact {
            type Output = Exact;
            fn $method(self, other: Exact) -> Exact {
                $trait::$method(&self, &other)
            }
        }
    )*};
}

by_value! {
    Add add |a, b| a + b;
    Sub sub |a, b| a - b;
    Mul mul |a, b| a * b;
    Div div |a, b| a.checked_div(b).expect("a formula divides by zero");
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        whole(0) - self
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(terms: I) -> Exact {
        terms.fold(whole(0), |sum, term| sum + term)
    }
}

impl Product for Exact {
    fn product<I: Iterator<Item = Exact>>(factors: I) -> Exact {
        factors.fold(whole(1), |product, factor| product * factor)
    }
}

/// Shows the beginning of a long fraction, because that is enough in the message of a failure.
impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        match text.get(..100) {
            Some(start) => write!(f, "{start}… ({} characters)", text.len()),
            None => f.write_str(&text),
        }
    }
}
