//! Encoding 1: a filter in little more than m·H(q) bits, q being the share of its bits that are
//! set. Which bits are in the minority, how many they are, and so the whole model, follows from
//! the header.

use crate::error::{Damage, Error};
#[cfg(feature = "parallel")]
use crate::filter::batch::parallel::has_threads;
use crate::filter::format::compress::frequencies::Frequencies;
use crate::filter::format::compress::gaps;
use crate::filter::format::compress::rans::{Decoder, Encoder};
use crate::filter::format::compress::room::{NoMemory, vector};
use crate::filter::machine::bits::{Bits, spare};

/// Words coded on their own, a MiB of raw bits: enough to make the start of a chunk cheap, and few
/// enough to keep all cores busy.
const CHUNK: usize = 1 << 17;

/// From one bit in so many on, bytes are coded; below, the gaps between the bits.
const SPARSE: u64 = 1024;

/// The bits that are coded: those set, or those clear where they are fewer.
struct Minority {
    m: u64,
    count: u64,
    /// All ones where the clear bits are coded.
    flip: u64,
}

impl Minority {
    fn new(m: u64, bits_set: u64) -> Minority {
        match m - bits_set {
            clear if clear < bits_set => Minority { m, count: clear, flip: u64::MAX },
            _ => Minority { m, count: bits_set, flip: 0 },
        }
    }

    /// m ≤ 2^48, so the product fits.
    fn is_sparse(&self) -> bool {
        self.count * SPARSE < self.m
    }

    /// Exchanges the bits of the minority and bits that are set, and back. The spare bits at the
    /// end stay as they are.
    fn exchange(&self, words: &mut [u64], with_last: bool) {
        if self.flip == 0 {
            return;
        }
        words.iter_mut().for_each(|word| *word = !*word);
        if let Some(last) = words.last_mut()
            && with_last
        {
            *last ^= spare(self.m);
        }
    }
}

/// Returns the payload of these bits, of which `bits_set` are set, or `None` where that is not
/// smaller than the raw one.
pub(crate) fn smaller(bits: &Bits, bits_set: u64) -> Result<Option<Vec<u8>>, NoMemory> {
    Ok(Some(write(bits, bits_set)?).filter(|payload| payload.len() < bits.words().len() * 8))
}

/// Returns the payload of these bits, of which `bits_set` are set.
fn write(bits: &Bits, bits_set: u64) -> Result<Vec<u8>, NoMemory> {
    let minority = Minority::new(bits.m(), bits_set);
    if minority.is_sparse() {
        return gaps::write(bits, minority.count, minority.flip);
    }
    let encoder = Encoder::new(&Frequencies::new(minority.m, minority.count));
    let last = bits.words().len().div_ceil(CHUNK) - 1;
    let chunk = |(i, words): (usize, &[u64])| match minority.flip {
        0 => encoder.write(words),
        _ => {
            let mut flipped = vector(words.len())?;
            flipped.extend_from_slice(words);
            let mut words: Vec<u64> = flipped;
            minority.exchange(&mut words, i == last);
            encoder.write(&words)
        }
    };
    let one_by_one = || bits.words().chunks(CHUNK).enumerate().map(chunk).collect();
    #[cfg(feature = "parallel")]
    let chunks: Result<Vec<Vec<u8>>, NoMemory> = if has_threads() {
        use rayon::prelude::*;
        bits.words().par_chunks(CHUNK).enumerate().map(chunk).collect()
    } else {
        one_by_one()
    };
    #[cfg(not(feature = "parallel"))]
    let chunks: Result<Vec<Vec<u8>>, NoMemory> = one_by_one();
    let chunks = chunks?;
    let mut payload = vector(chunks.iter().map(|chunk| 4 + chunk.len()).sum())?;
    payload.extend(chunks.iter().flat_map(|chunk| (chunk.len() as u32).to_le_bytes()));
    chunks.iter().for_each(|chunk| payload.extend_from_slice(chunk));
    Ok(payload)
}

/// The bits of a payload, of which the header says that `bits_set` of `m` are set. They are still
/// to be counted, and spare bits may be set.
pub(crate) fn read(payload: &[u8], m: u64, bits_set: u64) -> Result<Bits, Error> {
    let minority = Minority::new(m, bits_set);
    let mut bits = if minority.is_sparse() {
        gaps::read(payload, m, minority.count)?
    } else {
        read_chunks(payload, &minority)?
    };
    minority.exchange(bits.words_mut(), true);
    Ok(bits)
}

fn read_chunks(payload: &[u8], minority: &Minority) -> Result<Bits, Error> {
    let chunks = minority.m.div_ceil(64 * CHUNK as u64);
    let table = usize::try_from(chunks * 4).ok().and_then(|table| payload.split_at_checked(table));
    let Some((lengths, mut rest)) = table else {
        return Err(torn(format!("{} bytes for {chunks} chunks", payload.len())));
    };
    let mut streams = Vec::with_capacity(lengths.len() / 4);
    for length in lengths.chunks_exact(4) {
        let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
        let Some((stream, behind)) = rest.split_at_checked(length as usize) else {
            return Err(torn(format!("{length} bytes where {} are left", rest.len())));
        };
        streams.push(stream);
        rest = behind;
    }
    if !rest.is_empty() {
        return Err(torn(format!("{} bytes left over", rest.len())));
    }
    let decoder = Decoder::new(&Frequencies::new(minority.m, minority.count));
    let mut bits = Bits::zeros(minority.m)?;
    let chunk = |(words, stream): (&mut [u64], &[u8])| decoder.read(stream, words);
    #[cfg(feature = "parallel")]
    if has_threads() {
        use rayon::prelude::*;
        bits.words_mut().par_chunks_mut(CHUNK).zip(streams).try_for_each(chunk)?;
        return Ok(bits);
    }
    bits.words_mut().chunks_mut(CHUNK).zip(streams).try_for_each(chunk)?;
    Ok(bits)
}

fn torn(got: String) -> Error {
    Error::damaged(Damage::Changed, "an entropy coded payload is as long as its chunks say", got)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes for which the shell and `to_bytes_compressed` would take another encoding.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and very much of it")]
    fn small_filters_come_back() {
        for m in [1, 2, 63, 64, 65, 100, 128, 1000, 5000] {
            for part in [1, 2, 3, 5, 9, 40, 700, 3000, 6000] {
                for rest in [0, 1] {
                    let mut bits = Bits::zeros(m).expect("small");
                    for position in (0..m).filter(|p| (p % part == 0) == (rest == 0)) {
                        bits.words_mut()[(position / 64) as usize] |= 1 << (position % 64);
                    }
                    let ones = bits.ones();
                    let payload = write(&bits, ones).expect("small");
                    let back = read(&payload, m, ones).expect("it was just written");
                    assert_eq!(back.words(), bits.words(), "{ones} of {m}");
                }
            }
        }
    }

    #[test]
    fn full_and_empty_filters_take_nothing() {
        for m in [1, 64, 4096] {
            let mut bits = Bits::zeros(m).expect("small");
            assert!(write(&bits, 0).expect("small").is_empty());
            let last = bits.words().len() - 1;
            bits.words_mut().fill(u64::MAX);
            bits.words_mut()[last] = !spare(m);
            assert!(write(&bits, m).expect("small").is_empty());
            assert_eq!(read(&[], m, m).expect("it was just written").words(), bits.words());
        }
    }
}
