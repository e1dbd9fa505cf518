//! What callers see: the digits that are printed, the doubles that bound, the comparisons that
//! may stay open, and the readers of what was typed.

use super::draws::{DrawReal, minus, number, parts, ten_to};
use dashu_int::{IBig, ops::DivEuclid};
use proptest::prelude::*;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use urnfield_num::Real;
use urnfield_num::{Enclosure, Error, Rate, Rational};
use urnfield_paper::draws::{Draws, multiplier};

/// Draws enclosures, of about 2^low to 2^high, and shows them with their exact ends.
fn draw(count: u64, sizes: &[(i64, i64)], mut check: impl FnMut(Enclosure, [Rational; 2])) {
    let mut draws = Draws::new(4);
    for _ in 0..count * multiplier() {
        let (low, high) = draws.one_of(sizes);
        let exponent = draws.between(low, high) - 256;
        let drawn = draws.real(4, exponent);
        check(drawn.real.enclosure(), drawn.ends);
    }
}

/// An enclosure of every number from one whole number to another.
fn from_to(lo: i64, hi: i64) -> Enclosure {
    let (twice, width) = (lo + hi, (hi - lo) as u32);
    Real::from_parts(twice < 0, &[twice.unsigned_abs(), 0], -1, width).enclosure()
}

fn power(a: u64, b: u64, n: u64) -> Enclosure {
    Real::from_ratio(a, b, 4).pow(n).enclosure()
}

/// The unit in the last of `digits` digits of x, for |x| ≥ 10^-400.
fn last_place(x: &Rational, digits: i64) -> Rational {
    let size = x.clone().max(minus(x));
    let beyond = (-400..).find(|&k| ten_to(k) > size);
    ten_to(beyond.expect("some power of ten is larger") - digits)
}

/// x to `digits` significant digits, halves away from zero.
fn rounded(x: &Rational, digits: i64) -> Rational {
    if *x < Rational::zero() {
        return minus(&rounded(&minus(x), digits));
    }
    let unit = last_place(x, digits);
    let units = x.checked_div(&unit).expect("a power of ten is not zero");
    let (n, d) = parts(&(&units + &number("1/2")));
    &number(&n.div_euclid(d).to_string()) * &unit
}

#[test]
fn digits_are_printed_where_both_ends_round_to_them_and_only_there() {
    draw(200, &[(-700, 300), (-20, 30)], |enclosure, [lo, hi]| {
        for n in [1, 2, 7, 15, 40, 70] {
            let Some(text) = enclosure.digits(n as usize) else {
                // Twelve more digits must tell; so they are also withheld this near to a half.
                let near = last_place(&lo, n + 11);
                let (lo, hi) = (&lo - &near, &hi + &near);
                assert_ne!(rounded(&lo, n), rounded(&hi, n), "{n} digits");
                continue;
            };
            assert_eq!(number(&text), rounded(&lo, n), "{n} digits");
            assert_eq!(number(&text), rounded(&hi, n), "{n} digits");
        }
    });
}

#[test]
fn decimal_bounds_are_outward_and_next_to_the_ends() {
    draw(200, &[(-700, 300), (-20, 30)], |enclosure, [lo, hi]| {
        for n in [1, 3, 20, 90] {
            let (below, above) = enclosure.decimal_bounds(n as usize);
            for (gap, end) in [(&lo - &number(&below), &lo), (&number(&above) - &hi, &hi)] {
                let next = gap.is_zero() || gap < last_place(end, n);
                assert!(gap >= 0.into() && next, "{below}, {above}: {lo}, {hi}");
            }
        }
    });
}

/// How d·10^k, as printed, compares with (p/q)^n: the power written out in whole numbers.
fn compare_with_power(text: &str, p: u32, q: u32, n: usize) -> Ordering {
    let (digits, exponent) = text.split_once('e').expect("a small power is scientific");
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: i64 = exponent.parse().expect("an exponent is a whole number");
    let digits: IBig = [whole, fraction].concat().parse().expect("digits");
    let ten = IBig::from(10).pow((fraction.len() as i64 - exponent) as usize);
    (digits * IBig::from(q).pow(n)).cmp(&(IBig::from(p).pow(n) * ten))
}

#[test]
fn decimal_bounds_are_outward_far_below_the_doubles() {
    for (p, q, n) in [(1, 2, 474_651), (1, 3, 1_000_000), (3, 4, 300_000)] {
        for digits in [3, 30] {
            let (below, above) = power(p.into(), q.into(), n as u64).decimal_bounds(digits);
            assert_ne!(compare_with_power(&below, p, q, n), Greater, "{below}");
            assert_ne!(compare_with_power(&above, p, q, n), Less, "{above}");
            assert_ne!(below, above);
        }
    }
}

