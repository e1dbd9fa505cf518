//! What was typed of a chain: the options of a new one, and whether they are those of one that is
//! there.

use super::without_manifest;
use crate::args::{Rotation, Sizing};
use std::fs;
use std::path::Path;
use urnfield::chain::Chain;
use urnfield_answers::WantedChain;
use urnfield_keys::secret;
use urnfield_terminal::Refusal;

/// Makes an empty chain of what was typed, if there is none yet. Another process may make one at
/// the same moment. Its options must be the ones typed, too.
pub(crate) fn make_missing(
    path: &Path,
    sizing: &Sizing,
    rotation: &Rotation,
) -> Result<(), Refusal> {
    if path.is_file() {
        return Err(Refusal::Typed(format!(
            "{} is a file, and a chain of filters is a folder; name one, or leave out --keep, --every \
             and --date",
            path.display()
        )));
    }
    if holds_files(path) {
        return Err(without_manifest(path));
    }
    let key = sizing.size.key_file.as_deref().map(secret::key).transpose()?;
    let wanted = WantedChain { key, ..typed(sizing, rotation) };
    let options = wanted.options(&path.display().to_string())?;
    match Chain::create(path, &options) {
        Err(error) if error.io_kind() == Some(std::io::ErrorKind::AlreadyExists) => Ok(()),
        made => made.map_err(|error| Refusal::about(path, error)),
    }
}

/// Whether the folder holds anything, apart from files that another command is writing now.
fn holds_files(path: &Path) -> bool {
    let hidden = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    fs::read_dir(path).is_ok_and(|mut entries| {
        entries.any(|entry| {
            entry.is_ok_and(|entry| !hidden(&entry) && entry.file_name() != "manifest")
        })
    })
}

/// Refuses what a chain does not take.
pub(crate) fn refuse_sizes(sizing: &Sizing) -> Result<(), Refusal> {
    let size = &sizing.size;
    let typed = [
        ("--bits", size.bits.is_some()),
        ("--hashes", size.hashes.is_some()),
        ("--like", sizing.like.is_some()),
    ];
    match typed.iter().find(|(_, typed)| *typed) {
        Some((option, _)) => Err(Refusal::Typed(format!(
            "the generations of a chain are sized by --items and --fpr; leave out {option}"
        ))),
        None => Ok(()),
    }
}

/// What was typed, without the secret key.
fn typed(sizing: &Sizing, rotation: &Rotation) -> WantedChain {
    let size = &sizing.size;
    WantedChain {
        items: size.items,
        fpr: size.fpr.clone(),
        kind: size.kind,
        keep: rotation.keep,
        every: rotation.every,
        seed: size.seed,
        key: None,
        confidence: size.confidence.clone(),
        mean: size.mean,
    }
}

/// Refuses options that are not those that the chain was made with.
pub(crate) fn refuse_others(
    path: &Path,
    sizing: &Sizing,
    rotation: &Rotation,
    chain: &Chain,
) -> Result<(), Refusal> {
    Ok(typed(sizing, rotation).refuse_others(&path.display().to_string(), chain)?)
}
