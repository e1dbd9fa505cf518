//! Keys to commands, one for every shard they touch, and replies to answers.

use crate::spec::{Spec, shard_key};
use crate::wire::command::Command;
use crate::wire::reply::Reply;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use urnfield::filter::{Digest, positions};

/// Positions that one command is to have: while the server works on the next one, the answers to
/// this one are read.
const POSITIONS: u64 = 875;
/// Shards that a batch is spread over, at most, to fill the commands of each.
const SPREAD: u64 = 16;
/// The most keys in a batch, for each such shard, so that several batches are under way at a time.
const MOST_KEYS: u64 = 84;

/// What is done with bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    Adding,
    Asking,
}

impl Doing {
    fn command(self) -> &'static str {
        match self {
            Doing::Adding => "BITFIELD",
            Doing::Asking => "BITFIELD_RO",
        }
    }
}

const GET: &[u8] = b"$3\r\nGET\r\n$2\r\nu1\r\n";
const SET: &[u8] = b"$3\r\nSET\r\n$2\r\nu1\r\n";

/// Which positions of every key are asked for together, where most keys are expected to be
/// strangers: one, two more, four more, and so on, each time only of keys that may still be there.
pub(crate) fn rounds(hashes: usize) -> impl Iterator<Item = Range<usize>> {
    let part = move |from: usize| from..(2 * from + 1).min(hashes);
    iter::successors(Some(part(0)), move |before| Some(part(before.end)))
        .take_while(|part| !part.is_empty())
}

/// How many keys go together, where `positions` of each are sent.
pub(crate) fn keys_at_once(spec: &Spec, positions: u64) -> usize {
    let keys = (POSITIONS / positions).clamp(1, MOST_KEYS);
    (keys * spec.shards().min(SPREAD)) as usize
}

/// The commands of some keys, and to which key each reply belongs.
pub(crate) struct Batch {
    pub(crate) commands: Vec<Command>,
    /// Of every command: its shard, and the key of every value after the seal.
    told: Vec<(u64, Vec<u32>)>,
    keys: usize,
}

/// A shard whose seal is not there.
pub(crate) struct Unsealed(pub(crate) u64);

impl Batch {
    /// One command for every shard that is touched. At most 2^32 keys.
    pub(crate) fn new(
        name: &str,
        spec: &Spec,
        digests: impl ExactSizeIterator<Item = Digest>,
        (doing, part): (Doing, Range<usize>),
    ) -> Result<Batch, urnfield::Error> {
        let mut batch = Batch { commands: Vec::new(), told: Vec::new(), keys: digests.len() };
        // Of every shard its command.
        let mut commands: BTreeMap<usize, usize> = BTreeMap::new();
        for (key, digest) in (0..).zip(digests) {
            let found = positions(spec.design, digest)?;
            for &position in &found[part.start.min(found.len())..part.end.min(found.len())] {
                let (shard, offset) = spec.place(position);
                let at = *commands.entry(shard).or_insert_with(|| {
                    let shard = shard as u64;
                    batch.commands.push(sealed(name, spec, shard, doing.command()));
                    batch.told.push((shard, Vec::new()));
                    batch.told.len() - 1
                });
                let command = &mut batch.commands[at];
                match doing {
                    Doing::Adding => {
                        command.push_prepared(2, SET, offset);
                        command.push(b"1");
                    }
                    Doing::Asking => command.push_prepared(2, GET, offset),
                }
                batch.told[at].1.push(key);
            }
        }
        Ok(batch)
    }

    /// Of every key, whether all its bits were set before.
    pub(crate) fn answers(&self, spec: &Spec, replies: &[Reply]) -> Result<Vec<bool>, Unsealed> {
        let mut all = vec![true; self.keys];
        for ((shard, keys), reply) in self.told.iter().zip(replies) {
            let Reply::List(values) = reply else { return Err(Unsealed(*shard)) };
            let Some((Reply::Int(seal), bits)) = values.split_first() else {
                return Err(Unsealed(*shard));
            };
            if *seal != spec.seal(*shard) || bits.len() != keys.len() {
                return Err(Unsealed(*shard));
            }
            for (key, bit) in keys.iter().zip(bits) {
                all[*key as usize] &= *bit == Reply::Int(1);
            }
        }
        Ok(all)
    }
}

/// A command that begins with the seal of a shard.
pub(crate) fn sealed(name: &str, spec: &Spec, shard: u64, command: &str) -> Command {
    let at = (8 * spec.bytes(shard)).to_string();
    Command::new(command, &shard_key(name, shard)).with("GET").with("i64").with(at)
}

/// Whether a reply to a sealed command begins with the seal.
pub(crate) fn is_sealed(reply: &Reply, spec: &Spec, shard: u64) -> bool {
    let Reply::List(values) = reply else { return false };
    values.first() == Some(&Reply::Int(spec.seal(shard)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn rounds_ask_for_every_position_once() {
        let parts = |hashes| super::rounds(hashes).map(|part| (part.start, part.end));
        assert_eq!(parts(7).collect::<Vec<_>>(), [(0, 1), (1, 3), (3, 7)]);
        assert_eq!(parts(1).collect::<Vec<_>>(), [(0, 1)]);
        for hashes in 1..200 {
            let all: Vec<usize> = super::rounds(hashes).flatten().collect();
            assert!(all.iter().copied().eq(0..hashes), "{hashes}");
        }
    }
}
