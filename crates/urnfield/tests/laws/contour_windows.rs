//! Windows of the pmf by circles that serve many values each, against everything else.

use urnfield::occupancy::LawRoute;
use urnfield::{Committees, Enclosure, Occupancy, Rational};
use urnfield_paper::draws::{Draws, multiplier};

/// Balls, unions of one or two sizes, or lists, of some `urns` urns.
fn law(draws: &mut Draws, urns: u64) -> Occupancy {
    let law = match draws.below(4) {
        0 => Occupancy::balls(urns, urns / 4 + draws.below(3 * urns)),
        1 => {
            let size = 1 + draws.below(urns / 8);
            Occupancy::union(urns, &[Committees { count: 2 + draws.below(3 * urns / size), size }])
        }
        2 => {
            let committees = [urns / 3, urns / 20].map(|most| {
                let size = 1 + draws.below(most);
                Committees { count: 1 + draws.below(2 * urns / size), size }
            });
            Occupancy::union(urns, &committees)
        }
        _ => {
            let lists: Vec<[Committees; 1]> = (0..3 + draws.below(3))
                .map(|_| [Committees { count: 1, size: urns / 3 + draws.below(urns / 2) }])
                .collect();
            let lists: Vec<&[Committees]> = lists.iter().map(|list| &list[..]).collect();
            Occupancy::intersection(urns, &lists)
        }
    };
    law.expect("in the domain")
}

/// Every value that a circle gives is certain to 53 bits and encloses the exact one.
#[test]
fn blocks_enclose_exact_values() {
    let mut draws = Draws::new(91);
    let mut compared = 0;
    while compared < 300 * multiplier() {
        let urns = 600 + draws.below(400);
        let law = law(&mut draws, urns);
        let (low, high) = somewhere(&law, &mut draws);
        let window = law.window_by_route(LawRoute::Contour, low, high).expect("no error");
        for (i, value) in window.iter().step_by(1 + window.len() / 6) {
            let Some(value) = value else { continue };
            let exact = law.pmf_exact(*i).expect("small");
            assert!(value.contains(&exact), "{:?} at {i}: {value:?} {exact}", law.model());
            assert!(value.certain_bits() >= 53);
            compared += 1;
        }
    }
}

/// Within thirty standard deviations of the mean, mostly far out.
fn somewhere(law: &Occupancy, draws: &mut Draws) -> (u64, u64) {
    let (mean, deviation) = mean_and_deviation(law);
    let (least, most) = law.support();
    let away = (draws.below(61) as f64 - 30.0) * deviation;
    let low = (mean + away).clamp(least as f64, most as f64) as u64;
    (low, low + draws.below(20 * deviation as u64 + 5))
}

/// Beyond exact integers: against one run of the recursion, and against integrals of their own.
#[test]
fn blocks_agree_with_other_routes() {
    let mut draws = Draws::new(92);
    let (mut compared, mut single) = (0, 0);
    while compared < 30_000 * multiplier() {
        let urns = 1_000 + draws.below(4_000);
        let law = law(&mut draws, urns);
        let (low, high) = somewhere(&law, &mut draws);
        let window = law.window_by_route(LawRoute::Contour, low, high).expect("no error");
        let Ok(run) = law.window_by_route(LawRoute::Recursion, low, high) else { continue };
        for ((i, value), (j, other)) in window.iter().zip(&run) {
            let (Some(value), Some(other)) = (value, other) else { continue };
            assert!(i == j && value.certain_bits() >= 53);
            assert!(value.overlaps(other), "{:?} at {i}: {value:?} {other:?}", law.model());
            compared += 1;
        }
        for (i, value) in window.iter().step_by(1 + window.len() / 2) {
            let Some(Ok(other)) = law.by_route(LawRoute::Contour, 0, *i) else { continue };
            let Some(value) = value else { continue };
            assert!(value.overlaps(&other), "{:?} at {i}: {value:?} {other:?}", law.model());
            single += 1;
        }
    }
    assert!(single > 0);
}

fn mean_and_deviation(law: &Occupancy) -> (f64, f64) {
    let variance = law.variance().expect("any size");
    (law.mean().expect("any size").hi_f64(), variance.hi_f64().sqrt())
}

