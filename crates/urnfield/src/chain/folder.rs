//! A chain in its folder: created empty, and read.

use crate::chain::day::Day;
use crate::chain::filter_chain::Chain;
use crate::chain::generation::{Generation, Stored, parse_file_name};
use crate::chain::manifest::{LONGEST, Listed, Manifest, NAME};
use crate::chain::options::ChainOptions;
use crate::chain::summary::{ChainSummary, GenerationSummary};
use crate::error::Error;
use crate::filter::bloom_filter::Filter;
use crate::filter::disk::begun::Existing;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::whole_file::write_whole;
use crate::filter::format::header::HEADER;
use crate::filter::hash::digester::Digester;
use crate::filter::hash::key::Key;
use crate::filter::sealed::SealedFilter;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A reader that is overtaken by so many writers in a row gives up.
const OVERTAKEN: usize = 1_000;

impl Chain {
    /// The name of the manifest in a chain's folder: what writers lock.
    pub fn manifest(folder: impl AsRef<Path>) -> PathBuf {
        folder.as_ref().join(NAME)
    }

    /// Writes an empty chain to a folder, which is made where there is none. A folder in which
    /// there is anything is refused.
    pub fn create(folder: impl AsRef<Path>, options: &ChainOptions) -> Result<(), Error> {
        options.check()?;
        // What could never be made is refused before there is a folder.
        options.generation(0, None)?;
        let folder = folder.as_ref();
        match fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => refuse_other_files(folder)?,
            made => made.map_err(|error| Error::file("write", folder, error))?,
        }
        let manifest =
            Manifest::of(options, Digester::new(options.filter.hashing.clone()).hashed());
        let text = manifest.to_string();
        // If two programs create it at once, one is refused: nothing else is written before this.
        write_whole(&folder.join(NAME), Existing::Kept, |out| out.write_all(text.as_bytes()))
    }

    /// Reads the chain of a folder, and checks every file. The key is that of a keyed chain, and
    /// `None` where there is none.
    ///
    /// Nothing is locked. A program that reads while the chain is written to has it as it was
    /// before, or as it is then.
    pub fn open(folder: impl AsRef<Path>, key: impl Into<Option<Key>>) -> Result<Chain, Error> {
        let folder = folder.as_ref();
        let key = key.into();
        retried(folder, |manifest| Chain::of(folder, manifest, key.clone()))
    }

    /// Checks every file of a chain in a folder, keyed or not, and keeps nothing in memory.
    ///
    /// ```no_run
    /// use urnfield::chain::Chain;
    /// let summary = Chain::verify("seen.d")?;
    /// println!("{} generations, {:.7}", summary.generations.len(), summary.own_fpr()?.fpr);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn verify(folder: impl AsRef<Path>) -> Result<ChainSummary, Error> {
        let folder = folder.as_ref();
        retried(folder, |manifest| {
            let generations = manifest.generations.iter().map(|listed| {
                let filter = check_generation(folder, listed, |path| Filter::verify(path))?;
                Ok(GenerationSummary {
                    file: Some(listed.file_name()),
                    number: listed.number,
                    begun: listed.begun,
                    items: listed.items,
                    capacity: ChainOptions::capacity_of(
                        manifest.items,
                        manifest.keep,
                        listed.number,
                    )?,
                    filter,
                })
            });
            let generations = generations.collect::<Result<Vec<_>, Error>>()?;
            Ok(ChainSummary::of(manifest.clone(), generations))
        })
    }

    /// Reads the chain of a manifest that is locked, and so cannot change meanwhile.
    pub(crate) fn under(
        lock: &FileLock,
        folder: &Path,
        key: Option<Key>,
    ) -> Result<(Chain, Manifest), Error> {
        let manifest = Manifest::read(&read_manifest(lock.path())?);
        let manifest = manifest.map_err(|error| about(lock.path(), &error))?;
        Ok((Chain::of(folder, &manifest, key)?, manifest))
    }

    fn of(folder: &Path, manifest: &Manifest, key: Option<Key>) -> Result<Chain, Error> {
        let options = manifest.options(key.clone())?;
        let today = manifest.generations.last().map_or(Day::today(), |last| last.begun);
        let mut chain = Chain::new(&options, today)?;
        for listed in &manifest.generations {
            chain.generations.push(read_generation(folder, listed, &options, key.clone())?);
        }
        chain.begun = manifest.begun;
        Ok(chain)
    }
}

