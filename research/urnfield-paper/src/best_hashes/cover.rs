//! A domain covered by boxes, on each of which an inequality is certain.

use super::interval::Interval;

/// A box: kappa, Lam and t. Inequality (*) has no t.
pub(super) type Place = [Interval; 3];

/// What is certain of an inequality on a box.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    /// No point of the box belongs to the domain.
    Outside,
    /// The quantity that is to be positive, and whether its side conditions are certain.
    Value { value: Interval, conditions: bool },
}

/// An inequality "quantity > 0" on a domain.
pub(super) trait Inequality {
    /// The bound on a box.
    fn bound(&self, place: &Place) -> Bound;
    /// Whether the point in the middle of the box certainly belongs to the domain.
    fn has_centre(&self, place: &Place) -> bool;
}

/// How a cover ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cover {
    /// The boxes that were accepted.
    pub(super) boxes: u64,
    /// The boxes that lie outside the domain.
    pub(super) outside: u64,
    /// The least lower bound of the quantity over the accepted boxes.
    pub(super) margin: f64,
    /// A box on which the inequality is false or stays undecided: where, and what is known.
    pub(super) failed: Option<Failed>,
}

/// Why a cover failed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failed {
    /// The middle of the box.
    pub(super) at: [f64; 3],
    /// Whether the inequality certainly fails there.
    pub(super) refuted: bool,
}

/// A box is halved this often at most: 2^-16 of the domain along each axis.
const DEPTH: u32 = 48;

/// Halves boxes, the longest side first, until the quantity is certainly above `least` on each.
pub(super) fn cover(inequality: &impl Inequality, whole: Place, least: f64) -> Cover {
    let mut found = Cover { boxes: 0, outside: 0, margin: f64::INFINITY, failed: None };
    let mut open = vec![(whole, 0)];
    while let Some((place, depth)) = open.pop() {
        let Bound::Value { value, conditions } = inequality.bound(&place) else {
            found.outside += 1;
            continue;
        };
        if conditions && value.lo > least {
            found.boxes += 1;
            found.margin = found.margin.min(value.lo);
            continue;
        }
        if depth == DEPTH {
            // Some larger box beside this one may show that the inequality is false.
            let others = open.iter().map(|(other, _)| other);
            let refuted = others.rev().find(|other| is_refuted(inequality, other, least));
            let at = refuted.unwrap_or(&place).map(middle);
            found.failed = Some(Failed { at, refuted: refuted.is_some() });
            return found;
        }
        let [low, high] = halves(&place);
        open.push((high, depth + 1));
        open.push((low, depth + 1));
    }
    found
}

/// Whether the quantity is certainly at most `least` in the middle of the box, which is in the
/// domain.
fn is_refuted(inequality: &impl Inequality, place: &Place, least: f64) -> bool {
    let centre = place.map(|side| Interval::point(middle(side)));
    let below = match inequality.bound(&centre) {
        Bound::Outside => false,
        Bound::Value { value, .. } => value.hi <= least,
    };
    below && inequality.has_centre(&centre)
}

fn middle(side: Interval) -> f64 {
    side.lo + (side.hi - side.lo) / 2.0
}

/// The box cut across its longest side, at a double that belongs to both halves.
fn halves(place: &Place) -> [Place; 2] {
    let length = |axis: &usize| place[*axis].hi - place[*axis].lo;
    let longest = (0..3).max_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or(0);
    let cut = middle(place[longest]);
    let [mut low, mut high] = [*place, *place];
    low[longest].hi = cut;
    high[longest].lo = cut;
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x² − x + y² − y + t² − t > limit on the cube from 1 to 2, where the least value is 0.
    struct Bowl(f64);

    impl Inequality for Bowl {
        fn bound(&self, place: &Place) -> Bound {
            let [x, y, t] = place.map(|side| side.square() - side);
            let value = x + y + t - Interval::point(self.0);
            Bound::Value { value, conditions: true }
        }

        fn has_centre(&self, _: &Place) -> bool {
            true
        }
    }

    #[test]
    fn a_true_inequality_is_covered_and_a_false_one_is_refuted() {
        let cube = [Interval::new(1.0, 2.0); 3];
        let found = cover(&Bowl(-0.5), cube, 0.0);
        assert!(found.failed.is_none() && found.boxes > 1, "{found:?}");
        assert!(found.margin > 0.0 && found.margin < 0.5, "{found:?}");
        let failed = cover(&Bowl(0.5), cube, 0.0).failed.expect("it is false near (1,1,1)");
        assert!(failed.refuted && failed.at.iter().all(|&side| side < 1.5), "{failed:?}");
        // An equality at a corner can be neither proved nor refuted.
        let failed = cover(&Bowl(0.0), cube, 0.0).failed.expect("it is an equality at (1,1,1)");
        assert!(!failed.refuted, "{failed:?}");
        // A lower bound that is asked for and not reached fails as well.
        assert!(cover(&Bowl(-0.5), cube, 0.6).failed.is_some());
    }

    #[test]
    fn a_side_condition_that_is_not_certain_fails() {
        struct Conditioned;
        impl Inequality for Conditioned {
            fn bound(&self, place: &Place) -> Bound {
                let conditions = place[0].hi < 1.5;
                Bound::Value { value: Interval::point(1.0), conditions }
            }

            fn has_centre(&self, _: &Place) -> bool {
                true
            }
        }
        assert!(cover(&Conditioned, [Interval::new(1.0, 2.0); 3], 0.0).failed.is_some());
        assert!(cover(&Conditioned, [Interval::new(1.0, 1.4); 3], 0.0).failed.is_none());
    }

    #[test]
    fn the_halves_of_a_box_are_the_box() {
        let place = [Interval::new(0.0, 1.0), Interval::new(0.1, 3.7), Interval::new(2.0, 2.0)];
        let [low, high] = halves(&place);
        assert_eq!((low[1].lo, high[1].hi), (0.1, 3.7));
        assert_eq!(low[1].hi, high[1].lo);
        assert_eq!((low[0], low[2], high[0], high[2]), (place[0], place[2], place[0], place[2]));
    }
}
