//! The first 128 bytes of the `.urn` format, versions 1 and 2: what stands where, and every check
//! that needs nothing else. `docs/reference/format.md` is the specification; this is its only
//! implementation.

use crate::design::any::AnyDesign;
use crate::design::blocked::{Blocked, Layout};
use crate::design::plain::{Design, Kind};
use crate::error::{Damage, Differ, Error};
use crate::filter::format::origin::{Origin, WORDS};
use crate::filter::hash::digester::{Digester, Identity, KEYED, SEEDED};
use crate::filter::hash::key::Key;
use crate::filter::hash::key_kinds::{KeyKinds, Note};
use crate::filter::machine::bits::{spare, words_of};
use crate::filter::probe::line::loads::LineLoads;
use crate::filter::probe::scheme::Scheme;
use std::fmt;

/// Bytes before the payload: a multiple of 64, so that mapped words never straddle a cache line.
pub(crate) const HEADER: usize = 128;

/// No file makes its reader take more than so many times its own length of memory, so a short file
/// cannot pretend to be a large filter. Only filters with one bit in 60000 set come near.
pub(crate) const MOST_EXPANSION: u64 = 4096;

/// Not text, not seven bits, and both kinds of line end: mangling shows.
const MAGIC: [u8; 8] = *b"\x89URN\r\n\x1a\n";
/// The filter of a set; an intersection is the same with [`Origin`] in [`MADE_OF`].
const SET: u16 = 1;
const INTERSECTION: u16 = 2;
/// Positions anywhere, and within one line.
const ANYWHERE: u8 = 1;
const LINES: u8 = 2;

/// Where the payload's checksum stands; the header's own follows and ends the header.
const PAYLOAD_SUM: usize = 120;
const HEADER_SUM: usize = 124;
/// Where version 2 tells what an intersection was made of; zero in version 1.
const MADE_OF: usize = 72;
/// Where the kinds of keys are; an intersection does not tell.
const KEY_KINDS: usize = 14;
/// A byte that is zero in both versions.
const RESERVED: usize = 15;

/// How the payload is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The words as they are, little-endian.
    Raw,
    /// Close to m·H(q) bits, where a share q of the m bits is set.
    Entropy,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Raw => "raw",
            Encoding::Entropy => "entropy",
        })
    }
}

/// What a file says of itself, every part of it checked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// What it is: kind, bits and hashes.
    pub design: AnyDesign,
    /// The seed; `None` for a keyed filter.
    pub seed: Option<u64>,
    /// Eight bytes that tell keys apart; `None` for a seeded filter.
    pub key_check: Option<u64>,
    /// The number of the probe rule.
    pub probe_rule: u8,
    /// How the payload is written.
    pub encoding: Encoding,
    /// How many bits are set.
    pub bits_set: u64,
    /// How full the lines are, where it has some.
    pub lines: Option<LineLoads>,
    /// For how many items it was planned; 0 where that is unknown.
    pub planned_items: u64,
    /// What the bits are: those of a set, or what an AND has left.
    pub origin: Origin,
    /// Which kinds of keys were inserted, as far as that is known.
    pub key_kinds: KeyKinds,
    /// The length of the whole file in bytes.
    pub bytes: u64,
}

/// The header's fields, consistent with each other; the payload is still to be seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// Of a filter that this urnfield can make.
    pub(crate) design: AnyDesign,
    pub(crate) hashing: Identity,
    pub(crate) encoding: Encoding,
    pub(crate) bits_set: u64,
    pub(crate) planned_items: u64,
    pub(crate) origin: Origin,
    pub(crate) note: Note,
    pub(crate) payload: u64,
    pub(crate) payload_sum: u32,
}

