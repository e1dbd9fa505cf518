//! What the machine offers and the language cannot prove: the only unsafe code of the library.
//!
//! | file | idea |
//! |---|---|
//! | `words` | words that begin on a cache line |
//! | `bits` | [`Bits`](bits::Bits): exactly m bits in words, read and set without checks |
//! | `fetch` | requests to the caches, and for large pages |
//! | `map` | [`Mapped`]: the memory map |
//! | `watched` | shared words, watched where all orders of threads are tried |
//! | `avx2`, `avx512` | seven positions of a line at once |
//! | `compiled_for` | what both have in common |
//! | `repeats` | whether draws of a classic item may repeat one another |
//! | `wide` | loops that are compiled for wider registers too |
//! | `width` | the widest registers that this machine has |
//! | `windows` | locks and numbers of files on Windows |
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod bits;
#[cfg(target_arch = "x86_64")]
mod compiled_for;
pub(crate) mod fetch;
#[cfg(feature = "mmap")]
pub(crate) mod map;
pub(crate) mod repeats;
#[cfg(loom)]
pub(crate) mod watched;
pub(crate) mod wide;
#[cfg(target_arch = "x86_64")]
pub(crate) mod width;
#[cfg(windows)]
pub(crate) mod windows;
pub(crate) mod words;

#[cfg(feature = "mmap")]
pub use crate::filter::machine::map::Mapped;
#[cfg(loom)]
pub(crate) use crate::filter::machine::watched::{AtomicU64, SharedWords};
#[cfg(not(loom))]
pub(crate) use crate::filter::machine::words::SharedWords;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::AtomicU64;

#[cfg(test)]
mod tests {
    use crate::design::plain::{Design, Kind};
    use crate::filter::bloom_filter::Filter;
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
        use crate::filter::machine::bits::Bits;
        use crate::filter::probe::read::ReadBits;
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
