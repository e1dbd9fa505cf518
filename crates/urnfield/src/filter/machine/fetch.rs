//! Requests to the caches and to the system: hints, which change no bit.

/// Bytes of a third cache, or one core's part of it.
pub(crate) const THIRD_CACHE: usize = 16 << 20;

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
