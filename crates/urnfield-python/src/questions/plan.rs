//! Plans: the smallest filter, the best hashes, the most items, and what the textbook says.

use crate::certified::Certified;
use crate::errors::Raised;
use crate::numbers;
use crate::patience::patiently;
use crate::questions::design::{Design, rate};
use pyo3::prelude::*;
use urnfield::bloom::{Sizing, Textbook};
use urnfield::{AnyDesign, Rate};
use urnfield_answers::read::{FilterKind, Kinds};
use urnfield_answers::{PlanQuestion, Unanswered, read};

/// A design that was found, and what it keeps.
#[pyclass(module = "urnfield", name = "Plan", frozen)]
pub(crate) struct Plan {
    design: AnyDesign,
    items: u64,
    fpr: urnfield::Enclosure,
    ties: Vec<u64>,
    textbook: bool,
    asked: Option<Rate>,
}

/// Design, items, rate, ties, whether it is the textbook's, and what was asked.
type Found = (Design, u64, Certified, Vec<u64>, bool, Option<String>);

#[pymethods]
impl Plan {
    #[getter]
    fn design(&self) -> Design {
        Design(self.design)
    }

    #[getter]
    fn bits(&self) -> u64 {
        self.design.bits()
    }

    #[getter]
    fn hashes(&self) -> u64 {
        self.design.hashes()
    }

    #[getter]
    fn kind(&self) -> String {
        self.design.kind_name().to_owned()
    }

    #[getter]
    fn items(&self) -> u64 {
        self.items
    }

    /// All numbers of hashes that are equally good.
    #[getter]
    fn ties(&self) -> Vec<u64> {
        self.ties.clone()
    }

    /// The rate with all items in.
    #[getter]
    fn fpr(&self) -> Certified {
        Certified(self.fpr.clone())
    }

    /// Whether the rate that was asked for is kept in the mean over filters; None where none was.
    #[getter]
    fn keeps_promise(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        let Some(asked) = &self.asked else { return Ok(None) };
        let asked = asked.value();
        let kept = [64, 256, 1024].into_iter().find_map(|bits| {
            let fpr = match self.design {
                AnyDesign::Plain(design) => design.holding(self.items).ok()?.precision(bits).fpr(),
                AnyDesign::Blocked(design) => design.holding(self.items).precision(bits).fpr(),
            };
            let fpr = fpr.ok()?;
            let yes = fpr.certainly_le(asked);
            let no = fpr.certainly_gt(asked);
            (yes || no).then_some(yes)
        });
        match kept {
            Some(kept) => Ok(Some(kept)),
            None => {
                Err(crate::errors::undecided(py, "the rate cannot be told from the one asked for"))
            }
        }
    }

    /// By what it is.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Found)> {
        let plan = slf.get();
        let asked = plan.asked.as_ref().map(|asked| asked.value().to_string());
        let design = plan.design();
        let fpr = plan.fpr();
        let found = (design, plan.items, fpr, plan.ties.clone(), plan.textbook, asked);
        Ok((slf.get_type().getattr("_found")?, found))
    }

    #[staticmethod]
    fn _found(
        design: &Bound<'_, Design>,
        items: u64,
        fpr: &Bound<'_, Certified>,
        ties: Vec<u64>,
        textbook: bool,
        asked: Option<String>,
    ) -> PyResult<Plan> {
        let asked = asked.as_deref().map(read::rate).transpose().map_err(Raised::from)?;
        let design = design.get().0;
        let fpr = fpr.get().0.clone();
        Ok(Plan { design, items, fpr, ties, textbook, asked })
    }

    fn __repr__(&self) -> String {
        let name = if self.textbook { "textbook" } else { "plan" };
        let (bits, hashes, items) = (self.bits(), self.hashes(), self.items);
        let (kind, fpr) = (self.kind(), &self.fpr);
        format!("<{name}: {bits} bits, {hashes} hashes, {kind}, {items} items, rate {fpr:.7}>")
    }
}

