//! All members of a gzip file, as one text; whatever else follows a member is refused as that.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, ErrorKind, Read};

/// The members of an input.
pub(crate) struct Members<R> {
    /// The member under way; `None` after the last one.
    member: Option<GzDecoder<R>>,
    /// Whether a whole member came before.
    any: bool,
    /// Whether this member has given bytes.
    begun: bool,
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(source: R) -> Members<R> {
        Members { member: Some(GzDecoder::new(source)), any: false, begun: false }
    }

    /// The next member begins where this one ended, or the input is over.
    fn next(&mut self) -> io::Result<()> {
        let Some(member) = &mut self.member else { return Ok(()) };
        // After a failure the member stays, and the next read comes here again.
        let first = member.get_mut().fill_buf()?.first().copied();
        match first {
            None => self.member = None,
            Some(MAGIC) => {
                let source = self.member.take().map(GzDecoder::into_inner);
                let member = source.map(GzDecoder::new);
                *self = Members { member, any: true, begun: false };
            }
            Some(_) => return Err(no_member()),
        }
        Ok(())
    }
}

/// The first byte of every member.
const MAGIC: u8 = 0x1f;

fn no_member() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        "what follows its last whole member is not gzip; copy it again, or unpack it first",
    )
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            match member.read(buffer) {
                Ok(0) if !buffer.is_empty() => self.next()?,
                Ok(given) => {
                    self.begun |= given > 0;
                    return Ok(given);
                }
                // The decoder says so of a beginning that is not a member's.
                Err(error)
                    if self.any && !self.begun && error.kind() == ErrorKind::InvalidInput =>
                {
                    return Err(no_member());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(0)
    }
}
