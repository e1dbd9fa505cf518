//! [`Rule`]: a library's own way from hash words to positions.

use crate::{Key, Refusal};
use std::fmt::Debug;

/// A library's way from a key to hash words, and from hash words to positions. The same loop
/// answers questions, sets bits, and is sampled with random words.
pub trait Rule: Debug + Send + Sync {
    /// Returns how many 64-bit words the positions of an item are made of.
    fn words(&self) -> usize;

    /// Calls `visit` with one position after another, in the library's order, until it returns
    /// `false` or there are no more. Returns whether all calls returned `true`.
    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool;

    /// Returns the hash words of a key. A rule whose hash function is not known, or not for this
    /// key, refuses.
    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal>;

    /// Fills `words` with the hash words of a random key. They are uniform, unless a library's hash
    /// function makes words that depend on one another even for random keys; such a rule draws a
    /// random key and hashes it.
    fn draw(&self, random: &mut dyn FnMut() -> u64, words: &mut [u64]) {
        words.iter_mut().for_each(|word| *word = random());
    }
}
