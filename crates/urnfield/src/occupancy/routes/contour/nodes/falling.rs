//! Logarithms of products ∏_{a≤l<b} (w − l) at a complex point, as differences of ln Γ.
//!
//! Branches do not matter: every logarithm is taken an integer number of times, and only its
//! exponential is used.

use urnfield_num::{Complex, Real};

/// Products of at most this many factors are multiplied out.
pub(crate) const MULTIPLIED: u64 = 12;

/// Falling factorials at one point; values of ln Γ are remembered, as several products share an
/// end.
pub(crate) struct Falling<'a> {
    w: &'a Complex,
    /// Re w, roughly.
    rough: f64,
    known: Vec<(u64, bool, Complex)>,
}

impl<'a> Falling<'a> {
    pub(crate) fn at(w: &'a Complex) -> Falling<'a> {
        Falling { w, rough: w.re.seed(), known: Vec::new() }
    }

    /// ln ∏_{a≤l<b} (w − l), up to a multiple of 2πi.
    pub(crate) fn ln(&mut self, a: u64, b: u64) -> Complex {
        if b - a <= MULTIPLIED {
            return self.multiplied(a, b);
        }
        // Factors left of w are ln Γ differences as they stand, those right of it with their
        // signs turned; the two nearest on each side are multiplied out, so that ln Γ keeps to
        // the right half-plane.
        let nearest = self.rough.round().clamp(0.0, 1.8e19) as u64;
        let first = nearest.saturating_sub(2).clamp(a, b);
        let last = nearest.saturating_add(3).clamp(a, b);
        let mut sum = self.multiplied(first, last);
        if a < first {
            sum = sum.add(&self.ln_gamma(a, false)).sub(&self.ln_gamma(first, false));
        }
        if last < b {
            sum = sum.add(&self.ln_gamma(b, true)).sub(&self.ln_gamma(last, true));
            if (b - last) % 2 == 1 {
                sum.im = sum.im.add(&Real::pi(self.w.words()));
            }
        }
        sum
    }

    fn minus(&self, l: u64) -> Complex {
        Complex::new(self.w.re.sub(&Real::from_u64(l, self.w.words())), self.w.im.clone())
    }

    fn multiplied(&self, a: u64, b: u64) -> Complex {
        match (a..b).map(|l| self.minus(l)).reduce(|product, factor| product.mul(&factor)) {
            Some(product) => product.ln(),
            None => Complex::real(Real::zero(self.w.words())),
        }
    }

    /// ln Γ(w − l + 1), or turned ln Γ(l − w).
    fn ln_gamma(&mut self, l: u64, turned: bool) -> Complex {
        if let Some((_, _, found)) = self.known.iter().find(|(at, t, _)| (*at, *t) == (l, turned)) {
            return found.clone();
        }
        let found = if turned {
            self.minus(l).negated().ln_gamma()
        } else {
            let at = self.minus(l);
            Complex::new(at.re.add(&Real::from_u64(1, self.w.words())), at.im).ln_gamma()
        };
        self.known.push((l, turned, found.clone()));
        found
    }
}
