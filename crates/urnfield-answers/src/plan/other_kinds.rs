//! Plans of kinds that other libraries build: double hashing, and slices.

use crate::ask::reach::Missed;
use crate::plan::proposal::per_filter;
use crate::plan::wanted::Wanted;
use crate::read::Kinds;
use crate::report::numbers::{counted, quotient};
use crate::report::value::short;
use crate::{Form, PerFilter, PlanQuestion, Report, Unanswered, Value, usual_promise};
use urnfield::bloom::double::{DoublePlan, Steps};
use urnfield::bloom::partitioned::PartitionedPlan;
use urnfield::{Enclosure, Rate};

/// A filter of such a kind for a number of items and a rate.
#[derive(Debug, Clone)]
pub struct OtherPlan {
    /// What was asked.
    pub question: PlanQuestion,
    /// The rate asked for.
    pub target: Rate,
    /// The size in bits.
    pub bits: u64,
    /// How many hashes an item has.
    pub hashes: u64,
    /// How many items it is for.
    pub items: u64,
    /// Its mean rate.
    pub fpr: Option<Enclosure>,
    /// What is known of the kind besides.
    pub details: OtherDetails,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// What is known besides, by the kind.
#[derive(Debug, Clone)]
pub enum OtherDetails {
    /// Double hashing: the numbers of hashes tried, and whether no smaller multiple of 64 will do.
    Double {
        /// The first and the last number of hashes that was tried.
        tried: (u64, u64),
        /// Whether all smaller multiples of 64 bits are excluded.
        is_smallest: bool,
    },
    /// Slices: what it takes that each single filter keeps the rate.
    Partitioned(Option<PerFilter>),
}

impl OtherPlan {
    pub(super) fn of(
        question: &PlanQuestion,
        wanted: &Wanted,
        form: Form,
    ) -> Result<OtherPlan, Unanswered> {
        let Wanted::LeastBits { items, fpr } = wanted else {
            let kind = question.kinds();
            let fault = format!("a plan of kind {kind} needs --items and --fpr, and no --bits");
            return Err(Unanswered::Unclear(fault));
        };
        if question.kind == Some(Kinds::Double) {
            OtherPlan::double(question, (*items, fpr), form)
        } else {
            OtherPlan::partitioned(question, (*items, fpr), form)
        }
    }

    fn double(
        question: &PlanQuestion,
        (items, target): (u64, &Rate),
        form: Form,
    ) -> Result<OtherPlan, Unanswered> {
        if question.confidence.is_some() {
            return Err("no law of one filter's own rate is known for double hashing; leave out \
                        --confidence"
                .into());
        }
        let usual = DoublePlan::USUAL_HASHES;
        let tried = question
            .hashes
            .map_or((usual.0, question.max_hashes.unwrap_or(usual.1)), |hashes| (hashes, hashes));
        let plan = DoublePlan::find(Steps::All, items, target, tried)?;
        let mut missed = Missed::default();
        let rates = plan.design.rates()?;
        let fpr = form.enclose("the rate", |bits| rates.fpr_to(items, bits));
        Ok(OtherPlan {
            question: question.clone(),
            target: target.clone(),
            bits: plan.design.bits(),
            hashes: plan.design.hashes(),
            items,
            fpr: missed.take("fpr", fpr)?,
            details: OtherDetails::Double { tried: plan.tried, is_smallest: plan.is_smallest },
            notes: missed.notes,
        })
    }

