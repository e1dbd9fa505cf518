//! Pipes, exit statuses, and examples that can be copied.

mod folder;

use folder::Folder;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn urnfield() -> Command {
    Command::new(env!("CARGO_BIN_EXE_urnfield"))
}

fn run(arguments: &[&str]) -> Output {
    urnfield().args(arguments).output().expect("the command runs")
}

fn help(arguments: &[&str]) -> String {
    let output = run(&[arguments, &["--help"]].concat());
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

#[test]
fn help_is_a_command_for_whoever_types_it() {
    for words in [&[][..], &["build"], &["law", "balls"]] {
        let output = run(&[&["help"], words].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).expect("help is UTF-8"), help(words));
    }
    let output = run(&["help", "bild"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn every_example_runs() {
    let mut ran = 0;
    for command in [
        &[][..],
        &["plan"],
        &["rate"],
        &["peak"],
        &["build"],
        &["add"],
        &["check"],
        &["dedupe"],
        &["union"],
        &["intersect"],
        &["compare"],
        &["compress"],
        &["info"],
        &["verify"],
        &["key"],
        &["overlap"],
        &["law"],
        &["law", "balls"],
        &["law", "union"],
        &["law", "intersection"],
        &["cite"],
        &["completions"],
        &["man"],
        &["sample"],
        &["sample", "balls"],
        &["sample", "union"],
        &["sample", "intersection"],
        &["estimate"],
        &["estimate", "committees"],
        &["estimate", "balls"],
        &["estimate", "population"],
        &["birthday"],
        &["critical"],
        &["parquet"],
        &["parquet", "audit"],
    ] {
        let folder = with_files_of_examples(command);
        let help = help(command);
        let examples = help.split("\nExamples:\n").nth(1).expect("examples");
        for example in examples.lines() {
            let output = as_typed(&folder, example);
            assert!(output.status.success(), "{example}: {output:?}");
            let name = example.split_whitespace().nth(1).unwrap_or_default();
            let json = example.contains("--json");
            // What these make is a file; what they say is talk.
            let builds =
                ["build", "add", "union", "intersect", "compress"].contains(&name) && !json;
            // Whoever prints lines says at the end what was left out.
            // An audit tells what a file leaves open.
            let talks = builds || (name == "dedupe" || example.contains("parquet audit")) && !json;
            assert_eq!(output.stderr.is_empty(), !talks, "{example}: {output:?}");
            // A secret is told to nobody.
            assert_eq!(output.stdout.is_empty(), builds || name == "key", "{example}");
            ran += 1;
        }
    }
    assert!(ran >= 100);
}

/// What the examples read; filters only where they are not made by the examples themselves.
fn with_files_of_examples(command: &[&str]) -> Folder {
    let folder = Folder::new("examples");
    folder.put("words.txt", "amphora\nurn\n");
    folder.put("keys.txt", "mug\nurn\n");
    folder.put("a.txt", "amphora\nkylix\nurn\n");
    folder.put("b.txt", "kylix\nurn\n");
    folder.put("c.txt", "amphora\npyxis\n");
    folder.put("measured.txt", "amphora\nkrater\nkylix\npithos\npyxis\nurn\n");
    folder.put("chip.csv", "probe,symbol\n1,amphora\n2,krater\n3,kylix\n4,pyxis\n5,urn\n");
    folder.put("screen.csv", "gene,score\nkylix,0.5\nurn,0.7\n");
    folder.put("more.txt", "kylix\nurn\n");
    folder.put("log.txt", "urn\nurn\n");
    folder.put("numbers.txt", "7\n-42\n");
    folder.put("table.csv", "id,name\n1,urn\n2,\"mug, small\"\n");
    folder.put("a.csv", "id,symbol\n1,Urn\n2,Kylix\n");
    folder.put("b.csv", "id,symbol\n1,urn\n2,pyxis\n");
    folder.put("foxes.csv", "fox,spring,summer,autumn\na,1,0,1\nb,1,1,0\nc,0,1,1\nd,0,0,1\n");
    folder.put("lines.jsonl", "{\"pot\":{\"name\":\"urn\"}}\n");
    folder.put("secret.key", b"sixteen secrets!");
    folder.put("trips.parquet", include_bytes!("transcripts/parquet.in/trips.parquet"));
    if ["add", "check", "compress", "info", "verify"].iter().any(|name| command.contains(name)) {
        folder.run("build words.txt --items 9 --fpr 1e-9 -o words.urn");
        folder.run("build words.txt --items 9 --fpr 1e-9 -o keyed.urn --key-file secret.key");
        folder.run("build more.txt --items 9 --fpr 1e-9 -o more.urn");
        folder.run("build words.txt --items 9 --fpr 1e-9 --keep 7 -o seen.d/");
    }
    if ["union", "intersect", "compare"].iter().any(|name| command.contains(name)) {
        folder.run("build words.txt --items 9 --fpr 1e-9 -o monday.urn");
        folder.run("build keys.txt --items 9 --fpr 1e-9 -o tuesday.urn");
    }
    folder
}

/// A line as a shell takes it: `< file` is stdin, and where `> file` goes is its own business.
fn as_typed(folder: &Folder, example: &str) -> Output {
    let typed = example.trim().strip_prefix("urnfield ").expect(example);
    let typed = typed.split(" > ").next().unwrap_or_default();
    match typed.split_once(" < ") {
        Some((words, file)) => folder.fed(words, folder.bytes(file)),
        None => folder.run(typed),
    }
}

/// Everything that help knows, completions and pages know too.
#[test]
fn completions_and_pages_name_every_command_and_option() {
    let all = help(&[]);
    let commands = all.split("\nOptions:\n").next().expect("groups of commands");
    let names = commands.lines().filter(|line| line.starts_with("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 25 && names.contains(&"build"), "{names:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let script = String::from_utf8(output.stdout).expect("UTF-8");
        for name in names.iter().chain(&["at-least", "key-file"]) {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    let page = |words: &[&str]| {
        let output = run(&[&["man"], words].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let first = page(&[]);
    assert!(names.iter().all(|name| first.contains(name)), "{first}");
    for name in names {
        let page = page(&[name]);
        assert!(page.contains(&format!(".TH urnfield-{name} 1")), "{page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"] {
            assert!(
                page.contains(&format!("\n.SH {section}\n"))
                    || page.contains(&format!("\n.SH \"{section}\"\n")),
                "{name}: {section}: {page}"
            );
        }
        // One line each, which no reader of manuals runs together.
        let examples = page.split("EXAMPLES").nth(1).expect("examples");
        let examples = examples.split(".nf\n").nth(1).and_then(|rest| rest.split(".fi").next());
        for line in examples.expect("lines that are not filled").lines() {
            assert!(line.starts_with("urnfield ") || line.starts_with('.'), "{name}: {line}");
        }
    }
    assert!(page(&["law", "balls"]).contains(".TH urnfield-law-balls 1"));
}

/// By a shell that completes, where there is one.
fn completed_by_bash(words: &[&str]) -> Vec<String> {
    let script = run(&["completions", "bash"]).stdout;
    let last = words.len() - 1;
    let ask = format!(
        "source /dev/stdin; COMP_WORDS=({}); COMP_CWORD={last}; \
         _urnfield urnfield '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words[last],
        words[last - 1],
    );
    let mut child = Command::new("bash")
        .args(["--norc", "-c", &ask])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is bash");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), &script).expect("read");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_the_values_of_kinds_and_other_enumerations() {
    let kinds = ["standard", "classic", "line", "line-classic"];
    assert_eq!(completed_by_bash(&["urnfield", "build", "--kind", ""]), kinds);
    assert_eq!(completed_by_bash(&["urnfield", "dedupe", "--kind", "li"]), kinds[2..]);
    let all = completed_by_bash(&["urnfield", "plan", "--kind", ""]);
    let more = ["parquet", "double", "partitioned", "both", "all"];
    assert_eq!(all, [&kinds[..], &more[..]].concat());
    assert_eq!(completed_by_bash(&["urnfield", "rate", "--kind", "p"]), ["parquet", "partitioned"]);
    assert_eq!(completed_by_bash(&["urnfield", "peak", "--kind", ""]), kinds[..2]);
    assert_eq!(completed_by_bash(&["urnfield", "build", "--format", ""]), ["urn", "parquet"]);
    let tests = ["greater", "less", "two-sided"];
    assert_eq!(completed_by_bash(&["urnfield", "overlap", "--alternative", ""]), tests);
    assert_eq!(completed_by_bash(&["urnfield", "overlap", "--sort", "o"]), ["observed"]);
    assert_eq!(completed_by_bash(&["urnfield", "overlap", "--style", ""]), ["bars", "heat"]);
}

#[test]
fn zsh_and_fish_are_told_the_values_of_kinds() {
    let script = |shell: &str| {
        String::from_utf8(run(&["completions", shell]).stdout).expect("scripts are UTF-8")
    };
    let zsh = script("zsh");
    assert!(
        zsh.contains(
            ":KIND:(standard classic line line-classic parquet double partitioned both all)"
        ),
        "{zsh}"
    );
    assert!(zsh.contains(":A:(greater less two-sided)"), "{zsh}");
    let fish = script("fish");
    let line = fish
        .lines()
        .find(|line| line.contains("using_subcommand build") && line.contains("-l kind"));
    let after = fish.split(line.expect("an option")).nth(1).expect("values").lines().take(4);
    let told = line.unwrap_or_default().to_owned() + &after.collect::<String>();
    assert!(told.contains("standard") && told.contains("line-classic"), "{told}");
}

/// What a shell offers is not all that may be typed, and what is refused is refused in words.
#[test]
fn a_kind_that_is_none_is_refused_with_the_rule() {
    let output = run(&["plan", "--items", "9", "--fpr", "1%", "--kind", "Standard"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("--kind: a kind is standard, classic, line, line-classic, parquet"),
        "{said}"
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for form in [&[][..], &["--json"]] {
        let mut child = urnfield()
            .args(["law", "balls", "--urns", "2000", "--balls", "2000", "--table"])
            .args(form)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut [0]).expect("a first byte");
        drop(stdout);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let output = urnfield()
        .args(["law", "balls", "--urns", "9", "--balls", "9"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn an_error_is_one_sentence_on_stderr_and_nothing_on_stdout() {
    for arguments in [
        "law balls --urns 0 --balls 1",
        "law balls --urns 5 --balls 1 --quantile 2",
        "law union --urns 5",
        "law union --urns 5 --department 1x6 --json",
        "law balls --urns 5 --balls 1 --moments 1e9 --json",
        "law balls --urns 5 --balls 1 --above 1e-9",
        "law",
        "plan",
        "plan --items 5 --fpr 0 --json",
        "plan --items 0 --fpr 1% --confidence 90%",
        "plan --items 5 --bits 99 --confidence 0.9",
        "plan --items 2^63 --fpr 1e-9 --json",
        "rate --bits 9 --items 5 --hashes 10 --kind classic",
        "peak --bits 0 --json",
        "overlap --population 9",
        "overlap --population 9 --sizes 5,5 --observed 6 --json",
        "overlap --population 9 --sizes 5,10 --observed 5 --tsv",
        "estimate",
        "estimate balls --urns 5 --occupied 6 --json",
        "estimate population --sizes 5,6 --distinct 12",
        "birthday --urns 365",
        "critical --population 9 --sizes 3 --level 1%",
        "sample",
        "sample balls --urns 9 --balls 2^60 --json",
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let output = run(&words);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
        let said = String::from_utf8(output.stderr).expect("sentences are UTF-8");
        assert!(said.starts_with("urnfield: ") && said.ends_with('\n'), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let output = urnfield()
        .args(["law", "balls", "--urns", "5", "--balls"])
        .arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"))
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

/// Who builds the shell builds no client of servers, no Python and no Arrow.
#[test]
fn the_shell_is_built_without_its_faces() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).expect("a lock file");
    // Package → what it needs, by name: tests and other platforms included, so more than is built.
    let needs: HashMap<&str, Vec<&str>> = lock
        .split("[[package]]")
        .filter_map(|package| {
            let name = package.split("name = \"").nth(1)?.split('"').next()?;
            let list = package.split("dependencies = [").nth(1).unwrap_or_default();
            let quoted = list.split('"').skip(1).step_by(2);
            Some((name, quoted.filter_map(|need| need.split(' ').next()).collect()))
        })
        .collect();
    let (mut seen, mut next) = (HashSet::new(), vec!["urnfield-cli"]);
    while let Some(name) = next.pop() {
        if seen.insert(name) {
            next.extend(needs.get(name).into_iter().flatten());
        }
    }
    assert!(seen.len() > 30 && seen.contains("urnfield-num"), "the tree was found");
    for face in ["pyo3", "redis", "arrow", "tokio", "urnfield-python", "urnfield-redis"] {
        let found =
            seen.iter().find(|name| **name == face || name.starts_with(&format!("{face}-")));
        assert_eq!(found, None);
    }
}
