//! The manifest of a chain: the text that states its options and names its files.
//! `docs/reference/format.md` is the specification; this is its only implementation.

use crate::chain::day::{Day, Period};
use crate::chain::generation::{Stored, file_name};
use crate::chain::options::ChainOptions;
use crate::design::plain::Kind;
use crate::error::{Damage, Differ, Error};
use crate::filter::hash::digester::Hashed;
use crate::filter::hash::key::Key;
use crate::sizing::for_items::{FilterOptions, Guarantee};
use std::fmt::{self, Write};
use std::str::FromStr;
use urnfield_num::Rate;

/// What the manifest is called.
pub(crate) const NAME: &str = "manifest";
/// No manifest is longer: some ten thousand generations.
pub(crate) const LONGEST: u64 = 1 << 20;

const FIRST_LINE: &str = "urnfield chain 1";

/// The kinds as the manifest writes them: whether within lines, and which.
const KINDS: [(&str, bool, Kind); 4] = [
    ("standard", false, Kind::Standard),
    ("classic", false, Kind::Classic),
    ("line", true, Kind::Standard),
    ("line-classic", true, Kind::Classic),
];

/// Everything that a manifest says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) items: u64,
    pub(crate) fpr: Rate,
    pub(crate) guarantee: Guarantee,
    pub(crate) lines: bool,
    pub(crate) kind: Kind,
    pub(crate) hashed: Hashed,
    pub(crate) keep: Option<u64>,
    pub(crate) every: Option<Period>,
    pub(crate) begun: u64,
    pub(crate) generations: Vec<Listed>,
}

/// A generation that a manifest names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) number: u64,
    pub(crate) begun: Day,
    pub(crate) items: u64,
    pub(crate) stored: Stored,
}

impl Listed {
    pub(crate) fn file_name(&self) -> String {
        file_name(self.number, self.stored.revision)
    }
}

impl Manifest {
    /// Creates the manifest of an empty chain with these options.
    pub(crate) fn of(options: &ChainOptions, hashed: Hashed) -> Manifest {
        let ChainOptions { items, fpr, filter, keep, every } = options;
        Manifest {
            items: *items,
            fpr: fpr.clone(),
            guarantee: filter.guarantee.clone(),
            lines: filter.lines,
            kind: filter.kind,
            hashed,
            keep: *keep,
            every: *every,
            begun: 0,
            generations: Vec::new(),
        }
    }

    /// The options of the chain, given the key that fits, or none where none is needed.
    pub(crate) fn options(&self, key: Option<Key>) -> Result<ChainOptions, Error> {
        let hashing = match (self.hashed, key) {
            (Hashed::Seed(seed), None) => seed.into(),
            (Hashed::Seed(seed), Some(_)) => {
                return Err(Error::Mismatch {
                    what: Differ::SeededChain,
                    ours: "a key".into(),
                    theirs: format!("a chain with seed {seed} and no key"),
                });
            }
            (Hashed::KeyCheck(check), key) => {
                let ours = key
                    .as_ref()
                    .map(|key| crate::filter::hash::digester::Digester::new(key).hashed());
                match (key, ours) {
                    (Some(key), Some(Hashed::KeyCheck(ours))) if ours == check => key.into(),
                    (_, ours) => {
                        return Err(Error::Mismatch {
                            what: Differ::KeyedChain,
                            ours: ours.map_or("no key".into(), in_words),
                            theirs: format!("a chain with {}", in_words(self.hashed)),
                        });
                    }
                }
            }
        };
        let (kind, lines, guarantee) = (self.kind, self.lines, self.guarantee.clone());
        let filter = FilterOptions { kind, lines, hashing, guarantee };
        let (items, fpr, keep, every) = (self.items, self.fpr.clone(), self.keep, self.every);
        let options = ChainOptions { items, fpr, filter, keep, every };
        options.check()?;
        Ok(options)
    }

    /// Reads a manifest, of which there is one form only.
    pub(crate) fn read(bytes: &[u8]) -> Result<Manifest, Error> {
        let text = std::str::from_utf8(bytes).map_err(|_| {
            Error::damaged(
                Damage::ChangedManifest,
                "the manifest of a chain is text",
                "other bytes",
            )
        })?;
        let mut lines = text.split_terminator('\n');
        match lines.next() {
            Some(FIRST_LINE) => (),
            other => {
                let rule = "the manifest of a chain begins with the line urnfield chain 1; a newer \
                            urnfield may read others";
                let other: String = other.unwrap_or_default().chars().take(40).collect();
                return Err(Error::damaged(Damage::Unknown, rule, other));
            }
        }
        let sum = checksum_of(text);
        if sum.as_ref().is_none_or(|(sum, found)| sum != found) {
            let (what, got) = match sum {
                Some((sum, found)) => (Damage::ChangedManifest, format!("{sum} for {found}")),
                None => (Damage::CutShort, "none".into()),
            };
            let rule = "a manifest ends with the checksum of its other lines";
            return Err(Error::damaged(what, rule, got));
        }
        let found = parsed(&mut lines).filter(|found| found.to_string() == text);
        found.ok_or_else(|| {
            let rule = "a manifest has the lines that the format states, each in its one form";
            Error::damaged(Damage::Edited, rule, "")
        })
    }
}

