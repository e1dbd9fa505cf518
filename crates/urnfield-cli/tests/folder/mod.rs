//! A folder of one test's own, and commands that run in it.
// Shared by several files of tests, none of which needs all of it.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Gone with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Test names are unique within a file of tests, and processes run one file each.
    pub(crate) fn new(name: &str) -> Folder {
        let folder = format!("{name}-{}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("a file");
        // Secrets that others may read are warned about.
        #[cfg(unix)]
        if name.ends_with(".key") {
            self.set_mode(name, 0o600);
        }
    }

    #[cfg(unix)]
    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(self.path(name), mode).expect("it is ours");
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    /// Everything there is, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The command with its words, and nobody at any end of it.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield"));
        command.args(words.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("the command runs")
    }

    /// Runs it with something on stdin.
    pub(crate) fn fed(&self, words: &str, input: impl AsRef<[u8]>) -> Output {
        let mut child = self.spawn(words);
        // A command that wants no more of it has a right to that.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
        child.wait_with_output().expect("the command ends")
    }

    pub(crate) fn spawn(&self, words: &str) -> Child {
        self.command(words).stdin(Stdio::piped()).spawn().expect("the command runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
