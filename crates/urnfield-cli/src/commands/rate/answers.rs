//! The rate of a load, its bounds and its spread.

use crate::asking::Form;
use crate::commands::spread::Spread;
use crate::reach::Missed;
use urnfield::bloom::{Approximation, Standing};
use urnfield::{Enclosure, Error, Load};

/// What is known; `None` where it is out of reach, and then there is a note.
pub(super) struct Answers<'a> {
    pub(super) load: &'a Load,
    pub(super) fpr: Option<Enclosure>,
    pub(super) one_minus_fpr: Option<Enclosure>,
    pub(super) efficiency: Option<Enclosure>,
    /// E, M, L and U.
    pub(super) bounds: Vec<(&'static str, Option<Approximation>)>,
    pub(super) spread: Asked<Spread>,
    pub(super) notes: Vec<String>,
}

/// What takes its time is not computed unasked.
pub(super) enum Asked<T> {
    Found(T),
    OutOfReach,
    TooSlow,
}

type Ask = fn(&Load) -> Result<Approximation, Error>;

const BOUNDS: [(&str, Ask); 4] =
    [("E", Load::exponential), ("M", Load::independent), ("L", Load::lower), ("U", Load::upper)];

impl Answers<'_> {
    pub(super) fn about(load: &Load, spread: bool, form: Form) -> Result<Answers<'_>, Error> {
        let mut missed = Missed::default();
        let fpr = missed.take("fpr", form.certain(load, Load::fpr))?;
        let one_minus_fpr =
            missed.take("one_minus_fpr", form.certain(load, Load::one_minus_fpr))?;
        let efficiency = missed.take("efficiency", form.certain(load, Load::efficiency))?;
        let mut bounds = Vec::new();
        for (name, ask) in BOUNDS {
            bounds.push((name, missed.take(name, bound(load, form, ask))?));
        }
        let nothing = fpr.is_none() && bounds.iter().all(|(_, found)| found.is_none());
        missed.fail_if(nothing)?;
        let spread = match spread || Spread::is_cheap(load)? {
            true => missed
                .take("spread", Spread::of(load, form))?
                .map_or(Asked::OutOfReach, Asked::Found),
            false => Asked::TooSlow,
        };
        let notes = missed.notes;
        Ok(Answers { load, fpr, one_minus_fpr, efficiency, bounds, spread, notes })
    }
}

fn bound(load: &Load, form: Form, ask: Ask) -> Result<Approximation, Error> {
    let suffices = |found: &Approximation| form.suffices(&found.value);
    form.settle("the bound", |bits| ask(&load.precision(bits)), suffices)
}

/// What an approximation is worth, in the words of the contract.
pub(super) fn worth(standing: Standing) -> &'static str {
    match standing {
        Standing::Lower => "lower",
        Standing::Upper => "upper",
        Standing::Estimate => "estimate",
    }
}
