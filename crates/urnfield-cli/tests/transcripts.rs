//! The commands as they are typed, and what they answer: through a pipe, without colour.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test transcripts` writes the answers anew.

/// Secrets that others may read are warned about, and a checkout makes every file readable.
#[cfg(unix)]
fn close_secrets() {
    use std::os::unix::fs::PermissionsExt;
    let folders = std::fs::read_dir("tests/transcripts").expect("a folder").flatten();
    for folder in folders.filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.path().extension().is_some_and(|ending| ending == "key") {
                let closed = std::fs::Permissions::from_mode(0o600);
                std::fs::set_permissions(file.path(), closed).expect("it is ours");
            }
        }
    }
}

#[test]
fn transcripts() {
    #[cfg(unix)]
    close_secrets();
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/transcripts/*.md");
}
