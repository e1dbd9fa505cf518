//! All frames of a zstd file, as one text. What a frame says about itself is held against what it
//! gives: its length and its checksum.

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};
use urnfield::filter::{SPARE_MEMORY, memory_is_left};

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The frames of an input.
pub(crate) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and not ended.
    inside: bool,
    /// Whether there was one at all.
    any: bool,
    /// How long the frame says that it is.
    declared: Option<u64>,
    /// How much of it there was so far.
    given: u64,
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn new(source: R) -> Frames<R> {
        let decoder = FrameDecoder::new();
        Frames { source, decoder, inside: false, any: false, declared: None, given: 0 }
    }

    /// Begins the next frame. False at the end of the input.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.source.fill_buf()?.is_empty() {
                return if self.any { Ok(false) } else { Err(damaged("it has no frame")) };
            }
            self.any = true;
            let mut magic = [0; 4];
            self.source.read_exact(&mut magic)?;
            match magic {
                MAGIC => return self.frame().map(|()| true),
                // Other programs' notes, which the format lets everybody pass over.
                [0x50..=0x5f, 0x2a, 0x4d, 0x18] => self.pass_over()?,
                _ => return Err(damaged("a frame does not begin as one")),
            }
        }
    }

    fn frame(&mut self) -> io::Result<()> {
        // The decoder does not tell a length of 0 from none, nor asks whether there is memory.
        let mut start = [0; 2];
        self.source.read_exact(&mut start)?;
        let single_segment = start[0] & 0x20 != 0;
        if !single_segment {
            let base = 1_u64 << (10 + (start[1] >> 3));
            self.room_for(base + base / 8 * u64::from(start[1] & 7))?;
        }
        let header = MAGIC.chain(&start[..]);
        self.decoder.init(header.chain(&mut self.source)).map_err(|error| match error {
            FrameDecoderError::WindowSizeTooBig { requested, max } => too_wide(requested, max),
            FrameDecoderError::DictNotProvided { .. } => {
                damaged("it needs a dictionary, which is not at hand; unpack it first")
            }
            _ => damaged("a frame does not begin as one"),
        })?;
        let says_length = single_segment || start[0] >> 6 != 0;
        self.declared = says_length.then(|| self.decoder.content_size());
        (self.inside, self.given) = (true, 0);
        Ok(())
    }

    /// Asks for the memory that the decoder will take, and gives it back: the decoder would not
    /// survive to be refused.
    fn room_for(&self, window: u64) -> io::Result<()> {
        let most = self.decoder.max_window_size();
        if window > most {
            return Err(too_wide(window, most));
        }
        // It grows by doubling, and holds the old half meanwhile.
        let needed = 3 * window as usize;
        if memory_is_left(needed.saturating_add(SPARE_MEMORY)) {
            return Ok(());
        }
        Err(io::Error::other(format!(
            "unpacking it takes {needed} bytes of memory, which are not there; unpack it first"
        )))
    }

    fn pass_over(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        self.source.read_exact(&mut length)?;
        let length = u64::from(u32::from_le_bytes(length));
        let mut note = self.source.by_ref().take(length);
        let read = io::copy(&mut note, &mut io::sink())?;
        if read < length { Err(cut_short()) } else { Ok(()) }
    }

    fn give(&mut self, bytes: usize) -> io::Result<()> {
        self.given += bytes as u64;
        match self.declared {
            Some(declared) if self.given > declared => Err(damaged(&format!(
                "a frame says that it is {declared} bytes long and is longer"
            ))),
            _ => Ok(()),
        }
    }

    /// The frame is over: what was unpacked must be what was packed.
    fn end(&mut self) -> io::Result<()> {
        self.inside = false;
        if let Some(declared) = self.declared.filter(|declared| *declared != self.given) {
            let given = self.given;
            return Err(damaged(&format!(
                "a frame says that it is {declared} bytes long, and {given} came out"
            )));
        }
        match self.decoder.get_checksum_from_data() {
            Some(sum) if self.decoder.get_calculated_checksum() != Some(sum) => {
                Err(damaged("its checksum is another one"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
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
                read => {
                    self.give(read)?;
                    return Ok(read);
                }
            }
        }
        Ok(0)
    }
}

fn too_wide(window: u64, most: u64) -> io::Error {
    damaged(&format!(
        "its window of {window} bytes is larger than {most}; unpack it first, or pack it without \
         --long"
    ))
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it was cut short")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::unpack::tests::zstd;

    fn read(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Frames::new(packed).read_to_end(&mut bytes).map(|_| bytes)
    }

    fn note(length: u32, bytes: &[u8]) -> Vec<u8> {
        [&[0x5a, 0x2a, 0x4d, 0x18], &length.to_le_bytes()[..], bytes].concat()
    }

    /// A frame of one stored block, which says that it is `declared` bytes long.
    fn stored(declared: u32, bytes: &[u8]) -> Vec<u8> {
        let block = (bytes.len() as u32) << 3 | 1;
        let header = [&MAGIC[..], &[0xa0], &declared.to_le_bytes()].concat();
        [&header[..], &block.to_le_bytes()[..3], bytes].concat()
    }

    #[test]
    fn notes_between_frames_are_passed_over() {
        let whole = [note(3, b"abc"), zstd(b"one\n"), note(0, b""), zstd(b"two\n"), note(1, b"x")];
        assert_eq!(read(&whole.concat()).expect("whole"), b"one\ntwo\n");
        assert_eq!(read(&note(1, b"x")).expect("nothing but a note"), b"");
        assert!(read(&[zstd(b"one\n"), note(9, b"short")].concat()).is_err());
        assert!(read(b"").is_err() && read(b"junk").is_err());
    }

    #[test]
    fn a_frame_is_as_long_as_it_says() {
        assert_eq!(read(&stored(4, b"urn\n")).expect("whole"), b"urn\n");
        assert_eq!(read(&stored(0, b"")).expect("empty"), b"");
        for declared in [5, 1 << 20] {
            let said = read(&stored(declared, b"urn\n")).unwrap_err().to_string();
            assert!(said.contains(&format!("{declared} bytes long")), "{said}");
        }
        assert!(read(&stored(0, b"urn\n")).is_err() && read(&stored(3, b"urn\n")).is_err());
        // Where the window is wider than the frame, the decoder does not mind.
        let mut long = zstd(&[b'x'; 5000]);
        assert_eq!(long[4] & 0xe0, 0, "neither a length nor one segment");
        long.splice(4..5, [long[4] | 0x80]);
        long.splice(6..6, 4999_u32.to_le_bytes());
        let said = read(&long).unwrap_err().to_string();
        assert!(said.contains("4999 bytes long and is longer"), "{said}");
        let second = [stored(4, b"urn\n"), stored(5, b"urn\n")].concat();
        assert!(read(&second).is_err());
    }

    #[test]
    fn a_window_beyond_all_memory_is_refused_and_not_tried() {
        for window in [0x89, 0xff] {
            let said = read(&[&MAGIC[..], &[0, window, 1, 0, 0]].concat()).unwrap_err();
            assert!(said.to_string().contains("window"), "{said}");
        }
    }
}
