//! What is stored about a filter: one line of text that says everything about it but its bits. From
//! it follow the shards and their seals.

use crate::Error;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::time::SystemTime;
use urnfield::filter::{Digester, Hashed};
use urnfield::{AnyDesign, Blocked, Design, Kind, Layout};

/// Bits in a shard, unless said otherwise: eight megabytes, which a server combines in some ten
/// milliseconds. While it combines one of 512 megabytes, no other client is served for seconds.
pub const SHARD_BITS: u64 = 1 << 26;

/// Shards are never smaller, so that small filters have one.
const LEAST_SHARD: u64 = 1 << 12;
/// More shards than this are a slip of the finger.
const MOST_SHARDS: u64 = 1 << 20;

/// The version of this layout.
const VERSION: &str = "1";

/// A filter on a server, without its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Kind, bits and hashes.
    pub design: AnyDesign,
    /// The seed, or what may be told of the key.
    pub hashed: Hashed,
    /// For how many items it was planned; 0 where that is unknown.
    pub planned_items: u64,
    /// Bits in every shard but the last.
    pub shard_bits: u64,
    /// Different in every filter that was ever created, so that a filter made under the name of a
    /// dropped one has other seals.
    pub(crate) token: u64,
}

impl Spec {
    /// Of a new filter.
    pub fn new(
        design: impl Into<AnyDesign>,
        hashed: Hashed,
        planned_items: u64,
        shard_bits: u64,
    ) -> Result<Spec, Error> {
        let design = design.into();
        let spec = Spec { design, hashed, planned_items, shard_bits, token: fresh_token() };
        if design.plain().is_none() && !design.kind_name().starts_with("line") {
            return Err(Error::Library(urnfield::Error::Domain {
                rule: "a filter on a server is standard, classic, line or line-classic",
                got: design.to_string(),
            }));
        }
        if !shard_bits.is_power_of_two() || !(LEAST_SHARD..=SHARD_BITS).contains(&shard_bits) {
            return Err(Error::Library(urnfield::Error::Domain {
                rule: "a shard has a power of two of bits, from 2^12 to 2^26",
                got: shard_bits.to_string(),
            }));
        }
        if spec.shards() > MOST_SHARDS {
            return Err(Error::Library(urnfield::Error::TooCostly {
                what: "a filter on a server",
                needs: u128::from(design.bits()),
                unit: "bits".into(),
                limit: u128::from(MOST_SHARDS * shard_bits),
                remedy: "ask for a higher rate or for fewer items",
            }));
        }
        Ok(spec)
    }

    /// How many shards there are.
    pub fn shards(&self) -> u64 {
        self.design.bits().div_ceil(self.shard_bits)
    }

    /// Which shard a position is in, and the offset there as servers count: they begin at the top
    /// of a byte, and the format at the bottom.
    #[inline]
    pub(crate) fn place(&self, position: u64) -> (usize, u64) {
        let shift = self.shard_bits.trailing_zeros();
        ((position >> shift) as usize, (position & (self.shard_bits - 1)) ^ 7)
    }

    /// Bytes of the payload in a shard.
    pub(crate) fn bytes(&self, shard: u64) -> usize {
        let bits = (self.design.bits() - shard * self.shard_bits).min(self.shard_bits);
        (bits.div_ceil(64) * 8) as usize
    }

    /// The eight bytes behind a shard, as a number of which the first byte is the highest. Never
    /// zero, which is what an evicted shard has there.
    pub(crate) fn seal(&self, shard: u64) -> i64 {
        (Digester::new(0).digest(format!("{self} {shard}")).low | 1) as i64
    }

    /// Whether filters of both can be merged, shard by shard.
    pub(crate) fn agrees(&self, other: &Spec) -> Result<(), Error> {
        let part = |spec: &Spec| (spec.design, spec.hashed, spec.shard_bits);
        if part(self) == part(other) {
            return Ok(());
        }
        Err(Error::Differ { ours: self.described(), theirs: other.described() })
    }

