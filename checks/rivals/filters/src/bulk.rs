//! Four million keys at once into a filter far beyond the caches, on one core and on all.

use crate::contenders::noise;
use crate::race::median;
use foldhash::fast::FixedState;
use std::time::Instant;
use urnfield::{Design, Filter, Kind};

/// A name, nanoseconds a key, and how many times as fast as the first.
pub type Row = (&'static str, f64, f64);

pub fn run(bits: u64, rounds: usize) -> Vec<Row> {
    let keys = noise(1 << 22);
    let mut fast = fastbloom::BloomFilter::from_vec(noise(bits as usize / 64))
        .hasher(FixedState::default())
        .hashes(7);
    let half_full = |kind| {
        let design = Design::new(kind, bits, 7).expect("a design");
        let mut filter = Filter::new(design, 0).expect("a filter").on_huge_pages();
        filter.par_insert_all_u64(&noise(bits as usize / 10));
        filter
    };
    let mut standard = half_full(Kind::Standard);
    let mut classic = half_full(Kind::Classic);
    let mut times: [Vec<f64>; 5] = Default::default();
    for _ in 0..rounds {
        let mut timed = |at: usize, run: &mut dyn FnMut()| {
            let start = Instant::now();
            run();
            times[at].push(start.elapsed().as_nanos() as f64 / keys.len() as f64);
        };
        timed(0, &mut || {
            keys.iter().for_each(|key| {
                fast.insert(key);
            })
        });
        timed(1, &mut || standard.insert_all_u64(&keys));
        timed(2, &mut || classic.insert_all_u64(&keys));
        timed(3, &mut || standard.par_insert_all_u64(&keys));
        timed(4, &mut || classic.par_insert_all_u64(&keys));
    }
    const NAMES: [&str; 5] = [
        "fastbloom 0.17, foldhash",
        "urnfield standard, at once",
        "urnfield classic, at once",
        "urnfield standard, at once on all cores",
        "urnfield classic, at once on all cores",
    ];
    let row = |at: usize| {
        let mut ratios: Vec<f64> = times[0].iter().zip(&times[at]).map(|(a, b)| a / b).collect();
        (NAMES[at], median(&mut times[at].clone()), median(&mut ratios))
    };
    (0..5).map(row).collect()
}
