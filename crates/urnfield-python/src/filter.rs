//! `Filter`: the library's filter behind a lock, so that any thread may use it.

use crate::arrow::Key;
use crate::certified::Certified;
use crate::design::{Design, Estimate, usual};
use crate::errors::{Raised, type_error};
use crate::keys::{Reading, each_piece, with_key};
use crate::mask::{Growing, Mask};
use crate::patience::patiently;
use crate::{numbers, pool};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::ThreadPool;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use urnfield::filter::{Digest, Digester, Hashing, Packing, Summary};
use urnfield::{Error, FilterOptions, Guarantee, Kind};
use urnfield_answers::read::FilterKind;
use urnfield_answers::{CompareQuestion, Form, InfoQuestion, LineCounts, Question};

/// Filters beyond this are filled in pieces of millions, which the library sorts first.
const FAR: u64 = 16 << 23;

/// A Bloom filter: a set in a few bits an item, which never misses what was added.
///
/// ``Filter.for_items(1_000_000, "1%")`` makes the smallest one that keeps its own rate with a million
/// items; ``Filter(bits=…, hashes=…)`` one of any design. Text is its UTF-8 bytes, bytes are themselves,
/// an integer is its 64-bit word: the number 5 and the text "5" are different items.
///
/// >>> import urnfield as urn
/// >>> f = urn.Filter.for_items(1_000, "1%")
/// >>> f.add("amphora")
/// True
/// >>> "amphora" in f, "krater" in f
/// (True, False)
#[pyclass(module = "urnfield", name = "Filter", frozen)]
pub(crate) struct Filter {
    bits: RwLock<urnfield::Filter>,
}

/// The digest of a key; `as_text` writes integers as the shell reads them.
#[inline(always)]
pub(crate) fn digest(digester: &Digester, key: Key<'_>, as_text: bool) -> Digest {
    match key {
        Key::Bytes(bytes) => digester.digest(bytes),
        Key::Word { value, .. } if !as_text => digester.digest_u64(value),
        Key::Word { value, signed: true, .. } => digester.digest((value as i64).to_string()),
        Key::Word { value, .. } => digester.digest(value.to_string()),
    }
}

fn packing(compress: bool) -> Packing {
    if compress { Packing::Smallest } else { Packing::Raw }
}

/// Runs on these threads, or on this one.
pub(crate) fn on<T: Send>(
    pool: &Option<Arc<ThreadPool>>,
    work: impl FnOnce(bool) -> T + Send,
) -> T {
    match pool {
        Some(pool) => pool.install(|| work(true)),
        None => work(false),
    }
}

impl Filter {
    pub(crate) fn of(filter: urnfield::Filter) -> Filter {
        Filter { bits: RwLock::new(filter) }
    }

    /// To look at. The lock is waited for without the GIL, as its holder may want that.
    pub(crate) fn read<'a>(&'a self, py: Python<'_>) -> RwLockReadGuard<'a, urnfield::Filter> {
        loop {
            if let Ok(guard) = self.bits.try_read() {
                return guard;
            }
            py.detach(|| drop(self.bits.read().unwrap_or_else(PoisonError::into_inner)));
            if self.bits.is_poisoned() {
                self.bits.clear_poison();
            }
        }
    }

    fn write<'a>(&'a self, py: Python<'_>) -> RwLockWriteGuard<'a, urnfield::Filter> {
        loop {
            if let Ok(guard) = self.bits.try_write() {
                return guard;
            }
            py.detach(|| drop(self.bits.write().unwrap_or_else(PoisonError::into_inner)));
            if self.bits.is_poisoned() {
                self.bits.clear_poison();
            }
        }
    }

    fn summary(&self, py: Python<'_>) -> Summary {
        let filter = self.read(py);
        let filter = &*filter;
        py.detach(|| filter.summary())
    }

    fn copied(&self, py: Python<'_>) -> urnfield::Filter {
        let guard = self.read(py);
        guard.clone()
    }

    fn reading<'a>(
        &self,
        py: Python<'_>,
        column: Option<&'a str>,
        column_as: Option<&str>,
        threads: usize,
    ) -> PyResult<(Reading<'a>, Digester, bool)> {
        let as_text = match column_as {
            None => false,
            Some("text") => true,
            Some(other) => {
                let error =
                    Error::domain("column_as is \"text\" or left out", format!("{other:?}"));
                return Err(Raised::from(error).into());
            }
        };
        let (digester, bits) = {
            let filter = self.read(py);
            (filter.digester(), filter.design().bits())
        };
        let (pool, far) = (pool::of(threads)?, bits > FAR);
        Ok((Reading { column, far, pool, any_order: false }, digester, as_text))
    }

    /// Both filters, whichever way round; one filter twice is copied first.
    fn merged(
        &self,
        py: Python<'_>,
        other: &Filter,
        merge: fn(&mut urnfield::Filter, &urnfield::Filter) -> Result<(), Error>,
    ) -> PyResult<()> {
        let other = other.copied(py);
        let mut ours = self.write(py);
        let ours = &mut *ours;
        py.detach(|| merge(ours, &other)).map_err(|error| Raised::from(error).into())
    }
}

