//! [`ParquetFiles`]: the Parquet files that are meant by names of files and folders.

use crate::error::Error;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The Parquet files of some files and folders.
///
/// A file that is named is taken whatever it is. In a folder, and in folders inside it, hidden
/// files are left out as Spark leaves them out: names that begin with a dot, and those that begin
/// with an underscore and have no `=`. Of the rest those count whose first bytes are a Parquet
/// file's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParquetFiles {
    /// The files, those of one folder by name. A file that is named twice, or linked, is there
    /// once.
    pub files: Vec<PathBuf>,
    /// The folders that were named, and how many of the files in them are something else.
    pub folders: Vec<ParquetFolder>,
}

/// A folder that was searched.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParquetFolder {
    /// Its name.
    pub path: PathBuf,
    /// How many Parquet files are in it.
    pub files: u64,
    /// How many files in it are no Parquet files; hidden ones do not count.
    pub others: u64,
}

impl ParquetFiles {
    /// Finds them. A name that does not exist is taken for a file, and so is what cannot be read in
    /// a folder, so that reading it says so; a folder that cannot be read is an error.
    pub fn named<P: AsRef<Path>>(names: &[P]) -> Result<ParquetFiles, Error> {
        let mut search = Search::default();
        for name in names {
            let name = name.as_ref();
            if !name.is_dir() {
                search.add(name.to_path_buf());
                continue;
            }
            let mut folder = ParquetFolder { path: name.to_path_buf(), files: 0, others: 0 };
            search.folder(name, &mut folder)?;
            search.found.folders.push(folder);
        }
        Ok(search.found)
    }
}

#[derive(Default)]
struct Search {
    found: ParquetFiles,
    /// The real names of the files.
    seen: HashSet<PathBuf>,
    /// The real names of the folders around: a link to one of them has no end.
    inside: Vec<PathBuf>,
}

impl Search {
    fn add(&mut self, file: PathBuf) {
        if self.seen.insert(fs::canonicalize(&file).unwrap_or_else(|_| file.clone())) {
            self.found.files.push(file);
        }
    }

    fn folder(&mut self, path: &Path, folder: &mut ParquetFolder) -> Result<(), Error> {
        let failed = |error| Error::file("read", path, error);
        let real = fs::canonicalize(path).map_err(failed)?;
        if self.inside.contains(&real) {
            return Ok(());
        }
        self.inside.push(real);
        let mut entries = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            entries.push(entry.map_err(failed)?.path());
        }
        entries.sort();
        for entry in entries.into_iter().filter(|entry| !is_hidden(entry)) {
            if entry.is_dir() {
                self.folder(&entry, folder)?;
            } else if begins_as_parquet(&entry).unwrap_or(true) {
                folder.files += 1;
                self.add(entry);
            } else {
                folder.others += 1;
            }
        }
        self.inside.pop();
        Ok(())
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.starts_with('_') && !name.contains('=')
}

/// Returns whether a file begins as Parquet files do. A file that was cut short still does.
fn begins_as_parquet(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        // A pipe would have to be waited for.
        return Ok(false);
    }
    let mut magic = [0; 4];
    match File::open(path).and_then(|mut file| file.read_exact(&mut magic)) {
        Ok(()) => Ok([*b"PAR1", *b"PARE"].contains(&magic)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
