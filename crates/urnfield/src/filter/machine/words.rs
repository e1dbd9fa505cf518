//! Words that begin at a multiple of 64 bytes, so that eight of them are one cache line. The pages
//! come from the system as zeros and are touched when they are used.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::slice;
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Zeroed words, aligned to cache lines.
pub(crate) struct Words {
    /// The first word, a multiple of 64 bytes into `block` at most.
    start: NonNull<u64>,
    /// How many there are.
    len: usize,
    /// What the allocator gave: up to seven words more than `len`, so that some word is aligned.
    /// (An allocation aligned by the allocator would be zeroed by hand, page by page.)
    block: NonNull<u8>,
}

// SAFETY: the words belong to this value alone, as those of a vector do.
unsafe impl Send for Words {}
// SAFETY: through `&Words` they can only be read.
unsafe impl Sync for Words {}

impl Words {
    /// Returns this many zeros; `None` where there is no memory for them.
    pub(crate) fn zeroed(len: usize) -> Option<Words> {
        let layout = Words::layout(len)?;
        // SAFETY: the layout has at least seven words, so its size is not zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = block.as_ptr().align_offset(LINE);
        // An address that cannot be aligned stays: alignment is for speed, never for truth. A
        // multiple of eight is at most 56 bytes from one of 64.
        let skipped = if skipped <= LINE - 8 { skipped } else { 0 };
        // SAFETY: at most 56 bytes into a block that has as many more than the words need.
        let start = unsafe { block.add(skipped) }.cast();
        Some(Words { start, len, block })
    }

    fn layout(len: usize) -> Option<Layout> {
        // Eight bytes, as atomics of 64 bits want it on machines of 32.
        Layout::array::<u64>(len.checked_add(LINE / 8 - 1)?).ok()?.align_to(8).ok()
    }

    /// Lends the words to many threads at once.
    #[cfg(feature = "parallel")]
    pub(crate) fn shared(&mut self) -> &[AtomicU64] {
        // SAFETY: an AtomicU64 is in memory as a u64 is, aligned to eight bytes as the block is,
        // and the words are borrowed exclusively while the atomics live.
        unsafe { slice::from_raw_parts(self.start.as_ptr().cast(), self.len) }
    }
}

impl Deref for Words {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        // SAFETY: `len` words from `start` on lie in the block, and were zero to begin with.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for Words {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as in `deref`, and borrowed exclusively.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl Clone for Words {
    fn clone(&self) -> Words {
        let Some(mut copy) = Words::zeroed(self.len) else {
            handle_alloc_error(Words::layout(self.len).expect("there is one like it"))
        };
        copy.copy_from_slice(self);
        copy
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Words {}

impl Drop for Words {
    fn drop(&mut self) {
        let layout = Words::layout(self.len).expect("it was allocated with it");
        // SAFETY: the block came from the allocator with this layout, and nothing points to it any
        // more.
        unsafe { dealloc(self.block.as_ptr(), layout) };
    }
}

/// Words that many threads may change at once. (`checks/loom`, which tries every order of threads,
/// puts others in their place.)
#[cfg(not(loom))]
pub(crate) struct SharedWords(Words);

#[cfg(not(loom))]
impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: an AtomicU64 is in memory as a u64 is, aligned to eight bytes as the block is,
        // and as long as this value lives nothing looks at the words in another way.
        unsafe { slice::from_raw_parts(self.0.start.as_ptr().cast(), self.0.len) }
    }
}

#[cfg(not(loom))]
impl From<Words> for SharedWords {
    fn from(words: Words) -> SharedWords {
        SharedWords(words)
    }
}

#[cfg(not(loom))]
impl From<SharedWords> for Words {
    fn from(shared: SharedWords) -> Words {
        shared.0
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_zeros_on_a_line_and_keep_what_is_written() {
        for len in [0, 1, 7, 8, 9, 1000] {
            let mut words = Words::zeroed(len).expect("few");
            assert_eq!((words.len(), words.iter().sum::<u64>()), (len, 0));
            if !cfg!(miri) {
                assert_eq!(words.as_ptr().addr() % LINE, 0);
            }
            for (i, word) in (1..).zip(words.iter_mut()) {
                *word = i;
            }
            let copy = words.clone();
            let shared = SharedWords::from(words);
            shared.iter().for_each(|word| {
                word.fetch_add(1, Relaxed);
            });
            let words = Words::from(shared);
            assert!(copy.iter().zip(words.iter()).all(|(before, after)| before + 1 == *after));
            assert!(len == 0 || copy != words);
        }
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(Words::zeroed(usize::MAX).is_none());
        assert!(Words::zeroed(isize::MAX as usize / 8).is_none());
    }
}
