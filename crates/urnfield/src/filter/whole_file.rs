//! Files that are complete or not there: a temporary file beside the target, flushed to the disk,
//! renamed over it, and the folder flushed too.

use super::disk::{self, Output};
use super::file_lock::FileLock;
use super::owner::{keep_owner, make_private};
use crate::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    let (partial, file) = Partial::create(folder, name, older.is_some()).map_err(failed)?;
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
    partial.appear_as(&target, existing).map_err(failed)?;
    disk::sync_folder(folder).map_err(|error| {
        let why = format!(
            "it is complete, but its name may not be on the disk ({}); see whether the disk is sound",
            error.kind()
        );
        failed(io::Error::new(error.kind(), why))
    })?;
    Ok(written)
}

/// The unfinished file; whatever is left of it when this is dropped goes with it.
struct Partial(PathBuf);

impl Partial {
    /// `.<name>.partial-<pid>`, and a number behind it where something has that name: another
    /// thread's file, or that of a process with the same number on another machine. It is never
    /// removed first, as it may be in use.
    ///
    /// What takes the place of a file is private until it has the permissions of that file.
    fn create(folder: &Path, name: &OsStr, private: bool) -> io::Result<(Partial, File)> {
        static WRITES: AtomicU64 = AtomicU64::new(1);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if private {
            make_private(&mut options);
        }
        // Held while it is made: who removes all that is unfinished does not miss it.
        let mut unfinished = unfinished();
        let mut plain = beginning(name);
        plain.push(std::process::id().to_string());
        let mut partial = plain.clone();
        loop {
            let path = folder.join(&partial);
            match disk::create(&options, &path) {
                Ok(file) => {
                    unfinished.push(path.clone());
                    return Ok((Partial(path), file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    partial.clone_from(&plain);
                    partial.push(format!("-{}", WRITES.fetch_add(1, Ordering::Relaxed)));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the finished file its name.
    fn appear_as(mut self, target: &Path, existing: Existing<'_>) -> io::Result<()> {
        if matches!(existing, Existing::Kept) {
            // A link is made only where there is nothing; where the file system has no links, a
            // moment lies between look and leap.
            match disk::hard_link(&self.0, target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Ok(()) => return Ok(()),
                Err(_) if fs::symlink_metadata(target).is_ok() => {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                Err(_) => (),
            }
        }
        disk::rename(&self.0, target)?;
        // The old name is free, and may be another's by now: it is not ours to remove.
        finish(&self.0);
        self.0 = PathBuf::new();
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        finish(&self.0);
    }
}

/// What this process is writing.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn finish(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// Removes the unfinished files of this process, for one that is about to end before they are
/// complete. Nothing can be written afterwards: who tries waits for that end.
pub fn remove_unfinished() {
    let unfinished = unfinished();
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

fn beginning(name: &OsStr) -> OsString {
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(".partial-");
    partial
}

/// Removes what killed processes left of writes to this name.
fn sweep(folder: &Path, name: &OsStr) {
    let beginning = beginning(name);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let found = entry.file_name();
        let Some(rest) = found.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes()) else {
            continue;
        };
        if writer(rest).is_some_and(|pid| is_over(pid, &entry.path())) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that a partial file is of, behind the beginning of its name: a number, or two with a
/// dash between. What has any other name is somebody else's.
fn writer(rest: &[u8]) -> Option<&str> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits && !text.starts_with('0')
    };
    let rest = std::str::from_utf8(rest).ok()?;
    let (pid, count) = rest.split_once('-').unwrap_or((rest, "1"));
    (number(pid) && number(count)).then_some(pid)
}

/// Whether the process that wrote a partial file has ended: known where the system lists its
/// processes as files and the number is not our own, else when nothing has been written for a
/// day. (A process on another machine that shares the folder may look ended; its write then
/// fails, and says so.)
fn is_over(pid: &str, partial: &Path) -> bool {
    if Path::new("/proc/self").exists() && pid != std::process::id().to_string() {
        return !Path::new("/proc").join(pid).exists();
    }
    let age = fs::metadata(partial).and_then(|found| found.modified());
    age.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(86_400)))
}

#[cfg(test)]
mod tests {
    use super::disk::Call;
    use super::disk::faults::{self, Fault};
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("urnfield-whole-file-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder");
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
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
        assert!(!unfinished().iter().any(|path| path.starts_with(&folder.0)));
    }

    /// The power may go at any moment. What a disk has then: contents that were flushed, for certain;
    /// names that were flushed, for certain; and of all the rest any part, in any order.
    #[test]
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

    #[test]
    fn only_names_of_our_own_form_are_swept() {
        assert_eq!(writer(b"12"), Some("12"));
        assert_eq!(writer(b"12-3"), Some("12"));
        for other in
            [&b""[..], b"12x", b"12-", b"-3", b"12-3-4", b"012", b"12-03", b"12.bak", b"1\xff"]
        {
            assert_eq!(writer(other), None, "{other:?}");
        }
        let folder = Folder::new("sweep");
        // No system has so many processes.
        let ours = [".f.partial-4294967295", ".f.partial-4294967295-2"];
        let others = [
            ".f.partial-4294967295.bak",
            ".f.partial-x",
            ".f.partial-",
            ".g.partial-4294967295",
            "f.partial-4294967295",
        ];
        for name in ours.iter().chain(&others) {
            fs::write(folder.0.join(name), "left").expect("a file");
        }
        write(&folder.0.join("f"), Existing::Kept).expect("written");
        let names = folder.names();
        let swept = Path::new("/proc/self").exists();
        assert!(ours.iter().all(|name| names.contains(&(*name).into()) != swept), "{names:?}");
        assert!(others.iter().all(|name| names.contains(&(*name).into())), "{names:?}");
    }

    /// Who opens a file while it is replaced has the old or the new one, whole.
    #[test]
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
