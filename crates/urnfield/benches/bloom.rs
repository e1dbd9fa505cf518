//! How long rates and plans take. `cargo bench -p urnfield --bench bloom`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use urnfield::bloom::Sizing;
use urnfield::{Design, Kind, Plan, Rate};

fn rates(c: &mut Criterion) {
    for kind in [Kind::Standard, Kind::Classic] {
        for (bits, items, hashes) in [
            (1_000_000, 99_021, 7),
            (1_000_000, 23_104, 30),
            (1_000_000_000, 23_104_906, 30),
            (1_000_000_000_000, 23_104_906_000, 30),
            (10_000_000, 69_314, 100),
        ] {
            let load = Design::new(kind, bits, hashes).and_then(|d| d.holding(items));
            let load = load.expect("in the domain");
            c.bench_function(&format!("{kind} rate, m = {bits}, n = {items}, k = {hashes}"), |b| {
                b.iter(|| black_box(&load).fpr())
            });
        }
    }
}

/// Sparse, half full, nearly full; more hashes than the expansion or the sums can bear.
fn many_hashes(c: &mut Criterion) {
    for kind in [Kind::Standard, Kind::Classic] {
        for (bits, items, hashes) in [
            (100_000, 1, 10_000),
            (100_000, 2, 10_000),
            (100_000, 7, 10_000),
            (20_000, 1, 10_000),
            (10_000, 5, 10_000),
            (1_000_000, 69, 10_000),
            (1 << 63, 10, 10_000),
            (10_000_000_000, 7_000, 1_000_000),
        ] {
            // A classic filter may have as many hashes as bits, and then its rate is 1.
            if kind == Kind::Classic && hashes == bits {
                continue;
            }
            let load = Design::new(kind, bits, hashes).and_then(|d| d.holding(items));
            let load = load.expect("in the domain");
            c.bench_function(&format!("{kind} rate, m = {bits}, n = {items}, k = {hashes}"), |b| {
                b.iter(|| black_box(&load).fpr())
            });
        }
    }
}

fn plans(c: &mut Criterion) {
    for (items, fpr) in [(1_000_000, "0.01"), (1_000_000_000, "1e-9"), (4, "1e-20")] {
        let rate: Rate = fpr.parse().expect("a rate");
        for kind in [Kind::Standard, Kind::Classic] {
            c.bench_function(&format!("smallest {kind} filter, {items} items at {fpr}"), |b| {
                b.iter(|| Plan::smallest(kind, black_box(items), &rate))
            });
        }
    }
}

/// Filters that keep the rate themselves, all but one in a million.
fn promises(c: &mut Criterion) {
    let (fpr, confidence): (Rate, Rate) =
        ("1%".parse().expect("a rate"), "0.999999".parse().expect("a rate"));
    for items in [100, 10_000, 1_000_000, 100_000_000] {
        for kind in [Kind::Standard, Kind::Classic] {
            let sizing = Sizing::of_items(kind, items, &fpr).with_confidence(&confidence);
            c.bench_function(&format!("own rate of a {kind} filter, {items} items at 1%"), |b| {
                b.iter(|| Plan::find(black_box(&sizing)))
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(1));
    targets = rates, many_hashes, plans, promises
}
criterion_main!(benches);
