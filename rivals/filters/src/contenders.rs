//! The filters that are compared, all behind one face: so many keys in, so many answers out.
//! Every contender gets its keys in chunks, so the face itself costs nothing that shows.

use std::hash::{BuildHasher, Hasher};
use urnfield::filter::SharedFilter;
use urnfield::{Design, Filter};

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

/// How urnfield is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    OneByOne,
    Batches,
}

pub struct Ours {
    filter: Filter,
    asked: Asked,
}

impl Ours {
    pub fn new(design: Design, asked: Asked) -> Ours {
        let filter = Filter::new(design, 0).expect("a filter");
        // What the manual advises for large filters.
        let large = design.bits() > 32 << 23;
        Ours { filter: if large { filter.on_huge_pages() } else { filter }, asked }
    }
}

impl Contender for Ours {
    fn insert(&mut self, keys: &[u64]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert_u64(*key);
            }),
            Asked::Batches => self.filter.insert_all_u64(keys),
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        match self.asked {
            Asked::OneByOne => {
                keys.iter().map(|key| u64::from(self.filter.contains_u64(*key))).sum()
            }
            Asked::Batches => self.filter.contains_all_u64(keys).count(),
        }
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert(key);
            }),
            Asked::Batches => self.filter.insert_all(keys),
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        match self.asked {
            Asked::OneByOne => keys.iter().map(|key| u64::from(self.filter.contains(key))).sum(),
            Asked::Batches => self.filter.contains_all(keys).count(),
        }
    }

    fn fill_half(&mut self) {
        // 0.69 bits an item and position; keys that no question uses.
        let items =
            (self.filter.design().bits() as f64 * 0.693) as u64 / self.filter.design().hashes();
        for from in (0..items).step_by(1 << 22) {
            let keys: Vec<u64> = (from..items.min(from + (1 << 22))).map(|key| !key).collect();
            self.filter.insert_all_u64(&keys);
        }
    }
}

/// The same bits, inserted through `&self`.
pub struct OursShared {
    filter: SharedFilter,
    asked: Asked,
}

impl OursShared {
    pub fn new(design: Design, asked: Asked) -> OursShared {
        OursShared { filter: SharedFilter::new(design, 0).expect("a filter"), asked }
    }
}

impl Contender for OursShared {
    fn insert(&mut self, keys: &[u64]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert_u64(*key);
            }),
            Asked::Batches => self.filter.insert_all_u64(keys),
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.filter.contains_u64(*key))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        self.filter.insert_all(keys);
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.filter.contains(key))).sum()
    }

    fn fill_half(&mut self) {
        let mut full = Ours::new(self.filter.design(), Asked::Batches);
        full.fill_half();
        self.filter = full.filter.into();
    }
}

pub struct FastBloom<S>(
    pub fastbloom::BloomFilter<S>,
    pub fn(Vec<u64>, u32) -> fastbloom::BloomFilter<S>,
);

impl<S: BuildHasher> Contender for FastBloom<S> {
    fn insert(&mut self, keys: &[u64]) {
        for key in keys {
            self.0.insert(key);
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(key))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        for key in keys {
            self.0.insert(&key[..]);
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(&key[..]))).sum()
    }

    fn fill_half(&mut self) {
        self.0 = (self.1)(noise(self.0.num_bits() / 64), self.0.num_hashes());
    }
}

pub struct FastBloomAtomic(pub fastbloom::AtomicBloomFilter<foldhash::fast::FixedState>);

impl Contender for FastBloomAtomic {
    fn insert(&mut self, keys: &[u64]) {
        for key in keys {
            self.0.insert(key);
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(key))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        for key in keys {
            self.0.insert(&key[..]);
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(&key[..]))).sum()
    }

    fn fill_half(&mut self) {
        let (words, hashes) = (noise(self.0.num_bits() / 64), self.0.num_hashes());
        self.0 = fastbloom::AtomicBloomFilter::from_vec(words)
            .hasher(foldhash::fast::FixedState::default())
            .hashes(hashes);
    }
}

pub struct Bloomfilter3 {
    /// The crate fixes the kind of key, so there is one filter for each.
    pub words: bloomfilter::Bloom<u64>,
    pub texts: bloomfilter::Bloom<Text>,
}

impl Contender for Bloomfilter3 {
    fn insert(&mut self, keys: &[u64]) {
        for key in keys {
            self.words.set(key);
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.words.check(key))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        for key in keys {
            self.texts.set(key);
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.texts.check(key))).sum()
    }

    fn fill_half(&mut self) {
        let mut bytes = self.words.to_bytes();
        let header = bytes.len() - (self.words.len() / 8) as usize;
        for (eight, word) in
            bytes[header..].chunks_mut(8).zip(noise(self.words.len() as usize / 64 + 1))
        {
            eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
        }
        self.words = bloomfilter::Bloom::from_bytes(bytes).expect("its own bytes");
    }
}

pub struct FastBloomRs(pub fastbloom_rs::BloomFilter);

impl Contender for FastBloomRs {
    fn insert(&mut self, keys: &[u64]) {
        use fastbloom_rs::Membership;
        for key in keys {
            self.0.add(&key.to_le_bytes());
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        use fastbloom_rs::Membership;
        keys.iter().map(|key| u64::from(self.0.contains(&key.to_le_bytes()))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        use fastbloom_rs::Membership;
        for key in keys {
            self.0.add(key);
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        use fastbloom_rs::Membership;
        keys.iter().map(|key| u64::from(self.0.contains(key))).sum()
    }

    fn fill_half(&mut self) {
        let words = self.0.get_u64_array().len();
        self.0 = fastbloom_rs::BloomFilter::from_u64_array(&noise(words), 7);
    }
}

/// Blocked: one cache line an item, and a rate that is a quarter higher. For reference.
pub struct Blocked(pub sbbf_rs_safe::Filter, pub foldhash::fast::FixedState);

impl Blocked {
    fn hash(&self, key: &[u8]) -> u64 {
        let mut hasher = self.1.build_hasher();
        hasher.write(key);
        hasher.finish()
    }

    fn hash_u64(&self, key: u64) -> u64 {
        let mut hasher = self.1.build_hasher();
        hasher.write_u64(key);
        hasher.finish()
    }
}

impl Contender for Blocked {
    fn insert(&mut self, keys: &[u64]) {
        for key in keys {
            let hash = self.hash_u64(*key);
            self.0.insert_hash(hash);
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains_hash(self.hash_u64(*key)))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        for key in keys {
            let hash = self.hash(key);
            self.0.insert_hash(hash);
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains_hash(self.hash(key)))).sum()
    }

    fn fill_half(&mut self) {
        let words = noise(self.0.as_bytes().len() / 8 + 1);
        for (eight, word) in self.0.as_bytes_mut().chunks_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
        }
    }
}
