//! The estimates as one JSON object.

use super::answers::Answers;
use super::observed::Observed;
use crate::estimated::{interval, likeliest, point};
use crate::report::{certified, write_json};
use serde_json::Value;
use std::io::{self, Write};

pub(super) fn write(
    observed: &Observed<'_>,
    answers: &Answers,
    digits: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut object = observed.to_json();
    let moments = answers.moments.as_ref().map(|found| point(found, digits));
    object.insert("moments".into(), moments.into());
    object.insert("mle".into(), answers.mle.as_ref().map(likeliest).into());
    if let Some((mvue, unbiased_up_to)) = &answers.mvue {
        let value: Value = match mvue {
            Some(value) => {
                let mut value = certified(value, digits);
                value.insert("unbiased_up_to".into(), (*unbiased_up_to).into());
                value.into()
            }
            None => Value::Null,
        };
        object.insert("mvue".into(), value);
    }
    object.insert("confidence".into(), answers.confidence.to_string().into());
    object.insert("interval".into(), answers.interval.as_ref().map(interval).into());
    if !answers.notes.is_empty() {
        object.insert("notes".into(), answers.notes.clone().into());
    }
    write_json(out, &object)
}
