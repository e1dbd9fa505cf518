//! A hunt for commands that take long: random arguments for every command, each run with ten seconds of processor time
//! and four gigabytes of address space. A command answers or refuses; one that the system has to end is a finding.
//!
//! `tools/campaign hunt [COMMANDS [SEED]]` is the long form. Processor time is counted, because the clock of a busy
//! machine says nothing about a command.
#![cfg(target_os = "linux")]

#[path = "hunt/arguments.rs"]
mod arguments;
#[path = "hunt/files.rs"]
mod files;
mod folder;

use arguments::{Arguments, CURATED};
use folder::Folder;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use urnfield_paper::draws::{Draws, multiplier, seed};

/// Commands of the short form; the long form multiplies them.
const COMMANDS: u64 = 100;

/// Seconds of processor time.
const SECONDS: u64 = 10;

/// A command that takes more processor seconds than this is printed, although it is no finding.
const WORTH_A_LINE: f64 = 4.0;

/// KiB of address space. A command reserves more than it uses, and so does each thread.
const KIB: u64 = 4_000_000;

/// How a command ended, and the processor seconds that it took.
struct Ended {
    seconds: f64,
    /// What ended the command, if it neither answered nor refused.
    badly: Option<String>,
}

/// Runs a program with at most so many seconds of processor time, and within the limit of address
/// space.
fn run(folder: &Folder, program: &str, seconds: u64, words: &[String]) -> Ended {
    // The shell stays, because `times` counts the processor time of its children.
    let script = format!(
        "ulimit -v {KIB} && ulimit -t {seconds} && \"$PROGRAM\" \"$@\" >/dev/null; \
         code=$?; times; exit $code"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script, "urnfield"]).args(words);
    command.env("PROGRAM", program).current_dir(folder.path(""));
    let output = command.stdin(Stdio::null()).output().expect("the command runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let badly = match (output.status.code(), output.status.signal()) {
        (Some(0 | 1), _) => None,
        // A refusal says why.
        (Some(2), _) if said.contains("urnfield: ") => None,
        // A shell reports the signal that ended its child as 128 more.
        (code, signal) => Some(format!("status {code:?}, signal {signal:?}: {}", said.trim_end())),
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    let seconds = stdout.lines().next_back().and_then(processor_seconds);
    Ended { seconds: seconds.expect("the shell prints times"), badly }
}

/// Reads the last line that `times` prints, as `0m1.250000s 0m0.030000s`: user and system seconds.
fn processor_seconds(line: &str) -> Option<f64> {
    let seconds = |word: &str| {
        let (minutes, rest) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + rest.parse::<f64>().ok()?)
    };
    line.split_whitespace().map(seconds).sum()
}

/// Runs a command of ours within the limits.
fn urnfield(folder: &Folder, words: &[String]) -> Ended {
    run(folder, env!("CARGO_BIN_EXE_urnfield"), SECONDS, words)
}

/// What ended a command, if it neither answered nor refused.
fn ended_by(folder: &Folder, words: &[String]) -> Option<String> {
    urnfield(folder, words).badly
}

/// A command line of number `i`: the same one for the same seed.
fn drawn(i: u64) -> Vec<String> {
    let mut draws = Draws::new(seed().wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(i));
    draws.word();
    // Every sixth is about files.
    if i.is_multiple_of(6) {
        return files::command(&mut draws);
    }
    let named = draws.below(CURATED.len() as u64) as usize;
    Arguments::of(&CURATED[named], &mut draws).words()
}

#[test]
fn no_command_takes_long() {
    let folder = Folder::new("hunt");
    files::make(&folder);
    let (count, next) = (COMMANDS * multiplier(), AtomicU64::new(0));
    let findings = Mutex::new(Vec::new());
    let hunt = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            let words = drawn(i);
            let ended = urnfield(&folder, &words);
            let line = format!("{i}: urnfield {}: {:.1} s", words.join(" "), ended.seconds);
            if ended.badly.is_some() || ended.seconds > WORTH_A_LINE {
                println!("{line}");
            }
            if let Some(end) = ended.badly {
                println!("    {end}");
                findings.lock().expect("no panic").push(format!("{line}: {end}"));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(hunt);
        hunt();
    });
    let findings = findings.into_inner().expect("no panic");
    println!("{count} commands of seed {}, {} findings", seed(), findings.len());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// These took minutes. Each is answered now, or refused with a number and a remedy.
