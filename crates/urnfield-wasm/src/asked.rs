//! Which question is asked, and its answer. Those about files have them in memory here.

use std::io::Cursor;
use urnfield::Filter;
use urnfield::error::Damage;
use urnfield::filter::ParquetFooter;
use urnfield_answers::typed::{FromTyped, ReadFields, Typed, TypedOption};
use urnfield_answers::{
    Asked, DIGITS, Form, InfoQuestion, Look, OF_THE_PAGE, OverlapOptions, ParquetAuditQuestion,
    Question, Report, Unanswered, Written, about_file, no_filters_in_words, no_parquet_in_words,
    printable, read,
};

/// A file, or a list of names.
#[derive(Debug, Clone)]
pub struct File {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answered {
    /// As it was asked for.
    pub text: String,
    /// What is said beside it.
    pub talk: Vec<String>,
}

/// The answer to a question as it stands in an address, or one sentence.
pub fn answer(address: &str, written: Written, files: Vec<File>) -> Result<Answered, String> {
    about(address, written, files).map_err(|refusal| refusal.to_string())
}

fn about(address: &str, written: Written, files: Vec<File>) -> Result<Answered, Unanswered> {
    let (words, typed) = Typed::from_address(address)?;
    match words.as_str() {
        "overlap" => overlap(typed, written, files),
        "info" => info(typed, written, files),
        "parquet audit" => audit(typed, written, files),
        _ => {
            let text = Asked::among(&[OF_THE_PAGE], &words, typed)?.answer(written)?;
            Ok(Answered { text, talk: Vec::new() })
        }
    }
}

/// Reads what is typed, and makes the form of the digits in it.
fn form(
    words: &str,
    mut options: Vec<TypedOption>,
    typed: Typed,
    written: Written,
) -> Result<(ReadFields, Form), Unanswered> {
    options.push(DIGITS);
    let fields = typed.read(words, &options, &[])?;
    let digits = fields.field(DIGITS.name, read::digits)?;
    Ok((fields, Form::new(written == Written::Json, digits)))
}

// A browser compiles a function when it is first called: what is inlined into `ask` would be waited
// for by every first question.
#[inline(never)]
fn overlap(typed: Typed, written: Written, files: Vec<File>) -> Result<Answered, Unanswered> {
    let (fields, form) = form("overlap", OverlapOptions::options(), typed, written)?;
    let options = OverlapOptions::from_read(&fields)?;
    let list =
        |file: File| (printable(&file.name), String::from_utf8_lossy(&file.bytes).into_owned());
    let lists: Vec<(String, String)> = files.into_iter().map(list).collect();
    let (question, mut talk) = options.question(&lists)?;
    let answer = question.answer(form)?;
    let text = match written {
        Written::Svg => {
            let picture = answer.picture(&Look::default());
            talk.extend(picture.notes);
            picture.svg
        }
        Written::Csv => answer.into_tsv().into_text(form)?,
        Written::Json | Written::Text => Report::from(answer).into_text(form)?,
    };
    Ok(Answered { text, talk })
}

fn one(files: Vec<File>) -> Result<File, Unanswered> {
    let got = files.len();
    let [file] = <[File; 1]>::try_from(files)
        .map_err(|_| Unanswered::Unclear(format!("one file is looked at at a time, got {got}")))?;
    Ok(file)
}

#[inline(never)]
fn info(typed: Typed, written: Written, files: Vec<File>) -> Result<Answered, Unanswered> {
    let (_, form) = form("info", Vec::new(), typed, written)?;
    let File { name, bytes } = one(files)?;
    let mut rest = bytes.as_slice();
    let summary = Filter::verify_from(&mut rest).and_then(|summary| match rest.len() {
        0 => Ok(summary),
        more => Err(urnfield::Error::damaged(
            Damage::AddedTo,
            "a filter file is as long as its header and payload",
            format!("{} of {} bytes", bytes.len(), bytes.len() - more),
        )),
    });
    let summary = summary.map_err(|error| Unanswered::Unclear(about_file(&name, &error)))?;
    let answer = InfoQuestion { file: name, summary }.answer(form)?;
    let talk = answer.warning().into_iter().collect();
    Ok(Answered { text: Report::from(answer).into_text(form)?, talk })
}

/// A line for every filter in the file.
#[inline(never)]
fn audit(typed: Typed, written: Written, files: Vec<File>) -> Result<Answered, Unanswered> {
    let (_, form) = form("parquet audit", Vec::new(), typed, written)?;
    let File { name, bytes } = one(files)?;
    let refused = |error: urnfield::Error| {
        let sentence = no_parquet_in_words(&name, &error);
        Unanswered::Unclear(sentence.unwrap_or_else(|| about_file(&name, &error)))
    };
    let mut file = Cursor::new(bytes);
    let footer = ParquetFooter::read_from(&mut file).map_err(refused)?;
    let mut talk = Vec::new();
    if footer.filters.is_empty() {
        talk.push(no_filters_in_words(&name, &footer));
    }
    let mut text = String::new();
    for place in footer.filters {
        let filter = place.load(&mut file).map_err(|error| {
            let (column, row_group) = (printable(&place.column), place.row_group);
            Unanswered::Unclear(format!(
                "{name}, filter of column {column} in row group {row_group}: {error}"
            ))
        })?;
        let question = ParquetAuditQuestion {
            file: name.clone(),
            created_by: footer.writer.clone(),
            place,
            filter,
            confidence: None,
        };
        text.push_str(&question.report(form)?.into_text(form)?);
    }
    Ok(Answered { text, talk })
}
