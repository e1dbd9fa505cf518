//! `add` and `check`: keys through the server.

use crate::args::{Add, Check};
use crate::at::refusal;
use crate::said;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::filter::Key;
use urnfield_answers::{CheckAnswer, Form, Report};
use urnfield_keys::{Keys, Rows, secret};
use urnfield_redis::Shared;
use urnfield_terminal::{Answer, Progress, Refusal, talk, write};

fn key(path: Option<&Path>) -> Result<Option<Key>, Refusal> {
    path.map(secret::key).transpose()
}

pub(crate) fn add(typed: &Add, out: &mut impl Write) -> Result<Answer, Refusal> {
    // The filter comes before the keys: who names a wrong one has typed none in vain.
    let key = key(typed.key_file.as_deref())?;
    let shared = Shared::open(&typed.at.server()?, &typed.name, key).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    if shared.is_intersection() {
        let name = typed.name.clone();
        return Err(refusal(urnfield_redis::Error::Intersection(name)));
    }
    let held = shared.key_kinds().map_err(refusal)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?.for_filter(shared.name(), held)?;
    keys.mention_what_is_not_recorded();
    let (digester, mut all, mut new) = (shared.digester().map_err(refusal)?, 0_u64, 0_u64);
    let bad = keys.each(
        keys.progress("adding keys"),
        move |block| block.map_keys(|key| digester.digest(key)),
        |digests| {
            let answers = shared.add_digests_of(keys.kind(), &digests).map_err(|error| {
                let sentence = refusal(error);
                Refusal::Typed(format!("{sentence} ({all} keys had been added before)"))
            })?;
            all += digests.len() as u64;
            new += answers.iter().filter(|new| **new).count() as u64;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    said::mention_what_was_sent_again(&shared);
    let form = typed.form.form();
    let mut report = said::state(&mut shared, form, &[("keys", all), ("new_keys", new)])?;
    bad.tell(&mut report);
    write(report, form, out)
}

pub(crate) fn check(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    let key = key(typed.select.key_file.as_deref())?;
    let shared = Shared::open(&typed.at.server()?, &typed.name, key).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    let printed = !typed.select.quiet && !typed.select.count && !typed.json;
    let rows = if printed { Rows::Printed } else { Rows::Taken };
    let held = shared.key_kinds().map_err(refusal)?;
    let keys = Keys::typed(&typed.keys, rows)?.for_filter(shared.name(), held)?;
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
    let progress = match printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => keys.progress("checking keys"),
    };
    let digester = shared.digester().map_err(refusal)?;
    let (mut all, mut selected) = (0_u64, 0_u64);
    let bad = keys.each(
        progress,
        move |block| (block.map_keys(|key| digester.digest(key)), block),
        |(digests, block)| {
            let answers = shared.contains_digests(&digests).map_err(refusal)?;
            let chosen = || answers.iter().map(|yes| *yes != typed.select.invert);
            all += digests.len() as u64;
            selected += chosen().filter(|chosen| *chosen).count() as u64;
            if typed.select.quiet && selected > 0 {
                return Ok(ControlFlow::Break(()));
            }
            if printed {
                let mut lines = Vec::new();
                block.copy_selected(chosen(), &mut lines);
                out.write_all(&lines)?;
                out.flush()?;
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let mut report: Report = CheckAnswer { keys: all, selected, joint_fpr: None, notes }.into();
    bad.tell(&mut report);
    match typed.select.count || typed.json {
        true => write(report, Form::new(typed.json, None), out),
        false => Ok(Answer::of(&report)),
    }
}
