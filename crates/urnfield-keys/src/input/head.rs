//! What the first bytes of an input say: text, something packed, or something that holds no keys.

/// How an input is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

impl Packing {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
            Packing::Xz => "xz",
            Packing::Bzip2 => "bzip2",
        }
    }

    /// What a file with this ending should be.
    pub(crate) fn of_extension(extension: &str) -> Option<Packing> {
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Some(Packing::Gzip),
            "zst" => Some(Packing::Zstd),
            "xz" => Some(Packing::Xz),
            "bz2" => Some(Packing::Bzip2),
            _ => None,
        }
    }
}

/// Something whose bytes are no keys.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// With its article.
    pub(crate) what: &'static str,
    /// What its bytes are not, as a clause.
    pub(crate) rule: &'static str,
    pub(crate) remedy: &'static str,
    /// Whether `what` says how it is packed, rather than what it is.
    pub(crate) is_packed: bool,
}

/// What an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// Like nothing known, and so like keys.
    Plain,
    /// Like text that begins with a byte order mark.
    Marked,
    Packed(Packing),
    Foreign(&'static Foreign),
}

/// So many bytes are looked at, where there are as many.
pub(crate) const HEAD: usize = 4096;

/// The mark with which some programs begin a text in UTF-8.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";

const TEXT: &str = "keys are lines of text, fields of CSV or fields of JSON lines";
const UNPACK: &str = "unpack it first";
const EXPORT: &str = "write the keys out as text first";

const fn holds_no_keys(what: &'static str, remedy: &'static str) -> Foreign {
    Foreign { what, rule: TEXT, remedy, is_packed: false }
}

const fn packed(what: &'static str) -> Foreign {
    Foreign { what, rule: TEXT, remedy: UNPACK, is_packed: true }
}

static UTF_16: Foreign = Foreign {
    what: "UTF-16",
    rule: "text must be UTF-8 or another code without zero bytes",
    remedy: "convert it with `iconv -f UTF-16 -t UTF-8`",
    is_packed: false,
};
static UTF_32: Foreign = Foreign {
    what: "UTF-32",
    rule: "text must be UTF-8 or another code without zero bytes",
    remedy: "convert it with `iconv -f UTF-32 -t UTF-8`",
    is_packed: false,
};
/// Without a mark this is a guess, and keys of one letter that end in NUL look the same.
static MAYBE_UTF_16: Foreign = Foreign {
    what: "probably UTF-16 (every second byte is zero)",
    rule: "text must be UTF-8 or another code without zero bytes",
    remedy: "convert it with `iconv`, add -z if keys end in NUL",
    is_packed: false,
};
static FILTER: Foreign = Foreign {
    what: "a filter",
    rule: "keys cannot be read out of one",
    remedy: "name the keys it was built from, or join filters with `urnfield union`",
    is_packed: false,
};
static PARQUET: Foreign = holds_no_keys("a Parquet file", EXPORT);
static ARROW: Foreign = holds_no_keys("an Arrow file", EXPORT);
static AVRO: Foreign = holds_no_keys("an Avro file", EXPORT);
static SQLITE: Foreign = holds_no_keys("an SQLite database", EXPORT);
static ZIP: Foreign = holds_no_keys("a zip archive", UNPACK);
static SEVEN_ZIP: Foreign = holds_no_keys("a 7z archive", UNPACK);
static RAR: Foreign = holds_no_keys("a RAR archive", UNPACK);
static TAR: Foreign = holds_no_keys("a tar archive", UNPACK);
static LZ4: Foreign = packed("packed with lz4");
static SNAPPY: Foreign = packed("packed with snappy");
static LZMA: Foreign = packed("packed with lzma");
static COMPRESS: Foreign = packed("packed with compress");

/// Bytes at the very beginning: some, then perhaps one of a range, then some more.
struct Signature {
    first: &'static [u8],
    range: Option<(u8, u8)>,
    last: &'static [u8],
    means: Looks,
}

const fn exactly(first: &'static [u8], means: Looks) -> Signature {
    Signature { first, range: None, last: b"", means }
}

