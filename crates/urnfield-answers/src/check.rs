//! How many keys a filter lets through, and whether that tells anything.

use crate::value::shown;
use crate::{JointRate, Report};
use urnfield::{Error, Filter, Rational};

/// Keys that were asked of filters.
#[derive(Debug, Clone)]
pub struct CheckAnswer {
    /// How many.
    pub keys: u64,
    /// How many of them were selected.
    pub selected: u64,
    /// Of several filters, how many strangers pass at least one.
    pub joint_fpr: Option<JointRate>,
    /// What people have been told before.
    pub notes: Vec<String>,
}

impl From<CheckAnswer> for Report {
    fn from(answer: CheckAnswer) -> Report {
        let mut report = Report::default();
        report.json("keys", answer.keys);
        report.json("matches", answer.selected);
        report.sentence(answer.selected);
        if let Some(joint) = &answer.joint_fpr {
            report.json("joint_fpr", joint);
        }
        answer.notes.into_iter().for_each(|note| report.unsaid(note));
        if answer.selected == 0 {
            report.say_no();
        }
        report
    }
}

/// A sentence on a filter that lets more than half of everything through: it tells hardly anything,
/// which nobody sees in its answers.
pub fn useless(name: &str, filter: &Filter) -> Result<Option<String>, Error> {
    let rate = filter.own_fpr()?;
    let through = match rate.certainly_ge(&Rational::one()) {
        true => "every one".into(),
        false => shown(&rate, 3),
    };
    Ok(rate.certainly_gt(&Rational::new(1, 2)?).then(|| {
        format!(
            "{name} lets {through} of all keys through, whether they were inserted or not: it holds \
             far more than it has room for; build a larger one"
        )
    }))
}
