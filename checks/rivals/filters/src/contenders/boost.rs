//! Boost.Bloom's filters in bulk mode, where its headers were there (`build.rs`).

use super::{Contender, Text, noise};

#[repr(C)]
struct Rival {
    _of_the_other_language: [u8; 0],
}

unsafe extern "C" {
    fn boost_version() -> u32;
    fn boost_plain(bits: usize) -> *mut Rival;
    fn boost_split(bits: usize) -> *mut Rival;
    fn boost_drop(rival: *mut Rival);
    fn boost_insert(rival: *mut Rival, keys: *const u64, count: usize);
    fn boost_count(rival: *const Rival, keys: *const u64, count: usize) -> u64;
    fn boost_insert_texts(rival: *mut Rival, keys: *const Text, count: usize);
    fn boost_count_texts(rival: *const Rival, keys: *const Text, count: usize) -> u64;
    fn boost_fill(rival: *mut Rival, noise: *const u8, bytes: usize);
}

/// A filter of so many bits.
pub struct Boost {
    rival: *mut Rival,
    bits: usize,
}

impl Boost {
    /// Seven hashes anywhere.
    pub fn plain(bits: usize) -> Boost {
        // SAFETY: a constructor; what it made is dropped once.
        Boost { rival: unsafe { boost_plain(bits) }, bits }
    }

    /// Eight hashes in a block of 256 bits, one in each word: as sbbf-rs and Parquet.
    pub fn split(bits: usize) -> Boost {
        // SAFETY: as above.
        Boost { rival: unsafe { boost_split(bits) }, bits }
    }

    /// Such as 1.90.
    pub fn version() -> String {
        // SAFETY: says a number.
        let version = unsafe { boost_version() };
        format!("{}.{}", version / 100_000, version / 100 % 1_000)
    }
}

impl Drop for Boost {
    fn drop(&mut self) {
        // SAFETY: made by a constructor, dropped once.
        unsafe { boost_drop(self.rival) }
    }
}

// SAFETY, of the blocks below: the rival lives, and pointers and lengths are those of slices.
impl Contender for Boost {
    fn insert(&mut self, keys: &[u64]) {
        unsafe { boost_insert(self.rival, keys.as_ptr(), keys.len()) }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        unsafe { boost_count(self.rival, keys.as_ptr(), keys.len()) }
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        unsafe { boost_insert_texts(self.rival, keys.as_ptr(), keys.len()) }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        unsafe { boost_count_texts(self.rival, keys.as_ptr(), keys.len()) }
    }

    fn fill_half(&mut self) {
        let words = noise(self.bits / 64 + 64);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        unsafe { boost_fill(self.rival, bytes.as_ptr(), bytes.len()) }
    }
}
