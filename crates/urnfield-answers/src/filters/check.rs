//! The report of `check`, and warnings about filters that reject hardly any key.

use crate::report::value::shown;
use crate::{JointRate, Report};
use urnfield::filter::KeyKinds;
use urnfield::{Enclosure, Error, Filter, Rational};

/// Keys that were asked of filters.
#[derive(Debug, Clone)]
pub struct CheckAnswer {
    /// The number of keys.
    pub keys: u64,
    /// The number of keys that were selected.
    pub selected: u64,
    /// The joint rate of several filters.
    pub joint_fpr: Option<JointRate>,
    /// Warnings that were printed already.
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

/// Warns of a filter that accepts more than half of all keys, because its answers do not show that.
pub fn useless(name: &str, filter: &Filter) -> Result<Option<String>, Error> {
    Ok(useless_at(name, &filter.own_fpr()?))
}

/// Warns of a filter with this rate, as [`useless`] does.
pub(crate) fn useless_at(name: &str, rate: &Enclosure) -> Option<String> {
    let one = Rational::one();
    let half = one.checked_div(&Rational::from(2))?;
    let through = if rate.certainly_ge(&one) { "every one".into() } else { shown(rate, 3) };
    rate.certainly_gt(&half).then(|| {
        format!(
            "{name} lets {through} of all keys through, whether they were inserted or not: it holds \
             far more than it has room for; build a larger one"
        )
    })
}

/// Explains why keys of a kind are refused by a filter that holds only keys of other kinds, and
/// names the option that helps. Every such key would be missed.
///
/// ```
/// use urnfield::filter::KeyKinds;
/// use urnfield_answers::other_kind_of_keys;
/// let said = other_kind_of_keys("ids.urn", KeyKinds::INTEGERS, KeyKinds::TEXTS);
/// assert!(said.is_some_and(|said| said.ends_with("add --integers")));
/// assert_eq!(other_kind_of_keys("ids.urn", KeyKinds::UNKNOWN, KeyKinds::TEXTS), None);
/// ```
pub fn other_kind_of_keys(filter: &str, held: KeyKinds, kind: KeyKinds) -> Option<String> {
    if !held.excludes(kind) {
        return None;
    }
    let names: Vec<&str> = held.names().collect();
    let difference = match kind {
        KeyKinds::TUPLES => {
            "a key of several columns is another key than any text or integer; name one column"
        }
        _ if held == KeyKinds::TUPLES => {
            "a key of several columns is another key than any text or integer; name its columns, \
             as --column a,b or --field .a,.b"
        }
        KeyKinds::INTEGERS => {
            "the integer 42 is another key than the text 42; leave out --integers"
        }
        _ => "the text 42 is another key than the integer 42; add --integers",
    };
    Some(format!("{filter} holds {} only, and {difference}", names.join(" and ")))
}
