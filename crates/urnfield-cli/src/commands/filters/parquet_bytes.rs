//! `--format parquet`: the header and the blocks of a filter, as a Parquet file has them.
//! Keys are the bytes of texts, which is how Parquet hashes its byte arrays.

use crate::args::{Build, Sizing};
use crate::commands::files::same_file::{key_files, refuse_input_as_output};
use crate::commands::files::sizing;
use crate::commands::files::target::{Target, is_stdin_or_stdout};
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use urnfield::filter::{KeyKinds, ParquetFilter};
use urnfield::{BlockCounts, Error};
use urnfield_answers::read::{FilterKind, Kinds};
use urnfield_answers::{Form, Keeper, ParquetBuildAnswer, PlanQuestion, Question};
use urnfield_keys::{Keys, Rows};
use urnfield_terminal::{Answer, KeyOptions, Refusal, warn, write};

/// Refuses keys that are integers: Parquet hashes those of 32 bits as four bytes and those of 64
/// bits as eight, and a filter's bytes do not say which its column has.
pub(crate) fn refuse_integers(keys: &KeyOptions) -> Result<(), Refusal> {
    if keys.integers.is_none() {
        return Ok(());
    }
    let sentence = "filters of Parquet's hash integers by the type of their column, which their \
                    bytes do not tell; leave out --integers";
    Err(Refusal::Typed(sentence.into()))
}

/// Builds one. Its blocks are a power of two, as all readers take them.
pub(crate) fn build(typed: &Build, out: &mut impl Write) -> Result<Answer, Refusal> {
    let read = key_files(&typed.keys.files);
    refuse_input_as_output(&typed.output, "-o", read.iter())?;
    refuse_what_parquet_has_not(&typed.sizing)?;
    refuse_integers(&typed.keys)?;
    let force = typed.overwriting.force;
    let target = Target::checked_as("a filter of Parquet's", "-o", &typed.output, force)?;
    sizing::check(&typed.sizing)?;
    let keys = Keys::typed(&typed.keys, Rows::Taken)?;
    let keys = keys.for_filter("a filter in a Parquet file", KeyKinds::TEXTS)?;
    let (purpose, size) = (sizing::purpose(&typed.sizing)?, &typed.sizing.size);
    let counted = size.items.is_none() && size.bits.is_none();
    let items = if counted { Some(sizing::count(&keys)?) } else { size.items };
    let confidence = match &purpose.keeper {
        Keeper::ThisFilter(confidence) if size.fpr.is_some() => Some(confidence.clone()),
        _ => None,
    };
    let mut filter = match (size.bits, items) {
        (Some(bits), None) if size.fpr.is_none() => exactly(bits)?,
        (bits, items) => {
            let question = PlanQuestion {
                items,
                bits,
                fpr: size.fpr.clone(),
                kind: Some(Kinds::Only(FilterKind::Parquet)),
                confidence,
                no_per_filter: true,
                ..PlanQuestion::default()
            };
            let (design, planned) = question.design(FilterKind::Parquet)?;
            if counted {
                sizing::refuse_large_for_counted(&typed.sizing, planned, design.bits())?;
            }
            match bits {
                Some(bits) => exactly(bits)?,
                None => ParquetFilter::new(design.bits() / 256)?,
            }
        }
    };
    let (mut count, mut new_keys) = (0, 0);
    let bad = keys.each(
        keys.progress("inserting keys"),
        move |block| block.map_keys(|key| ParquetFilter::hash(key)),
        |hashes| {
            for hash in &hashes {
                new_keys += u64::from(filter.insert_hash(*hash));
            }
            count += hashes.len() as u64;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    target.write_parquet(&filter)?;
    let mut counts = BlockCounts::new(filter.design())?;
    filter.ones_by_word().try_for_each(|ones| counts.add(1, &ones))?;
    let file = typed.output.display().to_string();
    let answer = ParquetBuildAnswer { file, counts, keys: count, new_keys, purpose };
    let form = typed.form.form();
    let (Form::Text(digits) | Form::Json(digits)) = form;
    warn(answer.warning(digits)?.as_slice());
    let mut report = answer.report(form)?;
    bad.tell(&mut report);
    write(report, form, out)
}

fn exactly(bits: u64) -> Result<ParquetFilter, Refusal> {
    if bits > 0 && bits.is_multiple_of(256) {
        return Ok(ParquetFilter::exactly(bits / 256)?);
    }
    let rule = "a Parquet filter needs a multiple of 256 bits, its blocks";
    Err(Error::domain(rule, format!("bits = {bits}")).into())
}

fn refuse_what_parquet_has_not(typed: &Sizing) -> Result<(), Refusal> {
    let Sizing { like, size, .. } = typed;
    let option = [
        ("--kind", size.kind.is_some()),
        ("--like", like.is_some()),
        ("--seed", size.seed.is_some()),
        ("--key-file", size.key_file.is_some()),
        ("--hashes", size.hashes.is_some()),
    ];
    match option.iter().find(|(_, typed)| *typed) {
        Some((option, _)) => Err(Refusal::Typed(format!(
            "Parquet's filters have one kind, one seed and eight hashes; leave out {option}"
        ))),
        None => Ok(()),
    }
}

/// Reads one, with nothing behind it.
pub(crate) fn opened(path: &Path) -> Result<ParquetFilter, Refusal> {
    if is_stdin_or_stdout(path) {
        let sentence = "a filter of Parquet's is read from a file; name one";
        return Err(Refusal::Typed(sentence.into()));
    }
    let failed = |error| Refusal::Library(Error::file("read", path, error));
    let mut bytes = Vec::new();
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    file.read_to_end(&mut bytes).map_err(failed)?;
    ParquetFilter::from_bytes(&bytes).map_err(|error| Refusal::about(path, error))
}
