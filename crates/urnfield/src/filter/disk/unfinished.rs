//! Files that are being written, beside those they are to become: what they are called, and how
//! they go if they are never finished.

use crate::filter::disk::calls;
use crate::filter::disk::owner::make_private;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// An unfinished file; whatever is left of it when this is dropped goes with it.
#[derive(Debug)]
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// `.<name>.partial-<pid>`, of a long name the first bytes, and a number behind it where
    /// something has that name: another thread's file, or that of a process with the same number on
    /// another machine. It is never removed first, as it may be in use.
    ///
    /// What takes the place of a file is private until it has the permissions of that file.
    pub(crate) fn create(
        folder: &Path,
        name: &OsStr,
        private: bool,
    ) -> io::Result<(Unfinished, File)> {
        static WRITES: AtomicU64 = AtomicU64::new(1);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if private {
            make_private(&mut options);
        }
        // Held while the file is made, so that `remove_unfinished` does not miss it.
        let mut unfinished = being_written();
        let mut plain = beginning(name);
        plain.push(std::process::id().to_string());
        let mut partial = plain.clone();
        loop {
            let path = folder.join(&partial);
            match calls::create(&options, &path) {
                Ok(file) => {
                    unfinished.push(path.clone());
                    return Ok((Unfinished(path), file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    partial.clone_from(&plain);
                    partial.push(format!("-{}", WRITES.fetch_add(1, Ordering::Relaxed)));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the finished file its name; where an older one of that name is to be kept, only if
    /// there is none.
    pub(crate) fn appear_as(mut self, target: &Path, keep_older: bool) -> io::Result<()> {
        if keep_older {
            // A link is made only where there is nothing; where the file system has no links, a
            // moment lies between look and leap.
            match calls::hard_link(&self.0, target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Ok(()) => return Ok(()),
                Err(_) if fs::symlink_metadata(target).is_ok() => {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                Err(_) => (),
            }
        }
        calls::rename(&self.0, target)?;
        // The old name is free, and may be another's by now: it is not ours to remove.
        finish(&self.0);
        self.0 = PathBuf::new();
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        finish(&self.0);
    }
}

/// What this process is writing.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

pub(crate) fn being_written() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn finish(path: &Path) {
    being_written().retain(|other| other != path);
}

/// Removes the unfinished files of this process, for one that is about to end before they are
/// complete. Nothing can be written afterwards: a thread that tries waits for that end.
pub fn remove_unfinished() {
    let unfinished = being_written();
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// File systems allow 255 bytes for a name. This many leave room for what is put around them: a
/// dot, `.partial-`, the number of a process and that of a write, with ten and twenty digits at
/// most.
const LONGEST_KEPT: usize = 200;

/// Returns what the name of a partial file begins with. Two long names may share it; each then
/// sweeps what killed processes left of either, and never what is in use.
fn beginning(name: &OsStr) -> OsString {
    let mut partial = OsString::from(".");
    partial.push(shortened(name));
    partial.push(".partial-");
    partial
}

/// A long name's beginning, which ends at a character where the name is text.
fn shortened(name: &OsStr) -> Cow<'_, OsStr> {
    if name.len() <= LONGEST_KEPT {
        return name.into();
    }
    if let Some(text) = name.to_str() {
        let end = (0..=LONGEST_KEPT).rev().find(|at| text.is_char_boundary(*at));
        return OsStr::new(&text[..end.unwrap_or(0)]).into();
    }
    #[cfg(unix)]
    let cut = {
        use std::os::unix::ffi::OsStrExt;
        OsStr::from_bytes(&name.as_bytes()[..LONGEST_KEPT]).into()
    };
    // Only half characters of UTF-16 come here; the system judges the whole name.
    #[cfg(not(unix))]
    let cut = name.into();
    cut
}

/// Removes what killed processes left of writes to this name.
pub(crate) fn sweep(folder: &Path, name: &OsStr) {
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

/// Returns the process that a partial file belongs to, given its name without the beginning: a
/// number, or two with a dash between. A file of any other name is not ours.
fn writer(rest: &[u8]) -> Option<&str> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits && !text.starts_with('0')
    };
    let rest = std::str::from_utf8(rest).ok()?;
    let (pid, count) = rest.split_once('-').unwrap_or((rest, "1"));
    (number(pid) && number(count)).then_some(pid)
}

/// Returns whether the process that wrote a partial file has ended: known where the system lists
/// its processes as files and the number is not our own, else when nothing has been written for a
/// day. (A process on another machine that shares the folder may look ended; its write then fails,
/// and says so.)
fn is_over(pid: &str, partial: &Path) -> bool {
    if Path::new("/proc/self").exists() && pid != std::process::id().to_string() {
        return !Path::new("/proc").join(pid).exists();
    }
    let age = fs::metadata(partial).and_then(|found| found.modified());
    age.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(86_400)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::disk::whole_file::tests::Folder;
    use crate::filter::disk::whole_file::write_file;

    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
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
        sweep(&folder.0, OsStr::new("f"));
        let names = folder.names();
        let swept = Path::new("/proc/self").exists();
        assert!(ours.iter().all(|name| names.contains(&(*name).into()) != swept), "{names:?}");
        assert!(others.iter().all(|name| names.contains(&(*name).into())), "{names:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn names_of_up_to_255_bytes_are_written_and_swept() {
        let folder = Folder::new("long-names");
        for name in ["n".repeat(255), "n".repeat(200), "n".repeat(201), "ü".repeat(127)] {
            let path = folder.0.join(&name);
            write_file(&path, b"old", false).expect(&name);
            let longest = format!("4294967295-{}", u64::MAX);
            let mut left = beginning(OsStr::new(&name));
            left.push(&longest);
            assert!(left.len() <= 255 && writer(longest.as_bytes()).is_some(), "{left:?}");
            fs::write(folder.0.join(&left), "left").expect("its name is short enough");
            write_file(&path, b"new", true).expect(&name);
            let swept = Path::new("/proc/self").exists();
            assert_eq!(folder.0.join(&left).exists(), !swept, "{name}");
            assert_eq!(fs::read(&path).expect(&name), b"new");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_long_name_that_is_no_text_is_shortened_too() {
        use std::os::unix::ffi::OsStrExt;
        let name = [b'\xff'; 255];
        assert_eq!(shortened(OsStr::from_bytes(&name)).as_bytes(), &name[..LONGEST_KEPT]);
        let text = format!("x{}", "ü".repeat(127));
        assert_eq!(shortened(OsStr::new(&text)).len(), LONGEST_KEPT - 1);
    }
}
