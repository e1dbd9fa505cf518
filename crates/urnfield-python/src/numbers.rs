//! Numbers as Python people write them: whole ones, texts, fractions, decimals, and floats, which
//! mean the decimal they print as.

use crate::certified::Certified;
use crate::errors::{Raised, type_error};
use crate::keys::object::is_missing;
use crate::questions::names::Names;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString, PyTuple};
use urnfield::filter::{Hashing, Key};
use urnfield::{AnyDesign, Committees, Design, Enclosure, Error, Rate, Rational};
use urnfield_answers::read::{FilterKind, Kinds};
use urnfield_answers::{PlanQuestion, read};

/// The number as text that the library's readers read.
pub(crate) fn text(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let refused = |what: &str| {
        let got = number.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        type_error(format!(
            "a number is an int, a str, a Fraction, a Decimal or a float, got {got}{what}"
        ))
    };
    if number.is_instance_of::<PyBool>() {
        return Err(refused(""));
    }
    if number.is_instance_of::<PyString>()
        || number.is_instance_of::<PyFloat>()
        || number.is_instance_of::<PyInt>()
    {
        return Ok(number.str()?.to_string());
    }
    if let Ok(certified) = number.cast::<Certified>() {
        return match certified.get().0.exact() {
            Some(exact) => Ok(exact.to_string()),
            None => Err(refused(" whose exact value is not known; use its lo or hi")),
        };
    }
    if let (Ok(above), Ok(below)) = (number.getattr("numerator"), number.getattr("denominator")) {
        let above = above.str()?.to_string();
        let below = below.str()?.to_string();
        return Ok(if below == "1" { above } else { format!("{above}/{below}") });
    }
    // A scalar of Arrow.
    if let Ok(value) = number.call_method0("as_py")
        && !value.hasattr("as_py")?
    {
        return text(&value);
    }
    if number.hasattr("__float__")? && !number.hasattr("__len__")? {
        return Ok(number.str()?.to_string());
    }
    Err(refused(""))
}

/// A count: an int, `"1e6"`, `"10M"`.
pub(crate) fn count(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    if number.is_instance_of::<PyInt>() && !number.is_instance_of::<PyBool>() {
        return number.extract::<u64>().map_err(|_| {
            let got = number.str().map(|text| text.to_string()).unwrap_or_default();
            Raised::from(Error::domain("a count is a whole number from 0 to 2^64 - 1", got)).into()
        });
    }
    let text = text(number)?;
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    read::count(whole).map_err(|error| Raised::from(error).into())
}

/// Counts: a list of numbers, or a column of whole ones; in sentences they are called `called`.
pub(crate) fn counts(called: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    if let Ok(text) = given.cast::<PyString>() {
        return read::sizes(&text.to_string()).map_err(|error| Raised::from(error).into());
    }
    let missing = |row: usize| {
        let got = format!("a missing value in row {} of {called}; leave it out", row + 1);
        Raised::from(Error::domain("a count is a whole number", got)).into()
    };
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let each = given.try_iter()?.enumerate().map(|(row, one)| {
            let one = one?;
            if one.is_none() || is_missing(&one)? { Err(missing(row)) } else { count(&one) }
        });
        return each.collect();
    }
    let column = Names::read_as("numbers", called, &(given.clone(), None))?;
    let each = column.rows().enumerate().map(|(row, one)| {
        let digits = String::from_utf8_lossy(one.ok_or_else(|| missing(row))?);
        read::count(&digits).map_err(|error| Raised::from(error).into())
    });
    each.collect()
}

/// A seed: any 64-bit word.
pub(crate) fn seed(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    let whole = number.extract::<u64>().ok().filter(|_| !number.is_instance_of::<PyBool>());
    whole.ok_or_else(|| {
        let got = number.repr().map(|text| text.to_string()).unwrap_or_default();
        Raised::from(Error::domain("a seed is a whole number from 0 to 2^64 - 1", got)).into()
    })
}

/// How many of something that fits into memory: threads, digits, bytes.
pub(crate) fn few(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(count(number)?).unwrap_or(usize::MAX))
}

/// A probability: `0.01`, `"1%"`, `"1 in 500"`, `Fraction(1, 500)`.
pub(crate) fn rate(number: &Bound<'_, PyAny>) -> PyResult<Rate> {
    read::rate(&text(number)?).map_err(|error| Raised::from(error).into())
}

