//! Laws whose values are beyond 2^53, where doubles cannot tell neighbours apart: every answer has
//! the bits it promises, lies between 0 and 1, and agrees with what other questions say.

use urnfield::occupancy::LawRoute;
use urnfield::{Committees, Enclosure, Occupancy, Rational};
use urnfield_paper::draws::{Draws, multiplier};

fn lists(urns: u64, sizes: &[u64]) -> Occupancy {
    let lists: Vec<[Committees; 1]> =
        sizes.iter().map(|&size| [Committees { count: 1, size }]).collect();
    let lists: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
    Occupancy::intersection(urns, &lists).expect("a law")
}

/// The value and the mean are the same double, and 21 deviations apart.
#[test]
fn a_tail_beside_the_mean_is_computed_on_its_own_side() {
    let law = lists(u64::MAX, &[1 << 63, u64::MAX - 500]);
    let p = law.at_most(9_223_372_036_854_775_335).expect("two lists of any size");
    assert_eq!(format!("{p:.6}"), "1.08445e-106");
    assert!(p.certain_bits() >= 53);
    let rest = law.at_least(9_223_372_036_854_775_336).expect("two lists of any size");
    assert!(rest.certainly_lt(&Rational::one()) || rest.certainly_le(&Rational::one()));
    assert!(rest.certain_bits() >= 53);
}

#[test]
fn nearly_full_houses_beyond_doubles_keep_their_bits() {
    let law = Occupancy::balls(1 << 56, 2_681_032_792_414_654_464).expect("a law");
    let p = law.at_most(72_057_594_037_927_925).expect("in reach");
    assert!(p.certain_bits() >= 53, "{p} has {} bits", p.certain_bits());
    let vacant = law.precision(200).at_most(72_057_594_037_927_925).expect("in reach");
    assert!(vacant.overlaps(&p) && vacant.certain_bits() >= 200);
}

fn promised(p: &Enclosure, bits: u64, what: &str) {
    assert!(p.certain_bits() >= bits, "{what}: {p} has {} bits", p.certain_bits());
    assert!(p.certainly_ge(&Rational::zero()) && p.certainly_le(&Rational::one()), "{what}: {p}");
}

/// A number of about `bits` bits.
fn of_bits(draws: &mut Draws, bits: u64) -> u64 {
    draws.word() >> (64 - bits.clamp(1, 64))
}

/// A law of few urns that are not as expected among very many.
fn law(draws: &mut Draws, kind: u64) -> Option<Occupancy> {
    let extra = draws.below(11);
    let urns = (1 << (53 + extra)) + of_bits(draws, 1 + extra * 5);
    let law = match kind {
        // Balls that leave a few urns vacant, or meet a few times.
        0 => {
            let vacant = (1 + draws.below(200)) as f64;
            let balls = urns as f64 * (urns as f64 / vacant).ln();
            if balls > 1.8e19 {
                return None;
            }
            Occupancy::balls(urns, balls as u64 | of_bits(draws, 20))
        }
        1 => {
            let bits = 20 + draws.below(25);
            Occupancy::balls(urns, of_bits(draws, bits))
        }
        // Lists that miss few urns, or take half of them.
        2 => {
            let half = urns / 2 + of_bits(draws, 20);
            let (bits, more) = (1 + draws.below(40), draws.below(20));
            let missed = of_bits(draws, bits) + 1;
            let all = [half, urns - missed, urns - 1 - more];
            let count = 2 + draws.below(2) as usize;
            Ok(lists(urns, &all[..count]))
        }
        _ => {
            let size = of_bits(draws, 30) + 1;
            let committees = [
                Committees { count: 2 + draws.below(5), size },
                Committees { count: 1, size: urns - urns / (2 + draws.below(1000)) },
            ];
            Occupancy::union(urns, &committees)
        }
    };
    law.ok()
}

/// Values from one edge of the support to the other, most of them near the mean.
fn values(law: &Occupancy, draws: &mut Draws) -> Vec<u64> {
    let (least, most) = law.support();
    let mean = law.clone().precision(128).mean().expect("any size");
    let middle = mean.floor().unwrap_or(mean.lo_f64() as u64);
    let deviation = law.variance().expect("any size").hi_f64().sqrt();
    let mut values = vec![least, least.saturating_add(1), most.saturating_sub(1), most, middle];
    for z in [0.5, 3.0, 8.0, 30.0] {
        let step = (z * deviation) as u64 + draws.below(3);
        values.extend([middle.saturating_sub(step), middle.saturating_add(step)]);
    }
    values.into_iter().map(|x| x.clamp(least, most)).collect()
}

fn check(kind: u64, cases: u64) {
    let mut draws = Draws::new(9000 + kind);
    let three_quarters = Rational::new(3, 4).expect("a fraction");
    let (mut answers, mut refused, mut compared) = (0u64, 0u64, 0u64);
    while answers < cases * multiplier() {
        let Some(law) = law(&mut draws, kind) else { continue };
        for x in values(&law, &mut draws) {
            let what = format!("{x} of {law:?}");
            for (side, answer) in [(0, law.pmf(x)), (1, law.at_least(x)), (-1, law.at_most(x))] {
                let Ok(p) = answer else {
                    refused += 1;
                    continue;
                };
                promised(&p, 53, &what);
                answers += 1;
                // Tails are made for their own side.
                if !p.certainly_lt(&three_quarters) {
                    continue;
                }
                for route in [LawRoute::TwoLists, LawRoute::Alternating, LawRoute::Contour] {
                    if let Some(Ok(other)) = law.by_route(route, side, x) {
                        assert!(other.overlaps(&p), "{what}, {side} by {route:?}: {other} and {p}");
                        compared += 1;
                    }
                }
            }
            if let (Ok(up), Some(Ok(down))) =
                (law.at_least(x), x.checked_sub(1).map(|x| law.at_most(x)))
            {
                assert!((&up + &down).contains(&Rational::one()), "{what}: {up} and {down}");
            }
        }
    }
    eprintln!("kind {kind}: {answers} answers, {compared} compared, {refused} refused");
    assert!(compared * 4 > answers && refused * 4 < answers);
}

#[test]
fn nearly_full_houses() {
    check(0, 200);
}

#[test]
fn few_balls() {
    check(1, 200);
}

#[test]
fn lists_that_miss_few() {
    check(2, 200);
}

#[test]
fn unions_of_small_and_large() {
    check(3, 200);
}
