//! The number of different keys: at least, and about.

use crate::filters::info::answer::counted_lines;
use crate::{Value, object};
use urnfield::filter::Summary;
use urnfield::{AnyDesign, Design, Error, Point};

/// What the keys that set a bit say of the different ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distinct {
    /// Each of these set a bit, and so had certainly not come before.
    pub at_least: u64,
    /// With those that found all their bits set by others; `None` where the filter is so full that
    /// nothing can be said.
    pub about: Option<f64>,
    /// How far the estimate may be off.
    deviation: f64,
}

impl Distinct {
    /// Those that set a bit, and nothing else is known.
    pub fn at_least(new_keys: u64) -> Distinct {
        Distinct { at_least: new_keys, about: None, deviation: 0.0 }
    }

    /// Of `keys` that were put into an empty filter, `new_keys` set a bit.
    pub fn of(filter: &Summary, keys: u64, new_keys: u64) -> Distinct {
        match filter.design {
            AnyDesign::Plain(design) => Distinct::in_plain(design, keys, new_keys),
            AnyDesign::Blocked(_) => match Distinct::in_lines(filter) {
                Ok(Some(about)) => {
                    // The deviation of the estimate is at most a third of √n at loads in use.
                    let about = about.clamp(new_keys as f64, keys.max(new_keys) as f64);
                    let deviation = 0.33 * about.sqrt();
                    Distinct { at_least: new_keys, about: Some(about), deviation }
                }
                _ => Distinct::at_least(new_keys),
            },
        }
    }

    /// With lines, the bits say it: as many items as set so many, on average.
    fn in_lines(filter: &Summary) -> Result<Option<f64>, Error> {
        let one_half = "1/2".parse()?;
        Ok(match counted_lines(filter)?.items(&one_half)?.point {
            Point::Value(about) => Some(about.hi_f64()).filter(|about| about.is_finite()),
            _ => None,
        })
    }

    /// As t different keys come, a share u(t) = 1 − e^(−kt/m) of the bits is set, and the next one
    /// is taken for an old one with chance u^k. The new ones are then ∫(1 − u^k) dt =
    /// (m/k)·(u + u²/2 + … + u^k/k): solved for u, t = −(m/k)·ln(1 − u). An estimate, and no more
    /// than the keys there were.
    fn in_plain(design: Design, keys: u64, new_keys: u64) -> Distinct {
        let each = design.bits() as f64 / design.hashes() as f64;
        let wanted = new_keys as f64 / each;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..64 {
            let middle = (low + high) / 2.0;
            if logarithm_in_part(middle, design.hashes()) < wanted {
                low = middle
            } else {
                high = middle
            }
        }
        let different = (-each * f64::ln_1p(-high)).max(new_keys as f64);
        let about = different.is_finite().then(|| different.min(keys as f64));
        let wrong = about.map_or(0.0, |about| about - new_keys as f64);
        Distinct { at_least: new_keys, about, deviation: (wrong + 0.25).sqrt() }
    }

    /// The estimate as a whole number.
    pub fn about(&self) -> Option<u64> {
        self.about.map(|about| about.round() as u64)
    }

    /// Whether so many of `keys` came again that they cannot have been mistaken for old ones: one
    /// in a hundred, and four deviations.
    pub fn many_repeat(&self, keys: u64) -> bool {
        self.about.is_some_and(|about| {
            keys as f64 - about > (0.01 * keys as f64).max(4.0 * self.deviation)
        })
    }
}

impl From<&Distinct> for Value {
    fn from(distinct: &Distinct) -> Value {
        let estimate = |about: u64| object! { "value" => about.to_string(), "label" => "estimate" };
        let about = distinct.about().map(estimate);
        object! { "at_least" => distinct.at_least, "estimate" => about }
    }
}

/// u + u²/2 + … + u^k/k.
fn logarithm_in_part(u: f64, k: u64) -> f64 {
    let (mut sum, mut power) = (0.0, 1.0);
    for j in 1..=k {
        power *= u;
        let term = power / j as f64;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Blocked, Filter, Kind, Layout};

    #[test]
    fn one_key_that_comes_often_is_one() {
        let design = Design::new(Kind::Standard, 28_770_000, 7).expect("a design");
        let one = Distinct::in_plain(design, 3_000_000, 1);
        assert_eq!((one.at_least, one.about()), (1, Some(1)));
        assert!(one.many_repeat(3_000_000));
        let none = Distinct::in_plain(design, 0, 0);
        assert_eq!((none.at_least, none.about()), (0, Some(0)));
        assert!(!none.many_repeat(0));
    }

    #[test]
    fn estimates_are_near_and_repetitions_are_not_imagined() {
        for (kind, bits, hashes) in [
            (Kind::Standard, 9_963, 7),
            (Kind::Classic, 9_963, 7),
            (Kind::Standard, 3_000, 2),
            (Kind::Standard, 1_500, 1),
        ] {
            let design = Design::new(kind, bits, hashes).expect("a design");
            for seed in 0..50 {
                let mut filter = Filter::new(design, seed).expect("small");
                let new = (0..1000u64).filter(|key| filter.insert_u64(*key)).count() as u64;
                let once = Distinct::in_plain(design, 1000, new);
                assert!(!once.many_repeat(1000), "{design:?}, seed {seed}: {once:?}");
                let thrice = Distinct::in_plain(design, 3000, new);
                let about = thrice.about.expect("not full");
                assert!((about - 1000.0).abs() < 120.0, "{design:?}, seed {seed}: {about}");
                assert!(thrice.many_repeat(3000));
            }
        }
    }

    #[test]
    fn lines_are_estimated_from_their_bits() {
        for layout in [Layout::Standard, Layout::Classic] {
            let design = Blocked::lines(layout, 21, 7).expect("a design");
            for seed in 0..50 {
                let mut filter = Filter::new(design, seed).expect("small");
                let new = (0..1000u64).filter(|key| filter.insert_u64(*key)).count() as u64;
                let once = Distinct::of(&filter.summary(), 1000, new);
                assert!(!once.many_repeat(1000), "{layout}, seed {seed}: {once:?}");
                let thrice = Distinct::of(&filter.summary(), 3000, new);
                let about = thrice.about.expect("not full");
                assert!((about - 1000.0).abs() < 60.0, "{layout}, seed {seed}: {about}");
                assert!(thrice.many_repeat(3000));
            }
        }
    }

    #[test]
    fn a_full_filter_says_nothing() {
        let design = Design::new(Kind::Standard, 10, 2).expect("a design");
        assert_eq!(Distinct::in_plain(design, 1000, 9).about, None);
    }
}
