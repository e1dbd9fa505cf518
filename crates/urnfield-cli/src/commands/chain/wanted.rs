//! What was typed of a chain: the options of a new one, and whether they are those of one that is
//! there.

use super::without_manifest;
use crate::args::{Rotation, Sizing};
use crate::refusal::Refusal;
use std::fs;
use std::path::Path;
use urnfield::chain::Chain;
use urnfield::filter::Hashed;
use urnfield::{ChainOptions, FilterOptions, Guarantee, Kind, Rate};
use urnfield_answers::read::FilterKind;
use urnfield_keys::secret;

/// Makes an empty chain of what was typed, if there is none yet. Somebody else may make it at the
/// same moment: then it has to be what was typed as well.
pub(super) fn make_missing(
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
    let options = options(path, sizing, rotation)?;
    match Chain::create(path, &options) {
        Err(error) if error.io_kind() == Some(std::io::ErrorKind::AlreadyExists) => Ok(()),
        made => made.map_err(|error| Refusal::about(path, error)),
    }
}

/// Whether there is a folder with anything in it, but for what somebody is writing at this moment.
fn holds_files(path: &Path) -> bool {
    let hidden = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    fs::read_dir(path).is_ok_and(|mut entries| {
        entries.any(|entry| {
            entry.is_ok_and(|entry| !hidden(&entry) && entry.file_name() != "manifest")
        })
    })
}

/// Refuses what a chain does not take.
pub(super) fn refuse_sizes(sizing: &Sizing) -> Result<(), Refusal> {
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

fn options(path: &Path, sizing: &Sizing, rotation: &Rotation) -> Result<ChainOptions, Refusal> {
    let size = &sizing.size;
    let (Some(items), Some(fpr)) = (size.items, size.fpr.clone()) else {
        return Err(Refusal::Typed(format!(
            "{} is a new chain, which is planned by how many keys fill a generation and the rate of \
             all of them together; add --items and --fpr",
            path.display()
        )));
    };
    if rotation.every.is_some() && rotation.keep.is_none() {
        return Err(Refusal::Typed(
            "a chain that begins a generation every day or week would grow without end; add --keep \
             with how many there are to be"
                .into(),
        ));
    }
    let (kind, lines) = within_lines(size.kind());
    let key = size.key_file.as_deref().map(secret::key).transpose()?;
    let hashing = key.map_or(size.seed.unwrap_or(0).into(), Into::into);
    let guarantee = guarantee(size.promise()?);
    let filter = FilterOptions { kind, lines, hashing, guarantee };
    Ok(ChainOptions { items, fpr, filter, keep: rotation.keep, every: rotation.every })
}

fn guarantee(promise: Option<Rate>) -> Guarantee {
    promise.map_or(Guarantee::Mean, |confidence| Guarantee::ThisFilter { confidence })
}

fn within_lines(kind: FilterKind) -> (Kind, bool) {
    match kind {
        FilterKind::Plain(kind) => (kind, false),
        FilterKind::LineClassic => (Kind::Classic, true),
        FilterKind::Line | FilterKind::Parquet => (Kind::Standard, true),
    }
}

/// Refuses options that are not those that the chain was made with.
pub(super) fn refuse_others(
    path: &Path,
    sizing: &Sizing,
    rotation: &Rotation,
    chain: &Chain,
) -> Result<(), Refusal> {
    let (size, summary) = (&sizing.size, chain.summary());
    let made = chain.options();
    let same = |option, typed: Option<String>, made: String| match typed {
        Some(typed) if typed != made => Err(Refusal::Typed(format!(
            "{} was made with {option} {made}, which {option} {typed} cannot change; leave it out, or \
             begin another chain",
            path.display()
        ))),
        _ => Ok(()),
    };
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".into());
    same("--items", size.items.map(|items| items.to_string()), made.items.to_string())?;
    same("--fpr", size.fpr.as_ref().map(Rate::to_string), made.fpr.to_string())?;
    same("--kind", size.kind.map(|kind| kind.to_string()), summary.kind.into())?;
    same(
        "--keep",
        rotation.keep.map(|keep| keep.to_string()),
        or_none(made.keep.map(|keep| keep.to_string())),
    )?;
    same(
        "--every",
        rotation.every.map(|every| every.to_string()),
        or_none(made.every.map(|every| every.to_string())),
    )?;
    let seed = match chain.hashed() {
        Hashed::Seed(seed) => seed.to_string(),
        Hashed::KeyCheck(_) => "none, as it has a secret key".into(),
    };
    same("--seed", size.seed.map(|seed| seed.to_string()), seed)?;
    let confidence = match &made.filter.guarantee {
        Guarantee::ThisFilter { confidence } => confidence.to_string(),
        Guarantee::Mean => "none, as it was made with --mean".into(),
    };
    if size.mean && made.filter.guarantee != Guarantee::Mean {
        let sentence = format!(
            "{} was made with --confidence {confidence}, which --mean cannot change; leave it out, or \
             begin another chain",
            path.display()
        );
        return Err(Refusal::Typed(sentence));
    }
    same("--confidence", size.confidence.as_ref().map(Rate::to_string), confidence)
}
