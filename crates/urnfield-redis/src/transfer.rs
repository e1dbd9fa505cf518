//! Whole filters to the server and back: the strings are the payload of a `.urn` file, so nothing
//! is turned around.

use crate::batch::{is_sealed, sealed};
use crate::description::{Described, described};
use crate::spec::{SHARD_BITS, Spec, part_key, shard_key};
use crate::wire::command::Command;
use crate::wire::reply::Reply;
use crate::wire::server::Server;
use crate::wire::wait::Wait;
use crate::{Error, Shared};
use std::io::{self, Read};
use urnfield::filter::SealedFilter;

/// A part that was sent and, because its sender died, never used goes away by itself, in seconds.
const FORGOTTEN: &str = "300";

/// So often a part is put anew that was lost.
const ATTEMPTS: usize = 5;

/// How two strings become one.
#[derive(Clone, Copy)]
pub(crate) enum Joined {
    Or,
    And,
}

impl Joined {
    fn word(self) -> &'static [u8] {
        match self {
            Joined::Or => b"OR",
            Joined::And => b"AND",
        }
    }

    /// What stands in the place of a seal, so that the other one is kept: a shard that is gone does
    /// not get one.
    pub(crate) fn no_seal(self) -> [u8; 8] {
        match self {
            Joined::Or => [0; 8],
            Joined::And => [0xff; 8],
        }
    }
}

impl Shared {
    /// A filter of the same bits as this one, made or, where one has the name, added to.
    pub fn create_from(
        server: &Server,
        name: &str,
        filter: &SealedFilter,
        wait: Option<Wait>,
    ) -> Result<Shared, Error> {
        let spec = Spec::new(filter.design(), filter.hashed(), filter.planned_items(), SHARD_BITS)?;
        let mut shared = match Shared::create_as(server, name, spec, wait) {
            Err(Error::Taken(_)) => Shared::open_sealed(server, name)?.waiting(wait),
            made => made?,
        };
        shared.push(filter)?;
        Ok(shared)
    }

    /// Adds everything that is in a filter: the server's becomes that of both sets. Where one of
    /// them is an intersection, it is marked as one.
    pub fn push(&mut self, filter: &SealedFilter) -> Result<(), Error> {
        let design = filter.design();
        let hashed = filter.hashed();
        let theirs = Spec { design, hashed, ..self.spec };
        self.spec.agrees(&theirs)?;
        if filter.origin().is_intersection() {
            self.mark_as_intersection()?;
        }
        self.note_kinds_of(filter)?;
        let mut pieces = filter.payload_pieces();
        let mut held: Vec<u8> = Vec::new();
        for shard in 0..self.spec.shards() {
            let bytes = self.spec.bytes(shard);
            while held.len() < bytes {
                held.extend(pieces.next().unwrap_or_else(|| vec![0; bytes]));
            }
            let rest = held.split_off(bytes);
            held.extend(Joined::Or.no_seal());
            self.join(shard, &held, Joined::Or)?;
            held = rest;
        }
        Ok(())
    }

    /// Joins bytes with a shard. They have no seal, so the shard's own stays, if there is one.
    pub(crate) fn join(&mut self, shard: u64, bytes: &[u8], how: Joined) -> Result<(), Error> {
        self.join_part(shard, how, |shared, part| {
            let put = Command::new("SET", part).with(bytes).with("EX").with(FORGOTTEN);
            shared.links.run([put], None).map(drop)
        })
    }

    /// Has something put beside a shard and joins them on the server, in one command. What is not
    /// there counts as zeros, and a failover may lose what was put: then it is put again.
    pub(crate) fn join_part(
        &mut self,
        shard: u64,
        how: Joined,
        mut put: impl FnMut(&mut Shared, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let key = shard_key(&self.name, shard);
        let whole = Reply::Int(self.spec.bytes(shard) as i64 + 8);
        for _ in 0..ATTEMPTS {
            let part = part_key(&self.name, shard);
            put(self, &part)?;
            let words = [b"BITOP", how.word(), key.as_bytes(), key.as_bytes(), part.as_bytes()];
            self.write([Command::words(&key, &words)])?;
            // A part never comes back: what is there afterwards was there when it was joined.
            let look = sealed(&self.name, &self.spec, shard, "BITFIELD_RO");
            let replies = self.links.run([look, Command::new("STRLEN", &part)], None)?;
            if !replies.first().is_some_and(|reply| is_sealed(reply, &self.spec, shard)) {
                return Err(self.broken(shard));
            }
            if replies.get(1) == Some(&whole) {
                return self.links.run([Command::new("UNLINK", &part)], None).map(drop);
            }
        }
        let why = format!("what is put beside {key} is gone before it can be used");
        Err(Error::Refused { server: self.links.name(), why })
    }

    /// Everything it holds, as a filter that can be written to a file, or opened with its key.
    /// What others add meanwhile may be in it or not.
    pub fn pull(&mut self) -> Result<SealedFilter, Error> {
        let Described { spec, intersection, .. } = described(&mut self.links, &self.name)?;
        if spec != self.spec {
            return Err(self.broken(0));
        }
        let mut shards =
            Shards { shared: self, next: 0, held: io::Cursor::default(), failed: None };
        let read =
            SealedFilter::from_payload(spec.design, spec.hashed, spec.planned_items, &mut shards);
        let filter = match (shards.failed, read) {
            (Some(error), _) => return Err(error),
            (None, read) => read?,
        };
        // A kind is noted before its keys are sent, so what is noted now was noted for all of them.
        let filter = filter.with_key_kinds(self.key_kinds()?);
        Ok(if intersection { filter.marked_as_intersection() } else { filter })
    }

    /// The payload of a shard, whose seal was there.
    pub(crate) fn shard(&mut self, shard: u64) -> Result<Vec<u8>, Error> {
        let replies = self.links.run([Command::new("GET", &shard_key(&self.name, shard))], None)?;
        let bytes = self.spec.bytes(shard);
        match replies.into_iter().next() {
            Some(Reply::Bytes(mut all))
                if all.len() == bytes + 8
                    && all[bytes..] == self.spec.seal(shard).to_be_bytes() =>
            {
                all.truncate(bytes);
                Ok(all)
            }
            _ => Err(self.broken(shard)),
        }
    }
}

/// All shards, one after the other, none before it is wanted.
struct Shards<'a> {
    shared: &'a mut Shared,
    next: u64,
    held: io::Cursor<Vec<u8>>,
    failed: Option<Error>,
}

impl Read for Shards<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.held.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.next == self.shared.spec.shards() {
                return Ok(read);
            }
            match self.shared.shard(self.next) {
                Ok(shard) => self.held = io::Cursor::new(shard),
                Err(error) => {
                    self.failed = Some(error);
                    return Err(io::ErrorKind::Other.into());
                }
            }
            self.next += 1;
        }
    }
}
