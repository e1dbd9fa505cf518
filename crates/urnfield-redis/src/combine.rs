//! Union and intersection on the server. Where both shards are on one node no bits travel.

use crate::batch::is_sealed;
use crate::description::described;
use crate::spec::{meta_key, shard_key};
use crate::transfer::Joined;
use crate::wire::command::Command;
use crate::wire::server::Server;
use crate::wire::slots::slot;
use crate::{Error, Shared};

impl Shared {
    /// Adds everything that is in another filter of this server. Where that is an intersection,
    /// this is marked as one.
    pub fn union_with(&mut self, server: &Server, other: &str) -> Result<(), Error> {
        self.combine(server, other, Joined::Or)
    }

    /// Keeps the bits that are set in both. It contains whatever both contain, and need not be the
    /// filter of any set, so it is marked, before the first bit is gone.
    pub fn intersect_with(&mut self, server: &Server, other: &str) -> Result<(), Error> {
        self.combine(server, other, Joined::And)
    }

    fn combine(&mut self, server: &Server, other: &str, how: Joined) -> Result<(), Error> {
        let mut other = Shared::open_sealed(server, other)?;
        self.spec.agrees(&other.spec)?;
        // A shard of it that is gone is told before anything is changed.
        other.verify()?;
        if matches!(how, Joined::And) || other.intersection {
            self.mark_as_intersection()?;
        }
        let told = described(&mut other.links, &other.name)?.told;
        self.note_told(told)?;
        for shard in 0..self.spec.shards() {
            let ours = shard_key(&self.name, shard);
            let theirs = shard_key(&other.name, shard);
            if server.cluster && slot(&ours) != slot(&theirs) {
                let mut bytes = other.shard(shard)?;
                bytes.extend(how.no_seal());
                self.join(shard, &bytes, how)?;
                continue;
            }
            self.join_part(shard, how, |shared, part| shared.copy(&other, shard, part, how))?;
        }
        // If it was dropped meanwhile, bits are missing.
        described(&mut other.links, &other.name).map(drop)
    }

    /// A copy of another filter's shard, without its seal, which was there. No other client
    /// knows the part, so what was looked at is what is joined.
    fn copy(&mut self, other: &Shared, shard: u64, part: &str, how: Joined) -> Result<(), Error> {
        let theirs = shard_key(&other.name, shard);
        let copy = Command::words(part, &[b"BITOP", b"OR", part.as_bytes(), theirs.as_bytes()]);
        self.links.run([copy, Command::new("EXPIRE", part).with("300")], None)?;
        let at = (8 * self.spec.bytes(shard)).to_string();
        let look = Command::new("BITFIELD_RO", part).with("GET").with("i64").with(&at);
        let replies = self.links.run([look], None)?;
        if !replies.first().is_some_and(|reply| is_sealed(reply, &other.spec, shard)) {
            self.links.run([Command::new("UNLINK", part)], None)?;
            return Err(other.broken(shard));
        }
        let bare = i64::from_be_bytes(how.no_seal()).to_string();
        let strip = Command::new("BITFIELD", part).with("SET").with("i64").with(&at).with(bare);
        self.links.run([strip], None).map(drop)
    }

    /// It need not be the filter of any set any more.
    pub(crate) fn mark_as_intersection(&mut self) -> Result<(), Error> {
        let mark = Command::new("HSET", &meta_key(&self.name)).with("origin").with("intersection");
        self.write([mark])?;
        self.intersection = true;
        Ok(())
    }
}
