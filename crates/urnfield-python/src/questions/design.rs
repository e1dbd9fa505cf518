//! Designs and what they promise: `Design`, `Spread`, `Estimate`.

use crate::certified::Certified;
use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use urnfield::{AnyDesign, Interval, Point, Rate};
use urnfield_answers::{read, usual_confidence};

/// What a filter is: its kind, its bits, and how many positions an item has.
///
/// >>> import urnfield as urn
/// >>> urn.Design(512, 7, "classic").fpr(items=51)
/// Certified(0.00808037380859738)
#[pyclass(module = "urnfield", name = "Design", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Design(pub(crate) AnyDesign);

/// A number of items that fits what was seen, and the interval of all that do.
#[pyclass(module = "urnfield", name = "Estimate", frozen)]
pub(crate) struct Estimate(pub(crate) urnfield::Estimate);

/// How the rates of single filters of one design spread.
#[pyclass(module = "urnfield", name = "Spread", frozen)]
pub(crate) struct Spread {
    spread: urnfield::bloom::Spread,
    design: AnyDesign,
    items: u64,
}

pub(crate) fn usual(given: Option<&Bound<'_, PyAny>>) -> PyResult<Rate> {
    match given {
        Some(given) => numbers::rate(given),
        None => usual_confidence().map_err(|error| Raised::from(error).into()),
    }
}

/// Asks with more and more bits until nearly all of a double are certain.
fn certain(
    ask: impl Fn(u64) -> Result<urnfield::Enclosure, urnfield::Error>,
) -> Result<urnfield::Enclosure, urnfield::Error> {
    let first = ask(64)?;
    if first.certain_bits() < 56 { ask(256).or(Ok(first)) } else { Ok(first) }
}

#[pymethods]
impl Design {
    #[new]
    #[pyo3(signature = (bits, hashes, kind="standard"))]
    fn new(bits: &Bound<'_, PyAny>, hashes: &Bound<'_, PyAny>, kind: &str) -> PyResult<Design> {
        let bits = numbers::count(bits)?;
        let hashes = numbers::count(hashes)?;
        Ok(Design(numbers::design(numbers::kind(kind)?, bits, hashes)?))
    }

    #[getter]
    fn bits(&self) -> u64 {
        self.0.bits()
    }

    #[getter]
    fn hashes(&self) -> u64 {
        self.0.hashes()
    }

    #[getter]
    fn kind(&self) -> String {
        self.0.kind_name().to_owned()
    }

    /// The rate of false positives with so many items, averaged over where their bits may lie.
    fn fpr(&self, py: Python<'_>, items: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let (design, items) = (self.0, numbers::count(items)?);
        let found = patiently(py, move || rate(design, items))?;
        Ok(Certified(found.map_err(Raised::from)?))
    }

    /// The rate of a filter that has so many bits set.
    fn fpr_given(&self, py: Python<'_>, bits_set: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let design = self.plain()?;
        let set = numbers::count(bits_set)?;
        let found = patiently(py, move || certain(|bits| design.fpr_given_to(set, bits)))?;
        Ok(Certified(found.map_err(Raised::from)?))
    }

    /// Bits of cut-down for each bit of the filter.
    fn efficiency(&self, py: Python<'_>, items: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let (design, items) = (self.0, numbers::count(items)?);
        let found = patiently(py, move || match design {
            AnyDesign::Plain(design) => {
                let load = design.holding(items)?;
                certain(|bits| load.precision(bits).efficiency())
            }
            AnyDesign::Blocked(design) => {
                let load = design.holding(items);
                certain(|bits| load.precision(bits).efficiency())
            }
        })?;
        Ok(Certified(found.map_err(Raised::from)?))
    }

    /// How the rates of single filters with so many items spread.
    fn spread(&self, items: &Bound<'_, PyAny>) -> PyResult<Spread> {
        let (design, items) = (self.0, numbers::count(items)?);
        let load = self.plain()?.holding(items).map_err(Raised::from)?;
        Ok(Spread { spread: load.spread().map_err(Raised::from)?, design, items })
    }

