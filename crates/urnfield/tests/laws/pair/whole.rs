//! Two lists in whole numbers: weights C(a,y)·C(m−a, b−y)·ω^y written out, roots bisected in fractions.

use dashu_int::UBig;
use urnfield::occupancy::{PairOfLists, Range};
use urnfield::{Enclosure, Rational};

fn choose(n: u64, k: u64) -> UBig {
    (0..k).fold(UBig::ONE, |c, i| c * UBig::from(n - i) / UBig::from(i + 1))
}

/// A problem in whole numbers.
pub(super) struct Whole {
    sizes: [u64; 3],
    pub(super) least: u64,
    weights: Vec<UBig>,
}

/// What passes a level.
#[derive(Clone, Copy)]
pub(super) enum Passing {
    AtLeast(u64),
    AtMost(u64),
    Mean(u64),
}

impl Whole {
    pub(super) fn new(m: u64, a: u64, b: u64) -> Whole {
        let least = (a + b).saturating_sub(m);
        let weights = (least..=a.min(b)).map(|y| choose(a, y) * choose(m - a, b - y)).collect();
        Whole { sizes: [m, a, b], least, weights }
    }

    pub(super) fn pair(&self) -> PairOfLists {
        let [m, a, b] = self.sizes;
        PairOfLists::new(m, [a, b]).expect("sizes within the population")
    }

    pub(super) fn most(&self) -> u64 {
        self.least + self.weights.len() as u64 - 1
    }

    /// Weights times ω^(y − least), over a common denominator that is left out.
    fn tilted(&self, odds: &Rational) -> Vec<(u64, UBig)> {
        let (over, under) = odds.parts();
        let last = self.weights.len() - 1;
        let weight =
            |(i, w): (usize, &UBig)| (self.least + i as u64, w * over.pow(i) * under.pow(last - i));
        self.weights.iter().enumerate().map(weight).collect()
    }

    /// Σ over some overlaps, over Σ over all.
    pub(super) fn share(&self, odds: &Rational, part: impl Fn(u64) -> bool) -> Rational {
        let weights = self.tilted(odds);
        let sum = |of: &dyn Fn(u64) -> bool| {
            weights.iter().filter(|(y, _)| of(*y)).fold(UBig::ZERO, |sum, (_, w)| sum + w)
        };
        Rational::from_integers(sum(&part).into(), sum(&|_| true))
    }

    fn mean(&self, odds: &Rational) -> Rational {
        let weights = self.tilted(odds);
        let all = weights.iter().fold(UBig::ZERO, |sum, (_, w)| sum + w);
        let first = weights.iter().fold(UBig::ZERO, |sum, (y, w)| sum + w * UBig::from(*y));
        Rational::from_integers(first.into(), all)
    }

    /// Whether the odds are above the ones that are sought.
    pub(super) fn is_above(&self, odds: &Rational, passing: Passing, level: &Rational) -> bool {
        match passing {
            Passing::AtLeast(x) => self.share(odds, |y| y >= x) > *level,
            Passing::AtMost(x) => self.share(odds, |y| y <= x) < *level,
            Passing::Mean(x) => self.mean(odds) > Rational::from(x),
        }
    }

    /// The odds that are sought, between two fractions, by bisection of the exponent and then of the
    /// number.
    fn bisected(&self, passing: Passing, level: &Rational, bits: u32) -> [Rational; 2] {
        let power = |e: i64| Rational::one().shift(e);
        let (mut low, mut high) = (-200i64, 200i64);
        while high - low > 1 {
            let middle = (low + high).div_euclid(2);
            if self.is_above(&power(middle), passing, level) { high = middle } else { low = middle }
        }
        let [mut low, mut high] = [power(low), power(high)];
        for _ in 0..bits {
            let middle = (&low + &high).shift(-1);
            if self.is_above(&middle, passing, level) { high = middle } else { low = middle }
        }
        [low, high]
    }

    /// The enclosure has evidence at both ends, and is where bisection ends up.
    pub(super) fn check(&self, found: &Enclosure, passing: Passing, level: &Rational, bits: u64) {
        let what = format!("{:?} {found:?}", self.sizes);
        let [lo, hi] = [found.lo(), found.hi()].map(|end| end.to_rational().expect("short"));
        assert!(!self.is_above(&lo, passing, level), "{what}");
        assert!(self.is_above(&hi, passing, level), "{what}");
        assert!(found.certain_bits() >= bits, "{what}");
        let [low, high] = self.bisected(passing, level, 12);
        assert!(lo <= high && low <= hi, "{what}: {low} to {high}");
    }

    /// Means at both ends of the odds are the ends of the fold.
    pub(super) fn check_fold(&self, odds: &Range, fold: &Range) {
        let [m, a, b] = self.sizes;
        let scale = Rational::from(m).checked_div(&Rational::from(a * b)).expect("no empty list");
        let mean = |end: &Enclosure| {
            let ends = [end.lo(), end.hi()].map(|end| end.to_rational().expect("short"));
            ends.map(|odds| &self.mean(&odds) * &scale)
        };
        let inside = |value: &Enclosure, [low, high]: [Rational; 2]| {
            assert!(value.contains(&low) && value.contains(&high), "{:?} {value:?}", self.sizes);
        };
        inside(&fold.lo, mean(&odds.lo));
        let high = fold.hi.as_ref().expect("a fold has an end");
        match &odds.hi {
            Some(odds) => inside(high, mean(odds)),
            None => assert!(high.contains(&(&Rational::from(self.most()) * &scale))),
        }
    }
}
