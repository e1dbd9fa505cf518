//! The tables of `docs/reference/json.md`.

use crate::shape::Shape;

const MARKER: &str = "<!-- generated below -->\n";
const HEADS: &str = "| key | type | meaning |\n|---|---|---|\n";

/// The page: what people write, and the meaning of each key of each command.
pub(crate) struct Page {
    /// Everything up to the marker, which it includes.
    pub(crate) head: String,
    /// Command, key, meaning.
    rows: Vec<[String; 3]>,
}

impl Page {
    /// Reads the page.
    pub(crate) fn of(text: &str) -> Page {
        let (head, tables) = text.split_once(MARKER).expect("a marker");
        let mut command = "";
        let mut rows = Vec::new();
        for line in tables.lines() {
            if let Some(heading) = line.strip_prefix("## urnfield ") {
                command = heading;
            } else if let Some((key, rest)) =
                line.strip_prefix("| `").and_then(|rest| rest.split_once("` | "))
            {
                let meaning = rest.split_once(" | ").expect(line).1.trim_end_matches(" |");
                rows.push([command, key, meaning].map(str::to_owned));
            }
        }
        Page { head: format!("{head}{MARKER}"), rows }
    }

    /// Returns whether some command has a key of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.rows.iter().any(|[_, key, _]| key.rsplit('.').next() == Some(name))
    }

    /// Writes the section of a command.
    pub(crate) fn section(&self, command: &str, shape: &Shape) -> String {
        let mut text = format!("\n## urnfield {command}\n\n{HEADS}");
        for (key, types) in shape.rows() {
            let of_key = || self.rows.iter().filter(|[_, known, _]| known == key);
            let own = of_key().find(|[known, _, _]| known == command);
            let meaning = own.or_else(|| of_key().next()).map_or("?", |[_, _, meaning]| meaning);
            text.push_str(&format!("| `{key}` | {types} | {meaning} |\n"));
        }
        text
    }
}
