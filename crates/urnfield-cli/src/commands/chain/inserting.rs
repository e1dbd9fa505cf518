//! Keys into a chain.

use crate::commands::filters::inserting::Inserted;
use std::ops::ControlFlow;
use urnfield::chain::ChainUpdate;
use urnfield_keys::{Block, Keys};
use urnfield_terminal::Refusal;

/// The keys of a block, one behind the other: every generation digests them with a seed of its own.
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

/// What is new depends on what came before, so that one thread inserts.
pub(crate) fn insert(keys: &Keys, chain: &mut ChainUpdate) -> Result<Inserted, Refusal> {
    let (mut count, mut new_keys) = (0, 0);
    keys.mention_what_is_not_recorded();
    let bad = keys.each(
        keys.progress("inserting keys"),
        |block| Copied::of(&block),
        |copied| {
            count += copied.len() as u64;
            let new = chain.new_among_kind(keys.kind(), copied.len(), |i| copied.key(i))?;
            new_keys += new.count();
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(Inserted { keys: count, new_keys, bad })
}
