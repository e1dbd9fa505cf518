//! The filters that are compared, all behind one face: so many keys in, so many answers out.
//! Every contender gets its keys in chunks, so the face itself costs nothing that shows.

#[cfg(boost)]
mod boost;
mod ours;
mod peers;

#[cfg(boost)]
pub use boost::Boost;
pub use ours::{Asked, Ours, OursParquet, OursShared};
pub use peers::{
    Blocked, Bloomfilter3, FastBloom, FastBloomAtomic, FastBloomRs, ParquetCrate,
    same_as_parquet_crate,
};

use foldhash::fast::FixedState;
use urnfield::{Design, Kind};

/// Twenty bytes, as a name or an address might have.
pub type Text = [u8; 20];

pub trait Contender {
    fn insert(&mut self, keys: &[u64]);
    fn count(&self, keys: &[u64]) -> u64;
    fn insert_texts(&mut self, keys: &[Text]);
    fn count_texts(&self, keys: &[Text]) -> u64;
    /// Makes about half of the bits ones, as a full filter has.
    fn fill_half(&mut self);
}

/// Random words from a seed, for filling.
pub fn noise(words: usize) -> Vec<u64> {
    let mut state = 1_u64;
    let next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    std::iter::repeat_with(next).take(words).collect()
}

/// A name, and how to make an empty filter.
pub struct Entry {
    pub name: &'static str,
    pub make: Box<dyn Fn() -> Box<dyn Contender>>,
}

/// Which contenders run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Peers {
    All,
    /// The anchor, and ours but for the shared one.
    Few,
}

/// Filters of m bits and k hashes for n items. The first is the anchor of all ratios.
pub fn line_up(m: u64, k: u64, n: u64, peers: Peers) -> Vec<Entry> {
    let design = move |kind| Design::new(kind, m, k).expect("a design");
    let (bits, hashes) = (m as usize, k as u32);
    let entry = |name, make| Entry { name, make };
    let ours =
        |name, kind, asked| entry(name, Box::new(move || Box::new(Ours::new(design(kind), asked))));
    let shared = |name, asked| {
        let design = design(Kind::Standard);
        entry(name, Box::new(move || Box::new(OursShared::new(design, asked))))
    };
    let mut entries = vec![
        entry(
            "fastbloom 0.17, foldhash",
            Box::new(move || {
                let filter = fastbloom::BloomFilter::with_num_bits(bits)
                    .hasher(FixedState::default())
                    .hashes(hashes);
                Box::new(FastBloom(filter, |words, hashes| {
                    fastbloom::BloomFilter::from_vec(words)
                        .hasher(FixedState::default())
                        .hashes(hashes)
                }))
            }),
        ),
        ours("urnfield standard", Kind::Standard, Asked::OneByOne),
        ours("urnfield classic", Kind::Classic, Asked::OneByOne),
        ours("urnfield standard, batches", Kind::Standard, Asked::Batches),
        ours("urnfield classic, batches", Kind::Classic, Asked::Batches),
        shared("urnfield shared", Asked::OneByOne),
        shared("urnfield shared, batches", Asked::Batches),
        entry(
            "fastbloom 0.17 atomic, foldhash",
            Box::new(move || {
                Box::new(FastBloomAtomic(
                    fastbloom::AtomicBloomFilter::with_num_bits(bits)
                        .hasher(FixedState::default())
                        .hashes(hashes),
                ))
            }),
        ),
        entry(
            "fastbloom 0.17, its default",
            Box::new(move || {
                let filter = fastbloom::BloomFilter::with_num_bits(bits).hashes(hashes);
                Box::new(FastBloom(filter, |words, hashes| {
                    fastbloom::BloomFilter::from_vec(words).hashes(hashes)
                }))
            }),
        ),
        entry("bloomfilter 3", Box::new(move || Box::new(Bloomfilter3::new(bits / 8, n as usize)))),
        entry("fastbloom-rs 0.5", Box::new(move || Box::new(FastBloomRs::new(m, hashes)))),
        entry(
            "sbbf-rs (blocked)",
            Box::new(move || Box::new(Blocked::new((m as f64 / n as f64).round() as usize, n))),
        ),
    ];
    #[cfg(boost)]
    if k == 7 {
        entries.push(entry(
            boost_name("7 hashes"),
            Box::new(move || Box::new(Boost::plain(m as usize))),
        ));
    }
    if peers == Peers::Few {
        entries.truncate(5);
    }
    entries
}

/// What it is called, with its version.
#[cfg(boost)]
pub fn boost_name(what: &str) -> &'static str {
    format!("Boost.Bloom {}, {what}, bulk", Boost::version()).leak()
}
