//! Keys that have to be made of what stands in records: fields of JSON, integers, tuples.

use crate::blocks::block::{Block, Records, ended, pieces, without_blank_lines};
use crate::key::fold::Fold;
use crate::key::{integer, json};
use urnfield::filter::TupleKey;

/// The first key of a block that is no integer.
pub(crate) struct NoInteger {
    /// How many records of the block come before it.
    pub(crate) before: usize,
    pub(crate) sentence: String,
}

impl Block {
    /// Makes keys of these fields of every line, which is JSON. Blank lines are no records. A line
    /// without a key is bad; with `stop` the fault is returned with the number of the lines before
    /// it.
    pub(crate) fn take_fields(
        &mut self,
        paths: &[json::Path],
        stop: bool,
    ) -> Result<(), (u64, String)> {
        let mut ends = Vec::new();
        let mut keys = Vec::new();
        let mut key_ends = Vec::new();
        let (mut end, mut bad) = (0, Vec::new());
        for (number, line) in (0..).zip(ended(self.bytes(), b'\n')) {
            end += line.len();
            if without_blank_lines(line).is_empty() {
                continue;
            }
            let length = keys.len();
            let count = key_ends.len();
            for path in paths {
                if let Err(fault) = json::field(line, path, &mut keys) {
                    if stop || !fault.is_of_the_line() {
                        return Err((number, fault.sentence(path)));
                    }
                    keys.truncate(length);
                    key_ends.truncate(count);
                    bad.push(ends.len());
                    break;
                }
                key_ends.push(keys.len());
            }
            ends.push(end);
        }
        self.records = Records::Rows { ends, keys, key_ends };
        (self.parts, self.bad) = (paths.len(), bad);
        Ok(())
    }

    /// Makes every key the integer that it spells. A record whose key spells none is bad; with
    /// `stop` the first of them is returned.
    pub(crate) fn take_integers(&mut self, stop: bool) -> Result<(), NoInteger> {
        let (mut integers, mut bad, mut first) = (Vec::new(), self.bad.clone(), None);
        let mut records = without(&self.bad);
        self.map_keys(|key| {
            let record = records.next();
            match integer::integer(key) {
                Some(integer) => integers.push(integer),
                None => {
                    bad.extend(record);
                    first = first.take().or_else(|| {
                        let sentence = integer::refusal(key);
                        record.map(|before| NoInteger { before, sentence })
                    });
                }
            }
        });
        drop(records);
        bad.sort_unstable();
        (self.integers, self.bad) = (Some(integers), bad);
        first.filter(|_| stop).map_or(Ok(()), Err)
    }

    /// Makes one key of the parts of every record, of which some are integers. A record with a part
    /// that spells none is bad; with `stop` the first of them is returned.
    pub(crate) fn take_tuples(
        &mut self,
        fold: Fold,
        integers: &[bool],
        stop: bool,
    ) -> Result<(), NoInteger> {
        let Records::Rows { keys: parts, key_ends: part_ends, .. } = &mut self.records else {
            return Ok(());
        };
        let mut tuples = Vec::with_capacity(parts.len());
        let mut tuple_ends = Vec::new();
        let mut tuple = TupleKey::new();
        let mut folded = Vec::new();
        let mut bad = self.bad.clone();
        let records = without(&self.bad).take(part_ends.len() / self.parts);
        let mut pieces = pieces(parts, part_ends);
        for before in records {
            tuple.clear();
            let mut fault = None;
            for (integer, part) in integers.iter().zip(pieces.by_ref().take(self.parts)) {
                let part = fold.of(part, &mut folded);
                fault = fault.or(add_part(&mut tuple, part, *integer));
            }
            match (fault, tuple.as_bytes()) {
                (None, Ok(bytes)) => {
                    tuples.extend_from_slice(bytes);
                    tuple_ends.push(tuples.len());
                }
                (Some(sentence), _) if stop => return Err(NoInteger { before, sentence }),
                _ => bad.push(before),
            }
        }
        drop(pieces);
        bad.sort_unstable();
        (*parts, *part_ends, self.bad, self.parts) = (tuples, tuple_ends, bad, 1);
        Ok(())
    }
}

/// Numbers from 0 without these.
fn without(numbers: &[usize]) -> impl Iterator<Item = usize> + '_ {
    let mut left_out = numbers.iter().peekable();
    (0..).filter(move |number| left_out.next_if_eq(&number).is_none())
}

/// Adds a part to a tuple, or returns what is wrong with it.
fn add_part(tuple: &mut TupleKey, part: &[u8], is_integer: bool) -> Option<String> {
    if is_integer {
        let Some(integer) = integer::integer(part) else { return Some(integer::refusal(part)) };
        tuple.integer(integer);
        return None;
    }
    tuple.text(part).err().map(|error| format!("has a part that is too long: {error}"))
}
