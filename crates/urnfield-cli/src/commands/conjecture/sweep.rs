//! Every m up to the last, on all cores, with a line in the checkpoint for each.

use super::first;
use super::real::Cover;
use super::second::{self, Binomials};
use super::statement::Formulas;
use crate::args::{Conjecture, WhichForm};
use crate::progress::Progress;
use crate::refusal::Refusal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use urnfield::Error;
use urnfield::filter::write_file;

/// What was found for one m.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Record {
    pub(super) m: u64,
    pub(super) pairs: u64,
    pub(super) counterexamples: Vec<Value>,
    pub(super) ties: Vec<Value>,
}

impl Record {
    fn to_json(&self) -> Value {
        json!({
            "bits": self.m,
            "pairs": self.pairs,
            "counterexamples": self.counterexamples,
            "ties": self.ties,
        })
    }

    fn from_json(value: &Value) -> Option<Record> {
        Some(Record {
            m: value.get("bits")?.as_u64()?,
            pairs: value.get("pairs")?.as_u64()?,
            counterexamples: value.get("counterexamples")?.as_array()?.clone(),
            ties: value.get("ties")?.as_array()?.clone(),
        })
    }
}

/// What all threads need, worked out once.
struct Tables {
    formulas: Formulas,
    binomials: Binomials,
}

/// All records that could be had, by m.
pub(super) fn run(asked: &Conjecture) -> Result<BTreeMap<u64, Record>, Refusal> {
    if asked.real && asked.number == 1 {
        let sentence = "--real is about the peaks of conjecture 2; leave it out for conjecture 1";
        return Err(Refusal::Typed(sentence.into()));
    }
    let (mut done, mut file) = match &asked.checkpoint {
        Some(path) => Checkpoint::open(path, asked)?,
        None => (BTreeMap::new(), None),
    };
    done.retain(|m, _| *m <= asked.up_to);
    let left: Vec<u64> = (1..=asked.up_to).filter(|m| !done.contains_key(m)).collect();
    if left.is_empty() {
        return Ok(done);
    }
    let tables = Tables {
        formulas: Formulas::new(if asked.number == 1 { asked.up_to } else { 0 })?,
        binomials: Binomials::new(asked.up_to),
    };
    // The work for one m grows as its cube.
    let work = |m: u64| 100 + m * m / 1000 * m;
    let mut progress = Progress::of_work("examining", left.iter().map(|&m| work(m)).sum());
    let deadline = asked.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    // A thread has up to 25·m² bytes of laws: a hundred million at m = 2000.
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(8);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop, left, tables) = (sender.clone(), &next, &stop, &left, &tables);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && deadline.is_none_or(|deadline| Instant::now() < deadline)
                {
                    let turn = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&m) = left.get(turn) else { return };
                    if sender.send(examine(asked, m, tables)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut failed, mut worked) = (None, 0);
        for record in receiver {
            let kept = record.map_err(Refusal::from).and_then(|record| {
                if let Some(file) = &mut file {
                    file.append(&record)?;
                }
                Ok(record)
            });
            match kept {
                Ok(record) => {
                    worked += work(record.m);
                    progress.step(worked, 0);
                    done.insert(record.m, record);
                }
                Err(refusal) => {
                    stop.store(true, Ordering::Relaxed);
                    failed = failed.or(Some(refusal));
                }
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    Ok(done)
}

fn examine(asked: &Conjecture, m: u64, tables: &Tables) -> Result<Record, Error> {
    if asked.real {
        return real_peaks(m);
    }
    if asked.number == 2 {
        let found = second::examine(m, &tables.binomials)?;
        let counterexamples = match asked.form {
            WhichForm::Printed => found.against_printed(),
            WhichForm::Corrected => found.against_corrected(),
        };
        let ties = found.tie().into_iter().collect();
        return Ok(Record { m, pairs: m / 2, counterexamples, ties });
    }
    let (mut counterexamples, mut ties) = (Vec::new(), Vec::new());
    for pair in first::pairs(m)? {
        let fails = match asked.form {
            WhichForm::Printed => pair.against_printed(),
            WhichForm::Corrected => pair.against_corrected(&tables.formulas)?,
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

/// A file of one line for each m, and a first line that says of what.
struct Checkpoint(File);

impl Checkpoint {
    /// What the file has already; a line cut short by a kill is left out and written again.
    fn open(
        path: &Path,
        asked: &Conjecture,
    ) -> Result<(BTreeMap<u64, Record>, Option<Checkpoint>), Refusal> {
        let failed = |doing: &'static str| {
            move |error: std::io::Error| Refusal::Library(Error::file(doing, path, error))
        };
        let head = json!({
            "conjecture": asked.number,
            "form": asked.form.name(),
            "real": asked.real,
        });
        let head = head.to_string();
        let mut done = BTreeMap::new();
        let mut kept = format!("{head}\n");
        if path.exists() {
            let lines = BufReader::new(File::open(path).map_err(failed("read"))?).lines();
            for (number, line) in lines.enumerate() {
                let line = line.map_err(failed("read"))?;
                if number == 0 {
                    if line != head {
                        return Err(Refusal::Typed(format!(
                            "{} is no checkpoint of this sweep; name another one with --checkpoint",
                            path.display()
                        )));
                    }
                    continue;
                }
                let record = serde_json::from_str(&line).ok();
                if let Some(record) = record.as_ref().and_then(Record::from_json) {
                    done.insert(record.m, record);
                    kept.push_str(&line);
                    kept.push('\n');
                }
            }
        }
        write_file(path, kept.as_bytes(), true)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed("write"))?;
        Ok((done, Some(Checkpoint(file))))
    }

    fn append(&mut self, record: &Record) -> Result<(), Refusal> {
        let line = format!("{}\n", record.to_json());
        self.0.write_all(line.as_bytes())?;
        Ok(())
    }
}
