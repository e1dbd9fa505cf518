//! `Occupancy`: how many urns are occupied, certified.

use crate::certified::{Certified, fraction};
use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urnfield::{Committees, Enclosure, Error, Model, Rate, Rational};
use urnfield_answers::typed::{FromTyped, Typed};
use urnfield_answers::{
    About, Balls, Form, Intersection, Question, SampleOptions, Statement, Union,
};

/// How many of the urns are occupied by balls, or by committees, or how many members random lists
/// share.
///
/// Tails include the number that is named: ``at_least(15)`` counts 15.
///
/// >>> import urnfield as urn
/// >>> law = urn.Occupancy.lists(20_000, [300, 500])
/// >>> law.at_least(15), law.mean()
/// (Certified(0.00884426850232889), Certified(7.50000000000000))
#[pyclass(module = "urnfield", name = "Occupancy", frozen)]
pub(crate) struct Occupancy {
    law: urnfield::Occupancy,
    precision: u64,
}

/// A law's name, its parameters and its precision.
type Again<'py> = (String, Bound<'py, PyTuple>, u64);

/// Bits that make a double certain in nearly every case.
const DOUBLE: u64 = 64;

/// Bits for many values at once: a few more than a double has.
const WINDOW: u64 = 57;

/// The double, or that of the logarithm, to which both ends round.
fn rounded(p: &Enclosure, log: bool) -> Option<f64> {
    if p.is_zero() {
        return Some(if log { f64::NEG_INFINITY } else { 0.0 });
    }
    let p = if log { p.ln()? } else { p.clone() };
    let end = |end: urnfield_num::Dyadic| Enclosure::from_dyadics(end.clone(), end);
    let lo = end(p.lo()).ok()?.nearest_f64();
    let hi = end(p.hi()).ok()?.nearest_f64();
    // Zeros of both signs are one number.
    (lo == hi).then_some(lo + 0.0)
}

/// Asks with more and more bits until the double is certain. A value that is still between two
/// doubles then cannot be told from the middle between them, and either double is nearest.
fn nearest(ask: impl Fn(u64) -> Result<Enclosure, Error>, log: bool) -> Result<f64, Error> {
    let mut last = ask(DOUBLE)?;
    for bits in [128, 512] {
        if let Some(near) = rounded(&last, log) {
            return Ok(near);
        }
        match ask(bits) {
            Ok(finer) => last = finer,
            // More bits may cost too much; what is known already is still true.
            Err(_) => break,
        }
    }
    match (rounded(&last, log), log) {
        (Some(near), _) => Ok(near),
        (None, false) => Ok(last.nearest_f64()),
        (None, true) => Ok(last.ln().map_or(f64::NEG_INFINITY, |log| log.nearest_f64())),
    }
}

impl Occupancy {
    fn of(law: Result<urnfield::Occupancy, Error>) -> PyResult<Occupancy> {
        let law = law.map_err(Raised::from)?;
        Ok(Occupancy { law: law.precision(DOUBLE), precision: DOUBLE })
    }

    fn ask(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&urnfield::Occupancy) -> Result<Enclosure, Error> + Send + 'static,
    ) -> PyResult<Certified> {
        Ok(Certified(self.find(py, question)?))
    }

    fn find<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&urnfield::Occupancy) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let law = self.law.clone();
        patiently(py, move || question(&law))?.map_err(|error| Raised::from(error).into())
    }
}

#[pymethods]
impl Occupancy {
    /// Balls fall into urns independently; X urns get at least one.
    #[staticmethod]
    fn balls(urns: &Bound<'_, PyAny>, balls: &Bound<'_, PyAny>) -> PyResult<Occupancy> {
        Occupancy::of(urnfield::Occupancy::balls(numbers::count(urns)?, numbers::count(balls)?))
    }

    /// X urns are in at least one of some committees: ``"3x500+2x80"``, or a list of sizes.
    #[staticmethod]
    fn union(urns: &Bound<'_, PyAny>, committees: &Bound<'_, PyAny>) -> PyResult<Occupancy> {
        let committees = numbers::department(committees)?;
        Occupancy::of(urnfield::Occupancy::union(numbers::count(urns)?, &committees))
    }