/// Reads a chain as its manifest says. A writer removes files that its manifest does not name any
/// more; a reader that finds one missing reads the manifest anew.
pub(crate) fn retried<T>(
    folder: &Path,
    read: impl Fn(&Manifest) -> Result<T, Error>,
) -> Result<T, Error> {
    let path = folder.join(NAME);
    let mut bytes = read_manifest(&path)?;
    for _ in 0..OVERTAKEN {
        let manifest = Manifest::read(&bytes).map_err(|error| about(&path, &error))?;
        match read(&manifest) {
            Err(error) if error.io_kind() == Some(ErrorKind::NotFound) => {
                let now = read_manifest(&path)?;
                if now == bytes {
                    return Err(error);
                }
                bytes = now;
            }
            found => return found,
        }
    }
    let why = "it was written to whenever it was read; try again";
    Err(Error::file("read", folder, io::Error::other(why)))
}

/// A folder without a manifest may be empty, and is nothing else's.
fn refuse_other_files(folder: &Path) -> Result<(), Error> {
    let failed = |error| Error::file("write", folder, error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let shown = name.to_string_lossy();
        // Another program creates the same chain at this moment.
        if shown.starts_with(&format!(".{NAME}.")) {
            continue;
        }
        if shown == NAME {
            return Err(failed(ErrorKind::AlreadyExists.into()));
        }
        let what = if parse_file_name(&shown).is_some() {
            "a generation of a chain whose manifest is missing; restore that"
        } else {
            "no chain's; name an empty folder, or one that does not exist"
        };
        return Err(failed(io::Error::other(format!("{shown} is in it, {what}"))));
    }
    Ok(())
}

fn read_manifest(path: &Path) -> Result<Vec<u8>, Error> {
    let failed = |error| Error::file("read", path, error);
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => failed(missing(
            "the folder of a chain has a manifest, and this is missing; restore it, or name \
             another folder",
        )),
        _ => failed(error),
    })?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        let why = "a manifest has at most a mebibyte, and this has more";
        return Err(failed(io::Error::other(why)));
    }
    Ok(bytes)
}

/// The filter of a generation.
fn read_generation(
    folder: &Path,
    listed: &Listed,
    options: &ChainOptions,
    key: Option<Key>,
) -> Result<Generation, Error> {
    let filter = check_generation(folder, listed, |path| {
        SealedFilter::load(path).and_then(|sealed| sealed.into_filter(key))
    })?;
    let capacity = options.capacity(listed.number)?;
    let mut generation = Generation::begun_on(listed.begun, listed.number, capacity, filter);
    generation.items = listed.items;
    generation.stored = Some(listed.stored);
    generation.revision = listed.stored.revision;
    Ok(generation)
}

/// Reads the file of a generation, if it is the one that was written.
pub(crate) fn check_generation<T>(
    folder: &Path,
    listed: &Listed,
    read: impl FnOnce(&Path) -> Result<T, Error>,
) -> Result<T, Error> {
    let path = folder.join(listed.file_name());
    let checksum = header_checksum(&path)?;
    let found = read(&path).map_err(|error| about(&path, &error))?;
    if checksum != listed.stored.checksum {
        let why = format!(
            "the manifest names another generation: its header ends with {:08x}, and this one's \
             with {checksum:08x}; restore the file",
            listed.stored.checksum
        );
        return Err(Error::file("read", &path, io::Error::new(ErrorKind::InvalidData, why)));
    }
    Ok(found)
}

/// The last four bytes of a file's header, which are the checksum of the others.
pub(crate) fn header_checksum(path: &Path) -> Result<u32, Error> {
    let [.., a, b, c, d] = header_bytes(path)?;
    Ok(u32::from_le_bytes([a, b, c, d]))
}

/// The header of a file, without its payload.
pub(crate) fn header_bytes(path: &Path) -> Result<[u8; HEADER], Error> {
    let mut header = [0; HEADER];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::file(
            "read",
            path,
            missing("the manifest names it, and it is missing; restore it"),
        ),
        ErrorKind::UnexpectedEof => {
            let why = "a filter file is at least 128 bytes long, and this was cut short";
            Error::file("read", path, io::Error::new(ErrorKind::InvalidData, why))
        }
        _ => Error::file("read", path, error),
    })?;
    Ok(header)
}

fn missing(why: &str) -> io::Error {
    io::Error::new(ErrorKind::NotFound, why)
}

/// An error with the name of the file that it is about.
fn about(path: &Path, error: &Error) -> Error {
    match error {
        named @ (Error::File { .. } | Error::Mismatch { .. } | Error::TooCostly { .. }) => {
            named.clone()
        }
        other => {
            Error::file("read", path, io::Error::new(ErrorKind::InvalidData, other.to_string()))
        }
    }
}

impl Stored {
    /// Returns the record of a file that has just been written.
    pub(crate) fn of(path: &Path, revision: u64) -> Result<Stored, Error> {
        Ok(Stored { revision, checksum: header_checksum(path)? })
    }
}
