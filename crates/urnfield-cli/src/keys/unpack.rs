//! `.gz` and `.zst`, unpacked while they are read; several members or frames in one file are one
//! text, as everywhere.

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Packed bytes are read so many at a time.
const PIECE: usize = 64 * 1024;

/// What a file with this name holds, unpacked if the name says that it is packed.
pub(super) fn unpacked(path: &Path, input: impl Read + 'static) -> Box<dyn Read> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(BufReader::with_capacity(PIECE, input))),
        Some("zst") => Box::new(Frames::new(input)),
        _ => Box::new(input),
    }
}

/// All frames of a zstd file.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    /// Whether a frame has begun and not ended.
    inside: bool,
    /// Whether there was one at all.
    any: bool,
}

impl<R: Read> Frames<R> {
    fn new(input: R) -> Frames<R> {
        let source = BufReader::with_capacity(PIECE, input);
        Frames { source, decoder: FrameDecoder::new(), inside: false, any: false }
    }

    /// The next frame begins; false if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.source.fill_buf()?.is_empty() {
                return if self.any { Ok(false) } else { Err(damaged("it has no frame")) };
            }
            self.any = true;
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.inside = true;
                    return Ok(true);
                }
                // Other programs' notes, which the format lets everybody pass over.
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut note = self.source.by_ref().take(u64::from(length));
                    if io::copy(&mut note, &mut io::sink())? < u64::from(length) {
                        return Err(damaged("it was cut short"));
                    }
                }
                Err(FrameDecoderError::WindowSizeTooBig { requested, max }) => {
                    return Err(damaged(&format!(
                        "its window of {requested} bytes is larger than {max}"
                    )));
                }
                Err(_) => return Err(damaged("a frame does not begin as one")),
            }
        }
    }

    /// The frame is over: what was unpacked must be what was packed.
    fn end(&mut self) -> io::Result<()> {
        self.inside = false;
        match self.decoder.get_checksum_from_data() {
            Some(sum) if self.decoder.get_calculated_checksum() != Some(sum) => {
                Err(damaged("its checksum is another one"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.inside || self.begin()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.source, step)
                    .map_err(|_| damaged("it was cut short or changed"))?;
            }
            match self.decoder.read(buffer)? {
                0 => self.end()?,
                read => return Ok(read),
            }
        }
        Ok(0)
    }
}

fn damaged(why: &str) -> io::Error {
    let sentence = format!("it is no zstd file or a damaged one: {why}");
    io::Error::new(io::ErrorKind::InvalidData, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn read(name: &str, packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let input = io::Cursor::new(packed.to_vec());
        unpacked(Path::new(name), input).read_to_end(&mut bytes).map(|_| bytes)
    }

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn the_name_says_whether_anything_is_packed() {
        let text = b"amphora\n";
        for (name, packed) in [
            ("a.txt", text.to_vec()),
            ("a.gz", gzipped(text)),
            ("a.csv.GZ", gzipped(text)),
            ("a.zst", zstd(text)),
            ("gz", text.to_vec()),
        ] {
            assert_eq!(read(name, &packed).expect(name), text);
        }
        assert!(read("a.gz", text).is_err() && read("a.zst", text).is_err());
        assert!(read("a.gz", b"").is_err() && read("a.zst", b"").is_err());
    }

    #[test]
    fn notes_between_frames_are_passed_over() {
        let note = |length: u32, bytes: &[u8]| {
            [&[0x5a, 0x2a, 0x4d, 0x18], &length.to_le_bytes()[..], bytes].concat()
        };
        let whole = [note(3, b"abc"), zstd(b"one\n"), note(0, b""), zstd(b"two\n"), note(1, b"x")];
        assert_eq!(read("a.zst", &whole.concat()).expect("whole"), b"one\ntwo\n");
        assert!(read("a.zst", &[zstd(b"one\n"), note(9, b"short")].concat()).is_err());
    }

    proptest! {
        #[test]
        fn several_parts_are_one_text(parts in prop::collection::vec(any::<Vec<u8>>(), 1..4)) {
            let packed = |pack: fn(&[u8]) -> Vec<u8>| {
                parts.iter().flat_map(|part| pack(part)).collect::<Vec<u8>>()
            };
            prop_assert_eq!(read("a.gz", &packed(gzipped)).expect("whole"), parts.concat());
            prop_assert_eq!(read("a.zst", &packed(zstd)).expect("whole"), parts.concat());
        }

        #[test]
        fn what_is_cut_short_is_an_error(text in prop::collection::vec(any::<u8>(), 1..300), cut in 0.0..1.0) {
            for (name, packed) in [("a.gz", gzipped(&text)), ("a.zst", zstd(&text))] {
                let length = (packed.len() as f64 * cut) as usize;
                prop_assert!(read(name, &packed[..length]).is_err(), "{} of {}", length, packed.len());
            }
        }
    }
}
