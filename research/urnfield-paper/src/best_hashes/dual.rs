//! [`Dual`]: a function of t and its derivative by t, both enclosed on a box.

use super::functions::{ell, ell_slope, exp};
use super::interval::Interval;
use std::ops::{Add, Div, Mul, Sub};

/// Enclosures of a function's values and of its derivatives by t.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual {
    pub(super) value: Interval,
    pub(super) slope: Interval,
}

impl Dual {
    /// A quantity that does not depend on t.
    pub(super) fn constant(value: Interval) -> Dual {
        Dual { value, slope: Interval::point(0.0) }
    }

    /// t itself.
    pub(super) fn variable(value: Interval) -> Dual {
        Dual { value, slope: Interval::point(1.0) }
    }

    /// A whole number.
    pub(super) fn number(value: f64) -> Dual {
        Dual::constant(Interval::point(value))
    }

    /// A multiple by a quantity that does not depend on t.
    pub(super) fn times(self, factor: Interval) -> Dual {
        Dual { value: self.value * factor, slope: self.slope * factor }
    }

    /// e to this power.
    pub(super) fn exp(self) -> Dual {
        let value = exp(self.value);
        Dual { value, slope: value * self.slope }
    }

    /// −ln(1 − y)/y of this y ≥ 0.
    pub(super) fn ell(self) -> Dual {
        Dual { value: ell(self.value), slope: ell_slope(self.value) * self.slope }
    }

    /// The square.
    pub(super) fn square(self) -> Dual {
        self * self
    }

    /// The derivative of the logarithm.
    pub(super) fn log_slope(self) -> Interval {
        self.slope / self.value
    }
}

impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Dual {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        Dual { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        let slope = self.slope * other.value + self.value * other.slope;
        Dual { value: self.value * other.value, slope }
    }
}

impl Div for Dual {
    type Output = Dual;
    fn div(self, other: Dual) -> Dual {
        // (a/b)′ = (a′ − (a/b)·b′)/b.
        let value = self.value / other.value;
        Dual { value, slope: (self.slope - value * other.slope) / other.value }
    }
}
