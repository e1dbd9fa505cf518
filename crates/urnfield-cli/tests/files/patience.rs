//! Mathematics that takes its time, at a terminal.
#![cfg(target_os = "linux")]

use super::folder::Folder;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Where util-linux is not there, there is no terminal to be had without unsafe code.
#[test]
fn who_waits_sees_that_it_goes_on_and_ctrl_c_ends_it_at_once() {
    let folder = Folder::new("patience");
    let program = env!("CARGO_BIN_EXE_urnfield");
    // A whole table of four hundred thousand rows at most.
    let line =
        format!("exec '{program}' law union --urns 4e5 --department 600x500 --table > table");
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(folder.path(""));
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        return;
    };
    let mut screen = child.stdout.take().expect("piped");
    let (mut shown, mut some) = (String::new(), [0; 256]);
    while !shown.contains("so far; Ctrl-C stops it") {
        let read = screen.read(&mut some).expect("the screen");
        assert!(read > 0, "it was over before anything was shown: {shown}");
        shown.push_str(&String::from_utf8_lossy(&some[..read]));
    }
    assert!(shown.contains("computing "), "{shown}");
    // What the key sends, and the terminal makes a signal of.
    child.stdin.as_mut().expect("piped").write_all(b"\x03").expect("it listens");
    let _ = screen.read_to_end(&mut Vec::new());
    // As shells say that SIGINT ended it.
    assert_eq!(child.wait().expect("it has ended").code(), Some(130));
    assert_eq!(folder.names(), ["table"]);
}

#[test]
fn nobody_at_a_terminal_sees_nothing() {
    let folder = Folder::new("impatience");
    let output = folder.run("plan --items 1e6 --fpr 1%");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
