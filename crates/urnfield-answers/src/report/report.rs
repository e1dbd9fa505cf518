//! [`Question`], and [`Report`]: the values of an answer in order, for programs, people or both.

use crate::report::text::Part;
use crate::report::{json, text};
use crate::{Form, Table, Unanswered, Value};
use std::io::{self, Write};

/// A question: known quantities, and how to find the answer.
pub trait Question {
    /// The answer, as plain values.
    type Answer: Into<Report>;

    /// Finds it, as precisely as the reader needs it.
    fn answer(&self, form: Form) -> Result<Self::Answer, Unanswered>;

    /// The answer, ready to be written.
    fn report(&self, form: Form) -> Result<Report, Unanswered> {
        self.answer(form).map(Into::into)
    }
}

/// A sentence for people beside an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// What is good to know; `--quiet` silences it.
    Talk(String),
    /// An answer may be wrong, or is not the one that was asked for; nothing silences it.
    Warning(String),
}

impl Aside {
    /// The sentence.
    pub fn sentence(&self) -> &str {
        let (Aside::Talk(sentence) | Aside::Warning(sentence)) = self;
        sentence
    }
}

/// An answer, ready to be written.
///
/// ```
/// use urnfield_answers::{Form, Report};
/// let mut report = Report::default();
/// report.both("balls", 23u64);
/// report.json("ties", vec![1u64]);
/// report.line("size", "3 KiB");
/// let written = |report: Report, form| {
///     let mut out = Vec::new();
///     report.write(form, &mut out).map(|()| String::from_utf8_lossy(&out).into_owned())
/// };
/// assert_eq!(written(report, Form::Text(7))?, "balls  23\nsize   3 KiB\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct Report {
    /// The JSON object, without its notes.
    fields: Vec<(&'static str, Value)>,
    /// The page of text, with an empty line between two parts.
    parts: Vec<Part>,
    notes: Vec<String>,
    /// Notes in JSON on what the text says without them.
    unsaid: Vec<String>,
    /// What is said to people beside the text.
    asides: Vec<Aside>,
    always_notes: bool,
    no: bool,
}

impl Report {
    /// A report whose JSON has `notes` even where there are none.
    pub fn with_notes() -> Report {
        Report { always_notes: true, ..Report::default() }
    }

    /// A value for programs and, where it is known, a line for people.
    pub fn both(&mut self, name: &'static str, value: impl Into<Value>) {
        let value = value.into();
        self.line(name, &value);
        self.json(name, value);
    }

    /// A value for programs.
    pub fn json(&mut self, name: &'static str, value: impl Into<Value>) {
        self.fields.push((name, value.into()));
    }

    /// A line for people; what is not known has none.
    pub fn line(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let line = (name.into(), value.into());
        match self.parts.last_mut() {
            Some(Part::Lines(lines)) => lines.push(line),
            _ => self.parts.push(Part::Lines(vec![line])),
        }
    }

    /// A sentence for people.
    pub fn sentence(&mut self, words: impl Into<Value>) {
        self.parts.push(Part::Sentence(words.into()));
    }

