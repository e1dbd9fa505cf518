//! A filter on a server, for many processes.

use crate::Error;
use crate::batch::{Doing, is_sealed, sealed};
use crate::description::{Described, described};
use crate::spec::{SHARD_BITS, Spec, check_name, meta_key, shard_key};
use crate::wire::command::Command;
use crate::wire::links::Links;
use crate::wire::reply::Reply;
use crate::wire::server::Server;
use crate::wire::wait::Wait;
use std::time::Duration;
use urnfield::AnyDesign;
use urnfield::error::Differ;
use urnfield::filter::{Digest, Digester, Hashed, Hashing, Key, KeyKinds};

/// A filter on a server. Any number of processes may add to it and ask it at the same time.
///
/// Adding returns which keys were new. In a filter of one shard that is exact for any number of
/// clients. With several shards, two clients that add one key at the same time may both get "new".
/// After a connection has broken, a key that the lost command had added may be reported as known.
pub struct Shared {
    pub(crate) links: Links,
    pub(crate) name: String,
    pub(crate) spec: Spec,
    /// `None` for a keyed filter without its key: it can be pushed, pulled and merged, and not
    /// asked.
    digester: Option<Digester>,
    pub(crate) intersection: bool,
    pub(crate) wait: Option<Wait>,
    /// Most keys that were asked for last were not there.
    pub(crate) strangers: bool,
    /// Kinds of keys that this client has noted on the server.
    pub(crate) noted: KeyKinds,
}

impl Shared {
    /// Creates an empty filter. Refuses a name that is taken.
    pub fn create(
        server: &Server,
        name: &str,
        design: impl Into<AnyDesign>,
        hashing: impl Into<Hashing>,
        planned_items: u64,
    ) -> Result<Shared, Error> {
        let digester = Digester::new(hashing);
        let spec = Spec::new(design, digester.hashed(), planned_items, SHARD_BITS)?;
        let mut shared = Shared::create_as(server, name, spec, None)?;
        shared.digester = Some(digester);
        Ok(shared)
    }

    /// Creates a filter like [`Shared::create`] from a complete description, without a key.
    pub fn create_as(
        server: &Server,
        name: &str,
        spec: Spec,
        wait: Option<Wait>,
    ) -> Result<Shared, Error> {
        check_name(name)?;
        let mut links = Links::new(server)?;
        let meta = meta_key(name);
        let text = spec.to_string();
        let claim = Command::new("HSETNX", &meta).with("spec").with(&text);
        let look = Command::new("HGET", &meta).with("spec");
        let replies = links.run([claim, look], wait)?;
        // The token is ours alone, so what is there tells whose it is, however often it was sent.
        if replies.get(1).and_then(Reply::as_text).as_deref() != Some(&text) {
            return Err(Error::Taken(name.to_owned()));
        }
        let digester = match spec.hashed {
            Hashed::Seed(seed) => Some(Digester::new(seed)),
            Hashed::KeyCheck(_) => None,
        };
        let mut shared = Shared {
            links,
            name: name.to_owned(),
            spec,
            digester,
            intersection: false,
            wait,
            strangers: false,
            noted: KeyKinds::UNKNOWN,
        };
        match shared.begin_kinds().and_then(|()| shared.make_shards()) {
            Ok(()) => Ok(shared),
            // Half a filter would keep its name, and answer nothing.
            Err(error) => Err(match shared.removed_at_once() {
                Ok(()) => error,
                Err(_) => Error::HalfMade { name: name.to_owned(), why: error.to_string() },
            }),
        }
    }

    /// Makes all shards, empty and sealed.
    fn make_shards(&mut self) -> Result<(), Error> {
        for shard in 0..self.spec.shards() {
            // What another filter left there is not ours. A string grows by zeros.
            let key = shard_key(&self.name, shard);
            let at = (8 * self.spec.bytes(shard)).to_string();
            let seal = self.spec.seal(shard).to_string();
            let make = Command::new("BITFIELD", &key);
            let make = make.with("SET").with("i64").with(at).with(seal);
            self.write([Command::new("UNLINK", &key), make])?;
        }
        Ok(())
    }

    /// Removes it without waiting for replicas or for a server that is lost.
    fn removed_at_once(mut self) -> Result<(), Error> {
        self.links.set_patience(Duration::ZERO);
        self.wait = None;
        self.drop_it()
    }

