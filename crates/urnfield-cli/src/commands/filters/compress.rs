//! `urnfield compress`: the same filter in its other form.

use crate::args::Compress;
use crate::commands::files::opened;
use crate::commands::files::same_file::refuse_input_as_output;
use crate::commands::files::target::Target;
use crate::commands::filters::info;
use std::fs;
use std::io::Write;
use urnfield::filter::Packing;
use urnfield_answers::compressed_in_words;
use urnfield_terminal::{Answer, Refusal, write};

pub(crate) fn run(typed: &Compress, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_output(&typed.output, "-o", [&typed.filter])?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    // What cannot be looked at is refused when it is read.
    let before = fs::metadata(&typed.filter).ok().map(|file| file.len());
    let packing = if typed.raw { Packing::Raw } else { Packing::Smallest };
    let summary = target.write_sealed(&opened::sealed(&typed.filter)?, packing)?;
    let form = typed.form.form();
    let file = typed.output.display().to_string();
    let said = |digits| Ok(compressed_in_words(&file, &summary, before, digits));
    write(info::of_written(&typed.output, form, said)?, form, out)
}
