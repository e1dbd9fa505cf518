//! Bytes to a few words and back, by a model that both sides know: eight interleaved rANS states
//! of 32 bits that take in and give out 16 bits at a time.
//!
//! Byte j of every word of the filter belongs to state j, so eight bytes depend on each other only
//! through the place in the stream. Both directions do the same work whatever the bytes are; the
//! one branch is for words with an escaped byte, a few in a hundred at the most.

use crate::error::{Damage, Error};
use crate::filter::format::compress::frequencies::{ESCAPE, Frequencies, SCALE, SCALE_BITS};
use crate::filter::format::compress::room::{NoMemory, vector, zeros};
use crate::filter::machine::bits::no_memory;

/// States lie in 2^16..2^32, and at the bottom when nothing has been written.
const BOTTOM: u32 = 1 << 16;
const STATES: usize = 8;

/// The lowest and the highest bit of every byte of a word.
const LOW: u64 = u64::MAX / 255;
const HIGH: u64 = LOW << 7;

/// What writes a byte: state → state.
#[derive(Clone, Copy, Default)]
struct EncodingStep {
    /// ⌈2^46 / frequency⌉. For states below the limit, times the state and shifted by 46 it is
    /// the quotient exactly: the excess is below state/2^46 < frequency/2^28 ≤ 1/frequency.
    inverse: u64,
    /// From here on a state gives out 16 bits first: 2^18 times the frequency.
    limit: u32,
    /// 2^14 less the frequency.
    others: u16,
    /// The sum of the frequencies of lower bytes.
    start: u16,
}

/// Both tables of a model, for writing.
pub(crate) struct Encoder {
    direct: [EncodingStep; 256],
    /// All zero where nothing is escaped.
    escaped: [EncodingStep; 256],
    /// Bytes with so many bits set are escaped: 9 where none is.
    rare: u32,
}

impl Encoder {
    pub(crate) fn new(model: &Frequencies) -> Encoder {
        let table = |frequencies: &[u32; 256]| {
            let mut table = [EncodingStep::default(); 256];
            let mut start = 0;
            for (entry, &frequency) in table.iter_mut().zip(frequencies) {
                if frequency > 0 {
                    *entry = EncodingStep {
                        inverse: (1_u64 << 46).div_ceil(u64::from(frequency)),
                        limit: frequency << 18,
                        others: (SCALE - frequency) as u16,
                        start: start as u16,
                    };
                }
                start += frequency;
            }
            table
        };
        let escaped = model.escaped.unwrap_or([0; 256]);
        let mut direct = table(&model.direct);
        // An escaped byte is written as the escape and then as itself.
        let escape = direct[usize::from(ESCAPE)];
        for (entry, frequency) in direct.iter_mut().zip(escaped) {
            if frequency > 0 {
                *entry = escape;
            }
        }
        let rare = escaped.iter().position(|frequency| *frequency > 0);
        let rare = rare.map_or(9, |first| first.count_ones());
        Encoder { direct, escaped: table(&escaped), rare }
    }

    /// The words of a chunk, last to first, and what is read first in front.
    pub(crate) fn write(&self, words: &[u64]) -> Result<Vec<u8>, NoMemory> {
        // No byte gives out more than 16 bits twice.
        let mut stream = zeros(words.len() * 2 * STATES)?;
        let mut at = stream.len();
        let mut states = [BOTTOM; STATES];
        for word in words.iter().rev() {
            let bytes = word.to_le_bytes();
            if has_rare(*word, self.rare) {
                for j in (0..STATES).rev() {
                    if bytes[j].count_ones() >= self.rare {
                        let out = stream[..at].last_chunk_mut().expect("room for all");
                        at -= put(&mut states[j], &self.escaped[usize::from(bytes[j])], out, 0);
                    }
                }
            }
            let out: &mut [u16; STATES] = stream[..at].last_chunk_mut().expect("room for all");
            let mut given = 0;
            for j in (0..STATES).rev() {
                given += put(&mut states[j], &self.direct[usize::from(bytes[j])], out, given);
            }
            at -= given;
        }
        let mut bytes = vector(4 * STATES + 2 * (stream.len() - at))?;
        bytes.extend(states.iter().flat_map(|state| state.to_le_bytes()));
        bytes.extend(stream[at..].iter().flat_map(|word| word.to_le_bytes()));
        Ok(bytes)
    }
}

/// Returns whether some byte of the word has at least `least` bits set, 1 to 9.
#[inline(always)]
fn has_rare(word: u64, least: u32) -> bool {
    // Bits are counted in pairs, fours and bytes, all bytes at once; then 128 is passed or not.
    let pairs = word - ((word >> 1) & (u64::MAX / 3));
    let fours = (pairs & (u64::MAX / 5)) + ((pairs >> 2) & (u64::MAX / 5));
    let counts = (fours + (fours >> 4)) & (u64::MAX / 17);
    (counts + u64::from(128 - least) * LOW) & HIGH != 0
}

