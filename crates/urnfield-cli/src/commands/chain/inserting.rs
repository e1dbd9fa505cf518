//! Keys into a chain.

use urnfield::chain::ChainUpdate;
use urnfield_keys::{Block, Inserted, Keys};
use urnfield_terminal::Refusal;

/// Copies of the keys of a block, because every generation digests them with its own seed.
pub(crate) struct Copied {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Copied {
    pub(crate) fn of(block: &Block) -> Copied {
        let mut bytes = Vec::new();
        let ends = block.map_keys(|key| {
            bytes.extend_from_slice(key);
            bytes.len()
        });
        Copied { bytes, ends }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn key(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }
}

/// Inserts all keys into a chain.
pub(crate) fn insert(keys: &Keys, chain: &mut ChainUpdate) -> Result<Inserted, Refusal> {
    keys.insert(
        "inserting keys",
        |block| Copied::of(&block),
        |copied, _| {
            let new = chain.new_among_kind(keys.kind(), copied.len(), |i| copied.key(i))?;
            Ok((copied.len() as u64, new.count()))
        },
    )
}
