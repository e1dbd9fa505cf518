//! The library's errors as Python's: `urnfield.Error` and its subclasses, made in `_errors.py`.

use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;
use std::ffi::CString;
use std::io;
use urnfield::Error;
use urnfield_answers::Unanswered;

/// An error on its way to Python: `?` makes an exception of it.
pub(crate) struct Raised(Unanswered);

impl<E: Into<Unanswered>> From<E> for Raised {
    fn from(error: E) -> Raised {
        Raised(error.into())
    }
}

impl From<Raised> for PyErr {
    fn from(Raised(unanswered): Raised) -> PyErr {
        Python::attach(|py| exception(py, unanswered).unwrap_or_else(|error| error))
    }
}

fn module(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let found = MODULE.get_or_try_init(py, || py.import("urnfield._errors").map(Bound::unbind))?;
    Ok(found.bind(py))
}

/// An exception of our own, with its numbers as attributes.
fn exception(py: Python<'_>, unanswered: Unanswered) -> PyResult<PyErr> {
    let error = match unanswered {
        Unanswered::Unclear(sentence) => return named(py, "DomainError", &sentence),
        Unanswered::Library(error) => error,
    };
    let class = match &error {
        Error::Domain { .. } => "DomainError",
        Error::TooCostly { .. } => "TooCostly",
        Error::Precision { .. } => "PrecisionError",
        Error::Unreachable { .. } => "Unreachable",
        Error::Format { .. } | Error::Damaged { .. } => "FormatError",
        Error::Mismatch { .. } => "MismatchError",
        Error::File { source, .. } => match source.kind() {
            io::ErrorKind::NotFound => "MissingFile",
            io::ErrorKind::AlreadyExists => "FileExists",
            io::ErrorKind::PermissionDenied => "ForbiddenFile",
            _ => "FileError",
        },
        _ => "Error",
    };
    let raised = named(py, class, &error.to_string())?;
    let value = raised.value(py);
    match error {
        Error::TooCostly { needs, limit, unit, remedy, .. } => {
            value.setattr("needs", needs)?;
            value.setattr("limit", limit)?;
            value.setattr("unit", unit.to_string())?;
            value.setattr("remedy", remedy)?;
        }
        Error::Precision { bits, remedy, .. } => {
            value.setattr("bits", bits)?;
            value.setattr("remedy", remedy)?;
        }
        Error::Domain { rule, got } | Error::Format { rule, got } => {
            value.setattr("rule", rule)?;
            value.setattr("got", got)?;
        }
        Error::Damaged { what, rule, got } => {
            value.setattr("rule", rule)?;
            value.setattr("got", what.described(&got))?;
        }
        Error::Mismatch { what, ours, theirs } => {
            value.setattr("rule", what.rule())?;
            value.setattr("ours", ours)?;
            value.setattr("theirs", theirs)?;
        }
        Error::File { path, source, .. } => {
            value.setattr("filename", path)?;
            value.setattr("errno", source.raw_os_error())?;
        }
        _ => {}
    }
    Ok(raised)
}

/// An exception by the name of its class; what is the shell's in its sentence becomes Python's.
fn named(py: Python<'_>, class: &str, sentence: &str) -> PyResult<PyErr> {
    let module = module(py)?;
    let sentence = module.getattr("_in_python")?.call1((sentence,))?;
    Ok(PyErr::from_value(module.getattr(class)?.call1((sentence,))?))
}

/// Makes a panic a `urnfield.Error`, wherever it happens: pyo3 catches panics at every entry from
/// Python and then calls the class `PanicException`, which is no `Exception` and ends programs.
/// That class is this module's own, and here it learns to make an error of ours instead of itself.
pub(crate) fn catch_panics(py: Python<'_>) -> PyResult<()> {
    py.get_type::<PanicException>().setattr("__new__", module(py)?.getattr("_panicked")?)
}

/// Data of others that is not what it is said to be.
pub(crate) fn broken(py: Python<'_>, sentence: &str) -> PyErr {
    named(py, "FormatError", sentence).unwrap_or_else(|error| error)
}

/// Issues a warning: a doubt about data.
pub(crate) fn doubt(py: Python<'_>, sentence: &str, stacklevel: i32) -> PyResult<()> {
    let class = module(py)?.getattr("UrnfieldWarning")?;
    PyErr::warn(py, &class, &CString::new(sentence)?, stacklevel)
}

/// A comparison that cannot be decided.
pub(crate) fn undecided(py: Python<'_>, sentence: &str) -> PyErr {
    named(py, "Undecided", sentence).unwrap_or_else(|error| error)
}

/// Something that is no key, or no number.
pub(crate) fn type_error(sentence: impl Into<String>) -> PyErr {
    pyo3::exceptions::PyTypeError::new_err(sentence.into())
}
