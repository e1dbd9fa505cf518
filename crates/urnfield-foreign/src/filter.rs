//! [`Foreign`] and [`Layer`]: a filter of another library that was read.

use crate::{Bits, Key, Law, Refusal, Rule};
use std::sync::Arc;

/// A Bloom filter of another library.
#[derive(Debug, Clone)]
pub struct Foreign {
    /// The name of the format, as in [`FORMATS`](crate::FORMATS).
    pub format: &'static str,
    /// The version of the library or of its format, as far as the bytes tell.
    pub version: Option<String>,
    /// Where it is in a file of several filters: a column, a row group.
    pub place: Option<String>,
    /// The layers. A plain filter has one; a scalable filter has several, and an item is in it that
    /// is in one of them.
    pub layers: Vec<Layer>,
    /// The seed of the hash function, where the file has one.
    pub seed: Option<i64>,
    /// Whether all layers derive their positions from the same hash words. Otherwise each layer
    /// hashes a key in its own way.
    pub shares_words: bool,
    /// What the file says about the whole filter.
    pub stated: Stated,
    /// Bytes of the file that are no bits and that only the format's own writer needs.
    pub rest: Vec<u8>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

/// One array of bits, and where an item's positions are in it.
#[derive(Debug, Clone)]
pub struct Layer {
    /// The bits.
    pub bits: Bits,
    /// The number of positions of an item.
    pub hashes: u32,
    /// The way from keys to positions.
    pub rule: Arc<dyn Rule>,
    /// How positions are distributed.
    pub law: Law,
    /// What the file says about this layer.
    pub stated: Stated,
}

/// What a file says about its filter beside the bits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Stated {
    /// The false-positive rate that was asked for.
    pub asked_rate: Option<f64>,
    /// The number of items that it was sized for.
    pub capacity: Option<u64>,
    /// The number of items inserted, as the library counted them.
    pub added: Option<u64>,
}

impl Foreign {
    /// A plain filter of one layer, about which the file says nothing more.
    pub fn plain(format: &'static str, layer: Layer) -> Foreign {
        Foreign {
            format,
            version: None,
            place: None,
            layers: vec![layer],
            seed: None,
            shares_words: false,
            stated: Stated::default(),
            rest: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns whether a key may be in the filter, as its library answers.
    pub fn contains(&self, key: &Key) -> Result<bool, Refusal> {
        for layer in &self.layers {
            if layer.accepts(&layer.rule.hash(key)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Inserts a key into the last layer, and returns whether it seemed to be there already. Counts
    /// it where the file has a count; a format that counts in another way corrects that in its
    /// writer.
    pub fn insert(&mut self, key: &Key) -> Result<bool, Refusal> {
        let Some(layer) = self.layers.last_mut() else {
            return Err(Refusal::damaged("the filter has no layer"));
        };
        let words = layer.rule.hash(key)?;
        let mut was_there = true;
        let (rule, bits) = (&layer.rule, &mut layer.bits);
        rule.probe(&words, &mut |bit| {
            was_there &= bits.set(bit);
            true
        });
        for stated in [&mut layer.stated, &mut self.stated] {
            stated.added = stated.added.map(|added| added.saturating_add(1));
        }
        Ok(was_there)
    }

    /// Asks about one random stranger: draws the hash words of a random key, and runs the library's
    /// own loop in every layer. `buffer` is reused from call to call.
    pub fn accepts_random(&self, random: &mut dyn FnMut() -> u64, buffer: &mut Vec<u64>) -> bool {
        let mut is_drawn = false;
        self.layers.iter().any(|layer| {
            if !is_drawn || !self.shares_words {
                buffer.resize(layer.rule.words(), 0);
                layer.rule.draw(random, buffer);
                is_drawn = true;
            }
            layer.accepts(buffer)
        })
    }
}

impl Layer {
    /// A layer about which the file says nothing more.
    pub fn new(bits: Bits, hashes: u32, rule: impl Rule + 'static, law: Law) -> Layer {
        Layer { bits, hashes, rule: Arc::new(rule), law, stated: Stated::default() }
    }

    /// Returns whether all positions of these hash words are set.
    pub fn accepts(&self, words: &[u64]) -> bool {
        self.rule.probe(words, &mut |bit| self.bits.test(bit))
    }
}
