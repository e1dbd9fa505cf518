//! `urnfield birthday`: how likely two balls share an urn, or how many balls make it so.

use crate::args::Birthday;
use crate::refusal::Refusal;
use crate::report::{Lines, Object, certified, shown, write_json};
use std::io::Write;
use urnfield::{Error, Occupancy};
use urnfield_answers::Form;

pub(super) fn run(typed: &Birthday, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.output.form();
    let (urns, known) = (typed.urns, &typed.known);
    let balls = match (&known.probability, known.balls) {
        (Some(probability), _) => Occupancy::balls_to_collide(urns, probability)?,
        (None, Some(balls)) => balls,
        // One of the two is typed, or the command line is refused.
        (None, None) => return Err(neither().into()),
    };
    let law = Occupancy::balls(urns, balls)?;
    let ask = |bits| law.clone().precision(bits).collision();
    let collision = form.settle("the probability", ask, |value| form.suffices(value))?;
    match form {
        Form::Json(digits) => {
            let mut object = Object::new();
            object.insert("urns".into(), urns.into());
            if let Some(probability) = &known.probability {
                object.insert("probability".into(), probability.to_string().into());
            }
            object.insert("balls".into(), balls.into());
            object.insert("collision".into(), certified(&collision, digits).into());
            write_json(out, &object)?;
        }
        Form::Text(digits) => {
            let mut lines = Lines::default();
            lines.push("urns", urns);
            lines.push("balls", balls);
            lines.push("collision", shown(&collision, digits));
            lines.write(out)?;
        }
    }
    Ok(())
}

fn neither() -> Error {
    Error::Domain { rule: "--balls or --probability is needed", got: "neither".into() }
}
