//! How often each byte is expected where a given share of the bits is set: whole numbers out of
//! 2^14, the same on every machine. `docs/reference/format.md` states the rule; nothing here may
//! change.
//!
//! A byte with c bits set has probability q^c (1−q)^(8−c), so nine numbers say it all. Bytes too
//! rare for a number of their own share one, the escape, and have a second table behind it: the
//! floor of one part in 2^14 then costs nothing that matters.

/// Frequencies add up to 2^14.
pub(crate) const SCALE_BITS: u32 = 14;
pub(crate) const SCALE: u32 = 1 << SCALE_BITS;

/// Stands for every escaped byte. With eight bits set it is the rarest, so it is escaped itself
/// wherever anything is.
pub(crate) const ESCAPE: u8 = 255;

/// Bits behind the point: products of two such numbers fit in u128.
const POINT: u32 = 62;
/// One part in 2^14.
const UNIT: u128 = 1 << (POINT - SCALE_BITS);
/// A class below so many parts in 2^14 is escaped: rounding would distort it too much.
const LEAST: u128 = 2;

/// How many bytes have c bits set.
const CHOOSE: [u128; 9] = [1, 8, 28, 56, 70, 56, 28, 8, 1];

/// The frequencies of both tables by byte. Each adds up to 2^14.
pub(crate) struct Frequencies {
    /// Zero for escaped bytes, apart from [`ESCAPE`], which has the share of all of them.
    pub(crate) direct: [u32; 256],
    /// Zero for bytes that are not escaped. `None` where none is.
    pub(crate) escaped: Option<[u32; 256]>,
}

impl Frequencies {
    /// Returns the frequencies for `set` of `m` bits, where 1/1024 ≤ set/m ≤ 1/2 and m ≤ 2^48.
    pub(crate) fn new(m: u64, set: u64) -> Frequencies {
        let weights = weights(m, set);
        let above = |c: usize| (c..9).map(|j| CHOOSE[j] * weights[j]).sum::<u128>();
        let escapes = (1..9).find(|c| weights[*c] < LEAST * UNIT).unwrap_or(9);
        let escape = ((above(escapes) + UNIT / 2) / UNIT).max(1);
        let mut shares = [0_u128; 9];
        let mut given = if escapes < 9 { escape } else { 0 };
        // From the rarest to the most frequent, each class makes up for what rounding did to
        // those before it, so the last, a single byte, is off by 4 at the most. Why every share
        // is positive: what came before is off by half its class, C(8,c+1)/2, so a share is off
        // by (8−c)/(2c+2) + 1/2 at the most, which is below 2 from c = 2 on; one and no bits set
        // have at least 15 and 64 parts.
        for c in (1..escapes).rev() {
            shares[c] = (above(c) + CHOOSE[c] * UNIT / 2 - given * UNIT) / (CHOOSE[c] * UNIT);
            given += CHOOSE[c] * shares[c];
        }
        shares[0] = u128::from(SCALE) - given;
        let mut direct = by_byte(shares);
        if escapes < 9 {
            direct[usize::from(ESCAPE)] = escape as u32;
        }
        // A byte that would be escaped alone needs no second table.
        if escapes >= 8 {
            return Frequencies { direct, escaped: None };
        }
        // One for each byte, the rest in proportion; what that leaves goes to the first.
        let rest = u128::from(SCALE) - CHOOSE[escapes..].iter().sum::<u128>();
        let mut shares = [0_u128; 9];
        for c in escapes..9 {
            shares[c] = 1 + rest * weights[c] / above(escapes);
        }
        let mut escaped = by_byte(shares);
        escaped[(1 << escapes) - 1] += SCALE - escaped.iter().sum::<u32>();
        Frequencies { direct, escaped: Some(escaped) }
    }
}

/// q^c (1−q)^(8−c) for c = 0, …, 8 in units of 2^-62, rounded down at every multiplication.
fn weights(m: u64, set: u64) -> [u128; 9] {
    let one = 1_u128 << POINT;
    let set = (u128::from(set) << POINT) / u128::from(m);
    let powers = |base: u128| {
        let mut powers = [one; 9];
        for c in 1..9 {
            powers[c] = (powers[c - 1] * base) >> POINT;
        }
        powers
    };
    let (set, clear) = (powers(set), powers(one - set));
    std::array::from_fn(|c| (set[c] * clear[8 - c]) >> POINT)
}

fn by_byte(shares: [u128; 9]) -> [u32; 256] {
    std::array::from_fn(|byte| shares[byte.count_ones() as usize] as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(m: u64, set: u64) {
        let Frequencies { direct, escaped } = Frequencies::new(m, set);
        assert_eq!(direct.iter().sum::<u32>(), SCALE, "{set} of {m}");
        let second = escaped.unwrap_or([0; 256]);
        assert_eq!(second.iter().sum::<u32>(), if escaped.is_some() { SCALE } else { 0 });
        for byte in 0..256_usize {
            // Every byte can be written, in one way.
            let marker = escaped.is_some() && byte == usize::from(ESCAPE);
            assert_eq!((direct[byte] > 0) != marker, second[byte] == 0, "{byte}: {set} of {m}");
            // Bytes with as many bits set are alike, but for the first that is escaped.
            let alike = (1_usize << byte.count_ones()) - 1;
            assert_eq!(direct[byte], direct[alike], "{byte}: {set} of {m}");
            assert!(second[byte] <= second[alike], "{byte}: {set} of {m}");
        }
        assert!(direct.iter().all(|share| *share < SCALE));
        assert!(second.iter().all(|share| *share < SCALE));
    }

    #[test]
    #[cfg_attr(miri, ignore = "whole numbers only, and very many")]
    fn frequencies_add_up_and_no_byte_is_left_out() {
        for set in 16..=8192 {
            check(1 << 14, set);
        }
        for m in [2, 3, 63, 64, 65, 100_001, (1 << 48) - 1, 1 << 48] {
            for parts in 0..=200 {
                let set = (u128::from(m) * parts / 400) as u64;
                if u128::from(set) * 1024 >= u128::from(m) {
                    check(m, set);
                }
            }
            check(m, m.div_ceil(1024));
            check(m, m / 2);
        }
    }

    #[test]
    fn half_of_the_bits_make_all_bytes_alike() {
        let model = Frequencies::new(1000, 500);
        assert_eq!((model.direct, model.escaped), ([64; 256], None));
    }
}
