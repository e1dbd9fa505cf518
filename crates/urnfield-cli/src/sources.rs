//! Where keys come from: files, stdin for `-`, stdin where nothing is named.

use crate::line_ends::LineEnds;
use crate::lines::{Block, Blocks};
use crate::progress::Progress;
use crate::refusal::Refusal;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use urnfield::Error;

enum Source {
    Stdin,
    /// What can be read twice.
    File(PathBuf),
    /// A named pipe, a terminal, a process of the shell's: read once and gone.
    Stream(PathBuf),
}

/// All inputs, in the order typed.
pub(crate) struct Sources {
    list: Vec<Source>,
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
            let found = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
            if found.is_dir() {
                return Err(unreadable(path, &is_a_directory()));
            }
            match found.is_file() {
                true => sources.push(Source::File(path.clone()), Some(found.len())),
                false => sources.push(Source::Stream(path.clone()), None),
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

    /// A bar for reading all of it.
    pub(crate) fn progress(&self, doing: &'static str) -> Progress {
        Progress::new(doing, self.bytes)
    }

    /// How many lines there are.
    pub(crate) fn count(&self) -> Result<u64, Refusal> {
        let (mut lines, mut progress) = (0, self.progress("counting keys"));
        self.blocks(|block| {
            lines += block.count();
            progress.step(block.bytes(), block.count());
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(lines)
    }

    /// Shows every block of lines, with what makes keys of them, until `see` has seen enough.
    pub(crate) fn read(
        &self,
        crlf: bool,
        mut progress: Progress,
        mut see: impl FnMut(Block<'_>, &mut LineEnds) -> Result<ControlFlow<()>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut ends = LineEnds::new(crlf);
        self.blocks(|block| {
            let flow = see(block, &mut ends)?;
            progress.step(block.bytes(), block.count());
            if let Some(notice) = ends.notice(false) {
                progress.say(notice);
            }
            Ok(flow)
        })?;
        if let Some(notice) = ends.notice(true) {
            progress.say(notice);
        }
        Ok(())
    }

    /// Shows every block of lines, until `see` has seen enough.
    pub(crate) fn blocks(
        &self,
        mut see: impl FnMut(Block<'_>) -> Result<ControlFlow<()>, Refusal>,
    ) -> Result<(), Refusal> {
        for source in &self.list {
            let (path, input): (&Path, Box<dyn Read>) = match source {
                Source::Stdin => (Path::new("stdin"), Box::new(io::stdin().lock())),
                Source::File(path) | Source::Stream(path) => {
                    (path, Box::new(File::open(path).map_err(|error| unreadable(path, &error))?))
                }
            };
            let mut blocks = Blocks::of(input);
            while let Some(block) = blocks.next().map_err(|error| unreadable(path, &error))? {
                if see(block)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A file that could not be read is no broken pipe, whatever the system calls it.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Refusal {
    let (path, why) = (path.display().to_string(), error.to_string());
    Refusal::Library(Error::File { doing: "read", path, why })
}

/// In the words of the system, which would say so later.
pub(crate) fn is_a_directory() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "Is a directory")
}