    /// A table for people.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Rows of values: objects for programs, tab-separated values for people.
    pub fn rows(
        &mut self,
        name: &'static str,
        columns: &'static [&'static str],
        rows: Vec<Vec<Value>>,
    ) {
        self.parts.push(Part::Tsv(self.fields.len()));
        self.json(name, Value::Rows(columns, rows));
    }

    /// What may be asked more than once: nothing, the one value, or an array of all.
    pub fn one_or_many(&mut self, name: &'static str, mut values: Vec<Value>) {
        match values.len() {
            0 => {}
            1 => self.json(name, values.pop()),
            _ => self.json(name, values),
        }
    }

    /// Tab-separated values for people whose JSON is another.
    pub fn tsv(&mut self, columns: Vec<&'static str>, rows: Vec<Vec<Value>>) {
        self.parts.push(Part::Cells(columns, rows));
    }

    /// What is data for another program in text too stands alone: rows, and what comes later.
    pub fn leave_out_all_but_data(&mut self) {
        self.parts.retain(|part| matches!(part, Part::Tsv(_) | Part::Cells(..) | Part::Later(_)));
    }

    /// Text that is made when its turn has come, as it may take longer than everything above it.
    /// It writes its empty lines itself.
    pub fn later(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()> + 'static) {
        self.parts.push(Part::Later(Box::new(write)));
    }

    /// Warnings for people and programs: what could not be had, or may mislead.
    pub fn notes(&mut self, notes: Vec<String>) {
        self.asides.extend(notes.iter().cloned().map(Aside::Warning));
        self.notes.extend(notes);
    }

    /// Talk for people beside the text, about what programs read as values.
    pub fn remark(&mut self, sentence: String) {
        self.asides.push(Aside::Talk(sentence));
    }

    /// A sentence for programs about something that people read elsewhere.
    pub fn unsaid(&mut self, note: impl Into<String>) {
        self.unsaid.push(note.into());
    }

    /// The answer is "no", which is no error.
    pub fn say_no(&mut self) {
        self.no = true;
    }

    /// Whether it is.
    pub fn is_no(&self) -> bool {
        self.no
    }

    /// What is to be told to a person beside the text, in order.
    pub fn asides(&self) -> &[Aside] {
        &self.asides
    }

    /// What [`Report::write`] writes.
    pub fn into_text(self, form: Form) -> Result<String, Unanswered> {
        let mut out = Vec::new();
        // Whatever fails is what comes later: a vector takes everything.
        self.write(form, &mut out).map_err(|error| Unanswered::Unclear(error.to_string()))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    /// Writes the page of text, or one JSON object and a newline.
    pub fn write(self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        match form {
            Form::Text(digits) => text::write(self.parts, &self.fields, digits, out),
            Form::Json(digits) => {
                let mut fields = self.fields;
                let notes: Vec<String> = self.notes.into_iter().chain(self.unsaid).collect();
                if self.always_notes || !notes.is_empty() {
                    fields.push(("notes", notes.into()));
                }
                let mut text = String::new();
                json::object(&fields, digits, &mut text);
                text.push('\n');
                out.write_all(text.as_bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(report: Report, form: Form) -> String {
        let mut out = Vec::new();
        report.write(form, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    fn report() -> Report {
        let mut report = Report::default();
        report.both("urns", 365u64);
        report.both("unknown", Value::Null);
        report.json("table", vec![1u64, 2]);
        report.line("variance", "0.5");
        report.sentence("So it is.");
        report.rows("rows", &["i", "j"], vec![vec![1u64.into(), Value::Null]]);
        report
    }

    #[test]
    fn people_and_programs_read_the_same_values() {
        let text = "urns      365\nvariance  0.5\n\nSo it is.\n\ni\tj\n1\t\n";
        assert_eq!(written(report(), Form::Text(7)), text);
        let json = r#"{"urns":365,"unknown":null,"table":[1,2],"rows":[{"i":1,"j":null}]}"#;
        assert_eq!(written(report(), Form::Json(7)), format!("{json}\n"));
    }

    #[test]
    fn rows_can_stand_alone() {
        let mut report = report();
        report.leave_out_all_but_data();
        assert_eq!(written(report, Form::Text(7)), "i\tj\n1\t\n");
    }

    #[test]
    fn notes_are_warnings_for_people_and_data_for_programs() {
        let mut report = Report::default();
        report.notes(vec!["no this: it is too long".into()]);
        report.unsaid("no that");
        report.remark("it took a while".into());
        let asides = [
            Aside::Warning("no this: it is too long".into()),
            Aside::Talk("it took a while".into()),
        ];
        assert_eq!(report.asides(), asides);
        let json = "{\"notes\":[\"no this: it is too long\",\"no that\"]}\n";
        assert_eq!(written(report, Form::Json(7)), json);
        assert_eq!(written(Report::with_notes(), Form::Json(7)), "{\"notes\":[]}\n");
        assert_eq!(written(Report::default(), Form::Json(7)), "{}\n");
    }
}
