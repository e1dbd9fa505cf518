//! Where to look first, in f64: the odds at which a tail or the mean has a given size. Nothing
//! certain rests on it.

use crate::occupancy::pair::PairOfLists;

/// What is to pass zero, as something that rises with ln ω.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sought {
    /// P(X ≥ x) passes a level.
    AtLeast { x: u64, ln_level: f64 },
    /// P(X ≤ x) passes a level, falling.
    AtMost { x: u64, ln_level: f64 },
    /// E X passes x.
    Mean { x: u64 },
}

/// Sums of weights and of overlaps, counted from x.
#[derive(Default)]
struct Rough {
    /// Of everything, and of what is on x's side of a tail.
    all: [f64; 3],
    tail: [f64; 2],
}

/// Laws wider than this are refused by the certified computation, so they need no better guess.
const WIDEST: f64 = 1e6;

/// Newton's steps after which the guess is what it is.
const STEPS: u32 = 100;

impl PairOfLists {
    /// P(y + 1)/P(y) at odds 1; differences are taken in whole numbers, as doubles lose them.
    fn rough_ratio(&self, y: u64) -> f64 {
        let (over, under) = self.ratio_parts(y);
        (over.0 as f64 / under.0 as f64) * (over.1 as f64 / under.1 as f64)
    }

    /// The mode at odds ω, and the standard deviation there.
    pub(crate) fn rough_mode(&self, odds: f64) -> (u64, f64) {
        let (mut low, mut high) = self.support();
        while low < high {
            let middle = low + (high - low) / 2;
            if odds * self.rough_ratio(middle) < 1.0 { high = middle } else { low = middle + 1 }
        }
        let rest = (self.m - self.a) - (self.b - low);
        let cells = [low, self.a - low, self.b - low, rest].map(|cell| 1.0 / (cell as f64 + 0.5));
        (low, (1.0 / cells.iter().sum::<f64>()).sqrt())
    }

    /// ln ω where what is sought passes zero, more or less.
    pub(crate) fn guess(&self, sought: Sought) -> f64 {
        let x = match sought {
            Sought::AtLeast { x, .. } | Sought::AtMost { x, .. } | Sought::Mean { x } => x,
        };
        let rest = (self.m - self.a) - (self.b - x);
        let cells = [x, rest, self.a - x, self.b - x].map(|cell| cell as f64 + 0.5);
        let middle = cells[0].ln() + cells[1].ln() - cells[2].ln() - cells[3].ln();
        let error = cells.iter().map(|cell| 1.0 / cell).sum::<f64>().sqrt();
        let mut t = match sought {
            Sought::AtLeast { ln_level, .. } => middle - (-2.0 * ln_level).sqrt() * error,
            Sought::AtMost { ln_level, .. } => middle + (-2.0 * ln_level).sqrt() * error,
            Sought::Mean { .. } => middle,
        };
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..STEPS {
            let (height, slope) = self.height(sought, t);
            if height < 0.0 {
                low = low.max(t)
            } else {
                high = high.min(t)
            }
            let newton = t - height / slope;
            if (newton - t).abs() <= 1e-14 * t.abs().max(1.0) {
                return newton;
            }
            let next = match (low.is_finite(), high.is_finite()) {
                _ if newton > low && newton < high && (newton - t).abs() < 50.0 => newton,
                (true, true) => (low + high) / 2.0,
                (true, false) => low + 2.0 * error,
                _ => high - 2.0 * error,
            };
            if next == t {
                break;
            }
            t = next;
        }
        t
    }

    /// What is sought at e^t, and how fast it rises with t.
    fn height(&self, sought: Sought, t: f64) -> (f64, f64) {
        let mut rough = Rough::default();
        let odds = t.exp();
        let (start, deviation) = self.rough_mode(odds);
        if deviation > WIDEST {
            return (0.0, 1.0);
        }
        self.add_roughly(sought, odds, start, true, &mut rough);
        self.add_roughly(sought, odds, start, false, &mut rough);
        let Rough { all: [all, first, second], tail: [tail, tail_first] } = rough;
        let mean = first / all;
        match sought {
            // d ln P(X ≥ x)/dt = E(X | X ≥ x) − E X.
            Sought::AtLeast { ln_level, .. } => {
                ((tail / all).ln() - ln_level, tail_first / tail - mean)
            }
            Sought::AtMost { ln_level, .. } => {
                (ln_level - (tail / all).ln(), mean - tail_first / tail)
            }
            Sought::Mean { .. } => (mean, second / all - mean * mean),
        }
    }

    fn add_roughly(&self, sought: Sought, odds: f64, start: u64, up: bool, rough: &mut Rough) {
        let (least, most) = self.support();
        let end = if up { most } else { least };
        let (x, in_tail): (u64, fn(u64, u64) -> bool) = match sought {
            Sought::AtLeast { x, .. } => (x, |y, x| y >= x),
            Sought::AtMost { x, .. } => (x, |y, x| y <= x),
            Sought::Mean { x } => (x, |_, _| false),
        };
        let (mut w, mut y) = (1.0, start);
        loop {
            if up || y != start {
                let d = if y >= x { (y - x) as f64 } else { -((x - y) as f64) };
                let add = [w, w * d, w * d * d];
                rough.all.iter_mut().zip(add).for_each(|(sum, part)| *sum += part);
                if in_tail(y, x) {
                    rough.tail.iter_mut().zip(add).for_each(|(sum, part)| *sum += part);
                }
            }
            let past = if up { y >= x } else { y <= x };
            let small = w < 1e-18 * rough.tail[0].min(rough.all[0]).max(1e-300);
            if y == end || w == 0.0 || !w.is_finite() || (past && small) {
                return;
            }
            let ratio = odds * self.rough_ratio(if up { y } else { y - 1 });
            w *= if up { ratio } else { 1.0 / ratio };
            y = if up { y + 1 } else { y - 1 };
        }
    }
}
