//! How long probabilities take where the circle integral answers, or nearly does: single tails at
//! any size, and a window. `cargo bench -p urnfield --bench contour`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use urnfield::{Committees, Occupancy};

fn union(urns: u64, count: u64, size: u64) -> Occupancy {
    Occupancy::union(urns, &[Committees { count, size }]).expect("in the domain")
}

/// The mean and the standard deviation, roughly.
fn spread(law: &Occupancy) -> (f64, f64) {
    let mean = law.mean().expect("any size").hi_f64();
    (mean, law.variance().expect("any size").hi_f64().sqrt())
}

fn small(c: &mut Criterion) {
    let law = union(10_000, 100, 50);
    for x in [4000, 4200] {
        c.bench_function(&format!("100 x 50 in 10000, at_least({x})"), |b| {
            b.iter(|| black_box(&law).at_least(x))
        });
    }
    let list = [Committees { count: 1, size: 5000 }];
    let lists = Occupancy::intersection(20_000, &[&list[..]; 7]).expect("in the domain");
    c.bench_function("overlap of 7 x 5000 in 20000, at_least(10)", |b| {
        b.iter(|| black_box(&lists).at_least(10))
    });
}

fn large(c: &mut Criterion) {
    let laws = [
        ("balls, 0.69 of 10^9", Occupancy::balls(1_000_000_000, 690_000_000)),
        ("balls, 0.69 of 10^12", Occupancy::balls(1_000_000_000_000, 690_000_000_000)),
        ("7 of 10^9, 10^8 times", Ok(union(1_000_000_000, 100_000_000, 7))),
        ("10 of 10^12, 6.9e10 times", Ok(union(1_000_000_000_000, 69_000_000_000, 10))),
        ("10^8 of 10^9, 3 times", Ok(union(1_000_000_000, 3, 100_000_000))),
    ];
    for (name, law) in laws {
        let law = law.expect("in the domain");
        let (mean, deviation) = spread(&law);
        for away in [0.0, 30.0] {
            let x = (mean + away * deviation).round() as u64;
            c.bench_function(&format!("{name}, at_least(mean + {away} sd)"), |b| {
                b.iter(|| black_box(&law).at_least(x))
            });
        }
    }
}

fn window(c: &mut Criterion) {
    let law = Occupancy::balls(100_000, 69_315).expect("in the domain");
    let (mean, deviation) = spread(&law);
    let (low, high) = ((mean - 30.0 * deviation) as u64, (mean + 30.0 * deviation) as u64);
    c.bench_function("pmf within 30 sd, 69315 balls in 100000 urns", |b| {
        b.iter(|| black_box(&law).pmf_window(low, high))
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(1));
    targets = small, large, window
}
criterion_main!(benches);
