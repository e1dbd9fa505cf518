//! Valley points: the loads at which k and k + 1 hashes give the formula E the same value.

use crate::error::Error;
use urnfield_num::{Enclosure, Real};

/// Returns the load x = n/m > 0 at which (1 − e^(−kx))^k = (1 − e^(−(k+1)x))^(k+1): there the
/// curves of E for k and k + 1 hashes meet.
///
/// Formula: x = ln z with z^(k+1) = z + 1, z > 1 (one sign change, so one root). Source:
/// `lem:hashing-efficency`, `eq:hashes-equal`. Cost: microseconds; the root is enclosed by the
/// signs of the polynomial at two points 2^-100 apart or less.
///
/// ```
/// use urnfield::bloom::valley;
/// // k = 1: z is the golden ratio; m/n = 1/x = 2.0781.
/// assert_eq!(format!("{:.8}", valley(1)?), "0.48121183");
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn valley(hashes: u64) -> Result<Enclosure, Error> {
    if hashes == 0 || hashes > 1 << 40 {
        return Err(Error::domain(
            "a valley lies between k and k + 1 hashes, 1 <= k <= 2^40",
            format!("k = {hashes}"),
        ));
    }
    let one = Real::from_u64(1, 4);
    // z = 1 + d; z^(k+1) − z − 1 as z·(z^k − 1) − 1.
    let value = |d: &Real| {
        let z = one.add(d);
        z.mul(&z.pow(hashes).sub(&one)).sub(&one)
    };
    // Bisection on d: negative at 0, positive at 1 (2^(k+1) > 3).
    let mut low = Real::zero(4);
    let mut high = one.clone();
    for _ in 0..120 + hashes.ilog2() {
        let middle = low.add(&high).shift(-1);
        let sign = value(&middle);
        if sign.certain_bits() == 0 {
            break;
        }
        if sign.is_negative() { low = middle } else { high = middle }
    }
    let answer = Enclosure::between(&low.log1p(), &high.log1p());
    if answer.certain_bits() < 53 {
        return Err(Error::Precision {
            what: "this valley point",
            bits: 256,
            remedy: "ask for fewer hashes",
        });
    }
    Ok(answer)
}
