//! The keys of answers with their types, in the order in which they appear.

use serde_json::Value;

/// The types in the order in which a table names them.
const ORDER: [&str; 12] = [
    "object",
    "object with ends",
    "array",
    "certified",
    "bound",
    "estimate",
    "interval",
    "integer",
    "number",
    "string",
    "boolean",
    "null",
];

/// Keys, as paths of names, each with the types of its values.
#[derive(Default)]
pub(crate) struct Shape(Vec<(String, Vec<String>)>);

impl Shape {
    /// Takes the keys of one answer in.
    pub(crate) fn take(&mut self, answer: &Value) {
        let mut after = None;
        self.members("", answer, &mut after);
    }

    /// Returns each key with its types in words.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().map(|(path, types)| (path.as_str(), in_words(types)))
    }

    /// Takes the members of an object, or of the objects in an array.
    fn members(&mut self, path: &str, value: &Value, after: &mut Option<usize>) {
        match value {
            Value::Array(values) => {
                values.iter().for_each(|value| self.members(path, value, after));
            }
            Value::Object(object) => {
                let own = type_of(path, value);
                if ["certified", "bound", "estimate", "interval"].contains(&own.as_str()) {
                    return;
                }
                for (key, value) in object {
                    let is_end = ["lo", "hi", "exact", "label"].contains(&key.as_str());
                    if own == "object with ends" && is_end {
                        continue;
                    }
                    let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.note(&inner, type_of(key, value), after);
                    self.members(&inner, value, after);
                }
            }
            _ => (),
        }
    }

    /// Notes a type, a new key behind the one that came before it.
    fn note(&mut self, path: &str, found: String, after: &mut Option<usize>) {
        let at = self.0.iter().position(|(known, _)| known == path).unwrap_or_else(|| {
            let at = after.map_or(0, |at| at + 1);
            self.0.insert(at, (path.to_owned(), Vec::new()));
            at
        });
        *after = Some(at);
        let types = &mut self.0[at].1;
        if !types.contains(&found) {
            types.push(found);
        }
    }
}

/// The name of a value's type.
fn type_of(key: &str, value: &Value) -> String {
    let object = match value {
        Value::Null => return "null".into(),
        Value::Bool(_) => return "boolean".into(),
        Value::Number(number) if number.is_u64() || number.is_i64() => return "integer".into(),
        Value::Number(_) => return "number".into(),
        Value::String(_) => return "string".into(),
        Value::Array(values) => {
            let mut types: Vec<String> = Vec::new();
            for value in values {
                let found = type_of(key, value);
                if !types.contains(&found) {
                    types.push(found);
                }
            }
            if types.is_empty() {
                return "array".into();
            }
            return format!("array of {}", in_words(&types));
        }
        Value::Object(object) => object,
    };
    let has = |name: &str| object.contains_key(name);
    if object.len() == 2 && has("value") && has("label") {
        return "estimate".into();
    }
    if !(has("lo") && has("hi")) {
        return "object".into();
    }
    let others =
        object.keys().filter(|key| !["lo", "hi", "exact", "label"].contains(&key.as_str()));
    if others.count() > 0 {
        return "object with ends".into();
    }
    // An interval has two numbers for its ends, or none above; a certified value lies between.
    let is_endless = object["hi"] == "infinity" || object["lo"].is_u64();
    if is_endless || key.rsplit('.').next().is_some_and(|name| name.ends_with("interval")) {
        return "interval".into();
    }
    let is_bound = object.get("label").is_some_and(|label| label == "bound");
    if is_bound { "bound".into() } else { "certified".into() }
}

/// Joins types; an array that may be empty is named once.
fn in_words(types: &[String]) -> String {
    let has_elements = types.iter().any(|found| found.starts_with("array of "));
    let mut named: Vec<&String> =
        types.iter().filter(|found| !(has_elements && *found == "array")).collect();
    let place = |found: &String| {
        let first = if found.starts_with("array") { "array" } else { found.as_str() };
        ORDER.iter().position(|name| *name == first)
    };
    named.sort_by_key(|found| (place(found), found.len()));
    let named: Vec<&str> = named.into_iter().map(String::as_str).collect();
    named.join(" or ")
}

#[test]
fn types_are_told_apart() {
    let of = |text: &str| type_of("x", &serde_json::from_str(text).expect(text));
    for (text, name) in [
        (r#"{"lo":"1","hi":"2","exact":"3/2"}"#, "certified"),
        (r#"{"lo":"1","hi":"2","label":"bound"}"#, "bound"),
        (r#"{"lo":1,"hi":"infinity"}"#, "interval"),
        (r#"{"value":"1","label":"estimate"}"#, "estimate"),
        (r#"{"i":7,"lo":"1","hi":"2"}"#, "object with ends"),
        (r#"[[1],[2]]"#, "array of array of integer"),
        (r#"[1,null]"#, "array of integer or null"),
        ("[]", "array"),
    ] {
        assert_eq!(of(text), name);
    }
    assert_eq!(
        in_words(&["null".into(), "array".into(), "array of string".into()]),
        "array of string or null"
    );
}
