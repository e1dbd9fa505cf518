//! What goes into a filter, and what stays out of the folder.

use super::{WORDS, built, refused, said, with_filter, with_words};
use std::io::Write;
use std::time::Duration;
use urnfield::filter::Packing;
use urnfield::{Filter, Kind, Plan};

#[test]
fn the_file_is_the_one_the_library_would_write() {
    let folder = with_words("library");
    built(&folder.run("build words.txt --fpr 1% -o words.urn"));
    let mut filter = Filter::for_items(4, "1%").expect("a filter");
    filter.extend(WORDS.lines());
    assert_eq!(folder.bytes("words.urn"), filter.to_bytes(Packing::Raw));
    // The paper's mean is there for whoever asks for it.
    built(&folder.run("build words.txt --fpr 1% --mean -o mean.urn"));
    let plan = Plan::smallest(Kind::Standard, 4, &"1%".parse().expect("a rate")).expect("a plan");
    let mut filter = Filter::new(plan.design, 0).expect("a filter").with_planned_items(4);
    filter.extend(WORDS.lines());
    assert_eq!(folder.bytes("mean.urn"), filter.to_bytes(Packing::Raw));
}

#[test]
fn files_and_pipes_make_the_same_filter() {
    let folder = with_words("pipes");
    folder.put("more.txt", "pelike\n");
    built(&folder.run("build words.txt more.txt --fpr 1% -o files.urn"));
    let all = format!("{WORDS}pelike\n");
    built(&folder.fed("build --items 5 --fpr 1% -o stdin.urn", &all));
    built(&folder.fed("build - more.txt --items 5 --fpr 1% -o both.urn", WORDS));
    assert_eq!(folder.bytes("files.urn"), folder.bytes("stdin.urn"));
    assert_eq!(folder.bytes("files.urn"), folder.bytes("both.urn"));
    built(&folder.run("build words.txt --bits 99 --hashes 3 -o files.urn --force"));
    built(&folder.fed("build --bits 99 --hashes 3 -o stdin.urn --force", WORDS));
    assert_eq!(folder.bytes("files.urn"), folder.bytes("stdin.urn"));
}

#[test]
fn a_key_is_the_bytes_of_a_line() {
    let folder = with_words("bytes");
    folder.put("odd.txt", b"\xff\xfe\n\n a b \n\0\nlast");
    // It begins like UTF-16, and would be refused.
    built(&folder.run("build odd.txt --raw-bytes --fpr 1e-12 -o odd.urn"));
    let filter = Filter::load(folder.path("odd.urn"), None).expect("a filter");
    assert_eq!(filter.planned_items(), 5);
    for key in [&b"\xff\xfe"[..], b"", b" a b ", b"\0", b"last"] {
        assert!(filter.contains(key), "{key:?}");
    }
    assert!(!filter.contains("a b") && !filter.contains("last\n"));
}

#[test]
fn the_keys_of_a_pipe_are_not_counted() {
    let folder = with_words("uncounted");
    for words in ["build --fpr 1% -o out.urn", "build words.txt - --bits 99 -o out.urn"] {
        assert!(refused(&folder.fed(words, WORDS)).contains("--items"));
    }
    assert_eq!(folder.names(), ["words.txt"]);
}

#[cfg(unix)]
#[test]
fn neither_are_those_of_a_device_or_a_named_pipe() {
    let folder = with_words("device");
    let said = refused(&folder.run("build words.txt /dev/null --fpr 1% -o out.urn"));
    assert!(said.contains("/dev/null") && said.contains("--items"), "{said}");
    built(&folder.run("build words.txt /dev/null --items 4 --fpr 1% -o out.urn"));
}

#[test]
fn an_existing_file_is_refused_unread_and_unharmed() {
    let folder = with_words("existing");
    folder.put("out.urn", "something else");
    // Nothing is written to the pipe and it is not closed: a command that reads does not end.
    let mut child = folder.spawn("build --items 9 --fpr 1% -o out.urn");
    let pipe = child.stdin.take();
    let output = child.wait_with_output().expect("the command ends");
    drop(pipe);
    assert!(refused(&output).contains("--force"));
    assert_eq!(folder.bytes("out.urn"), b"something else");
    assert_eq!(folder.names(), ["out.urn", "words.txt"]);
    built(&folder.run("build words.txt --fpr 1% -o out.urn --force"));
    assert!(Filter::load(folder.path("out.urn"), None).is_ok());
    assert_eq!(folder.names(), ["out.urn", "words.txt"]);
}

