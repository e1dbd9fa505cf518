//! [`ChainUpdate`]: one writer at a time, whose work is there as a whole or not at all.
//!
//! Files of generations never change. What changed is written beside them under names of its own,
//! and flushed; then the manifest that names the new ones replaces the old one; then the files that
//! only the old manifest named are removed. A writer that is killed leaves the chain as it was, or
//! as it was to be, and files that the next writer removes while it has the lock.

use crate::chain::day::Day;
use crate::chain::filter_chain::Chain;
use crate::chain::folder::header_bytes;
use crate::chain::generation::{Generation, Stored, file_name, generation_seed, parse_file_name};
use crate::chain::manifest::{Listed, Manifest, NAME};
use crate::error::Error;
use crate::filter::disk::begun::{Begun, Existing};
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::unfinished::sweep;
use crate::filter::disk::whole_file::write_whole;
use crate::filter::flags::Flags;
use crate::filter::format::header::Header;
use crate::filter::format::writing::{Content, Packing};
use crate::filter::hash::digester::Hashed;
use crate::filter::hash::key::Key;
use crate::filter::hash::key_kinds::KeyKinds;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A chain that is being written to: it is the [`Chain`] of a folder, locked until it is saved or
/// dropped.
#[derive(Debug)]
pub struct ChainUpdate {
    chain: Chain,
    folder: PathBuf,
    lock: FileLock,
    /// The names of the files that the locked manifest names.
    named: Vec<String>,
    /// Room on the disk for generations that may change, by their numbers, each with the revision
    /// that it will be.
    room: BTreeMap<u64, (u64, Begun)>,
}

impl Chain {
    /// Locks and reads the chain of a folder to change it, and turns to the day. Of many writers at
    /// once, each waits for the one before.
    ///
    /// The key is that of a keyed chain, and `None` where there is none.
    pub fn update(
        folder: impl AsRef<Path>,
        key: impl Into<Option<Key>>,
        today: Day,
    ) -> Result<ChainUpdate, Error> {
        let lock = FileLock::wait(Chain::manifest(folder))?;
        ChainUpdate::under(lock, key, today)
    }
}

impl ChainUpdate {
    /// Reads the chain whose manifest is locked, and turns to the day: for programs that do not
    /// wait.
    pub fn under(
        lock: FileLock,
        key: impl Into<Option<Key>>,
        today: Day,
    ) -> Result<ChainUpdate, Error> {
        let folder = lock.path().parent().unwrap_or(Path::new("")).to_path_buf();
        let (mut chain, manifest) = Chain::under(&lock, &folder, key.into())?;
        remove_unnamed(&folder, &manifest, &chain);
        chain.turn_to(today)?;
        let named = manifest.generations.iter().map(Listed::file_name).collect();
        Ok(ChainUpdate { chain, folder, lock, named, room: BTreeMap::new() })
    }

    /// Takes the room on the disk that the generations which may change will need. A program that
    /// passes on keys as it remembers them learns of a full disk, or of a folder that it may not
    /// write to, before it passes them on. A chain without generations begins its first one.
    pub fn reserve(&mut self) -> Result<(), Error> {
        if self.chain.generations.is_empty() {
            self.chain.begin()?;
        }
        let generations = &self.chain.generations;
        self.room.retain(|number, _| generations.iter().any(|kept| kept.number() == *number));
        let last = self.chain.generations.len() - 1;
        for (i, generation) in self.chain.generations.iter().enumerate() {
            let number = generation.number();
            if (i == last || generation.stored.is_none()) && !self.room.contains_key(&number) {
                let (revision, mut begun) = self.begin_file(generation)?;
                begun.reserve(Content::of(&generation.filter).raw_bytes())?;
                self.room.insert(number, (revision, begun));
            }
        }
        Ok(())
    }

    /// Inserts the item if no generation has it, as [`Chain::insert`].
    pub fn insert(&mut self, item: impl AsRef<[u8]>) -> Result<bool, Error> {
        self.chain.insert(item)
    }

    /// Inserts many items, as [`Chain::insert_all`].
    pub fn insert_all(&mut self, items: &[impl AsRef<[u8]>]) -> Result<u64, Error> {
        self.chain.insert_all(items)
    }

    /// Inserts many items and reports which were new, as [`Chain::new_among`].
    pub fn new_among(&mut self, items: &[impl AsRef<[u8]>]) -> Result<Flags, Error> {
        self.chain.new_among(items)
    }

    /// Inserts many items that lie anywhere, as [`Chain::new_among_each`].
    pub fn new_among_each<T: AsRef<[u8]>>(
        &mut self,
        count: usize,
        item: impl Fn(usize) -> T,
    ) -> Result<Flags, Error> {
        self.chain.new_among_each(count, item)
    }

    /// Inserts an integer, as [`Chain::insert_u64`].
    pub fn insert_u64(&mut self, item: u64) -> Result<bool, Error> {
        self.chain.insert_u64(item)
    }

    /// Inserts many items of a kind, as [`Chain::new_among_kind`].
    pub fn new_among_kind<T: AsRef<[u8]>>(
        &mut self,
        kind: KeyKinds,
        count: usize,
        item: impl Fn(usize) -> T,
    ) -> Result<Flags, Error> {
        self.chain.new_among_kind(kind, count, item)
    }

