//! Chains of filters: folders instead of files.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | what is a chain, and opening one |
//! | `wanted` | what was typed of a new chain, and against one that is there |
//! | `inserting` | keys into a chain |
//! | `add`, `build`, `dedupe`, `info` | the commands |

pub(crate) mod add;
pub(crate) mod build;
pub(crate) mod dedupe;
pub(crate) mod info;
mod inserting;
mod wanted;

pub(crate) use inserting::Copied;

use crate::commands::files::locked;
use std::path::Path;
use urnfield::Error;
use urnfield::chain::{Chain, ChainUpdate, Day};
use urnfield_answers::later_day;
use urnfield_keys::secret;
use urnfield_terminal::{Refusal, warn};

/// Whether a name is a chain: a folder, or a name that ends in a slash.
pub(crate) fn is_chain(path: &Path) -> bool {
    is_written_as_folder(path) || path.is_dir()
}

/// Whether a name is written like a folder: `seen.d/`.
pub(crate) fn is_written_as_folder(path: &Path) -> bool {
    path.as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|last| std::path::is_separator(*last as char))
}

/// Loads a chain and checks all of its bits.
pub(crate) fn opened(path: &Path, key_file: Option<&Path>) -> Result<Chain, Refusal> {
    let key = key_file.map(secret::key).transpose()?;
    let unlocked = key.is_some();
    Chain::open(path, key).map_err(|error| named(path, unlocked, error))
}

/// Loads a chain, locked until it is saved.
pub(crate) fn to_change(
    path: &Path,
    key_file: Option<&Path>,
    no_wait: bool,
    today: Day,
) -> Result<ChainUpdate, Refusal> {
    let key = key_file.map(secret::key).transpose()?;
    let manifest = Chain::manifest(path);
    if !manifest.exists() {
        return Err(without_manifest(path));
    }
    let lock = locked::file(&manifest, no_wait)?;
    let unlocked = key.is_some();
    ChainUpdate::under(lock, key, today).map_err(|error| named(path, unlocked, error))
}

/// Warns of a chain that does not rotate because its last generation began on a later day.
fn warn_of_later_day(path: &Path, chain: &Chain, today: Day) {
    warn(later_day(&path.display().to_string(), chain, today).as_slice());
}

fn without_manifest(path: &Path) -> Refusal {
    Refusal::Typed(format!(
        "{} is missing, and the folder of a chain has a manifest; restore it, or name another folder",
        Chain::manifest(path).display()
    ))
}

fn named(path: &Path, unlocked: bool, error: Error) -> Refusal {
    match error {
        Error::Mismatch { .. } if !unlocked => Refusal::Typed(format!(
            "{} answers only to its secret key; add --key-file",
            path.display()
        )),
        other => Refusal::about(path, other),
    }
}
