//! `Certified`: an enclosure as a Python number that never pretends.

use crate::errors::{Raised, type_error, undecided};
use crate::numbers;
use pyo3::exceptions::{PyOverflowError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyTuple;
use std::cmp::Ordering;
use urnfield::{Enclosure, Rational};
use urnfield_num::Dyadic;

/// A number between two ends that certainly surround it.
///
/// It is no float: 8.72e-2709274 is a legitimate rate, and as a float it would be 0.0. ``float(x)`` is
/// the nearest double for whoever wants one.
///
/// >>> import urnfield as urn
/// >>> p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
/// >>> p
/// Certified(0.00884426850232889)
/// >>> p < 0.01
/// True
/// >>> print(f"{p:.5}")
/// 0.0088443
#[pyclass(module = "urnfield", name = "Certified", frozen)]
#[derive(Clone)]
pub(crate) struct Certified(pub(crate) Enclosure);

fn no_logarithm() -> PyErr {
    PyValueError::new_err("a logarithm needs a number that is certainly above 0")
}

fn by_zero() -> PyErr {
    PyZeroDivisionError::new_err("division by a number that may be 0")
}

/// A fraction of Python's.
pub(crate) fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    py.import("fractions")?.getattr("Fraction")?.call1((value.to_string(),))
}

#[pymethods]
impl Certified {
    /// A number known exactly, or one between two ends.
    ///
    /// >>> import urnfield as urn
    /// >>> urn.Certified("1/3")
    /// Certified(0.333333333333333)
    /// >>> urn.Certified("1/8", "1/4")
    /// Certified([0.125, 0.25])
    #[new]
    #[pyo3(signature = (value, hi=None))]
    fn new(value: &Bound<'_, PyAny>, hi: Option<&Bound<'_, PyAny>>) -> PyResult<Certified> {
        let lo = numbers::enclosure(value)?;
        let Some(hi) = hi else { return Ok(Certified(lo)) };
        let hi = numbers::enclosure(hi)?;
        if let (Some(a), Some(b)) = (lo.exact(), hi.exact())
            && a == b
        {
            return Ok(Certified(lo));
        }
        Ok(Certified(Enclosure::from_dyadics(lo.lo(), hi.hi()).map_err(Raised::from)?))
    }

    /// The greatest double that is certainly not above the value.
    #[getter]
    fn lo(&self) -> f64 {
        self.0.lo_f64()
    }

    /// The least double that is certainly not below the value.
    #[getter]
    fn hi(&self) -> f64 {
        self.0.hi_f64()
    }