    fn described(&self) -> String {
        let hashed = match self.hashed {
            Hashed::Seed(seed) => format!("seed {seed}"),
            Hashed::KeyCheck(check) => format!("key check {check:016x}"),
        };
        let shards = match self.shard_bits {
            SHARD_BITS => String::new(),
            bits => format!(", shards of {bits} bits"),
        };
        format!("{}, {hashed}{shards}", self.design)
    }

    /// The other way around.
    pub(crate) fn read(text: &str) -> Option<Spec> {
        let words: Vec<&str> = text.split(' ').collect();
        let [VERSION, kind, bits, hashes, _, digest, hashed, shard_bits, planned, token] =
            words[..]
        else {
            return None;
        };
        let bits = bits.parse().ok()?;
        let hashes = hashes.parse().ok()?;
        let plain = |kind| Design::new(kind, bits, hashes).ok().map(AnyDesign::from);
        let lines = |layout| Blocked::lines(layout, bits / 512, hashes).ok().map(AnyDesign::from);
        let design = match kind {
            "standard" => plain(Kind::Standard),
            "classic" => plain(Kind::Classic),
            "line" => lines(Layout::Standard),
            "line-classic" => lines(Layout::Classic),
            _ => None,
        }?;
        let hashed = match digest {
            "1" => Hashed::Seed(hashed.parse().ok()?),
            "2" => Hashed::KeyCheck(u64::from_str_radix(hashed, 16).ok()?),
            _ => return None,
        };
        let planned = planned.parse().ok()?;
        let spec = Spec::new(design, hashed, planned, shard_bits.parse().ok()?).ok()?;
        let spec = Spec { token: u64::from_str_radix(token, 16).ok()?, ..spec };
        // One spelling only: the seals are made of it.
        (spec.to_string() == text).then_some(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let design = self.design;
        let kind = design.kind_name();
        let bits = design.bits();
        let hashes = design.hashes();
        let probe_rule = if design.plain().is_some() { 1 } else { 2 };
        write!(f, "{VERSION} {kind} {bits} {hashes} {probe_rule} ")?;
        match self.hashed {
            Hashed::Seed(seed) => write!(f, "1 {seed}"),
            Hashed::KeyCheck(check) => write!(f, "2 {check:016x}"),
        }?;
        write!(f, " {} {} {:016x}", self.shard_bits, self.planned_items, self.token)
    }
}

/// From the system's generator, by way of the standard library, and from the clock.
fn fresh_token() -> u64 {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u128(SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos()));
    hasher.finish()
}

/// The key with the spec.
pub(crate) fn meta_key(name: &str) -> String {
    format!("urn:{{{name}}}:meta")
}

/// The key of a shard. Its number is inside the braces, so that a cluster spreads shards.
pub(crate) fn shard_key(name: &str, shard: u64) -> String {
    format!("urn:{{{name}/{shard}}}:bits")
}

/// Returns a private key on the same node as a shard.
pub(crate) fn part_key(name: &str, shard: u64) -> String {
    format!("urn:{{{name}/{shard}}}:part:{:016x}", fresh_token())
}

