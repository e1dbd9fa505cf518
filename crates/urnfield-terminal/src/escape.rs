//! Control characters in file names are never sent to a terminal.

use std::borrow::Cow;

/// Spells out the control characters of a text, such as `\u{1b}`.
///
/// ```
/// use urnfield_terminal::escaped;
/// assert_eq!(escaped("words.urn"), "words.urn");
/// assert_eq!(escaped("\u{1b}[2Jé\n"), "\\u{1b}[2Jé\\n");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let spelled = text
        .chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
    Cow::Owned(spelled.collect())
}
