//! Arithmetic and comparison: what is not certain is not said.

use crate::certified::value::Certified;
use crate::errors::{type_error, undecided};
use crate::numbers;
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyFloat;
use urnfield::{Enclosure, Rational};

pub(super) fn no_logarithm() -> PyErr {
    PyValueError::new_err("a logarithm needs a number that is certainly above 0")
}

fn by_zero() -> PyErr {
    PyZeroDivisionError::new_err("division by a number that may be 0")
}

/// Works on something that is a number; whatever is none may know better what to do with ours.
fn with(
    other: &Bound<'_, PyAny>,
    work: impl FnOnce(&Enclosure) -> PyResult<Enclosure>,
) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match numbers::enclosure(other) {
        Ok(number) => Ok(Py::new(py, Certified(work(&number)?))?.into_any()),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(py.NotImplemented()),
        Err(error) => Err(error),
    }
}

/// A number to the power of another; a whole power may have any base.
fn power(base: &Enclosure, power: &Enclosure) -> PyResult<Enclosure> {
    let whole = power.exact().and_then(|power| power.to_string().parse::<i64>().ok());
    match whole {
        Some(whole) => base.powi(whole).ok_or_else(by_zero),
        None => base.pow(power).ok_or_else(no_logarithm),
    }
}

fn no_modulus(modulo: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match modulo {
        None => Ok(()),
        Some(_) => Err(type_error("a certified number has no powers by a modulus")),
    }
}

#[pymethods]
impl Certified {
    fn __neg__(&self) -> Certified {
        Certified(-&self.0)
    }

    fn __pos__(&self) -> Certified {
        self.clone()
    }

    fn __abs__(&self) -> Certified {
        Certified(self.0.max(&-&self.0))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Ok(&self.0 + other))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Ok(&self.0 - other))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Ok(other - &self.0))
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| Ok(&self.0 * other))
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(other)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| self.0.checked_div(other).ok_or_else(by_zero))
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with(other, |other| other.checked_div(&self.0).ok_or_else(by_zero))
    }

    fn __pow__(
        &self,
        other: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        no_modulus(modulo)?;
        with(other, |other| power(&self.0, other))
    }

    fn __rpow__(
        &self,
        other: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        no_modulus(modulo)?;
        with(other, |other| power(other, &self.0))
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
        py: Python<'py>,
    ) -> PyResult<Py<PyAny>> {
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(py.NotImplemented());
        }
        let answer = match (other.cast::<Certified>(), other.cast::<PyFloat>()) {
            (Ok(other), _) => self.compared(&other.get().0, op),
            // Every number is finite.
            (_, Ok(other)) if other.value().is_infinite() => {
                let below = other.value() > 0.0;
                Some(below == matches!(op, CompareOp::Lt | CompareOp::Le))
            }
            _ => match numbers::rational(other) {
                Ok(bound) => self.held_against(&bound, op),
                Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                    return Ok(py.NotImplemented());
                }
                // Too far from 1 to be a fraction, or no number.
                Err(error) => self.compared(&numbers::enclosure(other).map_err(|_| error)?, op),
            },
        };
        match answer {
            Some(answer) => Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind()),
            None => Err(undecided(
                py,
                "the two numbers cannot be told apart at this precision; ask with more bits",
            )),
        }
    }

    fn __hash__(slf: PyRef<'_, Self>) -> isize {
        slf.as_ptr() as isize >> 4
    }
}

impl Certified {
    fn compared(&self, other: &Enclosure, op: CompareOp) -> Option<bool> {
        let order = self.0.compare(other);
        // Ends that touch decide "at most", though not "less".
        let lo = self.0.lo();
        let hi = self.0.hi();
        match op {
            CompareOp::Le if hi <= other.lo() => Some(true),
            CompareOp::Ge if lo >= other.hi() => Some(true),
            CompareOp::Lt if lo >= other.hi() => Some(false),
            CompareOp::Gt if hi <= other.lo() => Some(false),
            _ => order.map(|order| op.matches(order)),
        }
    }

    fn held_against(&self, bound: &Rational, op: CompareOp) -> Option<bool> {
        let decided = |yes: bool, no: bool| (yes || no).then_some(yes);
        match op {
            CompareOp::Lt => decided(self.0.certainly_lt(bound), self.0.certainly_ge(bound)),
            CompareOp::Le => decided(self.0.certainly_le(bound), self.0.certainly_gt(bound)),
            CompareOp::Gt => decided(self.0.certainly_gt(bound), self.0.certainly_le(bound)),
            CompareOp::Ge => decided(self.0.certainly_ge(bound), self.0.certainly_lt(bound)),
            CompareOp::Eq | CompareOp::Ne => None,
        }
    }
}
