//! `Mask`: many answers, a bit each, which Arrow and NumPy read without a loop.

use crate::arrow::boolean;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};

/// An answer for each of many keys: True, False, or None where there was no key.
///
/// ``pyarrow.array(mask)``, ``polars.Series(mask)`` and ``numpy.asarray(mask)`` read it; in NumPy,
/// which has no None, a row without a key is False.
///
/// >>> import urnfield as urn
/// >>> f = urn.Filter.for_items(100, "1%")
/// >>> f.update(["urn", "krater"])
/// 2
/// >>> list(f.contains_many(["urn", None, "oinochoe"]))
/// [True, None, False]
#[pyclass(module = "urnfield", name = "Mask", frozen)]
pub(crate) struct Mask {
    answers: Bits,
    /// Which rows have a key; `None` where all have.
    there: Option<Bits>,
}

/// Bits that grow.
#[derive(Default, Clone)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    #[inline(always)]
    fn push(&mut self, bit: bool) {
        let bit = u64::from(bit) << (self.len % 64);
        match self.words.last_mut() {
            Some(last) if !self.len.is_multiple_of(64) => *last |= bit,
            _ => self.words.push(bit),
        }
        self.len += 1;
    }

    fn extend(&mut self, words: &[u64], len: usize) {
        if self.len.is_multiple_of(64) {
            self.words.extend_from_slice(words);
            self.len += len;
        } else {
            (0..len).for_each(|i| self.push(words[i / 64] >> (i % 64) & 1 == 1));
        }
    }

    /// Ones up to so many bits.
    fn fill(&mut self, len: usize) {
        while self.len < len {
            if self.len.is_multiple_of(64) && self.len + 64 <= len {
                self.words.push(u64::MAX);
                self.len += 64;
            } else {
                self.push(true);
            }
        }
    }

    fn get(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// A mask that is being made, piece by piece.
#[derive(Default)]
pub(crate) struct Growing {
    answers: Bits,
    /// Which rows have a key; empty as long as all have.
    there: Bits,
    has_nulls: bool,
}

impl Growing {
    /// Answers, a bit each, for those of so many rows that have a key; `there` says which, where
    /// not all.
    pub(crate) fn add(&mut self, rows: usize, there: Option<&[bool]>, said: &[u64]) {
        let before = self.answers.len;
        let Some(there) = there else {
            self.answers.extend(said, rows);
            if self.has_nulls {
                self.there.fill(before + rows);
            }
            return;
        };
        self.have_nulls();
        let mut next = 0;
        for &is_there in there {
            self.there.push(is_there);
            self.answers.push(is_there && said[next / 64] >> (next % 64) & 1 == 1);
            next += usize::from(is_there);
        }
    }

    /// Writes down which rows have a key, from now on and for all before.
    fn have_nulls(&mut self) {
        self.has_nulls = true;
        self.there.fill(self.answers.len);
    }

    /// The memory that so many answers take.
    pub(crate) fn bytes(rows: usize) -> u128 {
        2 * 8 * (rows as u128).div_ceil(64)
    }

    /// Has room for so many more, if there is memory for them.
    pub(crate) fn reserve(&mut self, rows: usize) -> bool {
        let words = self.answers.len.saturating_add(rows) / 64 + 1;
        let mut all = [&mut self.answers.words, &mut self.there.words].into_iter();
        all.all(|bits| bits.try_reserve(words - bits.len().min(words)).is_ok())
    }

    /// One more answer; of a row without a key, none.
    #[inline(always)]
    pub(crate) fn push(&mut self, said: Option<bool>) {
        if !self.has_nulls && said.is_none() {
            self.have_nulls();
        }
        if self.has_nulls {
            self.there.push(said.is_some());
        }
        self.answers.push(said == Some(true));
    }

    pub(crate) fn done(self) -> Mask {
        Mask { answers: self.answers, there: self.has_nulls.then_some(self.there) }
    }
}

impl Mask {
    /// Which rows had a key.
    pub(crate) fn there(&self) -> Vec<bool> {
        (0..self.answers.len).map(|i| self.at(i).is_some()).collect()
    }
}

/// How many answers, their words, and those of the rows that have a key.
type Packed = (usize, Vec<u64>, Option<Vec<u64>>);

#[pymethods]
impl Mask {
    fn __len__(&self) -> usize {
        self.answers.len
    }

    /// How many answers are True.
    fn count(&self) -> u64 {
        self.answers.count()
    }

    /// How many rows had no key.
    #[getter]
    fn null_count(&self) -> u64 {
        self.there.as_ref().map_or(0, |there| there.len as u64 - there.count())
    }

    fn __getitem__(&self, index: isize) -> PyResult<Option<bool>> {
        let len = self.answers.len;
        let at = if index < 0 { index + len as isize } else { index };
        match usize::try_from(at) {
            Ok(at) if at < len => Ok(self.at(at)),
            _ => {
                Err(PyIndexError::new_err(format!("a mask of {len} answers has no number {index}")))
            }
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    /// The answers as a list of True, False and None.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.answers.len).map(|i| self.at(i)).collect::<Vec<_>>())
    }

    fn __invert__(&self) -> Mask {
        let there = self.there.clone().unwrap_or_else(|| {
            let mut all = Bits::default();
            all.fill(self.answers.len);
            all
        });
        let words =
            self.answers.words.iter().zip(&there.words).map(|(answers, there)| !answers & there);
        let answers = Bits { words: words.collect(), len: self.answers.len };
        Mask { answers, there: self.there.clone() }
    }

    fn __repr__(&self) -> String {
        let nulls = match self.null_count() {
            0 => String::new(),
            nulls => format!(", {nulls} without a key"),
        };
        format!("Mask({} answers, {} of them True{nulls})", self.answers.len, self.count())
    }

    /// By its bits.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Packed)> {
        let mask = slf.get();
        let there = mask.there.as_ref().map(|there| there.words.clone());
        let packed = (mask.answers.len, mask.answers.words.clone(), there);
        Ok((slf.get_type().getattr("_from_words")?, packed))
    }

    #[staticmethod]
    fn _from_words(len: usize, words: Vec<u64>, there: Option<Vec<u64>>) -> PyResult<Mask> {
        let bits = |words: Vec<u64>| {
            let spare =
                words.last().map_or(0, |last| last.checked_shr(len as u32 % 64).unwrap_or(0));
            let fits = words.len() == len.div_ceil(64) && (len.is_multiple_of(64) || spare == 0);
            fits.then_some(Bits { words, len }).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a mask of {len} answers has as many bits, and no more"
                ))
            })
        };
        Ok(Mask { answers: bits(words)?, there: there.map(bits).transpose()? })
    }

    /// Arrow's own interface: a boolean array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A producer may give what it has where another type is wished for.
        let _ = requested_schema;
        let there = self.there.as_ref().map(|there| there.words.clone());
        boolean(py, self.answers.len, self.answers.words.clone(), there)
    }

    /// A NumPy array of bools; a row without a key is False.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The bits are spread in any case.
        let _ = copy;
        let numpy = py.import("numpy")?;
        let bytes: Vec<u8> =
            self.answers.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), "uint8"))?;
        let options = PyDict::new(py);
        options.set_item("count", self.answers.len)?;
        options.set_item("bitorder", "little")?;
        let spread = numpy.call_method("unpackbits", (bytes,), Some(&options))?;
        let bools = spread.call_method1("view", ("bool",))?;
        match dtype {
            Some(dtype) => bools.call_method1("astype", (dtype,)),
            None => Ok(bools),
        }
    }
}

impl Mask {
    fn at(&self, i: usize) -> Option<bool> {
        self.there.as_ref().is_none_or(|there| there.get(i)).then(|| self.answers.get(i))
    }
}
