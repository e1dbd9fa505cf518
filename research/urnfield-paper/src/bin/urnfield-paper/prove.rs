//! `urnfield-paper prove`: the two inequalities behind the theorem on the best number of hashes.

use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use urnfield_answers::read::count;
use urnfield_answers::{Form, Report};
use urnfield_paper::best_hashes::{Found, Part, Proof};
use urnfield_terminal::{Answer, Progress, Refusal};

pub(super) const EXAMPLES: &str = "\
The best number of hashes of the exact rate, of standard and of classic
filters, never exceeds that of (1 - (1-1/m)^(nk))^k. The proof is in
`docs/paper/best-hashes.md` and rests on two inequalities on bounded domains.
This command covers each domain by boxes on which the inequality is certain, and
prints the number of boxes and the least lower bound. With --checkpoint an
interrupted proof goes on where it was. The exit status is 0 if everything is
proved, and 1 if not.

Examples:
  urnfield-paper prove
  urnfield-paper prove --standard --json
  urnfield-paper prove --checkpoint boxes.jsonl";

/// A proof.
#[derive(Args)]
pub(super) struct Prove {
    /// The inequality of standard filters alone
    #[arg(long)]
    standard: bool,
    /// Keep what is proved in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Stop after this time; the proof then is not complete
    #[arg(long, value_name = "MINUTES", value_parser = count)]
    minutes: Option<u64>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The answer is yes if every inequality is proved on its whole domain.
pub(super) fn run(typed: &Prove, out: &mut impl Write) -> Result<Answer, Refusal> {
    let proof = Proof {
        standard_only: typed.standard,
        checkpoint: typed.checkpoint.clone(),
        time: typed.minutes.map(|minutes| Duration::from_secs(minutes.saturating_mul(60))),
    };
    let mut progress = Progress::counting("proving");
    let found = proof
        .run(|done, total| progress.step_of(done, total))
        .map_err(|error| super::conjecture::refusal(error, "proof"))?;
    drop(progress);
    if typed.json {
        writeln!(out, "{}", to_json(&found))?;
    } else {
        write(&found, out)?;
    }
    Ok(if found.is_proved() { Answer::Yes } else { Answer::No })
}

fn to_json(found: &Found) -> Value {
    let part = |part: &Part| {
        let failures: Vec<Value> = part
            .failures
            .iter()
            .map(|failure| json!({ "at": failure.at, "refuted": failure.refuted }))
            .collect();
        json!({
            "statement": part.statement,
            "boxes": part.boxes,
            "margin": part.margin,
            "failures": failures,
            "complete": part.complete,
            "proved": part.is_proved(),
        })
    };
    let parts: Vec<Value> = found.parts.iter().map(part).collect();
    json!({ "inequalities": parts, "boxes": found.boxes(), "proved": found.is_proved() })
}

/// For people: one line for each inequality, and where it fails.
fn write(found: &Found, out: &mut impl Write) -> Result<(), Refusal> {
    let mut report = Report::default();
    for part in &found.parts {
        let mut verdict = "proved";
        if !part.complete {
            verdict = "not complete";
        }
        if !part.failures.is_empty() {
            verdict = "not proved";
        }
        let mut text = format!("{verdict}: {} boxes", part.boxes);
        if part.boxes > 0 {
            text += &format!(", least bound {:.6}", part.margin);
        }
        report.line(part.statement, text);
        for failure in &part.failures {
            let [kappa, load, t] = failure.at;
            let how = if failure.refuted { "false" } else { "undecided" };
            report.line(format!("  {how} at"), format!("1/k = {kappa}, load = {load}, t = {t}"));
        }
    }
    report.line("boxes", found.boxes());
    report.line("proved", if found.is_proved() { "yes" } else { "no" });
    report.write(Form::new(false, None), out)?;
    Ok(())
}
