//! Every estimate, as far as it is in reach.

use super::observed::{Observed, Question};
use crate::estimated::usual_confidence;
use crate::reach::Missed;
use urnfield::{Enclosure, Error, Interval, Likeliest, Point, Rate};
use urnfield_answers::Form;

/// What is known; `None` where it is out of reach, and then there is a note.
pub(super) struct Answers {
    pub(super) moments: Option<Point>,
    pub(super) mle: Option<Likeliest>,
    /// For a population, and up to how many urns it is unbiased.
    pub(super) mvue: Option<(Option<Enclosure>, u64)>,
    pub(super) confidence: Rate,
    pub(super) interval: Option<Interval>,
    pub(super) notes: Vec<String>,
}

impl Answers {
    pub(super) fn about(observed: &Observed<'_>, form: Form) -> Result<Answers, Error> {
        let confidence = match &observed.how().confidence {
            Some(confidence) => confidence.clone(),
            None => usual_confidence()?,
        };
        let mut missed = Missed::default();
        let (moments, mle, interval, mvue) = match &observed.question {
            Question::Batches(batches) => (
                settled(form, |bits| batches.clone().precision(bits).moments()),
                batches.likeliest(),
                batches.interval(&confidence),
                None,
            ),
            Question::Population(population) => {
                let ask = |bits| population.clone().precision(bits).unbiased();
                let mvue = form.settle("the estimate", ask, |value| form.suffices(value));
                (
                    settled(form, |bits| population.clone().precision(bits).moments()),
                    population.likeliest(),
                    population.interval(&confidence),
                    Some((take(&mut missed, "mvue", mvue)?, population.unbiased_up_to())),
                )
            }
        };
        let moments = take(&mut missed, "moments", moments)?;
        let mle = take(&mut missed, "mle", mle)?;
        let interval = take(&mut missed, "interval", interval)?;
        let nothing = moments.is_none() && mle.is_none() && interval.is_none();
        missed.fail_if(nothing && mvue.as_ref().is_none_or(|(value, _)| value.is_none()))?;
        let mut notes = missed.notes;
        if moments == Some(Point::Undefined) {
            notes.push(format!("no moments and mle: {}", observed.nothing()));
        }
        if interval == Some(Interval::Empty) {
            notes.push("the interval is empty: every number is contradicted".into());
        }
        Ok(Answers { moments, mle, mvue, confidence, interval, notes })
    }
}

/// What is larger than any count can be is out of reach, like what takes too long.
fn take<T>(missed: &mut Missed, name: &str, found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(error @ Error::Unreachable { .. }) => {
            missed.note(name, error);
            Ok(None)
        }
        found => missed.take(name, found),
    }
}

/// A point as certain as its reader needs it.
fn settled(form: Form, ask: impl Fn(u64) -> Result<Point, Error>) -> Result<Point, Error> {
    form.settle("the estimate", ask, |point| match point {
        Point::Value(value) => form.suffices(value),
        Point::Infinite | Point::Undefined => true,
    })
}
