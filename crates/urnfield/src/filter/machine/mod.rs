//! What the machine offers and the language cannot prove: the only unsafe code of the library.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | bits without checks, requests to the caches, the memory map |
//! | `words` | words that begin on a cache line |
//! | `watched` | shared words, watched where all orders of threads are tried |
//! | `avx2`, `avx512` | seven positions of a line at once |
//! | `repeats` | whether draws of a classic item may repeat one another |
//! | `wide` | the same loops, compiled for wider registers |
//! | `width` | the widest registers that this machine has |
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod repeats;
#[cfg(loom)]
pub(crate) mod watched;
pub(crate) mod wide;
#[cfg(target_arch = "x86_64")]
pub(crate) mod width;
pub(crate) mod words;

#[cfg(loom)]
pub(crate) use crate::filter::machine::watched::{AtomicU64, SharedWords};
#[cfg(not(loom))]
pub(crate) use crate::filter::machine::words::SharedWords;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::AtomicU64;

use crate::filter::bits::Bits;
use crate::filter::probe::anywhere::place;
use crate::filter::probe::kernel::ReadBits;

/// Bits where words of the probe rule point. [`Bits`] has exactly ⌈m/64⌉ words and m ≥ 1, so
/// ⌊x·m / 2^64⌋ < m is the place of one of them for every x, and needs no check of its own.
/// (Measured on a filter in the first cache: with checks a miss takes a twelfth longer.)
impl ReadBits for Bits {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        let position = place(x, self.m());
        // SAFETY: position < m, so position / 64 < ⌈m/64⌉, the number of words, and that fits in
        // usize, as the words are in memory.
        let word = unsafe { self.words().get_unchecked((position >> 6) as usize) };
        word >> (position & 63)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words()[i]
    }

    #[inline(always)]
    fn fetch(&self, x: u64) {
        fetch_to_read(self.words().as_ptr().wrapping_add((place(x, self.m()) >> 6) as usize));
    }
}

impl Bits {
    /// Sets the bit at the place of x; what it was before is the lowest of the result.
    #[inline(always)]
    pub(crate) fn mark(&mut self, x: u64) -> u64 {
        let position = place(x, self.m());
        // SAFETY: as in `look`.
        let word = unsafe { self.words_mut().get_unchecked_mut((position >> 6) as usize) };
        let old = *word;
        *word = old | 1 << (position & 63);
        old >> (position & 63)
    }

    /// Asks for the cache line at the place of x, to be written soon.
    #[inline(always)]
    pub(crate) fn fetch_to_write(&self, x: u64) {
        fetch_to_write(self.words().as_ptr().wrapping_add((place(x, self.m()) >> 6) as usize));
    }
}

/// Asks for a cache line, to be read soon. Miri, which has no caches, knows no such request.
#[inline(always)]
pub(crate) fn fetch_to_read<T>(at: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint; it reads nothing and is allowed on any address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(at.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = at;
}

/// Asks for a cache line, to be written soon. The intrinsic would ask for reading only.
#[inline(always)]
pub(crate) fn fetch_to_write<T>(at: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint; it writes nothing, is allowed on any address, and does nothing on
    // processors that do not know it.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) at, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = at;
}

/// Asks for pages of two megabytes under a large allocation, before it is touched. A wish: where
/// the system has none, or no such call, nothing changes.
pub(crate) fn ask_for_huge_pages<T>(memory: &[T]) {
    #[cfg(all(feature = "mmap", target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 2 << 20;
        let from = (memory.as_ptr() as usize).checked_next_multiple_of(PAGE);
        let to = (memory.as_ptr() as usize + size_of_val(memory)) / PAGE * PAGE;
        if let Some(from) = from.filter(|from| *from < to) {
            // SAFETY: advice about whole pages within memory that this slice borrows; it changes
            // no byte of it, and an error means that the advice is not taken.
            unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(feature = "mmap", target_os = "linux", not(miri))))]
    let _ = memory;
}

#[cfg(feature = "mmap")]
pub use map::Mapped;

#[cfg(feature = "mmap")]
mod map {
    use std::fs::{self, File};
    use std::io::{self, Read};
    use std::path::Path;
    use urnfield_num::Error;

    /// A file in memory: mapped, so that its pages are read when they are asked for, or copied. A
    /// [`FilterView`](crate::filter::FilterView) looks at it.
    ///
    /// ```no_run
    /// use urnfield::filter::{FilterView, Mapped};
    /// // SAFETY: nobody writes to the files of this folder; they are replaced as a whole.
    /// let map = unsafe { Mapped::open("words.urn")? };
    /// let view = FilterView::new(map, None)?;
    /// println!("{}", view.contains("amphora"));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    #[derive(Debug)]
    pub struct Mapped(memmap2::Mmap);

