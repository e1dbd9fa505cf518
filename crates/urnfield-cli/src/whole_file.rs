//! Small files that are complete or not there: written beside their name, flushed to the disk,
//! and then given it. (The library does the same for filters.)

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The unfinished file, `.<name>.partial-<pid>`; it goes when this does.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes `bytes` to `path`, over an older file only with `force`.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    // A link stays one: what it points to is replaced.
    let target = match fs::symlink_metadata(path) {
        Ok(_) if !force => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(found) if found.is_symlink() => fs::canonicalize(path)?,
        _ => path.to_path_buf(),
    };
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let folder = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    remove_stale(folder, name);
    let mut own = beginning(name);
    own.push(std::process::id().to_string());
    let partial = Partial(folder.join(own));
    let mut file = File::create(&partial.0)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    match force {
        true => fs::rename(&partial.0, &target),
        false => appear(&partial.0, &target),
    }
}

/// Gives the file its name if nothing has it yet. A link is made only where there is nothing;
/// where the file system has no links, a moment lies between look and leap.
fn appear(partial: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(partial, target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Ok(()) => Ok(()),
        Err(_) if fs::symlink_metadata(target).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(partial, target),
    }
}

fn beginning(name: &OsStr) -> OsString {
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(".partial-");
    partial
}

/// Removes what killed processes left of writes to this name, where the system lists its
/// processes as files and so tells who has ended.
fn remove_stale(folder: &Path, name: &OsStr) {
    let beginning = beginning(name);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|_| Path::new("/proc/self").exists()) {
        let found = entry.file_name();
        let rest = found.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes());
        let pid = rest.and_then(|rest| str::from_utf8(rest).ok()?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("urnfield-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_old_or_complete() {
        let folder = folder("whole");
        let path = folder.join("a.svg");
        write(&path, b"old", false).expect("written");
        assert!(write(&path, b"new", false).is_err());
        assert_eq!(fs::read(&path).expect("there"), b"old");
        write(&path, b"new", true).expect("overwritten");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert!(write(&folder, b"new", true).is_err(), "a folder is not replaced");
        assert!(write(&folder.join("no/a.svg"), b"new", true).is_err());
        assert_eq!(names(&folder), ["a.svg"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn leftovers_of_killed_processes_go_and_others_stay() {
        let folder = folder("stale");
        // Numbers of processes end far below this one; 1 is always there.
        for name in [".a.svg.partial-4294967295", ".a.svg.partial-1", ".b.svg.partial-4294967295"] {
            fs::write(folder.join(name), "").expect("written");
        }
        write(&folder.join("a.svg"), b"new", false).expect("written");
        assert_eq!(names(&folder), [".a.svg.partial-1", ".b.svg.partial-4294967295", "a.svg"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let folder = folder("link");
        fs::write(folder.join("there.svg"), "old").expect("written");
        std::os::unix::fs::symlink("there.svg", folder.join("link.svg")).expect("linked");
        assert!(write(&folder.join("link.svg"), b"new", false).is_err());
        write(&folder.join("link.svg"), b"new", true).expect("written");
        assert_eq!(fs::read(folder.join("there.svg")).expect("there"), b"new");
        assert!(fs::symlink_metadata(folder.join("link.svg")).expect("there").is_symlink());
        fs::remove_dir_all(&folder).expect("removed");
    }
}
