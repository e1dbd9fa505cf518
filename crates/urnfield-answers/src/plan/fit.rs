//! Whether the items fit into the bits at the rate, by how much, and which size would do.

use crate::ask::reach::Missed;
use crate::plan::blocked;
use crate::plan::excess::{Excess, excess, share, single_filters};
use crate::plan::promise::Promise;
use crate::plan::proposal::per_filter;
use crate::plan::wanted::Wanted;
use crate::read::FilterKind;
use crate::report::numbers::counted;
use crate::report::value::short;
use crate::{Form, OfAnyKind, PerFilter, PlanQuestion, Report, Value, words};
use urnfield::{AnyDesign, Design, Enclosure, Error, Kind, Rate};

/// Yes or no.
#[derive(Debug, Clone)]
pub struct Fit {
    /// What was asked.
    pub question: PlanQuestion,
    /// Whether they fit.
    pub fits: bool,
    /// The filter: of the kind asked for, else standard, with the best hashes.
    pub design: AnyDesign,
    /// The items it is to hold.
    pub items: u64,
    /// The rate asked for.
    pub target: Rate,
    /// The rate of that filter.
    pub fpr: Option<Enclosure>,
    /// The least size for which the answer is yes.
    pub needs_bits: Option<u64>,
    /// The most items for which it is.
    pub most_items: Option<u64>,
    /// What it takes that each single filter keeps the rate.
    pub per_filter: Option<PerFilter>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

impl Fit {
    pub(super) fn of(
        question: &PlanQuestion,
        (bits, items, target): (u64, u64, &Rate),
        form: Form,
    ) -> Result<Fit, Error> {
        let kind = question.kinds().only().unwrap_or(FilterKind::Plain(Kind::Standard));
        let mut missed = Missed::default();
        let plan = |wanted: Wanted| question.plan(&wanted, kind);
        let least = match plan(Wanted::LeastBits { items, fpr: target.clone() }) {
            // No size at all is an answer.
            found @ Err(Error::Unreachable { .. }) => missed.noted("needs_bits", found),
            found => Some(found?),
        };
        let found = plan(Wanted::Fits { bits, items, fpr: target.clone() });
        let design = match (found, &least, kind) {
            // Where the best number of hashes is in the thousands, the hashes of the smallest
            // filter are enough.
            (Err(Error::TooCostly { .. }), Some(least), FilterKind::Plain(kind))
                if least.design.bits() <= bits =>
            {
                AnyDesign::Plain(Design::new(kind, bits, least.design.hashes())?)
            }
            (found, ..) => found?.design,
        };
        let load = design.holding(items)?;
        let fpr = missed.take("fpr", load.fpr(form))?;
        let fits = match &question.confidence {
            // The mean falls with the size.
            None => least.as_ref().is_some_and(|least| least.design.bits() <= bits),
            Some(confidence) => {
                let kept = match design {
                    AnyDesign::Plain(design) => {
                        Promise { fpr: target, confidence }.is_kept(design, items)?
                    }
                    AnyDesign::Blocked(design) => {
                        blocked::is_kept((design, items), target, confidence)?
                    }
                };
                kept
                    // The least mean and the surest promise may need different hashes.
                    || least.as_ref().is_some_and(|least| least.design.bits() == bits)
            }
        };
        let most = plan(Wanted::MostItems { bits, fpr: target.clone() });
        let most_items = missed.noted("most_items", most).map(|most| most.items);
        let per_filter = question.per_filter((design, items), form, &mut missed)?;
        Ok(Fit {
            question: question.clone(),
            fits,
            design,
            items,
            target: target.clone(),
            fpr,
            needs_bits: least.map(|least| least.design.bits()),
            most_items,
            per_filter,
            notes: missed.notes,
        })
    }

    /// Returns yes or no, in a sentence.
    fn verdict(&self) -> Value {
        let bits = self.design.bits();
        let items = counted(self.items, "item", "items");
        let (do_fit, do_not) =
            if self.items == 1 { ("fits", "does not fit") } else { ("fit", "do not fit") };
        let size = counted(bits, "bit", "bits");
        let surely = match &self.question.confidence {
            Some(confidence) => format!(" with probability {}", short(confidence)),
            None => String::new(),
        };
        let rate = short(&self.target);
        if self.fits {
            let spare = match self.needs_bits.and_then(|needs| bits.checked_sub(needs)) {
                Some(spare @ 1..) => {
                    let left = counted(spare, "bit", "bits");
                    let share = share(spare, bits).map(|percent| format!(" or {percent} %"));
                    format!(", with {left}{} to spare", share.unwrap_or_default())
                }
                _ => String::new(),
            };
            let said =
                format!("Yes: {items} {do_fit} into {size} at a rate of at most {rate}{surely}");
            return words![said, spare, "."];
        }
        let said = format!("No: {items} {do_not} into {size} at a rate of at most {rate}{surely}");
        let target = Enclosure::from(self.target.value());
        let above = self.fpr.as_ref().and_then(|fpr| {
            let by = match excess(fpr, &target)? {
                Excess::Percent(percent) => format!("{percent} % too much"),
                Excess::Times(times) => format!("{times} times too much"),
            };
            Some(words!["; the rate is ", fpr, ", ", by])
        });
        let mut would = Vec::new();
        if let Some(needs) = self.needs_bits {
            let more = needs.saturating_sub(bits);
            would.push(format!(
                "{} would do, {} more",
                counted(needs, "bit", "bits"),
                with_share(more, bits)
            ));
        }
        if let Some(most) = self.most_items {
            would.push(format!("{size} hold {}", counted(most, "item", "items")));
        }
        let would =
            if would.is_empty() { String::new() } else { format!(" {}.", would.join("; ")) };
        words![said, above, ".", would]
    }
}

/// `405 or 4.2 %`.
fn with_share(part: u64, of: u64) -> String {
    match share(part, of) {
        Some(percent) => format!("{part} or {percent} %"),
        None => part.to_string(),
    }
}

impl From<Fit> for Report {
    fn from(fit: Fit) -> Report {
        let mut report = Report::with_notes();
        report.json("asked", fit.question.asked());
        report.json("fits", fit.fits);
        report.sentence(fit.verdict());
        report.both("kind", fit.design.kind());
        report.both("bits", fit.design.bits());
        report.both("hashes", fit.design.hashes());
        report.both("items", fit.items);
        report.both("fpr", &fit.fpr);
        report.both("needs_bits", fit.needs_bits);
        report.both("most_items", fit.most_items);
        if let Some(found) = &fit.per_filter {
            report.json("per_filter", per_filter(found));
            if found.bound && found.share_worse.is_none() {
                report
                    .unsaid("no share_worse: of filters with blocks only bounds far out are known");
            }
            if fit.question.confidence.is_none() {
                let said = single_filters(found, fit.design.bits());
                report.sentence(words!["The rate is a mean over filters: ", said, "."]);
            }
        }
        if !fit.fits {
            report.say_no();
        }
        report.notes(fit.notes);
        report
    }
}
