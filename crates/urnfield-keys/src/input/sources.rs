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
    /// What can be read twice.
    File(PathBuf),
    /// A named pipe, a terminal, a process of the shell's: read once and gone.
    Stream(PathBuf),
}

/// All inputs, in the order typed.
pub(crate) struct Sources {
    pub(crate) list: Vec<Source>,
    /// How long the files are together; `None` where something else is among them.
    bytes: Option<u64>,
}

impl Sources {
    /// Looks at all of them, so that a wrong name is told before anything is read.
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

    /// What can be read twice can be counted first; of anything else this names one.
    pub(crate) fn read_once(&self) -> Option<String> {
        self.list.iter().find_map(|source| match source {
            Source::File(_) => None,
            Source::Stdin => Some("stdin".to_owned()),
            Source::Stream(path) => Some(path.display().to_string()),
        })
    }

    /// How long all files are together, packed as they are, where that is known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        self.bytes
    }
}

impl Source {
    /// What messages call it.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new("stdin"),
            Source::File(path) | Source::Stream(path) => path,
        }
    }

    /// Its bytes, unpacked; how many were read as they lie there is added to `read`.
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

/// Counts what is read.
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
