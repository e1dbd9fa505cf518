//! Sentences about files that cannot be read as filters.

use urnfield::Error;
use urnfield::error::Damage;

/// What helps where bytes were lost or changed on their way: nothing in the file does.
const ANEW: &str = "copy it again, or build it anew";

/// Returns what is wrong with a file, then the rule and the remedy.
pub fn about_file(name: &str, error: &Error) -> String {
    match error {
        Error::Damaged { what: Damage::Foreign, rule, got } => {
            let got = if got.is_empty() { "nothing" } else { got };
            format!(
                "{name} is no filter (it begins with {got}): {rule}; `urnfield build` makes one"
            )
        }
        Error::Damaged { what, rule, got } => {
            let problem = match what {
                Damage::CutShort => "was cut short",
                Damage::AddedTo => "was added to",
                Damage::Changed => "is damaged",
                _ => return unreadable(name, rule, &what.described(got)),
            };
            let got = if got.is_empty() { String::new() } else { format!(" ({got})") };
            format!("{name} {problem}{got}: {rule}; {ANEW}")
        }
        Error::Format { rule, got } => unreadable(name, rule, got),
        Error::Mismatch { what, ours, theirs } => {
            let problem =
                if what.is_about_keys() { "does not open" } else { "does not fit the others" };
            format!("{name} {problem} (it is {theirs}, and there is {ours}): {}", what.rule())
        }
        other => format!("{name}: {other}"),
    }
}

fn unreadable(name: &str, rule: &str, got: &str) -> String {
    format!(
        "{name} cannot be read as a filter ({got}): {rule}; name another file, or build it anew"
    )
}
