//! The circle integral against exact integers, the recursion, known values, and itself.

use urnfield::occupancy::LawRoute;
use urnfield::{Committees, Enclosure, Occupancy, Rate};
use urnfield_paper::draws::{Draws, multiplier};

/// Balls, a union with a second size, or lists.
fn law(draws: &mut Draws, least: u64, most: u64) -> Occupancy {
    let m = least + draws.below(most - least + 1);
    let law = match draws.below(3) {
        0 => Occupancy::balls(m, 1 + draws.below(4 * m)),
        1 => {
            let k = 1 + draws.below(m.min(40));
            let many = Committees { count: 1 + draws.below(4 * m / k + 1), size: k };
            let few = Committees { count: draws.below(3), size: draws.corner(m - 1) };
            Occupancy::union(m, &[many, few])
        }
        _ => {
            let lists: Vec<[Committees; 1]> = (0..2 + draws.below(4))
                .map(|_| [Committees { count: 1, size: 1 + draws.below(m - 1) }])
                .collect();
            let lists: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
            Occupancy::intersection(m, &lists)
        }
    };
    law.expect("in the domain")
}

/// Asks the integral and another route for the same; counts how often both answered.
fn compare(seed: u64, (least, most): (u64, u64), other: LawRoute, wanted: u64) {
    let mut draws = Draws::new(seed);
    let (mut compared, mut asked) = (0, 0);
    while compared < wanted * multiplier() {
        let law = law(&mut draws, least, most);
        let (low, high) = law.support();
        if low == high {
            continue;
        }
        let x = low + draws.corner(high - low);
        let kind = draws.below(3) as i8 - 1;
        asked += 1;
        assert!(asked < 50 * wanted * multiplier(), "the integral answers hardly anything");
        // Near an edge there is no circle, and it says so.
        let Some(Ok(found)) = law.by_route(LawRoute::Contour, kind, x) else { continue };
        let Some(Ok(expected)) = law.by_route(other, kind, x) else { continue };
        assert!(found.certain_bits() >= 53, "{:?} {kind} {x}: {found:?}", law.model());
        let model = law.model();
        assert!(found.overlaps(&expected), "{model:?} {kind} {x}: {found:?}, {expected:?}");
        if let Some(exact) = expected.exact() {
            assert!(found.contains(exact), "{model:?} {kind} {x}: {found:?}, {exact}");
        }
        compared += 1;
    }
}

#[test]
fn it_agrees_with_exact_integers() {
    compare(61, (30, 150), LawRoute::Exact, 700);
}

#[test]
fn it_agrees_with_exact_integers_at_some_hundreds() {
    compare(62, (150, 400), LawRoute::Exact, 300);
}

#[test]
fn it_agrees_with_the_recursion() {
    compare(63, (400, 3_000), LawRoute::Recursion, 120);
}

fn shown(value: &Enclosure) -> String {
    format!("{value:.17}")
}

/// Values of an independent program.
#[test]
fn known_values_hold() {
    let balls = Occupancy::balls(1_000_000_000_000, 690_000_000_000).expect("a law");
    let tail = balls.at_least(498_432_223_550).expect("in reach");
    assert_eq!(shown(&tail), "4.8998747047983058e-198");
    let balls = Occupancy::balls(1_000_000_000, 690_000_000).expect("a law");
    assert_eq!(shown(&balls.at_least(498_423_931).expect("in reach")), "0.50002839427846812");
    let three = [Committees { count: 3, size: 100_000_000 }];
    let union = Occupancy::union(1_000_000_000, &three).expect("a law");
    assert_eq!(shown(&union.at_least(271_050_000).expect("in reach")), "8.8790694557853911e-29");
}

