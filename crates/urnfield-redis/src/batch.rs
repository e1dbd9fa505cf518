//! Keys to commands, one for every shard they touch, and replies to answers.

use crate::command::Command;
use crate::spec::{Spec, shard_key};
use redis::Value;
use std::collections::BTreeMap;
use urnfield::filter::{Digest, positions};

/// Positions in one command: some five hundred keys with seven positions each.
const POSITIONS: u64 = 3_500;
/// Shards that a batch is spread over, at most, to fill the commands of each.
const SPREAD: u64 = 16;

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

/// Positions of each key that are asked for first, where most keys are expected to be strangers: two
/// tell most of those apart, and the others are asked for the rest.
const FIRST: usize = 2;

/// Which positions of every key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    All,
    First,
    Rest,
}

impl Part {
    fn of(self, positions: &[u64]) -> &[u64] {
        let first = FIRST.min(positions.len());
        match self {
            Part::All => positions,
            Part::First => &positions[..first],
            Part::Rest => &positions[first..],
        }
    }
}

/// How many keys go together.
pub(crate) fn keys_at_once(spec: &Spec) -> usize {
    let keys = (POSITIONS / spec.design.hashes()).clamp(1, 1000);
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
    /// At most 2^32 keys.
    pub(crate) fn new(
        name: &str,
        spec: &Spec,
        digests: &[Digest],
        (doing, part): (Doing, Part),
    ) -> Result<Batch, urnfield::Error> {
        let mut shards: BTreeMap<usize, (Command, Vec<u32>)> = BTreeMap::new();
        for (key, digest) in (0..).zip(digests) {
            for &position in part.of(&positions(spec.design, *digest)?) {
                let (shard, offset) = spec.place(position);
                let (command, keys) = shards.entry(shard).or_insert_with(|| {
                    (sealed(name, spec, shard as u64, doing.command()), Vec::new())
                });
                match doing {
                    Doing::Adding => {
                        command.push_prepared(2, SET, offset);
                        command.push(b"1");
                    }
                    Doing::Asking => command.push_prepared(2, GET, offset),
                }
                keys.push(key);
            }
        }
        let (mut commands, mut told) = (Vec::new(), Vec::new());
        for (shard, (command, keys)) in shards {
            commands.push(command);
            told.push((shard as u64, keys));
        }
        Ok(Batch { commands, told, keys: digests.len() })
    }

    /// Of every key, whether all its bits were set before.
    pub(crate) fn answers(&self, spec: &Spec, replies: &[Value]) -> Result<Vec<bool>, Unsealed> {
        let mut all = vec![true; self.keys];
        for ((shard, keys), reply) in self.told.iter().zip(replies) {
            let Value::Array(values) = reply else { return Err(Unsealed(*shard)) };
            let Some((Value::Int(seal), bits)) = values.split_first() else {
                return Err(Unsealed(*shard));
            };
            if *seal != spec.seal(*shard) || bits.len() != keys.len() {
                return Err(Unsealed(*shard));
            }
            for (key, bit) in keys.iter().zip(bits) {
                all[*key as usize] &= *bit == Value::Int(1);
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
pub(crate) fn is_sealed(reply: &Value, spec: &Spec, shard: u64) -> bool {
    let Value::Array(values) = reply else { return false };
    values.first() == Some(&Value::Int(spec.seal(shard)))
}
