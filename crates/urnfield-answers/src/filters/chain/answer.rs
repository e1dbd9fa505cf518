//! The question about a chain of filters, and the answer.

use crate::report::value::{short, shown, shown_upper};
use crate::{Form, Question, Unanswered, own_rate};
use urnfield::chain::{Chain, ChainSummary, Day};
use urnfield::{ChainRate, Enclosure, Error};

/// A chain whose files were read and checked.
#[derive(Debug, Clone)]
pub struct ChainQuestion {
    /// The name of its folder.
    pub folder: String,
    /// What its files say.
    pub summary: ChainSummary,
}

/// What is known of a chain.
#[derive(Debug, Clone)]
pub struct ChainAnswer {
    /// What was asked.
    pub question: ChainQuestion,
    /// The rate of every generation given its bits.
    pub rates: Vec<Enclosure>,
    /// The rate of the chain, and whether it is kept.
    pub kept: ChainKept,
}

/// The rate of all generations together, and whether it is what was asked.
#[derive(Debug, Clone)]
pub struct ChainKept {
    /// The rate.
    pub rate: ChainRate,
    /// Whether it is at most what was asked; `None` where that is not known.
    pub keeps: Option<bool>,
}

impl Question for ChainQuestion {
    type Answer = ChainAnswer;

    fn answer(&self, form: Form) -> Result<ChainAnswer, Unanswered> {
        let generations = self.summary.generations.iter();
        let rates = generations.map(|generation| own_rate(&generation.filter, form));
        let rates = rates.collect::<Result<Vec<_>, _>>()?;
        let kept = ChainKept::of(&self.summary, form)?;
        Ok(ChainAnswer { question: self.clone(), rates, kept })
    }
}

impl ChainKept {
    /// Computes the rate of a chain and compares it with the requested one.
    pub fn of(chain: &ChainSummary, form: Form) -> Result<ChainKept, Error> {
        let ask = |bits: u64| chain.own_fpr_to(bits.max(64));
        let rate = form.settle("the rate of this chain", ask, |rate| form.suffices(&rate.fpr))?;
        Ok(ChainKept { rate, keeps: chain.keeps_promise()? })
    }

    /// `asked 0.001, this chain: 0.000412`.
    pub(crate) fn in_words(&self, chain: &ChainSummary, digits: usize) -> String {
        let rate = if self.rate.is_bound {
            format!("at most {}", shown_upper(&self.rate.fpr, digits))
        } else {
            shown(&self.rate.fpr, digits)
        };
        format!("asked {}, this chain: {rate}", short(&chain.fpr))
    }

    /// Warns of a chain whose rate is above what was asked.
    pub fn broken(&self, folder: &str, chain: &ChainSummary, digits: usize) -> Option<String> {
        (self.keeps == Some(false)).then(|| {
            format!(
                "{folder} broke its promise: its rate is {}, above {}; begin another chain with \
                 another --seed",
                shown(&self.rate.fpr, digits),
                short(&chain.fpr)
            )
        })
    }
}

/// Warns of a chain that does not rotate because its last generation began on a later day: the
/// clock was set to the future then, or is set to the past now.
pub fn later_day(folder: &str, chain: &Chain, today: Day) -> Option<String> {
    let every = chain.options().every?;
    let begun = chain.generations().last()?.begun();
    (begun > today).then(|| {
        format!(
            "the last generation of {folder} began on {begun}, later than today, {today}: none begins \
             with a new {every} until then; set the clock, or begin another chain"
        )
    })
}

/// Returns the sentence about a chain that was just written: `seen.d: standard, generations = 2,
/// …`.
pub fn chain_in_words(
    folder: &str,
    chain: &ChainSummary,
    counts: &str,
    digits: usize,
) -> Result<String, Error> {
    let rate = ChainKept::of(chain, Form::Text(digits))?.in_words(chain, digits);
    let (kind, generations) = (chain.kind, chain.generations.len());
    Ok(format!("{folder}: {kind}, generations = {generations}, {counts}, {rate}"))
}
