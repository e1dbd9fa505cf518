//! Plans for each kind, beside the filter of the textbook.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::plan::other_kinds::OtherPlan;
use crate::plan::wanted::Wanted;
use crate::read::{FilterKind, Kinds};
use crate::{
    Fit, Form, OfAnyKind, ParquetAdvice, PlanQuestion, Proposal, Question, RateAnswer, Unanswered,
    Verdict,
};
use urnfield::Rate;

/// What was found.
#[derive(Debug, Clone)]
pub enum PlanAnswer {
    /// Filters, one for each kind asked for.
    Plans(Box<Plans>),
    /// Whether the items fit into the bits at the rate.
    Fit(Box<Fit>),
    /// A filter of a kind that other libraries build.
    Other(Box<OtherPlan>),
    /// Bits, items and hashes leave nothing open: everything about that filter.
    Filter(Box<RateAnswer>),
}

/// The plans for one question.
#[derive(Debug, Clone)]
pub struct Plans {
    /// What was asked.
    pub question: PlanQuestion,
    pub(crate) wanted: Wanted,
    /// One for each kind that is in reach.
    pub proposals: Vec<Proposal>,
    /// The filter of the textbook; `None` where it cannot be built.
    pub textbook: Option<Verdict>,
    /// Where Parquet's blocks are asked for, with a rate.
    pub parquet: Option<ParquetAdvice>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
    /// Sentences about lines that are out of reach and were not asked for: in JSON only.
    pub unasked: Vec<String>,
}

impl Question for PlanQuestion {
    type Answer = PlanAnswer;

    fn answer(&self, form: Form) -> Result<PlanAnswer, Unanswered> {
        let wanted = self.wanted()?;
        if let Wanted::Nothing(filter) = wanted {
            return Ok(PlanAnswer::Filter(Box::new(filter.answer(form)?)));
        }
        if matches!(self.kind, Some(Kinds::Double | Kinds::Partitioned)) {
            return Ok(PlanAnswer::Other(Box::new(OtherPlan::of(self, &wanted, form)?)));
        }
        if let Wanted::Fits { bits, items, fpr } = &wanted {
            let fit = Fit::of(self, (*bits, *items, fpr), form)?;
            return Ok(PlanAnswer::Fit(Box::new(fit)));
        }
        let mut missed = Missed::default();
        let mut unasked = Missed::default();
        let mut proposals = Vec::new();
        for kind in self.kinds().list() {
            let missed = if self.kind.is_none() && kind.blocks().is_some() {
                &mut unasked
            } else {
                &mut missed
            };
            // Whatever keeps one kind from an answer leaves the other one standing.
            match self.plan(&wanted, kind) {
                Ok(chosen) => {
                    let promise = self.fpr.as_ref().zip(self.confidence.as_ref());
                    let mut proposal = Proposal::new(chosen, promise, form, missed)?;
                    let filter = (proposal.design, proposal.items);
                    proposal.per_filter = self.per_filter(filter, form, missed)?;
                    proposals.push(proposal);
                }
                Err(error) => missed.note(&format!("{kind} plan"), error),
            }
        }
        // The textbook alone is no answer.
        missed.fail_if(proposals.is_empty())?;
        let target = self.fpr.as_ref();
        let textbook = Verdict::of(self.textbook(&wanted), target, form, &mut missed)?;
        let parquet =
            match (proposals.iter().find(|p| p.design.kind() == FilterKind::Parquet), target) {
                (Some(plan), Some(fpr)) => {
                    let found = ParquetAdvice::of(plan.items, fpr, form, &mut missed);
                    missed.take("advice for writers", found)?
                }
                _ => None,
            };
        let question = self.clone();
        Ok(PlanAnswer::Plans(Box::new(Plans {
            question,
            wanted,
            proposals,
            textbook,
            parquet,
            notes: missed.notes,
            unasked: unasked.notes,
        })))
    }
}

question! {
    /// What is known of the filter of a column; the rest is to be found.
    #[derive(Default)]
    ParquetPlanQuestion {
        /// How many distinct values the column has
        items: Option<u64> = count("N"),
        /// The highest false-positive rate allowed
        fpr: Option<Rate> = rate("P"),
        /// The size in bits, or in bytes with a final B
        bits: Option<u64> = size_in_bits("M"),
        /// How surely one filter's own rate is to keep to P
        confidence: Option<Rate> = rate("C"),
        /// Leave out what a promise for each single filter costs
        no_per_filter: bool = flag,
    }
}

impl Question for ParquetPlanQuestion {
    type Answer = PlanAnswer;

    fn answer(&self, form: Form) -> Result<PlanAnswer, Unanswered> {
        let plan = PlanQuestion {
            items: self.items,
            fpr: self.fpr.clone(),
            bits: self.bits,
            confidence: self.confidence.clone(),
            no_per_filter: self.no_per_filter,
            kind: Some(Kinds::Only(FilterKind::Parquet)),
            hashes: None,
            max_hashes: None,
        };
        plan.answer(form)
    }
}
