//! [`Sweep`]: every m up to the last, on all cores, with a line in the checkpoint for each.

use super::checkpoint::Checkpoint;
use super::error::SweepError;
use super::first;
use super::real::Cover;
use super::record::{Found, Record};
use super::second::{self, Binomials};
use super::statement::Formulas;
use super::workers::on_all_cores;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use urnfield::Error;

/// What all threads need, worked out once.
struct Tables {
    formulas: Formulas,
    binomials: Binomials,
}

/// More bits than this a sweep does not examine: the doubles run out of range, and patience does.
pub const MOST_BITS: u64 = 4000;

/// What is examined for each number of bits m.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conjecture {
    /// Conjecture 1, `con:optimal-ks`: the best hashes of all n up to m.
    BestHashes,
    /// Conjecture 2, `con:classic-max-efficiency`: the peaks of classic filters over whole n.
    Peaks,
    /// Conjecture 2 over real n: whether the peaks rise with k.
    RealPeaks,
}

impl Conjecture {
    /// 1 or 2, as the paper counts them.
    pub fn number(self) -> u64 {
        match self {
            Conjecture::BestHashes => 1,
            Conjecture::Peaks | Conjecture::RealPeaks => 2,
        }
    }
}

/// Which statement is held against what is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimForm {
    /// As the paper has it: false.
    Printed,
    /// The form of `docs/paper/conjectures.md`, which no sweep has refuted.
    Corrected,
}

impl ClaimForm {
    /// `printed` or `corrected`.
    pub fn name(self) -> &'static str {
        match self {
            ClaimForm::Printed => "printed",
            ClaimForm::Corrected => "corrected",
        }
    }
}

/// A sweep: which conjecture, in which form, and how far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// What is examined.
    pub conjecture: Conjecture,
    /// Against which statement.
    pub form: ClaimForm,
    /// The last number of bits, 1 to [`MOST_BITS`].
    pub up_to: u64,
    /// A file that keeps what is found; a sweep goes on from it.
    pub checkpoint: Option<PathBuf>,
    /// When to stop; what is found by then is not complete.
    pub time: Option<Duration>,
}

impl Sweep {
    /// A sweep to its end, kept nowhere.
    pub fn new(conjecture: Conjecture, form: ClaimForm, up_to: u64) -> Sweep {
        Sweep { conjecture, form, up_to, checkpoint: None, time: None }
    }

    /// Examines every m on all cores. After each, `tell` learns how much of how much work is done.
    pub fn run(&self, tell: impl FnMut(u64, u64)) -> Result<Found, SweepError> {
        if !(1..=MOST_BITS).contains(&self.up_to) {
            let got = format!("up_to = {}", self.up_to);
            return Err(Error::Domain { rule: "a sweep goes up to 1 to 4000 bits", got }.into());
        }
        Ok(Found::of(self.up_to, &records(self, tell)?))
    }

    /// The first line of a checkpoint, which says of what it is.
    fn head(&self) -> String {
        let head = json!({
            "conjecture": self.conjecture.number(),
            "form": self.form.name(),
            "real": self.conjecture == Conjecture::RealPeaks,
        });
        head.to_string()
    }
}

/// All records that could be had, by m.
fn records(
    asked: &Sweep,
    mut tell: impl FnMut(u64, u64),
) -> Result<BTreeMap<u64, Record>, SweepError> {
    let (mut done, mut file) = match &asked.checkpoint {
        Some(path) => {
            let (done, file) = Checkpoint::open(path, &asked.head())?;
            (done, Some(file))
        }
        None => (BTreeMap::new(), None),
    };
    done.retain(|m, _| *m <= asked.up_to);
    let left: Vec<u64> = (1..=asked.up_to).filter(|m| !done.contains_key(m)).collect();
    if left.is_empty() {
        return Ok(done);
    }
    let tables = Tables {
        formulas: Formulas::new(match asked.conjecture {
            Conjecture::BestHashes => asked.up_to,
            _ => 0,
        })?,
        binomials: Binomials::new(asked.up_to),
    };
    // The work for one m grows as its cube.
    let work = |m: u64| 100 + m * m / 1000 * m;
    let total = left.iter().map(|&m| work(m)).sum();
    let mut worked = 0;
    // A thread has up to 25·m² bytes of laws: a hundred million at m = 2000.
    on_all_cores(
        &left,
        asked.time,
        |m| examine(asked, m, &tables),
        |record| {
            if let Some(file) = &mut file {
                file.append(&record)?;
            }
            worked += work(record.m);
            tell(worked, total);
            done.insert(record.m, record);
            Ok(())
        },
    )?;
    Ok(done)
}

fn examine(asked: &Sweep, m: u64, tables: &Tables) -> Result<Record, Error> {
    match asked.conjecture {
        Conjecture::BestHashes => best_hashes(asked.form, m, tables),
        Conjecture::Peaks => peaks(asked.form, m, tables),
        Conjecture::RealPeaks => real_peaks(m),
    }
}

fn peaks(form: ClaimForm, m: u64, tables: &Tables) -> Result<Record, Error> {
    let found = second::examine(m, &tables.binomials)?;
    let counterexamples = match form {
        ClaimForm::Printed => found.against_printed(),
        ClaimForm::Corrected => found.against_corrected(),
    };
    let ties = found.tie().into_iter().collect();
    Ok(Record { m, pairs: m / 2, counterexamples, ties })
}

fn best_hashes(form: ClaimForm, m: u64, tables: &Tables) -> Result<Record, Error> {
    let mut counterexamples = Vec::new();
    let mut ties = Vec::new();
    for pair in first::pairs(m)? {
        let fails = match form {
            ClaimForm::Printed => pair.against_printed(),
            ClaimForm::Corrected => pair.against_corrected(&tables.formulas)?,
        };
        if !fails.is_empty() {
            let mut object = pair.to_json();
            object["fails"] = json!(fails);
            counterexamples.push(object);
        }
        if pair.is_tied() {
            ties.push(pair.to_json());
        }
    }
    Ok(Record { m, pairs: m, counterexamples, ties })
}

/// Peaks over real n: every k whose rise to k + 1 was not certified.
fn real_peaks(m: u64) -> Result<Record, Error> {
    let mut counterexamples = Vec::new();
    let mut before: Option<Cover> = None;
    for k in 1..=m / 2 {
        let cover = Cover::new(m, k);
        let rises = match (&before, &cover) {
            (Some(before), Some(cover)) => before.stays_below(cover.peak_above()),
            _ => k == 1,
        };
        if !rises {
            let part = "peak(k) < peak(k+1) over real n: not certified";
            counterexamples.push(json!({ "bits": m, "part": part, "hashes": [k - 1, k] }));
        }
        before = cover;
    }
    Ok(Record { m, pairs: m / 2, counterexamples, ties: Vec::new() })
}
