//! Fixed point in one machine integer against exact rationals, and with smaller rules.

use super::draws::Drawn;
use urnfield_num::{Enclosure, Places, Proved, Rational, Real, Rules};
use urnfield_paper::draws::{Draws, multiplier};

const DRAWS: u64 = 20_000;

/// A number below 32 of 122 places, `zeros` places at least below one where asked for, with the ends
/// of what it may be.
fn draw(draws: &mut Draws, zeros: Option<u64>) -> (Places, [Rational; 2]) {
    let words = draws.mantissa(2);
    let value = u128::from(words[1]) << 64 | u128::from(words[0]);
    let down = match zeros {
        Some(zeros) => 6 + zeros + draws.below(40),
        None => 1 + draws.below(12),
    };
    let value = value >> down;
    let negative = zeros.is_none() && draws.coin();
    let words = [value as u64, (value >> 64) as u64];
    let drawn = Drawn::new(negative, &words, -122, draws.ulps() >> draws.below(31));
    (Places::from_real(&drawn.real), drawn.ends)
}

/// Whether a result holds every one of these; one about which nothing is known does.
fn holds(result: Option<Real>, truths: &[Rational]) -> bool {
    let Some(result) = result.map(|real| real.enclosure()) else { return true };
    truths.iter().all(|truth| result.contains(truth))
}

fn products<R: Rules>() -> bool {
    let mut draws = Draws::new(1);
    let mut known = 0;
    let fine = (0..DRAWS * multiplier()).all(|_| {
        let ((a, a_ends), (b, b_ends)) = (draw(&mut draws, None), draw(&mut draws, None));
        let truths: Vec<Rational> =
            a_ends.iter().flat_map(|x| b_ends.iter().map(move |y| x * y)).collect();
        let result = a.mul_by::<R>(b).real();
        known += u64::from(result.is_some());
        holds(result, &truths)
    });
    assert!(!fine || known > DRAWS / 4, "{known} products fit");
    fine
}

fn dropped<R: Rules>() -> bool {
    let mut draws = Draws::new(2);
    (0..DRAWS * multiplier()).all(|_| {
        let (a, ends) = draw(&mut draws, None);
        let by = draws.one_of(&[1, 3, 7, 1 << 20, (1 << 25) + 1]);
        let (three_of, none) = (draws.one_of(&[130, 119, 66, 2]), draws.coin());
        let more = if none { Rational::zero() } else { Rational::from(3).shift(-three_of) };
        let rest = if none { 0.0 } else { 3.0 * 2f64.powi(-three_of as i32) };
        let truths = ends.map(|x| &x * &Rational::from(by));
        let truths = truths.map(|x| [&x - &more, &x + &more]).concat();
        holds(a.mul_word(by).real_by::<R>(rest), &truths)
    })
}

/// (1 − t)^n as e^(x·ln(1 − t)/t), x = n·t, on six words.
fn power(x: &Rational, t: &Rational) -> Enclosure {
    let [x, t] = [x, t].map(|value| Real::from_rational(value, 6));
    let slope = Real::from_u64(1, 6).sub(&t).ln().div(&t);
    x.mul(&slope).exp().enclosure()
}

fn powers<R: Rules>() -> bool {
    let mut draws = Draws::new(3);
    (0..DRAWS / 10 * multiplier()).all(|_| {
        let (x, x_ends) = draw(&mut draws, Some(1));
        let (t, t_ends) = draw(&mut draws, Some(4));
        if t_ends[0] <= Rational::zero() {
            return true;
        }
        let places = draws.one_of(&[12, 40, 60, 80, 100, 121]);
        let result = x.log_of_power_by::<R>(t, places).exp_minus_by::<R>(places);
        let Some(result) = result.real() else { return true };
        let result = result.enclosure();
        let corners = x_ends.iter().flat_map(|x| t_ends.iter().map(move |t| power(x, t)));
        corners.into_iter().all(|truth| truth.overlaps(&result))
    })
}

#[test]
fn products_enclose_the_truth() {
    assert!(products::<Proved>());
}

#[test]
fn dropped_places_are_counted() {
    assert!(dropped::<Proved>());
}

#[test]
fn powers_just_below_one_enclose_the_truth() {
    assert!(powers::<Proved>());
}

#[test]
fn sums_words_and_ratios_are_exact_to_their_units() {
    let mut draws = Draws::new(4);
    for _ in 0..DRAWS * multiplier() {
        let ((a, a_ends), (b, b_ends)) = (draw(&mut draws, None), draw(&mut draws, None));
        let pairs = || a_ends.iter().flat_map(|x| b_ends.iter().map(move |y| (x, y)));
        let sums: Vec<Rational> = pairs().map(|(x, y)| x + y).collect();
        let differences: Vec<Rational> = pairs().map(|(x, y)| x - y).collect();
        assert!(holds((a + b).real(), &sums) && holds((a - b).real(), &differences));
        let (p, q) = (draws.factor(), draws.factor());
        let truth = Rational::from(p).checked_div(&Rational::from(q)).expect("not zero");
        assert!(holds(Places::ratio(p, q).real(), std::slice::from_ref(&truth)), "{p}/{q}");
        let truth = Rational::one().checked_div(&Rational::from(q)).expect("not zero");
        assert!(holds(Places::reciprocal(q).real(), std::slice::from_ref(&truth)), "1/{q}");
    }
}

#[test]
fn what_does_not_fit_is_unknown() {
    let most = Places::one().mul_word(31);
    assert!(most.real().is_some());
    assert!((most + Places::one()).real().is_none());
    assert!((Places::zero() - most - Places::one() - Places::one()).real().is_none());
    assert!((most * most).real().is_none() && most.mul_word(2).real().is_none());
    assert!(Places::ratio(64, 2).real().is_none());
    assert!((Places::unknown() * Places::zero()).real().is_none());
    assert!(Places::from_real(&Real::from_u64(32, 2)).real().is_none());
    assert!(Places::reciprocal(2).exp_minus(121).real().is_none());
    assert!(Places::zero().log_of_power(Places::reciprocal(16), 121).real().is_none());
}

/// `test: smaller rule => check;`: with that one rule the check fails.
macro_rules! mutants {
    ($($test:ident: $rule:item => $check:ident;)+) => {$(
        #[test]
        fn $test() {
            struct Mutant;
            impl Rules for Mutant {
                $rule
            }
            assert!(!$check::<Mutant>());
        }
    )+};
}

// The three units of a series for its cuts are not among them: no draw comes near both at once.
mutants! {
    products_need_every_unit: fn places_product(a: (u128, u64), b: (u128, u64)) -> u64 {
        Proved::places_product(a, b) - 1
    } => products;
    products_need_the_error_of_the_first: fn places_product(a: (u128, u64), b: (u128, u64)) -> u64 {
        Proved::places_product((a.0, 0), b)
    } => products;
    products_need_the_error_of_the_second: fn places_product(a: (u128, u64), b: (u128, u64)) -> u64 {
        Proved::places_product(a, (b.0, 0))
    } => products;
    dropping_needs_every_unit: fn places_dropped(units: u128, cut: u32) -> u64 {
        Proved::places_dropped(units, cut) - u64::from(cut > 0)
    } => dropped;
    series_need_the_error_of_their_argument: fn places_series(_: u64, places: u32) -> u64 {
        Proved::places_series(0, places)
    } => powers;
    series_need_what_they_leave_out: fn places_series(units: u64, _: u32) -> u64 {
        units + 3
    } => powers;
}
