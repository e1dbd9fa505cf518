//! `FilterChain`: a chain of filters, in memory or in a folder.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | the chain and its lock; made, opened, and asked and added to, one key at a time |
//! | `state` | what may be done with a chain: nothing is added to one that was opened to be read |
//! | `many` | many keys at once |
//! | `says` | what it is and what follows from its bits |
//! | `wanted` | options and dates as Python writes them |
//! | `update` | a folder that is locked while its chain changes |

mod many;
mod says;
mod state;
mod update;
mod wanted;

use crate::errors::Raised;
use crate::keys::key::with_bytes;
use crate::keys::kinds::{Warned, kind_of};
use crate::keys::object::with_key;
use crate::lock;
use crate::numbers;
use crate::patience::patiently;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use state::State;
use std::path::{Path, PathBuf};
use std::sync::{RwLock, RwLockReadGuard};
use urnfield::chain::{Chain, Day};
use wanted::{day, typed};

pub(crate) use update::{ChainUpdate, update_chain};

/// A chain of filters that rotate, expire or grow: a key goes into the last filter, and is in the
/// chain if it is in any of them.
///
/// ``FilterChain(items, fpr)`` is a chain in memory. ``FilterChain.create`` writes an empty chain
/// to a folder, ``FilterChain.open`` reads the chain of a folder, and `update_chain` adds keys to
/// it.
///
/// A filter is full after `items` keys; then the next one begins. With ``keep=7`` there are seven
/// at most, and the keys of the oldest are forgotten. Without it, each filter takes twice as many
/// keys as the one before. With ``every="day"`` or ``"week"`` a filter also begins with the first
/// key after the date (UTC) has changed. A chain in memory goes by the clock unless it has a
/// `date`. All filters together keep the rate `fpr`.
///
/// >>> import urnfield as urn
/// >>> seen = urn.FilterChain(1_000, "1%", keep=2)
/// >>> seen.new_among(["urn", "krater", "urn"]).to_list()
/// [True, True, False]
/// >>> "urn" in seen, "kylix" in seen
/// (True, False)
#[pyclass(module = "urnfield", name = "FilterChain", frozen)]
pub(crate) struct FilterChain {
    state: RwLock<State>,
    /// Where its files are.
    folder: Option<PathBuf>,
    /// Of keys of another kind than it holds.
    warned: Warned,
}

impl FilterChain {
    fn of(state: State, folder: Option<PathBuf>) -> FilterChain {
        FilterChain { state: RwLock::new(state), folder, warned: Warned::default() }
    }

    fn read<'a>(&'a self, py: Python<'_>) -> RwLockReadGuard<'a, State> {
        lock::read(py, &self.state)
    }

    /// The name of its folder in sentences.
    fn name(&self) -> &Path {
        self.folder.as_deref().unwrap_or(Path::new("a chain"))
    }
}

#[pymethods]
impl FilterChain {
    /// An empty chain in memory.
    #[new]
    #[pyo3(signature = (items, fpr, kind="standard", *, keep=None, every=None, confidence=None, mean=false, seed=None, key=None, date=None))]
    #[allow(clippy::too_many_arguments)] // They are keywords.
    fn new(
        items: &Bound<'_, PyAny>,
        fpr: &Bound<'_, PyAny>,
        kind: &str,
        keep: Option<&Bound<'_, PyAny>>,
        every: Option<&str>,
        confidence: Option<&Bound<'_, PyAny>>,
        mean: bool,
        seed: Option<&Bound<'_, PyAny>>,
        key: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<FilterChain> {
        let size = (Some(items), Some(fpr), Some(kind));
        let wanted = typed(size, (keep, every), (confidence, mean), (seed, key))?;
        let options = wanted.options("this").map_err(Raised::from)?;
        let day = day(date)?;
        let chain = Chain::new(&options, day.unwrap_or_else(Day::today)).map_err(Raised::from)?;
        Ok(FilterChain::of(State::Memory { chain, day }, None))
    }

    /// Writes an empty chain to a folder, and returns it as `open` does. The folder is made where
    /// there is none, and refused if there is anything in it.
    #[staticmethod]
    #[pyo3(signature = (path, items, fpr, kind="standard", *, keep=None, every=None, confidence=None, mean=false, seed=None, key=None))]
    #[allow(clippy::too_many_arguments)] // They are keywords.
    fn create(
        py: Python<'_>,
        path: PathBuf,
        items: &Bound<'_, PyAny>,
        fpr: &Bound<'_, PyAny>,
        kind: &str,
        keep: Option<&Bound<'_, PyAny>>,
        every: Option<&str>,
        confidence: Option<&Bound<'_, PyAny>>,
        mean: bool,
        seed: Option<&Bound<'_, PyAny>>,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<FilterChain> {
        let size = (Some(items), Some(fpr), Some(kind));
        let wanted = typed(size, (keep, every), (confidence, mean), (seed, key))?;
        let options = wanted.options(&path.display().to_string()).map_err(Raised::from)?;
        let folder = path.clone();
        let made = patiently(py, move || {
            Chain::create(&folder, &options)?;
            Chain::open(&folder, wanted.key)
        })?;
        Ok(FilterChain::of(State::Read(made.map_err(Raised::from)?), Some(path)))
    }

    /// Reads the chain of a folder as it was last saved, and checks every bit. Keys are added to
    /// the folder in a with block of `update_chain`; the chain that is returned takes none.
    #[staticmethod]
    #[pyo3(signature = (path, *, key=None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<FilterChain> {
        let key = numbers::key(key)?;
        let opened = py.detach(|| Chain::open(&path, key)).map_err(Raised::from)?;
        Ok(FilterChain::of(State::Read(opened), Some(path)))
    }

    /// Adds a key if no filter of the chain has it. Returns True if it went in: it was certainly
    /// new.
    fn add(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut state = lock::write(py, &self.state);
        let held = state.chain(self.name()).map_err(Raised::from)?.key_kinds();
        let (new, kind) = with_key(item, |key| {
            let kind = kind_of(&key, false);
            let new = with_bytes(key, false, |item| state.insert(self.name(), kind, 1, |_| item));
            (new, kind)
        })?;
        drop(state);
        self.warned.of(py, held, kind)?;
        Ok(new.map_err(Raised::from)?.count() == 1)
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let state = self.read(item.py());
        let chain = state.chain(self.name()).map_err(Raised::from)?;
        let held = chain.key_kinds();
        let (found, kind) = with_key(item, |key| {
            let found = with_bytes(key, false, |item| chain.contains(item));
            (found, kind_of(&key, false))
        })?;
        drop(state);
        self.warned.of(item.py(), held, kind)?;
        Ok(found)
    }

    /// Sets the date of a chain in memory; None sets it to the clock's. A filter begins if the
    /// period of the last one is over.
    #[pyo3(signature = (date=None))]
    fn turn_to(&self, py: Python<'_>, date: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let day = day(date)?;
        let mut state = lock::write(py, &self.state);
        let state = &mut *state;
        let turned = py.detach(|| state.turn_to(self.name(), day));
        turned.map_err(|error| Raised::from(error).into())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a chain is not pickled or copied; keep it in a folder, and open it with \
             FilterChain.open where it is needed",
        ))
    }
}
