//! The short form of the proof, and proofs that must fail: with a wrong constant, or on a larger
//! domain.

use super::classic::Classic;
use super::cover::{Bound, Cover, Inequality, Place, cover};
use super::interval::Interval;
use super::proof::{CELLS, LEAST, Proof, classic_domain, standard_domain};
use super::standard::{Constants, Standard};

const STANDARD: [(u32, bool); 4] = [(2, false), (3, false), (2, true), (3, true)];

fn standard((items, two_hashes): (u32, bool), constants: Constants) -> Cover {
    cover(&Standard { items, two_hashes, constants }, standard_domain(two_hashes), LEAST)
}

/// The piece of (**) with the least values: kappa from 7/16, Lam from 15/16.
fn last_cell(inequality: &Classic) -> Cover {
    cover(inequality, classic_domain(CELLS - 1), LEAST)
}

/// `urnfield-paper prove` covers the other 63 pieces of (**) as well.
#[test]
fn the_inequality_of_standard_filters_and_one_piece_of_the_other_are_proved() {
    let found = Proof { standard_only: true, ..Proof::default() }.run(|_, _| {}).expect("no file");
    assert!(found.is_proved() && found.boxes() > 1000, "{found:?}");
    assert!(found.parts.iter().all(|part| part.margin > LEAST), "{found:?}");
    let cell = last_cell(&Classic::PROVED);
    assert!(cell.failed.is_none() && cell.boxes > 1000 && cell.margin > LEAST, "{cell:?}");
}

#[test]
fn below_the_least_load_of_the_hypothesis_the_standard_inequality_is_refuted() {
    for part in STANDARD {
        let wider = Constants { most_clear: 1.1, ..Constants::PROVED };
        let failed = standard(part, wider).failed.expect("S is below 0 there");
        assert!(failed.refuted, "{part:?}: {failed:?}");
    }
}

#[test]
fn with_half_the_gain_or_twice_the_loss_the_standard_inequality_is_refuted() {
    for part in STANDARD {
        for constants in [
            Constants { gain: 0.5, ..Constants::PROVED },
            Constants { loss: 2.0, ..Constants::PROVED },
        ] {
            let failed = standard(part, constants).failed.expect("S is below 0 somewhere");
            assert!(failed.refuted, "{part:?}: {failed:?}");
        }
    }
}

/// The rate's bound with a smaller part of 1/n is a weaker one, and the slope becomes negative.
#[test]
fn with_half_of_one_over_n_the_classic_inequality_is_refuted() {
    let failed = last_cell(&Classic { fewer: 0.5, ..Classic::PROVED }).failed;
    assert!(failed.as_ref().is_some_and(|failed| failed.refuted), "{failed:?}");
}

/// Q′ > k/(k+1) implies t + Lam ≤ 1. Beyond Lam = 1 the slope becomes negative.
#[test]
fn at_larger_loads_the_classic_inequality_is_refuted() {
    let side = Interval::new;
    let beyond = [side(0.484_375, 0.5), side(1.062_5, 1.125), side(0.0, 0.015_625)];
    let larger = Classic { most_load: 1.25, ..Classic::PROVED };
    let failed = cover(&larger, beyond, LEAST).failed.expect("the slope is negative there");
    assert!(failed.refuted && failed.at[1] > 1.0, "{failed:?}");
}

/// The pieces of (**) meet at their sides and cover the whole domain.
#[test]
fn the_pieces_are_the_whole_domain() {
    let all: Vec<Place> = (0..CELLS).map(classic_domain).collect();
    let has = |kappa: f64, load: f64| {
        let inside = |side: Interval, x: f64| side.lo <= x && x <= side.hi;
        all.iter().any(|place| inside(place[0], kappa) && inside(place[1], load))
    };
    for i in 0..=320 {
        for j in 0..=320 {
            let [kappa, load] = [i, j].map(|turn| f64::from(turn) / 640.0);
            assert!(has(kappa, 0.5 + load), "{kappa} {load}");
        }
    }
    assert!(all.iter().all(|place| place[2].lo == 0.0 && place[2].hi > 1.0 / 3.0));
    // Below Lam = 1/2 the hypothesis fails for every kappa: e^(−1/2)·(1 + e^(−1/4)) > 1.
    let sum = super::standard::clear_sum(Interval::new(0.0, 0.5), Interval::new(0.0, 0.5));
    assert!(sum.lo > 1.0, "{sum:?}");
}

/// The least values that the page quotes: 0.01009 of the bound of S, at the edge Lam_k of the
/// domain, and 0.0194 of the slope, at the points of a grid.
#[test]
fn the_least_values_are_those_of_the_page() {
    let value = |inequality: &dyn Fn(Place) -> Bound, at: [f64; 3]| {
        let Bound::Value { value, conditions } = inequality(at.map(Interval::point)) else {
            return f64::INFINITY;
        };
        assert!(conditions, "{at:?}");
        value.lo
    };
    let mut least = [f64::INFINITY; 2];
    let s = Standard { items: 2, two_hashes: false, constants: Constants::PROVED };
    let s = |place: Place| s.bound(&place);
    let slope = |place: Place| Classic::PROVED.bound(&place);
    for k in 3..=40 {
        // Lam_k, where e^Lam = 1 + e^(-Lam/k), and points from there to 1.
        let share = 1.0 / f64::from(k);
        let (mut below, mut edge) = (0.5_f64, 1.0_f64);
        while edge - below > 1e-12 {
            let middle = (below + edge) / 2.0;
            let is_inside = middle.exp() >= 1.0 + (-middle * share).exp();
            *(if is_inside { &mut edge } else { &mut below }) = middle;
        }
        for i in 0..=200 {
            let load = edge + (1.0 - edge) * f64::from(i) / 200.0;
            least[0] = least[0].min(value(&s, [share, load, 0.0]));
        }
    }
    for i in 0..=200 {
        for j in 0..=40 {
            let [load, share] = [0.5 + f64::from(i) / 400.0, f64::from(j) / 40.0];
            let at = [0.5, load, share * (load / 3.0).min(1.0 - load)];
            least[1] = least[1].min(value(&slope, at));
        }
    }
    assert!((0.01005..0.01013).contains(&least[0]), "{least:?}");
    assert!((0.0190..0.0200).contains(&least[1]), "{least:?}");
}
