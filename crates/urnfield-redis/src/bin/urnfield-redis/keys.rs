//! `add` and `check`: keys through the server.

use crate::args::{Add, Check};
use crate::at::refusal;
use crate::said;
use std::io::Write;
use std::path::Path;
use urnfield::filter::{Digest, Key};
use urnfield_keys::{Answered, Block, Inserted, Keys, Rows, Selected, secret};
use urnfield_redis::Shared;
use urnfield_terminal::{Answer, Refusal, talk, write};

fn key(path: Option<&Path>) -> Result<Option<Key>, Refusal> {
    path.map(secret::key).transpose()
}

pub(crate) fn add(typed: &Add, out: &mut impl Write) -> Result<Answer, Refusal> {
    // The filter is opened first, so that a wrong name is refused before keys are typed.
    let key = key(typed.key_file.as_deref())?;
    let shared = Shared::open(&typed.at.server()?, &typed.name, key).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    if shared.is_intersection() {
        let name = typed.name.clone();
        return Err(refusal(urnfield_redis::Error::Intersection(name)));
    }
    let held = shared.key_kinds().map_err(refusal)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?.for_filter(shared.name(), held)?;
    let digester = shared.digester().map_err(refusal)?;
    let hash = move |block: Block| block.map_keys(|key| digester.digest(key));
    let Inserted { keys: all, new_keys, bad } =
        keys.insert("adding keys", hash, |digests, before| {
            let answers = shared.add_digests_of(keys.kind(), &digests).map_err(|error| {
                let sentence = refusal(error);
                Refusal::Typed(format!("{sentence} ({before} keys had been added before)"))
            })?;
            let new = answers.iter().filter(|new| **new).count() as u64;
            Ok((digests.len() as u64, new))
        })?;
    said::mention_what_was_sent_again(&shared);
    let form = typed.form.form();
    let mut report = said::state(&mut shared, form, &[("keys", all), ("new_keys", new_keys)])?;
    bad.tell(&mut report);
    write(report, form, out)
}

pub(crate) fn check(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    let key = key(typed.select.key_file.as_deref())?;
    let shared = Shared::open(&typed.at.server()?, &typed.name, key).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    let action = Selected::typed(&typed.select, typed.json);
    let held = shared.key_kinds().map_err(refusal)?;
    let keys = Keys::typed(&typed.keys, action.rows())?.for_filter(shared.name(), held)?;
    let mut notes = Vec::new();
    if shared.is_intersection() {
        notes.push(format!(
            "{} is an intersection: a key that is in some of its sets but not in all passes more \
             often than one that is in none",
            typed.name
        ));
    }
    if !typed.json && !typed.select.quiet {
        talk(&notes);
    }
    let digester = shared.digester().map_err(refusal)?;
    let hash = move |block: Block| (block.map_keys(|key| digester.digest(key)), block);
    let ask = |(digests, block): (Vec<Digest>, Block)| {
        let answers = shared.contains_digests(&digests).map_err(refusal)?;
        let chosen = || answers.iter().map(|yes| *yes != typed.select.invert);
        let mut lines = Vec::new();
        if action == Selected::Printed {
            block.copy_selected(chosen(), &mut lines);
        }
        let selected = chosen().filter(|chosen| *chosen).count() as u64;
        Ok(Answered { keys: digests.len() as u64, selected, lines })
    };
    keys.select(action, hash, ask, out)?.write(None, notes, typed.json, out)
}
