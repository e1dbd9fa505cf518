//! Files that the real libraries wrote, and what the libraries answer. `checks/foreign` makes both.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;
use urnfield_foreign::{Foreign, Key, format, read, read_as};

/// One line of `tests/answers.txt`.
struct Case {
    name: String,
    format: String,
    form: String,
    members: u64,
    claimed: Vec<u64>,
}

/// How many strangers the answers are about.
const STRANGERS: u64 = 3000;

fn golden(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file)
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(golden("../answers.txt")).expect("the answers");
    let cases: Vec<Case> = text
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            Case {
                name: words[0].into(),
                format: words[1].into(),
                form: words[2].into(),
                members: words[3].parse().expect("a number"),
                claimed: words[4..].iter().map(|n| n.parse().expect("a number")).collect(),
            }
        })
        .collect();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    cases
}

impl Case {
    fn bytes(&self) -> Vec<u8> {
        fs::read(golden(&format!("{}.filter", self.name))).expect("a file of a library")
    }

    fn filter(&self) -> Foreign {
        let format = format(&self.format).expect("a known format");
        let found = read_as(format, &self.bytes()).expect("a whole file");
        let [filter] = <[Foreign; 1]>::try_from(found.filters).expect("one filter");
        filter
    }

    /// The keys of the generators: every eighth has letters outside ASCII; Ethereum has addresses.
    fn key(&self, kind: &str, i: u64) -> Key {
        let text = if i % 8 == 7 { format!("{kind}-ß漢😀-{i}") } else { format!("{kind}-{i}") };
        let text = match self.form.as_str() {
            "hex" => {
                let digest = Sha256::digest(text.as_bytes());
                digest[..20].iter().fold("0x".into(), |digits, byte| format!("{digits}{byte:02x}"))
            }
            _ => text,
        };
        let form = format(&self.format).expect("a known format").keys;
        let form = form.iter().find(|form| form.name == self.form).expect("a form of the format");
        (form.key)(text.as_bytes()).expect("a key")
    }
}

#[test]
fn members_and_strangers_get_the_answers_of_the_library() {
    for case in cases() {
        let filter = case.filter();
        let contains = |key| filter.contains(&key).expect("a known hash function");
        assert!((0..case.members).all(|i| contains(case.key("member", i))), "{}", case.name);
        let claimed: Vec<u64> =
            (0..STRANGERS).filter(|i| contains(case.key("stranger", *i))).collect();
        assert_eq!(claimed, case.claimed, "{}", case.name);
    }
}

#[test]
fn real_files_are_recognized_by_their_content() {
    for case in cases() {
        let names: Vec<&str> =
            read(&case.bytes()).expect("whole").iter().map(|found| found.format.name).collect();
        if format(&case.format).expect("a known format").is_by_content {
            assert_eq!(names, [case.format.as_str()], "{}", case.name);
        } else {
            assert!(names.is_empty(), "{}: {names:?}", case.name);
        }
    }
}

/// A format that can write makes the library's own file out of the library's members.
#[test]
fn a_filter_of_the_same_members_is_the_same_file() {
    let mut written = 0;
    for case in cases() {
        let format = format(&case.format).expect("a known format");
        let Some(writer) = format.writer else { continue };
        let asked = match case.members {
            50 => 0.01,
            _ => 0.0001,
        };
        let (bits, hashes) = (writer.size)(case.members, asked);
        let mut filter = (writer.empty)(&urnfield_foreign::Parameters {
            bits,
            hashes,
            capacity: Some(case.members),
            asked_rate: Some(asked),
            ..Default::default()
        })
        .expect("usual numbers");
        for i in 0..case.members {
            filter.insert(&case.key("member", i)).expect("a known hash function");
        }
        assert!((writer.write)(&filter) == case.bytes(), "{}", case.name);
        written += 1;
    }
    assert!(written >= 3, "{written} files");
}

/// What the files say about themselves, as the generators asked for it.
#[test]
fn stated_numbers_are_those_that_were_asked_for() {
    let stated = |name: &str| {
        let case = cases().into_iter().find(|case| case.name == name).expect("a case");
        let stated = case.filter().stated;
        (stated.asked_rate.map(|rate| rate as f32), stated.capacity, stated.added)
    };
    assert_eq!(stated("pyprobables-50"), (Some(0.01), Some(50), Some(50)));
    assert_eq!(stated("pyprobables-50-hex"), (Some(0.01), Some(50), Some(50)));
    assert_eq!(stated("pybloom-1000"), (Some(0.0001), Some(1000), Some(1000)));
    let (rate, capacity, added) = stated("pybloom-scalable-50");
    assert_eq!((rate, capacity), (Some(0.01), None));
    assert!(added.is_some_and(|added| (48..=50).contains(&added)), "{added:?}");
    assert_eq!(stated("dcso-50"), (Some(0.01), Some(50), Some(50)));
    assert_eq!(stated("bloom-filters-partitioned-50").1, Some(50));
    assert_eq!(stated("bloom-filters-scalable-50"), (Some(0.01), None, None));
    assert_eq!(stated("fastbloom-50"), (None, None, None));
}

/// A file that is cut anywhere is refused, or is no filter; nothing is read behind the end. Formats
/// by name, and those with attached data, accept what is left of a file that still has whole bits.
#[test]
fn cut_files_are_refused() {
    for case in cases() {
        let (format, bytes) = (format(&case.format).expect("a known format"), case.bytes());
        for end in 0..bytes.len() {
            let is_accepted = (format.read)(&bytes[..end]).is_ok_and(|filters| !filters.is_empty());
            let may = matches!(case.format.as_str(), "rbloom" | "dcso");
            assert!(!is_accepted || may, "{} cut at {end} of {}", case.name, bytes.len());
        }
    }
}
