//! Many items on all cores: the same bytes as one after the other gives.
//!
//! Beyond the caches the threads sort positions into regions and then fill regions, each its
//! own, so nothing is shared and nothing locked. In the caches every thread fills a filter of
//! its own, and the filters are united. Items of one line each are put there by whichever thread
//! has them.

use crate::filter::Filter;
use crate::filter::batch::insert::THIRD_CACHE;
use crate::filter::batch::sorted_insert::{ITEMS, Regions};
use crate::filter::batch::window::rolling;
use crate::filter::bits::Bits;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::{Digests, InOrder, Integers, Later};
use crate::filter::hash::key_kinds::KeyKinds;
use crate::filter::machine::fetch_to_write;
use crate::filter::memory::start_thread;
use crate::filter::probe::kernel::Kernel;
use crate::filter::probe::line::Lines;
use crate::filter::probe::scheme::Scheme;
use rayon::prelude::*;
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::error::Error as _;
use std::sync::OnceLock;
use std::thread::Builder;

/// Fewer items than this are not worth waking threads for.
const WORTH_WAKING: usize = 1 << 14;

/// Returns whether there are threads to share work with, which are made now. Without memory for them,
/// or with too many processes, there are none, and to make them unasked would end the process.
pub(crate) fn has_threads() -> bool {
    static MADE: OnceLock<bool> = OnceLock::new();
    let spawn = |thread: ThreadBuilder| {
        let mut builder = Builder::new();
        if let Some(size) = thread.stack_size() {
            builder = builder.stack_size(size);
        }
        let run = |begun: Box<dyn FnOnce() + Send>| {
            builder.spawn(move || {
                begun();
                thread.run();
            })
        };
        start_thread(run).map(drop)
    };
    let make = || {
        let made = ThreadPoolBuilder::new().spawn_handler(spawn).build_global();
        // An error without a reason of the system: somebody else has made them.
        made.err().is_none_or(|error| error.source().is_none())
    };
    // A caller's own pool is used as it is.
    rayon::current_thread_index().is_some() || *MADE.get_or_init(make)
}

impl Filter {
    /// Inserts many items on all cores.
    pub fn par_insert_all(&mut self, items: &[impl AsRef<[u8]> + Sync]) {
        self.note_keys(items.len(), KeyKinds::TEXTS);
        let digester = self.digester.clone();
        self.par_insert_each_digest(items.len(), &|i: usize| {
            digester.digest_bytes(items[i].as_ref())
        });
    }

    /// Inserts the eight little-endian bytes of many integers on all cores.
    pub fn par_insert_all_u64(&mut self, items: &[u64]) {
        self.note_keys(items.len(), KeyKinds::INTEGERS);
        let digester = self.digester.clone();
        self.par_insert_each_digest(items.len(), &Integers { items, digester: &digester });
    }

    /// Inserts many items by their digests, on all cores.
    pub fn par_insert_all_digests(&mut self, digests: &[Digest]) {
        self.note_keys(digests.len(), KeyKinds::DIGESTS);
        self.par_insert_each_digest(digests.len(), &|i: usize| digests[i]);
    }

    /// Whether each of many items may have been inserted, on all cores.
    pub fn par_contains_all(&self, items: &[impl AsRef<[u8]> + Sync]) -> Flags {
        Flags::joined(items.par_chunks(WORTH_WAKING).map(|some| self.contains_all(some)).collect())
    }

    /// Whether each of many integers may have been inserted, on all cores.
    pub fn par_contains_all_u64(&self, items: &[u64]) -> Flags {
        let parts = items.par_chunks(WORTH_WAKING).map(|some| self.contains_all_u64(some));
        Flags::joined(parts.collect())
    }

    /// Whether the items of many digests may have been inserted, on all cores.
    pub fn par_contains_all_digests(&self, digests: &[Digest]) -> Flags {
        let parts = digests.par_chunks(WORTH_WAKING).map(|some| self.contains_all_digests(some));
        Flags::joined(parts.collect())
    }

