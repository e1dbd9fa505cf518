//! `urnfield dedupe`: lines whose keys have not come before.

use super::asked::Asked;
use super::distinct::Distinct;
use super::info;
use super::opened::refuse_stdin_twice;
use super::same_file::{refuse_input_as_output, refuse_input_as_stdout};
use super::sizing::{self, Sized};
use super::state::{self, State};
use crate::args::{Dedupe, Sizing};
use crate::keys::{Block, Keys, Rows};
use crate::progress::Progress;
use crate::ratio;
use crate::refusal::Refusal;
use crate::report::{Object, certified, shown, talk, write_json};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::filter::Digest;
use urnfield::{Enclosure, Error, Filter, Rational};
use urnfield_answers::Form;

/// What came, and what was printed of it.
#[derive(Default)]
struct Counts {
    keys: u64,
    new_keys: u64,
}

pub(super) fn run(typed: &Dedupe, out: &mut impl Write) -> Result<(), Refusal> {
    refuse_input_as_stdout(&typed.keys.files)?;
    if let Some(state) = &typed.state {
        let Sizing { like, key_file, .. } = &typed.sizing;
        refuse_input_as_output(state, typed.keys.files.iter().chain(like).chain(key_file))?;
    }
    refuse_stdin_twice(&typed.sizing.like, Some(&typed.keys.files))?;
    let (state, seen) = State::opened(typed)?.unzip();
    let seen = seen.flatten();
    let older = typed.state.as_deref().filter(|_| seen.is_some());
    if older.is_none() {
        sizing::check(&typed.sizing)?;
    }
    let keys = Keys::typed(&typed.keys, Rows::Printed)?;
    let Sized { mut filter, asked } = match seen {
        Some(filter) => Sized { filter, asked: sizing::asked(&typed.sizing)? },
        None => sizing::filter(&typed.sizing, &keys)?,
    };
    if state.is_some() {
        keys.mention_what_is_not_recorded();
    }
    let form = typed.form.form();
    let printed = matches!(form, Form::Text(_));
    let limit = if typed.allow_overfull { u64::MAX } else { state::room(&filter)? };
    let counts = pass_on(&keys, &mut filter, limit, printed, out)?;
    // What is printed is out before it is remembered: nothing is lost, whatever happens between.
    out.flush()?;
    if let Some(state) = state {
        state.keep(&mut filter)?;
    }
    report(&filter, &asked, &counts, older, form, out)
}

/// Prints the lines of new keys, as soon as they are read; all cores hash, one remembers.
fn pass_on(
    keys: &Keys,
    filter: &mut Filter,
    limit: u64,
    printed: bool,
    out: &mut impl Write,
) -> Result<Counts, Refusal> {
    let progress = match printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => keys.progress("reading keys"),
    };
    let digester = filter.digester();
    let hash = move |block: Block| {
        let digests: Vec<Digest> = block.map_keys(|key| digester.digest(key));
        (block, digests)
    };
    let (mut counts, mut lines) = (Counts::default(), Vec::new());
    keys.each(progress, hash, |(block, digests)| {
        let answers = filter.insert_reporting_new(&digests);
        let room = limit - counts.new_keys;
        counts.keys += digests.len() as u64;
        counts.new_keys += answers.count();
        if printed {
            let mut left = room;
            let selected = answers.iter().map(|new| {
                let pass = new && left > 0;
                left -= u64::from(pass);
                pass
            });
            lines.clear();
            block.copy_selected(selected, &mut lines);
            out.write_all(&lines)?;
            out.flush()?;
        }
        if counts.new_keys > limit {
            return Err(state::no_more_room(filter.planned_items(), limit));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(counts)
}

fn report(
    filter: &Filter,
    asked: &Asked,
    counts: &Counts,
    older: Option<&Path>,
    form: Form,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    let (design, bits_set) = (filter.design(), filter.bits_set());
    let dropped = counts.keys - counts.new_keys;
    let rate = info::given_bits(design, bits_set, form)?;
    // An empty filter prints its first key. One with a past may print nothing at all, which tells
    // nothing of the new keys that came: there any key may have been one.
    let new = if older.is_some() { counts.keys } else { counts.new_keys };
    let wrong = expected_wrong(new, dropped, &rate, form)?;
    let kept = asked.of(design, bits_set, rate)?;
    let (Form::Text(digits) | Form::Json(digits)) = form;
    let planned = filter.planned_items();
    if let (Some(path), Some(false)) = (older, kept.kept) {
        talk(&[state::worse_than_asked(path)]);
    } else if planned > 0 && counts.new_keys > planned && kept.kept == Some(false) {
        talk(&[format!(
            "{} different keys came where {planned} were planned: the rate is higher than asked; \
             raise --items",
            counts.new_keys
        )]);
    } else {
        talk(asked.broken("the filter", &kept, digits).as_slice());
    }
    match form {
        Form::Text(digits) => talk(&[format!(
            "keys = {}, printed = {}, dropped = {dropped}, of which at most {} are expected to be \
             wrong; {}",
            counts.keys,
            counts.new_keys,
            shown(&wrong, digits),
            asked.in_words(&kept, digits)
        )]),
        Form::Json(digits) => {
            let mut bound = certified(&wrong, digits);
            bound.insert("label".into(), "bound".into());
            let mut object = Object::new();
            object.insert("keys".into(), counts.keys.into());
            object.insert("new_keys".into(), counts.new_keys.into());
            object.insert("dropped".into(), dropped.into());
            object.insert("expected_wrong".into(), bound.into());
            object.insert("kind".into(), design.kind().to_string().into());
            object.insert("bits".into(), design.bits().into());
            object.insert("hashes".into(), design.hashes().into());
            object.insert("seed".into(), filter.seed().into());
            object.insert("bits_set".into(), bits_set.into());
            let planned = Some(filter.planned_items()).filter(|items| *items > 0);
            object.insert("planned_items".into(), planned.into());
            object.insert("fpr_given_bits".into(), certified(&kept.rate, digits).into());
            let distinct = match older {
                None => Distinct::of(design, counts.keys, counts.new_keys),
                Some(_) => Distinct { at_least: counts.new_keys, about: None },
            };
            for (key, value) in asked.fields(&kept, &distinct) {
                object.insert(key.into(), value);
            }
            write_json(out, &object)?;
        }
    }
    Ok(())
}

/// How many new keys are expected among those that were dropped, at most.
///
/// A new key that meets x set bits is dropped with the probability r(x) of that filter. So for
/// every new key that is printed, r/(1 − r) are dropped on average: the sum of r/(1 − r) over the
/// printed keys has the mean that the number of wrongly dropped ones has. The rate only grows, and
/// its last value bounds all of them: printed · r/(1 − r). And no more are wrong than are dropped.
fn expected_wrong(
    printed: u64,
    dropped: u64,
    rate: &Enclosure,
    form: Form,
) -> Result<Enclosure, Error> {
    let most = Rational::from(dropped);
    // A rate below this is nothing to anybody, and its digits would fill pages.
    let tiny: Rational = "1e-1000".parse()?;
    let high = match ratio::ends(rate, form.bits()) {
        _ if rate.certainly_le(&tiny) => tiny,
        Some((_, high)) => high,
        None => Rational::one(),
    };
    // Where the filter is full, any of them may be wrong.
    let odds = high.checked_div(&high.complement());
    let bound = odds.map(|odds| &odds * &Rational::from(printed));
    let bound = bound.filter(|bound| *bound <= most).unwrap_or(most);
    Ok(ratio::enclosed(&bound, form.bits()))
}