#[test]
fn digits_are_right_however_small_or_large_the_value() {
    // Most of these nobody can write out. From mpmath, with 80 digits.
    for (p, q, n, mantissa, exponent) in [
        (1, 2, 474_651, "6.47930010223534", "e-142885"),
        (1, 3, 1_000_000, "5.56263209915713", "e-477122"),
        (4, 3, 1_000_000, "5.45265851604351", "e124938"),
        (3, 4, 1 << 40, "3.39779536261102", "e-137371593661"),
        (4, 3, 1 << 40, "2.94308483378338", "e137371593660"),
        (99, 100, 1 << 50, "1.85235604871776", "e-4914333996005"),
        (3, 4, 1 << 63, "1.75062184535213", "e-1152356449552957883"),
    ] {
        let value = power(p, q, n);
        assert_eq!(value.to_string(), [mantissa, exponent].concat());
        let (below, above) = value.decimal_bounds(12);
        let part = |text: &str| text.strip_suffix(exponent).map(number);
        assert!(part(&below) < Some(number(mantissa)), "{below}");
        assert!(part(&above) > Some(number(mantissa)), "{above}");
    }
}

#[test]
fn log10_encloses_the_logarithm() {
    for (p, q, n, digits) in [
        (1, 3, 1_000_000, "-477121.254719662437295027903255"),
        (3, 4, 1 << 40, "-1.37371593660468802780724484496e11"),
        (4, 3, 1 << 40, "1.37371593660468802780724484496e11"),
    ] {
        let log = power(p, q, n).log10().map(|log| format!("{log:.30}"));
        assert_eq!(log.as_deref(), Some(digits), "({p}/{q})^{n}");
    }
    for k in 0..300 {
        let log = power(10, 1, k).log10();
        assert!(log.is_some_and(|log| log.contains(&k.into())), "10^{k}");
    }
    let wide = from_to(1, 100).log10();
    assert!(wide.is_some_and(|log| log.contains(&0.into()) && log.contains(&2.into())));
    for (lo, hi) in [(0, 0), (0, 5), (-1, 5), (-5, -1)] {
        assert_eq!(from_to(lo, hi).log10(), None);
    }
}

/// Whether x is at most `end`, exactly.
fn at_most(x: f64, end: &Rational) -> bool {
    let (size, fraction) = (x.abs().to_bits() >> 52, x.abs().to_bits() % (1 << 52));
    let implied = u64::from(size > 0) << 52;
    let magnitude = Rational::from(fraction | implied).shift(size.max(1) as i64 - 1075);
    match x {
        f64::INFINITY => false,
        f64::NEG_INFINITY => true,
        _ if x < 0.0 => minus(&magnitude) <= *end,
        _ => magnitude <= *end,
    }
}

#[test]
fn doubles_are_outward_and_the_next_ones_are_not() {
    let greatest = |x: f64, end: &Rational| at_most(x, end) && !at_most(x.next_up(), end);
    // Ordinary, about the first subnormal, about and below the last, about infinity.
    let sizes = [(-300, 300), (-1030, -1010), (-1400, -1060), (1015, 1030)];
    draw(4_000, &sizes, |enclosure, [lo, hi]| {
        let (below, above) = (enclosure.lo_f64(), enclosure.hi_f64());
        assert!(greatest(below, &lo), "{below:e} is not next to {lo}");
        let (above, hi) = (-above, minus(&hi));
        assert!(greatest(above, &hi), "{above:e} is not next to {hi}");
    });
}

#[test]
fn doubles_of_what_no_double_is() {
    for (value, lo, hi) in [
        (power(3, 4, 1 << 63), 0.0, f64::from_bits(1)),
        (power(4, 3, 1 << 63), f64::MAX, f64::INFINITY),
        (Enclosure::zero(), 0.0, 0.0),
        (Enclosure::one(), 1.0, 1.0),
    ] {
        assert_eq!((value.lo_f64(), value.hi_f64()), (lo, hi));
    }
}

#[test]
fn comparisons_are_certain_where_the_ends_decide_and_open_elsewhere() {
    draw(4_000, &[(0, 0)], |e, [lo, hi]| {
        let near = Rational::one().shift(-250);
        for x in [&lo, &hi, &(&lo + &near), &(&hi + &near), &0.into()] {
            let below = (e.certainly_le(x), e.certainly_lt(x));
            assert_eq!(below, (hi <= *x, hi < *x), "{lo} to {hi}, {x}");
            let above = (e.certainly_ge(x), e.certainly_gt(x));
            assert_eq!(above, (lo >= *x, lo > *x), "{lo} to {hi}, {x}");
            assert_eq!(e.contains(x), lo <= *x && *x <= hi, "{lo} to {hi}, {x}");
        }
    });
    let tiny = power(3, 4, 1 << 63);
    assert!(tiny.certainly_gt(&Rational::zero()) && tiny.certainly_lt(&ten_to(-100_000)));
    // A value that is known is compared itself.
    let (one, exact) = (Enclosure::one(), Rational::one());
    assert!(one.certainly_le(&exact) && one.certainly_ge(&exact) && !one.certainly_lt(&exact));
}

