//! Which part of the library may import which: an allow-list, and no cycles among files.

use crate::graph::{Graph, Module, code, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Part of the library → the parts that it may import, beside itself. The longest name that fits
/// a file decides. A part that may be imported brings the parts inside it along. `""` is `lib.rs`,
/// which re-exports what is public.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("", &["bloom", "chain", "design", "error", "filter", "occupancy", "sizing"]),
    ("design", &[]),
    ("error", &[]),
    ("refine", &[]),
    ("occupancy/law", &["refine"]),
    ("occupancy/routes", &["occupancy/law", "refine"]),
    ("occupancy/questions", &["occupancy/law", "occupancy/routes", "refine"]),
    ("occupancy/estimate", &["occupancy/law", "occupancy/routes", "occupancy/questions", "refine"]),
    ("occupancy/waiting", &["occupancy/law", "occupancy/routes", "occupancy/questions"]),
    (
        "occupancy/pair",
        &[
            "occupancy/law",
            "occupancy/routes",
            "occupancy/questions",
            "occupancy/estimate",
            "refine",
        ],
    ),
    // The public methods, which are thin calls, and `mod`.
    ("occupancy", &["occupancy"]),
    ("bloom/load", &["design", "occupancy"]),
    ("bloom/rate", &["bloom/load", "design", "occupancy", "refine"]),
    ("bloom/own_rate", &["bloom/load", "bloom/rate", "design", "occupancy"]),
    ("bloom/plan", &["bloom/load", "bloom/own_rate", "bloom/rate", "design", "occupancy"]),
    ("bloom/sets", &["bloom/load", "design", "occupancy", "refine"]),
    (
        "bloom/blocked",
        &[
            "bloom/own_rate",
            "bloom/plan",
            "bloom/rate",
            "bloom/sets",
            "design",
            "occupancy",
            "refine",
        ],
    ),
    ("bloom/partitioned", &["occupancy", "refine"]),
    ("bloom/counters", &["occupancy"]),
    ("bloom/growth", &["bloom/load_methods", "bloom/partitioned", "design"]),
    ("bloom/double", &["bloom/blocked", "bloom/plan", "bloom/rate", "design", "occupancy"]),
    // The public methods of `Load` and `Design`, which are thin calls, and `mod`.
    ("bloom", &["bloom", "design", "occupancy"]),
    ("filter/memory", &[]),
    ("filter/hash/digest", &[]),
    ("filter/probe/anywhere", &["filter/hash/digest"]),
    // The only unsafe code. AVX2 and AVX-512 fill in the loops of `filter/probe/line`.
    ("filter/machine", &["filter/memory", "filter/probe/anywhere"]),
    ("filter/machine/repeats", &["filter/hash/digest", "filter/machine", "filter/probe/anywhere"]),
    ("filter/machine/avx2", &["filter/flags", "filter/hash", "filter/machine", "filter/probe"]),
    ("filter/machine/avx512", &["filter/flags", "filter/hash", "filter/machine", "filter/probe"]),
    ("filter/flags", &["filter/machine"]),
    ("filter/hash", &["filter/hash/digest", "filter/machine"]),
    (
        "filter/probe",
        &["design", "filter/flags", "filter/hash", "filter/machine", "filter/probe/anywhere"],
    ),
    (
        "filter/batch",
        &[
            "design",
            "filter/flags",
            "filter/hash",
            "filter/machine",
            "filter/memory",
            "filter/probe",
        ],
    ),
    ("filter/merge", &["design", "filter/hash"]),
    ("filter/format/origin", &[]),
    (
        "filter/bloom_filter",
        &[
            "design",
            "filter/batch",
            "filter/flags",
            "filter/format/origin",
            "filter/hash",
            "filter/machine",
            "filter/merge",
            "filter/probe",
        ],
    ),
    (
        "filter/format",
        &[
            "design",
            "filter/batch",
            "filter/bloom_filter",
            "filter/format/origin",
            "filter/hash",
            "filter/machine",
            "filter/memory",
            "filter/probe",
        ],
    ),
    // `machine` has the locks of Windows.
    ("filter/disk", &["filter/format", "filter/machine"]),
    (
        "filter/parquet",
        &[
            "design",
            "filter/batch",
            "filter/disk",
            "filter/flags",
            "filter/hash",
            "filter/machine",
            "filter/memory",
            "filter/probe",
        ],
    ),
    // The public methods, which are thin calls, and the filters that are sealed, shared or viewed.
    ("filter", &["design", "filter"]),
    ("sizing", &["bloom", "design", "filter", "occupancy", "refine"]),
    ("chain", &["bloom", "design", "filter", "sizing"]),
];