const fn with_range(
    first: &'static [u8],
    range: (u8, u8),
    last: &'static [u8],
    means: Looks,
) -> Signature {
    Signature { first, range: Some(range), last, means }
}

/// What is text as well is not among them: PAR1 is the name of a gene, so a Parquet file must go
/// on as one.
static SIGNATURES: [Signature; 25] = [
    exactly(MARK, Looks::Marked),
    exactly(b"\x1f\x8b\x08", Looks::Packed(Packing::Gzip)),
    exactly(b"\x28\xb5\x2f\xfd", Looks::Packed(Packing::Zstd)),
    // A note that anybody may pass over; zstd files of several threads begin with one.
    with_range(b"", (0x50, 0x5f), b"\x2a\x4d\x18", Looks::Packed(Packing::Zstd)),
    exactly(b"\xfd7zXZ\0", Looks::Packed(Packing::Xz)),
    with_range(b"BZh", (b'1', b'9'), b"1AY&SY", Looks::Packed(Packing::Bzip2)),
    with_range(b"BZh", (b'1', b'9'), b"\x17rE8P\x90", Looks::Packed(Packing::Bzip2)),
    exactly(b"\x89URN\r\n\x1a\n", Looks::Foreign(&FILTER)),
    // Before UTF-16, whose mark it begins with.
    exactly(b"\xff\xfe\0\0", Looks::Foreign(&UTF_32)),
    exactly(b"\0\0\xfe\xff", Looks::Foreign(&UTF_32)),
    exactly(b"\xff\xfe", Looks::Foreign(&UTF_16)),
    exactly(b"\xfe\xff", Looks::Foreign(&UTF_16)),
    with_range(b"PAR1", (0x0e, 0x1f), b"", Looks::Foreign(&PARQUET)),
    with_range(b"PARE", (0x0e, 0x1f), b"", Looks::Foreign(&PARQUET)),
    exactly(b"ARROW1\0\0", Looks::Foreign(&ARROW)),
    exactly(b"Obj\x01", Looks::Foreign(&AVRO)),
    exactly(b"SQLite format 3\0", Looks::Foreign(&SQLITE)),
    exactly(b"PK\x03\x04", Looks::Foreign(&ZIP)),
    exactly(b"PK\x05\x06", Looks::Foreign(&ZIP)),
    exactly(b"7z\xbc\xaf\x27\x1c", Looks::Foreign(&SEVEN_ZIP)),
    exactly(b"Rar!\x1a\x07", Looks::Foreign(&RAR)),
    exactly(b"\x04\x22\x4d\x18", Looks::Foreign(&LZ4)),
    exactly(b"\xff\x06\x00\x00sNaPpY", Looks::Foreign(&SNAPPY)),
    // Its usual settings, and a dictionary of 64 KiB or a multiple of that.
    exactly(b"]\0\0", Looks::Foreign(&LZMA)),
    exactly(b"\x1f\x9d", Looks::Foreign(&COMPRESS)),
];

impl Signature {
    fn length(&self) -> usize {
        self.first.len() + usize::from(self.range.is_some()) + self.last.len()
    }

    /// Whether these bytes agree with it as far as both go.
    fn agrees(&self, head: &[u8]) -> bool {
        let (first, rest) = head.split_at(head.len().min(self.first.len()));
        let (middle, rest) = rest.split_at(rest.len().min(usize::from(self.range.is_some())));
        let last = &rest[..rest.len().min(self.last.len())];
        self.first.starts_with(first)
            && middle.iter().zip(self.range).all(|(byte, (low, high))| (low..=high).contains(byte))
            && self.last.starts_with(last)
    }
}

/// Returns whether more bytes could tell what these are. The first record is enough, so that a
/// person who types keys need not wait.
pub(crate) fn undecided(head: &[u8], nul: bool) -> bool {
    first_record(head, nul).is_none()
        || SIGNATURES.iter().any(|known| head.len() < known.length() && known.agrees(head))
}

