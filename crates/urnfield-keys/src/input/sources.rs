//! Where keys come from: files, stdin for `-`, stdin where nothing is named.

use crate::input::opened::{Input, Manner, is_a_directory, unreadable};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use urnfield_terminal::Refusal;

/// One input.
pub(crate) enum Source {
    Stdin,
    /// A file that can be read twice.
    File(PathBuf),
    /// A named pipe, a terminal or a process of the shell, which can be read only once.
    Stream(PathBuf),
}

/// All inputs, in the order typed.
pub(crate) struct Sources {
    pub(crate) list: Vec<Source>,
    /// The total size of the files. `None` if an input is not a file.
    bytes: Option<u64>,
}

impl Sources {
    /// Checks all inputs, so that a wrong name is refused before anything is read.
    pub(crate) fn typed(paths: &[PathBuf]) -> Result<Sources, Refusal> {
        let mut sources = Sources { list: Vec::new(), bytes: Some(0) };
        for path in paths {
            if path.as_os_str() == "-" {
                sources.push(Source::Stdin, None);
                continue;
            }
            let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
            if found.is_dir() {
                return Err(unreadable(path, is_a_directory()));
            }
            if found.is_file() {
                sources.push(Source::File(path.clone()), Some(found.len()));
            } else {
                sources.push(Source::Stream(path.clone()), None);
            }
        }
        if paths.is_empty() {
            sources.push(Source::Stdin, None);
        }
        Ok(sources)
    }

    fn push(&mut self, source: Source, bytes: Option<u64>) {
        self.list.push(source);
        self.bytes = self.bytes.zip(bytes).map(|(all, more)| all.saturating_add(more));
    }

    /// Returns the name of an input that can be read only once.
    pub(crate) fn read_once(&self) -> Option<String> {
        self.list.iter().find_map(|source| match source {
            Source::File(_) => None,
            Source::Stdin => Some("stdin".to_owned()),
            Source::Stream(path) => Some(path.display().to_string()),
        })
    }

    /// Returns the total size of the packed files, if it is known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.bytes
    }
}

impl Source {
    /// Returns the name for messages.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new("stdin"),
            Source::File(path) | Source::Stream(path) => path,
        }
    }

    /// Opens the input, unpacked. The number of packed bytes read is added to `read`.
    pub(crate) fn open(&self, manner: Manner, read: &Arc<AtomicU64>) -> Result<Input, Refusal> {
        let read = Arc::clone(read);
        match self {
            Source::Stdin => {
                let input = Box::new(Counted { input: io::stdin().lock(), read });
                Input::new(self.path(), manner, input)
            }
            Source::File(path) | Source::Stream(path) => {
                let input = File::open(path).map_err(|error| unreadable(path, error))?;
                Input::new(path, manner, Box::new(Counted { input, read }))
            }
        }
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}
