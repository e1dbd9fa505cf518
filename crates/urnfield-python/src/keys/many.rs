//! Many keys of one call: where they are, how they are read, and which kinds they are of. Filters,
//! views, chains and filters on servers ask and add them by way of this.

use crate::arrow::Value;
use crate::arrow::columns::Columns;
use crate::arrow::mask::Mask;
use crate::errors::Raised;
use crate::keys::flow::{Purpose, Way};
use crate::keys::key::{Key, with_bytes};
use crate::keys::key_bytes::{Copies, KeyBytes, Place};
use crate::keys::kinds::SeenKinds;
use crate::keys::sources::all_keys;
use crate::pool;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use urnfield::Error;
use urnfield::filter::{Digest, Digester, Flags, KeyKinds};

/// The digest of a key; `as_text` writes integers as the shell reads them.
#[inline(always)]
pub(crate) fn digest(digester: &Digester, key: Key<'_>, as_text: bool) -> Digest {
    match key {
        Key::One(Value::Bytes(bytes)) => digester.digest(bytes),
        Key::One(Value::Word { value, .. }) if !as_text => digester.digest_u64(value),
        key => with_bytes(key, as_text, |bytes| digester.digest(bytes)),
    }
}

/// Keys as Python names them.
pub(crate) struct Many<'a, 'py> {
    keys: &'a Bound<'py, PyAny>,
    columns: Columns,
    /// Integers are read as their digits.
    as_text: bool,
    seen: SeenKinds,
}

impl<'a, 'py> Many<'a, 'py> {
    /// Keys of an object, or of a table's columns.
    pub(crate) fn of(
        keys: &'a Bound<'py, PyAny>,
        column: Option<&Bound<'py, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<Many<'a, 'py>> {
        let as_text = match column_as {
            None => false,
            Some("text") => true,
            Some(other) => {
                let rule = "column_as is \"text\" or left out";
                return Err(Raised::from(Error::domain(rule, format!("{other:?}"))).into());
            }
        };
        let columns = Columns::of(column)?;
        let seen = SeenKinds::default();
        Ok(Many { keys, columns, as_text, seen })
    }

    /// The kinds of the keys that were read so far.
    pub(crate) fn kinds(&self) -> KeyKinds {
        self.seen.kinds()
    }

    /// Hashes all keys, and gives the digests to `work` a stretch at a time, with the kinds of the
    /// keys so far. Returns how many rows there were, and the answer of `work` for each.
    pub(crate) fn digests(
        &self,
        digester: &Digester,
        way: &Way,
        work: impl Fn(&[Digest], KeyKinds) -> Vec<u64> + Sync,
    ) -> PyResult<(u64, Mask)> {
        let (seen, as_text) = (&self.seen, self.as_text);
        let hash = |key: Key<'_>| {
            seen.see(&key, as_text);
            digest(digester, key, as_text)
        };
        let work = |digests: &[Digest]| work(digests, seen.kinds());
        all_keys(self.keys, &self.columns, way, hash, work)
    }

    /// Asks for all keys, on so many threads.
    pub(crate) fn asked(
        &self,
        digester: &Digester,
        threads: usize,
        ask: impl Fn(&[Digest]) -> Flags + Sync,
    ) -> PyResult<Mask> {
        let way = Way { pool: pool::of(threads)?, ..Way::alone(Purpose::Ask) };
        let work = |digests: &[Digest], _| ask(digests).as_words().to_vec();
        Ok(self.digests(digester, &way, work)?.1)
    }

    /// Gives the bytes of all keys to `work`, a stretch at a time: where digests differ from filter
    /// to filter. Nothing more is given once `work` has failed.
    pub(crate) fn bytes(
        &self,
        purpose: Purpose,
        work: impl Fn(&KeyBytes<'_>) -> Result<Flags, Error> + Sync,
    ) -> PyResult<(u64, Mask)> {
        let copies = Mutex::new(Copies::default());
        let failed = Mutex::new(None);
        let (seen, as_text) = (&self.seen, self.as_text);
        let copy = |key: Key<'_>| {
            seen.see(&key, as_text);
            copies.lock().unwrap_or_else(PoisonError::into_inner).add(key, as_text)
        };
        let work = |places: &[Place]| {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.is_none() {
                let mut copies = copies.lock().unwrap_or_else(PoisonError::into_inner);
                match work(&copies.of(places)) {
                    Ok(flags) => return flags.as_words().to_vec(),
                    Err(error) => *failed = Some(error),
                }
            }
            vec![0; places.len().div_ceil(64)]
        };
        let done = all_keys(self.keys, &self.columns, &Way::alone(purpose), copy, work);
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(Raised::from(error).into()),
            None => done,
        }
    }
}