#[test]
fn enclosures_compare_where_they_do_not_overlap() {
    let mut last = (Enclosure::zero(), [Rational::zero(), Rational::zero()]);
    draw(4_000, &[(-2, 2), (-90, 90)], |e, [lo, hi]| {
        let (other, [other_lo, other_hi]) = &last;
        let less = (hi < *other_lo).then_some(Less);
        let order = less.or((*other_hi < lo).then_some(Greater));
        let found = (e.compare(other), e.overlaps(other));
        assert_eq!(found, (order, order.is_none()), "{e:?}, {other:?}");
        last = (e, [lo, hi]);
    });
    assert_eq!(from_to(1, 3).compare(&from_to(3, 4)), None, "they share 3");
    assert_eq!(from_to(1, 3).compare(&from_to(4, 4)), Some(Less));
    // Of equal enclosures only known values are known to be equal.
    assert_eq!(Enclosure::one().compare(&Enclosure::one()), Some(Equal));
    assert_eq!(power(1, 3, 1).compare(&power(1, 3, 1)), None);
}

#[test]
fn text_is_plain_from_1e_4_up_to_1e7_and_scientific_outside() {
    for (a, b, text) in [
        (1, 3, "0.333333333333333"),
        (2, 3, "0.666666666666667"),
        (1, 10_000, "0.000100000000000000"),
        (99_999, 1_000_000_000, "9.99990000000000e-5"),
        (9_999_999, 1, "9999999"),
        (10_000_000, 1, "1e7"),
        (12_345_678_900, 1, "1.23456789e10"),
        (0, 1, "0"),
    ] {
        assert_eq!(power(a, b, 1).to_string(), text);
    }
    assert_eq!(from_to(-5, -5).to_string(), "-5");
    // Fewer digits where the ends part, the ends where they share none.
    assert_eq!(from_to(1_234_567, 1_234_569).to_string(), "1.23457e6");
    assert_eq!(from_to(999_999, 1_000_001).to_string(), "1.0000e6");
    assert_eq!(from_to(1_234, 5_678).to_string(), "[1230, 5680]");
    assert_eq!(from_to(-1, 2).to_string(), "[-1, 2]");
    assert_eq!(format!("{:.3}", power(2, 3, 1)), "0.667");
    // Zeros that are certain are digits, zeros that hold places are not.
    assert_eq!(format!("{:.1}", power(632_120, 1, 1)), "6e5");
    assert_eq!(format!("{:.5}", power(632_120_577, 100, 1)), "6.3212e6");
    assert_eq!(format!("{:.7}", power(632_120_577, 100, 1)), "6321206");
    assert_eq!(format!("{:.2}", power(99, 1, 1)), "99");
    assert_eq!(format!("{:.1}", power(99, 1, 1)), "1e2");
    assert_eq!(format!("{:.3}", power(100, 1, 1)), "100");
    assert_eq!(format!("{:.1}", power(600_000, 1, 1)), "600000");
    assert_eq!(format!("{:.3}", power(29_999, 10_000, 1)), "3.00");
    assert_eq!(format!("{:.3}", power(1, 2, 1)), "0.5");
    assert_eq!(format!("{:.4}", power(2_000_001, 1_000_000, 1)), "2.000");
    assert_eq!(format!("{:.3}", from_to(-632_120, -632_120)), "-6.32e5");
    let rational = |text: &str| Enclosure::from_rational(&number(text), 64);
    assert_eq!(rational("0.0001").to_string(), "0.0001");
    assert_eq!(rational("1/3").digits(3).as_deref(), Some("0.333"));
    assert_eq!(rational("3000001/1000000").digits(3).as_deref(), Some("3.00"));
    // Halves go away from zero, and one digit is the least.
    assert_eq!(format!("{:.1}", power(1, 4, 1)), "0.3");
    assert_eq!(format!("{:.0}", power(2, 3, 1)), "0.7");
}

