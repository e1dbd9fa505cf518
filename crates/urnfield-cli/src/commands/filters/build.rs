//! `urnfield build`: a filter of the keys of files.

use crate::args::{Build, FileFormat, Sizing};
use crate::commands::chain;
use crate::commands::files::opened::refuse_stdin_twice;
use crate::commands::files::same_file::{key_files, refuse_input_as_output};
use crate::commands::files::sizing;
use crate::commands::files::sizing::Sized;
use crate::commands::files::target::Target;
use crate::commands::filters::{info, inserting, parquet_bytes};
use std::io::Write;
use urnfield_answers::{BuildAnswer, Form};
use urnfield_keys::{Inserted, Keys, Rows};
use urnfield_terminal::{Answer, Refusal, say, write};

pub(crate) fn run(typed: &Build, out: &mut impl Write) -> Result<Answer, Refusal> {
    if typed.rotation.is_typed() || chain::is_written_as_folder(&typed.output) {
        return chain::build::run(typed, out);
    }
    if typed.format == FileFormat::Parquet {
        return parquet_bytes::build(typed, out);
    }
    let Sizing { like, size, .. } = &typed.sizing;
    let read = key_files(&typed.keys.files);
    refuse_input_as_output(&typed.output, "-o", read.iter().chain(like).chain(&size.key_file))?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    sizing::check(&typed.sizing)?;
    refuse_stdin_twice(like, Some(&typed.keys.files))?;
    let read = Keys::typed(&typed.keys, Rows::Taken)?;
    let Sized { mut filter, purpose, counted } = sizing::filter(&typed.sizing, &read)?;
    let Inserted { keys, new_keys, bad } = inserting::insert(&read, &mut filter)?;
    let of_lines = typed.keys.column.is_none() && typed.keys.field.is_none() && !typed.keys.null;
    let answer = BuildAnswer {
        file: typed.output.display().to_string(),
        filter: target.write(&filter)?,
        keys,
        new_keys,
        counted: counted.then_some(if of_lines { "lines" } else { "keys" }),
        purpose,
    };
    let form = typed.form.form();
    let (Form::Text(digits) | Form::Json(digits)) = form;
    let kept = answer.kept(digits)?;
    say(&answer.asides(&kept, digits));
    let said = |_| Ok(answer.in_words(&kept, digits));
    let mut report = info::of_written(&typed.output, form, said)?;
    answer.tell(&kept, &mut report);
    bad.tell(&mut report);
    write(report, form, out)
}
