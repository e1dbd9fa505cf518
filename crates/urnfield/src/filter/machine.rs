//! What the machine offers and the language cannot prove: the only unsafe code of the library.
#![allow(unsafe_code)]

use super::bits::Bits;
use super::kernel::Table;
use super::probe::place;

/// Bits where words of the probe rule point. [`Bits`] has exactly ⌈m/64⌉ words and m ≥ 1, so
/// ⌊x·m / 2^64⌋ < m is the place of one of them for every x, and needs no check of its own.
/// (Measured on a filter in the first cache: with checks a miss takes a twelfth longer.)
impl Table for Bits {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        let position = place(x, self.m());
        // SAFETY: position < m, so position / 64 < ⌈m/64⌉, the number of words.
        let word = unsafe { self.words().get_unchecked((position >> 6) as usize) };
        word >> (position & 63)
    }

    fn word(&self, i: usize) -> u64 {
        self.words()[i]
    }
}

impl Bits {
    /// Sets the bit at the place of x; what it was before is the lowest of the result.
    #[inline(always)]
    pub(super) fn mark(&mut self, x: u64) -> u64 {
        let position = place(x, self.m());
        // SAFETY: as in `look`.
        let word = unsafe { self.words_mut().get_unchecked_mut((position >> 6) as usize) };
        let old = *word;
        *word = old | 1 << (position & 63);
        old >> (position & 63)
    }

    /// Asks for the cache line at the place of x, to be read soon.
    #[inline(always)]
    pub(super) fn fetch(&self, x: u64) {
        let word = self.words().as_ptr().wrapping_add((place(x, self.m()) >> 6) as usize);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint; it reads nothing and is allowed on any address.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(word.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = word;
    }

    /// Asks for the cache line at the place of x, to be written soon.
    #[inline(always)]
    pub(super) fn fetch_to_write(&self, x: u64) {
        fetch_to_write(self.words().as_ptr().wrapping_add((place(x, self.m()) >> 6) as usize));
    }
}

/// Asks for a cache line, to be written soon. The intrinsic would ask for reading only.
#[inline(always)]
pub(super) fn fetch_to_write<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint; it writes nothing, is allowed on any address, and does nothing on
    // processors that do not know it.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Asks for pages of two megabytes under a large allocation, before it is touched. A wish: where
/// the system has none, or no such call, nothing changes.
pub(super) fn ask_for_huge_pages<T>(memory: &[T]) {
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    {
        const PAGE: usize = 2 << 20;
        let from = (memory.as_ptr() as usize).next_multiple_of(PAGE);
        let to = (memory.as_ptr() as usize + size_of_val(memory)) / PAGE * PAGE;
        if from < to {
            // SAFETY: advice about whole pages within memory that this slice borrows; it changes
            // no byte of it, and an error means that the advice is not taken.
            unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(feature = "mmap", target_os = "linux")))]
    let _ = memory;
}

#[cfg(feature = "mmap")]
pub use map::Mapped;

#[cfg(feature = "mmap")]
mod map {
    use crate::Error;
    use std::fs::File;
    use std::path::Path;

    /// A file whose pages are read when they are asked for.
    #[derive(Debug)]
    pub struct Mapped(memmap2::Mmap);

    impl Mapped {
        pub(in super::super) fn open(path: &Path) -> Result<Mapped, Error> {
            let failed = |error| Error::file("map", path, &error);
            let file = File::open(path).map_err(failed)?;
            // SAFETY: the map is read-only and private to this value. What the language cannot know
            // is that nobody changes the file meanwhile; `FilterView::open` tells its caller so, and
            // every value read from the map is valid whatever its bits are: it is plain integers,
            // checked against the filter's length before they become an index.
            let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
            Ok(Mapped(map))
        }
    }

    impl AsRef<[u8]> for Mapped {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
}
