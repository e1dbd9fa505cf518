//! The keys that the source code of the answers names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the literal keys of all reports and objects below a folder, tests left out.
pub(crate) fn keys(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(keys(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> =
                code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            found.extend(keys_of(&code.join("\n")));
        }
    }
    found
}

fn keys_of(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for method in [".json(", ".both(", ".rows(", ".one_or_many("] {
        for rest in code.split(method).skip(1) {
            found.extend(literal(rest));
        }
    }
    for rest in code.split("object! {").skip(1) {
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let body = &rest[..end.unwrap_or(rest.len())];
        for before in body.split(" =>").filter(|before| before.ends_with('"')) {
            let name = before.trim_end_matches('"').rsplit('"').next().unwrap_or_default();
            found.push(name.to_owned());
        }
    }
    found
}

/// The string that an argument begins with.
fn literal(rest: &str) -> Option<String> {
    let rest = rest.trim_start().strip_prefix('"')?;
    rest.split_once('"').map(|(name, _)| name.to_owned())
}

#[test]
fn keys_are_found_in_code() {
    let code = "report.json(\n    \"one\",\n x); object! { \"two\" => f({ 1 }), \"three\" => 3 } \"no\" => 4";
    assert_eq!(keys_of(code), ["one", "two", "three"]);
}
