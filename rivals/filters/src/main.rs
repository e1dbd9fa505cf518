//! urnfield's filters and their peers: the same keys, equal m and k, one run.
//! `cargo run --release -- [1e4|1e6|1e8] [u64|text] [7|10] ROUNDS`

mod contenders;

use contenders::*;
use foldhash::fast::FixedState;
use std::time::Instant;
use urnfield::{Design, Kind};

const CHUNK: usize = 4096;

type Made = (&'static str, Box<dyn Fn() -> Box<dyn Contender>>);

fn line_up(m: u64, k: u64, n: u64) -> Vec<Made> {
    let design = move |kind| Design::new(kind, m, k).expect("a design");
    let fast = move || {
        fastbloom::BloomFilter::with_num_bits(m as usize)
            .hasher(FixedState::default())
            .hashes(k as u32)
    };
    let mut all: Vec<Made> = Vec::new();
    all.push((
        "fastbloom foldhash",
        Box::new(move || {
            Box::new(FastBloom(fast(), |words, k| {
                fastbloom::BloomFilter::from_vec(words).hasher(FixedState::default()).hashes(k)
            }))
        }),
    ));
    for (name, kind, asked) in [
        ("standard", Kind::Standard, Asked::OneByOne),
        ("classic", Kind::Classic, Asked::OneByOne),
        ("standard, batches", Kind::Standard, Asked::Batches),
        ("classic, batches", Kind::Classic, Asked::Batches),
    ] {
        all.push((name, Box::new(move || Box::new(Ours::new(design(kind), asked)))));
    }
    for (name, asked) in [("shared", Asked::OneByOne), ("shared, batches", Asked::Batches)] {
        all.push((
            name,
            Box::new(move || Box::new(OursShared::new(design(Kind::Standard), asked))),
        ));
    }
    if std::env::var_os("ALL").is_some() {
        all.push((
            "fastbloom default",
            Box::new(move || {
                Box::new(FastBloom(
                    fastbloom::BloomFilter::with_num_bits(m as usize).hashes(k as u32),
                    |words, k| fastbloom::BloomFilter::from_vec(words).hashes(k),
                ))
            }),
        ));
        all.push((
            "fastbloom atomic foldhash",
            Box::new(move || {
                Box::new(FastBloomAtomic(
                    fastbloom::AtomicBloomFilter::with_num_bits(m as usize)
                        .hasher(FixedState::default())
                        .hashes(k as u32),
                ))
            }),
        ));
        all.push((
            "bloomfilter 3",
            Box::new(move || {
                let bytes = (m / 8) as usize;
                Box::new(Bloomfilter3 {
                    words: bloomfilter::Bloom::new(bytes, n as usize).expect("a filter"),
                    texts: bloomfilter::Bloom::new(bytes, n as usize).expect("a filter"),
                })
            }),
        ));
        all.push((
            "fastbloom-rs",
            Box::new(move || {
                Box::new(FastBloomRs(
                    fastbloom_rs::FilterBuilder::from_size_and_hashes(m, k as u32)
                        .build_bloom_filter(),
                ))
            }),
        ));
        all.push((
            "sbbf-rs (blocked)",
            Box::new(move || {
                Box::new(Blocked(
                    sbbf_rs_safe::Filter::new((m as f64 / n as f64).round() as usize, n as usize),
                    FixedState::default(),
                ))
            }),
        ));
    }
    all
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Nanoseconds a key, chunk by chunk.
fn timed<K>(keys: &[K], times: &mut Vec<f64>, mut run: impl FnMut(&[K])) {
    times.extend(keys.chunks_exact(CHUNK).map(|chunk| {
        let start = Instant::now();
        run(chunk);
        start.elapsed().as_nanos() as f64 / CHUNK as f64
    }));
}

fn text(key: u64) -> Text {
    let mut text = *b"customer-00000000000";
    text[9..17].copy_from_slice(&key.to_le_bytes());
    text
}

/// Four million keys at once into a filter far beyond the caches.
fn bulk() {
    let m = 959_295_700;
    let keys = noise(1 << 22);
    let per_key = |start: Instant| start.elapsed().as_nanos() as f64 / keys.len() as f64;
    let mut fast = fastbloom::BloomFilter::from_vec(noise(m as usize / 64))
        .hasher(FixedState::default())
        .hashes(7);
    let design = |kind| Design::new(kind, m, 7).expect("a design");
    let mut standard = urnfield::Filter::new(design(Kind::Standard), 0).expect("a filter");
    let mut classic = urnfield::Filter::new(design(Kind::Classic), 0).expect("a filter");
    standard.par_insert_all_u64(&noise(60_000_000));
    classic.par_insert_all_u64(&noise(60_000_000));
    for _ in 0..5 {
        let start = Instant::now();
        keys.iter().for_each(|key| {
            fast.insert(key);
        });
        let anchor = per_key(start);
        print!("fastbloom foldhash {anchor:.1} ns");
        for (name, filter) in [("standard", &mut standard), ("classic", &mut classic)] {
            let start = Instant::now();
            filter.insert_all_u64(&keys);
            let ours = per_key(start);
            let start = Instant::now();
            filter.par_insert_all_u64(&keys);
            let parallel = per_key(start);
            print!(
                ", {name} {ours:.1} ({:.2}), parallel {parallel:.1} ({:.2})",
                anchor / ours,
                anchor / parallel
            );
        }
        println!();
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|a| a == "bulk") {
        return bulk();
    }
    let n = args.first().map_or(1e4, |a| a.parse::<f64>().unwrap()) as u64;
    let texts = args.get(1).is_some_and(|a| a == "text");
    let k: u64 = args.get(2).map_or(7, |a| a.parse().unwrap());
    let rounds: usize = args.get(3).map_or(9, |a| a.parse().unwrap());
    let m = (n as f64 * if k == 7 { 9.592957 } else { 14.3776 }) as u64;
    let prefilled = n > 20_000_000;
    let shown = (if prefilled { 1 << 20 } else { n as usize }).max(2 * CHUNK) / CHUNK * CHUNK;
    let shown = shown.min(1 << 20);
    // Other keys each time for misses: a predictor soon knows the answers to a few thousand.
    let repeated = (100_000 / shown).max(1);
    let keys = noise(shown * (1 + repeated * rounds));
    let keys_texts: Vec<Text> = keys.iter().map(|key| text(*key)).collect();
    let peers = line_up(m, k, n);
    let mut table = vec![vec![[0.0; 3]; rounds]; peers.len()];
    let mut kept: Vec<Option<Box<dyn Contender>>> = peers.iter().map(|_| None).collect();
    for round in 0..rounds {
        for (at, (_, make)) in peers.iter().enumerate() {
            let mut filter = match kept[at].take() {
                Some(filter) => filter,
                None => {
                    let mut filter = make();
                    if prefilled {
                        filter.fill_half();
                    }
                    filter
                }
            };
            let (members, members_t) = (&keys[..shown], &keys_texts[..shown]);
            let mut found = 0;
            let mut times = [Vec::new(), Vec::new(), Vec::new()];
            // A small filter is filled and asked again and again, so that there are chunks enough.
            for again in 0..repeated {
                if again > 0 {
                    filter = make();
                }
                let from = shown * (1 + round * repeated + again);
                let (others, others_t) = (&keys[from..][..shown], &keys_texts[from..][..shown]);
                if texts {
                    timed(members_t, &mut times[0], |chunk| filter.insert_texts(chunk));
                    timed(members_t, &mut times[1], |chunk| found += filter.count_texts(chunk));
                    timed(others_t, &mut times[2], |chunk| found += filter.count_texts(chunk));
                } else {
                    timed(members, &mut times[0], |chunk| filter.insert(chunk));
                    timed(members, &mut times[1], |chunk| found += filter.count(chunk));
                    timed(others, &mut times[2], |chunk| found += filter.count(chunk));
                }
            }
            let times = times.map(|mut times| median(&mut times));
            std::hint::black_box(found);
            table[at][round] = times;
            if prefilled {
                kept[at] = Some(filter);
            }
        }
    }
    println!("n = {n}, m = {m}, k = {k}, {}", if texts { "20-byte strings" } else { "u64" });
    for (at, (name, _)) in peers.iter().enumerate() {
        print!("{name:28}");
        for op in 0..3 {
            let mut times: Vec<f64> = table[at].iter().map(|round| round[op]).collect();
            let mut ratios: Vec<f64> = table[0]
                .iter()
                .zip(&table[at])
                .map(|(anchor, ours)| anchor[op] / ours[op])
                .collect();
            print!("  {:7.2} ({:4.2})", median(&mut times), median(&mut ratios));
        }
        println!();
    }
}
