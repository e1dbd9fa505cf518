//! Many inserts, and which of them were new.
//!
//! Whether a key is new depends on the keys before it, so the inserts go one after the other on one
//! thread. Other threads can do the hashing before, with a
//! [`Digester`](crate::filter::hash::digester::Digester).

use crate::filter::batch::insert::{AHEAD, bytes};
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::THIRD_CACHE;
use crate::filter::probe::kernel::each_draw;
use crate::filter::probe::scheme::Scheme;

/// Inserts many items, each by its digest, and reports which were new.
pub(crate) fn insert_reporting_new(scheme: &Scheme, bits: &mut Bits, digests: &[Digest]) -> Flags {
    let count = digests.len();
    let (design, kernel) = match *scheme {
        Scheme::Plain { design, kernel } => (design, kernel),
        Scheme::Lines(lines) => {
            return lines.insert_reporting(bits, count, &|i: usize| digests[i]);
        }
    };
    let hashes = design.hashes();
    let far = bytes(bits) > THIRD_CACHE;
    if !kernel.is_paired() || !far {
        return Flags::collect(count, |i| kernel.insert(bits, &design, digests[i]));
    }
    // A rolling window over digests that are there already: nothing is to be kept of them.
    for digest in digests.iter().take(AHEAD) {
        each_draw(*digest, hashes, |x| bits.fetch_to_write(x));
    }
    Flags::collect(count, |i| {
        if let Some(later) = digests.get(i + AHEAD) {
            each_draw(*later, hashes, |x| bits.fetch_to_write(x));
        }
        scheme.insert(bits, digests[i])
    })
}
