//! Keys as the commands of a filter on a server: which bits of which shard. `urnfield.redis` sends
//! them and hands the replies back; `docs/reference/redis.md` says how the filter lies there.

use crate::arrow::mask::{Growing, Mask};
use crate::errors::{Raised, type_error};
use crate::filter::{Filter, with_buffer};
use crate::keys::flow::{Purpose, Way};
use crate::keys::kinds::{self, kind_of};
use crate::keys::many::{Many, digest};
use crate::keys::object::with_key;
use crate::numbers;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};
use urnfield::filter::{Digest, Digester, Hashed, Hashing, KeyKinds, positions};
use urnfield::{AnyDesign, Error};

/// Servers count bits from the top of a byte, and the format from the bottom.
const TURNED: u64 = 7;

/// Where the bits of keys are, without the bits.
#[pyclass(module = "urnfield._core", frozen)]
pub(crate) struct Places {
    design: AnyDesign,
    hashing: Hashing,
    digester: Digester,
}

#[pymethods]
impl Places {
    #[new]
    #[pyo3(signature = (bits, hashes, kind="standard", *, seed=0, key=None))]
    fn new(
        bits: u64,
        hashes: u64,
        kind: &str,
        seed: u64,
        key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Places> {
        let design = numbers::design(numbers::kind(kind)?, bits, hashes)?;
        if design.plain().is_none() && !design.kind_name().starts_with("line") {
            let rule = "a filter on a server is standard, classic, line or line-classic";
            return Err(Raised::from(Error::domain(rule, design.to_string())).into());
        }
        let hashing = numbers::hashing(seed, key)?;
        let digester = Digester::new(hashing.clone());
        Ok(Places { design, hashing, digester })
    }

    /// What a spec says of these places.
    #[getter]
    fn spec(&self) -> String {
        described(self.design, self.digester.hashed())
    }

    /// One key, hashed.
    fn digest(&self, key: &Bound<'_, PyAny>) -> PyResult<Digests> {
        let one = with_key(key, |key| (digest(&self.digester, key, false), kind_of(&key, false)))?;
        let (one, kinds) = one;
        Ok(Digests { design: self.design, all: vec![one], there: vec![true], kinds })
    }

    /// Many keys, hashed: whatever `Filter.update` takes.
    #[pyo3(signature = (keys, column=None, *, column_as=None))]
    fn digests(
        &self,
        keys: &Bound<'_, PyAny>,
        column: Option<&Bound<'_, PyAny>>,
        column_as: Option<&str>,
    ) -> PyResult<Digests> {
        let many = Many::of(keys, column, column_as)?;
        let all = Mutex::new(Vec::new());
        let work = |some: &[Digest], _| {
            all.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(some);
            vec![0; some.len().div_ceil(64)]
        };
        let way = Way::alone(Purpose::InOrder);
        let (_, rows) = many.digests(&self.digester, &way, work)?;
        let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let kinds = many.kinds();
        Ok(Digests { design: self.design, all, there: rows.there(), kinds })
    }

    /// The filter with these bits.
    fn filter(
        &self,
        py: Python<'_>,
        payload: &Bound<'_, PyAny>,
        planned_items: u64,
        intersection: bool,
        key_kinds: Vec<String>,
    ) -> PyResult<Filter> {
        let key_kinds = kinds::read(&key_kinds)?;
        let (design, hashing) = (self.design, self.hashing.clone());
        let made = with_buffer(payload, |bytes| {
            py.detach(|| {
                let reader = Cursor::new(bytes);
                urnfield::Filter::from_payload(design, hashing, planned_items, reader)
            })
        })?;
        let made = made.map_err(Raised::from)?.with_key_kinds(key_kinds);
        Ok(Filter::of(if intersection { made.marked_as_intersection() } else { made }))
    }
}

/// Kind, bits, hashes, probe rule, digest, and the seed or what may be told of the key.
fn described(design: AnyDesign, hashed: Hashed) -> String {
    let kind = design.kind_name();
    let bits = design.bits();
    let hashes = design.hashes();
    let probe_rule = if design.plain().is_some() { 1 } else { 2 };
    let hashed = match hashed {
        Hashed::Seed(seed) => format!("1 {seed}"),
        Hashed::KeyCheck(check) => format!("2 {check:016x}"),
    };
    format!("{kind} {bits} {hashes} {probe_rule} {hashed}")
}

/// What a spec says of the places of a filter.
#[pyfunction]
pub(crate) fn spec_of(filter: &Bound<'_, Filter>) -> String {
    let held = filter.get().read(filter.py());
    described(held.design(), held.digester().hashed())
}

/// Keys that were hashed, and which rows had one.
#[pyclass(module = "urnfield._core", frozen)]
pub(crate) struct Digests {
    design: AnyDesign,
    all: Vec<Digest>,
    there: Vec<bool>,
    kinds: KeyKinds,
}

#[pymethods]
impl Digests {
    /// The kinds of the keys.
    #[getter]
    fn key_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kinds::names(py, self.kinds)
    }