fn ends(value: &Enclosure) -> [Rational; 2] {
    let (low, high) = value.decimal_bounds(25);
    [low, high].map(|end| end.parse().expect("a decimal"))
}

/// The sum of a window and of what lies on both sides of it encloses 1, and narrowly.
fn sums_to_one(law: &Occupancy, deviations: f64) {
    let (mean, deviation) = mean_and_deviation(law);
    let (least, most) = law.support();
    let low = (mean - deviations * deviation).max(least as f64) as u64;
    let high = ((mean + deviations * deviation) as u64).min(most);
    let window = law.pmf_window(low, high).expect("in reach");
    assert_eq!(window.len() as u64, high - low + 1);
    let mut sums = [Rational::zero(), Rational::zero()];
    let mut add = |value: &Enclosure| {
        let ends = ends(value);
        sums = [&sums[0] + &ends[0], &sums[1] + &ends[1]];
    };
    for (_, value) in &window {
        assert!(value.certain_bits() >= 53);
        add(value);
    }
    add(&law.at_least(high + 1).expect("in reach"));
    if low > 0 {
        add(&law.at_most(low - 1).expect("in reach"));
    }
    let one = Rational::one();
    assert!(sums[0] <= one && one <= sums[1], "{:?}", law.model());
    let width = Enclosure::from_rational(&(&sums[1] - &sums[0]), 53);
    assert!(width.hi_f64() < 1e-14, "{:?}: {width}", law.model());
}

#[test]
fn windows_sum_to_one() {
    let mut draws = Draws::new(93);
    for _ in 0..12 * multiplier() {
        let urns = 5_000 + draws.below(100_000);
        sums_to_one(&law(&mut draws, urns), 10.0);
    }
}

/// Thirty standard deviations on both sides, and sizes out of reach of anything else.
#[test]
fn wide_windows_and_huge_laws_sum_to_one() {
    sums_to_one(&Occupancy::balls(100_000, 69_315).expect("a law"), 30.0);
    let seven = [Committees { count: 9_902, size: 7 }];
    sums_to_one(&Occupancy::union(100_000, &seven).expect("a law"), 30.0);
    let ten = [Committees { count: 69_315, size: 10 }];
    sums_to_one(&Occupancy::union(1_000_000, &ten).expect("a law"), 10.0);
    // Ten million sets of 3 in 10^14 urns: 900 pairs meet.
    let sparse = [Committees { count: 100_000_000, size: 3 }];
    sums_to_one(&Occupancy::union(100_000_000_000_000, &sparse).expect("a law"), 10.0);
}

/// Departments of a few large committees, whose windows fit beside each other.
fn departments(draws: &mut Draws, urns: u64) -> Occupancy {
    let all: Vec<Vec<Committees>> = (0..2 + draws.below(2))
        .map(|_| {
            let size = urns / 6 + draws.below(urns / 4);
            let mut committees = vec![Committees { count: 1 + draws.below(3), size }];
            if draws.below(3) == 0 {
                committees.push(Committees { count: 1, size: urns / 10 + draws.below(urns / 5) });
            }
            committees
        })
        .collect();
    let all: Vec<&[Committees]> = all.iter().map(|d| &d[..]).collect();
    Occupancy::intersection(urns, &all).expect("in the domain")
}

/// General intersections: the integral over mixtures against the recursion, which folds the
/// departments in one by one.
#[test]
fn departments_agree_with_the_recursion() {
    let mut draws = Draws::new(94);
    let mut compared = 0;
    while compared < 9 * multiplier() {
        let urns = 1_500 + draws.below(2_500);
        let law = departments(&mut draws, urns);
        let (mean, deviation) = mean_and_deviation(&law);
        let x = (mean + (draws.below(13) as f64 - 6.0) * deviation) as u64;
        for kind in [0, 1, -1] {
            let Some(Ok(found)) = law.by_route(LawRoute::Contour, kind, x) else { continue };
            let Some(Ok(other)) = law.by_route(LawRoute::Recursion, kind, x) else { continue };
            assert!(found.certain_bits() >= 53);
            assert!(found.overlaps(&other), "{:?} {kind} {x}: {found} {other}", law.model());
            compared += 1;
        }
    }
}