    /// Removes what is stored under a name: a filter, or a key that stands where a filter's
    /// description belongs. Returns whether it was a filter.
    pub fn remove(server: &Server, name: &str, wait: Option<Wait>) -> Result<bool, Error> {
        let mut links = match Shared::open_sealed(server, name) {
            Ok(shared) => return shared.waiting(wait).drop_it().map(|()| true),
            Err(Error::OtherType { .. }) => Links::new(server)?,
            Err(error) => return Err(error),
        };
        links.run([Command::new("DEL", &meta_key(name))], wait)?;
        // How many shards there were is not known: they go as long as there is a next one.
        for shard in 0.. {
            let gone = links.run([Command::new("UNLINK", &shard_key(name, shard))], wait)?;
            if gone.first() != Some(&Reply::Int(1)) {
                break;
            }
        }
        Ok(false)
    }

    /// Opens an existing filter, with its key if it has one.
    pub fn open(server: &Server, name: &str, key: Option<Key>) -> Result<Shared, Error> {
        let mut shared = Shared::open_sealed(server, name)?;
        match (shared.spec.hashed, key) {
            (Hashed::Seed(_), None) => Ok(shared),
            (Hashed::Seed(seed), Some(_)) => Err(Error::Library(urnfield::Error::Mismatch {
                what: Differ::SeededFilter,
                ours: "a key".into(),
                theirs: format!("a filter with seed {seed} and no key"),
            })),
            (Hashed::KeyCheck(_), None) => Err(Error::Locked(name.to_owned())),
            (hashed @ Hashed::KeyCheck(check), Some(key)) => match Digester::new(key) {
                digester if digester.hashed() == hashed => {
                    shared.digester = Some(digester);
                    Ok(shared)
                }
                _ => Err(Error::Library(urnfield::Error::Mismatch {
                    what: Differ::KeyedFilter,
                    ours: "another key".into(),
                    theirs: format!("a filter with key check {check:016x}"),
                })),
            },
        }
    }

    /// Opens an existing filter without its key. A keyed filter can then be pulled, merged and
    /// counted, but not asked.
    pub fn open_sealed(server: &Server, name: &str) -> Result<Shared, Error> {
        check_name(name)?;
        let mut links = Links::new(server)?;
        let Described { spec, intersection, .. } = described(&mut links, name)?;
        let digester = match spec.hashed {
            Hashed::Seed(seed) => Some(Digester::new(seed)),
            Hashed::KeyCheck(_) => None,
        };
        Ok(Shared {
            links,
            name: name.to_owned(),
            spec,
            digester,
            intersection,
            wait: None,
            strangers: false,
            noted: KeyKinds::UNKNOWN,
        })
    }

    /// Makes every write wait for replicas.
    pub fn waiting(mut self, wait: Option<Wait>) -> Shared {
        self.wait = wait;
        self
    }

    /// Sets for how long a lost or silent server is tried again. The default is 30 seconds.
    pub fn with_patience(mut self, patience: Duration) -> Shared {
        self.links.set_patience(patience);
        self
    }

    /// Returns the filter's name on the server.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the filter's description: everything except its bits.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether the filter was an intersection when it was opened. An intersection need not be the
    /// filter of any set.
    pub fn is_intersection(&self) -> bool {
        self.intersection
    }

    /// Returns how often a command was sent again without knowing whether it had been done. After
    /// that, new keys may be reported as known.
    pub fn sent_again(&self) -> u64 {
        self.links.again
    }

    /// Returns the digester of the filter. Fails for a keyed filter that was opened without its
    /// key.
    pub fn digester(&self) -> Result<Digester, Error> {
        self.digester.clone().ok_or_else(|| Error::Locked(self.name.clone()))
    }

    /// Adds keys, and returns for each whether it was new.
    pub fn add_all(&mut self, items: &[impl AsRef<[u8]>]) -> Result<Vec<bool>, Error> {
        let digester = self.digester()?;
        let digests: Vec<Digest> = items.iter().map(|item| digester.digest(item)).collect();
        self.add_digests_of(KeyKinds::TEXTS, &digests)
    }