/// What is read is never written over: by no name, through no link, with --force or without.
#[cfg(unix)]
#[test]
fn an_input_is_no_output() {
    let folder = with_filter("input");
    folder.put("secret.key", b"sixteen secrets!");
    std::os::unix::fs::symlink("words.txt", folder.path("soft.txt")).expect("a link");
    std::fs::hard_link(folder.path("words.txt"), folder.path("hard.txt")).expect("a link");
    std::fs::hard_link(folder.path("words.urn"), folder.path("hard.urn")).expect("a link");
    for words in [
        "build words.txt --fpr 1% -o words.txt",
        "build words.txt --fpr 1% -o ./words.txt",
        "build words.txt --fpr 1% -o soft.txt",
        "build soft.txt --fpr 1% -o words.txt",
        "build words.txt --fpr 1% -o hard.txt",
        "build words.txt --fpr 1% --key-file secret.key -o secret.key",
        "build words.txt --like words.urn -o hard.urn",
        "union words.urn hard.urn -o words.urn",
        "intersect words.urn -o hard.urn",
        "compress words.urn -o hard.urn",
    ] {
        let said = refused(&folder.run(&format!("{words} --force")));
        assert!(said.contains("not written over"), "{words}: {said}");
        refused(&folder.run(words));
    }
    assert_eq!(folder.bytes("words.txt"), WORDS.as_bytes());
    // Nor are lines printed into the file they come from.
    for words in ["dedupe words.txt --fpr 1%", "check words.urn hard.txt"] {
        let file = std::fs::OpenOptions::new().append(true).open(folder.path("words.txt"));
        let mut command = folder.command(words);
        let output = command.stdout(file.expect("a file")).output().expect("the command runs");
        assert!(refused(&output).contains("same file"), "{words}");
    }
    // What comes through stdin may be a file too.
    let opened = |name: &str| std::fs::File::open(folder.path(name)).expect("a file");
    for (words, input) in [
        ("build --items 4 --fpr 1% -o words.txt --force", "words.txt"),
        ("build - --items 4 --fpr 1% -o hard.txt --force", "words.txt"),
        ("compress - -o words.urn --force", "words.urn"),
        ("union - -o hard.urn --force", "words.urn"),
        ("dedupe --items 4 --fpr 1% --state words.txt", "words.txt"),
    ] {
        let output = folder.command(words).stdin(opened(input)).output();
        let said = refused(&output.expect("the command runs"));
        assert!(said.contains(" is read as stdin, "), "{words}: {said}");
        let option = if words.contains("--state") { "with --state" } else { "with -o" };
        assert!(said.trim_end().ends_with(option), "{words}: {said}");
    }
    for words in ["dedupe --items 4 --fpr 1%", "check words.urn", "check words.urn -"] {
        let file = std::fs::OpenOptions::new().append(true).open(folder.path("words.txt"));
        let mut command = folder.command(words);
        command.stdin(opened("words.txt")).stdout(file.expect("a file"));
        let said = refused(&command.output().expect("the command runs"));
        assert!(said.contains("the lines of stdin would be printed into"), "{words}: {said}");
    }
    // A file on stdin that nobody reads is nobody's input.
    let mut command = folder.command("build words.txt --fpr 1% -o unread.urn");
    built(&command.stdin(opened("words.urn")).output().expect("the command runs"));
    assert_eq!(folder.bytes("words.txt"), WORDS.as_bytes());
}

