//! Errors about what was typed, with the closest valid text.

use crate::read::units::UNITS;
use urnfield::Error;

/// The rule, the text, and the nearest form that `reads`, if there is one.
pub(super) fn refused(rule: &'static str, text: &str, reads: impl Fn(&str) -> bool) -> Error {
    match nearest(text, reads) {
        Some(form) => perhaps(rule, text, &form),
        None => malformed(rule, text),
    }
}

/// The rule, the text, and this form.
pub(super) fn perhaps(rule: &'static str, text: &str, form: &str) -> Error {
    // What has a space in it is typed in quotes.
    let form = if form.contains(' ') { format!("{form:?}") } else { form.to_owned() };
    let got = format!("{:?}; perhaps {form} is meant", shown(text));
    Error::Domain { rule, got }
}

/// The first of several repairs after which the text is read.
fn nearest(text: &str, reads: impl Fn(&str) -> bool) -> Option<String> {
    // A slip of the finger is short, and what is long is something else.
    if text.len() > 40 {
        return None;
    }
    let plain = text.trim().replace("**", "^").replace("x10^", "e").replace("*10^", "e");
    let spaced = with_units(&plain);
    let tight: String = spaced.chars().filter(|c| !is_grouping(*c)).collect();
    let dots: String = tight.chars().filter(|c| *c != '.').collect();
    let point = tight.replacen(',', ".", 1);
    let digits: String = tight.chars().filter(|c| *c != ',').collect();
    let bytes = without_word(&plain, "bytes").or_else(|| without_word(&plain, "byte"));
    let bits = without_word(&plain, "bits").or_else(|| without_word(&plain, "bit"));
    // Three digits behind a comma are a group; fewer are a decimal fraction.
    let group = tight
        .rsplit(',')
        .next()
        .is_some_and(|last| last.bytes().take_while(u8::is_ascii_digit).count() == 3);
    let (first, second) = if group { (digits, point) } else { (point, digits) };
    let several_dots = tight.matches('.').count() > 1;
    [
        Some(spaced.clone()),
        Some(tight.clone()),
        several_dots.then_some(dots),
        Some(first),
        Some(second),
        bytes.map(|number| with_units(&number) + "B"),
        bits.map(|number| with_units(&number)),
        plain.strip_suffix('b').map(|number| with_units(number.trim_end()) + "B"),
        plain.strip_suffix('b').map(|number| with_units(number.trim_end())),
        // A count has no unit of its own.
        spaced.strip_suffix('B').map(str::to_owned),
    ]
    .into_iter()
    .flatten()
    .find(|form| form != text && reads(form))
}

/// What people put between digits.
fn is_grouping(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '\'' | '’')
}

fn without_word(text: &str, word: &str) -> Option<String> {
    let end = text.len().checked_sub(word.len())?;
    let same = text.get(end..)?.eq_ignore_ascii_case(word);
    same.then(|| text[..end].trim_end().to_owned())
}

/// The letters at the end as units are written: `mi` as `Mi`, `KIB` as `KiB`.
fn with_units(text: &str) -> String {
    let start = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (number, letters) = text.split_at(start);
    let (unit, byte) = match letters.strip_suffix('B') {
        Some(unit) => (unit, "B"),
        None => (letters, ""),
    };
    let known = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    known.map_or_else(|| text.to_owned(), |(name, _)| format!("{number}{name}{byte}"))
}

/// Both readings of a size that ends in a small `b`: bits or bytes. `None` where it is no size.
pub(super) fn both_readings(text: &str, reads: impl Fn(&str) -> bool) -> Option<String> {
    let number = with_units(text.strip_suffix('b')?.trim_end());
    let bytes = format!("{number}B");
    (text.len() <= 40 && reads(&number) && reads(&bytes)).then(|| {
        let prefix = match number.trim_start_matches(|c: char| !c.is_ascii_alphabetic()) {
            "k" | "K" => "kilo",
            "M" => "mega",
            "G" => "giga",
            "T" => "tera",
            "Ki" => "kibi",
            "Mi" => "mebi",
            "Gi" => "gibi",
            "Ti" => "tebi",
            _ => "",
        };
        format!(
            "{:?}, which may be {prefix}bits or {prefix}bytes; type {number} for \
             {prefix}bits or {bytes} for {prefix}bytes",
            shown(text)
        )
    })
}

/// More of a mistyped argument than this only pushes the rule off the screen.
const SHOWN: usize = 60;

/// What was typed, cut to a length that leaves the sentence readable.
pub fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

pub(crate) fn malformed(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Format { rule, got }
}

pub(crate) fn outside(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Domain { rule, got }
}
