//! Filters that the real libraries made, and the libraries' own answers: those of golden files, and
//! those of a folder that `tools/stages/foreign` has filled. `checks/foreign/README.md` says how a
//! case is written.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use urnfield_foreign::{Foreign, Format, Key, KeyForm, Parameters, format, read, read_as};

/// A case: what is said about it, and where it is.
struct Case {
    name: String,
    about: HashMap<String, String>,
    file: PathBuf,
    answers: Vec<(bool, String)>,
}

impl Case {
    fn all(folder: &Path) -> Vec<Case> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder of cases").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|ending| ending == "about") {
                found.push(Case::read(&path));
            }
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        found
    }

    fn read(path: &Path) -> Case {
        let text = |path: &Path| fs::read_to_string(path).expect("readable");
        let pair = |line: &str| line.split_once(' ').map(|(k, v)| (k.to_owned(), v.to_owned()));
        let about: HashMap<String, String> = text(path).lines().filter_map(pair).collect();
        let file = about.get("file").map(|name| path.with_file_name(name));
        let answer = |line: &str| {
            let (answer, key) = line.split_once(' ').expect("an answer and a key");
            (answer == "1", key.to_owned())
        };
        Case {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            file: file.unwrap_or_else(|| path.with_extension("filter")),
            answers: text(&path.with_extension("keys")).lines().map(answer).collect(),
            about,
        }
    }

    fn format(&self) -> &'static Format {
        format(&self.about["format"]).expect("a known format")
    }

    fn form(&self) -> &'static KeyForm {
        let form = self.format().keys.iter().find(|form| form.name == self.about["keys"]);
        form.expect("a form of keys of the format")
    }

    fn number(&self, name: &str) -> f64 {
        self.about[name].parse().expect("a number")
    }

    fn key(&self, text: &str) -> Key {
        (self.form().key)(text.as_bytes()).expect("a key of its form")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.file).expect("the filter is readable")
    }

    fn filter(&self) -> Foreign {
        let bytes = self.bytes();
        let found = if self.format().is_by_content {
            let mut found = read(&bytes).expect("whole");
            let names: Vec<&str> = found.iter().map(|found| found.format.name).collect();
            assert_eq!(names, [self.about["format"].as_str()], "{}", self.name);
            found.remove(0)
        } else {
            read_as(self.format(), &bytes).expect("whole")
        };
        let place = self.about.get("place");
        let mut filters = found.filters.into_iter();
        let filter = filters.find(|filter| place.is_none() || filter.place.as_ref() == place);
        filter.expect("the filter of the case")
    }
}

/// Every member and every stranger is answered as the library answered.
fn membership_agrees(case: &Case, filter: &Foreign) {
    for (answer, text) in &case.answers {
        let found = filter.contains(&case.key(text)).expect("a known hash");
        assert_eq!(found, *answer, "{}: {text}", case.name);
    }
    assert!(case.answers.len() >= 100, "{}: {} keys", case.name, case.answers.len());
}

/// A filter that is built from the same numbers and members is the library's, byte for byte.
fn a_built_file_is_the_library_s(case: &Case, filter: &Foreign) {
    let Some(writer) = case.format().writer else { return };
    assert_eq!((writer.write)(filter), case.bytes(), "{}", case.name);
    let (items, asked) = (case.number("items"), case.number("asked"));
    let (bits, hashes) = (writer.size)(items as u64, asked);
    let asked = Parameters {
        bits,
        hashes,
        seed: case.about.get("seed").map_or(0, |seed| seed.parse().expect("a seed")),
        capacity: Some(items as u64),
        asked_rate: Some(asked),
        variant: case.about.get("variant").cloned(),
    };
    let mut built = (writer.empty)(&asked).expect("the library's own numbers");
    let (ours, theirs) = (&built.layers[0], &filter.layers[0]);
    assert_eq!((ours.bits.len(), ours.hashes), (theirs.bits.len(), theirs.hashes), "{}", case.name);
    // Of large filters not all members are listed.
    let members = case.number("members");
    if members == items {
        for (_, text) in case.answers.iter().take(members as usize) {
            built.insert(&case.key(text)).expect("a known hash");
        }
        assert_eq!((writer.write)(&built), case.bytes(), "{}", case.name);
    }
}

/// The rate of random hash words in the library's own loop, and the rate that the library had with
/// strangers: both are shares of so many draws, and differ by chance alone.
fn sampled_and_measured_rates_agree(case: &Case, filter: &Foreign) {
    let (strangers, accepted) = (case.number("strangers"), case.number("accepted"));
    let mut state = 0x0123_4567_89ab_cdef_u64;
    let mut random = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let mut buffer = Vec::new();
    let draws = strangers as u32;
    let found = (0..draws).filter(|_| filter.accepts_random(&mut random, &mut buffer)).count();
    let found = found as f64;
    let deviation = (accepted - found) / (accepted + found).max(1.0).sqrt();
    println!("{}: {accepted} measured, {found} sampled: {deviation:.1}", case.name);
    assert!(deviation.abs() < 6.0, "{}: {accepted} and {found}", case.name);
}

fn check(folder: &Path) -> usize {
    let cases = Case::all(folder);
    for case in &cases {
        let filter = case.filter();
        membership_agrees(case, &filter);
        a_built_file_is_the_library_s(case, &filter);
        sampled_and_measured_rates_agree(case, &filter);
    }
    cases.len()
}

#[test]
fn golden_files_are_answered_as_their_libraries_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    assert!(check(&folder) >= 5, "the golden files were found");
}

/// `tools/stages/foreign` fills the folder with the real libraries and names it.
#[test]
#[ignore = "needs the files of tools/stages/foreign"]
fn fresh_files_are_answered_as_their_libraries_answer() {
    let folder = std::env::var("URNFIELD_FOREIGN").expect("URNFIELD_FOREIGN names a folder");
    assert!(check(Path::new(&folder)) >= 10, "cases were found");
}
