//! The integrand at one point, and how points of one circle compare.

use urnfield_num::{Complex, Real};

/// The integrand at one point: F = H̃·K·Q, most of it as logarithms.
pub(crate) struct Logs {
    /// ln H̃.
    pub(crate) zeros: Complex,
    /// −ln K = ln ∏_{κ≤l<x} (w − l).
    pub(crate) poles: Complex,
    /// The mixtures' Q, relative to what it is at the circle's real point; at most 1.
    pub(crate) mixed: Option<Complex>,
    /// The error of F/F(W) from `mixed`, beyond the error that `mixed` carries itself.
    pub(crate) doubt: Option<Real>,
    /// Q at the real point.
    pub(crate) at_real: Option<Real>,
}

impl Logs {
    /// ln F but for Q.
    pub(crate) fn value(&self) -> Complex {
        self.zeros.sub(&self.poles)
    }

    /// F(w)·e^{iθ}/F(W) for another point of the circle whose real point this is.
    pub(crate) fn relative(&self, node: &Logs, angle: &Real) -> Complex {
        let value = node.value().sub(&self.value());
        let turned = Complex::new(value.re, value.im.add(angle)).exp();
        match &node.mixed {
            Some(mixed) => {
                let product = turned.mul(mixed);
                let Some(doubt) = &node.doubt else { return product };
                let doubt = doubt.resized(product.re.words()).uncertainty();
                Complex::new(product.re.add(&doubt), product.im.add(&doubt))
            }
            None => turned,
        }
    }

    /// ln F of a real point.
    pub(crate) fn ln_real(&self) -> Real {
        let value = self.value().re;
        match &self.at_real {
            Some(at_real) => value.add(&at_real.ln().resized(value.words())),
            None => value,
        }
    }
}