#[pymethods]
impl Filter {
    /// An empty filter of so many bits, with so many positions an item.
    ///
    /// `key` is 16 secret bytes for items that an adversary may choose; `seed` is public.
    #[new]
    #[pyo3(signature = (bits, hashes, kind="standard", *, seed=0, key=None, planned_items=None))]
    fn new(
        bits: &Bound<'_, PyAny>,
        hashes: &Bound<'_, PyAny>,
        kind: &str,
        seed: u64,
        key: Option<&Bound<'_, PyAny>>,
        planned_items: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let (bits, hashes) = (numbers::count(bits)?, numbers::count(hashes)?);
        let design = numbers::design(numbers::kind(kind)?, bits, hashes)?;
        let filter =
            urnfield::Filter::new(design, numbers::hashing(seed, key)?).map_err(Raised::from)?;
        let planned = planned_items.map_or(Ok(0), numbers::count)?;
        Ok(Filter::of(filter.with_planned_items(planned)))
    }

    /// The smallest filter for so many items at this rate of false positives.
    ///
    /// Its own rate is kept with probability `confidence` (0.999999 unless said otherwise); with
    /// ``mean=True`` the mean over all such filters is, which is what textbooks approximate.
    #[staticmethod]
    #[pyo3(signature = (items, fpr, kind="standard", *, confidence=None, mean=false, seed=0, key=None))]
    #[allow(clippy::too_many_arguments)] // They are keywords.
    fn for_items(
        py: Python<'_>,
        items: &Bound<'_, PyAny>,
        fpr: &Bound<'_, PyAny>,
        kind: &str,
        confidence: Option<&Bound<'_, PyAny>>,
        mean: bool,
        seed: u64,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let guarantee = match (confidence, mean) {
            (None, false) => Guarantee::default(),
            (None, true) => Guarantee::Mean,
            (Some(confidence), false) => {
                Guarantee::ThisFilter { confidence: numbers::rate(confidence)? }
            }
            (Some(_), true) => {
                let error =
                    Error::domain("a filter keeps the mean or its own rate", "mean and confidence");
                return Err(Raised::from(error).into());
            }
        };
        let (items, fpr) = (numbers::count(items)?, numbers::rate(fpr)?);
        let hashing = numbers::hashing(seed, key)?;
        let (kind, lines) = match numbers::kind(kind)? {
            FilterKind::Plain(kind) => (kind, false),
            FilterKind::Line => (Kind::Standard, true),
            FilterKind::LineClassic => (Kind::Classic, true),
            FilterKind::Parquet => {
                let error =
                    Error::domain("a filter of Parquet's is a ParquetFilter", "kind = parquet");
                return Err(Raised::from(error).into());
            }
        };
        let options = FilterOptions { kind, lines, hashing, guarantee };
        let made = patiently(py, move || urnfield::Filter::for_items_with(items, fpr, &options))?;
        Ok(Filter::of(made.map_err(Raised::from)?))
    }

    /// Adds an item; True if it certainly was not in before.
    fn add(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut filter = self.write(py);
        let digester = filter.digester();
        with_key(item, |key| filter.insert_digest(digest(&digester, key, false)))
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let filter = self.read(item.py());
        with_key(item, |key| match key {
            Key::Bytes(bytes) => filter.contains(bytes),
            Key::Word { value, .. } => filter.contains_u64(value),
        })
    }

    /// Adds many items; how many rows were offered.
    ///
    /// A list, an array of integers, or a column of whatever gives out Arrow data: pyarrow, pandas,
    /// Polars, DuckDB, DataFusion. A table needs ``column=``. A row without a key (None, null) adds
    /// nothing. With ``column_as="text"`` integers are added as their digits, as the shell reads them.
    #[pyo3(signature = (keys, column=None, *, column_as=None, threads=1))]
    fn update(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&str>,
        column_as: Option<&str>,
        threads: usize,
    ) -> PyResult<u64> {
        let (reading, digester, as_text) = self.reading(keys.py(), column, column_as, threads)?;
        let reading = Reading { any_order: true, ..reading };
        let hash = |key: Key<'_>| digest(&digester, key, as_text);
        each_piece(keys, &reading, &hash, &mut |piece| {
            on(&reading.pool, |many| {
                let mut filter = self.bits.write().unwrap_or_else(PoisonError::into_inner);
                match many {
                    true => filter.par_insert_all_digests(piece.digests),
                    false => filter.insert_all_digests(piece.digests),
                }
            });
        })
    }

