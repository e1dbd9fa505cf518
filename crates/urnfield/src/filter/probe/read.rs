//! Bits that can be looked up wherever they are: in memory, in a mapped file, or shared by threads.

use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::fetch_to_read;
use crate::filter::probe::line::rule::LineWords;

/// Bits that can be looked up, wherever they are.
pub(crate) trait ReadBits {
    /// The bit at the place of x (as by [`place`](crate::filter::probe::anywhere::place)) in the
    /// lowest place; the others are noise.
    fn look(&self, x: u64) -> u64;
    /// Word i.
    fn word(&self, i: usize) -> u64;
    /// Asks for the cache line at the place of x, to be looked at soon.
    fn fetch(&self, x: u64);
}

/// Bits that can be looked up line by line, wherever they are.
pub(crate) trait ReadLines {
    /// Line i, where it lies or copied to the room that is given.
    fn line<'a>(&'a self, i: usize, room: &'a mut LineWords) -> &'a LineWords;
    /// Asks for line i, to be looked at soon.
    fn fetch_line(&self, i: usize);
}

impl ReadBits for Bits {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        Bits::look(self, x)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words()[i]
    }

    #[inline(always)]
    fn fetch(&self, x: u64) {
        fetch_to_read(self.at(x));
    }
}

impl ReadLines for Bits {
    #[inline(always)]
    fn line<'a>(&'a self, i: usize, _: &'a mut LineWords) -> &'a LineWords {
        &self.words().as_chunks().0[i]
    }

    #[inline(always)]
    fn fetch_line(&self, i: usize) {
        fetch_to_read(self.words().as_ptr().wrapping_add(8 * i));
    }
}
