//! Files that are complete or not there: a temporary file beside the target, flushed to the disk,
//! renamed over it, and the folder flushed too.

use super::disk::{self, Output};
use super::file_lock::FileLock;
use super::owner::keep_owner;
use super::unfinished::{Unfinished, sweep};
use crate::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file as filters are written, complete or not there: over an older one only where it is
/// to be replaced.
///
/// ```
/// use urnfield::filter::write_file;
/// let path = std::env::temp_dir().join(format!("urnfield-doc-{}", std::process::id()));
/// write_file(&path, b"old", false)?;
/// assert!(write_file(&path, b"new", false).is_err());
/// write_file(&path, b"new", true)?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"new");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn write_file(path: impl AsRef<Path>, bytes: &[u8], replace: bool) -> Result<(), Error> {
    let existing = if replace { Existing::Replaced } else { Existing::Kept };
    write_whole(path.as_ref(), existing, |out| out.write_all(bytes))
}

/// What becomes of an older file of the same name.
#[derive(Clone, Copy)]
pub(super) enum Existing<'a> {
    Replaced,
    Kept,
    /// Replaced, if it still is the one that is locked.
    Locked(&'a FileLock),
}

pub(super) fn write_whole<T>(
    path: &Path,
    existing: Existing<'_>,
    write: impl FnOnce(&mut BufWriter<Output>) -> io::Result<T>,
) -> Result<T, Error> {
    let failed = |error: io::Error| Error::file("write", path, error);
    // A link stays one: what it points to is replaced.
    let target = match fs::symlink_metadata(path) {
        Ok(_) if matches!(existing, Existing::Kept) => {
            return Err(failed(io::ErrorKind::AlreadyExists.into()));
        }
        Ok(found) if found.is_symlink() => fs::canonicalize(path).map_err(failed)?,
        _ => path.to_path_buf(),
    };
    let older = fs::metadata(&target).ok();
    // A folder, or worse a device, is not to be replaced by a file.
    if older.as_ref().is_some_and(|found| !found.is_file()) {
        return Err(failed(io::Error::other("it is not a file")));
    }
    let Some(name) = target.file_name() else {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    };
    let folder = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    sweep(folder, name);
    let (unfinished, file) = Unfinished::create(folder, name, older.is_some()).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 16, Output(file));
    let written = write(&mut out).map_err(failed)?;
    let Output(file) = out.into_inner().map_err(|error| failed(error.into_error()))?;
    // A file that only its owner may read does not become everybody's by being replaced.
    if let Ok(older) = fs::metadata(&target) {
        keep_owner(&file, &older).map_err(failed)?;
        disk::set_permissions(&file, older.permissions()).map_err(failed)?;
    }
    disk::sync(&file).map_err(failed)?;
    drop(file);
    if let Existing::Locked(lock) = existing {
        lock.still_holds().map_err(failed)?;
    }
    unfinished.appear_as(&target, matches!(existing, Existing::Kept)).map_err(failed)?;
    disk::sync_folder(folder).map_err(|error| {
        let why = format!(
            "it is complete, but its name may not be on the disk ({}); see whether the disk is sound",
            error.kind()
        );
        failed(io::Error::new(error.kind(), why))
    })?;
    Ok(written)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::unfinished::being_written;
    use super::disk::Call;
    use super::disk::faults::{self, Fault};
    use super::*;
    use std::path::PathBuf;

    pub(in super::super) struct Folder(pub(in super::super) PathBuf);

    impl Folder {
        pub(in super::super) fn new(name: &str) -> Folder {
            let name = format!("urnfield-whole-file-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder");
            Folder(path)
        }

        pub(in super::super) fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("a folder").flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const OLD: &[u8] = b"as it was";

    /// More than is held before it is written, and then a little.
    fn new() -> Vec<u8> {
        (0..300_000_u32).map(|i| i as u8).collect()
    }

    fn write(path: &Path, existing: Existing<'_>) -> Result<(), Error> {
        write_whole(path, existing, |out| {
            new().chunks(7_001).try_for_each(|piece| out.write_all(piece))
        })
    }

    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn whatever_fails_the_file_is_the_old_or_the_new_one() {
        use io::ErrorKind::{Interrupted, Other, PermissionDenied, StorageFull};
        let folder = Folder::new("faults");
        let path = folder.0.join("f");
        let faults = [Other, StorageFull, PermissionDenied, Interrupted].map(Fault::Fails);
        let mut tried = 0;
        for replaced in [true, false] {
            for fault in faults.into_iter().chain([Fault::Short]) {
                for at in 0.. {
                    let _ = fs::remove_file(&path);
                    if replaced {
                        fs::write(&path, OLD).expect("a file");
                    }
                    let existing = if replaced { Existing::Replaced } else { Existing::Kept };
                    let (done, calls) = faults::with(Some((at, fault)), || write(&path, existing));
                    let there = fs::read(&path).ok();
                    if calls.len() <= at {
                        assert!(done.is_ok() && there == Some(new()), "nothing failed");
                        break;
                    }
                    tried += 1;
                    let whole = there == Some(new());
                    let old = there == replaced.then(|| OLD.to_vec());
                    assert!(whole || old, "{fault:?} at {at} of {calls:?}");
                    assert!(done.is_err() || whole, "{fault:?} at {at} of {calls:?}");
                    let most = usize::from(whole || replaced);
                    assert_eq!(folder.names().len(), most, "{fault:?} at {at} of {calls:?}");
                    // What is not an error for anybody else is none here.
                    let harmless = matches!(fault, Fault::Short)
                        || calls[at] == Call::Write && matches!(fault, Fault::Fails(Interrupted));
                    assert!(!harmless || done.is_ok(), "{fault:?} at {at} of {calls:?}");
                    if calls[at] == Call::SyncFolder && matches!(fault, Fault::Fails(_)) {
                        let said = done.expect_err("it is told").to_string();
                        assert!(said.contains("may not be on the disk"), "{said}");
                    }
                }
            }
        }
        assert!(tried > 60, "{tried} calls failed");
        // Other tests write at the same time.
        assert!(!being_written().iter().any(|path| path.starts_with(&folder.0)));
    }

    /// The power may go at any moment. What a disk has then: contents that were flushed, for certain;
    /// names that were flushed, for certain; and of all the rest any part, in any order.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn whenever_the_power_goes_the_file_is_the_old_or_the_new_one() {
        let folder = Folder::new("power");
        let path = folder.0.join("f");
        for existing in [Existing::Kept, Existing::Replaced] {
            let (done, calls) = faults::with(None, || write(&path, existing));
            done.expect("nothing fails");
            assert!(leaves_whole(&calls), "{calls:?}");
            // Each of the flushes is needed.
            for left_out in [Call::Sync, Call::SyncFolder] {
                let fewer: Vec<Call> = calls.iter().copied().filter(|c| *c != left_out).collect();
                assert!(!leaves_whole(&fewer), "{left_out:?}");
            }
        }
    }

    /// Replays every prefix of the calls with every outcome.
    fn leaves_whole(calls: &[Call]) -> bool {
        let before_end = (0..=calls.len()).all(|end| {
            // Whether what the new name would lead to may be incomplete.
            let (mut unflushed, mut incomplete) = (false, false);
            for call in &calls[..end] {
                match call {
                    Call::Write => unflushed = true,
                    Call::Sync => unflushed = false,
                    // From here on the name may be on the disk, whatever else is.
                    Call::Rename | Call::Link => incomplete |= unflushed,
                    _ => (),
                }
            }
            !incomplete
        });
        let named = calls.iter().rposition(|c| matches!(c, Call::Rename | Call::Link));
        let flushed = calls.iter().rposition(|c| *c == Call::SyncFolder);
        // Who was told that it is done finds the new one.
        before_end && named.is_some() && flushed > named
    }

    /// Who opens a file while it is replaced has the old or the new one, whole.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn readers_see_one_whole_file_or_the_other() {
        let folder = Folder::new("readers");
        let path = folder.0.join("f");
        let contents: Vec<Vec<u8>> = (0..4_u8).map(|i| vec![i; 100_000 + usize::from(i)]).collect();
        fs::write(&path, &contents[0]).expect("a file");
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                for i in 0..200 {
                    write_file(&path, &contents[i % 4], true).expect("written");
                }
            });
            while !writing.is_finished() {
                let read = fs::read(&path).expect("it is always there");
                assert!(contents.contains(&read), "{} bytes", read.len());
            }
        });
    }
}
