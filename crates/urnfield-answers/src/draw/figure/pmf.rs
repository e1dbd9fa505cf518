//! `pmf`: any occupancy law, as bars.

use crate::ask::typed::question;
use crate::draw::chart::axis::Axis;
use crate::draw::chart::series::{Chart, Series, Style, plain};
use crate::draw::figure::{Figure, few};
use crate::{Balls, Form, Intersection, Statement, Union, Value};
use urnfield::{Committees, Enclosure, Error, Occupancy, Rational};

/// The most cell updates of a table: more would take too long for a picture.
const MOST_COST: f64 = 1e8;

question! {
    /// A law, and how much of it is drawn.
    AnyLaw {
        /// How many urns there are
        urns: u64 = count("M"),
        /// How many balls are thrown
        balls: Option<u64> = count("N"),
        /// N committees of K members, mixed as 3x500+2x80
        department: Option<Vec<Vec<Committees>>> = department("NxK"),
        /// Urns in some committee of every department, not of any
        every: bool = flag,
        /// What lists of these sizes share
        sizes: Option<Vec<u64>> = sizes("K,K"),
        /// A value to mark, and its tail
        observed: Option<u64> = count("I"),
        /// Leave out what is less probable [default: 1e-9]
        above: Option<Rational> = threshold("X"),
    }
}

impl AnyLaw {
    fn statement(&self) -> Result<Statement, Error> {
        let (urns, every) = (self.urns, self.every);
        let wrong = |rule, got: &str| Err(Error::Domain { rule, got: got.into() });
        if let Some(sizes) = &self.sizes {
            if self.balls.is_some() || self.department.is_some() || every {
                return wrong("a law has --balls, --department or --sizes", "more than one");
            }
            let (department, sizes) = (None, Some(sizes.clone()));
            return Ok(Intersection { urns, department, sizes }.into());
        }
        match (self.balls, self.department.clone()) {
            (Some(_), Some(_)) => wrong("a law has --balls or --department", "both"),
            (Some(balls), None) => Ok(Balls { urns, balls }.into()),
            (None, Some(department)) if every => {
                let (department, sizes) = (Some(department), None);
                Ok(Intersection { urns, department, sizes }.into())
            }
            (None, Some(department)) => Ok(Union { urns, department }.into()),
            (None, None) if every => {
                wrong("--every is about departments, which are added with --department", "none")
            }
            (None, None) => wrong("a law needs --balls, --department or --sizes", "none"),
        }
    }

    pub(crate) fn pmf(&self, form: Form) -> Result<Figure, Error> {
        let law = self.statement()?.law()?;
        let least = match &self.above {
            Some(least) => least.clone(),
            None => "1e-9".parse()?,
        };
        let remedy =
            "leave out more with --above, or ask for single probabilities with `urnfield law`";
        let table = table(&law, &least, form, remedy)?;
        let row = |(i, p): &(u64, _)| vec![Value::from(i), Value::from(p)];
        let rows = table.iter().map(row).collect();
        let points = table.iter().map(|(i, p)| (*i as f64, plain(p))).collect();
        let mean = law.clone().precision(form.bits()).mean()?;
        let mut series = vec![
            Series { name: "P(X = i)".into(), points, style: Style::Bars },
            Series::upright(format!("mean {mean:.5}"), plain(&mean)),
        ];
        if let Some(observed) = self.observed {
            series.extend(tail(&law, observed, &table, &mean, form)?);
        }
        let chart = Chart {
            title: self.title(),
            x: Axis::plain(if self.sizes.is_some() {
                "names shared, i"
            } else {
                "occupied urns i"
            }),
            y: Axis::plain("probability").with(0.0),
            series,
        };
        Ok(Figure { columns: &["i", "pmf"], rows, chart })
    }

    /// Returns the title: the law in words.
    fn title(&self) -> String {
        let urns = self.urns;
        let departments = |joint: &str| {
            let said = |department: &Vec<Committees>| {
                Value::Department(department.clone()).said(7).unwrap_or_default()
            };
            let all: Vec<String> = self.department.iter().flatten().map(said).collect();
            all.join(joint)
        };
        if let Some(sizes) = &self.sizes {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            return format!("Names shared by lists of {} out of {urns}", sizes.join(" and "));
        }
        match (self.balls, self.every) {
            (Some(balls), _) => format!("Urns occupied by {balls} balls in {urns} urns"),
            (None, false) => format!("Union of committees {} in {urns} urns", departments("+")),
            (None, true) => {
                format!("Intersection of committees {} in {urns} urns", departments(" and "))
            }
        }
    }
}

/// The value that was observed, and the tail from it on, away from the mean.
fn tail(
    law: &Occupancy,
    observed: u64,
    table: &[(u64, Enclosure)],
    mean: &Enclosure,
    form: Form,
) -> Result<[Series; 2], Error> {
    let upper = mean.hi_f64() <= observed as f64;
    let (ask, sign): (fn(&Occupancy, u64) -> _, _) =
        if upper { (Occupancy::at_least, "≥") } else { (Occupancy::at_most, "≤") };
    let p = form.certain_of(law, "the tail", |law| ask(law, observed))?;
    let within = |i: u64| if upper { i >= observed } else { i <= observed };
    let shaded = table.iter().filter(|(i, _)| within(*i));
    let points = shaded.map(|(i, p)| (*i as f64, plain(p))).collect();
    Ok([
        Series { name: format!("P(X {sign} {observed}) = {p:.4}"), points, style: Style::Shaded },
        Series::upright(format!("observed {observed}"), observed as f64),
    ])
}

/// Returns the probabilities of a law from `least` on; refuses tables that are too large, with the
/// remedy.
pub(crate) fn table(
    law: &Occupancy,
    least: &Rational,
    form: Form,
    remedy: &'static str,
) -> Result<Vec<(u64, Enclosure)>, Error> {
    let cost = law.cost();
    let found = if cost > MOST_COST {
        Err(Error::TooCostly {
            what: "the table of this law",
            needs: cost as u128,
            unit: "cell updates".into(),
            limit: MOST_COST as u128,
            remedy,
        })
    } else {
        law.clone().precision(form.bits()).pmf_above(least)
    };
    // The library names what a figure does not have.
    let table = found.map_err(|error| error.with_remedy(remedy))?;
    few(table.len() as u64)?;
    Ok(table)
}
