//! [`ParquetFilter`]: the Bloom filter of Parquet's column chunks, byte for byte.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`ParquetFilter`]: insert, contains |
//! | `block` | 32 bytes, and the eight bits of a hash in them |
//! | `merge` | union; fewer blocks |
//! | `compact` | Thrift's compact protocol, as far as it is read here |
//! | `header` | what stands before the blocks |
//! | `bytes` | a whole filter from bytes or a stream, and to them |
//! | `files` | [`ParquetFiles`]: the Parquet files of folders |
//! | `footer` | [`ParquetFooter`]: which filters a file has, and where |
//!
//! The rule is that of Parquet's specification, stated in `docs/internals/blocks.md`.

pub(crate) mod block;
pub(crate) mod bytes;
pub(crate) mod compact;
pub(crate) mod files;
pub(crate) mod footer;
pub(crate) mod header;
pub(crate) mod merge;

use crate::design::blocked::Blocked;
use crate::error::Error;
use crate::filter::machine::bits::no_room;
use crate::filter::memory::is_left_after;
use crate::filter::parquet::block::SplitBlock;
use std::fmt;
use xxhash_rust::xxh64::xxh64;

/// A split-block Bloom filter as Parquet files have it, byte for byte.
///
/// Values are hashed as Parquet encodes them plainly: texts and byte arrays as their bytes without
/// a length, numbers as their little-endian bytes, through methods of their own. An `i32` and an
/// `i64` of the same value are different values, and so are 0.0 and −0.0: ask with the type that
/// the column has.
///
/// What its rate is, is the other half's business: [`ParquetFilter::ones_by_word`] goes into
/// `bloom::blocked::BlockCounts`.
///
/// ```
/// use urnfield::bloom::blocked::BlockCounts;
/// use urnfield::filter::ParquetFilter;
/// let mut filter = ParquetFilter::new(3)?; // four blocks: a power of two
/// assert!(filter.insert("amphora")); // something new
/// filter.insert_i64(1970);
/// assert!(filter.contains("amphora") && filter.contains_i64(1970));
/// assert!(!filter.contains_i32(1970)); // four bytes are another value
///
/// let mut counts = BlockCounts::new(filter.design())?;
/// for ones in filter.ones_by_word() {
///     counts.add(1, &ones)?;
/// }
/// assert_eq!(counts.fpr_exact()?.to_string(), "1/2199023255552"); // 2/(4·32^8)
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ParquetFilter {
    /// Split, 256 bits a block, eight hashes; as many blocks as there are.
    design: Blocked,
    /// At least one.
    blocks: Vec<SplitBlock>,
}

/// One pair of methods for each type of number.
macro_rules! numbers {
    ($($number:ident: $insert:ident, $contains:ident;)*) => {$(
        #[doc = concat!("Inserts the little-endian bytes of an `", stringify!($number), "`.")]
        #[inline]
        pub fn $insert(&mut self, value: $number) -> bool {
            self.insert_hash(ParquetFilter::hash(value.to_le_bytes()))
        }

        #[doc = concat!(
            "Whether the little-endian bytes of an `", stringify!($number), "` may have been inserted."
        )]
        #[inline]
        pub fn $contains(&self, value: $number) -> bool {
            self.contains_hash(ParquetFilter::hash(value.to_le_bytes()))
        }
    )*};
}

/// Makes room for so many more blocks of a filter of m bits, if memory is left behind them.
fn reserve(blocks: &mut Vec<SplitBlock>, more: usize, m: u64) -> Result<(), Error> {
    let reserved = blocks.try_reserve_exact(more).is_ok();
    if reserved && is_left_after(blocks.capacity() * SplitBlock::BYTES) {
        return Ok(());
    }
    Err(no_room(m))
}

impl ParquetFilter {
    /// No filter has more blocks: Parquet's header has its length in bytes as a signed word of 32
    /// bits.
    pub const MOST_BLOCKS: u64 = header::MOST_BYTES / SplitBlock::BYTES as u64;

