//! `ParquetFilter`: the filters of Parquet's column chunks, byte for byte.

use crate::arrow::Value;
use crate::arrow::mask::Mask;
use crate::certified::Certified;
use crate::errors::Raised;
use crate::filter::with_buffer;
use crate::keys::flow::{Purpose, Way};
use crate::keys::key::{Key, Look};
use crate::keys::object::{missing_alone, with_key_or_none};
use crate::keys::sources::all_keys;
use crate::numbers;
use crate::patience::patiently;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{PoisonError, RwLock};
use urnfield::bloom::blocked::{BlockCounts, BlockSizing};
use urnfield::filter::ParquetFilter as Bits;
use urnfield::{Error, Rate};

/// A split-block filter as Parquet writes it.
///
/// An integer is hashed by its plain encoding, so its width counts: a column of 32-bit integers has
/// four bytes a value and a Python int has eight.
///
/// >>> import urnfield as urn
/// >>> f = urn.ParquetFilter.for_items(1_000, "1%")
/// >>> f.add("urn"), "urn" in f, "krater" in f
/// (True, True, False)
#[pyclass(module = "urnfield", name = "ParquetFilter", frozen)]
pub(crate) struct ParquetFilter(RwLock<Bits>);

fn hash(key: Key<'_>) -> u64 {
    match key {
        Key::One(Value::Bytes(bytes)) => Bits::hash(bytes),
        // Parquet has integers of 32 and of 64 bits; smaller ones are widened.
        Key::One(Value::Word { value, bytes: 8, .. }) => Bits::hash(value.to_le_bytes()),
        Key::One(Value::Word { value, .. }) => Bits::hash((value as u32).to_le_bytes()),
        Key::Tuple(_) => unreachable!("a tuple is refused, as Parquet has one column in a filter"),
    }
}

/// The hash of one value. A float has bytes of its own in Parquet, so it is not read as an integer.
fn hash_of(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let look = Look { no_floats: true, no_tuples: true, row: None };
    with_key_or_none(value, look, hash)?.ok_or_else(|| missing_alone(value))
}

/// The way of values into a filter of Parquet's.
fn of_one_column(purpose: Purpose) -> Way {
    Way { floats: false, tuples: false, ..Way::alone(purpose) }
}

impl ParquetFilter {
    fn of(bits: Bits) -> ParquetFilter {
        ParquetFilter(RwLock::new(bits))
    }

    /// A look at the bits, without the GIL.
    fn look<T: Send>(&self, py: Python<'_>, see: impl FnOnce(&Bits) -> T + Send) -> T {
        py.detach(|| see(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }

    fn change<T: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Bits) -> T + Send) -> T {
        py.detach(|| change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl ParquetFilter {
    /// So many blocks of 32 bytes; a power of two, as most readers want it, unless
    /// ``exactly=True``.
    #[new]
    #[pyo3(signature = (blocks, *, exactly=false))]
    fn new(blocks: &Bound<'_, PyAny>, exactly: bool) -> PyResult<ParquetFilter> {
        let blocks = numbers::count(blocks)?;
        let made = if exactly { Bits::exactly(blocks) } else { Bits::new(blocks) };
        Ok(ParquetFilter::of(made.map_err(Raised::from)?))
    }

    /// The smallest power of two of blocks whose mean rate with so many items is at most this.
    #[staticmethod]
    fn for_items(
        py: Python<'_>,
        items: &Bound<'_, PyAny>,
        fpr: &Bound<'_, PyAny>,
    ) -> PyResult<ParquetFilter> {
        let items: u64 = numbers::count(items)?;
        let fpr: Rate = numbers::rate(fpr)?;
        let made = patiently(py, move || -> Result<Bits, Error> {
            let plan = BlockSizing::parquet().smallest_power_of_two(items, &fpr)?;
            Bits::new(plan.design.blocks())
        })?;
        Ok(ParquetFilter::of(made.map_err(Raised::from)?))
    }

    /// Adds a value; True if it certainly was not in before.
    fn add(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let hash = hash_of(value)?;
        Ok(self.change(py, |bits| bits.insert_hash(hash)))
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let hash = hash_of(value)?;
        Ok(self.look(value.py(), |bits| bits.contains_hash(hash)))
    }

    /// Adds many values; how many rows were offered.
    #[pyo3(signature = (keys, column=None))]
    fn update(&self, keys: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<u64> {
        let work = |hashes: &[u64]| {
            let mut bits = self.0.write().unwrap_or_else(PoisonError::into_inner);
            hashes.iter().for_each(|hash| {
                bits.insert_hash(*hash);
            });
            Vec::new()
        };
        Ok(all_keys(keys, &column.into(), &of_one_column(Purpose::Fill), hash, work)?.0)
    }

    /// For each of many values, whether it may be in the filter.
    #[pyo3(signature = (keys, column=None))]
    fn contains_many(&self, keys: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Mask> {
        let work = |hashes: &[u64]| {
            let bits = self.0.read().unwrap_or_else(PoisonError::into_inner);
            let mut words = vec![0u64; hashes.len().div_ceil(64)];
            for (i, hash) in hashes.iter().enumerate() {
                words[i / 64] |= u64::from(bits.contains_hash(*hash)) << (i % 64);
            }
            words
        };
        Ok(all_keys(keys, &column.into(), &of_one_column(Purpose::Ask), hash, work)?.1)
    }

    fn __ior__(&self, py: Python<'_>, other: &Bound<'_, ParquetFilter>) -> PyResult<()> {
        let other = other.get().look(py, Bits::clone);
        self.change(py, |bits| bits.union_with(&other)).map_err(|error| Raised::from(error).into())
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, ParquetFilter>) -> PyResult<ParquetFilter> {
        let both = ParquetFilter::of(self.look(py, Bits::clone));
        both.__ior__(py, other)?;
        Ok(both)
    }

    /// How many blocks of 256 bits it has.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> u64 {
        self.look(py, |bits| bits.design().blocks())
    }

    /// How many bits are set.
    fn bits_set(&self, py: Python<'_>) -> u64 {
        self.look(py, Bits::bits_set)
    }

    /// The rate of false positives this filter has now, from the bits of each block.
    fn fpr(&self, py: Python<'_>) -> PyResult<Certified> {
        let found = self.look(py, |bits| -> Result<urnfield::Enclosure, Error> {
            let mut counts = BlockCounts::new(bits.design())?;
            for block in bits.ones_by_word() {
                counts.add(1, &block)?;
            }
            counts.fpr()
        });
        Ok(Certified(found.map_err(Raised::from)?))
    }

    /// The filter folded to fewer blocks, which divide its own.
    fn folded_to(&self, py: Python<'_>, blocks: u64) -> PyResult<ParquetFilter> {
        let folded = self.look(py, |bits| bits.folded_to(blocks)).map_err(Raised::from)?;
        Ok(ParquetFilter::of(folded))
    }

    /// Header and bits, as they stand in a Parquet file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.look(py, Bits::to_bytes))
    }

    /// Reads header and bits.
    #[staticmethod]
    fn from_bytes(buffer: &Bound<'_, PyAny>) -> PyResult<ParquetFilter> {
        let read = with_buffer(buffer, Bits::from_bytes)?;
        Ok(ParquetFilter::of(read.map_err(Raised::from)?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<ParquetFilter>() else { return false };
        let other = other.get().look(py, Bits::to_bytes);
        self.look(py, |bits| bits.to_bytes() == other)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("ParquetFilter(blocks={})", self.blocks(py))
    }
}
