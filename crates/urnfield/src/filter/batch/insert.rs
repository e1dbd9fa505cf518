//! Many inserts at once: a filter beyond the caches is a row of waits for memory, and the waits
//! can overlap. All ways give what one item after the other gives.

use crate::filter::batch::sorted_insert::Regions;
use crate::filter::batch::window::rolling;
use crate::filter::hash::digests::{Digests, InOrder};
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::THIRD_CACHE;
use crate::filter::probe::kernel::each_draw;
use crate::filter::probe::lanes;
use crate::filter::probe::scheme::Scheme;

/// How far ahead lines are requested.
pub(crate) const AHEAD: usize = 16;

/// Inserts many items, each by its digest.
pub(crate) fn insert_each(scheme: &Scheme, bits: &mut Bits, count: usize, digests: &dyn Digests) {
    let (design, kernel) = match *scheme {
        Scheme::Plain { design, kernel } => (design, kernel),
        Scheme::Lines(lines) => return lines.insert_each(bits, count, digests),
    };
    let far = bytes(bits) > THIRD_CACHE;
    if !far && count >= lanes::WORTH_LANES && lanes::have(&design, kernel) {
        return lanes::insert(bits, &design, kernel, count, digests);
    }
    if count < lanes::WORTH_LANES && !far {
        return (0..count).for_each(|i| {
            kernel.insert(bits, &design, digests.one(i));
        });
    }
    let mut in_order = InOrder::new(digests, count);
    if !kernel.is_paired() || !far {
        return (0..count).for_each(|i| {
            kernel.insert(bits, &design, in_order.digest(i));
        });
    }
    if let Some(regions) = Regions::of(design, count) {
        return regions.insert(kernel, bits, count, digests);
    }
    let hashes = design.hashes();
    rolling::<AHEAD, _>(
        bits,
        0..count,
        |i| in_order.digest(i),
        |bits, digest| each_draw(digest, hashes, |x| bits.fetch_to_write(x)),
        |bits, _, digest| {
            kernel.insert(bits, &design, digest);
        },
    );
}

/// Returns how many bytes the bits take.
pub(crate) fn bytes(bits: &Bits) -> usize {
    bits.words().len() * 8
}