    pub(crate) fn par_insert_each_digest(&mut self, count: usize, digests: &(dyn Digests + Sync)) {
        let threads = rayon::current_num_threads();
        if threads == 1 || count < WORTH_WAKING {
            return self.insert_each_digest(count, digests);
        }
        let far = self.bytes() > THIRD_CACHE;
        let (design, kernel) = match self.scheme {
            Scheme::Plain { design, kernel } => (design, kernel),
            Scheme::Lines(lines) if far => return self.par_insert_lines(lines, count, digests),
            Scheme::Lines(_) => return self.par_insert_apart(threads, count, digests),
        };
        if !kernel.is_paired() {
            return self.insert_each_digest(count, digests);
        }
        match Regions::of(design, count) {
            Some(regions) if far => {
                self.par_insert_in_regions(regions, kernel, threads, count, digests);
            }
            _ => self.par_insert_apart(threads, count, digests),
        }
    }

    /// Every thread puts its part of the items where they belong; lines are requested ahead, and a
    /// word is locked while it changes.
    fn par_insert_lines(&mut self, lines: Lines, count: usize, digests: &(dyn Digests + Sync)) {
        let words = self.bits.shared_words();
        let parts = (0..count.div_ceil(WORTH_WAKING)).into_par_iter();
        parts.for_each(|part| {
            let from = part * WORTH_WAKING;
            let to = count.min(from + WORTH_WAKING);
            let mut in_order = InOrder::new(digests, to);
            rolling::<32, _>(
                &mut (),
                from..to,
                |i| in_order.digest(i),
                |(), digest| fetch_to_write(words.as_ptr().wrapping_add(8 * lines.line_of(digest))),
                |(), _, digest| {
                    lines.insert_shared(words, digest);
                },
            );
        });
    }

    /// Every thread sorts its part of the items; then every thread fills regions of its own.
    fn par_insert_in_regions(
        &mut self,
        regions: Regions,
        kernel: Kernel,
        threads: usize,
        count: usize,
        digests: &(dyn Digests + Sync),
    ) {
        let part = count.min(ITEMS).div_ceil(threads);
        let mut sorted: Vec<_> = (0..threads).map(|_| regions.scratch(part)).collect();
        for from in (0..count).step_by(ITEMS) {
            let to = count.min(from + ITEMS);
            sorted.par_iter_mut().enumerate().for_each(|(i, sorted)| {
                let some = (from + i * part).min(to)..(from + (i + 1) * part).min(to);
                regions.sort(kernel, some, digests, sorted);
            });
            let words = self.bits.words_mut().par_chunks_mut(regions.words());
            words.enumerate().for_each(|(region, words)| {
                sorted.iter().for_each(|sorted| sorted.fill(region, words));
            });
            sorted.iter().for_each(|sorted| sorted.fill_spilled(&mut self.bits));
        }
    }

    /// Every thread fills a filter of its own.
    fn par_insert_apart(&mut self, threads: usize, count: usize, digests: &(dyn Digests + Sync)) {
        let part = count.div_ceil(threads);
        let empty = || Bits::zeros(self.bits.m());
        // No memory for a second filter: then one after the other.
        let Ok(bits) = (1..threads).map(|_| empty()).collect::<Result<Vec<_>, _>>() else {
            return self.insert_each_digest(count, digests);
        };
        let (scheme, digester) = (self.scheme, &self.digester);
        let mut others: Vec<_> =
            bits.into_iter().map(|bits| Filter::of(scheme, digester.clone(), bits)).collect();
        rayon::scope(|scope| {
            for (i, other) in others.iter_mut().enumerate() {
                let from = ((i + 1) * part).min(count);
                scope.spawn(move |_| {
                    let len = part.min(count - from);
                    other.insert_each_digest(len, &Later { digests, from });
                });
            }
            self.insert_each_digest(part, digests);
        });
        for other in others {
            self.bits.unite(&other.bits);
        }
    }
}
