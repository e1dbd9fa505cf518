//! A filter's file that has all its bytes on the disk before the filter is complete.

use crate::filter::disk::begun::Begun;
use crate::filter::disk::file_lock::FileLock;

/// Room on the disk for a filter's file, taken before the filter is complete.
///
/// A program that passes on keys as it remembers them learns of a folder that it may not write to,
/// or of a full disk, before the first key and not after the last one. Nothing has the file's name
/// until [`Filter::save_reserved`](crate::Filter::save_reserved). Dropping a reservation removes
/// its file.
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
    pub(crate) begun: Begun,
    /// Of the file that it is to replace; `None` for a name that nothing has yet.
    pub(crate) lock: Option<FileLock>,
}
