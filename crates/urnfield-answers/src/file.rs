//! What is said of a file that is not what it should be.

use urnfield::Error;

/// What is wrong with a file, then the rule: who reads on knows already which file and why.
pub fn about_file(name: &str, error: &Error) -> String {
    match error {
        Error::Format { rule, got } => match got.rsplit_once("; ") {
            Some((got, "it was cut short")) => format!("{name} was cut short ({got}): {rule}"),
            Some((got, "it was added to")) => format!("{name} was added to ({got}): {rule}"),
            Some((got, "the file is damaged")) => format!("{name} is damaged ({got}): {rule}"),
            _ if got == "others; the file is damaged" => format!("{name} is damaged: {rule}"),
            _ if rule.starts_with("an urnfield filter begins") => {
                let got = if got.is_empty() { "nothing" } else { got };
                format!("{name} is no filter (it begins with {got}): {rule}")
            }
            _ => format!("{name} cannot be read as a filter ({got}): {rule}"),
        },
        Error::Mismatch { rule, ours, theirs } => {
            let problem = match rule.contains("key") {
                true => "does not open",
                false => "does not fit the others",
            };
            format!("{name} {problem} (it is {theirs}, and there is {ours}): {rule}")
        }
        other => format!("{name}: {other}"),
    }
}
