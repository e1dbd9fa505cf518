//! Rates with thousands of hashes: circle integrals, against known values and other routes.

mod seeded;

use seeded::{Draws, multiplier};
use urnfield::{Design, Kind, Load};

fn load(kind: Kind, (m, n, k): (u64, u64, u64)) -> Load {
    Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("a load")
}

/// Values of an independent program.
#[test]
fn known_rates_with_ten_thousand_hashes() {
    let rate = |kind, load: (u64, u64, u64)| {
        format!("{:.18}", self::load(kind, load).fpr().expect("in reach"))
    };
    let huge = (1 << 63, 10, 10_000);
    assert_eq!(rate(Kind::Classic, huge), "2.26434097299014935e-139874");
    assert_eq!(rate(Kind::Standard, huge), "1.26686894935519393e-139649");
    let dense = (100_000, 7, 10_000);
    assert_eq!(rate(Kind::Classic, dense), "1.22888407107407484e-2979");
    // 1.805990056880739768…, of which the other program printed the first 18 digits.
    assert_eq!(rate(Kind::Standard, dense), "1.80599005688073977e-2917");
}

/// Where the alternating sum can still be had, it agrees with what is chosen.
#[test]
fn the_integral_agrees_with_the_alternating_sum() {
    let mut draws = Draws::new(71);
    for _ in 0..40 * multiplier() {
        let k = 101 + draws.below(150);
        let m = 2 * k + draws.below(6_000);
        let n = 2 + draws.below(2 * m / k);
        let load = load(Kind::Classic, (m, n, k));
        let (chosen, direct) = (load.fpr().expect("in reach"), load.fpr_direct());
        let direct = direct.expect("k is small");
        assert!(chosen.overlaps(&direct), "{:?}: {chosen:?} {direct:?}", (m, n, k));
        assert!(chosen.certain_bits() >= 53);
    }
}
