//! The program, as it is typed: `urnfield redis`, with `urnfield` beside it.

mod servers;

use servers::{Folder, Single};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Both programs are in one folder; `tools/stages/redis` builds the other one first.
fn run_with(folder: &Folder, url: &str, words: &str) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_urnfield-redis")).parent().expect("a folder");
    let urnfield = bin.join("urnfield");
    assert!(urnfield.exists(), "build it first: cargo build -p urnfield-cli --profile test");
    let mut command = Command::new("sh");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    command.args(["-c", words]).env("PATH", path).env("URNFIELD_REDIS", url);
    command.env("LC_ALL", "C").current_dir(&folder.0).output().expect("there is a shell")
}

struct Shell {
    single: Single,
    folder: Folder,
}

impl Shell {
    fn start() -> Shell {
        Shell { single: Single::start(&[]), folder: Folder::new() }
    }

    fn run(&self, words: &str) -> Output {
        run_with(&self.folder, &self.single.url(""), words)
    }

    /// What is said where everything is fine.
    fn good(&self, words: &str) -> String {
        let output = self.run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned() + &said
    }

    /// What is said where nothing is.
    fn bad(&self, words: &str) -> String {
        let output = self.run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(output.stdout.is_empty());
        said
    }

    fn json(&self, words: &str) -> serde_json::Value {
        let output = self.run(words);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{words}: {error}: {}", String::from_utf8_lossy(&output.stderr))
        })
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.folder.path(name), text).expect("a file");
    }

    fn same(&self, one: &str, other: &str) {
        let read = |name| fs::read(self.folder.path(name)).expect("a file");
        assert!(read(one) == read(other), "{one} and {other} differ");
    }
}

#[test]
fn integers_of_the_server_are_the_shells_file() {
    let shell = Shell::start();
    shell.put("numbers.txt", &(-500..500).map(|n| format!("{n}\n")).collect::<String>());
    shell.good("urnfield build numbers.txt --integers --fpr 1% -o built.urn");
    shell.good("urnfield redis create seen --items 1000 --fpr 1%");
    shell.good("urnfield redis add seen numbers.txt --integers");
    shell.good("urnfield redis pull seen -o pulled.urn");
    shell.same("built.urn", "pulled.urn");
    let told = shell.json("urnfield redis info seen --json");
    assert_eq!(told["key_kinds"], serde_json::json!(["integers"]));
    assert_eq!(shell.good("urnfield redis check seen numbers.txt --integers -c").trim(), "1000");
    for command in ["add seen numbers.txt", "check seen numbers.txt"] {
        let said = shell.bad(&format!("urnfield redis {command}"));
        assert!(said.contains("seen holds integers only"), "{said}");
        assert!(said.trim_end().ends_with("; add --integers"), "{said}");
    }
    shell.good("urnfield redis create words --items 1000 --fpr 1%");
    shell.good("urnfield redis add words numbers.txt");
    let said = shell.bad("urnfield redis check words numbers.txt --integers");
    assert!(said.trim_end().ends_with("; leave out --integers"), "{said}");
    shell.good("urnfield redis union words seen");
    assert_eq!(shell.good("urnfield redis check words numbers.txt --integers -c").trim(), "1000");
}

#[test]
fn tuples_of_the_server_are_the_shells_file_and_bad_records_are_told() {
    let shell = Shell::start();
    let row = |n: i32| if n % 100 == 7 { format!("{n}\n") } else { format!("{n},\"a, {n}\"\n") };
    shell.put("rows.csv", &format!("id,name\n{}", (0..1000).map(row).collect::<String>()));
    let keys = "rows.csv --column name,id --integers=id --bad skip";
    shell.good(&format!("urnfield build {keys} --items 1000 --fpr 1% -o built.urn"));
    shell.good("urnfield redis create seen --items 1000 --fpr 1%");
    let told = shell.json(&format!("urnfield redis add seen {keys} --json"));
    assert_eq!(told["keys"], serde_json::json!(990));
    let place = |line: u32| serde_json::json!({ "file": "rows.csv", "line": line });
    let first = [place(9), place(109), place(209)];
    let expected = serde_json::json!({ "count": 10, "first_lines": first });
    assert_eq!(told["bad_records"], expected);
    shell.good("urnfield redis pull seen -o pulled.urn");
    shell.same("built.urn", "pulled.urn");
    let info = shell.json("urnfield redis info seen --json");
    assert_eq!(info["key_kinds"], serde_json::json!(["tuples"]));
    let checked = shell.json(&format!("urnfield redis check seen {keys} --json"));
    let all = serde_json::json!({ "keys": 990, "matches": 990, "bad_records": expected });
    assert_eq!(checked, all);
    let kept =
        shell.good("urnfield redis check seen rows.csv --column name,id --integers=id --bad keep");
    // The header, all rows, and what is said of ten of them.
    assert_eq!(kept.lines().count(), 1002);
    assert!(kept.contains("10 records without a key were passed on: the first at rows.csv line 9"));
    let said = shell.bad("urnfield redis check seen rows.csv --column name --bad skip");
    assert!(said.contains("seen holds tuples only"), "{said}");
}

