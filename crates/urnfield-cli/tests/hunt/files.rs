//! Random arguments for the commands that read files.

use crate::arguments::Values;
use crate::folder::Folder;
use std::fmt::Write;
use urnfield_paper::draws::Draws;

/// Filters of all sorts, and what they were built with: full ones, empty ones, one with many hashes.
const FILTERS: &[(&str, &str)] = &[
    ("words.urn", "few.txt --fpr 1%"),
    ("more.urn", "many.txt --bits 65536 --hashes 7 --items 1000"),
    ("other.urn", "few.txt --bits 65536 --hashes 7 --items 1000"),
    ("classic.urn", "many.txt --kind classic --fpr 1e-9"),
    ("line.urn", "many.txt --kind line --fpr 1e-3"),
    ("large.urn", "few.txt --bits 2^27 --hashes 3 --items 1e6"),
    ("hashes.urn", "few.txt --bits 2^20 --hashes 5000 --items 100"),
    ("full.urn", "many.txt --bits 1000 --hashes 9 --items 10"),
];

/// Lists of names, sets of them, and filters.
pub(super) fn make(folder: &Folder) {
    let names = |first: u32, last: u32, step: usize| {
        let mut text = String::new();
        for i in (first..last).step_by(step) {
            let _ = writeln!(text, "name-{i}");
        }
        text
    };
    folder.put("few.txt", names(0, 300, 1));
    folder.put("half.txt", names(0, 20_000, 2));
    folder.put("third.txt", names(0, 20_000, 3));
    folder.put("many.txt", names(0, 20_000, 1));
    let mut sets = String::new();
    for step in 1..=40 {
        let names = names(step, 2000, step as usize).trim_end().replace('\n', "\t");
        let _ = writeln!(sets, "set-{step}\tnone\t{names}");
    }
    folder.put("sets.gmt", sets);
    for (name, words) in FILTERS {
        let output = folder.run(&format!("build {words} --force -o {name}"));
        assert!(output.status.success() || output.status.code() == Some(1), "{name}: {output:?}");
    }
}

/// A command about files with what may stand behind it.
pub(super) fn command(draws: &mut Draws) -> Vec<String> {
    let mut values = Values { draws, whole: None };
    let filter = |values: &mut Values<'_>| {
        values.draws.one_of(&FILTERS.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    };
    let list = |values: &mut Values<'_>| {
        values.draws.one_of(&["few.txt", "half.txt", "third.txt", "many.txt"])
    };
    let mut text = match values.draws.below(12) {
        0 => format!("info {}", filter(&mut values)),
        1 => format!("compare {} {}", filter(&mut values), filter(&mut values)),
        2 => format!("verify {}", filter(&mut values)),
        3 => format!("check {} {} -c", filter(&mut values), list(&mut values)),
        4 => format!("compress {} -o small.urn --force", filter(&mut values)),
        5 => format!("union more.urn {} -o both.urn --force", filter(&mut values)),
        6 => format!("intersect more.urn {} -o both.urn --force", filter(&mut values)),
        7 => {
            let population = 20_000 + values.up_to(60);
            format!("overlap few.txt half.txt third.txt --population {population}")
        }
        8 => {
            let population = 20_000 + values.up_to(60);
            format!("enrich {} --sets sets.gmt --population {population}", list(&mut values))
        }
        9 => sized(&mut values, "build", " -o new.urn --force"),
        10 => sized(&mut values, "build", " -o new.urn --force"),
        _ => sized(&mut values, "dedupe", " --allow-overfull"),
    };
    let confident = ["compare", "info"].iter().any(|word| text.starts_with(word));
    if confident && values.draws.coin() {
        let _ = write!(text, " --confidence {}", values.rate());
    }
    if values.draws.below(3) == 0 && !text.starts_with("verify") && !text.starts_with("check") {
        text.push_str(" --json");
    }
    text.split(' ').map(String::from).collect()
}

/// A command that makes a filter. What somebody asks for by its size is made, so sizes stay below 32 MiB.
fn sized(values: &mut Values<'_>, command: &str, after: &str) -> String {
    let list = values.draws.one_of(&["few.txt", "half.txt", "many.txt"]);
    let mut text = format!("{command} {list}{after}");
    let hashes = match values.draws.below(4) {
        0 => values.up_to(40).max(1),
        _ => 1 + values.draws.below(30),
    };
    let (items, bits, rate) = (values.up_to(22).max(1), values.up_to(28).max(1), values.rate());
    let _ = match values.draws.below(4) {
        0 => write!(text, " --items {items} --fpr {rate}"),
        1 => write!(text, " --items {items} --bits {bits}"),
        2 => write!(text, " --items {items} --bits {bits} --hashes {hashes}"),
        _ => write!(text, " --fpr {rate} --bits {bits}"),
    };
    if values.draws.coin() {
        let kind = values.draws.one_of(&["standard", "classic", "line", "line-classic"]);
        let _ = write!(text, " --kind {kind}");
    }
    if values.draws.coin() {
        let _ = write!(text, " --confidence {}", values.rate());
    }
    text
}
