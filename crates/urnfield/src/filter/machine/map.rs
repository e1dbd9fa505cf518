//! [`Mapped`]: a file in memory.

use crate::error::Error;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// A file in memory: mapped, so that its pages are read when they are asked for, or copied. A
/// [`FilterView`](crate::filter::FilterView) looks at it.
///
/// ```no_run
/// use urnfield::filter::{FilterView, Mapped};
/// // SAFETY: no program writes to the files of this folder; they are replaced as a whole.
/// let map = unsafe { Mapped::open("words.urn")? };
/// let view = FilterView::new(map, None)?;
/// println!("{}", view.contains("amphora"));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug)]
pub struct Mapped(memmap2::Mmap);

impl Mapped {
    /// Maps a file: asking is possible at once, whatever its size.
    ///
    /// # Safety
    ///
    /// No process, this one included, may write to the file or cut it short while the map lives.
    /// Truncating the file kills the process (SIGBUS on Unix) at the next question that needs a
    /// page that has gone. Overwriting it gives wrong answers, false negatives among them, and
    /// undefined behaviour, because the language assumes that bytes behind a `&[u8]` stay as they
    /// are. No file system can promise that, so the caller has to.
    /// [`Filter::save`](crate::Filter::save) does neither: it puts a new file in the old one's
    /// place. Where others may do it, use [`Mapped::copied`] or
    /// [`Filter::load`](crate::Filter::load).
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Mapped, Error> {
        let failed = |error| Error::file("map", &path, error);
        let file = File::open(&path).map_err(failed)?;
        // SAFETY: the map is read-only and private to this value, and the caller keeps the file
        // as it is.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
        Ok(Mapped(map))
    }

    /// Copies a file into memory. What happens to the file later changes no answer.
    pub fn copied(path: impl AsRef<Path>) -> Result<Mapped, Error> {
        read_whole(path.as_ref()).map_err(|error| Error::file("read", &path, error))
    }
}

fn read_whole(path: &Path) -> io::Result<Mapped> {
    let found = fs::metadata(path)?;
    // A pipe would have to be waited for.
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("it is no ordinary file; write what it gives to one"));
    }
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len());
    let length = length.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    let mut memory = memmap2::MmapMut::map_anon(length)?;
    file.read_exact(&mut memory)?;
    memory.make_read_only().map(Mapped)
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
