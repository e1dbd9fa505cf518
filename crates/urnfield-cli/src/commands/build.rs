//! `urnfield build`: a filter of the keys of files.

use super::inserting::{self, Inserted};
use super::opened::refuse_stdin_twice;
use super::same_file::refuse_input_as_output;
use super::sizing::{self, Sized};
use super::target::Target;
use crate::args::{Build, Sizing};
use crate::keys::{Keys, Rows};
use crate::refusal::Refusal;
use crate::report::{talk, write_json};
use std::io::Write;
use urnfield_answers::{Distinct, Form};

pub(super) fn run(typed: &Build, out: &mut impl Write) -> Result<(), Refusal> {
    let Sizing { like, key_file, .. } = &typed.sizing;
    refuse_input_as_output(&typed.output, typed.keys.files.iter().chain(like).chain(key_file))?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    sizing::check(&typed.sizing)?;
    refuse_stdin_twice(like, Some(&typed.keys.files))?;
    let read = Keys::typed(&typed.keys, Rows::Taken)?;
    let Sized { mut filter, wanted, counted } = sizing::filter(&typed.sizing, &read)?;
    let inserted = inserting::insert(&read, &mut filter)?;
    let summary = target.write(&filter)?;
    let (Inserted { keys, new_keys }, planned) = (inserted, filter.planned_items());
    let (design, form) = (filter.design(), typed.form.form());
    // What people read of it; for programs the file is asked again, to as many digits as they want.
    let (Form::Text(digits) | Form::Json(digits)) = form;
    let kept = wanted.kept_by(design, summary.bits_set, Form::Text(digits))?;
    if planned > 0 && keys > planned {
        let rate = match kept.kept {
            Some(true) => "this filter keeps its rate nevertheless",
            Some(false) => "the rate is higher than asked; raise --items",
            None => "the rate may be higher than planned",
        };
        talk(&[format!(
            "{keys} keys were inserted, at least {new_keys} of them different, where {planned} \
             items were planned: {rate}"
        )]);
    } else {
        let name = typed.output.display().to_string();
        talk(wanted.broken(&name, &kept, digits).as_slice());
    }
    let distinct = Distinct::of(design, keys, new_keys);
    if counted && distinct.many_repeat(keys) {
        let noun = if typed.keys.column.is_some() || typed.keys.field.is_some() || typed.keys.null {
            "keys"
        } else {
            "lines"
        };
        let about = distinct.about().unwrap_or(keys);
        talk(&[format!(
            "{keys} {noun}, at least {new_keys} and about {about} distinct: --items would do with \
             less"
        )]);
    }
    match form {
        Form::Json(_) => {
            let mut object = inserting::object(&typed.output, inserted, form)?;
            let notes = object.shift_remove("notes");
            object.insert("asked_fpr".into(), wanted.fpr.map(|fpr| fpr.to_string()).into());
            object.insert("kept".into(), kept.kept.into());
            let estimate = distinct.about().map(
                |about| serde_json::json!({ "value": about.to_string(), "label": "estimate" }),
            );
            let distinct =
                serde_json::json!({ "at_least": distinct.at_least, "estimate": estimate });
            object.insert("distinct".into(), distinct);
            object.insert("notes".into(), notes.into());
            write_json(out, &object)?;
        }
        Form::Text(digits) => {
            let said = wanted.in_words(&kept, digits);
            talk(&[inserting::summary(&typed.output, design, &format!("keys = {keys}"), &said)]);
        }
    }
    Ok(())
}
