//! `Certified`: an enclosure as a Python number that never pretends.
//!
//! | file | idea |
//! |---|---|
//! | `value` | the class itself |
//! | `arithmetic` | arithmetic and comparison |

mod arithmetic;
mod value;

use crate::certified::arithmetic::no_logarithm;
use crate::errors::{Raised, undecided};
use crate::numbers;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use urnfield::{Enclosure, Rational};
use urnfield_num::Dyadic;

pub(crate) use value::Certified;

/// Fractions with more digits are not written out: reducing one takes Python the square of them.
const LONG: usize = 100_000;

/// A fraction of Python's. Its integers go in hexadecimals, for which Python has no limit.
pub(crate) fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    if value.digits_at_most() > LONG {
        return Err(PyOverflowError::new_err(
            "a number so large or small is not written out as a fraction; use bounds()",
        ));
    }
    let (above, below) = value.parts();
    let sign = if *value < Rational::zero() { "-" } else { "" };
    let whole = |hexadecimals: String| py.get_type::<PyInt>().call1((hexadecimals, 16));
    let parts = (whole(format!("{sign}{above:x}"))?, whole(format!("{below:x}"))?);
    py.import("fractions")?.getattr("Fraction")?.call1(parts)
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

    /// Certain digits only: `digits` of them, fewer where the ends part earlier, both ends where
    /// they share none.
    #[pyo3(signature = (digits=15))]
    fn digits(&self, #[pyo3(from_py_with = numbers::few)] digits: usize) -> String {
        shown(&self.0, digits)
    }

    /// Two decimals, rounded outward: the value lies between them.
    #[pyo3(signature = (digits=17))]
    fn bounds(&self, #[pyo3(from_py_with = numbers::few)] digits: usize) -> (String, String) {
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

    /// Certain digits as a Decimal: so many, or as many of 28 as there are.
    #[pyo3(signature = (digits=None))]
    fn to_decimal<'py>(
        &self,
        py: Python<'py>,
        digits: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = match digits {
            Some(digits) => self.0.digits(digits.max(1)),
            None => (1..=28).rev().find_map(|digits| self.0.digits(digits)),
        };
        let error =
            || undecided(py, "so many digits are not certain; ask for fewer, or for bounds()");
        py.import("decimal")?.getattr("Decimal")?.call1((found.ok_or_else(error)?,))
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

    /// Certain digits, so many: ``.7`` or ``.7g``; before that, how wide and on which side, as for
    /// text.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        let refused = || {
            PyValueError::new_err(format!(
                "a certified number is formatted as .7 or >20.7, in digits, got {spec:?}; write float(x) for more"
            ))
        };
        let (wide, digits) = match spec.rsplit_once('.') {
            Some((wide, digits)) => (wide, digits.strip_suffix('g').unwrap_or(digits).parse()),
            None => (spec, Ok(15)),
        };
        let digits = digits.ok().filter(|&digits| digits > 0).ok_or_else(refused)?;
        let shown = PyString::new(py, &shown(&self.0, digits));
        shown.call_method1("__format__", (wide,)).map_err(|_| refused())
    }

    /// By the two ends, so nothing is lost.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = slf.get_type();
        let value = &slf.get().0;
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

/// To so many digits; the two ends where they share none.
fn shown(value: &Enclosure, digits: usize) -> String {
    let digits = digits.max(1);
    format!("{value:.digits$}")
}
