//! Folders of Parquet files as engines leave them.

use super::golden::read;
use std::fs;
use std::path::{Path, PathBuf};
use urnfield::Error;
use urnfield::filter::ParquetFiles;

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn put(path: PathBuf, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

#[test]
fn hidden_and_other_files_of_a_folder_are_left_out() {
    let (house, bytes) = (folder("files"), read("spark.parquet"));
    for name in [
        "b.parquet",
        "a",
        "_day=1/c.parquet",
        ".hidden.parquet",
        "_metadata",
        "_temporary/d.parquet",
    ] {
        put(house.join(name), &bytes);
    }
    put(house.join("cut.parquet"), &bytes[..100]);
    for (name, text) in
        [("_SUCCESS", ""), (".b.crc", "crc"), ("notes.txt", "PAR1"), ("x", "PA"), ("y", "")]
    {
        // A text may begin as a Parquet file does: reading it says what it is.
        put(house.join(name), text.as_bytes());
    }
    let named = [house.join("b.parquet"), house.clone(), house.join("none.parquet")];
    let found = ParquetFiles::named(&named).expect("a folder");
    let names = ["b.parquet", "_day=1/c.parquet", "a", "cut.parquet", "notes.txt", "none.parquet"];
    assert_eq!(found.files, names.map(|name| house.join(name)));
    let [folder] = &found.folders[..] else { panic!("one folder") };
    assert_eq!((&folder.path, folder.files, folder.others), (&house, 5, 2));
    fs::remove_dir_all(house).expect("it is ours");
}

#[test]
fn an_empty_folder_has_no_files() {
    let house = folder("no-files");
    let found = ParquetFiles::named(&[&house]).expect("a folder");
    assert_eq!((found.files.len(), found.folders[0].files, found.folders[0].others), (0, 0, 0));
    fs::remove_dir_all(house).expect("it is ours");
}

/// A folder that is linked into itself ends all the same, and what leads nowhere is for the reader.
#[cfg(unix)]
#[test]
fn links_have_an_end() {
    let house = folder("links");
    put(house.join("inner/a.parquet"), &read("spark.parquet"));
    std::os::unix::fs::symlink(&house, house.join("inner/back")).expect("a link");
    std::os::unix::fs::symlink("nowhere", house.join("lost.parquet")).expect("a link");
    let found = ParquetFiles::named(&[&house]).expect("a folder");
    assert_eq!(found.files, ["inner/a.parquet", "lost.parquet"].map(|name| house.join(name)));
    fs::remove_dir_all(house).expect("it is ours");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let house = folder("closed");
    fs::set_permissions(&house, fs::Permissions::from_mode(0o000)).expect("it is ours");
    // Root reads everything.
    if fs::read_dir(&house).is_err() {
        assert!(matches!(ParquetFiles::named(&[&house]), Err(Error::File { .. })));
    }
    fs::set_permissions(&house, fs::Permissions::from_mode(0o700)).expect("it is ours");
    fs::remove_dir_all(house).expect("it is ours");
}