impl Header {
    pub(crate) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        let made_of = self.origin.to_words();
        let version = if made_of.is_some() { INTERSECTION } else { SET };
        put(8, &version.to_le_bytes());
        let (kind, rule) = match self.design {
            AnyDesign::Plain(design) => match design.kind() {
                Kind::Classic => (1, ANYWHERE),
                Kind::Standard => (2, ANYWHERE),
            },
            AnyDesign::Blocked(design) => match design.layout() {
                Layout::Classic => (1, LINES),
                _ => (2, LINES),
            },
        };
        let encoding = match self.encoding {
            Encoding::Raw => 0,
            Encoding::Entropy => 1,
        };
        put(10, &[kind, rule, self.hashing.digest, encoding]);
        put(KEY_KINDS, &[self.key_kinds().flags()]);
        for (at, field) in [
            (16, self.design.hashes()),
            (24, self.design.bits()),
            (32, self.hashing.seed),
            (40, self.hashing.key_check),
            (48, self.bits_set),
            (56, self.planned_items),
            (64, self.payload),
        ] {
            put(at, &field.to_le_bytes());
        }
        for (i, word) in made_of.into_iter().flatten().enumerate() {
            put(MADE_OF + 8 * i, &word.to_le_bytes());
        }
        put(PAYLOAD_SUM, &self.payload_sum.to_le_bytes());
        let sum = crc32c::crc32c(&bytes[..HEADER_SUM]);
        bytes[HEADER_SUM..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads and checks the header of a file of `length` bytes in all, where that is known.
    pub(crate) fn read(bytes: &[u8], length: Option<u64>) -> Result<Header, Error> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Error::damaged(
                Damage::Foreign,
                "an urnfield filter begins with the bytes 89 55 52 4e 0d 0a 1a 0a",
                hex(&bytes[..bytes.len().min(8)]),
            ));
        }
        let Some(bytes) = bytes.first_chunk::<HEADER>() else {
            return Err(Error::damaged(
                Damage::CutShort,
                "a filter file is at least 128 bytes long",
                format!("{} bytes", length.unwrap_or(bytes.len() as u64)),
            ));
        };
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let sum = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if ![SET, INTERSECTION].contains(&version) {
            return Err(Error::damaged(
                Damage::Unknown,
                "this urnfield reads versions 1 and 2 of the format; a newer one may read more",
                format!("version {version}"),
            ));
        }
        let found = crc32c::crc32c(&bytes[..HEADER_SUM]);
        if sum(HEADER_SUM) != found {
            return Err(Error::damaged(
                Damage::Changed,
                "the header's checksum must be that of its first 124 bytes",
                format!("{:08x} for {found:08x}", sum(HEADER_SUM)),
            ));
        }
        let kind = match bytes[10] {
            1 => Kind::Classic,
            2 => Kind::Standard,
            other => return unknown("a kind is 1 (classic) or 2 (standard)", other),
        };
        if ![ANYWHERE, LINES].contains(&bytes[11]) {
            return unknown(
                "this urnfield knows probe rules 1 and 2; a newer one may know more",
                bytes[11],
            );
        }
        let encoding = match bytes[13] {
            0 => Encoding::Raw,
            1 => Encoding::Entropy,
            2 => {
                return Err(Error::damaged(
                    Damage::Unknown,
                    "a payload's encoding is 0 (raw) or 1 (entropy), as 2 (enumerative) was given up \
                     before 0.1.0",
                    "2; build the filter anew",
                ));
            }
            other => return unknown("a payload's encoding is 0 (raw) or 1 (entropy)", other),
        };
        let hashing = Identity { digest: bytes[12], seed: word(32), key_check: word(40) };
        let unused = match hashing.digest {
            SEEDED => hashing.key_check,
            KEYED => hashing.seed,
            other => return unknown("a digest is 1 (XXH3-128) or 2 (SipHash-2-4-128)", other),
        };
        let made_of: [u64; WORDS] = std::array::from_fn(|i| word(MADE_OF + 8 * i));
        let is_set = version == SET;
        if unused != 0 || bytes[RESERVED] != 0 || is_set && made_of != [0; WORDS] {
            return Err(Error::damaged(
                Damage::Changed,
                "the bytes that a header does not use are zero",
                "",
            ));
        }
        let key_kinds = KeyKinds::from_flags(bytes[KEY_KINDS])?;
        if key_kinds.is_known() && (!is_set || word(48) == 0) {
            return Err(Error::damaged(
                Damage::Changed,
                "only the filter of a set that is not empty knows the kinds of its keys",
                format!("{key_kinds} in another one"),
            ));
        }
        let origin = if is_set { Origin::Set } else { Origin::read(made_of, word(24), word(48))? };
        let header = Header {
            design: design(kind, bytes[11], word(24), word(16))
                .map_err(|error| impossible(&error))?,
            hashing,
            encoding,
            bits_set: word(48),
            planned_items: word(56),
            origin,
            note: Note::of(key_kinds, !is_set || word(48) > 0),
            payload: word(64),
            payload_sum: sum(PAYLOAD_SUM),
        };
        header.check_lengths(length)?;
        Ok(header)
    }

    /// Returns which kinds of keys the filter holds. A filter that holds nothing, and an
    /// intersection, know of none.
    pub(crate) fn key_kinds(&self) -> KeyKinds {
        match self.origin {
            Origin::Set if self.bits_set > 0 => self.note.kinds(),
            _ => KeyKinds::UNKNOWN,
        }
    }

    /// Before anything is allocated: the bits, the payload and the file must fit each other. On
    /// every machine alike: whether it has the memory is asked later, and is no damage.
    fn check_lengths(&self, length: Option<u64>) -> Result<(), Error> {
        let words = words_of(self.design.bits()).map_err(|error| impossible(&error))?;
        if self.bits_set > self.design.bits() {
            return Err(Error::damaged(
                Damage::Impossible,
                "no more bits are set than there are",
                format!("{} of {}", self.bits_set, self.design.bits()),
            ));
        }
        if self.encoding == Encoding::Raw && self.payload != words * 8 {
            return Err(Error::damaged(
                Damage::Impossible,
                "a raw payload has eight bytes for every 64 bits",
                format!("{} bytes for {} bits", self.payload, self.design.bits()),
            ));
        }
        let whole = self.payload.checked_add(HEADER as u64);
        if whole.is_none() || length.is_some_and(|length| whole != Some(length)) {
            let what = match (length, whole) {
                (Some(length), Some(whole)) if length > whole => Damage::AddedTo,
                _ => Damage::CutShort,
            };
            let length = length.map_or("fewer".into(), |length| length.to_string());
            let whole = u128::from(self.payload) + HEADER as u128;
            return Err(wrong_length(format!("{length} of {whole} bytes"), what));
        }
        let length = whole.unwrap_or(u64::MAX);
        if words * 8 > length.saturating_mul(MOST_EXPANSION) {
            return Err(Error::damaged(
                Damage::Impossible,
                "a file has at least one byte for every 4096 bytes of its filter's bits",
                format!("{length} bytes for {} bits", self.design.bits()),
            ));
        }
        Ok(())
    }

    /// Returns what hashes for this filter, given the key that fits, or none where none is needed.
    pub(crate) fn digester(&self, key: Option<Key>) -> Result<Digester, Error> {
        match (self.hashing.digest, key) {
            (SEEDED, None) => Ok(Digester::new(self.hashing.seed)),
            (SEEDED, Some(_)) => Err(Error::Mismatch {
                what: Differ::SeededFilter,
                ours: "a key".into(),
                theirs: format!("a filter with seed {} and no key", self.hashing.seed),
            }),
            (_, None) => Err(Error::Mismatch {
                what: Differ::KeyedFilter,
                ours: "no key".into(),
                theirs: format!("a filter with key check {:016x}", self.hashing.key_check),
            }),
            (_, Some(key)) => match Digester::new(key) {
                digester if digester.identity() == self.hashing => Ok(digester),
                digester => Err(Error::Mismatch {
                    what: Differ::KeyedFilter,
                    ours: format!("key check {:016x}", digester.identity().key_check),
                    theirs: format!("a filter with key check {:016x}", self.hashing.key_check),
                }),
            },
        }
    }

    /// The payload's bytes as they are stored.
    pub(crate) fn check_sum(&self, sum: u32) -> Result<(), Error> {
        if sum == self.payload_sum {
            Ok(())
        } else {
            Err(Error::damaged(
                Damage::Changed,
                "the payload's checksum must be the one in the header",
                format!("{sum:08x} for {:08x}", self.payload_sum),
            ))
        }
    }

    /// Checks the bits that were read against what the header says.
    pub(crate) fn check_bits(&self, bits_set: u64, last: u64) -> Result<(), Error> {
        self.check_last(last)?;
        if bits_set != self.bits_set {
            return Err(Error::damaged(
                Damage::Changed,
                "as many bits are set as the header says",
                format!("{bits_set} for {}", self.bits_set),
            ));
        }
        Ok(())
    }

    /// The bits behind the last position are zero.
    pub(crate) fn check_last(&self, last: u64) -> Result<(), Error> {
        check_spare(last, spare(self.design.bits()))
    }

    pub(crate) fn summary(&self, lines: Option<LineLoads>) -> Summary {
        let seeded = self.hashing.digest == SEEDED;
        Summary {
            design: self.design,
            seed: seeded.then_some(self.hashing.seed),
            key_check: (!seeded).then_some(self.hashing.key_check),
            probe_rule: if self.design.plain().is_some() { ANYWHERE } else { LINES },
            encoding: self.encoding,
            bits_set: self.bits_set,
            lines,
            planned_items: self.planned_items,
            origin: self.origin,
            key_kinds: self.key_kinds(),
            bytes: self.payload + HEADER as u64,
        }
    }
}

