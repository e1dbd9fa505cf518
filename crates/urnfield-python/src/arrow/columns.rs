//! Which columns of a table have the keys: one, or several that are the parts of each key.

use crate::errors::{Raised, type_error};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use urnfield::Error;

/// The names that ``column=`` has; none where it was left out.
#[derive(Clone, Default)]
pub(crate) struct Columns(Vec<String>);

impl Columns {
    /// Reads a name, or a list of names.
    pub(crate) fn of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Columns> {
        let Some(given) = given else { return Ok(Columns::default()) };
        if given.is_instance_of::<PyString>() {
            return Ok(Columns(vec![given.extract()?]));
        }
        let is_list = given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>();
        let Some(names) = given.extract::<Vec<String>>().ok().filter(|_| is_list) else {
            let got = given.repr()?;
            return Err(type_error(format!(
                "column= is the name of a column, or a list of names for keys of several columns, got {got}"
            )));
        };
        if names.is_empty() {
            let error = Error::domain("a key has at least one column", "column=[]");
            return Err(Raised::from(error).into());
        }
        if let Some(i) = (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
            let got = format!("{:?} twice; name it once", names[i]);
            return Err(
                Raised::from(Error::domain("the parts of a key are different ones", got)).into()
            );
        }
        Ok(Columns(names))
    }

    pub(crate) fn is_named(&self) -> bool {
        !self.0.is_empty()
    }

    /// Refuses names where there is one column only.
    pub(crate) fn refuse_without_table(&self) -> PyResult<()> {
        if self.is_named() {
            return Err(type_error(
                "a column is named in a table, got one column; leave column= out",
            ));
        }
        Ok(())
    }

    /// Which of a table's columns are meant.
    pub(crate) fn chosen(&self, names: &[&str]) -> PyResult<Vec<usize>> {
        if self.is_named() {
            return self.0.iter().map(|column| place(names, column)).collect();
        }
        if names.len() == 1 {
            return Ok(vec![0]);
        }
        let listed = listed(names);
        Err(type_error(format!("which column has the keys? add column=, one of {listed}")))
    }
}

impl From<Option<&str>> for Columns {
    fn from(column: Option<&str>) -> Columns {
        Columns(column.map(str::to_owned).into_iter().collect())
    }
}

fn listed(names: &[&str]) -> String {
    names.iter().take(20).copied().collect::<Vec<_>>().join(", ")
}

fn place(names: &[&str], column: &str) -> PyResult<usize> {
    match names.iter().position(|name| *name == column) {
        Some(i) if names[i + 1..].contains(&column) => Err(PyKeyError::new_err(format!(
            "a table has one column of a name, got several of {column:?}; rename them"
        ))),
        Some(i) => Ok(i),
        None => {
            let listed = listed(names);
            Err(PyKeyError::new_err(format!("a table has the columns {listed}, got {column:?}")))
        }
    }
}
