//! Options and dates of chains, as Python writes them.

use crate::errors::{Raised, type_error};
use crate::numbers;
use pyo3::prelude::*;
use pyo3::types::PyString;
use urnfield::Error;
use urnfield::chain::{Day, Period};
use urnfield_answers::{WantedChain, read};

type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Reads the options of a chain: items, fpr and kind, keep and every, confidence and mean, seed and
/// key.
pub(super) fn typed(
    (items, fpr, kind): (Given<'_, '_>, Given<'_, '_>, Option<&str>),
    (keep, every): (Given<'_, '_>, Option<&str>),
    (confidence, mean): (Given<'_, '_>, bool),
    (seed, key): (Given<'_, '_>, Given<'_, '_>),
) -> PyResult<WantedChain> {
    let refused = |rule, got: &str| PyErr::from(Raised::from(Error::domain(rule, got)));
    if mean && confidence.is_some() {
        return Err(refused("a chain keeps the mean or its own rate", "mean and confidence"));
    }
    if seed.is_some() && key.is_some() {
        return Err(refused("a chain has a seed or a key", "both"));
    }
    Ok(WantedChain {
        items: items.map(numbers::count).transpose()?,
        fpr: fpr.map(numbers::rate).transpose()?,
        kind: kind.map(read::filter_file_kind).transpose().map_err(Raised::from)?,
        keep: keep.map(numbers::count).transpose()?,
        every: every.map(str::parse::<Period>).transpose().map_err(Raised::from)?,
        seed: seed.map(numbers::seed).transpose()?,
        key: numbers::key(key)?,
        confidence: confidence.map(numbers::rate).transpose()?,
        mean,
    })
}

/// A date: ``datetime.date(2026, 11, 19)`` or ``"2026-11-19"``.
pub(super) fn day(date: Given<'_, '_>) -> PyResult<Option<Day>> {
    let Some(date) = date else { return Ok(None) };
    // A moment is on different dates in different places.
    let is_moment = date.hasattr("hour")?;
    let text = if date.is_instance_of::<PyString>() {
        date.str()?
    } else if date.hasattr("isoformat")? && !is_moment {
        date.call_method0("isoformat")?.str()?
    } else {
        let got = date.get_type().name()?;
        let remedy = if is_moment { "; take its date() in UTC" } else { "" };
        return Err(type_error(format!(
            "a date is a datetime.date or text like 2026-11-19, got {got}{remedy}"
        )));
    };
    let day = text.to_string().parse().map_err(Raised::from)?;
    Ok(Some(day))
}
