//! [`Proof`]: all pieces of both domains on all cores, with a line in the checkpoint for each.

use super::classic::Classic;
use super::cover::{Cover, Failed, Place, cover};
use super::interval::Interval;
use super::standard::{Constants, Standard};
use crate::conjecture::{Checkpoint, Entry, SweepError, on_all_cores};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use urnfield::Error;

/// Both quantities are proved to exceed this, which is more than the proof needs.
pub(super) const LEAST: f64 = 0.01;

/// The domain of (**) is cut into so many pieces along kappa, and as many along Lam.
const CUTS: u64 = 8;

/// The pieces of the domain of (**).
pub(super) const CELLS: u64 = CUTS * CUTS;

/// What is asked: which inequalities, where the progress is kept, and how long it may take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Inequality (*) alone.
    pub standard_only: bool,
    /// A file that keeps the pieces that are done; an interrupted proof goes on from it.
    pub checkpoint: Option<PathBuf>,
    /// When to stop; what is found by then is not complete.
    pub time: Option<Duration>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Each inequality, in the order of `docs/paper/best-hashes.md`.
    pub parts: Vec<Part>,
}

/// One inequality on its whole domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What is proved, in one line.
    pub statement: &'static str,
    /// The boxes on each of which the inequality is certain; together they cover the domain.
    pub boxes: u64,
    /// The least lower bound over these boxes; infinite where there is no box.
    pub margin: f64,
    /// Where it is not proved.
    pub failures: Vec<Failure>,
    /// Whether every piece of the domain was examined.
    pub complete: bool,
}

/// A place at which an inequality is not proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// 1/k, the load Lam, and t (0 for (*)).
    pub at: [f64; 3],
    /// Whether the inequality certainly fails there; else it is undecided.
    pub refuted: bool,
}

impl Found {
    /// Whether every inequality is proved on its whole domain.
    pub fn is_proved(&self) -> bool {
        self.parts.iter().all(Part::is_proved)
    }

    /// The boxes of all parts.
    pub fn boxes(&self) -> u64 {
        self.parts.iter().map(|part| part.boxes).sum()
    }
}

impl Part {
    /// Whether the inequality is proved on its whole domain.
    pub fn is_proved(&self) -> bool {
        self.complete && self.failures.is_empty()
    }
}

/// The statements, and how many pieces the domain of each has.
const PARTS: [(&str, u64); 5] = [
    ("S > 1/100 for n = 2, k >= 3", 1),
    ("S > 1/100 for n >= 3, k >= 3", 1),
    ("S > 1/100 for n = 2, k = 2", 1),
    ("S > 1/100 for n >= 3, k = 2", 1),
    ("dW/dt > 1/100 for n >= 3, k >= 2", CELLS),
];

/// Part and place in it of a piece, counted from 1.
fn part_of(number: u64) -> Option<(usize, u64)> {
    let mut left = number.checked_sub(1)?;
    for (part, (_, pieces)) in PARTS.iter().enumerate() {
        if left < *pieces {
            return Some((part, left));
        }
        left -= pieces;
    }
    None
}

/// Covers one piece.
fn examine(number: u64) -> Result<Piece, Error> {
    let (part, place) = part_of(number).ok_or(Error::Domain {
        rule: "a proof has 68 pieces, counted from 1",
        got: format!("piece {number}"),
    })?;
    let cover = if part < 4 {
        let two_hashes = part >= 2;
        let items = 2 + (part % 2) as u32;
        let inequality = Standard { items, two_hashes, constants: Constants::PROVED };
        cover(&inequality, standard_domain(two_hashes), LEAST)
    } else {
        cover(&Classic::PROVED, classic_domain(place), LEAST)
    };
    Ok(Piece { number, cover })
}

/// kappa = 1/k from 0 to 1/3, or 1/2; Lam from 1/2, below which the hypothesis fails, to 1.
pub(super) fn standard_domain(two_hashes: bool) -> Place {
    let third = (1.0_f64 / 3.0).next_up();
    let kappa = if two_hashes { Interval::point(0.5) } else { Interval::new(0.0, third) };
    [kappa, Interval::new(0.5, 1.0), Interval::point(0.0)]
}

