//! Filters whose items keep to one line: equal bits for everybody, each with its best hashes, and the
//! exact rate of each beside what was counted.

use crate::contenders::{
    Asked, Blocked, Entry, FastBloom, Ours, OursParquet, OursShared, ParquetCrate,
    same_as_parquet_crate,
};
#[cfg(boost)]
use crate::contenders::{Boost, boost_name};
use crate::limit;
use crate::race::{Figures, OPERATIONS, run};
use foldhash::fast::FixedState;
use urnfield::filter::ParquetFilter;
use urnfield::{AnyDesign, BlockSizing, Blocked as Blocks, Design, Kind, Layout};

/// A contender and its exact rate.
fn line_up(bits_an_item: u64, items: u64) -> Vec<(Entry, f64)> {
    let lines = items * bits_an_item / 512;
    let m = 512 * lines;
    let k = ((bits_an_item as f64) * std::f64::consts::LN_2).round() as u64;
    let plain = Design::new(Kind::Standard, m, k).expect("a design");
    let line = |layout| {
        let plan = BlockSizing::lines(layout).best_hashes(lines, items);
        AnyDesign::from(plan.expect("a plan").design)
    };
    let split = Blocks::parquet(2 * lines).expect("blocks");
    let rate = |design: AnyDesign| match design {
        AnyDesign::Plain(design) => design.holding(items).and_then(|load| load.fpr()),
        AnyDesign::Blocked(design) => design.holding(items).fpr(),
    };
    let exact = |design: AnyDesign| rate(design).expect("a rate").hi_f64();
    let ours = |name, design: AnyDesign, asked| {
        let make = Box::new(move || Box::new(Ours::new(design, asked)) as Box<_>);
        (Entry { name, make }, exact(design))
    };
    let standard = line(Layout::Standard);
    let classic = line(Layout::Classic);
    vec![
        (
            Entry {
                name: "fastbloom 0.17, foldhash",
                make: Box::new(move || {
                    let filter = fastbloom::BloomFilter::with_num_bits(m as usize)
                        .hasher(FixedState::default())
                        .hashes(k as u32);
                    Box::new(FastBloom(filter, |words, hashes| {
                        fastbloom::BloomFilter::from_vec(words)
                            .hasher(FixedState::default())
                            .hashes(hashes)
                    }))
                }),
            },
            exact(plain.into()),
        ),
        ours("urnfield standard", plain.into(), Asked::OneByOne),
        ours("urnfield standard, batches", plain.into(), Asked::Batches),
        ours("urnfield line", standard, Asked::OneByOne),
        ours("urnfield line, batches", standard, Asked::Batches),
        ours("urnfield line-classic", classic, Asked::OneByOne),
        ours("urnfield line-classic, batches", classic, Asked::Batches),
        (
            Entry {
                name: "urnfield line shared, batches",
                make: Box::new(move || Box::new(OursShared::new(standard, Asked::Batches))),
            },
            exact(standard),
        ),
        (
            Entry {
                name: "urnfield parquet (XXH64)",
                make: Box::new(move || {
                    Box::new(OursParquet(ParquetFilter::exactly(2 * lines).expect("blocks")))
                }),
            },
            exact(split.into()),
        ),
        (
            Entry {
                name: "parquet 60.1 (XXH64)",
                make: Box::new(move || Box::new(ParquetCrate::new(2 * lines))),
            },
            exact(split.into()),
        ),
        #[cfg(boost)]
        (
            Entry {
                name: boost_name("fast_multiblock32"),
                make: Box::new(move || Box::new(Boost::split(m as usize))),
            },
            exact(split.into()),
        ),
        (
            Entry {
                name: "sbbf-rs 0.2.8, foldhash",
                make: Box::new(move || Box::new(Blocked::new(bits_an_item as usize, items))),
            },
            exact(split.into()),
        ),
    ]
}

pub fn race(items: u64, texts: bool, bits_an_item: u64, rounds: usize) {
    same_as_parquet_crate();
    let line = limit::nanoseconds_a_line((items * bits_an_item / 8) as usize);
    let keys = if texts { "20 bytes" } else { "u64" };
    let (entries, exact): (Vec<Entry>, Vec<f64>) = line_up(bits_an_item, items).into_iter().unzip();
    for (Figures { name, times, rate, .. }, exact) in
        run(entries, items, texts, rounds).into_iter().zip(exact)
    {
        for (operation, (time, ratio)) in OPERATIONS.iter().zip(times) {
            let rate = rate.map_or(String::new(), |rate| format!("{rate:.4e}"));
            println!(
                "{keys},{bits_an_item},{items},{name:?},{operation},{time:.2},{ratio:.3},{exact:.4e},\
                 {rate},{line:.2}"
            );
        }
    }
}

/// One operation on so many keys, for an instruction counter.
pub fn spin(peer: &str, operation: &str, texts: bool, bits_an_item: u64, count: usize) {
    let entries = line_up(bits_an_item, 10_000);
    let (entry, _) = entries.iter().find(|(entry, _)| entry.name == peer).expect("a peer");
    crate::race::spin(entry, operation, texts, count);
}

pub fn header() {
    println!(
        "keys,bits_an_item,items,peer,operation,ns,ratio,exact_rate,counted_rate,machine_ns_a_line"
    );
}
