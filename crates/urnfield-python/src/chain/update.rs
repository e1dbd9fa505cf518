//! A folder that is locked while its chain changes.

use super::wanted::{day, typed};
use super::{FilterChain, State};
use crate::errors::{Raised, doubt};
use crate::lock::{self, Block, locked};
use crate::patience::patiently;
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use std::io::ErrorKind;
use std::path::PathBuf;
use urnfield::Error;
use urnfield::chain::{Chain, ChainUpdate as Update, Day};
use urnfield::filter::FileLock;
use urnfield_answers::{WantedChain, later_day};

/// A folder whose chain changes in a ``with`` block: locked, read, and saved at its end.
///
/// It is what `update_chain` returns.
#[pyclass(module = "urnfield._core", name = "ChainUpdate", frozen)]
pub(crate) struct ChainUpdate {
    path: PathBuf,
    wanted: WantedChain,
    day: Option<Day>,
    wait: bool,
    begun: Block<Begun>,
}

/// Changes the chain of a folder: ``with urnfield.update_chain(path) as chain: chain.add("urn")``.
///
/// The folder is locked from before the chain is read until it is saved, so that no key is lost
/// where several programs write, ``urnfield dedupe --state`` at the shell among them. Another
/// writer is waited for, or refused with ``wait=False``. If the block raises, the folder stays as
/// it was.
///
/// With ``items=`` and ``fpr=`` an empty chain is made first where there is none; the options are
/// those of `FilterChain.create`. A chain that was made with other options is refused. The block
/// goes by today's date in UTC, or by `date`.
#[pyfunction]
#[pyo3(signature = (path, *, items=None, fpr=None, kind=None, keep=None, every=None, confidence=None, mean=false, seed=None, key=None, date=None, wait=true))]
#[allow(clippy::too_many_arguments)] // They are keywords.
pub(crate) fn update_chain(
    path: PathBuf,
    items: Option<&Bound<'_, PyAny>>,
    fpr: Option<&Bound<'_, PyAny>>,
    kind: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    every: Option<&str>,
    confidence: Option<&Bound<'_, PyAny>>,
    mean: bool,
    seed: Option<&Bound<'_, PyAny>>,
    key: Option<&Bound<'_, PyAny>>,
    date: Option<&Bound<'_, PyAny>>,
    wait: bool,
) -> PyResult<ChainUpdate> {
    let wanted = typed((items, fpr, kind), (keep, every), (confidence, mean), (seed, key))?;
    Ok(ChainUpdate { path, wanted, day: day(date)?, wait, begun: Block::new() })
}

/// What an open block holds.
struct Begun {
    chain: Py<FilterChain>,
    made: Made,
}

/// What was made for the block, and goes again if that raises.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Nothing,
    /// A chain in a folder that was there.
    Chain,
    /// A chain and its folder.
    Folder,
}

impl Made {
    /// Leaves a chain as it was before the block.
    fn undo(self, py: Python<'_>, update: Update) {
        if self != Made::Nothing {
            // What cannot be removed is an empty chain, which harms nothing.
            let _ = py.detach(|| update.remove_unsaved(self == Made::Folder));
        }
    }
}

impl ChainUpdate {
    /// Makes an empty chain where there is none, if the options of a new one were given. Another
    /// writer may make it at the same moment; its options are compared like those of any other.
    fn make_missing(&self, py: Python<'_>) -> PyResult<Made> {
        if Chain::manifest(&self.path).exists() {
            return Ok(Made::Nothing);
        }
        let folder = self.path.clone();
        if !self.can_make() {
            let missing = py.detach(|| Chain::open(&folder, None)).map(|_| Made::Nothing);
            return missing.map_err(|error| Raised::from(error).into());
        }
        let made = if folder.exists() { Made::Chain } else { Made::Folder };
        let shown = folder.display().to_string();
        let options = self.wanted.options(&shown).map_err(Raised::from)?;
        match patiently(py, move || Chain::create(&folder, &options))? {
            Err(error) if error.io_kind() == Some(ErrorKind::AlreadyExists) => Ok(Made::Nothing),
            created => created.map(|()| made).map_err(|error| Raised::from(error).into()),
        }
    }

    fn can_make(&self) -> bool {
        self.wanted.items.is_some() || self.wanted.fpr.is_some()
    }

    /// The lock on a chain, which is made where there is none.
    fn lock(&self, py: Python<'_>) -> PyResult<(FileLock, Made)> {
        loop {
            let made = self.make_missing(py)?;
            match locked(py, &Chain::manifest(&self.path), self.wait) {
                // The writer that was waited for has made the chain, and removed it again.
                Err(error)
                    if self.can_make() && error.is_instance_of::<PyFileNotFoundError>(py) => {}
                locked => return Ok((locked?, made)),
            }
        }
    }

    /// The chain, locked, with room on the disk for what may come.
    fn begin(&self, py: Python<'_>) -> PyResult<(Update, Made)> {
        let (lock, made) = self.lock(py)?;
        let key = self.wanted.key.clone();
        let day = self.day.unwrap_or_else(Day::today);
        let mut update = py.detach(|| Update::under(lock, key, day)).map_err(Raised::from)?;
        match self.check(py, &mut update, day) {
            Ok(()) => Ok((update, made)),
            Err(error) => {
                made.undo(py, update);
                Err(error)
            }
        }
    }

    /// Refuses a chain that was made with other options, and a disk without room.
    fn check(&self, py: Python<'_>, update: &mut Update, day: Day) -> PyResult<()> {
        let shown = self.path.display().to_string();
        self.wanted.refuse_others(&shown, update).map_err(Raised::from)?;
        if let Some(sentence) = later_day(&shown, update, day) {
            doubt(py, &sentence, 1)?;
        }
        py.detach(|| update.reserve()).map_err(|error| Raised::from(error).into())
    }
}

#[pymethods]
impl ChainUpdate {
    fn __enter__(&self, py: Python<'_>) -> PyResult<Py<FilterChain>> {
        self.begun.check_closed("update_chain")?;
        let (update, made) = self.begin(py)?;
        let state = State::Update(Box::new(update));
        let chain = Py::new(py, FilterChain::of(state, Some(self.path.clone())))?;
        self.begun.swap(Some(Begun { chain: chain.clone_ref(py), made }));
        Ok(chain)
    }

    #[pyo3(signature = (error_type, error, traceback))]
    fn __exit__(
        &self,
        py: Python<'_>,
        error_type: Option<&Bound<'_, PyAny>>,
        error: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let _ = (error, traceback);
        let Some(Begun { chain, made }) = self.begun.swap(None) else { return Ok(false) };
        let mut state = lock::write(py, &chain.get().state);
        let State::Update(update) = std::mem::replace(&mut *state, State::Dropped) else {
            return Ok(false);
        };
        if error_type.is_none() {
            let saved: Result<Chain, Error> = py.detach(|| update.save());
            *state = State::Read(saved.map_err(Raised::from)?);
        } else {
            made.undo(py, *update);
        }
        Ok(false)
    }

    fn __repr__(&self) -> String {
        format!("ChainUpdate({:?})", self.path)
    }
}
