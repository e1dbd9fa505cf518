//! The commands as they are typed, and what they answer: through a pipe, without colour.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test transcripts` writes the answers anew.

use std::fs;
use std::path::{Path, PathBuf};

/// Secrets that others may read are warned about, and a checkout makes every file readable.
#[cfg(unix)]
fn close_secrets() {
    use std::os::unix::fs::PermissionsExt;
    let folders = fs::read_dir("tests/transcripts").expect("a folder").flatten();
    for folder in folders.filter(|entry| entry.path().is_dir()) {
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.path().extension().is_some_and(|ending| ending == "key") {
                let closed = fs::Permissions::from_mode(0o600);
                fs::set_permissions(file.path(), closed).expect("it is ours");
            }
        }
    }
}

/// A program with nothing beside it: whether the help lists `redis` depends on where
/// urnfield-redis is.
fn alone() -> PathBuf {
    let built = Path::new(env!("CARGO_BIN_EXE_urnfield"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(built.file_name().expect("a name"));
    let _ = fs::remove_file(&program);
    fs::copy(built, &program).expect("a copy");
    program
}

#[test]
fn transcripts() {
    #[cfg(unix)]
    close_secrets();
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("PATH", "")
        .register_bin("urnfield", alone())
        .case("tests/transcripts/*.md");
}
