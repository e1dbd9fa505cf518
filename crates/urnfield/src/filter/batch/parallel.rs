//! Many items on all cores: the same bytes as one after the other gives.
//!
//! Beyond the caches the threads sort positions into regions and then fill regions, each its
//! own, so nothing is shared and nothing locked. In the caches every thread fills a filter of
//! its own, and the filters are united. Items of one line each are put there by whichever thread
//! has them.

use crate::filter::batch::insert::{bytes, insert_each};
use crate::filter::batch::sorted_insert::{ITEMS, Regions};
use crate::filter::batch::window::rolling;
use crate::filter::flags::Flags;
use crate::filter::hash::digests::{Digests, InOrder, Later};
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::THIRD_CACHE;
use crate::filter::machine::fetch::fetch_to_write;
use crate::filter::memory::start_thread;
use crate::filter::probe::kernel::Kernel;
use crate::filter::probe::line::lines::Lines;
use crate::filter::probe::scheme::Scheme;
use rayon::prelude::*;
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::error::Error as _;
use std::sync::OnceLock;
use std::thread::Builder;

/// Fewer items than this are not worth waking threads for.
const WORTH_WAKING: usize = 1 << 14;

/// Returns whether there are threads to share work with, which are made now. Without memory for
/// them, or with too many processes, there are none, and to make them unasked would end the
/// process.
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
        // An error without a reason of the system means that the threads exist already.
        made.err().is_none_or(|error| error.source().is_none())
    };
    // A caller's own pool is used as it is.
    rayon::current_thread_index().is_some() || *MADE.get_or_init(make)
}

/// Asks on all cores: `ask` answers for some items in a row.
pub(crate) fn in_parts<T: Sync>(items: &[T], ask: impl Fn(&[T]) -> Flags + Sync + Send) -> Flags {
    Flags::joined(items.par_chunks(WORTH_WAKING).map(ask).collect())
}

/// Inserts many items on all cores, each by its digest.
pub(crate) fn insert_each_parallel(
    scheme: &Scheme,
    bits: &mut Bits,
    count: usize,
    digests: &(dyn Digests + Sync),
) {
    let threads = rayon::current_num_threads();
    if threads == 1 || count < WORTH_WAKING {
        return insert_each(scheme, bits, count, digests);
    }
    let far = bytes(bits) > THIRD_CACHE;
    let (design, kernel) = match *scheme {
        Scheme::Plain { design, kernel } => (design, kernel),
        Scheme::Lines(lines) if far => return insert_lines(bits, lines, count, digests),
        Scheme::Lines(_) => return insert_apart(scheme, bits, threads, count, digests),
    };
    if !kernel.is_paired() {
        return insert_each(scheme, bits, count, digests);
    }
    match Regions::of(design, count) {
        Some(regions) if far => {
            insert_in_regions(bits, regions, kernel, threads, count, digests);
        }
        _ => insert_apart(scheme, bits, threads, count, digests),
    }
}

/// Lets every thread insert its part of the items; lines are requested ahead, and a word is locked
/// while it changes.
fn insert_lines(bits: &mut Bits, lines: Lines, count: usize, digests: &(dyn Digests + Sync)) {
    let words = bits.shared_words();
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

/// Lets every thread sort its part of the items, and then fill regions of its own.
fn insert_in_regions(
    bits: &mut Bits,
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
        let words = bits.words_mut().par_chunks_mut(regions.words());
        words.enumerate().for_each(|(region, words)| {
            sorted.iter().for_each(|sorted| sorted.fill(region, words));
        });
        sorted.iter().for_each(|sorted| sorted.fill_spilled(bits));
    }
}

/// Lets every thread fill bits of its own.
fn insert_apart(
    scheme: &Scheme,
    bits: &mut Bits,
    threads: usize,
    count: usize,
    digests: &(dyn Digests + Sync),
) {
    let part = count.div_ceil(threads);
    let empty = || Bits::zeros(bits.m());
    // Without memory for a second filter, one thread inserts all.
    let Ok(mut others) = (1..threads).map(|_| empty()).collect::<Result<Vec<_>, _>>() else {
        return insert_each(scheme, bits, count, digests);
    };
    rayon::scope(|scope| {
        for (i, other) in others.iter_mut().enumerate() {
            let from = ((i + 1) * part).min(count);
            scope.spawn(move |_| {
                let len = part.min(count - from);
                insert_each(scheme, other, len, &Later { digests, from });
            });
        }
        insert_each(scheme, bits, part, digests);
    });
    for other in others {
        bits.unite(&other);
    }
}
