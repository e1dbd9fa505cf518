//! The plain list of an item's positions, to check other implementations against.

use crate::design::any::AnyDesign;
use crate::design::plain::Kind;
use crate::error::{Error, Unit};
use crate::filter::hash::digest::Digest;
use crate::filter::probe::scheme::Scheme;
use crate::filter::probe::{anywhere, distinct};

/// The most positions that [`positions`] lists: two gibibytes of them.
const MOST_LISTED: u64 = 1 << 28;

/// The positions of a digest, in the order of the probe rule: k of them, for a classic design
/// all different (ascending where k > m/2).
///
/// The plain list, for looking and for checking other implementations against
/// `docs/reference/format.md`; filters do not go through it.
///
/// ```
/// use urnfield::{Design, Kind, filter::{Digester, positions}};
/// let design = Design::new(Kind::Standard, 1_000, 7)?;
/// let digest = Digester::new(0).digest_u64(0);
/// assert_eq!(positions(design, digest)?, [272, 13, 172, 859, 78, 430, 886]);
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn positions(design: impl Into<AnyDesign>, digest: Digest) -> Result<Vec<u64>, Error> {
    let design = match Scheme::of(design.into())? {
        Scheme::Plain { design, .. } => design,
        Scheme::Lines(lines) => return Ok(lines.positions(digest)),
    };
    let m = design.bits();
    let hashes = design.hashes();
    let mut found = Vec::new();
    let room = usize::try_from(hashes).ok().filter(|_| hashes <= MOST_LISTED);
    if room.is_none_or(|room| found.try_reserve_exact(room).is_err()) {
        return Err(Error::TooCostly {
            what: "a list of that many positions",
            needs: u128::from(hashes) * 8,
            unit: Unit::MemoryBytes,
            limit: u128::from(hashes.min(MOST_LISTED + 1) - 1) * 8,
            remedy: "ask for fewer hashes",
        });
    }
    if design.kind() == Kind::Classic && distinct::mostly(design) {
        let mask = distinct::mask(design, digest);
        found.extend((0..m).filter(|p| (mask[(p >> 6) as usize] >> (p & 63)) & 1 == 1));
        return Ok(found);
    }
    anywhere::each(digest, m, hashes, |position| found.push(position));
    if design.kind() == Kind::Classic {
        let mut replacements = Vec::new();
        distinct::replaced(design, digest, |position| {
            replacements.push(position);
            true
        });
        let mut seen = std::collections::HashSet::new();
        found.retain(|position| seen.insert(*position));
        found.extend(replacements);
    }
    Ok(found)
}