/// Two of items, rate and bits give the third: the smallest filter, the best hashes, the most
/// items.
///
/// The mean rate over filters is kept; with `confidence`, the filter's own rate is, with that
/// probability. ``Filter.for_items`` asks with 0.999999.
///
/// >>> import urnfield as urn
/// >>> p = urn.plan(items=1_000_000, fpr="1%")
/// >>> p.bits, p.hashes, p.fpr
/// (9592957, 7, Certified(0.00999999770185019))
#[pyfunction]
#[pyo3(signature = (*, items=None, fpr=None, bits=None, kind="standard", hashes=None, max_hashes=None, confidence=None))]
#[allow(clippy::too_many_arguments)] // They are keywords.
pub(crate) fn plan(
    py: Python<'_>,
    items: Option<&Bound<'_, PyAny>>,
    fpr: Option<&Bound<'_, PyAny>>,
    bits: Option<&Bound<'_, PyAny>>,
    kind: &str,
    hashes: Option<&Bound<'_, PyAny>>,
    max_hashes: Option<&Bound<'_, PyAny>>,
    confidence: Option<&Bound<'_, PyAny>>,
) -> PyResult<Plan> {
    let kind = numbers::kind(kind)?;
    let count = |given: Option<&Bound<'_, PyAny>>| given.map(numbers::count).transpose();
    let items = count(items)?;
    let bits = count(bits)?;
    let asked = fpr.map(numbers::rate).transpose()?;
    let hashes = count(hashes)?;
    let max_hashes = count(max_hashes)?;
    let confidence = confidence.map(numbers::rate).transpose()?;
    if [items.is_some(), asked.is_some(), bits.is_some()].iter().filter(|&&known| known).count()
        != 2
    {
        return Err(Raised::from(TWO).into());
    }
    let question = PlanQuestion {
        items,
        fpr: asked.clone(),
        bits,
        hashes,
        max_hashes,
        kind: Some(Kinds::Only(kind)),
        confidence: confidence.clone(),
        no_per_filter: true,
    };
    let found = patiently(py, move || -> Result<_, Unanswered> {
        let plain = match question.kind {
            Some(Kinds::Only(FilterKind::Plain(kind))) => kind,
            _ => {
                let (design, items) = question.design(kind)?;
                return Ok((design, items, rate(design, items)?, vec![design.hashes()]));
            }
        };
        let sizing = match (items, &question.fpr, bits) {
            (Some(items), Some(fpr), _) => Sizing::of_items(plain, items, fpr),
            (Some(items), None, Some(bits)) => Sizing::of_bits_and_items(plain, bits, items),
            (None, Some(fpr), Some(bits)) => Sizing::of_bits(plain, bits, fpr),
            _ => return Err(TWO.into()),
        };
        let sizing = hashes.into_iter().fold(sizing, Sizing::exactly_hashes);
        let sizing = max_hashes.into_iter().fold(sizing, Sizing::at_most_hashes);
        let sizing = confidence.iter().fold(sizing, Sizing::with_confidence);
        let urnfield::Plan { design, items, fpr, ties, .. } = urnfield::Plan::find(&sizing)?;
        Ok((design.into(), items, fpr, ties))
    })?;
    let (design, items, fpr, ties) = found.map_err(Raised::from)?;
    Ok(Plan { design, items, fpr, ties, textbook: false, asked })
}

const TWO: &str = "a plan needs two of items, fpr and bits; give exactly two";

/// What every calculator says, with the rate it really has.
///
/// >>> import urnfield as urn
/// >>> urn.textbook(items=1_000_000, fpr="1%").keeps_promise
/// False
#[pyfunction]
#[pyo3(signature = (*, items=None, fpr=None, bits=None))]
pub(crate) fn textbook(
    py: Python<'_>,
    items: Option<&Bound<'_, PyAny>>,
    fpr: Option<&Bound<'_, PyAny>>,
    bits: Option<&Bound<'_, PyAny>>,
) -> PyResult<Plan> {
    let count = |given: Option<&Bound<'_, PyAny>>| given.map(numbers::count).transpose();
    let items = count(items)?;
    let bits = count(bits)?;
    let asked = fpr.map(numbers::rate).transpose()?;
    let found = match (items, &asked, bits) {
        (Some(items), Some(fpr), None) => Textbook::sizing(items, fpr),
        (Some(items), None, Some(bits)) => Textbook::tuning(bits, items),
        (None, Some(fpr), Some(bits)) => Textbook::capacity(bits, fpr),
        _ => return Err(Raised::from(TWO).into()),
    };
    let found = found.map_err(Raised::from)?;
    let (items, ties) = (found.items, vec![found.hashes]);
    let design = urnfield::Design::new(urnfield::Kind::Standard, found.bits, found.hashes);
    let design = design.map_err(Raised::from)?;
    let design = AnyDesign::from(design);
    let fpr = patiently(py, move || rate(design, items))?;
    let fpr = fpr.map_err(Raised::from)?;
    Ok(Plan { design, items, fpr, ties, textbook: true, asked })
}