    /// The value as a Fraction where it is known and short, else None.
    #[getter]
    fn exact<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.exact().map(|value| fraction(py, value)).transpose()
    }

    /// Both ends as Fractions, exactly.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let end = |end: Dyadic| match end.to_rational() {
            Some(value) => fraction(py, &value),
            None => Err(PyOverflowError::new_err(
                "a number so large or small is not written out as a fraction; use bounds()",
            )),
        };
        Ok((end(self.0.lo())?, end(self.0.hi())?))
    }

    /// How many leading bits are certain; of an exact value all, which is None.
    #[getter]
    fn certain_bits(&self) -> Option<u64> {
        Some(self.0.certain_bits()).filter(|&bits| bits != u64::MAX)
    }

    /// Certain digits only: `digits` of them, fewer where the ends part earlier, both ends where they
    /// share none.
    #[pyo3(signature = (digits=15))]
    fn digits(&self, digits: usize) -> String {
        shown(&self.0, digits)
    }

    /// Two decimals, rounded outward: the value lies between them.
    #[pyo3(signature = (digits=17))]
    fn bounds(&self, digits: usize) -> (String, String) {
        self.0.decimal_bounds(digits.max(1))
    }

    /// log10, for plots of what no float can hold.
    fn log10(&self) -> PyResult<Certified> {
        self.0.log10().map(Certified).ok_or_else(no_logarithm)
    }

    /// The natural logarithm.
    fn ln(&self) -> PyResult<Certified> {
        self.0.ln().map(Certified).ok_or_else(no_logarithm)
    }

    /// e to the power of the value.
    fn exp(&self) -> Certified {
        Certified(self.0.exp())
    }

    /// Whether the two share a number: two ways to one value must.
    fn overlaps(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.overlaps(&numbers::enclosure(other)?))
    }

    /// Whether a number lies between the ends.
    fn contains(&self, number: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.contains(&numbers::rational(number)?))
    }

    /// The value as a Fraction, where it is known exactly.
    fn to_fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let error = || undecided(py, "the exact value is not known; use ends for two Fractions");
        self.exact(py)?.ok_or_else(error)
    }

    /// Certain digits as a Decimal.
    #[pyo3(signature = (digits=28))]
    fn to_decimal<'py>(&self, py: Python<'py>, digits: usize) -> PyResult<Bound<'py, PyAny>> {
        let error =
            || undecided(py, "so many digits are not certain; ask for fewer, or for bounds()");
        let digits = self.0.digits(digits.max(1)).ok_or_else(error)?;
        py.import("decimal")?.getattr("Decimal")?.call1((digits,))
    }

    /// An interval of mpmath (``iv.mpf``), at its own precision.
    fn to_mpmath<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (lo, hi) = self.0.decimal_bounds(60);
        py.import("mpmath")?.getattr("iv")?.call_method1("mpf", ([lo, hi],))
    }

    /// A ball of python-flint (``arb``), at its own precision.
    fn to_flint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (lo, hi) = self.0.decimal_bounds(60);
        let arb = py.import("flint")?.getattr("arb")?;
        arb.call1((lo,))?.call_method1("union", (arb.call1((hi,))?,))
    }

    fn __float__(&self) -> f64 {
        self.0.nearest_f64()
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match (self.0.is_zero(), self.0.contains(&Rational::zero())) {
            (true, _) => Ok(false),
            (_, false) => Ok(true),
            _ => Err(undecided(py, "whether the number is 0 is not certain")),
        }
    }

    fn __str__(&self) -> String {
        shown(&self.0, 15)
    }

    fn __repr__(&self) -> String {
        format!("Certified({})", shown(&self.0, 15))
    }

    fn __format__(&self, spec: &str) -> PyResult<String> {
        let digits = match spec.strip_prefix('.') {
            None if spec.is_empty() => Some(15),
            Some(digits) => digits.parse().ok().filter(|&digits| digits > 0),
            None => None,
        };
        match digits {
            Some(digits) => Ok(shown(&self.0, digits)),
            None => Err(PyValueError::new_err(format!(
                "a certified number is formatted as .7, in digits, got {spec:?}; write float(x) for more"
            ))),
        }
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
        let answer = match other.cast::<Certified>() {
            Ok(other) => self.compared(&other.get().0, op),
            Err(_) => {
                let bound = match numbers::rational(other) {
                    Ok(bound) => bound,
                    Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) => {
                        return Ok(py.NotImplemented());
                    }
                    Err(error) => return Err(error),
                };
                self.held_against(&bound, op)
            }
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

    fn __neg__(&self) -> Certified {
        Certified(-&self.0)
    }

    fn __pos__(&self) -> Certified {
        self.clone()
    }

    fn __abs__(&self) -> Certified {
        Certified(self.0.max(&-&self.0))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        Ok(Certified(&self.0 + &numbers::enclosure(other)?))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        Ok(Certified(&self.0 - &numbers::enclosure(other)?))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        Ok(Certified(&numbers::enclosure(other)? - &self.0))
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        Ok(Certified(&self.0 * &numbers::enclosure(other)?))
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        self.__mul__(other)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let quotient = self.0.checked_div(&numbers::enclosure(other)?);
        quotient.map(Certified).ok_or_else(by_zero)
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let quotient = numbers::enclosure(other)?.checked_div(&self.0);
        quotient.map(Certified).ok_or_else(by_zero)
    }

    fn __pow__(
        &self,
        power: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Certified> {
        if modulo.is_some() {
            return Err(type_error("a certified number has no powers by a modulus"));
        }
        match power.extract::<i64>() {
            Ok(power) => self.0.powi(power).map(Certified).ok_or_else(by_zero),
            Err(_) => {
                let power = self.0.pow(&numbers::enclosure(power)?);
                power.map(Certified).ok_or_else(no_logarithm)
            }
        }
    }

    /// By the two ends, so nothing is lost.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (class, value) = (slf.get_type(), &slf.get().0);
        match value.exact() {
            Some(exact) => Ok((class.into_any(), PyTuple::new(slf.py(), [exact.to_string()])?)),
            None => {
                let ends = [value.lo().to_string(), value.hi().to_string()];
                Ok((class.getattr("_from_ends")?, PyTuple::new(slf.py(), ends)?))
            }
        }
    }

    #[staticmethod]
    fn _from_ends(lo: &str, hi: &str) -> Result<Certified, Raised> {
        Ok(Certified(Enclosure::from_dyadics(lo.parse()?, hi.parse()?)?))
    }
}

impl Certified {
    fn compared(&self, other: &Enclosure, op: CompareOp) -> Option<bool> {
        let order = self.0.compare(other);
        // Ends that touch decide "at most", though not "less".
        let (lo, hi) = (self.0.lo(), self.0.hi());
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
            _ => self.0.compare(&Enclosure::from(bound)).map(|order| order == Ordering::Equal),
        }
    }
}

/// To so many digits; the two ends where they share none.
fn shown(value: &Enclosure, digits: usize) -> String {
    let digits = digits.max(1);
    format!("{value:.digits$}")
}
