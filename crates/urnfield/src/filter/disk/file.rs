//! Filters in files.

use crate::filter::bloom_filter::Filter;
use crate::filter::disk::begun::Begun;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::stamp::FileStamp;
use crate::filter::disk::whole_file::{Existing, write_whole};
use crate::filter::format::header::{HEADER, Header, Summary};
use crate::filter::format::reading::{Arrival, Failure, check_payload, read_header};
use crate::filter::format::writing::Packing;
use crate::filter::hash::key::Key;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;
use urnfield_num::Error;

impl Filter {
    /// Writes the filter, over an older file of that name if there is one. Until it is complete
    /// the older file stays as it was, whatever happens; its permissions, owner and group are kept,
    /// or the write is refused. What others add to the older file meanwhile is lost: to change a
    /// file that others change too, use [`Filter::update_file`].
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let path = std::env::temp_dir().join(format!("urnfield-save-{}.urn", std::process::id()));
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 1_000, 7)?, 0)?;
    /// filter.insert("amphora");
    /// let written = filter.save(&path, Packing::Smallest)?;
    /// assert_eq!(written.bytes, 128 + 8);
    /// assert!(Filter::load(&path, None)?.contains("amphora"));
    /// assert!(filter.save_new(&path, Packing::Raw).is_err());
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        let content = self.content();
        write_whole(path.as_ref(), Existing::Replaced, |out| content.write(packing, out))
    }

    /// Writes the filter to a name that nothing has yet.
    pub fn save_new(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        let content = self.content();
        write_whole(path.as_ref(), Existing::Kept, |out| content.write(packing, out))
    }

    /// Writes the filter in the place of the file that is locked, and ends the lock.
    ///
    /// Refused where somebody wrote to the file without asking for the lock.
    pub fn save_under(&self, lock: FileLock, packing: Packing) -> Result<Summary, Error> {
        lock.replace(&self.content(), packing)
    }

    /// Writes the filter, and tells in which state the file then is. Where the older file is locked,
    /// the path is the lock's.
    ///
    /// A program that keeps a filter in memory compares stamps to see whether somebody else has
    /// changed its file meanwhile:
    ///
    /// ```
    /// use urnfield::filter::{Existing, FileLock, FileStamp, Packing};
    /// use urnfield::{Design, Filter, Kind};
    /// let path = std::env::temp_dir().join(format!("urnfield-stamp-{}.urn", std::process::id()));
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let (_, written) = filter.save_stamped(&path, Existing::Kept, Packing::Raw)?;
    /// let (mut ours, loaded) = Filter::load_stamped(&path, None)?;
    /// assert_eq!(loaded, written);
    /// Filter::update_file(&path, None, |filter| Ok(filter.insert("amphora")))?; // somebody else
    ///
    /// ours.insert("krater");
    /// let lock = FileLock::wait(&path)?;
    /// assert_ne!(lock.stamp(), &loaded); // saving `ours` would lose the amphora
    /// # drop(lock);
    /// # assert_ne!(FileStamp::of(&path)?, loaded);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn save_stamped(
        &self,
        path: impl AsRef<Path>,
        existing: Existing<'_>,
        packing: Packing,
    ) -> Result<(Summary, FileStamp), Error> {
        let path = match existing {
            Existing::Locked(lock) => lock.path(),
            Existing::Kept | Existing::Replaced => path.as_ref(),
        };
        let content = self.content();
        Begun::new(path, existing)?.finish(existing, |out| content.write(packing, out))
    }

    /// Changes the filter of a file. The file is locked from before it is read until the changed
    /// filter stands in its place, so of many who do this at once nobody's work is lost: each
    /// waits for the one before. Its packing stays. Where the change fails, the file stays as it
    /// is; where its file system has no locks, it is refused.
    ///
    /// The key is that of a keyed filter, and `None` where there is none. In the change nothing
    /// may wait for the same file: it would wait for itself.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let path = std::env::temp_dir().join(format!("urnfield-update-{}.urn", std::process::id()));
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// filter.save(&path, Packing::Raw)?;
    /// std::thread::scope(|scope| {
    ///     for item in ["amphora", "krater", "kylix"] {
    ///         let path = &path;
    ///         scope.spawn(move || Filter::update_file(path, None, |filter| Ok(filter.insert(item))));
    ///     }
    /// });
    /// let filter = Filter::load(&path, None)?;
    /// assert!(["amphora", "krater", "kylix"].iter().all(|item| filter.contains(item)));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn update_file<T>(
        path: impl AsRef<Path>,
        key: impl Into<Option<Key>>,
        change: impl FnOnce(&mut Filter) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let lock = FileLock::wait(path)?;
        let sealed = lock.load()?;
        let packing = sealed.packing();
        let mut filter = sealed.into_filter(key)?;
        let changed = change(&mut filter)?;
        filter.save_under(lock, packing)?;
        Ok(changed)
    }

    /// Reads a filter, however it was packed, and checks everything.
    ///
    /// The key is that of a keyed filter, and `None` where there is none; another key is
    /// [`Error::Mismatch`].
    ///
    /// ```no_run
    /// # use urnfield::Filter;
    /// let filter = Filter::load("words.urn", None)?;
    /// println!("{}", filter.contains("amphora"));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn load(path: impl AsRef<Path>, key: impl Into<Option<Key>>) -> Result<Filter, Error> {
        Filter::load_stamped(path, key).map(|(filter, _)| filter)
    }

    /// Reads a filter as [`Filter::load`] does, and tells in which state the file was.
    pub fn load_stamped(
        path: impl AsRef<Path>,
        key: impl Into<Option<Key>>,
    ) -> Result<(Filter, FileStamp), Error> {
        let path = path.as_ref();
        let (header, rest) = open(path)?;
        let stamp = FileStamp::of_open(rest.get_ref());
        let stamp = stamp.map_err(|error| reading(path, Failure::Read(error)))?;
        let filter = Filter::read(&header, key.into(), rest, Arrival::Present);
        Ok((filter.map_err(|failure| reading(path, failure))?, stamp))
    }

    /// Checks everything about a filter in a stream, as [`Filter::verify`] does. Exactly its bytes
    /// are taken.
    pub fn verify_from(mut reader: impl Read) -> Result<Summary, Error> {
        let header = read_header(&mut reader)?;
        check_payload(&header, reader).map_err(Failure::in_stream)
    }

    /// Checks everything about a file, keyed or not, without keeping its bits: any single
    /// flipped bit is found. A raw file is read in pieces; the bits of a compressed one are in
    /// memory while they are counted.
    pub fn verify(path: impl AsRef<Path>) -> Result<Summary, Error> {
        let path = path.as_ref();
        let (header, rest) = open(path)?;
        check_payload(&header, rest).map_err(|failure| reading(path, failure))
    }
}

/// The header, checked against the file's length, and the file behind it.
pub(crate) fn open(path: &Path) -> Result<(Header, BufReader<File>), Error> {
    // A pipe would have to be waited for, and cannot be read twice.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let why = "it is no ordinary file; write what it gives to one, or pipe it into stdin";
        return Err(reading(path, Failure::Read(io::Error::other(why))));
    }
    let file = File::open(path).map_err(|error| reading(path, Failure::Read(error)))?;
    reading_from(file, path)
}

/// The same of a file that is open.
pub(crate) fn reading_from(file: File, path: &Path) -> Result<(Header, BufReader<File>), Error> {
    let failed = |error| reading(path, Failure::Read(error));
    let length = file.metadata().map_err(failed)?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut start = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut start).map_err(failed)?;
    Ok((Header::read(&start, Some(length))?, file))
}

pub(crate) fn reading(path: &Path, failure: Failure) -> Error {
    match failure {
        Failure::Content(error) => error,
        Failure::Read(error) => Error::file("read", path, error),
    }
}
