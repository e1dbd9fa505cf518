//! A circle and its points in numbers that know their error, and on which side of m they are.

use crate::occupancy::routes::contour::integral::Integral;
use crate::occupancy::routes::contour::nodes::Circle;
use urnfield_num::{Complex, Real};

/// The circle in numbers that know their error; centre and radius are exact.
pub(crate) struct Geometry {
    pub(crate) centre: Real,
    pub(crate) radius: Real,
    /// W − m: stored, as the difference of two large numbers would lose it.
    pub(crate) beyond_m: Real,
}

impl Geometry {
    pub(crate) fn of(integral: &Integral, circle: &Circle, words: usize) -> Geometry {
        let integer = |n: u64| Real::from_u64(n, words);
        let beyond = Real::from_f64(circle.beyond, words);
        let twice = integer(integral.first_pole()).add(&integer(integral.poles_end - 1));
        let centre = twice.shift(-1);
        let radius = integer(circle.base).sub(&centre).add(&beyond);
        let beyond_m = integer(circle.base).sub(&integer(integral.m)).add(&beyond);
        Geometry { centre, radius, beyond_m }
    }

    /// A real point of a circle of another radius.
    pub(crate) fn at_radius(&self, radius: &Real, words: usize) -> Node {
        let real = |re: Real| Complex::new(re, Real::zero(words));
        let change = radius.sub(&self.radius);
        let w = self.centre.add(radius);
        Node { w: real(w.clone()), from_m: real(self.beyond_m.add(&change)), real: w }
    }

    /// The point at an angle.
    pub(crate) fn node(&self, angle: &Real) -> Node {
        let words = angle.words();
        if angle.is_zero() {
            return self.at_radius(&self.radius, words);
        }
        // cos θ − 1 = −2·sin²(θ/2) loses nothing.
        let (half_sin, half_cos) = angle.clone().shift(-1).sin_cos();
        let fall = half_sin.mul(&half_sin).shift(1).mul(&self.radius);
        let rise = half_sin.mul(&half_cos).shift(1).mul(&self.radius);
        let real = self.centre.add(&self.radius);
        Node {
            w: Complex::new(real.sub(&fall), rise.clone()),
            from_m: Complex::new(self.beyond_m.sub(&fall), rise),
            real,
        }
    }
}

/// A point of a circle, and its distance from m.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) w: Complex,
    pub(crate) from_m: Complex,
    /// The real point of the circle.
    pub(crate) real: Real,
}

/// A sign that is certain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Negative,
    Positive,
}

/// The sign of a value; `None` where it may be zero.
pub(crate) fn sign(value: &Real) -> Option<Sign> {
    if value.is_zero() || value.certain_bits() == 0 {
        return None;
    }
    Some(if value.is_negative() { Sign::Negative } else { Sign::Positive })
}
