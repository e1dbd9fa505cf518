//! Few bits among many: the gaps between them by Golomb's code, within half a percent of m·H(q).
//! Time and payload follow the bits that are coded, not those between them.

use crate::error::{Damage, Error};
use crate::filter::format::compress::room::{NoMemory, vector};
use crate::filter::format::header::{HEADER, MOST_EXPANSION};
use crate::filter::machine::bits::Bits;

/// Returns the shortest payload that may stand for m bits.
fn least_payload(m: u64) -> usize {
    let raw = m.div_ceil(64) * 8;
    // Of bits that are in memory, or of a payload that is.
    raw.div_ceil(MOST_EXPANSION).saturating_sub(HEADER as u64) as usize
}

/// How a gap is split: the quotient by the divisor in unary, the remainder in binary.
#[derive(Clone, Copy)]
struct Golomb {
    divisor: u64,
    /// Bits that every remainder has.
    bits: u32,
    /// Remainders from here on have one bit more.
    short: u64,
}

impl Golomb {
    /// The divisor that halves the chance of a gap: ln 2 times the mean gap (ln 2 in 2^-16).
    fn new(m: u64, count: u64) -> Golomb {
        const LN_2: u128 = 45_426;
        let divisor = (u128::from(m) * LN_2 / (u128::from(count) << 16)).max(1) as u64;
        let bits = divisor.ilog2();
        // With b bits there are 2^b values; each that is given up makes two with one bit more.
        Golomb { divisor, bits, short: (2_u64 << bits) - divisor }
    }

    /// The most bytes that so many gaps between m bits take: the quotients come to m over the
    /// divisor at most, and every gap ends its own and has a remainder.
    fn most_bytes(self, m: u64, count: u64) -> usize {
        ((m / self.divisor + count * u64::from(self.bits + 2)) / 8 + 1) as usize
    }
}

/// The payload of the bits that differ from `flip`; there are `count`.
pub(crate) fn write(bits: &Bits, count: u64, flip: u64) -> Result<Vec<u8>, NoMemory> {
    let least = least_payload(bits.m());
    let mut out = BitWriter::default();
    if count == 0 {
        out.bytes = vector(least)?;
    } else {
        let code = Golomb::new(bits.m(), count);
        out.bytes = vector(code.most_bytes(bits.m(), count).max(least))?;
        let mut next = 0;
        for (i, word) in bits.words().iter().enumerate() {
            let mut left = word ^ flip;
            while left != 0 {
                let position = i as u64 * 64 + u64::from(left.trailing_zeros());
                left &= left - 1;
                // Spare bits differ from ones.
                if position < bits.m() {
                    out.put(position - next, code);
                    next = position + 1;
                }
            }
        }
    }
    let mut payload = out.finish();
    // A file vouches for the memory that its reader will need.
    payload.resize(payload.len().max(least), 0);
    Ok(payload)
}

/// `count` bits set among m.
pub(crate) fn read(payload: &[u8], m: u64, count: u64) -> Result<Bits, Error> {
    // Every gap has a bit at least: what cannot be there is not allocated.
    if count > payload.len() as u64 * 8 {
        return Err(refused(format!("{count} gaps in {} bytes", payload.len())));
    }
    let mut bits = Bits::zeros(m)?;
    let mut gaps = BitReader { payload, at: 0, held: 0, count: 0 };
    if count > 0 {
        let code = Golomb::new(m, count);
        let mut next = 0_u64;
        for _ in 0..count {
            let position = gaps.take(code).and_then(|gap| next.checked_add(gap));
            let Some(position) = position.filter(|position| *position < m) else {
                return Err(refused("a gap beyond the end".into()));
            };
            bits.words_mut()[(position / 64) as usize] |= 1 << (position % 64);
            next = position + 1;
        }
    }
    let coded = gaps.at - gaps.count as usize / 8;
    let rest_of_byte = gaps.held & ((1_u64 << (gaps.count % 8)) - 1);
    if rest_of_byte != 0 || payload[coded..].iter().any(|byte| *byte != 0) {
        return Err(refused("something behind the last gap".into()));
    }
    if payload.len() != coded.max(least_payload(m)) {
        return Err(refused(format!("{} bytes for {coded}", payload.len())));
    }
    Ok(bits)
}

/// Bits into bytes, the lowest first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    held: u64,
    /// How many bits are held, below 8 between calls.
    count: u32,
}

impl BitWriter {
    fn put(&mut self, gap: u64, code: Golomb) {
        for _ in 0..gap / code.divisor {
            self.bits(1, 1);
        }
        self.bits(0, 1);
        let remainder = gap % code.divisor;
        if remainder < code.short {
            self.bits(remainder, code.bits)
        } else {
            let long = remainder + code.short;
            self.bits(long >> 1, code.bits);
            self.bits(long & 1, 1);
        }
    }

    /// At most 48 bits.
    fn bits(&mut self, value: u64, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

/// Bytes into bits, the lowest first.
struct BitReader<'a> {
    payload: &'a [u8],
    /// Bytes taken.
    at: usize,
    held: u64,
    count: u32,
}

impl BitReader<'_> {
    /// The next gap; `None` where the payload ends first.
    fn take(&mut self, code: Golomb) -> Option<u64> {
        let mut quotient = 0_u64;
        while self.bits(1)? == 1 {
            quotient += 1;
        }
        let first = self.bits(code.bits)?;
        let remainder =
            if first < code.short { first } else { 2 * first + self.bits(1)? - code.short };
        quotient.checked_mul(code.divisor)?.checked_add(remainder)
    }

    /// At most 48 bits.
    fn bits(&mut self, count: u32) -> Option<u64> {
        while self.count < count {
            self.held |= u64::from(*self.payload.get(self.at)?) << self.count;
            self.at += 1;
            self.count += 8;
        }
        let value = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        Some(value)
    }
}

fn refused(got: String) -> Error {
    Error::damaged(Damage::Changed, "an entropy coded payload is the gaps between its bits", got)
}
