//! `urnfield parquet plan`: the same question for Parquet's blocks alone.

use crate::ask::typed::question;
use crate::read::{FilterKind, Kinds};
use crate::{Form, PlanAnswer, PlanQuestion, Question, Unanswered};
use urnfield::Rate;

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
