//! `urnfield sample`: values drawn from a law.
//!
//! | file | idea |
//! |---|---|
//! | `law` | the law as typed, and how it is echoed |
//! | `generator` | xoshiro256++, seeded by splitmix64 |

mod generator;
mod law;

use crate::args::Sample;
use crate::reach::Missed;
use crate::refusal::Refusal;
use crate::report::{self, certified};
use generator::Xoshiro;
use law::Stated;
use std::io::Write;
use urnfield::{Enclosure, Error, Occupancy};
use urnfield_answers::Form;

/// The most members that may be looked at for all values together: about a minute.
const MOST_MEMBERS: u128 = 10_000_000_000;

/// The most values.
const MOST_VALUES: u64 = 10_000_000;

pub(super) fn run(typed: &Sample, out: &mut impl Write) -> Result<(), Refusal> {
    let stated = Stated::new(typed)?;
    let draw = stated.draw();
    let (count, seed) = (draw.count.unwrap_or(1), draw.seed.unwrap_or(0));
    check(&stated.law, count)?;
    let mut generator = Xoshiro::seeded(seed);
    let mut value = || stated.law.sample(&mut generator);
    match draw.output.form() {
        form @ Form::Json(digits) => {
            let values: Result<Vec<u64>, Error> = (0..count).map(|_| value()).collect();
            let mut missed = Missed::default();
            let mut object = stated.to_json();
            for (name, found) in [
                ("mean", certain(&stated.law, form, Occupancy::mean)),
                ("variance", certain(&stated.law, form, Occupancy::variance)),
            ] {
                let found = missed.take(name, found)?;
                object.insert(name.into(), found.map(|value| certified(&value, digits)).into());
            }
            object.insert("support".into(), report::interval(stated.law.support()));
            object.insert("seed".into(), seed.into());
            object.insert("values".into(), values?.into());
            if !missed.notes.is_empty() {
                object.insert("notes".into(), missed.notes.into());
            }
            report::write_json(out, &object)?;
        }
        Form::Text(_) => {
            for _ in 0..count {
                writeln!(out, "{}", value()?)?;
            }
        }
    }
    Ok(())
}

fn certain(
    law: &Occupancy,
    form: Form,
    ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
) -> Result<Enclosure, Error> {
    let ask = |bits| ask(&law.clone().precision(bits));
    form.settle("the value", ask, |value| form.suffices(value))
}

/// Before the first value: nobody likes to wait for half of an answer.
fn check(law: &Occupancy, count: u64) -> Result<(), Error> {
    if count > MOST_VALUES {
        return Err(Error::TooCostly {
            what: "a sample",
            needs: count.into(),
            unit: "values",
            limit: MOST_VALUES.into(),
            remedy: "draw fewer at a time, with other seeds",
        });
    }
    let needs = law.sample_cost().saturating_mul(count.into());
    if needs > MOST_MEMBERS {
        return Err(Error::TooCostly {
            what: "a sample, drawn member by member,",
            needs,
            unit: "members",
            limit: MOST_MEMBERS,
            remedy: "draw fewer values or from a smaller law",
        });
    }
    Ok(())
}
