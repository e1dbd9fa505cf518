//! What is done.

use crate::args::{Command, Create, DropIt, Info, Merge, Pull, Push};
use crate::at::refusal;
use crate::{keys, said};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use urnfield::AnyDesign;
use urnfield::filter::{Digester, Hashing, Packing, SealedFilter};
use urnfield_answers::{InfoQuestion, Question, Report, merged_in_words};
use urnfield_keys::secret;
use urnfield_redis::{SHARD_BITS, Server, Shared, Spec};
use urnfield_terminal::{Answer, Refusal, SizeOptions, talk, write};

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Answer, Refusal> {
    match command {
        Command::Create(typed) => create(typed, out),
        Command::Add(typed) => keys::add(typed, out),
        Command::Check(typed) => keys::check(typed, out),
        Command::Push(typed) => push(typed, out),
        Command::Pull(typed) => pull(typed, out),
        Command::Union(typed) => merge(typed, Shared::union_with, out),
        Command::Intersect(typed) => merge(typed, Shared::intersect_with, out),
        Command::Info(typed) => info(typed, out),
        Command::Drop(typed) => drop_it(typed),
    }
}

fn create(typed: &Create, out: &mut impl Write) -> Result<Answer, Refusal> {
    let size = &typed.size;
    let hashing = match size.key_file.as_deref().map(secret::key).transpose()? {
        Some(key) => Hashing::Key(key),
        None => Hashing::Seed(size.seed.unwrap_or(0)),
    };
    let (design, items) = design(size)?;
    let spec = Spec::new(design, Digester::new(hashing).hashed(), items, SHARD_BITS);
    let server = typed.at.server()?;
    let made = Shared::create_as(&server, &typed.name, spec.map_err(refusal)?, typed.at.wait());
    let mut shared = typed.at.minding(made.map_err(refusal)?);
    said::warn_of_eviction(&mut shared);
    let form = typed.form.form();
    write(said::state(&mut shared, form, &[])?, form, out)
}

/// As `urnfield build` finds it, of items that were named.
fn design(size: &SizeOptions) -> Result<(AnyDesign, u64), Refusal> {
    let sized = match (size.items, &size.fpr, size.bits) {
        (Some(_), None, None) | (None, _, None) => false,
        (None, None, Some(_)) => size.is_chosen(),
        _ => true,
    };
    if !sized {
        return Err(Refusal::Typed(
            "a filter is sized by the most items it will hold and the rate it must keep; add \
             --items 1e6 --fpr 1%, say, or --bits with one of them or with --hashes"
                .into(),
        ));
    }
    let (design, items) = size.question(size.items)?.design(size.kind())?;
    Ok((design, if size.is_chosen() { 0 } else { items }))
}

fn is_stdin_or_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn push(typed: &Push, out: &mut impl Write) -> Result<Answer, Refusal> {
    let filter = if is_stdin_or_stdout(&typed.file) {
        SealedFilter::read_from(io::stdin().lock())
    } else {
        SealedFilter::load(&typed.file)
    };
    let filter = filter.map_err(|error| Refusal::about(&typed.file, error))?;
    let server = typed.at.server()?;
    let pushed = Shared::create_from(&server, &typed.name, &filter, typed.at.wait());
    let mut shared = pushed.map_err(refusal)?;
    let form = typed.form.form();
    write(said::state(&mut shared, form, &[])?, form, out)
}

fn pull(typed: &Pull, out: &mut impl Write) -> Result<Answer, Refusal> {
    let (path, stdout) = (&typed.output, is_stdin_or_stdout(&typed.output));
    if stdout && typed.form.json {
        return Err(Refusal::Typed(
            "the filter goes to stdout, where --json would stand as well; name a file with -o"
                .into(),
        ));
    }
    if stdout && io::stdout().is_terminal() {
        return Err(Refusal::Typed(
            "a filter is bytes that a terminal cannot show; name a file with -o, or pipe it on"
                .into(),
        ));
    }
    if !stdout && !typed.force && path.symlink_metadata().is_ok() {
        let shown = path.display();
        let sentence = format!("{shown} exists already; add --force to overwrite it");
        return Err(Refusal::Typed(sentence));
    }
    let shared = Shared::open_sealed(&typed.at.server()?, &typed.name).map_err(refusal)?;
    let filter = typed.at.minding(shared).pull().map_err(refusal)?;
    let form = typed.form.form();
    let summary = match (stdout, typed.force) {
        (true, _) => filter.write_to(&mut *out, Packing::Raw)?,
        (false, true) => filter.save(path, Packing::Raw)?,
        (false, false) => filter.save_new(path, Packing::Raw)?,
    };
    let file = path.display().to_string();
    if let (urnfield_answers::Form::Text(digits), false) = (form, stdout) {
        talk(&[merged_in_words(&file, &summary, digits)?]);
    }
    if typed.form.json {
        return write(InfoQuestion { file, summary }.report(form)?, form, out);
    }
    Ok(Answer::Yes)
}

fn merge(
    typed: &Merge,
    with: fn(&mut Shared, &Server, &str) -> Result<(), urnfield_redis::Error>,
    out: &mut impl Write,
) -> Result<Answer, Refusal> {
    let server = typed.at.server()?;
    let shared = Shared::open_sealed(&server, &typed.name).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    for other in &typed.others {
        with(&mut shared, &server, other).map_err(refusal)?;
    }
    let form = typed.form.form();
    write(said::state(&mut shared, form, &[])?, form, out)
}

fn info(typed: &Info, out: &mut impl Write) -> Result<Answer, Refusal> {
    let server = typed.at.server()?;
    let shared = Shared::open_sealed(&server, &typed.name).map_err(refusal)?;
    let mut shared = typed.at.minding(shared);
    let summary = shared.pull().map_err(refusal)?.summary();
    let form = typed.form.form();
    let answer = InfoQuestion { file: typed.name.clone(), summary }.answer(form)?;
    let mut report: Report = answer.into();
    let told = said::warn_of_eviction(&mut shared);
    report.both("shards", shared.spec().shards());
    report.both("server", server.to_string());
    let (policy, version) = told.unwrap_or_default();
    report.both("server_version", Some(version).filter(|text| !text.is_empty()));
    report.both("eviction", Some(policy).filter(|text| !text.is_empty()));
    write(report, form, out)
}

fn drop_it(typed: &DropIt) -> Result<Answer, Refusal> {
    let name = &typed.name;
    if !Shared::remove(&typed.at.server()?, name, typed.at.wait()).map_err(refusal)? {
        talk(&[format!("what stood in the place of {name} was no filter; it was removed")]);
    }
    Ok(Answer::Yes)
}
