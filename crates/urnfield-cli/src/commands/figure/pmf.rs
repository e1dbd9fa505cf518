//! `pmf`: any occupancy law, as bars.

use super::data::{Data, digits};
use super::few;
use crate::args::Department;
use crate::chart::{Axis, Chart, Series, Style, plain};
use urnfield::{Committees, Error, Occupancy, Rational};

/// Tables of more cell updates take longer than anybody waits for a picture.
const MOST_COST: f64 = 1e8;

pub(super) fn law(
    urns: u64,
    balls: Option<u64>,
    departments: &[Department],
    every: bool,
) -> Result<Occupancy, Error> {
    match (balls, departments) {
        (Some(balls), _) => Occupancy::balls(urns, balls),
        (None, []) => Err(Error::Domain {
            rule: "a law needs --balls or --department",
            got: "neither".into(),
        }),
        (None, _) if every => {
            let each: Vec<&[Committees]> = departments.iter().map(|d| &d.0[..]).collect();
            Occupancy::intersection(urns, &each)
        }
        (None, _) => {
            let all: Vec<Committees> = departments.iter().flat_map(|d| d.0.clone()).collect();
            Occupancy::union(urns, &all)
        }
    }
}

pub(super) fn cost_limit(law: &Occupancy) -> Result<(), Error> {
    let cost = law.cost();
    if cost <= MOST_COST {
        return Ok(());
    }
    Err(Error::TooCostly {
        what: "the table of this law",
        needs: cost as u128,
        unit: "cell updates",
        limit: MOST_COST as u128,
        remedy: "ask for single probabilities with `urnfield law`",
    })
}

pub(super) fn draw(law: &Occupancy, above: Option<&Rational>) -> Result<Data, Error> {
    cost_limit(law)?;
    let least = match above {
        Some(least) => least.clone(),
        None => "1e-9".parse()?,
    };
    let table = law.pmf_above(&least)?;
    few(table.len() as u64)?;
    let rows = table.iter().map(|(i, p)| vec![i.to_string(), digits(p)]).collect();
    let points = table.iter().map(|(i, p)| (*i as f64, plain(p))).collect();
    let mean = law.mean()?;
    let series = vec![
        Series { name: "P(X = i)".into(), points, style: Style::Bars },
        Series {
            name: format!("mean {mean:.5}"),
            points: vec![(plain(&mean), 0.0)],
            style: Style::Upright,
        },
    ];
    let chart = Chart {
        title: format!("Occupied urns of {}", law.urns()),
        x: Axis::plain("occupied urns i"),
        y: Axis::plain("probability").with(0.0),
        series,
    };
    Ok(Data { columns: vec!["i", "pmf"], rows, chart })
}