    /// How many items have set so many bits.
    #[pyo3(signature = (bits_set, confidence=None))]
    fn estimate_items(
        &self,
        py: Python<'_>,
        bits_set: &Bound<'_, PyAny>,
        confidence: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Estimate> {
        let design = self.plain()?;
        let set = numbers::count(bits_set)?;
        let confidence = usual(confidence)?;
        let found = patiently(py, move || design.estimate_items(set, &confidence))?;
        Ok(Estimate(found.map_err(Raised::from)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u64, u64, String)) {
        let design = slf.get();
        (slf.get_type().into_any(), (design.bits(), design.hashes(), design.kind()))
    }

    fn __repr__(&self) -> String {
        format!("Design(bits={}, hashes={}, kind={:?})", self.bits(), self.hashes(), self.kind())
    }
}

impl Design {
    /// A design whose law needs only how many bits are set.
    fn plain(&self) -> PyResult<urnfield::Design> {
        self.0.plain().ok_or_else(|| {
            let rule = "how many bits are set tells of plain filters only; ask the filter itself";
            Raised::from(urnfield::Error::domain(rule, self.0.to_string())).into()
        })
    }
}

/// The rate of any design with so many items.
pub(crate) fn rate(design: AnyDesign, items: u64) -> Result<urnfield::Enclosure, urnfield::Error> {
    match design {
        AnyDesign::Plain(design) => {
            let load = design.holding(items)?;
            certain(|bits| load.precision(bits).fpr())
        }
        AnyDesign::Blocked(design) => {
            let load = design.holding(items);
            certain(|bits| load.precision(bits).fpr())
        }
    }
}

/// The point, the ends, and the confidence.
type Fitting = (Option<Py<PyAny>>, Option<(u64, Option<u64>)>, String);

#[pymethods]
impl Estimate {
    /// The estimate by the method of moments; infinite where every larger number fits better, None
    /// where nothing can be said.
    #[getter]
    fn point(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        Ok(match &self.0.point {
            Point::Value(value) => Some(Py::new(py, Certified(value.clone()))?.into_any()),
            Point::Infinite => Some(f64::INFINITY.into_pyobject(py)?.into_any().unbind()),
            Point::Undefined => None,
        })
    }

    /// The least number that fits; None where none does.
    #[getter]
    fn lo(&self) -> Option<u64> {
        self.0.interval.ends().map(|(lo, _)| lo)
    }

    /// The greatest number that fits; None where there is none.
    #[getter]
    fn hi(&self) -> Option<u64> {
        self.0.interval.ends().and_then(|(_, hi)| hi)
    }

    /// How surely the interval holds the truth.
    #[getter]
    fn confidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::certified::fraction(py, self.0.confidence.value())
    }

    fn __contains__(&self, items: u64) -> bool {
        self.0.interval.contains(items)
    }

    /// By its point and its ends.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Fitting)> {
        let py = slf.py();
        let estimate = slf.get();
        let confidence = estimate.0.confidence.value().to_string();
        let fitting = (estimate.point(py)?, estimate.0.interval.ends(), confidence);
        Ok((slf.get_type().getattr("_fitting")?, fitting))
    }

    #[staticmethod]
    fn _fitting(
        point: Option<&Bound<'_, PyAny>>,
        ends: Option<(u64, Option<u64>)>,
        confidence: &str,
    ) -> PyResult<Estimate> {
        let point = match point.map(|point| point.cast::<Certified>()) {
            None => Point::Undefined,
            Some(Ok(value)) => Point::Value(value.get().0.clone()),
            Some(Err(_)) => Point::Infinite,
        };
        let interval = match ends {
            None => Interval::Empty,
            Some((lo, None)) => Interval::From { lo },
            Some((lo, Some(hi))) => Interval::Closed { lo, hi },
        };
        let confidence = read::rate(confidence).map_err(Raised::from)?;
        Ok(Estimate(urnfield::Estimate { point, interval, confidence }))
    }

    fn __repr__(&self) -> String {
        let point = match &self.0.point {
            Point::Value(value) => format!("{value:.7}"),
            Point::Infinite => "infinity".into(),
            Point::Undefined => "unknown".into(),
        };
        let interval = match self.0.interval {
            Interval::Closed { lo, hi } => format!("{lo} to {hi}"),
            Interval::From { lo } => format!("{lo} or more"),
            Interval::Empty => "empty".into(),
        };
        format!("Estimate({point}, {interval} at confidence {})", self.0.confidence.value().brief())
    }
}

/// A design, and how many items it holds.
type Holding<'py> = (Bound<'py, Design>, u64);

#[pymethods]
impl Spread {
    /// The least rate that a share `q` of all filters does not exceed.
    fn quantile(&self, py: Python<'_>, q: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let spread = self.spread.clone();
        let q = numbers::rate(q)?;
        Ok(Certified(patiently(py, move || spread.quantile(&q))?.map_err(Raised::from)?))
    }

    /// The rate that half of all filters do not exceed.
    fn median(&self, py: Python<'_>) -> PyResult<Certified> {
        let spread = self.spread.clone();
        Ok(Certified(patiently(py, move || spread.median())?.map_err(Raised::from)?))
    }

    /// The share of filters whose own rate exceeds this.
    fn above(&self, py: Python<'_>, fpr: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let spread = self.spread.clone();
        let fpr = numbers::rate(fpr)?;
        Ok(Certified(patiently(py, move || spread.above(&fpr))?.map_err(Raised::from)?))
    }

    /// The share of filters whose own rate is at most this.
    fn at_most(&self, py: Python<'_>, fpr: &Bound<'_, PyAny>) -> PyResult<Certified> {
        let spread = self.spread.clone();
        let fpr = numbers::rate(fpr)?;
        Ok(Certified(patiently(py, move || spread.at_most(&fpr))?.map_err(Raised::from)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Holding<'py>)> {
        let py = slf.py();
        let spread = slf.get();
        let again = py.get_type::<Design>().getattr("spread")?;
        Ok((again, (Bound::new(py, Design(spread.design))?, spread.items)))
    }

    fn __repr__(&self) -> String {
        format!("<rates of single filters: {}, {} items>", self.design, self.items)
    }
}