/// Any number, exactly.
pub(crate) fn rational(number: &Bound<'_, PyAny>) -> PyResult<Rational> {
    let text = text(number)?;
    let read = text.parse::<Rational>().or_else(|error| match read::rate(&text) {
        Ok(rate) => Ok(rate.value().clone()),
        Err(_) => Err(error),
    });
    read.map_err(|error| Raised::from(error).into())
}

/// A number or something certified, as an enclosure.
pub(crate) fn enclosure(number: &Bound<'_, PyAny>) -> PyResult<Enclosure> {
    if let Ok(certified) = number.cast::<Certified>() {
        return Ok(certified.get().0.clone());
    }
    match rational(number) {
        Ok(exact) => Ok(Enclosure::from(&exact)),
        Err(error) => far(number).ok_or(error),
    }
}

/// A decimal whose exponent is too large for it to be written out as a fraction: our own answers
/// have such numbers.
fn far(number: &Bound<'_, PyAny>) -> Option<Enclosure> {
    let text = text(number).ok()?.to_lowercase();
    let (digits, exponent) = text.split_once('e')?;
    let digits = Enclosure::from(&digits.parse::<Rational>().ok()?);
    let shift = Enclosure::from(&Rational::from(10)).powi(exponent.parse().ok()?)?;
    Some(&digits * &shift)
}

/// Any kind of filter.
pub(crate) fn kind(text: &str) -> PyResult<FilterKind> {
    read::filter_kind(text).map_err(|error| Raised::from(error).into())
}

/// What a filter of a kind is, given its bits and hashes.
pub(crate) fn design(kind: FilterKind, bits: u64, hashes: u64) -> PyResult<AnyDesign> {
    if let FilterKind::Plain(kind) = kind {
        let design = Design::new(kind, bits, hashes).map_err(Raised::from)?;
        return Ok(design.into());
    }
    // Of one item, as of any number: nothing is left to choose.
    let known = PlanQuestion {
        items: Some(1),
        bits: Some(bits),
        hashes: Some(hashes),
        kind: Some(Kinds::Only(kind)),
        ..PlanQuestion::default()
    };
    Ok(known.design(kind).map_err(Raised::from)?.0)
}

/// A seed, or a secret key of sixteen bytes.
pub(crate) fn hashing(seed: u64, key: Option<&Bound<'_, PyAny>>) -> PyResult<Hashing> {
    Ok(match self::key(key)? {
        Some(_) if seed != 0 => {
            let error = Error::domain("a filter has a seed or a key", "both");
            return Err(Raised::from(error).into());
        }
        Some(key) => Hashing::Key(key),
        None => Hashing::Seed(seed),
    })
}

/// A secret key of sixteen bytes. What it is is never shown.
pub(crate) fn key(key: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Key>> {
    let Some(key) = key else { return Ok(None) };
    let bytes = key.extract::<Vec<u8>>().ok().filter(|_| !key.is_instance_of::<PyString>());
    let Some(bytes) = bytes else {
        return Err(type_error("a key is 16 bytes; take them from os.urandom(16)"));
    };
    match <[u8; 16]>::try_from(&bytes[..]) {
        Ok(bytes) => Ok(Some(Key::new(bytes))),
        Err(_) => {
            let error = Error::domain("a key has 16 bytes", format!("{} bytes", bytes.len()));
            Err(Raised::from(error).into())
        }
    }
}

/// Committees: `"3x500+2x80"`, `[500, 500, 80]`, or `[(3, 500), (2, 80)]`.
pub(crate) fn department(given: &Bound<'_, PyAny>) -> PyResult<Vec<Committees>> {
    if let Ok(text) = given.cast::<PyString>() {
        return read::department(&text.to_string()).map_err(|error| Raised::from(error).into());
    }
    let mut committees = Vec::new();
    for one in given.try_iter()? {
        let mut one = one?;
        // A row of an array.
        if one.hasattr("__len__")? && !one.is_instance_of::<PyString>() {
            one =
                PyTuple::new(one.py(), one.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any();
        }
        committees.push(match one.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
            Ok((number, size)) => Committees { count: count(&number)?, size: count(&size)? },
            Err(_) => Committees { count: 1, size: count(&one)? },
        });
    }
    Ok(committees)
}
