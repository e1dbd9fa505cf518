//! Packed inputs, unpacked while they are read; several members, frames or streams one after the
//! other are one text, as everywhere.

mod gzip;
mod zstd;

use crate::input::head::Packing;
use crate::input::unpack::gzip::Members;
use crate::input::unpack::zstd::Frames;
use bzip2::bufread::MultiBzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, BufReader, Read};
use urnfield::filter::{SPARE_MEMORY, memory_is_left};

/// Packed bytes are read so many at a time.
const PIECE: usize = 64 * 1024;

/// The memory that xz may take, in KiB: twice what its highest level needs.
const MOST_FOR_XZ: u32 = 132 * 1024;

/// The memory that xz may take here, in KiB: its decoder asks once and does not survive a refusal.
fn limit_for_xz() -> u32 {
    let fits = |kib: &u32| memory_is_left(SPARE_MEMORY + *kib as usize * 1024);
    (0..8).map(|halvings| MOST_FOR_XZ >> halvings).find(fits).unwrap_or(0)
}

/// What is in a packed input.
pub(crate) fn unpacked(packing: Packing, input: impl Read + 'static) -> Box<dyn Read> {
    let input = BufReader::with_capacity(PIECE, input);
    let limit = if matches!(packing, Packing::Xz) { limit_for_xz() } else { MOST_FOR_XZ };
    let reader: Box<dyn Read> = match packing {
        Packing::Gzip => Box::new(Members::new(input)),
        Packing::Zstd => Box::new(Frames::new(input)),
        Packing::Xz => Box::new(XzReader::new_mem_limit(input, true, limit)),
        Packing::Bzip2 => Box::new(MultiBzDecoder::new(input)),
    };
    Box::new(Named { reader, packing, limit, failed: None })
}

/// Says of what kind the file is that could not be unpacked.
struct Named {
    reader: Box<dyn Read>,
    packing: Packing,
    /// What xz may take of memory, in KiB.
    limit: u32,
    /// The first error, which every later read returns again.
    failed: Option<String>,
}

impl Read for Named {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(why) = &self.failed {
            return Err(io::Error::new(io::ErrorKind::InvalidData, why.clone()));
        }
        self.reader.read(buffer).map_err(|error| {
            // What the system says of its own files is not about what is in them.
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let why = match error.kind() {
                io::ErrorKind::UnexpectedEof => "it was cut short".to_owned(),
                io::ErrorKind::OutOfMemory => {
                    format!(
                        "unpacking it takes more than {} KiB of memory; unpack it first",
                        self.limit
                    )
                }
                _ => error.to_string(),
            };
            let remedy = if why.contains("; ") { "" } else { "; copy it again, or pack it anew" };
            let why = format!("it is a damaged {} file: {why}{remedy}", self.packing.name());
            self.failed = Some(why.clone());
            io::Error::new(io::ErrorKind::InvalidData, why)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn read(packing: Packing, packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let input = io::Cursor::new(packed.to_vec());
        unpacked(packing, input).read_to_end(&mut bytes).map(|_| bytes)
    }

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
    }

    pub(crate) fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn bzipped(text: &[u8]) -> Vec<u8> {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
    }

    /// `printf 'amphora\n' | xz`: the writer is no part of the program.
    const XZ: &[u8] =
        b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0t/\xe5\xa3\x01\0\x07amphora\n\
        \0\x89\xd3r:;\xd6w\xb5\0\x01 \x08\xbb\x19\xd9\xbb\x1f\xb6\xf3}\x01\0\0\0\0\x04YZ";

    type Writer = fn(&[u8]) -> Vec<u8>;

    const WRITERS: [(Packing, Writer); 3] =
        [(Packing::Gzip, gzipped), (Packing::Zstd, zstd), (Packing::Bzip2, bzipped)];

    #[test]
    fn xz_is_read_whole_twice_and_not_half() {
        assert_eq!(read(Packing::Xz, XZ).expect("whole"), b"amphora\n");
        let twice = [XZ, b"\0\0\0\0", XZ].concat();
        assert_eq!(read(Packing::Xz, &twice).expect("whole"), b"amphora\namphora\n");
        for cut in 0..XZ.len() {
            assert!(read(Packing::Xz, &XZ[..cut]).is_err(), "{cut}");
        }
        for at in 0..XZ.len() {
            let mut changed = XZ.to_vec();
            changed[at] ^= 4;
            assert!(read(Packing::Xz, &changed).is_err(), "{at}");
        }
        assert!(read(Packing::Xz, &[XZ, b"junk"].concat()).is_err());
    }

    #[test]
    fn trailers_of_gzip_that_disagree_are_damage() {
        let whole = gzipped(b"amphora\n");
        // Four bytes of checksum and four of length.
        for at in whole.len() - 8..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            let said = read(Packing::Gzip, &changed).unwrap_err().to_string();
            assert!(said.starts_with("it is a damaged gzip file: "), "{said}");
        }
    }

    #[test]
    fn what_follows_a_gzip_member_and_is_none_is_called_that() {
        let whole = gzipped(b"amphora\n");
        for garbage in
            [&b"garbage that is long enough"[..], b"xx", b"\0", &[0; 512], b"\x1f\x8cxxxxxxxxxxxx"]
        {
            for members in [1, 2] {
                let packed = [&whole.repeat(members), garbage].concat();
                let mut reader = unpacked(Packing::Gzip, io::Cursor::new(packed));
                let (mut text, mut buffer) = (Vec::new(), [0; 3]);
                let said = loop {
                    match reader.read(&mut buffer) {
                        Ok(0) => panic!("{garbage:?} is taken for an end"),
                        Ok(n) => text.extend_from_slice(&buffer[..n]),
                        Err(error) => break error.to_string(),
                    }
                };
                assert_eq!(text, b"amphora\n".repeat(members), "{garbage:?}");
                let rule = "what follows its last whole member is not gzip; ";
                assert!(said.contains(rule), "{garbage:?} {said}");
            }
        }
        // What is wrong from its first byte on has no whole member.
        let said = read(Packing::Gzip, b"no gzip at all").unwrap_err().to_string();
        assert!(!said.contains("last whole member"), "{said}");
    }

    #[test]
    fn who_reads_on_behind_damage_gets_no_end() {
        let mut reader = unpacked(Packing::Gzip, &b"\x1f\x8b\x08 no gzip"[..]);
        let mut buffer = [0; 9];
        assert!(reader.read(&mut buffer).is_err() && reader.read(&mut buffer).is_err());
    }

    proptest! {
        #[test]
        fn several_parts_are_one_text(parts in prop::collection::vec(any::<Vec<u8>>(), 1..4)) {
            for (packing, pack) in WRITERS {
                let packed: Vec<u8> = parts.iter().flat_map(|part| pack(part)).collect();
                prop_assert_eq!(read(packing, &packed).expect("whole"), parts.concat());
            }
        }

        #[test]
        fn what_is_cut_short_is_an_error(text in prop::collection::vec(any::<u8>(), 1..300), cut in 0.0..1.0) {
            for (packing, pack) in WRITERS {
                let packed = pack(&text);
                let length = (packed.len() as f64 * cut) as usize;
                prop_assert!(read(packing, &packed[..length]).is_err(), "{} of {}", length, packed.len());
            }
        }
    }
}