/// One of the pieces of kappa from 0 to 1/2, Lam from 1/2 to 1; t from 0 to 1/3, as t ≤ Lam/3.
pub(super) fn classic_domain(place: u64) -> Place {
    // 1/16 is a power of two, so the ends are exact and neighbours share them.
    let side = |start: f64, turn: u64| {
        let end = |i: u64| start + i as f64 / (2 * CUTS) as f64;
        Interval::new(end(turn), end(turn + 1))
    };
    let third = (1.0_f64 / 3.0).next_up();
    [side(0.0, place / CUTS), side(0.5, place % CUTS), Interval::new(0.0, third)]
}

/// A piece and its cover, as a line of the checkpoint.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    number: u64,
    cover: Cover,
}

impl Entry for Piece {
    fn number(&self) -> u64 {
        self.number
    }

    fn to_json(&self) -> Value {
        let cover = &self.cover;
        let failed = cover.failed.as_ref();
        json!({
            "piece": self.number,
            "boxes": cover.boxes,
            "outside": cover.outside,
            // A piece outside the domain has no margin: null.
            "margin": cover.margin,
            "failed": failed.map(|failed| json!({ "at": failed.at, "refuted": failed.refuted })),
        })
    }

    fn from_json(value: &Value) -> Option<Piece> {
        let failed = match value.get("failed")? {
            Value::Null => None,
            failed => {
                let at = failed.get("at")?.as_array()?.iter();
                let at: Vec<f64> = at.map(Value::as_f64).collect::<Option<_>>()?;
                let refuted = failed.get("refuted")?.as_bool()?;
                Some(Failed { at: at.try_into().ok()?, refuted })
            }
        };
        let cover = Cover {
            boxes: value.get("boxes")?.as_u64()?,
            outside: value.get("outside")?.as_u64()?,
            margin: value.get("margin")?.as_f64().unwrap_or(f64::INFINITY),
            failed,
        };
        Some(Piece { number: value.get("piece")?.as_u64()?, cover })
    }
}

impl Proof {
    /// Covers every piece on all cores. After each, `tell` learns how many of how many are done.
    pub fn run(&self, mut tell: impl FnMut(u64, u64)) -> Result<Found, SweepError> {
        let parts = if self.standard_only { 4 } else { PARTS.len() };
        let pieces: u64 = PARTS[..parts].iter().map(|(_, pieces)| pieces).sum();
        let head = json!({ "proof": "the best number of hashes", "least": LEAST }).to_string();
        let mut done: BTreeMap<u64, Piece> = BTreeMap::new();
        let mut file = None;
        if let Some(path) = &self.checkpoint {
            let (kept, opened) = Checkpoint::open(path, &head)?;
            done = kept;
            file = Some(opened);
        }
        done.retain(|number, _| part_of(*number).is_some_and(|(part, _)| part < parts));
        let left: Vec<u64> = (1..=pieces).filter(|number| !done.contains_key(number)).collect();
        on_all_cores(&left, self.time, examine, |piece| {
            if let Some(file) = &mut file {
                file.append(&piece)?;
            }
            done.insert(piece.number, piece);
            tell(done.len() as u64, pieces);
            Ok(())
        })?;
        Ok(Found { parts: (0..parts).map(|part| summary(part, &done)).collect() })
    }
}

/// All pieces of one part together.
fn summary(part: usize, done: &BTreeMap<u64, Piece>) -> Part {
    let (statement, pieces) = PARTS[part];
    let belongs = |number: u64| part_of(number).is_some_and(|(other, _)| other == part);
    let covers: Vec<&Cover> =
        done.values().filter(|piece| belongs(piece.number)).map(|piece| &piece.cover).collect();
    let failures = covers.iter().filter_map(|cover| cover.failed.as_ref());
    Part {
        statement,
        boxes: covers.iter().map(|cover| cover.boxes).sum(),
        margin: covers.iter().map(|cover| cover.margin).fold(f64::INFINITY, f64::min),
        failures: failures
            .map(|failed| Failure { at: failed.at, refuted: failed.refuted })
            .collect(),
        complete: covers.len() as u64 == pieces,
    }
}
