//! `urnfield-paper conjecture`: which one, in which form, and how far.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use urnfield_answers::Report;
use urnfield_answers::read::count;
use urnfield_paper::conjecture::{ClaimForm, Conjecture, Found, MOST_BITS, Sweep, SweepError};
use urnfield_terminal::{Answer, Progress, Refusal};

pub(super) const EXAMPLES: &str = "\
1  the best hashes: m/(2n) <= k_C <= k_S <= (m/n) ln 2, for all n up to m
2  peaks of classic filters: they rise with k, and are highest at n = 1, k = m/2
Both are false as printed, and their counterexamples are the answer; the
corrected forms have none (`docs/paper/conjectures.md`). Each m is proved by
itself; with --checkpoint an interrupted sweep goes on where it was.

Examples:
  urnfield-paper conjecture 1 --up-to 60
  urnfield-paper conjecture 1 --up-to 2000 --form corrected --checkpoint first.jsonl
  urnfield-paper conjecture 2 --up-to 240 --json
  urnfield-paper conjecture 2 --up-to 60 --form corrected --real";

/// A sweep.
#[derive(Args)]
pub(super) struct Typed {
    /// 1 or 2, as the paper counts them
    #[arg(value_name = "1|2", value_parser = clap::value_parser!(u64).range(1..=2))]
    number: u64,
    /// The last number of bits to examine
    #[arg(long, value_name = "M", value_parser = up_to, allow_negative_numbers = true)]
    up_to: u64,
    /// printed or corrected [default: printed]
    #[arg(
        long,
        value_enum,
        default_value_t = WhichForm::Printed,
        hide_possible_values = true,
        hide_default_value = true
    )]
    form: WhichForm,
    /// Of conjecture 2: peaks over real n, not whole n
    #[arg(long)]
    real: bool,
    /// Keep what is found in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Stop after this time; the answer then is not complete
    #[arg(long, value_name = "MINUTES", value_parser = count)]
    minutes: Option<u64>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WhichForm {
    Printed,
    Corrected,
}

fn up_to(text: &str) -> Result<u64, urnfield::Error> {
    match count(text)? {
        bits @ 1..=MOST_BITS => Ok(bits),
        _ => Err(urnfield::Error::Domain {
            rule: "a sweep goes up to 1 to 4000 bits",
            got: text.to_owned(),
        }),
    }
}

pub(super) fn run(typed: &Typed, out: &mut impl Write) -> Result<Answer, Refusal> {
    let asked = sweep(typed)?;
    let mut progress = Progress::counting("examining");
    let found = asked
        .run(|worked, total| progress.step_of(worked, total))
        .map_err(|error| refusal(error, "sweep"))?;
    drop(progress);
    if typed.json {
        let object = json!({
            "conjecture": typed.number,
            "form": asked.form.name(),
            "up_to": asked.up_to,
            "pairs": found.pairs,
            "counterexamples": found.counterexamples,
            "ties": found.ties,
            "complete": found.complete,
        });
        writeln!(out, "{object}")?;
    } else {
        write(&asked, &found, out)?;
    }
    Ok(Answer::Yes)
}

fn sweep(typed: &Typed) -> Result<Sweep, Refusal> {
    let conjecture = match (typed.number, typed.real) {
        (1, false) => Conjecture::BestHashes,
        (1, true) => {
            let sentence =
                "--real is about the peaks of conjecture 2; leave it out for conjecture 1";
            return Err(Refusal::Typed(sentence.into()));
        }
        (_, false) => Conjecture::Peaks,
        (_, true) => Conjecture::RealPeaks,
    };
    let form = match typed.form {
        WhichForm::Printed => ClaimForm::Printed,
        WhichForm::Corrected => ClaimForm::Corrected,
    };
    let mut sweep = Sweep::new(conjecture, form, typed.up_to);
    sweep.checkpoint.clone_from(&typed.checkpoint);
    sweep.time = typed.minutes.map(|minutes| Duration::from_secs(minutes.saturating_mul(60)));
    Ok(sweep)
}

/// A refusal in the words of the command line; `work` is what the checkpoint belongs to.
pub(super) fn refusal(error: SweepError, work: &str) -> Refusal {
    match error {
        SweepError::Library(error) => Refusal::Library(error),
        SweepError::Unwritten(error) => Refusal::Output(error),
        SweepError::OtherCheckpoint(path) => Refusal::Typed(format!(
            "{} is no checkpoint of this {work}; name another one with --checkpoint",
            path.display()
        )),
        other => Refusal::Typed(other.to_string()),
    }
}

/// For people: what fails how often, and every counterexample on a line.
fn write(asked: &Sweep, found: &Found, out: &mut impl Write) -> Result<(), Refusal> {
    let mut report = Report::default();
    report.line("conjecture", asked.conjecture.number());
    report.line("form", asked.form.name());
    let up_to = if found.complete { String::new() } else { format!(" of {}", asked.up_to) };
    report.line("up_to", format!("{}{up_to}", found.reached));
    report.line("pairs", found.pairs);
    report.line("counterexamples", found.counterexamples.len() as u64);
    for (part, count) in found.by_part() {
        report.line(format!("  not {part}"), count);
    }
    report.line("ties", found.ties.len() as u64);
    report.write(urnfield_answers::Form::new(false, None), out)?;
    for (name, values) in [("counterexample", &found.counterexamples), ("tie", &found.ties)] {
        for value in values {
            writeln!(out, "{name}  {}", shown(value))?;
        }
    }
    Ok(())
}

/// `bits 8, items 3, standard [2], …`
fn shown(value: &Value) -> String {
    let Some(object) = value.as_object() else { return value.to_string() };
    let part = |(key, value): (&String, &Value)| match value.as_str() {
        Some(text) => format!("{key} {text}"),
        None => format!("{key} {value}"),
    };
    object.iter().map(part).collect::<Vec<_>>().join(", ")
}
