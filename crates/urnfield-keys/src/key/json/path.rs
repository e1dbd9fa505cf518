//! Where in a line the key stands: `.user.url`, `.tags[0]`, `."odd name".x`, `.` for all of it.

use crate::key::json::scan::Scan;
use crate::key::json::step::Step;
use std::fmt;
use urnfield_answers::read::shown;
use urnfield_terminal::Refusal;

/// The steps from a line to its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    typed: String,
    steps: Vec<Step>,
}

impl Path {
    /// Reads what was typed.
    pub(crate) fn typed(text: &str) -> Result<Path, Refusal> {
        match steps(text) {
            Some(steps) => Ok(Path { typed: text.to_owned(), steps }),
            None => Err(Refusal::Typed(format!(
                "--field: a field is written like .user.url, .tags[0] or .\"odd name\", got {:?}",
                shown(text)
            ))),
        }
    }

    /// Whether it may have been meant for several fields.
    pub(crate) fn has_comma(&self) -> bool {
        self.typed.contains(',')
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.typed))
    }
}

/// Splits what was typed into fields: a comma ends one if a dot or a bracket follows, and if it is
/// outside of quotes. So `.a,b` is one field, as a name may have a comma.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let (mut fields, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b',' if !quoted && text[at + 1..].starts_with(['.', '[']) => {
                fields.push(&text[start..at]);
                start = at + 1;
            }
            _ => (),
        }
    }
    fields.push(&text[start..]);
    fields
}

fn steps(text: &str) -> Option<Vec<Step>> {
    if text == "." {
        return Some(Vec::new());
    }
    let mut steps = Vec::new();
    // Without the first dot it means the same.
    let dotted = if text.starts_with(['.', '[']) { text.to_owned() } else { format!(".{text}") };
    let mut rest = dotted.as_str();
    while !rest.is_empty() {
        // Some write a dot before a bracket, too.
        let (step, behind) = match rest.strip_prefix('[').or_else(|| rest.strip_prefix(".[")) {
            Some(inside) => bracketed(inside)?,
            None => named(rest.strip_prefix('.')?)?,
        };
        steps.push(step);
        rest = behind;
    }
    (!steps.is_empty()).then_some(steps)
}

/// A name behind a dot, bare or in quotes.
fn named(text: &str) -> Option<(Step, &str)> {
    if text.starts_with('"') {
        return quoted(text);
    }
    let end = text.find(['.', '[', ']', '"']).unwrap_or(text.len());
    let (name, behind) = text.split_at(end);
    (!name.is_empty()).then(|| (Step::Name(name.to_owned()), behind))
}

/// A number or a name in quotes, up to the closing bracket.
fn bracketed(text: &str) -> Option<(Step, &str)> {
    if text.starts_with('"') {
        let (step, behind) = quoted(text)?;
        return Some((step, behind.strip_prefix(']')?));
    }
    let (digits, behind) = text.split_once(']')?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok().map(|index| (Step::Index(index), behind)))?
}

/// A name in quotes, as JSON would have it.
fn quoted(text: &str) -> Option<(Step, &str)> {
    let (name, end) = Scan::new(text.as_bytes()).quoted()?;
    Some((Step::Name(name), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<Step>> {
        Path::typed(text).ok().map(|path| path.steps)
    }

    #[test]
    fn fields_are_split_where_a_dot_follows_a_comma_outside_of_quotes() {
        for (text, fields) in [
            (".a,.b", &[".a", ".b"][..]),
            (".a,[0],.\"x\"", &[".a", "[0]", ".\"x\""]),
            (".a,b", &[".a,b"]),
            (".\"a,.b\",.c", &[".\"a,.b\"", ".c"]),
            (".\"a\\\",.b\",.c", &[".\"a\\\",.b\"", ".c"]),
            (".größe,.ß", &[".größe", ".ß"]),
            (".,.a", &[".", ".a"]),
            ("a,", &["a,"]),
            ("", &[""]),
        ] {
            assert_eq!(split(text), fields, "{text}");
        }
    }

    #[test]
    fn names_and_numbers_lead_into_a_value() {
        let name = |text: &str| Step::Name(text.to_owned());
        for (text, steps) in [
            (".user.url", vec![name("user"), name("url")]),
            ("user.url", vec![name("user"), name("url")]),
            (".a[0][12].b", vec![name("a"), Step::Index(0), Step::Index(12), name("b")]),
            ("[3]", vec![Step::Index(3)]),
            (".\"a.b\".c", vec![name("a.b"), name("c")]),
            (".[\"x\"].[7]", vec![name("x"), Step::Index(7)]),
            ("[\"a]\\\"b\"]", vec![name("a]\"b")]),
            (".größe", vec![name("größe")]),
            (".", vec![]),
        ] {
            assert_eq!(read(text), Some(steps), "{text}");
        }
        for text in ["", "..", ".a.", ".a..b", "a[", "a[]", "a[x]", "a[-1]", "a[0", ".\"a", "]"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
