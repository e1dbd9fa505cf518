//! What lists are called: by their files' names.

use crate::commands::lists::overlap::list_file::ListFile;
use std::collections::HashSet;
use std::path::Path;
use urnfield_answers::printable;

/// A title for each file: its name without folder and endings, of packing too, where that tells
/// them apart, else as it was typed.
pub(crate) fn titles(files: &[ListFile]) -> Vec<String> {
    let short: Vec<String> = files.iter().map(|file| short(&file.path)).collect();
    let different: HashSet<&String> = short.iter().collect();
    if different.len() == short.len() {
        return short;
    }
    files.iter().map(|file| printable(&file.called)).collect()
}

fn short(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "stdin".into();
    }
    let unpacked = urnfield_keys::name_unpacked(path);
    let stem = unpacked.file_stem().unwrap_or(unpacked.as_os_str());
    printable(&stem.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_called_after_their_files() {
        let file = |path: &&str| ListFile::typed(Path::new(path), None, false).expect("no column");
        let titled = |paths: &[&str]| titles(&paths.iter().map(file).collect::<Vec<_>>());
        assert_eq!(titled(&["a/heart.txt", "-", "lung.v2.tsv"]), ["heart", "stdin", "lung.v2"]);
        assert_eq!(titled(&["a/heart.txt", "b/heart.txt"]), ["a/heart.txt", "b/heart.txt"]);
        assert_eq!(titled(&["heart.txt.gz", "lung.ZST"]), ["heart", "lung"]);
        assert_eq!(titled(&["a\tb.txt", ".hidden"]), ["a\u{fffd}b", ".hidden"]);
    }
}
