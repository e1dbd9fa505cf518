//! A file of names as it is typed: with a column of its own, or read as all lists are.

use crate::args::Whole;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use urnfield_answers::{Header, Layout};
use urnfield_terminal::Refusal;

/// Where the names of one list are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListFile {
    /// The file alone.
    pub(crate) path: PathBuf,
    /// The column that holds the names, where the file is a table.
    pub(crate) column: Option<String>,
    /// What the file is called in sentences: as it was typed.
    pub(crate) called: String,
    header: bool,
}

impl ListFile {
    /// Reads what was typed: a file, or a file and its column as in `table.csv:symbol`. A file that
    /// is literally called so is meant itself. `column` and `header` were typed for all such files.
    pub(crate) fn typed(
        typed: &Path,
        column: Option<&String>,
        header: bool,
    ) -> Result<ListFile, Refusal> {
        let called = typed.display().to_string();
        let Some((path, own)) = with_column(typed) else {
            let path = typed.to_path_buf();
            return Ok(ListFile { path, column: column.cloned(), called, header });
        };
        if own.is_empty() {
            return Err(Refusal::Typed(format!(
                "a column stands behind the colon, by its name or its number, got {called}"
            )));
        }
        Ok(ListFile { path, column: Some(own), called, header })
    }

    /// Reads what was typed about the universe.
    pub(crate) fn universe(whole: &Whole) -> Result<Option<ListFile>, Refusal> {
        let (column, header) = (whole.universe_column.as_ref(), whole.universe_header);
        if whole.universe.is_none() && (header || column.is_some()) {
            let sentence = "--universe-header and --universe-column are about the file of a universe; \
                            add --universe with its name";
            return Err(Refusal::Typed(sentence.into()));
        }
        let file = |path: &PathBuf| ListFile::typed(path, column, header);
        whole.universe.as_ref().map(file).transpose()
    }

    /// Returns the name of the column, which is in the first line, if it is not meant by its
    /// number.
    pub(crate) fn named(&self) -> Option<&String> {
        let number = |column: &String| column.bytes().all(|byte| byte.is_ascii_digit());
        self.column.as_ref().filter(|column| !number(column))
    }

    /// Returns how its names are laid out.
    pub(crate) fn layout(&self) -> Layout {
        let header =
            if self.named().is_some() { Header::Named } else { Header::typed(self.header) };
        Layout { header, table: self.column.is_some() }
    }
}

/// Splits a name that is no file at the last colon that has a file, or stdin, in front of it.
fn with_column(typed: &Path) -> Option<(PathBuf, String)> {
    let text = typed.to_str().filter(|text| text.contains(':') && !typed.exists())?;
    let colons = text.rmatch_indices(':').map(|(at, _)| at);
    let mut splits = colons.map(|at| (&text[..at], &text[at + 1..]));
    let is_file = |path: &str| OsStr::new(path) == "-" || Path::new(path).is_file();
    let (path, column) = splits.find(|(path, _)| is_file(path))?;
    Some((PathBuf::from(path), column.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(typed: &str) -> Option<(String, String)> {
        let (path, column) = with_column(Path::new(typed))?;
        Some((path.display().to_string(), column))
    }

    #[test]
    fn a_column_stands_behind_a_file_that_exists() {
        let folder = std::env::temp_dir().join(format!("list-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str| folder.join(name).display().to_string();
        for name in ["a.csv", "b.csv"] {
            std::fs::write(path(name), "x\n").expect("a file");
        }
        let a = path("a.csv");
        assert_eq!(split(&format!("{a}:symbol")), Some((a.clone(), "symbol".into())));
        assert_eq!(split(&format!("{a}:p:value")), Some((a.clone(), "p:value".into())));
        assert_eq!(split(&format!("{a}:")), Some((a.clone(), String::new())));
        assert_eq!(split(&a), None);
        // A file literally of that name is that file; a column of it stands behind one more colon.
        // Names of Windows have no colon.
        if cfg!(unix) {
            let b = path("b.csv");
            std::fs::write(format!("{b}:2"), "x\n").expect("a file");
            assert_eq!(split(&format!("{b}:2")), None);
            assert_eq!(split(&format!("{b}:2:gene")), Some((format!("{b}:2"), "gene".into())));
        }
        assert_eq!(split("-:gene"), Some(("-".into(), "gene".into())));
        for typed in ["missing.csv:symbol", "http://example.org/a.csv", r"C:\lists\a.csv", "a:b"] {
            assert_eq!(split(typed), None, "{typed}");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