    /// Removes a chain to which nothing was ever saved: its manifest, and with `folder` the folder
    /// if nothing else is in it. A chain that has a generation stays.
    pub fn remove_unsaved(mut self, folder: bool) -> Result<(), Error> {
        self.room.clear();
        if !self.named.is_empty() {
            return Ok(());
        }
        let failed = |path: &Path, error| Error::file("remove", path, error);
        let path = self.lock.path();
        fs::remove_file(path).map_err(|error| failed(path, error))?;
        if folder {
            let _ = fs::remove_dir(&self.folder);
        }
        Ok(())
    }

    /// Writes what changed, and ends the lock. Until the end the chain in the folder stays as it
    /// was, whatever happens.
    pub fn save(mut self) -> Result<Chain, Error> {
        for i in 0..self.chain.generations.len() {
            let generation = &self.chain.generations[i];
            if generation.stored.is_some() {
                continue;
            }
            let (revision, begun) = match self.room.remove(&generation.number()) {
                Some(begun) => begun,
                None => self.begin_file(generation)?,
            };
            let content = Content::of(&generation.filter);
            begun.finish(Existing::Replaced, |out| content.write(Packing::Raw, out))?;
            let path = self.folder.join(file_name(generation.number(), revision));
            let stored = Stored::of(&path, revision)?;
            let generation = &mut self.chain.generations[i];
            (generation.stored, generation.revision) = (Some(stored), revision);
        }
        // Reserved files that were not used are removed here, while the folder is locked.
        self.room.clear();
        let manifest = self.manifest();
        let text = manifest.to_string();
        let path = self.lock.path().to_path_buf();
        write_whole(&path, Existing::Locked(&self.lock), |out| out.write_all(text.as_bytes()))?;
        self.remove_replaced(&manifest);
        Ok(self.chain)
    }

    /// Removes the files that the manifest before this one named and this one does not. No writer
    /// uses their names again. Files of other names stay, because the lock went with the manifest
    /// that was replaced: the next writer may have its files here already.
    fn remove_replaced(&self, manifest: &Manifest) {
        let kept: Vec<_> = manifest.generations.iter().map(Listed::file_name).collect();
        for name in self.named.iter().filter(|name| !kept.contains(name)) {
            let _ = fs::remove_file(self.folder.join(name));
        }
    }

    /// Begins a new file of a generation, as private as the manifest, and returns it with its
    /// revision: the next revision that no file has, because a file that is still there belongs to
    /// another program.
    fn begin_file(&self, generation: &Generation) -> Result<(u64, Begun), Error> {
        let mut revision = generation.revision + 1;
        while self.folder.join(file_name(generation.number(), revision)).exists() {
            revision += 1;
        }
        let path = self.folder.join(file_name(generation.number(), revision));
        Ok((revision, Begun::like(&path, Existing::Replaced, self.lock.path())?))
    }

    fn manifest(&self) -> Manifest {
        let listed = |generation: &Generation| {
            generation.stored.map(|stored| Listed {
                number: generation.number(),
                begun: generation.begun(),
                items: generation.items(),
                stored,
            })
        };
        let mut manifest = Manifest::of(&self.chain.options, self.chain.hashed());
        manifest.begun = self.chain.begun;
        manifest.generations = self.chain.generations.iter().filter_map(listed).collect();
        manifest
    }
}

/// Removes files of generations that the manifest does not name, and what killed writers left. The
/// manifest has to be locked, and the one that is in the folder. Files that the chain did not write
/// stay, whatever they are called.
fn remove_unnamed(folder: &Path, manifest: &Manifest, chain: &Chain) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if let Some((number, revision)) = parse_file_name(name) {
            let named =
                |listed: &Listed| (listed.number, listed.stored.revision) == (number, revision);
            let is_named = manifest.generations.iter().any(named);
            if !is_named && is_of_chain(&entry.path(), number, revision, chain) {
                let _ = fs::remove_file(entry.path());
            }
        } else if let Some((target, _)) =
            name.strip_prefix('.').and_then(|rest| rest.split_once(".partial-"))
            && (target == NAME || parse_file_name(target).is_some())
        {
            sweep(folder, OsStr::new(target));
        }
    }
}

/// Returns whether a file that is called like one of a generation can be the chain's own: a filter
/// with the seed of this generation, or for the key of the chain.
///
/// A writer that was killed before it replaced the manifest left generations that the manifest
/// knows, or first revisions of new ones. In a chain that drops generations all have one size.
fn is_of_chain(path: &Path, number: u64, revision: u64, chain: &Chain) -> bool {
    if number >= chain.begun && revision != 1 {
        return false;
    }
    let header = header_bytes(path).and_then(|bytes| Header::read(&bytes, None));
    let Ok(header) = header.map(|header| header.summary(None)) else { return false };
    let hashes_alike = match chain.hashed() {
        Hashed::Seed(seed) => header.seed == Some(generation_seed(seed, number)),
        Hashed::KeyCheck(check) => header.key_check == Some(check),
    };
    let last = chain.generations.last().filter(|_| chain.options.keep.is_some());
    let is_as_large = last.is_none_or(|last| {
        let filter = last.filter();
        (filter.design(), filter.planned_items()) == (header.design, header.planned_items)
    });
    hashes_alike && is_as_large && chain.options.capacity(number).is_ok()
}

impl Deref for ChainUpdate {
    type Target = Chain;

    fn deref(&self) -> &Chain {
        &self.chain
    }
}