/// What the first record says, and what is known by its first bytes; the same however many bytes
/// of the next records came with them. `nul`: records end in NUL, and zero bytes say nothing.
pub(crate) fn looks(head: &[u8], nul: bool) -> Looks {
    let known = SIGNATURES.iter().find(|known| head.len() >= known.length() && known.agrees(head));
    let first = first_record(head, nul).unwrap_or(head);
    match known {
        Some(known) => known.means,
        None if first.get(257..262) == Some(b"ustar") => Looks::Foreign(&TAR),
        None if !nul && every_second_is_zero(first) => Looks::Foreign(&MAYBE_UTF_16),
        None => Looks::Plain,
    }
}

/// The first record that has more than its end, with it: two bytes a letter are also in a text
/// that begins with a blank line.
fn first_record(head: &[u8], nul: bool) -> Option<&[u8]> {
    let end = if nul { 0 } else { b'\n' };
    let length = 2 + head.iter().skip(1).position(|byte| *byte == end)?;
    Some(&head[..length])
}

/// A few letters of UTF-16 have no zero byte, so three quarters are enough.
fn every_second_is_zero(head: &[u8]) -> bool {
    let zeros = |offset: usize| {
        let bytes = head.iter().skip(offset).step_by(2);
        (bytes.clone().filter(|byte| **byte == 0).count(), bytes.count())
    };
    let mostly = |(zeros, all): (usize, usize)| 4 * zeros >= 3 * all;
    head.len() >= 4 && (mostly(zeros(0)) || mostly(zeros(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_known_and_text_is_not_among_them() {
        for known in &SIGNATURES {
            let range = known.range.map(|(low, _)| low);
            let mut bytes: Vec<u8> = known.first.iter().copied().chain(range).collect();
            bytes.extend_from_slice(known.last);
            assert_eq!(looks(&bytes, false), known.means, "{bytes:x?}");
            for cut in 1..bytes.len() {
                assert!(undecided(&bytes[..cut], false), "{bytes:x?}");
            }
        }
        for text in ["urn\n", "PAR1\n", "PAR1,2\n", "BZh91\n", "PK\n", "PKD1\n", "7z\n", "Obj\n"] {
            assert_eq!(looks(text.as_bytes(), false), Looks::Plain, "{text}");
            assert!(!undecided(text.as_bytes(), false), "{text}");
            assert!(undecided(&text.as_bytes()[..text.len() - 1], false), "{text}");
        }
        assert_eq!(looks(b"", false), Looks::Plain);
    }

    #[test]
    fn two_bytes_a_letter_are_noticed_without_a_mark() {
        let wide = |text: &str, big: bool| -> Vec<u8> {
            let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            text.encode_utf16().flat_map(bytes).collect()
        };
        for text in ["urn\n", "urn\r\nkrater", "Amphora \u{3b1}\u{3bc}\n"] {
            assert_eq!(looks(&wide(text, true), false), Looks::Foreign(&MAYBE_UTF_16));
            assert_eq!(looks(&wide(text, false), false), Looks::Foreign(&MAYBE_UTF_16));
        }
        assert_eq!(looks(b"a\0b\0c\0", true), Looks::Plain);
        assert_eq!(looks(b"\0\n", false), Looks::Plain);
        assert_eq!(looks(b"a\0b\nc\0d\nlonger", false), Looks::Plain);
        assert_eq!(looks(&wide("\nurn\n", false), false), Looks::Foreign(&MAYBE_UTF_16));
    }

    /// A pipe gives any number of bytes at a time. Bytes after the first record decide nothing.
    #[test]
    fn how_much_came_at_once_does_not_matter() {
        for (text, nul) in [(&b"urn\n\0\0\0\0\0\0\0"[..], false), (b"urn\0\0\0\0\0\0\0", true)] {
            let mut seen = 1;
            while undecided(&text[..seen], nul) {
                seen += 1;
            }
            assert_eq!((seen, looks(&text[..seen], nul)), (4, looks(text, nul)));
        }
    }
}
