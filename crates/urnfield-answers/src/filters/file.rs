//! Sentences about files that cannot be read as filters.

use urnfield::Error;

/// What helps where bytes were lost or changed on their way: nothing in the file does.
const ANEW: &str = "copy it again, or build it anew";

/// Returns what is wrong with a file, then the rule and the remedy.
pub fn about_file(name: &str, error: &Error) -> String {
    match error {
        Error::Format { rule, got } => match got.rsplit_once("; ") {
            Some((got, "it was cut short")) => {
                format!("{name} was cut short ({got}): {rule}; {ANEW}")
            }
            Some((got, "it was added to")) => {
                format!("{name} was added to ({got}): {rule}; {ANEW}")
            }
            Some((got, "the file is damaged")) => {
                format!("{name} is damaged ({got}): {rule}; {ANEW}")
            }
            _ if got == "others; the file is damaged" => {
                format!("{name} is damaged: {rule}; {ANEW}")
            }
            _ if rule.starts_with("an urnfield filter begins") => {
                let got = if got.is_empty() { "nothing" } else { got };
                format!(
                    "{name} is no filter (it begins with {got}): {rule}; `urnfield build` makes one"
                )
            }
            _ => format!(
                "{name} cannot be read as a filter ({got}): {rule}; name another file, or build it anew"
            ),
        },
        Error::Mismatch { rule, ours, theirs } => {
            let problem =
                if rule.contains("key") { "does not open" } else { "does not fit the others" };
            format!("{name} {problem} (it is {theirs}, and there is {ours}): {rule}")
        }
        other => format!("{name}: {other}"),
    }
}