#[test]
fn commands_that_took_minutes_answer_or_refuse() {
    let folder = Folder::new("hunt-minutes");
    for (words, needs) in [
        ("figure fp-bounds --items 1e6 -o bounds.csv", None),
        ("figure spread --bits 1e12 --hashes 1e9", Some("word operations")),
        ("figure standard-peak-efficiency --bits 1e9 --hashes 100000", Some("word operations")),
        ("estimate population --marked 107 --caught 44237913 --recaptured 39", None),
        ("estimate population --marked 28308 --caught 2^63 --recaptured 61", None),
        ("plan --items 2^48 --fpr 0.999999", None),
        ("plan --items 1e7 --fpr 1e-100000", None),
        ("sample balls --urns 2^40 --balls 1e9 --count 10", Some("members")),
        ("law intersection --urns 2^48 --department 1000x1 --pgf 1/500", Some("word operations")),
        ("estimate population --sizes 2^62,2^61,2^40 --distinct 6917530126885814000", None),
        ("figure fp-bounds --bits 5006 --items 1155 --hashes 580-590 -o l.csv", None),
    ] {
        let all: Vec<String> = words.split(' ').map(String::from).collect();
        assert_eq!(ended_by(&folder, &all), None, "{words}");
        if let Some(needs) = needs {
            let output = folder.run(words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{words}: {said}");
            assert!(said.contains(needs) && said.contains("more than the limit of"), "{said}");
        }
    }
}

/// One key of these filters takes minutes. The next one is fast, because its bits are few.
#[test]
fn filters_of_very_many_hashes_are_refused() {
    let folder = Folder::new("hunt-hashes");
    folder.put("few.txt", (0..300).map(|i| format!("name-{i}\n")).collect::<String>());
    for words in [
        "build few.txt -o new.urn --items 88754 --bits 232707555 --hashes 530451987662",
        "build few.txt -o new.urn --items 1 --bits 1000 --hashes 1e9",
        "build few.txt -o new.urn --bits 2^20 --hashes 1e9",
        "dedupe few.txt --items 300 --bits 2^20 --hashes 1e9",
    ] {
        let all: Vec<String> = words.split(' ').map(String::from).collect();
        assert_eq!(ended_by(&folder, &all), None, "{words}");
        let output = folder.run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("positions of keys, more than the limit of"), "{said}");
    }
    let output = folder.run("build few.txt -o new.urn --items 1e6 --bits 1e6 --hashes 1000");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}

/// The first rows are there before the last ones are made: who wants no more of them has them at once.
#[test]
fn long_tables_are_written_row_by_row() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new("hunt-table");
    let mut child = folder.spawn("law balls --urns 1e5 --balls 1e5 --table");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    assert_eq!(line(), "i\tpmf");
    assert_eq!(line(), "1\t1.000000e-499995");
    assert_eq!(child.try_wait().expect("our own child"), None, "all rows take seconds");
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "a closed pipe is no error");
}

/// A question that is added is hunted too.
#[test]
fn every_question_is_hunted() {
    let all = urnfield_answers::OF_THE_PAGE.iter().chain(urnfield_answers::OTHERS);
    for named in all {
        assert!(CURATED.iter().any(|one| one.words == named.words), "{}", named.words);
    }
}

/// A command that does take long is found.
#[test]
fn what_the_system_ends_is_a_finding() {
    let folder = Folder::new("hunt-mutant");
    let words = ["-c", "while :; do :; done"].map(String::from);
    let ended = run(&folder, "sh", 1, &words);
    assert!(ended.badly.is_some() && ended.seconds > 0.5, "{}", ended.seconds);
    let answered = ["birthday", "--urns", "365", "--balls", "23"].map(String::from);
    assert_eq!(ended_by(&folder, &answered), None);
    let refused = ["birthday", "--urns", "0", "--balls", "23"].map(String::from);
    assert_eq!(ended_by(&folder, &refused), None);
}