/// Writes a byte into a state; how many words, none or one, it gave out. `out` fills from its end
/// and `given` of it is full.
#[inline(always)]
fn put(state: &mut u32, by: &EncodingStep, out: &mut [u16; STATES], given: usize) -> usize {
    let full = *state >= by.limit;
    // Written in any case and overwritten by the next where it was not meant: no branch.
    out[(STATES - 1 - given) % STATES] = *state as u16;
    let x = if full { *state >> 16 } else { *state };
    let quotient = ((u64::from(x) * by.inverse) >> 46) as u32;
    *state = x + quotient * u32::from(by.others) + u32::from(by.start);
    usize::from(full)
}

/// One table of a model, for reading.
struct DecodingTable {
    /// The byte of each of the 2^14 parts.
    bytes: Box<[u8; SCALE as usize]>,
    /// Frequency and start of each byte.
    parts: [(u16, u16); 256],
}

impl DecodingTable {
    fn new(frequencies: &[u32; 256]) -> DecodingTable {
        let mut bytes = Vec::with_capacity(SCALE as usize);
        let mut parts = [(0, 0); 256];
        for (byte, &frequency) in frequencies.iter().enumerate() {
            parts[byte] = (frequency as u16, bytes.len() as u16);
            bytes.resize(bytes.len() + frequency as usize, byte as u8);
        }
        let bytes = bytes.into_boxed_slice().try_into().expect("frequencies add up to 2^14");
        DecodingTable { bytes, parts }
    }
}

/// Both tables of a model, for reading.
pub(crate) struct Decoder {
    direct: DecodingTable,
    escaped: Option<DecodingTable>,
}

impl Decoder {
    pub(crate) fn new(model: &Frequencies) -> Decoder {
        Decoder {
            direct: DecodingTable::new(&model.direct),
            escaped: model.escaped.as_ref().map(DecodingTable::new),
        }
    }

    /// Fills the words from what [`Encoder::write`] made. Whatever passes is exactly that: states
    /// in their range have one way forward and one way back.
    pub(crate) fn read(&self, stream: &[u8], words: &mut [u64]) -> Result<(), Error> {
        let Some((start, stream)) = stream.split_first_chunk::<{ 4 * STATES }>() else {
            return Err(refused("too short for eight states"));
        };
        let mut states = [0_u32; STATES];
        for (state, bytes) in states.iter_mut().zip(start.chunks_exact(4)) {
            *state = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        }
        if stream.len() % 2 != 0 || states.iter().any(|state| *state < BOTTOM) {
            return Err(refused("a state out of its range, or half a word"));
        }
        let length = stream.len() / 2;
        let room = vector(length + STATES);
        let mut given: Vec<u16> = room.map_err(|_| no_memory("a packed filter", stream.len()))?;
        given.extend(
            stream
                .chunks_exact(2)
                .map(|word| u16::from_le_bytes(word.try_into().expect("two bytes"))),
        );
        // Zeros behind the end, so that eight words can be looked at anywhere. A stream that takes
        // one of them is refused below.
        given.resize(length + STATES, 0);
        let mut at = 0;
        for word in words {
            let Some(next) = given[at.min(given.len())..].first_chunk::<STATES>() else {
                return Err(refused("words missing"));
            };
            let mut bytes = [0; STATES];
            let mut taken = 0;
            for j in 0..STATES {
                taken += take(&mut states[j], &self.direct, &mut bytes[j], next, taken);
            }
            at += taken;
            *word = u64::from_le_bytes(bytes);
            if let Some(escaped) = &self.escaped
                && has_escape(*word)
            {
                for j in 0..STATES {
                    if bytes[j] == ESCAPE {
                        let Some(next) = given[at.min(given.len())..].first_chunk() else {
                            return Err(refused("words missing"));
                        };
                        at += take(&mut states[j], escaped, &mut bytes[j], next, 0);
                    }
                }
                *word = u64::from_le_bytes(bytes);
            }
        }
        if at == length && states == [BOTTOM; STATES] {
            Ok(())
        } else {
            Err(refused("words missing or left over"))
        }
    }
}

/// Reads a byte out of a state; how many of the `next` words, none or one, it took in behind
/// `taken` others.
#[inline(always)]
fn take(
    state: &mut u32,
    by: &DecodingTable,
    byte: &mut u8,
    next: &[u16; STATES],
    taken: usize,
) -> usize {
    let part = *state % SCALE;
    *byte = by.bytes[part as usize];
    let (frequency, start) = by.parts[usize::from(*byte)];
    let x = u32::from(frequency) * (*state >> SCALE_BITS) + part - u32::from(start);
    // A state is at least 4 here, so 16 bits are enough.
    let empty = x < BOTTOM;
    let more = (x << 16) | u32::from(next[taken % STATES]);
    *state = if empty { more } else { x };
    usize::from(empty)
}

/// Returns whether some byte of the word is [`ESCAPE`], which is all ones.
#[inline(always)]
fn has_escape(word: u64) -> bool {
    (!word).wrapping_sub(LOW) & word & HIGH != 0
}

fn refused(got: &str) -> Error {
    Error::damaged(
        Damage::Changed,
        "a chunk of an entropy coded payload is what its bits are written as",
        got,
    )
}
