//! `urnfield paper`: every claim of the paper, with its verdict and the evidence just computed.
//!
//! A claim that is right holds in a batch of cases. Of one that is not, the printed form fails at
//! a counterexample and the right form holds. Truth comes from enumeration and from exact
//! fractions; the paper's forms are those of the library's tests.
//!
//! | file | claims of |
//! |---|---|
//! | `evidence`, `models` | (what a check is, and small models for it) |
//! | `introduction` | section 1 |
//! | `balls`, `unions`, `lists`, `intersections`, `estimators` | section 2 |
//! | `filters`, `standard`, `classic`, `least` | section 3 |
//! | `efficiency`, `peaks` | section 4 |
//! | `discussion` | section 5 |

mod balls;
mod classic;
mod discussion;
mod efficiency;
mod estimators;
mod evidence;
mod filters;
#[path = "../../../../urnfield/tests/formulas/mod.rs"]
#[allow(clippy::expect_used)]
mod formulas;
mod intersections;
mod introduction;
mod least;
mod lists;
mod models;
mod peaks;
mod standard;
mod unions;

use super::Answer;
use crate::args::Paper;
use crate::refusal::Refusal;
use crate::report::{self, Object};
use evidence::{Claim, Evidence};
use serde_json::{Value, json};
use std::io::Write;

/// The claims, by section of the paper.
const SECTIONS: [(&str, &[&[Claim]]); 5] = [
    ("Section 1: introduction", &[introduction::CLAIMS]),
    (
        "Section 2: occupancy problems",
        &[balls::CLAIMS, unions::CLAIMS, lists::CLAIMS, intersections::CLAIMS, estimators::CLAIMS],
    ),
    (
        "Section 3: Bloom filters",
        &[filters::CLAIMS, standard::CLAIMS, classic::CLAIMS, least::CLAIMS],
    ),
    ("Section 4: efficiency", &[efficiency::CLAIMS, peaks::CLAIMS]),
    ("Section 5: discussion", &[discussion::CLAIMS]),
];

/// A claim that was checked.
struct Checked {
    claim: &'static Claim,
    evidence: String,
    confirmed: bool,
}

pub(super) fn run(typed: &Paper, out: &mut impl Write) -> Result<Answer, Refusal> {
    let wanted = |claim: &&Claim| typed.only.as_deref().is_none_or(|label| claim.label == label);
    let all = || SECTIONS.iter().flat_map(|(_, parts)| parts.iter().copied().flatten());
    if !all().any(|claim| wanted(&claim)) {
        let label = typed.only.as_deref().unwrap_or_default();
        let sentence = format!("the ledger has no claim {label}; `urnfield paper` lists them all");
        return Err(Refusal::Typed(sentence));
    }
    let (mut checked, mut failed) = (Vec::new(), 0);
    for (title, parts) in SECTIONS {
        let claims: Vec<&Claim> = parts.iter().copied().flatten().filter(wanted).collect();
        if !typed.json && !claims.is_empty() {
            writeln!(out, "{title}")?;
        }
        for claim in claims {
            let result = check(claim);
            failed += u64::from(!result.confirmed);
            if !typed.json {
                let mark = if result.confirmed { "ok  " } else { "FAIL" };
                let verdict = claim.verdict.name();
                writeln!(out, "  {mark}  {}  {verdict}", claim.label)?;
                writeln!(out, "        {}", result.evidence)?;
                out.flush()?;
            }
            checked.push(result);
        }
    }
    let confirmed = checked.len() as u64 - failed;
    if typed.json {
        let mut object = Object::new();
        let claims: Value = checked.iter().map(to_json).collect();
        object.insert("claims".into(), claims);
        object.insert("confirmed".into(), confirmed.into());
        object.insert("failed".into(), failed.into());
        report::write_json(out, &object)?;
    } else {
        summary(&checked, confirmed, failed, out)?;
    }
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

fn check(claim: &'static Claim) -> Checked {
    let mut evidence = Evidence::default();
    if let Err(error) = (claim.check)(&mut evidence) {
        evidence.fault(error.to_string());
    }
    let confirmed = evidence.confirms(claim.verdict);
    Checked { claim, evidence: evidence.to_text(), confirmed }
}

fn to_json(checked: &Checked) -> Value {
    json!({
        "label": checked.claim.label,
        "verdict": checked.claim.verdict.name(),
        "evidence": checked.evidence,
        "confirmed": checked.confirmed,
    })
}

fn summary(
    checked: &[Checked],
    confirmed: u64,
    failed: u64,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    use evidence::Verdict::{Condition, False, Misprinted, Right};
    let count = |verdict| checked.iter().filter(|c| c.claim.verdict == verdict).count();
    let verdicts = [Right, Condition, Misprinted, False]
        .map(|verdict| format!("{} {}", count(verdict), verdict.name()));
    writeln!(out, "claims     {}: {}", checked.len(), verdicts.join(", "))?;
    writeln!(out, "confirmed  {confirmed}")?;
    writeln!(out, "failed     {failed}")?;
    Ok(())
}
