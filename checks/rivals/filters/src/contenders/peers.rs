//! Other crates' filters.

use super::{Contender, Text, noise};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

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

pub struct FastBloomAtomic(pub fastbloom::AtomicBloomFilter<FixedState>);

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
        let words = noise(self.0.num_bits() / 64);
        let hashes = self.0.num_hashes();
        self.0 = fastbloom::AtomicBloomFilter::from_vec(words)
            .hasher(FixedState::default())
            .hashes(hashes);
    }
}

pub struct Bloomfilter3 {
    /// The crate fixes the kind of key, so there is one filter for each.
    words: bloomfilter::Bloom<u64>,
    texts: bloomfilter::Bloom<Text>,
}

impl Bloomfilter3 {
    pub fn new(bytes: usize, items: usize) -> Bloomfilter3 {
        Bloomfilter3 {
            words: bloomfilter::Bloom::new(bytes, items).expect("a filter"),
            texts: bloomfilter::Bloom::new(bytes, items).expect("a filter"),
        }
    }
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

pub struct FastBloomRs(fastbloom_rs::BloomFilter, u32);

impl FastBloomRs {
    pub fn new(bits: u64, hashes: u32) -> FastBloomRs {
        let mut builder = fastbloom_rs::FilterBuilder::from_size_and_hashes(
            // It panics where the bits do not fill whole words.
            bits.next_multiple_of(64),
            hashes,
        );
        FastBloomRs(builder.build_bloom_filter(), hashes)
    }
}

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
        self.0 = fastbloom_rs::BloomFilter::from_u64_array(&noise(words), self.1);
    }
}

/// Blocked: one cache line an item, and a rate that is a quarter higher. For reference.
pub struct Blocked(sbbf_rs_safe::Filter, FixedState);

impl Blocked {
    pub fn new(bits_per_key: usize, keys: u64) -> Blocked {
        Blocked(sbbf_rs_safe::Filter::new(bits_per_key, keys as usize), FixedState::default())
    }

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

/// The `parquet` crate's own filter, one value at a time, with XXH64 as Parquet has it.
pub struct ParquetCrate(parquet::bloom_filter::Sbbf);

impl ParquetCrate {
    pub fn new(blocks: u64) -> ParquetCrate {
        ParquetCrate(parquet::bloom_filter::Sbbf::new(&vec![0; 32 * blocks as usize]))
    }
}

/// The crate's filter of some values and ours are the same bytes, each reads the other's, and they answer alike;
/// the race between them is one of equals. Panics where that is not so.
pub fn same_as_parquet_crate() {
    for blocks in [1, 7, 64, 1_000] {
        let mut ours = urnfield::filter::ParquetFilter::exactly(blocks).expect("blocks");
        let mut theirs = ParquetCrate::new(blocks).0;
        let keys = noise(2 * 20 * blocks as usize);
        let (members, others) = keys.split_at(keys.len() / 2);
        for key in members {
            ours.insert(key.to_le_bytes());
            theirs.insert(key);
        }
        let mut bytes = Vec::new();
        theirs.write(&mut bytes).expect("to memory");
        assert_eq!(ours.to_bytes(), bytes, "{blocks} blocks");
        let read = parquet::bloom_filter::Sbbf::from_bytes(&ours.to_bytes()).expect("ours");
        let theirs = urnfield::filter::ParquetFilter::from_bytes(&bytes).expect("theirs");
        assert!(members.iter().all(|key| read.check(key) && theirs.contains(key.to_le_bytes())));
        let alike = |key: &u64| read.check(key) == ours.contains(key.to_le_bytes());
        assert!(others.iter().all(alike), "{blocks} blocks");
    }
}

impl Contender for ParquetCrate {
    fn insert(&mut self, keys: &[u64]) {
        keys.iter().for_each(|key| self.0.insert(key));
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.check(key))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        keys.iter().for_each(|key| self.0.insert(&key[..]));
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.check(&key[..]))).sum()
    }

    fn fill_half(&mut self) {
        let words = noise(4 * self.0.num_blocks());
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.0 = parquet::bloom_filter::Sbbf::new(&bytes);
    }
}
