//! The shell scripts of `examples`: the job of `examples/daily` over eight simulated days with a
//! failure in between, and the two days of `examples/shell`.
#![cfg(unix)]

mod folder;

use folder::Folder;
use std::path::Path;
use std::process::{Command, Output};
use urnfield::Filter;
use urnfield::chain::Chain;

/// Runs an example as a crontab would, with `urnfield` in the path.
fn script(folder: &Folder, name: &str, words: [&str; 2]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let program = Path::new(env!("CARGO_BIN_EXE_urnfield")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .arg(script)
        .args(words)
        .env("PATH", format!("{}:{path}", program.display()))
        .current_dir(folder.path(""))
        .output()
        .expect("a shell")
}

fn job(folder: &Folder, log: &str, day: &str) -> bool {
    script(folder, "daily/job.sh", [log, day]).status.success()
}

fn lines(keys: impl IntoIterator<Item = String>) -> String {
    keys.into_iter().map(|key| format!("{key}\n")).collect()
}

#[test]
fn the_daily_job_prints_what_no_log_of_the_last_seven_days_had() {
    let folder = Folder::new("daily");
    // 200 keys of its own, some from the day before, and one that comes every day.
    let own = |day: u32| (0..200).map(move |i| format!("{day}-{i}"));
    let log = |day: u32| {
        let again = (0..50).map(move |i| format!("{}-{i}", day - 1));
        lines(own(day).chain(again).chain(["every day".into()]))
    };
    let name = |day: u32| format!("2026-11-{day}");
    folder.put("log.txt", lines(own(18).chain(["every day".into()])));
    assert!(job(&folder, "log.txt", &name(18)));
    for day in 19..=25 {
        folder.put("log.txt", log(day));
        if day == 21 {
            // A log that is not there, and a state that cannot be read: no list, nothing
            // remembered.
            assert!(!job(&folder, "missing.txt", &name(day)));
            let manifest = folder.bytes("seen.d/manifest");
            folder.put("seen.d/manifest", "urnfield");
            assert!(!job(&folder, "log.txt", &name(day)));
            folder.put("seen.d/manifest", manifest);
        }
        assert!(job(&folder, "log.txt", &name(day)), "{day}");
        let new = String::from_utf8(folder.bytes(&format!("new-{}.txt", name(day)))).expect("text");
        // After seven days the key of every day is new again, as it was when it was first seen.
        let again = (day == 25).then(|| "every day".to_owned());
        let expected = lines(own(day).chain(again));
        assert_eq!(new, expected, "{day}");
        let chain = Chain::open(folder.path("seen.d"), None).expect("whole");
        let days: Vec<String> =
            chain.generations().iter().map(|one| one.begun().to_string()).collect();
        let first = day.saturating_sub(6).max(18);
        assert_eq!(days, (first..=day).map(name).collect::<Vec<_>>());
        assert_eq!(chain.keeps_promise(), Ok(Some(true)));
    }
    // Once more on the same day: nothing is new, and the list is as it was.
    let before = folder.bytes("new-2026-11-25.txt");
    assert!(job(&folder, "log.txt", &name(25)));
    assert_eq!(folder.bytes("new-2026-11-25.txt"), before);
}

#[test]
fn the_example_of_two_days_prints_who_came_twice() {
    let folder = Folder::new("two-days");
    let names = |days: std::ops::Range<u32>| lines(days.map(|i| format!("visitor-{i}")));
    folder.put("monday.txt", names(0..600));
    folder.put("tuesday.txt", names(400..1000));
    // The second run replaces the filters of the first.
    for _ in 0..2 {
        let output = script(&folder, "shell/two-days.sh", ["monday.txt", "tuesday.txt"]);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).expect("text");
        let (twice, info) = said.split_at(said.find('{').expect("an object"));
        assert_eq!(twice, names(400..600), "no false positive among these names");
        assert!(info.contains(r#""file":"./both.urn""#), "{info}");
    }
    let both = Filter::load(folder.path("both.urn"), None).expect("a filter");
    assert!((0..1000).all(|i| both.contains(format!("visitor-{i}"))));
    // Nobody who came twice is an answer too.
    folder.put("tuesday.txt", names(2000..2010));
    let output = script(&folder, "shell/two-days.sh", ["monday.txt", "tuesday.txt"]);
    assert!(output.status.success() && output.stdout.starts_with(b"{"), "{output:?}");
}