    /// An empty filter of the least power of two that is at least so many blocks of 32 bytes: Arrow
    /// C++ reads no other sizes.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// assert_eq!(ParquetFilter::new(1_000)?.design().blocks(), 1_024);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn new(blocks: u64) -> Result<ParquetFilter, Error> {
        match blocks {
            0 => ParquetFilter::exactly(0),
            _ => match blocks.checked_next_power_of_two() {
                Some(power) if power <= ParquetFilter::MOST_BLOCKS => ParquetFilter::exactly(power),
                _ => Err(Error::domain(
                    "a Parquet filter whose blocks are a power of two has at most 2^25, as its \
                     header has 31 bits for its bytes",
                    format!("blocks = {blocks}"),
                )),
            },
        }
    }

    /// An empty filter of exactly so many blocks of 32 bytes. The specification, DuckDB and the
    /// `parquet` crate allow any number; Arrow C++ refuses what is no power of two.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// assert_eq!(ParquetFilter::exactly(1_000)?.design().blocks(), 1_000);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn exactly(blocks: u64) -> Result<ParquetFilter, Error> {
        let design = design(blocks)?;
        let count = usize::try_from(blocks).map_err(|_| no_room(design.bits()))?;
        let mut room = Vec::new();
        reserve(&mut room, count, design.bits())?;
        room.resize(count, SplitBlock::default());
        Ok(ParquetFilter { design, blocks: room })
    }

    /// Blocks, bits and hashes: what the laws of blocked filters are asked with.
    pub fn design(&self) -> Blocked {
        self.design
    }

    /// Returns how many bytes its blocks have, without a header.
    pub fn byte_size(&self) -> u64 {
        self.design.bits() / 8
    }

    /// The hash by which Parquet knows a value: XXH64 with seed 0 of its plain encoding.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// assert_eq!(ParquetFilter::hash("a"), 0xd24e_c4f1_a98c_6e5b);
    /// ```
    #[inline]
    pub fn hash(value: impl AsRef<[u8]>) -> u64 {
        let bytes = value.as_ref();
        match <[u8; 8]>::try_from(bytes) {
            Ok(eight) => hash_of_eight(u64::from_le_bytes(eight)),
            Err(_) => xxh64(bytes, 0),
        }
    }

    /// Inserts a text or a byte array; true if some bit was new, so that the value certainly was.
    #[inline]
    pub fn insert(&mut self, value: impl AsRef<[u8]>) -> bool {
        self.insert_hash(ParquetFilter::hash(value))
    }

    /// Returns whether a text or a byte array may have been inserted. If false, it certainly was
    /// not.
    #[inline]
    pub fn contains(&self, value: impl AsRef<[u8]>) -> bool {
        self.contains_hash(ParquetFilter::hash(value))
    }

    numbers! {
        i32: insert_i32, contains_i32;
        i64: insert_i64, contains_i64;
        f32: insert_f32, contains_f32;
        f64: insert_f64, contains_f64;
    }

    /// Inserts a value by its hash.
    #[inline]
    pub fn insert_hash(&mut self, hash: u64) -> bool {
        let block = self.block_of(hash);
        self.blocks[block].insert(hash as u32)
    }

    /// Returns whether the value of a hash may have been inserted.
    #[inline]
    pub fn contains_hash(&self, hash: u64) -> bool {
        self.blocks[self.block_of(hash)].contains(hash as u32)
    }

    /// The upper half of the hash, as a share of 2^32, of all blocks: below their number.
    #[inline]
    fn block_of(&self, hash: u64) -> usize {
        (((hash >> 32) * self.blocks.len() as u64) >> 32) as usize
    }

    /// Returns how many bits are set, counted anew. Cost: one pass over the blocks.
    pub fn bits_set(&self) -> u64 {
        self.ones_by_word().flatten().sum()
    }

    /// Returns for every block how many bits are set in each of its eight words.
    pub fn ones_by_word(&self) -> impl Iterator<Item = [u64; 8]> + '_ {
        self.blocks.iter().map(SplitBlock::ones)
    }

    /// Every bit back to zero: the filter of the empty set.
    pub fn clear(&mut self) {
        self.blocks.fill(SplitBlock::default());
    }
}

/// XXH64 of eight bytes with seed 0, as published, written out: a call takes longer.
#[inline(always)]
fn hash_of_eight(value: u64) -> u64 {
    const P: [u64; 5] = [
        0x9e37_79b1_85eb_ca87,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
        0x85eb_ca77_c2b2_ae63,
        0x27d4_eb2f_1656_67c5,
    ];
    let mixed = value.wrapping_mul(P[1]).rotate_left(31).wrapping_mul(P[0]);
    let mut hash = P[4].wrapping_add(8) ^ mixed;
    hash = hash.rotate_left(27).wrapping_mul(P[0]).wrapping_add(P[3]);
    hash = (hash ^ hash >> 33).wrapping_mul(P[1]);
    hash = (hash ^ hash >> 29).wrapping_mul(P[2]);
    hash ^ hash >> 32
}

/// The design of so many blocks, or the refusal of a number that no filter has.
fn design(blocks: u64) -> Result<Blocked, Error> {
    if blocks > ParquetFilter::MOST_BLOCKS {
        return Err(Error::domain(
            "a Parquet filter has at most 2^26 - 1 blocks, as its header has 31 bits for its bytes",
            format!("blocks = {blocks}"),
        ));
    }
    Blocked::parquet(blocks)
}

impl<T: AsRef<[u8]>> Extend<T> for ParquetFilter {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.insert(value);
        }
    }
}

impl fmt::Debug for ParquetFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetFilter")
            .field("blocks", &self.design.blocks())
            .field("bits_set", &self.bits_set())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_written_out_are_xxh64() {
        let mut value = 0_u64;
        for _ in 0..if cfg!(miri) { 100 } else { 100_000 } {
            assert_eq!(hash_of_eight(value), xxh64(&value.to_le_bytes(), 0), "{value}");
            value = value.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        }
    }
}
