//! A filter's file that has all its bytes on the disk before the filter is complete.

use crate::filter::bloom_filter::Filter;
use crate::filter::disk::begun::Begun;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::whole_file::Existing;
use crate::filter::format::header::{HEADER, Summary};
use crate::filter::format::writing::Packing;
use std::path::Path;
use urnfield_num::Error;

/// Room on the disk for a filter's file, taken before the filter is complete.
///
/// A program that passes on keys as it remembers them learns of a folder that it may not write to,
/// or of a full disk, before the first key and not after the last one. Nothing has the file's name
/// until [`Filter::save_reserved`]; when a reservation is dropped, its file goes with it.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::Packing};
/// let path = std::env::temp_dir().join(format!("urnfield-reserved-{}.urn", std::process::id()));
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// let reserved = filter.reserve_new(&path)?;
/// filter.insert("amphora");
/// assert!(!path.exists());
/// filter.save_reserved(reserved, Packing::Raw)?;
/// assert!(Filter::load(&path, None)?.contains("amphora"));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug)]
pub struct ReservedFile {
    begun: Begun,
    /// Of the file that it is to replace; `None` for a name that nothing has yet.
    lock: Option<FileLock>,
}

impl Filter {
    /// Reserves room for this filter under a name that nothing has yet.
    pub fn reserve_new(&self, path: impl AsRef<Path>) -> Result<ReservedFile, Error> {
        let mut begun = Begun::new(path.as_ref(), Existing::Kept)?;
        begun.reserve(self.raw_bytes())?;
        Ok(ReservedFile { begun, lock: None })
    }

    /// Reserves room for this filter beside the file that is locked, which it will replace.
    pub fn reserve_under(&self, lock: FileLock) -> Result<ReservedFile, Error> {
        let mut begun = Begun::new(lock.path(), Existing::Locked(&lock))?;
        begun.reserve(self.raw_bytes())?;
        Ok(ReservedFile { begun, lock: Some(lock) })
    }

    /// Writes the filter where room was reserved, and gives the file its name; a lock ends.
    ///
    /// As [`Filter::save_new`] it is refused where something has the name by now, and as
    /// [`Filter::save_under`] where the locked file was written to without asking for the lock.
    pub fn save_reserved(
        &self,
        reserved: ReservedFile,
        packing: Packing,
    ) -> Result<Summary, Error> {
        let ReservedFile { begun, lock } = reserved;
        let existing = lock.as_ref().map_or(Existing::Kept, Existing::Locked);
        let content = self.content();
        begun.finish(existing, |out| content.write(packing, out)).map(|(written, _)| written)
    }

    /// The length of its file with [`Packing::Raw`], which no other packing exceeds.
    pub(crate) fn raw_bytes(&self) -> u64 {
        (HEADER + self.bits.words().len() * 8) as u64
    }
}
