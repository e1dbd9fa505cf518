//! The grid over loads, sizes and depths: `any_size.rs` asks all of it, `benches/sizes.rs` draws how long that takes.

use urnfield::Occupancy;
use urnfield_paper::draws::multiplier;

/// n/m in thousandths; with the multiplier 29 steps to the decade.
fn loads() -> Vec<u64> {
    if multiplier() > 1 {
        let steps = (0..=125).map(|step| 10f64.powf(f64::from(step) / 29.0) as u64);
        return steps.chain([11_500, 20_000]).collect();
    }
    vec![1, 10, 100, 500, 1000, 2000, 5000, 8000, 10_000, 11_500, 15_000, 20_000]
}

/// Every second power of ten, with the multiplier every power of two too, and the largest number.
fn urns() -> Vec<u64> {
    let tens = (1..=19).step_by(2).map(|power| 10u64.pow(power));
    let twos = (4..64).map(|power| 1 << power).filter(|_| multiplier() > 1);
    tens.chain(twos).chain([10u64.pow(18), u64::MAX]).collect()
}

/// Standard deviations from the mean.
const DEPTHS: [f64; 7] = [-100.0, -30.0, -5.0, 0.0, 5.0, 30.0, 100.0];
pub(crate) const LEVELS: [&str; 4] = ["1e-12", "0.025", "1/2", "0.999999"];

/// Every law of the grid, with its load in thousandths, balls and urns.
pub(crate) fn laws() -> impl Iterator<Item = (u64, [u64; 2], Occupancy)> {
    urns().into_iter().flat_map(|m| {
        loads().into_iter().filter_map(move |load| {
            let n = u64::try_from(u128::from(m) * u128::from(load) / 1000).ok()?;
            let law = (n > 0).then(|| Occupancy::balls(m, n).expect("a law"))?;
            Some((load, [n, m], law))
        })
    })
}

/// Edges, and values so many deviations from the mean.
pub(crate) fn values(law: &Occupancy) -> Vec<u64> {
    let (least, most) = law.support();
    let mean = law.mean().expect("a mean").lo_f64();
    let deviation = law.variance().expect("a variance").lo_f64().sqrt();
    let deep = DEPTHS.iter().map(|depth| (mean + depth * deviation).max(0.0) as u64);
    let edges = [least, least + 1, most - 1, most];
    let mut values: Vec<u64> = deep.chain(edges).map(|x| x.clamp(least, most)).collect();
    values.sort_unstable();
    values.dedup();
    values
}
