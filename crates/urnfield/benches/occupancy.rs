//! How long the occupancy laws take. `cargo bench -p urnfield`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use urnfield::{Batches, Committees, Occupancy, Population, Rate, Rational};

fn lists(urns: u64, size: u64, count: usize) -> Occupancy {
    let list = [Committees { count: 1, size }];
    Occupancy::intersection(urns, &vec![&list[..]; count]).expect("in the domain")
}

fn tails(c: &mut Criterion) {
    let seven = lists(20_000, 5000, 7);
    c.bench_function("overlap of 7 x 5000 in 20000, at_least(10)", |b| {
        b.iter(|| black_box(&seven).at_least(10))
    });
    let ten = lists(2000, 1500, 10);
    c.bench_function("overlap of 10 x 1500 in 2000, at_least(140)", |b| {
        b.iter(|| black_box(&ten).at_least(140))
    });
    let union = Occupancy::union(10_000, &[Committees { count: 100, size: 50 }]);
    let union = union.expect("in the domain");
    for x in [4000, 4200] {
        c.bench_function(&format!("union of 100 x 50 in 10000, at_least({x})"), |b| {
            b.iter(|| black_box(&union).at_least(x))
        });
    }
}

fn whole_laws(c: &mut Criterion) {
    for n in [1000, 10_000] {
        let law = Occupancy::balls(n, n).expect("in the domain");
        c.bench_function(&format!("whole pmf, {n} balls in {n} urns"), |b| {
            b.iter(|| black_box(&law).pmf_window(0, n))
        });
    }
    let union = Occupancy::union(10_000, &[Committees { count: 100, size: 50 }]);
    let union = union.expect("in the domain");
    c.bench_function("whole pmf, 100 x 50 in 10000", |b| {
        b.iter(|| black_box(&union).pmf_window(0, 10_000))
    });
    let law = Occupancy::balls(100_000, 100_000).expect("in the domain");
    let threshold: Rational = "1e-300".parse().expect("a number");
    c.bench_function("pmf above 1e-300, 100000 balls in 100000 urns", |b| {
        b.iter(|| black_box(&law).pmf_above(&threshold))
    });
}

fn moments(c: &mut Criterion) {
    let law = Occupancy::balls(1_000_000_000_000, 1_000_000_000_000).expect("in the domain");
    c.bench_function("mean at 10^12", |b| b.iter(|| black_box(&law).mean()));
    c.bench_function("variance at 10^12", |b| b.iter(|| black_box(&law).variance()));
    c.bench_function("10th raw moment at 10^12", |b| b.iter(|| black_box(&law).raw_moment(10)));
}

fn estimates(c: &mut Criterion) {
    let confidence: Rate = "95%".parse().expect("a rate");
    for n in [1_000_000, 1_000_000_000] {
        let population = Population::balls(n, n / 10 * 6).expect("possible");
        c.bench_function(&format!("unbiased estimate of the urns of {n} balls"), |b| {
            b.iter(|| black_box(&population).unbiased())
        });
        let population = Population::balls(n, n / 2).expect("possible");
        c.bench_function(&format!("exact interval for the urns of {n} balls"), |b| {
            b.iter(|| black_box(&population).interval(&confidence))
        });
        let balls = Batches::balls(n, n / 2).expect("possible");
        c.bench_function(&format!("exact interval for the balls in {n} urns"), |b| {
            b.iter(|| black_box(&balls).interval(&confidence))
        });
        c.bench_function(&format!("likeliest number of balls in {n} urns"), |b| {
            b.iter(|| black_box(&balls).likeliest())
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    targets = tails, moments, whole_laws, estimates
}
criterion_main!(benches);