#[test]
fn an_error_leaves_no_file_and_an_older_one_as_it_was() {
    let folder = with_filter("leaves");
    let before = folder.bytes("words.urn");
    refused(&folder.run("build words.txt missing.txt --fpr 1% -o words.urn --force"));
    refused(&folder.run("build words.txt --bits 2^60 --hashes 1 -o words.urn --force"));
    refused(&folder.run("build words.txt --fpr 1% -o none/words.urn"));
    assert_eq!(folder.bytes("words.urn"), before);
    assert_eq!(folder.names(), ["words.txt", "words.urn"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_never_replaced_by_a_file() {
    let folder = with_words("no-device");
    // A link of our own: should the refusal fail, it is the link that suffers.
    std::os::unix::fs::symlink("/dev/null", folder.path("null.urn")).expect("a link");
    for words in ["-o null.urn", "-o null.urn --force"] {
        let said = refused(&folder.run(&format!("build words.txt --fpr 1% {words}")));
        assert!(said.contains("no ordinary file"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_no_file_is_called_that() {
    let folder = with_words("dangling");
    for name in ["link.urn", "link.csv"] {
        std::os::unix::fs::symlink("nowhere", folder.path(name)).expect("a link");
    }
    for words in [
        "build words.txt --fpr 1% -o link.urn",
        "build words.txt --fpr 1% -o link.urn --force",
        "build words.txt --fpr 1% -o link.urn --format parquet --force",
        "figure optimal-k -o link.csv --force",
    ] {
        let said = refused(&folder.run(words));
        assert!(said.contains(" is a link that leads to no file; "), "{words}: {said}");
    }
    assert_eq!(folder.names(), ["link.csv", "link.urn", "words.txt"]);
}

#[test]
fn a_name_may_have_as_many_bytes_as_the_file_system_allows() {
    let folder = with_words("long-name");
    let name = format!("{}.urn", "n".repeat(251));
    built(&folder.run(&format!("build words.txt --fpr 1% -o {name}")));
    built(&folder.run(&format!("add {name} words.txt")));
    built(&folder.run(&format!("build words.txt --fpr 1% -o {name} --force")));
    built(&folder.run(&format!("dedupe words.txt --state {name}")));
    assert_eq!(folder.names(), [name, "words.txt".into()]);
}

#[test]
fn carriage_returns_are_noticed_once_and_stripped_when_asked() {
    let folder = with_words("returns");
    let windows: String = (0..2500).map(|i| format!("{i}\r\n")).collect();
    folder.put("windows.txt", &windows);
    folder.put("mixed.txt", windows.replacen("\r\n", "\n", 1));
    let words = "build windows.txt --fpr 1e-9 -o windows.urn --force";
    let output = folder.run(words);
    assert_eq!(said(&output).matches("--crlf").count(), 1, "{output:?}");
    let kept = Filter::load(folder.path("windows.urn"), None).expect("a filter");
    assert!(kept.contains("7\r") && !kept.contains("7"));
    let output = folder.run(&format!("{words} --crlf"));
    assert!(!said(&output).contains("--crlf"), "{output:?}");
    let stripped = Filter::load(folder.path("windows.urn"), None).expect("a filter");
    assert!(stripped.contains("7") && !stripped.contains("7\r"));
    let said = refused(&folder.run("build mixed.txt --fpr 1e-9 -o mixed.urn"));
    assert!(said.contains("1 line ends in LF alone and then line 2 in CR LF"), "{said}");
}

#[test]
fn more_keys_than_planned_are_told() {
    let folder = with_words("told");
    let output = folder.run("build words.txt --items 3 --fpr 1% -o few.urn");
    built(&output);
    let said_few = said(&output);
    assert!(said_few.contains("4 keys") && said_few.contains("3 items"), "{said_few}");
    assert_eq!(said_few.lines().count(), 2, "{said_few}");
    let output = folder.run("build words.txt --items 4 --fpr 1% -o enough.urn");
    assert_eq!(said(&output).lines().count(), 1, "{output:?}");
}

#[test]
fn slow_pipes_get_no_bar() {
    let folder = with_words("slow");
    let mut child = folder.spawn("build --bits 999 --hashes 3 -o slow.urn");
    let mut pipe = child.stdin.take().expect("a pipe");
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(300));
        pipe.write_all(WORDS.as_bytes()).expect("somebody reads");
    }
    drop(pipe);
    let output = child.wait_with_output().expect("the command ends");
    built(&output);
    let said = said(&output);
    assert!(said.starts_with("urnfield: slow.urn: ") && said.lines().count() == 1, "{said}");
    assert!(!said.contains(['\r', '\u{1b}']), "{said:?}");
}