/// At sizes that nothing else reaches: the integral with m inside, the one with m outside and
/// the one without m are three different ones, and must fit together.
#[test]
fn tails_and_points_fit_together_at_any_size() {
    let mut draws = Draws::new(64);
    for round in 0..12 * multiplier() {
        let m = 1_000_000 << draws.below(if round % 2 == 0 { 43 } else { 20 });
        let k = [1, 1, 7, 1_000, m / 10][draws.below(5) as usize];
        let members = m / 10 + draws.below(2 * m);
        let Ok(law) = Occupancy::union(m, &[Committees { count: members / k, size: k }]) else {
            continue;
        };
        let mean = law.mean().expect("any size").hi_f64();
        let deviation = law.variance().expect("any size").hi_f64().sqrt();
        let (least, most) = law.support();
        // One committee is no law to speak of.
        if most - least < 200 {
            continue;
        }
        let away = (draws.below(9) as f64 - 4.0) * deviation;
        let x = (mean + away).clamp(least as f64 + 50.0, most as f64 - 50.0) as u64;
        let ask = |kind, x| law.by_route(LawRoute::Contour, kind, x).and_then(Result::ok);
        let (Some(above), Some(below), Some(point)) = (ask(1, x + 1), ask(-1, x - 1), ask(0, x))
        else {
            panic!("{:?} of {m} at {x}", law.model());
        };
        // P(X < x) + P(X = x) + P(X > x) = 1, to 50 bits at least.
        let sum = above.hi_f64() + below.hi_f64() + point.hi_f64();
        assert!((sum - 1.0).abs() < 1e-14, "{:?} of {m} at {x}: {sum}", law.model());
        let at_least = ask(1, x).expect("as its neighbour");
        let difference = at_least.hi_f64() - above.hi_f64();
        let scale = at_least.hi_f64().max(f64::MIN_POSITIVE);
        assert!((difference - point.hi_f64()).abs() <= 1e-14 * scale, "{difference} {point:?}");
        // Thirty standard deviations out, between a point and its bound as a log-concave law.
        let far = (mean + 30.0 * deviation).min(most as f64 - 50.0) as u64;
        let (tail, first, second) = (ask(1, far), ask(0, far), ask(0, far + 1));
        let (Some(tail), Some(first), Some(second)) = (tail, first, second) else {
            panic!("{:?} of {m} at {far}", law.model());
        };
        let ln = |value: &Enclosure| value.log10().expect("positive").hi_f64() * 10_f64.ln();
        let ratio = (ln(&second) - ln(&first)).exp();
        assert!(ln(&tail) >= ln(&first) && ratio < 1.0);
        assert!(ln(&tail) <= ln(&first) - (1.0 - ratio).ln() + 1e-6);
    }
}

#[test]
fn quantiles_and_modes_reach_a_trillion_urns() {
    let law = Occupancy::balls(1_000_000_000_000, 690_000_000_000).expect("a law");
    let share: Rate = "0.999".parse().expect("a rate");
    let i = law.quantile(&share).expect("in reach");
    assert!(law.at_most(i).expect("in reach").certainly_ge(share.value()));
    assert!(law.at_most(i - 1).expect("in reach").certainly_lt(share.value()));
    assert_eq!(law.mode().expect("in reach"), [498_423_930_934]);
}

/// Digits on demand: the same value with many more bits.
#[test]
fn more_bits_agree_with_fewer() {
    let law = Occupancy::balls(1_000_000, 700_000).expect("a law");
    let few = law.at_least(504_000).expect("in reach");
    let many = law.precision(300).at_least(504_000).expect("in reach");
    assert!(many.certain_bits() >= 300 && few.overlaps(&many));
}

/// Within two dozen values of the lower edge there is no circle; few terms are left of the
/// alternating sum, and factorials make them at any size. P(X = k) for n committees of k is
/// C(m,k)^(1−n), and the ratio of neighbours follows from counting.
#[test]
fn the_lower_edge_is_reached_at_any_size() {
    // Two committees: X = 2k − overlap, so P(X = k + j) is hypergeometric.
    let (m, k) = (1_000_000_000_000, 300_000_000_000);
    let union = Occupancy::union(m, &[Committees { count: 2, size: k }]).expect("a law");
    let list = [Committees { count: 1, size: k }];
    let overlap = Occupancy::intersection(m, &[&list, &list]).expect("a law");
    for j in [0, 1, 5, 20] {
        let (edge, other) = (union.pmf(k + j), overlap.pmf(k - j));
        let (edge, other) = (edge.expect("in reach"), other.expect("in reach"));
        assert!(edge.certain_bits() >= 53 && edge.overlaps(&other), "{j}: {edge} {other}");
    }
    let three = [Committees { count: 3, size: k }];
    let three = Occupancy::union(m, &three).expect("a law");
    let tail = three.at_most(k + 3).expect("in reach");
    assert!(tail.certain_bits() >= 53);
    let sum: Vec<f64> = (0..4)
        .map(|j| three.pmf(k + j).expect("in reach").log10().expect("positive").lo_f64())
        .collect();
    let last = tail.log10().expect("positive").lo_f64();
    assert!(sum.windows(2).all(|pair| pair[0] < pair[1]) && last >= sum[3] && last < sum[3] + 0.3);
}

/// Two lists whose tail has too many terms to be walked: the integral, against the walk at a size
/// where both are there.
#[test]
fn two_lists_of_any_size() {
    let overlap = |m, k| {
        let list = [Committees { count: 1, size: k }];
        Occupancy::intersection(m, &[&list, &list]).expect("a law")
    };
    let law = overlap(1_000_000_000, 300_000_000);
    for (kind, x) in [(1, 90_020_000), (-1, 89_990_000), (0, 90_000_000)] {
        let [walk, circle] = [LawRoute::TwoLists, LawRoute::Contour]
            .map(|route| law.by_route(route, kind, x).expect("not decided").expect("in reach"));
        assert!(walk.overlaps(&circle) && circle.certain_bits() >= 53, "{walk} {circle}");
    }
    let tail = overlap(1 << 62, 1 << 61).at_least((1 << 60) + 1_000_000_000).expect("in reach");
    assert!(tail.certain_bits() >= 53);
}
