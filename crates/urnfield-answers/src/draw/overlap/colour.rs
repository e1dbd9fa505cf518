//! Colours for the distance from chance: one hue for more than expected, one for fewer. A darker
//! colour is farther from chance.

use crate::OverlapRow;
use crate::draw::chart::axis::round_step;
use crate::draw::chart::chart::logarithm;
use crate::draw::overlap::style::{SMALL, TEXT, expected};
use crate::draw::svg::{Point, Svg, centred, start, width};
use urnfield::Enclosure;

/// White, half and full, in red, green and blue.
const MORE: [[f64; 3]; 3] = [[255.0, 255.0, 255.0], [107.0, 174.0, 214.0], [8.0, 48.0, 107.0]];
const LESS: [[f64; 3]; 3] = [[255.0, 255.0, 255.0], [253.0, 141.0, 60.0], [127.0, 39.0, 4.0]];

/// From here on words on it are white.
pub(crate) const DARK: f64 = 0.55;

/// The end of the scale: smaller p-values have the darkest colour.
const FARTHEST: f64 = 50.0;

/// The side of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoreOrLess {
    More,
    Less,
}

impl MoreOrLess {
    pub(crate) fn of(row: &OverlapRow) -> MoreOrLess {
        if (row.combination.observed as f64) < expected(row) {
            MoreOrLess::Less
        } else {
            MoreOrLess::More
        }
    }

    /// The colour for a share of the whole way.
    pub(crate) fn colour(self, share: f64) -> String {
        let ramp = if self == MoreOrLess::More { MORE } else { LESS };
        let share = share.clamp(0.0, 1.0) * 2.0;
        let (from, to) = if share <= 1.0 { (ramp[0], ramp[1]) } else { (ramp[1], ramp[2]) };
        let rest = if share <= 1.0 { share } else { share - 1.0 };
        let mixed = |i: usize| (from[i] + (to[i] - from[i]) * rest).round() as u8;
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }
}

/// -log10 of the tail on the side where the row is.
pub(crate) fn distance(row: &OverlapRow) -> f64 {
    let p = match MoreOrLess::of(row) {
        MoreOrLess::More => &row.at_least,
        MoreOrLess::Less => &row.at_most,
    };
    let log = |p: &Enclosure| logarithm(p).map_or(FARTHEST, |log| -log);
    p.as_ref().map_or(0.0, log).max(0.0)
}

/// A scale from 0 to a round number that some values are measured by.
pub(crate) struct Scale {
    pub(crate) most: f64,
    /// Whether some values lie beyond it.
    beyond: bool,
}

impl Scale {
    /// For these distances from chance; `least` is as far as it reaches at least.
    pub(crate) fn of(distances: impl Iterator<Item = f64>, least: f64) -> Scale {
        let farthest = distances.fold(least, f64::max);
        let step = round_step(farthest.min(FARTHEST) / 5.0);
        let most = (farthest.min(FARTHEST) / step).ceil() * step;
        Scale { most, beyond: farthest > most }
    }

    pub(crate) fn share(&self, distance: f64) -> f64 {
        distance / self.most
    }

    /// A ramp for each side that is there, with `names` beside them; returns where it ends.
    pub(crate) fn draw(
        &self,
        svg: &mut Svg,
        (x, y): Point,
        ramps: &[(MoreOrLess, &str)],
        ends: [String; 3],
    ) -> Point {
        const WIDTH: f64 = 120.0;
        const HEIGHT: f64 = 11.0;
        const STEPS: u32 = 40;
        let mut far = x + WIDTH;
        let mut below = y;
        for (side, name) in ramps {
            let step = WIDTH / f64::from(STEPS);
            for i in 0..STEPS {
                let colour = side.colour((f64::from(i) + 0.5) / f64::from(STEPS));
                let looks = format!(r#"fill="{colour}""#);
                // A hair wider, so that no line of the paper shows between two of them.
                svg.rectangle((x + step * f64::from(i), below), (step + 0.4, HEIGHT), &looks);
            }
            let frame = r##"fill="none" stroke="#000" stroke-width="0.7""##;
            svg.rectangle((x, below), (WIDTH, HEIGHT), frame);
            svg.words((x + WIDTH + 16.0, below + HEIGHT - 1.0), &start(name, TEXT));
            far = far.max(x + WIDTH + 16.0 + width(name, TEXT));
            below += HEIGHT + 6.0;
        }
        let base = below + 0.6 * SMALL;
        for (end, share) in ends.iter().zip([0.0, 0.5, 1.0]) {
            let at = x + WIDTH * share;
            svg.line((at, below - 6.0), (at, below - 2.0), r##"stroke="#000""##);
            svg.words((at, base + 2.0), &centred(end, SMALL));
        }
        (far, base + 6.0)
    }

    /// What stands below its ends and its middle.
    pub(crate) fn numbers(&self) -> [String; 3] {
        let at_least = if self.beyond { "≥" } else { "" };
        [0.0, self.most / 2.0, self.most].map(|value| {
            let sign = if value == self.most { at_least } else { "" };
            format!("{sign}{value}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn farther_is_darker_and_sides_differ() {
        let light = |colour: &str| {
            let part = |at| u32::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            part(1) + part(3) + part(5)
        };
        for side in [MoreOrLess::More, MoreOrLess::Less] {
            let all: Vec<u32> =
                (0..=10).map(|i| light(&side.colour(f64::from(i) / 10.0))).collect();
            assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
            assert_eq!((side.colour(-1.0), side.colour(7.0)), (side.colour(0.0), side.colour(1.0)));
        }
        assert_ne!(MoreOrLess::More.colour(0.5), MoreOrLess::Less.colour(0.5));
    }

    #[test]
    fn scales_end_in_round_numbers() {
        assert_eq!(Scale::of([0.3].into_iter(), 3.0).numbers(), ["0", "1.5", "3"]);
        assert_eq!(Scale::of([12.2, 4.0].into_iter(), 3.0).numbers(), ["0", "7.5", "15"]);
        assert_eq!(Scale::of([700.0].into_iter(), 3.0).numbers(), ["0", "25", "≥50"]);
    }
}
