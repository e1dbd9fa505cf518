//! Filters that commands read: to ask them, to add keys, or to merge them.

use crate::commands::files::target::is_stdin_or_stdout;
use std::io::{self, Read, StdinLock, Write};
use std::path::{Path, PathBuf};
use urnfield::error::Damage;
use urnfield::filter::{FileLock, Key, Packing, SealedFilter, Summary};
use urnfield::{Error, Filter};
use urnfield_keys::secret;
use urnfield_terminal::{Refusal, enough_memory, warn};

/// Loads a filter and checks all of its bits. Returns also the form that it has in its file.
pub(crate) fn filter(path: &Path, key_file: Option<&Path>) -> Result<(Filter, Packing), Refusal> {
    let key = key_file.map(secret::key).transpose()?;
    with_key(path, sealed(path)?, key)
}

/// Loads the filter of a locked file. See [`filter`].
pub(crate) fn under(
    lock: &FileLock,
    key_file: Option<&Path>,
) -> Result<(Filter, Packing), Refusal> {
    let key = key_file.map(secret::key).transpose()?;
    let path = lock.path();
    with_key(path, lock.load().map_err(|error| Refusal::about(path, error))?, key)
}

fn with_key(
    path: &Path,
    sealed: SealedFilter,
    key: Option<Key>,
) -> Result<(Filter, Packing), Refusal> {
    enough_memory()?;
    let packing = sealed.packing();
    let unlocked = key.is_some();
    let filter = sealed.into_filter(key).map_err(|error| match error {
        Error::Mismatch { .. } if !unlocked => Refusal::Typed(format!(
            "{} answers only to its secret key; add --key-file",
            path.display()
        )),
        other => Refusal::about(path, other),
    })?;
    Ok((filter, packing))
}

/// Loads a filter without its key. `-` is stdin, with nothing after the filter.
pub(crate) fn sealed(path: &Path) -> Result<SealedFilter, Refusal> {
    if !is_stdin_or_stdout(path) {
        let filter = SealedFilter::load(path).map_err(|error| Refusal::about(path, error))?;
        // Many small filters can use up the memory although each of them fits.
        enough_memory()?;
        return Ok(filter);
    }
    all_of_stdin(|stdin| SealedFilter::read_from(stdin))
}

/// Reads the summary of a filter file, or of stdin, and checks all of it.
pub(crate) fn summary(path: &Path) -> Result<Summary, Refusal> {
    if !is_stdin_or_stdout(path) {
        return Filter::verify(path).map_err(|error| Refusal::about(path, error));
    }
    all_of_stdin(|stdin| Filter::verify_from(stdin))
}

/// Reads a filter from stdin, with nothing behind it.
fn all_of_stdin<T>(read: impl FnOnce(&mut StdinLock) -> Result<T, Error>) -> Result<T, Refusal> {
    let (mut stdin, name) = (io::stdin().lock(), Path::new("stdin"));
    let found = read(&mut stdin).map_err(|error| Refusal::about(name, error))?;
    let more = stdin.take(1).bytes().next().transpose();
    match more.map_err(|error| Refusal::Library(Error::file("read", name, error)))? {
        None => Ok(found),
        Some(_) => {
            let rule = "a filter's file ends with its bits";
            let error = Error::damaged(Damage::AddedTo, rule, "more bytes follow");
            Err(Refusal::about(name, error))
        }
    }
}

/// Looks at every filter, even after refusals, and reports how many were refused.
pub(crate) fn each<W: Write>(
    filters: &[PathBuf],
    out: &mut W,
    mut look: impl FnMut(&Path, &mut W) -> Result<(), Refusal>,
) -> Result<usize, Refusal> {
    refuse_stdin_twice(filters, None)?;
    let mut bad = 0;
    for path in filters {
        let looked = look(path, out);
        // The next file may take long.
        out.flush()?;
        match looked {
            Ok(()) => (),
            // A reader that has closed the pipe needs no further answers.
            Err(refusal @ Refusal::Output(_)) => return Err(refusal),
            Err(refusal) if filters.len() == 1 => return Err(refusal),
            Err(refusal) => {
                warn(&[refusal.to_string()]);
                bad += 1;
            }
        }
    }
    Ok(bad)
}

/// Stdin can be read once: as one filter, or as keys.
pub(crate) fn refuse_stdin_twice<'a>(
    filters: impl IntoIterator<Item = &'a PathBuf>,
    keys: Option<&[PathBuf]>,
) -> Result<(), Refusal> {
    let dashes = |paths: &[PathBuf]| paths.iter().filter(|path| is_stdin_or_stdout(path)).count();
    let filters = filters.into_iter().filter(|path| is_stdin_or_stdout(path)).count();
    let keys = keys.map_or(0, |keys| if keys.is_empty() { 1 } else { dashes(keys) });
    if filters > 1 || filters == 1 && keys > 0 {
        let sentence = "stdin is to be read more than once, as a filter and as something else; \
                        name files for all but one";
        return Err(Refusal::Typed(sentence.into()));
    }
    Ok(())
}
