//! `urnfield build -o DIR/`: a new chain of the keys of files.

use super::{info, inserting, to_change, wanted};
use crate::args::{Build, FileFormat};
use std::io::Write;
use urnfield::chain::{Chain, ChainSummary};
use urnfield_keys::{Inserted, Keys, Rows};
use urnfield_terminal::{Answer, Refusal, write};

pub(crate) fn run(typed: &Build, out: &mut impl Write) -> Result<Answer, Refusal> {
    let path = &typed.output;
    let shown = path.display();
    let refused = if typed.format == FileFormat::Parquet {
        Some("a chain is made of urnfield's own filters; leave out --format".into())
    } else if typed.overwriting.force {
        Some(
            "a chain is a folder, which --force does not overwrite; remove it, or name another"
                .into(),
        )
    } else if Chain::manifest(path).exists() {
        Some(format!("{shown} is a chain already; use `urnfield add` for more keys"))
    } else {
        None
    };
    if let Some(sentence) = refused {
        return Err(Refusal::Typed(sentence));
    }
    wanted::refuse_sizes(&typed.sizing)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let is_new = !path.exists();
    wanted::make_missing(path, &typed.sizing, &typed.rotation)?;
    let made = filled(typed, &keys);
    if made.is_err() {
        remove_unsaved(typed, is_new);
    }
    let (summary, Inserted { keys, new_keys, bad }) = made?;
    let form = typed.form.form();
    let counts = [("keys", keys), ("new_keys", new_keys)];
    let mut report = info::of_written(path, &summary, counts, form)?;
    bad.tell(&mut report);
    write(report, form, out)
}

/// Puts the keys into the chain that was just made.
fn filled(typed: &Build, keys: &Keys) -> Result<(ChainSummary, Inserted), Refusal> {
    let (path, key_file) = (&typed.output, typed.sizing.size.key_file.as_deref());
    let mut chain = to_change(path, key_file, false, typed.rotation.date.day())?;
    // Another command may have made the chain meanwhile.
    wanted::refuse_others(path, &typed.sizing, &typed.rotation, &chain)?;
    let inserted = inserting::insert(keys, &mut chain)?;
    Ok((chain.save()?.summary(), inserted))
}

/// Removes the empty chain that a build which failed has made, unless another command has put keys
/// into it meanwhile or is about to.
fn remove_unsaved(typed: &Build, folder: bool) {
    let (path, key_file) = (&typed.output, typed.sizing.size.key_file.as_deref());
    if let Ok(chain) = to_change(path, key_file, true, typed.rotation.date.day()) {
        let _ = chain.remove_unsaved(folder);
    }
}