/// The checksum that a manifest states, and the one that it has.
fn checksum_of(text: &str) -> Option<(String, String)> {
    let (body, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let stated = last.strip_prefix("checksum ")?;
    let found = crc32c::crc32c(format!("{body}\n").as_bytes());
    Some((stated.chars().take(8).collect(), format!("{found:08x}")))
}

/// Parses the lines behind the first one; the caller refuses numbers in other spellings.
fn parsed<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Manifest> {
    let items = field(lines, "items")?.parse().ok()?;
    let fpr = field(lines, "fpr")?.parse().ok()?;
    let guarantee = match field(lines, "confidence")? {
        "mean" => Guarantee::Mean,
        confidence => Guarantee::ThisFilter { confidence: confidence.parse().ok()? },
    };
    let kind = field(lines, "kind")?;
    let (_, within_lines, kind) = *KINDS.iter().find(|(name, ..)| *name == kind)?;
    let hashed = match field(lines, "hashing")?.split_once(' ')? {
        ("seed", seed) => Hashed::Seed(seed.parse().ok()?),
        ("key", check) => Hashed::KeyCheck(u64::from_str_radix(check, 16).ok()?),
        _ => return None,
    };
    let keep = optional(field(lines, "keep")?)?;
    let every = optional(field(lines, "every")?)?;
    let begun: u64 = field(lines, "begun")?.parse().ok()?;
    let mut generations: Vec<Listed> = Vec::new();
    for line in lines {
        let Some(listed) = line.strip_prefix("generation ") else { break };
        let listed = listed_in(listed)?;
        // In order, and none that was never begun.
        let before = generations.last().map(|listed| listed.number);
        if before.is_some_and(|before| before >= listed.number) || listed.number >= begun {
            return None;
        }
        generations.push(listed);
    }
    if keep.is_some_and(|keep| generations.len() as u64 > keep) {
        return None;
    }
    let lines = within_lines;
    Some(Manifest { items, fpr, guarantee, lines, kind, hashed, keep, every, begun, generations })
}

fn field<'a>(lines: &mut impl Iterator<Item = &'a str>, name: &str) -> Option<&'a str> {
    lines.next()?.strip_prefix(name)?.strip_prefix(' ')
}

fn optional<T: FromStr>(text: &str) -> Option<Option<T>> {
    match text {
        "none" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

fn listed_in(words: &str) -> Option<Listed> {
    let words: Vec<&str> = words.split(' ').collect();
    let &[number, begun, items, revision, checksum] = &words[..] else { return None };
    let checksum = u32::from_str_radix(checksum, 16).ok()?;
    let stored = Stored { revision: revision.parse().ok()?, checksum };
    let number = number.parse().ok()?;
    let begun = begun.parse().ok()?;
    let items = items.parse().ok()?;
    Some(Listed { number, begun, items, stored })
}

/// The text of a manifest, with its checksum.
impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let confidence = match &self.guarantee {
            Guarantee::ThisFilter { confidence } => confidence.to_string(),
            Guarantee::Mean => "mean".into(),
        };
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".into());
        writeln!(text, "{FIRST_LINE}\nitems {}\nfpr {}", self.items, self.fpr)?;
        writeln!(text, "confidence {confidence}\nkind {}", kind_name(self.lines, self.kind))?;
        match self.hashed {
            Hashed::Seed(seed) => writeln!(text, "hashing seed {seed}")?,
            Hashed::KeyCheck(check) => writeln!(text, "hashing key {check:016x}")?,
        }
        writeln!(text, "keep {}", or_none(self.keep.map(|keep| keep.to_string())))?;
        writeln!(text, "every {}", or_none(self.every.map(|every| every.to_string())))?;
        writeln!(text, "begun {}", self.begun)?;
        for Listed { number, begun, items, stored } in &self.generations {
            let Stored { revision, checksum } = stored;
            writeln!(text, "generation {number} {begun} {items} {revision} {checksum:08x}")?;
        }
        writeln!(f, "{text}checksum {:08x}", crc32c::crc32c(text.as_bytes()))
    }
}

/// The name of a kind, as the shell takes it.
pub(crate) fn kind_name(lines: bool, kind: Kind) -> &'static str {
    let found = KINDS.iter().find(|(_, within, which)| (*within, *which) == (lines, kind));
    found.map_or("standard", |(name, ..)| name)
}

/// Describes a key or a seed by what may be told of it.
fn in_words(hashed: Hashed) -> String {
    match hashed {
        Hashed::Seed(seed) => format!("seed {seed}"),
        Hashed::KeyCheck(check) => format!("key check {check:016x}"),
    }
}
