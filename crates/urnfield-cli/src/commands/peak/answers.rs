//! The peak over whole items, over real ones, and of the formulas M and E.

use crate::reach::Missed;
use urnfield::bloom::{FormulaPeak, Peak};
use urnfield::{Design, Enclosure, Error, Load, Rational};
use urnfield_answers::Form;

pub(super) struct Answers {
    pub(super) design: Design,
    pub(super) summit: Option<Summit>,
    pub(super) approximations: [(&'static str, Option<FormulaPeak>); 2],
    pub(super) notes: Vec<String>,
}

/// The peak over whole items.
pub(super) struct Summit {
    pub(super) peak: Peak,
    pub(super) efficiency: Option<Enclosure>,
    pub(super) fpr: Option<Enclosure>,
    /// Items and efficiency of the peak over real items; a guess, as doubles go.
    pub(super) real: Option<(Enclosure, Enclosure)>,
}

/// A double holds no more.
pub(super) const DIGITS_OF_DOUBLE: usize = 15;

impl Answers {
    /// Everything about a peak that may be out of reach itself.
    pub(super) fn about(
        design: Design,
        peak: Result<Peak, Error>,
        form: Form,
    ) -> Result<Answers, Error> {
        let mut missed = Missed::default();
        let summit = match missed.take("peak over whole items", peak)? {
            Some(peak) => Some(Summit::of(design, peak, form, &mut missed)?),
            None => None,
        };
        let formulas =
            [("M", Peak::of_independent(design)), ("E", Ok(Peak::of_exponential(design)))];
        // M has no peak in one bit; that is no fault of the question.
        let approximations = formulas.map(|(name, found)| match found.and_then(|f| fit(f, form)) {
            Ok(found) => (name, Some(found)),
            Err(error) => {
                missed.note(name, error);
                (name, None)
            }
        });
        Ok(Answers { design, summit, approximations, notes: missed.notes })
    }
}

impl Summit {
    fn of(design: Design, peak: Peak, form: Form, missed: &mut Missed) -> Result<Summit, Error> {
        let load = design.holding(peak.items)?;
        let efficiency = missed.take("efficiency", form.certain(&load, Load::efficiency))?;
        let fpr = missed.take("fpr", form.certain(&load, Load::fpr))?;
        let real = match missed.take("real", peak.real())?.flatten() {
            Some((items, efficiency)) => Some((exactly(items)?, exactly(efficiency)?)),
            None => None,
        };
        Ok(Summit { peak, efficiency, fpr, real })
    }
}

/// The widths promised in JSON.
fn fit(found: FormulaPeak, form: Form) -> Result<FormulaPeak, Error> {
    match form {
        Form::Json(_) if !form.suffices(&found.items) || !form.suffices(&found.efficiency) => {
            Err(Error::Precision {
                what: "the peak of a formula",
                bits: found.items.certain_bits().min(found.efficiency.certain_bits()),
                remedy: "ask for fewer digits with --digits",
            })
        }
        _ => Ok(found),
    }
}

/// A double as the number it is.
fn exactly(value: f64) -> Result<Enclosure, Error> {
    Ok(Enclosure::from_rational(&format!("{value:e}").parse::<Rational>()?, 64))
}
