//! Inserts through `&self`: against those of the plain filter, two threads against one, and beside the bare locked
//! operations that a fresh key takes.

use crate::contenders::noise;
use crate::race::median;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use urnfield::filter::SharedFilter;
use urnfield::{AnyDesign, BlockSizing, Design, Filter, Kind, Layout};

fn timed(keys: usize, run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / keys as f64
}

/// Locked operations and nothing else, as many as a fresh key takes: seven words anywhere, or the five of a line that
/// seven positions are in on average.
fn bare(words: &[AtomicU64], kind: &str, keys: &[u64]) {
    let place = |key: u64, of: usize| ((u128::from(key) * of as u128) >> 64) as usize;
    for key in keys {
        match kind {
            "line" => {
                let line = 8 * place(*key, words.len() / 8);
                for word in &words[line..line + 5] {
                    word.fetch_or(1 << (key & 63), Relaxed);
                }
            }
            _ => {
                for turn in 0..7 {
                    let word = place(key.rotate_left(9 * turn), words.len());
                    words[word].fetch_or(1 << (key & 63), Relaxed);
                }
            }
        }
    }
}

/// Nanoseconds a key.
pub fn run() {
    println!("kind,items,way,ns,over_plain");
    for (items, rounds) in [(10_000_u64, 101), (1_000_000, 7), (100_000_000, 3)] {
        let m = (items as f64 * 7.0 / std::f64::consts::LN_2) as u64;
        let lines = BlockSizing::lines(Layout::Standard).best_hashes(items * 10 / 512, items);
        for (kind, design) in [
            ("standard", AnyDesign::from(Design::new(Kind::Standard, m, 7).expect("a design"))),
            ("line", AnyDesign::from(lines.expect("a plan").design)),
        ] {
            let keys = noise(items.min(4_000_000) as usize);
            let (one, two) = keys.split_at(keys.len() / 2);
            let names = [
                "plain, fresh",
                "plain, again",
                "shared, fresh",
                "shared, again",
                "shared, two threads, fresh",
                "shared, two threads, again",
                "bare locked operations",
            ];
            let mut times = vec![Vec::new(); names.len()];
            for _ in 0..rounds {
                let empty = || Filter::new(design, 0).expect("a filter").on_huge_pages();
                let mut plain = empty();
                for time in &mut times[..2] {
                    time.push(timed(keys.len(), || {
                        keys.iter().for_each(|key| {
                            plain.insert_u64(*key);
                        })
                    }));
                }
                let shared = SharedFilter::from(empty());
                let insert = |keys: &[u64]| {
                    keys.iter().for_each(|key| {
                        shared.insert_u64(*key);
                    })
                };
                for time in &mut times[2..4] {
                    time.push(timed(keys.len(), || insert(&keys)));
                }
                let shared = SharedFilter::from(empty());
                let insert = |keys: &[u64]| {
                    keys.iter().for_each(|key| {
                        shared.insert_u64(*key);
                    })
                };
                // Waking a thread takes longer than ten thousand inserts, so both go on for a while.
                let times_over = (1_000_000 / keys.len()).max(1);
                let both = |times_over: usize| {
                    std::thread::scope(|scope| {
                        scope.spawn(|| (0..times_over).for_each(|_| insert(one)));
                        (0..times_over).for_each(|_| insert(two));
                    })
                };
                if items > 100_000 {
                    times[4].push(timed(keys.len(), || both(1)));
                }
                both(1);
                times[5].push(timed(keys.len() * times_over, || both(times_over)));
                let words: Vec<AtomicU64> =
                    (0..design.bits() / 64).map(|_| AtomicU64::new(0)).collect();
                times[6].push(timed(keys.len(), || bare(&words, kind, &keys)));
            }
            let plain = [median(&mut times[0].clone()), median(&mut times[1].clone())];
            for (at, (name, mut times)) in names.iter().zip(times).enumerate() {
                if !times.is_empty() {
                    let time = median(&mut times);
                    println!("{kind},{items},{name:?},{time:.2},{:.3}", time / plain[at % 2]);
                }
            }
        }
    }
}