#[test]
fn numbers_are_read_exactly_or_refused() {
    let read = "0=0 +3=3 -0.25=-1/4 .5=1/2 5.=5 007=7 12.50e-1=5/4 2.5E3=2500 1e+2=100 10/4=5/2 \
                0.1/0.3=1/3 1/-2=-1/2 1e-3/1e-4=10";
    for (text, exact) in read.split(' ').filter_map(|pair| pair.split_once('=')) {
        assert_eq!(number(text).to_string(), exact, "{text:?}");
    }
    let refused = ". - + e5 1e 1e5.0 1e1e1 --1 1/2/3 /2 1/ / 0x10 1_000 1,5 inf NaN ٣ 1e100001 \
                   1e-100001 1e9223372036854775808 1%";
    for text in refused.split(' ').chain(["", " 1", "1 ", "1 /2"]) {
        let answer = text.parse::<Rational>();
        assert!(matches!(answer, Err(Error::Format { .. })), "{answer:?}");
    }
    let answer = "1/0.0".parse::<Rational>();
    assert!(matches!(answer, Err(Error::Domain { .. })), "{answer:?}");
}

#[test]
fn rates_are_read_exactly_or_refused() {
    let read = "0.01=1/100,1%=1/100, 12.5 % =1/8,1e-9=1/1000000000,1/500=1/500,1 in 500=1/500,\
                2.5  in  10=1/4,1/3%=1/300";
    for (text, exact) in read.split(',').filter_map(|pair| pair.split_once('=')) {
        let rate = text.parse::<Rate>().map(|rate| rate.to_string());
        assert_eq!(rate, Ok(exact.into()), "{text:?}");
    }
    for text in ",%,1in500,in,1 in,1 in 2 in 3,one,5%%,1 in 2%".split(',') {
        let answer = text.parse::<Rate>();
        assert!(matches!(answer, Err(Error::Format { .. })), "{answer:?}");
    }
    for text in "0,1,100%,-0.5,1.0001,0%,5 in 5,1 in 0".split(',') {
        let answer = text.parse::<Rate>();
        assert!(matches!(answer, Err(Error::Domain { .. })), "{answer:?}");
    }
}

proptest! {
    #[test]
    fn no_text_upsets_the_readers(
        any in "\\PC*",
        almost in "[-+]?[0-9.]{0,4}([eE][-+]?[0-9]{0,4})?( in |/|%)?[-+0-9.e]{0,5}",
    ) {
        for text in [any, almost] {
            if let Ok(rate) = text.parse::<Rate>() {
                prop_assert!(*rate.value() > Rational::zero() && *rate.value() < Rational::one());
            }
            let _ = text.parse::<Rational>();
        }
    }

    #[test]
    fn what_is_printed_is_read_back(n: i64, d in 1..=u64::MAX, power in 1u32..20, by in -300i64..300) {
        let value = Rational::new(n, d)?.pow(power).shift(by);
        prop_assert_eq!(&value.to_string().parse::<Rational>()?, &value);
        if let Ok(rate) = Rate::new(value) {
            prop_assert_eq!(rate.to_string().parse::<Rate>()?, rate);
        }
    }

    #[test]
    fn a_decimal_is_its_digits_times_a_power_of_ten(whole: u64, fraction in "[0-9]{0,30}", k in -60i64..60) {
        let digits = number(&format!("{whole}{fraction}"));
        let value = number(&format!("{whole}.{fraction}e{k}"));
        prop_assert_eq!(value, &digits * &ten_to(k - fraction.len() as i64));
    }
}

/// A value that is 1 but for 40 000 places has a logarithm of a few words.
#[test]
fn logarithms_near_one_are_as_certain_as_the_distance_from_one() {
    for places in [66, 200, 40_000] {
        let size = Rational::one().shift(-places);
        let less = Enclosure::from_rational(&size, 100).complement();
        let more = Enclosure::from_rational(&(&Rational::one() + &size), 40_200);
        let ten = Enclosure::from(10).ln().expect("above zero");
        for (value, sign) in [(less, -1), (more, 1)] {
            let log = value.log10().expect("above zero");
            assert!(log.certain_bits() > 60, "{places}: {log:?}");
            // ln(1 + u) is within u² of u.
            let sign = Rational::new(sign, 1).expect("a fraction");
            let first = Enclosure::from_rational(&(&size * &sign), 100);
            let ratio = &(&log * &ten) / &first;
            let little = Rational::one().shift(-50);
            assert!(ratio.certainly_gt(&(&Rational::one() - &little)), "{places}: {ratio:?}");
            assert!(ratio.certainly_lt(&(&Rational::one() + &little)), "{places}: {ratio:?}");
        }
    }
    // What is far below 1 has no such places, however many it has before them.
    assert!(Enclosure::from_rational(&Rational::one().shift(-100_000), 64).log10().is_some());
}
