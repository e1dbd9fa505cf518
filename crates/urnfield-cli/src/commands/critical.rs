//! `urnfield critical`: from which overlap on chance is no explanation.

use crate::args::Critical;
use crate::refusal::Refusal;
use crate::report::{Lines, Object, certified, place, shown, talk, write_json};
use std::io::Write;
use urnfield::{Committees, Error, Occupancy};
use urnfield_answers::Form;

pub(super) fn run(typed: &Critical, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.output.form();
    let law = overlap(typed.population, &typed.sizes.0)?;
    let critical = law.critical(&typed.level)?;
    let ask = |bits| law.clone().precision(bits).at_least(critical);
    let at_least = form.settle("the probability", ask, |value| form.suffices(value))?;
    let (_, most) = law.support();
    // One above all that is possible: no overlap is that rare.
    let notes: Vec<String> = (critical > most)
        .then(|| format!("the greatest possible overlap, {most}, is likelier than the level"))
        .into_iter()
        .collect();
    match form {
        Form::Json(digits) => {
            let mut object = Object::new();
            object.insert("population".into(), typed.population.into());
            object.insert("sizes".into(), typed.sizes.0.clone().into());
            object.insert("level".into(), typed.level.to_string().into());
            object.insert("critical".into(), critical.into());
            object.insert("at_least".into(), certified(&at_least, digits).into());
            if !notes.is_empty() {
                object.insert("notes".into(), notes.into());
            }
            write_json(out, &object)?;
        }
        Form::Text(digits) => {
            talk(&notes);
            let mut lines = Lines::default();
            lines.push("population", typed.population);
            let sizes: Vec<String> = typed.sizes.0.iter().map(u64::to_string).collect();
            lines.push("sizes", sizes.join(" "));
            lines.push("critical", critical);
            lines.push(place("at_least", critical), shown(&at_least, digits));
            lines.write(out)?;
        }
    }
    Ok(())
}

/// The law of the overlap of random lists.
fn overlap(population: u64, sizes: &[u64]) -> Result<Occupancy, Error> {
    if sizes.len() < 2 {
        let got = format!("{} size", sizes.len());
        return Err(Error::Domain { rule: "an overlap needs two lists or more", got });
    }
    if let Some(size) = sizes.iter().find(|&&size| size > population) {
        let rule = "a list has at most as many members as the population";
        let got = format!("size = {size} with population = {population}");
        return Err(Error::Domain { rule, got });
    }
    let lists: Vec<[Committees; 1]> =
        sizes.iter().map(|&size| [Committees { count: 1, size }]).collect();
    let lists: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
    Occupancy::intersection(population, &lists)
}