    /// For each of many items, whether it may be in the filter.
    #[pyo3(signature = (keys, column=None, *, column_as=None, threads=1))]
    fn contains_many(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&str>,
        column_as: Option<&str>,
        threads: usize,
    ) -> PyResult<Mask> {
        let (reading, digester, as_text) = self.reading(keys.py(), column, column_as, threads)?;
        let hash = |key: Key<'_>| digest(&digester, key, as_text);
        let mut mask = Growing::default();
        each_piece(keys, &reading, &hash, &mut |piece| {
            let flags = on(&reading.pool, |many| {
                let filter = self.bits.read().unwrap_or_else(PoisonError::into_inner);
                match many {
                    true => filter.par_contains_all_digests(piece.digests),
                    false => filter.contains_all_digests(piece.digests),
                }
            });
            mask.add(&piece, flags.as_words());
        })?;
        Ok(mask.done())
    }

    /// Adds many items and says for each whether it certainly was not in before.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn new_among(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&str>,
        column_as: Option<&str>,
    ) -> PyResult<Mask> {
        let (reading, digester, as_text) = self.reading(keys.py(), column, column_as, 1)?;
        let hash = |key: Key<'_>| digest(&digester, key, as_text);
        let mut mask = Growing::default();
        each_piece(keys, &reading, &hash, &mut |piece| {
            let mut filter = self.bits.write().unwrap_or_else(PoisonError::into_inner);
            let flags = filter.insert_reporting_new(piece.digests);
            mask.add(&piece, flags.as_words());
        })?;
        Ok(mask.done())
    }

    fn __ior__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<()> {
        self.merged(py, other.get(), urnfield::Filter::union_with)
    }

    fn __iand__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<()> {
        self.merged(py, other.get(), urnfield::Filter::intersect_with)
    }

    fn __or__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<Filter> {
        let merged = Filter::of(self.copied(py));
        merged.merged(py, other.get(), urnfield::Filter::union_with)?;
        Ok(merged)
    }

    fn __and__(&self, py: Python<'_>, other: &Bound<'_, Filter>) -> PyResult<Filter> {
        let merged = Filter::of(self.copied(py));
        merged.merged(py, other.get(), urnfield::Filter::intersect_with)?;
        Ok(merged)
    }

    /// ``f == g``: same design, seed and bits. ``f <= g``: every bit of f is set in g.
    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Filter>() else { return Ok(py.NotImplemented()) };
        let (ours, theirs) = (self.copied(py), other.get().copied(py));
        let compared = py.detach(|| -> Result<bool, Error> {
            Ok(match op {
                CompareOp::Eq => ours == theirs,
                CompareOp::Ne => ours != theirs,
                CompareOp::Le => ours.is_subset(&theirs)?,
                CompareOp::Ge => theirs.is_subset(&ours)?,
                CompareOp::Lt => ours.is_subset(&theirs)? && ours != theirs,
                CompareOp::Gt => theirs.is_subset(&ours)? && ours != theirs,
            })
        });
        let answer = compared.map_err(Raised::from)?;
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// A filter of its own with the same bits.
    fn copy(&self, py: Python<'_>) -> Filter {
        Filter::of(self.copied(py))
    }

    fn __copy__(&self, py: Python<'_>) -> Filter {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Filter {
        let _ = memo;
        self.copy(py)
    }

    /// Takes everything out.
    fn clear(&self, py: Python<'_>) {
        self.write(py).clear();
    }

    /// Kind, bits and hashes.
    #[getter]
    fn design(&self, py: Python<'_>) -> Design {
        Design(self.read(py).design())
    }

    #[getter]
    fn kind(&self, py: Python<'_>) -> String {
        self.read(py).design().kind_name().to_owned()
    }

    /// How many bits it has.
    #[getter]
    fn bits(&self, py: Python<'_>) -> u64 {
        self.read(py).design().bits()
    }

    /// How many positions an item has.
    #[getter]
    fn hashes(&self, py: Python<'_>) -> u64 {
        self.read(py).design().hashes()
    }

    /// The seed; None for a keyed filter.
    #[getter]
    fn seed(&self, py: Python<'_>) -> Option<u64> {
        self.read(py).seed()
    }

    /// For how many items it was planned; None where nobody has said.
    #[getter]
    fn planned_items(&self, py: Python<'_>) -> Option<u64> {
        Some(self.read(py).planned_items()).filter(|&items| items > 0)
    }

    /// Whether it was made by ``&``: then it need not be the filter of any set.
    #[getter]
    fn is_intersection(&self, py: Python<'_>) -> bool {
        self.read(py).is_intersection()
    }

    /// How many bits are set, counted anew.
    fn bits_set(&self, py: Python<'_>) -> u64 {
        let filter = self.read(py);
        let filter = &*filter;
        py.detach(|| filter.bits_set())
    }

    /// The rate of false positives this filter has now, from the bits that are set.
    fn fpr(&self, py: Python<'_>) -> PyResult<Certified> {
        let summary = self.summary(py);
        let rate = patiently(py, move || summary.own_fpr())?.map_err(Raised::from)?;
        Ok(Certified(rate))
    }

    /// How many items are in, from the bits that are set: an estimate and an interval.
    #[pyo3(signature = (confidence=None))]
    fn estimate_items(
        &self,
        py: Python<'_>,
        confidence: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Estimate> {
        if self.is_intersection(py) {
            let error = Error::domain(
                "items are estimated from the bits of a set",
                "an intersection, which need not be the filter of any; estimate its operands",
            );
            return Err(Raised::from(error).into());
        }
        let (summary, confidence) = (self.summary(py), usual(confidence)?);
        let found =
            patiently(py, move || match (summary.design.plain(), summary.block_counts()) {
                (Some(design), _) => design.estimate_items(summary.bits_set, &confidence),
                (None, Some(counts)) => {
                    let found = counts?.items(&confidence)?;
                    let (point, interval) = (found.point, found.interval);
                    Ok(urnfield::Estimate { point, interval, confidence })
                }
                (None, None) => {
                    Err(Error::domain("items are estimated from the lines of a filter", "none"))
                }
            })?;
        Ok(Estimate(found.map_err(Raised::from)?))
    }

    /// What the shell's ``info --json`` says, as text; ``urnfield.info(f)`` reads it.
    fn _info(&self, py: Python<'_>, file: String, form: (bool, Option<usize>)) -> PyResult<String> {
        let summary = self.summary(py);
        let form = Form::new(form.0, form.1);
        let question = InfoQuestion { file, summary };
        patiently(py, move || crate::answers::written(question.report(form)?, form))?
            .map_err(|error| error.into())
    }

    /// What the shell's ``compare --json`` says, as text.
    fn _compare(
        &self,
        py: Python<'_>,
        others: Vec<PyRef<'_, Filter>>,
        names: Vec<String>,
        confidence: Option<&Bound<'_, PyAny>>,
        form: (bool, Option<usize>),
    ) -> PyResult<String> {
        let confidence = confidence.map(numbers::rate).transpose()?;
        let (mut any, mut all) = (self.copied(py), self.copied(py));
        let mut each = vec![any.bits_set()];
        let mut lines: Vec<_> = any.line_loads().into_iter().collect();
        let mut intersections = Vec::new();
        if any.is_intersection() {
            intersections.extend(names.first().cloned());
        }
        for (i, other) in others.iter().enumerate() {
            let other = other.copied(py);
            any.union_with(&other).map_err(Raised::from)?;
            all.intersect_with(&other).map_err(Raised::from)?;
            each.push(other.bits_set());
            lines.extend(other.line_loads());
            if other.is_intersection() {
                intersections.extend(names.get(i + 1).cloned());
            }
        }
        let (design, or, and) = (any.design(), any.bits_set(), all.bits_set());
        let lines = any.line_loads().map(|or| LineCounts { each: lines, or });
        let question = CompareQuestion {
            files: names,
            intersections,
            design,
            lines,
            each,
            or,
            and,
            confidence,
        };
        let form = Form::new(form.0, form.1);
        patiently(py, move || crate::answers::written(question.report(form)?, form))?
            .map_err(|error| error.into())
    }

    /// Writes a ``.urn`` file: complete, or not there. What is there already stays unless ``replace=True``.
    #[pyo3(signature = (path, *, compress=false, replace=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, compress: bool, replace: bool) -> PyResult<()> {
        let filter = self.read(py);
        let filter = &*filter;
        let saved = py.detach(|| match replace {
            true => filter.save(path, packing(compress)),
            false => filter.save_new(path, packing(compress)),
        });
        saved.map(drop).map_err(|error| Raised::from(error).into())
    }

    /// Reads a ``.urn`` file, every bit of it checked.
    #[staticmethod]
    #[pyo3(signature = (path, *, key=None))]
    fn load(py: Python<'_>, path: PathBuf, key: Option<&Bound<'_, PyAny>>) -> PyResult<Filter> {
        let key = numbers::key(key)?;
        let loaded = py.detach(|| urnfield::Filter::load(path, key));
        Ok(Filter::of(loaded.map_err(Raised::from)?))
    }

    /// The bytes of a ``.urn`` file.
    #[pyo3(signature = (*, compress=false))]
    fn to_bytes<'py>(&self, py: Python<'py>, compress: bool) -> Bound<'py, PyBytes> {
        let filter = self.read(py);
        let filter = &*filter;
        let bytes = py.detach(|| filter.to_bytes(packing(compress)));
        PyBytes::new(py, &bytes)
    }

    /// The filter of such bytes, from anything that is a buffer.
    #[staticmethod]
    #[pyo3(signature = (buffer, *, key=None))]
    fn from_bytes(
        py: Python<'_>,
        buffer: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let key = numbers::key(key)?;
        let read =
            with_buffer(buffer, |bytes| py.detach(|| urnfield::Filter::from_bytes(bytes, key)))?;
        Ok(Filter::of(read.map_err(Raised::from)?))
    }

    /// The bits alone, as the payload of a raw file has them; ``start`` and ``stop`` count bytes.
    #[pyo3(signature = (start=0, stop=None))]
    fn payload<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: Option<usize>,
    ) -> Bound<'py, PyBytes> {
        let filter = self.read(py);
        let filter = &*filter;
        let bytes = py.detach(|| {
            let stop = stop.unwrap_or(usize::MAX);
            let (mut at, mut found) = (0usize, Vec::new());
            for piece in filter.payload_pieces() {
                let end = at + piece.len();
                if end > start && at < stop {
                    found.extend_from_slice(&piece[start.max(at) - at..stop.min(end) - at]);
                }
                at = end;
            }
            found
        });
        PyBytes::new(py, &bytes)
    }

    /// A filter like this one with the bits of a payload; a keyed one needs its key again.
    #[pyo3(signature = (payload, *, key=None))]
    fn with_payload(
        &self,
        py: Python<'_>,
        payload: &Bound<'_, PyAny>,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Filter> {
        let (design, seed, planned) = {
            let filter = self.read(py);
            (filter.design(), filter.seed(), filter.planned_items())
        };
        let hashing = match (seed, numbers::key(key)?) {
            (Some(seed), None) => Hashing::Seed(seed),
            (None, Some(key)) => Hashing::Key(key),
            (Some(_), Some(_)) => {
                return Err(type_error("a seeded filter has no key; leave key= out"));
            }
            (None, None) => return Err(type_error("a keyed filter needs its key; add key=")),
        };
        let read = with_buffer(payload, |bytes| {
            py.detach(|| {
                urnfield::Filter::from_payload(design, hashing, planned, Cursor::new(bytes))
            })
        })?;
        Ok(Filter::of(read.map_err(Raised::from)?))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        if slf.get().seed(py).is_none() {
            return Err(PyTypeError::new_err(
                "a keyed filter is not pickled, as its key would travel along; use to_bytes(), and \
                 from_bytes(…, key=…) where the key is known",
            ));
        }
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(py, false),)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let filter = self.read(py);
        let (design, planned) = (filter.design(), filter.planned_items());
        let (kind, bits, hashes) = (design.kind_name(), design.bits(), design.hashes());
        let hashing = match filter.seed() {
            Some(0) => String::new(),
            Some(seed) => format!(", seed={seed}"),
            None => ", keyed".into(),
        };
        let planned =
            if planned > 0 { format!(", planned_items={planned}") } else { String::new() };
        format!("Filter(bits={bits}, hashes={hashes}, kind={:?}{hashing}{planned})", kind)
    }
}

/// Any contiguous bytes of Python.
pub(crate) fn with_buffer<T>(
    buffer: &Bound<'_, PyAny>,
    see: impl FnOnce(&[u8]) -> T,
) -> PyResult<T> {
    if let Ok(bytes) = buffer.cast::<PyBytes>() {
        return Ok(see(bytes.as_bytes()));
    }
    // Copied, as others may write to it.
    let bytes = buffer.py().get_type::<PyBytes>().call1((buffer,))?;
    Ok(see(bytes.cast::<PyBytes>()?.as_bytes()))
}