    impl Mapped {
        /// Maps a file: asking is possible at once, whatever its size.
        ///
        /// # Safety
        ///
        /// Nobody, in this process or another, may write to the file or cut it short while the map
        /// lives. Truncating the file kills the process (SIGBUS on Unix) at the next question that
        /// needs a page that has gone. Overwriting it gives wrong answers, false negatives among
        /// them, and undefined behaviour, because the language takes it that bytes behind a
        /// `&[u8]` stay as they are. No file system can promise it, so only the caller can, who
        /// knows who else has the file.
        /// [`Filter::save`](crate::Filter::save) does neither: it puts a new file in the old one's
        /// place. Where others may do it, use [`Mapped::copied`] or
        /// [`Filter::load`](crate::Filter::load).
        pub unsafe fn open(path: impl AsRef<Path>) -> Result<Mapped, Error> {
            let failed = |error| Error::file("map", &path, error);
            let file = File::open(&path).map_err(failed)?;
            // SAFETY: the map is read-only and private to this value, and the caller keeps the file
            // as it is.
            let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
            Ok(Mapped(map))
        }

        /// Copies a file into memory. What happens to the file later changes no answer.
        pub fn copied(path: impl AsRef<Path>) -> Result<Mapped, Error> {
            read_whole(path.as_ref()).map_err(|error| Error::file("read", &path, error))
        }
    }

    fn read_whole(path: &Path) -> io::Result<Mapped> {
        let found = fs::metadata(path)?;
        // A pipe would have to be waited for.
        if !found.is_file() && !found.is_dir() {
            return Err(io::Error::other("it is no ordinary file; write what it gives to one"));
        }
        let mut file = File::open(path)?;
        let length = usize::try_from(file.metadata()?.len());
        let length = length.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let mut memory = memmap2::MmapMut::map_anon(length)?;
        file.read_exact(&mut memory)?;
        memory.make_read_only().map(Mapped)
    }

    impl AsRef<[u8]> for Mapped {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::design::plain::{Design, Kind};
    use crate::filter::Filter;
    use crate::filter::format::writing::Packing;
    use crate::filter::shared::SharedFilter;
    use crate::filter::view::FilterView;

    /// Every unchecked access, at both ends of the words: for Miri, which would see a stray one.
    #[test]
    fn every_way_to_the_bits_stays_within_them() {
        // Miri takes minutes for all of them; the corners are the same.
        let (sizes, step) = if cfg!(miri) {
            (&[1, 64, 65][..], 5)
        } else {
            (&[1, 2, 63, 64, 65, 127, 1_000][..], 1)
        };
        for &m in sizes {
            for k in (1..=16).step_by(step).filter(|k| *k <= m) {
                for kind in [Kind::Classic, Kind::Standard] {
                    let design = Design::new(kind, m, k).expect("k <= m");
                    let mut filter = Filter::new(design, m).expect("small").on_huge_pages();
                    let items = [0, 1, u64::MAX, m, k];
                    let texts = ["", "urn", "an item that is longer than any integer is"];
                    filter.insert_all_u64(&items);
                    filter.insert_all(&texts);
                    let digests = texts.map(|text| filter.digest(text));
                    assert_eq!(filter.insert_reporting_new(&digests).count(), 0);
                    let shared = SharedFilter::from(filter.clone());
                    let bytes = filter.to_bytes(Packing::Raw);
                    let view = FilterView::new(&bytes, None).expect("just written");
                    for found in [
                        filter.contains_all_u64(&items),
                        shared.contains_all_u64(&items),
                        view.contains_all_u64(&items),
                    ] {
                        assert_eq!(found.count(), 5, "{design:?}");
                    }
                    assert!(texts.iter().all(|text| filter.contains(text)));
                }
            }
        }
    }

    /// The extreme words of the probe rule, which no digest may ever have.
    #[test]
    fn extreme_words_have_places() {
        use crate::filter::bits::Bits;
        use crate::filter::probe::kernel::ReadBits;
        for m in [1, 64, 65, 1_000] {
            let mut bits = Bits::zeros(m).expect("small");
            for x in [0, 1, 1 << 63, u64::MAX - 1, u64::MAX] {
                bits.fetch(x);
                bits.fetch_to_write(x);
                bits.mark(x);
                assert_eq!(bits.look(x) & 1, 1);
                assert_eq!(bits.mark(x) & 1, 1);
            }
            assert!(bits.ones() <= m.min(5));
        }
    }
}