/// The filter of a header, if there can be one.
fn design(kind: Kind, rule: u8, bits: u64, hashes: u64) -> Result<AnyDesign, Error> {
    if rule == ANYWHERE {
        return Design::new(kind, bits, hashes).map(AnyDesign::from);
    }
    if !bits.is_multiple_of(Blocked::LINE) {
        return Err(Error::domain(
            "a line filter has a multiple of 512 bits, its lines",
            format!("bits = {bits}"),
        ));
    }
    let layout = match kind {
        Kind::Classic => Layout::Classic,
        Kind::Standard => Layout::Standard,
    };
    let design = AnyDesign::from(Blocked::lines(layout, bits / Blocked::LINE, hashes)?);
    Scheme::of(design).map(|_| design)
}

/// The last word of some bits has none of the spare ones.
pub(crate) fn check_spare(last: u64, spare: u64) -> Result<(), Error> {
    match last & spare {
        0 => Ok(()),
        other => Err(Error::damaged(
            Damage::Changed,
            "the bits behind the last position are zero",
            format!("{other:016x}"),
        )),
    }
}

/// A file that is not as long as its header says, as it was cut short or added to.
pub(crate) fn wrong_length(got: String, what: Damage) -> Error {
    Error::damaged(what, "a filter file is as long as its header and payload", got)
}

/// A design that no filter has, read from a file.
fn impossible(error: &Error) -> Error {
    Error::damaged(Damage::Impossible, "a header states a filter that can be", error.to_string())
}

fn unknown<T>(rule: &'static str, got: u8) -> Result<T, Error> {
    Err(Error::damaged(Damage::Unknown, rule, got.to_string()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
