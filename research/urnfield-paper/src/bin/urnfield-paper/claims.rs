//! `urnfield-paper claims`: all claims, or one.

use clap::Args;
use std::io::Write;
use urnfield_answers::{Form, Report, Value};
use urnfield_paper::claims::{self, Checked, Claim, SECTIONS, Verdict};
use urnfield_terminal::{Answer, Refusal};

pub(super) const EXAMPLES: &str = "\
Each claim with its verdict and what was just computed for it: a claim that is
not right as printed fails at a counterexample, and its corrected form holds.
The verdicts, corrected forms and sources are in `docs/paper/ledger.md`.
The exit status is 0 if every verdict was confirmed, and 1 if not.

Examples:
  urnfield-paper claims
  urnfield-paper claims --only con:optimal-ks
  urnfield-paper claims --json";

/// Which claims.
#[derive(Args)]
pub(super) struct Claims {
    /// One claim, by its label in the paper or the ledger
    #[arg(long, value_name = "LABEL")]
    only: Option<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The answer is yes if every verdict was confirmed.
pub(super) fn run(typed: &Claims, out: &mut impl Write) -> Result<Answer, Refusal> {
    let wanted = |claim: &&Claim| typed.only.as_deref().is_none_or(|label| claim.label == label);
    if !claims::all().any(|claim| wanted(&claim)) {
        let label = typed.only.as_deref().unwrap_or_default();
        let sentence =
            format!("the ledger has no claim {label}; `urnfield-paper claims` lists them all");
        return Err(Refusal::Typed(sentence));
    }
    let (mut checked, mut failed) = (Vec::new(), 0);
    for section in SECTIONS {
        let claims: Vec<&Claim> = section.claims().filter(wanted).collect();
        if !typed.json && !claims.is_empty() {
            writeln!(out, "{}", section.title)?;
        }
        for claim in claims {
            let result = claim.check();
            failed += u64::from(!result.confirmed);
            if !typed.json {
                let mark = if result.confirmed { "ok  " } else { "FAIL" };
                let verdict = claim.verdict.name();
                writeln!(out, "  {mark}  {}  {verdict}", claim.label)?;
                writeln!(out, "        {}", result.evidence)?;
                out.flush()?;
            }
            checked.push((claim, result));
        }
    }
    let count = |verdict| checked.iter().filter(|(claim, _)| claim.verdict == verdict).count();
    let verdicts = [Verdict::Right, Verdict::Condition, Verdict::Misprinted, Verdict::False]
        .map(|verdict| format!("{} {}", count(verdict), verdict.name()));
    let mut report = Report::default();
    report.line("claims", format!("{}: {}", checked.len(), verdicts.join(", ")));
    report.json("claims", Value::Rows(&KEYS, checked.iter().map(row).collect()));
    report.both("confirmed", checked.len() as u64 - failed);
    report.both("failed", failed);
    if failed > 0 {
        report.say_no();
    }
    urnfield_terminal::write(report, Form::new(typed.json, None), out)
}

const KEYS: [&str; 4] = ["label", "verdict", "evidence", "confirmed"];

fn row((claim, checked): &(&Claim, Checked)) -> Vec<Value> {
    vec![
        claim.label.into(),
        claim.verdict.name().into(),
        Value::from(&checked.evidence),
        checked.confirmed.into(),
    ]
}