/// What every part may import.
const COMMON: &[&str] = &["error"];

/// Part of the library → what it may name of `urnfield_num`. Parts that are not listed may use
/// everything. A filter computes no probability.
const MAY_NAME_OF_NUM: &[(&str, &[&str])] =
    &[("design", &["Enclosure"]), ("error", &["Error"]), ("filter", &[])];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Returns the row of a table whose name is the longest that a module begins with.
fn row<'a, T>(table: &'a [(&'a str, T)], module: &Module) -> Option<&'a (&'a str, T)> {
    let name = module.join("/");
    let fits = |part: &str| {
        name.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    table.iter().filter(|(part, _)| fits(part)).max_by_key(|(part, _)| part.len())
}

/// Returns what breaks the rules in these sources, one sentence each.
fn violations(sources: &BTreeMap<Module, String>) -> Vec<String> {
    let graph = Graph::of(sources);
    let mut found = Vec::new();
    let declared: BTreeSet<&str> = graph.modules().map(|m| m.first().map_or("", |s| s)).collect();
    for part in &declared {
        if !MAY_IMPORT.iter().any(|(known, _)| known == part) {
            found.push(format!("unknown module {part}: give it a row in MAY_IMPORT"));
        }
    }
    for (part, allowed) in MAY_IMPORT {
        let missing = |part: &str| !sources.keys().any(|m| m.join("/") == part);
        for name in allowed.iter().chain([part]).filter(|name| missing(name)) {
            found.push(format!("MAY_IMPORT names {name}, and there is no such module"));
        }
    }
    for (from, to) in graph.edges(true) {
        let (Some((part, allowed)), Some((other, _))) =
            (row(MAY_IMPORT, &from), row(MAY_IMPORT, &to))
        else {
            continue;
        };
        let is_inside = |part: &&str| {
            other.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if part != other && !allowed.iter().chain(COMMON).any(is_inside) {
            found.push(format!("{} imports {}", from.join("/"), to.join("/")));
        }
    }
    for (module, text) in sources {
        let Some((part, names)) = row(MAY_NAME_OF_NUM, module) else { continue };
        for (at, _) in text.match_indices("urnfield_num::") {
            let rest = &text[at + "urnfield_num::".len()..];
            let list = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let word = |c: char| !(c.is_alphanumeric() || c == '_');
            let named = list.map_or_else(
                || vec![rest.split(word).next()],
                |(list, _)| list.split(',').map(|name| Some(name.trim())).collect(),
            );
            for name in named.into_iter().flatten().filter(|name| !names.contains(name)) {
                found.push(format!(
                    "{} names urnfield_num::{name}; {part} may not",
                    module.join("/")
                ));
            }
        }
    }
    found
}

#[test]
fn every_part_imports_only_what_it_may() {
    let found = violations(&sources(&src()));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Adds a line to a file of the library, in memory, and returns what that breaks.
fn planted(module: &str, line: &str) -> Vec<String> {
    let mut sources = sources(&src());
    let module: Module = module.split('/').map(str::to_owned).collect();
    let text = sources.entry(module).or_default();
    text.push_str(line);
    text.push('\n');
    violations(&sources)
}

/// The test of the test: each kind of violation is noticed.
#[test]
fn planted_violations_are_noticed() {
    // Through a re-export of lib.rs.
    let found = planted("filter/flags", "use crate::Plan;");
    assert!(found.contains(&"filter/flags imports bloom/plan/plans".to_owned()), "{found:?}");
    // From below to above, in a list, written over two lines.
    let found =
        planted("occupancy/law/shape", "use crate::{\n    filter::Filter, refine::refine};");
    assert!(
        found.contains(&"occupancy/law/shape imports filter/bloom_filter".to_owned()),
        "{found:?}"
    );
    // Written out in the middle of code.
    let found = planted("design/plain", "fn f() { crate::sizing::own_fpr::f(); }");
    assert!(found.contains(&"design/plain imports sizing/own_fpr".to_owned()), "{found:?}");
    // From a lower layer of a part to a higher layer.
    let found = planted("bloom/rate/fpr", "use crate::bloom::Plan;");
    let sentence = "bloom/rate/fpr imports bloom/plan/plans";
    assert!(found.contains(&sentence.to_owned()), "{found:?}");
    // From the machine to what is above it.
    let found = planted("filter/machine/bits", "use crate::filter::probe::kernel::Kernel;");
    let sentence = "filter/machine/bits imports filter/probe/kernel";
    assert!(found.contains(&sentence.to_owned()), "{found:?}");
    // From a lower layer of a part to a higher one.
    let found = planted("occupancy/law/shape", "use crate::occupancy::routes::contour::joint;");
    let sentence = "occupancy/law/shape imports occupancy/routes/contour/pose";
    assert!(found.contains(&sentence.to_owned()), "{found:?}");
    // A module that nobody has placed.
    let found = planted("extra", "pub struct Extra;");
    assert!(found.iter().any(|f| f.starts_with("unknown module extra")), "{found:?}");
    // Numbers that a filter has no use for.
    let found = planted("filter/flags", "use urnfield_num::{Enclosure, Rational};");
    let sentence = "filter/flags names urnfield_num::Rational; filter may not";
    assert!(found.contains(&sentence.to_owned()), "{found:?}");
}

/// Returns the modules whose code holds the word `unsafe`.
fn unsafe_modules(sources: &BTreeMap<Module, String>) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has = |text: &String| code(text).split(|c| !is_word(c)).any(|word| word == "unsafe");
    sources.iter().filter(|(_, text)| has(text)).map(|(module, _)| module.join("/")).collect()
}

#[test]
fn only_the_machine_s_folder_holds_unsafe_code() {
    let mut sources = sources(&src());
    let found = unsafe_modules(&sources);
    assert!(found.len() > 3, "the unsafe code was found: {found:?}");
    let elsewhere = |sources: &BTreeMap<Module, String>| {
        let mut found = unsafe_modules(sources);
        found.retain(|module| !module.starts_with("filter/machine/"));
        found
    };
    assert!(elsewhere(&sources).is_empty(), "{:?}", elsewhere(&sources));
    // The test of the test: a block elsewhere is noticed.
    let text = sources.get_mut(["filter", "flags"].map(str::to_owned).as_slice()).expect("a file");
    text.push_str("fn f() { unsafe { g() } }\n");
    assert_eq!(elsewhere(&sources), ["filter/flags"]);
}

/// Returns the groups of files that import one another, one sentence each.
fn cycles(name: &str, sources: &BTreeMap<Module, String>) -> Vec<String> {
    let sentence = |cycle: &Vec<Module>| {
        let files: Vec<String> = cycle.iter().map(|module| module.join("/")).collect();
        format!("{name}: these files import one another: {}", files.join(", "))
    };
    Graph::of(sources).cycles().iter().map(sentence).collect()
}

#[test]
fn no_files_import_one_another() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates).expect("a folder").flatten() {
        let src = entry.path().join("src");
        if std::fs::read_dir(&src).map_or(0, Iterator::count) > 1 {
            found.extend(cycles(&entry.file_name().to_string_lossy(), &sources(&src)));
        }
    }
    assert!(found.is_empty(), "{} cycles:\n{}", found.len(), found.join("\n"));
}

/// The test of the test: a planted cycle within one folder is noticed.
#[test]
fn a_planted_cycle_is_noticed() {
    let mut sources = sources(&src());
    let before = cycles("", &sources);
    let module: Module = ["bloom", "plan", "reach"].map(str::to_owned).to_vec();
    let text = sources.get_mut(&module).expect("a file");
    text.push_str("use crate::bloom::plan::hash_search::best;\n");
    let after = cycles("", &sources);
    let is_new = |cycle: &&String| !before.contains(cycle) && cycle.contains("bloom/plan/reach");
    assert!(after.iter().any(|cycle| is_new(&cycle)), "{after:?}");
}