#[test]
fn pushed_and_pulled_and_added_are_the_shells_file() {
    let shell = Shell::start();
    shell.good("urnfield key -o secret.key");
    let words: String = (0..3000).map(|i| format!("word {}\n", i * 7)).collect();
    shell.put("words.txt", &words);
    for (i, options) in [
        "",
        "--kind classic",
        "--seed 9",
        "--key-file secret.key",
        "--mean",
        "--confidence 99%",
        "--kind classic --key-file secret.key",
        "--kind line",
        "--kind line-classic",
    ]
    .iter()
    .enumerate()
    {
        let key = if options.contains("key-file") { "--key-file secret.key" } else { "" };
        let sizing = format!("--items 5k --fpr 1% {options}");
        shell.good(&format!("urnfield build words.txt {sizing} -o {i}.urn"));
        shell.good(&format!("urnfield redis create f{i} {sizing}"));
        shell.good(&format!("urnfield redis add f{i} words.txt {key}"));
        shell.good(&format!("urnfield redis pull f{i} -o added{i}.urn"));
        shell.same(&format!("{i}.urn"), &format!("added{i}.urn"));
        shell.good(&format!("urnfield redis push p{i} {i}.urn"));
        shell.good(&format!("urnfield redis pull p{i} -o - > pulled{i}.urn"));
        shell.same(&format!("{i}.urn"), &format!("pulled{i}.urn"));
        let checked = format!("check f{i} words.txt {key} --json");
        assert_eq!(shell.json(&format!("urnfield redis {checked}"))["matches"], 3000);
    }
}