    /// Returns for each key whether it may have been added. False means that it was not.
    pub fn contains_all(&mut self, items: &[impl AsRef<[u8]>]) -> Result<Vec<bool>, Error> {
        let digester = self.digester()?;
        let digests: Vec<Digest> = items.iter().map(|item| digester.digest(item)).collect();
        self.contains_digests(&digests)
    }

    /// Adds keys by their digests, and returns which were new. Digests must come from the filter's
    /// seed or key.
    pub fn add_digests(&mut self, digests: &[Digest]) -> Result<Vec<bool>, Error> {
        self.add_digests_of(KeyKinds::DIGESTS, digests)
    }

    /// Adds keys of known kinds by their digests, as `Filter::digests_of` does.
    pub fn add_digests_of(
        &mut self,
        kinds: KeyKinds,
        digests: &[Digest],
    ) -> Result<Vec<bool>, Error> {
        if self.intersection {
            return Err(Error::Intersection(self.name.clone()));
        }
        if digests.is_empty() {
            return Ok(Vec::new());
        }
        // Keys are sent even where no replica has confirmed the note of their kind.
        let unconfirmed = match self.note_kinds(kinds) {
            Err(error @ Error::Unconfirmed { .. }) => Some(error),
            noted => noted.map(|()| None)?,
        };
        let mut known = self.batches(digests, Doing::Adding)?;
        if let Some(error) = unconfirmed {
            return Err(error);
        }
        known.iter_mut().for_each(|known| *known = !*known);
        Ok(known)
    }

    /// Asks for keys by their digests. See [`Shared::contains_all`].
    pub fn contains_digests(&mut self, digests: &[Digest]) -> Result<Vec<bool>, Error> {
        self.batches(digests, Doing::Asking)
    }

    /// Counts the set bits on the server, and checks every seal.
    pub fn bits_set(&mut self) -> Result<u64, Error> {
        let mut all = 0;
        for shard in 0..self.spec.shards() {
            let last = (self.spec.bytes(shard) - 1).to_string();
            let look = sealed(&self.name, &self.spec, shard, "BITFIELD_RO");
            let count =
                Command::new("BITCOUNT", &shard_key(&self.name, shard)).with("0").with(last);
            let replies = self.links.run([look, count], None)?;
            match &replies[..] {
                [seal, Reply::Int(bits)] if is_sealed(seal, &self.spec, shard) => {
                    all += u64::try_from(*bits).unwrap_or(0);
                }
                _ => return Err(self.broken(shard)),
            }
        }
        Ok(all)
    }

    /// Checks that all shards exist and have their seals.
    pub fn verify(&mut self) -> Result<(), Error> {
        for shard in 0..self.spec.shards() {
            let look = sealed(&self.name, &self.spec, shard, "BITFIELD_RO");
            let replies = self.links.run([look], None)?;
            if !replies.first().is_some_and(|reply| is_sealed(reply, &self.spec, shard)) {
                return Err(self.broken(shard));
            }
        }
        Ok(())
    }

    /// Removes the filter from the server.
    pub fn drop_it(mut self) -> Result<(), Error> {
        self.write([Command::new("DEL", &meta_key(&self.name))])?;
        for shard in 0..self.spec.shards() {
            self.write([Command::new("UNLINK", &shard_key(&self.name, shard))])?;
        }
        Ok(())
    }

    /// Returns for every master its eviction policy and its version, from `INFO`.
    pub fn evictions(&mut self) -> Result<Vec<(String, String)>, Error> {
        let answers = self.links.ask_masters(&Command::words("", &[b"INFO"]))?;
        let told = |text: &str, field: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
            found.unwrap_or_default().trim().to_owned()
        };
        Ok(answers
            .iter()
            .filter_map(Reply::as_text)
            .map(|text| {
                let version = match told(&text, "valkey_version") {
                    none if none.is_empty() => format!("redis {}", told(&text, "redis_version")),
                    version => format!("valkey {version}"),
                };
                (told(&text, "maxmemory_policy"), version)
            })
            .collect())
    }

    /// Commands that change something.
    pub(crate) fn write(&mut self, commands: impl Into<Vec<Command>>) -> Result<Vec<Reply>, Error> {
        self.links.run(commands, self.wait)
    }

    pub(crate) fn broken(&self, shard: u64) -> Error {
        Error::Broken { name: self.name.clone(), key: shard_key(&self.name, shard) }
    }
}
