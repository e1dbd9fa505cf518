//! The integrand at one point, and how points of one circle compare.

use crate::num::{Complex, Fixed, Limbs, Real};

/// The integrand at one point: F = H̃·K·Q, most of it as logarithms.
pub(super) struct Logs<M> {
    /// ln H̃.
    pub(super) zeros: Complex<M>,
    /// −ln K = ln ∏_{κ≤l<x} (w − l).
    pub(super) poles: Complex<M>,
    /// The mixtures' Q, relative to what it is at the circle's real point; at most 1.
    pub(super) mixed: Option<Complex<M>>,
    /// Q at the real point.
    pub(super) at_real: Option<Fixed<2>>,
}

impl<M: Limbs> Logs<M> {
    /// ln F but for Q.
    pub(super) fn value(&self) -> Complex<M> {
        self.zeros.sub(&self.poles)
    }

    /// F(w)·e^{iθ}/F(W) for another point of the circle whose real point this is.
    pub(super) fn relative(&self, node: &Logs<M>, angle: &Real<M>) -> Complex<M> {
        let value = node.value().sub(&self.value());
        let turned = Complex::new(value.re, value.im.add(angle)).exp();
        match &node.mixed {
            Some(mixed) => turned.mul(mixed),
            None => turned,
        }
    }

    /// ln F of a real point.
    pub(super) fn ln_real(&self) -> Real<M> {
        let value = self.value().re;
        match &self.at_real {
            Some(at_real) => value.add(&at_real.ln().resized(value.words())),
            None => value,
        }
    }
}
