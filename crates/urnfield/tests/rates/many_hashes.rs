//! Rates with thousands of hashes: integrals, against known values and other routes.

use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use urnfield::{Design, Kind, Load, Occupancy, Rational};
use urnfield_num::Real;
use urnfield_paper::draws::{Draws, multiplier};

fn load(kind: Kind, (m, n, k): (u64, u64, u64)) -> Load {
    Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("a load")
}

/// Values of an independent program.
#[test]
fn known_rates_with_ten_thousand_hashes() {
    let rate = |kind, load: (u64, u64, u64)| {
        format!("{:.18}", self::load(kind, load).precision(64).fpr().expect("in reach"))
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
fn the_classic_integral_agrees_with_the_alternating_sum() {
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

/// Few to many items, sparse to nearly full, hashes beyond the bits.
fn standard(draws: &mut Draws, most_bits: u64, most_hashes: u64) -> (u64, u64, u64) {
    let m = 2 + draws.below(most_bits - 1);
    let k = 1 + draws.below(most_hashes);
    // f is not 1: below about m·ln k/k items.
    let most = ((m as f64) * (k as f64 + 1.0).ln() / (k as f64)) as u64;
    (m, 1 + draws.corner(most.max(1)), k)
}

#[test]
fn the_double_integral_encloses_exact_rates() {
    let mut draws = Draws::new(72);
    let mut compared = 0;
    for _ in 0..300 * multiplier() {
        let parameters = standard(&mut draws, 60, 40);
        let load = load(Kind::Standard, parameters);
        let Some(found) = load.fpr_integrated() else { continue };
        let exact = load.fpr_exact().expect("small");
        assert!(found.contains(&exact), "{parameters:?}: {found:?} {exact}");
        compared += 1;
    }
    println!("{compared} compared");
    assert!(compared > 200 * multiplier());
}

#[test]
fn the_double_integral_agrees_with_the_alternating_sum() {
    let mut draws = Draws::new(73);
    for round in 0..40 * multiplier() {
        let most_bits = 3_000 << draws.below(30);
        let parameters = standard(&mut draws, most_bits, 200);
        let load =
            load(Kind::Standard, parameters).precision(if round % 8 == 0 { 150 } else { 53 });
        let Some(found) = load.fpr_integrated() else { continue };
        let direct = load.fpr_direct().expect("k is small");
        assert!(found.overlaps(&direct), "{parameters:?}: {found:?} {direct:?}");
    }
}

/// A decimal as it is printed, to 256 bits.
fn real(decimal: &str) -> Real {
    let (mantissa, exponent) = decimal.split_once('e').unwrap_or((decimal, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: u128 = format!("{whole}{part}").parse().expect("digits");
    let exponent = exponent.parse::<i64>().expect("an exponent") - part.len() as i64;
    let power = Real::from_u64(10, 4).pow(exponent.unsigned_abs());
    let digits = Real::from_u128(digits, 0, 4);
    if exponent < 0 { digits.div(&power) } else { digits.mul(&power) }
}

/// E (X/m)^k over the law of X itself: no integral, no sum with two signs.
#[test]
fn rates_with_thousands_of_hashes_are_means_over_the_law() {
    let mut draws = Draws::new(74);
    for _ in 0..6 * multiplier() {
        let m = 200 + draws.below(1_300);
        let k = 300 + draws.below(4_000);
        let n = 1 + draws.below((m * 8 / k).max(1));
        let chosen = load(Kind::Standard, (m, n, k)).fpr().expect("in reach");
        let law = Occupancy::balls(m, n * k).expect("a law");
        let (mut low, mut high) = (Real::zero(4), Real::zero(4));
        for (x, p) in law.pmf_window(1, m).expect("in reach") {
            let rate = Real::from_ratio(x, m, 4).pow(k);
            let (below, above) = p.decimal_bounds(25);
            (low, high) = (low.add(&real(&below).mul(&rate)), high.add(&real(&above).mul(&rate)));
        }
        let apart = high.sub(&low).div(&low);
        assert!(apart.magnitude().is_some_and(|g| g < -45), "m = {m}, n = {n}, k = {k}: {apart:?}");
        let (low, high) = (low.enclosure(), high.enclosure());
        let inside = low.compare(&chosen) != Some(Ordering::Greater)
            && high.compare(&chosen) != Some(Ordering::Less);
        assert!(inside, "m = {m}, n = {n}, k = {k}: {chosen} is not in {low} to {high}");
    }
}

/// L ≤ f with thousands of hashes, and L is what it says: its sum in whole numbers.
#[test]
fn the_lower_bound_reaches_as_far_as_the_rate() {
    let mut draws = Draws::new(75);
    for _ in 0..20 * multiplier() {
        let size = 3 + draws.below(12);
        let k = 101 + draws.below(1 << size);
        let m = k + draws.below(20 * k);
        let n = 1 + draws.below(3 * m / k);
        for kind in [Kind::Standard, Kind::Classic] {
            let load = load(kind, (m, n, k));
            let lower = load.lower().expect("any size").value;
            assert!(lower.certain_bits() >= 53, "{load:?}");
            let rate = load.fpr().expect("any size");
            assert_ne!(lower.compare(&rate), Some(Ordering::Greater), "{load:?}");
        }
    }
    for (m, n, k) in [(200, 3, 110), (500, 1, 120), (1_000, 12, 105)] {
        // ∇^k[x^(nk)]/m^(nk), in whole numbers.
        let choose = |j: u64| (0..j).fold(UBig::ONE, |c, i| c * (k - i) / (i + 1));
        let mut sum = IBig::ZERO;
        for j in 0..=k {
            let term = IBig::from(choose(j) * UBig::from(m - j).pow((n * k) as usize));
            sum += if j % 2 == 0 { term } else { -term };
        }
        let exact = format!("{sum}/{}", UBig::from(m).pow((n * k) as usize));
        let exact: Rational = exact.parse().expect("a fraction");
        let lower = load(Kind::Standard, (m, n, k)).lower().expect("any size").value;
        assert!(lower.contains(&exact), "{:?}: {lower:?}", (m, n, k));
    }
}

/// Few bits and hundreds of hashes: 1 − f from one half down to 1e-300, as accurate as f.
#[test]
fn nearly_full_filters_enclose_exact_rates() {
    let mut draws = Draws::new(76);
    let mut small = 0;
    for _ in 0..60 * multiplier() {
        let (m, k) = (2 + draws.below(60), 250 + draws.below(400));
        let n = 1 + draws.below(6);
        let load = load(Kind::Standard, (m, n, k));
        let Ok(exact) = load.fpr_exact() else { continue };
        let (rate, less) = (load.fpr().expect("any"), load.one_minus_fpr().expect("any"));
        let complement = &Rational::one() - &exact;
        assert!(rate.contains(&exact) && less.contains(&complement), "{load:?}: {rate:?} {less:?}");
        assert!(rate.certain_bits() >= 53 && less.certain_bits() >= 53, "{load:?}");
        small += u32::from(less.hi_f64() < 1e-30);
    }
    assert!(small > 10, "only {small} are nearly full");
}
