//! Many keys at once: every filter of a chain digests them with a seed of its own.

use super::FilterChain;
use crate::arrow::mask::Mask;
use crate::errors::Raised;
use crate::keys::flow::Purpose;
use crate::keys::key_bytes::KeyBytes;
use crate::keys::many::Many;
use pyo3::prelude::*;
use std::sync::PoisonError;

impl FilterChain {
    /// Adds all keys in their order; the rows, and which of them were new.
    fn insert(&self, py: Python<'_>, many: &Many<'_, '_>) -> PyResult<(u64, Mask)> {
        let held = {
            let state = self.read(py);
            state.check_takes_keys(self.name()).map_err(Raised::from)?;
            state.chain(self.name()).map_err(Raised::from)?.key_kinds()
        };
        let done = many.bytes(Purpose::InOrder, |keys: &KeyBytes<'_>| {
            let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
            state.insert(self.name(), keys.kinds(), keys.len(), |i| keys.get(i))
        })?;
        self.warned.of(py, held, many.kinds())?;
        Ok(done)
    }
}

#[pymethods]
impl FilterChain {
    /// Adds many keys that the chain does not have. Returns how many rows were offered.
    ///
    /// `keys` is what `Filter.update` takes: a list, an array of integers, or a column of whatever
    /// gives out Arrow data. A table needs ``column=``, one column or a list of them. A row without
    /// a key (None, NaN, null) adds nothing. With ``column_as="text"`` integers are added as their
    /// digits, as the shell reads them.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn update(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<u64> {
        Ok(self.insert(keys.py(), &Many::of(keys, column, column_as)?)?.0)
    }

    /// Returns for each of many keys whether it may be in the chain.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn contains_many(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<Mask> {
        let py = keys.py();
        let many = Many::of(keys, column, column_as)?;
        let held = self.read(py).chain(self.name()).map_err(Raised::from)?.key_kinds();
        let (_, mask) = many.bytes(Purpose::Ask, |keys: &KeyBytes<'_>| {
            let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
            Ok(state.chain(self.name())?.contains_each(keys.len(), |i| keys.get(i)))
        })?;
        self.warned.of(py, held, many.kinds())?;
        Ok(mask)
    }

    /// Adds many keys, and returns for each whether it went in: it was certainly new.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn new_among(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<Mask> {
        Ok(self.insert(keys.py(), &Many::of(keys, column, column_as)?)?.1)
    }
}
