//! `parquet audit` of what is found where tables are kept: folders, marks of success, damaged files.

use super::{out, said};
use crate::folder::Folder;

const TRIPS: &[u8] = include_bytes!("../transcripts/parquet.in/trips.parquet");

/// A folder of a test's own with folders in it.
fn house(name: &str, folders: &[&str]) -> Folder {
    let folder = Folder::new(name);
    for inner in folders {
        std::fs::create_dir_all(folder.path(inner)).expect("a folder");
    }
    folder
}

#[test]
fn a_folder_without_parquet_files_is_no_answer() {
    let folder = house("no-parquet", &["empty", "texts"]);
    folder.put("texts/a.txt", "urn\n");
    folder.put("texts/_SUCCESS", "");
    let empty = folder.run("parquet audit empty");
    assert_eq!(empty.status.code(), Some(1));
    assert_eq!(
        (said(&empty), out(&empty)),
        ("urnfield: empty has no Parquet files\n".into(), String::new())
    );
    let texts = folder.run("parquet audit texts --json");
    assert_eq!(texts.status.code(), Some(1));
    assert_eq!(said(&texts), "urnfield: texts has no Parquet files, but others: 1\n");
}

#[test]
fn a_damaged_file_does_not_hide_the_others() {
    let folder = house("damaged", &["house/day=1", "house/_temporary"]);
    folder.put("house/day=1/a.parquet", TRIPS);
    folder.put("house/b.parquet", &TRIPS[..2000]);
    folder.put("house/c.parquet", TRIPS);
    folder.put("house/_temporary/d.parquet", TRIPS);
    folder.put("house/notes.txt", "not a table");
    let audit = folder.run("parquet audit house --json");
    assert_eq!(audit.status.code(), Some(2));
    assert_eq!(out(&audit).lines().count(), 4);
    let said = said(&audit);
    assert!(said.contains("house/b.parquet cannot be read as a Parquet file"), "{said}");
    assert!(said.contains("house has files that are no Parquet files: 1"), "{said}");
    assert!(said.ends_with("1 of 3 files could not be looked at\n"), "{said}");

    let summary = folder.run("parquet audit house --summary --json");
    assert_eq!(summary.status.code(), Some(2));
    let text = out(&summary);
    assert_eq!(text.lines().count(), 1);
    for part in [
        r#"{"files":2,"summary":[{"column":"outer.inner","path":["outer","inner"],"types":["BYTE_ARRAY"],"#,
        r#""created_by":["parquet-cpp-arrow version 26.0.1"],"files":2,"chunks":2,"filters":2,"bytes":512,"#,
        r#""probably_capped":0}"#,
        r#""columns_without_filters":0"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// What programs read of several files is as it was: a line for each filter, and no summary that
/// nobody asked for.
#[test]
fn lines_of_json_are_filters_and_nothing_else() {
    let folder = house("lines", &[]);
    folder.put("a.parquet", TRIPS);
    folder.put("b.parquet", TRIPS);
    let audit = folder.run("parquet audit a.parquet b.parquet --json");
    assert_eq!(audit.status.code(), Some(0));
    assert_eq!(out(&audit).lines().filter(|line| line.starts_with(r#"{"file":""#)).count(), 4);
    assert_eq!(out(&audit).lines().count(), 4);
    let text = out(&folder.run("parquet audit a.parquet b.parquet"));
    assert!(text.contains("\nFilters by column, in 2 files\n\n"), "{text}");
    assert!(!out(&folder.run("parquet audit a.parquet")).contains("Filters by column"));
    // A file that is named twice is there once.
    let twice = folder.run("parquet audit a.parquet a.parquet . --json");
    assert_eq!(out(&twice).lines().count(), 4);
}
