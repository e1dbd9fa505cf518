//! What the machine can do at most: cache lines at random places, many under way at once.

use std::time::Instant;

/// Lines that an operation waits for at least: all k, or on a miss two on average.
pub fn lines(operation: &str, k: u64) -> f64 {
    let miss = 2.0 - 0.5_f64.powi(k as i32 - 1);
    match operation {
        "miss" => miss,
        "half hits" => (k as f64 + miss) / 2.0,
        _ => k as f64,
    }
}

/// Nanoseconds a line from a table of so many bytes, 64 requests ahead.
pub fn nanoseconds_a_line(bytes: usize) -> f64 {
    const AHEAD: usize = 64;
    let table = huge(bytes / 8);
    let places: Vec<u32> = super::contenders::noise(1 << 20)
        .into_iter()
        .map(|x| ((u128::from(x) * table.len() as u128) >> 64) as u32)
        .collect();
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        let mut sum = 0_u64;
        for (i, place) in places.iter().enumerate() {
            fetch(&table[places[(i + AHEAD) % places.len()] as usize]);
            sum = sum.wrapping_add(table[*place as usize]);
        }
        std::hint::black_box(sum);
        best = best.min(start.elapsed().as_nanos() as f64 / places.len() as f64);
    }
    best
}

/// A table on huge pages where the system gives them, every page touched.
fn huge(words: usize) -> Vec<u64> {
    let mut table = vec![0_u64; words];
    const PAGE: usize = 2 << 20;
    let from = (table.as_ptr() as usize).next_multiple_of(PAGE);
    let to = (table.as_ptr() as usize + 8 * words) / PAGE * PAGE;
    if from < to {
        // SAFETY: advice about pages of our own table.
        unsafe { libc::madvise(from as *mut libc::c_void, to - from, libc::MADV_HUGEPAGE) };
    }
    table.fill(1);
    table
}

fn fetch(word: &u64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
    }
}
