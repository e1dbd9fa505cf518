//! `urnfield audit`: the filters of other libraries in files, folders and on stdin.

use crate::args::{Audit, ForeignAudit};
use crate::commands::files::opened;
use crate::commands::files::target::is_stdin_or_stdout;
use crate::commands::filters::audit::{Seen, one_file};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use urnfield::Error;
use urnfield_answers::{
    AuditQuestion, Form, Question, Report, no_filters_of_in_words, no_foreign_in_words,
    no_format_in_words, several_in_words,
};
use urnfield_foreign::{Format, Found};
use urnfield_terminal::{Answer, Refusal, talk, warn, write};

/// Draws of all filters of one file together: a table may have thousands.
const DRAWS: u64 = 1 << 26;

/// What was seen so far.
#[derive(Default)]
struct Looked {
    /// Filters written, or files that could hold some.
    known: u64,
    written: u64,
}

pub(crate) fn run(typed: &ForeignAudit, out: &mut impl Write) -> Result<Answer, Refusal> {
    let format = typed.format.as_deref().map(format_of).transpose()?;
    let (files, folders) = found(&typed.files)?;
    let mut looked = Looked::default();
    let mut others = 0;
    let bad = opened::each(&files, out, |path, out| {
        let is_named = !folders.iter().any(|folder| path.starts_with(folder));
        match one(typed, format, path, &mut looked, out) {
            Err(Unread::Unknown(_)) if !is_named => {
                others += 1;
                Ok(())
            }
            Err(Unread::Unknown(sentence)) => Err(Refusal::Typed(sentence)),
            Err(Unread::Refused(refusal)) => Err(refusal),
            Ok(()) => Ok(()),
        }
    })?;
    if others > 0 {
        let names: Vec<String> = folders.iter().map(|path| path.display().to_string()).collect();
        warn(&[format!("{} has files of no known format: {others}", names.join(", "))]);
    }
    match (bad, looked.known) {
        (0, 0) => Ok(Answer::No),
        (0, _) => Ok(Answer::Yes),
        (bad, _) => {
            let all = files.len();
            Err(Refusal::Typed(format!("{bad} of {all} files could not be looked at")))
        }
    }
}

/// Returns the format of a name, or says which there are.
fn format_of(name: &str) -> Result<&'static Format, Refusal> {
    urnfield_foreign::format(name).ok_or_else(|| Refusal::Typed(no_format_in_words(name)))
}

/// The files that are named, those of folders among them, and the folders.
fn found(named: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Refusal> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for path in named {
        if path.is_dir() {
            folders.push(path.clone());
            inside(path, 0, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok((files, folders))
}

/// Links may lead back to a folder, so depth is bounded.
const DEEPEST: usize = 40;

fn inside(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Refusal> {
    let failed = |error| Refusal::Library(Error::file("read", folder, error));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?);
    }
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if name.starts_with('.') || name.starts_with('_') && !name.contains('=') {
            continue;
        }
        if path.is_dir() && !is_link && depth < DEEPEST {
            inside(&path, depth + 1, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Why a file has no answer.
enum Unread {
    /// No format claims it.
    Unknown(String),
    Refused(Refusal),
}

impl From<Refusal> for Unread {
    fn from(refusal: Refusal) -> Unread {
        Unread::Refused(refusal)
    }
}

fn one(
    typed: &ForeignAudit,
    format: Option<&'static Format>,
    path: &Path,
    looked: &mut Looked,
    out: &mut impl Write,
) -> Result<(), Unread> {
    let form = typed.form.form();
    let is_stdin = is_stdin_or_stdout(path);
    let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
    if format.is_none() && is_parquet(path) {
        let same = Audit {
            files: vec![path.to_path_buf()],
            summary: false,
            confidence: typed.confidence.clone(),
            form: typed.form.clone(),
        };
        if matches!(form, Form::Text(_)) && looked.written > 0 {
            writeln!(out).map_err(Refusal::Output)?;
        }
        let mut seen = Seen::default();
        one_file(&same, path, &mut seen, out)?;
        looked.known += 1;
        looked.written += seen.filters;
        return Ok(());
    }
    let bytes = bytes(path)?;
    if bytes.starts_with(b"\x89URN\r\n\x1a\n") {
        looked.known += 1;
        talk(&[format!("{name} is a filter of urnfield; see `urnfield info {name}`")]);
        return Ok(());
    }
    let found = read(&name, format, &bytes)?;
    let library = found.format.library;
    looked.known += 1;
    if found.filters.is_empty() {
        talk(&[no_filters_of_in_words(&name, library)]);
    }
    let each = (DRAWS / found.filters.len().max(1) as u64).min(1 << 24);
    for filter in found.filters {
        let question = AuditQuestion {
            file: name.clone(),
            filter,
            asked: typed.fpr.clone(),
            confidence: typed.confidence.clone(),
            draws: Some(typed.draws.unwrap_or(each)),
            seed: typed.seed,
        };
        let answer = question.answer(form).map_err(Refusal::from)?;
        if matches!(form, Form::Text(_)) && looked.written > 0 {
            writeln!(out).map_err(Refusal::Output)?;
        }
        write(Report::from(answer), form, out)?;
        looked.written += 1;
    }
    Ok(())
}

fn read(name: &str, format: Option<&'static Format>, bytes: &[u8]) -> Result<Found, Unread> {
    let damaged = |refusal: urnfield_foreign::Refusal| {
        Refusal::Typed(format!("{name} cannot be read as {refusal}"))
    };
    if let Some(format) = format {
        return Ok(urnfield_foreign::read_as(format, bytes).map_err(damaged)?);
    }
    let mut found = urnfield_foreign::read(bytes).map_err(damaged)?;
    if found.len() > 1 {
        return Err(Refusal::Typed(several_in_words(name, &found)).into());
    }
    found.pop().ok_or_else(|| Unread::Unknown(no_foreign_in_words(name)))
}

fn bytes(path: &Path) -> Result<Vec<u8>, Refusal> {
    if !is_stdin_or_stdout(path) {
        return fs::read(path).map_err(|error| Refusal::Library(Error::file("read", path, error)));
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| Error::file("read", Path::new("stdin"), error))?;
    Ok(bytes)
}

fn is_parquet(path: &Path) -> bool {
    let mut magic = [0; 4];
    !is_stdin_or_stdout(path)
        && path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && [*b"PAR1", *b"PARE"].contains(&magic)
}
