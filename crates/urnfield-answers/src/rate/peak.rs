//! The load at which a filter is most efficient: over whole items, over real ones, and by the
//! formulas M and E.

use crate::ask::reach::Missed;
use crate::ask::typed::question;
use crate::{Form, Question, Report, Unanswered, Value, object, words};
use urnfield::bloom::{FormulaPeak, Peak};
use urnfield::{Design, Enclosure, Error, Kind, Load, Rational};

question! {
    /// A filter whose load is left open: where is it most efficient?
    #[derive(Copy)]
    PeakQuestion {
        /// The size in bits, or in bytes with a final B
        bits: u64 = size_in_bits("M"),
        /// Exactly this number of hashes; without it, the best
        hashes: Option<u64> = count("K"),
        /// standard or classic [default: standard]
        kind: Option<Kind> = kind("KIND"),
    }
}

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct PeakAnswer {
    /// The filter.
    pub design: Design,
    /// The peak over whole items.
    pub summit: Option<Summit>,
    /// The peaks of M and of E.
    pub approximations: [(&'static str, Option<FormulaPeak>); 2],
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// The peak over whole items.
#[derive(Debug, Clone)]
pub struct Summit {
    /// Where it is.
    pub peak: Peak,
    /// Its height.
    pub efficiency: Option<Enclosure>,
    /// The rate there.
    pub fpr: Option<Enclosure>,
    /// Items and efficiency of the peak over real items, without proof; `None` where it is at one
    /// item, or too flat.
    pub real: Option<(f64, f64)>,
}

impl Question for PeakQuestion {
    type Answer = PeakAnswer;

    fn answer(&self, form: Form) -> Result<PeakAnswer, Unanswered> {
        let (design, peak) = self.peak()?;
        let mut missed = Missed::default();
        let summit = match missed.take("peak over whole items", peak)? {
            Some(peak) => Some(Summit::of(design, peak, form, &mut missed)?),
            None => None,
        };
        let formulas =
            [("M", Peak::of_independent(design)), ("E", Ok(Peak::of_exponential(design)))];
        // M has no peak in one bit; that is no fault of the question.
        let approximations = formulas.map(|(name, found)| {
            (name, missed.noted(name, found.and_then(|found| fit(found, form))))
        });
        Ok(PeakAnswer { design, summit, approximations, notes: missed.notes })
    }
}

impl PeakQuestion {
    /// The filter, and its peak, which may be out of reach.
    fn peak(&self) -> Result<(Design, Result<Peak, Error>), Error> {
        let kind = self.kind.unwrap_or(Kind::Standard);
        if let Some(hashes) = self.hashes {
            let design = Design::new(kind, self.bits, hashes)?;
            return Ok((design, Peak::of(design)));
        }
        let peak = Peak::highest(kind, self.bits);
        let hashes = match (kind, &peak) {
            // One hash is the best there is (`cor:standard-max-efficiency`), wherever the peak is.
            (Kind::Standard, _) => 1,
            (Kind::Classic, Ok(peak)) => peak.hashes,
            (Kind::Classic, Err(error)) => return Err(error.clone()),
        };
        Ok((Design::new(kind, self.bits, hashes)?, peak))
    }
}

impl Summit {
    fn of(design: Design, peak: Peak, form: Form, missed: &mut Missed) -> Result<Summit, Error> {
        let load = design.holding(peak.items)?;
        let efficiency = missed.take("efficiency", form.certain(&load, Load::efficiency))?;
        let fpr = missed.take("fpr", form.certain(&load, Load::fpr))?;
        let real = missed.take("real", peak.real())?.flatten();
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

impl From<PeakAnswer> for Report {
    fn from(answer: PeakAnswer) -> Report {
        let design = answer.design;
        let mut report = Report::default();
        report.notes(answer.notes);
        report.both("kind", design.kind());
        report.both("bits", design.bits());
        report.both("hashes", design.hashes());
        match answer.summit {
            Some(summit) => summit.tell(&mut report),
            None => ["items", "ties", "efficiency", "fpr", "real"]
                .into_iter()
                .for_each(|name| report.json(name, Value::Null)),
        }
        let mut approximations = Vec::new();
        for (name, found) in answer.approximations {
            let found = found.map(|found| [found.items.into(), found.efficiency.into()]);
            report.line(name, found.as_ref().map(at));
            approximations.push((name, found.map(pair).into()));
        }
        report.json("approximations", Value::Object(approximations));
        report
    }
}

impl Summit {
    fn tell(self, report: &mut Report) {
        report.both("items", self.peak.items);
        let ties = &self.peak.ties;
        report.json("ties", ties.iter().map(|&(n, k)| vec![n, k]).collect::<Value>());
        if ties.len() > 1 {
            let each = ties.iter().map(|(n, k)| format!("items = {n} with hashes = {k}"));
            report.line("ties", each.collect::<Vec<_>>().join(", "));
        }
        report.both("efficiency", self.efficiency);
        report.both("fpr", self.fpr);
        let real = self.real.map(|(items, efficiency)| [guess(items), guess(efficiency)]);
        report.line("real", real.as_ref().map(|real| words![at(real), "  estimate"]));
        if real.is_none()
            && !report.asides().iter().any(|note| note.sentence().starts_with("no real"))
        {
            report.unsaid("no real: the peak is at one item, or too flat for an estimate");
        }
        report.json("real", real.map(pair));
    }
}

/// A double as the number it is.
fn guess(value: f64) -> Value {
    // A double holds no more digits.
    let exact = format!("{value:e}").parse::<Rational>();
    exact.map_or(Value::Null, |value| Value::Estimate { value: (&value).into(), most: 15 })
}

fn pair([items, efficiency]: [Value; 2]) -> Value {
    object! { "items" => items, "efficiency" => efficiency }
}

fn at([items, efficiency]: &[Value; 2]) -> Value {
    words![efficiency, " at ", items, " items"]
}