    fn partitioned(
        question: &PlanQuestion,
        (items, target): (u64, &Rate),
        form: Form,
    ) -> Result<OtherPlan, Unanswered> {
        if question.max_hashes.is_some() {
            return Err("a plan of kind partitioned tries every number of hashes, or the one of \
                        --hashes; leave out --max-hashes"
                .into());
        }
        let mut missed = Missed::default();
        let mut plan = PartitionedPlan::smallest(items, target, question.hashes)?;
        let confidence = question.confidence.clone().map_or_else(usual_promise, Ok)?;
        let per_filter = if let Some(confidence) = &question.confidence {
            plan = plan.keeping(target, confidence)?;
            let worse = plan.filter.own_rate_at_least(items, target)?;
            let bits = Some(plan.filter.bits());
            let confidence = confidence.clone();
            Some(PerFilter { confidence, bits, share_worse: Some(worse), bound: true })
        } else if question.no_per_filter {
            None
        } else {
            let own = missed.take("bits per_filter", plan.keeping(target, &confidence))?;
            let bits = own.map(|own| own.filter.bits());
            let worse = plan.filter.own_rate_at_least(items, target);
            let share_worse = missed.take("share_worse", worse)?;
            Some(PerFilter { confidence, bits, share_worse, bound: true })
        };
        let fpr = form.enclose("the rate", |bits| plan.filter.fpr(items, bits));
        Ok(OtherPlan {
            question: question.clone(),
            target: target.clone(),
            bits: plan.filter.bits(),
            hashes: plan.filter.slices().len() as u64,
            items,
            fpr: missed.take("fpr", fpr)?,
            details: OtherDetails::Partitioned(per_filter),
            notes: missed.notes,
        })
    }

    /// Returns what the search promises, in a sentence.
    fn promise(&self) -> String {
        let independent = "positions a + i·d; sizes are multiples of 64";
        match &self.details {
            OtherDetails::Double { tried: (first, last), is_smallest: true } => format!(
                "With {independent}. Every smaller multiple was checked with {first} to {last} \
                 hashes, or has fewer bits than any filter with this rate."
            ),
            OtherDetails::Double { tried: (first, last), .. } => format!(
                "With {independent}. This size was found by a search upwards with {first} to \
                 {last} hashes; a smaller one is not excluded, because the rate need not fall with \
                 the size."
            ),
            OtherDetails::Partitioned(_) if self.question.confidence.is_some() => {
                "With one bit in each slice. The size rests on a bound; a smaller one may keep the \
                 rate too."
                    .into()
            }
            OtherDetails::Partitioned(_) => {
                "With one bit in each slice, all slices of one size. No number of slices does with \
                 fewer bits."
                    .into()
            }
        }
    }
}

impl From<OtherPlan> for Report {
    fn from(plan: OtherPlan) -> Report {
        let mut report = Report::with_notes();
        report.json("asked", plan.question.asked());
        let items = counted(plan.items, "item", "items");
        let rate = short(&plan.target);
        report.sentence(format!("A filter for {items} at a rate of at most {rate}"));
        let bytes = plan.bits.div_ceil(8);
        let bits_per_item = quotient(plan.bits, plan.items, 64);
        let kind = plan.question.kinds().to_string();
        let mut fields: Vec<(&'static str, Value)> = vec![
            ("kind", kind.into()),
            ("bits", plan.bits.into()),
            ("bytes", bytes.into()),
            ("hashes", plan.hashes.into()),
            ("items", plan.items.into()),
            ("fpr", (&plan.fpr).into()),
            ("bits_per_item", (&bits_per_item).into()),
        ];
        for (name, value) in &fields {
            report.line(*name, value.clone());
        }
        report.sentence(plan.promise());
        match &plan.details {
            OtherDetails::Double { tried: (first, last), is_smallest } => {
                fields.push(("steps", "all".into()));
                fields.push(("hashes_tried", vec![*first, *last].into_iter().collect::<Value>()));
                fields.push(("smallest", (*is_smallest).into()));
            }
            OtherDetails::Partitioned(found) => {
                fields.push(("slice_bits", (plan.bits / plan.hashes).into()));
                if let Some(found) = found {
                    fields.push(("per_filter", per_filter(found)));
                    if let Some(bits) = found.bits.filter(|_| plan.question.confidence.is_none()) {
                        let doubt = short(&found.confidence.complement());
                        report.sentence(format!(
                            "Each single filter keeps the rate with {bits} bits, up to a chance of \
                             at most {doubt}."
                        ));
                    }
                }
            }
        }
        report.json("plans", std::iter::once(Value::Object(fields)).collect::<Value>());
        report.notes(plan.notes);
        report
    }
}
