//! The estimates as lines of a name and a value.

use super::answers::Answers;
use super::observed::Observed;
use crate::estimated::{
    confidence_in_words, interval_in_words, likeliest_in_words, point_in_words,
};
use crate::report::{shown, talk};
use std::io::{self, Write};

pub(super) fn write(
    observed: &Observed<'_>,
    answers: &Answers,
    digits: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    talk(&answers.notes);
    let mut lines = observed.to_lines();
    if let Some(moments) = answers.moments.as_ref().and_then(|p| point_in_words(p, digits)) {
        lines.push("moments", moments);
    }
    if let Some(mle) = answers.mle.as_ref().and_then(likeliest_in_words) {
        lines.push("mle", mle);
    }
    if let Some((Some(mvue), upto)) = &answers.mvue {
        lines.push("mvue", format!("{}  unbiased up to {upto}", shown(mvue, digits)));
    }
    lines.push("confidence", confidence_in_words(&answers.confidence));
    if let Some(interval) = &answers.interval {
        lines.push("interval", interval_in_words(interval));
    }
    lines.write(out)
}
