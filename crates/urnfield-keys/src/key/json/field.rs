//! The text of one field of a line, or a sentence about why the line has none.

use crate::key::json::fault::Fault;
use crate::key::json::path::Path;
use crate::key::json::scan::{Found, Scan};
use crate::key::json::text;

impl Fault {
    /// Returns the end of a sentence that begins with the number of a line.
    pub(crate) fn sentence(&self, path: &Path) -> String {
        const REMEDY: &str =
            "name another field with --field, or leave such lines out with --bad skip";
        let rule = format!("every line must have one key in {path}; {REMEDY}");
        match self {
            Fault::Malformed(what, at) => format!(
                "is no JSON, {what} at byte {}: --field reads one JSON value a line; mend the \
                 line, or leave such lines out with --bad skip",
                at + 1
            ),
            Fault::Missing if path.has_comma() => {
                format!("has no {path}: several fields are written like .a,.b; {rule}")
            }
            Fault::Missing => format!("has no {path}: {rule}"),
            Fault::Null => format!("has null in {path}: {rule}"),
            Fault::Twice => format!("has {path} twice: {rule}"),
            Fault::NoKey(what) => {
                format!("has {what} in {path}: a key is a string or a whole number; {REMEDY}")
            }
            Fault::NoMemory => "has a longer key than there is memory for; cut it".to_owned(),
        }
    }
}

/// Adds the field's text to `out`: a string without its quotes and escapes, a whole number in its
/// digits.
pub(crate) fn field(line: &[u8], path: &Path, out: &mut Vec<u8>) -> Result<(), Fault> {
    // White space as JSON has it: a form feed is none.
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    let line = &line[..end.map_or(0, |last| last + 1)];
    if let Err(error) = std::str::from_utf8(line) {
        return Err(Fault::Malformed("its text is not UTF-8", error.valid_up_to()));
    }
    let found = Scan::new(line).whole(path.steps())?.ok_or(Fault::Missing)?;
    match found {
        Found::Text { start, end, escaped } => {
            let raw = &line[start..end];
            out.try_reserve(raw.len()).map_err(|_| Fault::NoMemory)?;
            if !escaped {
                out.extend_from_slice(raw);
            } else if !text::unescape(raw, out) {
                return Err(Fault::NoKey("half a surrogate pair, which is no text,"));
            }
        }
        Found::Number { start, end, whole: true } => match &line[start..end] {
            b"-0" => out.push(b'0'),
            digits => {
                out.try_reserve(digits.len()).map_err(|_| Fault::NoMemory)?;
                out.extend_from_slice(digits);
            }
        },
        Found::Word("null") => return Err(Fault::Null),
        Found::Number { .. } => return Err(Fault::NoKey("a number that is not whole")),
        Found::Word("true") => return Err(Fault::NoKey("true")),
        Found::Word(_) => return Err(Fault::NoKey("false")),
        Found::Object => return Err(Fault::NoKey("an object")),
        Found::Array => return Err(Fault::NoKey("an array")),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
