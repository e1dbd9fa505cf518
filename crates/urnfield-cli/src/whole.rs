//! Files that are complete or not there: written beside their name and moved onto it.

use crate::refusal::Refusal;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use urnfield::Error;

/// Refuses a name that may not be written to, before any work is done.
pub(crate) fn check(path: &Path, force: bool) -> Result<(), Refusal> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let sentence = format!("{shown} is no ordinary file; name another one with -o");
            Err(Refusal::Typed(sentence))
        }
        _ if !force && fs::symlink_metadata(path).is_ok() => {
            let sentence = format!("{shown} exists already; add --force to overwrite it");
            Err(Refusal::Typed(sentence))
        }
        _ => Ok(()),
    }
}

/// Writes the whole text, or leaves what was there.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<(), Refusal> {
    place(path, text, force).map_err(|error| unwritable(path, &error))
}

fn place(path: &Path, text: &str, force: bool) -> io::Result<()> {
    // A link stays one: what it points to is replaced.
    let target = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::canonicalize(path)?,
        _ => path.to_path_buf(),
    };
    let partial = Partial::beside(&target)?;
    let mut file = File::create_new(&partial.0)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    if force {
        return fs::rename(&partial.0, &target);
    }
    // A link is made only where there is nothing; where the file system has no links, a moment
    // lies between look and leap.
    match fs::hard_link(&partial.0, &target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(&target).is_err() => fs::rename(&partial.0, &target),
        done => done,
    }
}

/// The unfinished file, `.<name>.partial-<pid>`; what is left of it goes with this value.
struct Partial(PathBuf);

impl Partial {
    fn beside(target: &Path) -> io::Result<Partial> {
        let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let folder = target.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let mut beginning = OsString::from(".");
        beginning.push(name);
        beginning.push(".partial-");
        sweep(folder, &beginning);
        beginning.push(std::process::id().to_string());
        Ok(Partial(folder.join(beginning)))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes what killed processes left of writes to this name, where the system tells who runs.
fn sweep(folder: &Path, beginning: &OsString) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|_| Path::new("/proc/self").exists()) {
        let name = entry.file_name();
        let pid = name.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes());
        let pid = pid.and_then(|pid| std::str::from_utf8(pid).ok());
        let over = pid.is_some_and(|pid| {
            !pid.is_empty()
                && pid.bytes().all(|b| b.is_ascii_digit())
                && !Path::new("/proc").join(pid).exists()
        });
        if over {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Refusal {
    let (path, why) = (path.display().to_string(), error.to_string());
    Refusal::Library(Error::File { doing: "write", path, why })
}