/// Small departments at any depth, up to both edges of the support: sizes among the poles too.
#[test]
fn departments_agree_with_the_recursion_at_any_depth() {
    let mut draws = Draws::new(96);
    let (mut compared, mut deep, mut near_the_edge) = (0, 0, 0);
    while compared < 150 * multiplier() {
        let urns = 150 + draws.below(500);
        let all: Vec<Vec<Committees>> = (0..2 + draws.below(2))
            .map(|_| {
                let size = 1 + draws.below(urns / 8);
                let count = 1 + draws.below(3 * urns / size / 2 + 1);
                vec![Committees { count, size }]
            })
            .collect();
        let all: Vec<&[Committees]> = all.iter().map(|d| &d[..]).collect();
        let law = Occupancy::intersection(urns, &all).expect("in the domain");
        let (least, most) = law.support();
        let x = least + draws.corner(most - least);
        for kind in [0, 1, -1] {
            let Some(Ok(found)) = law.by_route(LawRoute::Contour, kind, x) else { continue };
            let Some(Ok(other)) = law.by_route(LawRoute::Recursion, kind, x) else { continue };
            assert!(found.certain_bits() >= 53);
            assert!(found.overlaps(&other), "{:?} {kind} {x}: {found} {other}", law.model());
            compared += 1;
            deep += u32::from(found.hi_f64() < 1e-15);
            near_the_edge += u32::from(most - x < 60);
        }
    }
    assert!(deep > 10 && near_the_edge > 10, "{deep} {near_the_edge}");
}

/// Tails that the recursion takes half a minute for; it gave the first two.
#[test]
fn three_departments_thousands_of_decades_down() {
    let all = [(50, 100), (30, 200), (20, 300)].map(|(count, size)| [Committees { count, size }]);
    let all: Vec<&[Committees]> = all.iter().map(|d| &d[..]).collect();
    let law = Occupancy::intersection(20_000, &all).expect("in the domain");
    assert_eq!(format!("{:.7}", law.at_least(3_500).expect("in reach")), "3.019578e-3860");
    assert_eq!(format!("{:.7}", law.at_most(30).expect("in reach")), "1.192581e-97");
    // Sizes lie among the poles. No second route reaches this: the number is kept, not confirmed.
    assert_eq!(format!("{:.7}", law.at_least(4_900).expect("in reach")), "7.885274e-7932");
}

/// More bits than blocks of sizes give.
#[test]
fn departments_with_many_bits_agree_with_the_alternating_sum() {
    let all = [(3, 90), (2, 120)].map(|(count, size)| [Committees { count, size }]);
    let all: Vec<&[Committees]> = all.iter().map(|d| &d[..]).collect();
    let law = Occupancy::intersection(1_000, &all).expect("in the domain").precision(100);
    for (kind, x) in [(-1, 40), (1, 70), (0, 60)] {
        let found = law.by_route(LawRoute::Contour, kind, x).expect("inside").expect("a circle");
        let sum = law.by_route(LawRoute::Alternating, kind, x).expect("inside").expect("in reach");
        assert!(found.certain_bits() >= 100 && sum.certain_bits() >= 100, "{x}: {found}");
        assert!(found.overlaps(&sum), "{x}: {found} {sum}");
    }
}

/// Their windows, each value of which has a circle of its own too.
#[test]
fn windows_of_departments_sum_to_one() {
    let mut draws = Draws::new(95);
    for _ in 0..multiplier() {
        let law = departments(&mut draws, 10_000);
        sums_to_one(&law, 9.0);
        let mean = law.mean().expect("any size").hi_f64() as u64;
        let window = law.window_by_route(LawRoute::Contour, mean, mean + 20).expect("no error");
        for (i, value) in window.iter().step_by(7) {
            let value = value.as_ref().expect("a block");
            let single = law.by_route(LawRoute::Contour, 0, *i).expect("inside").expect("a circle");
            assert!(value.overlaps(&single), "{:?} at {i}: {value} {single}", law.model());
        }
    }
}