    /// X urns are in at least one committee of every department.
    #[staticmethod]
    fn intersection(
        urns: &Bound<'_, PyAny>,
        departments: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Occupancy> {
        let each: Vec<Vec<Committees>> =
            departments.iter().map(numbers::department).collect::<PyResult<_>>()?;
        let each: Vec<&[Committees]> = each.iter().map(Vec::as_slice).collect();
        Occupancy::of(urnfield::Occupancy::intersection(numbers::count(urns)?, &each))
    }

    /// X members are shared by random lists of these sizes.
    #[staticmethod]
    fn lists(urns: &Bound<'_, PyAny>, sizes: &Bound<'_, PyAny>) -> PyResult<Occupancy> {
        let sizes = numbers::counts("sizes", sizes)?;
        Occupancy::of(urnfield::Occupancy::lists(numbers::count(urns)?, &sizes))
    }

    /// Returns this law with answers of at least so many certain bits.
    fn precision(&self, #[pyo3(from_py_with = numbers::count)] bits: u64) -> Occupancy {
        Occupancy { law: self.law.clone().precision(bits), precision: bits }
    }

    /// How many urns there are.
    #[getter]
    fn urns(&self) -> u64 {
        self.law.urns()
    }

    /// The least and the greatest value that X can have.
    fn support(&self) -> (u64, u64) {
        self.law.support()
    }

    /// P(X = i).
    fn pmf(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] i: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.pmf(i))
    }

    /// The nearest double to a probability or, with `log`, to its natural logarithm: of ``pmf`` P(X
    /// = k), of ``cdf`` P(X <= k), of ``sf`` P(X > k).
    fn _nearest(&self, py: Python<'_>, what: &str, k: u64, log: bool) -> PyResult<f64> {
        type Asked = fn(&urnfield::Occupancy, u64) -> Result<Enclosure, Error>;
        let asked: Asked = match what {
            "pmf" => urnfield::Occupancy::pmf,
            "cdf" => urnfield::Occupancy::at_most,
            _ => |law, k| match k.checked_add(1) {
                Some(next) => law.at_least(next),
                None => Ok(Enclosure::zero()),
            },
        };
        self.find(py, move |law| nearest(|bits| asked(&law.clone().precision(bits), k), log))
    }

    /// The nearest doubles of P(X = i) for every i from low to high, or of their logarithms.
    fn _nearest_window(
        &self,
        py: Python<'_>,
        low: u64,
        high: u64,
        log: bool,
    ) -> PyResult<Vec<f64>> {
        self.find(py, move |law| {
            let window = law.clone().precision(WINDOW).pmf_window(low, high)?;
            let near = |(i, p): (u64, Enclosure)| match rounded(&p, log) {
                Some(near) => Ok(near),
                None => nearest(|bits| law.clone().precision(bits).pmf(i), log),
            };
            window.into_iter().map(near).collect()
        })
    }

    /// P(X = i) as a Fraction, for small laws.
    fn pmf_exact<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::count)] i: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.find(py, move |law| law.pmf_exact(i))?)
    }

    /// P(X = i) for every i from low to high, at once: pairs of i and its probability.
    fn pmf_window(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] low: u64,
        #[pyo3(from_py_with = numbers::count)] high: u64,
    ) -> PyResult<Vec<(u64, Certified)>> {
        let window = self.find(py, move |law| law.pmf_window(low, high))?;
        Ok(window.into_iter().map(|(i, p)| (i, Certified(p))).collect())
    }

    /// Every i with P(X = i) of at least `threshold`.
    fn pmf_above(
        &self,
        py: Python<'_>,
        threshold: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(u64, Certified)>> {
        let threshold = numbers::rational(threshold)?;
        let found = self.find(py, move |law| law.pmf_above(&threshold))?;
        Ok(found.into_iter().map(|(i, p)| (i, Certified(p))).collect())
    }

    /// P(X >= i), i included.
    fn at_least(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] i: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.at_least(i))
    }

    /// P(X <= i), i included.
    fn at_most(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] i: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.at_most(i))
    }

    /// The least i with P(X <= i) >= p.
    fn quantile(&self, py: Python<'_>, p: &Bound<'_, PyAny>) -> PyResult<u64> {
        let p = numbers::rate(p)?;
        self.find(py, move |law| law.quantile(&p))
    }

    /// The least i with P(X >= i) <= level: from there on an overlap is significant. None where
    /// none is.
    fn critical(&self, py: Python<'_>, level: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let level = numbers::rate(level)?;
        self.find(py, move |law| law.critical(&level))
    }

    /// The most probable values.
    fn mode(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.find(py, |law| law.mode())
    }

    fn mean(&self, py: Python<'_>) -> PyResult<Certified> {
        self.ask(py, |law| law.mean())
    }

    fn variance(&self, py: Python<'_>) -> PyResult<Certified> {
        self.ask(py, |law| law.variance())
    }

    fn skewness(&self, py: Python<'_>) -> PyResult<Certified> {
        self.ask(py, |law| law.skewness())
    }

    /// The fourth standardised moment, less 3.
    fn excess_kurtosis(&self, py: Python<'_>) -> PyResult<Certified> {
        self.ask(py, |law| law.excess_kurtosis())
    }

    /// E X^r.
    fn raw_moment(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] r: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.raw_moment(r))
    }

    /// E X(X-1)…(X-r+1).
    fn factorial_moment(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] r: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.factorial_moment(r))
    }

    /// E C(X, r).
    fn binomial_moment(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] r: u64,
    ) -> PyResult<Certified> {
        self.ask(py, move |law| law.binomial_moment(r))
    }

    /// E z^X.
    fn pgf(&self, py: Python<'_>, z: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let z: Rational = numbers::rational(z)?;
        self.ask(py, move |law| law.pgf(&z))
    }

    /// The chance that two balls share an urn; of balls only.
    fn collision(&self, py: Python<'_>) -> PyResult<Certified> {
        self.ask(py, |law| law.collision())
    }

    /// The fewest balls of which two share an urn with this probability.
    #[staticmethod]
    fn balls_to_collide(
        py: Python<'_>,
        urns: &Bound<'_, PyAny>,
        probability: &Bound<'_, PyAny>,
    ) -> PyResult<u64> {
        let urns: u64 = numbers::count(urns)?;
        let probability: Rate = numbers::rate(probability)?;
        let found =
            patiently(py, move || urnfield::Occupancy::balls_to_collide(urns, &probability))?;
        found.map_err(|error| Raised::from(error).into())
    }

    /// So many draws of X, by xoshiro256++ from this seed: the numbers of ``urnfield sample``.
    #[pyo3(signature = (count, seed=0))]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::count)] count: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Vec<u64>> {
        let statement = self.statement()?;
        let typed =
            Typed(vec![("count".into(), count.to_string()), ("seed".into(), seed.to_string())]);
        let options = SampleOptions::from_typed("sample", &typed).map_err(Raised::from)?;
        let question = About { statement, options };
        let drawn = patiently(py, move || question.answer(Form::Json(15)))?;
        Ok(drawn.map_err(Raised::from)?.drawn.map(|drawn| drawn.values).unwrap_or_default())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Again<'py>)> {
        let py = slf.py();
        let this = slf.get();
        let urns = this.law.urns();
        let pairs = |all: &[Committees]| all.iter().map(|c| (c.count, c.size)).collect::<Vec<_>>();
        let (name, arguments) = match this.law.model() {
            Model::Balls(balls) => ("balls", (urns, *balls).into_pyobject(py)?),
            Model::Union(committees) => ("union", (urns, pairs(committees)).into_pyobject(py)?),
            Model::Intersection(departments) => {
                let each: Vec<_> = departments.iter().map(|one| pairs(one)).collect();
                ("intersection", (urns, each).into_pyobject(py)?)
            }
            _ => return Err(unknown()),
        };
        let make = slf.get_type().getattr("_again")?;
        Ok((make, (name.into(), arguments, this.precision)))
    }

    #[staticmethod]
    fn _again(name: &str, arguments: &Bound<'_, PyTuple>, precision: u64) -> PyResult<Occupancy> {
        let law = arguments.py().get_type::<Occupancy>().getattr(name)?.call1(arguments)?;
        Ok(law.cast::<Occupancy>()?.get().precision(precision))
    }

    fn __repr__(&self) -> String {
        let (low, high) = self.law.support();
        format!("<occupancy law of {} urns, X from {low} to {high}>", self.law.urns())
    }
}

impl Occupancy {
    fn statement(&self) -> PyResult<Statement> {
        let urns = self.law.urns();
        Ok(match self.law.model() {
            Model::Balls(balls) => Balls { urns, balls: *balls }.into(),
            Model::Union(committees) => Union { urns, department: vec![committees.clone()] }.into(),
            Model::Intersection(departments) => {
                Intersection { urns, department: Some(departments.clone()), sizes: None }.into()
            }
            _ => return Err(unknown()),
        })
    }
}

/// A model that this face has not heard of.
fn unknown() -> PyErr {
    crate::errors::type_error("this law is not known here")
}