#[test]
fn what_is_told_to_programs_has_the_shells_names() {
    let shell = Shell::start();
    shell.put("a.txt", "amphora\nkrater\n");
    shell.put("b.txt", "krater\npithos\n");
    let made = shell.json("urnfield redis create a --items 100 --fpr 1% --json");
    assert_eq!(
        (&made["name"], &made["bits_set"], &made["planned_items"]),
        (&"a".into(), &0.into(), &100.into())
    );
    let added = shell.json("urnfield redis add a a.txt --json");
    assert_eq!((&added["keys"], &added["new_keys"]), (&2.into(), &2.into()));
    shell.good("urnfield redis create b --items 100 --fpr 1%");
    shell.good("urnfield redis add b < b.txt");
    let info = shell.json("urnfield redis info a --json");
    let file = shell.json("urnfield redis pull a -o a.urn --json");
    for (name, value) in file.as_object().expect("an object") {
        if name != "file" {
            assert_eq!(&info[name], value, "{name}");
        }
    }
    assert_eq!(info["eviction"], "noeviction");
    assert_eq!(info["shards"], 1);
    assert!(info["server_version"].as_str().expect("told").contains(' '));
    let both = shell.json("urnfield redis union a b --json");
    assert_eq!(both["intersection"], false);
    assert_eq!(
        shell.good("printf 'krater\\nlekythos\\npithos\\n' | urnfield redis check a"),
        "krater\npithos\n"
    );
    assert_eq!(shell.good("urnfield redis check b -c a.txt"), "1\n");
    let common = shell.json("urnfield redis intersect a b --json");
    assert_eq!(common["intersection"], true);
    shell.good("urnfield redis pull a -o both.urn");
    assert!(shell.good("urnfield info both.urn").contains("made_of"));
    assert!(shell.bad("urnfield redis add a a.txt").contains("is an intersection"));
    let status = |words: &str| shell.run(words).status.code();
    assert_eq!(status("echo stamnos | urnfield redis check b"), Some(1));
    assert_eq!(status("echo pithos | urnfield redis check b -q"), Some(0));
    assert_eq!(status("echo stamnos | urnfield redis check b -v -q"), Some(0));
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let shell = Shell::start();
    shell.put("k.txt", "urn\n");
    shell.put("empty", "");
    shell.good("urnfield redis create seen --items 100 --fpr 1%");
    for (words, said) in [
        ("urnfield redis create seen --items 100 --fpr 1%", "already"),
        ("urnfield redis create new", "add --items"),
        ("urnfield redis create new --fpr 1%", "add --items"),
        ("urnfield redis create new --items 0 --fpr 1%", "at least one"),
        ("urnfield redis create 'a{b' --items 9 --fpr 1%", "no braces"),
        ("urnfield redis add unseen k.txt", "no filter called unseen"),
        ("urnfield redis add seen nowhere.txt", "nowhere.txt"),
        ("urnfield redis push seen k.txt", "no filter"),
        ("urnfield redis push seen nowhere.urn", "nowhere.urn"),
        ("urnfield redis pull seen -o k.txt", "exists already"),
        ("urnfield redis pull seen -o - --json", "--json"),
        ("urnfield redis union seen", "needs"),
        ("urnfield redis union seen unseen", "no filter called unseen"),
        ("urnfield redis dorp seen", "drop"),
        ("urnfield redis info seen --server nonsense", "address is none"),
        ("urnfield redis info seen --server redis://:s3cret@127.0.0.1:1", "cannot be reached"),
        ("urnfield redis info seen --pass-file empty", "first line"),
        ("urnfield redis add seen k.txt --wait 1 --patience 0", "--wait"),
    ] {
        let told = shell.bad(words);
        assert!(told.contains(said) && !told.contains("s3cret"), "{words}: {told}");
        assert!(told.starts_with("urnfield redis: "), "{told}");
    }
    assert!(shell.good("urnfield redis --help").contains("urnfield redis add visitors"));
    assert!(shell.good("urnfield redis add --help").contains("--wait"));
    let over = shell.good("seq 1000 | urnfield redis add seen");
    assert!(over.contains("holds more than it was planned for"), "{over}");
    shell.single.ask(&["DEL", "urn:{seen/0}:bits"]);
    assert!(shell.bad("urnfield redis check seen k.txt").contains("is gone or belongs"));
    shell.good("urnfield redis drop seen");
    assert!(shell.bad("urnfield redis drop seen").contains("no filter called seen"));
}

#[test]
fn a_server_that_evicts_is_warned_about() {
    let shell = Shell {
        single: Single::start(&["--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lfu"]),
        folder: Folder::new(),
    };
    let said = shell.good("urnfield redis create seen --items 100 --fpr 1%");
    assert!(said.contains("maxmemory-policy allkeys-lfu"), "{said}");
    assert!(shell.good("urnfield redis info seen").contains("run it with noeviction"));
}

/// The console blocks of the document, run from top to bottom in one folder.
/// `TRYCMD=overwrite` writes the answers anew.
#[test]
fn the_document_shows_what_happens() {
    let shell = Shell::start();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/redis.md");
    let text = fs::read_to_string(&file).expect("a document");
    let (mut rewritten, mut commands, mut inside) = (String::new(), 0, false);
    for line in text.lines() {
        inside = if inside { line != "```" } else { line == "```console" };
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else {
            if !inside || line == "```console" {
                rewritten += &format!("{line}\n");
            }
            continue;
        };
        commands += 1;
        if commands > 1 && !rewritten.ends_with("```console\n") {
            rewritten.push('\n');
        }
        let output = shell.run(&format!("{{ {command}\n}} 2>&1"));
        let socket = shell.single.folder.path("s").display().to_string();
        let answer = String::from_utf8_lossy(&output.stdout).replace(&socket, "/run/redis.sock");
        rewritten += &format!("{line}\n{answer}");
    }
    assert!(commands >= 8, "there are {commands} commands");
    if std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite") {
        fs::write(&file, rewritten).expect("the document is ours");
        return;
    }
    for (there, here) in rewritten.lines().zip(text.lines()) {
        assert_eq!(there, here, "the document shows something else than what happens");
    }
    assert_eq!(rewritten.len(), text.len());
}