    /// How many keys there are.
    fn __len__(&self) -> usize {
        self.all.len()
    }

    /// The commands of some keys, by their numbers: of each a part of its positions, from
    /// the first number up to the second.
    fn batch(
        &self,
        keys: Vec<usize>,
        part: (usize, usize),
        adding: bool,
        shard_bits: u64,
    ) -> PyResult<Batch> {
        let (first, last) = part;
        let mut shards: BTreeMap<u64, (Vec<u64>, Vec<usize>)> = BTreeMap::new();
        for (number, key) in keys.iter().enumerate() {
            let Some(digest) = self.all.get(*key) else {
                return Err(type_error("a key has a number below the number of keys"));
            };
            let found = positions(self.design, *digest).map_err(Raised::from)?;
            let last = last.min(found.len());
            for position in &found[first.min(last)..last] {
                let shard = position / shard_bits;
                let (offsets, told) = shards.entry(shard).or_default();
                offsets.push((position % shard_bits) ^ TURNED);
                told.push(number);
            }
        }
        Ok(Batch { adding, keys: keys.len(), shards })
    }

    /// An answer for every row, of those for every key.
    fn mask(&self, known: Vec<bool>) -> PyResult<Mask> {
        if known.len() != self.all.len() {
            return Err(type_error("a mask has an answer for every key"));
        }
        let word =
            |some: &[bool]| some.iter().rev().fold(0, |word: u64, bit| word << 1 | u64::from(*bit));
        let words: Vec<u64> = known.chunks(64).map(word).collect();
        let rows = self.there.len();
        let keyless = self.there.contains(&false);
        let mut mask = Growing::default();
        mask.add(rows, keyless.then_some(&self.there), &words);
        Ok(mask.done())
    }
}

/// What is sent for some keys, a command for every shard they touch.
#[pyclass(module = "urnfield._core", frozen)]
pub(crate) struct Batch {
    adding: bool,
    keys: usize,
    /// Offsets, and to which key each belongs.
    shards: BTreeMap<u64, (Vec<u64>, Vec<usize>)>,
}

#[pymethods]
impl Batch {
    /// Every shard, and the words after its key and seal.
    fn commands<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u64, Bound<'py, PyTuple>)>> {
        let word = |text: &str| PyBytes::new(py, text.as_bytes());
        let verb = word(if self.adding { "SET" } else { "GET" });
        let width = word("u1");
        let one = word("1");
        let said = |offsets: &[u64]| {
            let words = offsets.iter().flat_map(|offset| {
                let offset = word(&offset.to_string());
                let value = self.adding.then(|| one.clone());
                [verb.clone(), width.clone(), offset].into_iter().chain(value)
            });
            PyTuple::new(py, words.collect::<Vec<_>>())
        };
        self.shards.iter().map(|(shard, (offsets, _))| Ok((*shard, said(offsets)?))).collect()
    }

    /// Of every key, whether all its bits were set before. `replies` has the bits of every shard,
    /// in the order of `commands`, without the seals; `None` where they are not as many as were
    /// asked for.
    fn known(&self, replies: Vec<Bound<'_, PyList>>) -> PyResult<Option<Vec<bool>>> {
        let mut all = vec![true; self.keys];
        if replies.len() != self.shards.len() {
            return Ok(None);
        }
        for ((_, told), bits) in self.shards.values().zip(&replies) {
            if bits.len() != told.len() {
                return Ok(None);
            }
            for (key, bit) in told.iter().zip(bits.iter()) {
                all[*key] &= bit.extract::<i64>()? == 1;
            }
        }
        Ok(Some(all))
    }
}

/// What the eight bytes behind a shard say, as the signed number that servers speak of: the digest
/// of a text, never zero.
#[pyfunction]
pub(crate) fn seal(text: &str) -> i64 {
    (Digester::new(0).digest(text).low | 1) as i64
}
