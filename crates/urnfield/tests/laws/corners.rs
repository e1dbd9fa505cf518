//! Nothing panics at the ends of the machine's numbers, with overflow checks on; and whatever is
//! answered there keeps its promise of certain bits.

use urnfield::occupancy::{Batches, Population};
use urnfield::{Committees, Enclosure, Error, Occupancy, Rate, Rational};

const CORNERS: [u64; 9] =
    [0, 1, 2, (1 << 53) - 1, (1 << 53) + 1, (1 << 63) - 1, (1 << 63) + 1, u64::MAX - 1, u64::MAX];

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

/// A probability has the bits it promises and lies between 0 and 1.
fn keeps_its_promise(answer: &Result<Enclosure, Error>, what: &str) {
    if let Ok(p) = answer {
        assert!(p.certain_bits() >= 53, "{what}: {p} has {} bits", p.certain_bits());
        assert!(p.certainly_ge(&Rational::zero()), "{what}: {p}");
        assert!(p.certainly_le(&Rational::one()), "{what}: {p}");
    }
}

/// Everything that can be asked of a law.
fn ask_everything(law: &Occupancy) {
    let urns = law.urns();
    let (least, most) = law.support();
    assert!(least <= most && most <= urns);
    let mut values = vec![least, least.saturating_add(1), most.saturating_sub(1), most];
    values.extend([0, (1 << 53) + 1, 1 << 63, u64::MAX]);
    if let Ok(mean) = law.mean() {
        values.push(mean.lo_f64() as u64);
    }
    values.sort_unstable();
    values.dedup();
    for &x in &values {
        for answer in [
            law.pmf(x),
            law.at_least(x),
            law.at_most(x),
            law.at_least_bound(x),
            law.at_most_bound(x),
        ] {
            keeps_its_promise(&answer, &format!("{x} of {law:?}"));
        }
        let _ = law.pmf_exact(x);
        let _ = law.binomial_moment(x);
        let _ = law.factorial_moment(x);
        let _ = law.raw_moment(x);
        let _ = law.moment_bounds(x);
        for (_, p) in law.pmf_window(x, x.saturating_add(3)).into_iter().flatten() {
            keeps_its_promise(&Ok(p), "a window");
        }
    }
    let _ = (law.pmf_window(0, u64::MAX), law.pmf_window(1, 0));
    for z in ["0", "1/3", "1", "-2", "3"] {
        let _ = law.pgf(&z.parse().expect("a number"));
    }
    for p in ["1e-30", "1/2", "0.999"] {
        let _ = law.quantile(&rate(p));
    }
    let _ = law.critical(&rate("1e-9"));
    let _ = law.mode();
    let _ = law.pmf_above(&"0.01".parse().expect("a number"));
    let _ = (law.mean(), law.variance(), law.skewness(), law.excess_kurtosis());
    if let answer @ Ok(_) = law.collision() {
        keeps_its_promise(&answer, &format!("collision of {law:?}"));
    }
    assert!(law.cost() >= 0.0);
}

#[test]
fn balls() {
    for urns in CORNERS {
        for balls in CORNERS {
            if let Ok(law) = Occupancy::balls(urns, balls) {
                ask_everything(&law);
            }
        }
    }
}

#[test]
fn unions() {
    for urns in [1, 2, (1 << 53) + 1, (1 << 63) - 1, u64::MAX] {
        for size in CORNERS {
            for (count, more) in [(1, 1), (2, 0), (u64::MAX / size.max(1), 1), (3, u64::MAX)] {
                let committees =
                    [Committees { count, size }, Committees { count: 1, size: more.min(urns) }];
                if let Ok(law) = Occupancy::union(urns, &committees) {
                    ask_everything(&law);
                }
            }
        }
    }
}

#[test]
fn intersections() {
    for urns in [1, 2, (1 << 53) + 1, 1 << 63, u64::MAX] {
        for size in CORNERS.into_iter().filter(|&size| size <= urns) {
            let one = |size: u64| vec![Committees { count: 1, size }];
            let two = vec![Committees { count: 2.min(u64::MAX / size.max(1)), size }];
            for departments in [
                vec![one(size), one(urns - 1)],
                vec![one(size), one(urns / 2), one(urns - urns / 3)],
                vec![one(size), two.clone()],
                vec![two.clone(), vec![Committees { count: urns / 2, size: 1 }]],
            ] {
                let all: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
                ask_everything(&Occupancy::intersection(urns, &all).expect("a law"));
            }
        }
    }
}

#[test]
fn estimates() {
    let confidence = rate("0.95");
    for urns in CORNERS {
        for size in [1, 2, (1 << 53) + 1, (1 << 63) - 1, u64::MAX] {
            for occupied in
                [size, size.saturating_add(size / 2), (1 << 63) + 1, u64::MAX - 1, u64::MAX]
            {
                for count in [1, 3] {
                    let batch = Committees { count, size };
                    if let Ok(batches) = Batches::of(urns, batch, occupied) {
                        let _ = (batches.moments(), batches.likeliest());
                        let _ = batches.estimate(&confidence);
                    }
                }
            }
        }
    }
    for members in CORNERS {
        for size in [1, 2, (1 << 53) + 1, (1 << 63) - 1, u64::MAX] {
            for distinct in [size, size / 2 + members / 2, members.saturating_sub(1), members] {
                let committees = [
                    Committees { count: members / size.max(1), size },
                    Committees { count: 1, size: 1 },
                ];
                if let Ok(population) = Population::new(&committees, distinct) {
                    let _ = (population.moments(), population.likeliest());
                    let _ = (population.unbiased(), population.unbiased_up_to());
                    let _ = population.estimate(&confidence);
                }
            }
        }
    }
}

#[test]
fn collisions() {
    for urns in CORNERS {
        for p in ["1e-30", "1/2", "0.999999"] {
            let _ = Occupancy::balls_to_collide(urns, &rate(p));
        }
    }
}

#[test]
fn any_precision_can_be_asked_for() {
    for law in [Occupancy::balls(6, 3), Occupancy::balls(1 << 40, 1 << 40)] {
        for bits in [0, 1, 1000, u64::MAX - 1, u64::MAX] {
            let law = law.clone().expect("a law").precision(bits);
            let _ = (law.pmf(3), law.at_least(1 << 39), law.at_most(2), law.mean());
            let _ = (law.variance(), law.skewness(), law.excess_kurtosis(), law.collision());
            let _ = (law.at_least_bound(5), law.moment_bounds(2));
        }
    }
    for bits in [0, u64::MAX] {
        let batches = Batches::balls(1 << 40, 1 << 39).expect("a question").precision(bits);
        let _ = batches.moments();
        let fish = Population::balls(1000, 900).expect("a question").precision(bits);
        let _ = (fish.moments(), fish.unbiased());
    }
}
