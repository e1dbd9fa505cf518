//! One pass over the bits: counting, union, intersection, comparison and reading, against a plain pass over
//! as many words in the same turn.

use crate::contenders::noise;
use crate::race::median;
use std::hint::black_box;
use std::time::Instant;
use urnfield::filter::Packing;
use urnfield::{Design, Filter, Kind};

fn count(bytes: &[u8; 8]) -> u32 {
    u64::from_le_bytes(*bytes).count_ones()
}

pub fn run() {
    println!("bytes,what,gigabytes_a_second,over_plain_pass");
    for (words, rounds) in [(1 << 15, 401), (1 << 20, 41), (1 << 25, 7)] {
        let design = Design::new(Kind::Standard, 64 * words as u64, 7).expect("a design");
        let bytes: Vec<u8> = noise(words).iter().flat_map(|word| word.to_le_bytes()).collect();
        let filter = Filter::from_payload(design, 0, 0, &bytes[..]).expect("bits");
        let mut union = filter.clone();
        let mut both = filter.clone();
        let same = filter.clone();
        let file = filter.to_bytes(Packing::Raw);
        let ours = noise(words);
        let mut theirs = noise(words);
        let mut times: [Vec<f64>; 10] = Default::default();
        for _ in 0..rounds {
            let mut at = 0;
            let mut timed = |run: &mut dyn FnMut()| {
                let start = Instant::now();
                run();
                times[at].push(start.elapsed().as_nanos() as f64);
                at += 1;
            };
            // What is read once, written in place, compared with another, and copied.
            timed(&mut || {
                black_box(black_box(&ours).iter().fold(0, |all, word| all ^ word));
            });
            timed(&mut || {
                for (a, b) in theirs.iter_mut().zip(black_box(&ours)) {
                    *a ^= b;
                }
            });
            timed(&mut || {
                black_box(ours.iter().zip(black_box(&theirs)).fold(0, |all, (a, b)| all ^ a ^ b));
            });
            timed(&mut || {
                black_box(black_box(&file[..]).to_vec());
            });
            // What a file has to go through: a copy, its sum, and a count.
            timed(&mut || {
                let copy = black_box(&file[..]).to_vec();
                black_box(crc32c::crc32c(&copy));
                black_box(copy.as_chunks().0.iter().map(count).sum::<u32>());
            });
            timed(&mut || {
                black_box(black_box(&filter).bits_set());
            });
            timed(&mut || union.union_with(black_box(&filter)).expect("alike"));
            timed(&mut || both.intersect_with(black_box(&filter)).expect("alike"));
            timed(&mut || assert!(black_box(&filter) == &same));
            timed(&mut || {
                black_box(Filter::from_bytes(black_box(&file), None).expect("its own bytes"));
            });
        }
        // Each beside the plain pass over as much memory; an intersection also counts three times.
        let names = [
            ("plain: read", 0),
            ("plain: read and write", 1),
            ("plain: read two", 2),
            ("plain: copy", 3),
            ("plain: copy, sum and count", 4),
            ("bits_set", 0),
            ("union_with", 1),
            ("intersect_with", 1),
            ("==", 2),
            ("from_bytes", 3),
            ("from_bytes, beside copy, sum and count", 4),
        ];
        for (at, (name, plain)) in names.into_iter().enumerate() {
            // The last two are one measurement beside two others.
            let at = at.min(times.len() - 1);
            let ratio = |(a, b): (&f64, &f64)| a / b;
            let mut ratios: Vec<f64> = times[plain].iter().zip(&times[at]).map(ratio).collect();
            let time = median(&mut times[at].clone());
            println!(
                "{},{name:?},{:.2},{:.2}",
                8 * words,
                8.0 * words as f64 / time,
                median(&mut ratios)
            );
        }
    }
}