/// Checks a name, which is put between braces and into messages.
pub(crate) fn check_name(name: &str) -> Result<(), Error> {
    let fits = (1..=200).contains(&name.len());
    if fits && !name.chars().any(|c| c.is_control() || "{}".contains(c)) {
        return Ok(());
    }
    Err(Error::Name(name.chars().take(200).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(kind: Kind, bits: u64, hashes: u64) -> AnyDesign {
        Design::new(kind, bits, hashes).expect("a design").into()
    }

    fn lines(layout: Layout) -> AnyDesign {
        Blocked::lines(layout, 24, 3).expect("a design").into()
    }

    fn spec(bits: u64, hashed: Hashed) -> Spec {
        Spec::new(design(Kind::Classic, bits, 3), hashed, 9, 1 << 12).expect("a spec")
    }

    #[test]
    fn a_spec_is_read_as_it_was_written_and_in_no_other_spelling() {
        for hashed in [Hashed::Seed(0), Hashed::Seed(u64::MAX), Hashed::KeyCheck(0xab)] {
            let spec = spec(12_345, hashed);
            let text = spec.to_string();
            assert_eq!(Spec::read(&text), Some(spec), "{text}");
            for other in [
                format!("{text} "),
                format!(" {text}"),
                text.replace("classic", "Classic"),
                text.replacen('1', "01", 1),
                text.replacen('1', "2", 1),
                text.replace(" 3 ", " +3 "),
                text.replace(" 4096 ", " 4097 "),
                text.replace("12345", "0"),
                String::new(),
            ] {
                assert_eq!(Spec::read(&other), None, "{other}");
            }
        }
    }

    #[test]
    fn lines_are_specs_too() {
        for layout in [Layout::Standard, Layout::Classic] {
            let spec = Spec::new(lines(layout), Hashed::Seed(0), 9, 1 << 12).expect("a spec");
            let text = spec.to_string();
            assert_eq!(Spec::read(&text), Some(spec));
            assert_eq!(Spec::read(&text.replace("12288", "12289")), None);
            assert_eq!(Spec::read(&text.replace(" 3 2 ", " 3 1 ")), None);
        }
        let parquet = Blocked::parquet(1024).expect("a design");
        assert!(Spec::new(parquet, Hashed::Seed(0), 9, 1 << 12).is_err());
    }

    #[test]
    fn every_field_changes_every_seal() {
        let one = spec(12_345, Hashed::Seed(0));
        let same = Spec { token: one.token, ..spec(12_345, Hashed::Seed(0)) };
        assert_eq!(one.seal(2), same.seal(2));
        let mut seals = vec![one.seal(0), one.seal(1)];
        for other in [
            Spec { token: one.token ^ 1, ..one },
            Spec { planned_items: 10, ..one },
            Spec { shard_bits: 1 << 13, ..one },
            Spec { hashed: Hashed::Seed(1), ..one },
            Spec { hashed: Hashed::KeyCheck(0), ..one },
            Spec { design: design(Kind::Standard, 12_345, 3), ..one },
            Spec { design: design(Kind::Classic, 12_346, 3), ..one },
            Spec { design: design(Kind::Classic, 12_345, 4), ..one },
            Spec { design: lines(Layout::Standard), ..one },
            Spec { design: lines(Layout::Classic), ..one },
        ] {
            seals.extend([other.seal(0), other.seal(1)]);
        }
        assert!(seals.iter().all(|seal| seal & 1 == 1));
        let all = seals.len();
        seals.sort_unstable();
        seals.dedup();
        assert_eq!(seals.len(), all);
        assert_ne!(spec(12_345, Hashed::Seed(0)).token, one.token);
    }

    #[test]
    fn shards_hold_the_payload_and_nothing_twice() {
        for (bits, shards, last) in [
            (1, 1, 8),
            (64, 1, 8),
            (65, 1, 16),
            (4096, 1, 512),
            (4097, 2, 8),
            (8192, 2, 512),
            (12_345, 4, 8),
        ] {
            let design = Design::new(Kind::Standard, bits, 1).expect("a design");
            let spec = Spec::new(design, Hashed::Seed(0), 0, 1 << 12).expect("a spec");
            assert_eq!((spec.shards(), spec.bytes(shards - 1)), (shards, last), "{bits}");
            let bytes: usize = (0..shards).map(|shard| spec.bytes(shard)).sum();
            assert_eq!(bytes as u64, bits.div_ceil(64) * 8);
            let (shard, offset) = spec.place(bits - 1);
            assert!(shard as u64 == shards - 1 && offset < 8 * last as u64, "{bits}");
        }
        let design = Design::new(Kind::Standard, u64::MAX, 1).expect("a design");
        assert!(Spec::new(design, Hashed::Seed(0), 0, SHARD_BITS).is_err());
        assert!(Spec::new(design, Hashed::Seed(0), 0, SHARD_BITS + 1).is_err());
    }

    #[test]
    fn names_stay_inside_their_braces() {
        for name in ["visitors", "a/0", "Grüße 2026", &"x".repeat(200)] {
            check_name(name).expect(name);
        }
        for name in ["", "a{b", "}", "a\nb", "\u{1b}[2J", &"x".repeat(201)] {
            let error = check_name(name).expect_err("refused").to_string();
            assert!(!error.contains('\u{1b}') && !error.contains('\n'), "{error}");
        }
    }
}
